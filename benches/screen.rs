//! What a person waits for: the first frame, and the frame after a key, in the lesson on attention.
//!
//! Criterion measures a key inside this process: update, evaluation, drawing. Then the program itself runs in a pseudo-terminal,
//! and the table says when the last byte of what a key changed had come out of it.

#![expect(clippy::unwrap_used, reason = "a bench of a program that does not start stops")]

#[path = "support/figures.rs"]
mod figures;
#[expect(dead_code, reason = "the tests also turn the terminal's own screws")]
#[path = "../tests/support/session.rs"]
mod session;

use std::fs::read_to_string;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use figures::{median, percentile, row, time};
use glassformer::notebook::lesson::Lesson;
use glassformer::notebook::library::LessonLibrary;
use glassformer::tui::frame::view;
use glassformer::tui::keymap::parse_keys;
use glassformer::tui::message::Msg;
use glassformer::tui::render::Pilot;
use glassformer::tui::terminal::Surface;
use glassformer::tui::theme::ThemeName;
use glassformer::tui::theme::depth::ColorDepth;
use glassformer::tui::widgets::picture::VIEWS;
use portable_pty::PtySize;
use ratatui::backend::TestBackend;
use session::{Session, command, size};

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");
const COLUMNS: u16 = 200;
const ROWS: u16 = 60;

/// What a learner does, the keys that lead there, words that then stand on the screen, and the keys that are pressed again and again.
const SCENES: [(&str, &str, &str, &str); 11] = [
    ("moving over the page", "", "5 Scaled", "j j j j j j j j k k k k k k k k"),
    ("typing a sentence", "<tab> e", "Enter accept", "s <backspace>"),
    ("changing a mask", TO_THE_MASK, "Enter switch", "x x"),
    ("moving a slider", "<tab> <tab> <tab> <tab> <tab> <tab>", "←→ slide", "l h"),
    ("opening why", INTO_A_TENSOR, "Enter into the formula", "<enter> <esc>"),
    ("to the next lesson and back", "] [", "5 Scaled", "] ["),
    ("opening the list of actions", "", "5 Scaled", ": <esc>"),
    ("searching all lessons", "/ s o f t", "soft", "m <backspace>"),
    ("reading a gradient", INTO_A_TENSOR, "Enter into the formula", "F F"),
    ("walking over gradients", "<tab> <tab> <tab> <tab> <tab> <tab> <enter> F", "P values", "l j h k"),
    ("walking with why open", "<tab> <tab> <tab> <tab> <tab> <tab> <enter> <enter>", "Enter why this one?", "l j h k"),
];
const INTO_A_TENSOR: &str = "<tab> <tab> <tab> <tab> <tab> <tab> <enter>";
const TO_THE_MASK: &str = "<tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <enter>";

/// A key as the bytes that a terminal sends.
fn bytes(key: &str) -> &str {
    match key {
        "<tab>" => "\t",
        "<enter>" => "\r",
        "<esc>" => "\x1b",
        "<backspace>" => "\x7f",
        letter => letter,
    }
}

fn keys_in_process(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a key at 200x60, in process");
    for (name, way, there, cycle) in SCENES {
        let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, COLUMNS, ROWS);
        let mut pilot = pilot.open("attention").unwrap().keys(way).unwrap();
        // Lessons change, and a way that no longer leads there would measure something else.
        assert!(pilot.screen().contains(there), "{name}: no {there:?} on\n{}", pilot.screen());
        let mut surface = Surface::new(TestBackend::new(COLUMNS, ROWS), ColorDepth::TrueColor).unwrap();
        let keys: Vec<_> = parse_keys(cycle).unwrap().into_iter().collect();
        let mut turns = keys.iter().cycle();
        let mut key = || {
            pilot.take_undrawn(Msg::Key(*turns.next().unwrap()));
            surface.draw(|frame| view(&mut pilot.model, frame)).unwrap();
        };
        group.bench_function(name, |bencher| bencher.iter(&mut key));
        report_frames(name, key);
    }
    group.finish();
    huge(criterion);
    long_texts();
}

/// How long 500 keys take to their frames: the mean hides what a reader feels, the slowest of a hundred.
fn report_frames(name: &str, mut key: impl FnMut()) {
    let times: Vec<Duration> = (0..500)
        .map(|_| {
            let start = Instant::now();
            key();
            start.elapsed()
        })
        .collect();
    report(&format!("key to frame, {name}"), &times, bound(name));
}

