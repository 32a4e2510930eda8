//! The course narrated: for screen readers, braille displays and logs. Lines of text go in and out; there is no screen, no colour and no
//! character that draws.
//!
//! It stands beside the screen and knows nothing of it: both read the same notebook and keep the same sessions, so a lesson that was
//! begun in one can be finished in the other. [`run`] reads commands from a `BufRead` and answers into a `Write`; `app.rs` does what
//! a command of the table in `app/commands.rs` asks for, and the other files say how things are told:
//!
//! - `block.rs` and below it `prose.rs`, `cell.rs`, `question.rs`, `exercise.rs` tell what stands on a page;
//! - `values.rs`, `curve.rs`, `inputs.rs`, `changes.rs`, `summary.rs`, `reason.rs`, `diagram.rs` tell numbers: what they are, what they
//!   became, and why; `old.rs` which of them are old, `hidden.rs` which are hidden by a question;
//! - `training.rs` tells how a model learns; `machine.rs` and `beam.rs` what the translator inside the program does;
//! - `speech.rs`, `maths.rs` and `formula.rs` say signs and formulas in words, `signs.rs` the signs of code; `keys.rs` says which command stands for a key of the screen;
//! - `transcript.rs` wraps what was said.

mod app;
mod attends;
mod beam;
mod block;
mod cell;
mod changes;
mod curve;
mod diagram;
mod elements;
mod exercise;
mod formula;
mod hidden;
mod inputs;
mod interrupt;
mod keys;
mod machine;
mod maths;
mod missing;
mod old;
mod prose;
mod question;
mod reason;
mod signs;
mod speech;
mod summary;
mod training;
mod transcript;
mod values;

use std::io::{self, BufRead, Write};

use crate::notebook::lesson::Lesson;
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::{Saved, Saver};
use crate::words::{Said as _, say, word};
use app::PlainApp;
pub use interrupt::Interrupt;

/// What is said at the end: how the work stands. Without a place for it there is nothing to keep.
pub fn last_words(saved: Option<&Saved>) -> String {
    let how = match saved {
        None => word!("plain-no-store").to_owned(),
        Some(saved) => unkept(saved).unwrap_or_else(|| word!("plain-kept").to_owned()),
    };
    format!("{} {how}", word!("plain-goodbye"))
}

/// What is to be told of work that is not simply kept.
fn unkept(saved: &Saved) -> Option<String> {
    match saved {
        Saved::No(why) => Some(say!("plain-not-saved", why = why.as_str())),
        Saved::Beside(conflict) => Some(conflict.said()),
        Saved::Yes | Saved::Soon => None,
    }
}

/// How wide lines are unless somebody says otherwise.
pub const WIDTH: usize = 80;

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// What the course begins with.
#[derive(Debug)]
pub enum Start {
    /// The list of lessons.
    Lessons,
    /// A lesson.
    Lesson(Box<Lesson>),
}

/// Changes a text in the reader's own editor, in a file that is called after a name; in words why not.
pub type Editor<'d> = dyn Fn(&str, &str) -> Result<String, String> + 'd;

/// Who listens, and how.
pub struct Console<'d> {
    /// Where commands come from.
    pub input: &'d mut dyn BufRead,
    /// Where answers go.
    pub output: &'d mut dyn Write,
    /// The reader's own editor, where there is a terminal for it.
    pub editor: Option<&'d Editor<'d>>,
    /// What Ctrl-C presses.
    pub interrupt: Interrupt,
    /// How wide lines are; 0 leaves them whole, for readers that wrap by themselves.
    pub width: usize,
    /// Whether commands are written behind the prompt, because no terminal does it: then a log can be read.
    pub echo: bool,
}

/// Tells the course until somebody quits or the input ends. Work is kept by `saver`, after every command.
///
/// Returns why the last work could not be kept, if it could not.
///
/// # Errors
/// The input cannot be read or the output cannot be written.
pub fn run(
    library: LessonLibrary,
    start: Start,
    saver: Option<Saver>,
    console: Console<'_>,
) -> io::Result<Option<String>> {
    let Console { input, output, editor, interrupt, width, echo } = console;
    let mut app = PlainApp::new(library, saver, output, editor, interrupt.clone(), width)?;
    // Where a terminal writes what is typed, it has a Ctrl-C as well; elsewhere than on Unix that ends the program.
    app.is_typed_to = !echo && cfg!(unix);
    app.begin(start)?;
    while !app.is_done() {
        app.ask_for_line()?;
        let Some(line) = read_line(input)? else {
            app.echo("")?;
            app.ended()?;
            break;
        };
        // Under way before its echo: whoever reads the echo and then ends the program finds it done.
        let _under_way = interrupt.command();
        if echo {
            app.echo(&line)?;
        }
        app.take(&line)?;
    }
    app.finish()
}

/// The next line without its end; `None` at the end of the input. What is no UTF-8 is replaced.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}
