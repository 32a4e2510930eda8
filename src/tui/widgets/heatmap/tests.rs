//! Whole heatmaps on small buffers.

use ratatui::style::Color;

use super::*;
use crate::tui::screen::{styled, text};
use crate::tui::theme::ThemeName;

fn labels(words: &str) -> Vec<Arc<str>> {
    words.split_whitespace().map(Arc::from).collect()
}

/// Draws a square matrix of `tokens` whose elements are `values`, row by row.
fn drawn(
    values: &[f64],
    tokens: &str,
    size: (u16, u16),
    theme: ThemeName,
    change: impl Fn(&mut Heatmap<'_>),
) -> Buffer {
    let labels = labels(tokens);
    let side = labels.len();
    let axes = [Axis { name: "query", len: side, labels: &labels }, Axis { name: "key", len: side, labels: &labels }];
    let value = |row: usize, column: usize| values[row * side + column];
    let marks = Marks::default();
    let mut map = Heatmap::new("weights", &axes, &value, Numbers::of(Kind::Signed, values.iter().copied()), &marks);
    change(&mut map);
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    map.draw(buffer.area, &mut buffer, &Theme::new(theme));
    buffer
}

const SCORES: [f64; 9] = [0.31, -0.12, 0.08, -0.22, 0.94, 0.4, -0.4, f64::NEG_INFINITY, f64::NAN];

#[test]
fn numbers_with_labels_signs_and_cursor() {
    let buffer = drawn(&SCORES, "the cat sat", (44, 5), ThemeName::Mono, |map| {
        map.note = "rows sum to 1";
        map.cursor = Some((1, 1));
    });
    assert_eq!(
        text(&buffer),
        "weights  [query 3 × key 3]  rows sum to 1
       the    cat    sat
the  +0.31  -0.12  +0.08
cat  -0.22 [+0.94] +0.40
sat  -0.40    ×      nan
"
    );
    assert!(buffer[(11, 3)].modifier.contains(Modifier::REVERSED));
}

#[test]
fn colour_follows_the_sign_and_zero_is_bare() {
    let buffer = drawn(&[1.0, -1.0, 0.0, 0.5], "a b", (40, 4), ThemeName::Dark, |_| {});
    assert_eq!(buffer[(3, 2)].bg, Color::Rgb(250, 160, 56));
    assert_eq!(buffer[(12, 2)].bg, Color::Rgb(114, 186, 255));
    assert_eq!(buffer[(3, 3)].bg, Color::Reset);
}

#[test]
fn marks_are_visible_without_colour() {
    let labels = labels("a b");
    let axes = [Axis { name: "", len: 2, labels: &labels }; 2];
    let marks = Marks {
        rows: [0].into(),
        cells: [(0, 0)].into(),
        masked: [(0, 1)].into(),
        changed: [(1, 0)].into(),
        ..Marks::default()
    };
    let value = |_: usize, _: usize| 0.25;
    let map = Heatmap::new("w", &axes, &value, Numbers::of(Kind::Probability, [0.25]), &marks);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 16, 4));
    map.draw(buffer.area, &mut buffer, &Theme::new(ThemeName::Mono));
    assert_eq!(
        styled(&buffer),
        "w  [2 × 2]
      a     b
a  0.25    ×
b  0.25* 0.25
---
a..bbbbbbb
......b.....b
c.ccccccbbbbbb
b
---
a bold
b dim
c bold+underlined
"
    );
}

