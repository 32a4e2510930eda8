//! Whole pictures on small buffers.

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
    change: impl Fn(&mut Picture<'_>),
) -> Buffer {
    let labels = labels(tokens);
    let side = labels.len();
    let axes = [
        Axis { name: "query", len: side, labels: &labels, made_up: None },
        Axis { name: "key", len: side, labels: &labels, made_up: None },
    ];
    let value = |row: usize, column: usize| values[row * side + column];
    let marks = Marks::default();
    let theme = Theme::new(theme);
    let numbers = Numbers::of(Kind::Signed, values.iter().copied());
    let mut map = Picture::new("weights", &axes, &value, numbers, &marks, &theme);
    change(&mut map);
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    map.draw(buffer.area, &mut buffer);
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
        the     cat     sat
the ░ +0.31 ░ -0.12 ░ +0.08
cat ░ -0.22 █[+0.94]▒ +0.40
sat ▒ -0.40     ×       nan
"
    );
    assert!(buffer[(13, 3)].modifier.contains(Modifier::REVERSED));
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
    let axes = [Axis { name: "", len: 2, labels: &labels, made_up: None }; 2];
    let marks = Marks { rows: [0].into(), cells: [(0, 0)].into(), changed: [(1, 0)].into(), ..Marks::default() };
    let value = |row: usize, column: usize| if (row, column) == (0, 1) { f64::NEG_INFINITY } else { 0.25 };
    let theme = Theme::new(ThemeName::Mono);
    let map = Picture::new("w", &axes, &value, Numbers::of(Kind::Probability, [0.25]), &marks, &theme);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 16, 4));
    map.draw(buffer.area, &mut buffer);
    assert_eq!(
        styled(&buffer),
        "w  [2 × 2]
       a      b
a ░ 0.25     ×
b ░ 0.25*░ 0.25
---
a..bbbbbbb
.......b......b
c..cccccc.bbbbbb
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
    let axes = [Axis { name: "key", len: 2, labels: &labels, made_up: None }];
    let value = |_: usize, column: usize| [0.5, 1.5][column];
    let marks = Marks::default();
    let numbers = Numbers::of(Kind::Signed, [0.5, 1.5]);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 3));
    let theme = Theme::new(ThemeName::Dark);
    let vector = Picture::new("row", &axes, &value, numbers, &marks, &theme);
    assert_eq!(vector.size(20, 9), (12, 3));
    vector.draw(buffer.area, &mut buffer);
    assert_eq!(text(&buffer), "row  [key 2]\n  the   cat\n 0.50  1.50\n");

    let scalar = Picture::new("d_k", &[], &value, numbers, &marks, &theme);
    assert_eq!(scalar.size(20, 9), (12, 1));
    let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
    scalar.draw(buffer.area, &mut buffer);
    assert_eq!(text(&buffer), "d_k  0.5000\n");
}

/// A square matrix with the cursor somewhere, in a view or in the one for which there is room.
fn large(
    side: usize,
    size: (u16, u16),
    cursor: Option<(usize, usize)>,
    theme: ThemeName,
    view: Option<ViewKind>,
) -> String {
    let axes = [
        Axis { name: "query", len: side, labels: &[], made_up: None },
        Axis { name: "key", len: side, labels: &[], made_up: None },
    ];
    let value = |row: usize, column: usize| (row as f64 - column as f64) / 10.0;
    let (marks, theme) = (Marks::default(), Theme::new(theme));
    let numbers = Numbers::of(Kind::Signed, [-1.0, 1.0, 0.55]);
    let map = Picture { cursor, view, ..Picture::new("m", &axes, &value, numbers, &marks, &theme) };
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    map.draw(buffer.area, &mut buffer);
    text(&buffer)
}

#[test]
fn tiles_when_numbers_do_not_fit() {
    assert_eq!(
        large(10, (29, 13), Some((0, 9)), ThemeName::Mono, None),
        "m  [query 10 × key 10]  tiles
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
-░…-█ to -1.00   +░…+█ to +1…
"
    );
}

