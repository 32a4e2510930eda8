//! A lesson, block by block.

use crate::app::questions::{HintResult, SolutionResult};
use crate::lang::{Control, ControlKind};
use crate::notebook::blank::blank;
use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::BlockKind;
use crate::tui::layout::areas::has_lens;
use crate::tui::layout::context::PageContext;
use crate::tui::layout::is_cut;
use crate::tui::layout::page::PageLayout;
use crate::tui::layout::scroll::further;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::editor::{Editor, Lines};
use crate::tui::model::exhibit::Figure;
use crate::tui::model::focus::{Focus, Spot, TextEntry, Wanted};
use crate::tui::model::reading::Reading;
use crate::tui::model::text::problems;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::{change, inspect, places, scroll, tensor};

/// Up to which length an input grows, in bytes: it stands in the code of its cell, which holds at most four times as much.
const LONGEST_INPUT: usize = 1 << 12;

/// To the block above or below; through a block that is higher than the screen by half screens.
pub(crate) fn step(model: &mut Model, direction: isize) {
    let Some(layout) = PageLayout::of(model) else { return };
    let next = || layout.visible_from(layout.page.reading.lesson.at.checked_add_signed(direction)?, direction);
    match further(&layout, direction).ok_or_else(next) {
        Ok(top) => model.reading_mut().into_iter().for_each(|reading| scroll::turn_to(reading, top)),
        Err(Some(next)) => select(model, next),
        Err(None) => {}
    }
}

/// To the first block of the page that can be seen, or to the last.
pub(crate) fn go_to_end(model: &mut Model, forward: bool) {
    let Some(layout) = PageLayout::of(model) else { return };
    let last = layout.page.reading.lesson.blocks().len().saturating_sub(1);
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
pub(crate) fn next_control(model: &mut Model, forward: bool) {
    let Some(reading) = model.reading_mut() else { return };
    let stops: Vec<(usize, usize)> =
        (0..reading.lesson.blocks().len()).flat_map(|block| stops(reading, block)).collect();
    let here = (reading.lesson.at, reading.control_place());
    // A link is a stop only once somebody has gone to it.
    let at_stop = stops.contains(&here) && (reading.links() == 0 || reading.active_link().is_some());
    let next = if forward {
        stops.iter().find(|stop| if at_stop { **stop > here } else { stop.0 >= here.0 }).or(stops.first())
    } else {
        stops.iter().rev().find(|stop| **stop < here).or(stops.last())
    };
    if let Some((block, control)) = next.copied() {
        reading.select(block);
        reading.control = Some(control);
        // A matrix is drawn where its values are, which may be far below the code: so its name is said.
        let is_grid = |control: &&Control| matches!(control.kind, ControlKind::Matrix(_) | ControlKind::Mask(_));
        if let Some(words) = reading.active_control().filter(is_grid).map(enter_words) {
            model.say(Role::Text, words);
        }
    }
}

/// How one goes into an input with many numbers.
pub(crate) fn enter_words(control: &Control) -> String {
    say!("enter-goes-in", name = *control.name)
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
pub(crate) fn toggle_shared(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let first = reading.lesson.document.lesson().appendix;
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
pub(crate) fn open(model: &mut Model) -> Vec<Effect> {
    let opening = opening(model);
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    match opening {
        Opening::Question => reading.focus = Focus::Question(0),
        Opening::Whole => unfold(model),
        Opening::Tensor(figure) => tensor::enter(reading, Spot { block: reading.lesson.at, figure, ..Spot::default() }),
        Opening::Text => edit(model),
        Opening::Code => edit_code(model),
        Opening::Switch => return change::toggle(model),
        Opening::Run => return change::run(model),
        Opening::Link | Opening::Nothing => {}
    }
    Vec::new()
}

/// To the nearest number that can be asked why, and asks.
pub(crate) fn go_to_number(model: &mut Model) {
    let Some(layout) = PageLayout::of(model) else { return };
    if let Some((block, figure)) = number_to_ask(&layout) {
        let has_lens = has_lens(model);
        places::leave(model);
        let Some(reading) = model.reading_mut() else { return };
        tensor::enter(reading, Spot { block, figure, ..Spot::default() });
        // Beside the page the reason is there without being asked for.
        if !has_lens {
            inspect::open(reading);
        }
    }
}

/// Whether the page shows a number.
pub(crate) fn has_numbers(reading: &Reading) -> bool {
    let figures = (0..reading.lesson.blocks().len()).filter_map(|block| reading.exhibits(block));
    figures.flat_map(|exhibits| &exhibits.figures).any(|figure| !figure.tensor.is_empty())
}

/// The tensor whose number says most of what is near: one of the selected block; else that of which the lens speaks, or the nearest one, if
/// its number was calculated; else the same although it was only copied, or typed. A number that stands alone comes last.
fn number_to_ask(layout: &PageLayout<'_>) -> Option<(usize, usize)> {
    let reading = layout.page.reading;
    let (here, all) = (reading.lesson.at, reading.lesson.blocks().len());
    // A block is laid out to know it, so this is asked last.
    let is_shown = |place: &(usize, usize)| layout.visible_from(place.0, 1) == Some(place.0);
    let near = || (here..all).chain((0..here).rev());
    let with_axes = |block: usize| numbers(reading, block, |figure| figure.tensor.ndim() > 0);
    let alone = |block: usize| numbers(reading, block, |figure| figure.tensor.ndim() == 0);
    let is_calculated = |place: &(usize, usize)| reading.why_first(*place).is_some_and(|why| why.shows_calculation());
    let spoken_of = reading.lens.figure.filter(|_| reading.lens.is_open());
    spoken_of
        .filter(|place| place.0 == here)
        .or_else(|| with_axes(here).next().filter(is_shown))
        .or_else(|| spoken_of.filter(is_calculated))
        .or_else(|| near().flat_map(with_axes).filter(is_calculated).find(is_shown))
        .or(spoken_of)
        .or_else(|| near().flat_map(with_axes).find(is_shown))
        .or_else(|| near().flat_map(alone).find(is_shown))
}

/// The figures of a block that have numbers, those that are `wanted`.
fn numbers<'r>(
    reading: &'r Reading,
    block: usize,
    wanted: impl Fn(&Figure) -> bool + 'r,
) -> impl Iterator<Item = (usize, usize)> + 'r {
    let figures = reading.exhibits(block).into_iter().flat_map(|exhibits| exhibits.figures.iter().enumerate());
    figures.filter(move |(_, figure)| !figure.tensor.is_empty() && wanted(figure)).map(move |(place, _)| (block, place))
}

/// Shows the texts of the selected block whole, or again in a line each.
pub(crate) fn unfold(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let Some(id) = reading.lesson.id() else { return };
    if !reading.unfolded.remove(&id) {
        reading.unfolded.insert(id);
    }
    reading.wanted = Some(Wanted::Text);
}

/// Whether a text of the selected block is longer than its place.
pub(crate) fn has_more(model: &Model) -> bool {
    PageContext::of(model).is_some_and(|page| is_cut(&page, page.reading.lesson.at))
}

/// What Enter does on a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    Question,
    Tensor(usize),
    Text,
    /// A switch is turned.
    Switch,
    /// A cell that waits to be asked is run.
    Run,
    Code,
    Link,
    /// Texts that are cut are shown whole, and then folded again.
    Whole,
    Nothing,
}

