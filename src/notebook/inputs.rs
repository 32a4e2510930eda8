//! Setting an input by its name, as one text for another: what `--set NAME=VALUE` does without a screen.
//!
//! State is the text here too. A control gets the literal that moving it would give it, and refuses what it could not be moved to;
//! a plain assignment gets a new right side. So the page that is evaluated is one that a learner could have made.

use crate::lang::syntax::{Expression, ExpressionKind, StatementKind, Target};
use crate::lang::{ControlKind, Span, Statement, controls, parse};

/// Why a name cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputError {
    /// This text does not assign the name at its margin.
    NotHere,
    /// It does, but the value does not fit; a sentence says why.
    Value(String),
}

/// The names that `program` assigns at its margin, in order: those that can be set.
pub fn names(program: &[Statement]) -> Vec<String> {
    let assigned = program.iter().flat_map(|statement| match &statement.kind {
        StatementKind::Assign { targets, value } => targets.iter().flat_map(|target| pairs(target, value)).collect(),
        _ => Vec::new(),
    });
    let mut names: Vec<String> = Vec::new();
    for (name, _) in assigned {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The names of its controls: what a learner is meant to set.
pub fn controlled(program: &[Statement]) -> Vec<String> {
    controls(program).iter().map(|control| control.name.to_string()).collect()
}

/// The source of `program` with `value` as what `name` is first assigned.
///
/// # Errors
/// When it is not assigned at the margin, or could not have this value.
pub fn with_input(source: &str, program: &[Statement], name: &str, value: &str) -> Result<String, InputError> {
    let statements = program.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Assign { targets, value } => Some((statement, targets, value)),
        _ => None,
    });
    for (statement, targets, assigned) in statements {
        let found = targets.iter().flat_map(|target| pairs(target, assigned)).find(|(own, _)| *own == name);
        let Some((_, old)) = found else { continue };
        let control = controls(std::slice::from_ref(statement)).into_iter().next();
        return match control {
            Some(control) => moved(&control.kind, source, old.span, value),
            None => assigned_anew(source, old, value),
        }
        .map_err(InputError::Value);
    }
    Err(InputError::NotHere)
}

/// Each name of a target with the expression that it is given, where the text shows which: `a, b = 1, 2`.
fn pairs<'a>(target: &'a Target, value: &'a Expression) -> Vec<(&'a str, &'a Expression)> {
    match (target, &value.kind) {
        (Target::Name(name), _) => vec![(&*name.name, value)],
        (Target::Tuple(targets, _), ExpressionKind::Tuple(values) | ExpressionKind::List(values))
            if targets.len() == values.len() =>
        {
            targets.iter().zip(values).flat_map(|(target, value)| pairs(target, value)).collect()
        }
        _ => Vec::new(),
    }
}

/// A control moved to `value`; `call` is where it stands.
fn moved(control: &ControlKind, source: &str, call: Span, value: &str) -> Result<String, String> {
    match control {
        ControlKind::Slider(slider) => {
            let bounds = || {
                let whole = if slider.whole { "a whole number" } else { "a number" };
                format!("it is a slider, which needs {whole} from {} to {}", slider.min, slider.max)
            };
            let number: f64 = value.trim().parse().map_err(|_| bounds())?;
            slider.with_exact(source, number).ok_or_else(bounds)
        }
        ControlKind::Text(text) => Ok(text.with_text(source, &bare(value))),
        ControlKind::Choice(choice) => {
            let wanted = bare(value);
            let option = choice.options.iter().position(|option| **option == *wanted);
            option.map(|option| choice.with_option(source, option)).ok_or_else(|| {
                let options: Vec<String> = choice.options.iter().map(|option| format!("`{option}`")).collect();
                format!("it is a choice of {}", options.join(", "))
            })
        }
        ControlKind::Toggle(toggle) => match value.trim() {
            "True" | "true" | "1" => Ok(toggle.with_value(source, true)),
            "False" | "false" | "0" => Ok(toggle.with_value(source, false)),
            _ => Err("it is a toggle, which needs True or False".to_owned()),
        },
        ControlKind::Matrix(_) => table(source, call, "matrix", value),
        ControlKind::Mask(_) => table(source, call, "mask", value),
    }
}

/// A table with all its rows written anew: it may have another size than before.
fn table(source: &str, call: Span, control: &str, value: &str) -> Result<String, String> {
    let new = format!("{control}({})", value.trim());
    let assigned = parse(&format!("x = {new}"));
    let is_table = assigned.errors.is_empty() && controls(&assigned.program).len() == 1;
    if !is_table {
        return Err(format!("it is a {control}, which needs rows of numbers, such as [[1, 0], [0, 1]]"));
    }
    replaced(source, call, &new)
}

/// A plain assignment with another right side: any expression. Where a string stood, the value may come without its quotes.
fn assigned_anew(source: &str, old: &Expression, value: &str) -> Result<String, String> {
    let value = value.trim();
    if matches!(old.kind, ExpressionKind::Str(_)) && string(value).is_none() {
        return replaced(source, old.span, &crate::lang::value::quoted(value));
    }
    let parsed = parse(value);
    let is_expression = matches!(parsed.program.as_slice(), [Statement { kind: StatementKind::Expression(_), .. }]);
    // A comment would swallow the bracket, and with it what follows in the source.
    let in_brackets = format!("({value})");
    match parsed.errors.first() {
        Some(error) => Err(format!("`{value}` is not an expression: {}", error.message)),
        None if !is_expression || !parse(&in_brackets).errors.is_empty() => {
            Err(format!("`{value}` is not an expression"))
        }
        None => replaced(source, old.span, &in_brackets),
    }
}

