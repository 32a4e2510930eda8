//! The page of a lesson, block by block.

use super::lesson::{hint_offer, is_answered};
use super::{Mode, Offer};
use crate::lang::ControlKind;
use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::{Block, BlockKind};
use crate::tui::commands::page::{self, Opening, has_more, opening};
use crate::tui::commands::{
    change, course, external_editor, first_nan, links, own_cells, questions, scroll, search, talk, views,
};
use crate::tui::keymap::{Action, Context, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// How many steps are one where many are wanted.
const MANY: f64 = 10.0;
/// The places that one goes into from a block, and whose keys people try outside them.
const INSIDE: [Context; 4] = [Context::Tensor, Context::Explained, Context::Inspector, Context::Question];

/// The cursor is on a block as a whole.
pub(super) struct Page;

impl Mode for Page {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let Some(reading) = model.reading() else { return Offer::Below };
        // From a page with nothing on it there is only the way back.
        let Some(block) = reading.lesson.block() else {
            return match action {
                Action::Back => Offer::Does,
                Action::NextLesson | Action::PreviousLesson => Offer::Quiet,
                _ => Offer::Below,
            };
        };
        match action {
            Action::Down | Action::PageDown if model.talk.is_some() => Offer::Says(word("go-on")),
            Action::NextControl | Action::PreviousControl => next_offer(reading, block, action),
            Action::Open => open_offer(model, reading, block),
            Action::Unfold if !has_more(model) => Offer::refused(word("nothing-is-cut")),
            // Where Enter does it, one key is enough.
            Action::Unfold if opening(model) == Opening::Whole => Offer::Quiet,
            Action::Unfold if reading.is_unfolded(reading.lesson.at) => Offer::Says(word("fold-it-again")),
            Action::Edit => edit_offer(model, reading),
            Action::EditCode if reading.selected_text().is_none() => Offer::refused(word("nothing-to-edit")),
            Action::EditCode if opening(model) == Opening::Code => Offer::Quiet,
            Action::EditOutside => Offer::when_or(reading.selected_text().is_some(), word("nothing-to-edit")),
            Action::Left
            | Action::Right
            | Action::Increase
            | Action::Decrease
            | Action::IncreaseMuch
            | Action::DecreaseMuch => nudge_offer(model, reading, action),
            Action::Toggle => toggle_offer(model, reading),
            Action::Answer => answer_offer(model, reading, block),
            Action::Hint => match hint_offer(reading) {
                Offer::Does if is_answered(reading, block) => Offer::Quiet,
                Offer::Refused(_) if block.hints().is_none() => aside(model, word("no-hints-here")),
                offer => offer,
            },
            Action::Solution => solution_offer(model, reading, block),
            Action::DeleteCell if block.is_scratch() => Offer::Says(word("delete-it")),
            Action::DeleteCell => Offer::refused(word("only-own-cells")),
            Action::Shared => shared_offer(reading),
            Action::NextView | Action::PreviousView => view_offer(reading),
            Action::Birth if first_nan::can_go(reading) => Offer::Does,
            Action::Birth if first_nan::is_there(reading) => Offer::Quiet,
            Action::Birth => Offer::refused(word("no-nan-here")),
            Action::ResetPage => {
                let page = &reading.lesson.document;
                let own = page.lesson().blocks.iter().any(Block::is_scratch);
                let is_other = own || !page.changes().is_empty() || !page.answers().is_empty();
                Offer::when_or(is_other, word("page-as-written"))
            }
            Action::NextHit | Action::PreviousHit => Offer::when_or(model.search.is_some(), word("nothing-looked-for")),
            Action::Back if model.search.is_some() => Offer::Says(word("end-the-search")),
            Action::RunCell => match reading.lesson.report_at(reading.lesson.at).map(|report| &report.state) {
                Some(TaskState::Lazy) => Offer::Does,
                Some(TaskState::Ok) | None => aside(model, word("nothing-waits-here")),
                Some(_) => Offer::Quiet,
            },
            Action::NextLesson => Offer::when_or(course::neighbour(model, 1).is_some(), word("last-lesson")),
            Action::PreviousLesson => Offer::when_or(course::neighbour(model, -1).is_some(), word("first-lesson")),
            Action::Up
            | Action::Down
            | Action::PageUp
            | Action::PageDown
            | Action::First
            | Action::Last
            | Action::Unfold
            | Action::EditCode
            | Action::AddCell
            | Action::Back => Offer::Does,
            _ => Offer::Below,
        }
    }

    fn begin(&self, model: &mut Model, action: Action) {
        // Who moves an input wants to see it, and what follows from it.
        if direction(action).is_some()
            && let Some(reading) = model.reading_mut().filter(|reading| reading.active_control().is_some())
        {
            reading.control = Some(reading.control_place());
        }
    }

    fn act(&self, model: &mut Model, action: Action, key: Key) -> Vec<Effect> {
        if let Some(steps) = direction(action) {
            return change::nudge(model, steps);
        }
        match action {
            Action::Down | Action::PageDown if model.talk.is_some() => talk::go_on(model),
            Action::Toggle if model.talk.is_some() && !is_switch(model) => talk::go_on(model),
            Action::PageUp if model.talk.is_some() => page::step(model, -1),
            Action::Up => page::step(model, -1),
            Action::Down => page::step(model, 1),
            Action::PageUp => scroll::page(model, -1),
            Action::PageDown => scroll::page(model, 1),
            Action::First => page::go_to_end(model, false),
            Action::Last => page::go_to_end(model, true),
            Action::NextControl => page::next_control(model, true),
            Action::PreviousControl => page::next_control(model, false),
            Action::Open if opening(model) == Opening::Link => return links::follow(model),
            Action::Open => page::open(model),
            Action::Unfold => page::unfold(model),
            Action::NextView => views::turn(model, 1),
            Action::PreviousView => views::turn(model, -1),
            Action::Birth => first_nan::go(model),
            Action::NextHit => return search::next_hit(model, 1),
            Action::PreviousHit => return search::next_hit(model, -1),
            Action::Back if model.search.take().is_some() => model.say(Role::Dim, word("search-has-ended")),
            Action::Back => return course::back(model),
            Action::AddCell => return own_cells::add(model),
            Action::DeleteCell => return own_cells::remove(model),
            Action::Shared => page::toggle_shared(model),
            Action::Edit => page::edit(model),
            Action::EditCode => page::edit_code(model),
            Action::EditOutside => return external_editor::open(model),
            Action::Toggle => return change::toggle(model),
            Action::Answer => questions::answer_by_key(model, key),
            Action::Hint => page::hint(model),
            Action::Solution if talk::show_answer(model) => {}
            Action::Solution => page::solution(model),
            Action::ResetPage => return change::reset_page(model),
            Action::RunCell => return change::run(model),
            Action::NextLesson => return course::go_to_neighbour(model, 1),
            Action::PreviousLesson => return course::go_to_neighbour(model, -1),
            _ => {}
        }
        Vec::new()
    }

    /// Says of a key without a meaning on a block where it has one.
    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        let place = INSIDE.into_iter().find(|place| model.keymap.action(*place, key).is_some());
        if let Some(place) = place.filter(|_| model.talk.is_none()) {
            model.say(Role::Dim, say("key-is-elsewhere", &[("place", place.title().into())]));
        }
        Vec::new()
    }
}

