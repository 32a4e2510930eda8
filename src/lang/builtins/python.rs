//! Python's own functions: printing, counting, sorting, and the types.

use super::arguments::Call;
use super::objects::{TYPES, is_of};
use super::{Body, Builtin, Namespace, nearest};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::evaluate::comparisons::truth_of;
use crate::lang::evaluate::numbers::Number;
use crate::lang::evaluate::operators::volume;
use crate::lang::evaluate::{Interpreter, Outcome};
use crate::lang::syntax::{Binary, Span};
use crate::lang::value::{Form, Range, Trace, Value, float_text};
use crate::tensor::{DType, Tensor};
use Namespace::Bare;

const HERE: &[Namespace] = &[Bare];

pub(super) static TABLE: &[Builtin] = &[
    Builtin::new("print", "*values, sep=' ', end='\\n'", "Shows values under the cell.", HERE, &Body(print)),
    Builtin::new(
        "len",
        "items",
        "How many items there are; of a tensor, the size of its first axis.",
        HERE,
        &Body(len),
    ),
    Builtin::new(
        "range",
        "start, stop=None, step=1",
        "Whole numbers from start up to stop; from 0 if one is given.",
        HERE,
        &Body(range),
    ),
    Builtin::new("enumerate", "items, start=0", "Pairs of a number and an item.", HERE, &Body(enumerate)),
    Builtin::new("zip", "*lists", "Tuples of items that stand at the same place.", HERE, &Body(zip)),
    Builtin::new("map", "function, *lists", "What a function gives for each item.", HERE, &Body(map)),
    Builtin::new("filter", "function, items", "The items for which a function is true.", HERE, &Body(filter)),
    Builtin::new("divmod", "x, y", "The quotient, rounded down, and the remainder.", HERE, &Body(quotient)),
    Builtin::new("pow", "x, y", "x ** y.", HERE, &Body(power)),
    Builtin::new("reversed", "items", "The items from the last to the first.", HERE, &Body(reversed)),
    Builtin::new("sorted", "items, key=None, reverse=False", "The items in order.", HERE, &Body(sorted)),
    Builtin::new("sum", "items, start=0", "The sum of the items.", HERE, &Body(sum)),
    Builtin::new("max", "*items, key=None", "The largest of the items.", HERE, &Body(extreme)),
    Builtin::new("min", "*items, key=None", "The smallest of the items.", HERE, &Body(extreme)),
    Builtin::new("any", "items", "Whether any item is true.", HERE, &Body(any_or_all)),
    Builtin::new("all", "items", "Whether all items are true.", HERE, &Body(any_or_all)),
    Builtin::new("abs", "x", "The size of a number, or of each element, without its sign.", HERE, &Body(abs)),
    Builtin::new(
        "round",
        "x, digits=None",
        "The nearest whole number, or with so many digits after the point.",
        HERE,
        &Body(round),
    ),
    Builtin::new(
        "isinstance",
        "value, kind",
        "Whether a value is of a type, or of one of several.",
        HERE,
        &Body(is_instance),
    ),
    Builtin::new("int", "x=0", "A whole number: of a float, without what is after the point.", HERE, &Body(int)),
    Builtin::new("float", "x=0.0", "A real number; also of 'inf', '-inf' and 'nan'.", HERE, &Body(float)),
    Builtin::new("bool", "x=False", "Whether a value counts as true.", HERE, &Body(boolean)),
    Builtin::new("ord", "character", "The number of a character.", HERE, &Body(ord)),
    Builtin::new("chr", "number", "The character of a number.", HERE, &Body(chr)),
];

fn print(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Value::Tuple(values) = call.value("values") else { return Ok(Value::None) };
    let (sep, end) = (call.text("sep")?, call.text("end")?);
    let mut text = String::new();
    for (place, value) in values.iter().enumerate() {
        if place > 0 {
            text.push_str(sep);
        }
        text.push_str(&machine.text(value, false, call.span)?);
        still_printed(machine, call, &text)?;
    }
    text.push_str(end);
    machine.spend_text(call.span, text.len())?;
    still_printed(machine, call, &text)?;
    machine.printed.push_str(&text);
    Ok(Value::None)
}

/// Refuses what a cell would print beyond what it may.
fn still_printed(machine: &Interpreter<'_>, call: &Call<'_>, text: &str) -> Outcome<()> {
    if machine.printed.len() + text.len() <= machine.limits.printed {
        return Ok(());
    }
    let message = format!("this cell prints more than {} characters", machine.limits.printed);
    Err(Diagnostic::new(call.span, message).help("print less, or give the value a name: it is shown as it is"))
}

