//! Takes the terminal over, and always gives it back.
//!
//! [`Guard`] restores on every way out: a return, an error, a panic. The panic hook restores before the message is printed, but not
//! for a panic of the worker thread: that one is caught and becomes an error in its cell, and the screen must live on under it.
//! `SIGTERM`, `SIGINT`, `SIGQUIT` and `SIGHUP` set a number that the runner reads, so that they too leave by the ordinary way. So do `SIGTSTP`
//! and `SIGCONT`: whoever stops the program finds the terminal as it was, and whoever goes on with it the screen as it was.
//! Signals that end the program at once, such as an abort, give the terminal back in their handler (`rescue`).
//!
//! The terminal is asked for its colors and for what it shows of pixels at most once, after the first frame, and never waited for: one
//! that does not answer costs no time.

use std::io::{self, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Once};

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::{ResetColor, force_color_output};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::layout::Size;
use ratatui::{Frame, Terminal};

use super::graphics::{Composer, Images};
use super::theme::depth::{ColorDepth, Reducer};
use bounded::Bounded;
pub(super) use bounded::believable;
use clipboard::ToClipboard;
pub(super) use colors::hear;
use mouse::{ReturnMouse, TakeMouse};
pub(super) use pixels::PixelReports;
pub use questions::Questions;
pub(super) use questions::can_be_asked;
use writer::Prelude;
pub use writer::{FrameWriter, Names};

mod bounded;
mod clipboard;
mod colors;
mod mouse;
mod pixels;
mod questions;
#[cfg(unix)]
mod rescue;
mod writer;

/// Whether the terminal is ours now. The panic hook outlives every guard and must do nothing when it is not.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// How to take the terminal.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Whether clicks and the wheel come to us; then the terminal's own selection needs Shift.
    pub mouse: bool,
    /// The names of the threads whose panics are caught elsewhere.
    pub workers: &'static [&'static str],
}

/// The terminal while it is ours: raw mode, alternate screen, mouse, bracketed paste. Dropping it gives everything back.
#[derive(Debug)]
pub struct Guard {
    signal: Arc<AtomicUsize>,
    /// The newest of `SIGTSTP` and `SIGCONT` that was not acted on; 0 if none. One number for both, because their order counts: a
    /// program that was told to stop and then to go on must not stop.
    job: Arc<AtomicUsize>,
}

/// What [`Guard::job`] holds: the numbers of the signals.
#[cfg(unix)]
const STOP: usize = signal_hook::consts::SIGTSTP as usize;
#[cfg(unix)]
const GO_ON: usize = signal_hook::consts::SIGCONT as usize;
#[cfg(not(unix))]
const STOP: usize = 1;
#[cfg(not(unix))]
const GO_ON: usize = 2;

/// How many columns the terminal of standard output has; `None` where that is none.
pub fn columns() -> Option<usize> {
    is_there().then(|| size().ok().map(|(columns, _)| usize::from(columns)))?.filter(|columns| *columns > 0)
}

/// Whether standard output is a terminal; one that was closed is none any more.
fn is_there() -> bool {
    io::stdout().is_terminal()
}

impl Guard {
    /// Takes the terminal. `at_signal` is called, on a thread of its own, when the program is told to end: for what must be
    /// done even where the ordinary way out is blocked.
    ///
    /// # Errors
    /// Standard output is not a terminal, or one that cannot move its cursor, or the terminal refuses.
    pub fn enter(options: Options, at_signal: impl Fn() + Send + 'static) -> io::Result<Self> {
        if !is_there() {
            let message = "standard output is not a terminal: run Glassformer in a terminal, or use `glassformer render` for text and pictures";
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            let message = "this terminal cannot move its cursor (TERM is `dumb`): use another terminal, set TERM correctly, or \
                           use `glassformer render` for text and pictures";
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
        let guard = Self { signal: watch_signals()?, job: Arc::default() };
        #[cfg(unix)]
        guard.watch_stops()?;
        #[cfg(unix)]
        end_at_last(at_signal)?;
        #[cfg(not(unix))]
        drop(at_signal);
        install_panic_hook(options.workers);
        #[cfg(unix)]
        claim_keyboard();
        take(options.mouse)?;
        Ok(guard)
    }

    /// Gives the terminal back and stops, as the shell expects of a program; returns when the shell goes on with it, at once if it
    /// already has.
    ///
    /// # Errors
    /// The system cannot stop a program.
    pub fn suspend(&self) -> io::Result<()> {
        restore();
        #[cfg(unix)]
        if self.job.load(Ordering::SeqCst) != GO_ON {
            signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        }
        Ok(())
    }

    /// Takes the terminal again after somebody else had it, whatever state it is in.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn take_again(&self, mouse: bool) -> io::Result<()> {
        restore();
        let _ = self.job.compare_exchange(GO_ON, 0, Ordering::SeqCst, Ordering::SeqCst);
        take(mouse)
    }

