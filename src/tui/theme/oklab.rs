//! Oklab, a colour space in which equal distances look equally different.
//!
//! Björn Ottosson, *A perceptual color space for image processing* (2020), <https://bottosson.github.io/posts/oklab/>.
//! Colour maps are mixed here, and the nearest colour of a smaller palette is found here, because in RGB both come out muddy.

/// Red, green and blue, as a terminal and an SVG know them (sRGB, 0 to 255).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour of a number such as `0xff_80_00`.
    pub const fn of(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self(red, green, blue)
    }
}

/// Lightness (0 to 1) and the two opponent axes: green to red, blue to yellow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Oklab {
    /// Perceived lightness, 0 black to 1 white.
    pub l: f32,
    /// Green (−) to red (+).
    pub a: f32,
    /// Blue (−) to yellow (+).
    pub b: f32,
}

impl Oklab {
    /// The colour a part `t` (0 to 1) of the way from `self` to `other`.
    #[must_use]
    pub fn mix(self, other: Self, t: f32) -> Self {
        let blend = |from: f32, to: f32| from + (to - from) * t;
        Self { l: blend(self.l, other.l), a: blend(self.a, other.a), b: blend(self.b, other.b) }
    }

    /// The square of the perceived distance.
    pub fn distance_squared(self, other: Self) -> f32 {
        (self.l - other.l).powi(2) + (self.a - other.a).powi(2) + (self.b - other.b).powi(2)
    }
}

impl From<Rgb> for Oklab {
    fn from(Rgb(red, green, blue): Rgb) -> Self {
        let (r, g, b) = (linear(red), linear(green), linear(blue));
        let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
        let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
        Self {
            l: 0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            a: 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            b: 0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        }
    }
}

impl From<Oklab> for Rgb {
    /// A colour outside of sRGB is clipped channel by channel.
    fn from(Oklab { l, a, b }: Oklab) -> Self {
        let long = (l + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
        let middle = (l - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
        let short = (l - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
        Rgb(
            encoded(4.076_741_7 * long - 3.307_711_6 * middle + 0.230_969_94 * short),
            encoded(-1.268_438 * long + 2.609_757_4 * middle - 0.341_319_38 * short),
            encoded(-0.004_196_086_3 * long - 0.703_418_6 * middle + 1.707_614_7 * short),
        )
    }
}

/// The relative luminance of WCAG 2 (0 black to 1 white).
pub fn luminance(Rgb(red, green, blue): Rgb) -> f32 {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// The contrast ratio of WCAG 2 (1 to 21) between two colours.
pub fn contrast(one: Rgb, other: Rgb) -> f32 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// One sRGB channel as linear light.
fn linear(channel: u8) -> f32 {
    let value = f32::from(channel) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Linear light as one sRGB channel.
fn encoded(light: f32) -> u8 {
    let value = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_and_red_have_the_published_coordinates() {
        let white = Oklab::from(Rgb(255, 255, 255));
        assert!((white.l - 1.0).abs() < 1e-3 && white.a.abs() < 1e-3 && white.b.abs() < 1e-3);
        let red = Oklab::from(Rgb(255, 0, 0));
        assert!((red.l - 0.628).abs() < 1e-3 && (red.a - 0.2249).abs() < 1e-3 && (red.b - 0.1258).abs() < 1e-3);
    }

    #[test]
    fn every_grey_and_many_colours_survive_the_round_trip() {
        for r in (0..=255).step_by(15) {
            for g in (0..=255).step_by(15) {
                for b in (0..=255).step_by(15) {
                    let color = Rgb(r, g, b);
                    assert_eq!(Rgb::from(Oklab::from(color)), color);
                }
            }
        }
    }

    #[test]
    fn contrast_of_black_and_white_is_21() {
        assert!((contrast(Rgb(0, 0, 0), Rgb(255, 255, 255)) - 21.0).abs() < 1e-3);
    }
}
