//! Stepping through the run of a cell: into, over, out, back, and straight to a place.

use std::sync::Arc;

use super::{inspect, page, tensor};
use crate::app::comparison::ComparisonSource;
use crate::app::event::AppRequest;
use crate::lang::ControlKind;
use crate::notebook::left_out::LeftOut;
use crate::notebook::walk::pieces::pieces;
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::appearing::Appearing;
use crate::tui::model::exhibit::Exhibits;
use crate::tui::model::focus::Spot;
use crate::tui::model::motion::Motion;
use crate::tui::model::reading::{Beside, Reading};
use crate::tui::model::stepper::{Pace, Stepper};
use crate::tui::theme::Role;
use crate::words::{say, word};

/// How many steps a page up or down goes.
const PAGE: usize = 10;

/// Begins with the selected cell: at the tensor that the cursor is in, else at the first step. While stepping it ends it.
pub(crate) fn begin(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    if reading.stepper().is_some() {
        end(reading);
        return;
    }
    let Some(mut stepper) = stepper(reading) else { return };
    stepper.from = reading.inside().map(|inside| (inside.spot.clone(), inside.why.is_some()));
    if let Some(origin) = reading.inner_figure().and_then(|figure| figure.origin) {
        stepper.go_to_step(stepper.steps().at_node(origin.node));
    }
    reading.select(reading.lesson.at);
    reading.beside = Beside::Steps(stepper);
    reading.exhibit_anew();
}

/// Ends the walk. A reader who began it inside a tensor, and is still at that cell, is at the same element again.
fn end(reading: &mut Reading) {
    let from = reading.stepper().and_then(|stepper| stepper.from.clone());
    reading.put_aside();
    let Some((spot, is_explained)) = from.filter(|(spot, _)| spot.block == reading.lesson.at) else { return };
    tensor::enter(reading, spot);
    if is_explained && reading.inside().is_some() {
        inspect::begin(reading);
    }
}

/// Goes to a step of the selected cell, whether somebody steps through it already or not: to the part that begins there.
pub(crate) fn begin_at(model: &mut Model, to: usize) {
    let Some(reading) = model.reading_mut() else { return };
    if reading.stepper().is_none() {
        begin(model);
    }
    let Some(reading) = model.reading_mut() else { return };
    if let Some(place) = reading.stepper().map(|stepper| stepper.outline.part_around(to)) {
        go(reading, place);
    }
}

/// Whether the selected cell has steps, which no question hides.
pub(crate) fn can_begin(reading: &Reading) -> bool {
    stepper(reading).is_some()
}

/// Whether a question hides what the selected cell computes.
pub(crate) fn are_hidden(reading: &Reading) -> bool {
    reading.exhibits(reading.lesson.at).is_some_and(Exhibits::is_veiled)
}

fn stepper(reading: &Reading) -> Option<Stepper> {
    if are_hidden(reading) {
        return None;
    }
    let run = reading.lesson.report_at(reading.lesson.at)?.run.clone()?;
    Stepper::new(reading.lesson.id()?, &run)
}

/// Goes on as an action says, or says why there is no further step.
pub(crate) fn walk(model: &mut Model, action: Action) {
    let Some(reading) = model.reading_mut() else { return };
    let Some(stepper) = reading.stepper_mut() else { return };
    // Who walks looks at each step for a while.
    stepper.is_playing = false;
    let (outline, place) = (&stepper.outline, stepper.place);
    let far = |next: &dyn Fn(usize) -> Option<usize>| {
        std::iter::successors(next(place), |place| next(*place)).take(PAGE).last()
    };
    let in_round = |by: isize| {
        let (walk, level) = (&stepper.walk, stepper.stop().map_or(0, |stop| stop.level));
        let at = walk.architecture.in_round(&walk.steps, stepper.at(), by)?;
        Some(outline.around(at, level))
    };
    let to = match action {
        Action::Down => outline.over(place),
        Action::Up => outline.back(place),
        Action::Right => outline.enter(place).or_else(|| outline.over(place)),
        Action::Left => outline.out(place),
        Action::PageDown => far(&|place| outline.over(place)),
        Action::PageUp => far(&|place| outline.back(place)),
        Action::First => Some(0),
        Action::Last => outline.inner(None).last().copied(),
        Action::NextToken => in_round(1),
        Action::PreviousToken => in_round(-1),
        _ => return,
    };
    match to {
        Some(to) => go(reading, to),
        None => model.say(Role::Dim, no_further(action)),
    }
}

/// Lets the steps go by, from the first again if the last is reached; or holds them.
pub(crate) fn play(reading: &mut Reading) {
    let Some(stepper) = reading.stepper_mut() else { return };
    stepper.is_playing = !stepper.is_playing;
    if stepper.is_playing && stepper.outline.over(stepper.place).is_none() {
        let first = stepper.outline.out(stepper.place).and_then(|outer| stepper.outline.enter(outer)).unwrap_or(0);
        go(reading, first);
    }
}

