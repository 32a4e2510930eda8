//! A tensor as a file for other programs: CSV for tables, JSON for anything, safetensors for PyTorch.

use std::fmt;
use std::io;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::{csv, disk, in_full};
use crate::nn::weights::{self, File};
use crate::tensor::{Array, Axis, Tensor};

/// What a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TensorFormat {
    /// Lines of values between commas, with the names of rows and columns.
    Csv,
    /// One object: name, dtype, shape, axes, data.
    Json,
    /// The bits themselves, as PyTorch reads them.
    Safetensors,
}

impl TensorFormat {
    /// Every form, in the order in which a list shows them.
    pub const ALL: [Self; 3] = [Self::Csv, Self::Json, Self::Safetensors];

    /// The ending of such a file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Safetensors => "safetensors",
        }
    }

    /// The form of a file of this ending.
    pub fn of_ending(ending: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.ending() == ending)
    }
}

impl fmt::Display for TensorFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Safetensors => "safetensors",
        })
    }
}

/// A tensor in a form, ready to be written into a file.
///
/// # Errors
/// The tensor cannot be written so.
pub fn bytes(name: &str, tensor: &Tensor, form: TensorFormat) -> Result<Vec<u8>, weights::Error> {
    match form {
        TensorFormat::Csv => Ok(table(name, tensor).into_bytes()),
        TensorFormat::Json => Ok(format!("{}\n", object(name, tensor)).into_bytes()),
        TensorFormat::Safetensors => {
            File { tensors: [(name.to_owned(), tensor.clone())].into(), ..File::default() }.write()
        }
    }
}

/// Writes a tensor into a new file, in the form that the ending of its name says; `None` where it says none.
///
/// # Errors
/// There is such a file already, which stays as it is, or it cannot be written.
pub fn write_new(path: &Path, name: &str, tensor: &Tensor) -> Option<io::Result<()>> {
    let form = TensorFormat::of_ending(path.extension()?.to_str()?)?;
    let bytes = bytes(name, tensor, form).map_err(io::Error::other);
    Some(bytes.and_then(|bytes| disk::write_new(path, &bytes)))
}

/// A tensor as an object; what JSON has no number for is one of the strings `NaN`, `Infinity` and `-Infinity`.
pub fn object(name: &str, tensor: &Tensor) -> Json {
    let axis = |axis: &Axis| {
        let labels = axis.labels.as_ref().map(|labels| labels.iter().map(|label| &**label).collect::<Vec<_>>());
        json!({ "name": axis.name.as_deref(), "labels": labels })
    };
    json!({
        "name": name,
        "dtype": tensor.dtype().to_string(),
        "shape": tensor.shape(),
        "axes": tensor.axes().iter().map(axis).collect::<Vec<_>>(),
        "data": data(tensor),
    })
}

/// The elements in row-major order.
pub fn data(tensor: &Tensor) -> Vec<Json> {
    match tensor.array() {
        Array::Bool(values) => values.iter().map(|value| json!(value)).collect(),
        Array::I64(values) => values.iter().map(|value| json!(value)).collect(),
        Array::U8(values) => values.iter().map(|value| json!(value)).collect(),
        Array::I32(values) => values.iter().map(|value| json!(value)).collect(),
        Array::C64(values) => {
            values.iter().map(|z| json!([number(f64::from(z.re)), number(f64::from(z.im))])).collect()
        }
        Array::F16(_) | Array::BF16(_) | Array::F32(_) | Array::F64(_) => {
            tensor.to_vec().into_iter().map(number).collect()
        }
    }
}

/// A real number as JSON.
pub fn number(value: f64) -> Json {
    match value {
        _ if value.is_nan() => json!("NaN"),
        _ if value.is_infinite() => json!(if value > 0.0 { "Infinity" } else { "-Infinity" }),
        _ => json!(value),
    }
}

