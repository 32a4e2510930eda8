//! Terminals that lie, that read no more, that say nothing: the program does not fall, does not spin, and ends when it is told to.
//!
//! What a terminal that behaves can expect is in `tests/pty.rs`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

#[expect(dead_code, reason = "other tests also turn the terminal's own screws")]
#[path = "support/session.rs"]
mod session;

use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use portable_pty::{Child, ExitStatus, MasterPty, native_pty_system};
use session::{Session, command, signal, size, state_folder};

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");
const TITLE: &str = "Scaled dot-product attention";
/// How long an end may take on a machine that is busy with something else.
const DEADLINE: Duration = Duration::from_secs(20);

fn lesson() -> Session {
    let mut session = Session::start(command(PROGRAM, &["attention", "--theme", "dark"]), size(80, 24));
    session.wait_until("the lesson", |session| session.text().contains(TITLE));
    session
}

/// The program still answers keys, and leaves.
fn assert_alive(mut session: Session) {
    session.press("?");
    session.wait_until("the help", |session| session.text().contains("╭ Keys"));
    session.press("\x03");
    assert!(session.end().success());
}

/// Answers to questions that nobody has asked, places that no terminal has, and bytes that are nothing.
#[test]
fn a_terminal_that_answers_nonsense_is_not_believed() {
    let mut session = lesson();
    for nonsense in [
        "\x1b[?1;2c",
        "\x1b[?64;1;2;6;9;15;18;21;22c",
        "\x1b[>0;999999999;0c",
        "\x1b]11;rgb:zzzz/zzzz/zzzz\x07",
        "\x1b]4;999999;what\x1b\\",
        "\x1b[9999;9999R",
        "\x1b[99999999999999999999;1R",
        "\x1b[8;65535;65535t",
        "\x1b[<0;65535;65535M\x1b[<0;65535;65535m",
        "\x1b[<64;0;0M",
        "\x1b[<999999;1;1M",
        "\x1b[M\u{7f}\u{7f}\u{7f}",
        "\x1b[?0u",
        "\x1b[57399;999;3u",
        "\x1bP>|nobody\x1b\\",
        "\x1b[I\x1b[O",
        "\x1b[200~\x1b[201~",
    ] {
        session.press(nonsense);
        session.press("\x1b\x1b");
        session.drain();
    }
    assert_alive(session);
}

/// A terminal without bracketed paste sends a text as keys. It is there as soon as any other, whole, and as it was.
#[test]
fn a_paste_that_comes_as_keys_is_one_paste() {
    let text = "# many words\r    # and more below them\r".repeat(600);
    let words = text.replace(['\r', '#'], " ");
    for (keys, place, text, seen) in [
        ("/", "the search", &words, "No paragraph or line of code contains"),
        ("\tE", "typing", &text, "# many words"),
        ("\te", "typing", &words, "The text was too long"),
    ] {
        let mut session = lesson();
        session.press(keys);
        let shown = match keys {
            "/" => "Search",
            "\tE" => "Esc done",
            _ => "Enter accept",
        };
        session.wait_until(place, |session| session.text().contains(shown));
        session.press(text);
        session.wait_until(seen, |session| session.text().contains(seen));
        session.press(&format!("{text}\x03"));
        assert!(session.end().success());
    }
}

/// A connection that loses the end of a paste: what has come is pasted, and keys are keys again.
#[test]
fn paste_without_end_does_not_lock_the_keyboard() {
    let mut session = lesson();
    session.press("\x1b[200~abc");
    session.wait_until("the paste", |session| session.text().contains("No text is being edited"));
    assert_alive(session);

    let mut session = lesson();
    session.press("\te\x1b[200~abc");
    session.wait_until("the text", |session| session.text().contains("matabc"));
    session.press("d");
    session.wait_until("a key", |session| session.text().contains("matabcd"));
    session.press("\x03");
    assert!(session.end().success());
}

#[test]
fn interrupt_ends_a_paste_without_end() {
    for interrupt in ["\x03", "\x03\x03\x03"] {
        let mut session = lesson();
        session.press("\x1b[200~abc");
        session.press(interrupt);
        assert!(session.end().success());
    }
}

/// A slow connection brings a paste in pieces; it is one paste.
#[test]
fn paste_in_pieces_is_one_paste() {
    let mut session = lesson();
    session.press("\te");
    session.wait_until("typing", |session| session.text().contains("Enter accept"));
    for piece in ["\x1b[20", "0~ab", "c d\x1b", "[201", "~e"] {
        session.press(piece);
        std::thread::sleep(Duration::from_millis(200));
    }
    session.wait_until("all of it", |session| session.text().contains("matabc de"));
    session.press("\x03");
    assert!(session.end().success());
}

#[test]
fn bytes_that_are_no_keys_are_passed_over() {
    let mut bare = Bare::open(&["attention"], &state_folder());
    bare.until(TITLE);
    bare.keyboard.write_all(&[0xff, 0xfe, 0xc3, 0x28, 0xf0, 0x9f, 0x00, 0x80, 0x1b, 0xff, 0x1b, 0x1b]).unwrap();
    bare.keyboard.write_all(b"?").unwrap();
    bare.until("Keys");
    bare.keyboard.write_all(b"\x03").unwrap();
    std::thread::spawn(move || while matches!(bare.reader.read(&mut [0; 4096]), Ok(1..)) {});
    assert!(ended(&mut bare.program).success());
}

