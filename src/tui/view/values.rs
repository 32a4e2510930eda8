//! The tensors of the page at a glance, each as a small picture: what an input moves is seen to move, however far from it the page
//! shows it.

use std::ops::Range;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::notebook::veils::VEIL;
use crate::tui::layout::page::MARK;
use crate::tui::model::exhibit::Figure;
use crate::tui::model::reading::Reading;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put, width as width_of};
use crate::tui::widgets::picture::Kind;
use crate::tui::widgets::thumbnail::Thumbnail;

/// The columns of the mark before a name.
const MARKED: u16 = 2;
/// The columns between a name and what is said of it.
const GAP: u16 = 2;
/// The most lines of a picture, as many as let all tensors of the page be seen, and those that it keeps where not all can.
const LINES: Range<u16> = 2..7;
/// The most columns that an element is wide.
const WIDEST: u16 = 6;

/// A tensor of the page.
struct PageValue<'m> {
    block: usize,
    name: &'m Arc<str>,
    /// With its place among the figures of the block; nothing where a question hides it.
    figure: Option<(usize, &'m Figure)>,
}

impl<'m> PageValue<'m> {
    fn figure(&self) -> Option<&'m Figure> {
        self.figure.map(|(_, figure)| figure)
    }

    /// Its block, and its place among the figures of that.
    fn spot(&self) -> Option<(usize, usize)> {
        self.figure.map(|(number, _)| (self.block, number))
    }
}

/// Draws as many as there is room for, those near the cursor among them.
pub(super) fn draw(reading: &Reading, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    for (value, lines) in placed(reading, area) {
        let is_here = value.spot().is_some_and(|spot| reading.lens.figure == Some(spot));
        draw_value(reading, &value, is_here, lines, buffer, theme);
    }
}

/// The tensor that is drawn on a row of the screen: its block, and its place among the figures of that unless a question hides it.
pub(super) fn tensor_at(reading: &Reading, area: Rect, row: u16) -> Option<(usize, Option<usize>)> {
    let placed = placed(reading, area);
    let (value, _) = placed.into_iter().find(|(_, lines)| (lines.top()..lines.bottom()).contains(&row))?;
    Some((value.block, value.figure.map(|(number, _)| number)))
}

/// As many as there is room for, those near the cursor among them, each with its lines.
fn placed(reading: &Reading, area: Rect) -> Vec<(PageValue<'_>, Rect)> {
    let values: Vec<_> = values(reading).collect();
    let here = reading.lens.figure.map_or(reading.lesson.at, |(block, _)| block);
    let at = values.iter().position(|value| value.block >= here).unwrap_or(values.len().saturating_sub(1));
    let heights = heights(&values, area);
    let shown = around(&heights, at, area.height);
    let mut left = area;
    let values = values.into_iter().zip(heights).skip(shown.start).take(shown.len());
    let placed = values.map(|(value, height)| {
        let lines = Rect { height: height.min(left.height), ..left };
        left = Rect { y: left.y + lines.height, height: left.height - lines.height, ..left };
        (value, lines)
    });
    placed.collect()
}

/// Whether the page has more than the one tensor that the lens draws.
pub(super) fn is_worth(reading: &Reading) -> bool {
    values(reading).nth(1).is_some()
}

/// What the page shows or hides, from top to bottom; of a run that is stepped through, what it shows without it.
fn values(reading: &Reading) -> impl Iterator<Item = PageValue<'_>> {
    let of_block = move |block: usize| {
        let exhibits = reading.exhibits(block);
        let figures = exhibits.map_or(&[][..], |exhibits| &exhibits.figures);
        let veiled = exhibits.map_or(&[][..], |exhibits| &exhibits.veiled);
        let shown = figures.iter().enumerate().filter(|(_, figure)| !figure.live && !figure.tensor.is_empty());
        let shown = shown.map(move |shown| PageValue { block, name: &shown.1.name, figure: Some(shown) });
        shown.chain(veiled.iter().map(move |(name, _)| PageValue { block, name, figure: None }))
    };
    reading.told_blocks().flat_map(of_block)
}

