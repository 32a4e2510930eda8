//! A box over the middle of the screen, for the help and for lists.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect, Size};
use ratatui::text::Span;
use ratatui::widgets::{Block, Clear, Widget};

use super::clip::fit;
use crate::tui::theme::{Role, Theme};

/// The middle of `area`, not larger than `largest`; a line above and below stays free where there is room.
pub fn place(area: Rect, largest: Size) -> Rect {
    let width = area.width.saturating_sub(4).min(largest.width).max(area.width.min(largest.width / 2));
    let height = area.height.saturating_sub(2).min(largest.height).max(area.height.min(5));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// The part of a box inside of its border.
pub fn inside(place: Rect) -> Rect {
    place.inner(Margin::new(2, 1))
}

/// Draws an empty box with a title; returns its inside.
pub fn draw(title: &str, place: Rect, buffer: &mut Buffer, theme: &Theme) -> Rect {
    let place = place.intersection(buffer.area);
    if place.is_empty() {
        return place;
    }
    Clear.render(place, buffer);
    let frame = Block::bordered().border_type(theme.frame()).border_style(theme.style(Role::Border));
    let title = Span::styled(fit(&format!(" {title} "), place.width).into_owned(), theme.style(Role::Title));
    frame.title(title).render(place, buffer);
    inside(place)
}
