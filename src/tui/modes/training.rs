//! Looking on while a model learns.

use ratatui::buffer::Buffer;

use super::moments::does_in_training;
use super::{ActionOffer, Mode, Viewport, does, refused, say_where};
use crate::app::event::AppRequest;
use crate::notebook::training::TrainingCommand;
use crate::tui::commands::training::{self, look, look_at_attention, moments, read};
use crate::tui::keymap::{Action, Context, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::dashboard::{Dashboard, State};
use crate::tui::theme::Role;
use crate::tui::view::Click;
use crate::tui::view::dashboard::{has_all_parts, is_small};
use crate::words::{id, say};

/// A training is on the screen.
pub(super) struct TrainingMode;

impl Mode for TrainingMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(training) = model.dashboard() else { return ActionOffer::Below };
        let (sentences, all_heads) = training.sizes();
        let attentions = training.look.as_ref().map_or(0, |look| look.attentions().len());
        let (is_there, has_moments) = (training.is_there(), !training.moments.is_empty());
        let has_points = training.history.points().len() > 1;
        let task = training.task;
        let order = |order: TrainingCommand| does(move |_| vec![Effect::App(AppRequest::Order(task, order))]);
        match action {
            Action::Back | Action::Compare if training.comparison.is_some() => end_comparing(),
            Action::Back if training.axis.cursor.is_some() => {
                does_in_training(|training| training.axis.cursor = None).says(id!("end-reading"))
            }
            Action::Back => does(training::leave),
            Action::Compare => {
                let has_earlier = training::earlier_moment(training).is_some();
                does_in_training(training::compare).when_or(has_earlier, id!("no-earlier-moment"))
            }
            Action::Moments => does_in_training(moments::open).quiet_unless(has_moments),
            Action::Toggle => match training.state {
                State::Running => does(training::toggle).says(id!("pause")),
                State::Paused => does(training::toggle).says(id!("go-on")),
                _ => does(training::toggle).quiet(),
            },
            Action::Step => {
                order(TrainingCommand::Step).quiet_unless(is_there && !matches!(training.state, State::Ended(_)))
            }
            Action::Turn => match training.comparison {
                Some(pair) if pair.difference => does_in_training(training::turn).says(id!("side-by-side")),
                Some(_) => does_in_training(training::turn).says(id!("difference")),
                None => ActionOffer::Refused(None),
            },
            Action::NextView if is_small(model) => does_in_training(Dashboard::next_panel).says(id!("panel")),
            Action::NextView if has_all_parts(model, training) => refused(id!("all-panels-are-here")),
            Action::NextView => does_in_training(Dashboard::next_parts).says(id!("panel")),
            Action::EarlierStep => does_in_training(|training| read(training, -1)).when(has_points),
            Action::LaterStep => does_in_training(|training| read(training, 1)).when(training.axis.cursor.is_some()),
            Action::ZoomIn => does_in_training(|training| training.axis.zoom(1)).when(has_points),
            Action::ZoomOut => does_in_training(|training| training.axis.zoom(-1)).when(training.axis.is_zoomed()),
            Action::EarlierRun => {
                does(training::lay_another_run).when_or(training.history.earlier_run().1 > 1, id!("no-other-run"))
            }
            Action::LogScale => does_in_training(|training| training.axis.is_log = !training.axis.is_log),
            Action::Up => does_in_training(|training| look(training, -1, 0)).when(sentences > 1),
            Action::Down => does_in_training(|training| look(training, 1, 0)).when(sentences > 1),
            Action::Left => does_in_training(|training| look(training, 0, -1)).when(all_heads > 1),
            Action::Right => does_in_training(|training| look(training, 0, 1)).when(all_heads > 1),
            Action::NextSlice => does_in_training(|training| look_at_attention(training, 1)).when(attentions > 1),
            Action::PreviousSlice => does_in_training(|training| look_at_attention(training, -1)).when(attentions > 1),
            Action::Increase => order(TrainingCommand::Turn(1)).quiet_unless(is_there),
            Action::Decrease => order(TrainingCommand::Turn(-1)).quiet_unless(is_there),
            Action::Pin => does(pin).quiet_unless(is_there),
            Action::Save => does(save).quiet_unless(is_there),
            Action::Export => order(TrainingCommand::Export).quiet_unless(is_there),
            _ => ActionOffer::Below,
        }
    }

    fn begin(&self, model: &mut Model, _action: Action) {
        if let Some(training) = model.dashboard_mut() {
            training.trouble = None;
        }
    }

    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        say_where(model, key, &[Context::Page]);
        Vec::new()
    }

    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        viewport.draw_training(buffer);
    }

    fn target_at(&self, viewport: &Viewport<'_>, column: u16, row: u16) -> Option<Click> {
        viewport.training_target(column, row)
    }

    /// Through the sentences that the model writes.
    fn wheel(&self, model: &mut Model, direction: isize) {
        model.dashboard_mut().into_iter().for_each(|training| look(training, direction, 0));
    }
}

fn end_comparing() -> ActionOffer {
    does_in_training(|training| training.comparison = None).says(id!("end-comparing"))
}

/// Keeps this moment.
fn pin(model: &mut Model) -> Vec<Effect> {
    let Some(training) = model.dashboard() else { return Vec::new() };
    let (task, step) = (training.task, training.step);
    model.say(Role::Success, say!("step-is-kept", step));
    vec![Effect::App(AppRequest::Order(task, TrainingCommand::Pin))]
}

/// Writes a checkpoint; how that went is said.
fn save(model: &mut Model) -> Vec<Effect> {
    let Some(training) = model.dashboard_mut() else { return Vec::new() };
    training.asks = true;
    vec![Effect::App(AppRequest::Order(training.task, TrainingCommand::Save))]
}
