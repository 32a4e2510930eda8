//! Looking on while a model learns.

use super::{Mode, Offer};
use crate::app::event::AppRequest;
use crate::notebook::training::TrainingCommand;
use crate::tui::commands::training::{self, heads, look, moments};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::dashboard::State;
use crate::tui::theme::Role;
use crate::tui::view::dashboard::is_small;
use crate::words::{say, word};

/// A training is on the screen.
pub(super) struct Training;

impl Mode for Training {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let Some(training) = model.dashboard() else { return Offer::Below };
        let (sentences, all_heads) = training.sizes();
        let has_moments = !training.moments.is_empty();
        let quiet_unless = |is_so: bool| if is_so { Offer::Does } else { Offer::Quiet };
        match action {
            Action::Back | Action::Compare if training.comparison.is_some() => Offer::Says(word("end-comparing")),
            Action::Back => Offer::Does,
            Action::Compare => Offer::when_or(has_moments, word("no-earlier-moment")),
            Action::Moments => quiet_unless(has_moments),
            Action::Toggle => match training.state {
                State::Running => Offer::Says(word("pause")),
                State::Paused => Offer::Says(word("go-on")),
                _ => Offer::Quiet,
            },
            Action::Step => quiet_unless(training.is_there() && !matches!(training.state, State::Ended(_))),
            Action::Turn => match training.comparison {
                Some(pair) => Offer::Says(if pair.difference { word("side-by-side") } else { word("difference") }),
                None => Offer::Refused(None),
            },
            Action::NextView if is_small(model) => Offer::Says(word("panel")),
            Action::NextView => Offer::refused(word("all-panels-are-here")),
            Action::Up | Action::Down => Offer::when(sentences > 1),
            Action::Left | Action::Right => Offer::when(all_heads > 1),
            Action::NextSlice | Action::PreviousSlice => {
                Offer::when(training.look.as_ref().is_some_and(|look| look.heads.0 > 1))
            }
            Action::Increase | Action::Decrease | Action::Pin | Action::Save | Action::Export => {
                quiet_unless(training.is_there())
            }
            _ => Offer::Below,
        }
    }

    fn begin(&self, model: &mut Model, _action: Action) {
        model.dashboard_mut().into_iter().for_each(|training| training.trouble = None);
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        let Some(training) = model.dashboard_mut() else { return Vec::new() };
        let task = training.task;
        let order = |order: TrainingCommand| vec![Effect::App(AppRequest::Order(task, order))];
        match action {
            Action::Back if training.comparison.take().is_some() => {}
            Action::Back => training::leave(model),
            Action::Toggle => return training::toggle(model),
            Action::Step => return order(TrainingCommand::Step),
            Action::Increase => return order(TrainingCommand::Turn(1)),
            Action::Decrease => return order(TrainingCommand::Turn(-1)),
            Action::Pin => {
                let step = training.step;
                model.say(Role::Success, say("step-is-kept", &[("step", step.into())]));
                return order(TrainingCommand::Pin);
            }
            Action::Save => {
                training.asks = true;
                return order(TrainingCommand::Save);
            }
            Action::Export => return order(TrainingCommand::Export),
            Action::Moments => moments::open(training),
            Action::Compare => training::compare(model),
            Action::Turn => training::turn(training),
            Action::NextView => training.panel = training.panel.next(),
            Action::Up => look(training, -1, 0),
            Action::Down => look(training, 1, 0),
            Action::Left => look(training, 0, -1),
            Action::Right => look(training, 0, 1),
            Action::NextSlice => look(training, 0, heads(training)),
            Action::PreviousSlice => look(training, 0, -heads(training)),
            _ => {}
        }
        Vec::new()
    }
}
