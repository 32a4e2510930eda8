//! What the reader has set once and for all, in files: [`read`] reads `config.toml`, [`keymap::file`](super::keymap::file) `keys.toml`.
//!
//! What is wrong with such a file is told, all of it, each with its line and what would be right.

use std::fmt::Display;
use std::str::FromStr;

use toml::Spanned;
use toml::de::DeValue;

use super::theme::ThemeName;
use super::theme::depth::ColorDepth;
use crate::notebook::problem::LessonProblem;
use crate::words::Language;
use document::SettingsFile;

pub(crate) mod document;
pub mod theme_file;

/// The name of the theme that the terminal's own colors choose.
pub const AUTO: &str = "auto";

/// What a file of settings says; what it does not say is for the command line, the environment or the program to decide.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// The name of the theme.
    pub theme: Option<String>,
    /// How many colours the terminal has.
    pub color: Option<ColorDepth>,
    /// The language of the program's own words.
    pub language: Option<Language>,
    /// Whether nothing may move by itself.
    pub reduced_motion: Option<bool>,
    /// Whether clicks come to the program.
    pub mouse: Option<bool>,
    /// Whether texts may go to the clipboard of the terminal.
    pub clipboard: Option<bool>,
    /// Whether pictures are drawn in real pixels, where the terminal shows them.
    pub graphics: Option<bool>,
}

/// Every name of the file.
const NAMES: [&str; 7] = ["theme", "color", "language", "reduced-motion", "mouse", "clipboard", "graphics"];

/// Reads a file of settings, where the reader has themes of these names.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(file: &str, text: &str, own_themes: &[String]) -> Result<Settings, Vec<LessonProblem>> {
    let document = SettingsFile::read(file, text)?;
    let mut settings = Settings::default();
    let mut problems = Vec::new();
    for (name, place, value) in document.entries() {
        let taken = match name {
            "theme" => theme(value, own_themes).map(|theme| settings.theme = Some(theme)),
            "color" => named(value).map(|color| settings.color = Some(color)),
            "language" => named(value).map(|language| settings.language = Some(language)),
            "reduced-motion" => switch(value).map(|on| settings.reduced_motion = Some(on)),
            "mouse" => switch(value).map(|on| settings.mouse = Some(on)),
            "clipboard" => switch(value).map(|on| settings.clipboard = Some(on)),
            "graphics" => switch(value).map(|on| settings.graphics = Some(on)),
            _ => {
                let unknown = document.problem(place.start, format!("there is no setting `{name}`"));
                let all = unknown.clone().with_help(format!("the settings are {}", NAMES.join(", ")));
                let near = unknown.with_nearest(name, NAMES);
                problems.push(if near.help.is_some() { near } else { all });
                continue;
            }
        };
        if let Err(why) = taken {
            problems.push(document.problem(value.span().start, format!("`{name}`: {why}")));
        }
    }
    if problems.is_empty() { Ok(settings) } else { Err(problems) }
}

fn theme(value: &Spanned<DeValue<'_>>, own: &[String]) -> Result<String, String> {
    let name = text(value)?;
    is_theme(name, own).then(|| name.to_owned()).ok_or_else(|| no_such_theme(name, own))
}

/// Whether a theme has this name: the program's, or the reader's.
fn is_theme(name: &str, own: &[String]) -> bool {
    name == AUTO || name.parse::<ThemeName>().is_ok() || own.iter().any(|own| own == name)
}

/// Says that no theme has this name, and which ones there are.
pub fn no_such_theme(name: &str, own: &[String]) -> String {
    let all: Vec<String> = [AUTO.to_owned()]
        .into_iter()
        .chain(ThemeName::ALL.map(|name| name.to_string()))
        .chain(own.iter().cloned())
        .collect();
    format!("there is no theme `{name}`: the themes are {}", all.join(", "))
}

/// A value that is read from its name in quotes.
fn named<T: FromStr<Err: Display>>(value: &Spanned<DeValue<'_>>) -> Result<T, String> {
    text(value)?.parse().map_err(|why: T::Err| why.to_string())
}

fn text<'v>(value: &'v Spanned<DeValue<'_>>) -> Result<&'v str, String> {
    value.get_ref().as_str().ok_or_else(|| "expected a name in quotes".to_owned())
}

fn switch(value: &Spanned<DeValue<'_>>) -> Result<bool, String> {
    value.get_ref().as_bool().ok_or_else(|| "expected true or false, without quotes".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_read_and_the_rest_is_left_open() {
        let text = "theme = \"contrast\"\ncolor = \"256\"\nlanguage = \"de\"\nreduced-motion = true\nmouse = false\n";
        let settings = read("config.toml", text, &[]).unwrap();
        assert_eq!(settings.theme.as_deref(), Some("contrast"));
        assert_eq!(settings.color, Some(ColorDepth::Ansi256));
        assert_eq!(settings.language, Some(Language::German));
        assert_eq!((settings.reduced_motion, settings.mouse, settings.clipboard), (Some(true), Some(false), None));
        assert_eq!(read("config.toml", "", &[]), Ok(Settings::default()));
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once() {
        let text = "theme = \"sepia\"\nmuose = true\nmouse = \"yes\"\ncolor = 256\nlanguage = \"fr\"\n[lesson]\n";
        let problems = read("config.toml", text, &["nord".to_owned()]).unwrap_err();
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "config.toml:1:9: `theme`: there is no theme `sepia`: the themes are auto, dark, light, mono, contrast, nord",
                "config.toml:2:1: there is no setting `muose`; did you mean `mouse`?",
                "config.toml:3:9: `mouse`: expected true or false, without quotes",
                "config.toml:4:9: `color`: expected a name in quotes",
                "config.toml:5:12: `language`: the available languages are en and de",
                "config.toml:6:2: there is no setting `lesson`; the settings are theme, color, language, reduced-motion, mouse, clipboard, graphics",
            ]
        );
    }

    #[test]
    fn theme_may_be_auto_or_ones_own() {
        for name in ["auto", "nord", "light"] {
            let settings = read("config.toml", &format!("theme = \"{name}\"\n"), &["nord".to_owned()]).unwrap();
            assert_eq!(settings.theme.as_deref(), Some(name));
        }
    }
}