#[test]
fn a_vector_is_one_row_and_a_scalar_one_line() {
    let labels = labels("the cat");
    let axes = [Axis { name: "key", len: 2, labels: &labels }];
    let value = |_: usize, column: usize| [0.5, 1.5][column];
    let marks = Marks::default();
    let numbers = Numbers::of(Kind::Signed, [0.5, 1.5]);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 3));
    let theme = Theme::new(ThemeName::Dark);
    let vector = Heatmap::new("row", &axes, &value, numbers, &marks);
    assert_eq!(vector.height(20, 9), 3);
    vector.draw(buffer.area, &mut buffer, &theme);
    assert_eq!(text(&buffer), "row  [key 2]\n  the   cat\n 0.50  1.50\n");

    let scalar = Heatmap::new("d_k", &[], &value, numbers, &marks);
    assert_eq!(scalar.height(20, 9), 1);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
    scalar.draw(buffer.area, &mut buffer, &theme);
    assert_eq!(text(&buffer), "d_k  0.5000\n");
}

/// A matrix too large for numbers, drawn at `size` with the cursor at `cursor`.
fn large(side: usize, size: (u16, u16), cursor: Option<(usize, usize)>, theme: ThemeName) -> String {
    let axes = [Axis { name: "query", len: side, labels: &[] }, Axis { name: "key", len: side, labels: &[] }];
    let value = |row: usize, column: usize| (row as f64 - column as f64) / 10.0;
    let marks = Marks::default();
    let mut map = Heatmap::new("m", &axes, &value, Numbers::of(Kind::Signed, [-1.0, 1.0, 0.55]), &marks);
    map.cursor = cursor;
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    map.draw(buffer.area, &mut buffer, &Theme::new(theme));
    text(&buffer)
}

#[test]
fn tiles_when_numbers_do_not_fit() {
    assert_eq!(
        large(10, (24, 13), Some((0, 9)), ThemeName::Mono),
        "m  [query 10 × key 10]
  0         5
0   -░-░-░-▒-▒-▒-▓-▓[]
1 +░  -░-░-░-▒-▒-▒-▓-▓
2 +░+░  -░-░-░-▒-▒-▒-▓
3 +░+░+░  -░-░-░-▒-▒-▒
4 +▒+░+░+░  -░-░-░-▒-▒
5 +▒+▒+░+░+░  -░-░-░-▒
6 +▒+▒+▒+░+░+░  -░-░-░
7 +▓+▒+▒+▒+░+░+░  -░-░
8 +▓+▓+▒+▒+▒+░+░+░  -░
9 +█+▓+▓+▒+▒+▒+░+░+░
0 → 9  -0.9000
"
    );
}

#[test]
fn a_window_says_what_it_shows() {
    assert_eq!(
        large(64, (33, 6), Some((32, 63)), ThemeName::Dark),
        "m  [query 64 × key 64]
       60     61     62     63
31  -2.90  -3.00  -3.10  -3.20
32  -2.80  -2.90  -3.00 [-3.10]
33  -2.70  -2.80  -2.90  -3.00
rows 32–34 of 64   columns 61–64…
"
    );
}

#[test]
fn a_click_finds_the_element_that_is_drawn_there() {
    let axes = [Axis { name: "", len: 3, labels: &[] }; 2];
    let value = |_: usize, _: usize| 0.5;
    let marks = Marks::default();
    let map = Heatmap::new("w", &axes, &value, Numbers::of(Kind::Probability, [0.5]), &marks);
    assert_eq!(map.element_at(40, 9, 2, 2), Some((0, 0)));
    assert_eq!(map.element_at(40, 9, 8, 4), Some((2, 1)));
    assert_eq!(map.element_at(40, 9, 0, 2), None);
    assert_eq!(map.element_at(40, 9, 8, 1), None);
    assert_eq!(map.element_at(40, 9, 39, 2), None);
}

#[test]
fn nothing_to_draw_is_said() {
    let axes = [Axis { name: "query", len: 0, labels: &[] }; 2];
    let value = |_: usize, _: usize| 0.0;
    let marks = Marks::default();
    let map = Heatmap::new("w", &axes, &value, Numbers::of(Kind::Signed, []), &marks);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 50, 4));
    map.draw(buffer.area, &mut buffer, &Theme::new(ThemeName::Dark));
    assert!(text(&buffer).starts_with("w  [query 0 × query 0]  no elements\n"));
}
