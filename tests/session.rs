//! What is kept of a learner's work: bit for bit, whatever was done, and whenever the program is stopped. `GLASSFORMER_KILLS=1000` stops it
//! so often.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test fails by stopping, and says what it saw")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use glassformer::lang::Value;
use glassformer::notebook::document::Document;
use glassformer::notebook::evaluate::{EvaluationOutcome, evaluate_now};
use glassformer::notebook::lesson::BlockId;
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::session::saved_progress::{Edit, SavedProgress};
use glassformer::notebook::session::{SessionStore, text};
use glassformer::tensor::backend::{self, BackendChoice};
use glassformer::tui::render::Pilot;
use glassformer::tui::theme::ThemeName;
use proptest::prelude::*;

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");

fn page() -> Document {
    Document::new(Arc::new(LessonLibrary::embedded().open("attention").unwrap()))
}

/// Something that a learner does.
#[derive(Clone, Debug)]
enum Deed {
    Edit(usize, String, bool),
    Answer(usize, usize),
    Add(usize),
    Remove(usize),
    Reset(usize),
    ResetAll,
    Undo,
    Redo,
}

fn deed() -> impl Strategy<Value = Deed> {
    let text = prop_oneof![
        Just("a = 1".to_owned()),
        Just("sentence = text(\"a cat\")".to_owned()),
        "([a-z]=[0-9]\\*2\\+?\n?|[ \\\\\"'#é\t\r]|\n\n){0,6}",
    ];
    prop_oneof![
        6 => (0_usize..40, text, any::<bool>()).prop_map(|(block, text, merge)| Deed::Edit(block, text, merge)),
        2 => (0_usize..40, 0_usize..3).prop_map(|(block, option)| Deed::Answer(block, option)),
        2 => (0_usize..40).prop_map(Deed::Add),
        1 => (0_usize..40).prop_map(Deed::Remove),
        1 => (0_usize..40).prop_map(Deed::Reset),
        1 => Just(Deed::ResetAll),
        2 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
    ]
}

fn perform(page: &mut Document, deed: Deed) {
    let id = |page: &Document, place: usize| -> BlockId {
        let blocks = &page.lesson().blocks;
        Arc::clone(&blocks[place % blocks.len()].id)
    };
    match deed {
        Deed::Edit(block, text, merge) => _ = page.edit(&id(page, block), &text, merge),
        Deed::Answer(block, option) => {
            let id = id(page, block);
            if page.lesson().block(&id).unwrap().editable().is_none() && !id.contains('-') && option < 2 {
                let questions = ["twins", "between"];
                page.answer(questions[block % 2], option);
            }
        }
        Deed::Add(block) => _ = page.add_scratch(&id(page, block)),
        Deed::Remove(block) => _ = page.remove_scratch(&id(page, block)),
        Deed::Reset(block) => _ = page.reset(&id(page, block)),
        Deed::ResetAll => _ = page.reset_all(),
        Deed::Undo => _ = page.undo(),
        Deed::Redo => _ = page.redo(),
    }
}

/// The blocks, the sources, and two texts of a page.
type Everything = (Vec<BlockId>, Vec<(BlockId, Arc<str>)>, String, String);

