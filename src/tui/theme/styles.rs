//! How a theme draws each role on a terminal.
//!
//! The terminal's own 16 colors are used, so that the program looks at home. Where they are known and cannot be read on this background,
//! they are lifted to where they can ([`readable`](super::readable)). Nothing is ever drawn in color 8 unless it is known to be
//! readable: Solarized Dark has its background there. What may be overlooked is the foreground blended into the background, and where
//! those are not known, the terminal's own faint text (SGR 2).

use ratatui::style::{Color, Modifier, Style};

use super::depth::ColorDepth;
use super::oklab::{Rgb, contrast};
use super::readable::{MARK, TEXT, at_depth, faint, lifted};
use super::terminal_colors::TerminalColors;
use super::{Role, ThemeName};

/// How much the background of a selection differs at least from that of the screen.
const VISIBLE: f32 = 1.2;

/// A terminal to draw on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground<'t> {
    /// Its colors as far as they are known.
    pub(super) colors: &'t TerminalColors,
    /// How many it can show.
    pub(super) depth: ColorDepth,
}

/// The style of a role in a theme.
pub(super) fn style(theme: ThemeName, role: Role, ground: Ground<'_>) -> Style {
    let (modifier, colors) = look(role);
    let style = Style::new().add_modifier(modifier);
    match theme {
        ThemeName::Dark => {
            style.patch(ground.style(role, colors.map(|[on_dark, _]| on_dark), Color::White, Color::DarkGray))
        }
        ThemeName::Light => {
            style.patch(ground.style(role, colors.map(|[_, on_light]| on_light), Color::Black, Color::Gray))
        }
        ThemeName::Mono if is_faint(role) => style.add_modifier(Modifier::DIM),
        // Without a colour for what lies behind it.
        ThemeName::Mono | ThemeName::Contrast if matches!(role, Role::Found | Role::Selection) => {
            style.add_modifier(Modifier::REVERSED)
        }
        ThemeName::Mono => style,
        ThemeName::Contrast if role == Role::Border => style.add_modifier(Modifier::BOLD),
        ThemeName::Contrast => style.remove_modifier(Modifier::ITALIC),
    }
}

/// The contrast to its background that a role needs.
pub(super) fn floor(role: Role) -> f32 {
    if matches!(role, Role::Border | Role::Gutter) { MARK } else { TEXT }
}

/// What may be overlooked.
fn is_faint(role: Role) -> bool {
    matches!(role, Role::Dim | Role::Border | Role::Comment)
}

impl Ground<'_> {
    /// The colors of a role; `text` on `behind` are those of a selection.
    fn style(self, role: Role, own: Option<Color>, text: Color, behind: Color) -> Style {
        match role {
            // As a marker pen on paper, in every theme that has colours.
            Role::Found => self.marked(Color::Black, Color::Yellow),
            Role::Selection if self.colors.rgb(behind).is_none() => Style::new().add_modifier(Modifier::REVERSED),
            Role::Selection => self.marked(text, behind),
            _ if is_faint(role) => self.faint(floor(role)),
            _ => own.map_or_else(Style::new, |own| self.readable(own, floor(role))),
        }
    }

    /// Text before a background of its own, reversed where that could not be read or seen.
    fn marked(self, text: Color, behind: Color) -> Style {
        let own = Style::new().fg(text).bg(behind);
        let (Some(text), Some(behind)) = (self.colors.rgb(text), self.colors.rgb(behind)) else { return own };
        let is_seen = self.colors.background.is_none_or(|background| contrast(behind, background) >= VISIBLE);
        if is_seen && contrast(text, behind) >= TEXT { own } else { Style::new().add_modifier(Modifier::REVERSED) }
    }

    /// What may be overlooked: the terminal's own gray if that can be read and is no stronger than text.
    fn faint(self, floor: f32) -> Style {
        let (Some(foreground), Some(background)) = (self.colors.foreground, self.colors.background) else {
            return Style::new().add_modifier(Modifier::DIM);
        };
        let is_own = |gray: Rgb| {
            let reached = contrast(gray, background);
            reached >= floor && reached < contrast(foreground, background)
        };
        if self.colors.rgb(Color::DarkGray).is_some_and(is_own) {
            return Style::new().fg(Color::DarkGray);
        }
        let blended = faint(foreground, background, floor);
        let floor = floor.min(contrast(blended, background));
        let color = at_depth(blended, background, floor, self.depth);
        color.map_or_else(|| Style::new().add_modifier(Modifier::DIM), |color| Style::new().fg(color))
    }

    /// One of the terminal's own colors, or a readable one of its hue. With 16 colors there is none but that of text.
    ///
    /// Some terminals report their background and no palette (tmux among them). Their colors are taken to be usual ones.
    pub(super) fn readable(self, own: Color, floor: f32) -> Style {
        let usual = || if self.colors.is_light() { TerminalColors::light() } else { TerminalColors::dark() };
        let color = self.colors.rgb(own).or_else(|| usual().rgb(own));
        let (Some(color), Some(background)) = (color, self.colors.background) else {
            return Style::new().fg(own);
        };
        if contrast(color, background) >= floor {
            return Style::new().fg(own);
        }
        let color = at_depth(lifted(color, background, floor), background, floor, self.depth);
        color.map_or_else(Style::new, |color| Style::new().fg(color))
    }
}

