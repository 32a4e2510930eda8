//! The title, the status line and the footer, for every place where the cursor can be.

use std::collections::HashSet;

use glassformer::app::event::AppEvent;
use glassformer::app::lesson::EvaluationState;
use glassformer::notebook::session::{Conflict, Saved};
use glassformer::tui::keymap::Context;
use glassformer::tui::message::Msg;
use glassformer::tui::render::Pilot;
use glassformer::words::{self, Language};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::figures::transformer_at;
use crate::region::Region;
use crate::sheet::{HUGE, Look, NARROW, SIZES, Sheet, USUAL, WIDE, on_rust};
use crate::{
    COMPLETE, FILL, GRADIENT, LEAK, NAN, SEARCH, USES, WHY, at, attention_at, talk, training, with_missed_question,
};

/// Every place, and what changes its three lines.
fn places() -> Vec<(&'static str, Pilot)> {
    let on_list = |keys: &str| USUAL.course().keys(keys).unwrap();
    let at_block = |block: &str, keys: &str| attention_at(USUAL, block, keys);
    let saved = |saved: Saved| {
        let mut pilot = at_block("sentence", "");
        pilot.take(Msg::App(AppEvent::Saved(saved)));
        pilot
    };
    let mut computing = at_block("softmax", "");
    computing.model.reading_mut().unwrap().lesson.evaluation = EvaluationState::Late;
    vec![
        ("list of lessons", on_list("")),
        ("list of lessons, a question to ask again", with_missed_question(USUAL, "")),
        ("list of lessons, after one", at_block("sentence", "<esc> <esc>")),
        ("map", at_block("sentence", "<esc> <esc> M")),
        ("certificate", at_block("twins", "<enter> 1 3 c c C")),
        ("machine", on_list("m <down> <right>")),
        ("beam search", on_list("m b <right>")),
        ("page, prose", USUAL.course().open("attention").unwrap()),
        ("page, text", at_block("sentence", "")),
        ("page, slider", at_block("scale", "")),
        ("page, mask", at_block("mask", "")),
        ("page, tensor", at_block("softmax", "")),
        ("page, tensor that is computed", computing),
        ("page, question", at_block("twins", "")),
        ("page, question with its answer", at_block("twins", "1 <enter>")),
        ("page, question that is asked again", with_missed_question(USUAL, "A")),
        ("page, exercise", at_block("look-up", "")),
        ("page, cell of one's own", at_block("scale", "a hot <space> = <space> weights.max() <esc>")),
        ("page, empty cell of one's own", at_block("scale", "a <esc>")),
        ("page, found words", at_block("scale", &format!("{SEARCH} <enter>"))),
        ("page, pinned", at_block("mask", "p <enter> j j x <esc> j")),
        ("page, difference", at_block("mask", "p <enter> j j x P P <esc>")),
        ("page, leak test", at_block("sentence", LEAK)),
        ("page, gradient", at_block("mix", "<enter> j j F <esc>")),
        ("page, saved", saved(Saved::Yes)),
        ("page, saving", saved(Saved::Soon)),
        ("page, saved beside another program", saved(Saved::Beside(Conflict::Lost { block: "sentence".into() }))),
        ("page, not saved", saved(Saved::No("No space left on device (os error 28)".to_owned()))),
        ("question", at_block("twins", "<enter> j")),
        ("confidence", at_block("twins", "1")),
        ("tensor", at_block("softmax", "<enter> j j l")),
        ("tensor, mask", at_block("mask", "<enter> j j x")),
        ("tensor, matrix", at_block("weights-of-values", "<enter> <right> <down>")),
        ("tensor, difference", at_block("mask", "p <enter> j j x P P")),
        ("tensor, gradient", at_block("mix", GRADIENT)),
        ("explained", at_block("softmax", WHY)),
        ("explained, what depends on it", at_block("scale", "<enter> j j l w")),
        ("explained, gradient", at_block("mix", &format!("{GRADIENT} <enter>"))),
        ("explained, nan", at_block("mask", NAN)),
        ("operands", at_block("softmax", &format!("{WHY} <enter>"))),
        ("operands, what depends on it", at_block("scale", USES)),
        ("text", at_block("sentence", "e <c-u> a <space> c a t")),
        ("code", at_block("sentence", "E")),
        ("code, syntax error", at_block("sentence", "E <end> (")),
        ("completion", at_block("scale", COMPLETE)),
        ("number", at_block("weights-of-values", "<enter> 1 2")),
        ("number that fills", at_block("mask", FILL)),
        ("fill", at_block("weights-of-values", "<enter> <right> <down> f")),
        ("steps", at_block("softmax", "s")),
        ("steps inside a cell", at_block("softmax", "s <right>")),
        ("steps of decoding", at(transformer_at(USUAL, "translate"), "translate", "s <gt>")),
        ("timeline", at_block("mask", "<enter> j j x l x l x <esc> t <up>")),
        ("talk", talk(USUAL, "")),
        ("talk, notes", talk(USUAL, "T")),
        ("talk, question", talk(USUAL, "j j j")),
        ("talk, answer", talk(USUAL, "j j j 1 S")),
        ("training", training(USUAL, 27, "")),
        ("training, paused", training(USUAL, 27, "<enter>")),
        ("training, compared", training(USUAL, 27, "<enter> c P w")),
        ("moments", training(USUAL, 27, "r <up> x")),
        ("menu", at_block("scale", "<space>")),
        ("actions", at_block("scale", ":")),
        ("outline", at_block("twins", "1 O")),
        ("search", at_block("scale", SEARCH)),
        ("search without a match", at_block("scale", "/ q q q q")),
        ("what can be copied", at_block("softmax", "<enter> Y")),
        ("help", at_block("sentence", "?")),
    ]
}

