//! Values as text in a format of choice: f-strings, and what `%` shares with them.

use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::{Piece, Span};
use crate::lang::value::{Value, float_text};

/// The widest field, and the most digits after the point: more would only be a way to spend memory.
pub(super) const MAX_WIDTH: usize = 1000;

/// What stands after the colon: `[[fill]align][sign][#][0][width][,][.precision][type]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Spec {
    pub(super) fill: Option<char>,
    pub(super) align: Option<char>,
    pub(super) sign: Option<char>,
    /// Whether the base of a whole number is shown: `0x1f`.
    pub(super) alternate: bool,
    pub(super) zeros: bool,
    pub(super) width: usize,
    /// What stands between thousands, or between four digits of another base.
    pub(super) separator: Option<char>,
    pub(super) precision: Option<usize>,
    pub(super) kind: Option<char>,
}

impl Interpreter<'_> {
    pub(super) fn format_string(&mut self, span: Span, pieces: &[Piece]) -> Outcome {
        let text = self.format_pieces(pieces)?;
        self.spend_text(span, text.len())?;
        Ok(Value::text(text))
    }

    fn format_pieces(&mut self, pieces: &[Piece]) -> Outcome<String> {
        let mut out = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Field { value: expression, label, conversion, format } => {
                    let value = self.eval(expression)?;
                    out.push_str(label.as_deref().unwrap_or(""));
                    let spec = self.format_pieces(format)?;
                    // `{x=}` alone shows x as it would be written.
                    let value = match conversion {
                        Some('r' | 'a') => Value::text(self.text(&value, true, expression.span)?),
                        None if label.is_some() && spec.is_empty() => {
                            Value::text(self.text(&value, true, expression.span)?)
                        }
                        Some(_) => Value::text(self.text(&value, false, expression.span)?),
                        None => value,
                    };
                    let text = self.formatted(&value, &spec, expression.span)?;
                    self.spend_text(expression.span, text.len())?;
                    out.push_str(&text);
                }
            }
        }
        Ok(out)
    }

    /// A value in a format: `format(value, spec)`.
    pub(in crate::lang) fn formatted(&mut self, value: &Value, text: &str, span: Span) -> Outcome<String> {
        if text.is_empty() {
            return match value {
                // A tensor without axes is its number here, as in PyTorch.
                Value::Tensor(tensor) if tensor.ndim() == 0 => Ok(self.number_of(&tensor.now(), span)?.show()),
                _ => self.text(value, false, span),
            };
        }
        let unreadable = || {
            Diagnostic::new(span, format!("`{text}` is not a format specifier"))
                .help("write :.2f for two decimals, :8 for a width of 8, :.1% for a percentage")
        };
        let number = match value {
            Value::Tensor(tensor) if tensor.ndim() == 0 => self.number_of(&tensor.now(), span)?,
            Value::Int(..) | Value::Float(..) | Value::Bool(_) | Value::Str(_) => value.clone(),
            other => {
                let kind = other.python_type();
                let message =
                    format!("unsupported format string passed to {kind}.__format__: a format is for one number");
                let error = Diagnostic::new(span, message);
                let error = match other {
                    Value::Tensor(_) => {
                        error.raising_as("TypeError", format!("unsupported format string passed to {kind}.__format__"))
                    }
                    _ => error,
                };
                return Err(error.help("format a single element, or use str(x) with a string format"));
            }
        };
        let spec = Spec::read(text).ok_or_else(unreadable)?;
        spec.apply(&number).ok_or_else(|| unfit(value, text, span))
    }
}

fn unfit(value: &Value, spec: &str, span: Span) -> Diagnostic {
    Diagnostic::new(span, format!("the format `{spec}` cannot be used for {}", value.description()))
}

