//! Quantities over time as lines of dots, with their scale at the left, what they are above, and a cursor that stands at one moment.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::braille::Braille;
use super::clip::{fit, fit_right, put, width as width_of};
use crate::tui::theme::{Role, Theme};

/// The columns of the numbers at the left.
const SCALE: u16 = 4;
/// From this height on the ends of time have a line of their own below.
const WITH_ENDS: u16 = 6;
/// From this height of the lines on, there are numbers at each quarter of the scale, and otherwise at its ends.
const WITH_QUARTERS: u16 = 9;

/// Lines over the same time.
#[derive(Debug, Clone)]
pub struct Trace<'a> {
    /// What is shown.
    pub title: &'a str,
    /// The lines; the last is on top.
    pub lines: &'a [Line],
    /// The numbers at the bottom and at the top.
    pub scale: ValueScale,
    /// What stands below the two ends of time.
    pub ends: (&'a str, &'a str),
    /// Where the cursor stands (0 at the left, 1 at the right), and what stands below it.
    pub cursor: Option<(f64, &'a str)>,
}

/// The numbers at the left.
#[derive(Debug, Clone, Copy)]
pub struct ValueScale {
    /// At the bottom; above 0 where it is logarithmic.
    pub low: f64,
    /// At the top.
    pub high: f64,
    /// Whether equal distances are equal factors.
    pub is_log: bool,
    /// How a number is written in little room.
    pub write: fn(f64) -> String,
}

/// One line.
#[derive(Debug, Clone, Default)]
pub struct Line {
    /// What stands for it in the title: its name and its newest value.
    pub name: String,
    /// When (0 at the left, 1 at the right) and how much. What is no number is left out.
    pub points: Vec<(f64, f64)>,
    /// How it is drawn.
    pub style: Style,
    /// Whether its points are marks of their own, not joined.
    pub marks: bool,
}

impl ValueScale {
    /// Where a number stands: 0 at the bottom, 1 at the top.
    fn part(&self, value: f64) -> f64 {
        let part = if self.is_log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) }
    }

    /// The number that stands there.
    fn value(&self, part: f64) -> f64 {
        if self.is_log {
            self.low * (self.high / self.low).powf(part)
        } else {
            self.low + part * (self.high - self.low)
        }
    }
}

