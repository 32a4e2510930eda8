//! Pictures in real pixels, on terminals that show them.
//!
//! A widget that has more to show than half blocks can makes a [`Raster`] and pins it to an area of the frame ([`Images::pin`]). Each cell
//! of the area then holds a mark that names the image and the place of the cell in it. So whoever scrolls, cuts or covers a part of the
//! frame afterwards needs to know nothing of images. When the frame is whole, the [`Composer`] reads the marks, and says what the terminal
//! must be sent before the text of the frame.
//!
//! Three protocols are spoken: kitty's with placeholders, iTerm2's inline images, and sixel. The library for this, ratatui-image, was
//! weighed and left out: it sends a map of 700 by 640 pixels to kitty in 2.4 MB with each change (as a PNG that is a fiftieth), rounds
//! the colors of a sixel, takes 44 ms for one, and brings 34 crates with it. What is needed beyond PNG's and sixel's own rules, zlib and
//! Base64, the program has anyway.

pub use composer::Composer;
pub use images::Images;
pub use raster::{Raster, Rgba};

mod composer;
mod images;
mod iterm2;
mod kitty;
mod palette;
mod png;
mod raster;
mod sixel;
#[cfg(test)]
mod tests;

/// How a terminal takes pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Kitty's graphics protocol with Unicode placeholders: kitty, Ghostty.
    Kitty,
    /// iTerm2's inline images: iTerm2, `WezTerm`.
    Iterm2,
    /// DEC's sixels: foot, Konsole, mlterm, xterm, Windows Terminal.
    Sixel,
}

/// The size of a cell of the terminal, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellSize {
    /// Pixels across.
    pub width: u16,
    /// Pixels down.
    pub height: u16,
}

impl CellSize {
    /// A cell larger than this is no cell of letters.
    const LARGEST: u16 = 128;

    /// So many pixels across and down, if that can be the size of a cell.
    pub fn new(width: u16, height: u16) -> Option<Self> {
        let is_size = |pixels: u16| (2..=Self::LARGEST).contains(&pixels);
        (is_size(width) && is_size(height)).then_some(Self { width, height })
    }
}

/// What a terminal shows of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Graphics {
    /// How it takes them.
    pub protocol: Protocol,
    /// How large its cells are.
    pub cell: CellSize,
}