fn len(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.value("items") {
        value @ (Value::Int(..) | Value::Float(..) | Value::Bool(_) | Value::None) => {
            Err(Diagnostic::new(call.span_of("items"), format!("{} has no length", value.description())))
        }
        value => machine.count(value, call.span_of("items")).map(Value::int),
    }
}

fn range(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (start, stop) = match call.optional_int("stop")? {
        Some(stop) => (call.int("start")?, stop),
        None => (0, call.int("start")?),
    };
    let step = call.int("step")?;
    if step == 0 {
        return Err(call.error("a range cannot go in steps of 0"));
    }
    Ok(Value::Range(Range { start, stop, step }))
}

fn enumerate(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let start = call.int("start")?;
    let items = machine.iterate(call.value("items"), call.span_of("items"))?;
    let mut pairs = Vec::with_capacity(items.len());
    for (place, item) in items.into_iter().enumerate() {
        let number = Value::Int(start.saturating_add(place as i64), Trace::None);
        pairs.push(Value::Tuple(machine.collect(call.span, vec![number, item])?));
    }
    machine.collect(call.span, pairs).map(Value::List)
}

/// The items of several things, place by place, as far as the shortest goes.
fn rows(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome<Vec<Vec<Value>>> {
    let Value::Tuple(lists) = call.value("lists") else { return Ok(Vec::new()) };
    let mut columns = Vec::with_capacity(lists.len());
    for list in lists.iter() {
        columns.push(machine.iterate(list, call.span_of("lists"))?);
    }
    let shortest = columns.iter().map(Vec::len).min().unwrap_or(0);
    Ok((0..shortest).map(|place| columns.iter().map(|column| column[place].clone()).collect()).collect())
}

fn zip(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut tuples = Vec::new();
    for row in rows(machine, call)? {
        tuples.push(Value::Tuple(machine.collect(call.span, row)?));
    }
    machine.collect(call.span, tuples).map(Value::List)
}

fn map(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut results = Vec::new();
    for row in rows(machine, call)? {
        results.push(machine.call_plain(call.value("function"), row, call.span)?);
    }
    machine.collect(call.span, results).map(Value::List)
}

fn filter(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut kept = Vec::new();
    for item in machine.iterate(call.value("items"), call.span_of("items"))? {
        let truth = match call.value("function") {
            Value::None => item.clone(),
            function => machine.call_plain(function, vec![item.clone()], call.span)?,
        };
        if truth_of(&truth, call.span)? {
            kept.push(item);
        }
    }
    machine.collect(call.span, kept).map(Value::List)
}

fn quotient(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (x, y) = (call.value("x"), call.value("y"));
    if matches!(x, Value::Tensor(_)) || matches!(y, Value::Tensor(_)) {
        let (x, y) = (x.python_type(), y.python_type());
        let message = format!("unsupported operand type(s) for divmod(): '{x}' and '{y}'");
        return Err(Diagnostic::new(call.span, message).help("write x // y and x % y"));
    }
    let operand = |name| (call.value(name).clone(), call.span_of(name));
    let quotient = machine.joined(call.span, operand("x"), Binary::FloorDivide, operand("y"))?;
    let rest = machine.joined(call.span, operand("x"), Binary::Modulo, operand("y"))?;
    machine.collect(call.span, vec![quotient, rest]).map(Value::Tuple)
}

fn power(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let operand = |name| (call.value(name).clone(), call.span_of(name));
    machine.joined(call.span, operand("x"), Binary::Power, operand("y"))
}

fn reversed(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut items = machine.iterate(call.value("items"), call.span_of("items"))?;
    items.reverse();
    machine.collect(call.span, items).map(Value::List)
}

/// Each item with what it is compared by.
fn keyed(
    machine: &mut Interpreter<'_>,
    span: Span,
    items: Vec<Value>,
    key: Option<&Value>,
) -> Outcome<Vec<(Value, Value)>> {
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        let key = match key {
            None | Some(Value::None) => item.clone(),
            Some(function) => machine.call_plain(function, vec![item.clone()], span)?,
        };
        pairs.push((key, item));
    }
    Ok(pairs)
}

fn sorted(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let items = machine.iterate(call.value("items"), call.span_of("items"))?;
    let sorted = in_order(machine, call.span, items, Some(call.value("key")), call.flag("reverse")?)?;
    machine.collect(call.span, sorted).map(Value::List)
}