/// A line of a place at several widths, one below another.
fn at_each_width(region: Region<'_>, pilot: &mut Pilot, looks: &[Look]) -> Buffer {
    let width = looks.iter().map(|look| look.width).max().unwrap();
    let cut = |look: &Look| {
        look.put_on(pilot);
        region.cut(pilot)
    };
    let cuts: Vec<Buffer> = looks.iter().map(cut).collect();
    let mut lines = Buffer::empty(Rect::new(0, 0, width, cuts.iter().map(|cut| cut.area.height).sum()));
    let mut top = 0;
    for cut in cuts {
        for place in cut.area.positions() {
            lines[(place.x, top + place.y - cut.area.y)] = cut[place].clone();
        }
        top += cut.area.height;
    }
    lines
}

/// The line of each of these places.
fn sheet(region: Region<'_>, places: Vec<(&'static str, Pilot)>, looks: &[Look]) -> Sheet {
    let mut sheet = Sheet::default();
    for (name, mut pilot) in places {
        sheet.add(name, &on_rust(|| at_each_width(region, &mut pilot, looks)));
    }
    sheet
}

#[test]
fn titles() {
    sheet(Region::Title, on_rust(places), SIZES).compare("places__title");
}

#[test]
fn status_lines() {
    // A list or the help may cover the line.
    let is_seen = |(_, pilot): &(&str, Pilot)| pilot.model.finder.is_none() && pilot.model.help.is_none();
    let seen = on_rust(places).into_iter().filter(is_seen).collect();
    sheet(Region::Status, seen, SIZES).compare("places__status");
}

/// At every width, and in German at the usual one, for which the translation promises to leave room.
#[test]
fn footers() {
    let places_in_english = on_rust(places);
    let contexts: HashSet<Context> = places_in_english.iter().map(|(_, pilot)| pilot.model.context()).collect();
    let missing: Vec<Context> = Context::ALL.into_iter().filter(|context| !contexts.contains(context)).collect();
    assert!(missing.is_empty(), "no footer is kept of {missing:?}");
    let mut sheet = sheet(Region::Footer, places_in_english, &[NARROW, USUAL, WIDE, HUGE]);
    words::with(Language::German, || {
        for (name, pilot) in on_rust(places) {
            sheet.add(format!("{name}, in German"), &Region::Footer.cut(&pilot));
        }
    });
    sheet.compare("places__footer");
}
