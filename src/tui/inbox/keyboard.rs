//! Waits for the terminal, reads what it sends, and has crossterm make events of what is typed.
//!
//! crossterm reads from standard input by itself, and would type what the terminal reports. So the bytes are read here, reports are taken
//! out of them ([`ReportFilter`]), and the rest goes into a pipe that stands in for standard input while crossterm is asked ([`Feed`]).
//!
//! A bracketed paste is `ESC [ 200 ~`, the text, `ESC [ 201 ~`. crossterm keeps all bytes back until the end has come. Where a
//! connection loses it, every key from then on would be text of that paste, Ctrl-C as well. Nobody can ask crossterm what it keeps back.
//! So when bytes have come and then nothing comes for [`SILENCE`], an end is handed to crossterm in the terminal's place; where no
//! paste was open, crossterm makes nothing of it.

use std::io;
#[cfg(unix)]
use std::io::{Read as _, Write as _};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use ratatui::crossterm::event;
#[cfg(unix)]
use ratatui::crossterm::terminal::{size, window_size};

#[cfg(unix)]
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};

#[cfg(unix)]
use super::GLANCE;
#[cfg(unix)]
use super::feed::Feed;
#[cfg(unix)]
use super::reports::{Heard, ReportFilter};
#[cfg(unix)]
use crate::tui::graphics::CellSize;
use crate::tui::message::Msg;
use crate::tui::terminal::Questions;

/// How to wait for the terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wait {
    /// How long at most.
    pub(super) patience: Duration,
    /// Whether it ends when another thread or a signal calls. What belongs together is listened to in one go, and the call is heard after it.
    pub(super) is_ended_by_calls: bool,
}

impl Wait {
    /// Through all calls.
    pub(super) fn through(patience: Duration) -> Self {
        Self { patience, is_ended_by_calls: false }
    }
}

/// How long to wait before crossterm is asked once more whether it holds events: where others had the processor, it did not come to look.
#[cfg(unix)]
const SETTLING: Duration = Duration::from_millis(250);
/// How long to wait where the terminal has hung up and is there nevertheless.
#[cfg(unix)]
const HANG_UP: Duration = Duration::from_millis(50);
/// How long to wait at most where nobody can end a wait.
#[cfg(not(unix))]
const BUSY: Duration = Duration::from_millis(10);

/// How many bytes are read at once, at most: as many as the pipe to crossterm certainly takes.
#[cfg(unix)]
const READ: usize = 1024;
/// How often crossterm is asked, at most.
#[cfg(unix)]
const MAX_LOOKS: usize = 16;
/// How long a sequence may lack its rest.
#[cfg(unix)]
const SILENCE: Duration = Duration::from_millis(500);
/// How long the rest of what may be a key or a report is waited for.
#[cfg(unix)]
const REST: Duration = Duration::from_millis(50);
/// How long after a question the terminal is not given away: its answers would be typed into another program.
#[cfg(unix)]
const ANSWERING: Duration = Duration::from_millis(500);

/// The terminal as something that can be waited for.
#[derive(Debug, Default)]
pub(super) struct Keyboard {
    /// When the newest bytes came, unless an end was handed over since.
    #[cfg(unix)]
    heard: Option<Instant>,
    /// Whether crossterm may hold events.
    #[cfg(unix)]
    may_hold: bool,
    /// When it is asked once more, if all is quiet until then.
    #[cfg(unix)]
    settles: Option<Instant>,
    /// Into which each change of the terminal's size writes, and whether one has.
    #[cfg(unix)]
    resized: Option<UnixStream>,
    #[cfg(unix)]
    is_resized: bool,
    /// Into which others write to end a wait, and whether they have.
    #[cfg(unix)]
    calls: Option<Calls>,
    #[cfg(unix)]
    is_called: bool,
    /// What is known here and not from crossterm: a new size, a paste that was ended here, colors of the terminal.
    #[cfg(unix)]
    own: Vec<Msg>,
    /// What is typed, on its way to crossterm.
    #[cfg(unix)]
    feed: Option<Feed>,
    #[cfg(unix)]
    reports: ReportFilter,
    /// When the terminal was asked, and what.
    #[cfg(unix)]
    asked: Option<(Instant, Questions)>,
    /// Since when bytes are held back that may be a report.
    #[cfg(unix)]
    open_since: Option<Instant>,
}

#[cfg(not(unix))]
impl Keyboard {
    /// Whether an event comes within this time.
    pub(super) fn poll(&mut self, wait: Wait) -> io::Result<bool> {
        event::poll(if wait.is_ended_by_calls { wait.patience.min(BUSY) } else { wait.patience })
    }

    /// Nobody can end a wait here, so none is long.
    pub(super) fn waker(&mut self) -> io::Result<impl Fn() + Send + Sync + 'static> {
        Ok(|| {})
    }

    /// The same for signals.
    pub(super) fn watch_signals(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The event that has come.
    pub(super) fn read(&mut self) -> io::Result<Vec<Msg>> {
        Ok(Msg::from_event(event::read()?).into_iter().collect())
    }

    /// Nothing is asked here.
    pub(super) fn expect_reports(&mut self, _: Questions) {}

    /// The same.
    pub(super) fn await_reports(&mut self) {}
}

