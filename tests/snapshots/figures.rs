//! Figures: every way to draw a tensor, the drawing of a Transformer, and the most important picture of each lesson.

use glassformer::notebook::lesson::Lesson;
use glassformer::tui::render::Pilot;

use crate::region::Region;
use crate::sheet::{
    HUGE, LIGHT, Look, MONO, NARROW, SIZES_AND_THEMES, THEMES, USUAL, WIDE, compare, compare_one, on_rust,
};
use crate::unveiled::shown;
use crate::{FILL, at, attention_at};

/// The blocks of the lesson that has every view, each with its tensor and the keys that put the cursor into it.
const VIEWS: [(&str, &str, &str); 14] = [
    ("bars", "change", "<enter> j"),
    ("many", "many", "<enter> l l l l l"),
    ("attention", "weights", "<enter> j j l"),
    ("cross", "cross", "<enter> j"),
    ("ids", "ids", "<enter> l"),
    ("strips", "strips", "<enter> j j l"),
    ("waves", "waves", "<enter> l l l j"),
    ("loss", "loss", "<enter> l l l"),
    ("normal", "normal", "<enter> l"),
    ("large", "large", "<enter> j j l"),
    ("heads", "heads", "<enter> j j l <gt>"),
    ("late", "late", "<enter> j"),
    ("tiles", "tiled", "<enter> j"),
    ("pixels", "pixels", "<enter> j"),
];

/// The most important picture of each lesson.
const PICTURES: [(&str, &str); 26] = [
    ("queries-keys-values", "project"),
    ("many-heads", "look"),
    ("feed-forward", "fired"),
    ("add-and-norm", "two-ways"),
    ("encoder", "stack"),
    ("decoder", "crossing"),
    ("vectors-to-words", "one-place"),
    ("transformer", "machine"),
    ("why-scale", "saturation"),
    ("sampling", "steps"),
    ("begin", "table-1"),
    ("tokens", "next-pair"),
    ("cost", "depth"),
    ("tensors", "merge"),
    ("editions", "switches"),
    ("bugs", "all-ten"),
    ("capstone", "slips"),
    ("training", "backwards"),
    ("what-a-score-says", "both-panes"),
    ("watch-it-learn", "grow"),
    ("inside-a-translator", "alignment"),
    ("looking-is-not-using", "patch"),
    ("set-the-weights", "self"),
    ("parts-together", "match"),
    ("since-2017", "rotary"),
    ("longer-and-larger", "linear"),
];

#[test]
fn every_view() {
    let lesson = || Lesson::read("views.md", include_str!("../lessons/views.md")).unwrap();
    for (block, tensor, keys) in VIEWS {
        compare(&format!("view-{block}"), &[Region::Figure(block, tensor)], SIZES_AND_THEMES, |look| {
            at(look.course().read(lesson()), block, keys)
        });
    }
}

#[test]
fn pictures_of_lessons() {
    for (id, block) in PICTURES {
        compare(&format!("lesson-{id}-{block}"), &[Region::Block(block)], &[USUAL, WIDE], |look| {
            at(shown(look.course().open(id).unwrap()), block, "")
        });
    }
}

#[test]
fn attention_weights() {
    compare("weights", &[Region::Figure("softmax", "weights")], THEMES, |look| attention_at(look, "softmax", ""));
}

#[test]
fn hidden_word() {
    compare("hidden", &[Region::Figure("mask", "allowed")], THEMES, |look| attention_at(look, "mask", "<enter> j j x"));
}

#[test]
fn filled_triangle() {
    compare("filled", &[Region::Figure("mask", "allowed")], THEMES, |look| attention_at(look, "mask", FILL));
}

/// The lesson on the whole Transformer at a block. It computes more than others, so each test opens it once.
pub(crate) fn transformer_at(look: Look, block: &str) -> Pilot {
    at(shown(look.course().open("transformer").unwrap()), block, "")
}

fn press(pilot: Pilot, keys: &str) -> Pilot {
    on_rust(|| pilot.keys(keys).unwrap())
}

/// The drawing without a live step, with one inside an attention, and with the last step of a whole model.
#[test]
fn architecture() {
    let all = [NARROW, USUAL, WIDE, HUGE, LIGHT, MONO];
    let mut pilot = on_rust(|| transformer_at(USUAL, "model"));
    compare_one("architecture", &[Region::Block("model")], &all, &mut pilot);
    USUAL.put_on(&mut pilot);
    let mut pilot = press(pilot, "s <down> <down> <down> <right> <right> <down> <right> <right> <down> <down> <down>");
    compare_one("architecture-live", &[Region::Block("model")], &all, &mut pilot);
    compare_one("architecture-live", &[Region::Pane], &[WIDE, HUGE], &mut pilot);
    let reading = pilot.model.reading_mut().unwrap();
    reading.put_aside();
    reading.select(reading.lesson.position("run-whole").unwrap());
    USUAL.put_on(&mut pilot);
    let mut pilot = press(pilot, "s <end>");
    compare_one("architecture-whole", &[Region::Block("run-whole")], THEMES, &mut pilot);
}

/// Token after token with an encoder output that is computed once, and again after the sentence was edited.
#[test]
fn decoding() {
    let all = [USUAL, WIDE, HUGE, LIGHT, MONO];
    let third = "s <gt> <right> <right> <right> <right> <right> <right> <right> <right> <gt> <gt>";
    let mut pilot = on_rust(|| at(transformer_at(USUAL, "translate"), "translate", third));
    compare_one("decoding", &[Region::Block("translate")], &all, &mut pilot);
    compare_one("decoding", &[Region::Pane], &[WIDE, HUGE], &mut pilot);
    USUAL.put_on(&mut pilot);
    let mut pilot = press(pilot, "e <c-u> a <space> c a t");
    compare_one("decoding-edited", &[Region::Block("translate")], &all, &mut pilot);
}