#[test]
fn a_window_says_what_it_shows() {
    assert_eq!(
        large(64, (33, 6), Some((32, 63)), ThemeName::Dark, Some(ViewKind::Numbers)),
        "m  [query 64 × key 64]  numbers
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
    let axes = [Axis { name: "", len: 3, labels: &[], made_up: None }; 2];
    let value = |_: usize, _: usize| 0.5;
    let (marks, theme) = (Marks::default(), Theme::new(ThemeName::Dark));
    let map = Picture::new("w", &axes, &value, Numbers::of(Kind::Probability, [0.5]), &marks, &theme);
    assert_eq!(map.element_at(40, 9, 2, 2), Some((0, 0)));
    assert_eq!(map.element_at(40, 9, 8, 4), Some((2, 1)));
    assert_eq!(map.element_at(40, 9, 0, 2), None);
    assert_eq!(map.element_at(40, 9, 8, 1), None);
    assert_eq!(map.element_at(40, 9, 39, 2), None);
}

#[test]
fn nothing_to_draw_is_said() {
    let axes = [Axis { name: "query", len: 0, labels: &[], made_up: None }; 2];
    let value = |_: usize, _: usize| 0.0;
    let (marks, theme) = (Marks::default(), Theme::new(ThemeName::Dark));
    let map = Picture::new("w", &axes, &value, Numbers::of(Kind::Signed, []), &marks, &theme);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 50, 4));
    map.draw(buffer.area, &mut buffer);
    assert!(text(&buffer).starts_with("w  [query 0 × query 0]  no elements\n"));
}

/// Draws a tensor with these words as labels of its columns (and of its rows, if it has as many), in a view.
fn seen(
    values: &[f64],
    words: &str,
    view: ViewKind,
    size: (u16, u16),
    kind: Kind,
    cursor: Option<(usize, usize)>,
) -> Buffer {
    seen_in(ThemeName::Mono, values, words, view, size, kind, cursor)
}

fn seen_in(
    theme: ThemeName,
    values: &[f64],
    words: &str,
    view: ViewKind,
    size: (u16, u16),
    kind: Kind,
    cursor: Option<(usize, usize)>,
) -> Buffer {
    let labels = labels(words);
    let columns = if labels.is_empty() { values.len() } else { labels.len() };
    let rows = values.len() / columns;
    let key = Axis { name: "key", len: columns, labels: &labels, made_up: None };
    let all =
        [Axis { name: "query", len: rows, labels: if rows == columns { &labels } else { &[] }, made_up: None }, key];
    let axes = if rows > 1 { &all[..] } else { &all[1..] };
    let value = |row: usize, column: usize| values[row * columns + column];
    let (marks, theme) = (Marks::default(), Theme::new(theme));
    let numbers = Numbers::of(kind, values.iter().copied());
    let picture = Picture { view: Some(view), cursor, ..Picture::new("t", axes, &value, numbers, &marks, &theme) };
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    picture.draw(buffer.area, &mut buffer);
    buffer
}

#[test]
fn pixels_show_two_rows_a_line() {
    let values = [1.0, -1.0, 0.0, 1.0, f64::NAN, f64::NEG_INFINITY, 1.0, f64::NEG_INFINITY];
    let buffer = seen_in(ThemeName::Dark, &values, "a b", ViewKind::Pixels, (40, 5), Kind::Signed, None);
    assert_eq!(
        text(&buffer),
        "t  [query 4 × key 2]  pixels
   a   b
0 ▀▀▀▀▀▀▀▀
  ????××××
 -1        0        +1   × -inf  ? nan
"
    );
    // One above a zero has the colour of its ink alone, minus one above one both.
    assert_eq!((buffer[(2, 2)].fg, buffer[(2, 2)].bg), (Color::Rgb(250, 160, 56), Color::Reset));
    assert_eq!((buffer[(6, 2)].fg, buffer[(6, 2)].bg), (Color::Rgb(114, 186, 255), Color::Rgb(250, 160, 56)));
}

