//! The plain mode: the course is done in lines of text alone, and what is said can be read by anything that reads text.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by stopping")]

#[path = "plain/anything.rs"]
mod anything;
#[path = "plain/beam.rs"]
mod beam;
#[path = "plain/code.rs"]
mod code;
#[path = "plain/copies.rs"]
mod copies;
#[path = "plain/found.rs"]
mod found;
#[path = "plain/hidden.rs"]
mod hidden;
#[path = "plain/kept.rs"]
mod kept;
#[path = "plain/learning.rs"]
mod learning;
#[path = "plain/machine.rs"]
mod machine;
#[path = "plain/old.rs"]
mod old;
#[path = "plain/said.rs"]
mod said;
#[path = "plain/same_work.rs"]
mod same_work;
#[path = "plain/short.rs"]
mod short;
#[cfg(unix)]
#[path = "support/signal.rs"]
mod signal;
#[path = "plain/snapshots.rs"]
mod snapshots;
#[path = "plain/walked.rs"]
mod walked;

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Cursor, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use glassformer::notebook::document::Document;
use glassformer::notebook::lesson::{BlockKind, Lesson};
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::session::{
    Day, LessonProgress, ReviewSchedule, ReviewState, SavedProgress, Saver, SessionStore,
};
use glassformer::plain::{self, Console, Interrupt, Start};
use glassformer::words::{Language, speak};

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");

/// What is told to these lines.
fn told_bytes(start: Start, input: &[u8], store: Option<SessionStore>, interrupt: &Interrupt) -> String {
    let mut output = Vec::new();
    let console = Console {
        input: &mut Cursor::new(input),
        output: &mut output,
        editor: None,
        interrupt: interrupt.clone(),
        width: 0,
        echo: true,
    };
    let saver = store.map(|store| Saver::spawn(store, || {}).unwrap());
    assert_eq!(plain::run(LessonLibrary::embedded(), start, saver, console).unwrap(), None);
    String::from_utf8(output).unwrap()
}

fn at(lesson: &str) -> Start {
    Start::Lesson(Box::new(LessonLibrary::embedded().open(lesson).unwrap()))
}

fn told(lesson: &str, lines: &[&str]) -> String {
    told_bytes(at(lesson), lines.join("\n").as_bytes(), None, &Interrupt::default())
}

/// The same where everything that questions hide is shown.
fn told_revealed(lesson: &str, lines: &[&str]) -> String {
    told(lesson, &[&["reveal"], lines].concat())
}

/// What is told behind a command, up to the next prompt.
fn behind<'t>(heard: &'t str, command: &str) -> &'t str {
    let (_, rest) = heard.split_once(&format!("> {command}\n")).unwrap_or_else(|| panic!("{command}: {heard}"));
    let is_prompt = |line: &&str| line.contains("> ") && line.chars().next().is_some_and(char::is_numeric);
    let end = rest.lines().take_while(|line| !is_prompt(line)).map(|line| line.len() + 1).sum();
    rest.get(..end).unwrap_or(rest)
}

