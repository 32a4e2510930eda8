//! Waits for the terminal, and ends a paste that the terminal does not end.
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
use ratatui::crossterm::terminal::size;

#[cfg(unix)]
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};

#[cfg(unix)]
use super::GLANCE;
use crate::tui::message::Msg;

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

/// How long to wait before crossterm is asked once more whether it holds events, after which it has none until new bytes come.
#[cfg(unix)]
const SETTLING: Duration = Duration::from_millis(250);
/// How long to wait where the terminal has hung up and is there nevertheless.
#[cfg(unix)]
const HANG_UP: Duration = Duration::from_millis(50);
/// How long to wait at most where nobody can end a wait.
#[cfg(not(unix))]
const BUSY: Duration = Duration::from_millis(10);

/// How often crossterm is asked, at most.
#[cfg(unix)]
const MAX_LOOKS: usize = 16;
/// How long a sequence may lack its rest.
#[cfg(unix)]
const SILENCE: Duration = Duration::from_millis(500);

/// The terminal as something that can be waited for.
#[derive(Debug)]
#[cfg_attr(not(unix), derive(Default))]
pub(super) struct Keyboard {
    /// When the newest bytes came, unless an end was handed over since.
    #[cfg(unix)]
    heard: Option<Instant>,
    /// Whether crossterm may hold events. It is asked at few other times: it could take bytes of whose coming nothing is known here.
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
    /// What is known here and not from crossterm: a new size, a paste that was ended here.
    #[cfg(unix)]
    own: Vec<Msg>,
}

#[cfg(unix)]
impl Default for Keyboard {
    fn default() -> Self {
        // The first question makes crossterm watch the terminal's size, which takes a while; what comes meanwhile it takes unseen.
        Self {
            heard: Some(Instant::now()),
            may_hold: true,
            settles: Some(Instant::now() + SETTLING),
            resized: None,
            is_resized: false,
            calls: None,
            is_called: false,
            own: Vec::new(),
        }
    }
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
    pub(super) fn watch_signals(&self) -> io::Result<()> {
        Ok(())
    }

    /// The event that has come.
    pub(super) fn read(&mut self) -> io::Result<Vec<Msg>> {
        Ok(Msg::from_event(event::read()?).into_iter().collect())
    }
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

    /// From now on the signals that somebody may be asked by to end, to stop and to go on end a wait.
    ///
    /// # Errors
    /// The system does not tell of them.
    pub(super) fn watch_signals(&self) -> io::Result<()> {
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
            if self.may_hold {
                // First whether bytes are there: crossterm takes them without a word.
                self.wake(Duration::ZERO)?;
                self.may_hold = holds_event()?;
            }
            if self.may_hold || !self.own.is_empty() {
                return Ok(true);
            }
            if self.heard.is_some_and(|heard| heard.elapsed() >= SILENCE) {
                self.heard = None;
                self.own = ended_paste()?;
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
                // Where others had the processor all the while, crossterm did not come to look.
                self.may_hold = true;
                continue;
            }
            let ends = [self.heard.map(|heard| heard + SILENCE), self.settles];
            let end = ends.into_iter().flatten().fold(deadline, Instant::min);
            if self.wake(end.saturating_duration_since(now))? == Woken::HangUp {
                std::thread::sleep(HANG_UP.min(wait.patience));
                return Ok(false);
            }
        }
    }

    /// Waits, and notes what has come.
    fn wake(&mut self, patience: Duration) -> io::Result<Woken> {
        let woken = self.wait(patience)?;
        match woken {
            Woken::Bytes => {
                self.heard = Some(Instant::now());
                (self.may_hold, self.settles) = (true, Some(Instant::now() + SETTLING));
            }
            Woken::Nothing | Woken::HangUp => {}
        }
        // Whatever else ended the wait: who is interrupted by the signal is told nothing of the pipe.
        if std::mem::take(&mut self.is_resized) {
            let (width, height) = size()?;
            self.own.extend(Msg::from_event(event::Event::Resize(width, height)));
        }
        Ok(woken)
    }

    /// The event that has come.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) fn read(&mut self) -> io::Result<Vec<Msg>> {
        if self.own.is_empty() {
            return Ok(Msg::from_event(event::read()?).into_iter().collect());
        }
        Ok(std::mem::take(&mut self.own))
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

/// Has crossterm read the end of a paste, and takes what it makes of that. If no paste was open, then another sequence was cut short:
/// crossterm drops it, and the letters of the end that are left are nobody's.
#[cfg(unix)]
fn ended_paste() -> io::Result<Vec<Msg>> {
    use std::os::fd::AsFd as _;

    let keyboard = rustix::stdio::stdin().try_clone_to_owned()?;
    let (end, mut writer) = io::pipe()?;
    writer.write_all(b"\x1b[201~")?;
    drop(writer);
    rustix::stdio::dup2_stdin(end.as_fd())?;
    let read = read_pastes(&end);
    rustix::stdio::dup2_stdin(keyboard.as_fd())?;
    read
}

/// What crossterm makes of the end that waits in the pipe, once it has read it.
#[cfg(unix)]
fn read_pastes(end: &io::PipeReader) -> io::Result<Vec<Msg>> {
    let mut read = Vec::new();
    for _ in 0..MAX_LOOKS {
        if event::poll(GLANCE)? {
            match event::read()? {
                event::Event::Paste(text) => read.extend(with_interrupt(&text)),
                resized @ event::Event::Resize(..) => read.extend(Msg::from_event(resized)),
                _ => {}
            }
        } else if rustix::io::ioctl_fionread(end)? == 0 {
            break;
        }
    }
    Ok(read)
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

/// A paste without an end, up to the Ctrl-C that somebody pressed because the program did not answer; it has none otherwise, since
/// terminals take control characters out of pastes.
#[cfg(unix)]
fn with_interrupt(text: &str) -> Vec<Msg> {
    use crate::tui::keymap::parse_keys;

    let (pasted, interrupt) = match text.split_once('\x03') {
        Some((pasted, _)) => (pasted, parse_keys("<c-c>").unwrap_or_default()),
        None => (text, Vec::new()),
    };
    let paste = (!pasted.is_empty()).then(|| Msg::Paste(pasted.to_owned()));
    paste.into_iter().chain(interrupt.into_iter().map(Msg::Key)).collect()
}
