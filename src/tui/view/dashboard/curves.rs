//! Loss, accuracy and rate over the steps.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::snapshots;
use crate::notebook::training::history::Point;
use crate::tui::model::dashboard::Dashboard;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::trace::{Line, Trace, ValueScale};
use crate::words::training::unit;
use crate::words::{say, word};

/// From this height on the rate has a plot of its own.
const WITH_RATE: u16 = 28;
const RATE: u16 = 7;
/// A plot is never lower.
pub(super) const LOWEST: u16 = 4;
/// The newest point counts such a part of a smooth curve.
const SMOOTH: f64 = 0.08;

/// What all plots have in common.
struct Plots<'a> {
    dashboard: &'a Dashboard,
    /// The points that are shown.
    points: &'a [Point],
    /// Their first and their last step.
    span: (u64, u64),
    ends: (String, String),
    cursor: Option<(f64, String)>,
}

/// Draws the plots below each other.
pub(super) fn draw(dashboard: &Dashboard, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let rate = if area.height >= WITH_RATE { RATE } else { 0 };
    let loss = if area.height < 2 * LOWEST { area.height } else { (area.height - rate).div_ceil(2) };
    let right = area.height - loss - rate;
    let plots = Plots::of(dashboard);
    let below = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
    plots.draw_loss(below(0, loss), buffer, theme);
    if right > 0 {
        plots.draw_right(below(loss, right), buffer, theme);
    }
    if rate > 0 {
        plots.draw_rate(below(loss + right, rate), buffer, theme);
    }
}

impl<'a> Plots<'a> {
    fn of(dashboard: &'a Dashboard) -> Self {
        let all = dashboard.history.points();
        let span = dashboard.axis.span(all);
        let points = dashboard.history.shown(span);
        let first = if span.0 <= 1 { word!("step-one").to_owned() } else { span.0.to_string() };
        let place = |step: u64| (step.saturating_sub(span.0)) as f64 / (span.1.saturating_sub(span.0)).max(1) as f64;
        let cursor = dashboard.axis.cursor.map(|step| (place(step), step.to_string()));
        Self { dashboard, points, span, ends: (first, span.1.to_string()), cursor }
    }

    /// Where a step stands: 0 at the left, 1 at the right. Nothing for steps that are not shown.
    fn place(&self, step: u64) -> Option<f64> {
        let (first, last) = self.span;
        (first..=last).contains(&step).then(|| (step - first) as f64 / (last - first).max(1) as f64)
    }

    /// A value at each of these points that is shown.
    fn over_time(&self, points: &[Point], value: impl Fn(&Point) -> f64) -> Vec<(f64, f64)> {
        points.iter().filter_map(|point| Some((self.place(point.step)?, value(point)))).collect()
    }

    fn draw(&self, title: &str, lines: &[Line], scale: ValueScale, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let ends = (self.ends.0.as_str(), self.ends.1.as_str());
        let cursor = self.cursor.as_ref().map(|(at, words)| (*at, words.as_str()));
        Trace { title, lines, scale, ends, cursor }.draw(area, buffer, theme);
    }