/// What Enter does on the selected block.
pub(crate) fn opening(model: &Model) -> Opening {
    let Some(page) = PageContext::of(model) else { return Opening::Nothing };
    let reading = page.reading;
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
    let is_toggle = control.is_some_and(|control| matches!(control.kind, ControlKind::Toggle(_)));
    let is_grid = control.is_some_and(|control| matches!(control.kind, ControlKind::Matrix(_) | ControlKind::Mask(_)));
    let waits = reading.lesson.report_at(reading.lesson.at).is_some_and(|report| report.state == TaskState::Lazy);
    match (own, largest) {
        _ if waits => Opening::Run,
        (Some(figure), _) if is_grid => Opening::Tensor(figure),
        (_, Some(figure)) => Opening::Tensor(figure),
        _ if is_text => Opening::Text,
        _ if is_toggle => Opening::Switch,
        (Some(figure), None) => Opening::Tensor(figure),
        (None, None) if exhibits.is_some_and(|exhibits| !exhibits.figures.is_empty()) => Opening::Tensor(0),
        (None, None) if is_cut(&page, reading.lesson.at) => Opening::Whole,
        (None, None) => Opening::Code,
    }
}

/// Edits the active control, or the code where there is none.
pub(crate) fn edit(model: &mut Model) {
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
        ControlKind::Slider(_) | ControlKind::Choice(_) | ControlKind::Toggle(_) => {}
    }
}

/// Edits the code of the selected block.
pub(crate) fn edit_code(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let Some(text) = reading.selected_text() else { return };
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
pub(crate) fn hint(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let Some(HintResult { is_new: true, given, all }) = reading.lesson.give_hint() else { return };
    reading.wanted = Some(Wanted::Hint);
    let words = match all - given {
        0 => word!("last-hint").to_owned(),
        left => say!("more-hints", count = left),
    };
    model.say(Role::Dim, words);
}

/// The solution is shown when it is asked for twice.
pub(crate) fn solution(model: &mut Model) {
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