#[cfg(unix)]
impl Keyboard {
    /// Something that ends a wait, from any thread.
    ///
    /// # Errors
    /// The system has no pipe to give.
    pub(super) fn waker(&mut self) -> io::Result<impl Fn() + Send + Sync + 'static> {
        let (heard, called) = pipe()?;
        let waker = called.try_clone()?;
        self.calls = Some(Calls { heard, called });
        // A pipe that is full has a call in it already.
        Ok(move || _ = (&waker).write(&[1]))
    }

    /// From now on another size, and the signals that somebody may be asked by to end, to stop and to go on, end a wait.
    ///
    /// # Errors
    /// The system does not tell of them.
    pub(super) fn watch_signals(&mut self) -> io::Result<()> {
        self.resized = Some(watch_size()?);
        let Some(calls) = &self.calls else { return Ok(()) };
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT] {
            signal_hook::low_level::pipe::register(signal, calls.called.try_clone()?)?;
        }
        Ok(())
    }

    /// Whether an event comes before the wait is over.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) fn poll(&mut self, wait: Wait) -> io::Result<bool> {
        let deadline = Instant::now() + wait.patience;
        loop {
            if !self.own.is_empty() || self.may_hold && feed(&mut self.feed)?.ask(holds_event)? {
                return Ok(true);
            }
            // Where others have the processor, crossterm has not come to read.
            self.may_hold = self.may_hold && feed(&mut self.feed)?.is_unread()?;
            if self.may_hold {
                continue;
            }
            if self.open_since.take_if(|since| since.elapsed() >= rest(&self.reports)).is_some() {
                let keys = self.reports.give_up();
                self.hand_over(&keys)?;
                continue;
            }
            if self.heard.is_some_and(|heard| heard.elapsed() >= SILENCE) {
                self.heard = None;
                self.own = feed(&mut self.feed)?.ended_paste()?;
                continue;
            }
            if wait.is_ended_by_calls && std::mem::take(&mut self.is_called) {
                return Ok(false);
            }
            let now = Instant::now();
            if now >= deadline {
                return Ok(false);
            }
            if self.settles.take_if(|settles| now >= *settles).is_some() {
                self.may_hold = true;
                continue;
            }
            let open = self.open_since.map(|since| since + rest(&self.reports));
            let ends = [self.heard.map(|heard| heard + SILENCE), self.settles, open];
            let end = ends.into_iter().flatten().fold(deadline, Instant::min);
            if self.wake(end.saturating_duration_since(now))? == Woken::HangUp {
                std::thread::sleep(HANG_UP.min(wait.patience));
                return Ok(false);
            }
        }
    }

    /// Waits, and notes what has come.
    fn wake(&mut self, patience: Duration) -> io::Result<Woken> {
        let mut woken = self.wait(patience)?;
        if woken == Woken::Bytes && !self.receive()? {
            // A terminal that has something and gives nothing is gone.
            woken = Woken::HangUp;
        }
        // Whatever else ended the wait: who is interrupted by the signal is told nothing of the pipe.
        if std::mem::take(&mut self.is_resized) {
            let (width, height) = size()?;
            self.own.extend(Msg::from_event(event::Event::Resize(width, height)));
        }
        Ok(woken)
    }

    /// Reads what the terminal has sent. Says whether there was anything.
    fn receive(&mut self) -> io::Result<bool> {
        let mut bytes = [0; READ];
        let count = match rustix::io::read(rustix::stdio::stdin(), &mut bytes) {
            Ok(count) => count,
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => return Ok(true),
            Err(error) => return Err(error.into()),
        };
        let Heard { keys, colors, pixels } = self.reports.take(bytes.get(..count).unwrap_or_default());
        self.own.extend(colors.map(|colors| Msg::TerminalColors(Box::new(colors))));
        let is_asked = self.asked.is_some_and(|(_, questions)| questions.pixels);
        let graphics = pixels.filter(|_| is_asked).and_then(|pixels| pixels.graphics(cell_size));
        self.own.extend(graphics.map(Msg::Graphics));
        self.open_since = self.reports.is_open().then(|| self.open_since.unwrap_or_else(Instant::now));
        self.hand_over(&keys)?;
        Ok(count > 0)
    }

    /// Gives crossterm what was typed.
    fn hand_over(&mut self, keys: &[u8]) -> io::Result<()> {
        if !keys.is_empty() {
            feed(&mut self.feed)?.write(keys)?;
            self.heard = Some(Instant::now());
            (self.may_hold, self.settles) = (true, Some(Instant::now() + SETTLING));
        }
        Ok(())
    }

    /// The event that has come.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) fn read(&mut self) -> io::Result<Vec<Msg>> {
        if self.own.is_empty() {
            let event = feed(&mut self.feed)?.ask(event::read)?;
            return Ok(Msg::from_event(event).into_iter().collect());
        }
        Ok(std::mem::take(&mut self.own))
    }

    /// The terminal has been asked: from now on its reports are believed.
    pub(super) fn expect_reports(&mut self, questions: Questions) {
        self.reports.expect();
        self.asked = Some((Instant::now(), questions));
    }

    /// Before the terminal is given away: waits a moment for reports that have not come yet, if it was asked just now.
    pub(super) fn await_reports(&mut self) {
        let end = self.asked.map(|(asked, _)| asked + ANSWERING);
        while let Some(left) =
            end.map(|end| end.saturating_duration_since(Instant::now())).filter(|_| self.reports.expects())
        {
            // A terminal that is gone is noticed by whoever writes to it next.
            let woken = self.wake(left).unwrap_or(Woken::HangUp);
            if woken == Woken::HangUp || left.is_zero() {
                return;
            }
        }
    }

    /// Sleeps until bytes come, the size changes, a signal interrupts or the time is over.
    fn wait(&mut self, patience: Duration) -> io::Result<Woken> {
        use std::os::fd::AsRawFd as _;

        use filedescriptor::{POLLERR, POLLHUP, POLLIN, pollfd};

        let mut resized = match self.resized.take() {
            Some(resized) => resized,
            None => watch_size()?,
        };
        let watched = |fd| pollfd { fd, events: POLLIN, revents: 0 };
        let mut watched = vec![watched(rustix::stdio::stdin().as_raw_fd()), watched(resized.as_raw_fd())];
        watched.extend(self.calls.as_ref().map(|calls| pollfd {
            fd: calls.heard.as_raw_fd(),
            events: POLLIN,
            revents: 0,
        }));
        let polled = filedescriptor::poll(&mut watched, Some(patience));
        // How often the size has changed, or somebody has called, does not matter, and an empty pipe has nothing to read.
        self.is_resized |= resized.read(&mut [0; 64]).is_ok();
        self.resized = Some(resized);
        self.is_called |= self.calls.as_ref().is_some_and(|calls| (&calls.heard).read(&mut [0; 64]).is_ok());
        match polled {
            Ok(0) => Ok(Woken::Nothing),
            Ok(_) if watched[0].revents & (POLLHUP | POLLERR) != 0 => Ok(Woken::HangUp),
            Ok(_) if watched[0].revents & POLLIN != 0 => Ok(Woken::Bytes),
            Ok(_) => Ok(Woken::Nothing),
            Err(filedescriptor::Error::Poll(error) | filedescriptor::Error::Io(error)) => match error.kind() {
                io::ErrorKind::Interrupted => Ok(Woken::Nothing),
                _ => Err(error),
            },
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// What ended a wait.
#[cfg(unix)]
#[derive(Clone, Copy, PartialEq, Eq)]
enum Woken {
    Bytes,
    Nothing,
    HangUp,
}

/// Both ends of the pipe into which others write to end a wait.
#[cfg(unix)]
#[derive(Debug)]
struct Calls {
    heard: UnixStream,
    called: UnixStream,
}

/// A pipe that keeps neither its reader nor its writer waiting.
#[cfg(unix)]
fn pipe() -> io::Result<(UnixStream, UnixStream)> {
    let (ours, written) = UnixStream::pair()?;
    ours.set_nonblocking(true)?;
    written.set_nonblocking(true)?;
    Ok((ours, written))
}

/// A pipe into which each change of the terminal's size writes.
#[cfg(unix)]
fn watch_size() -> io::Result<UnixStream> {
    let (ours, written) = pipe()?;
    signal_hook::low_level::pipe::register(SIGWINCH, written)?;
    Ok(ours)
}

/// The way to crossterm, built where there is none yet.
#[cfg(unix)]
fn feed(feed: &mut Option<Feed>) -> io::Result<&mut Feed> {
    if feed.is_none() {
        *feed = Some(Feed::open()?);
    }
    feed.as_mut().ok_or_else(|| io::Error::other("the editor's output is not available"))
}

/// The size of a cell as the system knows it; many terminals do not tell it.
#[cfg(unix)]
fn cell_size() -> Option<CellSize> {
    let size = window_size().ok()?;
    CellSize::new(size.width.checked_div(size.columns)?, size.height.checked_div(size.rows)?)
}

/// How long the rest of what is held back is waited for.
#[cfg(unix)]
fn rest(reports: &ReportFilter) -> Duration {
    if reports.is_in_report() { SILENCE } else { REST }
}

/// Whether crossterm has an event. It does not look before its time is over if others have the processor meanwhile; such a look takes
/// too long, and is repeated.
#[cfg(unix)]
fn holds_event() -> io::Result<bool> {
    for _ in 0..MAX_LOOKS {
        let start = Instant::now();
        if event::poll(GLANCE)? {
            return Ok(true);
        }
        if start.elapsed() < 2 * GLANCE {
            break;
        }
    }
    Ok(false)
}
