//! A large matrix in real pixels: a square of them for each element, or for each block where there are more elements than pixels.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Span;

use super::squares::{CURSOR, greatest, label_width};
use super::{Body, Canvas, Picture, legend};
use crate::tui::graphics::{Images, Raster, Rgba};
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit_right, width as width_of};
use crate::words::say;

/// Up to so many elements along both axes, half blocks show as much.
const SMALL: usize = 64;
/// A strip with fewer rows or columns than this is better read in letters.
const THIN: usize = 16;
/// The most squares: more would take longer to color than a key may take.
const MOST: usize = 1 << 17;
/// Between two numbers at an axis there are at least so many columns, or lines.
const APART: (u16, u16) = (6, 3);
/// Squares from this size on have a border where they are pointed out.
const BORDERED: usize = 5;

/// A matrix in real pixels.
pub(super) struct Fine<'p> {
    picture: &'p Picture<'p>,
    images: &'p Images,
    /// The rows and columns of a block.
    step: usize,
    /// The pixels of a square, across and down.
    side: usize,
    /// Where the squares begin, behind the labels.
    left: u16,
    /// The columns and lines that they take.
    cells: (u16, u16),
}

impl<'p> Fine<'p> {
    /// Squares as large as the room allows, of blocks as small as it allows; nothing where the terminal shows no pixels, or half blocks
    /// will do.
    pub(super) fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Option<Self> {
        let images = picture.theme.images.as_ref()?;
        let (rows, columns) = picture.counts();
        if rows.max(columns) <= SMALL || rows.min(columns) < THIN || picture.is_mono() {
            return None;
        }
        let left = label_width(picture, width, 0);
        let (across, down) = images.pixels(width.saturating_sub(left), room.saturating_sub(1));
        let blocks = |step: usize| (rows.div_ceil(step), columns.div_ceil(step));
        let fits = |step: &usize| {
            let (high, wide) = blocks(*step);
            wide <= across && high <= down && wide * high <= MOST
        };
        let step = (0..usize::BITS - 1).map(|power| 1 << power).find(fits)?;
        let (high, wide) = blocks(step);
        let side = (across / wide.max(1)).min(down / high.max(1));
        let (cell_across, cell_down) = images.pixels(1, 1);
        let cells = ((wide * side).div_ceil(cell_across) as u16, (high * side).div_ceil(cell_down) as u16);
        (side > 0).then_some(Self { picture, images, step, side, left, cells })
    }

    /// The blocks down and across.
    fn blocks(&self) -> (usize, usize) {
        let (rows, columns) = self.picture.counts();
        (rows.div_ceil(self.step), columns.div_ceil(self.step))
    }

    /// The cell that shows the middle of an element's square, across and down.
    fn cell(&self, (row, column): (usize, usize)) -> (u16, u16) {
        let (cell_across, cell_down) = self.images.pixels(1, 1);
        let middle = |at: usize| at / self.step * self.side + self.side / 2;
        ((middle(column) / cell_across) as u16, (middle(row) / cell_down) as u16)
    }

    /// The elements of which a pixel shows one, along an axis of so many.
    fn elements(&self, pixels: Range<usize>, all: usize) -> Range<usize> {
        let from = pixels.start / self.side * self.step;
        let to = pixels.end.div_ceil(self.side) * self.step;
        from.min(all)..to.min(all)
    }

