//! Lines as dots: each cell of the terminal has two columns and four rows of them.
//!
//! A cell has one style, however many lines cross it: the one drawn last wins. So what matters most is drawn last.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::clip::put;

/// The dots of a cell across and down.
pub const ACROSS: i32 = 2;
/// See [`ACROSS`].
pub const DOWN: i32 = 4;
/// The bit of each dot, by row and column; U+2800 plus their sum is the character.
const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// A place to draw with dots.
#[derive(Debug, Clone)]
pub struct Braille {
    width: u16,
    height: u16,
    cells: Vec<(u8, Style)>,
}

impl Braille {
    /// Nothing drawn yet, over so many cells.
    pub fn new(width: u16, height: u16) -> Self {
        Self { width, height, cells: vec![(0, Style::new()); usize::from(width) * usize::from(height)] }
    }

    /// The dots across and down.
    pub fn dots(&self) -> (i32, i32) {
        (i32::from(self.width) * ACROSS, i32::from(self.height) * DOWN)
    }

    /// One dot; outside there are none.
    pub fn dot(&mut self, x: i32, y: i32, style: Style) {
        let (width, height) = self.dots();
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return;
        }
        let place = (y / DOWN) * i32::from(self.width) + x / ACROSS;
        let bit = BITS[(y % DOWN) as usize][(x % ACROSS) as usize];
        if let Some(cell) = usize::try_from(place).ok().and_then(|place| self.cells.get_mut(place)) {
            *cell = (cell.0 | bit, style);
        }
    }

    /// A straight line of dots.
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32), style: Style) {
        for (x, y) in between(from, to) {
            self.dot(x, y, style);
        }
    }

    /// A straight line of every other dot.
    pub fn dotted(&mut self, from: (i32, i32), to: (i32, i32), style: Style) {
        for (x, y) in between(from, to).filter(|(x, y)| (x + y) % 2 == 0) {
            self.dot(x, y, style);
        }
    }

    /// Writes what was drawn at column `x` and line `y` of `area`; cells without a dot stay as they are.
    pub fn draw(&self, x: u16, y: u16, area: Rect, buffer: &mut Buffer) {
        let mut text = [0; 4];
        for (place, (bits, style)) in self.cells.iter().enumerate().filter(|(_, (bits, _))| *bits != 0) {
            let symbol = char::from_u32(0x2800 + u32::from(*bits)).unwrap_or(' ').encode_utf8(&mut text);
            let (column, line) = (place % usize::from(self.width), place / usize::from(self.width));
            put(buffer, area, x + column as u16, y + line as u16, symbol, *style);
        }
    }
}

/// The dots of a straight line.
fn between((x0, y0): (i32, i32), (x1, y1): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let steps = (x1 - x0).abs().max((y1 - y0).abs()).max(1);
    (0..=steps).map(move |step| {
        let part = f64::from(step) / f64::from(steps);
        let along = |from: i32, to: i32| (f64::from(from) + part * f64::from(to - from)).round() as i32;
        (along(x0, x1), along(y0, y1))
    })
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn dots_fill_a_cell_in_the_order_of_unicode() {
        let mut canvas = Braille::new(2, 1);
        canvas.dot(0, 0, Style::new());
        canvas.line((2, 0), (3, 3), Style::new());
        canvas.dot(9, 0, Style::new());
        canvas.dot(0, -1, Style::new());
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
        canvas.draw(1, 0, buffer.area, &mut buffer);
        assert_eq!(buffer, Buffer::with_lines([" ⠁⢣"]));
    }

    #[test]
    fn the_last_style_wins_and_empty_cells_stay() {
        let mut canvas = Braille::new(2, 1);
        canvas.dot(0, 0, Style::new().fg(ratatui::style::Color::Red));
        canvas.dot(1, 3, Style::new().fg(ratatui::style::Color::Blue));
        let mut buffer = Buffer::with_lines(["ab"]);
        canvas.draw(0, 0, buffer.area, &mut buffer);
        assert_eq!(buffer[(0, 0)].fg, ratatui::style::Color::Blue);
        assert_eq!(buffer[(1, 0)].symbol(), "b");
    }
}
