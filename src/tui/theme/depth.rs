//! How many colours the terminal has, and the one pass that reduces a frame to them.
//!
//! Everything is drawn in full colour. [`Reducer::apply`] runs once over the finished frame, at the single place where frames are
//! drawn, so theme, prose and heatmaps degrade together.
//!
//! Without colour (`NO_COLOR`, `--color mono`) every colour becomes the terminal's default and modifiers stay. We do this ourselves:
//! crossterm 0.29 answers `NO_COLOR` with an empty escape sequence, which resets bold and reverse too (fixed upstream in
//! crossterm#1069, not released), so [`crate::tui::terminal`] tells it to write what it is given.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::oklab::{Oklab, Rgb};

/// How many colours the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColorDepth {
    /// None: bold, dim, underline and reverse only.
    Mono,
    /// The 16 colours of the terminal's own palette.
    Ansi16,
    /// xterm's 256 colours.
    Ansi256,
    /// 24 bits.
    TrueColor,
}

/// What the environment says about colour; read once by [`Environment::read`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// `NO_COLOR` is set and not empty.
    pub no_color: bool,
    /// `COLORTERM` says `truecolor` or `24bit`.
    pub truecolor: bool,
    /// `TERM` is one that knows colours at all.
    pub any_color: bool,
    /// `TERM` itself.
    pub term: String,
}

impl Environment {
    /// Reads the process's environment.
    pub fn read() -> Self {
        Self {
            no_color: anstyle_query::no_color(),
            truecolor: anstyle_query::truecolor(),
            any_color: anstyle_query::term_supports_color(),
            term: std::env::var("TERM").unwrap_or_default(),
        }
    }
}

impl ColorDepth {
    /// `--color` first, then `NO_COLOR`, then `COLORTERM` and `TERM`.
    pub fn decide(forced: Option<Self>, environment: &Environment) -> Self {
        match forced {
            Some(depth) => depth,
            None if environment.no_color || !environment.any_color => Self::Mono,
            None if environment.truecolor || environment.term.ends_with("-direct") => Self::TrueColor,
            None if environment.term.contains("256color") => Self::Ansi256,
            None => Self::Ansi16,
        }
    }
}

impl fmt::Display for ColorDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mono => "mono",
            Self::Ansi16 => "16",
            Self::Ansi256 => "256",
            Self::TrueColor => "truecolor",
        })
    }
}

impl FromStr for ColorDepth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Mono, Self::Ansi16, Self::Ansi256, Self::TrueColor]
            .into_iter()
            .find(|depth| depth.to_string() == text)
            .ok_or_else(|| format!("unknown color depth `{text}`: use mono, 16, 256 or truecolor"))
    }
}

/// Reduces finished frames to a [`ColorDepth`], remembering the nearest colours that it found.
#[derive(Debug)]
pub struct Reducer {
    depth: ColorDepth,
    nearest: HashMap<Rgb, Color>,
}

impl Reducer {
    /// A reducer for frames of a terminal of this depth.
    pub fn new(depth: ColorDepth) -> Self {
        Self { depth, nearest: HashMap::new() }
    }

    /// The depth that frames are reduced to.
    pub fn depth(&self) -> ColorDepth {
        self.depth
    }

    /// Replaces every colour in `frame` that the terminal cannot show.
    pub fn apply(&mut self, frame: &mut Buffer) {
        if self.depth == ColorDepth::TrueColor {
            return;
        }
        for cell in &mut frame.content {
            cell.fg = self.reduce(cell.fg);
            cell.bg = self.reduce(cell.bg);
        }
    }

    fn reduce(&mut self, color: Color) -> Color {
        match (self.depth, color) {
            (ColorDepth::Mono, _) => Color::Reset,
            (ColorDepth::Ansi256, Color::Rgb(r, g, b)) => {
                *self.nearest.entry(Rgb(r, g, b)).or_insert_with(|| nearest_of_256(Rgb(r, g, b)))
            }
            (ColorDepth::Ansi16, Color::Rgb(r, g, b)) => self.nearest_of_16(Rgb(r, g, b)),
            (ColorDepth::Ansi16, Color::Indexed(index @ 16..)) => self.nearest_of_16(xterm(index)),
            _ => color,
        }
    }

    fn nearest_of_16(&mut self, color: Rgb) -> Color {
        *self.nearest.entry(color).or_insert_with(|| nearest(color, ANSI16.into_iter()))
    }
}

/// The nearest of the 256.
fn nearest_of_256(color: Rgb) -> Color {
    nearest(color, xterm_colors())
}

/// xterm's colors 16 to 255. The first 16 are the user's own and may be anything, so they are never chosen.
pub(super) fn xterm_colors() -> impl Iterator<Item = (Rgb, Color)> {
    (16..=255).map(|index| (xterm(index), Color::Indexed(index)))
}

/// The nearest color of a palette; the default one of a terminal where the palette is empty.
pub(super) fn nearest(color: Rgb, palette: impl Iterator<Item = (Rgb, Color)>) -> Color {
    let wanted = Oklab::from(color);
    palette
        .map(|(rgb, color)| (wanted.distance_squared(rgb.into()), color))
        .min_by(|(one, _), (other, _)| one.total_cmp(other))
        .map_or(Color::Reset, |(_, color)| color)
}

