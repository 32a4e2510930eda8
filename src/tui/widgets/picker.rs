//! A list to choose from, with a line to type in above it.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::clip::{fit, put, put_line, width as width_of};
use super::field::Field;
use super::overlay;
use super::window::window;
use super::wrap::wrap;
use crate::tui::theme::{Role, Theme};
use crate::words::say;

/// The largest list.
const LARGEST: Size = Size { width: 96, height: 30 };
/// The lines above the rows: what is typed, and a rule.
const HEAD: u16 = 2;
/// The lines below them for what is said of the chosen one, with a rule, the fewest that say something, and the rows that they leave
/// where there are as many.
const NOTE: u16 = 4;
const LEAST_NOTE: u16 = 3;
const LEAST: u16 = 3;
/// The part of a row, in percent, that its detail may take.
const DETAIL: u16 = 45;
/// The columns before a row: the mark of the chosen one.
const MARGIN: u16 = 2;
/// The mark of the chosen row.
const MARK: &str = "▸";

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<'a> {
    /// What it says.
    pub text: &'a str,
    /// How that is meant.
    pub role: Role,
    /// The bytes of it that are lit.
    pub lit: &'a [Range<usize>],
    /// The columns before it.
    pub indent: u16,
    /// What stands at the right.
    pub detail: (&'a str, Role),
}

/// A list, ready to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct Picker<'a> {
    /// The name of the list.
    pub title: &'a str,
    /// What is typed, and the byte at which the cursor stands.
    pub query: (&'a str, usize),
    /// What stands there while nothing is typed.
    pub invitation: &'a str,
    /// What is said where there are no rows.
    pub nothing: &'a str,
    /// How many rows there are, and how many there would be if nothing were typed.
    pub counts: (usize, usize),
    /// Whether these numbers are shown.
    pub shows_counts: bool,
    /// The rows for which there is to be room, so that typing does not change the size of the list.
    pub room: usize,
    /// What is said of the chosen row below the list; none where nothing is said of any.
    pub note: Option<&'a str>,
    /// The row that the cursor is on.
    pub selected: usize,
}