    /// Whether the program is to stop: it was asked to by a key, or by a signal since the last time and was not told to go on since.
    pub fn is_told_to_stop(&self, by_key: bool) -> bool {
        if by_key {
            self.job.store(STOP, Ordering::SeqCst);
        }
        self.job.compare_exchange(STOP, 0, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    /// Whether the program goes on after a stop that it was not asked for.
    pub fn has_continued(&self) -> bool {
        self.job.load(Ordering::SeqCst) == GO_ON
    }

    #[cfg(unix)]
    fn watch_stops(&self) -> io::Result<()> {
        for number in [STOP, GO_ON] {
            signal_hook::flag::register_usize(number as i32, Arc::clone(&self.job), number)?;
        }
        Ok(())
    }

    /// Gives the terminal to another program for a while.
    pub fn lend(&self) {
        restore();
    }

    /// Takes it again. An interrupt that was meant for the other program is forgotten.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn take_back(&self, mouse: bool) -> io::Result<()> {
        let interrupt = signal_hook::consts::SIGINT as usize;
        _ = self.signal.compare_exchange(interrupt, 0, Ordering::SeqCst, Ordering::SeqCst);
        self.take_again(mouse)
    }

    /// Takes the mouse, or gives it back to the terminal, whose own selection then works as everywhere.
    ///
    /// # Errors
    /// The terminal refuses.
    pub fn set_mouse(&self, on: bool) -> io::Result<()> {
        if on { execute!(io::stdout(), TakeMouse) } else { execute!(io::stdout(), ReturnMouse) }
    }

    /// Asks the terminal; what it reports comes as keys do.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn ask(&self, questions: Questions) -> io::Result<()> {
        execute!(io::stdout(), questions)
    }

    /// Sends what is no part of a frame.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn send(&self, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Puts a text into the clipboard of the terminal.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn copy(&self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), ToClipboard(text))
    }

    /// The number of the signal that asked the program to end, if one did.
    pub fn signal(&self) -> Option<usize> {
        Some(self.signal.load(Ordering::Relaxed)).filter(|signal| *signal != 0)
    }

    /// The signal that ended the program: the one that it was sent, or a hang-up where the terminal went without one.
    pub fn ended_by(&self) -> Option<usize> {
        // `SIGHUP` is 1 wherever there is one.
        const HANG_UP: usize = 1;
        self.signal().or_else(|| self.has_lost_terminal().then_some(HANG_UP))
    }

    /// Whether the terminal has gone. A signal tells only the first program of a session, and `make`, for one, passes it on to nobody.
    pub fn has_lost_terminal(&self) -> bool {
        !is_there()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Takes the terminal: from here on [`restore`] undoes whatever had been done.
fn take(mouse: bool) -> io::Result<()> {
    #[cfg(unix)]
    rescue::prepare();
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    #[cfg(unix)]
    keep_reads_short();
    execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
    if mouse {
        execute!(io::stdout(), TakeMouse)?;
    }
    Ok(())
}

/// A read from the terminal returns at once where nothing has come. crossterm goes on reading until an event is whole, and would not
/// come back from a sequence whose rest is missing.
#[cfg(unix)]
fn keep_reads_short() {
    use rustix::termios::{OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};
    let terminal = rustix::stdio::stdin();
    // Without this the terminal works as every other program's does.
    if let Ok(mut modes) = tcgetattr(terminal) {
        modes.special_codes[SpecialCodeIndex::VMIN] = 0;
        modes.special_codes[SpecialCodeIndex::VTIME] = 0;
        let _ = tcsetattr(terminal, OptionalActions::Now, &modes);
    }
}

/// Makes the terminal standard input, where that is something else, so that there is one place to read keys from.
#[cfg(unix)]
fn claim_keyboard() {
    let terminal = || std::fs::File::options().read(true).write(true).open("/dev/tty");
    // Without it, crossterm says what is missing.
    if !io::stdin().is_terminal()
        && let Ok(terminal) = terminal()
    {
        let _ = rustix::stdio::dup2_stdin(terminal);
    }
}

/// Undoes everything that [`take`] does; once, however often it is called. A terminal that is gone (`SIGHUP`) cannot be
/// written to, and there is nobody left to tell.
fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = undo(&mut io::stdout());
    let _ = disable_raw_mode();
}

