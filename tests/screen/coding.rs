//! Typing code as in an editor: selection, words that are offered, brackets, errors where they are, the mouse.

use super::*;
use glassformer::tui::message::{Pointer, PointerKind};
use glassformer::tui::model::focus::Focus;
use glassformer::tui::theme::Role;
use ratatui::style::Modifier;

/// Typing in a cell of one's own that begins with `text`.
fn typing(text: &str, width: u16, height: u16) -> Pilot {
    let pilot = go(to(tiny(width, height), "grid"), "a");
    paste(pilot, text)
}

fn own(pilot: &Pilot) -> String {
    source(pilot, &pilot.model.reading().unwrap().lesson.id().unwrap())
}

#[test]
fn a_name_is_completed_at_once_where_only_one_fits() {
    let pilot = go(typing("x = softm", 80, 24), "<tab>");
    assert_eq!(own(&pilot), "x = softmax");
    let pilot = go(pilot, "(");
    sees(&pilot, "─ softmax(input, dim, dtype=None)  Positive weights that sum to 1 along `dim`.");
    let pilot = go(pilot, "W <c-z> <c-z>");
    assert_eq!(own(&pilot), "x = softm");
}

#[test]
fn words_are_offered_chosen_and_left() {
    let pilot = go(typing("x = W.ma", 80, 24), "<c-n>");
    sees(&pilot, "▸masked_fill");
    sees(&pilot, "Enter insert it   Tab next   Esc none of them");
    sees(&pilot, "masked_fill(mask, value)");
    let pilot = go(pilot, "<tab>");
    misses(&pilot, "▸masked_fill ");
    // Typing narrows, Enter takes, and what is taken can be taken back at once.
    let pilot = go(pilot, "s");
    sees(&pilot, "▸masked_fill");
    let pilot = go(pilot, "<enter>");
    assert!(own(&pilot).starts_with("x = W.mask"), "{}", own(&pilot));
    let pilot = go(pilot, "<c-z>");
    assert_eq!(own(&pilot), "x = W.mas");
    let pilot = go(go(pilot, "<c-w> <c-p>"), "<esc> z");
    assert!(own(&pilot).ends_with('z'), "Esc closes the list and not the editor: {}", own(&pilot));
    assert!(matches!(pilot.model.reading().unwrap().focus, Focus::Code(_)));
}

#[test]
fn names_of_the_page_and_keywords_of_calls_are_offered() {
    let pilot = go(typing("x = sente", 80, 24), "<tab>");
    assert_eq!(own(&pilot), "x = sentence");
    let pilot = go(typing("x = W.sum(kee", 80, 24), "<tab>");
    assert_eq!(own(&pilot), "x = W.sum(keepdim=");
    // A name that has no value now is a name all the same.
    let pilot = go(to(tiny(80, 24), "knob"), "E <end> ( <esc>");
    let pilot = go(paste(go(to(pilot, "grid"), "a"), "x = hal"), "<tab>");
    assert_eq!(own(&pilot), "x = half");
}

#[test]
fn the_list_never_hides_the_cursor() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        for lines in 0..height {
            let pilot = go(typing(&format!("{}x = s", "#\n".repeat(usize::from(lines))), width, height), "<c-n>");
            sees(&pilot, "x = s");
            sees(&pilot, "▸");
        }
    }
}

#[test]
fn tab_moves_in_at_the_margin_and_selected_lines() {
    let pilot = go(typing("if True:\n    a1 = 1\nb1 = 2", 80, 24), "<home> <tab>");
    assert_eq!(own(&pilot), "if True:\n    a1 = 1\n    b1 = 2");
    let pilot = go(pilot, "<s-up> <backtab>");
    assert_eq!(own(&pilot), "if True:\na1 = 1\nb1 = 2");
}

#[test]
fn what_is_copied_goes_into_another_cell() {
    let pilot = go(typing("first = 1", 80, 24), "<s-home> <a-c>");
    sees(&pilot, "Copied: Ctrl-V pastes it");
    let pilot = go(pilot, "<c-x>");
    assert_eq!(own(&pilot), "");
    let pilot = go(pilot, "<esc> a <c-v>");
    assert_eq!(own(&pilot), "first = 1");
    sees(&go(pilot, "<a-c>"), "Nothing is selected");
    sees(&go(typing("", 80, 24), "<c-v>"), "Nothing was cut or copied here");
}

