//! Asking why: from a number down to what somebody typed, and up again.

use super::*;

#[test]
fn why_goes_down_to_what_was_typed_and_up_again() {
    let pilot = go(to(tiny(120, 40), "holes"), "<enter> <tab> <tab> <enter>");
    sees(&pilot, "inside shares");
    sees(&pilot, "softmax");
    sees(&pilot, "made of");
    // Into the operands, and down: the cursor is on `masked` then.
    let pilot = go(pilot, "<tab> <enter>");
    sees(&pilot, "inside masked");
    sees(&pilot, "shares ▸");
    let pilot = go(pilot, "G <enter>");
    let inside = pilot.model.reading().unwrap().inner_figure().unwrap().name.to_string();
    assert!(inside == "W" || inside == "m", "{inside}");
    let pilot = go(pilot, "<backspace> <backspace>");
    sees(&pilot, "inside shares");
    misses(&pilot, "shares ▸");
    let pilot = go(pilot, "<esc>");
    sees(&pilot, "Enter to its operands");
    let pilot = go(pilot, "<esc>");
    misses(&pilot, "made of");
    sees(&pilot, "inside shares");
}

#[test]
fn the_explanation_follows_the_cursor_and_the_edits() {
    let pilot = go(to(tiny(120, 40), "holes"), "<enter> <tab> <tab> <enter>");
    let before = pilot.screen();
    let pilot = go(pilot, "<down>");
    assert_ne!(before, pilot.screen());
    sees(&pilot, "row 1, column 0");
    // What is changed while it is explained is explained anew.
    let pilot = go(to(tiny(120, 40), "grid"), "<enter> <enter> 9 <enter>");
    sees(&pilot, "9.00");
    sees(&pilot, "inside W");
}

#[test]
fn operands_are_lit_where_they_stand() {
    let pilot = go(to(tiny(120, 40), "holes"), "<enter> <tab> <tab> <enter>");
    let frame = pilot.frame();
    let underlined = frame
        .content
        .iter()
        .filter(|cell| cell.modifier.contains(ratatui::style::Modifier::UNDERLINED) && cell.symbol() == "1")
        .count();
    assert!(underlined > 0, "{}", pilot.screen());
}

#[test]
fn an_end_of_the_reasons_is_said() {
    let pilot = go(to(tiny(120, 40), "grid"), "<enter> <enter> <enter>");
    sees(&pilot, "inside W");
    let pilot = go(pilot, "<enter> <enter> <backspace> <left> <esc> <esc> <esc>");
    misses(&pilot, "inside W");
}

#[test]
fn a_narrow_screen_has_the_inspector_at_the_bottom() {
    let pilot = go(to(tiny(80, 24), "holes"), "<enter> <tab> <tab> <enter>");
    sees(&pilot, "exp(1.00) + exp(2.00)");
    let rows: Vec<_> = pilot.screen().lines().map(str::to_owned).collect();
    let rule = rows.iter().filter(|row| row.starts_with("────────")).count();
    assert!(rule >= 2, "{}", pilot.screen());
}

#[test]
fn scalars_and_sliders_can_be_asked_too() {
    let pilot = go(to(tiny(120, 40), "knob"), "<enter>");
    sees(&pilot, "inside t");
    let pilot = go(pilot, "<tab> <enter>");
    sees(&pilot, "inside half");
    sees(&pilot, "made of");
}
