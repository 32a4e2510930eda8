//! Snapshots of the screen: text and style, one file for each region of a screen.
//!
//! A file has a section for each size and theme. A section holds the text, a grid with one letter for each style, and what the
//! letters mean. [`Region`](region::Region) says which part of a screen is cut out; a footer is only in `places__footer.snap` and
//! in the four files of whole screens, so a changed footer changes few files.
//!
//! Look at every new section (`glassformer render --svg` draws the same screen) before you accept it with `INSTA_UPDATE=always`.
//! With `INSTA_FORCE_PASS=1` a test goes on after the first difference.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by stopping")]

#[path = "snapshots/figures.rs"]
mod figures;
#[path = "snapshots/german.rs"]
mod german;
#[path = "snapshots/overlays.rs"]
mod overlays;
#[path = "snapshots/pages.rs"]
mod pages;
#[path = "snapshots/panes.rs"]
mod panes;
#[path = "snapshots/places.rs"]
mod places;
#[path = "snapshots/region.rs"]
mod region;
#[path = "snapshots/screens.rs"]
mod screens;
#[path = "snapshots/sheet.rs"]
mod sheet;
#[path = "support/trainings.rs"]
mod trainings;
#[path = "support/veils.rs"]
mod unveiled;

use glassformer::nn::Task;
use glassformer::notebook::session::saved_progress::{SavedAnswer, SavedProgress};
use glassformer::notebook::session::{Day, ReviewSchedule, ReviewState};
use glassformer::tui::message::Msg;
use glassformer::tui::render::Pilot;
use sheet::Look;

/// The keys that explain one attention weight of the block `softmax`.
const WHY: &str = "<enter> j j l <enter>";
/// The keys that show what depends on a score of the block `scale`.
const USES: &str = "<enter> j j l w <enter>";
/// The keys that read the gradient of an output, from the block `mix`, at an attention weight.
const GRADIENT: &str = "<enter> j j F <esc> <up> <up> <up> <enter> j j l";
/// The keys that hide a whole row of the block `mask` and go to where its nan comes from.
const NAN: &str = "<enter> x l x l x l x l x l x <esc> b";
/// The keys that fill a part of the block `mask`, and ask for a column more.
const FILL: &str = "<enter> f u 0 f c";
/// The keys that offer words in a cell of one's own.
const COMPLETE: &str = "a x <space> = <space> weights.m <c-n> <tab>";
/// The keys that search all lessons.
const SEARCH: &str = "/ softmax <space> row";
/// The keys that change one word of the sentence and mark what moves.
const LEAK: &str = "L <down> <down> <down> <down> <down>";

/// The lesson on attention at a block, after some keys.
fn attention_at(look: Look, block: &str, keys: &str) -> Pilot {
    at(unveiled::shown(look.course().open("attention").unwrap()), block, keys)
}

/// The open lesson at a block, after some keys.
fn at(mut pilot: Pilot, block: &str, keys: &str) -> Pilot {
    let reading = pilot.model.reading_mut().unwrap();
    let place = reading.lesson.position(block).unwrap();
    // The cells of shared examples are only shown on demand.
    reading.lesson.reveal(place);
    reading.select(place);
    // Any key brings the block into view; these do nothing else.
    without_message(pilot).keys(keys).unwrap()
}

/// Takes away the message of the last key, which may cover lines of the page.
fn without_message(pilot: Pilot) -> Pilot {
    pilot.keys("<f1> <esc>").unwrap()
}

/// The list of lessons with a question that was missed some days ago, after some keys.
fn with_missed_question(look: Look, keys: &str) -> Pilot {
    let again = ReviewSchedule { due: Day::default(), right: 0 };
    let reviews = [("twins".into(), ReviewState { confidence: None, schedule: Some(again) })].into();
    let words = "they are alike, but not equal".to_owned();
    let answers = vec![SavedAnswer { question: "twins".into(), option: 1, words }];
    let record = SavedProgress { lesson: "attention".into(), answers, reviews, ..SavedProgress::default() };
    look.course().with_records(vec![record]).keys(keys).unwrap()
}

/// A lesson that is presented, after some keys.
fn talk(look: Look, keys: &str) -> Pilot {
    look.course().presenting().open("attention").unwrap().keys(keys).unwrap()
}

/// A small model after some steps of learning to copy, and then some keys.
fn training(look: Look, steps: usize, keys: &str) -> Pilot {
    let mut pilot = look.course().with_trainings(trainings::tiny, "/dev/null/nowhere".into());
    pilot.take(Msg::Watch(Task::Copy));
    pilot.train(steps);
    pilot.keys(keys).unwrap()
}
