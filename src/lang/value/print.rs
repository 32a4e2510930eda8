//! Tensors as text, exactly as PyTorch prints them: four digits after the point or an exponent, columns under each other, lines of
//! at most 80 columns, and of large tensors three elements at each end of every axis.
//!
//! The rules are those of `torch/_tensor_str.py`; `tests/language/printing.json` holds what PyTorch prints.

use std::fmt::Write as _;

use super::shown_elements::{shown_elements, shown_places};
use super::{SharedTensor, float_text};
use crate::tensor::{Array, DType, Tensor};

/// Tensors with more elements are shortened.
const MAX_PRINTED: usize = 1000;
/// How many places of a shortened axis are shown at each end.
const AT_EACH_END: usize = 3;
/// Lines are no longer, unless one element is.
const LINE_WIDTH: usize = 80;
/// Digits after the point.
const DECIMALS: usize = 4;
/// What every tensor begins with; rows are indented by its length.
const PREFIX: &str = "tensor(";

/// `tensor([[0.5000, 1.0000]])`.
pub(super) fn tensor_text(tensor: &SharedTensor) -> String {
    let now = tensor.now();
    let mut text = format!("{PREFIX}{}", if now.is_empty() { "[]".to_owned() } else { contents(&now) });
    for suffix in suffixes(&now).into_iter().chain(gradient(tensor)) {
        let last_line = text.chars().rev().take_while(|c| *c != '\n').count();
        // PyTorch leaves two columns more than the comma and the blank take.
        let between = if last_line + suffix.len() + 4 > LINE_WIDTH {
            format!(",\n{}", " ".repeat(PREFIX.len()))
        } else {
            ", ".to_owned()
        };
        let _ = write!(text, "{between}{suffix}");
    }
    text.push(')');
    text
}

/// What stands behind the elements: what they do not show by themselves.
fn suffixes(tensor: &Tensor) -> Vec<String> {
    let mut suffixes = Vec::new();
    if tensor.is_empty() && tensor.ndim() != 1 {
        let sizes: Vec<String> = tensor.shape().iter().map(ToString::to_string).collect();
        suffixes.push(format!("size=({})", sizes.join(", ")));
    }
    let plain = match tensor.dtype() {
        DType::F32 => true,
        DType::I64 | DType::Bool | DType::C64 => !tensor.is_empty(),
        // A number of the language is shown as what it is to the reader: a number.
        DType::F64 => tensor.is_number(),
        DType::U8 | DType::I32 | DType::F16 | DType::BF16 => false,
    };
    if !plain {
        suffixes.push(format!("dtype=torch.{}", tensor.dtype()));
    }
    suffixes
}

/// How a tensor is computed of which a gradient is wanted.
fn gradient(tensor: &SharedTensor) -> Option<String> {
    match tensor.grad_fn_name() {
        Some(name) => Some(format!("grad_fn=<{name}>")),
        None => tensor.requires_grad().then(|| "requires_grad=True".to_owned()),
    }
}

fn contents(tensor: &Tensor) -> String {
    let edge = (tensor.len() > MAX_PRINTED).then_some(AT_EACH_END);
    let style = Style::of(&shown_elements(tensor, edge, |index| tensor.at(index)), tensor.dtype());
    let imaginary = tensor
        .dtype()
        .is_complex()
        .then(|| Style::of(&shown_elements(tensor, edge, |index| imaginary_part(tensor, index)), tensor.dtype()));
    Page { tensor, style, imaginary, edge }.rows(&mut Vec::new())
}

/// How the elements of one tensor are written, so that they stand under each other.
struct Style {
    dtype: DType,
    form: Form,
    width: usize,
}

/// How one element is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `3`, and `3.` for a real number.
    Whole,
    /// `3.1416`.
    Decimal,
    /// `3.1416e+00`.
    Exponent,
}

