//! The page of a lesson, block by block.

use super::lesson::{hint_offer, is_answered};
use super::tensor::first_nan_offer;
use super::{ActionOffer, Mode, Reason, does, does_with_key, refused, say_where, told};
use crate::lang::ControlKind;
use crate::notebook::lesson::{Block, BlockKind};
use crate::tui::commands::page::{self, Opening, has_more, opening};
use crate::tui::commands::{
    change::{self, MANY},
    course, external_editor, links, own_cells, questions, scroll, search, talk, veils, views,
};
use crate::tui::keymap::{Action, Context, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::model::reading::Reading;
use crate::words::id;

/// The places that one goes into from a block, and whose keys people try outside them.
const INSIDE: [Context; 4] = [Context::Tensor, Context::Explained, Context::Inspector, Context::Question];

/// The cursor is on a block as a whole.
pub(super) struct PageMode;

impl Mode for PageMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(reading) = model.reading() else { return ActionOffer::Below };
        let Some(block) = reading.lesson.block() else { return without_blocks(model, action) };
        let has_text = reading.selected_text().is_some();
        match action {
            Action::Down | Action::PageDown if model.talk.is_some() => does(talk::go_on).says(id!("go-on")),
            Action::Up => does(|model| page::step(model, -1)),
            Action::PageUp if model.talk.is_some() => does(|model| page::step(model, -1)),
            Action::Down => does(|model| page::step(model, 1)),
            Action::PageUp => does(|model| scroll::page(model, -1)),
            Action::PageDown => does(|model| scroll::page(model, 1)),
            Action::First => does(|model| page::go_to_end(model, false)),
            Action::Last => does(|model| page::go_to_end(model, true)),
            Action::NextControl => next_offer(reading, block),
            Action::PreviousControl => does(|model| page::next_control(model, false)),
            Action::Open => open_offer(model, reading, block),
            Action::Unfold => unfold_offer(model, reading),
            Action::AddCell => does(own_cells::add),
            Action::Edit => edit_offer(model, reading),
            Action::EditCode => {
                let edit = does(page::edit_code).quiet_unless(opening(model) != Opening::Code);
                edit.when_or(has_text, id!("nothing-to-edit"))
            }
            Action::EditOutside => does(external_editor::open).when_or(has_text, id!("nothing-to-edit")),
            Action::Left | Action::Decrease => nudge_offer(model, reading, action, -1.0),
            Action::Right | Action::Increase => nudge_offer(model, reading, action, 1.0),
            Action::IncreaseMuch => nudge_offer(model, reading, action, MANY),
            Action::DecreaseMuch => nudge_offer(model, reading, action, -MANY),
            Action::Toggle => toggle_offer(model, reading),
            Action::Answer => answer_offer(model, reading, block),
            Action::Hint if block.hints().is_none() => aside(model, id!("no-hints-here")),
            Action::Hint => hint_offer(reading).quiet_unless(!is_answered(reading, block)),
            Action::Solution => solution_offer(model, reading, block),
            Action::DeleteCell => {
                does(own_cells::remove).says(id!("delete-it")).when_or(block.is_scratch(), id!("only-own-cells"))
            }
            Action::Shared => shared_offer(reading),
            Action::NextView => view_offer(reading, 1),
            Action::PreviousView => view_offer(reading, -1),
            Action::Birth => first_nan_offer(reading),
            Action::ResetPage => {
                does(change::reset_page).when_or(reading.lesson.document.can_reset_all(), id!("page-as-written"))
            }
            Action::NextHit => hit_offer(model, 1),
            Action::PreviousHit => hit_offer(model, -1),
            Action::Back => back_offer(model),
            Action::NextLesson => neighbour_offer(model, 1),
            Action::PreviousLesson => neighbour_offer(model, -1),
            _ => ActionOffer::Below,
        }
    }

    fn begin(&self, model: &mut Model, action: Action) {
        let is_move = matches!(
            action,
            Action::Left
                | Action::Right
                | Action::Increase
                | Action::Decrease
                | Action::IncreaseMuch
                | Action::DecreaseMuch
        );
        // Who moves an input wants to see it, and what follows from it.
        if let Some(reading) = model.reading_mut().filter(|reading| is_move && reading.active_control().is_some()) {
            reading.control = Some(reading.control_place());
        }
    }

    /// Says of a key without a meaning on a block where it has one.
    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        if model.talk.is_none() {
            say_where(model, key, &INSIDE);
        }
        Vec::new()
    }
}

/// It does nothing, for this reason; but a class sees what is said, and asks nothing.
fn aside(model: &Model, why: impl Reason) -> ActionOffer {
    if model.talk.is_some() { ActionOffer::Refused(None) } else { refused(why) }
}

