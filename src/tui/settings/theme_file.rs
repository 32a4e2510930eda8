//! A theme of the reader's own, as a file: which theme it changes, and the colors it changes there.

use std::ops::Range;

use ratatui::style::Color;
use toml::Spanned;
use toml::de::DeValue;

use super::document::{Entry, SettingsFile, entries};
use crate::notebook::problem::LessonProblem;
use crate::tui::theme::colormap::HeatColors;
use crate::tui::theme::depth::ANSI16;
use crate::tui::theme::oklab::Rgb;
use crate::tui::theme::{CustomTheme, Role, ThemeName};

/// What such a file may hold.
const PARTS: [&str; 4] = ["base", "text", "background", "numbers"];
/// The numbers whose colors can be set.
const NUMBERS: [&str; 5] = ["minus", "zero", "plus", "half", "one"];
/// The 16 colors of a terminal, in the order of their numbers, each after the first eight with `bright-` before it.
const NAMES: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// Reads the file of a theme.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(file: &str, text: &str) -> Result<CustomTheme, Vec<LessonProblem>> {
    let document = SettingsFile::read(file, text)?;
    let mut reader = Reader { document: &document, problems: Vec::new() };
    let mut theme = CustomTheme::new(reader.base());
    for (name, place, value) in document.entries() {
        match name {
            "base" => {}
            "text" => theme.text = reader.roles(value),
            "background" => theme.behind = reader.roles(value),
            "numbers" => reader.numbers(value, &mut theme.heat),
            _ => reader.unknown(name, &place, "part of a theme", &PARTS),
        }
    }
    if reader.problems.is_empty() { Ok(theme) } else { Err(reader.problems) }
}

/// Reads the parts of a file, and gathers what is wrong with them.
struct Reader<'d, 't> {
    document: &'d SettingsFile<'t>,
    problems: Vec<LessonProblem>,
}

impl<'d, 't> Reader<'d, 't> {
    fn refuse(&mut self, at: &Range<usize>, message: impl Into<String>) {
        self.problems.push(self.document.problem(at.start, message));
    }

    fn unknown(&mut self, name: &str, place: &Range<usize>, what: &str, known: &[&str]) {
        let problem = self.document.problem(place.start, format!("there is no {what} called `{name}`"));
        let near = problem.clone().with_nearest(name, known.iter().copied());
        let all = problem.with_help(format!("use one of {}", known.join(", ")));
        self.problems.push(if near.help.is_some() { near } else { all });
    }

    fn base(&mut self) -> ThemeName {
        let entry = self.document.entries().into_iter().find(|(name, ..)| *name == "base");
        let Some((_, _, value)) = entry else { return ThemeName::Dark };
        match value.get_ref().as_str() {
            Some("dark") => return ThemeName::Dark,
            Some("light") => return ThemeName::Light,
            _ => self.refuse(&value.span(), "`base` must be \"dark\" or \"light\""),
        }
        ThemeName::Dark
    }

    fn table(&mut self, value: &'d Spanned<DeValue<'t>>) -> Vec<Entry<'d, 't>> {
        if let Some(table) = value.get_ref().as_table() {
            return entries(table);
        }
        self.refuse(&value.span(), "expected a section of colors, such as `[text]`");
        Vec::new()
    }

    fn roles(&mut self, value: &'d Spanned<DeValue<'t>>) -> Vec<(Role, Color)> {
        let mut colors = Vec::new();
        for (name, place, value) in self.table(value) {
            match Role::ALL.into_iter().find(|role| role.name() == name) {
                None => self.unknown(name, &place, "role", &Role::ALL.map(Role::name)),
                Some(role) => match color(value.get_ref()) {
                    Some(color) => colors.push((role, color)),
                    None => self.refuse(
                        &value.span(),
                        format!(
                            "`{name}`: this is not a color; write \"#rrggbb\", a number from 0 to 255, \"default\", or one of {} \
                             (also with `bright-` before it)",
                            NAMES.join(", ")
                        ),
                    ),
                },
            }
        }
        colors
    }

    fn numbers(&mut self, value: &'d Spanned<DeValue<'t>>, heat: &mut HeatColors) {
        for (name, place, value) in self.table(value) {
            let slot = match name {
                "minus" => &mut heat.minus,
                "zero" => &mut heat.zero,
                "plus" => &mut heat.plus,
                "half" => &mut heat.half,
                "one" => &mut heat.one,
                _ => {
                    self.unknown(name, &place, "color of numbers", &NUMBERS);
                    continue;
                }
            };
            match value.get_ref().as_str().and_then(rgb) {
                Some(color) => *slot = color,
                None => self.refuse(
                    &value.span(),
                    format!("`{name}`: colors of numbers are blended, so only \"#rrggbb\" is allowed here"),
                ),
            }
        }
    }
}