    fn draw_loss(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let (history, axis) = (&self.dashboard.history, &self.dashboard.axis);
        let raw = self.over_time(self.points, |point| point.loss);
        let smooth = smoothed(&raw);
        let earlier = smoothed(&self.over_time(history.earlier(), |point| point.loss));
        let looks = history.looks().iter().filter_map(|look| Some((look.step, look.validation_loss?)));
        let validation = looks.clone().filter_map(|(step, loss)| Some((self.place(step)?, loss))).collect();
        let read = match axis.cursor {
            Some(_) => axis.read(history.points()).map(|point| point.loss),
            None => smooth.last().map(|(_, loss)| *loss),
        };
        let validated = looks.take_while(|(step, _)| axis.cursor.is_none_or(|cursor| *step <= cursor)).last();
        let of_validation = validated.map(|(_, loss)| say!("plot-validation", loss = number(loss)));
        let of_earlier = if earlier.is_empty() { "" } else { word!("plot-earlier") };
        let lines = [
            Line { points: raw, style: theme.style(Role::Dim), ..Line::default() },
            Line { points: earlier, style: theme.series(2), ..Line::default() },
            Line { name: read.map(number).unwrap_or_default(), points: smooth, style: theme.series(0), marks: false },
            Line { name: of_validation.unwrap_or_default(), points: validation, style: theme.series(1), marks: false },
            // The newest lines are on top, and the name of the oldest stands last.
            Line { name: of_earlier.to_owned(), style: theme.series(2), ..Line::default() },
        ];
        let values = || lines[1..].iter().flat_map(|line| &line.points).map(|(_, loss)| *loss);
        let positive = || values().filter(|loss| loss.is_finite() && *loss > 0.0);
        let high = positive().fold(f64::MIN_POSITIVE, f64::max);
        let low = if axis.is_log || axis.is_zoomed() { positive().fold(high, f64::min) } else { 0.0 };
        // A level curve has room around it.
        let (low, high) = if low < high { (low, high) } else { (high / 2.0, high * 2.0) };
        let title = if axis.is_log { word!("plot-log-loss") } else { word!("plot-loss") };
        let scale = ValueScale { low, high, is_log: axis.is_log, write: short };
        self.draw(title, &lines, scale, area, buffer, theme);
    }

    fn draw_right(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let dashboard = self.dashboard;
        let shares = smoothed(&self.over_time(self.points, |point| point.share));
        let scored = snapshots::scores(&dashboard.moments, dashboard.step)
            .map(|(step, (right, total))| (step, right as f64 / total.max(1) as f64));
        let whole = scored.clone().filter_map(|(step, share)| Some((self.place(step)?, share))).collect();
        let (read, until) = match dashboard.axis.cursor {
            Some(cursor) => (dashboard.axis.read(dashboard.history.points()).map(|point| point.share), cursor),
            None => (shares.last().map(|(_, share)| *share), u64::MAX),
        };
        let of_units = read.map(|share| format!("{} {:.1} %", unit(dashboard.task), 100.0 * share));
        let of_whole = scored.take_while(|(step, _)| *step <= until).last();
        let of_whole =
            of_whole.map(|(step, share)| say!("plot-whole", percent = format!("{:.0}", 100.0 * share), step));
        let lines = [
            Line { name: of_units.unwrap_or_default(), points: shares, style: theme.series(0), marks: false },
            Line { name: of_whole.unwrap_or_default(), points: whole, style: theme.series(1), marks: true },
        ];
        let scale = ValueScale { low: 0.0, high: 1.0, is_log: false, write: |share| format!("{:.0}%", 100.0 * share) };
        self.draw(word!("plot-right"), &lines, scale, area, buffer, theme);
    }

    fn draw_rate(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let rates = self.over_time(self.points, |point| point.rate);
        let high = rates.iter().map(|(_, rate)| *rate).fold(f64::MIN_POSITIVE, f64::max);
        let read = self.dashboard.axis.read(self.dashboard.history.points());
        let name = read.map(|point| format!("{:.2e}", point.rate)).unwrap_or_default();
        let lines = [Line { name, points: rates, style: theme.series(0), marks: false }];
        let scale = ValueScale { low: 0.0, high, is_log: false, write: short };
        self.draw(word!("plot-rate"), &lines, scale, area, buffer, theme);
    }
}

/// `0.312`, `8.1e-4`: a loss, also one that is small.
pub(super) fn number(loss: f64) -> String {
    if loss.abs() >= 0.01 || loss == 0.0 { format!("{loss:.3}") } else { format!("{loss:.1e}") }
}

/// A number in four columns.
fn short(number: f64) -> String {
    match number.abs() {
        0.0 => "0".to_owned(),
        ..0.01 => format!("{number:.0e}"),
        ..1.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_losses_keep_their_digits() {
        assert_eq!([4.3, 0.312, 0.0008, 0.0].map(number), ["4.300", "0.312", "8.0e-4", "0.000"]);
        assert_eq!([4.3, 0.312, 0.0008, 0.0, 123.4].map(short), ["4.3", "0.31", "8e-4", "0", "123"]);
    }
}
