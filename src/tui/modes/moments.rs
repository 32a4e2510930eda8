//! The list of the moments that a training can go back to.

use super::{ActionOffer, Mode, does};
use crate::tui::commands::training::moments;
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::dashboard::Dashboard;

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
}

/// It does this to the training on the screen.
pub(super) fn does_in_training(act: impl FnOnce(&mut Dashboard) + 'static) -> ActionOffer {
    does(|model| model.dashboard_mut().map_or((), act))
}

fn rewind(model: &mut Model) -> Vec<Effect> {
    model.dashboard_mut().map(moments::rewind).unwrap_or_default()
}
