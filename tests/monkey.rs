//! A monkey at the keyboard and the mouse: whatever it does, nothing breaks.
//!
//! Keys, clicks, the wheel, pastes and other sizes of the screen come at random, in every lesson, from a seed. After each the screen
//! is drawn and looked at. `GLASSFORMER_MONKEY=100000 cargo test --test monkey` does so many in each lesson, and
//! `GLASSFORMER_MONKEY_SEED=7` another sequence of them; a failure says its seed and the last things that were done.
//! `GLASSFORMER_MONKEY_SHARD=2/8` takes the second of eight parts of the lessons. How long a key waited for its frame at most is printed
//! (`-- --nocapture`), and never fails a test: a machine that does other things as well would. `GLASSFORMER_MONKEY_LOG=FILE` writes a
//! number of what is seen after each event, to hold two builds beside each other.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by stopping, and says what it saw"
)]

#[path = "monkey/clock.rs"]
mod clock;
#[path = "monkey/shard.rs"]
mod shard;
#[path = "support/trainings.rs"]
mod trainings;

use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};

use clock::Clock;
use glassformer::nn::Task;
use glassformer::notebook::document::Document;
use glassformer::notebook::evaluate::{EvaluationOutcome, evaluate_now};
use glassformer::notebook::lesson::{BlockKind, Lesson};
use glassformer::notebook::library::LessonLibrary;
use glassformer::tensor::backend::{self, BackendChoice};
use glassformer::tui::frame::{draw, footer};
use glassformer::tui::keymap::{BINDINGS, Context, Key, parse_keys};
use glassformer::tui::message::{Msg, Pointer, PointerKind};
use glassformer::tui::model::focus::Focus;
use glassformer::tui::model::reading::Anchor;
use glassformer::tui::render::Pilot;
use glassformer::tui::screen;
use glassformer::tui::theme::ThemeName;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use shard::Shard;

/// How much is done in each lesson unless the environment says otherwise.
const EVENTS: u64 = 250;
/// How many of the last things a failure tells.
const TOLD: usize = 30;
/// More keys than any place is deep.
const DEEP: usize = 8;

/// A lesson with one of every control, small enough that a run from scratch costs nothing.
const ZOO: &str = r#"---
title: Zoo
id: zoo
---
# Animals

See [attention](attention), [a training](train:copy) and {{ half :.2f }}[^1].

```python
s = text("a 猫 e\u0301 b")
words = s.split()
```

```python
t = slider(0.0, 2.0, value=1.0, step=0.5)
half = t / 2
kind = choice(["relu", "gelu"], "relu")
on = toggle(True)
```

```python
#| row_names: words
W = matrix([[1.0, -2.0], [3.0, 4.0], [0.0, nan]])
deep = torch.arange(24).reshape(2, 3, 4) * t
empty = torch.zeros(0, 3)
```

```python
m = mask([[1, 0], [1, 1], [0, 0]])
shares = softmax(W.masked_fill(~m, -inf), dim=-1)
```

```python
#| lazy: true
late = W.sum()
```

```python
#| role: question
#| ask: How much is $1 + 1$?
#| options: one | two
#| hint: Count.
answer = 1
```

```python
#| exercise: double
#| role: start
#| ask: Twice x.
#| hint: Multiply.
def double(x):
    return x
```

```python
#| exercise: double
#| role: check
assert double(3) == 6, "twice three is six"
```

```python
#| exercise: double
#| role: solution
def double(x):
    return 2 * x
```

[^1]: A note.
"#;

/// Splitmix64: small, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }
}

/// What the monkey does next.
enum Event {
    Key(Key),
    /// A key that the footer names, which must act.
    Promised(Vec<Key>),
    Pointer(Pointer),
    Paste(String),
    Resize(Size),
    /// Trainings that run do some steps.
    Train(usize),
    /// Until nothing is left to close.
    Escape,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => write!(f, "{key}"),
            Self::Promised(keys) => {
                write!(f, "footer: {}", keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" "))
            }
            Self::Pointer(Pointer { kind, column, row }) => write!(f, "{kind:?} at {column}, {row}"),
            Self::Paste(text) => write!(f, "paste {:?}", text.chars().take(20).collect::<String>()),
            Self::Resize(size) => write!(f, "size {size}"),
            Self::Train(steps) => write!(f, "{steps} steps"),
            Self::Escape => write!(f, "Esc until out"),
        }
    }
}

