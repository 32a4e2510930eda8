//! Strings and their methods.

use super::arguments::Call;
use super::{Body, Builtin, Namespace};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::value::Value;
use Namespace::{Bare, Str};

const METHOD: &[Namespace] = &[Str];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("str", "x=''", "A value as text.", &[Bare], &Body(to_text)),
    Builtin::new("repr", "x", "A value as it would be written in the source.", &[Bare], &Body(repr)),
    Builtin::new(
        "split",
        "text, sep=None",
        "The parts between separators; the words, if none is given.",
        METHOD,
        &Body(split),
    ),
    Builtin::new("join", "text, items", "The strings of a list with this text between them.", METHOD, &Body(join)),
    Builtin::new("lower", "text", "In small letters.", METHOD, &Body(changed)),
    Builtin::new("upper", "text", "In capital letters.", METHOD, &Body(changed)),
    Builtin::new(
        "strip",
        "text, chars=None",
        "Without the blanks, or these characters, at both ends.",
        METHOD,
        &Body(strip),
    ),
    Builtin::new("replace", "text, old, new", "With every old part replaced by a new one.", METHOD, &Body(replace)),
    Builtin::new(
        "lstrip",
        "text, chars=None",
        "Without the blanks, or these characters, at its beginning.",
        METHOD,
        &Body(strip),
    ),
    Builtin::new(
        "rstrip",
        "text, chars=None",
        "Without the blanks, or these characters, at its end.",
        METHOD,
        &Body(strip),
    ),
    Builtin::new("capitalize", "text", "With a capital first letter and small others.", METHOD, &Body(changed)),
    Builtin::new("title", "text", "With a capital first letter in each word.", METHOD, &Body(changed)),
    Builtin::new("casefold", "text", "In small letters, for comparison.", METHOD, &Body(changed)),
    Builtin::new("splitlines", "text", "Its lines.", METHOD, &Body(lines)),
    Builtin::new(
        "partition",
        "text, sep",
        "What is before a separator, the separator, and the rest.",
        METHOD,
        &Body(partition),
    ),
    Builtin::new("count", "text, part", "How often a part occurs.", METHOD, &Body(find_part)),
    Builtin::new("find", "text, part", "The place of a part, or -1.", METHOD, &Body(find_part)),
    Builtin::new("index", "text, part", "The place of a part.", METHOD, &Body(find_part)),
    Builtin::new("isdigit", "text", "Whether it is all digits.", METHOD, &Body(is_all)),
    Builtin::new("isalpha", "text", "Whether it is all letters.", METHOD, &Body(is_all)),
    Builtin::new("isalnum", "text", "Whether it is all letters and digits.", METHOD, &Body(is_all)),
    Builtin::new("isspace", "text", "Whether it is all blanks.", METHOD, &Body(is_all)),
    Builtin::new("isupper", "text", "Whether its letters are all capitals.", METHOD, &Body(is_all)),
    Builtin::new("islower", "text", "Whether its letters are all small.", METHOD, &Body(is_all)),
    Builtin::new("ljust", "text, width, fill=' '", "At the left of a field.", METHOD, &Body(justify)),
    Builtin::new("rjust", "text, width, fill=' '", "At the right of a field.", METHOD, &Body(justify)),
    Builtin::new("center", "text, width, fill=' '", "In the middle of a field.", METHOD, &Body(justify)),
    Builtin::new("zfill", "text, width", "At the right of a field of zeros.", METHOD, &Body(justify)),
    Builtin::new("removeprefix", "text, prefix", "Without this beginning.", METHOD, &Body(without)),
    Builtin::new("removesuffix", "text, suffix", "Without this end.", METHOD, &Body(without)),
    Builtin::new("format", "text, *values, **named", "With values in place of its {}.", METHOD, &Body(format)),
    Builtin::new("startswith", "text, prefix", "Whether it begins so.", METHOD, &Body(starts_or_ends)),
    Builtin::new("endswith", "text, suffix", "Whether it ends so.", METHOD, &Body(starts_or_ends)),
];

fn new_text(machine: &mut Interpreter<'_>, call: &Call<'_>, text: String) -> Outcome {
    machine.spend_text(call.span, text.len())?;
    Ok(Value::text(text))
}

fn to_text(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let text = machine.text(call.value("x"), false, call.span)?;
    new_text(machine, call, text)
}

fn repr(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let text = machine.text(call.value("x"), true, call.span)?;
    new_text(machine, call, text)
}

fn split(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    machine.spend_text(call.span, text.len())?;
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

fn join(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
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
        if out.len() as u64 > machine.limits.text {
            machine.spend_text(call.span, out.len())?;
        }
    }
    Ok(Value::text(out))
}

fn changed(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        first + &letters.as_str().to_lowercase()
    };
    let changed = match call.builtin.name {
        "lower" => text.to_lowercase(),
        // For comparison, the sharp s is two letters.
        "casefold" => text.to_lowercase().replace('ß', "ss"),
        "upper" => text.to_uppercase(),
        "capitalize" => capital(text),
        // A word ends wherever something stands that is no letter.
        _ => text.split_inclusive(|c: char| !c.is_alphabetic()).map(capital).collect(),
    };
    new_text(machine, call, changed)
}

fn strip(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    let characters: Vec<char> = if call.has("chars") { call.text("chars")?.chars().collect() } else { Vec::new() };
    machine.read_through(call.span, text.len().saturating_mul(characters.len().max(1)))?;
    let goes = |c: char| if call.has("chars") { characters.contains(&c) } else { c.is_whitespace() };
    let stripped = match call.builtin.name {
        "lstrip" => text.trim_start_matches(goes),
        "rstrip" => text.trim_end_matches(goes),
        _ => text.trim_matches(goes),
    };
    new_text(machine, call, stripped.to_owned())
}

