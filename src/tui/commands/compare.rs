//! Holding the page beside another state of itself: pinning it, the leak test, and which of the two is drawn.

use std::sync::Arc;

use crate::app::compare::ProbeResult;
use crate::app::comparison::ComparisonSource;
use crate::app::event::AppRequest;
use crate::lang::ControlKind;
use crate::notebook::compare::Summary;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::leak::Probe;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::comparison::{Side, what_differs};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{MessageId, Said, id, say, word};

use super::gradient;

/// How many names a message lists.
const LISTED: usize = 4;

/// Pins the page as it is now, or ends the comparison that is going on.
pub(crate) fn pin(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    if reading.lesson.end_comparison() {
        reading.exhibit_anew();
        model.say(Role::Text, word!("comparison-is-over"));
        return;
    }
    gradient::end(reading);
    reading.lesson.pin();
    reading.side = Side::Now;
    reading.exhibit_anew();
    model.say(Role::Success, word!("pinned-now"));
}

/// Draws the next of the two states, or their difference.
pub(crate) fn turn(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    if reading.lesson.gradient.is_some() {
        return gradient::turn(reading);
    }
    reading.side = reading.side.next();
    reading.exhibit_anew();
}

/// Begins a leak test with the input under the cursor, or goes on with its next word or row.
pub(crate) fn leak(model: &mut Model) -> Vec<Effect> {
    model.reading().and_then(probe).map(|probe| send(model, probe)).unwrap_or_default()
}

/// What a leak test would change here, where the cursor is at an input.
pub(crate) fn leak_words(reading: &Reading) -> Option<MessageId> {
    probe(reading)?;
    let control = reading.inner_control().or_else(|| reading.active_control())?;
    Some(match control.kind {
        ControlKind::Matrix(_) => id!("leak-change-this-row"),
        ControlKind::Text(_) => id!("leak-change-a-word"),
        ControlKind::Mask(_) => id!("leak-switch-this-cell"),
        ControlKind::Slider(_) | ControlKind::Choice(_) | ControlKind::Toggle(_) => id!("leak-test"),
    })
}

/// What a leak test changes from here: the row under the cursor, or on the page one word or row after the other.
fn probe(reading: &Reading) -> Option<Probe> {
    let block = reading.lesson.id()?;
    if let Some(inside) = reading.inside() {
        let control = reading.inner_control()?;
        let (row, column) = (inside.spot.row, inside.spot.column);
        return Some(Probe { block, input: Arc::clone(&control.name), row, column });
    }
    let control = reading.active_control()?;
    let fresh = Probe { block, input: Arc::clone(&control.name), row: 0, column: 0 };
    match reading.lesson.comparison.as_ref().map(|comparison| &comparison.source) {
        Some(ComparisonSource::Leak { probe, .. }) if probe.block == fresh.block && probe.input == fresh.input => {
            Some(probe.next(control))
        }
        // The last word is what nobody before it may have seen.
        _ if matches!(control.kind, ControlKind::Text(_)) => Some(fresh.last(control)),
        _ => Some(fresh),
    }
}

/// Asks for the page as it would be.
fn send(model: &mut Model, probe: Probe) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    match reading.lesson.begin_leak(probe) {
        Ok(snapshot) => vec![Effect::App(AppRequest::Probe(snapshot))],
        Err(why) => {
            model.say(Role::Warning, why.said());
            Vec::new()
        }
    }
}

/// The page as it would be has come.
pub(crate) fn probed(model: &mut Model, lesson: &str, other: Arc<EvaluationOutcome>) {
    let Some(reading) = model.workspace.lessons.get_mut(lesson) else { return };
    let Some(ProbeResult { source, is_repeat }) = reading.lesson.take_probe(other) else { return };
    let summary = reading.lesson.comparison.as_ref().map(|comparison| &comparison.summary);
    let words = what_differs(&source).zip(summary).map(|(what, summary)| told(&what, summary));
    if !is_repeat {
        // Who asks what would be wants to see it; a leak test marks on the page what moved.
        reading.side = if matches!(source, ComparisonSource::LeftOut(_)) { Side::Other } else { Side::Now };
    }
    gradient::end(reading);
    reading.exhibit_anew();
    // A test that only follows an edit has been told of before.
    if let Some(words) = words.filter(|_| !is_repeat && model.workspace.open.as_deref() == Some(lesson)) {
        model.say(Role::Success, words);
    }
}

/// The page has other values: what is compared with it follows.
pub(crate) fn follow(reading: &mut Reading) -> Vec<Effect> {
    let again = reading.lesson.follow_comparison();
    again.map(|snapshot| Effect::App(AppRequest::Probe(snapshot))).into_iter().collect()
}

/// What was found, for the line above the footer.
fn told(what: &str, summary: &Summary) -> String {
    let moved = &summary.moved;
    let names: Vec<&str> = moved.iter().take(LISTED).map(|moved| &*moved.name).collect();
    let more = moved.len().saturating_sub(LISTED);
    let names = match names.join(", ") {
        _ if names.is_empty() => word!("leak-nothing").to_owned(),
        names if more > 0 => say!("leak-and-more", names, count = more),
        names => names,
    };
    let still = summary.still;
    match summary.unknown.as_slice() {
        [] => say!("leak-told", what, names, still),
        [cell] => say!("leak-told-one-unknown", what, names, still, cell = **cell),
        cells => say!("leak-told-unknown", what, names, still, count = cells.len()),
    }
}

/// An edit is made on the page as it is: what is drawn must be that page.
pub(crate) fn leave_other_side(reading: &mut Reading) {
    if reading.lesson.comparison.is_some() && reading.side == Side::Other {
        reading.side = Side::Now;
        reading.exhibit_anew();
    }
}
