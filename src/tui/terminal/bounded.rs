//! A terminal whose size can be believed.
//!
//! A terminal says itself how large it is, and one that says 65535 by 65535 would have every frame made of four thousand million
//! cells. What is larger than any screen is drawn as far as the largest goes.

use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// More than a wall of monitors shows in the smallest letters.
const LARGEST: Size = Size { width: 1024, height: 512 };

/// The size of a terminal that says this of itself.
pub(in crate::tui) fn believable(said: Size) -> Size {
    Size { width: said.width.min(LARGEST.width), height: said.height.min(LARGEST.height) }
}

/// A backend that is as large as can be believed, and otherwise as it is.
#[derive(Debug)]
pub(super) struct Bounded<B>(pub(super) B);

impl<B: Backend> Backend for Bounded<B> {
    type Error = B::Error;

    fn draw<'a, I>(&mut self, content: I) -> Result<(), B::Error>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.0.draw(content)
    }

    fn append_lines(&mut self, count: u16) -> Result<(), B::Error> {
        self.0.append_lines(count)
    }

    fn hide_cursor(&mut self) -> Result<(), B::Error> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> Result<(), B::Error> {
        // What fails here ratatui says on standard error when it is dropped, and breaks down where that was the terminal, too.
        let _ = self.0.show_cursor();
        Ok(())
    }

    fn get_cursor_position(&mut self) -> Result<Position, B::Error> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> Result<(), B::Error> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> Result<(), B::Error> {
        self.0.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> Result<(), B::Error> {
        self.0.clear_region(region)
    }

    fn size(&self) -> Result<Size, B::Error> {
        self.0.size().map(believable)
    }

    fn window_size(&mut self) -> Result<WindowSize, B::Error> {
        let said = self.0.window_size()?;
        Ok(WindowSize { columns_rows: believable(said.columns_rows), ..said })
    }

    fn flush(&mut self) -> Result<(), B::Error> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_screen_has_is_not_believed() {
        let size = |width, height| Size { width, height };
        for said in [size(0, 0), size(1, 1), size(80, 24), size(960, 360)] {
            assert_eq!(believable(said), said);
        }
        assert_eq!(believable(size(u16::MAX, u16::MAX)), LARGEST);
        assert_eq!(believable(size(u16::MAX, 24)), size(1024, 24));
    }
}
