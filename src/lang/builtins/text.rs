//! Strings and their methods.

use super::arguments::Call;
use super::{Builtin, Place};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Machine, Outcome};
use crate::lang::value::Value;
use Place::{Bare, Str};

const METHOD: &[Place] = &[Str];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("str", "x=''", "A value as text.", &[Bare], to_text),
    Builtin::new("repr", "x", "A value as it would be written in the source.", &[Bare], repr),
    Builtin::new(
        "split",
        "text, sep=None",
        "The parts between separators; the words, if none is given.",
        METHOD,
        split,
    ),
    Builtin::new("join", "text, items", "The strings of a list with this text between them.", METHOD, join),
    Builtin::new("lower", "text", "In small letters.", METHOD, changed),
    Builtin::new("upper", "text", "In capital letters.", METHOD, changed),
    Builtin::new("strip", "text, chars=None", "Without the blanks, or these characters, at both ends.", METHOD, strip),
    Builtin::new("replace", "text, old, new", "With every old part replaced by a new one.", METHOD, replace),
    Builtin::new("startswith", "text, prefix", "Whether it begins so.", METHOD, starts_or_ends),
    Builtin::new("endswith", "text, suffix", "Whether it ends so.", METHOD, starts_or_ends),
];

fn new_text(machine: &mut Machine<'_>, call: &Call<'_>, text: String) -> Outcome {
    machine.spend_bytes(call.span, text.len())?;
    Ok(Value::text(text))
}

fn to_text(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let text = machine.text(call.value("x"), false, call.span)?;
    new_text(machine, call, text)
}

fn repr(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let text = machine.text(call.value("x"), true, call.span)?;
    new_text(machine, call, text)
}

fn split(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    machine.spend_bytes(call.span, text.len())?;
    let parts: Vec<Value> = if call.has("sep") {
        let separator = call.text("sep")?;
        if separator.is_empty() {
            return Err(Diagnostic::new(call.span_of("sep"), "a separator cannot be empty")
                .help("for single characters, write list(text)"));
        }
        text.split(separator).map(Value::text).collect()
    } else {
        text.split_whitespace().map(Value::text).collect()
    };
    machine.collect(call.span, parts).map(Value::List)
}

fn join(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let between = call.text("text")?;
    let mut out = String::new();
    for (place, item) in machine.iterate(call.value("items"), call.span_of("items"))?.into_iter().enumerate() {
        let Value::Str(item) = &item else {
            let message = format!("join takes strings, and item {place} is {}", item.description());
            return Err(Diagnostic::new(call.span_of("items"), message).help("write str(x) for each item"));
        };
        machine.spend_bytes(call.span, between.len() + item.len())?;
        if place > 0 {
            out.push_str(between);
        }
        out.push_str(item);
    }
    Ok(Value::text(out))
}

fn changed(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    let changed = if call.builtin.name == "lower" { text.to_lowercase() } else { text.to_uppercase() };
    new_text(machine, call, changed)
}

fn strip(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    let stripped = if call.has("chars") {
        let characters: Vec<char> = call.text("chars")?.chars().collect();
        text.trim_matches(&characters[..])
    } else {
        text.trim()
    };
    new_text(machine, call, stripped.to_owned())
}

fn replace(machine: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let (text, old, new) = (call.text("text")?, call.text("old")?, call.text("new")?);
    // An empty part is found between all characters.
    let found = if old.is_empty() { text.chars().count() + 1 } else { text.matches(old).count() };
    machine.spend_bytes(call.span, text.len().saturating_add(found.saturating_mul(new.len())))?;
    Ok(Value::text(text.replace(old, new)))
}

fn starts_or_ends(_: &mut Machine<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    Ok(Value::Bool(match call.builtin.name {
        "startswith" => text.starts_with(call.text("prefix")?),
        _ => text.ends_with(call.text("suffix")?),
    }))
}
