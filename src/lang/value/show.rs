//! Values as text, as Python and PyTorch print them.

use std::fmt::Write as _;

use super::print::tensor_text;
use super::{Form, Items, Value};
use crate::lang::builtins::nn;
use crate::lang::object::Heap;

impl Value {
    /// The value as `print` shows it.
    pub fn show(&self) -> String {
        match self {
            Self::Str(text) => text.to_string(),
            Self::Bystander(what) => what.show(),
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
            Self::Tuple(items) if items.form() != Form::Plain => formed(items),
            Self::Tuple(items) if items.len() == 1 => format!("({},)", items[0].repr()),
            Self::Tuple(items) => format!("({})", joined(items)),
            Self::List(items) => format!("[{}]", joined(items)),
            Self::Dict(dict) => {
                let entries: Vec<String> =
                    dict.entries().iter().map(|(key, value)| format!("{}: {}", key.repr(), value.repr())).collect();
                format!("{{{}}}", entries.join(", "))
            }
            Self::Set(set) if set.entries().is_empty() => "set()".to_owned(),
            Self::Set(set) => {
                let keys: Vec<String> = set.entries().iter().map(|(key, _)| key.repr()).collect();
                format!("{{{}}}", keys.join(", "))
            }
            Self::Slice(parts) => format!("slice({})", joined_values(&**parts)),
            Self::Range(range) if range.step == 1 => format!("range({}, {})", range.start, range.stop),
            Self::Range(range) => format!("range({}, {}, {})", range.start, range.stop, range.step),
            Self::Function(closure) => format!("<function {}>", closure.code.name.name),
            Self::Builtin(builtin) | Self::Method(_, builtin) => format!("<function {}>", builtin.name),
            Self::Module(module) => format!("<module {}>", module.name()),
            Self::DType(dtype) => format!("torch.{dtype}"),
            Self::Bystander(what) => what.repr(),
            Self::Object(reference) => nn::print::text(&Heap::default(), reference),
            Self::Class(class) => format!("<class '{}'>", class.name()),
            Self::Bound(bound) => format!("<function {}>", bound.function.code.name.name),
            Self::Super(_) => "<super>".to_owned(),
        }
    }
}

/// A tuple that PyTorch made: sizes, or what was found with where it was found.
fn formed(items: &Items) -> String {
    match (items.form(), &items[..]) {
        (Form::Extremes(name), [values, indices]) => {
            format!("torch.return_types.{name}(\nvalues={},\nindices={})", values.repr(), indices.repr())
        }
        _ => format!("torch.Size([{}])", joined(items)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::value::Trace;
    use crate::tensor::{DType, Tensor};

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
        assert_eq!(show(Tensor::from_f32(&[3], vec![1.0, 2.0, f32::NEG_INFINITY])), "tensor([1., 2., -inf])");
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