fn replace(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (text, old, new) = (call.text("text")?, call.text("old")?, call.text("new")?);
    machine.read_through(call.span, text.len())?;
    // An empty part is found between all characters.
    let found = if old.is_empty() { text.chars().count() + 1 } else { text.matches(old).count() };
    machine.spend_text(call.span, text.len().saturating_add(found.saturating_mul(new.len())))?;
    Ok(Value::text(text.replace(old, new)))
}

fn starts_or_ends(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    let (name, first) = if call.builtin.name == "startswith" { ("prefix", true) } else { ("suffix", false) };
    // Each part is read as far as it goes.
    machine.walk(call.span, call.value(name))?;
    let holds = |part: &str| if first { text.starts_with(part) } else { text.ends_with(part) };
    if let Value::Tuple(parts) = call.value(name) {
        let any = parts.iter().any(|part| matches!(part, Value::Str(part) if holds(part)));
        return Ok(Value::Bool(any));
    }
    Ok(Value::Bool(holds(call.text(name)?)))
}

fn lines(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    machine.spend_text(call.span, text.len())?;
    machine.collect(call.span, text.lines().map(Value::text).collect()).map(Value::List)
}

fn partition(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (text, separator) = (call.text("text")?, call.text("sep")?);
    machine.spend_text(call.span, text.len())?;
    let parts = match text.split_once(separator) {
        Some((before, after)) => [before, separator, after],
        None => [text, "", ""],
    };
    machine.collect(call.span, parts.map(Value::text).to_vec()).map(Value::Tuple)
}

fn find_part(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (text, part) = (call.text("text")?, call.text("part")?);
    machine.read_through(call.span, text.len() + part.len())?;
    if call.builtin.name == "count" {
        let count = if part.is_empty() { text.chars().count() + 1 } else { text.matches(part).count() };
        return Ok(Value::int(count));
    }
    match text.find(part) {
        Some(at) => Ok(Value::int(text[..at].chars().count())),
        None if call.builtin.name == "find" => Ok(Value::int(-1)),
        None => Err(Diagnostic::new(
            call.span_of("part"),
            format!("{} is not in {}", call.value("part").excerpt(), call.value("text").excerpt()),
        )),
    }
}

fn is_all(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    machine.read_through(call.span, text.len())?;
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    Ok(Value::Bool(match call.builtin.name {
        "isupper" => letters().next().is_some() && letters().all(char::is_uppercase),
        "islower" => letters().next().is_some() && letters().all(char::is_lowercase),
        _ if text.is_empty() => false,
        "isdigit" => text.chars().all(|c| c.is_ascii_digit()),
        "isalpha" => text.chars().all(char::is_alphabetic),
        "isalnum" => text.chars().all(char::is_alphanumeric),
        _ => text.chars().all(char::is_whitespace),
    }))
}

fn justify(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (text, width) = (call.text("text")?, call.int("width")?.max(0) as usize);
    let zeros = call.builtin.name == "zfill";
    let fill = if zeros { "0" } else { call.text("fill")? };
    if fill.chars().count() != 1 {
        return Err(call.wrong("fill", "one character"));
    }
    let missing = width.saturating_sub(text.chars().count());
    machine.spend_text(call.span, text.len().saturating_add(missing.saturating_mul(fill.len())))?;
    let fill = |count: usize| fill.repeat(count);
    let sign = text.len() - text.trim_start_matches(['+', '-']).len();
    Ok(Value::text(match call.builtin.name {
        "ljust" => format!("{text}{}", fill(missing)),
        "zfill" if sign == 1 => format!("{}{}{}", &text[..1], fill(missing), &text[1..]),
        "zfill" | "rjust" => format!("{}{text}", fill(missing)),
        _ => {
            // The odd blank goes to the left when the width is odd, as in Python.
            let left = missing / 2 + (missing & width & 1);
            format!("{}{text}{}", fill(left), fill(missing - left))
        }
    }))
}

fn without(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let text = call.text("text")?;
    machine.read_through(call.span, text.len())?;
    let rest = match call.builtin.name {
        "removeprefix" => text.strip_prefix(call.text("prefix")?),
        _ => text.strip_suffix(call.text("suffix")?),
    };
    new_text(machine, call, rest.unwrap_or(text).to_owned())
}

/// `"{} {name:.2f}".format(value, name=other)`.
fn format(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let unreadable = || {
        let error = Diagnostic::new(call.span, "the braces of this text do not fit the values");
        error.help("write an f-string: f\"{x:.2f}\"; for the sign itself write {{")
    };
    let mut out = String::new();
    let mut rest = call.text("text")?;
    let mut next = 0;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let doubled = &rest[at..];
        if doubled.starts_with("{{") || doubled.starts_with("}}") {
            out.push_str(&doubled[..1]);
            rest = &doubled[2..];
            continue;
        }
        let end = doubled.find('}').filter(|_| doubled.starts_with('{')).ok_or_else(unreadable)?;
        let field = &doubled[1..end];
        rest = &doubled[end + 1..];
        let (name, spec) = field.split_once(':').unwrap_or((field, ""));
        let value = match (name, call.value("values"), call.value("named")) {
            ("", Value::Tuple(values), _) => {
                next += 1;
                values.get(next - 1).cloned()
            }
            (name, Value::Tuple(values), Value::Dict(named)) => match name.parse::<usize>() {
                Ok(place) => values.get(place).cloned(),
                Err(_) => named.get(&Value::text(name)).cloned(),
            },
            _ => None,
        };
        let text = machine.formatted(&value.ok_or_else(unreadable)?, spec, call.span)?;
        machine.spend_text(call.span, text.len())?;
        out.push_str(&text);
    }
    out.push_str(rest);
    new_text(machine, call, out)
}
