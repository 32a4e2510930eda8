//! What the reader has set once and for all: the files in the folder of settings.
//!
//! They are read before the terminal is touched. Everything that is wrong with them is told, all of it, and the program ends.

use std::io;
use std::path::Path;

use super::Failure;
use super::arguments::Screen;
use crate::notebook::disk::{self, Unread};
use crate::notebook::folders;
use crate::notebook::problem::LessonProblem;
use crate::tui::keymap::{self, Keymap};
use crate::tui::settings::{self, AUTO, Settings};
use crate::tui::theme::ThemeChoice;

/// The files in the folder of settings.
const SETTINGS: &str = "config.toml";
const KEYS: &str = "keys.toml";
/// The folder of the reader's own themes in it.
const THEMES: &str = "themes";
/// The longest file that is read, in bytes: a table of all keys has a few thousand.
const LONGEST: u64 = 1 << 20;

/// What the reader has set, the theme that the reader wants, and the reader's keys.
///
/// # Errors
/// Whatever is wrong with any of these files.
pub(super) fn read(screen: &Screen) -> Result<(Settings, ThemeChoice, Keymap), Failure> {
    let settings = settings(screen.settings.as_deref())?;
    let named = settings.as_ref().ok().and_then(|settings| settings.theme.as_deref());
    let theme = theme(screen.theme.as_deref().or(named).unwrap_or(AUTO))?;
    let keymap = keys(screen.keys.as_deref())?;
    match (settings, theme, keymap) {
        (Ok(settings), Ok(theme), Ok(keymap)) => Ok((settings, theme, keymap)),
        (settings, theme, keymap) => {
            let problems = [settings.err(), theme.err(), keymap.err()].into_iter().flatten().flatten();
            Err(Failure::wrong(together(&problems.collect::<Vec<LessonProblem>>())))
        }
    }
}

/// The theme of this name, for a picture.
///
/// # Errors
/// There is no such theme, or whatever is wrong with its file.
pub(super) fn theme_named(name: &str) -> Result<ThemeChoice, Failure> {
    theme(name)?.map_err(|problems| Failure::wrong(together(&problems)))
}

/// The theme of this name: the program's, or the reader's.
fn theme(name: &str) -> Result<Read<ThemeChoice>, Failure> {
    if name == AUTO {
        return Ok(Ok(ThemeChoice::Auto));
    }
    if let Ok(name) = name.parse() {
        return Ok(Ok(ThemeChoice::Named(name)));
    }
    let own = own_themes();
    let folder = folders::settings().filter(|_| own.iter().any(|own| own == name));
    let Some(folder) = folder else { return Err(Failure::wrong(settings::no_such_theme(name, &own))) };
    let path = folder.join(THEMES).join(format!("{name}.toml"));
    let text = contents(&path).map_err(|error| Failure::wrong(format!("cannot read {}: {error}", path.display())))?;
    let custom = settings::theme_file::read(&path.display().to_string(), &text);
    Ok(custom.map(|custom| ThemeChoice::Custom(Box::new(custom))))
}

/// The names of the reader's own themes, in order. A name that says more than a name is none.
fn own_themes() -> Vec<String> {
    let files = folders::settings().and_then(|folder| std::fs::read_dir(folder.join(THEMES)).ok());
    let name = |file: std::fs::DirEntry| file.file_name().to_str()?.strip_suffix(".toml").map(str::to_owned);
    let is_name = |name: &String| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
    };
    let mut names: Vec<String> = files.into_iter().flatten().flatten().filter_map(name).filter(is_name).collect();
    names.sort();
    names
}

/// What the reader has set, for a mode that has no keys: nobody asks what is wrong with theirs. It has no theme either, but a name that
/// is said on the command line has to be one.
///
/// # Errors
/// Whatever is wrong with the file, or there is no such theme.
pub(super) fn without_keys(screen: &Screen) -> Result<Settings, Failure> {
    if let Some(name) = &screen.theme {
        theme_named(name)?;
    }
    settings(screen.settings.as_deref())?.map_err(|problems| Failure::wrong(together(&problems)))
}

/// The keys of a file that is named.
pub(super) fn keymap(named: &Path) -> Result<Keymap, Failure> {
    keys(Some(named))?.map_err(|problems| Failure::wrong(together(&problems)))
}

/// Where the reader's own files lie, and which of them there are; for a bug report, so whatever is in them.
pub(super) fn place() -> String {
    let Some(folder) = folders::settings() else { return "none: HOME is not set".to_owned() };
    let there: Vec<&str> = [SETTINGS, KEYS].into_iter().filter(|file| folder.join(file).exists()).collect();
    format!("{}: {}", folder.display(), if there.is_empty() { "none".to_owned() } else { there.join(" ") })
}

type Read<T> = Result<T, Vec<LessonProblem>>;

fn settings(named: Option<&Path>) -> Result<Read<Settings>, Failure> {
    let file = text(named, SETTINGS)?;
    Ok(file.map_or_else(|| Ok(Settings::default()), |(file, text)| settings::read(&file, &text, &own_themes())))
}

fn keys(named: Option<&Path>) -> Result<Read<Keymap>, Failure> {
    let file = text(named, KEYS)?;
    Ok(file.map_or_else(|| Ok(Keymap::new()), |(file, text)| keymap::file::read(&file, &text)))
}

/// Problems as one message, a line each.
fn together(problems: &[LessonProblem]) -> String {
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    format!("your settings contain errors, so Glassformer was not started:\n{}", told.join("\n"))
}

/// What is in the file that is named, which must be there, or in the reader's own, which may be missing.
fn text(named: Option<&Path>, own: &str) -> Result<Option<(String, String)>, Failure> {
    let Some(path) = named.map(Path::to_owned).or_else(|| folders::settings().map(|folder| folder.join(own))) else {
        return Ok(None);
    };
    match contents(&path) {
        Ok(text) => Ok(Some((path.display().to_string(), text))),
        Err(error) if named.is_none() && is_missing(&error) => Ok(None),
        Err(error) => Err(Failure::wrong(format!("cannot read {}: {error}", path.display()))),
    }
}

/// Where a file lies in the place of a folder, there is no folder of settings.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The text of a file of settings.
pub(super) fn contents(path: &Path) -> io::Result<String> {
    let bytes = disk::read(path, LONGEST).map_err(|unread| match unread {
        Unread::Refused(error) => error,
        Unread::TooLong(size) => {
            io::Error::other(format!("it has {size} bytes, but a settings file can have at most {LONGEST}"))
        }
    })?;
    let text = String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))?;
    // Some editors begin a file with a mark of its encoding.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn refusal(path: &Path) -> String {
        contents(path).unwrap_err().to_string()
    }

    #[test]
    fn settings_are_read_up_to_a_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        fs::write(&path, "\u{feff}theme = \"dark\"\n").unwrap();
        assert_eq!(contents(&path).unwrap(), "theme = \"dark\"\n");
        fs::write(&path, vec![b'#'; (1 << 20) + 1]).unwrap();
        assert_eq!(refusal(&path), "it has 1048577 bytes, but a settings file can have at most 1048576");
        assert_eq!(contents(&folder.path().join("nowhere")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    /// A pipe waits for somebody who writes, and a device has no end.
    #[test]
    #[cfg(unix)]
    fn what_has_no_end_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(refusal(&path), "it is a named pipe, not a file");
        assert!(refusal(Path::new("/dev/zero")).contains("at most 1048576"));
        assert_eq!(contents(Path::new("/dev/null")).unwrap(), "", "nothing is set there");
    }
}
