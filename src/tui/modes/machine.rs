//! The machine fills the screen: its heads are walked, switched off, and played word by word.

use ratatui::buffer::Buffer;

use super::{ActionOffer, Mode, Viewport, does, finder};
use crate::tui::commands::{beam, course, machine};
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::model::finder::Kind;
use crate::tui::theme::Role;
use crate::tui::view::{Click, machine as view};
use crate::words::{id, word};

/// The cursor is on an attention of the machine, or on a head of it.
pub(super) struct MachineMode;

impl Mode for MachineMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let machine = &model.machine;
        let has_run = machine.run.is_some();
        match action {
            Action::Up => does(|model| model.machine.walk(-1)).when(has_run && machine.attention > 0),
            Action::Down => does(|model| model.machine.walk(1)).when(has_run),
            Action::First => does(|model| model.machine.walk(isize::MIN)).when(has_run),
            Action::Last => does(|model| model.machine.walk(isize::MAX)).when(has_run),
            Action::Left => does(|model| model.machine.walk_heads(false)).when(machine.head.is_some()),
            Action::Right => does(|model| model.machine.walk_heads(true)).when(has_run),
            Action::Beam => does(beam::open).when(has_run),
            Action::Toggle => does(machine::switch).when(machine.part().is_some()),
            Action::NextToken => does(|model| model.machine.play(true)).when(has_run),
            Action::PreviousToken => does(|model| model.machine.play(false)).when(has_run),
            Action::Edit => does(|model| finder::open(model, Kind::Sentence)).says(id!("translate-it")),
            Action::Undo => does(machine::undo).when(!machine.before.is_empty()),
            Action::Open => does(open_lesson).says(id!("learn-it")).when(machine::lesson(model).is_some()),
            // The numbers of the machine have no record; those of the lesson about the same part have.
            Action::Why => does(open_numbers).when(machine::lesson(model).is_some()),
            Action::Back => does(|model| model.contents.shape = Shape::List).says(id!("list")),
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
        model.machine.walk(direction);
    }
}

/// Opens the lesson about the part under the cursor.
fn open_lesson(model: &mut Model) -> Vec<Effect> {
    machine::lesson(model).map(|lesson| course::open(model, lesson)).unwrap_or_default()
}

/// The same, and says how its numbers are asked.
fn open_numbers(model: &mut Model) -> Vec<Effect> {
    let effects = open_lesson(model);
    model.say(Role::Text, word!("numbers-answer-in-lessons"));
    effects
}
