//! Old values in the plain mode: after a failure the last good ones are told, and that they are old.

use super::*;

#[test]
fn the_last_good_values_are_told_as_old_ones() {
    let lines =
        ["set focus 4", "go soft", "replace 4 fit = K @ Q[", "show shares", "why shares cat", "show", "steps", "go 20"];
    let heard = told_revealed("attention", &lines);
    for command in ["show shares", "why shares cat", "show", "steps"] {
        let said = behind(&heard, command);
        assert!(said.contains("old value") && said.contains("cell soft now fails"), "{command}: {said}");
    }
    let shown = behind(&heard, "show shares");
    assert!(shown.contains("cat 1.00") && !shown.contains("0.957"), "{shown}");
    let text = behind(&heard, "go 20");
    assert!(text.contains("gives it a share of 1.00 (old)"), "{text}");
    let heard = told_revealed("attention", &["show shares", "why shares cat", "go 20"]);
    assert!(!heard.contains("old value") && !heard.contains("(old)"), "{heard}");
}

#[test]
fn what_waits_for_a_cell_that_fails_is_old_too() {
    let lines =
        ["go softmax", "replace 1 weights = softmax(masked[", "show output", "go mix", "go sentence", "show words"];
    let heard = told_revealed("attention", &lines);
    let shown = behind(&heard, "show output");
    assert!(shown.contains("old value") && shown.contains("cell mix waits for softmax"), "{shown}");
    let cell = behind(&heard, "go mix");
    assert!(cell.contains("It waits for weights") && cell.contains("The following values are old."), "{cell}");
    assert!(!behind(&heard, "show words").contains("old"), "{heard}");
}

#[test]
fn unseeded_cell_tells_its_seed() {
    let heard = told_revealed("attention", &["go softmax", "replace 1 weights = torch.rand(4, 4)", "again"]);
    assert!(behind(&heard, "again").contains("Seed 0 (yours: none)."), "{heard}");
}

#[test]
fn nothing_is_announced_that_does_not_follow() {
    let heard = told("attention", &["go allowed", "go sentence", "replace 1 sentence = text(", "again", "show answer"]);
    assert!(behind(&heard, "again").contains("is never closed"), "{heard}");
    for (at, _) in heard.match_indices("The following values are old.\n") {
        let next = heard[at..].lines().nth(1).unwrap();
        assert!(!next.starts_with("5 attention, "), "{heard}");
    }
    // The answer of a question is no value of the page.
    assert!(behind(&heard, "show answer").contains("There is no value"), "{heard}");
}

/// What an old value was made of is what it was made of then.
#[test]
fn reasons_do_not_mix_two_states_of_the_page() {
    let lines = [
        "go softmax",
        "replace 1 weights = softmax(masked[, dim=-1)",
        "set sentence a b c",
        "why weights 4 4",
        "4",
        "why output 4 0",
        "why masked 1 1",
    ];
    let heard = told_revealed("attention", &lines);
    let why = behind(&heard, "why weights 4 4");
    assert!(why.contains("old value") && why.contains("cell softmax now fails"), "{why}");
    assert!(why.contains("1: masked at query the (4), key the (4), 0.00"), "{why}");
    let further = behind(&heard, "4");
    assert!(further.contains("masked at query the (4), key sat is 0.231"), "{further}");
    let output = behind(&heard, "why output 4 0");
    assert!(output.contains("V at word on, knows who, 0.00"), "{output}");
    assert!(!heard.contains("not a number"), "{heard}");
    let masked = behind(&heard, "why masked 1 1");
    assert!(masked.contains("scaled at query b, key b, minus 0.780") && !masked.contains("old value"), "{masked}");
}

/// Whether an element is on cannot be read from a mask that is not there.
#[test]
fn a_mask_that_waits_is_not_set_by_what_it_was() {
    let heard =
        told("attention", &["reveal", "set sentence \"\"", "set allowed[0, 0] off", "undo", "set allowed[0, 0] off"]);
    assert_eq!(heard.matches("allowed has no values yet: its cell has not run.").count(), 1, "{heard}");
    assert!(heard.contains("weights changed: 6 of 36 values"), "{heard}");
}
