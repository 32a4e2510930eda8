//! The help: every key of the place where the cursor is, then those of the other places.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};

use super::clip::{fit, fit_left, put, spaces, width as width_of};
use super::overlay;
use super::wrap::wrap;
use crate::tui::keymap::{Context, Group, Hint, Keymap};
use crate::tui::theme::{Role, Theme};
use crate::words::{say, word};

/// The greatest width and height of the help.
pub const LARGEST: Size = Size { width: 64, height: 40 };

/// The most columns for keys, and the most that they take of every 100.
const COLUMN: u16 = 16;
const SHARE: u16 = 40;
/// The columns before the keys, and between them and their words.
const MARGIN: u16 = 3;
const GAP: u16 = 2;

/// The lines of the help, `width` columns wide, the current place first.
pub fn lines(here: Context, keymap: &Keymap, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let others = Context::ALL.into_iter().filter(|context| *context != here && *context != Context::Help);
    let mut lines = Vec::new();
    for context in [here].into_iter().chain(others) {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(context.title(), theme.style(Role::Title)));
        lines.extend(section(&keymap.help(context), width, theme));
    }
    lines
}

/// The keys of one place, under the headings of their groups.
fn section(hints: &[Hint], width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let most = COLUMN.min(width.saturating_mul(SHARE) / 100);
    let column = hints.iter().map(|hint| width_of(&hint.keys)).max().unwrap_or(0).min(most);
    let mut lines = Vec::new();
    for group in Group::ALL {
        let mut hints = hints.iter().filter(|hint| hint.group == group).peekable();
        if hints.peek().is_some() {
            lines.push(Line::styled(format!(" {}", group.title()), theme.style(Role::Heading)));
        }
        lines.extend(hints.flat_map(|hint| row(hint, column, width, theme)));
    }
    lines
}

/// Keys and their words side by side, each in a column of its own, over as many lines as the longer one takes.
fn row(hint: &Hint, column: u16, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let keys = wrap(&[Span::raw(hint.keys.as_str())], column);
    let words = wrap(&[Span::raw(hint.description)], width.saturating_sub(MARGIN + column + GAP));
    let text = |lines: &[Line<'_>], place: usize| lines.get(place).map(ToString::to_string).unwrap_or_default();
    let line = |place: usize| {
        let keys = Span::styled(fit_left(&text(&keys, place), column), theme.style(Role::Key));
        Line::from_iter([Span::raw(spaces(MARGIN)), keys, Span::raw(spaces(GAP)), Span::raw(text(&words, place))])
    };
    (0..keys.len().max(words.len())).map(line).collect()
}

/// The greatest useful scroll: the last line is then at the bottom.
pub fn last_scroll(here: Context, keymap: &Keymap, area: Rect, theme: &Theme) -> u16 {
    let inside = overlay::inside(overlay::place(area, LARGEST));
    (lines(here, keymap, inside.width, theme).len() as u16).saturating_sub(inside.height)
}

/// Draws the overlay in the middle of `area`, `scroll` lines down.
pub fn draw(here: Context, keymap: &Keymap, scroll: u16, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let area = overlay::place(area, LARGEST);
    let inside = overlay::draw(word!("list-keys"), area, buffer, theme);
    let lines = lines(here, keymap, inside.width, theme);
    let scroll = scroll.min((lines.len() as u16).saturating_sub(inside.height));
    for (line, y) in lines.iter().skip(usize::from(scroll)).zip(0..inside.height) {
        buffer.set_line(inside.x, inside.y + y, line, inside.width);
    }
    let below = lines.len().saturating_sub(usize::from(scroll + inside.height));
    if below > 0 {
        let more = format!(" ↓ {} ", say!("more-lines", count = below));
        put(buffer, area, 2, area.height - 1, &fit(&more, area.width.saturating_sub(4)), theme.style(Role::Dim));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::screen::text;
    use crate::tui::theme::ThemeName;

    #[test]
    fn the_current_place_comes_first_and_all_keys_are_reached_by_scrolling() {
        let theme = Theme::new(ThemeName::Dark);
        let area = Rect::new(0, 0, 60, 20);
        let last = last_scroll(Context::Tensor, &Keymap::new(), area, &theme);
        let mut all = String::new();
        for scroll in 0..=last {
            let mut buffer = Buffer::empty(area);
            draw(Context::Tensor, &Keymap::new(), scroll, area, &mut buffer, &theme);
            let text = text(&buffer);
            assert_eq!(text.contains("more line"), scroll < last);
            if scroll == 0 {
                assert!(text.contains("Inside a tensor"));
            }
            all.push_str(&text);
        }
        for binding in crate::tui::keymap::BINDINGS {
            if binding.contexts != [Context::Help] {
                assert!(all.contains(binding.words()), "{}", binding.words());
            }
        }
    }

    #[test]
    fn what_is_too_wide_goes_on_in_its_column() {
        let theme = Theme::new(ThemeName::Dark);
        let said = |width: u16| {
            let lines = lines(Context::Page, &Keymap::new(), width, &theme);
            lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect::<Vec<_>>().join("\n")
        };
        let narrow = said(34);
        assert!(narrow.contains("   b              where nan was\n                  born\n"), "{narrow}");
        assert!(narrow.lines().all(|line| width_of(line) <= 34), "{narrow}");
        let wide = said(60);
        assert!(wide.contains("   Backspace Ctrl-O  back to where you were\n   Alt-←\n"), "{wide}");
    }
}
