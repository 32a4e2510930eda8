//! What a style means, and how each theme draws that meaning.
//!
//! The frame of the program uses the terminal's own 16 colours, so that it looks at home wherever it runs, and other ones only in place of
//! those that could not be read there (`styles`); data is drawn in RGB ([`colormap`]). Colour never carries meaning alone: in the mono
//! theme every [`Role`] that a reader must tell apart still differs by bold, dim, italic, underline or reverse, or by the words and marks
//! that its widget draws beside it.

use std::fmt;
use std::str::FromStr;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::BorderType;

use super::graphics::{Images, Rgba};
use colormap::{Colormap, HeatColors};
pub use custom::{CustomTheme, ThemeChoice};
pub use depth::{ColorDepth, Environment};
use oklab::Rgb;
use readable::{MARK, at_depth, lifted};
use styles::Ground;
pub use terminal_colors::TerminalColors;

pub mod colormap;
mod custom;
pub mod depth;
mod fade;
pub mod oklab;
pub mod readable;
mod series;
mod styles;
mod terminal_colors;

/// The ways to dress the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ThemeName {
    /// Light text on a dark terminal.
    #[default]
    Dark,
    /// Dark text on a light terminal.
    Light,
    /// No colour at all, only modifiers; also what `NO_COLOR` asks for.
    Mono,
    /// As strong as the terminal can draw: its own two colours, bold and reverse; nothing faint, nothing slanted, thick frames.
    Contrast,
}

impl ThemeName {
    /// Every theme, in the order in which the command line lists them.
    pub const ALL: [Self; 4] = [Self::Dark, Self::Light, Self::Mono, Self::Contrast];

    /// The theme that a terminal of this depth can show: where there are no colours, what they say must be said by marks.
    #[must_use]
    pub fn at(self, depth: ColorDepth) -> Self {
        if depth == ColorDepth::Mono && self != Self::Contrast { Self::Mono } else { self }
    }
}

impl fmt::Display for ThemeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Mono => "mono",
            Self::Contrast => "contrast",
        })
    }
}

impl FromStr for ThemeName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|name| name.to_string() == text)
            .ok_or_else(|| format!("unknown theme `{text}`: the themes are dark, light, mono and contrast"))
    }
}

/// What a piece of the screen means. Widgets ask for a role and never for a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Running text.
    Text,
    /// The name of the program, a lesson, a pane.
    Title,
    /// A heading in prose, the name of a group.
    Heading,
    /// What may be overlooked: units, hints, shapes, old values.
    Dim,
    /// What the eye should find first: the place of the cursor, a computed number in prose.
    Accent,
    /// Strongly stressed prose.
    Strong,
    /// Stressed prose.
    Emphasis,
    /// A link to another lesson.
    Link,
    /// Something failed here.
    Error,
    /// Something deserves care here.
    Warning,
    /// Something is done or right.
    Success,
    /// The line or cell that the cursor is on.
    Selected,
    /// What a search has found.
    Found,
    /// Text that is selected.
    Selection,
    /// A key that may be pressed now.
    Key,
    /// Lines between panes.
    Border,
    /// The bar at the left of source code.
    Gutter,
    /// Code: `def`, `if`, `for` …
    Keyword,
    /// Code: a name.
    Name,
    /// Code: the name of a function that is called.
    Function,
    /// Code: a number, `True`, `None`.
    Number,
    /// Code: a string.
    String,
    /// Code: a comment.
    Comment,
    /// Code: operators and brackets.
    Operator,
}

impl Role {
    /// Every role, in the order of their declaration.
    pub const ALL: [Self; 24] = [
        Self::Text,
        Self::Title,
        Self::Heading,
        Self::Dim,
        Self::Accent,
        Self::Strong,
        Self::Emphasis,
        Self::Link,
        Self::Error,
        Self::Warning,
        Self::Success,
        Self::Selected,
        Self::Found,
        Self::Selection,
        Self::Key,
        Self::Border,
        Self::Gutter,
        Self::Keyword,
        Self::Name,
        Self::Function,
        Self::Number,
        Self::String,
        Self::Comment,
        Self::Operator,
    ];

    /// What a theme of the reader's own calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Title => "title",
            Self::Heading => "heading",
            Self::Dim => "dim",
            Self::Accent => "accent",
            Self::Strong => "strong",
            Self::Emphasis => "emphasis",
            Self::Link => "link",
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Success => "success",
            Self::Selected => "selected",
            Self::Found => "found",
            Self::Selection => "selection",
            Self::Key => "key",
            Self::Border => "border",
            Self::Gutter => "gutter",
            Self::Keyword => "keyword",
            Self::Name => "name",
            Self::Function => "function",
            Self::Number => "number",
            Self::String => "string",
            Self::Comment => "comment",
            Self::Operator => "operator",
        }
    }
}

