//! A matrix as numbers on colour or as tiles: one place for each element, or for those around the cursor.

use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::Span;

use super::pixels::PIXELS;
use super::{Body, Canvas, Kind, Picture, View, count, legend, numbers, tiles, turned};
use crate::notebook::lesson::ViewKind;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit_right, spaces, width as width_of};
use crate::words::id;

/// The width that a label is first cut to where the whole of it has no room.
const SHORT_LABEL: u16 = 12;
/// The columns of a tile: two make it about square.
const TILE: u16 = 2;
/// Up to so many elements along both axes, the numbers around the cursor say more than pixels of all.
const FEW: usize = 24;
/// The columns of ` Σ 1.00`.
const SUM: u16 = 9;

/// Numbers on colour.
pub(super) const NUMBERS: View = View {
    can_draw: |_| true,
    ..View::new(ViewKind::Numbers, id!("view-numbers"), |picture, width, room| {
        Box::new(Heatmap::numbers(picture, width, room))
    })
};

/// Squares of colour with a sign.
pub(super) const TILES: View = View {
    suits: |axes, _| count(axes) > 1,
    ..View::new(ViewKind::Tiles, id!("view-tiles"), |picture, width, room| {
        Box::new(Heatmap::fit(picture, true, width, room))
    })
};

/// A matrix in places of equal width, with labels at the left and above.
struct Heatmap<'p> {
    picture: &'p Picture<'p>,
    /// Whether elements are tiles, and not numbers.
    tiles: bool,
    rows: Range<usize>,
    columns: Range<usize>,
    /// Where the first element begins, behind the row labels.
    left: u16,
    /// The width of an element.
    cell: u16,
    /// The columns that are kept for a shade before each number, where there are no colours: without room for one it takes the place of
    /// the space there.
    shade: Option<u16>,
    /// Whether the sum of each row stands behind it.
    sums: bool,
    /// The lines above the first row in which the words of narrow columns are turned; without any, one line is kept.
    turned: Option<u16>,
}