impl Trace<'_> {
    /// Draws into `area`.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let mut x = put(buffer, area, 0, 0, &fit(self.title, area.width), theme.style(Role::Heading));
        for line in self.lines.iter().filter(|line| !line.name.is_empty()) {
            let room = area.width.saturating_sub(x + 2);
            if width_of(&line.name) <= room {
                x = put(buffer, area, x + 2, 0, &line.name, line.style);
            }
        }
        let has_ends = area.height >= WITH_ENDS;
        let plot = Rect {
            x: area.x + (SCALE + 1).min(area.width),
            y: area.y + 1.min(area.height),
            width: area.width.saturating_sub(SCALE + 1),
            height: area.height.saturating_sub(1 + u16::from(has_ends)),
        };
        if plot.is_empty() {
            return;
        }
        self.draw_scale(area, plot, buffer, theme);
        let cursor = self.cursor.map(|(at, words)| ((at * f64::from(plot.width - 1)).round() as u16, words));
        if let Some((at, _)) = cursor {
            for y in 0..plot.height {
                put(buffer, plot, at, y, "│", theme.style(Role::Accent));
            }
        }
        if has_ends {
            self.draw_ends(Rect { y: area.y + area.height - 1, height: 1, ..plot }, cursor, buffer, theme);
        }
        self.draw_lines(plot, buffer);
    }

    /// The numbers, and a faint line at each of them.
    fn draw_scale(&self, area: Rect, plot: Rect, buffer: &mut Buffer, theme: &Theme) {
        let (dim, border) = (theme.style(Role::Dim), theme.style(Role::Border));
        for y in 0..plot.height {
            put(buffer, area, SCALE, 1 + y, "│", border);
        }
        if self.lines.iter().all(|line| line.points.is_empty()) {
            return;
        }
        let last = plot.height - 1;
        let quarters = if plot.height >= WITH_QUARTERS { 4 } else { 1 };
        for quarter in 0..=quarters.min(last) {
            let y = last * quarter / quarters;
            let value = self.scale.value(1.0 - f64::from(y) / f64::from(last.max(1)));
            put(buffer, area, 0, 1 + y, &fit_right(&(self.scale.write)(value), SCALE), dim);
            if quarters > 1 {
                put(buffer, plot, 0, y, &"┈".repeat(usize::from(plot.width)), border);
            }
        }
    }

    fn draw_ends(&self, below: Rect, cursor: Option<(u16, &str)>, buffer: &mut Buffer, theme: &Theme) {
        let dim = theme.style(Role::Dim);
        let (first, last) = self.ends;
        put(buffer, below, 0, 0, &fit(first, below.width), dim);
        let at = below.width.saturating_sub(width_of(last));
        if at > width_of(first) + 1 {
            put(buffer, below, at, 0, last, dim);
        }
        if let Some((at, words)) = cursor {
            let width = width_of(words) + 2;
            let x = at.saturating_sub(width / 2).min(below.width.saturating_sub(width));
            put(buffer, below, x, 0, &fit(&format!(" {words} "), below.width), theme.style(Role::Accent));
        }
    }

    fn draw_lines(&self, plot: Rect, buffer: &mut Buffer) {
        let mut canvas = Braille::new(plot.width, plot.height);
        let (across, down) = canvas.dots();
        let place = |&(x, y): &(f64, f64)| {
            let x = (x.clamp(0.0, 1.0) * f64::from(across - 1)).round() as i32;
            (x, ((1.0 - self.scale.part(y)) * f64::from(down - 1)).round() as i32)
        };
        for line in self.lines {
            let numbers = line.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
            let dots: Vec<(i32, i32)> = numbers.map(place).collect();
            for (at, dot) in dots.iter().enumerate() {
                let from = if line.marks { *dot } else { dots[at.saturating_sub(1)] };
                canvas.line(from, *dot, line.style);
                if line.marks {
                    canvas.line((dot.0 - 1, dot.1), (dot.0 + 1, dot.1), line.style);
                    canvas.line((dot.0, dot.1 - 1), (dot.0, dot.1 + 1), line.style);
                }
            }
        }
        canvas.draw(0, 0, plot, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::ThemeName;

    #[test]
    fn equal_factors_are_equally_far_on_a_logarithmic_scale() {
        let scale = ValueScale { low: 0.01, high: 100.0, is_log: true, write: |value| value.to_string() };
        assert!((scale.part(1.0) - 0.5).abs() < 1e-12 && (scale.part(0.1) - 0.25).abs() < 1e-12);
        assert!((scale.value(0.75) - 10.0).abs() < 1e-9);
        assert_eq!((scale.part(0.0), scale.part(1e9)), (0.0, 1.0), "what lies outside stands at the border");
    }

    #[test]
    fn cursor_stands_at_its_moment() {
        let area = Rect::new(0, 0, 25, 8);
        let mut buffer = Buffer::empty(area);
        let lines = [Line { points: vec![(0.0, 0.0), (1.0, 0.0)], ..Line::default() }];
        let scale = ValueScale { low: 0.0, high: 1.0, is_log: false, write: |value| format!("{value:.0}") };
        let trace = Trace { title: "loss", lines: &lines, scale, ends: ("1", "9"), cursor: Some((0.5, "5")) };
        trace.draw(area, &mut buffer, &Theme::new(ThemeName::Mono));
        let column = |x: u16| (1..8).map(|y| buffer[(x, y)].symbol()).collect::<String>();
        assert_eq!(column(15), "│││││⣀5", "the curve is drawn over the cursor");
    }
}