const SIZES: [(u16, u16); 9] =
    [(80, 24), (80, 24), (120, 40), (60, 20), (200, 60), (40, 10), (100, 30), (39, 9), (1, 1)];
const PASTES: [&str; 7] =
    ["x = 1", "猫 e\u{301} 👩‍👩‍👧", "a\r\nb\rc\td", "", "1e400", "((((", "\u{7}\u{1b}[31m\u{0}\u{9b}\u{202e}"];

fn event(dice: &mut Dice, pilot: &Pilot) -> Event {
    if pilot.model.watched.is_some() && dice.below(4) == 0 {
        return Event::Train(1 + dice.below(3));
    }
    match dice.below(100) {
        0..40 => Event::Key(bound_key(dice, pilot.model.context())),
        40..65 => {
            let hints = footer::hints(&pilot.model);
            match hints.get(dice.below(hints.len())) {
                Some(hint) => Event::Promised(hint.acts.clone()),
                None => Event::Escape,
            }
        }
        65..75 => Event::Key(any_key(dice)),
        75..90 => {
            let kinds = [
                PointerKind::Press,
                PointerKind::Press,
                PointerKind::Drag,
                PointerKind::Release,
                PointerKind::ScrollDown,
                PointerKind::ScrollUp,
            ];
            let Size { width, height } = pilot.model.size;
            let column = dice.below(usize::from(width) + 3) as u16;
            Event::Pointer(Pointer {
                kind: dice.one_of(&kinds),
                column,
                row: dice.below(usize::from(height) + 3) as u16,
            })
        }
        90..93 => Event::Paste(dice.one_of(&PASTES).repeat(1 + dice.below(3))),
        93..94 => Event::Paste(dice.one_of(&["many words ", "many = words\n"]).repeat(10_000)),
        94..95 => Event::Paste((0..1000).map(|line| format!("w{line} = {line}")).collect::<Vec<_>>().join("\n")),
        95..98 => {
            let (width, height) = dice.one_of(&SIZES);
            Event::Resize(Size { width, height })
        }
        _ => Event::Escape,
    }
}

/// A key that the table binds here; leaving the program is not for monkeys.
fn bound_key(dice: &mut Dice, context: Context) -> Key {
    let here: Vec<Key> = BINDINGS
        .iter()
        .filter(|binding| binding.contexts.contains(&context))
        .flat_map(|binding| parse_keys(binding.keys).unwrap())
        .filter(|key| !leaves(*key))
        .collect();
    dice.one_of(&here)
}

fn any_key(dice: &mut Dice) -> Key {
    let keys = parse_keys(
        "a ( ) [ ] = + - 0 1 9 . , \" ' # : <space> <enter> <esc> <tab> <backtab> <backspace> <del> <home> <end> <pageup> \
         <pagedown> <insert> <f1> <c-a> <c-e> <c-k> <c-u> <c-w> <c-y> <a-b> <a-f> <a-left> <c-left> <s-right> é 猫 <lt> <gt>",
    )
    .unwrap();
    dice.one_of(&keys)
}

fn leaves(key: Key) -> bool {
    parse_keys("q <c-c>").unwrap().contains(&key)
}

fn happen(pilot: &mut Pilot, event: &Event, clock: &mut Clock) {
    let mut take = |pilot: &mut Pilot, msg: Msg| clock.time(pilot, |pilot| pilot.take(msg));
    match event {
        Event::Key(key) => take(pilot, Msg::Key(*key)),
        Event::Promised(keys) => promised(pilot, keys, clock),
        Event::Pointer(pointer) => take(pilot, Msg::Pointer(*pointer)),
        Event::Paste(text) => take(pilot, Msg::Paste(text.clone())),
        Event::Resize(size) => take(pilot, Msg::Resize(*size)),
        Event::Train(steps) => pilot.train(*steps),
        Event::Escape => escape(pilot, clock),
    }
}

/// What the footer names does something or says why not: one of its keys, where it stands for several.
fn promised(pilot: &mut Pilot, keys: &[Key], clock: &mut Clock) {
    let before = seen_and_known(pilot);
    let is_small = pilot.model.size.width < 40 || pilot.model.size.height < 10;
    for key in keys.iter().filter(|key| !leaves(**key)) {
        clock.time(pilot, |pilot| pilot.press(*key));
        let is_told = pilot.model.notice.is_some() || pilot.model.dashboard().is_some_and(|own| own.trouble.is_some());
        if is_small || is_told || before != seen_and_known(pilot) {
            return;
        }
    }
    let names: Vec<_> = keys.iter().map(Key::to_string).collect();
    assert!(keys.iter().any(|key| leaves(*key)), "the footer names {names:?}, which do nothing in\n{}", pilot.screen());
}

