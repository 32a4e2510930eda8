//! Figures: side by side as far as the page is wide, each as large as it needs and as the page allows.

use std::collections::BTreeSet;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::part::{Body, Part, Target};
use super::sheet::Sheet;
use crate::tui::model::exhibit::Figure;
use crate::tui::model::focus::Spot;
use crate::tui::model::lit::Lit;
use crate::tui::theme::Theme;
use crate::tui::widgets::heatmap::{Axis, Heatmap, Marks};

/// The columns between two figures.
const GAP: u16 = 4;

/// A figure in its place.
#[derive(Debug)]
pub struct Placed<'m> {
    figure: &'m Figure,
    /// Which of its block's figures it is.
    pub number: usize,
    spot: Option<&'m Spot>,
    /// The slice of a deeper tensor that is shown.
    lead: Vec<usize>,
    marks: Marks,
    stale: bool,
    x: u16,
    width: u16,
    /// The lines that it takes.
    pub height: u16,
}

/// The figures of `block` in rows.
pub(super) fn parts<'m>(sheet: &Sheet<'m>, block: usize, is_drawn: impl Fn(&Figure) -> bool) -> Vec<Part<'m>> {
    let Some(exhibits) = sheet.reading.exhibits(block) else { return Vec::new() };
    let mut rows: Vec<Vec<Placed<'m>>> = Vec::new();
    for (number, figure) in exhibits.figures.iter().enumerate().filter(|(_, figure)| is_drawn(figure)) {
        let mut placed = place(sheet, block, number, figure);
        match rows.last_mut() {
            Some(row) if joins(row, &placed, sheet.width) => {
                placed.x = row.last().map_or(0, |last| last.x + last.width + GAP);
                row.push(placed);
            }
            _ => rows.push(vec![placed]),
        }
    }
    let mut parts: Vec<Part<'m>> = Vec::new();
    for row in rows {
        // Rows of single numbers stand close, matrices need air.
        if !parts.is_empty() && row.iter().any(|placed| placed.height > 1) {
            parts.push(Part::gap());
        }
        let cursor = row.iter().find(|placed| placed.spot.is_some()).map(|placed| 0..placed.height);
        parts.push(Part { body: Body::Figures(row), target: None, cursor });
    }
    parts
}

