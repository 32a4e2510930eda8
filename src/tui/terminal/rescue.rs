//! Gives the terminal back when a signal ends the program at once: an abort, in which a failed allocation ends too, a fault of the
//! processor, `SIGUSR1`. No destructor and no panic hook runs then, so this is done by a signal handler.
//!
//! A handler may only do what POSIX lists as async-signal-safe: it reads atomics, tries a lock and never waits for it, and calls
//! `poll`, `write`, `tcsetattr`, `sigaction` and `raise`. Afterwards the signal has the effect that it had before: the
//! process ends by it, or the standard library reports an overflowed stack.
//!
//! After `SIGKILL` nothing can give the terminal back; `docs/settings.md` names `reset`.

#![expect(unsafe_code, reason = "no safe crate installs a handler for faults and aborts on the signal stack")]

use std::sync::atomic::Ordering;
use std::sync::{Mutex, OnceLock};
use std::{mem, ptr};

use libc::{c_int, c_void, siginfo_t};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::stdio::{stdin, stdout};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use super::TAKEN;

/// The signals that end a process by default and that the program does not handle otherwise.
const SIGNALS: [c_int; 14] = [
    libc::SIGABRT,
    libc::SIGALRM,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGPROF,
    libc::SIGSEGV,
    libc::SIGSYS,
    libc::SIGTRAP,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGVTALRM,
    libc::SIGXCPU,
    libc::SIGXFSZ,
];

/// Ends a sequence that was cut short and an unfinished frame, then undoes all that the program asks of a terminal.
const UNDO: &[u8] = b"\x18\x1b[?2026l\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?1049l\x1b[?25h";

/// How long a terminal that takes no more may keep the process alive.
const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

/// The modes of the terminal before it was taken.
static MODES: Mutex<Option<Termios>> = Mutex::new(None);

/// What each of the signals did before.
static BEFORE: [OnceLock<libc::sigaction>; SIGNALS.len()] = [const { OnceLock::new() }; SIGNALS.len()];

/// Remembers the modes of a terminal that is about to be taken, and from the first call on watches the signals.
pub(super) fn prepare() {
    if let Ok(mut modes) = MODES.lock() {
        *modes = tcgetattr(stdin()).ok();
    }
    for (signal, before) in SIGNALS.iter().zip(&BEFORE) {
        if before.get().is_none() {
            watch(*signal, before);
        }
    }
}

/// Installs the handler, unless the program was started with this signal ignored.
fn watch(signal: c_int, before: &OnceLock<libc::sigaction>) {
    // SAFETY: `sigaction` is plain data, for which zeros are valid. The pointers are to structs that live until the calls return, and
    // the handler has the signature that SA_SIGINFO asks for. SA_ONSTACK: a thread that has overflowed its stack has no other room.
    unsafe {
        let mut old: libc::sigaction = mem::zeroed();
        let known = libc::sigaction(signal, ptr::null(), &raw mut old) == 0;
        if !known || old.sa_sigaction == libc::SIG_IGN || before.set(old).is_err() {
            return;
        }
        let mut new: libc::sigaction = mem::zeroed();
        new.sa_sigaction = at_signal as extern "C" fn(c_int, *mut siginfo_t, *mut c_void) as usize;
        new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigemptyset(&raw mut new.sa_mask);
        libc::sigaction(signal, &raw const new, ptr::null_mut());
    }
}

extern "C" fn at_signal(signal: c_int, info: *mut siginfo_t, _: *mut c_void) {
    give_back();
    let before = SIGNALS.iter().position(|known| *known == signal).and_then(|at| BEFORE[at].get());
    // SAFETY: `info` is the kernel's, or null on a broken system. The old action came from the system; zeros are the default one.
    unsafe {
        let is_sent = info.as_ref().is_none_or(|info| info.si_code <= 0);
        let repeats = !is_sent && matches!(signal, libc::SIGBUS | libc::SIGFPE | libc::SIGILL | libc::SIGSEGV);
        let default: libc::sigaction = mem::zeroed();
        // A fault comes again when this returns, and then the standard library looks at its address.
        let next = before.filter(|_| repeats).map_or(&raw const default, ptr::from_ref);
        libc::sigaction(signal, next, ptr::null_mut());
        if !repeats {
            libc::raise(signal);
        }
    }
}

/// Undoes what was done to the terminal, if it is taken.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = [PollFd::from_borrowed_fd(stdout(), PollFlags::OUT)];
    if poll(&mut out, Some(&PATIENCE)).is_ok_and(|ready| ready > 0) {
        let _ = rustix::io::write(stdout(), UNDO);
    }
    if let Ok(modes) = MODES.try_lock()
        && let Some(modes) = &*modes
    {
        // While crossterm reads, standard input is a pipe for a moment (`inbox/keyboard.rs`).
        let _ = tcsetattr(stdin(), OptionalActions::Now, modes)
            .or_else(|_| tcsetattr(stdout(), OptionalActions::Now, modes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::terminal::undo;

    #[test]
    fn handler_writes_what_the_ordinary_way_out_writes() {
        let mut ordinary = Vec::new();
        undo(&mut ordinary).unwrap();
        assert_eq!(UNDO.strip_prefix(b"\x18\x1b[?2026l"), Some(&*ordinary));
    }
}
