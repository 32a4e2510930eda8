//! Sliders, choices, toggles, matrices and masks; undo, redo and reset.

use super::*;

#[test]
fn a_slider_moves_on_the_page_and_everything_follows() {
    let pilot = to(tiny(80, 24), "knob");
    sees(&pilot, "[1.0]");
    sees(&pilot, "←→ slide");
    let pilot = go(pilot, "<right> <right> <right>");
    assert!(source(&pilot, "knob").contains("value=2.0"));
    sees(&pilot, "Half of it is 1.00.");
    sees(&pilot, "✎ changed; r restores the lesson's text");
    let pilot = go(pilot, "-");
    sees(&pilot, "Half of it is 0.75.");
    // All the moves of one slider are one step.
    let pilot = go(pilot, "u");
    assert!(source(&pilot, "knob").contains("value=1.0"));
    sees(&pilot, "Undone: knob: value=1.0 → value=1.5. That was the first change.");
    let pilot = go(pilot, "U");
    assert!(source(&pilot, "knob").contains("value=1.5"));
    sees(&go(pilot, "u u"), "There is nothing to undo.");
}

#[test]
fn a_key_that_does_nothing_on_a_block_says_why() {
    for (block, keys, why) in [
        ("start", "<left> l + - <s-right>", "There is nothing to adjust here; Tab goes to the next input."),
        ("start", "x", "There is nothing to switch here; Tab goes to the next input."),
        ("knob", "x", "← and → change this input."),
        ("grid", "<right> +", "W: Enter goes into it."),
        ("holes", "x", "m: Enter goes into it."),
        ("start", "1 9", "Digits answer questions; this is not a question. Tab goes to the next one."),
        ("start", "i", "There are no hints here."),
        ("start", "S", "Only exercises have solutions; Tab goes to the next exercise."),
        ("start", "f w", "That key works elsewhere: Inside a tensor."),
    ] {
        for key in keys.split(' ') {
            sees(&go(to(tiny(80, 24), block), key), why);
        }
    }
    misses(&go(to(tiny(80, 24), "knob"), "+"), "There is nothing to move");
    // A slider at its end moves no further, and one sees it there.
    misses(&go(to(tiny(80, 24), "knob"), "+ + + +"), "There is nothing to move");
}

#[test]
fn undo_goes_to_the_block_that_it_changes() {
    let pilot = go(to(tiny(80, 24), "knob"), "<right>");
    let pilot = go(to(pilot, "double"), "u");
    assert_eq!(&*pilot.model.reading().unwrap().lesson.id().unwrap(), "knob");
    sees(&pilot, "t  ");
}

#[test]
fn a_number_is_typed_nudged_negated_and_reset() {
    let pilot = go(to(tiny(80, 24), "grid"), "<enter>");
    sees(&pilot, "inside W");
    sees(&pilot, "W  row 0, column 0  = 1 ");
    let pilot = go(pilot, "2.5");
    sees(&pilot, "= 2.5▏");
    assert!(source(&pilot, "grid").contains("[[1.0, 2.0]"));
    let pilot = go(pilot, "<enter>");
    assert!(source(&pilot, "grid").contains("[[2.5, 2.0]"));
    sees(&pilot, "2.50]");
    sees(&go(pilot, "<down>"), "2.50*");
    let pilot = go(to(tiny(80, 24), "grid"), "<enter> 2.5 <enter>");
    // As in a table of numbers, an arrow sets the number and goes on.
    let pilot = go(pilot, "<right> 7 <down>");
    assert!(source(&pilot, "grid").contains("[[2.5, 7.0], [3.0, 4.0]]"));
    sees(&pilot, "row 1, column 1");
    let pilot = go(pilot, "n - -");
    assert!(source(&pilot, "grid").contains("[3.0, -4.2]"), "{}", source(&pilot, "grid"));
    let pilot = go(pilot, "r");
    assert!(source(&pilot, "grid").contains("[[1.0, 2.0], [3.0, 4.0]]"));
    sees(&pilot, "grid has the lesson's text again");
    sees(&go(pilot, "u"), "2.50");
}

#[test]
fn what_is_no_number_stays_to_be_mended() {
    let pilot = go(to(tiny(80, 24), "grid"), "<enter> 1.2.3 <enter>");
    sees(&pilot, "`1.2.3` is not a number");
    let pilot = go(pilot, "<backspace> <backspace> <enter>");
    assert!(source(&pilot, "grid").contains("[[1.2, 2.0]"));
    let pilot = go(pilot, "9 <esc>");
    assert!(source(&pilot, "grid").contains("[[1.2, 2.0]"));
}

#[test]
fn a_mask_hides_and_what_is_hidden_is_crossed_out() {
    let pilot = go(to(tiny(80, 40), "holes"), "<enter> <right> x");
    assert!(source(&pilot, "holes").contains("mask([[1, 0], [1, 1]])"));
    // One cross in `masked`, one in `shares`, where the value is exactly 0.
    sees(&pilot, "0  ✓ [·]  ");
    sees(&pilot, "  0  1  ×");
    sees(&pilot, "0  1.00    ×");
    sees(&pilot, "rows sum to 1");
    let pilot = go(pilot, "<tab> <tab> <right>");
    sees(&pilot, "shares");
    sees(&pilot, "masked: the score was -inf");
    sees(&go(pilot, "x"), "Only the cells of a mask can be toggled.");
}

