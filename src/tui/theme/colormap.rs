//! Numbers as colours.
//!
//! Signed data goes from blue (−) over the background (0) to orange (+): zeros recede, and the two ends stay apart for every
//! common kind of colour blindness. Probabilities go from the background (0) to one bright (on light: dark) end. Both are mixed in
//! Oklab, so equal steps look equal, and looked up in tables of 256 entries: no colour arithmetic per cell.

use ratatui::style::{Color, Style};

use super::oklab::{Oklab, Rgb, contrast};

const BLACK: Rgb = Rgb(0, 0, 0);
const WHITE: Rgb = Rgb(255, 255, 255);
/// What a zero melts into on a dark terminal.
const DARK_GROUND: Rgb = Rgb(27, 27, 27);
/// What a zero melts into on a light terminal.
const LIGHT_GROUND: Rgb = Rgb(246, 246, 246);

/// A table from numbers to backgrounds, with the text colour that reads best on each.
#[derive(Debug, Clone)]
pub struct Colormap {
    entries: Vec<(Rgb, Rgb)>,
    /// The entry that stands for zero, drawn as the terminal's own background.
    zero: u8,
}

impl Colormap {
    /// Signed numbers on a dark terminal.
    pub fn signed_dark() -> Self {
        Self::signed(Rgb(114, 186, 255), DARK_GROUND, Rgb(250, 160, 56))
    }

    /// Signed numbers on a light terminal.
    pub fn signed_light() -> Self {
        Self::signed(Rgb(8, 89, 172), LIGHT_GROUND, Rgb(149, 60, 0))
    }

    /// Probabilities on a dark terminal.
    pub fn sequential_dark() -> Self {
        Self::sequential(DARK_GROUND, Rgb(38, 118, 120), Rgb(203, 232, 138))
    }

    /// Probabilities on a light terminal.
    pub fn sequential_light() -> Self {
        Self::sequential(LIGHT_GROUND, Rgb(96, 172, 160), Rgb(28, 58, 112))
    }

    /// Entry 128 is zero, 1 is −1 and 255 is +1 (entry 0 repeats −1, so that both sides have the same 127 steps).
    fn signed(minus: Rgb, ground: Rgb, plus: Rgb) -> Self {
        let color = |index: i16| {
            let value = (f32::from(index) - 128.0) / 127.0;
            mix(ground, if value < 0.0 { minus } else { plus }, value.abs().min(1.0))
        };
        Self { entries: (0..=255).map(|index| with_text(color(index))).collect(), zero: 128 }
    }

    fn sequential(ground: Rgb, middle: Rgb, end: Rgb) -> Self {
        let color = |index: i16| {
            let value = f32::from(index) / 255.0;
            if value < 0.5 { mix(ground, middle, value * 2.0) } else { mix(middle, end, value * 2.0 - 1.0) }
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
        [Colormap::signed_dark(), Colormap::signed_light(), Colormap::sequential_dark(), Colormap::sequential_light()]
    }

    #[test]
    fn ends_are_the_chosen_colours_and_zero_is_the_background() {
        let map = Colormap::signed_dark();
        assert_eq!(map.style(-1.0).bg, Some(Color::Rgb(114, 186, 255)));
        assert_eq!(map.style(1.0).bg, Some(Color::Rgb(250, 160, 56)));
        assert_eq!(map.style(7.0), map.style(1.0));
        let map = Colormap::signed_light();
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
}
