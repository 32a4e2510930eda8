//! Which keys do something here and now, and what: the footer offers nothing else.

use crate::lang::ControlKind;
use crate::notebook::evaluate::State;
use crate::notebook::lesson::{Block, BlockKind};
use crate::tui::keymap::{Action, Context};
use crate::tui::model::Model;
use crate::tui::model::reading::{Appendix, Reading};

use super::page::{Opening, opening};
use super::{fill, policy};

/// What `action` would do now, in the words of the table or in better ones; nothing if it would do nothing.
pub fn wording(model: &Model, action: Action, words: &'static str) -> Option<&'static str> {
    let Some(reading) = model.reading() else { return Some(words) };
    let block = reading.block();
    match (model.context(), action) {
        (Context::TextInput | Context::CodeEditor | Context::Completion | Context::NumberInput | Context::Help, _) => {
            Some(words)
        }
        (Context::Fill, Action::AddRow | Action::AddColumn | Action::RemoveRow | Action::RemoveColumn) => {
            fill::can_resize(reading).then_some(words)
        }
        (_, Action::FillPolicy) => policy::concerns(reading).then_some("other fill"),
        (Context::Explained, Action::Open) => has_operands(reading).then_some(words),
        (_, Action::Undo) => (reading.page.history().0 > 0).then_some(words),
        (_, Action::Redo) => (reading.page.history().1 > 0).then_some(words),
        (_, Action::ResetCell) => block.filter(|block| can_reset(reading, block)).map(|_| words),
        (Context::Page, action) => on_page(model, reading, action, words),
        (Context::Question, Action::Hint) => has_hint(reading, block?).then_some(words),
        (Context::Tensor | Context::Explained, action) => inside(reading, action, words),
        (Context::Inspector, Action::Ascend) => climbed(reading).then_some(words),
        _ => Some(words),
    }
}

fn on_page(model: &Model, reading: &Reading, action: Action, words: &'static str) -> Option<&'static str> {
    let block = reading.block()?;
    let control = reading.active_control().map(|control| &control.kind);
    let is_movable = matches!(control, Some(ControlKind::Slider(_) | ControlKind::Choice(_)));
    match action {
        Action::Open => match opening(reading) {
            Opening::Question => Some("choose"),
            Opening::Tensor(_) => Some("into tensor"),
            Opening::Text => Some("edit"),
            Opening::Code => Some("edit the code"),
            Opening::Link => Some("follow the link"),
            Opening::Nothing => None,
        },
        Action::Edit => match control {
            Some(ControlKind::Text(_)) => Some("edit"),
            Some(ControlKind::Matrix(_)) => Some("edit the numbers"),
            Some(ControlKind::Mask(_)) => Some("edit the mask"),
            _ => None,
        },
        Action::EditCode => block.editable().filter(|_| opening(reading) != Opening::Code).map(|_| words),
        Action::Right => is_movable.then_some("move it"),
        // The reader's own editor is known from ours; here the footer has no room for it.
        Action::Increase | Action::EditOutside => None,
        Action::Toggle => matches!(control, Some(ControlKind::Toggle(_))).then_some("switch"),
        Action::Answer => matches!(block.kind, BlockKind::Question(_)).then_some(words),
        Action::Hint => has_hint(reading, block).then_some(words),
        Action::Solution => matches!(block.kind, BlockKind::Exercise(_)).then_some(words),
        Action::DeleteCell => block.is_scratch().then_some(words),
        Action::Shared => {
            let lesson = reading.page.lesson();
            let hidden = lesson.appendix < lesson.blocks.len();
            hidden.then_some(if reading.appendix == Appendix::Shown { "hide the shared cells" } else { "shared cells" })
        }
        Action::Ascend => (!model.trail.is_empty()).then_some(words),
        Action::RunCell => waits(reading).then_some(words),
        Action::NextLesson => {
            let here = model.open.as_ref().and_then(|id| model.contents.position(id))?;
            (here + 1 < model.contents.entries.len()).then_some(words)
        }
        _ => Some(words),
    }
}

/// Whether the block is not what the lesson says.
fn can_reset(reading: &Reading, block: &Block) -> bool {
    let changed = reading.page.is_changed(&block.id) && !block.is_scratch();
    changed || reading.page.answers().contains_key(&block.id)
}

fn inside(reading: &Reading, action: Action, words: &'static str) -> Option<&'static str> {
    let control = reading.inner_control().map(|control| &control.kind);
    let is_number = matches!(control, Some(ControlKind::Matrix(_) | ControlKind::Slider(_)));
    match action {
        Action::Toggle => matches!(control, Some(ControlKind::Mask(_))).then_some(words),
        Action::Fill => fill::can_fill(reading).then_some(words),
        Action::Increase => is_number.then_some("more or less"),
        Action::Edit => is_number.then_some("type a number"),
        Action::NextControl => {
            let figures = reading.exhibits(reading.selected).map_or(0, |exhibits| exhibits.figures.len());
            (figures > 1).then_some(words)
        }
        Action::NextSlice => {
            let slices: usize = reading.inner_figure()?.lead().iter().product();
            (slices > 1).then_some("next slice")
        }
        Action::Ascend => climbed(reading).then_some(words),
        _ => Some(words),
    }
}

/// Whether there is a way up.
fn climbed(reading: &Reading) -> bool {
    let why = reading.inside().and_then(|inside| inside.why.as_ref());
    why.is_some_and(|why| !why.trail.is_empty())
}

fn has_operands(reading: &Reading) -> bool {
    let why = reading.inside().and_then(|inside| inside.why.as_ref()).and_then(|why| why.why.as_ref());
    why.is_some_and(|why| !why.operands.is_empty())
}

fn has_hint(reading: &Reading, block: &Block) -> bool {
    let all = match &block.kind {
        BlockKind::Question(question) => question.hints.len(),
        BlockKind::Exercise(exercise) => exercise.hints.len(),
        BlockKind::Prose(_) | BlockKind::Cell(_) => 0,
    };
    reading.help.get(&block.id).map_or(0, |help| help.hints) < all
}

fn waits(reading: &Reading) -> bool {
    reading.report(reading.selected).is_some_and(|report| report.state == State::Lazy)
}
