//! How much the cells of a page may take: what every machine has, or what this one has.

use std::sync::OnceLock;

use crate::lang::{Budget, Files, Limits};

/// How much the cells of a page may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// What every machine has. A course is checked in it, so that it runs everywhere.
    Course,
    /// What this machine has: whoever opened the page can stop it.
    Machine,
}

/// Steps and multiply-adds that a cell may take where somebody can stop it: some seconds of a loop.
const STEPS: u64 = 30_000_000;
const WORK: u64 = 1_000_000_000_000;

/// What a page may take where the system does not say what it has.
const UNKNOWN: u64 = 1 << 30;

impl Room {
    /// What a cell may spend on a page with these files.
    pub(super) fn limits(self, files: &Files) -> Limits {
        let course = files.limits();
        match self {
            Self::Course => course,
            Self::Machine => widened(course, of_machine()),
        }
    }
}

/// Limits with so many bytes, for all cells together.
pub(super) fn widened(limits: Limits, bytes: u64) -> Limits {
    let (of_page, bytes) = (limits.page.bytes.max(bytes), limits.bytes.max(bytes));
    let (steps, work) = (limits.steps.max(STEPS), limits.work.max(WORK));
    let at_once = if bytes > limits.bytes { limits.at_once.max(bytes / 4) } else { limits.at_once };
    let wide = Limits { steps, bytes, at_once, work, ..limits }.of_page();
    Limits { page: Budget { bytes: of_page, ..wide.page }, ..wide }
}

/// Half of the memory that is available, or half of what this process may have, whichever is less. It is asked for once, so that a page
/// has the same room as long as the program runs.
pub(super) fn of_machine() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    *BYTES.get_or_init(|| {
        let available = [available(), left_of_group(), address_space()].into_iter().flatten().min();
        available.map_or(UNKNOWN, |bytes| bytes / 2)
    })
}

/// What Linux says is available.
fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    kilobytes(&text, "MemAvailable:").map(|kilobytes| kilobytes.saturating_mul(1024))
}

/// The number behind a word at the beginning of a line.
fn kilobytes(text: &str, word: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(word)?.split_whitespace().next()?.parse().ok())
}

/// What the control group of the process has left, as a container has one.
fn left_of_group() -> Option<u64> {
    let read = |name: &str| std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse::<u64>().ok();
    Some(read("memory.max")?.saturating_sub(read("memory.current").unwrap_or(0)))
}

/// The addresses that the process may have (`ulimit -v`).
#[cfg(unix)]
fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_meminfo_is_read() {
        let text = "MemTotal:       24647836 kB\nMemFree:  1 kB\nMemAvailable:   23551184 kB\n";
        assert_eq!(kilobytes(text, "MemAvailable:"), Some(23_551_184));
        assert_eq!(kilobytes(text, "Swap:"), None);
    }

    #[test]
    fn a_machine_has_at_least_what_a_course_takes() {
        let course = Files::default().limits();
        let small = widened(course, 1000);
        assert_eq!((small.bytes, small.at_once, small.page.bytes), (course.bytes, course.at_once, course.page.bytes));
        let large = widened(course, 8 << 30);
        assert_eq!((large.bytes, large.at_once, large.page.bytes), (8 << 30, 2 << 30, 8 << 30));
        assert_eq!((large.steps, large.page.steps), (STEPS, 4 * STEPS));
    }
}
