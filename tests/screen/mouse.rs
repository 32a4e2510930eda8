//! Clicks and the wheel.

use super::*;
use glassformer::tui::message::{Msg, Pointer, PointerKind};

/// Where `words` begin on the screen.
pub(crate) fn place(pilot: &Pilot, words: &str) -> (u16, u16) {
    let screen = pilot.screen();
    let found = screen.lines().enumerate().find_map(|(row, line)| Some((line.find(words)?, line, row)));
    let (byte, line, row) = found.unwrap_or_else(|| panic!("no {words:?} in\n{screen}"));
    (line[..byte].chars().count() as u16, row as u16)
}

pub(crate) fn mouse(mut pilot: Pilot, kind: PointerKind, (column, row): (u16, u16)) -> Pilot {
    on_rust(|| pilot.take(Msg::Pointer(Pointer { kind, column, row })));
    pilot
}

pub(crate) fn click(pilot: Pilot, words: &str) -> Pilot {
    let place = place(&pilot, words);
    mouse(pilot, PointerKind::Press, place)
}

#[test]
fn a_click_selects_a_block_an_element_and_asks_why() {
    let pilot = click(tiny(120, 60), "W = matrix");
    assert_eq!(&*pilot.model.reading().unwrap().lesson.id().unwrap(), "grid");
    let (column, row) = place(&pilot, "1  3  4");
    let pilot = mouse(pilot, PointerKind::Press, (column + 3, row));
    sees(&pilot, "W  row 1, column 0  = 3 ");
    let pilot = mouse(pilot, PointerKind::Press, (column + 3, row));
    assert!(pilot.model.reading().unwrap().inside().unwrap().why.is_some());
}

#[test]
fn a_click_moves_a_slider_toggles_a_mask_and_answers() {
    let pilot = tiny(120, 60);
    let (column, row) = place(&pilot, "t  ━");
    let pilot = mouse(pilot, PointerKind::Press, (column + 3, row));
    assert!(source(&pilot, "knob").contains("value=0.0"), "{}", source(&pilot, "knob"));
    let pilot = mouse(pilot, PointerKind::Drag, (column + 34, row));
    assert!(source(&pilot, "knob").contains("value=2.0"), "{}", source(&pilot, "knob"));
    // The knob stays in hand where the mouse leaves the track, and nothing else is moved on the way.
    let pilot = mouse(pilot, PointerKind::Drag, (column + 20, row + 9));
    assert!(source(&pilot, "knob").contains("value=1.0"), "{}", source(&pilot, "knob"));
    let pilot = mouse(pilot, PointerKind::Drag, (119, row + 9));
    let pilot = mouse(mouse(pilot, PointerKind::Release, (119, row)), PointerKind::Drag, (column + 3, row));
    assert!(source(&pilot, "knob").contains("value=2.0"), "{}", source(&pilot, "knob"));
    let (column, row) = place(&pilot, "0  ✓  ✓");
    let pilot = mouse(pilot, PointerKind::Press, (column + 3, row));
    assert!(source(&pilot, "holes").contains("mask([[0, 1]"), "{}", source(&pilot, "holes"));
    let pilot = go(click(pilot, "3) three"), "<enter>");
    sees(&pilot, "✗ The right answer is number 2.");
    let pilot = click(pilot, "○ gelu");
    assert!(source(&pilot, "switches").contains("\"gelu\")"));
    let pilot = click(pilot, "a b");
    sees(&pilot, "a b");
}

#[test]
fn the_wheel_scrolls_and_the_cursor_stays_on_the_screen() {
    let mut pilot = attention(80, 24);
    for _ in 0..300 {
        pilot = mouse(pilot, PointerKind::ScrollDown, (10, 10));
    }
    sees(&pilot, "Attention does not know the order");
    assert!(pilot.model.reading().unwrap().lesson.at > 20);
    for _ in 0..300 {
        pilot = mouse(pilot, PointerKind::ScrollUp, (10, 10));
    }
    sees(&pilot, "Who listens to whom?");
}