/// By how many steps an action moves the input under the cursor.
fn direction(action: Action) -> Option<f64> {
    match action {
        Action::Left | Action::Decrease => Some(-1.0),
        Action::Right | Action::Increase => Some(1.0),
        Action::IncreaseMuch => Some(MANY),
        Action::DecreaseMuch => Some(-MANY),
        _ => None,
    }
}

/// It does nothing, for this reason; but a class sees what is said, and asks nothing.
fn aside(model: &Model, why: impl Into<String>) -> Offer {
    if model.talk.is_some() { Offer::Refused(None) } else { Offer::refused(why) }
}

/// Whether what is selected is a switch.
fn is_switch(model: &Model) -> bool {
    let control = model.reading().and_then(Reading::active_control);
    control.is_some_and(|control| matches!(control.kind, ControlKind::Toggle(_)))
}

/// Whether Enter follows one of several links, between which Tab chooses.
fn has_several_links(reading: &Reading) -> bool {
    reading.active_link().is_some() && reading.lesson.block().is_some_and(|block| block.links().len() > 1)
}

fn next_offer(reading: &Reading, block: &Block, action: Action) -> Offer {
    match action {
        Action::PreviousControl => Offer::Does,
        _ if reading.active_control().is_some() => Offer::Says(word("next-in-block")),
        _ if has_several_links(reading) => Offer::Says(word("next-link")),
        // These are done here, and their keys need the room.
        _ if matches!(block.kind, BlockKind::Question(_) | BlockKind::Exercise(_)) => Offer::Quiet,
        _ => Offer::Does,
    }
}

fn open_offer(model: &Model, reading: &Reading, block: &Block) -> Offer {
    Offer::Says(match opening(model) {
        Opening::Question if reading.lesson.is_settled(&block.id, reading.stage.is_some()) => {
            return Offer::refused(word("answered-rightly"));
        }
        Opening::Nothing => return Offer::refused(word("nothing-to-go-into")),
        Opening::Question if is_answered(reading, block) => word("choose-again"),
        Opening::Question => word("choose"),
        Opening::Tensor(_) => word("into-tensor"),
        Opening::Text => word("edit"),
        Opening::Code => word("edit-code"),
        Opening::Link if has_several_links(reading) => word("follow"),
        Opening::Link => word("follow-the-link"),
        Opening::Whole if reading.is_unfolded(reading.lesson.at) => word("fold-it-again"),
        Opening::Whole => word("read-it-whole"),
    })
}

