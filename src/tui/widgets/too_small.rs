//! What a terminal shows in which nothing else fits.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::Span;

use super::clip::put_line;
use super::wrap::wrap;
use crate::tui::theme::{Role, Theme};
use crate::words::say;

/// The smallest terminal in which a lesson can be read.
pub const SMALLEST: Size = Size { width: 40, height: 10 };

/// Whether `area` is too small for the program.
pub fn is_too_small(area: Rect) -> bool {
    area.width < SMALLEST.width || area.height < SMALLEST.height
}

/// Draws what is needed and what there is, in the middle of `area`.
pub fn draw(area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let area = area.intersection(buffer.area);
    let Size { width, height } = SMALLEST;
    let words = say!("too-small", width, height, columns = area.width, rows = area.height);
    let lines = wrap(&[Span::styled(words, theme.style(Role::Warning))], area.width);
    let top = area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.iter().zip(top..area.height) {
        let left = area.width.saturating_sub(line.width() as u16) / 2;
        put_line(buffer, area.x + left, area.y + y, line, area.width - left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::screen::text;
    use crate::tui::theme::ThemeName;

    #[test]
    fn it_says_what_is_needed_and_what_there_is() {
        let area = Rect::new(0, 0, 24, 4);
        let mut buffer = Buffer::empty(area);
        draw(area, &mut buffer, &Theme::new(ThemeName::Dark));
        assert_eq!(text(&buffer), "Glassformer needs 40×10;\n this terminal is 24×4.\n    Press q to quit.\n\n");
        assert!(is_too_small(area));
        assert!(!is_too_small(Rect::new(0, 0, 40, 10)));
    }
}