/// The screen, and what a small one has no room for: the texts and answers of the page, the cursor in a text, how a tensor is drawn,
/// the sentence and the head of a training. And where the page is turned to: a thousand lines may all be the same.
fn seen_and_known(pilot: &Pilot) -> String {
    let reading = pilot.model.reading();
    let page = reading.map(|reading| {
        (reading.lesson.document.revision(), &reading.looks, reading.top, format!("{:?}", reading.focus))
    });
    let training = pilot
        .model
        .dashboard()
        .map(|training| (training.list, training.comparison, training.panel, training.sentence, training.head));
    format!("{page:?} {training:?}\n{}", screen::styled(&pilot.frame()))
}

/// Every overlay and every place closes with Esc.
fn escape(pilot: &mut Pilot, clock: &mut Clock) {
    let key = parse_keys("<esc>").unwrap()[0];
    for _ in 0..DEEP {
        if pilot.model.context() == Context::Contents {
            break;
        }
        clock.time(pilot, |pilot| pilot.press(key));
    }
    assert_eq!(pilot.model.context(), Context::Contents, "{DEEP} times Esc do not lead out");
}

/// Writes what is seen after each event, as a number, into the file that `GLASSFORMER_MONKEY_LOG` names: builds that show the same
/// write the same.
fn log(pilot: &Pilot) {
    static LOG: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| {
        let path = std::env::var_os("GLASSFORMER_MONKEY_LOG")?;
        Some(Mutex::new(File::create(path).unwrap()))
    });
    let Some(log) = &*LOG else { return };
    let mut seen = DefaultHasher::new();
    screen::styled(&pilot.frame()).hash(&mut seen);
    pilot.model.notice.as_ref().map(|notice| &notice.text).hash(&mut seen);
    writeln!(log.lock().unwrap(), "{:016x}", seen.finish()).unwrap();
}

/// What holds after whatever happened.
fn look(pilot: &mut Pilot, clock: &mut Clock) {
    let Size { width, height } = pilot.model.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, width + 2, height + 2));
    clock.time(pilot, |pilot| _ = draw(&pilot.model, Rect::new(0, 0, width, height), &mut buffer));
    let model = &pilot.model;
    let acts = |symbol: &str| symbol.contains(|c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}'));
    let acting = buffer.content().iter().find(|cell| acts(cell.symbol()));
    assert!(acting.is_none(), "the terminal would be sent {acting:?}");
    for y in 0..height + 2 {
        for x in (0..width + 2).filter(|x| *x >= width || y >= height) {
            // The second half of a wide character is a cell of its own.
            assert_eq!(buffer[(x, y)].symbol(), " ", "drawn outside of {width}x{height} at {x}, {y}");
        }
    }
    assert!(model.contents.selected < model.contents.entries.len().max(1));
    if let Some(list) = &model.finder {
        assert!(list.selected < list.rows.len().max(1), "a row that is not there");
        assert!(list.query.cursor() <= list.query.text().len());
    }
    if let Some(training) = model.dashboard() {
        let (sentences, heads) = training.sizes();
        assert!(training.sentence < sentences.max(1) && training.head < heads.max(1), "a head that is not there");
        assert!(training.list.is_none_or(|list| list.selected < training.moments.len().max(1)));
    }
    let Some(reading) = model.reading() else { return };
    assert!(reading.lesson.at < reading.lesson.blocks().len(), "a block that is not there");
    assert!(reading.top.block < reading.lesson.blocks().len());
    match &reading.focus {
        Focus::Question(option) => assert!(*option < reading.options()),
        Focus::Sureness { .. } => {
            assert!(reading.lesson.document.answers().contains_key(&reading.lesson.id().unwrap()), "sure of nothing");
        }
        Focus::Tensor(inside) => {
            let figure = reading.inner_figure().unwrap();
            let (rows, columns) = figure.size();
            assert!(inside.spot.row < rows.max(1) && inside.spot.column < columns.max(1), "outside of the tensor");
            assert_eq!(inside.spot.lead.len(), figure.lead().len());
            assert!(inside.spot.lead.iter().zip(figure.lead()).all(|(at, size)| *at < size.max(1)));
            if let Some(why) = &inside.why {
                assert!(why.selected < why.ways().max(1), "a way that is not there");
            }
        }
        Focus::Text(entry) => assert!(entry.editor.cursor() <= entry.editor.text().len()),
        Focus::Code(editor) => {
            assert!(editor.cursor() <= editor.text().len());
            assert!(matches!(reading.lesson.block().unwrap().kind, BlockKind::Cell(_) | BlockKind::Exercise(_)));
        }
        Focus::Blocks => {}
    }
}

