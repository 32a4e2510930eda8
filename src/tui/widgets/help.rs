//! The help: what every key does in the place where the cursor is, on one screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::clip::{fit, put};
use super::key_columns::{FRAME, KeyColumns, inside};
use super::overlay;
use crate::tui::keymap::{Context, Hint};
use crate::tui::theme::{Role, Theme};
use crate::words::{say, word};

/// The width in which every column has room for its words.
const WIDEST: u16 = 140;

/// The box of the help, as high as its lines.
fn place(columns: &KeyColumns, screen: Rect) -> Rect {
    let height = (columns.height() + FRAME.height).min(screen.height);
    let width = screen.width.min(WIDEST);
    Rect { x: screen.x + (screen.width - width) / 2, y: screen.y + (screen.height - height) / 2, width, height }
}

fn columns(hints: &[Hint], screen: Rect) -> KeyColumns {
    let (width, height) = (screen.width.min(WIDEST), screen.height);
    KeyColumns::of(hints, Size::new(width.saturating_sub(FRAME.width), height.saturating_sub(FRAME.height)))
}

/// The place of the overlay on the screen.
pub fn area(hints: &[Hint], screen: Rect) -> Rect {
    place(&columns(hints, screen), screen)
}

/// The greatest useful scroll: the last line is then at the bottom.
pub fn last_scroll(hints: &[Hint], screen: Rect) -> u16 {
    let columns = columns(hints, screen);
    columns.height().saturating_sub(inside(place(&columns, screen)).height)
}

/// Draws the overlay over `screen`, `scroll` lines down.
pub fn draw(here: Context, hints: &[Hint], scroll: u16, screen: Rect, buffer: &mut Buffer, theme: &Theme) {
    let columns = columns(hints, screen);
    let place = place(&columns, screen);
    let title = format!("{}: {}", word!("list-keys"), here.title());
    overlay::draw(&title, place, buffer, theme);
    let inside = inside(place);
    let last = columns.height().saturating_sub(inside.height);
    let scroll = scroll.min(last);
    columns.draw(hints, None, scroll, inside, buffer, theme);
    let more = match last - scroll {
        0 => String::new(),
        below => format!("↓ {} · ", say!("more-lines", count = below)),
    };
    let foot = format!(" {more}{} ", word!("help-finds"));
    put(
        buffer,
        place,
        2,
        place.height.saturating_sub(1),
        &fit(&foot, place.width.saturating_sub(4)),
        theme.style(Role::Dim),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::Keymap;
    use crate::tui::screen::text;
    use crate::tui::theme::ThemeName;

    fn hints(here: Context) -> Vec<Hint> {
        Keymap::new().overview(here, |_, words| Some(words))
    }

    fn shown(here: Context, scroll: u16, screen: Rect) -> String {
        let mut buffer = Buffer::empty(screen);
        draw(here, &hints(here), scroll, screen, &mut buffer, &Theme::new(ThemeName::Dark));
        text(&buffer)
    }

    #[test]
    fn a_place_has_room_on_one_screen_and_no_word_is_cut() {
        let mut cut = Vec::new();
        for context in Context::ALL {
            for (width, height) in [(80, 24), (120, 40), (200, 60)] {
                let screen = Rect::new(0, 0, width, height);
                assert_eq!(last_scroll(&hints(context), screen), 0, "{context:?} at {width}x{height}");
                let text = shown(context, 0, screen);
                cut.extend(text.lines().filter(|line| line.contains('…')).map(|line| format!("{context:?}: {line}")));
            }
        }
        assert_eq!(cut, [""; 0]);
    }

    #[test]
    fn what_has_no_room_is_reached_by_scrolling() {
        let screen = Rect::new(0, 0, 40, 12);
        let last = last_scroll(&hints(Context::Tensor), screen);
        assert!(last > 0);
        let all: String = (0..=last).map(|scroll| shown(Context::Tensor, scroll, screen)).collect();
        assert!(shown(Context::Tensor, 0, screen).contains("more lines"));
        assert!(!shown(Context::Tensor, last, screen).contains("more lines"));
        for hint in hints(Context::Tensor) {
            assert!(all.contains(hint.description.get(..8).unwrap_or(hint.description)), "{}", hint.description);
        }
    }
}
