//! The images of a frame, and the marks by which its cells name them.

use std::sync::{Arc, Mutex, PoisonError};

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::{Graphics, Raster};

/// Marks are characters of a plane for private use: no text of ours holds them.
const PLANE: u32 = 0xf_0000;
/// How many marks there are.
const MARKS: u32 = 0xfffe;

/// Where widgets pin their rasters while a frame is drawn. Clones are the same place.
#[derive(Debug, Clone)]
pub struct Images {
    graphics: Graphics,
    pinned: Arc<Mutex<Vec<Arc<Image>>>>,
}

/// A raster that covers whole cells.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Image {
    pub(super) raster: Raster,
    /// The columns and lines that it covers.
    pub(super) size: Size,
}

/// What a marked cell shows: the number of an image, and the column and line of the cell in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) image: usize,
    pub(super) x: u16,
    pub(super) y: u16,
}

impl Images {
    /// No image yet, for a terminal that shows this much.
    pub fn new(graphics: Graphics) -> Self {
        Self { graphics, pinned: Arc::default() }
    }

    /// What the terminal shows.
    pub fn graphics(&self) -> Graphics {
        self.graphics
    }

    /// How many pixels so many columns and lines have.
    pub fn pixels(&self, columns: u16, lines: u16) -> (usize, usize) {
        let side = |cells: u16, pixels: u16| usize::from(cells) * usize::from(pixels);
        (side(columns, self.graphics.cell.width), side(lines, self.graphics.cell.height))
    }

    /// Shows a raster in an area, its upper left corner in that of the area; what reaches out of the area is cut. Cells that are written to
    /// afterwards cover it.
    pub fn pin(&self, raster: Raster, area: Rect, buffer: &mut Buffer) {
        let pixels = self.pixels(area.width, area.height);
        let is_whole = (raster.width(), raster.height()) == pixels;
        let raster = if is_whole { raster } else { raster.part((0, 0), pixels) };
        let image = Image { raster, size: area.as_size() };
        let mut pinned = self.pinned.lock().unwrap_or_else(PoisonError::into_inner);
        let number = pinned.len();
        pinned.push(Arc::new(image));
        for place in area.intersection(buffer.area).positions() {
            let mark = Mark { image: number, x: place.x - area.x, y: place.y - area.y };
            if let Some(symbol) = mark.symbol() {
                buffer[place].reset();
                buffer[place].set_symbol(&symbol);
            }
        }
    }

    /// Takes down what is pinned.
    pub(super) fn take(&self) -> Vec<Arc<Image>> {
        std::mem::take(&mut *self.pinned.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Mark {
    fn symbol(self) -> Option<String> {
        let mark = |number: u32| (number < MARKS).then(|| char::from_u32(PLANE + number)).flatten();
        let marks = [u32::try_from(self.image).ok()?, u32::from(self.x), u32::from(self.y)].map(mark);
        marks.into_iter().try_fold(String::from(" "), |symbol, mark| Some(symbol + mark?.encode_utf8(&mut [0; 4])))
    }

    /// The mark that a cell holds, if it holds one.
    pub(super) fn of(symbol: &str) -> Option<Self> {
        let mut marks = symbol.strip_prefix(' ')?.chars().map(|mark| u32::from(mark).checked_sub(PLANE));
        let mut next = || marks.next()?.filter(|number| *number < MARKS);
        let (image, x, y) = (next()?, next()?, next()?);
        Some(Self { image: image as usize, x: u16::try_from(x).ok()?, y: u16::try_from(y).ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CellSize, Protocol};
    use super::*;

    #[test]
    fn every_cell_of_an_area_is_marked_until_it_is_written_to() {
        let cell = CellSize { width: 8, height: 16 };
        let images = Images::new(Graphics { protocol: Protocol::Sixel, cell });
        let mut buffer = Buffer::with_lines(["......", "......", "......"]);
        images.pin(Raster::new(1, 1), Rect::new(4, 1, 5, 2), &mut buffer);
        buffer.set_string(5, 2, "x", ratatui::style::Style::new());
        let marks: Vec<_> = buffer.content.iter().map(|cell| Mark::of(cell.symbol())).collect();
        let mark = |x, y| Some(Mark { image: 0, x, y });
        assert!(marks[..10].iter().all(Option::is_none));
        assert_eq!(marks[10..], [mark(0, 0), mark(1, 0), None, None, None, None, mark(0, 1), None]);
        assert_eq!((images.take().len(), images.take().len()), (1, 0));
    }

    #[test]
    fn text_is_no_mark() {
        for symbol in ["", " ", "a", "猫", " \u{f0000}", "\u{f0000}\u{f0000}\u{f0000}", " abc"] {
            assert_eq!(Mark::of(symbol), None, "{symbol:?}");
        }
    }
}
