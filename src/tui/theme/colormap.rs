//! Numbers as colours.
//!
//! Signed data goes from blue (−) over the background (0) to orange (+): zeros recede, and the two ends stay apart for every
//! common kind of colour blindness. Probabilities go from the background (0) to one bright (on light: dark) end. Both are mixed in
//! Oklab, so equal steps look equal, and looked up in tables of 256 entries: no colour arithmetic per cell.

use ratatui::style::{Color, Style};

use super::ThemeName;
use super::oklab::{Oklab, Rgb, contrast};

const BLACK: Rgb = Rgb(0, 0, 0);
const WHITE: Rgb = Rgb(255, 255, 255);
/// Two backgrounds that look the same are closer than this in Oklab (squared).
const SAME: f32 = 0.02 * 0.02;

/// The colors between which numbers are drawn; the ones between are mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeatColors {
    /// −1 among signed numbers.
    pub minus: Rgb,
    /// What numbers near 0 melt into.
    pub zero: Rgb,
    /// 1 among signed numbers.
    pub plus: Rgb,
    /// A probability of 0.5.
    pub half: Rgb,
    /// A probability of 1.
    pub one: Rgb,
}

impl HeatColors {
    /// Those on a dark terminal.
    pub const DARK: Self = Self {
        minus: Rgb(114, 186, 255),
        zero: Rgb(27, 27, 27),
        plus: Rgb(250, 160, 56),
        half: Rgb(38, 118, 120),
        one: Rgb(203, 232, 138),
    };
    /// Those on a light terminal.
    pub const LIGHT: Self = Self {
        minus: Rgb(8, 89, 172),
        zero: Rgb(246, 246, 246),
        plus: Rgb(149, 60, 0),
        half: Rgb(96, 172, 160),
        one: Rgb(28, 58, 112),
    };

    /// Those of a theme; where it has no colors, of the dark one.
    pub fn of(theme: ThemeName) -> Self {
        if theme == ThemeName::Light { Self::LIGHT } else { Self::DARK }
    }

    /// The same on this background, which zeros melt into.
    #[must_use]
    pub fn on(self, background: Rgb) -> Self {
        let is_same = Oklab::from(self.zero).distance_squared(background.into()) < SAME;
        if is_same { self } else { Self { zero: background, ..self } }
    }
}

/// A table from numbers to backgrounds, with the text colour that reads best on each.
#[derive(Debug, Clone)]
pub struct Colormap {
    entries: Vec<(Rgb, Rgb)>,
    /// The entry that stands for zero, drawn as the terminal's own background.
    zero: u8,
}

impl Colormap {
    /// Signed numbers. Entry 128 is zero, 1 is −1 and 255 is +1 (entry 0 repeats −1, so that both sides have the same 127 steps).
    pub fn signed(HeatColors { minus, zero, plus, .. }: HeatColors) -> Self {
        let color = |index: i16| {
            let value = (f32::from(index) - 128.0) / 127.0;
            mix(zero, if value < 0.0 { minus } else { plus }, value.abs().min(1.0))
        };
        Self { entries: (0..=255).map(|index| with_text(color(index))).collect(), zero: 128 }
    }

    /// Probabilities.
    pub fn sequential(HeatColors { zero, half, one, .. }: HeatColors) -> Self {
        let color = |index: i16| {
            let value = f32::from(index) / 255.0;
            if value < 0.5 { mix(zero, half, value * 2.0) } else { mix(half, one, value * 2.0 - 1.0) }
        };
        Self { entries: (0..=255).map(|index| with_text(color(index))).collect(), zero: 0 }
    }

    /// Background and text for `value`: −1 to 1 in a signed map, 0 to 1 in a sequential one; what lies outside takes the end's
    /// colour, zero and NaN none.
    pub fn style(&self, value: f64) -> Style {
        let steps = 255.0 - f64::from(self.zero);
        let index = (f64::from(self.zero) + value * steps).round().clamp(0.0, 255.0) as u8;
        if value.is_nan() || index == self.zero {
            return Style::new();
        }
        let (Rgb(r, g, b), Rgb(tr, tg, tb)) = self.entries.get(usize::from(index)).copied().unwrap_or_default();
        Style::new().bg(Color::Rgb(r, g, b)).fg(Color::Rgb(tr, tg, tb))
    }
}

fn mix(from: Rgb, to: Rgb, t: f32) -> Rgb {
    Oklab::from(from).mix(to.into(), t).into()
}

/// Black or white, whichever reads better on `background`.
fn with_text(background: Rgb) -> (Rgb, Rgb) {
    let black_wins = contrast(background, BLACK) >= contrast(background, WHITE);
    (background, if black_wins { BLACK } else { WHITE })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> [Colormap; 4] {
        let [dark, light] = [HeatColors::DARK, HeatColors::LIGHT];
        [Colormap::signed(dark), Colormap::signed(light), Colormap::sequential(dark), Colormap::sequential(light)]
    }

    #[test]
    fn ends_are_the_chosen_colours_and_zero_is_the_background() {
        let map = Colormap::signed(HeatColors::DARK);
        assert_eq!(map.style(-1.0).bg, Some(Color::Rgb(114, 186, 255)));
        assert_eq!(map.style(1.0).bg, Some(Color::Rgb(250, 160, 56)));
        assert_eq!(map.style(7.0), map.style(1.0));
        let map = Colormap::signed(HeatColors::LIGHT);
        assert_eq!(map.style(-1.0).bg, Some(Color::Rgb(8, 89, 172)));
        assert_eq!(map.style(1.0).bg, Some(Color::Rgb(149, 60, 0)));
        for map in all() {
            assert_eq!(map.style(0.0), Style::new());
            assert_eq!(map.style(-0.0), Style::new());
            assert_eq!(map.style(f64::NAN), Style::new());
        }
    }

    #[test]
    fn text_reads_on_every_entry() {
        for map in all() {
            for (background, text) in &map.entries {
                assert!(contrast(*background, *text) >= 4.5, "{background:?} {text:?}");
            }
        }
    }

    #[test]
    fn lightness_moves_one_way_from_zero_to_each_end() {
        for map in all() {
            let lightness: Vec<f32> = map.entries.iter().map(|(color, _)| Oklab::from(*color).l).collect();
            let (below, above) = lightness.split_at(usize::from(map.zero));
            let toward_dark = lightness[255] < lightness[usize::from(map.zero)];
            // Colours are rounded to 8 bits, so neighbours may differ by a rounding in the wrong direction.
            let ordered = |from: f32, to: f32| if toward_dark { to <= from + 2e-3 } else { to >= from - 2e-3 };
            assert!(above.windows(2).all(|pair| ordered(pair[0], pair[1])));
            assert!(below.windows(2).all(|pair| ordered(pair[1], pair[0])));
        }
    }

    #[test]
    fn zero_melts_into_the_background_of_the_terminal() {
        let solarized = Rgb(0, 43, 54);
        assert_eq!(HeatColors::DARK.on(solarized).zero, solarized);
        assert_eq!(HeatColors::DARK.on(Rgb(24, 24, 27)), HeatColors::DARK, "nobody can tell them apart");
    }
}
