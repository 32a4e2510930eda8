//! Holding the page beside another state of itself: pin, leak test, timeline.

use super::*;
use glassformer::tui::message::{Msg, Pointer, PointerKind};

#[test]
fn a_pinned_page_shows_what_moved_what_was_before_and_the_difference() {
    let pilot = go(to(tiny(100, 30), "grid"), "p");
    sees(&pilot, "Pinned. Change something");
    let pilot = go(pilot, "<enter> 2.5 <enter>");
    sees(&pilot, "showing now");
    sees(&pilot, "W  row 0, column 0  = 2.5000  before 1.0000  difference 1.5000");
    sees(&pilot, "1 of 4 changed");
    let pilot = go(pilot, "<down>");
    sees(&pilot, "2.50*");
    let pilot = go(pilot, "P");
    sees(&pilot, "showing before");
    sees(&pilot, "before · 1 of 4 changed");
    let pilot = go(pilot, "P <up>");
    sees(&pilot, "showing difference");
    sees(&pilot, "now − before · 1 of 4 changed");
    sees(&pilot, "[1.50]");
    // The difference follows an edit; what is before does not.
    let pilot = go(pilot, "3.5 <enter>");
    sees(&pilot, "= 3.5000  before 1.0000  difference 2.5000");
    let pilot = go(pilot, "<esc> p");
    sees(&pilot, "Comparison ended.");
    misses(&pilot, "showing");
    sees(&pilot, "3.50*");
}

#[test]
fn why_speaks_of_the_state_that_is_shown() {
    let pilot = go(to(tiny(100, 30), "grid"), "p <enter> 2.5 <enter> <esc>");
    let pilot = go(to(pilot, "holes"), "<enter> <tab> <enter>");
    sees(&pilot, "2.5");
    let pilot = go(pilot, "P");
    sees(&pilot, "showing before");
    misses(&pilot, "no record");
}

#[test]
fn an_edit_leaves_the_other_state() {
    let pilot = go(to(tiny(100, 30), "knob"), "p <right>");
    sees(&pilot, "half  0.7500*");
    let pilot = go(pilot, "P");
    sees(&pilot, "showing before");
    let pilot = go(pilot, "<left>");
    sees(&pilot, "showing now");
    sees(&pilot, "unchanged");
}

#[test]
fn nothing_is_compared_before_something_is_pinned() {
    sees(&go(to(tiny(80, 24), "knob"), "P"), "p pins the page as it is now");
    sees(&go(tiny(80, 24), "L"), "A leak test changes an input");
    sees(&go(tiny(80, 24), "t"), "Nothing has changed");
}

#[test]
fn a_leak_test_changes_a_word_and_says_what_moved() {
    let pilot = go(to(tiny(120, 30), "words"), "L");
    sees(&pilot, "word 2 of sentence changed from “b” to “a”: sentence changed; 9 names did not. p ends the test.");
    assert!(source(&pilot, "words").contains("\"a b\""), "the page stays what it is");
    let pilot = go(pilot, "<down>");
    sees(&pilot, "1 of 10 names changed: word 2 of sentence changed from “b” to “a”");
    sees(&go(go(pilot, "<up>"), "L"), "word 1 of sentence changed from “a” to “b”");
}

#[test]
fn a_leak_test_of_a_row_marks_the_rows_that_saw_it_and_follows_edits() {
    let pilot = go(to(tiny(120, 30), "grid"), "<enter> <down>");
    sees(&go(pilot, ": leak"), "leak test: row");
    let pilot = go(to(tiny(120, 30), "grid"), "<enter> <down> L");
    sees(&pilot, "row 1 of W changed by +1, +1/2, +1/3 …: ");
    sees(&pilot, "2 of 4 changed");
    let pilot = go(pilot, "<up>");
    sees(&pilot, "3* 4*");
    sees(&pilot, "= 1  changed 1  difference 0");
    let pilot = go(pilot, "P <down> <right>");
    sees(&pilot, "= 4.0000  changed 4.5000  difference -0.5000");
    let pilot = go(pilot, "<left>");
    sees(&pilot, "showing changed");
    sees(&pilot, "4.00");
    // An edit of the page is followed: the same row is changed again, in the new page.
    let pilot = go(pilot, "7 <enter>");
    sees(&pilot, "= 7  changed 8  difference -1");
}

#[test]
fn a_causal_lesson_does_not_leak_backwards() {
    let pilot = to(attention(120, 40), "sentence");
    let pilot = go(pilot, "L");
    sees(&pilot, "changed from “mat” to “the”");
    let reading = pilot.model.reading().unwrap();
    assert!(reading.lesson.comparison.as_ref().unwrap().summary.moved.len() > 3);
}

#[test]
fn the_timeline_walks_back_and_forth() {
    let pilot = go(to(tiny(100, 30), "knob"), "<right>");
    let pilot = go(to(pilot, "grid"), "<enter> 2.5 <enter> <right> 7 <enter> <esc> t");
    sees(&pilot, "timeline   step 3 of 3");
    sees(&pilot, "  0  as the lesson wrote it");
    sees(&pilot, "  1  knob: value=1.0 → value=1.5");
    sees(&pilot, "▸   3  grid: 2.0 → 7");
    let pilot = go(pilot, "<up> <up>");
    sees(&pilot, "step 1 of 3");
    assert!(source(&pilot, "grid").contains("[[1.0, 2.0]"));
    let pilot = go(pilot, "<home>");
    assert!(source(&pilot, "knob").contains("value=1.0"));
    sees(&pilot, "▸   0  as the lesson wrote it");
    let pilot = go(pilot, "<end> <esc>");
    assert!(source(&pilot, "grid").contains("[[2.5, 7"));
    misses(&pilot, "timeline");
    // A click on a step goes there.
    let mut pilot = go(pilot, "t");
    let row = pilot.screen().lines().position(|line| line.contains("1  knob: value")).unwrap() as u16;
    pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column: 90, row }));
    sees(&pilot, "step 1 of 3");
}

#[test]
fn what_is_looked_at_otherwise_has_not_moved() {
    let pilot = go(to(attention(80, 24), "mask"), "p <enter> j j f r 0 <esc>");
    sees(&pilot, "changed");
    misses(&pilot, "changed: ↑");
    let pilot = go(pilot, "P P P t <up>");
    misses(&pilot, "changed: ↑");
}
