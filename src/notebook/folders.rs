//! Where the system has a place for what belongs to this user: one folder for settings, and one for what is kept between two runs.

use std::env;
use std::path::PathBuf;

/// What a system calls its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Unix,
    MacOs,
    Windows,
}

/// Where settings lie: `$XDG_CONFIG_HOME/glassformer`, else `~/.config/glassformer`, on Windows `%APPDATA%\glassformer`. `None` where
/// the system names no place.
pub fn settings() -> Option<PathBuf> {
    settings_on(System::HERE, here)
}

/// Where what is kept between two runs lies: `$XDG_STATE_HOME/glassformer`, else `~/.local/state/glassformer`; on macOS
/// `~/Library/Application Support/glassformer`, on Windows `%LOCALAPPDATA%\glassformer`. `None` where the system names no place.
pub fn state() -> Option<PathBuf> {
    state_on(System::HERE, here)
}

impl System {
    const HERE: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Unix
    };
}

/// A variable of the environment.
fn here(name: &str) -> Option<PathBuf> {
    env::var_os(name).map(PathBuf::from)
}

fn settings_on(system: System, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let place = match system {
        System::Unix | System::MacOs => ("HOME", ".config"),
        System::Windows => ("APPDATA", ""),
    };
    folder("XDG_CONFIG_HOME", place, variable)
}

fn state_on(system: System, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let place = match system {
        System::Unix => ("HOME", ".local/state"),
        System::MacOs => ("HOME", "Library/Application Support"),
        System::Windows => ("LOCALAPPDATA", ""),
    };
    folder("XDG_STATE_HOME", place, variable)
}

/// The program's folder in the place that a variable names, else below that of another variable. A relative path in a variable is no
/// answer, says the XDG standard.
fn folder(first: &str, (second, below): (&str, &str), variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let named = |name: &str| variable(name).filter(|path| path.is_absolute());
    let place = named(first).or_else(|| named(second).map(|place| place.join(below)));
    place.map(|place| place.join("glassformer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(name: &str) -> Option<PathBuf> {
        match name {
            "HOME" => Some("/home/ada".into()),
            "LOCALAPPDATA" => Some("/local".into()),
            "APPDATA" => Some("/roaming".into()),
            _ => None,
        }
    }

    #[test]
    fn settings_lie_where_the_system_has_them() {
        let xdg = |name: &str| if name == "XDG_CONFIG_HOME" { Some("/c".into()) } else { given(name) };
        let relative = |name: &str| if name == "XDG_CONFIG_HOME" { Some("relative".into()) } else { given(name) };
        assert_eq!(settings_on(System::Unix, xdg), Some("/c/glassformer".into()));
        assert_eq!(settings_on(System::Unix, relative), Some("/home/ada/.config/glassformer".into()));
        assert_eq!(settings_on(System::MacOs, given), Some("/home/ada/.config/glassformer".into()));
        assert_eq!(settings_on(System::Windows, given), Some("/roaming/glassformer".into()));
        assert_eq!(settings_on(System::Unix, |_| None), None);
    }

    #[test]
    fn every_system_has_its_folder() {
        let xdg = |name: &str| if name == "XDG_STATE_HOME" { Some("/state".into()) } else { given(name) };
        let relative = |name: &str| if name == "XDG_STATE_HOME" { Some("state".into()) } else { given(name) };
        assert_eq!(state_on(System::Unix, given), Some("/home/ada/.local/state/glassformer".into()));
        assert_eq!(state_on(System::Unix, xdg), Some("/state/glassformer".into()));
        assert_eq!(state_on(System::Unix, relative), Some("/home/ada/.local/state/glassformer".into()));
        let mac = state_on(System::MacOs, given);
        assert_eq!(mac, Some("/home/ada/Library/Application Support/glassformer".into()));
        assert_eq!(state_on(System::Windows, given), Some("/local/glassformer".into()));
        assert_eq!(state_on(System::Unix, |_| None), None);
    }
}