/// The next step of a walk that goes on by itself; behind the last it stops.
pub(crate) fn beat(model: &mut Model) {
    let motion = model.motion;
    let Some(reading) = model.reading_mut() else { return };
    let Some(stepper) = reading.stepper_mut().filter(|stepper| stepper.is_playing) else { return };
    match stepper.outline.over(stepper.place) {
        Some(next) => go(reading, next),
        None => return stepper.is_playing = false,
    }
    let has_operands = reading.exhibits(reading.lesson.at).is_some_and(|exhibits| !exhibits.operands.is_empty());
    if let Some(stepper) = reading.stepper_mut().filter(|_| has_operands && motion == Motion::Free) {
        stepper.appearing = Some(Appearing::Operands);
    }
}

/// What was drawn for a moment is over: the next part of a result that appears, else what has flashed.
pub(crate) fn end_moment(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    match reading.stepper_mut().filter(|stepper| stepper.appearing.is_some()) {
        Some(stepper) => stepper.appear(),
        None => reading.end_flash(),
    }
}

/// Lets them go by faster or slower.
pub(crate) fn set_pace(model: &mut Model, change: impl FnOnce(Pace) -> Pace) {
    let Some(stepper) = model.reading_mut().and_then(Reading::stepper_mut) else { return };
    stepper.pace = change(stepper.pace);
    let words = say!("pace-of-steps", pace = stepper.pace.per_second().to_string());
    model.say(Role::Dim, words);
}

/// What the attention around the live stop would be without next, of these pieces of it; nothing behind the last.
pub(crate) fn next_without(reading: &Reading, pieces: Vec<LeftOut>) -> Option<LeftOut> {
    let held = match reading.lesson.comparison.as_ref().map(|comparison| &comparison.source) {
        Some(ComparisonSource::LeftOut(held)) => pieces.iter().position(|piece| piece == held),
        _ => None,
    };
    pieces.into_iter().nth(held.map_or(0, |held| held + 1))
}

/// The pieces of the attention that the live stop is in: its mask, its scale, each head.
pub(crate) fn pieces_here(reading: &Reading) -> Vec<LeftOut> {
    let Some(stepper) = reading.stepper() else { return Vec::new() };
    pieces(&stepper.walk, &stepper.outline, stepper.place, &stepper.block)
}

/// Computes the page without the next piece of that attention; behind the last the page is as it is again.
pub(crate) fn leave_out(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    if let Some(left_out) = next_without(reading, pieces_here(reading)) {
        return vec![Effect::App(AppRequest::Probe(reading.lesson.begin_without(left_out)))];
    }
    if reading.lesson.end_comparison() {
        reading.exhibit_anew();
        model.say(Role::Text, word!("with-all-of-it-again"));
    }
    Vec::new()
}

/// Unfolds every single operation, or folds away those that only change the shape.
pub(crate) fn unfold(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let Some(stepper) = reading.stepper_mut() else { return };
    stepper.unfold();
    // The steps around the reader may be the same.
    let words = if stepper.is_whole { word!("operations-unfolded") } else { word!("operations-folded") };
    reading.exhibit_anew();
    model.say(Role::Dim, words);
}

/// Why there is no further step.
fn no_further(action: Action) -> &'static str {
    match action {
        Action::Left => word!("outermost-level"),
        Action::NextToken => word!("the-last-token"),
        Action::PreviousToken => word!("the-first-token"),
        Action::Up | Action::PageUp => word!("the-first-step"),
        _ => word!("the-last-step"),
    }
}

/// The text that the cell reads, by its place among the controls.
pub(crate) fn text_control(reading: &Reading) -> Option<usize> {
    let block = reading.lesson.position(&reading.stepper()?.block)?;
    let controls = &reading.text(block)?.controls;
    controls.iter().position(|control| matches!(control.kind, ControlKind::Text(_)))
}

/// Edits the text that the cell reads, or its code where it reads none; the reader stays at the step.
pub(crate) fn edit(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    come_back(reading);
    match text_control(reading) {
        Some(control) => {
            reading.control = Some(control);
            page::edit(model);
        }
        None => page::edit_code(model),
    }
}

/// Edits the code of the cell; the reader stays at the step.
pub(crate) fn edit_code(model: &mut Model) {
    model.reading_mut().into_iter().for_each(come_back);
    page::edit_code(model);
}

/// To the cell that is stepped through, which a click or an undo may have left.
fn come_back(reading: &mut Reading) {
    if let Some(place) = reading.stepper().map(|stepper| stepper.place) {
        go(reading, place);
    }
}

/// Goes to a line of the outline.
pub(crate) fn go(reading: &mut Reading, to: usize) {
    let Some(stepper) = reading.stepper_mut() else { return };
    stepper.go(to);
    let block = Arc::clone(&stepper.block);
    if let Some(place) = reading.lesson.position(&block) {
        reading.lesson.reveal(place);
        reading.select(place);
    }
    reading.exhibit_anew();
}

/// Puts the cursor into the value of the step, at the element that is spoken of; there every element answers why.
pub(crate) fn enter(reading: &mut Reading) {
    come_back(reading);
    let Some((block, number)) = reading.live_figure() else { return };
    let index = reading.live_element().unwrap_or_default();
    let place =
        reading.exhibits(block).and_then(|exhibits| exhibits.figures.get(number)).map(|figure| figure.place(&index));
    let (lead, row, column) = place.unwrap_or_default();
    tensor::enter(reading, Spot { block, figure: number, lead, row, column });
}
