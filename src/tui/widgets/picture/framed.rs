//! A picture with its body fitted into a room, a title above and a caption below.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::view::{Body, View};
use super::{Axis, Canvas, Picture, legend};
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, fit_spans, put_line, spaces, width as width_of, width_of_spans};
use crate::words::{say, word};

/// The columns between the pieces of the title.
const GAP: u16 = 2;
/// The columns before the scale of colours, where it stands behind other words below.
const SCALE_GAP: u16 = 3;

/// What is drawn of a vector or a matrix in a room.
pub(super) struct Framed<'p> {
    pub(super) picture: &'p Picture<'p>,
    pub(super) view: &'static View,
    pub(super) body: Box<dyn Body + 'p>,
    /// The columns and lines that it is fitted into.
    room: (u16, u16),
    /// What the colours behind numbers mean.
    scale: Vec<Span<'static>>,
}

impl<'p> Framed<'p> {
    pub(super) fn new(
        picture: &'p Picture<'p>,
        view: &'static View,
        body: Box<dyn Body + 'p>,
        room: (u16, u16),
    ) -> Self {
        let is_wanted = body.is_coloured_numbers() && !picture.stale;
        let mut scale = if is_wanted { legend::of_numbers(picture) } else { Vec::new() };
        if picture.axes.iter().any(Axis::has_made_up) {
            legend::add(picture, &mut scale, word!("made-up-numbers"));
        }
        Self { picture, view, body, room, scale }
    }

    /// The columns and lines that all of it takes, in at most `width` columns.
    pub(super) fn size(&self, width: u16) -> (u16, u16) {
        let (columns, lines) = self.body.size();
        let scale = if self.has_scale_in_title() { GAP + width_of_spans(&self.scale) } else { 0 };
        let widest = (self.title_width() + scale).max(columns).max(self.caption_width());
        (widest.min(width), lines + 1 + u16::from(self.has_caption()))
    }

    fn title_width(&self) -> u16 {
        let words: u16 = self.title().iter().map(|(text, _)| width_of(text) + GAP).sum();
        words.saturating_sub(GAP)
    }

    /// Whether that stands behind the title; where it has no room there, it is a line below.
    fn has_scale_in_title(&self) -> bool {
        let scale = width_of_spans(&self.scale);
        scale > 0 && !self.picture.close && self.title_width() + GAP + scale <= self.room.0
    }

    /// The scale where it has no room behind the title.
    fn scale_below(&self) -> &[Span<'static>] {
        if self.has_scale_in_title() { &[] } else { &self.scale }
    }

    fn has_caption(&self) -> bool {
        let has_line = self.body.size().1 + 1 < self.room.1;
        self.body.has_caption() || (has_line && !self.scale_below().is_empty())
    }

    /// What the caption takes, wherever the cursor is.
    fn caption_width(&self) -> u16 {
        if !self.has_caption() {
            return 0;
        }
        let scale = width_of_spans(self.scale_below());
        let legend = width_of_spans(&self.body.legend()) + if scale > 0 { scale + SCALE_GAP } else { 0 };
        let (rows, columns) = self.picture.counts();
        let (is_cut_down, is_cut_across) = self.cut();
        // The widest that they can be, with the greatest numbers that there are.
        let rows = if is_cut_down { width_of(&format!("   {}", rows_between(rows, rows, rows))) } else { 0 };
        let columns =
            if is_cut_across { width_of(&format!("   {}", columns_between(columns, columns, columns))) } else { 0 };
        legend + rows + columns
    }

    /// Whether rows and whether columns are out of sight.
    pub(super) fn cut(&self) -> (bool, bool) {
        let (rows, columns) = self.picture.counts();
        let (shown_rows, shown_columns) = self.body.shown();
        (shown_rows.len() < rows, shown_columns.len() < columns)
    }

