//! Strings and their methods. Their errors are CPython's.

use std::sync::Arc;

use super::declare::{BuiltinResult, Invocation, builtins};
use super::from_argument::{At, Keywords, Rest};
use super::from_python::{Affix, FillCharacter, Index, Separator, StrArgument, Stripped, Substring, can_be_iterated};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::Outcome;
use crate::lang::value::Value;
use crate::text::category;

builtins! { TABLE:
    /// A value as text.
    #[at(Bare)]
    #[role(Type)]
    fn str(call, object: Value = "") -> Value {
        let text = call.interpreter.text(&object, false, call.span)?;
        call.new_text(text)
    }

    /// A value as it would be written in the source.
    #[at(Bare)]
    fn repr(call, @positional obj: Value) -> Value {
        let text = call.interpreter.text(&obj, true, call.span)?;
        call.new_text(text)
    }

    /// The parts between separators; the words, if none is given.
    #[at(Str)]
    fn split(call, this: Arc<str>, sep: At<Option<Separator>> = None, maxsplit: Index = -1) -> Value {
        call.interpreter.spend_text(call.span, this.len())?;
        let most = usize::try_from(maxsplit.0).ok();
        let parts = match &sep.value {
            None => words(&this, most),
            Some(separator) if separator.0.is_empty() => {
                let error = Diagnostic::new(sep.span, "empty separator").raising("ValueError");
                return Err(error.help("to split it into characters, write list(text)").into());
            }
            Some(separator) => match most {
                Some(most) => this.splitn(most.saturating_add(1), &*separator.0).collect(),
                None => this.split(&*separator.0).collect(),
            },
        };
        call.list_of_texts(&parts)
    }

    /// The strings of a list with this text between them.
    #[at(Str)]
    fn join(call, this: Arc<str>, @positional iterable: At<Value>) -> Value {
        joined(call, &this, &iterable)
    }

    /// In small letters.
    #[at(Str)]
    fn lower(call, this: Arc<str>) -> Value {
        call.new_text(this.to_lowercase())
    }

    /// In capital letters.
    #[at(Str)]
    fn upper(call, this: Arc<str>) -> Value {
        call.new_text(this.to_uppercase())
    }

    /// Without the blanks, or these characters, at both ends.
    #[at(Str)]
    fn strip(call, this: Arc<str>, @positional chars: Option<Stripped> = None) -> Value {
        let goes = call.stripping(&this, chars)?;
        call.new_text(this.trim_matches(goes).to_owned())
    }

    /// With every old part replaced by a new one.
    #[at(Str)]
    fn replace(
        call, this: Arc<str>, @positional old: StrArgument, @positional new: StrArgument, @positional count: Index = -1
    ) -> Value {
        replaced(call, &this, (&old.0, &new.0), usize::try_from(count.0).ok())
    }

    /// Without the blanks, or these characters, at its beginning.
    #[at(Str)]
    fn lstrip(call, this: Arc<str>, @positional chars: Option<Stripped> = None) -> Value {
        let goes = call.stripping(&this, chars)?;
        call.new_text(this.trim_start_matches(goes).to_owned())
    }

    /// Without the blanks, or these characters, at its end.
    #[at(Str)]
    fn rstrip(call, this: Arc<str>, @positional chars: Option<Stripped> = None) -> Value {
        let goes = call.stripping(&this, chars)?;
        call.new_text(this.trim_end_matches(goes).to_owned())
    }

    /// With a capital first letter and small others.
    #[at(Str)]
    fn capitalize(call, this: Arc<str>) -> Value {
        call.new_text(capital(&this))
    }

    /// With a capital first letter in each word.
    #[at(Str)]
    fn title(call, this: Arc<str>) -> Value {
        // A word ends wherever something stands that is no letter.
        call.new_text(this.split_inclusive(|c: char| !c.is_alphabetic()).map(capital).collect())
    }

    /// In small letters, for comparison.
    #[at(Str)]
    fn casefold(call, this: Arc<str>) -> Value {
        // For comparison, the sharp s is two letters.
        call.new_text(this.to_lowercase().replace('ß', "ss"))
    }

    /// Its lines.
    #[at(Str)]
    fn splitlines(call, this: Arc<str>, keepends: Index = False) -> Value {
        call.interpreter.spend_text(call.span, this.len())?;
        call.list_of_texts(&lines(&this, keepends.0 != 0))
    }

    /// What is before a separator, the separator, and the rest.
    #[at(Str)]
    fn partition(call, this: Arc<str>, @positional sep: At<Substring>) -> Value {
        call.interpreter.spend_text(call.span, this.len())?;
        let separator = &*sep.value.0;
        if separator.is_empty() {
            return Err(call.error("empty separator").raising("ValueError").at(sep.span).into());
        }
        let parts = match this.split_once(separator) {
            Some((before, after)) => [before, separator, after],
            None => [&this, "", ""],
        };
        Ok(Value::Tuple(call.interpreter.collect(call.span, parts.map(Value::text).to_vec())?))
    }

    /// How often a part occurs.
    #[at(Str)]
    fn count(call, this: Arc<str>, @positional sub: Substring) -> i64 {
        call.interpreter.read_through(call.span, this.len() + sub.0.len())?;
        Ok(occurrences(&this, &sub.0) as i64)
    }

    /// The place of a part, or -1.
    #[at(Str)]
    fn find(call, this: Arc<str>, @positional sub: Substring) -> i64 {
        Ok(call.place_of_part(&this, &sub)?.unwrap_or(-1))
    }

    /// The place of a part.
    #[at(Str)]
    fn index(call, this: Arc<str>, @positional sub: At<Substring>) -> i64 {
        let missing = || {
            let (part, text) = (Value::Str(Arc::clone(&sub.value.0)), Value::Str(Arc::clone(&this)));
            let help = format!("{} is not in {}; text.find(part) returns -1 in that case", part.excerpt(), text.excerpt());
            Diagnostic::new(sub.span, "substring not found").raising("ValueError").help(help)
        };
        Ok(call.place_of_part(&this, &sub.value)?.ok_or_else(missing)?)
    }

    /// Whether it is all digits.
    #[at(Str)]
    fn isdigit(call, this: Arc<str>) -> bool {
        call.is_all(&this, category::is_digit)
    }

    /// Whether it is all letters.
    #[at(Str)]
    fn isalpha(call, this: Arc<str>) -> bool {
        call.is_all(&this, category::is_letter)
    }

    /// Whether it could be a name.
    #[at(Str)]
    fn isidentifier(call, this: Arc<str>) -> bool {
        call.interpreter.read_through(call.span, this.len())?;
        let mut characters = this.chars();
        let begins = characters.next().is_some_and(|first| first == '_' || first.is_alphabetic());
        Ok(begins && characters.all(|one| one == '_' || one.is_alphanumeric()))
    }

    /// Whether it is all letters and digits.
    #[at(Str)]
    fn isalnum(call, this: Arc<str>) -> bool {
        call.is_all(&this, |c| category::is_letter(c) || category::is_number(c))
    }

    /// Whether it is all blanks.
    #[at(Str)]
    fn isspace(call, this: Arc<str>) -> bool {
        call.is_all(&this, is_blank)
    }

    /// Whether its letters are all capitals.
    #[at(Str)]
    fn isupper(call, this: Arc<str>) -> bool {
        call.interpreter.read_through(call.span, this.len())?;
        Ok(this.contains(char::is_uppercase) && !this.contains(char::is_lowercase))
    }

    /// Whether its letters are all small.
    #[at(Str)]
    fn islower(call, this: Arc<str>) -> bool {
        call.interpreter.read_through(call.span, this.len())?;
        Ok(this.contains(char::is_lowercase) && !this.contains(char::is_uppercase))
    }

    /// At the left of a field.
    #[at(Str)]
    fn ljust(call, this: Arc<str>, @positional width: Index, @positional fillchar: FillCharacter = " ") -> Value {
        let missing = call.missing(&this, width)?;
        call.padded(&this, (0, missing), fillchar)
    }

    /// At the right of a field.
    #[at(Str)]
    fn rjust(call, this: Arc<str>, @positional width: Index, @positional fillchar: FillCharacter = " ") -> Value {
        let missing = call.missing(&this, width)?;
        call.padded(&this, (missing, 0), fillchar)
    }

    /// In the middle of a field.
    #[at(Str)]
    fn center(call, this: Arc<str>, @positional width: Index, @positional fillchar: FillCharacter = " ") -> Value {
        let missing = call.missing(&this, width)?;
        // The odd blank goes to the left when the width is odd, as in Python.
        let left = missing / 2 + (missing & width.0.max(0) as usize & 1);
        call.padded(&this, (left, missing - left), fillchar)
    }

    /// At the right of a field of zeros.
    #[at(Str)]
    fn zfill(call, this: Arc<str>, @positional width: Index) -> Value {
        let missing = call.missing(&this, width)?;
        let (sign, digits) = this.split_at(usize::from(this.starts_with(['+', '-'])));
        call.interpreter.spend_text(call.span, this.len().saturating_add(missing))?;
        Ok(Value::text(format!("{sign}{}{digits}", "0".repeat(missing))))
    }

    /// Without this beginning.
    #[at(Str)]
    fn removeprefix(call, this: Arc<str>, @positional prefix: StrArgument) -> Value {
        call.interpreter.read_through(call.span, this.len())?;
        call.new_text(this.strip_prefix(&*prefix.0).unwrap_or(&this).to_owned())
    }

    /// Without this end.
    #[at(Str)]
    fn removesuffix(call, this: Arc<str>, @positional suffix: StrArgument) -> Value {
        call.interpreter.read_through(call.span, this.len())?;
        call.new_text(this.strip_suffix(&*suffix.0).unwrap_or(&this).to_owned())
    }

    /// With values in place of its {}.
    #[at(Str)]
    fn format(call, this: Arc<str>, @rest values: Rest<Value>, @keywords named: Keywords) -> Value {
        let text = filled(call, &this, &values.0, &named)?;
        call.new_text(text)
    }

    /// Whether it begins so.
    #[at(Str)]
    fn startswith(call, this: Arc<str>, @positional prefix: At<Affix>) -> bool {
        call.holds_any(&prefix, |part| this.starts_with(part))
    }

    /// Whether it ends so.
    #[at(Str)]
    fn endswith(call, this: Arc<str>, @positional suffix: At<Affix>) -> bool {
        call.holds_any(&suffix, |part| this.ends_with(part))
    }
}

