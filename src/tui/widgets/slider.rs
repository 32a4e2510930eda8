//! A number between two ends: `temperature  ━━━━━━●─────────  0.70   0.1 … 2`.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::clip::{fit, put, width as width_of};
use crate::tui::theme::{Role, Theme};

/// The longest and the shortest track.
const LONGEST: u16 = 32;
const SHORTEST: u16 = 4;

/// A slider, ready to be drawn in one line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slider<'a> {
    /// The name of the number in the lesson.
    pub name: &'a str,
    /// The left end.
    pub min: f64,
    /// The right end.
    pub max: f64,
    /// The distance of two values that it can take; sets how many decimals are shown. 0 is any.
    pub step: f64,
    /// Where it stands.
    pub value: f64,
    /// Whether keys move it now.
    pub focused: bool,
    /// Whether it is pointed out: its number made the one that is explained.
    pub lit: bool,
}

impl Slider<'_> {
    /// Draws into the first line of `area`.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let name = theme.style(if self.focused { Role::Accent } else { Role::Strong });
        let mut x = put(buffer, area, 0, 0, &fit(self.name, area.width), name) + 2;
        let track = self.track(area.width);
        for place in 0..track {
            let (mark, role) = match place.cmp(&self.knob(track)) {
                std::cmp::Ordering::Less => ("━", Role::Accent),
                std::cmp::Ordering::Equal => ("●", Role::Accent),
                std::cmp::Ordering::Greater => ("─", Role::Border),
            };
            x = put(buffer, area, x, 0, mark, theme.style(role));
        }
        // The brackets of the cursor stand in the gap, so that focus moves nothing.
        let (value, style) = if self.focused {
            (format!("[{}]", self.number(self.value)), theme.style(Role::Accent).add_modifier(Modifier::REVERSED))
        } else {
            (format!(" {} ", self.number(self.value)), theme.style(Role::Accent))
        };
        let style = if self.lit { style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD) } else { style };
        x = put(buffer, area, x + 1, 0, &value, style) + 2;
        put(buffer, area, x, 0, &self.ends(), theme.style(Role::Dim));
    }

    /// The value under column `x` of an area of this width, a multiple of the step from the left end: what a click there means.
    pub fn value_at(&self, width: u16, x: u16) -> Option<f64> {
        let start = width_of(self.name) + 2;
        (start..start + self.track(width)).contains(&x).then(|| self.value_near(width, x))
    }

    /// The same for any column: beside the track it is the end that is nearer, so that a knob can be pulled all the way.
    pub fn value_near(&self, width: u16, x: u16) -> f64 {
        let track = self.track(width);
        let place = x.saturating_sub(width_of(self.name) + 2).min(track.saturating_sub(1));
        let part = f64::from(place) / f64::from(track.saturating_sub(1).max(1));
        let value = self.min + part * (self.max - self.min);
        let snapped =
            if self.step > 0.0 { self.min + ((value - self.min) / self.step).round() * self.step } else { value };
        snapped.clamp(self.min.min(self.max), self.max.max(self.min))
    }

    fn track(&self, width: u16) -> u16 {
        let texts = width_of(self.name) + width_of(&self.number(self.value)) + width_of(&self.ends());
        width.saturating_sub(texts + 7).clamp(SHORTEST, LONGEST)
    }

    fn knob(&self, track: u16) -> u16 {
        let part = (self.value - self.min) / (self.max - self.min);
        // An empty range or a NaN puts the knob at the left.
        let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
        (part * f64::from(track.saturating_sub(1))).round() as u16
    }

    fn ends(&self) -> String {
        format!("{} … {}", self.min, self.max)
    }

    fn number(&self, value: f64) -> String {
        let decimals = (0..6).find(|places| (self.step * 10_f64.powi(*places)).fract().abs() < 1e-9).unwrap_or(2);
        format!("{value:.0$}", if self.step > 0.0 { decimals as usize } else { 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::screen::text;
    use crate::tui::theme::ThemeName;

    const SLIDER: Slider<'_> =
        Slider { name: "t", min: 0.0, max: 2.0, step: 0.05, value: 1.0, focused: false, lit: false };

    fn shown(slider: &Slider<'_>, width: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
        slider.draw(buffer.area, &mut buffer, &Theme::new(ThemeName::Dark));
        text(&buffer)
    }

    #[test]
    fn the_knob_stands_where_the_value_is() {
        assert_eq!(shown(&SLIDER, 26), "t  ━━━━●────  1.00   0 … 2\n");
        assert_eq!(shown(&Slider { value: -9.0, ..SLIDER }, 26), "t  ●───────  -9.00   0 … 2\n");
        assert_eq!(shown(&Slider { value: 9.0, ..SLIDER }, 26), "t  ━━━━━━━━●  9.00   0 … 2\n");
        assert_eq!(shown(&Slider { focused: true, step: 1.0, ..SLIDER }, 23), "t  ━━━━●──── [1]  0 … 2\n");
    }

    #[test]
    fn a_click_sets_a_multiple_of_the_step() {
        assert_eq!(SLIDER.value_at(26, 3), Some(0.0));
        assert_eq!(SLIDER.value_at(26, 11), Some(2.0));
        assert_eq!(SLIDER.value_at(26, 12), None);
        assert_eq!(SLIDER.value_at(26, 0), None);
        let value = SLIDER.value_at(26, 4).unwrap();
        assert!((value / 0.05 - (value / 0.05).round()).abs() < 1e-9);
    }

    #[test]
    fn a_range_without_length_is_drawn_too() {
        assert!(shown(&Slider { min: 1.0, max: 1.0, ..SLIDER }, 30).contains('●'));
        assert!(shown(&Slider { value: f64::NAN, ..SLIDER }, 30).contains('●'));
    }
}
