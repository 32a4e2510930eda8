//! Arrays and numbers of NumPy as text, exactly as NumPy prints them: the fewest digits that tell a number, at most eight behind the point,
//! columns under each other, lines of at most 75 columns, and of large arrays three elements at each end of every axis.
//!
//! The rules are those of `numpy/_core/arrayprint.py`; the programs in `tests/language/library` hold what NumPy prints.

use std::cell::Cell;

use super::shown_elements::{shown_elements, shown_places};
use super::{SharedTensor, float_text};
use crate::tensor::{DType, Tensor};

/// How arrays are printed: what `np.set_printoptions` changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintOptions {
    /// The most digits behind the point.
    pub precision: usize,
    /// Arrays with more elements are shortened.
    pub threshold: usize,
    /// How many places of a shortened axis are shown at each end.
    pub edgeitems: usize,
    /// Lines are no longer, unless one element is.
    pub linewidth: usize,
    /// Whether small numbers have no exponent.
    pub suppress: bool,
}

/// Those of NumPy.
impl Default for PrintOptions {
    fn default() -> Self {
        Self { precision: 8, threshold: 1000, edgeitems: 3, linewidth: 75, suppress: false }
    }
}

thread_local! {
    /// Those of the cell that is running.
    static OPTIONS: Cell<PrintOptions> = const {
        Cell::new(PrintOptions { precision: 8, threshold: 1000, edgeitems: 3, linewidth: 75, suppress: false })
    };
}

impl PrintOptions {
    /// Those of the cell that is running.
    pub fn now() -> Self {
        OPTIONS.get()
    }

    /// Runs a cell, which begins with those of NumPy and changes only its own.
    pub fn of_cell<T>(run: impl FnOnce() -> T) -> T {
        let before = OPTIONS.replace(Self::default());
        let made = run();
        OPTIONS.set(before);
        made
    }

    /// Arrays are printed so from now on, in the cell that is running.
    pub fn set(self) {
        OPTIONS.set(self);
    }
}

/// As `print` shows it: `[1.  2.5]`, `2.5`.
pub(super) fn array_str(array: &SharedTensor) -> String {
    array_text(array, " ")
}

/// The same with something else between the elements.
pub fn array_text(array: &SharedTensor, separator: &str) -> String {
    let now = array.now();
    if now.ndim() == 0 {
        return number_text(&now);
    }
    let options = PrintOptions::now();
    if now.is_empty() {
        return "[]".to_owned();
    }
    Page::of(&now, options, separator).rows(&mut Vec::new(), " ", options.linewidth)
}

/// As it would be written: `array([1. , 2.5])`, `np.float64(2.5)`.
pub(super) fn array_repr(array: &SharedTensor) -> String {
    const PREFIX: &str = "array(";
    let now = array.now();
    let dtype = now.dtype();
    let options = PrintOptions::now();
    let contents = if now.is_empty() {
        "[]".to_owned()
    } else if now.ndim() == 0 {
        Style::of(&[now.at(&[])], &now, options).element(now.at(&[]), now.whole_at(&[]))
    } else {
        // The closing bracket stands in the last line, too.
        let width = options.linewidth - 1;
        Page::of(&now, options, ", ").rows(&mut Vec::new(), &" ".repeat(PREFIX.len() + 1), width)
    };
    let mut extras = Vec::new();
    if (now.is_empty() && now.ndim() != 1) || now.len() > options.threshold {
        let sizes: Vec<String> = now.shape().iter().map(ToString::to_string).collect();
        let comma = if sizes.len() == 1 { "," } else { "" };
        extras.push(format!("shape=({}{comma})", sizes.join(", ")));
    }
    let is_implied = matches!(dtype, DType::F64 | DType::I64 | DType::Bool) && !now.is_empty();
    if !is_implied {
        extras.push(format!("dtype={dtype}"));
    }
    if extras.is_empty() {
        return format!("{PREFIX}{contents})");
    }
    let (text, extras) = (format!("{PREFIX}{contents},"), format!("{})", extras.join(", ")));
    let last_line = text.chars().rev().take_while(|c| *c != '\n').count();
    let between = if last_line + extras.len() + 1 > options.linewidth {
        format!("\n{}", " ".repeat(PREFIX.len()))
    } else {
        " ".to_owned()
    };
    format!("{text}{between}{extras}")
}

