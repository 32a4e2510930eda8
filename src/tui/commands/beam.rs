//! Working with the tree of a beam search: its steps, its continuations, and how wide it is.

use std::sync::Arc;

use super::jumps;
use crate::app::beam::{self, BeamTree};
use crate::app::event::AppRequest;
use crate::app::machine::MachineError;
use crate::tui::layout::areas::Areas;
use crate::tui::layout::beam::BeamLayout;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::theme::Role;
use crate::words::word;

/// Lets the tree fill the screen.
pub(crate) fn open(model: &mut Model) -> Vec<Effect> {
    model.contents.shape = Shape::Beam;
    model.machine.beam.trouble = None;
    ask(model)
}

/// Searches anew, if the tree is seen and is not that of what the machine works at, and nothing is awaited.
pub(crate) fn ask(model: &mut Model) -> Vec<Effect> {
    let machine = &mut model.machine;
    let Some(wanted) = machine.beam_input().filter(|_| model.contents.shape == Shape::Beam) else {
        return Vec::new();
    };
    let beam = &mut machine.beam;
    let is_answered = beam.tree.as_ref().is_some_and(|tree| tree.input == wanted) || beam.trouble.is_some();
    if beam.is_asked || is_answered {
        return Vec::new();
    }
    beam.is_asked = true;
    vec![Effect::App(AppRequest::SearchBeam(wanted))]
}

/// Something came of it. What was asked in between is asked then.
pub(crate) fn arrived(model: &mut Model, searched: Result<Arc<BeamTree>, MachineError>) -> Vec<Effect> {
    model.machine.beam.is_asked = false;
    match searched {
        Ok(tree) => model.machine.beam.take(tree),
        Err(error) => {
            let trouble = error.said(word!("machine-broken"));
            model.machine.beam.trouble = Some(trouble.clone());
            model.say(Role::Error, trouble);
        }
    }
    ask(model)
}

/// Keeps more beginnings at each step, or fewer.
pub(crate) fn widen(model: &mut Model, by: isize) -> Vec<Effect> {
    let beam = &mut model.machine.beam;
    beam.width = beam.width.saturating_add_signed(by);
    beam.trouble = None;
    ask(model)
}

/// The cursor goes to the row of the tree above or below.
pub(crate) fn walk(model: &mut Model, by: isize) {
    if let Some(node) = neighbour(model, by) {
        model.machine.beam.node = node;
    }
}

/// The node that the row of the tree above or below ends with.
pub(crate) fn neighbour(model: &Model, by: isize) -> Option<usize> {
    let beam = &model.machine.beam;
    let layout = BeamLayout::of(beam.tree.as_ref()?, beam.step, Areas::of(model).inset_page());
    // A row that has no room any more is left for the first.
    let Some(at) = layout.rows.iter().position(|row| row.contains(&beam.node)) else {
        return layout.rows.first()?.last().copied();
    };
    layout.rows.get(at.checked_add_signed(by)?)?.last().copied()
}

/// Goes where a beam search is taught.
pub(crate) fn learn(model: &mut Model) -> Vec<Effect> {
    taught(model).map(|(lesson, block)| jumps::jump(model, &lesson, Some(block))).unwrap_or_default()
}

/// The lesson and the block in which a beam search is taught.
pub(crate) fn taught(model: &Model) -> Option<(Arc<str>, Arc<str>)> {
    let term = beam::term()?;
    let entry = model.contents.entries.get(model.contents.find(&term.page)?)?;
    Some((Arc::clone(&entry.id), Arc::from(&*term.block)))
}
