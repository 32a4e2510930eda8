//! The notes of who presents a lesson, below the page.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::put;
use crate::tui::widgets::wrap::wrap;
use crate::words::word;

/// The columns at the left and at the right of the words.
const AIR: u16 = 3;

/// How many lines they take, with the rule above them; none where they are not shown.
pub(crate) fn height(model: &Model) -> u16 {
    match lines(model).len() {
        0 => 0,
        lines => u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(1),
    }
}

/// Draws them. Of what does not fit, the last line says that it goes on.
pub(crate) fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(room) = area.height.checked_sub(1) else { return };
    let border = model.theme.style(Role::Border);
    put(buffer, area, 0, 0, &"─".repeat(usize::from(area.width)), border);
    put(buffer, area, 2, 0, &format!(" {} ", word!("notes")), model.theme.style(Role::Dim));
    let lines = lines(model);
    for (y, line) in (1..=room).zip(&lines) {
        let mut x = AIR;
        for span in &line.spans {
            x = put(buffer, area, x, y, &span.content, span.style);
        }
    }
    if lines.len() > usize::from(room) {
        put(buffer, area, area.width.saturating_sub(2), room, "…", border);
    }
}

fn lines(model: &Model) -> Vec<Line<'static>> {
    let Some(reading) = model.reading().filter(|_| model.talk.as_ref().is_some_and(|talk| talk.notes)) else {
        return Vec::new();
    };
    let width = model.size.width.saturating_sub(2 * AIR);
    let wrapped = |text: &str, role| wrap(&[Span::styled(text.to_owned(), model.theme.style(role))], width);
    let notes = reading.lesson.block().map_or(&[][..], |block| &block.notes);
    match notes {
        [] => wrapped(word!("no-notes-here"), Role::Dim),
        notes => notes.iter().flat_map(|note| wrapped(&note.text, Role::Text)).collect(),
    }
}