/// `np.float64(2.5)`.
pub(super) fn scalar_repr(scalar: &SharedTensor) -> String {
    let now = scalar.now();
    match (now.dtype(), now.at(&[])) {
        (DType::Bool, value) => if value == 0.0 { "np.False_" } else { "np.True_" }.to_owned(),
        (dtype, _) => format!("np.{dtype}({})", number_text(&now)),
    }
}

/// A single number without its type.
fn number_text(number: &Tensor) -> String {
    let value = number.at(&[]);
    match number.dtype() {
        DType::Bool => if value == 0.0 { "False" } else { "True" }.to_owned(),
        dtype if !dtype.is_float() => {
            number.whole_at(&[]).map_or_else(|| format!("{value:.0}"), |whole| whole.to_string())
        }
        DType::F64 => float_text(value),
        _ if !value.is_finite() => float_text(value),
        dtype => {
            let digits = Digits::of(value, dtype);
            let most = if dtype == DType::F16 { 1e3 } else { 1e6 };
            if value == 0.0 || (1e-4..most).contains(&value.abs()) {
                let text = digits.positional();
                if text.ends_with('.') { text + "0" } else { text }
            } else {
                digits.scientific(2).replace(".e", "e")
            }
        }
    }
}

/// The fewest decimal digits that tell a number of its dtype, and where the point stands.
struct Digits {
    is_negative: bool,
    /// Without zeros in front and behind; `0` for zero.
    text: String,
    /// How many of them stand before the point: none or fewer than none for small numbers.
    before_point: i32,
}

impl Digits {
    fn of(value: f64, dtype: DType) -> Self {
        let size = value.abs();
        let text = match dtype {
            DType::F32 => ryu::Buffer::new().format_finite(size as f32).to_owned(),
            DType::F16 => {
                let is_same = |text: &String| {
                    text.parse::<f64>().is_ok_and(|read| read_as_half(read).to_bits() == size.to_bits())
                };
                let text = (0..8).map(|digits| format!("{size:.digits$e}")).find(is_same);
                text.unwrap_or_else(|| size.to_string())
            }
            _ => ryu::Buffer::new().format_finite(size).to_owned(),
        };
        Self::read(value.is_sign_negative(), &text)
    }

    /// The same rounded to so many digits behind the point.
    fn rounded(value: f64, precision: usize) -> Self {
        Self::read(value.is_sign_negative(), &format!("{:.precision$}", value.abs()))
    }

    /// The same rounded to so many digits behind the first.
    fn rounded_behind_first(value: f64, precision: usize) -> Self {
        Self::read(value.is_sign_negative(), &format!("{:.precision$e}", value.abs()))
    }

    fn read(is_negative: bool, text: &str) -> Self {
        let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let all = format!("{whole}{fraction}");
        let leading = all.len() - all.trim_start_matches('0').len();
        let digits = all.trim_matches('0');
        if digits.is_empty() {
            return Self { is_negative, text: "0".to_owned(), before_point: 1 };
        }
        let exponent: i32 = exponent.parse().unwrap_or_default();
        Self { is_negative, text: digits.to_owned(), before_point: whole.len() as i32 + exponent - leading as i32 }
    }

    /// How many digits stand behind the point.
    fn behind_point(&self) -> usize {
        if self.text == "0" { 0 } else { usize::try_from(self.text.len() as i32 - self.before_point).unwrap_or(0) }
    }

    /// `1234.5`, `3.`, `0.001`.
    fn positional(&self) -> String {
        let sign = if self.is_negative { "-" } else { "" };
        let Ok(before) = usize::try_from(self.before_point) else {
            let zeros = "0".repeat(self.before_point.unsigned_abs() as usize);
            return format!("{sign}0.{zeros}{}", self.text);
        };
        match self.text.get(..before) {
            Some("") => format!("{sign}0.{}", self.text),
            Some(whole) => format!("{sign}{whole}.{}", &self.text[before..]),
            None => format!("{sign}{}{}.", self.text, "0".repeat(before - self.text.len())),
        }
    }

