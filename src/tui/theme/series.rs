//! Colours for things that are merely different: the lines of a plot.
//!
//! After Okabe and Ito, *Color Universal Design* (2008), <https://jfly.uni-koeln.de/color/>: a set that stays apart for the common
//! kinds of colour blindness. On each background those are chosen that can be read there.

use ratatui::style::Color;

use super::ThemeName;

/// Sky blue, orange, green, purple, yellow, vermilion.
const ON_DARK: [Color; 6] = [
    Color::Rgb(86, 180, 233),
    Color::Rgb(230, 159, 0),
    Color::Rgb(45, 190, 145),
    Color::Rgb(214, 137, 180),
    Color::Rgb(240, 228, 66),
    Color::Rgb(233, 120, 40),
];

/// Blue, vermilion, green, purple, brown, grey.
const ON_LIGHT: [Color; 6] = [
    Color::Rgb(0, 114, 178),
    Color::Rgb(190, 75, 0),
    Color::Rgb(0, 120, 86),
    Color::Rgb(160, 70, 125),
    Color::Rgb(120, 85, 0),
    Color::Rgb(85, 85, 85),
];

/// The colour of the series `index`; none in the themes without colours.
pub(super) fn color(theme: ThemeName, index: usize) -> Option<Color> {
    match theme {
        ThemeName::Dark => Some(ON_DARK[index % ON_DARK.len()]),
        ThemeName::Light => Some(ON_LIGHT[index % ON_LIGHT.len()]),
        ThemeName::Mono | ThemeName::Contrast => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::oklab::{Oklab, Rgb, contrast};
    use super::*;

    fn rgb(color: Color) -> Rgb {
        let Color::Rgb(r, g, b) = color else { panic!("not in RGB") };
        Rgb(r, g, b)
    }

    #[test]
    fn lines_can_be_seen_and_told_apart() {
        for (colors, ground) in [(ON_DARK, Rgb(27, 27, 27)), (ON_LIGHT, Rgb(246, 246, 246))] {
            for (place, color) in colors.into_iter().enumerate() {
                assert!(contrast(rgb(color), ground) > 4.0, "{color}");
                for other in &colors[place + 1..] {
                    let distance = Oklab::from(rgb(color)).distance_squared(rgb(*other).into()).sqrt();
                    assert!(distance > 0.06, "{color} {other} {distance}");
                }
            }
        }
    }
}