/// A theme: one style a role, and the two colour maps of data.
#[derive(Debug, Clone)]
pub struct Theme {
    name: ThemeName,
    depth: ColorDepth,
    /// The colors of the terminal, as far as they are known.
    colors: TerminalColors,
    styles: [Style; Role::ALL.len()],
    series: [Style; 6],
    /// Signed numbers: blue for minus, orange for plus, the background for zero. None in the mono theme.
    pub signed: Option<Colormap>,
    /// Probabilities: from the background (0) to the brightest or darkest (1). None in the mono theme.
    pub sequential: Option<Colormap>,
    /// Where pictures in real pixels are pinned, on a terminal that shows them.
    pub images: Option<Images>,
}

impl Theme {
    /// The theme of this name as pictures show it: on a terminal whose colors are known.
    pub fn new(name: ThemeName) -> Self {
        Self::on(name, &TerminalColors::pictured(name), ColorDepth::TrueColor)
    }

    /// The theme of this name on a terminal of this depth, of which these colors are known.
    pub fn on(name: ThemeName, colors: &TerminalColors, depth: ColorDepth) -> Self {
        let name = name.at(depth);
        let ground = Ground { colors, depth };
        let mut theme = Self {
            name,
            depth,
            colors: *colors,
            styles: Role::ALL.map(|role| styles::style(name, role, ground)),
            series: series::colors(name).map(|color| series_style(color, ground)),
            signed: None,
            sequential: None,
            images: None,
        };
        let heat = HeatColors::of(name);
        theme.set_heat(colors.background.map_or(heat, |background| heat.on(background)));
        theme
    }

    /// The theme that the reader wants, on a terminal that has not reported any color.
    pub fn chosen(choice: &ThemeChoice, depth: ColorDepth) -> Self {
        Self::of(choice, |name| Self::on(name, &TerminalColors::default(), depth))
    }

    /// The theme that the reader wants as pictures show it.
    pub fn pictured(choice: &ThemeChoice) -> Self {
        Self::of(choice, Self::new)
    }

    fn of(choice: &ThemeChoice, on: impl Fn(ThemeName) -> Self) -> Self {
        match choice {
            ThemeChoice::Auto => on(ThemeName::Dark),
            ThemeChoice::Named(name) => on(*name),
            ThemeChoice::Custom(custom) => {
                let mut theme = on(custom.base);
                if theme.name == custom.base {
                    custom.apply(&mut theme);
                }
                theme
            }
        }
    }

    /// The theme for a terminal that has reported these colors: dark or light as it is.
    #[must_use]
    pub fn for_terminal(&self, colors: &TerminalColors) -> Self {
        let name = if colors.is_light() { ThemeName::Light } else { ThemeName::Dark };
        Self { images: self.images.clone(), ..Self::on(name, colors, self.depth) }
    }

    /// A color as a pixel; the colors that only the terminal knows are those of the terminal of pictures.
    pub fn pixel(&self, color: Color) -> Rgba {
        // Colors of data, of which a picture has many thousands.
        if let Color::Rgb(red, green, blue) = color {
            return [red, green, blue, u8::MAX];
        }
        let Rgb(red, green, blue) = TerminalColors::pictured(self.name).rgb(color).unwrap_or_default();
        [red, green, blue, u8::MAX]
    }

    /// Draws numbers in these colors, in the themes that have colors.
    fn set_heat(&mut self, heat: HeatColors) {
        let has_colors = matches!(self.name, ThemeName::Dark | ThemeName::Light);
        self.signed = has_colors.then(|| Colormap::signed(heat));
        self.sequential = has_colors.then(|| Colormap::sequential(heat));
    }

    fn style_mut(&mut self, role: Role) -> &mut Style {
        &mut self.styles[role as usize]
    }

    /// The style of the line `index` of a plot; after the last colour they begin again. Lines are told apart by letters, too.
    pub fn series(&self, index: usize) -> Style {
        self.series[index % self.series.len()]
    }

