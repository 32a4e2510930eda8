//! Lessons as files: which of a folder are some, and the text of one.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use super::OpenError;
use crate::notebook::disk::{self, Unread};
use crate::notebook::lesson::LessonFile;
use crate::notebook::problem::LessonProblem;

/// The longest lesson file that is read, in bytes: a lesson is a page, not an archive.
pub(super) const MAX_BYTES: u64 = 1 << 20;

/// The folder that a file lies in.
pub fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The lesson files of a folder in the order of their names: what ends in `.md`, except pages about the lessons.
///
/// # Errors
/// If the folder cannot be read.
pub fn lesson_files(folder: &Path) -> Result<Vec<PathBuf>, OpenError> {
    let unreadable =
        |error: std::io::Error| OpenError::Unreadable { path: folder.to_owned(), reason: error.to_string() };
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    // A pipe would make the program wait for somebody who writes into it.
    let is_special = |path: &PathBuf| path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir());
    let mut files: Vec<_> = paths.into_iter().filter(|path| is_lesson_file(path) && !is_special(path)).collect();
    files.sort();
    Ok(files)
}

/// Whether a file is a lesson by its name. One that begins with a dot is an editor's or a system's.
pub(super) fn is_lesson_file(path: &Path) -> bool {
    let is_page = |stem: &OsStr| ["README", "LANGUAGE", "COVERAGE", "GLOSSARY"].iter().any(|page| stem == *page);
    let is_hidden = |stem: &OsStr| stem.as_encoded_bytes().starts_with(b".");
    path.extension().is_some_and(|ending| ending == "md")
        && path.file_stem().is_some_and(|stem| !is_page(stem) && !is_hidden(stem))
}

/// What is wrong with a lesson that has the id of another.
pub fn same_id(file: &LessonFile, id: &str, other: &str) -> LessonProblem {
    let problem = file.problem(0, format!("its id `{id}` is already used by {other}"));
    problem.with_help("every lesson needs its own id: change one of them")
}

/// The text of a file.
pub(super) fn read(path: &Path) -> Result<String, OpenError> {
    let unreadable = |reason: String| OpenError::Unreadable { path: path.to_owned(), reason };
    let bytes = disk::read(path, MAX_BYTES).map_err(|unread| match unread {
        Unread::Refused(error) => unreadable(error.to_string()),
        Unread::TooLong(size) => unreadable(format!("it has {size} bytes, but a lesson can have at most {MAX_BYTES}")),
    })?;
    String::from_utf8(bytes).map_err(|error| OpenError::Broken(vec![no_text(&path.display().to_string(), &error)]))
}

/// Where what was to be text is none.
pub(super) fn no_text(name: &str, error: &FromUtf8Error) -> LessonProblem {
    let (text, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
    let file = LessonFile::new(name, &String::from_utf8_lossy(text));
    let byte = rest.first().copied().unwrap_or_default();
    file.problem(usize::MAX, format!("the byte {byte:02X} is not UTF-8 text")).with_help("save the file as UTF-8")
}
