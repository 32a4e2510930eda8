//! A text as a program of the cell language: it is parsed, looked at from every side, and run on little.

use glassformer::lang::{Diagnostic, Limits, Scope, Span, Value, controls, evaluate, names, parse};
use glassformer::tensor::Tape;
use glassformer::tensor::stop::Flag;

/// Takes any bytes for a cell.
pub(crate) fn survive(bytes: &[u8]) {
    run(&String::from_utf8_lossy(bytes));
}

/// Whether a span marks a piece of this text.
fn fits(span: Span, source: &str) -> bool {
    let (start, end) = (span.start as usize, span.end as usize);
    start <= end && source.get(start..end).is_some()
}

/// What is said of an error lies in the text, in one line.
pub(crate) fn check_diagnostic(error: &Diagnostic, source: &str) {
    assert!(fits(error.span, source), "{:?} of {}", error.span, error.message);
    for (span, text) in &error.labels {
        assert!(fits(*span, source), "{span:?} of {text}");
    }
    assert!(!error.message.is_empty() && !error.message.contains('\n'), "{:?}", error.message);
    assert!(!error.render(source).is_empty());
}

/// Reads a text, looks at it from every side, and runs it on little.
pub(crate) fn run(source: &str) {
    let parsed = parse(source);
    parsed.errors.iter().for_each(|error| check_diagnostic(error, source));
    assert!(parsed.tokens.iter().all(|token| fits(token.span, source)));
    let found = names(&parsed.program);
    assert!(found.defines.iter().chain(&found.uses).all(|(_, span)| fits(*span, source)));
    assert!(controls(&parsed.program).iter().all(|control| fits(control.span, source)));
    // What stops at its first error is run too: the screen runs what it can while somebody types.
    let limits = Limits { steps: 3_000, bytes: 4 << 20, work: 4_000_000, ..Limits::default() };
    let evaluation = evaluate(&parsed.program, source, &Scope::new(), &limits, &Flag::default());
    if let Some(error) = &evaluation.error {
        check_diagnostic(error, source);
    }
    assert!(evaluation.printed.len() <= limits.printed + 200, "{} bytes were printed", evaluation.printed.len());
    for node in evaluation.tape.nodes() {
        assert!(node.place.is_none_or(|place| fits(Span::new(place.start, place.end), source)), "{:?}", node.place);
    }
    for value in evaluation.defined.values() {
        let _ = value.repr();
        explain(&evaluation.tape, value);
    }
}

/// Asks why of the first and the last element.
fn explain(tape: &Tape, value: &Value) {
    let (Some(origin), Value::Tensor(tensor)) = (value.origin(), value) else { return };
    if tensor.is_empty() {
        return;
    }
    let last: Vec<usize> = tensor.now().shape().iter().map(|size| size - 1).collect();
    for index in [vec![0; last.len()], last] {
        let _ = tape.explain(origin, &index).map(|explanation| explanation.to_string());
    }
}