impl Picker<'_> {
    /// Draws the list in the middle of `area`; `choice` is asked for the rows that can be seen.
    pub fn draw<'c>(
        &self,
        choice: impl Fn(usize) -> Option<Choice<'c>>,
        area: Rect,
        buffer: &mut Buffer,
        theme: &Theme,
    ) {
        let inside = overlay::draw(self.title, self.place(area), buffer, theme);
        self.draw_head(inside, buffer, theme);
        let rows = self.rows(inside);
        for (y, row) in self.shown(rows.height).enumerate() {
            if let Some(choice) = choice(row) {
                let line = Rect { y: rows.y + y as u16, height: 1, ..rows };
                draw_row(&choice, row == self.selected, line, buffer, theme);
            }
        }
        if self.counts.0 == 0 {
            let words = fit(self.nothing, rows.width.saturating_sub(MARGIN));
            put(buffer, rows, MARGIN, 0, &words, theme.style(Role::Dim));
        }
        self.draw_note(
            Rect { y: rows.bottom(), height: inside.bottom().saturating_sub(rows.bottom()), ..rows },
            buffer,
            theme,
        );
    }

    /// A rule, and what is said of the chosen row.
    fn draw_note(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let Some(note) = self.note.filter(|_| area.height > 0) else { return };
        put(buffer, area, 0, 0, &"─".repeat(usize::from(area.width)), theme.style(Role::Border));
        let lines = wrap(&[Span::styled(note.to_owned(), theme.style(Role::Text))], area.width.saturating_sub(MARGIN));
        for (place, (line, y)) in lines.iter().zip(1..area.height).enumerate() {
            let is_cut = y + 1 == area.height && place + 1 < lines.len();
            let text = if is_cut { format!("{line} …") } else { line.to_string() };
            put(buffer, area, MARGIN, y, &fit(&text, area.width.saturating_sub(MARGIN)), theme.style(Role::Text));
        }
    }

    /// What is typed, how much it has left, and a rule.
    fn draw_head(&self, inside: Rect, buffer: &mut Buffer, theme: &Theme) {
        let (text, cursor) = self.query;
        let (left, all) = self.counts;
        let count = match () {
            () if !self.shows_counts => String::new(),
            () if left == all => left.to_string(),
            () => say!("count-of", count = left, all),
        };
        let room = inside.width.saturating_sub(MARGIN + width_of(&count) + 1);
        let x = put(buffer, inside, 0, 0, "› ", theme.style(Role::Key));
        let mut spans = Field { text, cursor: Some(cursor) }.spans(room, theme);
        if text.is_empty() {
            spans.push(Span::styled(fit(self.invitation, room.saturating_sub(1)).into_owned(), theme.style(Role::Dim)));
        }
        let place = Rect { x: inside.x + x.min(inside.width), width: room, height: inside.height.min(1), ..inside };
        draw_spans(spans, place, buffer);
        if room > 0 {
            let at = inside.width.saturating_sub(width_of(&count));
            put(buffer, inside, at, 0, &count, theme.style(Role::Dim));
        }
        let rule = "─".repeat(usize::from(inside.width));
        put(buffer, inside, 0, 1, &rule, theme.style(Role::Border));
    }

    /// The rows that fit, the chosen one in the middle of them where that can be.
    fn shown(&self, height: u16) -> Range<usize> {
        window(self.counts.0, self.selected, usize::from(height))
    }

    /// The row that is drawn at a place of the screen.
    pub fn row_at(&self, area: Rect, column: u16, row: u16) -> Option<usize> {
        let rows = self.rows(overlay::inside(self.place(area)));
        let mut shown = self.shown(rows.height);
        rows.contains((column, row).into()).then(|| shown.nth(usize::from(row - rows.y))).flatten()
    }

    /// Whether a place of the screen belongs to the list.
    pub fn covers(&self, area: Rect, column: u16, row: u16) -> bool {
        self.place(area).contains((column, row).into())
    }

    /// How many rows fit.
    pub fn page(&self, area: Rect) -> usize {
        usize::from(self.rows(overlay::inside(self.place(area))).height).max(1)
    }

    fn place(&self, area: Rect) -> Rect {
        let note = if self.note.is_some() { NOTE } else { 0 };
        let room = u16::try_from(self.room).unwrap_or(u16::MAX).saturating_add(HEAD + 2 + note);
        overlay::place(area, Size { height: LARGEST.height.min(room.max(HEAD + 3)), ..LARGEST })
    }

    /// The part of the inside that has the rows; a note gives way where it would leave too few.
    fn rows(&self, inside: Rect) -> Rect {
        let head = HEAD.min(inside.height);
        let below = inside.height - head;
        let rows = u16::try_from(self.counts.0).unwrap_or(u16::MAX);
        // Lines without a row are better used.
        let left = below.saturating_sub(rows.clamp(1, LEAST));
        let note = if self.note.is_some() && left >= LEAST_NOTE { left.min(NOTE) } else { 0 };
        Rect { y: inside.y + head, height: below - note, ..inside }
    }
}

fn draw_row(choice: &Choice<'_>, selected: bool, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    if selected {
        put(buffer, area, 0, 0, MARK, theme.style(Role::Accent));
    }
    let (detail, role) = choice.detail;
    let detail = fit(detail, area.width * DETAIL / 100);
    let taken = width_of(&detail);
    let x = MARGIN + choice.indent.min(area.width / 3);
    let room = area.width.saturating_sub(x + if taken > 0 { taken + 2 } else { 0 });
    let style = theme.style(if selected { Role::Accent } else { choice.role });
    let place = Rect { x: area.x + x.min(area.width), width: room, ..area };
    draw_spans(spans(choice, style, room, theme), place, buffer);
    put(buffer, area, area.width.saturating_sub(taken), 0, &detail, theme.style(role));
}

/// Each in its place, and none behind the end of the line.
fn draw_spans(spans: Vec<Span<'_>>, place: Rect, buffer: &mut Buffer) {
    if !place.intersection(buffer.area).is_empty() {
        put_line(buffer, place.x, place.y, &Line::from(spans), place.width);
    }
}

