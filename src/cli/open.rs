//! `glassformer [LESSON]`: the course on the screen.

use std::path::Path;
use std::process::ExitCode;

use super::Failure;
use super::arguments::Screen;
use crate::notebook::lesson::Lesson;
use crate::notebook::library::{Library, OpenError, read_lesson};
use crate::tui::runner;
use crate::tui::theme::depth::{ColorDepth, Environment};

/// Opens the screen and stays until it is left.
pub(super) fn run(library: Library, name: Option<&str>, screen: &Screen) -> Result<ExitCode, Failure> {
    let lesson = name.map(|name| lesson(&library, name)).transpose()?;
    let depth = ColorDepth::decide(screen.color, &Environment::read());
    let options = runner::Options { theme: screen.theme, depth, mouse: !screen.no_mouse };
    match runner::run(library, lesson, options)? {
        // As a shell reports a program that a signal ended.
        Some(signal) => Ok(ExitCode::from(u8::try_from(128 + signal).unwrap_or(u8::MAX))),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The lesson of this name, or the file that the name is the path of.
pub(super) fn lesson(library: &Library, name: &str) -> Result<Lesson, OpenError> {
    let is_file = library.find(name).is_none() && Path::new(name).extension().is_some_and(|ending| ending == "md");
    if is_file { read_lesson(Path::new(name)) } else { library.open(name) }
}
