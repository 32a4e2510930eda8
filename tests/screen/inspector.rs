//! Asking why: from a number down to what somebody typed, and up again.

use super::*;

#[test]
fn why_goes_down_to_what_was_typed_and_up_again() {
    let pilot = go(to(tiny(120, 40), "holes"), "<enter> <tab> <tab>");
    sees(&pilot, "inside shares");
    sees(&pilot, "softmax");
    sees(&pilot, "computed from");
    // Into the operands, and down: the cursor is on `masked` then.
    let pilot = go(pilot, "<enter> <enter>");
    sees(&pilot, "inside masked");
    sees(&pilot, "shares ▸");
    let pilot = go(pilot, "G <enter>");
    let inside = pilot.model.reading().unwrap().inner_figure().unwrap().name.to_string();
    assert!(inside == "W" || inside == "m", "{inside}");
    let pilot = go(pilot, "<backspace> <backspace>");
    sees(&pilot, "inside shares");
    misses(&pilot, "shares ▸");
    let pilot = go(pilot, "<esc>");
    sees(&pilot, "Enter into the formula");
    // The lens is not closed: one step out leaves the tensor.
    let pilot = go(pilot, "<esc>");
    misses(&pilot, "inside shares");
}

#[test]
fn first_number_that_is_asked_was_calculated_and_not_copied() {
    // The nearest tensor of the lesson on attention is a stack of rows, of which each number is only moved; that of the lesson on
    // embedding is a table that is typed.
    for lesson in ["attention", "embedding", "queries-keys-values"] {
        let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open(lesson).unwrap());
        let pilot = go(pilot, "W");
        let inside = pilot.model.reading().unwrap().inside().unwrap();
        let why = inside.why.as_ref().unwrap().why.as_ref().unwrap();
        assert!(why.shows_calculation(), "{lesson}: {}", pilot.screen());
    }
    // The tensor of the block where somebody stands goes before one that says more.
    let pilot = go(to(tiny(80, 24), "grid"), "W");
    assert_eq!(&*pilot.model.reading().unwrap().inner_figure().unwrap().name, "W");
}

#[test]
fn the_explanation_follows_the_cursor_and_the_edits() {
    let pilot = go(to(tiny(120, 40), "holes"), "<enter> <tab> <tab>");
    let before = pilot.screen();
    let pilot = go(pilot, "<down>");
    assert_ne!(before, pilot.screen());
    sees(&pilot, "row 1, column 0");
    // What is changed while it is explained is explained anew.
    let pilot = go(to(tiny(120, 40), "grid"), "<enter> 9 <enter>");
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
    sees(&pilot, "computed from");
}

/// The symbols that are underlined on the page.
fn underlined(pilot: &Pilot) -> String {
    let frame = pilot.frame();
    let lit = frame.content.iter().filter(|cell| cell.modifier.contains(ratatui::style::Modifier::UNDERLINED));
    lit.map(ratatui::buffer::Cell::symbol).collect()
}

#[test]
fn what_depends_on_a_number_is_counted_lit_and_walked_to() {
    let pilot = go(to(tiny(120, 60), "grid"), "<enter> w");
    sees(&pilot, "2 values depend on it");
    sees(&pilot, "masked  in holes");
    sees(&pilot, "1 of 4");
    sees(&pilot, "2 of 4");
    assert!(underlined(&pilot).contains("0.27  0.73"), "{}", underlined(&pilot));
    // To the second of them: its first element that depends on the number, explained.
    let pilot = go(pilot, "<enter> <down> <enter>");
    sees(&pilot, "inside shares");
    sees(&pilot, "W ▸ shares");
    sees(&pilot, "softmax");
    let pilot = go(pilot, "<backspace>");
    sees(&pilot, "2 values depend on it");
    sees(&pilot, "inside W");
    let pilot = go(pilot, "w");
    misses(&pilot, "depend on it");
    sees(&pilot, "set by the matrix");
    // With the cursor the answer moves, and nothing depends on the last.
    let pilot = go(to(tiny(120, 60), "holes"), "<enter> <tab> <tab> w");
    sees(&pilot, "nothing depends on it");
    misses(&pilot, "All of these use this number");
    // A number of the text stands in a block that the first line counts, and is no value of the page.
    let pilot = go(to(tiny(120, 60), "knob"), "<enter> w");
    sees(&pilot, "1 value depends on it");
    sees(&pilot, "1 number in the text depends on it");
    sees(&pilot, "0.50 in block 1");
}

#[test]
fn a_way_is_offered_only_where_it_leads_on() {
    let pilot = go(to(tiny(120, 60), "holes"), "<enter> <tab> <enter> <enter>");
    sees(&pilot, "Enter why this one?");
    // Down to what somebody typed: there is nothing to ask any more, and the key says so.
    let pilot = go(pilot, "<down> <down> <enter>");
    misses(&pilot, "why this one?");
    sees(&go(pilot, "<enter>"), "The chain of reasons ends here.");
}

