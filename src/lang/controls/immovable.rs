//! What was meant as a control and is none: a call of its name that nobody can move, and what keeps it from being drawn.

use super::{Given, controls, number, string};
use crate::lang::known_names::KnownNames;
use crate::lang::parse::{Parsed, Token, TokenKind};
use crate::lang::syntax::{Expression, ExpressionKind, Span, Statement, StatementKind, Target, Unary};

/// A call of a control's name of which no control is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Immovable {
    /// The name that is called.
    pub span: Span,
    /// What is wrong with its values, where it stands on a line of its own and all of them are written out.
    pub why: Option<&'static str>,
}

/// Where a control's name is called and no control is drawn: in the middle of a line, with computed values, or with such as no
/// control can have.
pub(in crate::lang) fn immovable(parsed: &Parsed, source: &str, known: &dyn KnownNames) -> Vec<Immovable> {
    let drawn = controls(&parsed.program);
    let is_drawn = |at: u32| drawn.iter().any(|control| (control.span.start..control.span.end).contains(&at));
    let is_called = |name: &Token, next: &Token| {
        name.kind == TokenKind::Builtin
            && known.is_control(name.span.of(source))
            && next.span.of(source).starts_with('(')
    };
    let pairs = parsed.tokens.iter().zip(parsed.tokens.iter().skip(1));
    let calls = pairs.filter(|(name, next)| is_called(name, next) && !is_drawn(name.span.start));
    calls.map(|(name, _)| Immovable { span: name.span, why: why(&parsed.program, name.span) }).collect()
}

/// What is wrong with the values of the control that is called at this place, if it is the whole of a line `name = ...`.
fn why(program: &[Statement], call: Span) -> Option<&'static str> {
    program.iter().find_map(|statement| {
        let StatementKind::Assign { targets, value } = &statement.kind else { return None };
        let ([Target::Name(_)], ExpressionKind::Call { callee, arguments }) = (targets.as_slice(), &value.kind) else {
            return None;
        };
        let ExpressionKind::Name(name) = callee.kind.clone() else { return None };
        (callee.span.start == call.start).then(|| of_values(&name, Given(arguments)))?
    })
}

fn of_values(name: &str, given: Given<'_>) -> Option<&'static str> {
    match name {
        "slider" => of_slider(given),
        "text" => is_literal(given.get(0, "value")?).then_some("put the text in quotation marks"),
        "toggle" => is_literal(given.get(0, "value")?).then_some("a toggle must be True or False"),
        "choice" => of_choice(given),
        "matrix" => of_table(given.get(0, "rows")?, "a matrix can contain only numbers"),
        "mask" if given.get(1, "flipped").is_some_and(is_literal) => {
            Some("`flipped` must be a list of [row, column] pairs, counted from 0")
        }
        "mask" => of_table(given.get(0, "rows")?, "a mask can contain only 0 and 1, or True and False"),
        _ => None,
    }
}

fn of_slider(given: Given<'_>) -> Option<&'static str> {
    let values = [given.get(0, "lo"), given.get(1, "hi"), given.get(2, "value"), given.get(3, "step")];
    let step = values[3].and_then(number);
    if values.iter().flatten().any(|value| is_named_number(value)) {
        return Some("the bounds, the value and the step of a slider must be written as numbers, such as 0.5");
    }
    match values.map(|value| value.map(number)) {
        [_, _, _, Some(Some(_))] if step.is_some_and(|step| step <= 0.0) => Some("the step must be above 0"),
        [Some(Some(lo)), Some(Some(hi)), _, None] if lo >= hi => Some("the upper bound must be above the lower bound"),
        _ => values
            .iter()
            .flatten()
            .all(|value| is_literal(value))
            .then_some("the arguments of a slider must be numbers"),
    }
}

fn of_choice(given: Given<'_>) -> Option<&'static str> {
    let options = given.get(0, "options").filter(|options| is_literal(options))?;
    match &options.kind {
        ExpressionKind::List(items) if items.is_empty() => Some("the list of options is empty"),
        ExpressionKind::List(items) if items.iter().all(|item| string(item).is_some()) => {
            is_literal(given.get(1, "value")?).then_some("the value must be one of the options")
        }
        _ => Some("the options must be a list of strings in quotation marks"),
    }
}

/// Of a table that is written out: `holds` says what a cell of it can be.
fn of_table(value: &Expression, holds: &'static str) -> Option<&'static str> {
    if !is_literal(value) {
        return None;
    }
    let row = |row: &Expression| match &row.kind {
        ExpressionKind::List(items) => Some(items.len()),
        _ => None,
    };
    let widths: Option<Vec<usize>> = match &value.kind {
        ExpressionKind::List(rows) => rows.iter().map(row).collect(),
        _ => None,
    };
    match widths.as_deref() {
        None => Some("write a list of rows, each of them a list"),
        Some(widths) if widths.iter().all(|&width| width == 0) => Some("the table is empty"),
        Some(widths) if widths.iter().any(|width| *width != widths[0]) => Some("all rows must have the same length"),
        Some(_) => Some(holds),
    }
}

/// Whether a value is written out, `inf` and `nan` among the numbers.
fn is_literal(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::List(items) | ExpressionKind::Tuple(items) => items.iter().all(is_literal),
        ExpressionKind::Unary(Unary::Negate, operand) => is_literal(operand),
        ExpressionKind::Int(_) | ExpressionKind::Float(_) | ExpressionKind::Str(_) | ExpressionKind::Bool(_) => true,
        _ => is_named_number(value),
    }
}

/// `inf`, `-inf`, `nan`.
fn is_named_number(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Name(name) => matches!(&**name, "inf" | "nan"),
        ExpressionKind::Unary(Unary::Negate, operand) => is_named_number(operand),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::lang::{self, parse};

    fn whys(source: &str) -> Vec<Option<&'static str>> {
        lang::immovable(&parse(source), source).into_iter().map(|call| call.why).collect()
    }

    #[test]
    fn what_is_wrong_with_written_values_is_said() {
        for (call, words) in [
            ("slider(0.0, 1.0, step=0)", "step"),
            ("slider(0.0, 1.0, value=0.5, step=-1.0)", "step"),
            ("slider(4.0, 4.0)", "above the lower bound"),
            ("slider(-inf, inf, value=1.0)", "as numbers, such as"),
            ("slider(\"a\", 4.0)", "numbers"),
            ("toggle(3)", "True or False"),
            ("text(5)", "quotation marks"),
            ("mask([[2]])", "0 and 1"),
            ("mask(torch.ones(2, 2), flipped=[[-1, 0]])", "[row, column]"),
            ("matrix([[True]])", "numbers"),
            ("matrix([[], []])", "table is empty"),
            ("matrix([])", "table is empty"),
            ("matrix([[1], [1, 2]])", "same length"),
            ("matrix([1.0])", "list of rows"),
            ("choice([1, 2])", "strings"),
            ("choice([], \"e\")", "list of options is empty"),
            ("choice([\"a\"], \"e\")", "one of the options"),
        ] {
            let found = whys(&format!("x = {call}"));
            assert!(matches!(found[..], [Some(why)] if why.contains(words)), "{call}: {found:?}");
        }
    }

    #[test]
    fn what_is_computed_or_no_line_of_its_own_has_nothing_wrong() {
        for source in
            ["x = slider(lo, 2)", "x = 2 * slider(0, 2)", "x = mask(m)", "x = choice(all)", "x = toggle(not y)"]
        {
            assert_eq!(whys(source), [None], "{source}");
        }
        assert_eq!(whys("x = slider(0, 2)\ny = toggle(True)"), []);
    }
}