/// The text that a value means: what stands between its quotes, if it is a string in quotes, or all of it.
fn bare(value: &str) -> String {
    string(value.trim()).unwrap_or_else(|| value.to_owned())
}

fn string(value: &str) -> Option<String> {
    let parsed = parse(value);
    let [Statement { kind: StatementKind::Expression(expression), .. }] = parsed.program.as_slice() else {
        return None;
    };
    match &expression.kind {
        ExpressionKind::Str(text) if parsed.errors.is_empty() => Some(text.to_string()),
        _ => None,
    }
}

fn replaced(source: &str, span: Span, new: &str) -> Result<String, String> {
    match (source.get(..span.start as usize), source.get(span.end as usize..)) {
        (Some(before), Some(after)) => Ok(format!("{before}{new}{after}")),
        _ => Err("its position in the code was not found".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(source: &str, name: &str, value: &str) -> Result<String, InputError> {
        with_input(source, &parse(source).program, name, value)
    }

    fn refusal(source: &str, name: &str, value: &str) -> String {
        match set(source, name, value) {
            Err(InputError::Value(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_slider_takes_what_lies_between_its_bounds() {
        let source = "t = slider(0.1, 2.0, value=0.7, step=0.1)";
        assert_eq!(set(source, "t", "0.25").unwrap(), source.replace("0.7", "0.25"), "also between two steps");
        assert_eq!(set("n = slider(1, 8)", "n", "3").unwrap(), "n = slider(1, 8, value=3)");
        assert_eq!(refusal(source, "t", "3"), "it is a slider, which needs a number from 0.1 to 2");
        assert_eq!(refusal("n = slider(1, 8)", "n", "2.5"), "it is a slider, which needs a whole number from 1 to 8");
        assert_eq!(refusal(source, "t", "nan"), "it is a slider, which needs a number from 0.1 to 2");
        assert_eq!(refusal(source, "t", "warm"), "it is a slider, which needs a number from 0.1 to 2");
    }

    #[test]
    fn texts_choices_and_toggles() {
        let text = "s = text(\"the cat\")";
        assert_eq!(set(text, "s", "it's \"odd\"").unwrap(), r#"s = text("it's \"odd\"")"#);
        assert_eq!(set(text, "s", "'a dog'").unwrap(), r#"s = text("a dog")"#);
        let choice = "f = choice([\"relu\", \"gelu\"], \"relu\")";
        assert_eq!(set(choice, "f", "gelu").unwrap(), choice.replace("\"relu\")", "\"gelu\")"));
        assert_eq!(refusal(choice, "f", "tanh"), "it is a choice of `relu`, `gelu`");
        assert_eq!(set("on = toggle(True)", "on", "false").unwrap(), "on = toggle(False)");
        assert_eq!(refusal("on = toggle(True)", "on", "maybe"), "it is a toggle, which needs True or False");
    }

    #[test]
    fn tables_are_written_anew() {
        assert_eq!(set("W = matrix([[1, 2]])", "W", "[[0.5], [1]]").unwrap(), "W = matrix([[0.5], [1]])");
        let computed = "m = mask(torch.ones(n, n), flipped=[[0, 1]])";
        assert_eq!(set(computed, "m", "[[1, 0], [1, 1]]").unwrap(), "m = mask([[1, 0], [1, 1]])");
        for bad in ["[[1], [1, 2]]", "3", "[[x]]", "[[1]]) + (1"] {
            assert_eq!(
                refusal("W = matrix([[1, 2]])", "W", bad),
                "it is a matrix, which needs rows of numbers, such as [[1, 0], [0, 1]]"
            );
        }
    }

    #[test]
    fn a_plain_assignment_gets_another_right_side() {
        assert_eq!(set("n = 3 # few\nm = n * 2", "n", "4").unwrap(), "n = (4) # few\nm = n * 2");
        assert_eq!(set("a, b = 1, 2", "b", "x + 1").unwrap(), "a, b = 1, (x + 1)");
        assert_eq!(set("x = slider(0, n)", "x", "-2").unwrap(), "x = (-2)");
        assert_eq!(set("s = 'a'", "s", "the cat").unwrap(), "s = 'the cat'");
        assert_eq!(set("s = 'a'", "s", "'b'").unwrap(), "s = ('b')");
        assert_eq!(set("x = 1\nx = 2", "x", "3").unwrap(), "x = (3)\nx = 2", "an input is what comes first");
        assert_eq!(set("def f(): pass", "f", "3"), Err(InputError::NotHere));
        assert!(refusal("n = 3", "n", "4 5").starts_with("`4 5` is not an expression"));
        assert!(refusal("n = 3", "n", "y = 5").starts_with("`y = 5` is not an expression"));
        assert_eq!(refusal("n = 3", "n", "5 # five"), "`5 # five` is not an expression");
        assert!(refusal("n = 3", "n", "").starts_with("`` is not an expression"));
    }

    #[test]
    fn what_can_be_set_is_listed_in_order() {
        let names = names(&parse("b = 1\na, b = 2, 3\nc[0] = 4\nx, y = f()").program);
        assert_eq!(names, ["b", "a"]);
    }
}
