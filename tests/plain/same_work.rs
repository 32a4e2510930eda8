//! The rules of the course hold whichever front end is used: the same deeds, done by keys on the screen and by lines in the plain mode,
//! leave the same record of a learner's work.

use std::fmt::Write as _;

use glassformer::notebook::session::history::SavedHistory;
use glassformer::notebook::session::review::ReviewSchedule as Schedule;
use glassformer::tui::message::Msg;
use glassformer::tui::render::Pilot;
use glassformer::tui::theme::ThemeName;

use super::*;

const LESSON: &str = include_str!("same_work.md");

/// Something that a learner does: from this block, by these keys, or by these lines.
struct Deed {
    block: &'static str,
    keys: &'static str,
    lines: &'static [&'static str],
}

const fn deed(block: &'static str, keys: &'static str, lines: &'static [&'static str]) -> Deed {
    Deed { block, keys, lines }
}

/// What is told of a row if it fails, and its deeds in turn.
type Row = (&'static str, &'static [Deed]);

const INPUTS: &[Row] = &[
    ("a slider is moved", &[deed("knob", "<right> <right>", &["set t 2"])]),
    ("a slider is moved and moved back", &[deed("knob", "<right> <left>", &["set t 1.5", "set t 1"])]),
    ("another option is chosen", &[deed("kind", "<right>", &["set kind gelu"])]),
    ("a toggle is switched", &[deed("on", "x", &["set on off"])]),
    ("a text is typed", &[deed("words", "e <c-u> x <space> y <enter>", &["set sentence x y"])]),
    ("a number of a matrix is typed", &[deed("grid", "<enter> j l 9 <enter> <esc>", &["set W[1, 1] 9"])]),
    ("a cell of a mask is switched", &[deed("holes", "<enter> l x <esc>", &["set m[0, 1] off"])]),
    ("code is typed", &[deed("knob", "E <c-end> <enter> z <space> = <space> 1 <esc>", &["insert 3 z = 1"])]),
];

const HISTORY: &[Row] = &[
    ("a change is undone", &[deed("knob", "<right> u", &["set t 1.5", "undo"])]),
    ("and made again", &[deed("knob", "<right> u U", &["set t 1.5", "undo", "redo"])]),
    ("undone at another block", &[deed("knob", "<right>", &["set t 1.5"]), deed("grid", "u", &["undo"])]),
    ("a cell is reset", &[deed("knob", "<right>", &["set t 1.5"]), deed("knob", "r", &["reset"])]),
    (
        "the page is reset",
        &[deed("knob", "<right>", &["set t 1.5"]), deed("guess", "2 2", &["2", "2"]), deed("on", "R", &["reset all"])],
    ),
    ("a reset is undone", &[deed("on", "x R u", &["set on off", "reset all", "undo"])]),
    (
        "a cell of one's own is added",
        &[deed("knob", "a y <space> = <space> 1 <esc>", &["cell", "write", "y = 1", "."])],
    ),
    ("and removed", &[deed("knob", "a <esc> D", &["cell", "remove"]), deed("grid", "B", &["bookmark"])]),
    ("and brought back", &[deed("knob", "a y <esc> D u", &["cell", "write", "y", ".", "remove", "undo"])]),
];

const QUESTIONS: &[Row] = &[
    ("a right answer", &[deed("guess", "2 3", &["answer 2", "sure 3"])]),
    ("a wrong answer", &[deed("guess", "1 3", &["1", "3"])]),
    ("an answer of which nothing is said", &[deed("guess", "1 <esc>", &["1", ""])]),
    ("a second answer", &[deed("guess", "1 1 2", &["1", "1", "2"])]),
    ("nothing changes a right answer", &[deed("guess", "2 2 1", &["2", "2", "1"])]),
    ("an answer is taken back", &[deed("guess", "1 1 r", &["1", "1", "reset"])]),
    ("and another is given", &[deed("guess", "1 1 r 2", &["1", "1", "reset", "2"])]),
    ("a hint", &[deed("guess", "i", &["hint"])]),
    ("all hints, and one that is not there", &[deed("double", "i i i", &["hint", "hint", "hint"])]),
    ("an exercise is solved", &[deed("double", "E <c-end> <space> * <space> 2 <esc>", &["replace 2 return x * 2"])]),
    (
        "and spoiled again",
        &[deed("double", "E <c-end> <space> * <space> 2 <esc> r", &["replace 2 return x * 2", "reset"])],
    ),
    ("a solution is asked for once", &[deed("double", "S", &["solution"])]),
    ("and twice", &[deed("double", "S S", &["solution", "solution"])]),
    (
        "a solution is seen by who has solved it",
        &[deed("double", "E <c-end> * 2 <esc> S", &["replace 2 return x*2", "solution"])],
    ),
];

