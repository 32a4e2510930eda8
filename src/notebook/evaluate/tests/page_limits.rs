//! What all cells of a page together may spend.

use super::*;

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
/// Almost all steps that a cell may take.
const LONG: &str = "for _ in range(1_450_000): pass";

fn long() -> Document {
    let codes: Vec<String> = NAMES.iter().map(|name| format!("{name} = 1\n{LONG}")).collect();
    let labelled: Vec<(&str, &str)> = NAMES.iter().copied().zip(codes.iter().map(String::as_str)).collect();
    cells(&labelled)
}

/// The cells that were refused for the sake of the page.
fn refused(outcome: &EvaluationOutcome) -> Vec<&'static str> {
    let is_refused = |name: &&str| match &outcome.cell(&(*name).into()).state {
        TaskState::Error(fault) => fault.diagnostic.message.contains("the cells of this page together"),
        _ => false,
    };
    NAMES.into_iter().filter(is_refused).collect()
}

/// What is used again counts as much as what is computed, so edits and undos come to what a run from scratch comes to.
#[test]
fn a_page_may_spend_what_four_cells_may_whatever_was_edited() {
    let mut page = long();
    let mut outcome = now(&page);
    assert_eq!(refused(&outcome), ["e"]);
    let again = format!("a = 2\n{LONG}");
    for (cell, code, over) in [("a", "a = 1", &[][..]), ("c", "while True: pass", &[]), ("a", &again, &["e"])] {
        page.edit(cell, code, false);
        outcome = evaluate_now(&page.snapshot(), &outcome);
        assert_eq!(refused(&outcome), over, "{cell} {code}");
        assert_eq!(shown(&outcome), shown(&now(&page)), "{cell} {code}");
    }
    while page.undo().is_some() {
        outcome = evaluate_now(&page.snapshot(), &outcome);
    }
    assert_eq!(refused(&outcome), ["e"]);
}
