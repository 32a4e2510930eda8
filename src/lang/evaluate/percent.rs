//! `template % values`: the older way to put values into a text, as in C.

use super::format::{MAX_WIDTH, Spec};
use super::indexing::no_key;
use super::{Interpreter, Outcome};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::syntax::Span;
use crate::lang::value::Value;

/// One `%` with what belongs to it: `%[(key)][flags][width][.precision]type`.
struct Field {
    key: Option<String>,
    spec: Spec,
    kind: char,
    /// The place of its type in the template, in characters.
    place: usize,
}

/// The values of a template, which its fields take one after the other.
struct Values<'v> {
    given: &'v Value,
    /// How many of them are taken.
    taken: usize,
}

impl Values<'_> {
    fn next(&mut self) -> Option<Value> {
        self.taken += 1;
        match self.given {
            Value::Tuple(items) => items.get(self.taken - 1).cloned(),
            other => (self.taken == 1).then(|| other.clone()),
        }
    }

    /// Whether some are left that a template must take. What is found by key need not be.
    fn has_more(&self) -> bool {
        match self.given {
            Value::Tuple(items) => self.taken < items.len(),
            Value::Dict(_) | Value::List(_) | Value::Tensor(_) | Value::Range(_) => false,
            _ => self.taken == 0,
        }
    }
}

impl Interpreter<'_> {
    pub(super) fn percent(&mut self, span: Span, template: &str, given: &Value) -> Outcome {
        let characters: Vec<char> = template.chars().collect();
        let plain = self.plain_container(given);
        // The items of a tuple are the values, whatever class it is of; other objects are values themselves.
        let given = plain.as_ref().filter(|plain| matches!(plain, Value::Tuple(_))).unwrap_or(given);
        let mut values = Values { given, taken: 0 };
        let mut out = String::with_capacity(template.len());
        let mut place = 0;
        while let Some(&character) = characters.get(place) {
            place += 1;
            if character != '%' {
                out.push(character);
                continue;
            }
            if characters.get(place) == Some(&'%') {
                out.push('%');
                place += 1;
                continue;
            }
            let field = field_of(&characters, &mut place, &mut values, span)?;
            self.step(span)?;
            let value = match &field.key {
                Some(key) => {
                    // The values are those of the mapping from now on.
                    values.taken = usize::MAX / 2;
                    self.item_of_key(given, key, span)?
                }
                None => values.next().ok_or_else(|| too_few(span))?,
            };
            let text = self.put_in(&field, &value, span)?;
            self.spend_text(span, text.len())?;
            out.push_str(&text);
        }
        if values.has_more() {
            return Err(type_error(span, "not all arguments converted during string formatting"));
        }
        self.spend_text(span, out.len())?;
        Ok(Value::text(out))
    }

    /// The value that a mapping has under a key.
    fn item_of_key(&mut self, given: &Value, key: &str, span: Span) -> Outcome {
        match given {
            Value::Dict(table) => {
                let (dict, key) = (table.now(), Value::text(key));
                let found = dict.get(&key).cloned();
                found.ok_or_else(|| no_key(&key, dict.entries(), span))
            }
            Value::Object(object) => self.get_item(object, Value::text(key), span),
            Value::List(_) => Err(type_error(span, "list indices must be integers or slices, not str")),
            _ => Err(type_error(span, "format requires a mapping")),
        }
    }

    /// A value as its field shows it.
    fn put_in(&mut self, field: &Field, value: &Value, span: Span) -> Outcome<String> {
        let spec = &field.spec;
        let text = |machine: &mut Self, quoted| machine.text(value, quoted, span);
        match field.kind {
            's' => Ok(Self::padded(spec, &text(self, false)?)),
            'r' => Ok(Self::padded(spec, &text(self, true)?)),
            'a' => Ok(Self::padded(spec, &escaped(&text(self, true)?))),
            'c' => match &as_int(value) {
                Value::Str(one) if one.chars().count() == 1 => {
                    Ok(Self::padded(&Spec { precision: None, ..spec.clone() }, one))
                }
                Value::Int(code, _) => match u32::try_from(*code).ok().and_then(char::from_u32) {
                    Some(one) => Ok(Self::padded(&Spec { precision: None, ..spec.clone() }, &one.to_string())),
                    None => Err(Diagnostic::new(span, "%c arg not in range(0x110000)").raising("OverflowError")),
                },
                _ => Err(type_error(span, "%c requires int or char")),
            },
            'd' | 'i' | 'u' => {
                let (is_negative, digits) = self.whole(value, field.kind, span)?;
                Ok(spec.placed(is_negative, "", &digits))
            }
            kind @ ('x' | 'X' | 'o') => {
                let Value::Int(number, _) = as_int(value) else {
                    let message = format!("%{kind} format: an integer is required, not {}", value.python_type());
                    return Err(type_error(span, message));
                };
                Ok(spec.based(number, kind))
            }
            kind @ ('f' | 'F' | 'e' | 'E' | 'g' | 'G') => {
                let number = self.real(value, span)?;
                let spec = Spec { kind: Some(kind), precision: Some(spec.precision.unwrap_or(6)), ..spec.clone() };
                Ok(spec.real(number))
            }
            other => {
                let (place, code) = (field.place, u32::from(other));
                let shown = if other.is_ascii() { other } else { '?' };
                let message = format!("unsupported format character '{shown}' ({code:#x}) at index {place}");
                Err(Diagnostic::new(span, message).raising("ValueError"))
            }
        }
    }

    /// A text as wide as its field asks for, cut to its precision.
    fn padded(spec: &Spec, text: &str) -> String {
        let text: String = text.chars().take(spec.precision.unwrap_or(usize::MAX)).collect();
        Spec { zeros: false, ..spec.clone() }.pad(&text, '>')
    }

    /// The number that a value is, or that a tensor holds; other values as they are.
    fn number_in(&mut self, value: &Value, span: Span) -> Outcome {
        match as_int(&self.read(value.clone())) {
            Value::Tensor(tensor) => self.only_number(&tensor, span),
            other => Ok(other),
        }
    }

    /// A number without what follows its point: whether it is negative, and its digits.
    fn whole(&mut self, value: &Value, kind: char, span: Span) -> Outcome<(bool, String)> {
        match self.number_in(value, span)? {
            Value::Int(number, _) => Ok((number < 0, number.unsigned_abs().to_string())),
            Value::Float(number, _) if number.is_finite() => {
                let number = number.trunc();
                Ok((number < 0.0, format!("{:.0}", number.abs())))
            }
            Value::Float(number, _) => {
                let (class, what) = if number.is_nan() { ("ValueError", "NaN") } else { ("OverflowError", "infinity") };
                Err(Diagnostic::new(span, format!("cannot convert float {what} to integer")).raising(class))
            }
            _ => {
                let message = format!("%{kind} format: a real number is required, not {}", value.python_type());
                Err(type_error(span, message))
            }
        }
    }

    fn real(&mut self, value: &Value, span: Span) -> Outcome<f64> {
        match self.number_in(value, span)? {
            Value::Int(number, _) => Ok(number as f64),
            Value::Float(number, _) => Ok(number),
            _ => Err(type_error(span, format!("must be real number, not {}", value.python_type()))),
        }
    }
}