/// What a page has computed, in words.
fn shown(lesson: &Lesson, outcome: &EvaluationOutcome) -> Vec<String> {
    lesson
        .blocks
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Cell(_)))
        .map(|block| {
            let report = outcome.cell(&block.id);
            let values = report.run.as_ref().map(|run| {
                run.values.iter().map(|(name, binding)| format!("{name}={}", binding.value.repr())).collect::<Vec<_>>()
            });
            format!("{}: {:?} {values:?}", block.id, std::mem::discriminant(&report.state))
        })
        .collect()
}

/// At the end: the page is what a run from scratch gives, and undone to the start it is what the author wrote.
fn last_look(pilot: &mut Pilot, lesson: &Lesson) {
    escape(pilot, &mut Clock::default());
    let id = Arc::clone(&lesson.front.id);
    let Some(reading) = pilot.model.workspace.lessons.get_mut(&id) else { return };
    let scratch = evaluate_now(&reading.lesson.document.snapshot(), &EvaluationOutcome::default());
    let page = Arc::clone(reading.lesson.document.lesson());
    if !reading.lesson.awaits_values() {
        let (kept, fresh) = (shown(&page, &reading.lesson.outcome), shown(&page, &scratch));
        for (kept, fresh) in kept.iter().zip(&fresh) {
            // What failed keeps its old values, dimmed; a run from scratch has none to keep.
            assert!(kept == fresh || fresh.ends_with("None"), "\n{kept}\n{fresh}");
        }
    }
    if reading.lesson.document.history().0 == Document::MAX_STEPS {
        return;
    }
    while reading.lesson.document.undo().is_some() {}
    assert!(
        reading.lesson.document.changes().is_empty(),
        "undone, but not to the start: {:?}",
        reading.lesson.document.changes()
    );
    // An answer is no edit and is not undone with the edits, but it can be taken back.
    for question in reading.lesson.document.answers().clone().into_keys() {
        assert!(reading.lesson.document.reset(&question), "{question}");
    }
    // Nor is a bookmark.
    for mark in reading.lesson.document.bookmarks() {
        assert_eq!(reading.lesson.document.toggle_bookmark(&mark.block), Some(false), "{}", mark.block);
    }
    assert_eq!(reading.lesson.document.lesson().blocks, lesson.blocks);
    assert_eq!(first_screen(pilot, &id), first_screen(&mut fresh(lesson), &id));
}

/// The first screen of a lesson, seen without what undoing does not concern: hints, folds, views, what the page is
/// compared with, which gradient is read, and the lines that tell of the way here.
fn first_screen(pilot: &mut Pilot, id: &Arc<str>) -> String {
    let today = pilot.model.workspace.today;
    let reading = pilot.model.workspace.lessons.get_mut(id).unwrap();
    reading.lesson.help.clear();
    reading.looks.clear();
    reading.lesson.comparison = None;
    reading.lesson.end_gradient();
    reading.put_aside();
    reading.stage = None;
    reading.lesson.shows_appendix = false;
    reading.reread();
    reading.select(0);
    (reading.top, reading.follow) = (Anchor::default(), true);
    let outcome = evaluate_now(&reading.lesson.document.snapshot(), &EvaluationOutcome::default());
    reading.take(Arc::new(outcome), true, today);
    pilot.model.show(Some(Arc::clone(id)));
    (pilot.model.search, pilot.model.talk) = (None, None);
    pilot.take(Msg::Resize(Size { width: 80, height: 24 }));
    let text = pilot.screen();
    let lines: Vec<&str> = text.lines().collect();
    lines[..lines.len() - 2].join("\n")
}

fn fresh(lesson: &Lesson) -> Pilot {
    empty().read(lesson.clone())
}

fn empty() -> Pilot {
    let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24);
    // What a monkey wants to keep, the disk does not take.
    pilot.with_trainings(trainings::tiny, PathBuf::from("/dev/null/nowhere"))
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Lets the monkey loose on a lesson.
fn play(lesson: &Lesson, seed: u64, events: u64) {
    play_on(fresh(lesson), lesson, seed, events);
}