#[test]
fn pixels_of_blocks_say_what_they_are() {
    let screen = large(100, (40, 12), Some((99, 0)), ThemeName::Mono, Some(ViewKind::Pixels));
    assert!(screen.starts_with("m  [query 100 × key 100]  pixels: max o…\n"), "{screen}");
    let screen = large(100, (60, 12), Some((99, 0)), ThemeName::Mono, Some(ViewKind::Pixels));
    assert!(screen.starts_with("m  [query 100 × key 100]  pixels: max of 16×2 blocks\n"), "{screen}");
    assert!(screen.contains("\n99 ┼"), "{screen}");
}

#[test]
fn bars_stand_on_both_sides_of_zero() {
    let values = [0.5, -1.0, -0.3, f64::NAN, f64::NEG_INFINITY];
    let buffer = seen(&values, "the cat sat on mat", ViewKind::Bars, (30, 7), Kind::Signed, Some((0, 1)));
    assert_eq!(
        text(&buffer),
        "t  [key 5]  bars
the          │▄▄▄▄▖     +0.50
cat ▄▄▄▄▄▄▄▄▄│         [-1.00]
sat       ▗▄▄│          -0.30
 on          │?           nan
mat          │×             ×
    -1       0       +1
"
    );
}

#[test]
fn what_was_before_stands_behind_bars() {
    let labels = labels("grown fallen new");
    let axes = [Axis { name: "", len: 3, labels: &labels, made_up: None }];
    let (now, before) = ([8.0, 2.0, 5.0], [4.0, 5.0, 5.0]);
    let (value, was) = (|_: usize, column: usize| now[column], |_: usize, column: usize| before[column]);
    let (marks, theme) = (Marks::default(), Theme::new(ThemeName::Mono));
    let numbers = Numbers::of(Kind::Signed, now).on_scale_of(&Numbers::of(Kind::Signed, before));
    let picture = Picture::new("t", &axes, &value, numbers, &marks, &theme);
    let picture = Picture { view: Some(ViewKind::Bars), ghost: Some(&was), ..picture };
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 5));
    picture.draw(buffer.area, &mut buffer);
    let lines = text(&buffer);
    let bars: Vec<&str> = lines.lines().skip(1).map(|line| line.split('│').next_back().unwrap()).collect();
    assert!(bars[0].starts_with(&format!("{}▗{} ", "▄".repeat(16), "▄".repeat(15))), "{lines}");
    assert!(bars[1].starts_with(&format!("{}{} ", "▄".repeat(8), "░".repeat(12))), "{lines}");
    assert!(bars[2].starts_with(&format!("{} ", "▄".repeat(20))), "the same has no ghost: {lines}");
    assert!(bars[3].contains("10  ░ or gap"), "{lines}");
}

#[test]
fn small_matrix_grows_to_its_room_and_keeps_its_words() {
    let values = [0.9, 0.1, 0.25, 0.75];
    let buffer =
        seen_in(ThemeName::Dark, &values, "the cat", ViewKind::Pixels, (40, 12), Kind::Probability, Some((0, 1)));
    let screen = text(&buffer);
    let lines: Vec<&str> = screen.lines().collect();
    assert_eq!(lines[1], "       the      cat");
    assert!(lines[3].starts_with("the ▀ 0.90 ▀▀▀[0.10]"), "{screen}");
    assert!(lines[6].starts_with("cat "), "{screen}");
    assert_eq!(buffer[(5, 2)].bg, buffer[(5, 3)].bg, "a pixel has three lines");
}

