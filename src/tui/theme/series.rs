//! Colours for things that are merely different: the lines of a plot.
//!
//! After Okabe and Ito, *Color Universal Design* (2008), <https://jfly.uni-koeln.de/color/>: a set that stays apart for the common
//! kinds of colour blindness. On each background those are chosen that can be read there.

use super::ThemeName;
use super::oklab::Rgb;

/// Sky blue, orange, green, purple, yellow, vermilion.
const ON_DARK: [u32; 6] = [0x56_b4_e9, 0xe6_9f_00, 0x2d_be_91, 0xd6_89_b4, 0xf0_e4_42, 0xe9_78_28];

/// Blue, vermilion, green, purple, brown, grey.
const ON_LIGHT: [u32; 6] = [0x00_72_b2, 0xbe_4b_00, 0x00_78_56, 0xa0_46_7d, 0x78_55_00, 0x55_55_55];

/// The colors of the lines of a plot, one after the other; none in the themes without colors.
pub(super) fn colors(theme: ThemeName) -> [Option<Rgb>; 6] {
    match theme {
        ThemeName::Dark => ON_DARK.map(|color| Some(Rgb::of(color))),
        ThemeName::Light => ON_LIGHT.map(|color| Some(Rgb::of(color))),
        ThemeName::Mono | ThemeName::Contrast => [None; 6],
    }
}

#[cfg(test)]
mod tests {
    use super::super::oklab::{Oklab, contrast};
    use super::*;

    #[test]
    fn lines_can_be_seen_and_told_apart() {
        for (colors, ground) in [(ON_DARK, Rgb(27, 27, 27)), (ON_LIGHT, Rgb(246, 246, 246))] {
            for (place, color) in colors.into_iter().enumerate() {
                assert!(contrast(Rgb::of(color), ground) > 4.0, "{color:x}");
                for other in &colors[place + 1..] {
                    let distance = Oklab::from(Rgb::of(color)).distance_squared(Rgb::of(*other).into()).sqrt();
                    assert!(distance > 0.06, "{color:x} {other:x} {distance}");
                }
            }
        }
    }
}
