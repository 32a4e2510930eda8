//! Everything that changes the page. State is text: whatever is moved, toggled or typed becomes a new source of one block.

use std::sync::Arc;

use super::compare;
use crate::lang::{Control, ControlKind};
use crate::notebook::lesson::BlockId;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::{Moved, Reading, Streak};
use crate::tui::theme::Role;
use crate::words::{Said as _, say, word};

/// How many steps are one where many are wanted.
pub(crate) const MANY: f64 = 10.0;

/// The selected block has another text: everything downstream follows.
pub(crate) fn rewrite(model: &mut Model, source: &str, merge: bool) -> Vec<Effect> {
    let Some(block) = model.reading().map(|reading| reading.lesson.at) else { return Vec::new() };
    rewrite_block(model, block, source, merge)
}

/// The same for any block, wherever the cursor is.
fn rewrite_block(model: &mut Model, block: usize, source: &str, merge: bool) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    compare::leave_other_side(reading);
    reading.moved = Some(Moved::by(block, reading.moved.take()));
    if reading.rewrite(block, source, merge) { evaluate(model) } else { Vec::new() }
}

/// Asks for the values of the page as it is now.
pub(crate) fn evaluate(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    vec![Effect::App(reading.lesson.request_values())]
}

/// As [`rewrite`]; moves of the same thing one after the other are undone together.
fn rewrite_in_streak(model: &mut Model, source: &str, streak: Streak) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let merge = reading.streak.as_ref() == Some(&streak);
    let block = streak.block;
    reading.streak = Some(streak);
    rewrite_block(model, block, source, merge)
}

/// What is being moved: a control on the page, or an element inside one.
pub(crate) struct Hold {
    pub(crate) control: Control,
    pub(crate) source: Arc<str>,
    streak: Streak,
    pub(crate) place: (usize, usize),
}

/// The control that keys change now, inside a tensor or on the page; where the selected block has none, the lens's.
pub(crate) fn hold(reading: &Reading) -> Option<Hold> {
    let at = reading.lesson.at;
    let (block, control, place) = match (&reading.focus, reading.inside()) {
        (Focus::Blocks, _) => {
            let (block, control) = reading.movable_control()?;
            (block, control, (0, 0))
        }
        (_, Some(inside)) => (at, reading.inner_control()?, (inside.spot.row, inside.spot.column)),
        _ => return None,
    };
    let source = Arc::clone(reading.text(block)?.source());
    let streak = Streak { block, control: Arc::clone(&control.name), place };
    Some(Hold { control: control.clone(), source, streak, place })
}

/// Moves a slider, a choice or a matrix element by `steps`.
pub(crate) fn nudge(model: &mut Model, steps: f64) -> Vec<Effect> {
    let Some(hold) = model.reading().and_then(hold) else { return Vec::new() };
    let (row, column) = hold.place;
    let source = match &hold.control.kind {
        ControlKind::Slider(slider) => slider.with_value(&hold.source, slider.value + steps * slider.step),
        ControlKind::Choice(choice) => {
            let last = choice.options.len().saturating_sub(1);
            let next = if steps > 0.0 { (choice.selected + 1).min(last) } else { choice.selected.saturating_sub(1) };
            choice.with_option(&hold.source, next)
        }
        ControlKind::Toggle(toggle) => toggle.with_value(&hold.source, steps < 0.0),
        ControlKind::Matrix(matrix) if model.reading().is_some_and(|reading| reading.inside().is_some()) => {
            let value = matrix.nudged(row, column, steps).filter(|value| value.is_finite());
            let Some(value) = value else {
                model.say(Role::Dim, word!("type-over-no-number"));
                return Vec::new();
            };
            matrix.with_number(&hold.source, row, column, value)
        }
        _ => return Vec::new(),
    };
    rewrite_in_streak(model, &source, hold.streak)
}