impl Style {
    fn of(shown: &[f64], dtype: DType) -> Self {
        if !dtype.is_float() && !dtype.is_complex() {
            let style = Self { dtype, form: Form::Whole, width: 0 };
            let width = shown.iter().map(|x| style.element(*x).len()).max().unwrap_or(0);
            return Self { width, ..style };
        }
        // Only these decide the form and the width: zeros, infinities and NaN fit themselves in.
        let counted: Vec<f64> = shown.iter().copied().filter(|x| x.is_finite() && *x != 0.0).collect();
        let largest = counted.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
        let smallest = counted.iter().fold(f64::INFINITY, |a: f64, x| a.min(x.abs()));
        let form = if counted.is_empty() {
            Form::Whole
        } else if largest / smallest > 1000.0 || largest > 1e8 || smallest < 1e-4 {
            Form::Exponent
        } else if counted.iter().all(|x| x.fract() == 0.0) {
            Form::Whole
        } else {
            Form::Decimal
        };
        let style = Self { dtype, form, width: 0 };
        let width = counted.iter().map(|x| style.element(*x).len()).max().unwrap_or(1);
        Self { width, ..style }
    }

    fn element(&self, value: f64) -> String {
        let text = match self.dtype {
            DType::Bool => if value == 0.0 { "False" } else { "True" }.to_owned(),
            DType::I64 | DType::I32 | DType::U8 => format!("{value:.0}"),
            _ if !value.is_finite() => float_text(value),
            _ => match self.form {
                Form::Exponent => exponent_text(value),
                Form::Whole => format!("{value:.0}."),
                Form::Decimal => format!("{value:.DECIMALS$}"),
            },
        };
        format!("{text:>width$}", width = self.width)
    }
}

fn exponent_text(value: f64) -> String {
    let text = format!("{value:.DECIMALS$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, number) = exponent.strip_prefix('-').map_or(("+", exponent), |number| ("-", number));
    format!("{digits}e{sign}{number:0>2}")
}

/// The imaginary part of an element.
fn imaginary_part(tensor: &Tensor, index: &[usize]) -> f64 {
    match tensor.array() {
        Array::C64(values) => values.get(index).map_or(f64::NAN, |z| f64::from(z.im)),
        _ => 0.0,
    }
}

/// A tensor on its way to text.
struct Page<'a> {
    tensor: &'a Tensor,
    style: Style,
    /// How the imaginary parts are written, where there are some.
    imaginary: Option<Style>,
    /// How many places of an axis are shown at each end, where not all are.
    edge: Option<usize>,
}

impl Page<'_> {
    /// The part of the tensor at `index`, with its brackets.
    fn rows(&self, index: &mut Vec<usize>) -> String {
        let (axis, ndim) = (index.len(), self.tensor.ndim());
        if axis == ndim {
            if let Some(whole) = self.tensor.whole_at(index) {
                return format!("{whole:>width$}", width = self.style.width);
            }
            let real = self.style.element(self.tensor.at(index));
            let Some(imaginary) = &self.imaginary else { return real };
            let part = imaginary_part(self.tensor, index);
            let text = imaginary.element(part);
            // As in PyTorch, a minus takes the place of the plus, wherever the width has put it.
            let plus = if text.trim_start().starts_with('-') { "" } else { "+" };
            return format!("{real}{plus}{}j", text.trim_start());
        }
        // Rows stand under each other, behind the prefix and the brackets that are open.
        let indent = PREFIX.len() + axis + 1;
        let mut parts = Vec::new();
        for place in shown_places(self.tensor.shape()[axis], self.edge) {
            match place {
                Some(place) => {
                    index.push(place);
                    parts.push(self.rows(index));
                    index.pop();
                }
                None if axis + 1 == ndim => parts.push(" ...".to_owned()),
                None => parts.push("...".to_owned()),
            }
        }
        let new_line = |lines: usize| format!(",{}{}", "\n".repeat(lines), " ".repeat(indent));
        if axis + 1 < ndim {
            return format!("[{}]", parts.join(&new_line(ndim - axis - 1)));
        }
        // As PyTorch counts, of a complex number both parts and the j.
        let width = self.style.width + self.imaginary.as_ref().map_or(0, |imaginary| imaginary.width + 1);
        let in_a_line = ((LINE_WIDTH + 1).saturating_sub(indent) / (width + 2)).max(1);
        let lines: Vec<String> = parts.chunks(in_a_line).map(|line| line.join(", ")).collect();
        format!("[{}]", lines.join(&new_line(1)))
    }
}
