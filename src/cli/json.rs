//! Values as JSON: what Python's `json` reads back without loss.

use serde_json::{Map, Value as Json, json};

use crate::lang::Value;
use crate::notebook::tensor_file::data;
pub(super) use crate::notebook::tensor_file::number;
use crate::tensor::Tensor;

/// So many elements are written at most, all names together: JSON takes tens of bytes for each, and values share their parts.
const MAX_ELEMENTS: u64 = 10_000_000;

/// Writes the values of names, as long as there is room.
pub(super) struct Writer {
    left: u64,
}

impl Default for Writer {
    fn default() -> Self {
        Self { left: MAX_ELEMENTS }
    }
}

impl Writer {
    /// A value that a name holds: its dtype, its shape, and its elements in row-major order, or `null` in their place where all that is
    /// written would be more than [`MAX_ELEMENTS`]. `None` for what holds no data: functions, classes, modules.
    pub(super) fn named(&mut self, value: &Value) -> Option<Json> {
        let (dtype, shape) = form(value)?;
        let data = match self.left.checked_sub(elements(value, 0, self.left)) {
            None => Json::Null,
            Some(left) => {
                self.left = left;
                match value {
                    Value::Tensor(tensor) => data(&tensor.now()).into(),
                    Value::List(_) | Value::Tuple(_) | Value::Dict(_) => plain(value),
                    _ => json!([plain(value)]),
                }
            }
        };
        Some(json!({ "dtype": dtype, "shape": shape, "data": data }))
    }
}

/// Whether a value holds data, so that a command shows it.
pub(super) fn holds_data(value: &Value) -> bool {
    form(value).is_some()
}

/// The dtype and the shape of a value that holds data.
fn form(value: &Value) -> Option<(String, Vec<usize>)> {
    let (dtype, shape) = match value {
        Value::Tensor(tensor) => return Some((tensor.now().dtype().to_string(), tensor.now().shape().to_vec())),
        Value::Int(..) => ("int", vec![]),
        Value::Float(..) => ("float", vec![]),
        Value::Bool(_) => ("bool", vec![]),
        Value::Str(_) => ("str", vec![]),
        Value::None => ("None", vec![]),
        Value::List(list) => ("list", vec![list.now().len()]),
        Value::Tuple(items) => ("tuple", vec![items.len()]),
        Value::Dict(table) => ("dict", vec![table.now().entries().len()]),
        _ => return None,
    };
    Some((dtype.to_owned(), shape))
}

/// How many elements a value is as JSON, which indents what lies deep; once it is more than `most`, the counting ends.
fn elements(value: &Value, depth: u64, most: u64) -> u64 {
    let sum = |values: &mut dyn Iterator<Item = &Value>| {
        let mut sum = 1 + depth / 2;
        for value in values {
            if sum > most {
                break;
            }
            sum += elements(value, depth + 1, most - sum);
        }
        sum
    };
    match value {
        Value::Tensor(tensor) => 1 + tensor.now().len() as u64,
        Value::Str(text) => 1 + text.len() as u64 / 32,
        Value::List(list) => sum(&mut list.now().iter()),
        Value::Tuple(items) => sum(&mut items.iter()),
        Value::Dict(table) => sum(&mut table.now().entries().iter().flat_map(|(key, value)| [key, value])),
        // These are written as texts.
        Value::Object(_) | Value::Stub(_) | Value::Class(_) => 1000,
        _ => 1 + depth / 2,
    }
}

/// A tensor: `{"dtype": "float32", "shape": [2, 3], "data": [...]}`.
fn array(tensor: &Tensor) -> Json {
    json!({ "dtype": tensor.dtype().to_string(), "shape": tensor.shape(), "data": data(tensor) })
}

/// A value inside a list or a dict: as itself where JSON has its like, a tensor as `array` has it, anything else as its
/// text.
fn plain(value: &Value) -> Json {
    match value {
        Value::Tensor(tensor) => array(&tensor.now()),
        Value::Int(value, _) => json!(value),
        Value::Float(value, _) => number(*value),
        Value::Bool(value) => json!(value),
        Value::Str(text) => json!(&**text),
        Value::None => Json::Null,
        Value::List(list) => list.now().iter().map(plain).collect(),
        Value::Tuple(items) => items.iter().map(plain).collect(),
        Value::Dict(table) => {
            let entry = |(key, value): &(Value, Value)| (key.show(), plain(value));
            Json::Object(table.now().entries().iter().map(entry).collect::<Map<_, _>>())
        }
        other => json!(other.excerpt()),
    }
}