impl Spec {
    fn read(text: &str) -> Option<Self> {
        let mut spec = Self::default();
        let characters: Vec<char> = text.chars().collect();
        let mut rest = &characters[..];
        match rest {
            [fill, align @ ('<' | '>' | '^' | '='), after @ ..] => {
                (spec.fill, spec.align, rest) = (Some(*fill), Some(*align), after);
            }
            [align @ ('<' | '>' | '^' | '='), after @ ..] => (spec.align, rest) = (Some(*align), after),
            _ => {}
        }
        if let [sign @ ('+' | '-' | ' '), after @ ..] = rest {
            (spec.sign, rest) = (Some(*sign), after);
        }
        if let ['#', after @ ..] = rest {
            (spec.alternate, rest) = (true, after);
        }
        if let ['0', after @ ..] = rest {
            (spec.zeros, rest) = (true, after);
        }
        (spec.width, rest) = number(rest)?;
        if let [separator @ (',' | '_'), after @ ..] = rest {
            (spec.separator, rest) = (Some(*separator), after);
        }
        if let ['.', after @ ..] = rest {
            let (precision, after_digits) = number(after)?;
            if after_digits.len() == after.len() {
                return None;
            }
            (spec.precision, rest) = (Some(precision), after_digits);
        }
        match rest {
            [] => Some(spec),
            [kind @ ('d' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G' | '%' | 's' | 'b' | 'o' | 'x' | 'X' | 'c')] => {
                Some(Self { kind: Some(*kind), ..spec })
            }
            _ => None,
        }
    }

    fn apply(&self, value: &Value) -> Option<String> {
        match value {
            Value::Int(number, _) => match self.kind {
                None | Some('d') if self.precision.is_none() => {
                    Some(self.place_number(*number < 0, "", &number.unsigned_abs().to_string()))
                }
                Some(kind @ ('b' | 'o' | 'x' | 'X')) if self.precision.is_none() && self.separator != Some(',') => {
                    Some(self.based(*number, kind))
                }
                Some('c') if self.precision.is_none() && self.sign.is_none() && self.separator.is_none() => {
                    let one = u32::try_from(*number).ok().and_then(char::from_u32)?;
                    Some(self.pad(&one.to_string(), '<'))
                }
                None | Some('d' | 's' | 'b' | 'o' | 'x' | 'X' | 'c') => None,
                Some(_) => Some(self.real(*number as f64)),
            },
            Value::Float(number, _) => {
                (!matches!(self.kind, Some('d' | 's' | 'b' | 'o' | 'x' | 'X' | 'c'))).then(|| self.real(*number))
            }
            // With a format, a truth value is its number.
            Value::Bool(on) => self.apply(&Value::int(*on)),
            _ if !matches!(self.kind, None | Some('s'))
                || self.sign.is_some()
                || self.separator.is_some()
                || self.alternate
                || self.align == Some('=') =>
            {
                None
            }
            other => {
                let text: String = other.show().chars().take(self.precision.unwrap_or(usize::MAX)).collect();
                Some(self.pad(&text, '<'))
            }
        }
    }

    /// A whole number in the base of its letter, with as many digits as its precision asks for.
    pub(super) fn based(&self, number: i64, kind: char) -> String {
        let size = number.unsigned_abs();
        let (digits, prefix) = match kind {
            'b' => (format!("{size:b}"), "0b"),
            'o' => (format!("{size:o}"), "0o"),
            'X' => (format!("{size:X}"), "0X"),
            _ => (format!("{size:x}"), "0x"),
        };
        self.placed(number < 0, if self.alternate { prefix } else { "" }, &digits)
    }

    /// A whole number, with as many digits as its precision asks for.
    pub(super) fn placed(&self, is_negative: bool, prefix: &str, digits: &str) -> String {
        self.place_number(is_negative, prefix, &format!("{digits:0>width$}", width = self.precision.unwrap_or(0)))
    }

    pub(super) fn real(&self, value: f64) -> String {
        let size = value.abs();
        let digits = self.precision.unwrap_or(6);
        let text = match self.kind {
            Some('F' | 'E' | 'G') if !value.is_finite() => float_text(size).to_uppercase(),
            _ if !value.is_finite() => float_text(size),
            Some('f' | 'F') if self.alternate && digits == 0 => format!("{size:.0}."),
            Some('f' | 'F') => format!("{size:.digits$}"),
            Some('%') => format!("{:.digits$}", size * 100.0),
            Some(kind @ ('e' | 'E')) => {
                let text = exponent(size, digits, kind);
                if self.alternate && digits == 0 { text.replacen(kind, &format!(".{kind}"), 1) } else { text }
            }
            Some('g' | 'G') if self.alternate => all_digits(size, digits.max(1)),
            Some('g' | 'G') => general(size, digits.max(1)),
            _ if self.precision.is_some() => general_float(size, digits.max(1)),
            _ => float_text(size),
        };
        let text = if self.kind == Some('G') { text.to_uppercase() } else { text };
        let percent = if self.kind == Some('%') { "%" } else { "" };
        self.place_number(value.is_sign_negative() && !value.is_nan(), "", &format!("{text}{percent}"))
    }

    /// Sign, thousands, zeros and width around the digits of a number.
    fn place_number(&self, negative: bool, prefix: &str, digits: &str) -> String {
        let sign = match (negative, self.sign) {
            (true, _) => "-",
            (false, Some('+')) => "+",
            (false, Some(' ')) => " ",
            _ => "",
        };
        let group = if matches!(self.kind, Some('b' | 'o' | 'x' | 'X')) { 4 } else { 3 };
        let grouped = |digits: &str| match self.separator {
            Some(separator) => in_groups(digits, group, separator),
            None => digits.to_owned(),
        };
        let room = self.width.saturating_sub(sign.len() + prefix.len());
        if (self.zeros && self.align.is_none()) || self.align == Some('=') {
            let fill = self.fill.unwrap_or(if self.zeros { '0' } else { ' ' });
            let mut digits = digits.to_owned();
            // Zeros are digits, and are parted as the others are.
            while fill == '0' && self.separator.is_some() && grouped(&format!("0{digits}")).len() <= room {
                digits.insert(0, '0');
            }
            let digits = grouped(&digits);
            let missing = room.saturating_sub(digits.len());
            return format!("{sign}{prefix}{}{digits}", fill.to_string().repeat(missing));
        }
        self.pad(&format!("{sign}{prefix}{}", grouped(digits)), '>')
    }

    pub(super) fn pad(&self, text: &str, usual: char) -> String {
        let missing = self.width.saturating_sub(text.chars().count());
        let fill = |count: usize| self.fill.unwrap_or(' ').to_string().repeat(count);
        match self.align.unwrap_or(usual) {
            '<' => format!("{text}{}", fill(missing)),
            '^' => format!("{}{text}{}", fill(missing / 2), fill(missing - missing / 2)),
            _ => format!("{}{text}", fill(missing)),
        }
    }
}

/// The whole number at the beginning, 0 when there is none; nothing when it is larger than any field may be.
fn number(characters: &[char]) -> Option<(usize, &[char])> {
    let count = characters.iter().take_while(|c| c.is_ascii_digit()).count();
    let (digits, rest) = characters.split_at(count);
    let value = if count == 0 { 0 } else { digits.iter().collect::<String>().parse().ok()? };
    (value <= MAX_WIDTH).then_some((value, rest))
}

fn exponent(size: f64, digits: usize, kind: char) -> String {
    let text = format!("{size:.digits$e}");
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, power) = power.strip_prefix('-').map_or(("+", power), |power| ("-", power));
    format!("{mantissa}{kind}{sign}{power:0>2}")
}

