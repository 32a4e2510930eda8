//! `glassformer check`: the linter of lessons.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;

use super::Failure;
use crate::notebook::library::{Library, OpenError, folder_of, lesson_files};
use crate::notebook::lint;
use crate::notebook::problem::Problem;

/// Checks the given lessons, or those of the library, and fails when there is a problem.
pub(super) fn run(library: &Library, paths: &[PathBuf], as_json: bool) -> Result<(), Failure> {
    // Links lead to the lessons beside a file, too, as they do on the screen.
    let folder = |path: &PathBuf| if path.is_dir() { path.clone() } else { folder_of(path).to_owned() };
    let library = &paths.iter().map(folder).fold(library.clone(), |library, path| library.with_neighbours(&path));
    let lessons: Vec<_> = if paths.is_empty() {
        let entries = library.entries().iter().chain(library.shared());
        entries.map(|entry| (entry.slug.to_string(), entry.open())).collect()
    } else {
        files(paths)?.into_iter().map(|path| (path.display().to_string(), library.read(&path))).collect()
    };
    let mut problems = Vec::new();
    for (_, lesson) in &lessons {
        match lesson {
            Ok(lesson) => problems.extend(lint::check(&Arc::new(lesson.clone()), library)),
            Err(OpenError::Broken(broken)) => problems.extend(broken.iter().cloned()),
            Err(error) => return Err(Failure::wrong(error.to_string())),
        }
    }
    // A shared example is checked with every lesson that uses it.
    let mut told = BTreeSet::new();
    problems.retain(|problem| told.insert(problem.to_string()));
    report(&problems, lessons.len(), as_json)
}

/// The files that are meant: a folder stands for all lessons in it.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if Path::is_dir(path) { files.extend(lesson_files(path)?) } else { files.push(path.clone()) }
    }
    Ok(files)
}

fn report(problems: &[Problem], lessons: usize, as_json: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if as_json {
        let list: Vec<_> = problems
            .iter()
            .map(|problem| {
                json!({
                    "file": &*problem.file, "line": problem.line, "column": problem.column,
                    "message": &*problem.message, "help": problem.help.as_deref(),
                })
            })
            .collect();
        writeln!(out, "{:#}", json!(list))?;
    } else {
        for problem in problems {
            writeln!(out, "{problem}")?;
        }
        if problems.is_empty() {
            writeln!(out, "{lessons} lesson{}, no problem", if lessons == 1 { "" } else { "s" })?;
        }
    }
    match problems.len() {
        0 => Ok(()),
        1 => Err(Failure::failed("1 problem")),
        count => Err(Failure::failed(format!("{count} problems"))),
    }
}
