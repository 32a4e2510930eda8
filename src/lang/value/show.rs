//! Values as text, as Python and PyTorch print them.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::array_text::{array_repr, array_str, scalar_repr};
use super::object_text;
use super::print::tensor_text;
use super::{ArrayType, DictPart, DictView, Form, Items, Value};
use crate::lang::object::Heap;
use crate::lang::syntax::MAX_DEPTH;

/// How many bytes of a container are written at most.
const LONGEST: usize = 16 << 20;
/// How many characters of a value an error quotes.
const EXCERPT: usize = 200;

impl Value {
    /// The value as `print` shows it.
    pub fn show(&self) -> String {
        match self {
            Self::Str(text) => text.to_string(),
            Self::Stub(what) => what.show(),
            Self::Tensor(array) if array.array_type() != ArrayType::Tensor => array_str(array),
            other => other.repr(),
        }
    }

    /// The value as it would be written in the source, as far as it can be. A running cell checks the size of a value first;
    /// for any other caller the text ends after about 16 MiB.
    pub fn repr(&self) -> String {
        self.beginning(LONGEST).0
    }

    /// The value as it would be written in the source, shortened to what an error can quote.
    pub fn excerpt(&self) -> String {
        let (text, is_whole) = self.beginning(EXCERPT);
        if is_whole && text.chars().count() <= EXCERPT {
            return text;
        }
        text.chars().take(EXCERPT).chain(['…']).collect()
    }

    /// The beginning of [`Value::repr`], cut with an ellipsis where it is longer than so many bytes.
    pub fn shortened(&self, most: usize) -> String {
        match self.beginning(most) {
            (text, true) => text,
            (text, false) => text + "…",
        }
    }

    /// The beginning of [`Value::repr`], and whether it is the whole: what comes behind so many bytes need not be written.
    pub fn beginning(&self, most: usize) -> (String, bool) {
        let mut page = Page { text: String::new(), most, is_whole: true, level: 0 };
        page.value(self);
        (page.text, page.is_whole)
    }
}

/// What is being written, until it is full.
struct Page {
    text: String,
    most: usize,
    /// Whether nothing was left out.
    is_whole: bool,
    /// How many containers are open.
    level: u32,
}

impl Page {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Tuple(items) if items.form() != Form::Plain => self.formed(items),
            Value::Tuple(items) if items.len() == 1 => self.list("(", items.iter(), ",)"),
            Value::Tuple(items) => self.list("(", items.iter(), ")"),
            Value::List(list) => self.list("[", list.now().iter(), "]"),
            Value::Set(keys) if keys.now().entries().is_empty() => self.text.push_str("set()"),
            Value::Set(keys) => self.list("{", keys.now().keys(), "}"),
            Value::Dict(table) => self.dict(table.now().entries()),
            Value::View(view) => self.view(view),
            Value::Slice(parts) => self.list("slice(", parts.iter(), ")"),
            other => self.text.push_str(&single(other)),
        }
    }

    fn list<'v>(&mut self, open: &str, items: impl IntoIterator<Item = &'v Value>, close: &str) {
        self.between(open, items, close, Self::value);
    }

    fn dict(&mut self, entries: &[(Value, Value)]) {
        self.between("{", entries, "}", |page, (key, value)| {
            page.value(key);
            page.text.push_str(": ");
            page.value(value);
        });
    }

    fn view(&mut self, view: &DictView) {
        let dict = view.dict.now();
        let open = format!("{}([", view.part.type_name());
        match view.part {
            DictPart::Keys => self.list(&open, dict.keys(), "])"),
            DictPart::Values => self.list(&open, dict.values(), "])"),
            DictPart::Items => self.between(&open, dict.entries(), "])", |page, (key, value)| {
                page.list("(", [key, value], ")");
            }),
        }
    }

    fn between<T>(
        &mut self,
        open: &str,
        items: impl IntoIterator<Item = T>,
        close: &str,
        write: impl Fn(&mut Self, T),
    ) {
        self.text.push_str(open);
        if self.level > MAX_DEPTH {
            // Only what holds itself nests so deep; the running cell writes that in its own way.
            self.is_whole = false;
            return;
        }
        self.level += 1;
        for (number, item) in items.into_iter().enumerate() {
            if self.text.len() > self.most {
                self.is_whole = false;
                break;
            }
            if number > 0 {
                self.text.push_str(", ");
            }
            write(self, item);
        }
        self.level -= 1;
        if self.is_whole {
            self.text.push_str(close);
        }
    }

    /// A tuple that PyTorch made: sizes, or what was found with where it was found.
    fn formed(&mut self, items: &Items) {
        let (Form::Extremes(name), [values, indices]) = (items.form(), &items[..]) else {
            return self.list("torch.Size([", items.iter(), "])");
        };
        _ = write!(self.text, "torch.return_types.{name}(\nvalues=");
        self.value(values);
        self.text.push_str(",\nindices=");
        self.value(indices);
        self.text.push(')');
    }
}

