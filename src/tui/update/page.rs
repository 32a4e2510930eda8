//! A lesson, block by block.

use std::sync::Arc;

use crate::app::questions::{HintResult, SolutionResult};
use crate::lang::ControlKind;
use crate::notebook::blank::blank;
use crate::notebook::lesson::BlockKind;
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::editor::{Editor, Lines};
use crate::tui::model::focus::{Focus, Inside, Spot, TextEntry, Wanted};
use crate::tui::model::reading::Reading;
use crate::tui::model::text::problems;
use crate::tui::theme::Role;
use crate::tui::view::is_cut;
use crate::tui::view::page_layout::PageLayout;
use crate::words::{say, word};

use super::{
    birth, change, compare, contents, finder, links, look, outside, policy, question, scratch, scroll, slopes, step,
    talk, tensor, timeline,
};

/// How many steps are one where many are wanted.
const MANY: f64 = 10.0;
/// Up to which length an input grows, in bytes: it stands in the code of its cell, which holds at most four times as much.
const LONGEST_INPUT: usize = 1 << 12;

/// A key at the blocks of a lesson.
pub(super) fn update(model: &mut Model, action: Action, key: Key) -> Vec<Effect> {
    match action {
        Action::Up => step(model, -1),
        Action::Down | Action::PageDown if model.talk.is_some() => talk::go_on(model),
        Action::Toggle if model.talk.is_some() && !change::is_switch(model) => talk::go_on(model),
        Action::PageUp if model.talk.is_some() => step(model, -1),
        Action::Down => step(model, 1),
        Action::PageUp => scroll::page(model, -1),
        Action::PageDown => scroll::page(model, 1),
        Action::First => go_to_end(model, false),
        Action::Last => go_to_end(model, true),
        Action::NextControl => next_control(model, true),
        Action::PreviousControl => next_control(model, false),
        Action::Open if opening(model) == Opening::Link => return links::follow(model),
        Action::Open => open(model),
        Action::Unfold => unfold(model),
        Action::NextView => look::turn(model, 1),
        Action::PreviousView => look::turn(model, -1),
        Action::Birth => birth::go(model),
        Action::NextHit => return finder::next_hit(model, 1),
        Action::PreviousHit => return finder::next_hit(model, -1),
        Action::Back if model.search.take().is_some() => model.say(Role::Dim, word!("search-has-ended")),
        Action::AddCell => return scratch::add(model),
        Action::DeleteCell => return scratch::remove(model),
        Action::Shared => toggle_shared(model),
        Action::Edit => edit(model),
        Action::EditCode => edit_code(model),
        Action::EditOutside => return outside::open(model),
        Action::Answer => return question::answer_by_key(model, key),
        Action::Hint => hint(model),
        Action::Solution if talk::show_answer(model) => {}
        Action::Solution => solution(model),
        Action::Back | Action::Contents => return contents::back(model),
        Action::NextLesson => return contents::neighbour(model, 1),
        Action::PreviousLesson => return contents::neighbour(model, -1),
        _ => return change_page(model, action),
    }
    Vec::new()
}

