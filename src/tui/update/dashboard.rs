//! Looking on while a model learns: what keys ask of the training, and what it reports.

use crate::app::event::AppRequest;
use crate::nn::Task;
use crate::notebook::training::{TrainingCommand, TrainingReport};
use crate::tui::keymap::{Action, Context};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::dashboard::{Comparison, Dashboard, State};
use crate::tui::theme::Role;
use crate::tui::view;
use crate::words::{say, word};

use super::places;

pub(super) mod moments;

/// Watches a model learn a task: from its first step, or where it was left.
pub(super) fn watch(model: &mut Model, task: Task) -> Vec<Effect> {
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
pub(super) fn leave_unwatched(model: &mut Model) -> Vec<Effect> {
    let watched = model.watched;
    let unwatched =
        |dashboard: &&mut Dashboard| Some(dashboard.task) != watched && !dashboard.left && is_alive(dashboard);
    let leave = |dashboard: &mut Dashboard| {
        (dashboard.left, dashboard.list, dashboard.comparison) = (true, None, None);
        Effect::App(AppRequest::Order(dashboard.task, TrainingCommand::Leave))
    };
    model.dashboards.iter_mut().filter(unwatched).map(leave).collect()
}

/// A key at the dashboard.
pub(super) fn update(model: &mut Model, action: Action) -> Vec<Effect> {
    let is_small = view::dashboard::is_small(model);
    let Some(dashboard) = model.dashboard_mut() else { return Vec::new() };
    dashboard.trouble = None;
    let task = dashboard.task;
    let order = |order: TrainingCommand| vec![Effect::App(AppRequest::Order(task, order))];
    match action {
        Action::Back if dashboard.comparison.take().is_some() => {}
        Action::Back => leave(model),
        Action::Toggle => {
            return order(if dashboard.state == State::Running { TrainingCommand::Pause } else { TrainingCommand::Go });
        }
        Action::Step => return order(TrainingCommand::Step),
        Action::Increase => return order(TrainingCommand::Turn(1)),
        Action::Decrease => return order(TrainingCommand::Turn(-1)),
        Action::Pin => {
            let step = dashboard.step;
            model.say(Role::Success, say!("step-is-kept", step));
            return order(TrainingCommand::Pin);
        }
        Action::Save => {
            dashboard.asks = true;
            return order(TrainingCommand::Save);
        }
        Action::Export => return order(TrainingCommand::Export),
        Action::Moments => moments::open(dashboard),
        Action::Compare => compare(model),
        Action::Turn => turn(dashboard),
        Action::NextView if is_small => dashboard.panel = dashboard.panel.next(),
        Action::NextView => model.say(Role::Dim, word!("all-panels-are-here")),
        Action::Up => look(dashboard, -1, 0),
        Action::Down => look(dashboard, 1, 0),
        Action::Left => look(dashboard, 0, -1),
        Action::Right => look(dashboard, 0, 1),
        Action::NextSlice => look(dashboard, 0, heads(dashboard)),
        Action::PreviousSlice => look(dashboard, 0, -heads(dashboard)),
        _ => {}
    }
    Vec::new()
}

/// The heads of a layer.
fn heads(dashboard: &Dashboard) -> isize {
    dashboard.look.as_ref().map_or(0, |look| look.heads.1 as isize)
}

/// Looks at another sentence or another head; around at the ends.
fn look(dashboard: &mut Dashboard, sentences: isize, heads: isize) {
    let (all_sentences, all_heads) = dashboard.sizes();
    let around = |at: usize, step: isize, all: usize| (at as isize + step).rem_euclid(all.max(1) as isize) as usize;
    dashboard.sentence = around(dashboard.sentence, sentences, all_sentences);
    dashboard.head = around(dashboard.head, heads, all_heads);
}

/// Chooses a sentence, as the mouse does.
pub(super) fn choose_sentence(model: &mut Model, sentence: usize) {
    if let Some(dashboard) = model.dashboard_mut() {
        dashboard.sentence = sentence.min(dashboard.sizes().0.saturating_sub(1));
    }
}

/// The wheel goes through sentences.
pub(super) fn wheel(model: &mut Model, direction: isize) {
    let Some(dashboard) = model.dashboard_mut() else { return };
    match dashboard.list {
        Some(_) => moments::walk(dashboard, direction),
        None => look(dashboard, direction, 0),
    }
}

/// Back to where the reader came from; the training waits there.
fn leave(model: &mut Model) {
    let Some(dashboard) = model.dashboard() else { return };
    let (task, step, below) = (dashboard.task, dashboard.step, dashboard.below.clone());
    model.show(below);
    model.say(Role::Dim, say!("learning-waits", task = task.to_string(), step));
}

/// Whether something was learned that no file holds: then it is said, and the end waits for a second word.
pub(super) fn asks_before_the_end(model: &mut Model) -> bool {
    let is_lost = |dashboard: &&Dashboard| is_alive(dashboard) && dashboard.saved.is_none() && dashboard.step > 0;
    let Some(lost) = model.dashboards.iter().find(is_lost) else { return false };
    model.say(Role::Warning, say!("would-be-lost", task = lost.task.to_string(), step = lost.step));
    model.leaving = true;
    true
}

/// Compares now with the last moment before it, or ends the comparison.
fn compare(model: &mut Model) {
    let Some(dashboard) = model.dashboard_mut() else { return };
    if dashboard.comparison.take().is_some() {
        return;
    }
    let now = dashboard.step;
    let before = dashboard.moments.iter().rev().find(|kept| kept.step < now).map(|kept| kept.id);
    match before {
        Some(before) => dashboard.comparison = Some(Comparison { before, after: None, difference: false }),
        None => model.say(Role::Dim, word!("no-earlier-moment")),
    }
}

fn turn(dashboard: &mut Dashboard) {
    if let Some(comparison) = &mut dashboard.comparison {
        comparison.difference = !comparison.difference;
    }
}

/// What a training has told. It may be one that nobody looks at any more.
pub(super) fn reported(model: &mut Model, task: Task, reports: Vec<TrainingReport>) {
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

/// What a key would do here and now.
pub(super) fn wording(
    model: &Model,
    dashboard: &Dashboard,
    context: Context,
    action: Action,
    words: &'static str,
) -> Option<&'static str> {
    let (sentences, heads) = dashboard.sizes();
    let is_there = dashboard.is_there();
    match (context, action) {
        (Context::Moments, Action::Open | Action::Toggle | Action::Compare) => {
            (!dashboard.moments.is_empty()).then_some(words)
        }
        (Context::Moments, Action::Up | Action::Down) => (dashboard.moments.len() > 1).then_some(words),
        (Context::Training, Action::Back | Action::Compare) if dashboard.comparison.is_some() => {
            Some(word!("end-comparing"))
        }
        (Context::Training, Action::Toggle) => match dashboard.state {
            State::Running => Some(word!("pause")),
            State::Paused => Some(word!("go-on")),
            _ => None,
        },
        (Context::Training, Action::Step) => (is_there && !matches!(dashboard.state, State::Ended(_))).then_some(words),
        (Context::Training, Action::Compare | Action::Moments) => (!dashboard.moments.is_empty()).then_some(words),
        (Context::Training, Action::Turn) => {
            dashboard.comparison.map(|pair| if pair.difference { word!("side-by-side") } else { word!("difference") })
        }
        (Context::Training, Action::NextView) => view::dashboard::is_small(model).then_some(word!("panel")),
        (Context::Training, Action::Up | Action::Down) => (sentences > 1).then_some(words),
        (Context::Training, Action::Left | Action::Right) => (heads > 1).then_some(words),
        (Context::Training, Action::NextSlice | Action::PreviousSlice) => {
            dashboard.look.as_ref().is_some_and(|look| look.heads.0 > 1).then_some(words)
        }
        (Context::Training, Action::Increase | Action::Decrease | Action::Pin | Action::Save | Action::Export) => {
            is_there.then_some(words)
        }
        _ => Some(words),
    }
}