/// On a page with nothing on it there are only ways to others.
fn without_blocks(model: &Model, action: Action) -> ActionOffer {
    match action {
        Action::Back => back_offer(model),
        Action::NextLesson => neighbour_offer(model, 1).quiet(),
        Action::PreviousLesson => neighbour_offer(model, -1).quiet(),
        Action::NextHit => hit_offer(model, 1),
        Action::PreviousHit => hit_offer(model, -1),
        Action::Open => refused(id!("nothing-to-go-into")),
        Action::Unfold => refused(id!("nothing-is-cut")),
        Action::Edit | Action::EditCode | Action::EditOutside => refused(id!("nothing-to-edit")),
        Action::NextView | Action::PreviousView => refused(id!("nothing-is-drawn-here")),
        Action::Birth => refused(id!("no-nan-here")),
        Action::Shared => refused(id!("every-cell-is-here")),
        Action::ResetPage => refused(id!("page-as-written")),
        _ => ActionOffer::Below,
    }
}

/// The footer names where it leads: what the lesson was opened from.
fn back_offer(model: &Model) -> ActionOffer {
    if model.search.is_some() {
        return does(search::end).says(id!("end-the-search"));
    }
    let leave = does(|model| course::leave(model, Action::Back));
    match model.contents.shape {
        Shape::List => leave,
        Shape::Machine | Shape::Beam => leave.says(id!("machine-alone")),
        Shape::Map => leave.says(id!("map")),
        Shape::Certificate => leave.says(id!("solved")),
    }
}

fn neighbour_offer(model: &Model, step: isize) -> ActionOffer {
    let why = if step > 0 { id!("last-lesson") } else { id!("first-lesson") };
    does(move |model| course::go_to_neighbour(model, step)).when_or(course::neighbour(model, step).is_some(), why)
}

fn hit_offer(model: &Model, step: isize) -> ActionOffer {
    does(move |model| search::next_hit(model, step)).when_or(model.search.is_some(), id!("nothing-looked-for"))
}

/// Whether Tab goes to a link of the prose, the first or another.
fn has_another_link(reading: &Reading) -> bool {
    reading.links() > usize::from(reading.active_link().is_some())
}

fn next_offer(reading: &Reading, block: &Block) -> ActionOffer {
    let next = does(|model| page::next_control(model, true));
    match block.kind {
        _ if reading.active_control().is_some() => next.says(id!("next-in-block")),
        _ if has_another_link(reading) => next.says(id!("next-link")),
        // These are done here, and their keys need the room.
        BlockKind::Question(_) | BlockKind::Exercise(_) => next.quiet(),
        BlockKind::Prose(_) | BlockKind::Cell(_) => next,
    }
}

fn open_offer(model: &Model, reading: &Reading, block: &Block) -> ActionOffer {
    let words = match opening(model) {
        Opening::Question if reading.lesson.is_settled(&block.id, reading.stage.is_some()) => {
            return refused(id!("answered-rightly"));
        }
        Opening::Nothing if reading.links() > 0 => return refused(id!("tab-goes-to-a-link")),
        Opening::Nothing => return refused(id!("nothing-to-go-into")),
        Opening::Link if has_another_link(reading) => return does(links::follow).says(id!("follow")),
        Opening::Link => return does(links::follow).says(id!("follow-the-link")),
        Opening::Question if is_answered(reading, block) => id!("choose-again"),
        Opening::Question => id!("choose"),
        Opening::Tensor(_) => id!("into-tensor"),
        Opening::Switch => id!("switch"),
        Opening::Run => id!("run-this-cell"),
        Opening::Text => id!("edit"),
        Opening::Code => id!("edit-code"),
        Opening::Whole if reading.is_unfolded(reading.lesson.at) => id!("fold-it-again"),
        Opening::Whole => id!("read-it-whole"),
    };
    does(page::open).says(words)
}

fn unfold_offer(model: &Model, reading: &Reading) -> ActionOffer {
    let unfold = match opening(model) {
        // Where Enter does it, one key is enough.
        Opening::Whole => does(page::unfold).quiet(),
        _ if reading.is_unfolded(reading.lesson.at) => does(page::unfold).says(id!("fold-it-again")),
        _ => does(page::unfold),
    };
    unfold.when_or(has_more(model), id!("nothing-is-cut"))
}

