//! What the program writes to a terminal while a hostile lesson is open, and how soon it answers.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::session::{Session, command, size};
use super::{PROGRAM, acting, folder, hostile, lesson};

/// A lesson's file in a terminal of its own.
fn open(path: &Path, words: &str) -> Session {
    let command = command(PROGRAM, &[path.to_str().unwrap(), "--theme", "dark"]);
    let mut session = Session::start(command, size(120, 40));
    session.wait_until(words, |session| session.text().contains(words));
    session
}

/// What crossterm writes for this program, by the final letter: places, styles, and modes that are switched on and off.
fn is_ours(parameters: &str, end: char) -> bool {
    let modes = ["25", "1000", "1002", "1006", "1049", "2004", "2026"];
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match end {
        'h' | 'l' => parameters.strip_prefix('?').is_some_and(|mode| modes.contains(&mode)),
        'H' => parameters.split(';').all(is_number),
        // A single colour of eight would be somebody else's: this terminal has 24 bits, and 38 and 48 begin them.
        'm' => parameters.split(';').all(is_number) && !parameters.split(';').any(|code| code == "31" || code == "41"),
        // The screen is wiped where its size has changed.
        'J' => parameters == "2",
        // How large a cell is, and the end of the questions.
        't' => parameters == "16",
        'c' => parameters.is_empty(),
        _ => false,
    }
}

/// What the terminal is asked of pixels, after `ESC`.
const QUESTIONS: [&str; 2] = ["_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\", "]1337;ReportCellSize\x07"];

/// The first thing in the program's bytes that is neither text nor a sequence of its own.
fn foreign(written: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = written;
    while let Some((before, after)) = rest.split_once('\x1b') {
        text.push_str(before);
        rest = if let Some(sequence) = after.strip_prefix('[') {
            let end = sequence.find(|c: char| c.is_ascii_alphabetic())?;
            let last = sequence[end..].chars().next()?;
            if !is_ours(&sequence[..end], last) {
                return Some(format!("the sequence ESC [{}", &sequence[..=end]));
            }
            &sequence[end + 1..]
        } else if let Some(asked) = QUESTIONS.iter().find_map(|question| after.strip_prefix(question)) {
            asked
        } else if let Some(copied) = after.strip_prefix("]52;c;") {
            copied.split_once('\x07')?.1
        } else {
            return Some(format!("ESC and then {:?}", after.chars().take(10).collect::<String>()));
        };
    }
    text.push_str(rest);
    acting(&text.replace('\r', ""))
        .map(|(at, c)| format!("{c:?} before {:?}", text[at..].chars().take(30).collect::<String>()))
}

#[test]
fn what_is_foreign_is_found() {
    let ours = "\x1b[?1049h\x1b[1;1H\x1b[38;2;1;2;3mtext\x1b[0m\r\n\x1b]52;c;YQ==\x07\x1b[?25l\x1b[2J";
    assert_eq!(foreign(ours), None);
    for theirs in ["\x1b[31m", "\x1b]0;title\x07", "\x1bc", "\x07", "\u{9b}2J", "\u{202e}", "\x1b[6n", "\x1b[?1h"] {
        assert!(foreign(&format!("{ours}{theirs}")).is_some(), "{theirs:?}");
    }
}

#[test]
fn no_sign_of_a_lesson_reaches_the_screen_raw() {
    let folder = folder();
    let mut session = open(&lesson("signs", folder.path()), "A heading");
    // Through every block; into tensors and why; lists of actions, names and words; a search; help; copying.
    for keys in [
        "jjjj", "\t\r", "\x1b", "\t\t\r", "lljj", "\r", "\x1b\x1b", "G", "1i", "gg", ":", "\x1b", "?", "\x1b", "/a",
        "\x1b", "y",
    ] {
        session.press(keys);
        session.drain();
    }
    // What is pasted may hold anything as well.
    session.press("\tE");
    session.press(&hostile("\x1b[200~x = \"␛[31m ␛]0;title␇ ⟲ \u{9b}31m\"\r\x1b[201~"));
    session.drain();
    session.press("\x1b");
    session.drain();
    session.press("\x03");
    assert!(session.end().success());
    let written = String::from_utf8(session.written.clone()).unwrap();
    assert_eq!(foreign(&written), None);
}

/// A lesson that is deep or long beyond all measure.
fn made(name: &str, body: &str, folder: &Path) -> PathBuf {
    let path = folder.join(format!("{name}.md"));
    let head = format!(
        "---\ntitle: {name}\nid: {name}\n---\n# {name}\n\nAfter these words comes more than a machine has.\n\n"
    );
    fs::write(&path, head + body).unwrap();
    path
}

/// Every hostile lesson opens, answers a key while its cells run, and is left.
#[test]
fn a_lesson_that_wants_too_much_leaves_the_keys_alone() {
    let folder = folder();
    let mut paths: Vec<_> =
        ["endless", "memory", "flood", "recursion"].iter().map(|name| lesson(name, folder.path())).collect();
    let deep =
        |open: &str, close: &str, count| format!("```python\nx = {}{}\n```\n", open.repeat(count), close.repeat(count));
    let mut wide = String::from("```python\n");
    (0..5000).for_each(|n| _ = writeln!(wide, "name_{n} = {n}"));
    for (name, body) in [
        ("quotes", "> ".repeat(20_000)),
        ("lists", "- ".repeat(20_000)),
        ("emphasis", "*".repeat(50_000)),
        ("brackets", deep("[", "]", 50_000)),
        ("calls", deep("f(", ")", 20_000)),
        ("line", format!("{}\n\n```python\nx = \"{}\"\n```\n", "word ".repeat(60_000), "a".repeat(400_000))),
        ("names", wide + "```\n"),
        ("blocks", "```python\nx = 1\n```\n\n".repeat(3000)),
        ("table", format!("{}\n{}\n{}\n", "| a ".repeat(3000), "|---".repeat(3000), "| 1 ".repeat(3000))),
    ] {
        paths.push(made(name, &body, folder.path()));
    }
    for path in paths {
        let mut session = open(&path, "After these words");
        let mut slowest = 0.0_f64;
        for (key, is_there) in [("?", true), ("\x1b", false), ("?", true), ("\x1b", false)] {
            let start = Instant::now();
            session.press(key);
            session.wait_until("the help", |session| session.text().contains("╭ Keys") == is_there);
            slowest = slowest.max(start.elapsed().as_secs_f64());
        }
        println!("{:?}: a key was answered in {:.1} ms at most", path.file_stem().unwrap(), slowest * 1000.0);
        session.press("\x03");
        assert!(session.end().success());
        let written = String::from_utf8(session.written.clone()).unwrap();
        assert_eq!(foreign(&written), None, "{}", path.display());
    }
}
