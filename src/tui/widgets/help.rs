//! The help: every key of the place where the cursor is, then those of the other places.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::clip::{fit, fit_left, put, width as width_of};
use crate::tui::keymap::{Context, Group, Hint, help};
use crate::tui::theme::{Role, Theme};

/// The widest and highest overlay.
const WIDEST: u16 = 64;
const HIGHEST: u16 = 40;

/// The lines of the help, the current place first.
pub fn lines(here: Context, theme: &Theme) -> Vec<Line<'static>> {
    let others = Context::ALL.into_iter().filter(|context| *context != here && *context != Context::Help);
    let mut lines = Vec::new();
    for context in [here].into_iter().chain(others) {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(context.title(), theme.style(Role::Title)));
        lines.extend(section(&help(context), theme));
    }
    lines
}

/// The keys of one place, under the headings of their groups.
fn section(hints: &[Hint], theme: &Theme) -> Vec<Line<'static>> {
    let column = hints.iter().map(|hint| width_of(&hint.keys)).max().unwrap_or(0);
    let mut lines = Vec::new();
    for group in Group::ALL {
        let mut hints = hints.iter().filter(|hint| hint.group == group).peekable();
        if hints.peek().is_some() {
            lines.push(Line::styled(format!(" {}", group.title()), theme.style(Role::Heading)));
        }
        lines.extend(hints.map(|hint| {
            let keys = Span::styled(fit_left(&hint.keys, column), theme.style(Role::Key));
            Line::from_iter([Span::raw("   "), keys, Span::raw("  "), Span::raw(hint.description)])
        }));
    }
    lines
}

/// The greatest useful scroll: the last line is then at the bottom.
pub fn last_scroll(here: Context, area: Rect, theme: &Theme) -> u16 {
    let inside = overlay(area).inner(Margin::new(2, 1));
    (lines(here, theme).len() as u16).saturating_sub(inside.height)
}

/// Draws the overlay in the middle of `area`, `scroll` lines down.
pub fn draw(here: Context, scroll: u16, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let area = overlay(area.intersection(buffer.area));
    if area.is_empty() {
        return;
    }
    Clear.render(area, buffer);
    let frame = Block::bordered().border_type(BorderType::Rounded).border_style(theme.style(Role::Border));
    frame.title(Span::styled(fit(" Keys ", area.width).into_owned(), theme.style(Role::Title))).render(area, buffer);
    let inside = area.inner(Margin::new(2, 1));
    let lines = lines(here, theme);
    let scroll = scroll.min((lines.len() as u16).saturating_sub(inside.height));
    for (line, y) in lines.iter().skip(usize::from(scroll)).zip(0..inside.height) {
        buffer.set_line(inside.x, inside.y + y, line, inside.width);
    }
    let below = lines.len().saturating_sub(usize::from(scroll + inside.height));
    if below > 0 {
        let more = format!(" ↓ {below} more lines ");
        put(buffer, area, 2, area.height - 1, &fit(&more, area.width.saturating_sub(4)), theme.style(Role::Dim));
    }
}

/// The middle of `area`, not larger than a page needs.
fn overlay(area: Rect) -> Rect {
    let width = area.width.saturating_sub(4).min(WIDEST).max(area.width.min(WIDEST / 2));
    let height = area.height.saturating_sub(2).min(HIGHEST).max(area.height.min(5));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
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
        let last = last_scroll(Context::Tensor, area, &theme);
        let mut all = String::new();
        for scroll in 0..=last {
            let mut buffer = Buffer::empty(area);
            draw(Context::Tensor, scroll, area, &mut buffer, &theme);
            let text = text(&buffer);
            assert_eq!(text.contains("more lines"), scroll < last);
            if scroll == 0 {
                assert!(text.contains("Inside a tensor"));
            }
            all.push_str(&text);
        }
        for binding in crate::tui::keymap::BINDINGS {
            if binding.contexts != [Context::Help] {
                assert!(all.contains(binding.description), "{}", binding.description);
            }
        }
    }
}