/// What is told by the program itself, with its work in a folder.
fn program(state: &Path, arguments: &[&str], lines: &[String]) -> String {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .env("XDG_STATE_HOME", state)
        .env("LC_ALL", "C")
        .current_dir(state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // The program may have quit before it has read everything.
    let _ = writer.join();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The plain mode has no keys, so what is wrong with those of the screen does not stop it; its own settings must be right.
#[test]
fn a_broken_file_of_keys_stops_nobody_who_has_no_keys() {
    let config = tempfile::tempdir().unwrap();
    let folder = config.path().join("glassformer");
    std::fs::create_dir(&folder).unwrap();
    let quit = || {
        let mut command = Command::new(PROGRAM);
        command.args(["--plain"]).env("XDG_CONFIG_HOME", config.path()).env("XDG_STATE_HOME", config.path());
        command.env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
    };
    std::fs::write(folder.join("keys.toml"), "[lesson]\nundoo = 3\n").unwrap();
    let ended = quit();
    assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
    std::fs::write(folder.join("config.toml"), "language = \"klingon\"\n").unwrap();
    let ended = quit();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.code() == Some(2) && said.contains("config.toml:1:12"), "{said}");
    assert!(!said.contains("keys.toml"), "{said}");
}

/// Nothing but characters that are read: no control byte, no line of a box, no block, no Braille that is a picture.
fn assert_readable(text: &str) {
    for (number, line) in text.lines().enumerate() {
        let bad = line.chars().find(|letter| {
            letter.is_control() || matches!(letter, '\u{2500}'..='\u{25ff}' | '\u{2800}'..='\u{28ff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        });
        assert_eq!(bad, None, "line {number}: {line}");
    }
}

/// The numbers of the blocks that are told as this: `Question:`, `Exercise look-up:`.
fn blocks<'t>(told: &'t str, what: &str) -> Vec<(&'t str, &'t str)> {
    let block = |line: &'t str| {
        let (number, rest) = line.split_once("Block ")?.1.split_once(" of ")?;
        let (_, said) = rest.split_once(". ")?;
        said.starts_with(what).then_some((number, said))
    };
    told.lines().filter_map(block).collect()
}

/// A lesson is read once to its end; then its questions are answered and its exercises are solved, by what was heard.
fn finish(lesson: &str, state: &Path, session: &str) -> String {
    let library = LessonLibrary::embedded();
    let source = library.open(lesson).unwrap();
    let walk: Vec<String> = source.blocks.iter().map(|_| String::new()).collect();
    let heard = program(
        state,
        &["--plain", "--width", "0", lesson, "--session", session],
        &[vec!["first".to_owned()], walk].concat(),
    );
    assert!(heard.contains("This was the last block."), "{heard}");
    let mut lines = Vec::new();
    for (number, _) in blocks(&heard, "Question:") {
        lines.extend([format!("go {number}"), "hint".into(), "1".into(), "2".into()]);
    }
    for (_, said) in blocks(&heard, "Exercise ") {
        let name = said.trim_start_matches("Exercise ").split(':').next().unwrap();
        let Some(BlockKind::Exercise(exercise)) = source.block(name).map(|block| &block.kind) else { panic!("{name}") };
        lines.extend([format!("go {name}"), "write".into()]);
        lines.extend(exercise.solution.text().lines().map(str::to_owned));
        lines.push(".".into());
    }
    lines.extend(["where".into(), "quit".into()]);
    program(state, &["--plain", lesson, "--width", "0", "--session", session], &lines)
}

#[test]
fn lessons_are_finished_by_their_text_alone() {
    let state = tempfile::tempdir().unwrap();
    let session = state.path().join("mine.session");
    let session = session.to_str().unwrap();
    for lesson in ["begin", "attention"] {
        let heard = finish(lesson, state.path(), session);
        assert_readable(&heard);
        assert!(heard.contains("\nDone. "), "{heard}");
        assert!(!heard.contains("Blocks still to do"), "{heard}");
    }
    let listed = program(state.path(), &["list", "--json", "--session", session], &[]);
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    for lesson in ["begin", "attention"] {
        let entry = listed.as_array().unwrap().iter().find(|entry| entry["id"] == lesson).unwrap();
        let progress = &entry["progress"];
        assert!(progress["questions"].as_u64() > Some(0) && progress["exercises"].as_u64() > Some(0), "{entry}");
        assert_eq!(progress["answered"], progress["questions"], "{entry}");
        assert_eq!(progress["passed"], progress["exercises"], "{entry}");
    }
    // The screen finds the same work.
    let begin = listed.as_array().unwrap().iter().find(|entry| entry["id"] == "begin").unwrap();
    let (questions, exercises) = (&begin["progress"]["questions"], &begin["progress"]["exercises"]);
    let shown = program(state.path(), &["render", "--session", session, "--size", "90x80", "--keys", "<home>"], &[]);
    let done = format!("{questions} of {questions} questions · {exercises} of {exercises} exercises");
    assert!(shown.contains(&done), "{done}: {shown}");
}

#[test]
fn every_lesson_is_walked_to_its_end_in_readable_lines() {
    let words = include_str!("../assets/words/en.ftl").lines();
    let names: Vec<&str> = words.filter_map(|line| line.split_once(" =")).map(|(name, _)| name).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| name.starts_with("plain-") && name.len() > 12).collect();
    assert!(names.len() > 100);
    let library = LessonLibrary::embedded();
    for entry in library.entries() {
        let lesson = library.open(entry.id()).unwrap();
        let lines = "\n".repeat(lesson.blocks.len() + 1);
        let heard = told_bytes(at(entry.id()), lines.as_bytes(), None, &Interrupt::default());
        assert_readable(&heard);
        assert!(heard.contains("This was the last block."), "{}", entry.id());
        let missing = names.iter().find(|name| heard.contains(**name));
        assert_eq!(missing, None, "{}: a word is missing", entry.id());
        assert!(!heard.contains("{ $"), "{}: a place was not filled", entry.id());
        let errors: Vec<_> = heard.lines().filter(|line| line.starts_with("Error in line")).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", entry.id());
        for block in &lesson.blocks[..lesson.appendix] {
            if let BlockKind::Question(question) = &block.kind {
                let explained = question.explain.is_some() && heard.contains("Your answer is");
                assert!(!explained, "{}: an answer is given away", block.id);
            }
        }
    }
}

#[test]
fn inputs_are_changed_and_what_moved_is_told() {
    let heard =
        told("begin", &["reveal", "go hands", "set cups 9", "undo", "redo", "reset", "set cups 99", "set cups = 4"]);
    assert!(
        heard.contains("coffee changed: 3 of 3 values; the largest change at day Tue, from 6.00 to 18.0."),
        "{heard}"
    );
    assert!(heard.contains("cups changed from 3 to 9."), "{heard}");
    assert!(heard.contains("10.5 became 31.5"), "{heard}");
    assert!(heard.contains("cups is a slider: give a whole number from 1 to 9."), "{heard}");
    assert!(heard.contains("cups changed from 3 to 4."), "{heard}");
    let lines = [
        "reveal",
        "set allowed[sat, cat] off",
        "set allowed[sat, cat] off",
        "set allowed[99, 0] off",
        "set wanted sat",
        "set wanted dog",
        "set table[dog, alive] -2",
        "set sentence the dog sat",
        "more",
        "set sentense x",
        "inputs",
    ];
    let heard = told("attention", &lines);
    assert!(heard.contains(
        "weights changed: 6 of 36 values, at query sat; the largest change at query sat, key cat, from 0.760 to 0.00."
    ));
    assert!(heard.contains("It already has that value."), "{heard}");
    assert!(heard.contains("Axis 0 of allowed has no index 99: its indices go from 0 to 5."), "{heard}");
    assert!(heard.contains("wanted changed from “cat” to “sat”."), "{heard}");
    assert!(heard.contains("wanted is a choice of cat, sat, on and mat."), "{heard}");
    assert!(heard.contains("at word dog, feature alive, from 0.900 to minus 2.00"), "{heard}");
    assert!(heard.contains("weights changed its shape from 6 by 6, query by key to 3 by 3, query by key."), "{heard}");
    assert!(heard.contains("Did you mean sentence?"), "{heard}");
    assert!(heard.contains("Input focus: a slider at 1, from 0 to 8 in steps of 0.5."), "{heard}");
}

#[test]
fn a_number_says_why_down_to_what_somebody_typed() {
    let lines = [
        "reveal",
        "why weights sat cat",
        "more",
        "1",
        "3",
        "1",
        "1",
        "up",
        "up",
        "uses",
        "why weights[2, 1]",
        "why weights",
        "why wieghts",
    ];
    let heard = told("attention", &lines);
    assert!(heard.contains("weights at query sat, key cat is 0.760."), "{heard}");
    assert!(
        heard.contains("It is fraction e to the power 2.82 over the sum of e to the power of each of 0.130,"),
        "{heard}"
    );
    assert!(
        heard.contains("The program computes: fraction e to the power open bracket 2.82 minus max close bracket"),
        "{heard}"
    );
    assert!(heard.contains("Where max is 2.82: the largest of"), "{heard}");
    assert!(heard.contains("1: masked at query sat, key cat, 2.82"), "{heard}");
    assert!(heard.contains("scaled at query sat, key cat is 2.82."), "{heard}");
    assert!(heard.contains("The following depend on this value:"), "{heard}");
    assert!(
        heard.contains("weights has several values, query 6, key 6: say which, for example: weights 0 0."),
        "{heard}"
    );
    assert!(heard.contains("There is no value “wieghts”. Did you mean weights?"), "{heard}");
    let heard = told_revealed("attention", &["gradient output sat who of table sat alive", "1", "up", "up", "where"]);
    assert!(heard.contains("The gradient of output[sat, who]:"), "{heard}");
}

#[test]
fn questions_ask_how_sure_somebody_is_and_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let lines = b"go recall-dot\n1\n3\ngo recall-widths\n1\nguess\ngo 21\n1\nnext\nback\n";
    let heard = told_bytes(at("attention"), lines, Some(SessionStore::folder(folder.path())), &Interrupt::default());
    assert!(heard.contains("How sure are you?"), "{heard}");
    assert!(
        heard.contains(
            "Not right. The right answer is number 2, [3, 0]. You were sure. You will be asked again tomorrow."
        ),
        "{heard}"
    );
    assert!(heard.contains("Right. You guessed."), "{heard}");
    let record = SessionStore::folder(folder.path()).load("attention").record.unwrap();
    let mut page = Document::new(Arc::new(LessonLibrary::embedded().open("attention").unwrap()));
    page.restore(&record);
    assert_eq!(page.answers().len(), 3);
    assert!(page.review(&"recall-dot".into()).schedule.is_some());
    assert!(record.at.is_some());
    // Another page's work is taken up as the screen would: the place, the answers, the edits.
    page.edit("temperature", "", false);
    let source = page.source("scale").unwrap().replace("value=1.0", "value=2.0");
    page.edit("scale", &source, false);
    let kept = SavedProgress { at: Some("softmax".into()), ..page.record() };
    SessionStore::folder(folder.path()).save(&kept).unwrap();
    let heard =
        told_bytes(at("attention"), b"where\n", Some(SessionStore::folder(folder.path())), &Interrupt::default());
    assert!(heard.contains("Block 38 of 51. Cell softmax."), "{heard}");
    assert!(heard.contains("3 of 5 questions answered."), "{heard}");
    assert!(LessonProgress::of(&page).changes <= 1);
}

