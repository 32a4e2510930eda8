//! The mouse: nothing needs it, but a click on a number is the shortest way to ask why.

use std::sync::Arc;

use crate::lang::ControlKind;
use crate::tui::commands::{
    change, course, inspect, jumps, links, machine, page, places, questions, scroll, steps, tensor, timeline, training,
    typing,
};
use crate::tui::frame::target_at;
use crate::tui::layout::areas::Areas;
use crate::tui::layout::context::PageContext;
use crate::tui::layout::cut;
use crate::tui::layout::page::PageLayout;
use crate::tui::layout::scroll::top_at;
use crate::tui::layout::target::Target;
use crate::tui::message::{Effect, Pointer, PointerKind};
use crate::tui::model::focus::{Focus, Spot};
use crate::tui::model::reading::Reading;
use crate::tui::model::{Held, Model};
use crate::tui::modes::{self, finder, menu};
use crate::tui::theme::Role;
use crate::tui::view::{Click, scroll_bar};

/// How many rows the wheel turns.
const WHEEL: isize = 3;

/// The mouse did something.
pub(super) fn update(model: &mut Model, pointer: Pointer) -> Vec<Effect> {
    match pointer.kind {
        PointerKind::ScrollUp => turn(model, pointer, -1),
        PointerKind::ScrollDown => turn(model, pointer, 1),
        PointerKind::Release => model.held = None,
        PointerKind::Press => return press(model, pointer),
        PointerKind::Drag => return drag(model, pointer),
    }
    Vec::new()
}

/// The wheel scrolls what is under it.
fn turn(model: &mut Model, pointer: Pointer, direction: isize) {
    let is_covered = model.context() != model.below_lists();
    if is_covered || !(turn_tensor(model, pointer, direction) || turn_lens(model, pointer, direction)) {
        modes::wheel(model, direction);
    }
}

/// The wheel over the lens walks through its reasons, if a lesson is on the screen.
fn turn_lens(model: &mut Model, pointer: Pointer, direction: isize) -> bool {
    let is_over = Areas::of(model).lens.contains((pointer.column, pointer.row).into());
    let is_reading = is_over && model.watched.is_none();
    let reading = model.reading_mut().filter(|_| is_reading);
    reading.map(|reading| inspect::walk(reading, direction)).is_some()
}

/// The wheel over the tensor that the cursor is in moves along it, if a part of it is out of sight.
fn turn_tensor(model: &mut Model, pointer: Pointer, direction: isize) -> bool {
    let Some(Click::Block(block, Some(target))) = target_at(model, pointer.column, pointer.row) else { return false };
    let (Target::Figure(figure) | Target::Element(figure, ..)) = target else { return false };
    let cut = PageContext::of(model).map(|page| cut(&page, block, figure)).unwrap_or_default();
    let Some(reading) = model.reading_mut() else { return false };
    let is_here = reading.inside().is_some_and(|inside| (inside.spot.block, inside.spot.figure) == (block, figure));
    match cut {
        (true, _) if is_here => tensor::walk(reading, WHEEL * direction, 0),
        (false, true) if is_here => tensor::walk(reading, 0, WHEEL * direction),
        _ => return false,
    }
    reading.follow = false;
    true
}

fn press(model: &mut Model, pointer: Pointer) -> Vec<Effect> {
    model.notice = None;
    model.held = None;
    let target = target_at(model, pointer.column, pointer.row);
    if model.help.is_some() && !matches!(target, Some(Click::Key(_))) {
        model.help = None;
        return Vec::new();
    }
    match target {
        Some(Click::Key(key)) => return modes::press(model, key),
        Some(Click::Row(row)) if model.menu.is_some() => return menu::choose(model, row),
        Some(Click::Row(row)) => return finder::choose_row(model, row),
        Some(Click::Outside) => (model.finder, model.menu) = (None, None),
        Some(Click::Contents) => return course::back(model),
        Some(Click::Bar(block)) => {
            places::leave(model);
            if let Some(reading) = model.reading_mut() {
                reading.follow = true;
                reading.select(block);
            }
        }
        Some(Click::Head(attention, head)) => return machine::point_at(model, attention, head),
        Some(Click::Continuation(node)) => model.machine.beam.node = node,
        Some(Click::ScrollBar) => {
            let areas = Areas::of(model);
            let grip = PageLayout::of(model).map(|layout| scroll_bar::grip_at(&layout, &areas, pointer.row));
            model.held = grip.map(Held::ScrollBar);
            drag_bar(model, pointer.row);
        }
        Some(Click::Lesson(place)) => return course::open(model, place),
        Some(Click::Operand(operand)) => press_operand(model, operand),
        Some(Click::Tensor(block, figure)) => go_into(model, block, figure),
        Some(Click::Moment(step)) => return timeline::walk(model, step),
        Some(Click::Standing) => return training::toggle(model),
        Some(Click::Sentence(sentence)) => training::choose_sentence(model, sentence),
        Some(Click::TrainingHead(head)) => training::choose_head(model, head),
        Some(Click::Kept(place)) => return training::moments::choose(model, place),
        Some(Click::Step(to)) => model.reading_mut().into_iter().for_each(|reading| steps::go(reading, to)),
        Some(Click::Block(_, Some(Target::Code(byte)))) => point_at_code(model, byte, false),
        Some(Click::Block(block, target)) => return press_block(model, block, target.as_ref()),
        Some(Click::List) | None => {}
    }
    Vec::new()
}

