//! A theme of the reader's own, and the choice of a theme.

use ratatui::style::{Color, Modifier};

use super::colormap::HeatColors;
use super::{Role, Theme, ThemeName};

/// Which theme the reader wants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// Dark or light as the terminal reports its background, dark until it does.
    #[default]
    Auto,
    /// One of the program's own.
    Named(ThemeName),
    /// One of the reader's own.
    Custom(Box<CustomTheme>),
}

/// What the reader's own theme changes in one of the program's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomTheme {
    /// The theme that it changes.
    pub base: ThemeName,
    /// Colors of text.
    pub text: Vec<(Role, Color)>,
    /// Colors behind text.
    pub behind: Vec<(Role, Color)>,
    /// Colors of numbers.
    pub heat: HeatColors,
}

impl CustomTheme {
    /// One that changes nothing yet.
    pub fn new(base: ThemeName) -> Self {
        Self { base, text: Vec::new(), behind: Vec::new(), heat: HeatColors::of(base) }
    }

    /// Changes the theme it was made for.
    pub(super) fn apply(&self, theme: &mut Theme) {
        for (role, color) in &self.text {
            let style = theme.style_mut(*role);
            *style = style.fg(*color);
            style.add_modifier.remove(Modifier::DIM | Modifier::REVERSED);
        }
        for (role, color) in &self.behind {
            let style = theme.style_mut(*role);
            *style = style.bg(*color);
            style.add_modifier.remove(Modifier::REVERSED);
        }
        theme.set_heat(self.heat);
    }
}
