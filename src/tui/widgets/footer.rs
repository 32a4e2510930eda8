//! The last line: the keys that work now.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::clip::{put, width as width_of};
use crate::tui::keymap::Hint;
use crate::tui::theme::{Role, Theme};

/// The columns between two hints, and before the first.
const GAP: u16 = 3;
const MARGIN: u16 = 1;
/// The last hints, help and quit, stay when others must go.
const KEPT: usize = 2;

/// Draws as many of `hints` as fit into the first line of `area`, the last two always among them.
pub fn draw(hints: &[Hint], area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let mut x = MARGIN;
    for hint in fitting(hints, area.width) {
        x = put(buffer, area, x, 0, &hint.keys, theme.style(Role::Key));
        x = put(buffer, area, x + 1, 0, hint.description, theme.style(Role::Text)) + GAP;
    }
}

fn fitting(hints: &[Hint], width: u16) -> Vec<&Hint> {
    let (others, kept) = hints.split_at(hints.len().saturating_sub(KEPT));
    let mut free = width.saturating_sub(MARGIN + kept.iter().map(taken).sum::<u16>());
    let shown = others.iter().take_while(|hint| {
        let room = free.checked_sub(taken(hint));
        free = room.unwrap_or(0);
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
    use crate::tui::keymap::{Context, footer};
    use crate::tui::screen::text;
    use crate::tui::theme::ThemeName;

    fn shown(width: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
        let hints = footer(Context::Explained, |_, words| Some(words));
        draw(&hints, buffer.area, &mut buffer, &Theme::new(ThemeName::Dark));
        text(&buffer)
    }

    #[test]
    fn a_wide_footer_begins_with_what_is_most_useful() {
        let shown = shown(300);
        assert!(shown.starts_with(" ←↑↓→ move   Enter to its operands   Backspace up again   "), "{shown}");
        assert!(shown.ends_with("   ? help   q quit\n"), "{shown}");
    }

    #[test]
    fn a_narrow_one_keeps_help_and_quit() {
        assert_eq!(shown(60), " ←↑↓→ move   Enter to its operands   ? help   q quit\n");
        assert_eq!(shown(20), " ? help   q quit\n");
        assert_eq!(shown(5), " ? he\n");
    }
}