/// A value that holds no others.
fn single(value: &Value) -> String {
    match value {
        Value::Tensor(tensor) => match tensor.array_type() {
            ArrayType::Tensor => tensor_text(tensor),
            ArrayType::Array => array_repr(tensor),
            ArrayType::Scalar => scalar_repr(tensor),
        },
        Value::Int(value, _) => value.to_string(),
        Value::Float(value, _) => float_text(*value),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Str(text) => quoted(text),
        Value::None => "None".to_owned(),
        Value::Ellipsis => "Ellipsis".to_owned(),
        Value::Range(range) if range.step == 1 => format!("range({}, {})", range.start, range.stop),
        Value::Range(range) => format!("range({}, {}, {})", range.start, range.stop, range.step),
        Value::Function(closure) => format!("<function {}>", closure.code.name.name),
        Value::Builtin(builtin) if builtin.is_type() => format!("<class '{}'>", builtin.type_name()),
        Value::Builtin(builtin) | Value::Method(_, builtin) => format!("<function {}>", builtin.name),
        Value::Module(module) => format!("<module {}>", module.name()),
        Value::DType(dtype) => format!("torch.{dtype}"),
        Value::Stub(what) => what.repr(),
        Value::Iterator(iterator) => format!("<{} object>", iterator.type_name()),
        Value::Generator(_) => "<torch._C.Generator object>".to_owned(),
        Value::Object(reference) => object_text(&Heap::default(), reference, &HashMap::new()),
        Value::Class(class) => format!("<class '{}'>", class.name()),
        Value::Bound(bound) => format!("<function {}>", bound.function.code.name.name),
        Value::Super(_) => "<super>".to_owned(),
        // [`Page::value`] writes these.
        Value::Tuple(_) | Value::List(_) | Value::Set(_) | Value::Dict(_) | Value::View(_) | Value::Slice(_) => {
            String::new()
        }
    }
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
    // Of two shortest texts that are equally near, Python takes the one with the even digit, and so does this; `{}` does not.
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(value);
    let size = value.abs();
    if size == 0.0 || (1e-4..1e16).contains(&size) {
        return text.to_owned();
    }
    let (digits, exponent) = scientific(text);
    format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// The digits and the exponent of a number that may be written without one: `0.00001` and `1e-5` are both `1` and -5.
fn scientific(text: &str) -> (String, i32) {
    if let Some((digits, exponent)) = text.split_once('e') {
        return (digits.to_owned(), exponent.parse().unwrap_or_default());
    }
    let (sign, size) = text.strip_prefix('-').map_or(("", text), |size| ("-", size));
    let behind = size.trim_start_matches("0.");
    let digits = behind.trim_start_matches('0');
    let (first, rest) = digits.split_at(digits.len().min(1));
    let point = if rest.is_empty() { "" } else { "." };
    (format!("{sign}{first}{point}{rest}"), -((behind.len() - digits.len()) as i32 + 1))
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
            (-1.234_5e-5, "-1.2345e-05"),
            (1e-5, "1e-05"),
            (12_345_678_901_234_567.0, "1.2345678901234568e+16"),
            (5e-324, "5e-324"),
            // Halfway between two texts of 17 digits.
            (f64::from(0.245_777_13_f32), "0.24577713012695312"),
            (f64::from(0.536_415_1_f32), "0.5364151000976562"),
        ];
        for (value, text) in cases {
            assert_eq!(float_text(value), text);
        }
    }

    #[test]
    fn of_a_long_value_no_more_is_written_than_is_asked_for() {
        let list = |items: Vec<Value>| Value::list(Items::new(items).unwrap());
        let numbers = list((0..5).map(|number| Value::Int(number, Trace::None)).collect());
        let nested = list(vec![numbers.clone(), numbers.clone(), numbers]);
        let whole = "[[0, 1, 2, 3, 4], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]";
        assert_eq!(nested.repr(), whole);
        assert_eq!(nested.beginning(100), (whole.to_owned(), true));
        assert_eq!(nested.beginning(20), ("[[0, 1, 2, 3, 4], [0, 1".to_owned(), false));
        assert_eq!(
            Value::Int(12345, Trace::None).beginning(2),
            ("12345".to_owned(), true),
            "what is one piece stays one"
        );
    }

    #[test]
    fn strings_choose_their_quotes() {
        assert_eq!(quoted("cat"), "'cat'");
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted("it's \"it\"\n"), "'it\\'s \"it\"\\n'");
    }

    #[test]
    fn tensors_are_printed_as_pytorch_prints_them() {
        let show = |tensor: crate::tensor::Result<Tensor>| Value::from(tensor.unwrap()).show();
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
        let list = Value::list(items(vec![one, Value::Float(0.5, Trace::None), Value::None]));
        assert_eq!(list.show(), "[('a',), 0.5, None]");
    }
}