/// The 16 colours as xterm draws them when nobody changed them.
pub const ANSI16: [(Rgb, Color); 16] = [
    (Rgb(0, 0, 0), Color::Black),
    (Rgb(205, 0, 0), Color::Red),
    (Rgb(0, 205, 0), Color::Green),
    (Rgb(205, 205, 0), Color::Yellow),
    (Rgb(0, 0, 238), Color::Blue),
    (Rgb(205, 0, 205), Color::Magenta),
    (Rgb(0, 205, 205), Color::Cyan),
    (Rgb(229, 229, 229), Color::Gray),
    (Rgb(127, 127, 127), Color::DarkGray),
    (Rgb(255, 0, 0), Color::LightRed),
    (Rgb(0, 255, 0), Color::LightGreen),
    (Rgb(255, 255, 0), Color::LightYellow),
    (Rgb(92, 92, 255), Color::LightBlue),
    (Rgb(255, 0, 255), Color::LightMagenta),
    (Rgb(0, 255, 255), Color::LightCyan),
    (Rgb(255, 255, 255), Color::White),
];

/// xterm's colour `index`, 16 or above: a cube of 6×6×6 and then 24 greys.
pub fn xterm(index: u8) -> Rgb {
    match index.checked_sub(16) {
        None => ANSI16.get(usize::from(index)).map_or(Rgb::default(), |(rgb, _)| *rgb),
        Some(cube) if cube < 216 => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            Rgb(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        Some(grey) => {
            let level = 8 + 10 * (grey - 216);
            Rgb(level, level, level)
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::{Modifier, Style};

    use super::super::colormap::{Colormap, HeatColors};
    use super::super::oklab::contrast;
    use super::*;

    fn environment(term: &str) -> Environment {
        Environment { any_color: true, term: term.into(), ..Environment::default() }
    }

    #[test]
    fn the_flag_wins_then_no_color_then_the_terminal() {
        let silent = Environment { no_color: true, truecolor: true, ..environment("xterm-256color") };
        assert_eq!(ColorDepth::decide(Some(ColorDepth::Ansi256), &silent), ColorDepth::Ansi256);
        assert_eq!(ColorDepth::decide(None, &silent), ColorDepth::Mono);
        let loud = Environment { truecolor: true, ..environment("xterm-256color") };
        assert_eq!(ColorDepth::decide(None, &loud), ColorDepth::TrueColor);
        assert_eq!(ColorDepth::decide(None, &environment("tmux-256color")), ColorDepth::Ansi256);
        assert_eq!(ColorDepth::decide(None, &environment("linux")), ColorDepth::Ansi16);
        assert_eq!(ColorDepth::decide(None, &Environment::default()), ColorDepth::Mono);
    }

    #[test]
    fn names_are_read_back() {
        for depth in [ColorDepth::Mono, ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::TrueColor] {
            assert_eq!(depth.to_string().parse(), Ok(depth));
        }
        assert!("8".parse::<ColorDepth>().is_err());
    }

    fn frame() -> Buffer {
        let mut frame = Buffer::empty(Rect::new(0, 0, 3, 1));
        let data = Style::new().bg(Color::Rgb(250, 160, 56)).fg(Color::Rgb(0, 0, 0));
        frame.set_string(0, 0, "a", data.add_modifier(Modifier::BOLD));
        frame.set_string(1, 0, "b", Style::new().fg(Color::LightCyan).add_modifier(Modifier::REVERSED));
        frame
    }

    #[test]
    fn mono_keeps_modifiers_and_drops_every_colour() {
        let mut frame = frame();
        Reducer::new(ColorDepth::Mono).apply(&mut frame);
        assert!(frame.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
        assert_eq!(frame[(0, 0)].modifier, Modifier::BOLD);
        assert_eq!(frame[(1, 0)].modifier, Modifier::REVERSED);
    }

    #[test]
    fn smaller_palettes_keep_the_terminals_own_colours() {
        let mut reduced = frame();
        Reducer::new(ColorDepth::Ansi256).apply(&mut reduced);
        assert_eq!(reduced[(0, 0)].bg, Color::Indexed(215));
        assert_eq!(reduced[(0, 0)].fg, Color::Indexed(16));
        assert_eq!(reduced[(1, 0)].fg, Color::LightCyan);

        let mut reduced = frame();
        Reducer::new(ColorDepth::Ansi16).apply(&mut reduced);
        assert!(!matches!(reduced[(0, 0)].bg, Color::Rgb(..) | Color::Indexed(_)));
        assert_eq!(reduced[(0, 0)].fg, Color::Black);

        let mut untouched = frame();
        Reducer::new(ColorDepth::TrueColor).apply(&mut untouched);
        assert_eq!(untouched, frame());
    }

    #[test]
    fn an_xterm_colour_is_its_own_nearest() {
        for index in 16..=255 {
            let Color::Indexed(found) = nearest_of_256(xterm(index)) else { panic!("not indexed") };
            assert_eq!(xterm(found), xterm(index));
        }
    }

    #[test]
    fn data_stays_readable_and_its_signs_apart_in_every_depth() {
        let rgb = |color: Color| match color {
            Color::Indexed(index) => xterm(index),
            other => ANSI16.iter().find(|(_, named)| *named == other).unwrap().0,
        };
        for map in [Colormap::signed(HeatColors::DARK), Colormap::signed(HeatColors::LIGHT)] {
            for depth in [ColorDepth::Ansi16, ColorDepth::Ansi256] {
                let mut reducer = Reducer::new(depth);
                for step in 1..=20 {
                    for value in [f64::from(step) / 20.0, f64::from(step) / -20.0] {
                        let style = map.style(value);
                        let (fg, bg) = (reducer.reduce(style.fg.unwrap()), reducer.reduce(style.bg.unwrap()));
                        assert!(contrast(rgb(fg), rgb(bg)) > 2.9, "{depth} {value} {fg:?} on {bg:?}");
                    }
                }
                let end = |value| map.style(value).bg.unwrap();
                assert_ne!(reducer.reduce(end(1.0)), reducer.reduce(end(-1.0)));
            }
        }
    }
}
