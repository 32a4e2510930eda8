//! A program that waits: nothing wakes it, and whatever comes does.

use std::time::Duration;

use super::lesson;
use super::session::size;

/// A program that polls wakes four times a second or more; one that waits sleeps until something comes.
#[test]
#[cfg(target_os = "linux")]
fn an_idle_program_is_not_woken() {
    let session = lesson();
    let of_task = |task: std::fs::DirEntry| {
        let status = std::fs::read_to_string(task.path().join("status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        line.and_then(|count| count.trim().parse::<u64>().ok()).unwrap_or_default()
    };
    let woken = || {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", session.program.process_id().unwrap())).unwrap();
        tasks.flatten().map(of_task).sum::<u64>()
    };
    let is_quiet = || {
        let before = woken();
        std::thread::sleep(Duration::from_secs(3));
        woken() == before
    };
    assert!((0..5).any(|_| is_quiet()), "it was woken again and again");
}

/// The signal that tells of a new size meets a program that sleeps: no key comes to help.
#[test]
fn another_size_is_drawn_however_long_nothing_happened() {
    let mut session = lesson();
    session.drain();
    for (columns, rows) in [(100, 30), (70, 20), (90, 28)] {
        std::thread::sleep(Duration::from_millis(600));
        session.terminal.resize(size(columns, rows)).unwrap();
        session.emulator.screen_mut().set_size(rows, columns);
        session.written.clear();
        session.wait_until("another frame", |session| !session.written.is_empty());
        session.drain();
    }
}