/// The keys that change the page, wherever the cursor is.
pub(super) fn change_page(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Left | Action::Decrease => change::nudge(model, -1.0),
        Action::Right | Action::Increase => change::nudge(model, 1.0),
        Action::IncreaseMuch => change::nudge(model, MANY),
        Action::DecreaseMuch => change::nudge(model, -MANY),
        Action::FillPolicy => policy::next(model),
        Action::Toggle => change::toggle(model),
        Action::Negate => change::negate(model),
        Action::Undo => change::undo(model, false),
        Action::Redo => change::undo(model, true),
        Action::ResetCell => change::reset_cell(model),
        Action::ResetPage => change::reset_page(model),
        Action::RunCell => change::run(model),
        Action::Pin => {
            compare::pin(model);
            Vec::new()
        }
        Action::Gradient => slopes::press(model),
        Action::Turn => {
            compare::turn(model);
            Vec::new()
        }
        Action::Step => {
            step::begin(model);
            Vec::new()
        }
        Action::Leak => compare::leak(model),
        Action::Timeline => {
            timeline::open(model);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// To the block above or below; through a block that is higher than the screen by half screens.
pub(super) fn step(model: &mut Model, direction: isize) {
    if scroll::within_block(model, direction) {
        return;
    }
    let Some(layout) = PageLayout::of(model) else { return };
    let next = layout.reading.lesson.at.checked_add_signed(direction);
    if let Some(next) = next.and_then(|next| layout.visible_from(next, direction)) {
        select(model, next);
    }
}

/// To the first block of the page that can be seen, or to the last.
fn go_to_end(model: &mut Model, forward: bool) {
    let Some(layout) = PageLayout::of(model) else { return };
    let last = layout.reading.lesson.blocks().len().saturating_sub(1);
    let end = if forward { layout.visible_from(last, -1) } else { layout.visible_from(0, 1) };
    if let Some(end) = end {
        select(model, end);
    }
}

fn select(model: &mut Model, block: usize) {
    if let Some(reading) = model.reading_mut() {
        reading.select(block);
    }
}

/// To the next block or control that can be changed or answered; around at the end.
fn next_control(model: &mut Model, forward: bool) {
    let Some(reading) = model.reading_mut() else { return };
    let stops: Vec<(usize, usize)> =
        (0..reading.lesson.blocks().len()).flat_map(|block| stops(reading, block)).collect();
    let here = (reading.lesson.at, reading.control_place());
    let at_stop = stops.contains(&here);
    let next = if forward {
        stops.iter().find(|stop| if at_stop { **stop > here } else { stop.0 >= here.0 }).or(stops.first())
    } else {
        stops.iter().rev().find(|stop| **stop < here).or(stops.last())
    };
    if let Some((block, control)) = next.copied() {
        reading.select(block);
        reading.control = Some(control);
        // A matrix is drawn where its values are, which may be far below the code: so its name is said.
        let grid = reading
            .active_control()
            .filter(|control| matches!(control.kind, ControlKind::Matrix(_) | ControlKind::Mask(_)));
        if let Some(name) = grid.map(|control| Arc::clone(&control.name)) {
            model.say(Role::Text, say!("enter-goes-in", name = *name));
        }
    }
}

fn stops(reading: &Reading, block: usize) -> Vec<(usize, usize)> {
    let controls = reading.text(block).map_or(0, |text| text.controls.len());
    match reading.lesson.blocks().get(block).map(|block| &block.kind) {
        Some(BlockKind::Cell(_)) => (0..controls).map(|control| (block, control)).collect(),
        Some(BlockKind::Exercise(_)) => (0..controls.max(1)).map(|control| (block, control)).collect(),
        Some(BlockKind::Question(_)) => vec![(block, 0)],
        Some(BlockKind::Prose(_)) => {
            let links = reading.lesson.blocks().get(block).map_or(0, |block| block.links().len());
            (0..links).map(|link| (block, link)).collect()
        }
        None => Vec::new(),
    }
}

/// Shows the cells of shared examples that stand behind the page, or puts them away again.
fn toggle_shared(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let first = reading.lesson.document.lesson().appendix;
    if first >= reading.lesson.document.lesson().blocks.len() {
        model.say(Role::Dim, word!("every-cell-is-here"));
        return;
    }
    if reading.lesson.shows_appendix {
        reading.lesson.shows_appendix = false;
        reading.select(reading.lesson.at);
        model.say(Role::Dim, word!("shared-cells-are-away"));
    } else {
        reading.lesson.reveal(first);
        reading.select(first);
    }
}

/// Goes into what the block holds: the options, the active control, a tensor, or failing that the code.
pub(super) fn open(model: &mut Model) {
    let opening = opening(model);
    let Some(reading) = model.reading_mut() else { return };
    match opening {
        Opening::Question
            if reading.lesson.id().is_some_and(|id| reading.lesson.is_settled(&id, reading.stage.is_some())) =>
        {
            model.say(Role::Dim, word!("answered-rightly"));
        }
        Opening::Question => reading.focus = Focus::Question(0),
        Opening::Whole => unfold(model),
        Opening::Tensor(figure) => tensor::enter(reading, Spot { block: reading.lesson.at, figure, ..Spot::default() }),
        Opening::Text => edit(model),
        Opening::Code => edit_code(model),
        Opening::Nothing => {
            model.say(Role::Dim, word!("nothing-to-go-into"));
        }
        Opening::Link => {}
    }
}

/// Shows the texts of the selected block whole, or again in a line each.
fn unfold(model: &mut Model) {
    if !has_more(model) {
        model.say(Role::Dim, word!("nothing-is-cut"));
        return;
    }
    let Some(reading) = model.reading_mut() else { return };
    let Some(id) = reading.lesson.id() else { return };
    if !reading.unfolded.remove(&id) {
        reading.unfolded.insert(id);
    }
    reading.wanted = Some(Wanted::Text);
}

/// Whether a text of the selected block is longer than its place.
pub(super) fn has_more(model: &Model) -> bool {
    PageLayout::of(model).is_some_and(|layout| is_cut(&layout, layout.reading.lesson.at))
}

/// What Enter does on a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    Question,
    Tensor(usize),
    Text,
    Code,
    Link,
    /// Texts that are cut are shown whole, and then folded again.
    Whole,
    Nothing,
}

/// What Enter does on the selected block.
pub(super) fn opening(model: &Model) -> Opening {
    let Some(layout) = PageLayout::of(model) else { return Opening::Nothing };
    let reading = layout.reading;
    match reading.lesson.block().map(|block| &block.kind) {
        Some(BlockKind::Question(_)) => return Opening::Question,
        // What is asked for is a text to write, or inputs to set.
        Some(BlockKind::Exercise(_)) if reading.active_control().is_none() => return Opening::Code,
        Some(BlockKind::Exercise(_) | BlockKind::Cell(_)) => {}
        Some(BlockKind::Prose(_)) if reading.active_link().is_some() => return Opening::Link,
        Some(BlockKind::Prose(_)) | None => return Opening::Nothing,
    }
    let exhibits = reading.exhibits(reading.lesson.at);
    let control = reading.active_control();
    let own = control.and_then(|control| exhibits?.position(&control.name));
    let largest = exhibits.and_then(|exhibits| exhibits.figures.iter().position(|figure| figure.tensor.ndim() > 0));
    let is_text = control.is_some_and(|control| matches!(control.kind, ControlKind::Text(_)));
    let is_grid = control.is_some_and(|control| matches!(control.kind, ControlKind::Matrix(_) | ControlKind::Mask(_)));
    match (own, largest) {
        (Some(figure), _) if is_grid => Opening::Tensor(figure),
        (_, Some(figure)) => Opening::Tensor(figure),
        _ if is_text => Opening::Text,
        (Some(figure), None) => Opening::Tensor(figure),
        (None, None) if exhibits.is_some_and(|exhibits| !exhibits.figures.is_empty()) => Opening::Tensor(0),
        (None, None) if is_cut(&layout, reading.lesson.at) => Opening::Whole,
        (None, None) => Opening::Code,
    }
}

/// Edits the active control, or the code where there is none.
pub(super) fn edit(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let Some(control) = reading.active_control().cloned() else { return edit_code(model) };
    match &control.kind {
        ControlKind::Text(text) => {
            let editor = Editor::new(&text.value, Lines::One).at_most(LONGEST_INPUT);
            reading.lesson.document.begin_typing();
            reading.focus = Focus::Text(TextEntry { control: control.name, editor });
        }
        ControlKind::Matrix(_) | ControlKind::Mask(_) => {
            let figure = reading.exhibits(reading.lesson.at).and_then(|exhibits| exhibits.position(&control.name));
            match figure {
                Some(figure) => tensor::enter(reading, Spot { block: reading.lesson.at, figure, ..Spot::default() }),
                None => edit_code(model),
            }
        }
        ControlKind::Slider(_) | ControlKind::Choice(_) => model.say(Role::Text, word!("arrows-move-it")),
        ControlKind::Toggle(_) => model.say(Role::Text, word!("space-switches-it")),
    }
}

/// Edits the code of the selected block.
pub(super) fn edit_code(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let Some(text) = reading.selected_text() else {
        model.say(Role::Dim, word!("nothing-to-edit"));
        return;
    };
    let is_exercise = matches!(reading.lesson.block().map(|block| &block.kind), Some(BlockKind::Exercise(_)));
    let mut editor = Editor::new(text.source(), Lines::Many);
    // Where something is wrong, there somebody wants to type.
    if let Some(wrong) = problems(text, reading.lesson.report_at(reading.lesson.at)).first() {
        editor.move_to(wrong.end.min(text.source().len()), false);
    } else if let Some(blank) = blank(text.source()).filter(|_| is_exercise) {
        // What is typed takes its place.
        editor.move_to(blank.start, false);
        editor.move_to(blank.end, true);
    }
    reading.lesson.document.begin_typing();
    reading.focus = Focus::Code(editor);
    reading.streak = None;
}

/// Shows one hint more.
pub(super) fn hint(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let Some(HintResult { is_new, given, all }) = reading.lesson.give_hint() else { return };
    if is_new {
        reading.wanted = Some(Wanted::Hint);
        let words = match all - given {
            0 => word!("last-hint").to_owned(),
            left => say!("more-hints", count = left),
        };
        model.say(Role::Dim, words);
    } else {
        model.say(Role::Dim, if all == 0 { word!("no-hints-here") } else { word!("no-more-hints") });
    }
}

/// The solution is shown when it is asked for twice.
fn solution(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    match reading.lesson.ask_for_solution() {
        None => {}
        Some(SolutionResult::Shown) => reading.wanted = Some(Wanted::Solution),
        Some(SolutionResult::AskAgain { has_more_hints }) => {
            let words = if has_more_hints { word!("s-once-more-or-hints") } else { word!("s-once-more") };
            model.say(Role::Warning, words);
        }
    }
}

/// The cursor inside a tensor of the selected block; kept where it is if it is there already.
pub(super) fn inside(reading: &mut Reading, spot: Spot) {
    let why = match &mut reading.focus {
        Focus::Tensor(inside) => inside.why.take(),
        _ => None,
    };
    reading.lesson.reveal(spot.block);
    reading.lesson.at = spot.block;
    reading.focus = Focus::Tensor(Inside { spot, why, ..Inside::default() });
}