#[test]
fn a_right_answer_is_not_lost_by_a_slip() {
    let heard = told("attention", &["go recall-widths", "1", "3", "2", "reset all", "undo", "where"]);
    assert!(heard.contains("Your answer is right. Say reset to take it back and answer again."), "{heard}");
    assert!(heard.contains("The whole page is back to the lesson's text, and your answer was removed."), "{heard}");
    assert!(heard.contains("1 of 5 questions answered."), "{heard}");
    let heard = told("attention", &["go recall-dot", "1", "3", "2"]);
    let second = heard.split("You were sure. ").nth(1).unwrap();
    assert!(
        second.contains("Right. You will be asked again tomorrow."),
        "how sure one was of another answer is not told: {heard}"
    );
}

/// A lesson may have lost a question that was missed: it is asked again by nobody.
#[test]
fn a_question_that_is_gone_is_not_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let missed = ReviewState { confidence: None, schedule: Some(ReviewSchedule { due: Day::default(), right: 0 }) };
    let reviews = [("gone".into(), missed)].into();
    let kept = SavedProgress { lesson: "attention".into(), reviews, ..SavedProgress::default() };
    SessionStore::folder(folder.path()).save(&kept).unwrap();
    let heard = told_bytes(at("attention"), b"ask\n", Some(SessionStore::folder(folder.path())), &Interrupt::default());
    assert!(heard.contains("No question is due for review: you have not missed any."), "{heard}");
}

