//! How often which values occur in a tensor: bars over the range, the mean and the deviation below, and what is no number in words.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use ratatui::style::Modifier;
use ratatui::text::Span;

use super::{Body, Canvas, Distribution, Kind, Picture, View, count, legend, places};
use crate::notebook::lesson::ViewKind;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::width as width_of;
use crate::words::{id, say, word};

/// The lines of the highest bar at the most.
const HIGH: u16 = 8;
/// The columns of a bar at the most.
const WIDE: u16 = 6;
/// The columns that all bars together try to fill.
const ACROSS: u16 = 48;
/// From so many elements on it says more than the elements themselves.
const MANY: usize = 8;

/// How often which values occur.
pub(super) const HISTOGRAM: View = View {
    suits: |axes, kind| kind != Kind::Truth && count(axes) >= MANY,
    ..View::new(ViewKind::Histogram, id!("view-histogram"), |picture, width, room| {
        Box::new(Histogram::fit(picture, width, room))
    })
};

/// The bars of a distribution.
struct Histogram<'p> {
    picture: &'p Picture<'p>,
    found: Arc<Distribution>,
    /// The columns of a bar.
    wide: u16,
    /// The lines of the highest bar.
    high: u16,
}

impl<'p> Histogram<'p> {
    /// As wide and high as there is room.
    fn fit(picture: &'p Picture<'p>, width: u16, room: u16) -> Self {
        let found = picture.source.distribution(picture.counts());
        let bins = (found.bins.len() as u16).max(1);
        let wide = (width.min(ACROSS) / bins).clamp(1, WIDE);
        Self { picture, found, wide, high: room.saturating_sub(2).clamp(1, HIGH) }
    }

    fn width(&self) -> u16 {
        self.found.bins.len() as u16 * self.wide
    }

    /// The bin of the element under the cursor, if that has one.
    fn cursor(&self) -> Option<usize> {
        let (row, column) = self.picture.cursor?;
        let value = self.picture.source.seen(row, column);
        let is_counted = (self.found.min..=self.found.max).contains(&value) && !self.found.bins.is_empty();
        is_counted.then(|| self.found.bin(value))
    }

    /// The column over which a value stands.
    fn x(&self, value: f64) -> u16 {
        let span = self.found.max - self.found.min;
        if self.found.is_whole() {
            // A whole number stands over the middle of its bar.
            let end = f64::from(self.width().saturating_sub(1));
            let middle = f64::from(self.wide.saturating_sub(2)) / 2.0;
            return ((value - self.found.min) * f64::from(self.wide) + middle).clamp(0.0, end).round() as u16;
        }
        let part = if span > 0.0 { ((value - self.found.min) / span).clamp(0.0, 1.0) } else { 0.5 };
        (part * f64::from(self.width().saturating_sub(1))).round() as u16
    }

    /// The values that a bin holds: its middle, for its colour.
    fn middle(&self, bin: usize) -> f64 {
        let bins = self.found.bins.len() as f64;
        self.found.min + (bin as f64 + 0.5) / bins * (self.found.max - self.found.min)
    }

    fn draw_bars(&self, canvas: &mut Canvas<'_>) {
        let most = self.found.bins.iter().copied().max().unwrap_or(0).max(1);
        for (bin, count) in self.found.bins.iter().enumerate() {
            let full = f64::from(self.high) * 8.0;
            let eighths = (*count as f64 / most as f64 * full).round() as u16;
            let eighths = if *count > 0 { eighths.max(1) } else { 0 };
            let at_cursor = self.cursor() == Some(bin);
            let ink = if at_cursor { self.picture.style(Role::Accent) } else { self.picture.ink(self.middle(bin)) };
            let wide = if self.wide > 2 { self.wide - 1 } else { self.wide };
            canvas.standing_bar(eighths, wide, bin as u16 * self.wide, self.high - 1, self.picture.faded(ink));
        }
    }