fn edit_offer(model: &Model, reading: &Reading) -> ActionOffer {
    let edit = does(page::edit);
    match reading.active_control().map(|control| &control.kind) {
        Some(ControlKind::Text(_)) => edit.says(id!("edit")).quiet_unless(opening(model) != Opening::Text),
        Some(ControlKind::Matrix(_)) => edit.says(id!("edit-the-numbers")),
        Some(ControlKind::Mask(_)) => edit.says(id!("edit-the-mask")),
        Some(ControlKind::Slider(_) | ControlKind::Choice(_)) => told(id!("arrows-move-it")),
        Some(ControlKind::Toggle(_)) => told(id!("enter-switches-it")),
        None => edit.quiet().when_or(reading.selected_text().is_some(), id!("nothing-to-edit")),
    }
}

/// What is to be moved has to be something that steps move.
fn nudge_offer(model: &Model, reading: &Reading, action: Action, steps: f64) -> ActionOffer {
    let is_arrow = matches!(action, Action::Left | Action::Right);
    let is_large = matches!(action, Action::IncreaseMuch | Action::DecreaseMuch);
    let nudge = does(move |model| change::nudge(model, steps));
    let Some((block, control)) = reading.movable_control() else { return aside(model, id!("nothing-to-move")) };
    let is_far = block != reading.lesson.at;
    match &control.kind {
        // The lens shows it; the page's own keys come first in the footer.
        ControlKind::Slider(_) | ControlKind::Choice(_) if is_far => nudge.quiet(),
        ControlKind::Slider(_) if is_arrow => nudge.says(id!("slide")),
        ControlKind::Slider(_) if is_large => nudge,
        ControlKind::Choice(_) if is_arrow => nudge.says(id!("choose")),
        ControlKind::Slider(_) | ControlKind::Choice(_) => nudge.quiet(),
        ControlKind::Toggle(toggle) if toggle.value != (steps < 0.0) => nudge.quiet(),
        ControlKind::Toggle(_) => aside(model, id!("enter-switches-it")),
        ControlKind::Text(_) => aside(model, id!("nothing-to-move")),
        ControlKind::Matrix(_) | ControlKind::Mask(_) => aside(model, page::enter_words(control)),
    }
}

fn toggle_offer(model: &Model, reading: &Reading) -> ActionOffer {
    let control = reading.active_control();
    match control.map(|control| &control.kind) {
        // Where Enter does it, one key is enough in the footer.
        Some(ControlKind::Toggle(_)) => {
            does(change::toggle).says(id!("switch")).quiet_unless(opening(model) != Opening::Switch)
        }
        Some(ControlKind::Mask(_)) => refused(control.map(page::enter_words).unwrap_or_default()),
        Some(ControlKind::Slider(_) | ControlKind::Choice(_)) => refused(id!("arrows-move-it")),
        _ => aside(model, id!("nothing-to-switch")),
    }
}

fn answer_offer(model: &Model, reading: &Reading, block: &Block) -> ActionOffer {
    match block.kind {
        BlockKind::Question(_) => does_with_key(questions::answer_by_key).quiet_unless(!is_answered(reading, block)),
        _ => aside(model, id!("no-question-here")),
    }
}

/// The solution of an exercise; in a talk also the answer of a question, which is kept back until it is asked for.
fn solution_offer(model: &Model, reading: &Reading, block: &Block) -> ActionOffer {
    match block.kind {
        BlockKind::Question(_) if reading.withholds(&block.id) => {
            does(|model| _ = talk::show_answer(model)).says(id!("show-the-answer"))
        }
        BlockKind::Question(_) if reading.lesson.skippable().is_some() => does(veils::skip).says(id!("skip-it")),
        BlockKind::Exercise(_) => {
            let is_shown = reading.lesson.help.get(&block.id).is_some_and(|help| help.shows_solution());
            does(page::solution).says(id!("solution")).quiet_unless(!is_shown)
        }
        _ => aside(model, id!("no-solution-here")),
    }
}

fn shared_offer(reading: &Reading) -> ActionOffer {
    let lesson = reading.lesson.document.lesson();
    let words = if reading.lesson.shows_appendix { id!("hide-the-shared-cells") } else { id!("shared-cells") };
    does(page::toggle_shared).says(words).when_or(lesson.appendix < lesson.blocks.len(), id!("every-cell-is-here"))
}

fn view_offer(reading: &Reading, step: isize) -> ActionOffer {
    let figures = reading.exhibits(reading.lesson.at).map_or(&[][..], |exhibits| &exhibits.figures);
    let why = if figures.is_empty() { id!("nothing-is-drawn-here") } else { id!("one-way-to-draw") };
    does(move |model| views::turn(model, step)).when_or(figures.iter().any(|figure| figure.views().len() > 1), why)
}
