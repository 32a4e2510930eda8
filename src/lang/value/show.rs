//! Values as text, as Python and PyTorch print them.

use std::fmt::Write as _;

use super::{Items, Value};
use crate::lang::builtins::nn;
use crate::lang::object::Heap;
use crate::tensor::{DType, Tensor};

/// PyTorch prints at most this many elements in full, and of larger tensors three at each end of every axis.
const MOST_PRINTED: usize = 1000;
const AT_EACH_END: usize = 3;

impl Value {
    /// The value as `print` shows it.
    pub fn show(&self) -> String {
        match self {
            Self::Str(text) => text.to_string(),
            other => other.repr(),
        }
    }

    /// The value as it would be written in the source, as far as it can be.
    pub fn repr(&self) -> String {
        match self {
            Self::Tensor(tensor) => tensor_text(tensor),
            Self::Int(value, _) => value.to_string(),
            Self::Float(value, _) => float_text(*value),
            Self::Bool(true) => "True".to_owned(),
            Self::Bool(false) => "False".to_owned(),
            Self::Str(text) => quoted(text),
            Self::None => "None".to_owned(),
            Self::Ellipsis => "Ellipsis".to_owned(),
            Self::Tuple(items) if items.len() == 1 => format!("({},)", items[0].repr()),
            Self::Tuple(items) => format!("({})", joined(items)),
            Self::List(items) => format!("[{}]", joined(items)),
            Self::Dict(dict) => {
                let entries: Vec<String> =
                    dict.entries().iter().map(|(key, value)| format!("{}: {}", key.repr(), value.repr())).collect();
                format!("{{{}}}", entries.join(", "))
            }
            Self::Slice(parts) => format!("slice({})", joined_values(&**parts)),
            Self::Range(range) if range.step == 1 => format!("range({}, {})", range.start, range.stop),
            Self::Range(range) => format!("range({}, {}, {})", range.start, range.stop, range.step),
            Self::Function(closure) => format!("<function {}>", closure.code.name.name),
            Self::Builtin(builtin) | Self::Method(_, builtin) => format!("<function {}>", builtin.name),
            Self::Module(module) => format!("<module {}>", module.name()),
            Self::DType(dtype) => format!("torch.{dtype}"),
            Self::Object(reference) => nn::print::text(&Heap::default(), reference),
            Self::Class(class) => format!("<class '{}'>", class.name()),
            Self::Bound(bound) => format!("<function {}>", bound.function.code.name.name),
            Self::Super(_) => "<super>".to_owned(),
        }
    }
}

fn joined(items: &Items) -> String {
    joined_values(items)
}

fn joined_values(items: &[Value]) -> String {
    items.iter().map(Value::repr).collect::<Vec<_>>().join(", ")
}

/// A string as Python writes it: in single quotes, unless it holds one and no double quote.
pub fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c == quote => out.extend(['\\', c]),
            c if c.is_control() => _ = write!(out, "\\x{:02x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// A number as Python writes it: the shortest digits that read back as it, with an exponent where it is very large or small.
pub fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e16).contains(&size) {
        let text = format!("{value:e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, number) = exponent.strip_prefix('-').map_or(("+", exponent), |number| ("-", number));
        return format!("{digits}e{sign}{number:0>2}");
    }
    format!("{value:?}")
}

/// `tensor([[0.5000, 1.0000]])`: four digits after the point, rows under each other.
fn tensor_text(tensor: &Tensor) -> String {
    let style = Style::of(tensor);
    let body = rows(tensor, &mut Vec::new(), &style);
    let note = match tensor.dtype() {
        DType::F64 if !tensor.is_number() => ", dtype=torch.float64",
        DType::U8 => ", dtype=torch.uint8",
        _ => "",
    };
    if tensor.is_empty() && tensor.ndim() > 1 {
        return format!("tensor([], size={}{note})", Value::shape(tensor.shape()).repr());
    }
    format!("tensor({body}{note})")
}

/// How the elements of one tensor are written, so that they stand under each other.
struct Style {
    width: usize,
    decimals: usize,
    whole: bool,
    exponent: bool,
    shortened: bool,
}

impl Style {
    fn of(tensor: &Tensor) -> Self {
        let shortened = tensor.len() > MOST_PRINTED;
        let mut shown = Vec::new();
        collect(tensor, &mut Vec::new(), shortened, &mut shown);
        let finite: Vec<f64> = shown.iter().map(|x| x.abs()).filter(|x| x.is_finite() && *x != 0.0).collect();
        let largest = finite.iter().copied().fold(0.0, f64::max);
        let smallest = finite.iter().copied().fold(f64::INFINITY, f64::min);
        let whole = finite.iter().all(|x| x.fract() == 0.0);
        // PyTorch's rule for when the digits would not fit.
        let exponent =
            !finite.is_empty() && (largest / smallest > 1000.0 || largest > 1e8 || smallest < 1e-4) && !whole;
        let mut style = Self { width: 0, decimals: 4, whole, exponent, shortened };
        style.width = shown.iter().map(|x| style.element(*x, tensor.dtype()).len()).max().unwrap_or(0);
        style
    }