/// Numbers if all fit, else tiles if all fit; else the numbers around the cursor if the matrix is small, pixels of all if it is not.
pub(in crate::tui::widgets::picture) fn by_room(picture: &Picture<'_>, width: u16, room: u16) -> &'static View {
    // Whole numbers need no caption, which leaves them a line more.
    let fits = |tiles, room| candidates(picture, tiles, width).any(|whole| whole.fits(width, room));
    let (rows, columns) = picture.counts();
    if fits(false, room + 1) {
        &NUMBERS
    } else if fits(true, room) {
        &TILES
    } else if picture.axes.len() < 2 || (rows <= FEW && columns <= FEW) {
        &NUMBERS
    } else {
        &PIXELS
    }
}

/// The whole matrix with labels of several widths, the most generous first.
fn candidates<'p>(picture: &'p Picture<'p>, tiles: bool, width: u16) -> impl Iterator<Item = Heatmap<'p>> {
    let (rows, columns) = picture.counts();
    let row_label = picture.rows().map_or(0, |axis| axis.longest_label(0..axis.len) + 1);
    let column_label = picture.columns().longest_label(0..columns) + 1;
    let narrow = picture.numbers.width() + 2;
    let short = SHORT_LABEL + 1;
    let has_shades = !tiles && picture.is_mono() && has_heat(picture) && picture.numbers.kind != Kind::Truth;
    let shades = if has_shades { &[Some(1), Some(0)][..] } else { &[None] };
    let widths = [
        (row_label.min(width / 2), column_label),
        (row_label.min(width / 2), column_label.min(short)),
        (row_label.min(width / 2), narrow),
        (row_label.min(width / 3).min(short), narrow),
    ];
    let all = shades.iter().flat_map(move |shade| widths.map(|(left, cell)| (*shade, left, cell)));
    all.map(move |(shade, left, cell)| Heatmap {
        picture,
        tiles,
        rows: 0..rows,
        columns: 0..columns,
        left,
        cell: if tiles { TILE } else { (narrow + shade.unwrap_or(0)).max(cell) },
        shade,
        sums: false,
        turned: None,
    })
}

/// Whether the numbers are a map and not a table: a few whole ones are none.
fn has_heat(picture: &Picture<'_>) -> bool {
    picture.rows().is_some() && !picture.numbers.are_whole()
}

impl<'p> Heatmap<'p> {
    /// Numbers on colour.
    fn numbers(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let map = Self::fit(picture, false, width, room);
        let sums = picture.sums && map.is_whole() && map.width() + u32::from(SUM) <= u32::from(width);
        Self { sums, ..map }
    }

    /// All of it, or as many rows and columns as there is room for around the cursor.
    fn fit(picture: &'p Picture<'p>, tiles: bool, width: u16, room: u16) -> Self {
        let whole_room = if tiles { room } else { room + 1 };
        let mut last = None;
        for whole in candidates(picture, tiles, width) {
            if whole.fits(width, whole_room) {
                return whole.turned(room);
            }
            last = Some(whole);
        }
        let left = last.as_ref().map_or(0, |whole| whole.left);
        let cell = last.as_ref().map_or(TILE, |whole| whole.cell);
        let shade = last.as_ref().and_then(|whole| whole.shade);
        let across = usize::from(width.saturating_sub(left) / cell.max(1));
        let down = usize::from(room.saturating_sub(1));
        let map = Self {
            picture,
            tiles,
            rows: picture.rows_around(down),
            columns: picture.columns_around(across),
            left,
            cell,
            shade,
            sums: false,
            turned: None,
        };
        map.turned(room)
    }

    /// With the words of its columns turned, where it is made of tiles and has the lines for them.
    fn turned(self, room: u16) -> Self {
        let left = room.saturating_sub(self.rows.len() as u16);
        let heights = turned::heights(self.picture.columns(), self.columns.clone());
        let turned = heights.filter(|_| self.tiles).find(|lines| *lines <= left);
        Self { turned, ..self }
    }

    /// The lines above the first row.
    fn head(&self) -> u16 {
        self.turned.unwrap_or(1)
    }

    fn fits(&self, width: u16, room: u16) -> bool {
        self.width() <= u32::from(width) && self.rows.len() < usize::from(room)
    }

    /// The columns that the labels and the elements take.
    fn width(&self) -> u32 {
        let columns = u32::try_from(self.columns.len()).unwrap_or(u32::MAX);
        u32::from(self.left) + columns.saturating_mul(u32::from(self.cell))
    }

    fn is_whole(&self) -> bool {
        (self.rows.len(), self.columns.len()) == self.picture.counts()
    }

    fn x(&self, place: usize) -> u16 {
        self.left + place as u16 * self.cell
    }

    fn draw_column_labels(&self, canvas: &mut Canvas<'_>) {
        for (place, column) in self.columns.clone().enumerate() {
            canvas.column_label(column, self.x(place), 0, self.cell.saturating_sub(1));
        }
    }

    /// One element as a number with room for brackets on both sides.
    fn number(&self, row: usize, column: usize) -> (String, Style) {
        let picture = self.picture;
        let room = self.cell.saturating_sub(2 + self.shade.unwrap_or(0));
        let value = picture.source.seen(row, column);
        // What is masked is so while new values are on their way, too.
        let is_masked = value == f64::NEG_INFINITY;
        let style = if is_masked { picture.mark_style(value) } else { picture.color(value) };
        let text = picture.numbers.cell(value);
        // A lone mark stands in the middle, a number at the right, so that its digits line up.
        let is_lone =
            width_of(&text) == 1 && (picture.numbers.width() == 1 || !text.starts_with(|c: char| c.is_ascii_digit()));
        let shift = if is_lone { room.saturating_sub(1) / 2 } else { 0 };
        let text = fit_right(&format!("{text}{}", spaces(shift)), room);
        (picture.bracketed(row, column, &text), picture.pointed_out(style, row, column))
    }

    /// How much an element is, where no colour says it. It stands right before the number, whose label may be wider.
    fn draw_shade(&self, value: f64, x: u16, y: u16, text: &str, canvas: &mut Canvas<'_>) {
        let shade = if value.is_finite() { tiles::seen_shade(self.picture.numbers.fraction(value)) } else { ' ' };
        let before = text.chars().take_while(|c| *c == ' ').count().saturating_sub(1) as u16;
        canvas.put(x + before, y, shade.encode_utf8(&mut [0; 4]), self.picture.faded(Style::new()));
    }

    /// What a row sums to, loudly where that is not 1.
    fn draw_sum(&self, row: usize, y: u16, canvas: &mut Canvas<'_>) {
        let sum: f64 = self.columns.clone().map(|column| self.picture.source.value(row, column)).sum();
        let is_one = (sum - 1.0).abs() < numbers::SUM_TOLERANCE;
        let style = self.picture.style(if is_one { Role::Dim } else { Role::Warning });
        let text = format!("  Σ {sum:.2}{}", if is_one { "" } else { " !" });
        canvas.put(self.x(self.columns.len()), y, &text, self.picture.faded(style));
    }
}

impl Body for Heatmap<'_> {
    fn size(&self) -> (u16, u16) {
        let sums = if self.sums { u32::from(SUM) } else { 0 };
        let rows = self.rows.len().min(usize::from(u16::MAX) / 2) as u16;
        (u16::try_from(self.width() + sums).unwrap_or(u16::MAX), rows + self.head())
    }

    fn words(&self) -> Option<String> {
        // Numbers are what they are; the word is for who went through the views to come here.
        let is_plain = !self.tiles && self.picture.view.is_none();
        is_plain.then(String::new)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        match self.turned {
            Some(lines) => self
                .columns
                .clone()
                .enumerate()
                .for_each(|(place, column)| turned::draw(column, self.x(place), lines, canvas)),
            None if self.tiles => tiles::draw_ticks(&self.columns, self.left, canvas),
            None => self.draw_column_labels(canvas),
        }
        for (line, row) in self.rows.clone().enumerate() {
            let y = self.head() + line as u16;
            canvas.row_label(row, y, self.left.saturating_sub(1));
            for (place, column) in self.columns.clone().enumerate() {
                let (text, style) =
                    if self.tiles { tiles::tile(self.picture, row, column) } else { self.number(row, column) };
                let x = self.x(place) + self.shade.unwrap_or(0);
                canvas.put(x, y, &text, self.picture.faded(style));
                if self.shade.is_some() && (x > self.x(place) || self.picture.cursor != Some((row, column))) {
                    self.draw_shade(self.picture.source.seen(row, column), self.x(place), y, &text, canvas);
                }
            }
            if self.sums {
                self.draw_sum(row, y, canvas);
            }
        }
    }

    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let line = usize::from(y.checked_sub(self.head())?);
        let place = usize::from(x.checked_sub(self.left)?.checked_div(self.cell)?);
        Some((self.rows.clone().nth(line)?, self.columns.clone().nth(place)?))
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        (self.rows.clone(), self.columns.clone())
    }

    fn legend(&self) -> Vec<Span<'static>> {
        if self.tiles { legend::scale(self.picture) } else { Vec::new() }
    }

    fn has_caption(&self) -> bool {
        self.tiles || !self.is_whole()
    }

    fn is_coloured_numbers(&self) -> bool {
        let says_how_much = self.shade.is_some() || !self.picture.is_mono() || self.picture.numbers.kind == Kind::Truth;
        !self.tiles && has_heat(self.picture) && says_how_much
    }
}
