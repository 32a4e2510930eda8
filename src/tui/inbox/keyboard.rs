//! Waits for the terminal, and ends a paste that the terminal does not end.
//!
//! A bracketed paste is `ESC [ 200 ~`, the text, `ESC [ 201 ~`. crossterm keeps all bytes back until the end has come. Where a
//! connection loses it, every key from then on would be text of that paste, Ctrl-C as well. Nobody can ask crossterm what it keeps back.
//! So when bytes have come and then nothing comes for [`SILENCE`], an end is handed to crossterm in the terminal's place; where no
//! paste was open, crossterm makes nothing of it.

use std::io;
use std::time::{Duration, Instant};

use ratatui::crossterm::event;
#[cfg(unix)]
use ratatui::crossterm::terminal::size;

#[cfg(unix)]
use super::GLANCE;
use crate::tui::message::Msg;

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
    #[cfg(unix)]
    resized: Option<std::os::unix::net::UnixStream>,
    /// What is known here and not from crossterm: a new size, a paste that was ended here.
    #[cfg(unix)]
    own: Vec<Msg>,
}

#[cfg(unix)]
impl Default for Keyboard {
    fn default() -> Self {
        // The first question makes crossterm watch the terminal's size, which takes a while; what comes meanwhile it takes unseen.
        Self { heard: Some(Instant::now()), may_hold: true, resized: None, own: Vec::new() }
    }
}

#[cfg(not(unix))]
impl Keyboard {
    /// Whether an event comes within this time.
    pub(super) fn poll(&mut self, patience: Duration) -> io::Result<bool> {
        event::poll(patience)
    }

    /// The event that has come.
    pub(super) fn read(&mut self) -> io::Result<Vec<Msg>> {
        Ok(Msg::from_event(event::read()?).into_iter().collect())
    }
}

#[cfg(unix)]
impl Keyboard {
    /// Whether an event comes within this time.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) fn poll(&mut self, patience: Duration) -> io::Result<bool> {
        let deadline = Instant::now() + patience;
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
            let now = Instant::now();
            if now >= deadline {
                // Where others had the processor all the while, crossterm did not come to look.
                self.may_hold = patience > GLANCE;
                return Ok(false);
            }
            let end = self.heard.map_or(deadline, |heard| deadline.min(heard + SILENCE));
            if self.wake(end.saturating_duration_since(now))? == Woken::HangUp {
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
                self.may_hold = true;
            }
            Woken::Size => {
                let (width, height) = size()?;
                self.own.extend(Msg::from_event(event::Event::Resize(width, height)));
            }
            Woken::Nothing | Woken::HangUp => {}
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
        use std::io::Read as _;
        use std::os::fd::AsRawFd as _;

        use filedescriptor::{POLLERR, POLLHUP, POLLIN, pollfd};

        let mut resized = match self.resized.take() {
            Some(resized) => resized,
            None => watch_size()?,
        };
        let watched = |fd| pollfd { fd, events: POLLIN, revents: 0 };
        let mut watched = [watched(rustix::stdio::stdin().as_raw_fd()), watched(resized.as_raw_fd())];
        let polled = filedescriptor::poll(&mut watched, Some(patience));
        // How often the size has changed does not matter, and an empty pipe has nothing to read.
        let _ = resized.read(&mut [0; 64]);
        self.resized = Some(resized);
        match polled {
            Ok(0) => Ok(Woken::Nothing),
            Ok(_) if watched[0].revents & (POLLHUP | POLLERR) != 0 => Ok(Woken::HangUp),
            Ok(_) if watched[0].revents & POLLIN != 0 => Ok(Woken::Bytes),
            Ok(_) => Ok(Woken::Size),
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
    Size,
    Nothing,
    HangUp,
}

/// A pipe into which each change of the terminal's size writes.
#[cfg(unix)]
fn watch_size() -> io::Result<std::os::unix::net::UnixStream> {
    let (ours, written) = std::os::unix::net::UnixStream::pair()?;
    ours.set_nonblocking(true)?;
    written.set_nonblocking(true)?;
    signal_hook::low_level::pipe::register(signal_hook::consts::SIGWINCH, written)?;
    Ok(ours)
}

/// Has crossterm read the end of a paste, and takes what it makes of that. If no paste was open, then another sequence was cut short:
/// crossterm drops it, and the letters of the end that are left are nobody's.
#[cfg(unix)]
fn ended_paste() -> io::Result<Vec<Msg>> {
    use std::io::Write as _;
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