    fn element(&self, value: f64, dtype: DType) -> String {
        let text = match dtype {
            DType::Bool => if value == 0.0 { "False" } else { "True" }.to_owned(),
            DType::I64 | DType::U8 => format!("{value:.0}"),
            DType::F32 | DType::F64 if !value.is_finite() => float_text(value),
            DType::F32 | DType::F64 if self.exponent => exponent_text(value),
            DType::F32 | DType::F64 if self.whole => format!("{value:.0}."),
            DType::F32 | DType::F64 => format!("{value:.*}", self.decimals),
        };
        format!("{text:>width$}", width = self.width)
    }
}

fn exponent_text(value: f64) -> String {
    let text = format!("{value:.4e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, number) = exponent.strip_prefix('-').map_or(("+", exponent), |number| ("-", number));
    format!("{digits}e{sign}{number:0>2}")
}

/// Which places of an axis are shown; `None` is the gap.
fn shown_places(size: usize, shortened: bool) -> Vec<Option<usize>> {
    if !shortened || size <= 2 * AT_EACH_END {
        return (0..size).map(Some).collect();
    }
    let ends = (0..AT_EACH_END).map(Some).chain([None]).chain((size - AT_EACH_END..size).map(Some));
    ends.collect()
}

fn collect(tensor: &Tensor, index: &mut Vec<usize>, shortened: bool, out: &mut Vec<f64>) {
    if index.len() == tensor.ndim() {
        out.push(tensor.at(index));
        return;
    }
    for place in shown_places(tensor.shape()[index.len()], shortened).into_iter().flatten() {
        index.push(place);
        collect(tensor, index, shortened, out);
        index.pop();
    }
}

fn rows(tensor: &Tensor, index: &mut Vec<usize>, style: &Style) -> String {
    let axis = index.len();
    if axis == tensor.ndim() {
        return style.element(tensor.at(index), tensor.dtype());
    }
    let mut parts = Vec::new();
    for place in shown_places(tensor.shape()[axis], style.shortened) {
        match place {
            Some(place) => {
                index.push(place);
                parts.push(rows(tensor, index, style));
                index.pop();
            }
            None => parts.push("...".to_owned()),
        }
    }
    // Rows stand under each other, behind `tensor(` and the brackets that are open.
    let between = match tensor.ndim() - axis {
        1 => ", ".to_owned(),
        below => format!(",{}{}", "\n".repeat(below - 1), " ".repeat("tensor(".len() + axis + 1)),
    };
    format!("[{}]", parts.join(&between))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::value::Trace;

    #[test]
    fn numbers_are_written_as_python_writes_them() {
        let cases = [
            (0.1, "0.1"),
            (1.0, "1.0"),
            (1e16, "1e+16"),
            (1e15, "1000000000000000.0"),
            (1.5e-5, "1.5e-05"),
            (-0.0, "-0.0"),
            (f64::NEG_INFINITY, "-inf"),
            (1e300, "1e+300"),
        ];
        for (value, text) in cases {
            assert_eq!(float_text(value), text);
        }
    }

    #[test]
    fn strings_choose_their_quotes() {
        assert_eq!(quoted("cat"), "'cat'");
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted("it's \"it\"\n"), "'it\\'s \"it\"\\n'");
    }

    #[test]
    fn tensors_are_printed_as_pytorch_prints_them() {
        let show = |tensor: crate::tensor::Result<Tensor>| Value::Tensor(tensor.unwrap()).show();
        assert_eq!(
            show(Tensor::from_f32(&[2, 2], vec![1.0, -0.5, 0.25, 2.0])),
            "tensor([[ 1.0000, -0.5000],\n        [ 0.2500,  2.0000]])"
        );
        assert_eq!(
            show(Tensor::from_f32(&[3], vec![1.0, 2.0, f32::NEG_INFINITY])),
            "tensor([1., 2., -inf])".replace("1., 2.", "  1.,   2.")
        );
        assert_eq!(show(Tensor::from_i64(&[2], vec![10, 2])), "tensor([10,  2])");
        assert_eq!(show(Tensor::from_bool(&[2], vec![true, false])), "tensor([ True, False])");
        assert_eq!(show(Tensor::from_f32(&[], vec![0.5])), "tensor(0.5000)");
        assert_eq!(show(Tensor::from_f32(&[0], vec![])), "tensor([])");
        assert!(show(Ok(Tensor::zeros(&[40, 40], DType::F32))).contains("..."));
    }

    #[test]
    fn containers_show_their_items_as_source() {
        let items = |values| Items::new(values).unwrap();
        let one = Value::Tuple(items(vec![Value::text("a")]));
        assert_eq!(one.show(), "('a',)");
        let list = Value::List(items(vec![one, Value::Float(0.5, Trace::None), Value::None]));
        assert_eq!(list.show(), "[('a',), 0.5, None]");
    }
}