/// Where a word is wider than its column it is written downwards, as long as the rows leave lines for it.
#[test]
fn words_above_narrow_columns_are_turned() {
    let values = [0.9, 0.1, 0.25, 0.75];
    let tiles = |height| text(&seen(&values, "the mat", ViewKind::Tiles, (40, height), Kind::Probability, None));
    let lines = |screen: &str| screen.lines().skip(1).take(5).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&tiles(9))[..3], ["    t m", "    h a", "    e t"], "{}", tiles(9));
    assert!(lines(&tiles(9))[3].starts_with("the "), "{}", tiles(9));
    assert_eq!(lines(&tiles(5))[0], "    0", "{}", tiles(5));
    let pixels = |height| {
        let columns = "sentence of many words that are long";
        let values: Vec<f64> = (0..49).map(|place| f64::from(place) / 49.0).collect();
        text(&seen(&values, columns, ViewKind::Pixels, (24, height), Kind::Probability, None))
    };
    let screen = pixels(20);
    assert!(screen.lines().any(|line| line.trim_end().ends_with('n') && line.starts_with("        ")), "{screen}");
    assert!(!pixels(10).lines().nth(1).unwrap().contains('s'), "without lines for words there are numbers");
}

#[test]
fn many_bars_stand_upright() {
    let values: Vec<f64> = (0..20).map(|place| f64::from(place - 10) / 10.0).collect();
    let buffer = seen(&values, "", ViewKind::Bars, (30, 8), Kind::Signed, Some((0, 19)));
    assert_eq!(
        text(&buffer),
        "t  [key 20]  bars
+1 │                ▂▃▅▆
0  ┤           ▂▃▅▆█████
   │██████▂▃▅▆
-1 │█▂▃▅▆
    0         10       ▴19


"
    );
    // Below zero ink and paper change places: what is drawn is the upper end of the cell.
    assert!(buffer[(5, 4)].modifier.contains(Modifier::REVERSED));
}

#[test]
fn curves_have_letters_names_and_a_zero_line() {
    let values: Vec<f64> = (0..12).flat_map(|place| [f64::from(place) / 11.0, -f64::from(place) / 11.0]).collect();
    let buffer = seen(&values, "up down", ViewKind::Curve, (46, 10), Kind::Signed, Some((11, 0)));
    let screen = text(&buffer);
    let lines: Vec<&str> = screen.lines().collect();
    assert_eq!(lines[0], "t  [query 12 × key 2]  curve");
    assert!(lines[1].starts_with("+1.00 │") && lines[1].ends_with("a a key up"), "{screen}");
    assert!(lines[4].starts_with(" 0.00 ┼") || lines[4].starts_with("      ┼") || lines[5].contains('┼'), "{screen}");
    assert!(screen.contains("b key down") && screen.contains("▴ query 11"), "{screen}");
    assert!(screen.ends_with("one line per column, along query\n"), "{screen}");
}

#[test]
fn a_curve_is_fitted_to_its_values() {
    let values: Vec<f64> = (0..12).map(|place| 9.0 + f64::from(place) / 11.0).collect();
    let screen = text(&seen(&values, "", ViewKind::Curve, (46, 8), Kind::Signed, None));
    let lines: Vec<&str> = screen.lines().collect();
    assert!(lines[1].starts_with("10.00 │") && lines[5].starts_with(" 9.00 │"), "{screen}");
    assert!(!screen.contains('╌'), "zero is far away:\n{screen}");
    // The line begins where its lowest value is, and a few negative ones take no more room than they need.
    assert!(lines[5].contains("│⣀") || lines[5].contains("│⡠") || lines[5].contains("│⢀"), "{screen}");
    let values: Vec<f64> = (0..12).map(|place| f64::from(place) - 1.0).collect();
    let screen = text(&seen(&values, "", ViewKind::Curve, (46, 8), Kind::Signed, None));
    let lines: Vec<&str> = screen.lines().collect();
    assert!(lines[1].starts_with("+10 │") && lines[5].starts_with("  0 ┼"), "{screen}");
}