fn play_on(mut pilot: Pilot, lesson: &Lesson, seed: u64, events: u64) {
    let mut dice = Dice(seed);
    let mut told = VecDeque::new();
    let mut clock = Clock::default();
    let played = catch_unwind(AssertUnwindSafe(|| {
        for _ in 0..events {
            let event = event(&mut dice, &pilot);
            told.push_back(event.to_string());
            if told.len() > TOLD {
                told.pop_front();
            }
            happen(&mut pilot, &event, &mut clock);
            look(&mut pilot, &mut clock);
            log(&pilot);
            clock.tell(&lesson.front.id, &event);
            // Back to this lesson, wherever it has gone.
            if pilot.model.workspace.open.as_ref() != Some(&lesson.front.id) && dice.below(10) == 0 {
                (pilot.model.finder, pilot.model.help) = (None, None);
                pilot.model.show(Some(Arc::clone(&lesson.front.id)));
            }
        }
        last_look(&mut pilot, lesson);
    }));
    println!("{} seed {seed}: {clock}", lesson.front.id);
    if let Err(panic) = played {
        let id = &lesson.front.id;
        let last: Vec<String> = told.into();
        panic!(
            "{id}: GLASSFORMER_MONKEY={events} GLASSFORMER_MONKEY_SEED={seed}\n{}\n{}",
            last.join("\n"),
            panic.downcast_ref::<String>().cloned().unwrap_or_else(|| match panic.downcast_ref::<&str>() {
                Some(text) => (*text).to_owned(),
                None => resume_unwind(panic),
            })
        );
    }
}

#[test]
fn the_zoo_survives_a_monkey() {
    let lesson = Lesson::read("zoo.md", ZOO).unwrap();
    let (seed, events) = (number("GLASSFORMER_MONKEY_SEED", 1), number("GLASSFORMER_MONKEY", 8 * EVENTS));
    backend::with(BackendChoice::Rust, || play(&lesson, seed, events));
}

#[test]
fn a_talk_survives_a_monkey() {
    let lesson = Lesson::read("zoo.md", ZOO).unwrap();
    let (seed, events) = (number("GLASSFORMER_MONKEY_SEED", 4), number("GLASSFORMER_MONKEY", 4 * EVENTS));
    backend::with(BackendChoice::Rust, || play_on(empty().presenting().read(lesson.clone()), &lesson, seed, events));
}

#[test]
fn every_lesson_survives_a_monkey() {
    let seed = number("GLASSFORMER_MONKEY_SEED", 2);
    // There are many lessons, and a large one takes its time without optimization.
    let events = number("GLASSFORMER_MONKEY", EVENTS / 5);
    let library = LessonLibrary::embedded();
    for entry in Shard::chosen().of(library.entries()) {
        let lesson = entry.open().unwrap();
        backend::with(BackendChoice::Rust, || play(&lesson, seed, events));
    }
}

#[test]
fn a_training_survives_a_monkey() {
    const TEXT: &str = "---\ntitle: T\nid: t\n---\n[Watch](train:copy) it, or [this](train:sort).\n";
    let (seed, events) = (number("GLASSFORMER_MONKEY_SEED", 3), number("GLASSFORMER_MONKEY", EVENTS));
    let lesson = Lesson::read("t.md", TEXT).unwrap();
    backend::with(BackendChoice::Rust, || {
        let mut dice = Dice(seed);
        let mut pilot = fresh(&lesson);
        let (mut clock, mut told) = (Clock::default(), Vec::new());
        for _ in 0..events {
            if pilot.model.watched.is_none() {
                (pilot.model.finder, pilot.model.help) = (None, None);
                pilot.take(Msg::Watch(dice.one_of(&[Task::Copy, Task::Sort])));
            }
            let event = event(&mut dice, &pilot);
            told.push(event.to_string());
            let happened = catch_unwind(AssertUnwindSafe(|| {
                happen(&mut pilot, &event, &mut clock);
                look(&mut pilot, &mut clock);
                log(&pilot);
                clock.tell("a training", &event);
            }));
            if let Err(panic) = happened {
                let last = &told[told.len().saturating_sub(TOLD)..];
                let words = panic.downcast_ref::<String>().cloned().unwrap_or_default();
                panic!("GLASSFORMER_MONKEY={events} GLASSFORMER_MONKEY_SEED={seed}\n{}\n{words}", last.join("\n"));
            }
        }
        println!("a training seed {seed}: {clock}");
    });
}