#[test]
fn the_wheel_over_a_tensor_moves_in_it_where_a_part_is_out_of_sight_and_else_the_page() {
    let lesson = "---\ntitle: Long\nid: long\n---\n# Long\n\n```python\n#| label: long\n#| view: numbers\nlong = torch.arange(300).reshape(100, 3) * 1.0\n```\n\n\
                  ```python\n#| label: small\nsmall = torch.ones(2, 2)\n```\n";
    let open = || page_of(lesson, 80, 24);
    let spot =
        |pilot: &Pilot| pilot.model.reading().unwrap().inside().map(|inside| (inside.spot.row, inside.spot.column));
    let pilot = go(to(open(), "long"), "<enter>");
    let over = place(&pilot, "[  0]");
    let pilot = mouse(pilot, PointerKind::ScrollDown, over);
    assert_eq!(spot(&pilot), Some((3, 0)), "three rows further");
    let pilot = mouse(mouse(pilot, PointerKind::ScrollDown, over), PointerKind::ScrollUp, over);
    assert_eq!(spot(&pilot), Some((3, 0)));
    let pilot = (0..60).fold(pilot, |pilot, _| mouse(pilot, PointerKind::ScrollDown, over));
    assert_eq!(spot(&pilot), Some((99, 0)), "it stops at the end, and the page stands still");
    sees(&pilot, "long  99, 0  = 297");
    // A tensor that the cursor is not in lets the page go by, and so does one that is seen whole.
    let pilot = mouse(to(open(), "long"), PointerKind::ScrollDown, over);
    assert_eq!(spot(&pilot), None);
    let pilot = go(to(open(), "small"), "<enter>");
    let over = place(&pilot, "small  [");
    assert_eq!(spot(&mouse(pilot, PointerKind::ScrollDown, over)), Some((0, 0)));
}

#[test]
fn a_click_in_the_list_opens_a_lesson_and_one_anywhere_is_harmless() {
    let pilot = click(on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24)), "Tokens");
    sees(&pilot, "Where do you cut a sentence?");
    for row in 0..30 {
        let mut pilot = go(to(tiny(100, 30), "holes"), "<enter> <enter>");
        for column in (row % 4..100).step_by(4) {
            pilot = mouse(pilot, PointerKind::Press, (column, row));
            pilot = mouse(pilot, PointerKind::Drag, (column, row));
        }
        pilot.screen();
    }
}

/// The rows of the screen on which the thumb of the page's scroll bar stands, and its column.
fn thumb(pilot: &Pilot) -> (Vec<u16>, u16) {
    let screen = pilot.screen();
    let at = |line: &str| line.chars().position(|character| character == '┃');
    let found: Vec<(u16, u16)> =
        screen.lines().enumerate().filter_map(|(row, line)| Some((row as u16, at(line)? as u16))).collect();
    (found.iter().map(|(row, _)| *row).collect(), found.first().unwrap_or_else(|| panic!("no thumb in\n{screen}")).1)
}

#[test]
fn the_scroll_bar_is_dragged_and_pressed() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let pilot = attention(width, height);
        let (rows, column) = thumb(&pilot);
        let top = |pilot: &Pilot| pilot.model.reading().unwrap().top;
        let start = top(&pilot);
        // Taking the thumb moves nothing; dragging it moves the page, and the thumb stays below the mouse.
        let pilot = mouse(pilot, PointerKind::Press, (column, rows[0]));
        assert_eq!(top(&pilot), start);
        let pilot = mouse(pilot, PointerKind::Drag, (column + 9, rows[0] + 8));
        assert!(top(&pilot) > start, "{}", pilot.screen());
        assert!(thumb(&pilot).0[0].abs_diff(rows[0] + 8) <= 1, "{}", pilot.screen());
        // Its ends are those of the page, wherever the mouse goes.
        let pilot = mouse(pilot, PointerKind::Drag, (0, height - 1));
        let end = top(&pilot);
        sees(&pilot, "Attention does not know the order");
        let cursor = pilot.model.reading().unwrap().lesson.at;
        assert!(cursor > 20, "the cursor comes along: {cursor}");
        let pilot = mouse(mouse(pilot, PointerKind::Drag, (column, 0)), PointerKind::Drag, (column, 0));
        assert_eq!(top(&pilot), start);
        let pilot = mouse(pilot, PointerKind::Release, (column, 0));
        let pilot = mouse(pilot, PointerKind::Drag, (column, height - 1));
        assert_eq!(top(&pilot), start, "nothing is held any more");
        // A press beside the thumb brings it there.
        let pilot = mouse(pilot, PointerKind::Press, (column, height - 3));
        assert_eq!(top(&pilot), end);
        let pilot = mouse(mouse(pilot, PointerKind::Release, (column, 9)), PointerKind::Press, (column, height / 2));
        let place = top(&pilot);
        assert!(start < place && place < end, "{}", pilot.screen());
        assert!(thumb(&pilot).0.iter().any(|row| row.abs_diff(height / 2) <= 1), "{}", pilot.screen());
    }
}

#[test]
fn a_page_that_is_seen_whole_has_no_bar_to_press() {
    let pilot = page_of("---\ntitle: Short\nid: short\n---\n# Short\n\nA line.\n", 80, 24);
    misses(&pilot, "┃");
    let pilot = mouse(pilot, PointerKind::Press, (79, 20));
    assert!(pilot.model.held.is_none());
}