/// `g`: so many significant digits, without trailing zeros, with an exponent where the number is very large or small.
fn general(size: f64, digits: usize) -> String {
    let text = exponent(size, digits - 1, 'e');
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "+00"));
    let power: i64 = power.parse().unwrap_or(0);
    let trimmed = |text: &str| {
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
    };
    if size != 0.0 && (power < -4 || power >= digits as i64) {
        let sign = if power < 0 { "-" } else { "+" };
        return format!("{}e{sign}{:02}", trimmed(mantissa), power.abs());
    }
    let decimals = usize::try_from(digits as i64 - 1 - power).unwrap_or(0);
    trimmed(&format!("{size:.decimals$}"))
}

/// `#g`: as `g`, with its trailing zeros and its point.
fn all_digits(size: f64, digits: usize) -> String {
    let short = general(size, digits);
    let (mantissa, power) =
        short.split_once('e').map_or((&*short, ""), |(mantissa, _)| (mantissa, &short[mantissa.len()..]));
    let shown = mantissa.chars().filter(char::is_ascii_digit).collect::<String>();
    let shown = if size == 0.0 { shown.len() } else { shown.trim_start_matches('0').len() };
    let point = if mantissa.contains('.') { "" } else { "." };
    format!("{mantissa}{point}{}{power}", "0".repeat(digits.saturating_sub(shown)))
}