/// Sets a slider of the selected block, or the number that the cursor is in.
pub(crate) fn set_number(model: &mut Model, value: f64) -> Vec<Effect> {
    let Some(hold) = model.reading().and_then(hold) else { return Vec::new() };
    let source = match &hold.control.kind {
        ControlKind::Slider(_) if !value.is_finite() => {
            model.say(Role::Warning, word!("slider-needs-a-number"));
            return Vec::new();
        }
        ControlKind::Slider(slider) => slider.with_value(&hold.source, value),
        ControlKind::Matrix(matrix) => matrix.with_number(&hold.source, hold.place.0, hold.place.1, value),
        _ => return Vec::new(),
    };
    rewrite_in_streak(model, &source, hold.streak)
}

/// Changes the sign of the number that the cursor is in.
pub(crate) fn negate(model: &mut Model) -> Vec<Effect> {
    let Some(hold) = model.reading().and_then(hold) else { return Vec::new() };
    let value = match &hold.control.kind {
        ControlKind::Slider(slider) => Some(slider.value),
        ControlKind::Matrix(matrix) => element(&matrix.rows, hold.place.0, hold.place.1),
        _ => None,
    };
    value.map(|value| set_number(model, -value)).unwrap_or_default()
}

/// Switches a mask cell or a toggle.
pub(crate) fn toggle(model: &mut Model) -> Vec<Effect> {
    let Some(hold) = model.reading().and_then(hold) else { return Vec::new() };
    let inside = model.reading().is_some_and(|reading| reading.inside().is_some());
    let source = match &hold.control.kind {
        ControlKind::Toggle(toggle) => toggle.with_value(&hold.source, !toggle.value),
        ControlKind::Mask(mask) if inside => mask.toggled(&hold.source, hold.place.0, hold.place.1),
        _ => return Vec::new(),
    };
    rewrite_block(model, hold.streak.block, &source, false)
}

/// Takes the last change back, or makes it again, and goes to where it was.
pub(crate) fn undo(model: &mut Model, forward: bool) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let document = &mut reading.lesson.document;
    let step = document.next_step(forward).map(|step| step.said()).unwrap_or_default();
    let Some(block) = (if forward { document.redo() } else { document.undo() }) else { return Vec::new() };
    reading.reread();
    go_to(reading, &block);
    let (done, undone) = reading.lesson.document.history();
    let words = if forward { say!("made-again", step, count = undone) } else { say!("undone", step, count = done) };
    model.say(Role::Success, words);
    evaluate(model)
}

/// The cursor stays inside a tensor of the same block, and else goes to the block.
pub(crate) fn go_to(reading: &mut Reading, block: &BlockId) {
    if let Some(place) = reading.lesson.position(block)
        && reading.lesson.at != place
    {
        reading.lesson.reveal(place);
        reading.select(place);
    }
}

/// Gives the selected cell the text of the lesson again.
pub(crate) fn reset_cell(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some(id) = reading.lesson.id() else { return Vec::new() };
    reading.lesson.document.reset(&id);
    reading.reread();
    model.say(Role::Success, say!("block-as-written-again", block = *id));
    evaluate(model)
}

/// Gives every cell the text of the lesson again.
pub(crate) fn reset_page(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let answers = reading.lesson.document.answers().len();
    let changes = reading.lesson.document.changes().len() + answers;
    let skipped = reading.lesson.document.skipped().len();
    reading.lesson.document.reset_all();
    reading.reread();
    model.say(
        Role::Success,
        match changes {
            0 => say!("veils-lowered", count = skipped),
            changes => say!("page-as-written-again", count = changes, answers),
        },
    );
    evaluate(model)
}

/// Runs a cell that waits to be asked. One that has run as it stands would come to the same.
pub(crate) fn run(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some(id) = reading.lesson.id() else { return Vec::new() };
    reading.lesson.document.run(&id);
    evaluate(model)
}

fn element(rows: &[Vec<f64>], row: usize, column: usize) -> Option<f64> {
    rows.get(row)?.get(column).copied()
}