    /// `├──────▴──────┤`: the mean and one deviation to both sides, and the cursor's bin.
    fn draw_spread(&self, canvas: &mut Canvas<'_>) {
        let found = &self.found;
        let y = self.high;
        canvas.put_as(Role::Border, 0, y, &"╌".repeat(usize::from(self.width())));
        if found.deviation.is_finite() {
            let (from, to) = (self.x(found.mean - found.deviation), self.x(found.mean + found.deviation));
            for x in from..=to {
                canvas.put_as(Role::Text, x, y, "─");
            }
            // An end is drawn where it lies on the scale.
            if found.mean - found.deviation >= found.min {
                canvas.put_as(Role::Text, from, y, "├");
            }
            if found.mean + found.deviation <= found.max {
                canvas.put_as(Role::Text, to, y, "┤");
            }
        }
        canvas.put_as(Role::Accent, self.x(found.mean), y, "▴");
        if let Some(bin) = self.cursor() {
            let style = self.picture.style(Role::Accent).add_modifier(Modifier::REVERSED);
            canvas.put(bin as u16 * self.wide + self.wide.saturating_sub(1) / 2, y, "▴", style);
        }
    }

    fn draw_ends(&self, canvas: &mut Canvas<'_>) {
        let numbers = self.picture.numbers;
        let most = self.found.bins.iter().copied().max().unwrap_or(0);
        let last = numbers.tick(self.found.max);
        let y = self.high + 1;
        let x = canvas.put_as(Role::Dim, 0, y, &numbers.tick(self.found.min));
        let at_end = self.width().saturating_sub(width_of(&last)).max(x + 1);
        canvas.put_as(Role::Dim, at_end, y, &last);
        canvas.put_as(Role::Dim, self.width() + 1, 0, &format!("{most}×"));
    }

    /// `mean 0.02 ▴   std 0.98   24 elements, 3 nan`.
    fn summary(&self) -> String {
        let found = &self.found;
        let number = |value: f64| {
            let size = value.abs();
            if size != 0.0 && !(1e-3..1e5).contains(&size) { format!("{value:.2e}") } else { format!("{value:.3}") }
        };
        let mut text = match found.counted {
            0 => word!("no-number-to-count").to_owned(),
            1 => say!("mean-of-one", mean = number(found.mean)),
            count => {
                let (mean, deviation) = (number(found.mean), number(found.deviation));
                say!("mean-and-deviation", mean, deviation, count)
            }
        };
        let others = [
            (found.nan, "nan ?"),
            (found.inf, "inf ^"),
            (found.masked, "-inf ×"),
            (found.fills, word!("below-a-million")),
        ];
        for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
            let _ = write!(text, ", {count} {what}");
        }
        text
    }
}

impl Body for Histogram<'_> {
    fn size(&self) -> (u16, u16) {
        let most = self.found.bins.iter().copied().max().unwrap_or(0).to_string().len() as u16;
        let ends =
            width_of(&self.picture.numbers.tick(self.found.min)) + width_of(&self.picture.numbers.tick(self.found.max));
        ((self.width() + most + 2).max(ends + 1), self.high + 2)
    }

    fn words(&self) -> Option<String> {
        let count = self.found.bins.get(self.cursor()?)?;
        Some(say!("histogram-here", count = *count))
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        self.draw_bars(canvas);
        if self.found.counted > 0 {
            self.draw_spread(canvas);
            self.draw_ends(canvas);
        } else {
            canvas.put_as(Role::Dim, 0, 0, word!("nothing-on-the-scale"));
        }
    }

    /// The first element of the bar.
    fn element_at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        let bin = usize::from(x / self.wide);
        if y > self.high || self.found.bins.get(bin).is_none_or(|count| *count == 0) {
            return None;
        }
        let (rows, columns) = self.picture.all();
        places(rows, columns).find(|(row, column)| {
            let value = self.picture.source.seen(*row, *column);
            (self.found.min..=self.found.max).contains(&value) && self.found.bin(value) == bin
        })
    }

    fn shown(&self) -> (Range<usize>, Range<usize>) {
        self.picture.all()
    }

    fn legend(&self) -> Vec<Span<'static>> {
        vec![legend::dim(self.picture, self.summary())]
    }
}