/// Undoes what was asked of the terminal in writing.
fn undo(out: &mut impl Write) -> io::Result<()> {
    execute!(out, ReturnMouse, DisableBracketedPaste, ResetColor, LeaveAlternateScreen, Show)
}

fn install_panic_hook(workers: &'static [&'static str]) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let ours = TAKEN.load(Ordering::SeqCst);
            if ours && std::thread::current().name().is_some_and(|name| workers.contains(&name)) {
                return;
            }
            restore();
            previous(panic);
        }));
    });
}

/// How long the ordinary way out may take after a signal.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_secs(1);
/// How long the terminal may take to be given back then.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(200);

/// Ends the program when the ordinary way out is blocked: a terminal that is gone reads as an endless end of file, and crossterm
/// 0.29 never comes back from looking for its next event.
#[cfg(unix)]
fn end_at_last(at_signal: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGQUIT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(number) = signals.forever().next() {
            // However long this takes, the grace begins behind it.
            at_signal();
            std::thread::sleep(GRACE);
            // A terminal that reads no more (Ctrl-S, a frozen connection) is not waited for either.
            let _ = std::thread::Builder::new().name("restore".to_owned()).spawn(restore);
            std::thread::sleep(PATIENCE);
            std::process::exit(128 + number);
        }
    })?;
    Ok(())
}

/// A number that becomes that of the first signal to come.
fn watch_signals() -> io::Result<Arc<AtomicUsize>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let signal = Arc::new(AtomicUsize::new(0));
    let watched = [
        SIGINT,
        SIGTERM,
        #[cfg(unix)]
        signal_hook::consts::SIGHUP,
        #[cfg(unix)]
        signal_hook::consts::SIGQUIT,
    ];
    for number in watched {
        signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize)?;
    }
    Ok(signal)
}

/// Where frames are drawn: a terminal of any kind, so that tests drive the same code without one.
#[derive(Debug)]
pub struct Surface<B: Backend> {
    terminal: Terminal<Bounded<B>>,
    reducer: Reducer,
    /// Where pictures in pixels are pinned, and who makes of them what is sent.
    images: Option<(Images, Composer)>,
    /// What is sent before the text of the next frame.
    prelude: Prelude,
    /// The size of the last frame with pictures.
    drawn: Option<Size>,
}

impl Surface<CrosstermBackend<FrameWriter<io::Stdout>>> {
    /// The process's terminal, which a [`Guard`] has taken.
    ///
    /// # Errors
    /// The terminal does not tell its size.
    pub fn stdout(depth: ColorDepth) -> io::Result<Self> {
        // crossterm's own answer to NO_COLOR also resets bold and reverse; the reducer's does not.
        force_color_output(true);
        let names = if depth <= ColorDepth::Ansi16 { Names::OfOld } else { Names::OfPalette };
        let writer = FrameWriter::new(io::stdout(), names);
        let prelude = writer.prelude();
        Ok(Self { prelude, ..Surface::new(CrosstermBackend::new(writer), depth)? })
    }
}

