//! How a training stands: what it does, how far it is, how well, how fast.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::put_pieces;
use crate::notebook::training::EndReason;
use crate::tui::model::dashboard::{Dashboard, State, factor};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{put, width as width_of};
use crate::words::{Said, say, word};

/// The columns of the bar, and of the shortest that is one.
const BAR: u16 = 24;
const SHORT_BAR: u16 = 10;
const SHORTEST_BAR: u16 = 4;
/// Below this width the bar is short.
const NARROW: u16 = 70;
/// The columns behind the mark, and behind the bar.
const GAP: u16 = 2;

/// What stands for a speed that nobody has measured, as in a picture of a training.
const UNKNOWN: &str = "–";

/// Draws both lines.
pub(super) fn draw(dashboard: &Dashboard, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let steps = dashboard.begun.as_ref().map_or(0, |begun| begun.steps);
    let (mark, role) = match dashboard.state {
        State::Running => (word!("training-learning"), Role::Success),
        State::Paused => (word!("training-paused"), Role::Warning),
        State::Ended(EndReason::Steps) => (word!("training-all-steps"), Role::Accent),
        State::Ended(EndReason::Good) => (word!("training-good"), Role::Accent),
        State::Opening | State::Refused(_) => ("", Role::Dim),
    };
    let mut x = put(buffer, area, 0, 0, mark, theme.style(role)) + GAP;
    let step = say!("step-of", step = dashboard.step, all = steps);
    let bar = if area.width < NARROW { SHORT_BAR } else { BAR };
    // A number of steps that is cut would be another one.
    let bar = bar.min(area.width.saturating_sub(x + GAP + width_of(&step)));
    if bar >= SHORTEST_BAR {
        let part = dashboard.step as f64 / steps.max(1) as f64;
        let done = (part.min(1.0) * f64::from(bar)).round() as u16;
        x = put(buffer, area, x, 0, &"━".repeat(usize::from(done)), theme.style(Role::Accent));
        x = put(buffer, area, x, 0, &"─".repeat(usize::from(bar - done)), theme.style(Role::Border)) + GAP;
    }
    let mut pieces = vec![(step, Role::Text)];
    let unknown = || UNKNOWN.to_owned();
    if dashboard.newest.is_some() {
        if !matches!(dashboard.state, State::Ended(_)) {
            let time = dashboard.left_time().map_or_else(unknown, clock);
            pieces.push((say!("time-left", time), Role::Dim));
        }
        let count = dashboard.speed().map_or_else(unknown, thousands);
        pieces.push((say!("tokens-a-second", count), Role::Dim));
    }
    let rest =
        Rect { x: area.x + x.min(area.width), width: area.width.saturating_sub(x), height: area.height.min(1), ..area };
    put_pieces(&pieces, rest, buffer, theme);
    let second = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }.intersection(area);
    put_pieces(&figures(dashboard), second, buffer, theme);
}

/// `loss 0.312   words 91.2 %   whole 88 %   rate 1.8e-3   × 2`.
fn figures(dashboard: &Dashboard) -> Vec<(String, Role)> {
    let mut figures = Vec::new();
    if let Some(newest) = &dashboard.newest {
        let rate = format!("{:.2e}", newest.rate / dashboard.newest_factor);
        let rate = say!("rate-times", rate, factor = factor(dashboard.pace));
        figures.push((rate, Role::Text));
        figures.push((say!("gradients-norm", norm = format!("{:.2}", newest.norm)), Role::Dim));
    } else if dashboard.begun.is_some() {
        figures.push((say!("rate-factor", factor = factor(dashboard.pace)), Role::Text));
    }
    for (exam, right, total) in &dashboard.scores {
        figures
            .push((format!("{} {:.1} %", exam.said(), 100.0 * *right as f64 / (*total).max(1) as f64), Role::Success));
    }
    if let Some(begun) = &dashboard.begun {
        figures.push((say!("parameters", count = thousands(begun.parameters as f64)), Role::Dim));
    }
    let file = dashboard.saved.as_ref().and_then(|(path, step)| Some((path.file_name()?.to_string_lossy(), step)));
    figures.push(match file {
        Some((name, step)) => (say!("step-in-file", step = *step, file = name), Role::Dim),
        None => (word!("in-no-file").to_owned(), Role::Dim),
    });
    figures.retain(|(text, _)| width_of(text) > 0);
    figures
}

/// `43 s`, `12:05`, `3 h 20`.
fn clock(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        seconds => format!("{} h {:02}", seconds / 3600, seconds / 60 % 60),
    }
}

/// `12,400`, as the language groups digits.
pub(in crate::tui::view) fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let first = digits.len() % 3;
    let mut groups = vec![&digits[..first]];
    groups.extend((first..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
    groups.retain(|group| !group.is_empty());
    groups.join(word!("digit-groups"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_read_them() {
        assert_eq!([0.0, 999.4, 1000.0, 1_234_567.0].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        let clocks = [0, 59, 60, 3599, 3600, 12_345].map(|seconds| clock(Duration::from_secs(seconds)));
        assert_eq!(clocks, ["0 s", "59 s", "1:00", "59:59", "1 h 00", "3 h 25"]);
    }
}