/// What marks a role in every theme, so that the mono theme loses no meaning, and its colours on dark and on light.
///
/// On dark the bright half of the 16 colours reads best. On light the bright colours, and yellow and cyan of any kind, fade into the
/// paper; the plain ones hold.
fn look(role: Role) -> (Modifier, Option<[Color; 2]>) {
    let (plain, bold) = (Modifier::empty(), Modifier::BOLD);
    let (modifier, on_dark, on_light) = match role {
        Role::Title | Role::Accent | Role::Key => (bold, Color::LightCyan, Color::Blue),
        Role::Heading => (bold, Color::LightBlue, Color::Blue),
        Role::Gutter => (plain, Color::LightBlue, Color::Blue),
        Role::Link => (Modifier::UNDERLINED, Color::LightBlue, Color::Blue),
        Role::Error => (bold | Modifier::UNDERLINED, Color::LightRed, Color::Red),
        Role::Warning => (bold, Color::LightYellow, Color::Red),
        Role::Success | Role::String => (plain, Color::LightGreen, Color::Green),
        Role::Keyword => (bold, Color::LightMagenta, Color::Magenta),
        Role::Function => (plain, Color::Cyan, Color::Blue),
        Role::Number => (plain, Color::Yellow, Color::Magenta),
        Role::Strong | Role::Found => return (bold, None),
        Role::Emphasis | Role::Comment => return (Modifier::ITALIC, None),
        Role::Selected => return (Modifier::REVERSED, None),
        Role::Text | Role::Dim | Role::Border | Role::Selection | Role::Name | Role::Operator => return (plain, None),
    };
    (modifier, Some([on_dark, on_light]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Theme;

    const SOLARIZED: [u32; 16] = [
        0x07_36_42,
        0xdc_32_2f,
        0x85_99_00,
        0xb5_89_00,
        0x26_8b_d2,
        0xd3_36_82,
        0x2a_a1_98,
        0xee_e8_d5,
        0x00_2b_36,
        0x00cb_4b16,
        0x58_6e_75,
        0x65_7b_83,
        0x83_94_96,
        0x6c_71_c4,
        0x93_a1_a1,
        0xfd_f6_e3,
    ];
    const GRUVBOX_DARK: [u32; 16] = [
        0x28_28_28, 0xcc_24_1d, 0x98_97_1a, 0xd7_99_21, 0x45_85_88, 0xb1_62_86, 0x68_9d_6a, 0xa8_99_84, 0x92_83_74,
        0xfb_49_34, 0xb8_bb_26, 0xfa_bd_2f, 0x83_a5_98, 0xd3_86_9b, 0x8e_c0_7c, 0xeb_db_b2,
    ];
    const GRUVBOX_LIGHT: [u32; 16] = [
        0xfb_f1_c7,
        0xcc_24_1d,
        0x98_97_1a,
        0xd7_99_21,
        0x45_85_88,
        0xb1_62_86,
        0x68_9d_6a,
        0x007c_6f64,
        0x92_83_74,
        0x9d_00_06,
        0x79_74_0e,
        0xb5_76_14,
        0x07_66_78,
        0x8f_3f_71,
        0x42_7b_58,
        0x3c_38_36,
    ];
    const MOCHA: [u32; 16] = [
        0x45_47_5a, 0xf3_8b_a8, 0xa6_e3_a1, 0xf9_e2_af, 0x89_b4_fa, 0xf5_c2_e7, 0x94_e2_d5, 0xba_c2_de, 0x58_5b_70,
        0xf3_8b_a8, 0xa6_e3_a1, 0xf9_e2_af, 0x89_b4_fa, 0xf5_c2_e7, 0x94_e2_d5, 0xa6_ad_c8,
    ];
    const LATTE: [u32; 16] = [
        0x5c_5f_77, 0xd2_0f_39, 0x40_a0_2b, 0xdf_8e_1d, 0x1e_66_f5, 0xea_76_cb, 0x17_92_99, 0xac_b0_be, 0x6c_6f_85,
        0xd2_0f_39, 0x40_a0_2b, 0xdf_8e_1d, 0x1e_66_f5, 0xea_76_cb, 0x17_92_99, 0xbc_c0_cc,
    ];
    const TANGO: [u32; 16] = [
        0x2e_34_36, 0xcc_00_00, 0x4e_9a_06, 0xc4_a0_00, 0x34_65_a4, 0x75_50_7b, 0x06_98_9a, 0xd3_d7_cf, 0x55_57_53,
        0xef_29_29, 0x8a_e2_34, 0xfc_e9_4f, 0x72_9f_cf, 0xad_7f_a8, 0x34_e2_e2, 0xee_ee_ec,
    ];
    const XTERM: [u32; 16] = [
        0x00_00_00, 0xcd_00_00, 0x00_cd_00, 0xcd_cd_00, 0x00_00_ee, 0xcd_00_cd, 0x00_cd_cd, 0xe5_e5_e5, 0x7f_7f_7f,
        0xff_00_00, 0x00_ff_00, 0xff_ff_00, 0x5c_5c_ff, 0xff_00_ff, 0x00_ff_ff, 0xff_ff_ff,
    ];

    /// Terminals as people have them: foreground, background and palette.
    const TERMINALS: [(&str, u32, u32, [u32; 16]); 10] = [
        ("Solarized Dark", 0x83_94_96, 0x00_2b_36, SOLARIZED),
        ("Solarized Light", 0x65_7b_83, 0xfd_f6_e3, SOLARIZED),
        ("gruvbox dark", 0xeb_db_b2, 0x28_28_28, GRUVBOX_DARK),
        ("gruvbox light", 0x3c_38_36, 0xfb_f1_c7, GRUVBOX_LIGHT),
        ("catppuccin mocha", 0xcd_d6_f4, 0x1e_1e_2e, MOCHA),
        ("catppuccin latte", 0x4c_4f_69, 0xef_f1_f5, LATTE),
        ("Tango dark", 0xd3_d7_cf, 0x2e_34_36, TANGO),
        ("Tango light", 0x2e_34_36, 0xee_ee_ec, TANGO),
        ("xterm", 0x00_00_00, 0xff_ff_ff, XTERM),
        ("xterm, reversed", 0xe5_e5_e5, 0x00_00_00, XTERM),
    ];

    fn terminals() -> impl Iterator<Item = (&'static str, TerminalColors)> {
        TERMINALS.into_iter().map(|(name, foreground, background, palette)| {
            (name, TerminalColors::all(Rgb::of(foreground), Rgb::of(background), palette))
        })
    }

    fn theme(colors: &TerminalColors, depth: ColorDepth) -> Theme {
        Theme::on(ThemeName::Dark, &TerminalColors::default(), depth).for_terminal(colors)
    }

    /// The contrast that a style has on this terminal.
    fn reached(style: Style, colors: &TerminalColors) -> f32 {
        let foreground = colors.rgb(style.fg.unwrap_or(Color::Reset)).unwrap();
        let background = style.bg.map_or(colors.background, |behind| colors.rgb(behind)).unwrap();
        contrast(foreground, background)
    }

    #[test]
    fn every_role_is_readable_on_every_palette() {
        for (terminal, colors) in terminals() {
            let text = reached(Style::new(), &colors);
            for depth in [ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::TrueColor] {
                let theme = theme(&colors, depth);
                for role in Role::ALL {
                    let style = theme.style(role);
                    // The terminal's own text is as strong as its owner wants it, and what may be overlooked is never stronger.
                    let is_text = style.fg.is_none() || is_faint(role);
                    let least = if is_text { floor(role).min(text) } else { floor(role) };
                    assert!(
                        reached(style, &colors) >= least,
                        "{terminal}, {depth}: {role:?} has {}:1 and needs {least}",
                        reached(style, &colors)
                    );
                    let is_dim = style.add_modifier.contains(Modifier::DIM);
                    assert!(!is_dim || depth == ColorDepth::Ansi16, "{terminal}, {depth}: {role:?}");
                }
                for line in 0..6 {
                    let reached = reached(theme.series(line), &colors);
                    assert!(depth == ColorDepth::Ansi16 || reached >= MARK, "{terminal}: line {line} has {reached}:1");
                }
            }
        }
    }

    #[test]
    fn dim_text_is_told_from_text_where_there_is_room() {
        for (terminal, colors) in terminals() {
            let theme = theme(&colors, ColorDepth::TrueColor);
            let text = reached(Style::new(), &colors);
            let dim = reached(theme.style(Role::Dim), &colors);
            assert!(text < 5.5 || dim < text / 1.2, "{terminal}: {dim} {text}");
            assert!(reached(theme.style(Role::Border), &colors) <= dim, "{terminal}");
        }
    }

    #[test]
    fn readable_colors_of_the_terminal_stay_its_own() {
        let mocha = TERMINALS.iter().find(|(name, ..)| *name == "catppuccin mocha").unwrap();
        let colors = TerminalColors::all(Rgb::of(mocha.1), Rgb::of(mocha.2), mocha.3);
        let theme = theme(&colors, ColorDepth::TrueColor);
        for role in [Role::Title, Role::Heading, Role::Error, Role::Success, Role::Keyword, Role::Number] {
            assert!(!matches!(theme.style(role).fg, Some(Color::Rgb(..))), "{role:?}");
        }
    }

    /// Terminals that answer OSC 11 alone: the background decides between dark and light, and which colors are lifted.
    #[test]
    fn background_alone_keeps_colors_readable() {
        let background = |gray| TerminalColors { background: Some(Rgb::of(gray)), ..TerminalColors::default() };
        for (gray, name) in
            [(0x18_18_1b, ThemeName::Dark), (0x5a_5a_5a, ThemeName::Dark), (0xc0_c0_c0, ThemeName::Light)]
        {
            let (colors, usual) = (background(gray), [TerminalColors::dark(), TerminalColors::light()]);
            let theme = theme(&colors, ColorDepth::TrueColor);
            assert_eq!(theme.name(), name, "{gray:x}");
            for role in [Role::Title, Role::Heading, Role::Error, Role::Success, Role::Keyword, Role::Number] {
                let color = theme.style(role).fg.and_then(|fg| usual[usize::from(name == ThemeName::Light)].rgb(fg));
                let reached = contrast(color.unwrap(), Rgb::of(gray));
                assert!(reached >= floor(role), "{gray:x}: {role:?} has {reached}:1");
            }
        }
        let usual = theme(&background(0x18_18_1b), ColorDepth::TrueColor);
        assert!(Role::ALL.iter().all(|role| !matches!(usual.style(*role).fg, Some(Color::Rgb(..)))), "its own colors");
        assert!(usual.style(Role::Dim).add_modifier.contains(Modifier::DIM), "color 8 may be its background");
    }

    #[test]
    fn color_8_is_never_guessed_to_be_readable() {
        let unknown = TerminalColors::default();
        for name in ThemeName::ALL {
            for depth in [ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::TrueColor] {
                let theme = Theme::on(name, &unknown, depth);
                for role in Role::ALL {
                    let style = theme.style(role);
                    assert!(style.fg != Some(Color::DarkGray) && style.bg != Some(Color::DarkGray), "{name} {role:?}");
                }
            }
        }
        let theme = Theme::on(ThemeName::Dark, &unknown, ColorDepth::TrueColor);
        assert!(theme.style(Role::Dim).add_modifier.contains(Modifier::DIM));
    }
}
