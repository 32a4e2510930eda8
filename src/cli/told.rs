//! `glassformer --plain [LESSON]`: the course told in lines of text, over standard input and output.

use std::io::{self, IsTerminal, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use super::arguments::Screen;
use super::{Failure, open, output, settings};
use crate::notebook::library::LessonLibrary;
use crate::notebook::session::saver::Flush;
use crate::notebook::session::{Saver, SessionStore};
use crate::plain::{self, Console, Interrupt, WIDTH};
use crate::tui::external;
use crate::tui::runner::Start;
use crate::words::{self, Language};

/// How long a signal that ends the program waits for the command under way.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether the course is to be told and not shown: it was asked for, or this terminal cannot move its cursor.
pub(super) fn is_wanted(screen: &Screen) -> bool {
    screen.plain || std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Tells until somebody quits, the input ends or a signal comes; whatever it is, the work is kept.
pub(super) fn stay(
    library: LessonLibrary,
    start: Start,
    store: Option<SessionStore>,
    screen: &Screen,
) -> Result<ExitCode, Failure> {
    let set = settings::without_keys(screen)?;
    words::speak(screen.speech.language(set.language));
    let start = match start {
        Start::Contents => plain::Start::Lessons,
        Start::Lesson(lesson) => plain::Start::Lesson(lesson),
        Start::Training(_) => {
            return Err(Failure::wrong(
                "--watch needs a full-screen terminal; without it, `glassformer train` prints its progress line by line",
            ));
        }
    };
    open::warn_unkept(store.as_ref());
    let saver = store.map(|store| Saver::spawn(store, || {})).transpose()?;
    let interrupt = Interrupt::default();
    watch_signals(interrupt.clone(), saver.as_ref().map(Saver::flush), words::spoken())?;
    let is_terminal = io::stdin().is_terminal();
    let edit = |text: &str, name: &str| external::edit(text, name);
    let console = Console {
        input: &mut io::stdin().lock(),
        output: &mut output::stdout(),
        editor: is_terminal.then_some(&edit),
        interrupt,
        width: screen.width.unwrap_or(WIDTH),
        echo: !is_terminal,
    };
    match plain::run(library, start, saver, console)? {
        Some(why) => Err(open::not_saved(&why)),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Ctrl-C stops what is being computed. Where nothing is, it ends the program, as every other signal does that asks for it: with the
/// work kept, the last words said, and with the status that a shell gives a program that a signal ended.
#[cfg(unix)]
fn watch_signals(interrupt: Interrupt, flush: Option<Flush>, language: Language) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for number in signals.forever() {
            if number == SIGINT && interrupt.press() {
                continue;
            }
            // What was sent before the signal came is done and kept; a cell that computes without end is stopped.
            let _done = interrupt.settle(PATIENCE);
            let saved = flush.as_ref().map(Flush::now);
            // In a line of its own, behind what was being typed. Nobody is left to tell that it could not be written.
            let _ = writeln!(output::stderr(), "\n{}", words::with(language, || plain::last_words(saved.as_ref())));
            std::process::exit(128 + number);
        }
    })?;
    Ok(())
}

/// Elsewhere Ctrl-C ends the program; what was handed over is on the disk soon after each command.
#[cfg(not(unix))]
fn watch_signals(_interrupt: Interrupt, _flush: Option<Flush>, _language: Language) -> io::Result<()> {
    Ok(())
}