/// All that a page says and all that it comes to.
fn everything(page: &Document) -> Everything {
    let ids = page.lesson().blocks.iter().map(|block| Arc::clone(&block.id)).collect();
    let changes = page.changes().iter().map(|(id, text)| (Arc::clone(id), Arc::clone(text))).collect();
    let outcome = backend::with(BackendChoice::Rust, || evaluate_now(&page.snapshot(), &EvaluationOutcome::default()));
    // What a record is numbered by is not part of a value; every digit of its numbers is.
    let exact = |value: &Value| match value {
        Value::Tensor(tensor) => format!("{:?} {:?}", tensor.now().shape(), tensor.now().to_vec()),
        other => other.show(),
    };
    let values: Vec<_> =
        outcome.values().into_iter().map(|(name, value)| format!("{name} {}", exact(&value))).collect();
    let states: Vec<_> =
        outcome.reports().iter().map(|(task, report)| format!("{task:?} {:?}", report.state)).collect();
    (ids, changes, format!("{:?} {:?}", page.answers(), page.passed()), states.join("\n") + &values.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_done_comes_back(deeds in prop::collection::vec(deed(), 0..24)) {
        let mut before = page();
        for deed in deeds {
            perform(&mut before, deed);
        }
        let folder = tempfile::tempdir().unwrap();
        let store = SessionStore::folder(folder.path());
        store.save(&before.record()).unwrap();
        let mut after = page();
        let restored = after.restore(&SessionStore::folder(folder.path()).load("attention").record.unwrap());
        prop_assert!(restored.rebased.is_empty() && restored.aside.is_empty(), "{restored:?}");
        prop_assert_eq!(everything(&before), everything(&after));
        prop_assert_eq!(before.record(), after.record(), "and what is kept of it is the same again");
    }
}

/// Saves without end when it is started as a child of the test below, which kills it. Each save that is done is told.
#[test]
fn saves_until_it_is_killed() {
    let Some(path) = std::env::var_os("GLASSFORMER_TEST_SAVE_FOREVER") else { return };
    let store = SessionStore::folder(path);
    let mut told = std::io::stderr();
    for count in 1_usize.. {
        let edit = Edit { block: "table".into(), was: "x".into(), text: body(count).into() };
        store.save(&SavedProgress { lesson: "a".into(), edits: vec![edit], ..SavedProgress::default() }).unwrap();
        writeln!(told, "{count}").unwrap();
    }
}

/// A text whose every line is the same, so that a mixture of two would show.
fn body(count: usize) -> String {
    vec![format!("line {count}"); 20_000 + count % 400].join("\n")
}

/// How often a program is killed: `GLASSFORMER_KILLS=1000`.
fn kills() -> u64 {
    std::env::var("GLASSFORMER_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

/// Lets a program save for some time after its first save, and kills it; gives the newest save that it has told of.
fn killed_after(folder: &Path, milliseconds: u64) -> usize {
    let mut program = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "saves_until_it_is_killed", "--nocapture"])
        .env("GLASSFORMER_TEST_SAVE_FOREVER", folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(program.stderr.take().unwrap());
    let mut words = String::new();
    told.read_line(&mut words).unwrap();
    std::thread::sleep(Duration::from_millis(milliseconds));
    program.kill().unwrap();
    program.wait().unwrap();
    told.read_to_string(&mut words).unwrap();
    let whole = words.rsplit_once('\n').map_or("", |(whole, _)| whole);
    whole.lines().next_back().unwrap().parse().unwrap()
}

#[test]
fn killing_the_program_while_it_saves_loses_nothing() {
    let (start, kills) = (Instant::now(), kills());
    for round in 0..kills {
        let folder = tempfile::tempdir().unwrap();
        let told = killed_after(folder.path(), round * 13 % 97);
        let loaded = SessionStore::folder(folder.path()).load("a");
        assert_eq!(loaded.trouble, None);
        let record = loaded.record.unwrap();
        let text = &record.edits[0].text;
        let count: usize = text.lines().next().unwrap().trim_start_matches("line ").parse().unwrap();
        assert_eq!(**text, body(count), "whole, and of one write");
        assert!(count == told || count == told + 1, "save {told} was done, and {count} is there");
    }
    println!("{kills} kills in {:.1} s", start.elapsed().as_secs_f64());
}

#[test]
fn a_session_that_was_sent_shows_the_same_screen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("for-you.txt");
    // Without a lens, whose picture would keep the scale that it had before the sentence was another.
    let mine = backend::with(BackendChoice::Rust, || {
        let pilot =
            Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 30).with_store(SessionStore::file(&file));
        let keys = "<tab> e <end> <space> now <enter> a w <space> = <space> weights.max() <esc> G k k <enter> 1 i q";
        pilot.open("attention").unwrap().keys(keys).unwrap()
    });
    let records = text::read(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let yours = backend::with(BackendChoice::Rust, || {
        Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 30).with_records(records).open("attention").unwrap()
    });
    let block = |pilot: &Pilot| pilot.model.reading().unwrap().lesson.id();
    assert_eq!(block(&mine), block(&yours));
    let lines = |pilot: &Pilot| -> Vec<String> {
        // The first line says that there is something to save, the last what can be undone.
        let screen = pilot.screen();
        let lines: Vec<_> = screen.lines().map(str::to_owned).collect();
        lines[1..lines.len() - 2].to_vec()
    };
    assert_eq!(lines(&mine), lines(&yours));
    assert!(std::fs::read_to_string(&file).unwrap().contains("+ w = weights.max()"));

    let output = Command::new(PROGRAM)
        .env("LC_ALL", "C")
        .args(["--backend", "rust", "render", "attention", "--size", "80x30", "--session"])
        .arg(&file)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().skip(1).take(26).collect::<Vec<_>>(), lines(&mine)[..26]);
}