#[test]
fn choices_and_toggles() {
    let pilot = to(tiny(80, 24), "switches");
    sees(&pilot, "● relu   ○ gelu");
    let pilot = go(pilot, "<right>");
    sees(&pilot, "○ relu   ● gelu");
    let pilot = go(pilot, "<tab> x");
    assert!(source(&pilot, "switches").contains("toggle(False)"));
    sees(&pilot, "○ on   ● off");
    let pilot = go(pilot, "u u");
    sees(&pilot, "● relu   ○ gelu");
    sees(&pilot, "● on   ○ off");
}

#[test]
fn tab_goes_from_control_to_control_and_around() {
    let mut pilot = tiny(80, 24);
    let mut seen = Vec::new();
    for _ in 0..9 {
        pilot = go(pilot, "<tab>");
        seen.push(pilot.model.reading().unwrap().lesson.id().unwrap().to_string());
    }
    assert_eq!(seen, ["words", "knob", "grid", "holes", "switches", "switches", "guess", "double", "words"]);
    let pilot = go(pilot, "<backtab>");
    assert_eq!(&*pilot.model.reading().unwrap().lesson.id().unwrap(), "double");
}

#[test]
fn the_whole_page_is_reset_at_once() {
    let pilot = go(to(tiny(80, 24), "knob"), "<right>");
    let pilot = go(to(pilot, "grid"), "<enter> 8 <enter> <esc> R");
    sees(&pilot, "2 blocks have the lesson's text again");
    assert!(pilot.model.reading().unwrap().lesson.document.changes().is_empty());
    let pilot = go(pilot, "u");
    assert_eq!(pilot.model.reading().unwrap().lesson.document.changes().len(), 2);
}

#[test]
fn a_lazy_cell_runs_when_it_is_asked_and_waits_again() {
    let pilot = to(tiny(80, 40), "slow");
    sees(&pilot, "runs only on request: press Enter");
    misses(&pilot, "late  3");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "late  3");
    let pilot = to(go(to(pilot, "words"), "e <space> c <enter>"), "slow");
    sees(&pilot, "runs only on request");
    sees(&go(pilot, "<enter>"), "late  4");
}

#[test]
fn tab_shows_a_matrix_that_is_drawn_far_below_its_code() {
    let code: String = (0..30).map(|line| format!("_a{line} = {line}")).collect::<Vec<_>>().join("\n");
    let lesson = format!(
        "---\ntitle: Far\nid: far\n---\n# Far\n\n```python\n#| label: far\n#| show: W\n{code}\nW = matrix([[1.5, 2.5], [3.5, 4.5]])\n```\n"
    );
    let pilot = go(page_of(&lesson, 80, 24), "<down>");
    misses(&pilot, "3.50");
    sees(&pilot, "_a0 = 0");
    let pilot = go(pilot, "<tab>");
    sees(&pilot, "W: Enter goes into it.");
    sees(&pilot, "3.50");
    sees(&go(pilot, "<enter> <down>"), "W  1, 0  = 3.5000");
}

#[test]
fn options_wider_than_the_line_go_on_below_the_first() {
    const MANY: &str = "---\ntitle: Many\nid: many\n---\n```python\n#| label: fills\nfill = choice([\"-inf\", \"-1e9\", \
        \"0\", \"-1e-20\", \"dtype minimum\", \"safe softmax\"], \"-inf\")\n```\n\n```python\n#| label: long\nmistake = \
        choice([\"short\", \"the rows of what is added are taken from the end of the table and not from its start\"], \
        \"short\")\n```\n";
    let pilot = page_of(MANY, 60, 30);
    sees(&pilot, "fill  ● -inf   ○ -1e9   ○ 0   ○ -1e-20   ○ dtype minimum\n ▎       ○ safe softmax");
    sees(&pilot, "mistake  ● short\n");
    sees(&pilot, "            ○ the rows of what is added are taken from the");
    sees(&pilot, "            end of the table and not from its start");
    // All of it is the control, and the chosen one is seen where it stands.
    let pilot = go(pilot, "<right> <right> <right> <right> <right>");
    sees(&pilot, "● safe softmax");
}

#[test]
fn what_an_input_moves_beyond_the_screen_is_named() {
    let filler = "Words.\n\n".repeat(30);
    let lesson = format!(
        "---\ntitle: Far\nid: far\n---\n```python\n#| label: early\nearly = torch.ones(2, 2) * knob\nstays = torch.ones(2, 2)\n```\n\n\
         {filler}```python\n#| label: turn\nknob = slider(0.0, 2.0, value=1.0, step=0.5)\nnear = torch.ones(2, 2) * knob\n```\n\n\
         {filler}```python\n#| label: late\n#| show: late\nlate = near + 1\nunseen = near + 2\n```\n\n\
         ```python\n#| label: rounded\nsame = (near * 0).sum(0)\n```\n"
    );
    let pilot = to(page_of(&lesson, 80, 24), "turn");
    misses(&pilot, "changed:");
    let pilot = go(pilot, "<right>");
    sees(&pilot, " changed: ↑ early  ↓ late ");
    let pilot = go(pilot, "-");
    sees(&pilot, " changed: ↑ early  ↓ late ");
    // Where blocks have come or gone, nothing is said rather than something wrong.
    misses(&to(go(pilot, "a <esc>"), "turn"), "changed:");
    let pilot = go(to(page_of(&lesson, 80, 24), "turn"), "<right>");
    // Elsewhere it is no news; and a screen on which all of it stands does not name it.
    misses(&go(pilot, "G"), "moved");
    let pilot = go(to(page_of(&lesson, 80, 200), "turn"), "<right>");
    misses(&pilot, "changed:");
}