/// `#rrggbb`, the name of one of the 16 colors, or the number of one of 256.
fn color(value: &DeValue<'_>) -> Option<Color> {
    if let Some(number) = value.as_integer() {
        let index = u8::from_str_radix(number.as_str(), number.radix()).ok()?;
        return Some(Color::Indexed(index));
    }
    let text = value.as_str()?;
    if text == "default" {
        return Some(Color::Reset);
    }
    if let Some(Rgb(r, g, b)) = rgb(text) {
        return Some(Color::Rgb(r, g, b));
    }
    let (name, first) = text.strip_prefix("bright-").map_or((text, 0), |name| (name, NAMES.len()));
    let index = NAMES.iter().position(|known| *known == name)?;
    ANSI16.get(first + index).map(|(_, color)| *color)
}

fn rgb(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| is_hex).map(Rgb::of)
}

#[cfg(test)]
mod tests {
    use ratatui::style::Modifier;

    use super::*;
    use crate::tui::theme::depth::ColorDepth;
    use crate::tui::theme::{Theme, ThemeChoice};

    #[test]
    fn example_of_the_documentation_is_a_theme() {
        let page = include_str!("../../../docs/themes.md");
        let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        let theme = read("themes.md", example).unwrap();
        assert!(theme.text.len() > 10 && !theme.behind.is_empty() && theme.heat != HeatColors::DARK);
        for role in Role::ALL {
            assert!(page.contains(&format!("`{}`", role.name())), "{role:?} is not explained");
        }
    }

    #[test]
    fn colors_are_hex_names_or_numbers() {
        let text =
            "[text]\ntitle = \"#88C0d0\"\ndim = 245\nerror = \"bright-red\"\nkey = \"black\"\nlink = \"default\"\n";
        assert_eq!(
            read("a.toml", text).unwrap().text,
            [
                (Role::Title, Color::Rgb(0x88, 0xc0, 0xd0)),
                (Role::Dim, Color::Indexed(245)),
                (Role::Error, Color::LightRed),
                (Role::Key, Color::Black),
                (Role::Link, Color::Reset),
            ]
        );
    }

    #[test]
    fn everything_wrong_is_reported_with_its_line() {
        let text = "base = \"mono\"\nnumbers = 3\n[text]\ndimm = 1\ntitle = \"#12345\"\nkey = 256\n[background]\nfound = \"pink\"\n\
                    [texts]\n";
        let told: Vec<String> = read("a.toml", text).unwrap_err().iter().map(ToString::to_string).collect();
        let color = "this is not a color; write \"#rrggbb\", a number from 0 to 255, \"default\", or one of black, red, green, \
                     yellow, blue, magenta, cyan, white (also with `bright-` before it)";
        assert_eq!(
            told,
            [
                "a.toml:1:8: `base` must be \"dark\" or \"light\"".to_owned(),
                "a.toml:2:11: expected a section of colors, such as `[text]`".to_owned(),
                "a.toml:4:1: there is no role called `dimm`; did you mean `dim`?".to_owned(),
                format!("a.toml:5:9: `title`: {color}"),
                format!("a.toml:6:7: `key`: {color}"),
                format!("a.toml:8:9: `found`: {color}"),
                "a.toml:9:2: there is no part of a theme called `texts`; did you mean `text`?".to_owned(),
            ]
        );
        let told = read("a.toml", "[numbers]\nplus = 3\nzro = \"#000000\"\n").unwrap_err();
        assert_eq!(
            told[0].to_string(),
            "a.toml:2:8: `plus`: colors of numbers are blended, so only \"#rrggbb\" is allowed here"
        );
        assert!(told[1].to_string().contains("did you mean `zero`?"));
    }

    #[test]
    fn own_theme_draws_its_colors() {
        let text = "base = \"light\"\n[text]\ndim = 245\n[background]\nselection = \"#434c5e\"\n[numbers]\nplus = \"#ff0000\"\n";
        let choice = ThemeChoice::Custom(Box::new(read("a.toml", text).unwrap()));
        let theme = Theme::chosen(&choice, ColorDepth::TrueColor);
        let dim = theme.style(Role::Dim);
        assert_eq!((dim.fg, dim.add_modifier), (Some(Color::Indexed(245)), Modifier::empty()));
        let selection = theme.style(Role::Selection);
        assert_eq!((selection.bg, selection.add_modifier), (Some(Color::Rgb(0x43, 0x4c, 0x5e)), Modifier::empty()));
        assert_eq!(theme.style(Role::Title).fg, Some(Color::Blue), "the rest is that of the light theme");
        assert_eq!(theme.signed.unwrap().style(1.0).bg, Some(Color::Rgb(255, 0, 0)));
        let mono = Theme::chosen(&choice, ColorDepth::Mono);
        assert!(mono.style(Role::Dim).fg.is_none() && mono.signed.is_none(), "without colors it has none");
    }
}
