//! Signals to programs that a test has started.

use std::process::Command;

/// Sends a signal, `-TERM` or `-INT`, to a process. A shell has `kill` built in; a small system has no program of that name.
pub(crate) fn send(signal: &str, id: u32) {
    let sent = Command::new("sh").args(["-c", &format!("kill {signal} {id}")]).status();
    assert!(sent.is_ok_and(|sent| sent.success()), "{signal} to {id}");
}
