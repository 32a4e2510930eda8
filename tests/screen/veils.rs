//! A question hides what would answer it, until it is answered or skipped.

use glassformer::tui::keymap::Context;
use glassformer::tui::message::{Pointer, PointerKind};

use super::*;

const LESSON: &str = r"---
title: Veils
id: veils
---
# Start

```python
#| label: made
x = slider(0, 4, value=1)
y = torch.tensor([1.5, 2.5]) * x
```

The first is {{ y[0] }}.

```python
#| role: question
#| label: which
#| ask: Which is larger?
#| options: the first | the second
answer = int(y.argmax())
```

```python
#| label: below
z = torch.tensor([3.25]) + x
print(6 * 7)
```

# Next

```python
#| label: after
w = torch.tensor([7.25]) + x
```
";

const HIDDEN: [&str; 4] = ["2.50", "first is 1.5", "4.25", "42"];

fn sees_hidden(pilot: &Pilot) {
    for text in HIDDEN {
        sees(pilot, text);
    }
    misses(pilot, "hidden until");
}

fn misses_hidden(pilot: &Pilot) {
    for text in HIDDEN {
        misses(pilot, text);
    }
}

#[test]
fn values_are_hidden_until_the_question_is_answered() {
    let pilot = page_of(LESSON, 80, 40);
    misses_hidden(&pilot);
    sees(&pilot, "░░ y  hidden until you answer: Which is larger?");
    sees(&pilot, "░░ z, printed text  hidden until you answer: Which is larger?");
    sees(&pilot, "The first is ░░.");
    sees(&pilot, "8.25");
    // How sure an answer was is asked before anything tells whether it is right.
    let pilot = go(to(pilot, "which"), "2");
    misses(&pilot, "2.50");
    sees_hidden(&go(pilot, "3"));
}

#[test]
fn a_question_is_skipped_and_all_is_shown_and_hidden_again() {
    let pilot = to(page_of(LESSON, 80, 40), "which");
    sees_hidden(&go(pilot, "S"));
    let pilot = go(page_of(LESSON, 80, 40), "H");
    sees_hidden(&pilot);
    sees(&pilot, "H hides them again");
    let pilot = go(pilot, "H");
    misses(&pilot, "2.50");
    let pilot = go(to(pilot, "which"), "2 3 H");
    sees(&pilot, "No question on this page hides anything.");
    sees_hidden(&pilot);
}

#[test]
fn what_is_hidden_is_shown_from_inside_a_tensor_and_an_explanation() {
    let text = LESSON.replace("w = torch.tensor([7.25]) + x", "w = y * 2");
    for (width, keys) in [(80, "<enter> <enter>"), (120, "<enter>"), (120, "<enter> <enter>")] {
        let pilot = go(to(page_of(&text, width, 40), "after"), keys);
        sees(&pilot, "░░ is hidden until you answer");
        let focus = pilot.model.context();
        let pilot = go(pilot, "H");
        assert_eq!(pilot.model.context(), focus, "{}", pilot.screen());
        sees(&pilot, "3.00 = 1.50");
        misses(&pilot, "░░");
    }
}

#[test]
fn a_hidden_operand_says_so_in_place_of_ending_the_reasons() {
    let text = LESSON.replace("w = torch.tensor([7.25]) + x", "w = y * 2");
    let pilot = go(to(page_of(&text, 120, 40), "after"), "<enter> <enter> <enter>");
    misses(&pilot, "chain of reasons ends");
}

#[test]
fn why_goes_to_a_tensor_sooner_than_to_a_number_alone() {
    let text = LESSON.replace(
        "w = torch.tensor([7.25]) + x",
        "n = 3 * 2\n```\n\n```python\n#| label: last\nw = torch.tensor([7.25]) + x",
    );
    let pilot = go(to(page_of(&text, 80, 40), "which"), "W");
    let reading = pilot.model.reading().unwrap();
    let spot = &reading.inside().unwrap().spot;
    assert_eq!(&*reading.lesson.blocks()[spot.block].id, "last", "{}", pilot.screen());
    sees(&pilot, "8.25 = 7.25 + 1");
}

#[test]
fn nothing_beside_the_page_shows_what_is_hidden() {
    for block in ["made", "which", "below"] {
        let pilot = to(page_of(LESSON, 120, 40), block);
        misses_hidden(&pilot);
    }
    // A hidden tensor cannot be gone into: Enter edits the code.
    let pilot = go(to(page_of(LESSON, 80, 40), "below"), "<enter>");
    assert_eq!(pilot.model.context(), Context::CodeEditor);
}

#[test]
fn what_an_input_moves_stays_hidden() {
    let pilot = go(to(page_of(LESSON, 80, 40), "made"), "<right>");
    misses(&pilot, "3.00");
    misses(&pilot, "5.00");
    sees(&pilot, "9.25");
}

#[test]
fn a_click_on_a_veil_goes_to_its_question() {
    let pilot = page_of(LESSON, 80, 40);
    let row = pilot.screen().lines().position(|line| line.contains("░░ y")).unwrap();
    let mut pilot = pilot;
    pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column: 20, row: row as u16 }));
    assert_eq!(pilot.model.reading().unwrap().lesson.id().as_deref(), Some("which"));
}