fn edit_offer(model: &Model, reading: &Reading) -> Offer {
    match reading.active_control().map(|control| &control.kind) {
        Some(ControlKind::Text(_)) if opening(model) == Opening::Text => Offer::Quiet,
        Some(ControlKind::Text(_)) => Offer::Says(word("edit")),
        Some(ControlKind::Matrix(_)) => Offer::Says(word("edit-the-numbers")),
        Some(ControlKind::Mask(_)) => Offer::Says(word("edit-the-mask")),
        Some(ControlKind::Slider(_) | ControlKind::Choice(_)) => Offer::told(word("arrows-move-it")),
        Some(ControlKind::Toggle(_)) => Offer::told(word("space-switches-it")),
        None if reading.selected_text().is_some() => Offer::Quiet,
        None => Offer::refused(word("nothing-to-edit")),
    }
}

/// What is to be moved has to be something that steps move.
fn nudge_offer(model: &Model, reading: &Reading, action: Action) -> Offer {
    let is_arrow = matches!(action, Action::Left | Action::Right);
    let is_large = matches!(action, Action::IncreaseMuch | Action::DecreaseMuch);
    let Some(control) = reading.active_control() else { return aside(model, word("nothing-to-move")) };
    match &control.kind {
        ControlKind::Slider(_) if is_arrow => Offer::Says(word("slide")),
        ControlKind::Slider(_) if is_large => Offer::Does,
        ControlKind::Choice(_) if is_arrow => Offer::Says(word("choose")),
        ControlKind::Slider(_) | ControlKind::Choice(_) => Offer::Quiet,
        ControlKind::Toggle(toggle) if toggle.value != direction(action).is_some_and(|steps| steps < 0.0) => {
            Offer::Quiet
        }
        ControlKind::Toggle(_) => aside(model, word("space-switches-it")),
        ControlKind::Text(_) => aside(model, word("nothing-to-move")),
        ControlKind::Matrix(_) | ControlKind::Mask(_) => aside(model, page::enter_words(control)),
    }
}

fn toggle_offer(model: &Model, reading: &Reading) -> Offer {
    match reading.active_control().map(|control| (control, &control.kind)) {
        Some((_, ControlKind::Toggle(_))) => Offer::Says(word("switch")),
        _ if model.talk.is_some() => Offer::Quiet,
        Some((control, ControlKind::Mask(_))) => Offer::refused(page::enter_words(control)),
        Some((_, ControlKind::Slider(_) | ControlKind::Choice(_))) => Offer::refused(word("arrows-move-it")),
        _ => Offer::refused(word("nothing-to-switch")),
    }
}

fn answer_offer(model: &Model, reading: &Reading, block: &Block) -> Offer {
    match block.kind {
        BlockKind::Question(_) if is_answered(reading, block) => Offer::Quiet,
        BlockKind::Question(_) => Offer::Does,
        _ => aside(model, word("no-question-here")),
    }
}

/// The solution of an exercise; in a talk also the answer of a question, which is kept back until it is asked for.
fn solution_offer(model: &Model, reading: &Reading, block: &Block) -> Offer {
    match block.kind {
        BlockKind::Question(_) if reading.withholds(&block.id) => Offer::Says(word("show-the-answer")),
        BlockKind::Exercise(_) => {
            let is_shown = reading.lesson.help.get(&block.id).is_some_and(|help| help.shows_solution());
            if is_shown { Offer::Quiet } else { Offer::Says(word("solution")) }
        }
        _ => aside(model, word("no-solution-here")),
    }
}

fn shared_offer(reading: &Reading) -> Offer {
    let lesson = reading.lesson.document.lesson();
    if lesson.appendix >= lesson.blocks.len() {
        return Offer::refused(word("every-cell-is-here"));
    }
    let is_shown = reading.lesson.shows_appendix;
    Offer::Says(if is_shown { word("hide-the-shared-cells") } else { word("shared-cells") })
}

fn view_offer(reading: &Reading) -> Offer {
    let figures = reading.exhibits(reading.lesson.at).map_or(&[][..], |exhibits| &exhibits.figures);
    let why = if figures.is_empty() { word("nothing-is-drawn-here") } else { word("one-way-to-draw") };
    Offer::when_or(figures.iter().any(|figure| figure.views().len() > 1), why)
}