/// Items in the order of their keys, or from the last to the first.
pub(super) fn in_order(
    machine: &mut Interpreter<'_>,
    span: Span,
    items: Vec<Value>,
    key: Option<&Value>,
    backwards: bool,
) -> Outcome<Vec<Value>> {
    let pairs = keyed(machine, span, items, key)?;
    let sorted = merge_sort(machine, span, pairs, backwards)?;
    Ok(sorted.into_iter().map(|(_, item)| item).collect())
}

/// A stable sort by key, as Python's is, also when it goes backwards. It is written out because comparing may fail, and because
/// keys that are not numbers are in no order, which the library's sort does not forgive.
fn merge_sort(
    machine: &mut Interpreter<'_>,
    span: Span,
    mut pairs: Vec<(Value, Value)>,
    backwards: bool,
) -> Outcome<Vec<(Value, Value)>> {
    if pairs.len() < 2 {
        return Ok(pairs);
    }
    let second = pairs.split_off(pairs.len() / 2);
    let mut left = merge_sort(machine, span, pairs, backwards)?.into_iter().peekable();
    let mut right = merge_sort(machine, span, second, backwards)?.into_iter().peekable();
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some((a, _)), Some((b, _))) = (left.peek(), right.peek()) {
        let order = if backwards { machine.order(a, b, span)? } else { machine.order(b, a, span)? };
        let right_first = order.is_some_and(std::cmp::Ordering::is_lt);
        merged.extend(if right_first { right.next() } else { left.next() });
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

fn sum(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let span = call.span_of("items");
    let mut items = machine.iterate(call.value("items"), span)?.into_iter().peekable();
    let mut total = call.value("start").clone();
    // Nothing is added to the first tensor: a 0 that nobody wrote would only puzzle whoever asks why.
    let default = call.span_of("start") == call.span;
    if default
        && let Some(first) =
            items.next_if(|first| matches!(first, Value::Tensor(tensor) if tensor.dtype() != DType::Bool))
    {
        total = first;
    }
    for item in items {
        total = machine.joined(call.span, (total, span), Binary::Add, (item, span))?;
    }
    Ok(total)
}

fn extreme(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let items = match call.value("items") {
        Value::Tuple(items) if items.len() == 1 => machine.iterate(&items[0], call.span_of("items"))?,
        Value::Tuple(items) => items.to_vec(),
        _ => Vec::new(),
    };
    let largest = call.builtin.name == "max";
    let mut best: Option<(Value, Value)> = None;
    for pair in keyed(machine, call.span, items, Some(call.value("key")))? {
        let better = match &best {
            None => true,
            Some((key, _)) => machine
                .order(&pair.0, key, call.span)?
                .is_some_and(|order| if largest { order.is_gt() } else { order.is_lt() }),
        };
        if better {
            best = Some(pair);
        }
    }
    best.map(|(_, item)| item).ok_or_else(|| call.error(format!("{} of nothing", call.builtin.name)))
}

fn any_or_all(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let span = call.span_of("items");
    let decides = call.builtin.name == "any";
    for item in machine.iterate(call.value("items"), span)? {
        if truth_of(&item, span)? == decides {
            return Ok(Value::Bool(decides));
        }
    }
    Ok(Value::Bool(!decides))
}

fn abs(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let value = call.value("x");
    if let Value::Tensor(tensor) = value {
        call.charge(machine, volume(tensor))?;
        return call.tensor_result(tensor.abs());
    }
    let result = match Number::of(value).ok_or_else(|| call.wrong("x", "a number or a tensor"))? {
        Number::Int(x) => {
            Number::Int(x.checked_abs().ok_or_else(|| call.error("this whole number does not fit 64 bits"))?)
        }
        Number::Float(x) => Number::Float(x.abs()),
    };
    let trace = machine.trace_function(call.span, (value, call.span_of("x")), Tensor::abs, result);
    Ok(result.value(trace))
}

/// To the nearest, halves to the even neighbour, as Python rounds.
fn round(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let Some(number) = Number::of(call.value("x")) else {
        return Err(call.wrong("x", "a number"));
    };
    match (number, call.optional_int("digits")?) {
        (Number::Int(x), _) => Ok(Value::Int(x, Trace::None)),
        (Number::Float(x), None) => whole(x.round_ties_even())
            .ok_or_else(|| call.error(format!("{} has no whole number beside it", float_text(x)))),
        (Number::Float(x), Some(digits)) => {
            let digits = digits.clamp(0, 17) as usize;
            Ok(Value::Float(format!("{x:.digits$}").parse().unwrap_or(x), Trace::None))
        }
    }
}

fn whole(x: f64) -> Option<Value> {
    (i64::MIN as f64..i64::MAX as f64).contains(&x).then_some(Value::Int(x as i64, Trace::None))
}

fn is_instance(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let value = call.value("value");
    let is = |kind: &Value| match kind {
        Value::Builtin(builtin) if builtin.name == "Size" => {
            Some(matches!(value, Value::Tuple(items) if items.form() == Form::Size))
        }
        Value::Builtin(builtin) if TYPES.contains(&builtin.name) && !matches!(value, Value::Object(_)) => {
            Some(matches!(
                (builtin.name, value),
                ("int", Value::Int(..) | Value::Bool(_))
                    | ("float", Value::Float(..))
                    | ("bool", Value::Bool(_))
                    | ("str", Value::Str(_))
                    | ("list", Value::List(_))
                    | ("tuple", Value::Tuple(_))
                    | ("dict", Value::Dict(_))
                    | ("set", Value::Set(_))
                    | ("Tensor", Value::Tensor(_))
            ))
        }
        kind => is_of(value, kind),
    };
    let answer = match call.value("kind") {
        Value::Tuple(kinds) => kinds.iter().map(is).try_fold(false, |any, one| one.map(|one| any || one)),
        kind => is(kind),
    };
    answer.map(Value::Bool).ok_or_else(|| call.wrong("kind", "a type such as int, str or torch.Tensor"))
}

fn int(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.value("x") {
        Value::Tensor(tensor) => {
            let number = machine.number_of(tensor, call.span_of("x"))?;
            let real = Number::of(&number).map(Number::real).unwrap_or_default();
            if matches!(number, Value::Int(..)) { Ok(number) } else { truncated(call, real) }
        }
        Value::Str(text) => {
            machine.read_through(call.span, text.len())?;
            let parsed = text.trim().parse().map(|value| Value::Int(value, Trace::None));
            parsed.map_err(|_| {
                Diagnostic::new(call.span_of("x"), format!("{} is not a whole number", call.value("x").excerpt()))
            })
        }
        value => match Number::of(value) {
            Some(Number::Int(x)) => {
                let trace = if let Value::Int(_, trace) = value { *trace } else { Trace::None };
                Ok(Value::Int(x, trace))
            }
            Some(Number::Float(x)) => truncated(call, x),
            None => Err(call.wrong("x", "a number or a string")),
        },
    }
}

pub(super) fn truncated(call: &Call<'_>, x: f64) -> Outcome {
    whole(x.trunc()).ok_or_else(|| call.error(format!("{} has no whole number beside it", float_text(x))))
}

fn float(machine: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    match call.value("x") {
        Value::Tensor(tensor) => {
            let number = machine.number_of(tensor, call.span_of("x"))?;
            Ok(match number {
                Value::Float(..) => number,
                other => Value::Float(Number::of(&other).map(Number::real).unwrap_or_default(), Trace::None),
            })
        }
        Value::Str(text) => machine
            .read_through(call.span, text.len())
            .map(|()| read_float(text))?
            .map(|x| Value::Float(x, Trace::None))
            .ok_or_else(|| {
                let error =
                    Diagnostic::new(call.span_of("x"), format!("{} is not a number", call.value("x").excerpt()));
                match nearest(text, ["inf", "-inf", "nan"].into_iter()) {
                    Some(near) => error.help(format!("did you mean '{near}'?")),
                    None => error,
                }
            }),
        value => {
            let x = Number::of(value).ok_or_else(|| call.wrong("x", "a number or a string"))?;
            let trace = match value {
                Value::Float(_, trace) => *trace,
                _ => Trace::None,
            };
            Ok(Value::Float(x.real(), trace))
        }
    }
}

/// A number as Python reads it from text.
fn read_float(text: &str) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    let starts = text.trim_start_matches(['+', '-']);
    let plain =
        starts.starts_with(|c: char| c.is_ascii_digit() || c == '.') || matches!(starts, "inf" | "infinity" | "nan");
    plain.then(|| text.parse().ok()).flatten()
}

fn boolean(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    truth_of(call.value("x"), call.span_of("x")).map(Value::Bool)
}

fn ord(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let mut characters = call.text("character")?.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => Ok(Value::int(u32::from(c))),
        _ => Err(call.wrong("character", "one character")),
    }
}

fn chr(_: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let character = u32::try_from(call.int("number")?).ok().and_then(char::from_u32);
    character.map(|c| Value::text(c.to_string())).ok_or_else(|| call.wrong("number", "the number of a character"))
}
