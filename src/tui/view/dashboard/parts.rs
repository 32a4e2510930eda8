//! The parts of the model: how long their gradients are, how far the newest update moved them, and how their weights and activations
//! are spread.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::notebook::training::{ModelPreview, ValueSpread};
use crate::tui::model::dashboard::{Dashboard, PartsView};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, fit_left, fit_right, put, width as width_of};
use crate::tui::widgets::strips::Strips;
use crate::words::{Said, word};

/// The narrowest view that stands beside another, and the columns between.
const NARROWEST: u16 = 36;
const GAP: u16 = 2;
/// The widest name.
const NAME: u16 = 11;
/// The columns of the mean and the standard deviation.
const SPREAD: u16 = 17;
/// Bars of rising height; none is so high that it touches the row above.
const BARS: [char; 7] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'];

/// How many views have room.
pub(super) fn room(dashboard: &Dashboard, area: Rect) -> usize {
    let (across, down) = grid(dashboard, area);
    usize::from(across * down).min(PartsView::ALL.len())
}

/// How many views stand beside each other, and how many below.
fn grid(dashboard: &Dashboard, area: Rect) -> (u16, u16) {
    let across = ((area.width + GAP) / (NARROWEST + GAP)).clamp(1, PartsView::ALL.len() as u16);
    let lines = height(dashboard);
    (across, (area.height / lines.max(1)).max(1))
}

/// The lines of a view: a title, and one a part.
pub(super) fn height(dashboard: &Dashboard) -> u16 {
    dashboard.begun.as_ref().map_or(0, |begun| begun.parts.len()) as u16 + 1
}

/// Draws as many views as there is room for, the chosen one first.
pub(super) fn draw(dashboard: &Dashboard, look: Option<&ModelPreview>, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let all = PartsView::ALL;
    let count = room(dashboard, area);
    // Where all have room, they keep their places.
    let first = if count == all.len() { 0 } else { all.iter().position(|view| *view == dashboard.parts).unwrap_or(0) };
    // As many lines as are needed, each as full as the others.
    let lines = count.div_ceil(usize::from(grid(dashboard, area).0));
    let across = count.div_ceil(lines.max(1)).max(1) as u16;
    let width = (area.width + GAP) / across - GAP;
    let lines = if count > usize::from(across) { height(dashboard) } else { area.height };
    for at in 0..count {
        let (column, line) = (at as u16 % across, at as u16 / across);
        let place = Rect { x: area.x + column * (width + GAP), y: area.y + line * lines, width, height: lines };
        draw_one(dashboard, look, all[(first + at) % all.len()], place.intersection(area), buffer, theme);
    }
}

/// Draws one view.
pub(super) fn draw_one(
    dashboard: &Dashboard,
    look: Option<&ModelPreview>,
    view: PartsView,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let Some(begun) = &dashboard.begun else { return };
    let names: Vec<String> = begun.parts.iter().map(Said::said).collect();
    let (first, last) = dashboard.axis.span(dashboard.history.points());
    let read = dashboard.axis.cursor.unwrap_or(u64::MAX);
    let parts = look.map_or(&[][..], |look| &look.parts);
    match view {
        PartsView::Gradients => {
            let points = dashboard.history.shown((first, last));
            let columns: Vec<&[f64]> = points.iter().map(|point| point.parts.as_slice()).collect();
            let read = points.partition_point(|point| point.step < read);
            Strips { title: word!("plot-gradients"), names: &names, columns: &columns, read }.draw(area, buffer, theme);
        }
        PartsView::Updates => {
            let looks = dashboard.history.looks().iter().filter(|look| (first..=last).contains(&look.step));
            let looks: Vec<_> = looks.collect();
            let columns: Vec<&[f64]> = looks.iter().map(|look| look.updates.as_slice()).collect();
            let read = looks.partition_point(|look| look.step < read);
            Strips { title: word!("plot-updates"), names: &names, columns: &columns, read }.draw(area, buffer, theme);
        }
        PartsView::Weights => {
            let spreads: Vec<_> = parts.iter().map(|part| Some(&part.weights)).collect();
            draw_spreads(word!("plot-weights"), &names, &spreads, area, buffer, theme);
        }
        PartsView::Activations => {
            let spreads: Vec<_> = parts.iter().map(|part| part.activations.as_ref()).collect();
            draw_spreads(word!("plot-activations"), &names, &spreads, area, buffer, theme);
        }
    }
}

/// A row for each part: its numbers as bars from three standard deviations below the mean to three above, with both numbers.
fn draw_spreads(
    title: &str,
    names: &[String],
    spreads: &[Option<&ValueSpread>],
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let x = put(buffer, area, 0, 0, &fit(title, area.width), theme.style(Role::Heading));
    let legend = word!("plot-spread");
    let at = area.width.saturating_sub(width_of(legend));
    if at > x + 1 {
        put(buffer, area, at, 0, legend, theme.style(Role::Dim));
    }
    let longest = names.iter().map(|name| width_of(name)).max().unwrap_or(0).min(NAME);
    let room = area.width.saturating_sub(longest + 1 + SPREAD);
    let rows = names.iter().zip(spreads).zip(1..area.height);
    for ((name, spread), y) in rows {
        put(buffer, area, 0, y, &fit_left(name, longest), theme.style(Role::Text));
        let Some(spread) = spread else {
            put(buffer, area, longest + 1, y, "–", theme.style(Role::Dim));
            continue;
        };
        let most = (0..room).map(|column| spread.share(column, room)).fold(f64::MIN_POSITIVE, f64::max);
        for column in 0..room {
            let share = spread.share(column, room);
            let bar = ((share / most * BARS.len() as f64).ceil() as usize).clamp(1, BARS.len());
            let sign = if share > 0.0 { BARS[bar - 1] } else { ' ' };
            put(buffer, area, longest + 1 + column, y, &sign.to_string(), theme.series(0));
        }
        // What is rounded to 0 has no sign.
        let numbers = format!("{:.2} ± {:.2}", spread.mean, spread.deviation).replace("-0.00 ", "0.00 ");
        let text = fit_right(&numbers, SPREAD);
        put(buffer, area, area.width.saturating_sub(SPREAD), y, &text, theme.style(Role::Dim));
    }
}
