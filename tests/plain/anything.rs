//! Whatever is typed, the plain mode answers.

use super::*;

/// The commands: none that reads the whole course, and none that translates, which takes too long for so many lines.
const WORDS: &[&str] = &[
    "next",
    "back",
    "again",
    "where",
    "go",
    "first",
    "last",
    "outline",
    "open begin",
    "open 0",
    "link",
    "return",
    "search x",
    "glossary",
    "answer",
    "sure",
    "hint",
    "solution",
    "ask",
    "code",
    "write",
    ".",
    "fill",
    "replace",
    "insert",
    "delete",
    "run",
    "inputs",
    "set",
    "undo",
    "redo",
    "reset",
    "history",
    "names",
    "show",
    "why",
    "up",
    "uses",
    "gradient",
    "steps",
    "pin",
    "compare",
    "leak",
    "cell",
    "remove",
    "numbers",
    "width",
    "help",
    "lessons",
    "edit",
    "more",
    "train",
    "",
];

/// What stands behind them.
const REST: &[&str] = &[
    "",
    "1",
    "2",
    "3",
    "0",
    "-1",
    "99999999999999999999",
    "cups 5",
    "cups",
    "coffee",
    "coffee Tue",
    "coffee[1]",
    "coffee[",
    "]",
    "[1, 2] 3",
    "x = [",
    "week of cups",
    "sentence the dog sat",
    "2 return x",
    "\u{1b}[2J",
    "é 漢字 🦀",
    "all",
    "rows 1 to 0",
    "states 1 1",
    "'",
    "states[sat] rows 9",
    "heard[0, 0] off",
    "def f(:",
    "def doubled(x): return 2 * x",
    "0 0 0 0",
    "\u{202e}",
    "on",
    "of",
];

/// Ten thousand lines of anything: it answers, and never breaks.
#[test]
fn whatever_is_typed_it_answers() {
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut input = Vec::new();
    for _ in 0..10_000 {
        input.extend_from_slice(WORDS[random(WORDS.len())].as_bytes());
        input.push(b' ');
        input.extend_from_slice(REST[random(REST.len())].as_bytes());
        if random(50) == 0 {
            input.extend_from_slice(&[0xff, 0xfe, 0x00, 0x07, b'\r']);
        }
        input.push(b'\n');
    }
    // The end comes in the middle of some code.
    input.extend_from_slice(b".\nopen begin\ngo hands\nwrite\nx = 1");
    let folder = tempfile::tempdir().unwrap();
    let heard = told_bytes(at("begin"), &input, Some(SessionStore::folder(folder.path())), &Interrupt::default());
    assert_readable(&heard);
    assert!(heard.contains("The code did not end with a period on a line of its own"), "the end is told");
    assert!(SessionStore::folder(folder.path()).load("begin").trouble.is_none());
}