    /// A line that the cursor is on: of one colour, whatever colours its parts have elsewhere, since reverse would turn each into a
    /// background of its own.
    #[must_use]
    pub fn selected<'l>(&self, mut line: Line<'l>) -> Line<'l> {
        let role = self.style(Role::Selected);
        let plain = |style: Style| Style { fg: None, bg: None, ..style }.remove_modifier(Modifier::DIM).patch(role);
        line.style = plain(line.style);
        for span in &mut line.spans {
            span.style = plain(span.style);
        }
        line
    }

    /// What is drawn faint or slanted elsewhere: in the theme of the strongest contrast text stands upright and whole. What was faint
    /// is underlined there, so that an old value is still told from a new one.
    pub fn strengthen(&self, buffer: &mut Buffer) {
        if self.name != ThemeName::Contrast {
            return;
        }
        for cell in &mut buffer.content {
            if cell.modifier.contains(Modifier::DIM) && cell.symbol() != " " {
                cell.modifier.insert(Modifier::UNDERLINED);
            }
            cell.modifier.remove(Modifier::DIM | Modifier::ITALIC);
        }
    }

    /// The lines of a frame.
    pub fn frame(&self) -> BorderType {
        if self.name == ThemeName::Contrast { BorderType::Thick } else { BorderType::Rounded }
    }

    /// Which theme this is.
    pub fn name(&self) -> ThemeName {
        self.name
    }

    /// The style that draws `role` here.
    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}

/// The style of a line of a plot, which can be seen on this background.
fn series_style(color: Option<Rgb>, ground: Ground<'_>) -> Style {
    let Some(Rgb(r, g, b)) = color else { return Style::new() };
    let lifted = ground.colors.background.and_then(|background| {
        let lifted = lifted(Rgb(r, g, b), background, MARK);
        at_depth(lifted, background, MARK, ground.depth)
    });
    Style::new().fg(lifted.unwrap_or(Color::Rgb(r, g, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in ThemeName::ALL {
            assert_eq!(name.to_string().parse::<ThemeName>(), Ok(name));
        }
        assert!("sepia".parse::<ThemeName>().unwrap_err().contains("sepia"));
    }

    #[test]
    fn without_colours_the_theme_is_mono() {
        assert_eq!(ThemeName::Light.at(ColorDepth::Mono), ThemeName::Mono);
        assert_eq!(ThemeName::Light.at(ColorDepth::Ansi16), ThemeName::Light);
        assert_eq!(ThemeName::Contrast.at(ColorDepth::Mono), ThemeName::Contrast);
    }

    #[test]
    fn mono_has_no_colour_and_still_tells_roles_apart() {
        let theme = Theme::new(ThemeName::Mono);
        for role in Role::ALL {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
        for role in [
            Role::Title,
            Role::Dim,
            Role::Accent,
            Role::Error,
            Role::Selected,
            Role::Found,
            Role::Link,
            Role::Key,
            Role::Emphasis,
        ] {
            assert_ne!(theme.style(role), theme.style(Role::Text), "{role:?} looks like text");
        }
        assert_ne!(theme.style(Role::Error), theme.style(Role::Warning));
    }

    #[test]
    fn the_strongest_theme_has_the_terminals_two_colours_and_nothing_faint() {
        let theme = Theme::new(ThemeName::Contrast);
        for role in Role::ALL {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
            assert!(!style.add_modifier.intersects(Modifier::DIM | Modifier::ITALIC), "{role:?}");
        }
        for role in [
            Role::Title,
            Role::Accent,
            Role::Error,
            Role::Selected,
            Role::Selection,
            Role::Found,
            Role::Link,
            Role::Key,
        ] {
            assert_ne!(theme.style(role), theme.style(Role::Text), "{role:?} looks like text");
        }
        let mut buffer = Buffer::with_lines(["old"]);
        buffer.set_style(buffer.area, Style::new().add_modifier(Modifier::DIM | Modifier::ITALIC));
        theme.strengthen(&mut buffer);
        assert!(buffer.content.iter().all(|cell| cell.modifier == Modifier::UNDERLINED));
    }

    #[test]
    fn selected_line_has_one_colour() {
        let parts = [Role::Accent, Role::Name, Role::Dim, Role::Number];
        for name in ThemeName::ALL {
            let theme = Theme::new(name);
            let line = Line::from_iter(parts.map(|role| ratatui::text::Span::styled("x", theme.style(role))));
            let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 4, 1));
            buffer.set_line(0, 0, &theme.selected(line), 4);
            let looks = buffer.content.iter().map(|cell| (cell.fg, cell.bg, cell.modifier - Modifier::BOLD));
            assert!(looks.clone().all(|look| look == (Color::Reset, Color::Reset, Modifier::REVERSED)), "{name}");
        }
    }

    #[test]
    fn chrome_uses_the_terminals_own_colours_only() {
        for name in ThemeName::ALL {
            for role in Role::ALL {
                let fg = Theme::new(name).style(role).fg;
                assert!(!matches!(fg, Some(Color::Rgb(..) | Color::Indexed(_))), "{name} {role:?}");
            }
        }
    }
}
