//! `glassformer grade`: what the sessions of a class hold, computed again.

mod report;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::arguments::headless::{Grade as Options, GradeForm};
use super::{Failure, output};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::{LessonEntry, LessonLibrary};
use crate::notebook::session::grade::LessonGrade;
use crate::notebook::session::{self, SavedProgress};
use crate::tensor::stop::Flag;

/// How long one lesson of one learner may take: a hundred times what the slowest of the course does.
const PATIENCE: Duration = Duration::from_mins(1);
/// The stack of a learner's code, which is somebody else's: what the screen gives it, too.
const STACK: usize = 16 << 20;

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
pub(super) fn run(library: &LessonLibrary, options: &Options) -> Result<ExitCode, Failure> {
    let wanted = wanted(library, &options.lesson)?;
    let mut class = Class { learners: Vec::new(), trouble: Vec::new() };
    let mut works = Vec::new();
    for path in &options.sessions {
        match works_of(path) {
            Ok(found) => works.extend(found),
            Err(why) => class.trouble.push(why),
        }
    }
    let names = names(&works);
    for (Work { path, files }, name) in works.iter().zip(names) {
        let (records, trouble) = records(files);
        class.trouble.extend(trouble);
        let mut learner = Learner { name, grades: BTreeMap::new() };
        for record in &records {
            let Some(place) = library.entries().iter().position(|entry| *entry.id() == *record.lesson) else {
                let words = "there is no such lesson here; `--lessons` names a folder or a pack that has it";
                class.trouble.push(format!("{}: `{}`: {words}", path.display(), record.lesson));
                continue;
            };
            if wanted.contains(&place) {
                learner.grades.insert(place, grade(&library.entries()[place], record)?);
            }
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
        found
            .ok_or_else(|| Failure::wrong(format!("`{name}` is in no list of lessons: give its folder by `--lessons`")))
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

/// What these files remember, and what of them cannot be read.
fn records(files: &[PathBuf]) -> (Vec<SavedProgress>, Vec<String>) {
    let (mut records, mut trouble) = (Vec::new(), Vec::new());
    for file in files {
        match session::read(file) {
            Ok(read) => records.extend(read),
            Err(why) => trouble.push(why),
        }
    }
    (records, trouble)
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
        return Err(format!("there is no session in {shown}: name the files, or the folder in which they lie"));
    }
    let (kept, named): (Vec<_>, Vec<_>) =
        files.iter().cloned().partition(|file| file.extension().is_some_and(|ending| ending == "session"));
    if kept.is_empty() || !kept.iter().all(|file| session::is_of_folder(file)) {
        return Ok(files.iter().map(|file| work(file, vec![file.clone()])).collect());
    }
    for file in named {
        let words = "was not graded: its folder is that of one learner, with a file a lesson";
        // Without standard error there is nobody to tell.
        let _ = writeln!(output::stderr(), "glassformer: {} {words}", file.display());
    }
    Ok(vec![work(path, kept)])
}

/// Grades one lesson beside this thread, and stops waiting when it takes too long: it is somebody else's code.
fn grade(entry: &LessonEntry, record: &SavedProgress) -> Result<LessonGrade, Failure> {
    let lesson: Lesson = entry.open()?;
    let record = record.clone();
    let flag = Flag::default();
    let heard = flag.clone();
    let (tell, answer) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        // Whoever waits, waits until the end.
        let _ = tell.send(LessonGrade::of(lesson, &record, &heard));
    })?;
    let graded = match answer.recv_timeout(PATIENCE) {
        Err(RecvTimeoutError::Timeout) => {
            flag.raise();
            answer.recv().ok()
        }
        graded => graded.ok(),
    };
    let _ = worker.join();
    graded.ok_or_else(|| Failure::failed(format!("`{}` could not be graded", entry.id())))
}