/// The lines of each: with pictures as high as lets all be seen, or low ones where that cannot be.
fn heights(values: &[PageValue<'_>], area: Rect) -> Vec<u16> {
    let with = |most: u16| values.iter().map(|value| 1 + picture_height(value, most)).collect::<Vec<u16>>();
    let fits = |heights: &Vec<u16>| heights.iter().sum::<u16>() <= area.height;
    LINES.rev().map(with).find(fits).unwrap_or_else(|| with(LINES.start))
}

/// The lines of the picture below a name; a number and what is hidden need none.
fn picture_height(value: &PageValue<'_>, most: u16) -> u16 {
    let Some(figure) = value.figure().filter(|figure| figure.tensor.len() > 1) else { return 0 };
    if are_ids(figure) {
        return 1;
    }
    (figure.size().0.min(usize::from(most) * 2) as u16).div_ceil(2).min(most)
}

/// The places around `at` that fit: as much above it as below, where there is so much.
fn around(heights: &[u16], at: usize, room: u16) -> Range<usize> {
    let (mut first, mut end, mut left) = (at, at, room);
    loop {
        let below = heights.get(end).filter(|height| **height <= left);
        if let Some(height) = below {
            (end, left) = (end + 1, left - height);
        }
        let above = first.checked_sub(1).and_then(|above| heights.get(above)).filter(|height| **height <= left);
        if let Some(height) = above {
            (first, left) = (first - 1, left - height);
        }
        if below.is_none() && above.is_none() {
            return first..end;
        }
    }
}

/// Its name, shape and ends, and below them its picture.
fn draw_value(reading: &Reading, value: &PageValue<'_>, is_here: bool, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let is_moved = reading.lens.moves.contains(value.name);
    let role = if is_here || is_moved { Role::Accent } else { Role::Text };
    if is_here {
        put(buffer, area, 0, 0, MARK, theme.style(Role::Accent));
    }
    let text = said(reading, value);
    let room = area.width.saturating_sub(MARKED + GAP + width_of(&text));
    let mut x = put(buffer, area, MARKED, 0, &fit(value.name, room), theme.style(role)) + GAP;
    let shape = value.figure().filter(|figure| figure.tensor.ndim() > 0).map(|figure| figure.tensor.shape_text());
    let room = area.width.saturating_sub(x + GAP + width_of(&text));
    if let Some(shape) = shape.filter(|shape| width_of(shape) <= room) {
        x = put(buffer, area, x, 0, &shape, theme.style(Role::Dim)) + GAP;
    }
    put(buffer, area, x, 0, &text, theme.style(Role::Accent));
    let picture = Rect {
        x: area.x + MARKED,
        y: area.y + 1,
        width: area.width.saturating_sub(MARKED),
        height: area.height.saturating_sub(1),
    };
    if let Some(figure) = value.figure().filter(|_| !picture.is_empty() && !reading.is_stale(value.block)) {
        draw_picture(figure, picture, buffer, theme);
    }
}

/// A number, or the lowest and the highest of several.
fn said(reading: &Reading, value: &PageValue<'_>) -> String {
    let Some(figure) = value.figure() else { return VEIL.to_owned() };
    if reading.is_stale(value.block) {
        return String::new();
    }
    let (low, high) = figure.numbers.ends();
    match figure.numbers.kind {
        _ if figure.tensor.len() == 1 => figure.numbers.alone(figure.glance((1, 1)).at(0, 0)),
        _ if figure.first_nan.is_some() => "NaN".to_owned(),
        Kind::Truth => String::new(),
        _ if are_ids(figure) => String::new(),
        _ => format!("{} … {}", figure.numbers.tick(low), figure.numbers.tick(high)),
    }
}

/// Whether the elements are whole numbers by their dtype, of which none is more than another.
fn are_ids(figure: &Figure) -> bool {
    figure.numbers.kind == Kind::Signed && !figure.tensor.dtype().is_float()
}

/// Colours for the elements; for ids the numbers themselves.
fn draw_picture(figure: &Figure, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let (rows, columns) = figure.size();
    if are_ids(figure) {
        let row = figure.glance((1, 1));
        let shown = (0..columns.min(usize::from(area.width))).map(|column| figure.numbers.tick(row.at(0, column)));
        put(buffer, area, 0, 0, &fit(&shown.collect::<Vec<_>>().join(" "), area.width), theme.style(Role::Dim));
        return;
    }
    let (wide, high) = (usize::from(area.width), usize::from(area.height) * 2);
    let step = (rows.div_ceil(high).max(1), columns.div_ceil(wide).max(1));
    let size = (rows.div_ceil(step.0), columns.div_ceil(step.1));
    let scale = ((wide / size.1.max(1)).min(usize::from(WIDEST)) as u16, if size.0 * 2 <= high { 2 } else { 1 });
    let blocks = figure.glance(step);
    let weight = |row: usize, column: usize| {
        Some(figure.numbers.fraction(blocks.at(row, column))).filter(|fraction| fraction.is_finite())
    };
    Thumbnail { size, scale, weight: &weight, is_signed: figure.numbers.kind == Kind::Signed }
        .draw(area, buffer, theme);
}