#[test]
fn names_beside_a_curve_are_whole_where_there_is_room() {
    let values: Vec<f64> = (0..24).map(f64::from).collect();
    let words = "the-longest-name-of-all short";
    let screen = text(&seen(&values, words, ViewKind::Curve, (100, 10), Kind::Signed, None));
    assert!(screen.contains("a key the-longest-name-of-all"), "{screen}");
    let screen = text(&seen(&values, words, ViewKind::Curve, (44, 10), Kind::Signed, None));
    assert!(screen.contains("a key the-long…"), "{screen}");
}

#[test]
fn rounding_noise_is_drawn_as_nothing() {
    let buffer = seen(&[1.0, -5.96e-8], "the cat", ViewKind::Bars, (40, 4), Kind::Signed, None);
    let screen = text(&buffer);
    assert!(screen.contains("cat               │                0.00"), "{screen}");
}

#[test]
fn tokens_are_shaded_and_numbered() {
    let values = [0.7, 0.2, 0.1, 0.0, 1.0, 0.0, 0.3, 0.3, 0.4];
    let buffer = seen(&values, "the cat sat", ViewKind::Tokens, (40, 7), Kind::Probability, Some((1, 1)));
    assert_eq!(
        text(&buffer),
        "t  [query 3 × key 3]  tokens
the │ the▓▓ │ cat░░ │ sat░░ │
cat │ the   │ cat██ │ sat   │
      0.00   [1.00]   0.00
sat │ the░░ │ cat░░ │ sat▒▒ │
░…█ to 1.00
"
        .to_owned()
            + "\n"
    );
}

#[test]
fn threads_lead_from_rows_to_columns() {
    let values = [1.0, 0.0, 0.0, 1.0];
    let buffer = seen(&values, "a b", ViewKind::Arcs, (40, 6), Kind::Probability, Some((1, 1)));
    let screen = text(&buffer);
    let lines: Vec<&str> = screen.lines().collect();
    assert_eq!(lines[0], "t  [query 2 × key 2]  arcs");
    assert!(lines[1].starts_with("query") && lines[1].trim_end().ends_with("key"), "{screen}");
    // Only the row under the cursor has numbers.
    assert!(lines[2].ends_with(" a    0.00") && lines[3].contains(" b   [1.00]▄▄▄▄▄▄▄▄▄▄"), "{screen}");
    assert!(lines[2].contains("⣶⣶⣶") && lines[3].contains("⣶⣶⣶"), "{screen}");
}

#[test]
fn a_histogram_counts_and_names_what_is_no_number() {
    let values = [0.0, 1.0, 1.0, 2.0, f64::NAN, f64::NEG_INFINITY, 1.0, 1.0];
    let buffer = seen(&values, "", ViewKind::Histogram, (60, 8), Kind::Signed, Some((0, 3)));
    assert_eq!(
        text(&buffer),
        "t  [key 8]  histogram: 1 in this bin
      █████        4×
      █████
      █████
█████ █████ █████
╌╌╌╌├───▴───┤╌▴╌╌╌
0                2
mean 1.000 ▴   std 0.632 ├┤   6 elements, 1 nan ?, 1 -inf ×
"
    );
}

/// A source that counts how often it is asked.
struct Counted(std::cell::Cell<usize>);

impl Source for Counted {
    fn value(&self, row: usize, column: usize) -> f64 {
        self.0.set(self.0.get() + 1);
        ((row * 31 + column * 17) % 201) as f64 / 100.0 - 1.0
    }
    fn blocks(&self, size: (usize, usize), step: (usize, usize)) -> Arc<Blocks> {
        Arc::new(Blocks::of((size.0.div_ceil(step.0), size.1.div_ceil(step.1)), (1, 1), |_, _| 0.5))
    }
}