const PLACES: &[Row] = &[
    ("a block is marked", &[deed("grid", "B", &["bookmark"])]),
    ("and its mark taken away", &[deed("grid", "B B", &["bookmark", "bookmark"])]),
    ("two blocks are marked", &[deed("holes", "B", &["bookmark"]), deed("grid", "B", &["bookmark"])]),
    ("a link is followed", &[deed("start", "<tab> <enter>", &["link"])]),
    (
        "and the way back",
        &[deed("holes", "B", &["bookmark"]), deed("start", "<tab> <enter> <backspace>", &["link", "return"])],
    ),
    ("a footnote is followed", &[deed("noted", "<tab> <enter>", &["link"])]),
    ("a jump to a mark", &[deed("grid", "B", &["bookmark"]), deed("on", "' <enter>", &["bookmarks 1"])]),
];

/// The lesson in a course of its own, and a store; what is remembered there already.
fn course(folder: &Path, before: Option<&SavedProgress>) -> (LessonLibrary, SessionStore) {
    let lessons = folder.join("lessons");
    std::fs::create_dir_all(&lessons).unwrap();
    std::fs::write(lessons.join("90-same-work.md"), LESSON).unwrap();
    let store = SessionStore::folder(folder);
    if let Some(record) = before {
        store.save(record).unwrap();
    }
    (LessonLibrary::embedded().with_overlay(&lessons).unwrap(), store)
}

/// What is left of it when the front ends are gone; which line was at the top of a screen only a screen knows.
fn left(folder: &Path) -> SavedProgress {
    let record = SessionStore::folder(folder).load("same-work").record.unwrap_or_default();
    SavedProgress { top: None, ..record }
}

fn by_keys(deeds: &[Deed], before: Option<&SavedProgress>) -> SavedProgress {
    let folder = tempfile::tempdir().unwrap();
    let (library, store) = course(folder.path(), before);
    let mut pilot = Pilot::new(library, ThemeName::Dark, 100, 80).with_store(store).open("same-work").unwrap();
    pilot.take(Msg::Today(Day::today()));
    for deed in deeds {
        let reading = pilot.model.reading_mut().unwrap();
        let place = reading.lesson.position(deed.block).unwrap();
        reading.select(place);
        pilot = pilot.keys(deed.keys).unwrap();
    }
    pilot.take(Msg::Leaving);
    left(folder.path())
}

fn by_lines(deeds: &[Deed], before: Option<&SavedProgress>) -> SavedProgress {
    let folder = tempfile::tempdir().unwrap();
    let (library, store) = course(folder.path(), before);
    let mut lines = String::new();
    for deed in deeds {
        _ = writeln!(lines, "go {}\n{}", deed.block, deed.lines.join("\n"));
    }
    let mut output = Vec::new();
    let console = Console {
        input: &mut Cursor::new(lines.as_bytes()),
        output: &mut output,
        editor: None,
        interrupt: Interrupt::default(),
        width: 0,
        echo: true,
    };
    let start = Start::Lesson(Box::new(library.open("same-work").unwrap()));
    let saver = Saver::spawn(store, || {}).unwrap();
    plain::run(library, start, Some(saver), console).unwrap();
    left(folder.path())
}

/// Every row leaves something, and the same by keys and by lines.
fn same(rows: &[Row]) {
    for (name, deeds) in rows {
        let (keys, lines) = (by_keys(deeds, None), by_lines(deeds, None));
        assert_ne!(keys, SavedProgress::default(), "{name}");
        // Lines do not join the steps of one control.
        let work = |record: SavedProgress| SavedProgress { history: SavedHistory::default(), ..record };
        assert_eq!(work(keys), work(lines), "{name}");
    }
}

#[test]
fn inputs_and_code_are_changed_alike() {
    same(INPUTS);
}

#[test]
fn changes_are_taken_back_alike() {
    same(HISTORY);
}

#[test]
fn questions_and_exercises_are_alike() {
    same(QUESTIONS);
}

#[test]
fn marks_and_jumps_are_alike() {
    same(PLACES);
}

/// A question that was missed some days ago is asked again, and its answer counts as the first one did.
#[test]
fn what_was_missed_is_asked_again_alike() {
    let before = by_keys(&[deed("guess", "1 3", &[])], None);
    let mut before = SavedProgress { lesson: "same-work".into(), ..before };
    for review in before.reviews.values_mut() {
        review.schedule = Some(Schedule { due: Day::default(), right: 0 });
    }
    for (keys, lines) in [("A 2 2", &["ask", "2", "2"]), ("A 3 1", &["ask", "3", "1"])] {
        let deeds = [Deed { block: "knob", keys, lines }];
        let (by_keys, by_lines) = (by_keys(&deeds, Some(&before)), by_lines(&deeds, Some(&before)));
        assert_ne!(by_keys.reviews, before.reviews);
        assert_eq!(by_keys, by_lines);
    }
}
