//! The tree of a beam search fills the screen: it is stepped token by token, and every continuation says what became of it.

use ratatui::buffer::Buffer;

use super::{ActionOffer, Mode, Viewport, does, finder};
use crate::tui::commands::{beam, machine};
use crate::tui::keymap::Action;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::model::finder::Kind;
use crate::tui::view::{Click, beam as view};
use crate::words::id;

/// The cursor is on a continuation of a beam search.
pub(super) struct BeamMode;

impl Mode for BeamMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let tree = &model.machine.beam;
        let (step, last) = (tree.step, tree.last_step());
        let go = |to: usize| does(move |model| model.machine.beam.go(to));
        match action {
            Action::Right => go(step + 1).when(step < last),
            Action::Left => go(step.saturating_sub(1)).when(step > 0),
            Action::First => go(0).when(step > 0),
            Action::Last => go(last).when(step < last),
            Action::Up => does(|model| beam::walk(model, -1)).when(beam::neighbour(model, -1).is_some()),
            Action::Down => does(|model| beam::walk(model, 1)).when(beam::neighbour(model, 1).is_some()),
            Action::Increase => does(|model| beam::widen(model, 1)).when(tree.can_change(1)),
            Action::Decrease => does(|model| beam::widen(model, -1)).when(tree.can_change(-1)),
            Action::Edit => does(|model| finder::open(model, Kind::Sentence)).says(id!("translate-it")),
            Action::Undo => does(machine::undo).when(!model.machine.before.is_empty()),
            Action::Open => does(beam::learn).says(id!("learn-it")).when(beam::taught(model).is_some()),
            Action::Back => does(|model| model.contents.shape = Shape::Machine).says(id!("machine-alone")),
            _ => ActionOffer::Below,
        }
    }

    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        view::draw(viewport.model, &viewport.areas, buffer);
    }

    fn target_at(&self, viewport: &Viewport<'_>, column: u16, row: u16) -> Option<Click> {
        view::target_at(viewport.model, &viewport.areas, column, row)
    }

    fn wheel(&self, model: &mut Model, direction: isize) {
        beam::walk(model, direction);
    }
}
