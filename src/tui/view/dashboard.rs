//! A model while it learns: how far it is, its curves, its gradients, what it writes and where it reads.
//!
//! Two lines at the top say how it stands. Below, the curves stand at the left and what the model can do at the right: what it writes,
//! where all of its heads read, and below them the parts of the model. The list of moments takes the place of the curves, and of two
//! compared moments each has a side. A small screen shows one panel at a time.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::Click;
use crate::notebook::training::ModelPreview;
use crate::tui::layout::areas::Areas;
use crate::tui::model::Model;
use crate::tui::model::dashboard::{Dashboard, Panel, PartsView, State};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put};
use crate::tui::widgets::wrap::wrap;
use crate::words::{Said, word};

mod curves;
mod heads;
mod look;
mod moments;
mod parts;
mod sentences;
mod standing;

use look::LookLayout;
pub(super) use standing::thousands;

/// Below this size one panel is shown at a time.
const NARROW: u16 = 64;
const LOW: u16 = 14;
/// The lines that say how it stands.
const STANDING: u16 = 2;
/// What went wrong takes so many lines at the most.
const TROUBLE: u16 = 3;
/// The columns between the two sides.
const GAP: u16 = 2;
/// The curves take so many percent of the width, but not less and not more than so many columns.
const CURVES: u16 = 35;
const MIN_CURVES: u16 = 36;
const MAX_CURVES: u16 = 48;
/// The fewest lines below the heads in which the parts of the model are shown.
const MIN_PARTS: u16 = 6;

/// Whether one panel is shown at a time.
pub fn is_small(model: &Model) -> bool {
    is_small_area(Areas::of(model).page)
}

/// Whether all views of the parts of the model have room.
pub fn has_all_parts(model: &Model, dashboard: &Dashboard) -> bool {
    let page = Areas::of(model).page;
    if is_small_area(page) {
        return false;
    }
    let parts = Parts::of(dashboard, page);
    let rest = shown(dashboard)
        .map_or(Rect { height: 0, ..parts.right }, |look| LookLayout::above_parts(dashboard, look, parts.right).rest);
    let (_, below) = split_left(dashboard, parts.left, rest);
    parts::room(dashboard, below) == PartsView::ALL.len()
}

fn is_small_area(page: Rect) -> bool {
    page.width < NARROW || page.height < LOW
}

/// The parts of the dashboard.
#[derive(Debug, Clone, Copy)]
struct Parts {
    standing: Rect,
    left: Rect,
    right: Rect,
    trouble: Rect,
}

impl Parts {
    fn of(dashboard: &Dashboard, page: Rect) -> Self {
        let page = Rect { x: page.x + 1, width: page.width.saturating_sub(2), ..page }.intersection(page);
        let lines = dashboard.trouble.as_deref().map_or(0, |words| lines(words, page.width).len());
        let lost = u16::try_from(lines).unwrap_or(TROUBLE).min(TROUBLE).min(page.height / 3);
        let below = page.height.saturating_sub(STANDING + lost);
        let body = Rect { y: page.y + STANDING.min(page.height), height: below, ..page };
        let half = body.width.saturating_sub(GAP) / 2;
        let left = if dashboard.comparison.is_some() {
            half
        } else {
            (body.width * CURVES / 100).clamp(MIN_CURVES, MAX_CURVES).min(body.width)
        };
        Self {
            standing: Rect { height: STANDING.min(page.height), ..page },
            left: Rect { width: left, ..body },
            right: Rect { x: body.x + left + GAP, width: body.width.saturating_sub(left + GAP), ..body }
                .intersection(body),
            trouble: Rect { y: page.bottom() - lost, height: lost, ..page },
        }
    }

    /// Both sides as one.
    fn whole(&self) -> Rect {
        Rect { width: self.right.right().max(self.left.right()) - self.left.x, ..self.left }
    }
}

/// Draws the dashboard.
pub(crate) fn draw(model: &Model, dashboard: &Dashboard, page: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let parts = Parts::of(dashboard, page);
    if let Some(words) = opening(dashboard) {
        for (y, line) in lines(&words, parts.whole().width).into_iter().enumerate() {
            let role = if matches!(dashboard.state, State::Refused(_)) { Role::Error } else { Role::Dim };
            put(buffer, parts.whole(), 0, y as u16, &line, theme.style(role));
        }
        return;
    }
    standing::draw(dashboard, parts.standing, buffer, theme);
    for (y, line) in lines(dashboard.trouble.as_deref().unwrap_or(""), parts.trouble.width).into_iter().enumerate() {
        put(buffer, parts.trouble, 0, y as u16, &line, theme.style(Role::Warning));
    }
    if is_small_area(page) {
        return draw_one(dashboard, parts.whole(), buffer, theme);
    }
    if let Some((pair, before, after)) = dashboard.compared() {
        draw_look(dashboard, &before, None, parts.left, buffer, theme);
        let earlier = pair.difference.then_some(&*before);
        draw_look(dashboard, &after, earlier, parts.right, buffer, theme);
        return;
    }
    let rest = match shown(dashboard) {
        Some(look) => {
            let layout = LookLayout::above_parts(dashboard, look, parts.right);
            layout.draw(dashboard, look, None, buffer, theme);
            layout.rest
        }
        None => Rect { height: 0, ..parts.right },
    };
    let (curves, below) = split_left(dashboard, parts.left, rest);
    parts::draw(dashboard, shown(dashboard).map(|look| &**look), below, buffer, theme);
    match dashboard.list {
        Some(_) => moments::draw(dashboard, curves, buffer, theme),
        None => curves::draw(dashboard, curves, buffer, theme),
    }
}