/// A precision without a letter: as `g`, but a float always shows that it is one.
fn general_float(size: f64, digits: usize) -> String {
    let text = general(size, digits);
    if text.contains(['.', 'e']) { text } else { format!("{text}.0") }
}

fn in_groups(digits: &str, group: usize, separator: char) -> String {
    let end = if group == 3 { digits.find(|c: char| !c.is_ascii_digit()) } else { None };
    let (whole, rest) = end.map_or((digits, ""), |at| digits.split_at(at));
    let mut out = String::new();
    for (place, c) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(group) {
            out.push(separator);
        }
        out.push(c);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::value::Trace;

    #[test]
    fn formats_are_those_of_python() {
        let cases = [
            (1234.5, ".2f", "1234.50"),
            (1234.5, ",.1f", "1,234.5"),
            (-0.5, "+.1f", "-0.5"),
            (0.5, "+.1f", "+0.5"),
            (0.256, ".1%", "25.6%"),
            (0.5, "8.2f", "    0.50"),
            (0.5, "<8.2f", "0.50    "),
            (-0.5, "08.2f", "-0000.50"),
            (0.5, "^8", "  0.5   "),
            (12_345.678, ".3e", "1.235e+04"),
            (1.234e-4, "g", "0.0001234"),
            (1e10, "g", "1e+10"),
            (0.1 + 0.2, ".3", "0.3"),
            (2.0, ".3", "2.0"),
            (f64::NEG_INFINITY, ".2f", "-inf"),
        ];
        for (value, spec, expected) in cases {
            let text = Spec::read(spec).and_then(|spec| spec.apply(&Value::Float(value, Trace::None)));
            assert_eq!(text.as_deref(), Some(expected), "{value} in {spec}");
        }
        let apply = |value: &Value, spec: &str| Spec::read(spec).and_then(|spec| spec.apply(value));
        assert_eq!(apply(&Value::int(42), "05d").as_deref(), Some("00042"));
        assert_eq!(apply(&Value::int(42), ".1f").as_deref(), Some("42.0"));
        assert_eq!(apply(&Value::int(1_234_567), ",").as_deref(), Some("1,234,567"));
        assert_eq!(apply(&Value::int(1_234_567), "_").as_deref(), Some("1_234_567"));
        assert_eq!(apply(&Value::int(-255), "#06x").as_deref(), Some("-0x0ff"));
        assert_eq!(apply(&Value::int(0x7fff_ffff), "_X").as_deref(), Some("7FFF_FFFF"));
        assert_eq!(apply(&Value::int(1234), "09,").as_deref(), Some("0,001,234"));
        assert_eq!(apply(&Value::int(8), "o").as_deref(), Some("10"));
        assert_eq!(apply(&Value::Bool(true), "d").as_deref(), Some("1"));
        assert_eq!(apply(&Value::Bool(true), ">3").as_deref(), Some("  1"));
        assert_eq!(apply(&Value::Bool(true), ".2f").as_deref(), Some("1.00"));
        assert_eq!(apply(&Value::Bool(true), "s"), None);
        assert_eq!(apply(&Value::text("cat"), ">6").as_deref(), Some("   cat"));
        assert_eq!(apply(&Value::text("cat"), "*^7").as_deref(), Some("**cat**"));
        assert_eq!(apply(&Value::text("cat"), ".2f"), None);
        assert_eq!(apply(&Value::Float(0.5, Trace::None), "d"), None);
        for broken in [".", "99999", "zz", ".2q", "5.f"] {
            assert_eq!(Spec::read(broken), None, "{broken}");
        }
    }
}