#[test]
fn the_bracket_that_belongs_to_the_one_at_the_cursor_is_marked() {
    let pilot = go(typing("x = (1 + (2))", 80, 24), "");
    let frame = pilot.frame();
    let accent = pilot.model.theme.style(Role::Accent).fg;
    let marked: String = frame
        .content()
        .iter()
        .filter(|cell| cell.modifier.contains(Modifier::BOLD | Modifier::UNDERLINED) && Some(cell.fg) == accent)
        .map(ratatui::buffer::Cell::symbol)
        .collect();
    assert_eq!(marked, "()");
}

#[test]
fn errors_are_underlined_while_they_are_typed() {
    for (text, wrong, message) in [
        ("x = 1 +* 2", "*", "╰ "),
        ("x = unknown_name + 1", "unknown_name", "╰ `unknown_name` is not defined"),
        ("x = W @ W[0, :1]", "W @ W", "╰ cannot multiply"),
    ] {
        let pilot = typing(text, 80, 40);
        sees(&pilot, message);
        let frame = pilot.frame();
        let error = pilot.model.theme.style(Role::Error);
        let underlined: String = frame
            .content()
            .iter()
            .filter(|cell| cell.modifier.contains(Modifier::UNDERLINED) && Some(cell.fg) == error.fg)
            .map(ratatui::buffer::Cell::symbol)
            .collect();
        assert!(underlined.contains(wrong), "{text}: {underlined:?} in\n{}", pilot.screen());
    }
}

#[test]
fn opening_broken_code_goes_to_what_is_wrong() {
    let pilot = go(typing("a1 = 1\nb1 = a1 + nowhere\nc1 = 2", 80, 24), "<esc> <enter> x");
    assert_eq!(own(&pilot), "a1 = 1\nb1 = a1 + nowherex\nc1 = 2");
}

#[test]
fn the_mouse_places_the_cursor_and_draws_a_selection() {
    let mut pilot = typing("first = 1\n猫 = 'é'", 80, 24);
    let screen = pilot.screen();
    let row = screen.lines().position(|line| line.contains("first = 1")).unwrap() as u16;
    let line = screen.lines().nth(usize::from(row)).unwrap();
    let column = line.split("first").next().unwrap().chars().count() as u16;
    let mouse = |pilot: &mut Pilot, kind, column, row| {
        on_rust(|| pilot.take(Msg::Pointer(Pointer { kind, column, row })));
    };
    mouse(&mut pilot, PointerKind::Press, column + 5, row);
    let mut pilot = go(pilot, "x");
    assert!(own(&pilot).starts_with("firstx = 1"));
    mouse(&mut pilot, PointerKind::Press, column, row);
    mouse(&mut pilot, PointerKind::Drag, column + 6, row);
    let mut pilot = go(pilot, "a");
    assert!(own(&pilot).starts_with("a = 1"), "{}", own(&pilot));
    // A wide character is one, and takes two columns.
    mouse(&mut pilot, PointerKind::Press, column + 2, row + 1);
    let pilot = go(pilot, "<backspace>");
    assert!(own(&pilot).ends_with("\n = 'é'"), "{}", own(&pilot));
}

#[test]
fn no_editor_without_a_terminal_and_nothing_is_lost() {
    let pilot = go(typing("kept = 1", 80, 24), "<c-e>");
    sees(&pilot, "There is no terminal here to run an editor in.");
    assert_eq!(own(&pilot), "kept = 1");
    let pilot = go(to(tiny(80, 24), "guess"), "<c-e>");
    sees(&pilot, "There is nothing to edit here");
}

#[test]
fn what_comes_back_from_outside_is_one_step() {
    let mut pilot = typing("kept = 1", 80, 24);
    let block = pilot.model.reading().unwrap().lesson.id().unwrap();
    let text = Ok("kept = 2\nmore = kept".to_owned());
    on_rust(|| pilot.take(Msg::EditedOutside { lesson: "tiny".into(), block: block.clone(), text }));
    assert_eq!(own(&pilot), "kept = 2\nmore = kept");
    sees(&pilot, "more  2");
    let pilot = go(pilot, "<c-z>");
    assert_eq!(own(&pilot), "kept = 1");
    let mut pilot = go(pilot, "<esc>");
    for (lesson, block) in [("gone", &*block), ("tiny", "gone")] {
        let text = Ok("x".to_owned());
        on_rust(|| pilot.take(Msg::EditedOutside { lesson: lesson.into(), block: block.into(), text }));
    }
    assert_eq!(own(&pilot), "kept = 1");
}