#[test]
fn only_what_is_visible_is_read() {
    let side = 4096;
    let axes = [
        Axis { name: "row", len: side, labels: &[], made_up: None },
        Axis { name: "column", len: side, labels: &[], made_up: None },
    ];
    let (marks, theme) = (Marks::default(), Theme::new(ThemeName::Dark));
    let numbers = Numbers::of(Kind::Signed, [-1.0, 1.0]);
    let views = VIEWS.iter().filter(|view| view.kind != ViewKind::Histogram);
    for view in views {
        for cursor in [None, Some((0, 0)), Some((2048, 2048)), Some((4095, 4095))] {
            let source = Counted(std::cell::Cell::new(0));
            let picture =
                Picture { view: Some(view.kind), cursor, ..Picture::new("m", &axes, &source, numbers, &marks, &theme) };
            let mut buffer = Buffer::empty(Rect::new(0, 0, 200, 60));
            picture.draw(buffer.area, &mut buffer);
            // A cell of the screen is at most a few elements; a line of a plot has at most 1024 points, looked at a few times.
            let read = source.0.get();
            assert!(read < 30_000, "{} reads {read} elements", view.title.text());
        }
    }
}

#[test]
fn without_colours_nothing_is_lost() {
    // Two matrices that differ, differ on the screen of a terminal without colours, and so does the place of the cursor.
    let base = [0.9, -0.4, 0.1, 0.3, 0.8, -0.9, 0.2, 0.5, -0.7];
    let drawn = |values: &[f64], view: ViewKind, cursor: Option<(usize, usize)>| {
        styled(&seen(values, "the cat sat", view, (60, 14), Kind::Signed, cursor))
    };
    let views = VIEWS.iter().filter(|view| view.kind != ViewKind::Histogram);
    for view in views {
        let before = drawn(&base, view.kind, Some((0, 0)));
        for (name, value) in [("minus", -0.9), ("small", 0.3), ("nan", f64::NAN), ("masked", f64::NEG_INFINITY)] {
            let mut values = base;
            values[1] = value;
            assert_ne!(before, drawn(&values, view.kind, Some((0, 0))), "{} loses {name}", view.title.text());
        }
        assert_ne!(
            before,
            drawn(&base, view.kind, Some((0, 1))),
            "{} loses the column of the cursor",
            view.title.text()
        );
        assert_ne!(before, drawn(&base, view.kind, Some((1, 0))), "{} loses the row of the cursor", view.title.text());
    }
}

#[test]
fn a_click_finds_what_it_points_at_in_every_view() {
    let values: Vec<f64> = (0..16).map(|place| f64::from(place) / 16.0).collect();
    let labels = labels("a b c d");
    let axes = [
        Axis { name: "q", len: 4, labels: &labels, made_up: None },
        Axis { name: "k", len: 4, labels: &labels, made_up: None },
    ];
    let value = |row: usize, column: usize| values[row * 4 + column];
    let (marks, theme) = (Marks::default(), Theme::new(ThemeName::Dark));
    let numbers = Numbers::of(Kind::Probability, values.iter().copied());
    for view in VIEWS {
        let picture = Picture {
            view: Some(view.kind),
            cursor: Some((1, 1)),
            ..Picture::new("m", &axes, &value, numbers, &marks, &theme)
        };
        let (width, height) = picture.size(80, 20);
        let mut found = BTreeSet::new();
        for y in 0..height {
            for x in 0..width {
                found.extend(picture.element_at(80, 20, x, y));
            }
        }
        // Views of one row reach the elements of that row, threads the tokens on both sides.
        let least = match view.kind {
            ViewKind::Bars | ViewKind::Histogram => 4,
            ViewKind::Arcs => 7,
            // A click finds the upper of two rows.
            ViewKind::Pixels => 8,
            // Where lines meet, a click finds one of them.
            ViewKind::Curve => 10,
            _ => 16,
        };
        assert!(found.len() >= least, "{}: {found:?}", view.title.text());
        assert!(found.iter().all(|(row, column)| *row < 4 && *column < 4));
    }
}
