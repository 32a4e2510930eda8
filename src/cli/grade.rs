//! `glassformer grade`: what the sessions of a class hold, computed again.

mod report;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::arguments::headless::{Grade as Options, GradeForm};
use super::{Failure, output};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::{Entry, Library};
use crate::notebook::session::grade::Grade;
use crate::notebook::session::{self, Record};
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
    grades: BTreeMap<usize, Grade>,
}

/// Grades every session, and prints a table; fails at the end where one of them could not be read.
pub(super) fn run(library: &Library, options: &Options) -> Result<ExitCode, Failure> {
    let wanted = wanted(library, &options.lesson)?;
    let names = names(&options.sessions);
    let mut class = Class { learners: Vec::new(), trouble: Vec::new() };
    for (path, name) in options.sessions.iter().zip(names) {
        let (records, trouble) = records(path);
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
fn wanted(library: &Library, names: &[String]) -> Result<Vec<usize>, Failure> {
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
fn names(paths: &[PathBuf]) -> Vec<String> {
    let stem = |path: &PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let stems: Vec<String> = paths.iter().map(stem).collect();
    let is_alone = |name: &String| stems.iter().filter(|other| *other == name).count() == 1 && !name.is_empty();
    stems
        .iter()
        .zip(paths)
        .map(|(stem, path)| if is_alone(stem) { stem.clone() } else { path.display().to_string() })
        .collect()
}

/// What a file, or the files of a folder, remember; and what cannot be read.
fn records(path: &Path) -> (Vec<Record>, Vec<String>) {
    let files = match files(path) {
        Ok(files) => files,
        Err(error) => return (Vec::new(), vec![format!("cannot read {}: {error}", path.display())]),
    };
    let (mut records, mut trouble) = (Vec::new(), Vec::new());
    for file in files {
        match session::read(&file) {
            Ok(read) => records.extend(read),
            Err(why) => trouble.push(why),
        }
    }
    (records, trouble)
}

fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let paths = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    let mut files: Vec<_> =
        paths.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "session")).collect();
    files.sort();
    Ok(files)
}

/// Grades one lesson beside this thread, and stops waiting when it takes too long: it is somebody else's code.
fn grade(entry: &Entry, record: &Record) -> Result<Grade, Failure> {
    let lesson: Lesson = entry.open()?;
    let record = record.clone();
    let flag = Flag::default();
    let heard = flag.clone();
    let (tell, answer) = mpsc::channel();
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        // Whoever waits, waits until the end.
        let _ = tell.send(Grade::of(lesson, &record, &heard));
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