/// The parts of the model stand below the heads, or where there is no room below the curves: where the curves and the parts stand.
fn split_left(dashboard: &Dashboard, left: Rect, rest: Rect) -> (Rect, Rect) {
    if rest.height >= parts::height(dashboard).min(MIN_PARTS) {
        return (left, rest);
    }
    let height = parts::height(dashboard).min(left.height.saturating_sub(2 * curves::LOWEST));
    let above = Rect { height: left.height - height, ..left };
    (above, Rect { y: above.bottom(), height, ..left })
}

/// Draws what the model can do, and nothing below.
fn draw_look(
    dashboard: &Dashboard,
    look: &ModelPreview,
    before: Option<&ModelPreview>,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    LookLayout::of(dashboard, look, area).draw(dashboard, look, before, buffer, theme);
}

/// What a small screen shows.
fn draw_one(dashboard: &Dashboard, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    if let Some((pair, before, after)) = dashboard.compared() {
        let earlier = pair.difference.then_some(&*before);
        draw_look(dashboard, &after, earlier, area, buffer, theme);
        return;
    }
    match (dashboard.list, dashboard.panel) {
        (Some(_), _) => moments::draw(dashboard, area, buffer, theme),
        (None, Panel::Curves) => curves::draw(dashboard, area, buffer, theme),
        (None, Panel::Parts) => {
            let look = shown(dashboard).map(|look| &**look);
            parts::draw_one(dashboard, look, dashboard.parts, area, buffer, theme);
        }
        (None, Panel::Sentences) => {
            if let Some(look) = shown(dashboard) {
                draw_look(dashboard, look, None, area, buffer, theme);
            }
        }
    }
}

/// What is looked at: the moment under the cursor of the list, else now.
fn shown(dashboard: &Dashboard) -> Option<&Arc<ModelPreview>> {
    let listed = dashboard.list.and_then(|list| dashboard.moments.get(list.selected)).map(|kept| &kept.look);
    listed.or(dashboard.look.as_ref())
}

/// What is said where there is nothing to show.
fn opening(dashboard: &Dashboard) -> Option<String> {
    match &dashboard.state {
        State::Opening => Some(word!("model-is-being-made").to_owned()),
        State::Refused(refusal) => Some(refusal.said()),
        _ => None,
    }
}

/// What a click means.
pub(crate) fn target_at(dashboard: &Dashboard, page: Rect, column: u16, row: u16) -> Option<Click> {
    let parts = Parts::of(dashboard, page);
    let at = |area: Rect| area.contains((column, row).into());
    if opening(dashboard).is_some() {
        return None;
    }
    if at(parts.standing) {
        return Some(Click::Standing);
    }
    let is_small = is_small_area(page);
    let (list, model) = if is_small { (parts.whole(), parts.whole()) } else { (parts.left, parts.right) };
    let compares = dashboard.comparison.is_some();
    if dashboard.list.is_some() && !compares && at(list) {
        return moments::moment_at(dashboard, list, row).map(Click::Kept);
    }
    let looks = match dashboard.compared() {
        Some((_, _, after)) if is_small => vec![(parts.whole(), after)],
        Some((_, before, after)) => vec![(parts.left, before), (parts.right, after)],
        None if is_small && dashboard.panel != Panel::Sentences => Vec::new(),
        None => shown(dashboard).map(|look| (model, Arc::clone(look))).into_iter().collect(),
    };
    let (side, look) = looks.into_iter().find(|(side, _)| at(*side))?;
    let has_parts = !is_small && !compares;
    let layout = if has_parts { LookLayout::above_parts } else { LookLayout::of };
    layout(dashboard, &look, side).target_at(dashboard, &look, column, row)
}

/// Words as lines.
fn lines(words: &str, width: u16) -> Vec<String> {
    if words.is_empty() {
        Vec::new()
    } else {
        wrap(&[Span::raw(words)], width).iter().map(ToString::to_string).collect()
    }
}

/// A line of pieces with three columns between, as many as fit.
fn put_pieces(pieces: &[(String, Role)], area: Rect, buffer: &mut Buffer, theme: &Theme) {
    const BETWEEN: u16 = 3;
    let mut x = 0;
    for (text, role) in pieces {
        let room = area.width.saturating_sub(x);
        if x > 0 && crate::tui::widgets::clip::width(text) > room {
            continue;
        }
        x = put(buffer, area, x, 0, &fit(text, room), theme.style(*role)) + BETWEEN;
    }
}