/// The cursor goes to a place in the code that is being typed, or the selection is drawn to it.
fn point_at_code(model: &mut Model, byte: usize, select: bool) {
    if let Some(Reading { focus: Focus::Code(editor), .. }) = model.reading_mut() {
        editor.completion = None;
        editor.move_to(byte, select);
    }
}

/// The slider or the scroll bar that was pressed follows the mouse, wherever that goes; nothing else is moved on the way.
fn drag(model: &mut Model, pointer: Pointer) -> Vec<Effect> {
    let (block, control) = match model.held {
        Some(Held::Slider(block, control)) => (block, control),
        Some(Held::ScrollBar(_)) => {
            drag_bar(model, pointer.row);
            return Vec::new();
        }
        None => {
            // The end of a selection follows it, too.
            if let Some(Click::Block(_, Some(Target::Code(byte)))) = target_at(model, pointer.column, pointer.row) {
                point_at_code(model, byte, true);
            }
            return Vec::new();
        }
    };
    let value = PageLayout::of(model).and_then(|layout| layout.slide(block, control, pointer.column));
    value.map(|value| press_block(model, block, Some(&Target::Slide(control, value)))).unwrap_or_default()
}

/// The page follows the thumb that is held.
fn drag_bar(model: &mut Model, row: u16) {
    let Some(Held::ScrollBar(grip)) = model.held else { return };
    let areas = Areas::of(model);
    scroll::show_from(model, |layout| scroll_bar::part_at(layout, &areas, grip, row).map(|part| top_at(layout, part)));
}

/// The first click chooses an operand, the next goes down to it.
fn press_operand(model: &mut Model, operand: usize) {
    let Some(reading) = model.reading_mut() else { return };
    let why = reading.inside().and_then(|inside| inside.why.as_ref());
    let is_again = why.filter(|why| why.focused && why.selected == operand);
    match is_again.map(inspect::way_on) {
        Some(Ok(_)) => inspect::descend(reading),
        Some(Err(end)) => model.say(Role::Dim, end),
        None => inspect::point_at(reading, operand),
    }
}

fn press_block(model: &mut Model, block: usize, target: Option<&Target>) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    // A click must not move what it points at.
    reading.follow = false;
    typing::stop(reading);
    // Steps are of one block; the history is left by a click anywhere.
    let stepped = reading.stepper().and_then(|stepper| reading.lesson.position(&stepper.block));
    if stepped != Some(block) {
        reading.put_aside();
    }
    if let Some(&Target::Element(figure, row, column)) = target {
        return press_element(model, Spot { block, figure, row, column, lead: Vec::new() });
    }
    reading.select(block);
    match target {
        Some(&Target::Control(control)) => {
            reading.control = Some(control);
            return press_control(model);
        }
        Some(&Target::Slide(control, value)) => {
            reading.control = Some(control);
            model.held = Some(Held::Slider(block, control));
            return change::set_number(model, value);
        }
        Some(&Target::Link(link)) => {
            reading.control = Some(link);
            return links::follow(model);
        }
        Some(&Target::Block(block)) => return jump_to(model, block),
        Some(&Target::Option(option)) => questions::answer(model, option),
        Some(&Target::Step(to)) => steps::begin_at(model, to),
        Some(&Target::Stop(to)) => steps::go(reading, to),
        _ => {}
    }
    Vec::new()
}

/// A click on what stands for another block goes there, so that Backspace comes back.
fn jump_to(model: &mut Model, block: usize) -> Vec<Effect> {
    let blocks = model.reading().map(|reading| reading.lesson.blocks());
    let block = blocks.and_then(|blocks| blocks.get(block)).map(|block| Arc::clone(&block.id));
    if let Some(reading) = model.reading_mut() {
        reading.follow = true;
    }
    jumps::jump(model, "", block)
}

/// A click on a tensor that is shown beside the page goes into it on the page, and to the block of one that is hidden; the place that was
/// left is kept.
fn go_into(model: &mut Model, block: usize, figure: Option<usize>) {
    places::leave(model);
    press_block(model, block, None);
    let Some(reading) = model.reading_mut() else { return };
    reading.follow = true;
    if let Some(figure) = figure {
        tensor::enter(reading, Spot { block, figure, row: 0, column: 0, lead: Vec::new() });
    }
}

fn press_control(model: &mut Model) -> Vec<Effect> {
    let control = model.reading().and_then(|reading| reading.active_control());
    match control.map(|control| &control.kind) {
        Some(ControlKind::Text(_)) => page::edit(model),
        Some(ControlKind::Toggle(_)) => return change::toggle(model),
        Some(ControlKind::Choice(choice)) => {
            let steps = if choice.selected + 1 < choice.options.len() { 1.0 } else { -(choice.options.len() as f64) };
            return change::nudge(model, steps);
        }
        _ => {}
    }
    Vec::new()
}

/// A click goes to the element, toggles it if it is a mask's, and on the one that the cursor is on asks why.
fn press_element(model: &mut Model, mut spot: Spot) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let before = reading.inside().map(|inside| inside.spot.clone());
    if let Some(before) = &before
        && (before.block, before.figure) == (spot.block, spot.figure)
    {
        spot.lead.clone_from(&before.lead);
    }
    let again = before.as_ref() == Some(&spot);
    tensor::enter(reading, spot);
    let is_mask = reading.inner_control().is_some_and(|control| matches!(control.kind, ControlKind::Mask(_)));
    if is_mask {
        return change::toggle(model);
    }
    if again && matches!(reading.focus, Focus::Tensor(_)) {
        inspect::open(reading);
    }
    Vec::new()
}