    /// `1.5e+10`, `1.e-05`, with at least so many digits of the exponent.
    fn scientific(&self, exponent_digits: usize) -> String {
        let sign = if self.is_negative { "-" } else { "" };
        let exponent = if self.text == "0" { 0 } else { self.before_point - 1 };
        let (first, rest) = self.text.split_at(1);
        let exponent_sign = if exponent < 0 { '-' } else { '+' };
        format!("{sign}{first}.{rest}e{exponent_sign}{:0>exponent_digits$}", exponent.abs())
    }
}

fn read_as_half(value: f64) -> f64 {
    f64::from(half::f16::from_f64(value))
}

/// How the elements of one array are written, so that they stand under each other.
struct Style {
    dtype: DType,
    options: PrintOptions,
    form: Form,
    /// Columns before the point, or of a whole element.
    left: usize,
    /// Columns behind the point.
    right: usize,
}

/// How one element is written.
enum Form {
    Whole,
    Positional,
    /// With so many digits behind the point, and of the exponent.
    Scientific {
        precision: usize,
        exponent_digits: usize,
    },
}

impl Style {
    fn of(shown: &[f64], tensor: &Tensor, options: PrintOptions) -> Self {
        let dtype = tensor.dtype();
        let style = Self { dtype, options, form: Form::Whole, left: 0, right: 0 };
        match dtype {
            DType::Bool => Self { left: if tensor.ndim() == 0 { 0 } else { 5 }, ..style },
            dtype if !dtype.is_float() => {
                let left = shown.iter().map(|value| format!("{value:.0}").len()).max().unwrap_or(0);
                Self { left, ..style }
            }
            _ => style.of_real(shown),
        }
    }

    fn of_real(self, shown: &[f64]) -> Self {
        let finite: Vec<f64> = shown.iter().copied().filter(|value| value.is_finite()).collect();
        let sizes = finite.iter().map(|value| value.abs()).filter(|size| *size != 0.0);
        let largest = sizes.clone().fold(0.0, f64::max);
        let smallest = sizes.fold(f64::INFINITY, f64::min);
        let is_spread = || self.quotient(largest, smallest) > 1000.0;
        // So many digits a number of this dtype has for certain, and no more than eight.
        let most = match self.dtype {
            DType::F16 => 1e3,
            DType::F32 => 1e6,
            _ => 1e8,
        };
        let needs_exponent =
            largest > 0.0 && (largest >= most || (!self.options.suppress && (smallest < 0.0001 || is_spread())));
        let mut style = if finite.is_empty() {
            Self { form: Form::Positional, ..self }
        } else if needs_exponent {
            self.with_exponent(&finite)
        } else {
            let texts: Vec<String> = finite.iter().map(|value| self.positional(*value)).collect();
            let longest = |part: fn(&str) -> usize| texts.iter().map(|text| part(text)).max().unwrap_or(0);
            let left = longest(|text| text.find('.').unwrap_or(text.len()));
            let right = longest(|text| text.find('.').map_or(0, |point| text.len() - point - 1));
            Self { form: Form::Positional, left, right, ..self }
        };
        if finite.len() < shown.len() {
            // Of what is not finite, `nan` and `inf` stand to the right.
            let has_negative = shown.contains(&f64::NEG_INFINITY);
            let columns = 3 + usize::from(has_negative && shown.iter().any(|value| value.is_infinite()));
            style.left = style.left.max(columns.saturating_sub(style.right + 1));
        }
        style
    }

    /// How far apart two numbers are, in their own precision.
    fn quotient(&self, largest: f64, smallest: f64) -> f64 {
        if self.dtype == DType::F64 { largest / smallest } else { f64::from(largest as f32 / smallest as f32) }
    }

    fn with_exponent(self, finite: &[f64]) -> Self {
        let digits: Vec<Digits> = finite.iter().map(|value| self.significant(*value)).collect();
        let precision = digits.iter().map(|digits| digits.text.len() - 1).max().unwrap_or(0);
        let exponents = digits.iter().filter(|digits| digits.text != "0").map(|digits| digits.before_point - 1);
        let exponent_digits = exponents.map(|exponent| exponent.abs().to_string().len()).max().unwrap_or(0).max(2);
        let left = digits.iter().map(|digits| 1 + usize::from(digits.is_negative)).max().unwrap_or(1);
        let right = exponent_digits + 2 + precision;
        Self { form: Form::Scientific { precision, exponent_digits }, left, right, ..self }
    }