/// A row of the middle of some times and the slowest of a hundred.
fn report(what: &str, times: &[Duration], bound: &str) {
    let both = format!("{} / {}", time(median(times)), time(percentile(times, 0.99)));
    row(&format!("{what}, p50 / p99"), &both, bound);
}

/// What the slowest of a hundred keys may take.
fn bound(name: &str) -> &'static str {
    match name {
        "changing a mask" | "moving a slider" | "typing a sentence" => "p99 <= 3 ms",
        "to the next lesson and back" => "p99 <= 16 ms",
        _ if name.starts_with("moving") || name.starts_with("walking") => "p99 <= 1 ms",
        _ => "p99 <= 4 ms",
    }
}

/// A tensor of 4096×4096 beside one of 8×8, in two views: numbers around the cursor, and pixels of blocks.
const HUGE: &str =
    "---\ntitle: Huge\nid: huge\n---\n```python\ntorch.manual_seed(0)\nm = torch.rand(SIDE, SIDE)\n```\n";

/// Walking in a large tensor: every key moves the window by ten rows and draws the frame.
fn huge(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("scrolling a tensor at 200x60, in process");
    for name in ["numbers", "pixels"] {
        for side in ["8", "4096"] {
            let lesson = Lesson::read("huge.md", &HUGE.replace("SIDE", side)).unwrap();
            let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, COLUMNS, ROWS).read(lesson);
            let mut pilot = pilot.keys("<down> <enter>").unwrap();
            turn_to(&mut pilot, name);
            let mut surface = Surface::new(TestBackend::new(COLUMNS, ROWS), ColorDepth::TrueColor).unwrap();
            let keys: Vec<_> = parse_keys("<pagedown> <right> <pagedown> <right> <pageup> <left> <pagedown>").unwrap();
            let mut cycle = keys.iter().cycle();
            let mut key = || {
                pilot.take_undrawn(Msg::Key(*cycle.next().unwrap()));
                surface.draw(|frame| view(&mut pilot.model, frame)).unwrap();
            };
            group.bench_function(format!("{name} of {side}×{side}"), |bencher| bencher.iter(&mut key));
            report_frames(&format!("{name} of {side}×{side}"), key);
        }
    }
    group.finish();
}

/// A lesson of a sentence and a cell.
const SHORT: &str = "---\ntitle: Short\nid: short\n---\n```python\ns = text(\"the cat\")\nwords = s.split()\n```\n";

/// Typing in texts as long as pastes may make them, in ASCII and not. What evaluates runs beside the screen in the program.
fn long_texts() {
    for (place, way) in [("sentence", "<down> <tab> e"), ("cell", "<down> e")] {
        for (script, words) in [("ASCII", "many words "), ("other scripts", "naïve 猫 e\u{301} ")] {
            let lesson = Lesson::read("short.md", SHORT).unwrap();
            let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, COLUMNS, ROWS).read(lesson);
            let mut pilot = pilot.keys(way).unwrap();
            pilot.take(Msg::Paste(words.repeat(10_000)));
            let mut surface = Surface::new(TestBackend::new(COLUMNS, ROWS), ColorDepth::TrueColor).unwrap();
            let keys: Vec<_> = parse_keys("s <backspace>").unwrap();
            let mut cycle = keys.iter().cycle();
            let times: Vec<Duration> = (0..100)
                .map(|_| {
                    let (start, elsewhere) = (Instant::now(), pilot.time_elsewhere());
                    pilot.take_undrawn(Msg::Key(*cycle.next().unwrap()));
                    surface.draw(|frame| view(&mut pilot.model, frame)).unwrap();
                    let beside = pilot.time_elsewhere().saturating_sub(elsewhere);
                    start.elapsed().saturating_sub(beside)
                })
                .collect();
            report(&format!("key to frame, a {place} of 16 kB, {script}"), &times, "p99 <= 50 ms");
        }
    }
}

/// Presses `v` until the tensor is drawn in a view.
fn turn_to(pilot: &mut Pilot, wanted: &str) {
    let next = *parse_keys("v").unwrap().first().unwrap();
    for _ in VIEWS {
        if pilot.screen().contains(wanted) {
            return;
        }
        pilot.press(next);
    }
}

