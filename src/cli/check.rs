//! `glassformer check`: the linter of lessons, and of the grammar that the translation task is drawn from.

mod grammar;
mod visible_answers;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;

use super::{Failure, output};
use crate::notebook::counted::counted;
use crate::notebook::lesson::{Lesson, LessonFile};
use crate::notebook::library::{self, LessonLibrary, OpenError, folder_of, lesson_files, same_id};
use crate::notebook::lint;
use crate::notebook::problem::LessonProblem;

/// The pages of tables that say where the lessons of their folder show something: what they are to show, and each term.
const TABLES: [&str; 2] = ["COVERAGE.md", "GLOSSARY.md"];

/// Checks the given lessons and grammars, or all that the program carries, and fails when there is a problem.
pub(super) fn run(library: &LessonLibrary, paths: &[PathBuf], as_json: bool) -> Result<(), Failure> {
    let (grammars, lessons): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|path| grammar::is_grammar(path));
    let mut problems = grammar::problems(&grammars, paths.is_empty())?;
    let grammars = if paths.is_empty() { 1 } else { grammars.len() };
    let mut counts = Counts { grammars, ..Counts::default() };
    let mut is_unread = false;
    if paths.is_empty() || !lessons.is_empty() {
        is_unread = check_lessons(library, &lessons, &mut problems, &mut counts)?;
    }
    report(&problems, &counts, is_unread, as_json)
}

/// Checks lessons. Whether one of them could not be read.
fn check_lessons(
    library: &LessonLibrary,
    paths: &[PathBuf],
    problems: &mut Vec<LessonProblem>,
    counts: &mut Counts,
) -> Result<bool, Failure> {
    // Links lead to the lessons beside a file, too, as they do on the screen.
    let folder = |path: &PathBuf| if path.is_dir() { path.clone() } else { folder_of(path).to_owned() };
    let library = &paths.iter().map(folder).fold(library.clone(), |library, path| library.with_neighbours(&path));
    let lessons: Vec<_> = if paths.is_empty() {
        let entries = library.entries().iter().chain(library.shared());
        entries.map(|entry| (entry.slug.to_string(), entry.open())).collect()
    } else {
        files(paths)?.into_iter().map(|path| (path.display().to_string(), library.read(&path))).collect()
    };
    let is_unread = lessons.iter().any(|(_, lesson)| lesson.is_err());
    for (_, lesson) in &lessons {
        match lesson {
            Ok(lesson) => {
                problems.extend(lint::check(&Arc::new(lesson.clone()), library));
                problems.extend(visible_answers::problems(lesson, library));
            }
            // A name that somebody has typed, and nothing is called so.
            Err(error @ OpenError::Unreadable { path, .. }) if path.symlink_metadata().is_err() => {
                return Err(Failure::wrong(error.to_string()));
            }
            Err(error) => problems.extend(error.problems()),
        }
    }
    problems.extend(twice(lessons.iter().filter_map(|(_, lesson)| lesson.as_ref().ok())));
    problems.extend(tables(paths, library)?);
    // A shared example is checked with every lesson that uses it.
    let mut told = BTreeSet::new();
    problems.retain(|problem| told.insert(problem.to_string()));
    let is_shared = |lesson: &Lesson| lesson.front.shared;
    let shared = lessons.iter().filter(|(_, lesson)| lesson.as_ref().is_ok_and(is_shared)).count();
    (counts.lessons, counts.shared) = (lessons.len() - shared, shared);
    Ok(is_unread)
}

/// Lessons with the id of another one: only one of them could be opened.
fn twice<'l>(lessons: impl Iterator<Item = &'l Lesson>) -> Vec<LessonProblem> {
    let mut first: BTreeMap<&str, &LessonFile> = BTreeMap::new();
    let mut problems = Vec::new();
    for lesson in lessons {
        match first.get(&*lesson.front.id) {
            Some(other) if other.name() != lesson.file.name() => {
                problems.push(same_id(&lesson.file, &lesson.front.id, other.name()));
            }
            Some(_) => {}
            None => _ = first.insert(&lesson.front.id, &lesson.file),
        }
    }
    problems
}

/// Checks the pages of tables among the given paths and in the given folders; without any, those of the course.
fn tables(paths: &[PathBuf], library: &LessonLibrary) -> Result<Vec<LessonProblem>, Failure> {
    if paths.is_empty() {
        let pages = library::tables();
        return Ok(pages.iter().flat_map(|page| lint::coverage::check(page, &LessonLibrary::embedded())).collect());
    }
    let pages = paths
        .iter()
        .flat_map(|path| if path.is_dir() { TABLES.map(|page| path.join(page)).to_vec() } else { vec![path.clone()] });
    let pages = pages.filter(|page| is_table(page) && page.exists());
    let read: Vec<LessonFile> = pages.map(|page| library::read_table(&page)).collect::<Result<_, _>>()?;
    Ok(read.iter().flat_map(|page| lint::coverage::check(page, library)).collect())
}

fn is_table(path: &Path) -> bool {
    path.file_name().is_some_and(|name| TABLES.iter().any(|page| name == *page))
}

/// What is said of a folder without lessons.
pub(super) fn no_lesson(folder: &Path) -> String {
    format!("there is no lesson in {}: a lesson is a file that ends in `.md`", folder.display())
}

/// The files that are meant: a folder stands for all lessons in it, and must have some, or a page of tables.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths.iter().filter(|path| !is_table(path)) {
        if path.extension().is_some_and(|ending| ending == "zip") {
            let pack = path.display();
            return Err(Failure::wrong(format!(
                "{pack} is a pack: to check it, run `glassformer --lessons {pack} check`"
            )));
        }
        if !Path::is_dir(path) {
            files.push(path.clone());
            continue;
        }
        let lessons = lesson_files(path)?;
        // Whoever checks a folder by a wrong name must not be told that all is well.
        if lessons.is_empty() && !TABLES.iter().any(|page| path.join(page).exists()) {
            return Err(Failure::wrong(no_lesson(path)));
        }
        files.extend(lessons);
    }
    Ok(files)
}

/// How much was checked.
#[derive(Default)]
struct Counts {
    grammars: usize,
    lessons: usize,
    /// Examples from which lessons take cells, and which nobody opens.
    shared: usize,
}

impl Counts {
    /// `31 lessons, 2 shared examples and 1 grammar`.
    fn said(&self) -> String {
        let parts = [(self.lessons, "lesson"), (self.shared, "shared example"), (self.grammars, "grammar")];
        let parts: Vec<String> =
            parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, of)| counted(count, of)).collect();
        match parts.as_slice() {
            [] => counted(0, "lesson"),
            [one] => one.clone(),
            [some @ .., last] => format!("{} and {last}", some.join(", ")),
        }
    }
}

fn report(problems: &[LessonProblem], counts: &Counts, is_unread: bool, as_json: bool) -> Result<(), Failure> {
    let mut out = output::stdout();
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
            writeln!(out, "{}: no problems", counts.said())?;
        }
    }
    // What cannot be read cannot be run, and may hide as much again.
    let more = if is_unread { " so far: the rest of a lesson is checked once it can be read" } else { "" };
    match problems.len() {
        0 => Ok(()),
        count => Err(Failure::failed(format!("{}{more}", counted(count, "problem")))),
    }
}
