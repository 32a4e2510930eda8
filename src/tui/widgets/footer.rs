//! The last line: the keys that work now.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::clip::{put, width as width_of};
use crate::tui::keymap::{Group, Hint};
use crate::tui::theme::{Role, Theme};

/// The columns between two hints, and before the first.
const GAP: u16 = 3;
const MARGIN: u16 = 1;
/// How many hints of the program itself stay in any case: the menu and the help, which lead to all others.
const MOST_KEPT: usize = 2;

/// Draws as many of `hints` as fit into the first line of `area`; those of the program itself (menu, help, quit) stand
/// at the end. The menu and the help stay when others must go; quit goes where
/// not even the first two of the others would fit.
pub fn draw(hints: &[Hint], area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let mut x = MARGIN;
    for hint in fitting(hints, area.width) {
        x = put(buffer, area, x, 0, &hint.keys, theme.style(Role::Key));
        x = put(buffer, area, x + 1, 0, hint.description, theme.style(Role::Text)) + GAP;
    }
}

/// The hint that stands at a column of the screen.
pub fn hint_at(hints: &[Hint], area: Rect, column: u16) -> Option<&Hint> {
    let mut x = area.x + MARGIN;
    fitting(hints, area.width).into_iter().find(|hint| {
        let place = x..x + taken(hint) - GAP;
        x = place.end + GAP;
        place.contains(&column)
    })
}

fn fitting(hints: &[Hint], width: u16) -> Vec<&Hint> {
    let (mut kept, others): (Vec<&Hint>, Vec<&Hint>) = hints.iter().partition(|hint| hint.group == Group::Program);
    // Nothing stands behind the last hint, so its gap may be missing.
    let room_beside =
        |kept: &[&Hint]| (width + GAP).saturating_sub(MARGIN + kept.iter().copied().map(taken).sum::<u16>());
    let wanted: u16 = others.iter().copied().take(MOST_KEPT).map(taken).sum();
    if room_beside(&kept) < wanted {
        kept.truncate(MOST_KEPT);
    }
    let mut free = room_beside(&kept);
    // What is too long makes room for shorter hints behind it.
    let shown = others.into_iter().filter(|hint| {
        let room = free.checked_sub(taken(hint));
        free = room.unwrap_or(free);
        room.is_some()
    });
    shown.chain(kept).collect()
}

fn taken(hint: &Hint) -> u16 {
    width_of(&hint.keys) + 1 + width_of(hint.description) + GAP
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::{Context, Keymap};
    use crate::tui::screen::text;
    use crate::tui::theme::ThemeName;

    fn shown(width: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
        let hints = Keymap::new().footer(Context::Explained, |_, words| Some(words));
        draw(&hints, buffer.area, &mut buffer, &Theme::new(ThemeName::Dark));
        text(&buffer)
    }

    #[test]
    fn a_wide_footer_begins_with_what_is_most_useful() {
        let shown = shown(300);
        assert!(shown.starts_with(" ←↑↓→ move   Enter into the formula   Backspace up again   "), "{shown}");
        assert!(shown.ends_with("   Space menu   ? help\n"), "{shown}");
    }

    #[test]
    fn a_narrow_one_keeps_what_leads_to_everything_else() {
        assert_eq!(shown(60), " ←↑↓→ move   Enter into the formula   Space menu   ? help\n");
        assert_eq!(shown(70), " ←↑↓→ move   Enter into the formula   Esc back   Space menu   ? help\n");
        assert_eq!(shown(34), " ←↑↓→ move   Space menu   ? help\n");
        assert_eq!(shown(5), " Spac\n");
    }
}