/// The program, opened at the lesson, once nothing moves any more.
fn lesson(size: PtySize) -> Session {
    let mut session = Session::start(command(PROGRAM, &["attention", "--theme", "dark"]), size);
    session.wait_until("the first frame", has_a_frame);
    // What a terminal answers last. Until then a lone Esc is taken for the beginning of an answer.
    session.press("\x1b[?62c");
    settle(&mut session, Duration::from_millis(200));
    session
}

/// Whether a frame has come whole: each ends with the mark of a synchronized update.
fn has_a_frame(session: &Session) -> bool {
    session.written.windows(8).any(|bytes| bytes == b"\x1b[?2026l")
}

/// Takes what comes until nothing has come for a while.
fn settle(session: &mut Session, quiet: Duration) {
    while session.receive(quiet).is_ok() {}
}

fn close(mut session: Session) {
    session.press("\x03");
    session.end();
}

fn first_frame() {
    let (mut first, mut complete) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        let start = Instant::now();
        let mut session = Session::start(command(PROGRAM, &["attention", "--theme", "dark"]), size(120, 40));
        session.wait_until("the first frame", has_a_frame);
        first.push(session.last - start);
        settle(&mut session, Duration::from_millis(150));
        complete.push(session.last - start);
        close(session);
    }
    row("process start to the first frame, 120x40, median of 20", &time(median(&first)), "<= 30 ms");
    row("process start to all values on the screen", &time(median(&complete)), "");
}

/// From pressing a key to the last byte that comes of it, values that need recomputing included.
fn keys_in_a_terminal() {
    /// Longer than the program waits between two looks at an evaluation.
    const QUIET: Duration = Duration::from_millis(30);
    let mut all = Vec::new();
    for (name, way, _, cycle) in SCENES {
        let mut session = lesson(size(COLUMNS, ROWS));
        for key in way.split_whitespace() {
            session.press(bytes(key));
            settle(&mut session, QUIET);
        }
        let mut times = Vec::new();
        for key in cycle.split_whitespace().cycle().take(500) {
            let (start, before) = (Instant::now(), session.written.len());
            session.press(bytes(key));
            settle(&mut session, QUIET);
            if session.written.len() > before {
                times.push(session.last - start);
            }
        }
        report(&format!("key to the last byte, 200x60, {name}"), &times, "");
        all.extend(times);
        close(session);
    }
    row(&format!("all {} keys, p99", all.len()), &time(percentile(&all, 0.99)), "< 8 ms");
}

/// What the program costs while nobody does anything.
fn idle() {
    const WATCHED: Duration = Duration::from_secs(5);
    let mut session = lesson(size(COLUMNS, ROWS));
    let memory = proc(&session, "status");
    let memory = memory.lines().find_map(|line| line.strip_prefix("VmRSS:")).map(|text| text.replace("kB", ""));
    let kilobytes: f64 = memory.and_then(|text| text.trim().parse().ok()).unwrap_or(f64::NAN);
    row("resident memory in the lesson", &format!("{:.1} MB", kilobytes / 1024.0), "< 40 MB");

    let (before, ticks) = (session.written.len(), processor_ticks(&session));
    settle(&mut session, WATCHED);
    let spent = processor_ticks(&session) - ticks;
    row("idle for 5 s: bytes written", &(session.written.len() - before).to_string(), "0");
    row("idle for 5 s: hundredths of a second of processor time", &spent.to_string(), "0");

    // The first of them says why it does nothing.
    session.press("z");
    settle(&mut session, Duration::from_millis(200));
    let before = session.written.len();
    for _ in 0..20 {
        session.press("z");
        settle(&mut session, Duration::from_millis(30));
    }
    row("20 keys that change nothing: bytes written", &(session.written.len() - before).to_string(), "0");
    close(session);
}

/// What Linux knows about the program; nothing elsewhere.
fn proc(session: &Session, file: &str) -> String {
    let id = session.program.process_id().unwrap_or_default();
    read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default()
}

/// User and system time, in ticks: fields 14 and 15 of `/proc/[pid]/stat`, counted from behind the name in parentheses.
fn processor_ticks(session: &Session) -> u64 {
    let stat = proc(session, "stat");
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

fn in_a_terminal(_: &mut Criterion) {
    figures::head("The program in a pseudo-terminal, lesson 05");
    first_frame();
    keys_in_a_terminal();
    idle();
}

criterion_group!(benches, keys_in_process, in_a_terminal);
criterion_main!(benches);
