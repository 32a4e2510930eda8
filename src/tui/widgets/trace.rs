//! A quantity over time as a line of dots, with its scale at the left and what it is above.

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

/// Lines over the same time.
#[derive(Debug, Clone)]
pub struct Trace<'a> {
    /// What is shown.
    pub title: &'a str,
    /// The lines; the last is on top.
    pub lines: &'a [Line],
    /// The number at the top of the scale; 0 is at the bottom.
    pub top: (f64, &'a str),
    /// What stands below the two ends of time.
    pub ends: (&'a str, &'a str),
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
        let (dim, border) = (theme.style(Role::Dim), theme.style(Role::Border));
        for y in 0..plot.height {
            put(buffer, area, SCALE, 1 + y, "│", border);
        }
        put(buffer, area, 0, 1, &fit_right(self.top.1, SCALE), dim);
        if plot.height > 1 {
            put(buffer, area, 0, plot.height, &fit_right("0", SCALE), dim);
        }
        if has_ends {
            let (first, last) = self.ends;
            let y = area.height - 1;
            put(buffer, area, SCALE + 1, y, &fit(first, plot.width), dim);
            let at = area.width.saturating_sub(width_of(last));
            if at > SCALE + 2 + width_of(first) {
                put(buffer, area, at, y, last, dim);
            }
        }
        self.draw_lines(plot, buffer);
    }

    fn draw_lines(&self, plot: Rect, buffer: &mut Buffer) {
        let mut canvas = Braille::new(plot.width, plot.height);
        let (across, down) = canvas.dots();
        let place = |&(x, y): &(f64, f64)| {
            let part = if self.top.0 > 0.0 { (y / self.top.0).clamp(0.0, 1.0) } else { 0.0 };
            let x = (x.clamp(0.0, 1.0) * f64::from(across - 1)).round() as i32;
            (x, ((1.0 - part) * f64::from(down - 1)).round() as i32)
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
