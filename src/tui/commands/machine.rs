//! Working with the machine: another sentence, a head switched off, and back.

use std::sync::Arc;

use crate::app::event::AppRequest;
use crate::app::machine::{MachineError, MachineInput, MachineRun};
use crate::tui::layout::areas::Areas;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::theme::Role;
use crate::tui::view::contents::FrontPage;
use crate::words::word;

/// Lets the machine work on what it was asked last, if nothing has come of that and nothing is awaited.
pub(crate) fn ask(model: &mut Model) -> Vec<Effect> {
    let machine = &mut model.machine;
    let is_answered = machine.run.as_ref().is_some_and(|run| run.input == machine.input) || machine.trouble.is_some();
    if machine.is_asked || is_answered {
        return Vec::new();
    }
    machine.is_asked = true;
    vec![Effect::App(AppRequest::RunMachine(machine.input.clone()))]
}

/// Lets the machine fill the screen.
pub(crate) fn open(model: &mut Model) -> Vec<Effect> {
    model.contents.shape = Shape::Machine;
    ask(model)
}

/// The cursor goes to an attention, or to a head of it; the machine is opened for it.
pub(crate) fn point_at(model: &mut Model, attention: usize, head: Option<usize>) -> Vec<Effect> {
    (model.machine.attention, model.machine.head) = (attention, head);
    open(model)
}

/// Something came of it. What was asked in between is asked then; an example stays the sentence of what is asked after it.
pub(crate) fn arrived(model: &mut Model, ran: Result<Arc<MachineRun>, MachineError>) -> Vec<Effect> {
    let machine = &mut model.machine;
    machine.is_asked = false;
    match ran {
        Ok(run) => {
            machine.attention = machine.attention.min(run.attentions.len().saturating_sub(1));
            machine.run = Some(run);
        }
        Err(error) => {
            let trouble = error.said(word!("machine-broken"));
            // The sentence before stays; what is wrong with this one is said.
            machine.trouble = Some(trouble.clone());
            model.say(Role::Error, trouble);
            take_back(model);
        }
    }
    ask(model)
}

/// Asks for something else.
fn change(model: &mut Model, change: impl FnOnce(&mut MachineInput)) -> Vec<Effect> {
    let machine = &mut model.machine;
    let mut input = machine.input.clone();
    change(&mut input);
    if input == machine.input {
        return Vec::new();
    }
    let before = std::mem::replace(&mut machine.input, input);
    machine.before.push(before);
    (machine.trouble, machine.played, machine.beam.trouble) = (None, None, None);
    ask(model)
}

/// Another sentence, in the machine as it is. Where it is not seen beside the list it is opened.
pub(crate) fn translate(model: &mut Model, sentence: &str) -> Vec<Effect> {
    let is_seen = model.contents.shape == Shape::Beam || FrontPage::shows_machine(model);
    if Areas::of(model).lens.is_empty() && !is_seen {
        model.contents.shape = Shape::Machine;
    }
    let sentence: Arc<str> = sentence.trim().into();
    // The example, taken as it is, is no other sentence.
    let is_here = |run: &Arc<MachineRun>| run.sentence == sentence && run.input == model.machine.input;
    if model.machine.run.as_ref().is_some_and(is_here) {
        return Vec::new();
    }
    change(model, |input| input.sentence = Some(sentence))
}

/// Switches the part under the cursor off, or on again.
pub(crate) fn switch(model: &mut Model) -> Vec<Effect> {
    let Some(part) = model.machine.part() else { return Vec::new() };
    change(model, |input| input.switch(part))
}

/// Takes the last change back.
pub(crate) fn undo(model: &mut Model) -> Vec<Effect> {
    take_back(model);
    model.machine.trouble = None;
    ask(model)
}

fn take_back(model: &mut Model) {
    if let Some(before) = model.machine.before.pop() {
        model.machine.input = before;
        model.machine.played = None;
    }
}

/// The lesson that teaches the part under the cursor, by its place in the list: the first that is about it.
pub(crate) fn lesson(model: &Model) -> Option<usize> {
    let part = model.machine.part()?.model_part();
    model.contents.entries.iter().position(|entry| entry.part == Some(part))
}
