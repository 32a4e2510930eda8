//! The child that reads session files for `grade`: it limits itself, so that a file that wants too much ends it alone.

use std::io::{self, BufRead as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use super::wire::Line;
use super::{PATIENCE, wanted};
use crate::cli::{Failure, output};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::{LessonEntry, LessonLibrary};
use crate::notebook::session::grade::LessonGrade;
use crate::notebook::session::{self, SavedProgress};
use crate::tensor::stop::Flag;

/// The stack of a learner's code, which is somebody else's: what the screen gives it, too.
const STACK: usize = 16 << 20;
/// How much address space a child may have: twice what the hungriest page that is allowed takes.
#[cfg(unix)]
const MEMORY: u64 = 4 << 30;

/// Grades the files whose paths come on standard input, each ended by a zero byte.
pub(super) fn run(library: &LessonLibrary, lessons: &[String]) -> Result<ExitCode, Failure> {
    limit();
    let wanted = wanted(library, lessons)?;
    let mut out = output::stdout();
    for path in io::stdin().lock().split(0) {
        read(library, &wanted, &path_of(path?), &mut out)?;
        tell(&mut out, &Line::Done)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Limits this process. Where the system has no such limit, only the time is limited, by the parent.
#[cfg(unix)]
fn limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // Whoever grades a class wants no image of the memory beside it.
    for (resource, most) in [(Resource::As, MEMORY), (Resource::Core, 0)] {
        let most = getrlimit(resource).current.map_or(most, |current| current.min(most));
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

#[cfg(not(unix))]
fn limit() {}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    std::ffi::OsString::from_vec(bytes).into()
}

/// Elsewhere names are text.
#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// Tells all grades of one file.
fn read(library: &LessonLibrary, wanted: &[usize], path: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let records = match session::read(path) {
        Ok(records) => records,
        Err(why) => return tell(out, &Line::Trouble(why)),
    };
    for record in &records {
        let Some(place) = library.entries().iter().position(|entry| *entry.id() == *record.lesson) else {
            let words = "there is no such lesson here; use `--lessons` to name the folder or pack that contains it";
            tell(out, &Line::Trouble(format!("{}: `{}`: {words}", path.display(), record.lesson)))?;
            continue;
        };
        if wanted.contains(&place) {
            tell(out, &Line::Begun(record.lesson.to_string()))?;
            let line = match grade(&library.entries()[place], record) {
                Ok(grade) => Line::Graded(place, grade.into()),
                Err(failure) => Line::Trouble(format!("{}: `{}`: {}", path.display(), record.lesson, failure.message)),
            };
            tell(out, &line)?;
        }
    }
    Ok(())
}

fn tell(out: &mut impl Write, line: &Line) -> Result<(), Failure> {
    let line = serde_json::to_string(line).map_err(io::Error::other)?;
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
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
    graded.ok_or_else(|| {
        Failure::failed(format!(
            "`{}` could not be graded: grading failed unexpectedly; please report this",
            entry.id()
        ))
    })
}
