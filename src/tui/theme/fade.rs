//! What appears little by little: cells drawn part of the way from their background.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::oklab::{Oklab, Rgb};
use super::{ColorDepth, TerminalColors, Theme, ThemeName};

impl Theme {
    /// Draws the cells of an area as if only a part of them, from 0 to 1, had appeared on the background. Themes and terminals with
    /// too few colors for that show them whole.
    pub fn fade(&self, area: Rect, buffer: &mut Buffer, part: f32) {
        let has_colors = matches!(self.name, ThemeName::Dark | ThemeName::Light);
        if !has_colors || !matches!(self.depth, ColorDepth::TrueColor | ColorDepth::Ansi256) {
            return;
        }
        let assumed = TerminalColors::pictured(self.name);
        let Some(ground) = self.colors.background.or(assumed.background) else { return };
        let faded = |color: Color| {
            let own = self.colors.rgb(color).or(assumed.rgb(color)).unwrap_or(ground);
            let Rgb(red, green, blue) = Oklab::from(ground).mix(own.into(), part).into();
            Color::Rgb(red, green, blue)
        };
        for place in area.intersection(buffer.area).positions() {
            let cell = &mut buffer[place];
            cell.fg = faded(cell.fg);
            // Without a color of its own it is the background.
            if cell.bg != Color::Reset {
                cell.bg = faded(cell.bg);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;

    fn half(theme: &Theme) -> (Color, Color, Color) {
        let area = Rect::new(0, 0, 2, 1);
        let mut buffer = Buffer::empty(area);
        buffer.set_string(0, 0, "a", Style::new().fg(Color::Rgb(255, 255, 255)).bg(Color::Rgb(0, 0, 0)));
        theme.fade(area, &mut buffer, 0.5);
        (buffer[(0, 0)].fg, buffer[(0, 0)].bg, buffer[(1, 0)].bg)
    }

    #[test]
    fn half_of_a_cell_lies_between_its_colors_and_the_background() {
        let colors = TerminalColors { background: Some(Rgb(0, 0, 0)), ..TerminalColors::default() };
        let theme = Theme::on(ThemeName::Dark, &colors, ColorDepth::TrueColor);
        // Halfway in Oklab's lightness: 0.5 of white is the gray 99.
        assert_eq!(half(&theme), (Color::Rgb(99, 99, 99), Color::Rgb(0, 0, 0), Color::Reset));
    }

    #[test]
    fn without_colors_it_is_whole() {
        let whole = (Color::Rgb(255, 255, 255), Color::Rgb(0, 0, 0), Color::Reset);
        for name in [ThemeName::Mono, ThemeName::Contrast] {
            assert_eq!(half(&Theme::new(name)), whole, "{name}");
        }
        let few = Theme::on(ThemeName::Dark, &TerminalColors::default(), ColorDepth::Ansi16);
        assert_eq!(half(&few), whole);
    }
}