impl Invocation<'_, '_> {
    fn new_text(&mut self, text: String) -> BuiltinResult {
        self.interpreter.spend_text(self.span, text.len())?;
        Ok(Value::text(text))
    }

    fn list_of_texts(&mut self, parts: &[&str]) -> BuiltinResult {
        let parts = parts.iter().map(Value::text).collect();
        Ok(self.interpreter.new_list(self.span, parts)?)
    }

    /// Tells the characters that `strip` takes away from the others.
    fn stripping(&mut self, text: &str, chars: Option<Stripped>) -> BuiltinResult<impl Fn(char) -> bool + use<>> {
        let chars: Option<Vec<char>> = chars.map(|chars| chars.0.chars().collect());
        let each = chars.as_ref().map_or(1, |chars| chars.len().max(1));
        self.interpreter.read_through(self.span, text.len().saturating_mul(each))?;
        Ok(move |c| chars.as_ref().map_or_else(|| is_blank(c), |chars| chars.contains(&c)))
    }

    /// The place of a part, counted in characters.
    fn place_of_part(&mut self, text: &str, part: &Substring) -> BuiltinResult<Option<i64>> {
        self.interpreter.read_through(self.span, text.len() + part.0.len())?;
        Ok(text.find(&*part.0).map(|at| text[..at].chars().count() as i64))
    }