/// A line of names, then one for each row of the last axis; before the values stand the places along the other axes.
fn table(name: &str, tensor: &Tensor) -> String {
    let elements = in_full::elements(tensor);
    let Some((last, leading)) = tensor.axes().split_last() else {
        return format!("{}\n{}\n", csv::field(name), elements.concat());
    };
    let shape = tensor.shape();
    let width = shape.last().copied().unwrap_or_default();
    let titles = leading
        .iter()
        .enumerate()
        .map(|(place, axis)| axis.name.as_deref().map_or_else(|| format!("axis {place}"), str::to_owned));
    let columns = (0..width).map(|place| label(last, place));
    let mut lines = vec![csv::line(titles.chain(columns))];
    for (row, values) in elements.chunks(width.max(1)).enumerate() {
        let mut places = Vec::new();
        let mut rest = row;
        for (axis, size) in leading.iter().zip(shape).rev() {
            places.push(label(axis, rest % size));
            rest /= size;
        }
        lines.push(csv::line(places.into_iter().rev().chain(values.iter().cloned())));
    }
    lines.join("\n") + "\n"
}

/// What a place along an axis is called; without a name its number.
fn label(axis: &Axis, place: usize) -> String {
    axis.labels.as_ref().and_then(|labels| labels.get(place)).map_or_else(|| place.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::DType;

    fn labelled(name: &str, labels: &[&str]) -> Axis {
        let labels = labels.iter().map(|label| (*label).into()).collect::<Vec<_>>();
        Axis { labels: Some(labels.into()), ..Axis::named(name) }
    }

    fn weights() -> Tensor {
        let tensor = Tensor::from_f32(&[2, 2], vec![0.1, 1.0, f32::NEG_INFINITY, f32::NAN]).unwrap();
        tensor.with_axes(vec![labelled("query", &["the, \"cat\"", "sat"]), labelled("key", &["the", "cat"])])
    }

    fn written(tensor: &Tensor, form: TensorFormat) -> String {
        String::from_utf8(bytes("w", tensor, form).unwrap()).unwrap()
    }

    #[test]
    fn a_table_has_the_names_of_rows_and_columns() {
        assert_eq!(written(&weights(), TensorFormat::Csv), "query,the,cat\n\"the, \"\"cat\"\"\",0.1,1\nsat,-inf,nan\n");
        let deep = Tensor::from_i64(&[2, 1, 3], (1..=6).collect()).unwrap();
        assert_eq!(written(&deep, TensorFormat::Csv), "axis 0,axis 1,0,1,2\n0,0,1,2,3\n1,0,4,5,6\n");
        let line = Tensor::from_bool(&[2], vec![true, false]).unwrap();
        assert_eq!(written(&line, TensorFormat::Csv), "0,1\nTrue,False\n");
        assert_eq!(written(&Tensor::integer(7), TensorFormat::Csv), "w\n7\n");
        assert_eq!(written(&Tensor::zeros(&[0, 3], DType::F32), TensorFormat::Csv), "axis 0,0,1,2\n");
        assert_eq!(written(&Tensor::zeros(&[3, 0], DType::F32), TensorFormat::Csv), "axis 0\n");
    }

    #[test]
    fn an_object_says_all_that_is_known_and_has_every_bit() {
        let json: Json = serde_json::from_str(&written(&weights(), TensorFormat::Json)).unwrap();
        assert_eq!((&json["name"], &json["dtype"], &json["shape"]), (&json!("w"), &json!("float32"), &json!([2, 2])));
        assert_eq!(json["axes"][1], json!({ "name": "key", "labels": ["the", "cat"] }));
        assert_eq!(json["data"], json!([f64::from(0.1_f32), 1.0, "-Infinity", "NaN"]));
    }

    #[test]
    fn a_file_of_weights_is_read_back_bit_for_bit() {
        let tensor = weights();
        let file = File::read(&bytes("w", &tensor, TensorFormat::Safetensors).unwrap()).unwrap();
        assert!(file.tensors["w"].same_bits(&tensor));
    }
}