fn list(state: &Path, arguments: &[&str]) -> String {
    let output =
        Command::new(PROGRAM).env("LC_ALL", "C").args(arguments).env("XDG_STATE_HOME", state).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_list_says_how_far_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().to_owned();
    assert!(!list(&state, &["list"]).contains("questions"));
    let store = SessionStore::folder(state.join("glassformer/sessions"));
    let mut page = page();
    page.answer("twins", 0);
    page.edit("scale", "d_k = 1", false);
    store.save(&SavedProgress { passed: ["attend".into()].into(), ..page.record() }).unwrap();
    let map = list(&state, &["list", "--map"]);
    assert!(map.starts_with("● completed   ◐ started   ◎ ready to start   ○ later\n"), "{map}");
    assert!(map.lines().any(|row| row.starts_with('◐') && row.ends_with(" 5  Scaled dot-product attention")), "{map}");
    let said = list(&state, &["list"]);
    assert!(said.contains("1 change · 1 of 5 questions · 1 of 2 exercises"), "{said}");
    let json = list(&state, &["list", "--json"]);
    assert!(json.contains("\"answered\": 1") && json.contains("\"passed\": 1"), "{json}");
    let file = folder.path().join("other.txt");
    SessionStore::file(&file).save(&page.record()).unwrap();
    let said = list(&state, &["list", "--session", file.to_str().unwrap()]);
    assert!(said.contains("0 of 2 exercises"), "{said}");
}

/// A session can say anything; what it certifies is computed again.
#[test]
fn the_certificate_counts_what_holds() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().to_owned();
    let certificate = || list(&state, &["list", "--certificate"]);
    assert!(certificate().contains("Nothing is solved yet"));
    let store = SessionStore::folder(state.join("glassformer/sessions"));
    let mut page = page();
    let right = evaluate_now(&page.snapshot(), &EvaluationOutcome::default()).answer(&"twins".into()).unwrap();
    page.answer("twins", right);
    store.save(&SavedProgress { passed: ["attend".into()].into(), ..page.record() }).unwrap();
    let said = certificate();
    assert!(said.contains("1 of 5 questions right · 0 of 2 exercises solved"), "nobody wrote an attempt:\n{said}");
    assert!(said.contains("1 right answer, 0 solved exercises; 0 of"), "{said}");
    let json = list(&state, &["list", "--certificate", "--json"]);
    assert!(json.contains("\"right\": [\n      \"twins\""), "{json}");
}

#[test]
fn a_session_that_is_not_there_is_a_wrong_call() {
    let output =
        Command::new(PROGRAM).env("LC_ALL", "C").args(["render", "--session", "no/such/file"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.trim_end(), "glassformer: there is no session file no/such/file");
}

/// Somebody means a session and names another file of theirs: it is told at once, and the file stays as it was.
#[test]
fn a_file_that_is_no_session_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let letter = folder.path().join("letter.txt");
    std::fs::write(&letter, "Dear Ada,\n").unwrap();
    let file = letter.to_str().unwrap();
    for arguments in
        [&["attention"][..], &["--present", "attention"], &["--plain"], &["list"], &["list", "--certificate"]]
    {
        let mut command = Command::new(PROGRAM);
        let command =
            command.env("LC_ALL", "C").env("TERM", "xterm").env("XDG_STATE_HOME", folder.path().join("state"));
        let output =
            command.args(arguments).args(["--session", file]).stdin(std::process::Stdio::null()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("cannot read the session") && said.contains("letter.txt"), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}: nothing was opened");
        assert_eq!(std::fs::read_to_string(&letter).unwrap(), "Dear Ada,\n");
    }
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["letter.txt"]);
}