    fn raster(&self) -> Raster {
        let picture = self.picture;
        let (high, wide) = self.blocks();
        let side = (self.side, self.side);
        let (across, down) = self.images.pixels(self.cells.0, self.cells.1);
        let mut raster = Raster::new(across, down);
        let blocks = picture.source.blocks(picture.counts(), (self.step, self.step));
        for row in 0..high {
            for column in 0..wide {
                if let Some(color) = self.color(blocks.at(row, column)) {
                    raster.fill((column * self.side, row * self.side), side, color);
                }
            }
        }
        for (row, column) in &picture.marks.flashing {
            let at = (column / self.step * self.side, row / self.step * self.side);
            raster.fill(at, side, inverted(raster.at(at.0, at.1)));
        }
        let mut point_out = |(row, column): (usize, usize), role: Role| {
            let at = (column / self.step * self.side, row / self.step * self.side);
            let color = picture.theme.pixel(picture.style(role).fg.unwrap_or_default());
            if self.side < BORDERED { raster.fill(at, side, color) } else { raster.frame(at, side, color) }
        };
        picture.marks.cells.iter().for_each(|place| point_out(*place, Role::Accent));
        picture.marks.changed.iter().for_each(|place| point_out(*place, Role::Warning));
        raster
    }

    /// What is nearly zero melts into the background, and so does what is masked.
    fn color(&self, value: f64) -> Option<Rgba> {
        let theme = self.picture.theme;
        match value {
            _ if value == f64::NEG_INFINITY => None,
            _ if !value.is_finite() => self.picture.style(Role::Error).fg.map(|color| theme.pixel(color)),
            _ => self.picture.color(value).bg.map(|color| theme.pixel(color)),
        }
    }

    /// Numbers of columns above the squares, so that none touches the next.
    fn draw_labels(&self, canvas: &mut Canvas<'_>) {
        let (rows, columns) = self.picture.counts();
        let mut free = 0;
        for column in 0..columns {
            let x = self.cell((0, column)).0;
            if x >= free {
                canvas.put_as(Role::Dim, self.left + x, 0, &column.to_string());
                free = x + APART.0;
            }
        }
        free = 0;
        for row in 0..rows {
            let y = self.cell((row, 0)).1;
            if y >= free {
                canvas.put_as(Role::Dim, 0, y + 1, &fit_right(&row.to_string(), self.left.saturating_sub(1)));
                free = y + APART.1;
            }
        }
    }

    fn draw_cursor(&self, (row, column): (usize, usize), canvas: &mut Canvas<'_>) {
        let (x, y) = self.cell((row, column));
        canvas.put(self.left + x, y + 1, CURSOR, self.picture.style(Role::Accent).add_modifier(Modifier::REVERSED));
        let label = self.picture.columns().label(column).into_owned();
        canvas.put_as(Role::Dim, self.left, 0, &" ".repeat(usize::from(self.cells.0)));
        let last = (self.left + self.cells.0).saturating_sub(width_of(&label));
        canvas.put_as(Role::Accent, (self.left + x).min(last), 0, &label);
        let label = self.picture.rows().map(|rows| rows.label(row).into_owned()).unwrap_or_default();
        canvas.put_as(Role::Accent, 0, y + 1, &fit_right(&label, self.left.saturating_sub(1)));
    }
}

/// What has just got another value; what was clear is white.
fn inverted([red, green, blue, _]: Rgba) -> Rgba {
    [!red, !green, !blue, u8::MAX]
}