/// Reads a field behind its `%`.
fn field_of(characters: &[char], place: &mut usize, values: &mut Values<'_>, span: Span) -> Outcome<Field> {
    let incomplete = || Diagnostic::new(span, "incomplete format").raising("ValueError");
    let (mut spec, mut key, mut left) = (Spec::default(), None, false);
    if characters.get(*place) == Some(&'(') {
        let mut depth = 0;
        let length = characters[*place..].iter().position(|&c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let length = length.ok_or_else(|| Diagnostic::new(span, "incomplete format key").raising("ValueError"))?;
        key = Some(characters[*place + 1..*place + length].iter().collect());
        *place += length + 1;
    }
    while let Some(&flag) = characters.get(*place) {
        match flag {
            '-' => left = true,
            '+' => spec.sign = Some('+'),
            ' ' => spec.sign = spec.sign.or(Some(' ')),
            '0' => spec.zeros = true,
            '#' => spec.alternate = true,
            _ => break,
        }
        *place += 1;
    }
    let width = size_of_field(characters, place, values, span)?;
    left |= width < 0;
    spec.width = width.unsigned_abs() as usize;
    if characters.get(*place) == Some(&'.') {
        *place += 1;
        spec.precision = Some(size_of_field(characters, place, values, span)?.max(0) as usize);
    }
    while matches!(characters.get(*place), Some('h' | 'l' | 'L')) {
        *place += 1;
    }
    let &kind = characters.get(*place).ok_or_else(incomplete)?;
    *place += 1;
    if left {
        (spec.align, spec.zeros) = (Some('<'), false);
    }
    Ok(Field { key, spec, kind, place: *place - 1 })
}

/// A width or a precision: digits, or `*` for the next value.
fn size_of_field(characters: &[char], place: &mut usize, values: &mut Values<'_>, span: Span) -> Outcome<i64> {
    let too_wide = || Diagnostic::new(span, "this field is too wide").help("a field has at most 1000 characters");
    if characters.get(*place) == Some(&'*') {
        *place += 1;
        return match values.next().map(|value| as_int(&value)) {
            Some(Value::Int(size, _)) if size.abs() <= MAX_WIDTH as i64 => Ok(size),
            Some(Value::Int(..)) => Err(too_wide()),
            Some(_) => Err(type_error(span, "* wants int")),
            None => Err(too_few(span)),
        };
    }
    let digits: String = characters[*place..].iter().take_while(|c| c.is_ascii_digit()).collect();
    *place += digits.len();
    if digits.is_empty() {
        return Ok(0);
    }
    digits.parse().ok().filter(|&size: &i64| size <= MAX_WIDTH as i64).ok_or_else(too_wide)
}

/// A truth value is a number here.
fn as_int(value: &Value) -> Value {
    match value {
        Value::Bool(on) => Value::int(*on),
        other => other.clone(),
    }
}

fn type_error(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(span, message.into()).raising("TypeError")
}

fn too_few(span: Span) -> Diagnostic {
    type_error(span, "not enough arguments for format string")
}

/// A text with only ASCII in it, as `ascii` gives it.
fn escaped(text: &str) -> String {
    let one = |c: char| match u32::from(c) {
        code @ 0..128 => char::from(code as u8).to_string(),
        code @ 128..256 => format!("\\x{code:02x}"),
        code @ 256..0x1_0000 => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    };
    text.chars().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_ascii_is_escaped() {
        assert_eq!(escaped("aé→😀"), "a\\xe9\\u2192\\U0001f600");
    }
}