/// The word that a hint or an explanation leads to would be half the answer.
#[test]
fn the_glossary_gives_nothing_away() {
    let question = "---\ntitle: Own\nid: own\n---\n```python\n#| role: question\n#| ask: Which mask?\n#| options: one | two\n\
                    #| hint: Think of dropout.\n#| explain: It is the temperature.\nanswer = 1\n```\n";
    let lesson = Box::new(Lesson::read("own.md", question).unwrap());
    let heard = told_bytes(Start::Lesson(lesson), b"glossary\n", None, &Interrupt::default());
    assert!(heard.contains("mask: ") && !heard.contains("dropout") && !heard.contains("temperature"), "{heard}");
}

#[test]
fn the_course_is_gone_through_by_words() {
    let lines = [
        "lessons",
        "open 5",
        "open attention 12",
        "reveal",
        "search softmax shares",
        "open nowhere",
        "go softmax",
        "return",
        "link",
        "link 9",
        "glossary softmax",
        "glossary xq",
        "names",
        "outline",
        "steps",
        "pin",
        "set focus 3",
        "compare",
        "leak sentence",
        "leak sentence cat",
        "leak sentence nobody",
        "show weights rows 1 to 2",
        "show weights[sat]",
        "show words[1]",
        "history",
        "width 40",
        "width 3",
        "numbers on",
        "help",
        "help why",
        "lesons",
        "up",
        "sure 2",
        "hint",
        "run",
        "save",
        "last",
        "next",
        "first",
        "back",
        "ask",
        "edit",
    ];
    let heard = told_bytes(Start::Lessons, lines.join("\n").as_bytes(), None, &Interrupt::default());
    assert_readable(&heard);
    for said in [
        "31 lessons.",
        "Row 1. Step: score; Makes: a number for each query and key; Says: how well this key fits.",
        "open attention 37:",
        "There is no lesson “nowhere”",
        "softmax: e to the power of each number",
        "To read the lesson: open attention softmax.",
        "The page is pinned",
        "focus changed from 1.0 to 3.0.",
        "Leak test, on a copy of the page",
        "word 2 of sentence",
        "sentence has no word “nobody”",
        "Row cat: the (0): 0.09",
        "words is a list: it can only be shown as a whole, without an index.",
        "There is no command “lesons”.",
        "Goodbye.",
    ] {
        assert!(heard.contains(said), "{said}\n{heard}");
    }
}

