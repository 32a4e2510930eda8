//! Colors that can be read on a background.
//!
//! The floors are those of WCAG 2: text needs a contrast of 4.5:1 to its background, lines and other marks 3:1. A color below its floor is
//! moved in Oklab, which keeps its hue, and no further than it has to be.

use super::depth::{ColorDepth, nearest, xterm_colors};
use super::oklab::{Oklab, Rgb, contrast};
use ratatui::style::Color;

/// The least contrast of text to its background.
pub const TEXT: f32 = 4.5;
/// The least contrast of lines and marks to their background.
pub const MARK: f32 = 3.0;

/// How far faint text is moved from the foreground to the background, if it may.
const FAINT: f32 = 0.45;
/// In how many steps a color is moved.
const STEPS: u8 = 64;

/// `color` itself where it reaches `floor` on `background`; else moved toward white or black until it does.
pub fn lifted(color: Rgb, background: Rgb, floor: f32) -> Rgb {
    let pole = [Rgb(255, 255, 255), Rgb(0, 0, 0)]
        .into_iter()
        .max_by(|one, other| contrast(*one, background).total_cmp(&contrast(*other, background)))
        .unwrap_or_default();
    first(color, pole, (0..=STEPS).map(fraction), |mixed| contrast(mixed, background) >= floor).unwrap_or(pole)
}

/// The foreground blended into the background as far as it may while it reaches `floor`. A foreground below it stays as it is: faint
/// text is never stronger than text.
pub fn faint(foreground: Rgb, background: Rgb, floor: f32) -> Rgb {
    let steps = (0..=STEPS).rev().map(|step| fraction(step) * FAINT);
    first(foreground, background, steps, |mixed| contrast(mixed, background) >= floor).unwrap_or(foreground)
}

/// `color` as a terminal of this depth draws it, still at `floor`; `None` where it has too few colors for that.
pub fn at_depth(color: Rgb, background: Rgb, floor: f32, depth: ColorDepth) -> Option<Color> {
    match depth {
        ColorDepth::TrueColor => Some(Color::Rgb(color.0, color.1, color.2)),
        ColorDepth::Ansi256 => {
            let readable = xterm_colors().filter(|(rgb, _)| contrast(*rgb, background) >= floor);
            Some(nearest(color, readable))
        }
        ColorDepth::Ansi16 | ColorDepth::Mono => None,
    }
}

/// The first of the mixtures that is accepted.
fn first(from: Rgb, to: Rgb, mut steps: impl Iterator<Item = f32>, accepts: impl Fn(Rgb) -> bool) -> Option<Rgb> {
    let (start, end) = (Oklab::from(from), Oklab::from(to));
    steps.find_map(|t| Some(start.mix(end, t).into()).filter(|mixed| accepts(*mixed)))
}

fn fraction(step: u8) -> f32 {
    f32::from(step) / f32::from(STEPS)
}

#[cfg(test)]
mod tests {
    use super::super::depth::xterm;
    use super::*;

    #[test]
    fn readable_color_stays_as_it_is() {
        let red = Rgb(244, 120, 116);
        assert_eq!(lifted(red, Rgb(24, 24, 27), TEXT), red);
    }

    #[test]
    fn any_color_becomes_readable_on_any_background() {
        for color in (0..=255).step_by(51).map(|level| Rgb(level, 255 - level, 128)) {
            for background in (0..=255).step_by(15).map(|level| Rgb(level, level, level)) {
                assert!(contrast(lifted(color, background, TEXT), background) >= TEXT, "{color:?} {background:?}");
            }
        }
    }

    #[test]
    fn faint_text_lies_between_text_and_background() {
        let (foreground, background) = (Rgb(229, 229, 229), Rgb(0, 0, 0));
        let dim = contrast(faint(foreground, background, TEXT), background);
        assert!(dim >= TEXT && dim < contrast(foreground, background) / 1.5, "{dim}");
        // Solarized Light: its text has 4.1:1.
        let (foreground, background) = (Rgb(101, 123, 131), Rgb(253, 246, 227));
        assert_eq!(faint(foreground, background, TEXT), foreground);
    }

    #[test]
    fn palette_of_256_keeps_the_floor() {
        for background in [Rgb(0, 43, 54), Rgb(253, 246, 227), Rgb(46, 52, 64)] {
            let wanted = lifted(Rgb(100, 100, 110), background, TEXT);
            let Some(Color::Indexed(index)) = at_depth(wanted, background, TEXT, ColorDepth::Ansi256) else {
                panic!("no color")
            };
            assert!(contrast(xterm(index), background) >= TEXT, "{background:?}");
        }
        assert_eq!(at_depth(Rgb(0, 0, 0), Rgb(255, 255, 255), TEXT, ColorDepth::Ansi16), None);
    }
}