    fn is_all(&mut self, text: &str, is: impl FnMut(char) -> bool) -> BuiltinResult<bool> {
        self.interpreter.read_through(self.span, text.len())?;
        Ok(!text.is_empty() && text.chars().all(is))
    }

    /// How many characters a text lacks in a field of this width.
    fn missing(&mut self, text: &str, width: Index) -> BuiltinResult<usize> {
        self.interpreter.read_through(self.span, text.len())?;
        Ok((width.0.max(0) as usize).saturating_sub(text.chars().count()))
    }

    /// A text with so many characters before it and after it.
    fn padded(&mut self, text: &str, (left, right): (usize, usize), fill: FillCharacter) -> BuiltinResult {
        let added = left.saturating_add(right).saturating_mul(fill.0.len_utf8());
        self.interpreter.spend_text(self.span, text.len().saturating_add(added))?;
        let fill = fill.0.to_string();
        Ok(Value::text(format!("{}{text}{}", fill.repeat(left), fill.repeat(right))))
    }

    /// Whether one of the parts is as it should be. Like Python, it asks no further than the first that is.
    fn holds_any(&mut self, affix: &At<Affix>, holds: impl Fn(&str) -> bool) -> BuiltinResult<bool> {
        // Each part is read as far as it goes.
        self.interpreter.walk(self.span, &affix.value.0)?;
        let parts = match &affix.value.0 {
            Value::Tuple(parts) => &parts[..],
            part => std::slice::from_ref(part),
        };
        for part in parts {
            let Value::Str(part) = part else {
                let name = self.name();
                let message = format!("tuple for {name} must only contain str, not {}", part.python_type());
                return Err(self.error(message).at(affix.span).into());
            };
            if holds(part) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether Python takes a character for a blank.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// The words of a text; after `most` of them what is left is the last one.
fn words(text: &str, most: Option<usize>) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start_matches(is_blank);
    while !rest.is_empty() {
        let end = if most == Some(words.len()) { rest.len() } else { rest.find(is_blank).unwrap_or(rest.len()) };
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after.trim_start_matches(is_blank);
    }
    words
}

/// The lines of a text, with or without what ends them.
fn lines(text: &str, keep_ends: bool) -> Vec<&str> {
    let ends_line = |c: char| {
        matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
    };
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some((at, end)) = rest.char_indices().find(|(_, c)| ends_line(*c)) {
        let after = at + if rest[at..].starts_with("\r\n") { 2 } else { end.len_utf8() };
        lines.push(&rest[..if keep_ends { after } else { at }]);
        rest = &rest[after..];
    }
    lines.extend(Some(rest).filter(|rest| !rest.is_empty()));
    lines
}

fn joined(call: &mut Invocation<'_, '_>, between: &str, iterable: &At<Value>) -> BuiltinResult {
    if !can_be_iterated(&iterable.value) {
        return Err(call.error("can only join an iterable").raising("TypeError").at(iterable.span).into());
    }
    let mut out = String::new();
    for (place, item) in call.interpreter.iterate(&iterable.value, iterable.span)?.into_iter().enumerate() {
        let Value::Str(item) = &item else {
            let message = format!("sequence item {place}: expected str instance, {} found", item.python_type());
            let error = Diagnostic::new(iterable.span, message).raising("TypeError");
            return Err(error.help("write str(x) for each item").into());
        };
        call.interpreter.spend_bytes(call.span, between.len() + item.len())?;
        if place > 0 {
            out.push_str(between);
        }
        out.push_str(item);
        if out.len() as u64 > call.interpreter.limits.text {
            call.interpreter.spend_text(call.span, out.len())?;
        }
    }
    Ok(Value::text(out))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + &letters.as_str().to_lowercase()
}

/// How often a part occurs; an empty one is found between all characters.
fn occurrences(text: &str, part: &str) -> usize {
    if part.is_empty() { text.chars().count() + 1 } else { text.matches(part).count() }
}

fn replaced(call: &mut Invocation<'_, '_>, text: &str, (old, new): (&str, &str), most: Option<usize>) -> BuiltinResult {
    call.interpreter.read_through(call.span, text.len())?;
    let found = occurrences(text, old).min(most.unwrap_or(usize::MAX));
    call.interpreter.spend_text(call.span, text.len().saturating_add(found.saturating_mul(new.len())))?;
    Ok(Value::text(text.replacen(old, new, found)))
}

/// The values that the fields of a format take: each field the next one, or each the one that it names.
struct FormatFields<'a> {
    values: &'a [Value],
    named: &'a Keywords,
    next: usize,
    numbered: bool,
}

impl FormatFields<'_> {
    /// The value of a field of this name; why there is none.
    fn value(&mut self, name: &str) -> Result<Value, String> {
        if name.is_empty() && self.numbered {
            return Err("cannot switch from manual field specification to automatic field numbering".to_owned());
        }
        let place = match (name.is_empty(), name.parse::<usize>()) {
            (true, _) => {
                self.next += 1;
                self.next - 1
            }
            (false, Ok(_)) if self.next > 0 => {
                return Err("cannot switch from automatic field numbering to manual field specification".to_owned());
            }
            (false, Ok(place)) => {
                self.numbered = true;
                place
            }
            (false, Err(_)) => {
                let named = self.named.0.get(&Value::text(name)).cloned();
                return named.ok_or_else(|| format!("there is no value named {}", Value::text(name).excerpt()));
            }
        };
        let missing = || format!("Replacement index {place} out of range for positional args tuple");
        self.values.get(place).cloned().ok_or_else(missing)
    }
}

