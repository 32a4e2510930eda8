//! A matrix, of attention weights say, in little room: at the smallest two rows of elements in a line of the screen, and a column of the screen
//! for each column. Without colours a shade stands for the larger of the two, below zero another sign.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::alignment::FAINT;
use super::clip::put;
use super::picture::signed_shade;
use crate::tui::graphics::Raster;
use crate::tui::theme::Theme;
use crate::tui::theme::colormap::Colormap;

/// The picture.
pub struct Thumbnail<'a> {
    /// How many queries and keys there are.
    pub size: (usize, usize),
    /// How many columns of the screen an element is wide, and how many half lines high.
    pub scale: (u16, u16),
    /// The weight of a query for a key, 0 to 1, or from -1 to 1 where it has a sign; nothing where it is not known yet.
    pub weight: &'a dyn Fn(usize, usize) -> Option<f64>,
    /// Whether they have signs: differences of weights, and numbers that are no weights.
    pub is_signed: bool,
}

impl Thumbnail<'_> {
    /// The columns and lines that all of it takes.
    pub fn room(size: (usize, usize), scale: (u16, u16)) -> (u16, u16) {
        (size.1 as u16 * scale.0, (size.0 as u16 * scale.1).div_ceil(2))
    }

    /// Draws it at the top left of `area`. What is larger is squeezed: a place shows the largest weight that falls on it.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let (rows, columns) = self.size;
        let (wanted, lines) = Self::room(self.size, self.scale);
        let (width, height) = (wanted.min(area.width), lines.min(area.height));
        if let Some(images) = theme.images.as_ref().filter(|_| theme.sequential.is_some()) {
            let place = Rect { width, height, ..area };
            images.pin(self.raster(images.pixels(width, height), theme), place, buffer);
            return;
        }
        let map = if self.is_signed { theme.signed.as_ref() } else { theme.sequential.as_ref() };
        for y in 0..height {
            let halves = [2 * y, 2 * y + 1].map(|half| {
                let shown = if lines > height { height * 2 } else { rows as u16 * self.scale.1 };
                squeezed(half, shown, rows)
            });
            for x in 0..width {
                let keys = squeezed(x, width, columns);
                let [upper, lower] = halves.clone().map(|rows| self.largest(rows, keys.clone()));
                let (sign, style) = tile(upper, lower, map);
                put(buffer, area, x, y, &sign.to_string(), style);
            }
        }
    }

    /// Each element as its own rectangle of so many pixels in all.
    fn raster(&self, (wide, high): (usize, usize), theme: &Theme) -> Raster {
        let (rows, columns) = self.size;
        let map = if self.is_signed { theme.signed.as_ref() } else { theme.sequential.as_ref() };
        let mut raster = Raster::new(wide, high);
        // Where there are more elements than pixels, the largest is seen.
        let (down, across) = (rows.min(high), columns.min(wide));
        for row in 0..down {
            let (queries, y) = (squeezed(row as u16, down as u16, rows), row * high / down);
            for column in 0..across {
                let (keys, x) = (squeezed(column as u16, across as u16, columns), column * wide / across);
                let weight = self.largest(queries.clone(), keys);
                let color = weight.and_then(|weight| map?.style(weight).bg);
                let size = ((column + 1) * wide / across - x, (row + 1) * high / down - y);
                if let Some(color) = color {
                    raster.fill((x, y), size, theme.pixel(color));
                }
            }
        }
        raster
    }

    fn largest(&self, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> Option<f64> {
        let weights = rows.flat_map(|row| columns.clone().filter_map(move |column| (self.weight)(row, column)));
        weights.reduce(|one, other| if other.abs() > one.abs() { other } else { one })
    }
}

impl std::fmt::Debug for Thumbnail<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thumbnail").field("size", &self.size).finish_non_exhaustive()
    }
}

/// The elements of `all` that fall on place `at` of `shown`.
fn squeezed(at: u16, shown: u16, all: usize) -> std::ops::Range<usize> {
    let shown = usize::from(shown.max(1));
    let from = usize::from(at) * all / shown;
    let to = (usize::from(at) + 1) * all / shown;
    if usize::from(at) >= shown { all..all } else { from..to.max(from + 1).min(all) }
}

fn tile(upper: Option<f64>, lower: Option<f64>, map: Option<&Colormap>) -> (char, Style) {
    let Some(map) = map else {
        let (upper, lower) = (upper.unwrap_or(0.0), lower.unwrap_or(0.0));
        let most = if lower.abs() > upper.abs() { lower } else { upper };
        return (if most.abs() < FAINT { '·' } else { signed_shade(most) }, Style::new());
    };
    let color = |weight: Option<f64>| weight.and_then(|weight| map.style(weight).bg);
    match (color(upper), color(lower)) {
        (Some(upper), Some(lower)) => ('▀', Style::new().fg(upper).bg(lower)),
        (Some(upper), None) => ('▀', Style::new().fg(upper)),
        (None, Some(lower)) => ('▄', Style::new().fg(lower)),
        (None, None) => (' ', Style::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::ThemeName;

    fn drawn(size: (usize, usize), area: Rect, theme: ThemeName) -> Vec<String> {
        scaled(size, (1, 1), area, theme)
    }

    fn scaled(size: (usize, usize), scale: (u16, u16), area: Rect, theme: ThemeName) -> Vec<String> {
        let mut buffer = Buffer::empty(area);
        let weight = |row: usize, column: usize| Some(if row == column { 1.0 } else { 0.0 });
        Thumbnail { size, scale, weight: &weight, is_signed: false }.draw(area, &mut buffer, &Theme::new(theme));
        let line = |y| (0..area.width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..area.height).map(line).collect()
    }

    #[test]
    fn two_rows_share_a_line() {
        assert_eq!(drawn((4, 4), Rect::new(0, 0, 5, 3), ThemeName::Dark), ["▀▄   ", "  ▀▄ ", "     "]);
        assert_eq!(drawn((3, 3), Rect::new(0, 0, 3, 2), ThemeName::Dark), ["▀▄ ", "  ▀"]);
    }

    #[test]
    fn largest_weights_survive_squeezing() {
        assert_eq!(drawn((8, 8), Rect::new(0, 0, 4, 2), ThemeName::Dark), ["▀▄  ", "  ▀▄"]);
    }

    #[test]
    fn elements_grow_by_whole_factors() {
        let area = Rect::new(0, 0, 7, 3);
        assert_eq!(scaled((2, 2), (3, 2), area, ThemeName::Dark), ["▀▀▀    ", "   ▀▀▀ ", "       "]);
        assert_eq!(scaled((2, 2), (2, 1), area, ThemeName::Dark), ["▀▀▄▄   ", "       ", "       "]);
    }

    #[test]
    fn shades_stand_for_colours() {
        assert_eq!(drawn((2, 3), Rect::new(0, 0, 3, 1), ThemeName::Mono), ["██·"]);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
        let weight = |_: usize, column: usize| [Some(-1.0), Some(-0.3), Some(0.3)].get(column).copied().flatten();
        let picture = Thumbnail { size: (1, 3), scale: (1, 2), weight: &weight, is_signed: true };
        picture.draw(buffer.area, &mut buffer, &Theme::new(ThemeName::Mono));
        let line: String = (0..3).map(|x| buffer[(x, 0)].symbol()).collect();
        assert_eq!(line, "#=░", "below zero is not taken for as much above");
    }
}