#[test]
fn nan_is_marked_and_traced_to_its_birth() {
    let hidden = go(to(tiny(120, 60), "holes"), "<enter> x l x <esc>");
    sees(&hidden, "NaN in shares");
    sees(&hidden, "b first NaN");
    let pilot = go(hidden, "b");
    sees(&pilot, "inside shares");
    sees(&pilot, "First NaN: every key of this row is masked");
    // What made it is traced further: minus infinity comes from the code.
    let pilot = go(pilot, "<tab> b <esc> <esc> <esc> <esc>");
    misses(&pilot, "inside shares");
    let whole = to(tiny(120, 60), "holes");
    misses(&whole, "b first NaN");
    sees(&go(whole, "b"), "This page contains no NaN");
}

#[test]
fn what_is_lit_and_not_on_the_screen_is_named() {
    let pilot = go(to(tiny(80, 24), "holes"), "<enter> <tab> <enter>");
    sees(&pilot, "inside masked");
    sees(&pilot, "highlighted: ↑ W");
    misses(&go(to(tiny(120, 60), "holes"), "<enter> <tab> <enter>"), "highlighted: ↑");
}

#[test]
fn sliders_and_numbers_are_lit_too() {
    let pilot = go(to(tiny(120, 60), "knob"), "<enter> <tab> <enter>");
    sees(&pilot, "inside half");
    assert!(underlined(&pilot).contains("1.0"), "{}", underlined(&pilot));
}

#[test]
fn the_reasons_of_a_row_reach_the_sentence() {
    let pilot = go(to(attention(120, 40), "embed"), "<enter> j <enter>");
    sees(&pilot, "inside X");
    sees(&pilot, "also used there");
    // `words` is the last that is also used there, and the sentence the only thing that it was made from.
    let pilot = go(pilot, "G <enter>");
    sees(&pilot, "X ▸ words");
    sees(&pilot, "sentence.lower().split()");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "X ▸ words ▸ sentence");
    sees(&pilot, "set by the text on this page");
    let pilot = go(pilot, "<backspace> <backspace>");
    sees(&pilot, "inside X");
    misses(&pilot, "X ▸");
}

#[test]
fn a_low_screen_has_the_operands_beside_the_formula() {
    let pilot = go(to(tiny(80, 24), "holes"), "<enter> <tab> <tab> <enter>");
    let screen = pilot.screen();
    let line = screen.lines().find(|line| line.contains("computed from")).unwrap();
    assert!(line.contains("shares"), "{screen}");
}

#[test]
fn a_number_and_its_formula_are_copied() {
    let pilot = go(to(attention(120, 40), "softmax"), "<enter> j j l y");
    let screen = pilot.screen();
    let copied = screen.lines().find(|line| line.contains("Copied 0.")).unwrap_or_else(|| panic!("{screen}"));
    let number = copied.split("Copied ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(number.len() > 8 && number.parse::<f32>().is_ok(), "all its digits: {number}");
    sees(&go(pilot, "<enter> y"), "Copied the formula of weights");
    sees(&go(attention(120, 40), "y"), "There is nothing to copy here");
}

#[test]
fn the_end_of_a_long_explanation_can_be_read() {
    // Beside the page, where all of it stands in one column, and there are fewer lines than it has.
    let pilot = go(to(attention(120, 26), "softmax"), "<enter> <enter>");
    sees(&pilot, "computed from");
    misses(&pilot, "quotient is the same");
    let pilot = go(pilot, "G");
    sees(&pilot, "quotient is the same");
    misses(&pilot, "⋯");
    sees(&go(pilot, "g"), "computed from");
}

#[test]
fn keys_of_the_page_are_told_as_such_inside_a_tensor() {
    for keys in ["<enter>", "<enter> <enter>", "<enter> <enter> <enter>"] {
        let pilot = go(to(attention(80, 24), "masked"), keys);
        sees(&go(pilot, "]"), "Press Esc first: that key does not work here.");
    }
}

#[test]
fn places_of_one_list_are_written_alike() {
    let pilot = go(to(attention(80, 24), "softmax"), "<enter> <down> <down> <right> <enter>");
    sees(&pilot, "masked  sat, cat");
    misses(&pilot, "masked  query sat");
}

#[test]
fn where_a_number_comes_from_is_told_once() {
    let pilot = to(tiny(120, 40), "start");
    let told = pilot.screen();
    assert!(told.contains("given as len(sentence.split())") || !told.contains("given"), "{told}");
    let pilot = go(to(attention(120, 40), "sentence"), "<enter> <tab> <tab>");
    let lens: Vec<String> = pilot.screen().lines().map(|line| line.chars().skip(80).collect()).collect();
    let given = lens.iter().filter(|line| line.contains("given")).count();
    assert_eq!(given, 1, "{}", pilot.screen());
}