    fn positional(&self, value: f64) -> String {
        let fewest = Digits::of(value, self.dtype);
        if fewest.behind_point() <= self.options.precision {
            return fewest.positional();
        }
        Digits::rounded(value, self.options.precision).positional()
    }

    fn significant(&self, value: f64) -> Digits {
        let fewest = Digits::of(value, self.dtype);
        if fewest.text.len() <= self.options.precision + 1 {
            return fewest;
        }
        Digits::rounded_behind_first(value, self.options.precision)
    }

    fn element(&self, value: f64, whole: Option<i64>) -> String {
        let left = self.left;
        match self.form {
            Form::Whole if self.dtype == DType::Bool => {
                format!("{:>left$}", if value == 0.0 { "False" } else { "True" })
            }
            Form::Whole => match whole {
                Some(whole) => format!("{whole:>left$}"),
                None => format!("{value:>left$.0}"),
            },
            _ if !value.is_finite() => format!("{:>width$}", float_text(value), width = left + self.right + 1),
            Form::Positional => {
                let text = self.positional(value);
                let (before, behind) = text.split_once('.').unwrap_or((&text, ""));
                format!("{before:>left$}.{behind:<right$}", right = self.right)
            }
            Form::Scientific { precision, exponent_digits } => {
                let fewest = self.significant(value);
                // With more digits than needed, they are those of the number itself, and no zeros.
                let digits = if fewest.text.len() <= precision {
                    Digits::rounded_behind_first(value, precision)
                } else {
                    fewest
                };
                let text = digits.scientific(exponent_digits);
                let (number, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
                let (before, behind) = number.split_once('.').unwrap_or((number, ""));
                format!("{before:>left$}.{behind:0<precision$}e{exponent}")
            }
        }
    }
}

/// An array on its way to text.
struct Page<'a> {
    tensor: &'a Tensor,
    style: Style,
    separator: &'a str,
    /// How many places of an axis are shown at each end, where not all are.
    edge: Option<usize>,
}

impl<'a> Page<'a> {
    fn of(tensor: &'a Tensor, options: PrintOptions, separator: &'a str) -> Self {
        let edge = (tensor.len() > options.threshold).then_some(options.edgeitems);
        let shown = shown_elements(tensor, edge, |index| tensor.at(index));
        Self { tensor, style: Style::of(&shown, tensor, options), separator, edge }
    }

    /// The part of the array at `index`, with its brackets; `hanging` is what the lines behind its first begin with.
    fn rows(&self, index: &mut Vec<usize>, hanging: &str, width: usize) -> String {
        let (axis, ndim) = (index.len(), self.tensor.ndim());
        if axis == ndim {
            return self.style.element(self.tensor.at(index), self.tensor.whole_at(index));
        }
        let inner = format!("{hanging} ");
        let mut words = Vec::new();
        for place in shown_places(self.tensor.shape()[axis], self.edge) {
            match place {
                Some(place) => {
                    index.push(place);
                    words.push(self.rows(index, &inner, width.saturating_sub(1)));
                    index.pop();
                }
                None => words.push("...".to_owned()),
            }
        }
        if axis + 1 == ndim {
            return self.lines(&words, hanging, width);
        }
        let between = format!("{}{}{hanging}", self.separator.trim_end(), "\n".repeat(ndim - axis - 1));
        format!("[{}]", words.join(&between))
    }

    /// The elements of the last axis, in as many lines as they need.
    fn lines(&self, words: &[String], hanging: &str, width: usize) -> String {
        let width = width.saturating_sub(self.separator.trim_end().len().max(1));
        let (mut text, mut line) = (String::new(), hanging.to_owned());
        for (number, word) in words.iter().enumerate() {
            if number > 0 {
                line.push_str(self.separator);
            }
            if line.len() + word.len() > width && line.len() > hanging.len() {
                text.push_str(line.trim_end());
                text.push('\n');
                hanging.clone_into(&mut line);
            }
            line.push_str(word);
        }
        text.push_str(&line);
        format!("[{}]", &text[hanging.len()..])
    }
}
