//! Hands the files of a class to children, a few at a time, and outlives whatever becomes of them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::PATIENCE;
use super::wire::Line;
use crate::cli::Failure;
use crate::cli::arguments::Engine;
use crate::notebook::session::grade::LessonGrade;

/// How much longer than a lesson may take a child may be silent: it stops a lesson by itself.
const GRACE: Duration = Duration::from_secs(15);
/// The most children at a time, however many processors there are: each may take gigabytes.
const MAX_CHILDREN: usize = 4;
/// The longest line of a child, in bytes: a lesson has a few hundred blocks with a sentence each.
const MAX_LINE: u64 = 64 << 20;

/// What a child has said of a file.
#[derive(Debug, Default)]
pub(super) struct FileRead {
    /// By the lesson's place in the library.
    pub(super) grades: Vec<(usize, LessonGrade)>,
    pub(super) trouble: Vec<String>,
}

/// Reads and grades the files, in their order.
///
/// # Errors
/// The program cannot start itself again.
pub(super) fn read(engine: &Engine, lessons: &[String], files: &[&Path]) -> Result<Vec<FileRead>, Failure> {
    let next = AtomicUsize::new(0);
    let read = Mutex::new(Vec::new());
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let count = processors.min(MAX_CHILDREN).min(files.len());
    thread::scope(|scope| {
        let work = || -> Result<(), Failure> {
            let mut reader = None;
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(path) = files.get(place) else { return Ok(()) };
                let file = read_one(&mut reader, engine, lessons, path)?;
                read.lock().unwrap_or_else(PoisonError::into_inner).push((place, file));
            }
        };
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        let broken = || Err(Failure::failed("grading failed unexpectedly; please report this"));
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| broken()))
    })?;
    let mut read = read.into_inner().unwrap_or_else(PoisonError::into_inner);
    read.sort_by_key(|(place, _)| *place);
    Ok(read.into_iter().map(|(_, file)| file).collect())
}

/// Has a child read one file. Where none runs, or the last one has ended, another is started.
fn read_one(
    reader: &mut Option<Reader>,
    engine: &Engine,
    lessons: &[String],
    path: &Path,
) -> Result<FileRead, Failure> {
    let mut file = FileRead::default();
    let current = match reader.take() {
        Some(current) => current,
        None => Reader::start(engine, lessons)?,
    };
    match current.read(path, &mut file) {
        Ok(current) => *reader = Some(current),
        Err(why) => file.trouble.push(format!("{}: {why}", path.display())),
    }
    Ok(file)
}

/// A child that waits for files. Dropping it ends it.
struct Reader {
    child: Child,
    files: ChildStdin,
    lines: Receiver<Line>,
}

impl Reader {
    fn start(engine: &Engine, lessons: &[String]) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::failed(format!("cannot start a grading process: {error}"));
        let mut command = Command::new(std::env::current_exe().map_err(failed)?);
        command.args(["grade", "--supervised", "--backend", engine.backend.word()]);
        if let Some(threads) = engine.threads {
            command.args(["--threads", &threads.to_string()]);
        }
        if let Some(path) = &engine.lessons {
            command.arg("--lessons").arg(path);
        }
        command.args(lessons.iter().flat_map(|lesson| ["--lesson", lesson]));
        // What is wrong with the call, the parent has said; what is wrong with a file, the child says on its output.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(failed)?;
        let (files, output) = (child.stdin.take(), child.stdout.take());
        let (Some(files), Some(output)) = (files, output) else {
            return Err(Failure::failed("the grading process has no input or output pipe"));
        };
        Ok(Self { child, files, lines: listen(output)? })
    }

    /// Has the file read, and adds what is said of it. Gives the child back; where it ended meanwhile, says why.
    fn read(mut self, path: &Path, file: &mut FileRead) -> Result<Self, String> {
        let name = [path.as_os_str().as_encoded_bytes(), &[0]].concat();
        let sent = self.files.write_all(&name).and_then(|()| self.files.flush());
        let mut lesson = String::new();
        loop {
            // A child that has ended says so by its pipe.
            let line = if sent.is_ok() {
                self.lines.recv_timeout(PATIENCE + GRACE)
            } else {
                Err(RecvTimeoutError::Disconnected)
            };
            match line {
                Ok(Line::Begun(begun)) => lesson = format!("`{begun}` "),
                Ok(Line::Graded(place, work)) => file.grades.push((place, work.into())),
                Ok(Line::Trouble(why)) => file.trouble.push(why),
                Ok(Line::Done) => return Ok(self),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("{lesson}cannot be graded: its code does not stop, even when interrupted"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
                    return Err(format!(
                        "{lesson}cannot be graded: the grading process crashed or ran out of memory ({status})"
                    ));
                }
            }
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // It has nothing to lose, and may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a child, read by a thread that ends with it.
fn listen(output: ChildStdout) -> Result<Receiver<Line>, Failure> {
    let (tell, lines) = mpsc::channel();
    let mut output = BufReader::new(output);
    let mut next = move || -> Option<Line> {
        let mut line = Vec::new();
        (&mut output).take(MAX_LINE).read_until(b'\n', &mut line).ok()?;
        serde_json::from_slice(&line).ok()
    };
    thread::Builder::new().spawn(move || {
        while let Some(line) = next() {
            if tell.send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(lines)
}
