//! The list of the moments that a training can go back to.

use ratatui::buffer::Buffer;

use super::{ActionOffer, Mode, Viewport, does};
use crate::tui::commands::training::moments;
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::dashboard::Dashboard;
use crate::tui::view::Click;

/// How many moments a page up or down goes.
const PAGE: isize = 8;

/// The cursor is on a moment.
pub(super) struct MomentsMode;

impl Mode for MomentsMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let moments = model.dashboard().map_or(0, |training| training.moments.len());
        let walk = |steps| does_in_training(move |training| moments::walk(training, steps));
        match action {
            Action::Up => walk(-1).when(moments > 1),
            Action::Down => walk(1).when(moments > 1),
            Action::PageUp => walk(-PAGE),
            Action::PageDown => walk(PAGE),
            Action::First => walk(isize::MIN),
            Action::Last => walk(isize::MAX),
            Action::Open => does(rewind).when(moments > 0),
            Action::Toggle => does(moments::mark).when(moments > 0),
            Action::Compare => does_in_training(moments::compare).when(moments > 0),
            Action::Back => does_in_training(|training| training.list = None),
            _ => ActionOffer::Below,
        }
    }

    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        viewport.draw_training(buffer);
    }

    fn target_at(&self, viewport: &Viewport<'_>, column: u16, row: u16) -> Option<Click> {
        viewport.training_target(column, row)
    }

    fn wheel(&self, model: &mut Model, direction: isize) {
        model.dashboard_mut().into_iter().for_each(|training| moments::walk(training, direction));
    }
}

/// It does this to the training on the screen.
pub(super) fn does_in_training(act: impl FnOnce(&mut Dashboard) + 'static) -> ActionOffer {
    does(|model| model.dashboard_mut().map_or((), act))
}

fn rewind(model: &mut Model) -> Vec<Effect> {
    model.dashboard_mut().map(moments::rewind).unwrap_or_default()
}
