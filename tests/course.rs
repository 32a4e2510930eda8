//! The course as a learner goes through it, by keys: every question answered, every exercise solved; and its screens.
//!
//! Everything evaluates on the pure Rust backend, so that no last bit and no word of a screen depends on the machine.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by stopping")]

use glassformer::notebook::evaluate::Verdict;
use glassformer::notebook::lesson::{Block, BlockKind};
use glassformer::notebook::library::Library;
use glassformer::tensor::backend::{self, Choice};
use glassformer::tui::message::Msg;
use glassformer::tui::render::Pilot;
use glassformer::tui::theme::ThemeName;

/// A lesson, opened on a screen of this size.
fn opened(lesson: &str, (width, height): (u16, u16)) -> Pilot {
    Pilot::new(Library::embedded(), ThemeName::Dark, width, height).open(lesson).unwrap()
}

/// The same with this block in view.
fn at(mut pilot: Pilot, block: &str) -> Pilot {
    let reading = pilot.model.reading_mut().unwrap();
    let place = reading.position(block).unwrap_or_else(|| panic!("no block {block}"));
    reading.select(place);
    // Any key brings the block into view; these do nothing else.
    pilot.keys("<f1> <esc>").unwrap()
}

/// Types a solution in place of what an exercise begins with.
fn solve(pilot: Pilot, block: &Block, solution: &str) -> Pilot {
    let mut pilot = at(pilot, &block.id).keys("<enter> <a-a> <del>").unwrap();
    pilot.take(Msg::Paste(solution.to_owned()));
    let pilot = pilot.keys("<esc>").unwrap();
    let verdict = pilot.model.reading().unwrap().outcome.verdict(&block.id);
    assert!(matches!(verdict, Verdict::Passed), "{}: {verdict:?}\n{}", block.id, pilot.screen());
    pilot
}

#[test]
fn every_lesson_can_be_completed_by_keys() {
    backend::with(Choice::Rust, || {
        for entry in Library::embedded().entries() {
            let id = entry.id().to_owned();
            let lesson = entry.open().unwrap();
            let mut pilot = opened(&id, (140, 100));
            let (mut questions, mut exercises) = (0, 0);
            for block in &lesson.blocks {
                match &block.kind {
                    BlockKind::Question(_) => {
                        questions += 1;
                        pilot = at(pilot, &block.id);
                        let answer = pilot.model.reading().unwrap().outcome.answer(&block.id).unwrap();
                        pilot = pilot.keys(&(answer + 1).to_string()).unwrap();
                    }
                    BlockKind::Exercise(exercise) => {
                        exercises += 1;
                        pilot = solve(pilot, block, &exercise.solution.text);
                    }
                    _ => {}
                }
            }
            let screen = at(pilot, &lesson.blocks[0].id).keys("c").unwrap().screen();
            let done = format!("{questions} of {questions} questions · {exercises} of {exercises} exercises");
            assert!(screen.contains(&done), "{id}: not {done}\n{screen}");
        }
    });
}

/// How many lines a block takes where nothing is cut off: those that the bar at the left stands beside.
fn height(pilot: &Pilot) -> usize {
    pilot.screen().lines().filter(|line| line.starts_with(" ▎")).count()
}

/// A small terminal has a head of two lines and a footer of two.
const ROOM: usize = 20;

/// The lessons in which nothing is taller than that.
const FITTING: [&str; 7] = ["begin", "tokens", "cost", "tensors", "editions", "bugs", "training"];

#[test]
fn at_80x24_a_cell_and_its_view_can_be_seen_together() {
    backend::with(Choice::Rust, || {
        let mut tall = Vec::new();
        for id in FITTING {
            let lesson = Library::embedded().open(id).unwrap();
            let mut pilot = opened(id, (80, 100));
            for block in &lesson.blocks[..lesson.appendix] {
                pilot = at(pilot, &block.id);
                let lines = height(&pilot);
                if lines > ROOM && !matches!(block.kind, BlockKind::Prose(_)) {
                    tall.push(format!("{id} {} has {lines} lines", block.id));
                }
            }
        }
        assert!(tall.is_empty(), "{}", tall.join("\n"));
    });
}

/// The first screen of a lesson and its most important one, at two sizes.
fn screens(lesson: &str, important: &str) {
    backend::with(Choice::Rust, || {
        for size in [(80, 24), (120, 40)] {
            let name = |which: &str| format!("{lesson}_{which}_{}x{}", size.0, size.1);
            insta::assert_snapshot!(name("first"), opened(lesson, size).screen());
            insta::assert_snapshot!(name("important"), at(opened(lesson, size), important).screen());
        }
    });
}

#[test]
fn the_beginning() {
    screens("begin", "table-1");
}

#[test]
fn tokens() {
    screens("tokens", "next-pair");
}

#[test]
fn tensors() {
    screens("tensors", "merge");
}

#[test]
fn cost() {
    screens("cost", "depth");
}

#[test]
fn editions() {
    screens("editions", "switches");
}

#[test]
fn bugs() {
    screens("bugs", "all-ten");
}

#[test]
fn training() {
    screens("training", "both-panes");
}