impl Body for Fine<'_> {
    fn size(&self) -> (u16, u16) {
        (self.left + self.cells.0, self.cells.1 + 1)
    }

    fn words(&self) -> Option<String> {
        (self.step > 1).then(|| say!("pixels-largest", rows = self.step, columns = self.step))
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        self.draw_labels(canvas);
        let Rect { x, y, width, height } = canvas.area;
        let squares = Rect { x: x + self.left, y: y + 1, width: self.cells.0, height: self.cells.1 };
        // What has no room is cut, never squeezed.
        let squares = squares.intersection(Rect { x, y, width, height });
        self.images.pin(self.raster(), squares, canvas.buffer);
        if let Some(cursor) = self.picture.cursor {
            self.draw_cursor(cursor, canvas);
        }
    }

    /// Of all that a cell shows, the greatest.
    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let (x, y) = (x.checked_sub(self.left)?, y.checked_sub(1)?);
        let (from, to) = (self.images.pixels(x, y), self.images.pixels(x + 1, y + 1));
        let (rows, columns) = self.picture.counts();
        greatest(self.picture, self.elements(from.1..to.1, rows), self.elements(from.0..to.0, columns))
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        self.picture.all()
    }

    fn legend(&self) -> Vec<Span<'static>> {
        legend::scale(self.picture)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Axis, Kind, Marks, Numbers};
    use super::*;
    use crate::tui::graphics::{CellSize, Graphics, Protocol};
    use crate::tui::theme::{Theme, ThemeName};

    /// A square matrix of this side in a room, on a terminal with cells of 8 by 16 pixels.
    fn with_fine<T>(side: usize, room: (u16, u16), look: impl FnOnce(Option<Fine<'_>>, &Picture<'_>) -> T) -> T {
        let graphics = Graphics { protocol: Protocol::Sixel, cell: CellSize { width: 8, height: 16 } };
        let mut theme = Theme::new(ThemeName::Dark);
        theme.images = Some(Images::new(graphics));
        let axis = |name| Axis { name, len: side, ..Axis::default() };
        let axes = [axis("query"), axis("key")];
        let value = |row: usize, column: usize| match row.cmp(&column) {
            std::cmp::Ordering::Less => f64::NEG_INFINITY,
            _ => (row * 7 + column * 3) as f64 % 11.0 - 5.0,
        };
        let marks = Marks { cells: [(90, 3)].into(), flashing: [(5, 9)].into(), ..Marks::default() };
        let numbers = Numbers::of(Kind::Signed, [-5.0, 5.0]);
        let picture = Picture::new("scores", &axes, &value, numbers, &marks, &theme);
        look(Fine::fit(&picture, room.0, room.1), &picture)
    }

    #[test]
    fn every_element_has_a_square_of_its_color() {
        with_fine(100, (80, 30), |fine, picture| {
            let fine = fine.unwrap();
            // 76 columns are 608 pixels, 29 lines 464: four for each of 100 elements.
            assert_eq!((fine.step, fine.side, fine.cells), (1, 4, (50, 25)));
            let raster = fine.raster();
            assert_eq!((raster.width(), raster.height()), (400, 400));
            for (row, column) in [(0, 0), (99, 0), (99, 99), (40, 17)] {
                let color = picture.color(picture.source.value(row, column)).bg;
                let meant = color.map_or([0; 4], |color| picture.theme.pixel(color));
                for (x, y) in [(0, 0), (3, 3)] {
                    assert_eq!(raster.at(column * 4 + x, row * 4 + y), meant, "{row} {column}");
                }
            }
            assert_eq!(raster.at(99 * 4, 0)[3], 0, "what is masked is clear");
            assert_eq!(raster.at(9 * 4, 5 * 4), [255; 4], "what has just changed, where nothing was to be seen");
            let accent = picture.style(Role::Accent).fg.unwrap_or_default();
            assert_eq!(raster.at(3 * 4 + 1, 90 * 4 + 1), picture.theme.pixel(accent), "what is marked");
        });
    }

    #[test]
    fn blocks_stand_for_what_has_no_pixel_of_its_own() {
        with_fine(1000, (80, 30), |fine, picture| {
            let fine = fine.unwrap();
            assert_eq!((fine.step, fine.side), (4, 1));
            assert!(fine.words().is_some());
            let (x, y) = fine.cell((500, 200));
            let found = fine.element_at(fine.left + x, y + 1).unwrap();
            assert_eq!(fine.cell(found), (x, y));
            let value = picture.source.value(found.0, found.1);
            assert!((value.abs() - 5.0).abs() < 1e-9, "the greatest of all that the cell shows: {value}");
        });
    }

    #[test]
    fn small_matrices_and_small_rooms_have_none() {
        with_fine(64, (80, 30), |fine, _| assert!(fine.is_none()));
        with_fine(100, (3, 30), |fine, _| assert!(fine.is_none()));
        with_fine(100, (80, 1), |fine, _| assert!(fine.is_none()));
    }
}
