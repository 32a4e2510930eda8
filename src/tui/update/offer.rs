//! Which keys do something here and now, and what: the footer offers nothing else.

use crate::lang::ControlKind;
use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::{Block, BlockKind};
use crate::tui::keymap::{Action, Context};
use crate::tui::model::Model;
use crate::tui::model::finder::Goal;
use crate::tui::model::focus::Inspection;
use crate::tui::model::reading::Reading;
use crate::words::word;

use super::page::{Opening, has_more, opening};
use super::{again, birth};
use super::{compare, copy, dashboard, fill, number, policy, slopes, step};

/// What `action` would do in `context` now, in the words of the table or in better ones; nothing if it would do nothing.
pub fn wording(model: &Model, context: Context, action: Action, words: &'static str) -> Option<&'static str> {
    let here = model.here();
    match action {
        Action::GoBack => return model.workspace.jumps.leads_back(here.as_ref()).then_some(word!("back")),
        Action::AskAgain => return (!again::due(model).is_empty()).then_some(word!("ask-again")),
        Action::Notes => {
            return model
                .talk
                .as_ref()
                .map(|talk| if talk.notes { word!("put-the-notes-away") } else { word!("notes") });
        }
        Action::Suspend => return cfg!(unix).then_some(words),
        Action::Palette => return Some(word!("actions")),
        Action::GoForward => return model.workspace.jumps.leads_forward(here.as_ref()).then_some(words),
        _ => {}
    }
    match context {
        Context::Finder => return in_list(model, action, words),
        // It goes back to wherever it was opened.
        Context::Help => return Some(words),
        _ => {}
    }
    if let (Some(dashboard), Context::Training | Context::Moments) = (model.dashboard(), context) {
        return dashboard::wording(model, dashboard, context, action, words);
    }
    let Some(reading) = model.reading() else { return in_contents(model, action, words) };
    let block = reading.lesson.block();
    match (context, action) {
        // The number that fills a region is for all of it: there is no next one to go to.
        (Context::NumberInput, Action::Up | Action::Down | Action::Left | Action::Right) if fills(reading) => None,
        // A cell of a mask has one digit, which sets it.
        (Context::NumberInput, Action::Accept) if number::fills_mask(reading) => None,
        (
            Context::TextInput
            | Context::CodeEditor
            | Context::Completion
            | Context::NumberInput
            | Context::Timeline
            | Context::Sureness,
            _,
        ) => Some(words),
        (_, Action::CopyOut) => copy::wording(reading),
        (Context::Stepping, _) => step::wording(reading, action, words),
        (Context::Fill, Action::AddRow | Action::AddColumn | Action::RemoveRow | Action::RemoveColumn) => {
            fill::can_resize(reading).then_some(words)
        }
        (Context::Fill, Action::Up | Action::Down | Action::Left | Action::Right) => inside(reading, action, words),
        (_, Action::FillPolicy) => policy::concerns(reading).then_some(word!("other-fill")),
        (Context::Explained, Action::Open) => {
            (operands(reading) > 0).then_some(if inspects_uses(reading) { word!("to-them") } else { words })
        }
        (Context::Inspector, Action::Open) => {
            leads_on(reading).then_some(if inspects_uses(reading) { word!("go-there") } else { words })
        }
        (_, Action::Undo) => (reading.lesson.document.history().0 > 0).then_some(words),
        (_, Action::Turn) if reading.slopes.is_some() => {
            Some(if reading.drawn_gradient().is_some() { word!("values") } else { word!("gradients") })
        }
        (_, Action::Turn) => reading.lesson.comparison.as_ref().map(|_| words),
        (_, Action::Gradient) => match &reading.slopes {
            Some(_) if slopes::is_output(reading) || slopes::here(reading).is_none() => Some(word!("end-the-gradient")),
            _ => slopes::here(reading).map(|_| words),
        },
        (_, Action::Pin) => reading.lesson.comparison.as_ref().map(|_| word!("end-comparing")),
        (_, Action::Redo) => (reading.lesson.document.history().1 > 0).then_some(words),
        (_, Action::ResetCell) => block.filter(|block| can_reset(reading, block)).map(|_| words),
        (_, Action::Leak) => compare::leak_words(reading),
        (_, Action::Step) => step::can_begin(reading).then_some(words),
        (_, Action::Birth) => birth::can_go(reading).then_some(words),
        // Of nothing there is nothing to ask.
        (_, Action::Uses) if has_nothing(reading) => None,
        (_, Action::Uses) => Some(if inspects_uses(reading) { word!("what-it-is-made-of") } else { words }),
        (Context::Page, action) => on_page(model, reading, action, words),
        (Context::Question, Action::Hint) => has_hint(reading, block?).then_some(words),
        (Context::Tensor | Context::Explained, action) => inside(reading, action, words),
        (Context::Inspector, Action::Ascend) => climbed(reading).then_some(words),
        (Context::Inspector, Action::Up | Action::Down) => (operands(reading) > 1).then_some(words),
        _ => Some(words),
    }
}

/// At a list, what Enter does depends on what is listed.
fn in_list(model: &Model, action: Action, words: &'static str) -> Option<&'static str> {
    let finder = model.finder.as_ref()?;
    match action {
        Action::Open if finder.rows.is_empty() => None,
        Action::Open => match finder.chosen()?.goal {
            Goal::Act(..) => Some(word!("do-it")),
            Goal::Elsewhere(_) => None,
            Goal::Copy { .. } => Some(word!("copy-it")),
            Goal::SaveScreen(_) | Goal::SaveTensor(..) => Some(word!("save-it")),
            _ => Some(word!("go-there")),
        },
        Action::Up | Action::Down | Action::PageUp | Action::PageDown => (finder.rows.len() > 1).then_some(words),
        _ => Some(words),
    }
}

fn in_contents(model: &Model, action: Action, words: &'static str) -> Option<&'static str> {
    let contents = &model.contents;
    let entries = contents.entries.len();
    match action {
        Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::First | Action::Last => {
            (entries > 1).then_some(words)
        }
        Action::Left => (!contents.map.needs(contents.selected).is_empty()).then_some(words),
        Action::Right => (!contents.map.builds_on(contents.selected).is_empty()).then_some(words),
        Action::Open => (entries > 0).then_some(word!("open")),
        Action::Map => Some(word!("map")),
        Action::Certificate => Some(word!("solved")),
        Action::Back => Some(word!("list")),
        _ => Some(words),
    }
}

fn on_page(model: &Model, reading: &Reading, action: Action, words: &'static str) -> Option<&'static str> {
    // From a page with nothing on it there is only the way back.
    let Some(block) = reading.lesson.block() else { return (action == Action::Back).then_some(words) };
    let control = reading.active_control().map(|control| &control.kind);
    match action {
        Action::NextControl if control.is_some() => Some(word!("next-in-block")),
        Action::NextControl if has_several_links(reading) => Some(word!("next-link")),
        // These are done here, and their keys need the room.
        Action::NextControl => {
            (!matches!(block.kind, BlockKind::Question(_) | BlockKind::Exercise(_))).then_some(words)
        }
        Action::Open => match opening(model) {
            Opening::Question if reading.lesson.is_settled(&block.id, reading.stage.is_some()) => None,
            Opening::Question if is_answered(reading, block) => Some(word!("choose-again")),
            Opening::Question => Some(word!("choose")),
            Opening::Tensor(_) => Some(word!("into-tensor")),
            Opening::Text => Some(word!("edit")),
            Opening::Code => Some(word!("edit-code")),
            Opening::Link if has_several_links(reading) => Some(word!("follow")),
            Opening::Link => Some(word!("follow-the-link")),
            Opening::Whole if reading.is_unfolded(reading.lesson.at) => Some(word!("fold-it-again")),
            Opening::Whole => Some(word!("read-it-whole")),
            Opening::Nothing => None,
        },
        // Where Enter does it, one key is enough.
        Action::Unfold if opening(model) == Opening::Whole || !has_more(model) => None,
        Action::Unfold if reading.is_unfolded(reading.lesson.at) => Some(word!("fold-it-again")),
        Action::Edit => match control {
            Some(ControlKind::Text(_)) => (opening(model) != Opening::Text).then_some(word!("edit")),
            Some(ControlKind::Matrix(_)) => Some(word!("edit-the-numbers")),
            Some(ControlKind::Mask(_)) => Some(word!("edit-the-mask")),
            _ => None,
        },
        Action::EditCode => block.editable().filter(|_| opening(model) != Opening::Code).map(|_| words),
        Action::Left | Action::Right => match control {
            Some(ControlKind::Slider(_)) => Some(word!("slide")),
            Some(ControlKind::Choice(_)) => Some(word!("choose")),
            _ => None,
        },
        Action::IncreaseMuch | Action::DecreaseMuch => matches!(control, Some(ControlKind::Slider(_))).then_some(words),
        Action::Increase | Action::Decrease => None,
        Action::EditOutside => block.editable().map(|_| words),
        Action::Toggle => matches!(control, Some(ControlKind::Toggle(_))).then_some(word!("switch")),
        Action::Answer => {
            (matches!(block.kind, BlockKind::Question(_)) && !is_answered(reading, block)).then_some(words)
        }
        Action::Hint => (has_hint(reading, block) && !is_answered(reading, block)).then_some(words),
        Action::Down | Action::PageDown if reading.stage.is_some() => Some(word!("go-on")),
        Action::Solution if matches!(block.kind, BlockKind::Question(_)) => {
            reading.withholds(&block.id).then_some(word!("show-the-answer"))
        }
        Action::Solution => {
            let shown = reading.lesson.help.get(&block.id).is_some_and(|help| help.shows_solution());
            (matches!(block.kind, BlockKind::Exercise(_)) && !shown).then_some(word!("solution"))
        }
        Action::DeleteCell => block.is_scratch().then_some(word!("delete-it")),
        Action::Shared => {
            let lesson = reading.lesson.document.lesson();
            let hidden = lesson.appendix < lesson.blocks.len();
            hidden.then_some(if reading.lesson.shows_appendix {
                word!("hide-the-shared-cells")
            } else {
                word!("shared-cells")
            })
        }
        Action::NextView | Action::PreviousView => {
            let mut figures = reading.exhibits(reading.lesson.at)?.figures.iter();
            figures.any(|figure| figure.views().len() > 1).then_some(words)
        }
        Action::ResetPage => {
            let page = &reading.lesson.document;
            let own = page.lesson().blocks.iter().any(Block::is_scratch);
            (own || !page.changes().is_empty() || !page.answers().is_empty()).then_some(words)
        }
        Action::NextHit | Action::PreviousHit => model.search.as_ref().map(|_| words),
        Action::Back if model.search.is_some() => Some(word!("end-the-search")),
        Action::RunCell => waits(reading).then_some(words),
        Action::NextLesson | Action::PreviousLesson => {
            let here = model.workspace.open.as_ref().and_then(|id| model.contents.position(id))?;
            let there = if action == Action::NextLesson { Some(here + 1) } else { here.checked_sub(1) };
            there.filter(|there| *there < model.contents.entries.len()).map(|_| words)
        }
        _ => Some(words),
    }
}

/// Whether the learner has answered this question.
fn is_answered(reading: &Reading, block: &Block) -> bool {
    reading.lesson.document.answers().contains_key(&block.id)
}

/// Whether the block is not what the lesson says.
fn can_reset(reading: &Reading, block: &Block) -> bool {
    let changed = reading.lesson.document.is_changed(&block.id) && !block.is_scratch();
    changed || is_answered(reading, block)
}

/// Whether Enter follows one of several links, between which Tab chooses.
fn has_several_links(reading: &Reading) -> bool {
    reading.active_link().is_some() && reading.lesson.block().is_some_and(|block| block.links().len() > 1)
}

fn inside(reading: &Reading, action: Action, words: &'static str) -> Option<&'static str> {
    let control = reading.inner_control().map(|control| &control.kind);
    let is_number = matches!(control, Some(ControlKind::Matrix(_) | ControlKind::Slider(_)));
    match action {
        Action::Up | Action::Down | Action::Left | Action::Right => {
            let (rows, columns) = reading.inner_figure()?.size();
            (rows * columns > 1).then_some(words)
        }
        Action::Toggle => matches!(control, Some(ControlKind::Mask(_))).then_some(words),
        Action::Increase | Action::Decrease | Action::IncreaseMuch | Action::DecreaseMuch | Action::Negate => {
            is_number.then_some(words)
        }
        Action::Fill => fill::can_fill(reading).then_some(words),
        Action::Edit => is_number.then_some(word!("type-a-number")),
        Action::NextControl => {
            let figures = reading.exhibits(reading.lesson.at).map_or(0, |exhibits| exhibits.figures.len());
            (figures > 1).then_some(words)
        }
        Action::NextSlice => {
            let slices: usize = reading.inner_figure()?.lead().iter().product();
            (slices > 1).then_some(word!("next-slice"))
        }
        Action::NextView | Action::PreviousView => (reading.inner_figure()?.views().len() > 1).then_some(words),
        Action::Ascend => climbed(reading).then_some(words),
        _ => Some(words),
    }
}

/// Whether the cursor is in a tensor without elements.
fn has_nothing(reading: &Reading) -> bool {
    reading.inner_figure().is_some_and(|figure| figure.tensor.shape().contains(&0))
}

/// Whether there is a way up.
fn climbed(reading: &Reading) -> bool {
    let why = reading.inside().and_then(|inside| inside.why.as_ref());
    why.is_some_and(|why| !why.trail.is_empty())
}

/// Whether the number that is typed is to fill a region.
fn fills(reading: &Reading) -> bool {
    reading.inside().is_some_and(|inside| inside.fill.is_some())
}

/// Whether the inspector shows what depends on the element.
fn inspects_uses(reading: &Reading) -> bool {
    reading.inside().and_then(|inside| inside.why.as_ref()).is_some_and(|why| why.uses.is_some())
}

/// Of how many numbers the explained one is made, or in how many places it is used.
fn operands(reading: &Reading) -> usize {
    reading.inside().and_then(|inside| inside.why.as_ref()).map_or(0, Inspection::ways)
}

/// Whether the way that the cursor is on can be gone: a constant of an operation has no reasons, and at their end there is no way.
fn leads_on(reading: &Reading) -> bool {
    let Some(inspection) = reading.inside().and_then(|inside| inside.why.as_ref()) else { return false };
    match (&inspection.uses, &inspection.why) {
        (Some(uses), _) => inspection.selected < uses.values.len(),
        (None, Some(why)) => why.ways().nth(inspection.selected).is_some_and(|way| way.asked.is_some()),
        (None, None) => false,
    }
}

fn has_hint(reading: &Reading, block: &Block) -> bool {
    let all = match &block.kind {
        BlockKind::Question(question) => question.hints.len(),
        BlockKind::Exercise(exercise) => exercise.hints.len(),
        BlockKind::Prose(_) | BlockKind::Cell(_) => 0,
    };
    reading.lesson.help.get(&block.id).map_or(0, |help| help.hints) < all
}

fn waits(reading: &Reading) -> bool {
    reading.lesson.report_at(reading.lesson.at).is_some_and(|report| report.state == TaskState::Lazy)
}
