//! The cell language from outside: whole cells, what they give, and every class of error with its words and its place.

#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test may stop where it is surprised")]

#[path = "language/answers.rs"]
mod answers;
#[path = "language/arguments.rs"]
mod arguments;
#[path = "language/backward.rs"]
mod backward;
#[path = "language/charging.rs"]
mod charging;
#[path = "language/closures.rs"]
mod closures;
#[path = "language/corpus.rs"]
mod corpus;
#[path = "language/errors.rs"]
mod errors;
#[path = "language/exceptions.rs"]
mod exceptions;
#[path = "language/grad_names.rs"]
mod grad_names;
#[path = "language/kinds.rs"]
mod kinds;
#[path = "language/laws.rs"]
mod laws;
#[path = "language/meaning.rs"]
mod meaning;
#[path = "language/memory_marks.rs"]
mod memory_marks;
#[path = "language/numpy.rs"]
mod numpy;
#[path = "language/objects.rs"]
mod objects;
#[path = "language/optimizers.rs"]
mod optimizers;
#[path = "language/owners.rs"]
mod owners;
#[path = "language/page.rs"]
mod page;
#[path = "language/printing.rs"]
mod printing;
#[path = "language/programs.rs"]
mod programs;
#[path = "language/python.rs"]
mod python;
#[path = "language/random_numbers.rs"]
mod random_numbers;
#[path = "language/reasons.rs"]
mod reasons;
#[path = "language/references.rs"]
mod references;
#[path = "language/refusals.rs"]
mod refusals;
#[path = "language/sizes.rs"]
mod sizes;
#[path = "language/stopping.rs"]
mod stopping;
#[path = "language/tensor_references.rs"]
mod tensor_references;

use glassformer::lang::{Evaluation, Limits, Scope, evaluate, parse};
use glassformer::tensor::stop::Flag;

/// Runs a cell that sees nothing of other cells.
fn run(source: &str) -> Evaluation {
    run_with(source, &Scope::new())
}

/// Runs a cell that sees the names of other cells.
fn run_with(source: &str, given: &Scope) -> Evaluation {
    let parsed = parse(source);
    assert_eq!(parsed.errors, vec![], "{source}");
    evaluate(&parsed.program, source, given, &Limits::default(), &Flag::default())
}

/// What the last line of a cell gives, as Python would print it.
fn show(source: &str) -> String {
    let evaluation = run(source);
    if let Some(error) = evaluation.error {
        return error.render(source);
    }
    evaluation.result.map_or_else(|| "None".to_owned(), |value| value.repr())
}

/// The error of a cell: `line:column message`, and its help behind an arrow.
fn error(source: &str) -> String {
    error_with(source, &Scope::new())
}

fn error_with(source: &str, given: &Scope) -> String {
    let error = run_with(source, given).error.unwrap_or_else(|| panic!("no error in {source:?}"));
    let help = error.help.as_ref().map(|help| format!(" → {help}")).unwrap_or_default();
    format!("{} {}{help}", error.position(source), error.message)
}