/// Numbers go with numbers and matrices with matrices, as long as there is room.
fn joins(row: &[Placed<'_>], next: &Placed<'_>, width: u16) -> bool {
    let Some(last) = row.last() else { return true };
    let fits = last.x.saturating_add(last.width).saturating_add(GAP).saturating_add(next.width) <= width;
    fits && (last.height == 1) == (next.height == 1)
}

fn place<'m>(sheet: &Sheet<'m>, block: usize, number: usize, figure: &'m Figure) -> Placed<'m> {
    let inside = sheet.reading.inside().map(|inside| &inside.spot);
    let spot = inside.filter(|spot| spot.block == block && spot.figure == number);
    // A deeper tensor shows the slice with the cursor in it, or one with something lit.
    let lit = || Some(figure.place(sheet.lit?.places(figure.origin).next()?).0);
    let lead = spot.map(|spot| spot.lead.clone()).or_else(lit).unwrap_or_default();
    let mut marks = Marks::default();
    if let Some(lit) = sheet.lit {
        mark_lit(&mut marks, figure, &lead, lit);
    }
    mark_hidden(&mut marks, figure, &lead);
    if let Some(text) = sheet.reading.text(block) {
        let own = text.changed.iter().filter(|(name, ..)| *name == figure.name);
        marks.changed.extend(own.map(|(_, row, column)| (*row, *column)));
    }
    let stale = sheet.reading.is_stale(block);
    let mut placed = Placed { figure, number, spot, lead, marks, stale, x: 0, width: 0, height: 0 };
    (placed.width, placed.height) = placed.with_map(|map| map.size(sheet.width, sheet.figure_height()));
    placed
}

/// The elements that made the explained one, or that depend on it, and the labels of their rows and columns.
fn mark_lit(marks: &mut Marks, figure: &Figure, lead: &[usize], lit: &Lit) {
    for index in lit.places(figure.origin) {
        let (own_lead, row, column) = figure.place(index);
        let shown = own_lead.iter().enumerate().all(|(axis, place)| lead.get(axis).copied().unwrap_or(0) == *place);
        if shown {
            marks.cells.insert((row, column));
            marks.rows.insert(row);
            marks.columns.insert(column);
        }
    }
}

/// The elements that are nothing because they were forbidden.
fn mark_hidden(marks: &mut Marks, figure: &Figure, lead: &[usize]) {
    if !figure.hides() {
        return;
    }
    let (rows, columns) = figure.size();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    marks.masked.extend(places.filter(|(row, column)| figure.is_hidden(&figure.index(lead, *row, *column))));
}

impl Placed<'_> {
    /// Lends the widget that draws this.
    fn with_map<T>(&self, use_map: impl FnOnce(&Heatmap<'_>) -> T) -> T {
        let figure = self.figure;
        let (shape, axes) = figure.matrix_axes();
        let axes: Vec<Axis<'_>> = shape
            .iter()
            .zip(axes)
            .map(|(len, axis)| Axis {
                name: axis.name.as_deref().unwrap_or_default(),
                len: *len,
                labels: axis.labels.as_deref().unwrap_or_default(),
            })
            .collect();
        let lead = self.lead.as_slice();
        let value = |row, column| figure.tensor.at(&figure.index(lead, row, column));
        let name = self.name(lead);
        let note = self.note(lead);
        let cursor = self.spot.map(|spot| (spot.row, spot.column));
        let (stale, view) = (self.stale, figure.view);
        use_map(&Heatmap {
            note: &note,
            cursor,
            stale,
            view,
            ..Heatmap::new(&name, &axes, &value, figure.numbers, &self.marks)
        })
    }

    /// The lines on which something is lit.
    pub fn lit_lines(&self) -> Vec<u16> {
        let rows: BTreeSet<usize> = self.marks.cells.iter().map(|(row, _)| *row).collect();
        self.with_map(|map| {
            let layout = map.layout(self.width, self.height);
            rows.into_iter().filter_map(|row| layout.line_of(row)).collect()
        })
    }

    /// `heads[0]` for a slice of a deeper tensor.
    fn name(&self, lead: &[usize]) -> Arc<str> {
        if self.figure.lead().is_empty() {
            return Arc::clone(&self.figure.name);
        }
        let places: Vec<String> =
            (0..self.figure.lead().len()).map(|axis| lead.get(axis).copied().unwrap_or(0).to_string()).collect();
        format!("{}[{}]", self.figure.name, places.join(", ")).into()
    }

    fn note(&self, lead: &[usize]) -> String {
        let slices: usize = self.figure.lead().iter().product();
        if slices < 2 {
            return self.figure.note.clone();
        }
        let place = self
            .figure
            .lead()
            .iter()
            .enumerate()
            .fold(0, |place, (axis, size)| place * size + lead.get(axis).copied().unwrap_or(0));
        let slice = format!("slice {} of {slices}", place + 1);
        if self.figure.note.is_empty() { slice } else { format!("{}  {slice}", self.figure.note) }
    }

    /// Draws it from its line `first` on.
    pub fn draw(&self, first: u16, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let height = self.height.saturating_sub(first).min(area.height);
        let shown = Rect { x: area.x + self.x, y: area.y, width: self.width, height }.intersection(area);
        if first == 0 && shown.height == self.height {
            self.with_map(|map| map.draw(shown, buffer, theme));
            return;
        }
        // How a matrix is drawn depends on the room for all of it; so what is partly hidden is drawn aside and copied.
        let whole = Rect::new(0, 0, self.width, self.height);
        let mut aside = Buffer::empty(whole);
        self.with_map(|map| map.draw(whole, &mut aside, theme));
        for y in 0..shown.height {
            for x in 0..shown.width {
                buffer[(shown.x + x, shown.y + y)] = aside[(x, first + y)].clone();
            }
        }
    }

    /// What a click at column `x` of line `y` of the row of figures means.
    pub fn target_at(&self, x: u16, y: u16) -> Option<Target> {
        let x = x.checked_sub(self.x).filter(|x| *x < self.width && y < self.height)?;
        let element = self.with_map(|map| {
            if self.figure.tensor.ndim() == 0 {
                return Some((0, 0));
            }
            map.element_at(self.width, self.height, x, y)
        });
        Some(match element {
            Some((row, column)) => Target::Element(self.number, row, column),
            None => Target::Figure(self.number),
        })
    }
}