#[test]
fn a_talk_shows_it_with_the_answer() {
    let lesson = LESSON.replace("# Start", "Start.").replace("# Next", "Next.");
    let lesson = Lesson::read("t.md", &lesson).unwrap();
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 60).presenting().read(lesson));
    let pilot = to(pilot, "after");
    misses(&pilot, "2.50");
    let pilot = to(pilot, "which");
    let pilot = go(pilot, "1");
    misses(&pilot, "2.50");
    sees(&go(pilot, "S"), "2.50");
}

/// The steps of a cell would show what a question hides of it.
#[test]
fn a_cell_whose_values_are_hidden_is_not_stepped_through() {
    let open = || to(page_of(LESSON, 120, 40), "made");
    let pilot = go(open(), "s");
    sees(&pilot, "A question hides what this cell computes");
    misses_hidden(&pilot);
    let pilot = go(go(open(), "H"), "s");
    sees(&pilot, "step 1 of ");
}

/// What a step was computed from may come from a cell of which a question hides the values.
#[test]
fn operands_that_a_question_hides_are_not_shown_beside_a_step() {
    let text = LESSON.replace("w = torch.tensor([7.25]) + x", "w = y * 2");
    let pilot = go(to(page_of(&text, 120, 40), "after"), "s <end>");
    sees(&pilot, "w = y · 2");
    misses_hidden(&pilot);
    misses(&pilot, "Computed from");
    let pilot = go(go(to(page_of(&text, 120, 40), "after"), "H"), "s <end>");
    sees(&pilot, "Computed from");
}

/// A cell that reads a hidden value shows what its other steps were computed from.
#[test]
fn a_step_without_hidden_operands_shows_what_it_was_computed_from() {
    let text = LESSON.replace("w = torch.tensor([7.25]) + x", "w = y * 2\nv = w + x");
    let pilot = go(to(page_of(&text, 120, 40), "after"), "s <end>");
    sees(&pilot, "v = w + x");
    sees(&pilot, "Computed from");
    misses(&go(pilot, "<up>"), "Computed from");
}

#[test]
fn a_block_that_hides_something_names_the_key_that_shows_it() {
    let footer = |pilot: &Pilot| pilot.screen().lines().last().unwrap_or_default().to_owned();
    let attention =
        || on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open("attention").unwrap());
    let pilot = to(attention(), "softmax");
    assert!(footer(&pilot).contains("H show hidden values"), "{}", footer(&pilot));
    // A block that hides nothing has no use for it, nor has one that is shown; the menu names it in both.
    assert!(!footer(&to(attention(), "project")).contains("hidden values"));
    let pilot = go(pilot, "H");
    assert!(!footer(&pilot).contains("H "), "{}", footer(&pilot));
    sees(&go(pilot, "<space>"), "hide them again");
}

/// Beside the page stands why the number nearest to the cursor is what it is; of what is hidden only the value is missing.
#[test]
fn reason_is_shown_without_its_hidden_numbers() {
    let text = LESSON.replace("w = torch.tensor([7.25]) + x", "w = y * 2 + x");
    let pilot = to(page_of(&text, 140, 40), "after");
    misses_hidden(&pilot);
    sees(&pilot, "4.00 = ░░ + 1");
    sees(&pilot, "computed from");
    sees(&pilot, "░░");
    // Asked for: the same, and no way on to what is hidden.
    let asked = go(to(page_of(&text, 80, 40), "after"), "<enter> <enter>");
    sees(&asked, "░░");
    for text in ["1.50", "2.50", "3.00", "5.00"] {
        misses(&asked, text);
    }
    sees(&go(asked, "<esc> <esc> H <enter> <enter>"), "3.00");
}

/// A number that is none may be the answer: that it came from a hidden value is said once that is shown.
#[test]
fn first_nan_in_a_hidden_value_is_not_led_to() {
    let text = LESSON
        .replace("y = torch.tensor([1.5, 2.5]) * x", "y = torch.tensor([-1.5, 2.5]).sqrt() * x")
        .replace("w = torch.tensor([7.25]) + x", "w = y.sum() + x")
        .replace("answer = int(y.argmax())", "answer = 1 if float(y[1]) > 0 else 0");
    let pilot = go(to(page_of(&text, 100, 40), "after"), "<enter> <enter>");
    sees(&pilot, "nan = ░░ + 1");
    let pilot = go(pilot, "b");
    sees(&pilot, "The first NaN is in a value that stays hidden until you answer.");
    sees(&pilot, "nan = ░░ + 1");
    sees(&go(pilot, "<esc> <esc> H <enter> <enter> b"), "First NaN:");
}

#[test]
fn second_reading_hides_again_what_was_skipped_and_answered() {
    let pilot = go(to(page_of(LESSON, 80, 40), "which"), "S");
    sees_hidden(&pilot);
    let pilot = go(pilot, "R");
    misses_hidden(&pilot);
    sees(&pilot, "hidden again until you answer");
    let pilot = go(to(pilot, "which"), "2 3");
    sees_hidden(&pilot);
    misses_hidden(&go(pilot, "R"));
}
