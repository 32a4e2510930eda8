//! Reads the marks of a frame, and says what the terminal must be sent for its images.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::{Position, Rect, Size};

use super::images::{Image, Mark};
use super::{CellSize, Graphics, Images, Protocol, iterm2, kitty, sixel};

/// Knows what images a terminal shows.
#[derive(Debug)]
pub struct Composer {
    graphics: Graphics,
    /// The images that kitty keeps, each with its number.
    sent: Vec<(Arc<Image>, u32)>,
    /// The number that was given last.
    number: u32,
    /// What the last frame showed of images that the terminal forgets as soon as they are drawn, and what draws each.
    shown: Vec<(Placed, Arc<str>)>,
}

/// A part of an image, at its place on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Placed {
    image: Arc<Image>,
    /// The columns and lines of the image that are in sight.
    part: Rect,
    /// Where they are on the screen.
    area: Rect,
    /// Cells of the area over which something else is written.
    covered: Vec<Position>,
}

impl Composer {
    /// For a terminal that shows nothing yet.
    pub fn new(graphics: Graphics) -> Self {
        Self { graphics, sent: Vec::new(), number: 0, shown: Vec::new() }
    }

    /// What the terminal shows of pixels.
    pub fn graphics(&self) -> Graphics {
        self.graphics
    }

    /// Turns the marks of a frame into what its cells are sent as. Returns what goes before them.
    pub fn compose(&mut self, images: &Images, buffer: &mut Buffer) -> String {
        let pinned = images.take();
        if pinned.is_empty() && self.shown.is_empty() && self.sent.is_empty() {
            return String::new();
        }
        let marked = marked(buffer, pinned.len());
        match self.graphics.protocol {
            Protocol::Kitty => self.compose_placeholders(&pinned, marked, buffer),
            Protocol::Iterm2 | Protocol::Sixel => self.compose_drawings(&pinned, marked, buffer),
        }
    }

    /// The screen is cleared, or somebody else has it: nothing of it is known any more. Returns what has the terminal forget the images.
    pub fn forget(&mut self) -> String {
        self.shown.clear();
        self.sent.drain(..).map(|(_, number)| kitty::forget(number)).collect()
    }

    fn compose_placeholders(&mut self, pinned: &[Arc<Image>], marked: Marked, buffer: &mut Buffer) -> String {
        let mut text = String::new();
        let mut seen = BTreeSet::new();
        for (image, cells) in marked {
            let Some(image) = pinned.get(image) else { continue };
            let number = self.number_of(image, &mut text);
            seen.insert(number);
            for (place, mark) in cells {
                if kitty::reaches(mark.x, mark.y) {
                    kitty::show(&mut buffer[place], number, mark.x, mark.y);
                } else {
                    buffer[place].reset();
                }
            }
        }
        let gone = self.sent.extract_if(.., |(_, number)| !seen.contains(number));
        text.extend(gone.map(|(_, number)| kitty::forget(number)));
        text
    }

    /// The number of an image, which is sent if the terminal does not have it.
    fn number_of(&mut self, image: &Arc<Image>, text: &mut String) -> u32 {
        if let Some((_, number)) = self.sent.iter().find(|(sent, _)| sent == image) {
            return *number;
        }
        // Those that are still kept are few and were numbered lately.
        self.number = self.number % kitty::NUMBERS + 1;
        text.push_str(&kitty::send(self.number, &image.raster, image.size));
        self.sent.push((Arc::clone(image), self.number));
        self.number
    }

    fn compose_drawings(&mut self, pinned: &[Arc<Image>], marked: Marked, buffer: &mut Buffer) -> String {
        let mut text = String::new();
        let mut shown = Vec::new();
        for (image, cells) in marked {
            let Some(placed) = pinned.get(image).and_then(|image| Placed::new(image, &cells)) else { continue };
            let drawing = self.drawing(&placed);
            if !self.shown.iter().any(|(shown, _)| *shown == placed) {
                text.push_str(&placed.clearing());
                text.push_str(&drawing);
                // The image has wiped out what was written over the one before.
                for place in &placed.covered {
                    buffer[*place].set_diff_option(CellDiffOption::AlwaysUpdate);
                }
            }
            for (place, _) in cells {
                buffer[place].reset();
                buffer[place].set_diff_option(CellDiffOption::Skip);
            }
            shown.push((placed, drawing));
        }
        self.shown = shown;
        text
    }

