//! A line of text that can be typed in: the part around the cursor, where it is longer than its place.

use ratatui::style::{Modifier, Style};
use ratatui::text::Span;
use unicode_segmentation::UnicodeSegmentation;

use super::clip::width as width_of;
use crate::tui::theme::{Role, Theme};

/// A text in a field.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    /// The whole text.
    pub text: &'a str,
    /// Where typing goes, in bytes, while it does.
    pub cursor: Option<usize>,
}

impl Field<'_> {
    /// At most `width` columns of the text, `…` where some is missing.
    pub fn spans(&self, width: u16, theme: &Theme) -> Vec<Span<'static>> {
        let style = theme.style(Role::String).add_modifier(Modifier::UNDERLINED);
        let mut cells: Vec<(usize, &str)> = self.text.grapheme_indices(true).collect();
        // Typing at the end needs a place of its own.
        cells.push((self.text.len(), " "));
        let at = self.cursor.map_or(0, |cursor| cells.partition_point(|(start, _)| *start <= cursor).saturating_sub(1));
        let shown = around(&cells, at, width);
        let mut spans = Vec::new();
        if shown.start > 0 {
            spans.push(Span::styled("…", theme.style(Role::Dim)));
        }
        let part = cells.get(shown.clone()).unwrap_or_default();
        for (place, (_, grapheme)) in part.iter().enumerate() {
            let under_cursor = self.cursor.is_some() && shown.start + place == at;
            // The place behind the text is drawn for the cursor alone.
            if shown.start + place == cells.len() - 1 && !under_cursor {
                continue;
            }
            push(&mut spans, grapheme, if under_cursor { style.add_modifier(Modifier::REVERSED) } else { style });
        }
        if shown.end < cells.len() {
            spans.push(Span::styled("…", theme.style(Role::Dim)));
        }
        spans
    }
}

/// Neighbours of one style become one piece. Control characters have no picture.
fn push(spans: &mut Vec<Span<'static>>, grapheme: &str, style: Style) {
    if grapheme.contains(char::is_control) {
        return;
    }
    match spans.last_mut() {
        Some(last) if last.style == style => last.content.to_mut().push_str(grapheme),
        _ => spans.push(Span::styled(grapheme.to_owned(), style)),
    }
}

/// The cells that fit into `width`, `at` among them, with a column for each mark of what is missing.
fn around(cells: &[(usize, &str)], at: usize, width: u16) -> std::ops::Range<usize> {
    let total: usize = cells.iter().map(|(_, text)| usize::from(width_of(text))).sum();
    if total <= usize::from(width) {
        return 0..cells.len();
    }
    let room = width.saturating_sub(2);
    let mut used = 0;
    let before = cells.get(..=at).unwrap_or_default().iter().rev().take_while(|(_, text)| {
        used += width_of(text);
        used <= room * 2 / 3 + 1
    });
    let start = at + 1 - before.count().max(1);
    let mut used = 0;
    let fitting = cells.get(start..).unwrap_or_default().iter().take_while(|(_, text)| {
        used += width_of(text);
        used <= room
    });
    start..start + fitting.count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::ThemeName;

    fn shown(text: &str, cursor: Option<usize>, width: u16) -> String {
        let spans = Field { text, cursor }.spans(width, &Theme::new(ThemeName::Dark));
        let total: u16 = spans.iter().map(|span| width_of(&span.content)).sum();
        assert!(total <= width.max(3), "{text:?} at {cursor:?} in {width}: {total}");
        let reversed = |span: &Span<'_>| span.style.add_modifier.contains(Modifier::REVERSED);
        spans
            .iter()
            .map(|span| if reversed(span) { format!("[{}]", span.content) } else { span.content.to_string() })
            .collect()
    }

    #[test]
    fn a_short_text_is_whole() {
        assert_eq!(shown("the cat", None, 10), "the cat");
        assert_eq!(shown("the cat", Some(0), 10), "[t]he cat");
        assert_eq!(shown("the cat", Some(7), 10), "the cat[ ]");
        assert_eq!(shown("", Some(0), 10), "[ ]");
    }

    #[test]
    fn a_long_one_is_shown_around_the_cursor() {
        assert_eq!(shown("the cat sat on the mat", None, 10), "the cat …");
        assert_eq!(shown("the cat sat on the mat", Some(8), 10), "… cat [s]at…");
        assert_eq!(shown("the cat sat on the mat", Some(22), 10), "…e mat[ ]");
        assert_eq!(shown("猫猫猫猫猫猫", Some(9), 8), "…猫[猫]猫…");
    }

    #[test]
    fn any_place_of_any_text_can_be_drawn() {
        let text = "e\u{301} 👩‍👩‍👧 猫\u{7}x".repeat(3);
        for cursor in 0..=text.len() + 2 {
            for width in 0..20 {
                shown(&text, Some(cursor), width);
            }
        }
    }
}