impl<B: Backend> Surface<B> {
    /// A surface with so many colours.
    ///
    /// # Errors
    /// The backend does not tell its size.
    pub fn new(backend: B, depth: ColorDepth) -> Result<Self, B::Error> {
        let terminal = Terminal::new(Bounded(backend))?;
        Ok(Self { terminal, reducer: Reducer::new(depth), images: None, prelude: Prelude::default(), drawn: None })
    }

    /// From now on pictures that are pinned here are shown.
    pub fn show_images(&mut self, images: &Images) {
        match &mut self.images {
            Some((own, composer)) if composer.graphics() == images.graphics() => *own = images.clone(),
            _ => {
                self.forget_images();
                self.images = Some((images.clone(), Composer::new(images.graphics())));
            }
        }
    }

    /// Has the terminal forget all pictures: before somebody else has it. What says so goes out with the next frame; it is returned for
    /// who draws no more.
    pub fn forget_images(&mut self) -> String {
        let text = self.images.as_mut().map(|(_, composer)| composer.forget()).unwrap_or_default();
        self.prelude.push(&text);
        text
    }

    /// Draws one frame: `view` in full colour, then reduced to what the terminal shows; only what changed is sent.
    ///
    /// # Errors
    /// The backend cannot be written to.
    pub fn draw(&mut self, view: impl FnOnce(&mut Frame<'_>)) -> Result<(), B::Error> {
        // ratatui wipes the screen where the terminal has another size.
        if self.images.is_some() {
            let size = self.size()?;
            if self.drawn.replace(size).is_some_and(|before| before != size) {
                self.forget_images();
            }
        }
        let Self { terminal, reducer, images, prelude, .. } = self;
        terminal.draw(|frame| {
            view(frame);
            reducer.apply(frame.buffer_mut());
            if let Some((images, composer)) = images {
                prelude.push(&composer.compose(images, frame.buffer_mut()));
            }
        })?;
        Ok(())
    }

    /// The size of the terminal, as far as it can be believed.
    ///
    /// # Errors
    /// The backend does not tell it.
    pub fn size(&self) -> Result<Size, B::Error> {
        self.terminal.size()
    }

    /// Forgets what is on the screen, so that the next frame is sent whole: after another program had the terminal.
    ///
    /// # Errors
    /// The backend cannot be written to.
    pub fn clear(&mut self) -> Result<(), B::Error> {
        // ratatui's own `clear` asks the terminal where its cursor is, and one that does not answer would cost two seconds.
        let size = self.terminal.size()?;
        self.forget_images();
        self.terminal.resize(size.into())
    }

    /// The terminal behind.
    pub fn backend(&self) -> &B {
        &self.terminal.backend().0
    }

    /// The terminal behind, to change its size in tests.
    pub fn backend_mut(&mut self) -> &mut B {
        &mut self.terminal.backend_mut().0
    }
}

#[cfg(test)]
mod tests {
    use ratatui::backend::TestBackend;
    use ratatui::style::{Color, Style};

    use super::*;

    #[test]
    fn frames_are_reduced_where_they_are_drawn() {
        let mut surface = Surface::new(TestBackend::new(4, 1), ColorDepth::Mono).unwrap();
        surface.draw(|frame| frame.buffer_mut().set_string(0, 0, "a", Style::new().on_red().bold())).unwrap();
        let cell = &surface.backend().buffer()[(0, 0)];
        assert_eq!((cell.symbol(), cell.bg), ("a", Color::Reset));
    }

    #[test]
    fn a_pipe_is_refused_with_the_way_out() {
        // Under `cargo test` standard output may be a terminal; then there is nothing to refuse.
        if !is_there() {
            let error = Guard::enter(Options { mouse: false, workers: &["worker"] }, || {}).unwrap_err();
            assert!(error.to_string().contains("glassformer render"));
        }
    }
}
