//! What terms of the course mean, where there is room to say it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::notebook::glossary::Glossary;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::wrap::wrap;

/// `softmax  Positive shares that sum to 1.`, each of these terms of the glossary on lines of its own.
pub(super) fn lines(terms: &[usize], width: u16, theme: &Theme) -> impl Iterator<Item = Vec<Line<'static>>> {
    let all = Glossary::embedded().terms();
    terms.iter().filter_map(|place| all.get(*place)).map(move |term| {
        let name = Span::styled(format!("{}  ", term.name), theme.style(Role::Strong));
        wrap(&[name, Span::styled(term.meaning.clone(), theme.style(Role::Text))], width)
    })
}

/// Draws those of the terms that fit whole, in their order.
pub fn draw(terms: &[usize], area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let mut y = area.y;
    for lines in lines(terms, area.width, theme) {
        if usize::from(area.bottom() - y) < lines.len() {
            return;
        }
        for line in lines {
            buffer.set_line(area.x, y, &line, area.width);
            y += 1;
        }
    }
}

/// Whether at least one of the terms fits.
pub fn has_room(terms: &[usize], area: Rect, theme: &Theme) -> bool {
    lines(terms, area.width, theme).next().is_some_and(|lines| lines.len() <= usize::from(area.height))
}