/// `"{} {name:.2f}".format(value, name=other)`.
fn filled(call: &mut Invocation<'_, '_>, text: &str, values: &[Value], named: &Keywords) -> Outcome<String> {
    let span = call.span;
    let error = |message: String| {
        Diagnostic::new(span, message).help("write an f-string: f\"{x:.2f}\"; for a literal brace, write {{")
    };
    let single = |brace: &str| error(format!("Single '{brace}' encountered in format string"));
    let mut fields = FormatFields { values, named, next: 0, numbered: false };
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let field = &rest[at..];
        if field.starts_with("{{") || field.starts_with("}}") {
            out.push_str(&field[..1]);
            rest = &field[2..];
            continue;
        }
        let end = field.find('}').filter(|_| field.starts_with('{')).ok_or_else(|| single(&field[..1]))?;
        let (name, spec) = field[1..end].split_once(':').unwrap_or((&field[1..end], ""));
        let (name, conversion) = name.split_once('!').unwrap_or((name, ""));
        let value = fields.value(name).map_err(&error)?;
        let value = match conversion {
            "" => value,
            "r" | "a" => Value::text(call.interpreter.text(&value, true, span)?),
            "s" => Value::text(call.interpreter.text(&value, false, span)?),
            other => return Err(error(format!("Unknown conversion specifier {other}"))),
        };
        let written = call.interpreter.formatted(&value, spec, span)?;
        call.interpreter.spend_text(span, written.len())?;
        out.push_str(&written);
        rest = &field[end + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_lines_end_where_those_of_python_do() {
        assert_eq!(words("  a b\u{1f}c  ", None), ["a", "b", "c"]);
        assert_eq!(words(" a b  c ", Some(1)), ["a", "b  c "]);
        assert_eq!(lines("a\r\nb\rc\u{b}\n", false), ["a", "b", "c", ""]);
        assert_eq!(lines("a\r\nb", true), ["a\r\n", "b"]);
    }
}