/// No size is impossible to say. What was larger than any screen is drawn on as much as a screen has.
#[test]
fn a_terminal_of_no_size_or_of_any_size_is_survived() {
    let mut session = lesson();
    for (columns, rows) in
        [(0, 0), (1, 1), (u16::MAX, 24), (80, 0), (0, 24), (80, u16::MAX), (u16::MAX, u16::MAX), (3, 2)]
    {
        session.terminal.resize(size(columns, rows)).unwrap();
        session.press("j");
        session.drain();
    }
    session.emulator.screen_mut().set_size(24, 80);
    session.terminal.resize(size(80, 24)).unwrap();
    session.wait_until("the lesson again", |session| session.text().contains("? help"));
    let resident = resident(&session);
    assert!(resident.is_none_or(|kilobytes| kilobytes < 300_000), "{resident:?} kB are held after a lie");
    assert_alive(session);
}

/// A number of a line of `/proc/PID/status`, where there is one.
fn resident(session: &Session) -> Option<u64> {
    let id = session.program.process_id()?;
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The processor time of the program so far, in ticks of a hundredth of a second.
fn ticks(session: &Session) -> Option<u64> {
    let id = session.program.process_id()?;
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

#[test]
fn a_terminal_that_says_nothing_costs_nothing() {
    let mut session = lesson();
    session.drain();
    let before = ticks(&session);
    std::thread::sleep(Duration::from_secs(1));
    if let (Some(before), Some(after)) = (before, ticks(&session)) {
        assert!(after - before < 30, "{} ticks of 100 in a second without a key", after - before);
    }
    assert_alive(session);
}

/// A terminal that is read and closed by hand: a [`Session`] always reads.
struct Bare {
    program: Box<dyn Child + Send + Sync>,
    terminal: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    reader: Box<dyn Read + Send>,
    emulator: vt100::Parser,
}

impl Bare {
    fn open(arguments: &[&str], home: &Path) -> Self {
        Self::open_as(PROGRAM, arguments, home)
    }

    fn open_as(program: &str, arguments: &[&str], home: &Path) -> Self {
        let pair = native_pty_system().openpty(size(200, 60)).unwrap();
        let mut command = command(program, arguments);
        command.env("XDG_STATE_HOME", home);
        Self {
            program: pair.slave.spawn_command(command).unwrap(),
            keyboard: pair.master.take_writer().unwrap(),
            reader: pair.master.try_clone_reader().unwrap(),
            terminal: pair.master,
            emulator: vt100::Parser::new(60, 200, 0),
        }
    }

    fn until(&mut self, words: &str) {
        self.until_shown(words, true);
    }

    fn until_gone(&mut self, words: &str) {
        self.until_shown(words, false);
    }

    fn until_shown(&mut self, words: &str, is_shown: bool) {
        let mut bytes = [0; 4096];
        while self.emulator.screen().contents().contains(words) != is_shown {
            let count = self.reader.read(&mut bytes).unwrap();
            self.emulator.process(&bytes[..count]);
        }
    }
}

/// Waits for the end of a program.
fn ended(program: &mut Box<dyn Child + Send + Sync>) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = program.try_wait().unwrap() {
            return status;
        }
        assert!(start.elapsed() < DEADLINE, "the program does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A terminal that is frozen (Ctrl-S, a lost connection) takes no bytes. The program, told to end, keeps the work and ends.
#[test]
fn a_terminal_that_reads_no_more_does_not_hold_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut bare = Bare::open(&["attention", "--theme", "dark"], folder.path());
    bare.until(TITLE);
    bare.keyboard.write_all(b"\teX").unwrap();
    bare.until("Enter accept");
    bare.keyboard.write_all(b"\r").unwrap();
    // A frame that nobody reads would hold the program before it had read the keys.
    bare.until_gone("Enter accept");
    // From here on nobody reads, and there is more to write than a terminal keeps.
    for _ in 0..20 {
        // What comes together is drawn once.
        for keys in ["G", "gg"] {
            bare.keyboard.write_all(keys.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    signal::send("-TERM", bare.program.process_id().unwrap());
    ended(&mut bare.program);
    let kept = std::fs::read_to_string(folder.path().join("glassformer/sessions/attention.session"));
    assert!(kept.unwrap_or_default().contains("matX"));
}

/// The window is closed, or the program told to end, while a cell runs that would never end.
#[test]
fn a_cell_without_end_does_not_hold_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("endless.md");
    let text = "---\ntitle: Endless\nid: endless\n---\n# Endless\n\n```python\nwhile True:\n    x = 1\n```\n";
    std::fs::write(&path, text).unwrap();
    for signal in [None, Some("-HUP"), Some("-TERM"), Some("-INT"), Some("-QUIT")] {
        let mut bare = Bare::open(&[path.to_str().unwrap()], folder.path());
        bare.until("Endless");
        if let Some(signal) = signal {
            signal::send(signal, bare.program.process_id().unwrap());
        }
        drop((bare.reader, bare.keyboard, bare.terminal));
        ended(&mut bare.program);
    }
}

/// Whoever is first in a session is told that its terminal has gone, and need not pass it on: `make run` does not.
#[test]
fn a_window_that_closes_without_a_word_ends_the_program() {
    let folder = tempfile::tempdir().unwrap();
    // The shell waits for the program, however that ends.
    let script = "trap '' HUP; \"$0\" \"$@\"; exit 0";
    let mut bare = Bare::open_as("sh", &["-c", script, PROGRAM, "attention", "--theme", "dark"], folder.path());
    bare.until(TITLE);
    bare.keyboard.write_all(b"\teX\r").unwrap();
    bare.until("matX");
    bare.until("saved");
    // With nothing left to draw there is no write that fails.
    std::thread::sleep(Duration::from_secs(1));
    drop((bare.reader, bare.keyboard, bare.terminal));
    ended(&mut bare.program);
    let kept = std::fs::read_to_string(folder.path().join("glassformer/sessions/attention.session"));
    assert!(kept.unwrap_or_default().contains("matX"));
}
