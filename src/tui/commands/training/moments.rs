//! The list of the moments that a training can go back to.

use crate::app::event::AppRequest;
use crate::app::snapshots::SnapshotPair;
use crate::notebook::training::TrainingCommand;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::dashboard::{Comparison, Dashboard, List};
use crate::tui::theme::Role;
use crate::words::word;

/// Opens the list, at the newest.
pub(crate) fn open(dashboard: &mut Dashboard) {
    dashboard.comparison = None;
    dashboard.list = Some(List { selected: dashboard.moments.len().saturating_sub(1), marked: None });
}

/// Moves the cursor; not around, since the list has a beginning and an end in time.
pub(crate) fn walk(dashboard: &mut Dashboard, steps: isize) {
    let last = dashboard.moments.len().saturating_sub(1);
    if let Some(list) = &mut dashboard.list {
        list.selected = list.selected.saturating_add_signed(steps).min(last);
    }
}

/// A click chooses a moment; another goes back to it.
pub(crate) fn choose(model: &mut Model, place: usize) -> Vec<Effect> {
    let Some(dashboard) = model.dashboard_mut() else { return Vec::new() };
    match &mut dashboard.list {
        Some(list) if list.selected == place => rewind(dashboard),
        Some(list) => {
            list.selected = place;
            Vec::new()
        }
        None => Vec::new(),
    }
}

/// The number of the moment under the cursor.
fn selected(dashboard: &Dashboard) -> Option<usize> {
    dashboard.moments.get(dashboard.list?.selected).map(|kept| kept.id)
}

pub(crate) fn rewind(dashboard: &mut Dashboard) -> Vec<Effect> {
    let Some(id) = selected(dashboard) else { return Vec::new() };
    dashboard.list = None;
    vec![Effect::App(AppRequest::Order(dashboard.task, TrainingCommand::Rewind(id)))]
}

/// Marks the moment to be compared with another, or takes the mark away.
pub(crate) fn mark(model: &mut Model) {
    let Some(dashboard) = model.dashboard_mut() else { return };
    let here = selected(dashboard);
    if let Some(list) = &mut dashboard.list {
        list.marked = here.filter(|id| list.marked != Some(*id));
        if list.marked.is_some() {
            model.say(Role::Text, word!("c-compares-marked"));
        }
    }
}

/// Compares the marked moment with the one under the cursor; without a mark that one with now.
pub(crate) fn compare(dashboard: &mut Dashboard) {
    let Some(here) = selected(dashboard) else { return };
    let marked = dashboard.list.and_then(|list| list.marked);
    dashboard.comparison = Some(Comparison::side_by_side(SnapshotPair::of(here, marked)));
    dashboard.list = None;
}