#[test]
fn german_is_german() {
    std::thread::spawn(|| {
        speak(Language::German);
        let lines = "hilfe\nhilfe weiter\nöffne 0\naufdecken\ngehe hands\nsetze cups 9\nwarum coffee Tue\n1\nhoch\nxyz\neingaben\nwo\nende\n";
        let heard = told_bytes(Start::Lessons, lines.as_bytes(), None, &Interrupt::default());
        for said in ["Lektionen> hilfe", "weiter: der nächste Block.", "Eingabe cups: ein Regler auf 9, von 1 bis 9", "coffee bei day Tue ist 18.0.", "Auf Wiedersehen."] {
            assert!(heard.contains(said), "{said}\n{heard}");
        }
        let english: BTreeSet<&str> = ["the", "is", "of", "block", "with", "input", "lesson", "blocks", "and", "are", "help"].into();
        let own = heard.lines().filter(|line| line.starts_with("Block ") || line.contains(": der ") || line.starts_with("Es gibt") || line.starts_with("Eingabe"));
        let words: Vec<String> = own.filter_map(|line| line.split(". ").next()).flat_map(str::split_whitespace).map(str::to_owned).collect();
        assert!(words.len() > 20, "{heard}");
        for word in words {
            assert!(!english.contains(&*word), "{word}\n{heard}");
        }
    })
    .join()
    .unwrap();
}

#[test]
fn an_interrupt_stops_what_is_computed_and_nothing_else() {
    let (interrupt, is_over) = (Interrupt::default(), Arc::new(AtomicBool::new(false)));
    let (bell, over) = (interrupt.clone(), Arc::clone(&is_over));
    let presser = std::thread::spawn(move || {
        while !over.load(Ordering::SeqCst) {
            bell.press();
            std::thread::yield_now();
        }
    });
    let lines = b"cell\nwrite\nn = 0\nfor i in range(1000000000):\n    n = n + i\n.\nwhere\nquit\n";
    let heard = told_bytes(at("begin"), lines, None, &interrupt);
    is_over.store(true, Ordering::SeqCst);
    presser.join().unwrap();
    assert!(heard.contains("Stopped."), "{heard}");
    assert!(heard.contains("Goodbye."), "{heard}");
}