    /// Draws into `area`.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let mut canvas = Canvas { picture: self.picture, area, buffer };
        self.draw_title(&mut canvas);
        let lines = self.body.size().1;
        let has_caption = self.has_caption();
        let below = area.height.saturating_sub(1 + u16::from(has_caption));
        canvas.area = Rect { y: area.y + 1, height: lines.min(below), ..area }.intersection(area);
        self.body.draw(&mut canvas);
        if has_caption && area.height > lines + 1 {
            let caption = Line::from(fit_spans(self.caption(), area.width));
            let place = Rect { y: area.y + 1 + lines, height: 1, ..area }.intersection(buffer.area);
            put_line(buffer, place.x, place.y, &caption, place.width);
        }
    }

    /// `weights  [query 6 × key 6]  rows sum to 1`, cut where the room ends.
    fn draw_title(&self, canvas: &mut Canvas<'_>) {
        let (picture, across) = (self.picture, canvas.area.width);
        let mut x = 0;
        for (text, role) in self.title() {
            x += if x > 0 { GAP } else { 0 };
            let style = picture.style(role);
            let style = if role == Role::Strong { picture.faded(style) } else { style };
            x = canvas.put(x, 0, &fit(&text, across.saturating_sub(x)), style);
        }
        if self.has_scale_in_title() {
            x += GAP;
            for span in &self.scale {
                x = canvas.put(x, 0, &span.content, span.style);
            }
        }
    }

    /// The pieces of the title.
    fn title(&self) -> Vec<(String, Role)> {
        let picture = self.picture;
        let note = if picture.axes.iter().any(|axis| axis.len == 0) { word!("no-elements") } else { picture.note };
        let words = self.body.words().unwrap_or_else(|| self.view.title.text().to_owned());
        let pieces = [
            (picture.name.to_owned(), Role::Strong),
            (shape(picture.axes), Role::Dim),
            (picture.slice.to_owned(), Role::Accent),
            (words, Role::Text),
            (note.to_owned(), Role::Dim),
        ];
        pieces.into_iter().filter(|(text, _)| !text.is_empty()).collect()
    }

    /// The legend, and which part is shown.
    fn caption(&self) -> Vec<Span<'static>> {
        let mut spans = self.body.legend();
        let (rows, columns) = self.picture.counts();
        let (shown_rows, shown_columns) = self.body.shown();
        let (is_cut_down, is_cut_across) = self.cut();
        let rows = is_cut_down.then(|| rows_shown(&shown_rows, rows));
        let columns = is_cut_across.then(|| columns_shown(&shown_columns, columns));
        for words in rows.into_iter().chain(columns) {
            let gap = if spans.is_empty() { "" } else { "   " };
            spans.push(legend::dim(self.picture, format!("{gap}{words}")));
        }
        let scale = self.scale_below();
        if !spans.is_empty() && !scale.is_empty() {
            spans.push(Span::raw(spaces(SCALE_GAP)));
        }
        spans.extend(scale.iter().cloned());
        spans
    }
}

/// `[query 6 × key 6]`.
fn shape(axes: &[Axis<'_>]) -> String {
    let axis = |axis: &Axis<'_>| {
        if axis.name.is_empty() { axis.len.to_string() } else { format!("{} {}", axis.name, axis.len) }
    };
    let axes: Vec<_> = axes.iter().map(axis).collect();
    format!("[{}]", axes.join(" × "))
}

/// `rows 3–9 of 40`, or `row 3 of 40`.
fn rows_shown(shown: &Range<usize>, all: usize) -> String {
    match shown.len() {
        1 => say!("row-of", first = shown.end, all),
        _ => rows_between(shown.start + 1, shown.end, all),
    }
}

/// `columns 3–9 of 40`, or `column 3 of 40`.
fn columns_shown(shown: &Range<usize>, all: usize) -> String {
    match shown.len() {
        1 => say!("column-of", first = shown.end, all),
        _ => columns_between(shown.start + 1, shown.end, all),
    }
}

/// `rows 3–9 of 40`.
fn rows_between(first: usize, last: usize, all: usize) -> String {
    say!("rows-of", first, last, all)
}

/// `columns 3–9 of 40`.
fn columns_between(first: usize, last: usize, all: usize) -> String {
    say!("columns-of", first, last, all)
}
