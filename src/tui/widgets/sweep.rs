//! Every widget at every small size: nothing panics, nothing is drawn outside of its area.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::text::Line;

use super::clip::put_line;
use super::code::{Bar, Code, Problem};
use super::picker::{Choice, Picker};
use super::picture::{Axis, Kind, Marks, Numbers, Picture, VIEWS};
use super::prose::{Align, Piece, PieceKind, Prose};
use super::slider::Slider;
use super::{footer, help, prose, too_small};
use crate::notebook::lesson::ViewKind;
use crate::tui::keymap::{Context, Keymap};
use crate::tui::theme::{Role, Theme, ThemeName};

/// Calls `draw` with areas of every size up to 40×15, each inside a larger buffer whose border must stay as it was.
fn sweep(draw: impl Fn(Rect, &mut Buffer, &Theme)) {
    for name in ThemeName::ALL {
        let theme = Theme::new(name);
        for height in 1..=15 {
            for width in 1..=40 {
                let area = Rect::new(1, 1, width, height);
                let mut buffer = Buffer::empty(Rect::new(0, 0, width + 2, height + 2));
                draw(area, &mut buffer, &theme);
                for y in 0..height + 2 {
                    for x in 0..width + 2 {
                        let cell = &buffer[(x, y)];
                        let inside = area.contains((x, y).into());
                        assert!(
                            inside || (cell.symbol() == " " && cell.bg == Color::Reset),
                            "{width}×{height} at {x},{y}"
                        );
                    }
                }
            }
        }
    }
}

fn draw_lines(lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.iter().zip(area.y..area.bottom()) {
        put_line(buffer, area.x, y, line, area.width);
    }
}

#[test]
fn pictures() {
    let labels: Vec<Arc<str>> = ["the", "猫", "e\u{301}", "👩‍👩‍👧", "a\u{7}b"].map(Arc::from).into();
    let marks = Marks { rows: [1].into(), columns: [2].into(), cells: [(0, 0)].into(), ..Marks::default() };
    for side in [0, 1, 3, 20, 4096] {
        let row = Axis { name: "query", len: side, labels: &labels, ..Axis::default() };
        let axes = [row, Axis { name: "", len: side, ..Axis::default() }];
        let value =
            |row: usize, column: usize| [0.5, -1e9, f64::NAN, f64::INFINITY, f64::NEG_INFINITY][(row + column) % 5];
        let numbers = Numbers::of(Kind::Signed, (0..5).map(|column| value(0, column)));
        for rank in 0..=2 {
            for cursor in [None, Some((0, 0)), Some((side, side))] {
                for view in std::iter::once(None).chain(VIEWS.iter().map(|view| Some(view.kind))) {
                    // What looks at every element is asked of small ones.
                    if side > 100 && matches!(view, None | Some(ViewKind::Pixels | ViewKind::Histogram)) {
                        continue;
                    }
                    let cursor = cursor.filter(|_| side > 0);
                    sweep_few(|area, buffer, theme| {
                        let picture = Picture::new("weights", &axes[..rank], &value, numbers, &marks, theme);
                        let picture = Picture { cursor, view, ..picture };
                        picture.draw(area, buffer);
                        assert!(picture.size(area.width, area.height).1 <= area.height.max(6), "{view:?} {area}");
                    });
                }
            }
        }
    }
}

/// As [`sweep`], at the sizes where a picture changes its mind.
fn sweep_few(draw: impl Fn(Rect, &mut Buffer, &Theme)) {
    let theme = Theme::new(ThemeName::Dark);
    for (width, height) in
        (1..=9).flat_map(|width| (1..=6).map(move |height| (width, height))).chain([(40, 5), (90, 30), (200, 60)])
    {
        let area = Rect::new(1, 1, width, height);
        let mut buffer = Buffer::empty(Rect::new(0, 0, width + 2, height + 2));
        draw(area, &mut buffer, &theme);
        assert!((0..height + 2).all(|y| buffer[(0, y)].symbol() == " " && buffer[(width + 1, y)].symbol() == " "));
    }
}

#[test]
fn prose_blocks() {
    let words = vec![
        Piece::text("Why does 猫 attend to "),
        Piece::new(PieceKind::Code, "sat"),
        Piece::new(PieceKind::Math, r"\frac{a}{b}"),
        Piece::text("?\n\t"),
    ];
    let paragraph = Prose::Paragraph(words.clone());
    let blocks = [
        Prose::Heading(1, words.clone()),
        Prose::List(Some(u64::MAX), vec![vec![Prose::Quote(vec![paragraph.clone()])]]),
        Prose::List(None, vec![Vec::new()]),
        Prose::Table(vec![words.clone()], vec![vec![words.clone(), words.clone()]], vec![Align::Right, Align::Center]),
        Prose::Table(Vec::new(), Vec::new(), Vec::new()),
        Prose::Code("a\n\n  b".into()),
        Prose::Formula(r"\sqrt{x}".into()),
        Prose::Rule,
        paragraph,
    ];
    sweep(|area, buffer, theme| draw_lines(&prose::lines(&blocks, area.width, theme), area, buffer));
}

#[test]
fn source_code() {
    let problem = Problem {
        start: 2,
        end: 900,
        message: "no 猫 here".into(),
        labels: vec![(0, 1, "this".into())],
        help: Some("try".into()),
    };
    let code = Code {
        source: "猫 = 'e\u{301}'\n\tx\n",
        tokens: &[],
        problems: &[problem],
        bar: Bar::Selected,
        cursor: Some(4),
        fold: 3,
        ..Code::default()
    };
    sweep(|area, buffer, theme| draw_lines(&code.lines(area.width, theme), area, buffer));
}

#[test]
fn controls_and_overlays() {
    let slider =
        Slider { name: "температура", min: 0.0, max: 2.0, step: 0.1, value: 0.7, focused: true, lit: false };
    sweep(|area, buffer, theme| slider.draw(area, buffer, theme));
    sweep(|area, buffer, theme| {
        footer::draw(&Keymap::new().footer(Context::Page, |_, words| Some(words)), area, buffer, theme);
    });
    let hints = Keymap::new().overview(Context::Page, |_, words| Some(words));
    sweep(|area, buffer, theme| help::draw(Context::Page, &hints, u16::MAX, area, buffer, theme));
    sweep(too_small::draw);
    let lit = [0..3, 8..9];
    let choice = |row: usize| {
        let detail = ("猫 · e\u{301}", Role::Dim);
        Some(Choice { text: "猫 e\u{301}x\ty", role: Role::Text, lit: &lit, indent: row as u16, detail })
    };
    for (rows, room) in [(0, 0), (1, 3), (40, 40)] {
        let (query, counts) = (("猫e\u{301}", 3), (rows, rows));
        let picker = Picker {
            title: " 猫 ",
            query,
            invitation: "x",
            nothing: "none",
            counts,
            shows_counts: true,
            room,
            note: Some("What it is."),
            selected: rows / 2,
        };
        sweep(|area, buffer, theme| picker.draw(choice, area, buffer, theme));
    }
}
