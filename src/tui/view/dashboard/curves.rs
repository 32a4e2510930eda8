//! Loss, accuracy, rate and gradients over the steps.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::model::dashboard::Dashboard;
use crate::tui::model::dashboard::history::Point;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::strips::Strips;
use crate::tui::widgets::trace::{Line, Trace};
use crate::words::{Said, say, word};

/// From this height on the rate has a plot of its own.
const WITH_RATE: u16 = 28;
const RATE: u16 = 6;
/// A plot is never lower.
const LOWEST: u16 = 4;
/// The newest point counts such a part of a smooth curve.
const SMOOTH: f64 = 0.08;

/// Draws all of it.
pub(super) fn draw(dashboard: &Dashboard, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let parts = dashboard.begun.as_ref().map_or(0, |begun| begun.parts.len()) as u16;
    let gradients = (parts + 1).min(area.height.saturating_sub(2 * LOWEST));
    let above = area.height - gradients;
    draw_plots(dashboard, Rect { height: above, ..area }, buffer, theme);
    draw_gradients(dashboard, Rect { y: area.y + above, height: gradients, ..area }, buffer, theme);
}

/// The curves.
pub(super) fn draw_plots(dashboard: &Dashboard, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let rate = if area.height >= WITH_RATE { RATE } else { 0 };
    let loss = if area.height < 2 * LOWEST { area.height } else { (area.height - rate).div_ceil(2) };
    let words = area.height - loss - rate;
    let points = dashboard.history.points();
    let last = dashboard.step.to_string();
    let ends = (word!("step-one"), last.as_str());
    let below = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
    draw_loss(points, ends, below(0, loss), buffer, theme);
    if words > 0 {
        draw_words(dashboard, points, ends, below(loss, words), buffer, theme);
    }
    if rate > 0 {
        draw_rate(points, ends, below(loss + words, rate), buffer, theme);
    }
}

fn draw_loss(points: &[Point], ends: (&str, &str), area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let raw = over_time(points, |point| point.loss);
    let smooth = smoothed(&raw);
    let top = smooth.iter().map(|(_, loss)| *loss).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let newest = smooth.last().map(|(_, loss)| format!("{loss:.3}")).unwrap_or_default();
    let lines = [
        Line { points: raw, style: theme.style(Role::Dim), ..Line::default() },
        Line { name: newest, points: smooth, style: theme.series(0), marks: false },
    ];
    let scale = if points.is_empty() { String::new() } else { format!("{top:.1}") };
    Trace { title: word!("plot-loss"), lines: &lines, top: (top, &scale), ends }.draw(area, buffer, theme);
}

fn draw_words(
    dashboard: &Dashboard,
    points: &[Point],
    ends: (&str, &str),
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let words = smoothed(&over_time(points, |point| point.share));
    let (first, last) = span(points);
    let whole: Vec<(f64, f64)> = dashboard
        .moments
        .iter()
        .filter(|kept| kept.step <= dashboard.step)
        .filter_map(|kept| {
            let (right, total) = kept.score?;
            Some(((kept.step as f64 - first) / (last - first).max(1.0), right as f64 / total.max(1) as f64))
        })
        .collect();
    let percent = |points: &[(f64, f64)]| points.last().map(|(_, share)| format!("{:.1}", 100.0 * share));
    let of_words = percent(&words).map(|percent| say!("plot-words", percent));
    let of_whole = percent(&whole).map(|percent| say!("plot-whole", percent));
    let lines = [
        Line { name: of_words.unwrap_or_default(), points: words, style: theme.series(0), marks: false },
        Line { name: of_whole.unwrap_or_default(), points: whole, style: theme.series(1), marks: true },
    ];
    Trace { title: word!("plot-right"), lines: &lines, top: (1.0, "100%"), ends }.draw(area, buffer, theme);
}

fn draw_rate(points: &[Point], ends: (&str, &str), area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let rates = over_time(points, |point| point.rate);
    let top = rates.iter().map(|(_, rate)| *rate).fold(0.0, f64::max);
    let newest = rates.last().map(|(_, rate)| format!("{rate:.2e}")).unwrap_or_default();
    let scale = if points.is_empty() { String::new() } else { format!("{top:.0e}") };
    let lines = [Line { name: newest, points: rates, style: theme.series(0), marks: false }];
    Trace { title: word!("plot-rate"), lines: &lines, top: (top, &scale), ends }.draw(area, buffer, theme);
}

/// The gradients of the parts of the model.
pub(super) fn draw_gradients(dashboard: &Dashboard, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let Some(begun) = &dashboard.begun else { return };
    let columns: Vec<&[f64]> = dashboard.history.points().iter().map(|point| point.parts.as_slice()).collect();
    let names: Vec<String> = begun.parts.iter().map(Said::said).collect();
    Strips { title: word!("plot-gradients"), names: &names, columns: &columns }.draw(area, buffer, theme);
}

/// The first and the last step that is drawn.
fn span(points: &[Point]) -> (f64, f64) {
    let step = |point: Option<&Point>| point.map_or(0.0, |point| point.step as f64);
    (step(points.first()), step(points.last()))
}

/// A value at each point, with its place in time from 0 to 1.
fn over_time(points: &[Point], value: impl Fn(&Point) -> f64) -> Vec<(f64, f64)> {
    let (first, last) = span(points);
    points.iter().map(|point| ((point.step as f64 - first) / (last - first).max(1.0), value(point))).collect()
}

/// The running mean.
fn smoothed(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut mean = points.first().map_or(0.0, |(_, value)| *value);
    let smooth = |&(x, value): &(f64, f64)| {
        mean += SMOOTH * (value - mean);
        (x, mean)
    };
    points.iter().map(smooth).collect()
}
