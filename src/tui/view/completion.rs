//! The words that are offered while code is typed: a list below the cursor's line, or above it where there is more room.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::widgets::{Clear, Widget as _};

use crate::tui::layout::page::PageLayout;
use crate::tui::model::editor::Completion;
use crate::tui::model::focus::Focus;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit_left, put, width as width_of};
use crate::tui::widgets::window::window;

/// The most words that are shown at once, and the widest.
const MOST: u16 = 8;
const WIDEST: u16 = 32;

/// Draws the list, if words are offered.
pub(crate) fn draw(layout: &PageLayout<'_>, buffer: &mut Buffer) {
    let Focus::Code(editor) = &layout.page.reading.focus else { return };
    let (Some(completion), Some((cursor, page))) = (&editor.completion, layout.typing_place()) else { return };
    let typed = editor.text().get(completion.start..editor.cursor()).map_or(0, width_of);
    let widest = completion.candidates.iter().map(|candidate| width_of(&candidate.word)).max().unwrap_or(0);
    let width = (widest.min(WIDEST) + 2).min(page.width);
    let wanted = u16::try_from(completion.candidates.len()).unwrap_or(u16::MAX).min(MOST);
    let (above, below) = (cursor.y - page.y, page.bottom() - cursor.y - 1);
    let height = wanted.min(above.max(below));
    let y = if below >= height { cursor.y + 1 } else { cursor.y - height };
    // The words begin below the word that is typed.
    let x = cursor.x.saturating_sub(typed + 1).min(page.right().saturating_sub(width)).max(page.x);
    list(completion, Rect { x, y, width, height }, buffer, layout.page.theme);
}

fn list(completion: &Completion, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    Clear.render(area, buffer);
    let height = usize::from(area.height);
    let first = window(completion.candidates.len(), completion.selected, height).start;
    let more_above = first > 0;
    let more_below = first + height < completion.candidates.len();
    for (line, candidate) in completion.candidates.iter().skip(first).take(height).enumerate() {
        let is_chosen = first + line == completion.selected;
        let style = theme.style(Role::Selection);
        // In one colour the list stands out by reverse, and the word that would be taken by the lack of it.
        let style = match (is_chosen, style.add_modifier.contains(Modifier::REVERSED)) {
            (true, true) => theme.style(Role::Accent).add_modifier(Modifier::UNDERLINED),
            (true, false) => theme.style(Role::Accent).add_modifier(Modifier::REVERSED),
            (false, _) => style,
        };
        let mark = match (is_chosen, line) {
            (true, _) => "▸",
            (false, 0) if more_above => "↑",
            (false, line) if more_below && line + 1 == height => "↓",
            _ => " ",
        };
        let word = fit_left(&candidate.word, area.width.saturating_sub(2));
        put(buffer, area, 0, line as u16, &format!("{mark}{word} "), style);
    }
}