    /// What draws a part of an image where the cursor is: as it was written for the last frame, if it was.
    fn drawing(&self, placed: &Placed) -> Arc<str> {
        let is_same = |shown: &Placed| shown.part == placed.part && shown.image == placed.image;
        let known = self.shown.iter().find(|(shown, _)| is_same(shown));
        known.map_or_else(|| placed.drawing(self.graphics).into(), |(_, drawing)| Arc::clone(drawing))
    }
}

/// The marked cells of each image.
type Marked = BTreeMap<usize, Vec<(Position, Mark)>>;

fn marked(buffer: &Buffer, images: usize) -> Marked {
    let mut marked = Marked::new();
    for (index, cell) in buffer.content.iter().enumerate() {
        // Three marks of four bytes, and a blank.
        let Some(mark) = Some(cell.symbol()).filter(|symbol| symbol.len() == 13).and_then(Mark::of) else { continue };
        if mark.image < images {
            marked.entry(mark.image).or_default().push((Position::from(buffer.pos_of(index)), mark));
        }
    }
    marked
}

impl Placed {
    /// The smallest part that has all these cells; nothing if they cannot be of one image that is drawn once.
    fn new(image: &Arc<Image>, cells: &[(Position, Mark)]) -> Option<Self> {
        let (first, mark) = cells.first()?;
        let origin = (i32::from(first.x) - i32::from(mark.x), i32::from(first.y) - i32::from(mark.y));
        let is_there = |(place, mark): &(Position, Mark)| {
            (i32::from(place.x) - i32::from(mark.x), i32::from(place.y) - i32::from(mark.y)) == origin
        };
        if !cells.iter().all(is_there) {
            return None;
        }
        let at = |(_, mark): &(Position, Mark)| Rect::new(mark.x, mark.y, 1, 1);
        let part = cells.iter().map(at).reduce(Rect::union)?;
        let screen = |at: u16, origin: i32| u16::try_from(i32::from(at) + origin).ok();
        let area = Rect { x: screen(part.x, origin.0)?, y: screen(part.y, origin.1)?, ..part };
        let seen: BTreeSet<(u16, u16)> = cells.iter().map(|(place, _)| (place.x, place.y)).collect();
        let covered = area.positions().filter(|place| !seen.contains(&(place.x, place.y))).collect();
        Some(Self { image: Arc::clone(image), part, area, covered })
    }

    /// Wipes the area, for pixels without color let through what was there.
    fn clearing(&self) -> String {
        let Rect { x, width, .. } = self.area;
        let line = |y: u16| format!("{}\x1b[0m\x1b[{width}X", move_to(x, y));
        (self.area.top()..self.area.bottom()).map(line).collect::<String>() + &move_to(x, self.area.y)
    }

    fn drawing(&self, Graphics { protocol, cell }: Graphics) -> String {
        let CellSize { width, height } = cell;
        let pixels = |x: u16, y: u16| (usize::from(x) * usize::from(width), usize::from(y) * usize::from(height));
        let Rect { x, y, .. } = self.part;
        let size: Size = self.part.as_size();
        let part = self.image.raster.part(pixels(x, y), pixels(size.width, size.height));
        match protocol {
            Protocol::Iterm2 => iterm2::inline(&part, size),
            Protocol::Sixel => sixel::sixel(&part),
            // Its images are cut by the cells that show them.
            Protocol::Kitty => String::new(),
        }
    }
}

/// Moves the cursor to a cell, counted from 0.
fn move_to(x: u16, y: u16) -> String {
    format!("\x1b[{};{}H", y + 1, x + 1)
}
