//! `glassformer grade`: what the sessions of a class hold, computed again.
//!
//! A session is a stranger's program. So it is read and run by a child process with limits of its own ([`child`]), which the parent
//! watches ([`parent`]): a file that ends its child is one line of trouble, and the class goes on.

mod child;
mod parent;
mod report;
mod wire;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::arguments::Engine;
use super::arguments::headless::{Grade as Options, GradeForm};
use super::{Failure, output};
use crate::notebook::library::LessonLibrary;
use crate::notebook::session;
use crate::notebook::session::grade::LessonGrade;

/// How long one lesson of one learner may take: a hundred times what the slowest of the course does.
const PATIENCE: Duration = Duration::from_mins(1);

/// Everything that was graded.
struct Class {
    learners: Vec<Learner>,
    /// What could not be read, in a sentence each.
    trouble: Vec<String>,
}

/// One learner's work.
struct Learner {
    name: String,
    /// By the lesson's place in the library.
    grades: BTreeMap<usize, LessonGrade>,
}

/// Grades every session, and prints a table; fails at the end where one of them could not be read.
pub(super) fn run(library: &LessonLibrary, engine: &Engine, options: &Options) -> Result<ExitCode, Failure> {
    if options.supervised {
        return child::run(library, &options.lesson);
    }
    // What is wrong with the call is said once, and not by every child.
    wanted(library, &options.lesson)?;
    let mut class = Class { learners: Vec::new(), trouble: Vec::new() };
    let mut works = Vec::new();
    for path in &options.sessions {
        match works_of(path) {
            Ok(found) => works.extend(found),
            Err(why) => class.trouble.push(why),
        }
    }
    let files: Vec<&Path> = works.iter().flat_map(|work| &work.files).map(PathBuf::as_path).collect();
    let mut read = parent::read(engine, &options.lesson, &files)?.into_iter();
    for (work, name) in works.iter().zip(names(&works)) {
        let mut learner = Learner { name, grades: BTreeMap::new() };
        for file in read.by_ref().take(work.files.len()) {
            learner.grades.extend(file.grades);
            class.trouble.extend(file.trouble);
        }
        class.learners.push(learner);
    }
    let mut out = output::stdout();
    match options.form() {
        GradeForm::Table => report::table(&mut out, library, &class)?,
        GradeForm::Json => report::json(&mut out, library, &class)?,
        GradeForm::Csv => report::csv(&mut out, library, &class)?,
    }
    if class.trouble.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    Err(Failure::failed(class.trouble.join("\nglassformer: ")))
}

/// The places of the lessons that are asked for; without any, all of them.
fn wanted(library: &LessonLibrary, names: &[String]) -> Result<Vec<usize>, Failure> {
    if names.is_empty() {
        return Ok((0..library.entries().len()).collect());
    }
    let place = |name: &String| {
        let id = library.open(name)?.front.id;
        let found = library.entries().iter().position(|entry| *entry.id() == *id);
        found.ok_or_else(|| {
            Failure::wrong(format!("`{name}` is not one of the known lessons: give its folder with `--lessons`"))
        })
    };
    names.iter().map(place).collect()
}

/// How the learners are called: by their files, and where two files have the same name, by their paths.
fn names(works: &[Work]) -> Vec<String> {
    let stem = |work: &Work| work.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let stems: Vec<String> = works.iter().map(stem).collect();
    let is_alone = |name: &String| stems.iter().filter(|other| *other == name).count() == 1 && !name.is_empty();
    stems
        .iter()
        .zip(works)
        .map(|(stem, work)| if is_alone(stem) { stem.clone() } else { work.path.display().to_string() })
        .collect()
}

/// What belongs to one learner.
struct Work {
    /// What was named, or lies in the folder that was.
    path: PathBuf,
    files: Vec<PathBuf>,
}

/// Whose work a path stands for: a file is a learner's, and so is a folder as the program keeps one, with a file a lesson. Any other
/// folder is one of a class, with a file a learner.
fn works_of(path: &Path) -> Result<Vec<Work>, String> {
    let work = |path: &Path, files: Vec<PathBuf>| Work { path: path.to_owned(), files };
    if !path.is_dir() {
        return Ok(vec![work(path, vec![path.to_owned()])]);
    }
    let shown = path.display();
    let files = session::files(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    if files.is_empty() {
        return Err(format!(
            "there are no sessions in {shown}: name the session files, or the folder that contains them"
        ));
    }
    let (kept, named): (Vec<_>, Vec<_>) =
        files.iter().cloned().partition(|file| file.extension().is_some_and(|ending| ending == "session"));
    if kept.is_empty() || !kept.iter().all(|file| session::is_of_folder(file)) {
        return Ok(files.iter().map(|file| work(file, vec![file.clone()])).collect());
    }
    for file in named {
        let words = "was not graded: this folder belongs to one learner, with one file per lesson";
        // Without standard error there is nobody to tell.
        let _ = writeln!(output::stderr(), "glassformer: {} {words}", file.display());
    }
    Ok(vec![work(path, kept)])
}
