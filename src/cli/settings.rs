//! What the reader has set once and for all: the files in the folder of settings.
//!
//! They are read before the terminal is touched. Everything that is wrong with them is told, all of it, and the program ends.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use super::Failure;
use super::arguments::Screen;
use crate::notebook::problem::Problem;
use crate::tui::keymap::{self, Keymap};
use crate::tui::settings::{self, Settings};

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// What the reader has set, and the reader's keys.
///
/// # Errors
/// Whatever is wrong with either file.
pub(super) fn read(screen: &Screen) -> Result<(Settings, Keymap), Failure> {
    let settings = settings(screen.settings.as_deref())?;
    let keymap = keys(screen.keys.as_deref())?;
    match (settings, keymap) {
        (Ok(settings), Ok(keymap)) => Ok((settings, keymap)),
        (settings, keymap) => {
            let problems: Vec<Problem> =
                settings.err().into_iter().flatten().chain(keymap.err().into_iter().flatten()).collect();
            Err(Failure::wrong(together(&problems)))
        }
    }
}

/// The keys of a file that is named.
pub(super) fn keymap(named: &Path) -> Result<Keymap, Failure> {
    keys(Some(named))?.map_err(|problems| Failure::wrong(together(&problems)))
}

type Read<T> = Result<T, Vec<Problem>>;

fn settings(named: Option<&Path>) -> Result<Read<Settings>, Failure> {
    let file = text(named, "config.toml")?;
    Ok(file.map_or_else(|| Ok(Settings::default()), |(file, text)| settings::read(&file, &text)))
}

fn keys(named: Option<&Path>) -> Result<Read<Keymap>, Failure> {
    let file = text(named, "keys.toml")?;
    Ok(file.map_or_else(|| Ok(Keymap::new()), |(file, text)| keymap::file::read(&file, &text)))
}

/// Problems as one message, a line each.
fn together(problems: &[Problem]) -> String {
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    format!("what you have set cannot be used, so nothing was started:\n{}", told.join("\n"))
}

/// What is in the file that is named, which must be there, or in the reader's own, which may be missing.
fn text(named: Option<&Path>, own: &str) -> Result<Option<(String, String)>, Failure> {
    let Some(path) = named.map(Path::to_owned).or_else(|| folder().map(|folder| folder.join(own))) else {
        return Ok(None);
    };
    match contents(&path) {
        Ok(text) => Ok(Some((path.display().to_string(), text))),
        Err(error) if named.is_none() && error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::wrong(format!("cannot read {}: {error}", path.display()))),
    }
}

/// The text of a file of settings.
pub(super) fn contents(path: &Path) -> io::Result<String> {
    let size = fs::metadata(path)?.len();
    if size > LONGEST {
        return Err(io::Error::other(format!("it has {size} bytes, too many for settings")));
    }
    let text = String::from_utf8(fs::read(path)?).map_err(|_| io::Error::other("it is no UTF-8 text"))?;
    // Some editors begin a file with a mark of its encoding.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Where settings lie: `$XDG_CONFIG_HOME/glassformer`, else `~/.config/glassformer`, on Windows `%APPDATA%\glassformer`.
fn folder() -> Option<PathBuf> {
    folder_from(cfg!(windows), |name| env::var_os(name).map(PathBuf::from))
}

/// A relative path in a variable is no answer, says the XDG standard.
fn folder_from(is_windows: bool, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let folder = |name| variable(name).filter(|path: &PathBuf| path.is_absolute());
    let base = folder("XDG_CONFIG_HOME")
        .or_else(|| if is_windows { folder("APPDATA") } else { folder("HOME").map(|home| home.join(".config")) });
    base.map(|base| base.join("glassformer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_lie_where_the_system_has_them() {
        let given = |all: &'static [(&str, &str)]| {
            move |name: &str| all.iter().find(|(known, _)| *known == name).map(|(_, path)| PathBuf::from(path))
        };
        let own = folder_from(false, given(&[("XDG_CONFIG_HOME", "/c"), ("HOME", "/home/ada")]));
        assert_eq!(own, Some(PathBuf::from("/c/glassformer")));
        let home = folder_from(false, given(&[("XDG_CONFIG_HOME", "relative"), ("HOME", "/home/ada")]));
        assert_eq!(home, Some(PathBuf::from("/home/ada/.config/glassformer")));
        assert_eq!(folder_from(false, given(&[])), None);
    }
}
