//! Looking on while a model learns: what keys ask of the training, and what it reports.

use crate::app::event::AppRequest;
use crate::app::snapshots::SnapshotPair;
use crate::nn::Task;
use crate::notebook::training::{TrainingCommand, TrainingReport};
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::dashboard::{Comparison, Dashboard, State};
use crate::tui::theme::Role;
use crate::words::say;

use super::places;

pub(crate) mod moments;

/// Watches a model learn a task: from its first step, or where it was left.
pub(crate) fn watch(model: &mut Model, task: Task) -> Vec<Effect> {
    if model.watched == Some(task) {
        return Vec::new();
    }
    places::leave(model);
    let below = model.dashboard().map_or_else(|| model.workspace.open.clone(), |dashboard| dashboard.below.clone());
    model.show(None);
    model.watched = Some(task);
    let known = model.dashboards.iter().any(|dashboard| dashboard.task == task && is_alive(dashboard));
    if !known {
        model.dashboards.retain(|dashboard| dashboard.task != task);
        model.dashboards.push(Dashboard::new(task));
    }
    let mut effects = if known { Vec::new() } else { vec![Effect::App(AppRequest::Train(task))] };
    if let Some(dashboard) = model.dashboard_mut() {
        (dashboard.below, dashboard.left) = (below, false);
        if !matches!(dashboard.state, State::Ended(_)) {
            effects.push(Effect::App(AppRequest::Order(task, TrainingCommand::Go)));
        }
    }
    effects
}

/// Whether it can be gone on with; what was refused is tried anew.
fn is_alive(dashboard: &Dashboard) -> bool {
    !matches!(dashboard.state, State::Refused(_))
}

/// Nobody looks at these any more: they wait, and keep what they have learned.
pub(crate) fn leave_unwatched(model: &mut Model) -> Vec<Effect> {
    let watched = model.watched;
    let unwatched =
        |dashboard: &&mut Dashboard| Some(dashboard.task) != watched && !dashboard.left && is_alive(dashboard);
    let leave = |dashboard: &mut Dashboard| {
        (dashboard.left, dashboard.list, dashboard.comparison) = (true, None, None);
        Effect::App(AppRequest::Order(dashboard.task, TrainingCommand::Leave))
    };
    model.dashboards.iter_mut().filter(unwatched).map(leave).collect()
}

/// Looks at another sentence or another head; around at the ends.
pub(crate) fn look(dashboard: &mut Dashboard, sentences: isize, heads: isize) {
    let (all_sentences, all_heads) = dashboard.sizes();
    let around = |at: usize, step: isize, all: usize| (at as isize + step).rem_euclid(all.max(1) as isize) as usize;
    dashboard.sentence = around(dashboard.sentence, sentences, all_sentences);
    dashboard.head = around(dashboard.head, heads, all_heads);
}

/// Lays the next of the runs that were left under the curves.
pub(crate) fn lay_another_run(model: &mut Model) {
    let Some(training) = model.dashboard_mut() else { return };
    training.history.look_at_next_run();
    let (here, count) = training.history.earlier_run();
    model.say(Role::Text, say!("run-laid-under", here, count));
}

/// Moves the cursor that reads values over the curves.
pub(crate) fn read(dashboard: &mut Dashboard, direction: isize) {
    dashboard.axis.walk(dashboard.history.points(), direction);
}

/// Looks at the same head of another attention; around at the ends.
pub(crate) fn look_at_attention(dashboard: &mut Dashboard, steps: isize) {
    let Some(look) = dashboard.look.as_deref() else { return };
    let attentions = look.attentions();
    let Some(here) = attentions.iter().position(|(.., heads)| heads.contains(&dashboard.head)) else { return };
    let heads = |at: usize| attentions[at].2.clone();
    let there = heads((here as isize + steps).rem_euclid(attentions.len() as isize) as usize);
    dashboard.head = (there.start + dashboard.head - heads(here).start).min(there.end - 1);
}

/// Chooses a sentence, as the mouse does.
pub(crate) fn choose_sentence(model: &mut Model, sentence: usize) {
    if let Some(dashboard) = model.dashboard_mut() {
        dashboard.sentence = sentence.min(dashboard.sizes().0.saturating_sub(1));
    }
}

/// Chooses a head, as the mouse does.
pub(crate) fn choose_head(model: &mut Model, head: usize) {
    if let Some(dashboard) = model.dashboard_mut() {
        dashboard.head = head.min(dashboard.sizes().1.saturating_sub(1));
    }
}

/// Back to where the reader came from; the training waits there.
pub(crate) fn leave(model: &mut Model) {
    let Some(dashboard) = model.dashboard() else { return };
    let (task, step, below) = (dashboard.task, dashboard.step, dashboard.below.clone());
    model.show(below);
    model.say(Role::Dim, say!("learning-waits", task = task.to_string(), step));
}

/// Pauses the training on the screen, or goes on with it.
pub(crate) fn toggle(model: &mut Model) -> Vec<Effect> {
    let Some(training) = model.dashboard_mut() else { return Vec::new() };
    training.trouble = None;
    let order = if training.state == State::Running { TrainingCommand::Pause } else { TrainingCommand::Go };
    vec![Effect::App(AppRequest::Order(training.task, order))]
}

/// Whether something was learned that no file holds: then it is said, and the end waits for a second word.
pub(crate) fn asks_before_the_end(model: &mut Model) -> bool {
    let is_lost = |dashboard: &&Dashboard| is_alive(dashboard) && dashboard.saved.is_none() && dashboard.step > 0;
    let Some(lost) = model.dashboards.iter().find(is_lost) else { return false };
    model.say(Role::Warning, say!("would-be-lost", task = lost.task.to_string(), step = lost.step));
    model.asked = Some(Action::Quit);
    true
}

/// Now and the last moment before it.
pub(crate) fn earlier_moment(dashboard: &Dashboard) -> Option<SnapshotPair> {
    SnapshotPair::with_present(&dashboard.moments, dashboard.step)
}

/// Compares now with the last moment before it.
pub(crate) fn compare(dashboard: &mut Dashboard) {
    dashboard.comparison = earlier_moment(dashboard).map(Comparison::side_by_side);
}

pub(crate) fn turn(dashboard: &mut Dashboard) {
    if let Some(comparison) = &mut dashboard.comparison {
        comparison.difference = !comparison.difference;
    }
}

/// What a training has told. It may be one that nobody looks at any more.
pub(crate) fn reported(model: &mut Model, task: Task, reports: Vec<TrainingReport>) {
    let is_watched = model.watched == Some(task);
    let Some(dashboard) = model.dashboards.iter_mut().find(|dashboard| dashboard.task == task) else { return };
    let mut said = None;
    for report in reports {
        said = dashboard.take(report).or(said);
    }
    let said = said.filter(|_| is_watched || model.notice.is_none());
    if let Some(words) = said {
        model.say(Role::Text, words);
    }
}
