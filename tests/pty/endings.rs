//! The program ends or stops by a signal that no ordinary way out follows.

use std::time::Duration;

use super::session::{Session, command, size};
use super::{PROGRAM, assert_given_back, lesson};

/// What ends a process at once: no destructor runs then.
#[test]
fn abort_or_fault_gives_the_terminal_back() {
    for name in ["-ABRT", "-USR1", "-USR2", "-SEGV", "-BUS", "-FPE", "-ILL", "-ALRM", "-XCPU", "-XFSZ", "-SYS"] {
        let untouched = Session::start(command("true", &[]), size(80, 24)).terminal.get_termios();
        let mut session = lesson();
        session.signal(name);
        let ended = session.end();
        assert!(!ended.success() && ended.signal().is_some(), "{name}: {ended:?}");
        assert_given_back(&session);
        assert_eq!(session.terminal.get_termios(), untouched, "{name}");
    }
}

/// Memory that the system refuses ends in an abort, on the thread that asked for it.
#[test]
#[cfg(target_os = "linux")]
fn failed_allocation_gives_the_terminal_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let cell = |number| format!("```python\nx{number} = [torch.ones(1000, 1000) for _ in range(7)]\n```\n\n");
    let cells: String = (0..60).map(cell).collect();
    let path = folder.path().join("hog.md");
    std::fs::write(&path, format!("---\ntitle: Hog\nid: hog\n---\n# Hog\n\n{cells}")).expect("a file");
    let untouched = Session::start(command("true", &[]), size(80, 24)).terminal.get_termios();
    let script = "echo before; ulimit -c 0; ulimit -v 500000; exec \"$0\" \"$@\"";
    let path = path.to_str().expect("a name");
    let mut session = Session::start(command("sh", &["-c", script, PROGRAM, path, "--backend", "rust"]), size(80, 24));
    assert!(!session.end().success());
    assert!(String::from_utf8_lossy(&session.written).contains("\x1b[?1049h"), "it had the terminal");
    assert!(!session.emulator.screen().alternate_screen() && !session.emulator.screen().hide_cursor());
    assert_eq!(session.terminal.get_termios(), untouched);
}

/// A shell that stops a program and goes on with it at once (`fg` right after Ctrl-Z) finds it running.
#[test]
fn stop_with_continue_behind_it_does_not_stop() {
    let mut session = lesson();
    for pause in [50, 5, 120, 20, 0] {
        session.signal("-TSTP");
        std::thread::sleep(Duration::from_millis(pause));
        session.signal("-CONT");
        session.press("?");
        session.wait_until("the help", |session| session.text().contains("╭ Keys"));
        session.press("\x1b");
        session.wait_until("the lesson", |session| !session.text().contains("╭ Keys"));
    }
    session.press("q");
    assert!(session.end().success());
}