/// The text with its lit parts; one that is too long is cut so that the first of them can be seen.
fn spans<'a>(choice: &Choice<'a>, style: Style, room: u16, theme: &Theme) -> Vec<Span<'a>> {
    let lit_style = theme.style(Role::Accent).add_modifier(Modifier::UNDERLINED);
    let start = start(choice, room);
    let mut spans = Vec::new();
    if start > 0 {
        spans.push(Span::styled("… ", theme.style(Role::Dim)));
    }
    let mut used = if start > 0 { 2 } else { 0 };
    let mut at = start;
    let mut add = |range: Range<usize>, style: Style| {
        let text = fit(choice.text.get(range).unwrap_or_default(), room.saturating_sub(used));
        used = used.saturating_add(width_of(&text));
        spans.push(Span::styled(text, style));
    };
    for part in choice.lit.iter().filter(|part| part.start >= start) {
        add(at..part.start, style);
        add(part.clone(), lit_style);
        at = part.end;
    }
    add(at..choice.text.len(), style);
    spans
}

/// The byte at which a text begins to be shown: a little before what is lit in it, where that would not be seen.
fn start(choice: &Choice<'_>, room: u16) -> usize {
    let before = |byte: usize| choice.text.get(..byte).map_or(0, width_of);
    let Some(first) = choice.lit.first().filter(|first| before(first.end) >= room) else { return 0 };
    let lead = choice.text.get(..first.start).unwrap_or_default();
    let words = lead.char_indices().rev().filter(|(_, letter)| letter.is_whitespace());
    let near = |byte: &usize| before(first.start) - before(*byte) <= room / 3;
    words
        .map(|(byte, _)| byte + 1)
        .take_while(|byte| choice.text.is_char_boundary(*byte) && near(byte))
        .last()
        .unwrap_or(first.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::screen::text;
    use crate::tui::theme::ThemeName;

    const PICKER: Picker<'_> = Picker {
        title: "List",
        query: ("", 0),
        invitation: "type",
        nothing: "none",
        counts: (40, 40),
        shows_counts: true,
        room: 40,
        note: None,
        selected: 0,
    };

    fn shown(picker: &Picker<'_>, words: &str, lit: &[Range<usize>]) -> String {
        let choice = |row: usize| {
            let detail = ("Ctrl-R", Role::Key);
            (row < picker.counts.0).then_some(Choice { text: words, role: Role::Text, lit, indent: 0, detail })
        };
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 10));
        picker.draw(choice, buffer.area, &mut buffer, &Theme::new(ThemeName::Dark));
        text(&buffer)
    }

    #[test]
    fn rows_have_their_detail_at_the_right_and_say_what_is_lit() {
        let screen = shown(&PICKER, "undo", &[]);
        let row = screen.lines().find(|line| line.contains("▸ undo")).unwrap_or_default();
        assert!(row.starts_with("│ ▸ undo  ") && row.ends_with("  Ctrl-R │"), "{screen}");
        assert!(screen.contains("›  type"), "{screen}");
        let long = "Words that are so many that the one looked for would not be seen at all";
        let at = long.find("looked").unwrap();
        let lit = at..at + 6;
        let screen = shown(&PICKER, long, std::slice::from_ref(&lit));
        assert!(screen.contains("… the one looked for"), "{screen}");
        assert!(shown(&Picker { counts: (0, 40), ..PICKER }, "undo", &[]).contains("none"));
    }

    #[test]
    fn the_row_under_the_mouse_is_the_row_that_is_drawn() {
        let area = Rect::new(0, 0, 40, 10);
        for selected in [0, 3, 20, 39] {
            let picker = Picker { selected, ..PICKER };
            let rows: Vec<_> = (0..10).filter_map(|y| picker.row_at(area, 10, y)).collect();
            assert_eq!(rows.len(), picker.page(area));
            assert!(rows.contains(&selected) && rows.iter().all(|row| *row < 40), "{rows:?}");
        }
        assert_eq!(PICKER.row_at(area, 0, 5), None);
        assert!(PICKER.covers(area, 10, 5) && !PICKER.covers(area, 0, 0));
    }
}
