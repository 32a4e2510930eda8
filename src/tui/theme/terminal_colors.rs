//! The colors of a terminal: those that it reports when it is asked, and those of the terminal that pictures show.

use ratatui::style::Color;

use super::ThemeName;
use super::depth::ANSI16;
use super::oklab::{Rgb, luminance};

/// The 16 colors of a dark and of a light terminal, in the order of their numbers.
const ON_DARK: [u32; 16] = [
    0x18_18_1b, 0xcd_5c_5c, 0x76_a8_5e, 0xcc_a7_5a, 0x56_85_c9, 0xa8_75_bf, 0x54_a6_ac, 0xc4_c4_c4, 0x80_80_88,
    0xf4_78_74, 0x96_cc_7a, 0xf0_cd_78, 0x7a_aa_f0, 0xce_98_e6, 0x70_d0_d6, 0xf5_f5_f5,
];
const ON_LIGHT: [u32; 16] = [
    0x28_28_2e, 0xba_20_2a, 0x24_76_30, 0x96_68_00, 0x16_5c_b8, 0x88_2c_94, 0x00_76_80, 0x96_96_96, 0x70_70_76,
    0xd6_3c_3c, 0x3c_96_46, 0xb4_86_14, 0x3c_7c_d6, 0xa4_4c_b2, 0x14_92_9c, 0xfa_fa_f8,
];

/// The colors of a terminal as far as they are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TerminalColors {
    /// The color of text without a color of its own.
    pub foreground: Option<Rgb>,
    /// The color behind all text.
    pub background: Option<Rgb>,
    /// The 16 colors, in the order of their numbers.
    pub palette: [Option<Rgb>; 16],
}

impl TerminalColors {
    /// The dark terminal of pictures.
    pub fn dark() -> Self {
        Self::all(Rgb(208, 208, 208), Rgb(24, 24, 27), ON_DARK)
    }

    /// The light terminal of pictures.
    pub fn light() -> Self {
        Self::all(Rgb(40, 40, 46), Rgb(250, 250, 248), ON_LIGHT)
    }

    /// The terminal on which pictures show a theme.
    pub fn pictured(name: ThemeName) -> Self {
        if name == ThemeName::Light { Self::light() } else { Self::dark() }
    }

    /// A terminal of which every color is known.
    pub fn all(foreground: Rgb, background: Rgb, palette: [u32; 16]) -> Self {
        Self {
            foreground: Some(foreground),
            background: Some(background),
            palette: palette.map(|number| Some(Rgb::of(number))),
        }
    }

    /// Whether text is darker than what is behind it, or the background is light where the text is not known.
    pub fn is_light(&self) -> bool {
        let Some(background) = self.background else { return false };
        match self.foreground.filter(|foreground| *foreground != background) {
            Some(foreground) => luminance(foreground) < luminance(background),
            // The luminance of a gray halfway between black and white.
            None => luminance(background) > 0.18,
        }
    }

    /// A color as this terminal draws it, where that is known: its own text color is `Color::Reset`.
    pub fn rgb(&self, color: Color) -> Option<Rgb> {
        match color {
            Color::Reset => self.foreground,
            Color::Rgb(r, g, b) => Some(Rgb(r, g, b)),
            Color::Indexed(index @ 16..) => Some(super::depth::xterm(index)),
            Color::Indexed(index) => self.palette.get(usize::from(index)).copied().flatten(),
            named => {
                let index = ANSI16.iter().position(|(_, known)| *known == named)?;
                self.palette.get(index).copied().flatten()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_darker_than_its_background_is_light() {
        assert!(TerminalColors::light().is_light());
        assert!(!TerminalColors::dark().is_light());
        assert!(!TerminalColors::default().is_light(), "nothing is known");
        let background = |background| TerminalColors { background: Some(background), ..TerminalColors::default() };
        assert!(background(Rgb(253, 246, 227)).is_light());
        assert!(!background(Rgb(0, 43, 54)).is_light());
        let gray = TerminalColors { foreground: Some(Rgb(0, 0, 0)), ..background(Rgb(90, 90, 90)) };
        assert!(gray.is_light(), "the text decides");
    }

    #[test]
    fn named_colors_come_from_the_palette() {
        let dark = TerminalColors::dark();
        assert_eq!(dark.rgb(Color::LightRed), Some(Rgb(0xf4, 0x78, 0x74)));
        assert_eq!(dark.rgb(Color::Indexed(9)), dark.rgb(Color::LightRed));
        assert_eq!(dark.rgb(Color::Indexed(16)), Some(Rgb(0, 0, 0)));
        assert_eq!(dark.rgb(Color::Reset), dark.foreground);
        assert_eq!(TerminalColors::default().rgb(Color::Red), None);
    }
}
