//! Text in a place that may be too small for it.
//!
//! Widths are columns of the terminal, by Unicode's tables: a CJK character covers two, a combining mark none.

use std::borrow::Cow;

use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

/// What a reader of `text` sees as one character each, with its byte. Where every character of a text stands for itself no table has to
/// be asked: somebody may paste a hundred thousand.
pub fn graphemes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (plain, other) = if is_plain(text) { (text, "") } else { ("", text) };
    let plain = plain.char_indices().map(move |(at, character)| (at, &plain[at..at + character.len_utf8()]));
    plain.chain(other.grapheme_indices(true))
}

/// Whether every `char` of a text is a character.
fn is_plain(text: &str) -> bool {
    text.is_ascii() && !text.contains('\r') || simple_width(text).is_some()
}

/// The columns of a text each of whose characters covers one and stands for itself: letters and digits, dashes, small figures, arrows,
/// signs of mathematics, lines and blocks. Most of a screen is made of them.
pub(super) fn simple_width(text: &str) -> Option<u16> {
    text.chars().try_fold(0_u16, |width, character| is_simple(character).then(|| width.saturating_add(1)))
}

fn is_simple(character: char) -> bool {
    matches!(character,
        ' '..='~' | '¡'..='¬' | '®'..='ÿ' | '‐'..='‧' | '⁰'..='₎' | 'ₐ'..='ₜ' | '←'..='⇿' | '∀'..='⋿' | '─'..='◼')
}

/// The columns that `text` covers. Control characters are never drawn and cover none.
pub fn width(text: &str) -> u16 {
    if let Some(width) = simple_width(text) {
        return width;
    }
    if text.contains(char::is_control) {
        text.graphemes(true)
            .filter(|grapheme| !grapheme.contains(char::is_control))
            .map(CellWidth::cell_width)
            .fold(0, u16::saturating_add)
    } else {
        text.cell_width()
    }
}

/// The columns that pieces of text cover together.
pub fn width_of_spans(spans: &[Span<'_>]) -> u16 {
    spans.iter().map(|span| width(&span.content)).fold(0, u16::saturating_add)
}

/// `text`, cut to `width` columns with a `…` where something is missing.
pub fn fit(text: &str, width: u16) -> Cow<'_, str> {
    if self::width(text) <= width {
        return Cow::Borrowed(text);
    }
    let Some(room) = width.checked_sub(1) else { return Cow::Borrowed("") };
    Cow::Owned(format!("{}…", beginning(text, room)))
}

/// Styled text in one line, cut as by [`fit`].
pub fn fit_spans(spans: Vec<Span<'_>>, width: u16) -> Vec<Span<'_>> {
    if width_of_spans(&spans) <= width {
        return spans;
    }
    let mut room = width.saturating_sub(1);
    let mut kept = Vec::new();
    for span in spans {
        let mut text = beginning(&span.content, room).to_owned();
        room = room.saturating_sub(self::width(&text));
        let is_cut = text.len() < span.content.len();
        if is_cut {
            text.push('…');
        }
        kept.push(Span::styled(text, span.style));
        if is_cut {
            break;
        }
    }
    kept
}

/// As much of a text, from its beginning on, as fits into `room` columns.
fn beginning(text: &str, room: u16) -> &str {
    let mut used = 0;
    let next = graphemes(text).find(|(_, grapheme)| {
        used += width(grapheme);
        used > room
    });
    next.map_or(text, |(end, _)| &text[..end])
}

/// How many graphemes, the first ones, fit into `room` columns.
fn fitting<'t>(graphemes: impl Iterator<Item = &'t str>, room: u16) -> usize {
    let mut used = 0;
    let fits = |grapheme: &&str| {
        used += width(grapheme);
        used <= room
    };
    graphemes.take_while(fits).count()
}

/// A path such as `encoder.layers.0.self_attn.weights[2, 1]`, cut at its front: its end tells it from others. Any other text is
/// cut as by [`fit`].
pub fn fit_path(path: &str, width: u16) -> Cow<'_, str> {
    if self::width(path) <= width || !path.contains('.') || path.contains(['(', '"', '@', '*', '+']) {
        return fit(path, width);
    }
    let Some(room) = width.checked_sub(1) else { return Cow::Borrowed("") };
    let graphemes: Vec<&str> = path.graphemes(true).collect();
    let cut = graphemes.len() - fitting(graphemes.iter().rev().copied(), room);
    Cow::Owned(std::iter::once("…").chain(graphemes.into_iter().skip(cut)).collect())
}

/// `text` cut to `width` and pushed to the right end of it.
pub fn fit_right(text: &str, width: u16) -> String {
    let text = fit(text, width);
    format!("{}{text}", spaces(width.saturating_sub(self::width(&text))))
}

/// `text` cut to `width` and filled with spaces up to it.
pub fn fit_left(text: &str, width: u16) -> String {
    let text = fit(text, width);
    format!("{text}{}", spaces(width.saturating_sub(self::width(&text))))
}

/// So many spaces.
pub fn spaces(count: u16) -> String {
    " ".repeat(usize::from(count))
}

/// Writes `text` at column `x` and row `y` counted from the corner of `area`; what lies outside of `area` is not drawn. Returns the
/// column after it.
pub fn put(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: impl Into<Style>) -> u16 {
    let area = area.intersection(buffer.area);
    let next = x.saturating_add(width(text));
    if y < area.height && x < area.width {
        set_text(buffer, area.x + x, area.y + y, text, area.width - x, style.into());
    }
    next
}

/// Writes the pieces of `line` at a place of the buffer, as far as `width` columns reach.
pub fn put_line(buffer: &mut Buffer, x: u16, y: u16, line: &Line<'_>, width: u16) {
    let mut room = Rect { x, y, width, height: 1 }.intersection(buffer.area);
    for span in &line.spans {
        if room.is_empty() {
            return;
        }
        let after = set_text(buffer, room.x, room.y, &span.content, room.width, line.style.patch(span.style));
        room = Rect { x: after, width: room.right() - after, ..room };
    }
}

/// Writes `text` from a cell of the buffer on into at most `room` cells of it; returns the column after what was written.
fn set_text(buffer: &mut Buffer, x: u16, y: u16, text: &str, room: u16, style: Style) -> u16 {
    if simple_width(text).is_none() {
        return buffer.set_stringn(x, y, text, usize::from(room), style).0;
    }
    (x..x + room).zip(text.chars()).fold(x, |_, (x, character)| {
        buffer[(x, y)].set_char(character).set_style(style);
        x + 1
    })
}

/// Draws what is `size` columns and lines from its line `first` on, as far as `area` reaches.
///
/// What is drawn depends on the room for all of it; so what is partly hidden is drawn aside and copied.
pub fn draw_from(first: u16, size: (u16, u16), area: Rect, buffer: &mut Buffer, draw: impl FnOnce(Rect, &mut Buffer)) {
    let (width, height) = size;
    let shown = Rect { width, height: height.saturating_sub(first).min(area.height), ..area }.intersection(area);
    if first == 0 && shown.height == height {
        draw(shown, buffer);
        return;
    }
    let whole = Rect::new(0, 0, width, height);
    let mut aside = Buffer::empty(whole);
    draw(whole, &mut aside);
    for y in 0..shown.height {
        for x in 0..shown.width {
            buffer[(shown.x + x, shown.y + y)] = aside[(x, first + y)].clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Stylize as _;

    use super::*;

    const TEXTS: [&str; 9] = [
        "√d₀ → ±0.5 · “é”…",
        "",
        "plain text ~",
        "─│▀▟█ 0.5",
        "plain\tand\nlines",
        "a\r\nb\r",
        "e\u{301}x─\u{301}",
        "👩\u{200d}👩 猫",
        "\u{1b}[2J\u{7f}",
    ];

    /// Each has one column, and none becomes one character with another: not with the mark that asks for a picture either, for that is
    /// not simple.
    #[test]
    fn simple_characters_stand_for_themselves() {
        let simple: Vec<char> = ('\0'..=char::MAX).filter(|one| is_simple(*one)).collect();
        for one in &simple {
            for other in ['a', '→', '¢', '─', *one] {
                let text = format!("{other}{one}{other}");
                assert_eq!(text.cell_width(), 3, "{text:?}");
                assert_eq!(text.graphemes(true).count(), 3, "{text:?}");
            }
        }
        assert!(simple.len() > 700 && !is_simple('\u{fe0f}') && !is_simple('\u{301}'));
    }

    /// The short way for plain texts finds what the tables find.
    #[test]
    fn graphemes_are_those_of_unicode() {
        for text in TEXTS {
            assert!(graphemes(text).eq(text.grapheme_indices(true)), "{text:?}");
            let widths = graphemes(text).filter(|(_, one)| !one.contains(char::is_control));
            assert_eq!(width(text), widths.map(|(_, one)| one.cell_width()).sum::<u16>(), "{text:?}");
        }
    }

    /// And draws what ratatui draws: over other text, cut at every column, with the style of the line below that of its pieces.
    #[test]
    fn lines_are_drawn_as_by_ratatui() {
        let below = || Buffer::with_lines(["猫猫猫猫 before"]);
        for text in TEXTS {
            let line =
                Line::from(vec![Span::raw("─ "), Span::styled(text, Style::new().bold()), Span::raw("end")]).dim();
            for width in 0..=16 {
                let (mut own, mut theirs) = (below(), below());
                put_line(&mut own, 1, 0, &line, width);
                theirs.set_line(1, 0, &line, width);
                assert_eq!(own, theirs, "{text:?} in {width}");
            }
        }
        let mut buffer = below();
        put_line(&mut buffer, 0, 7, &Line::raw("away"), 9);
        assert_eq!(buffer, below());
    }

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis() {
        assert_eq!(fit("attention", 9), "attention");
        assert_eq!(fit("attention", 5), "atte…");
        assert_eq!(fit("attention", 1), "…");
        assert_eq!(fit("attention", 0), "");
        assert_eq!(fit("猫猫猫", 5), "猫猫…");
        assert_eq!(fit("猫猫猫", 4), "猫…");
        assert_eq!(fit("e\u{301}e\u{301}", 2), "e\u{301}e\u{301}");
        assert_eq!(fit_right("a", 3), "  a");
        assert_eq!(fit_left("猫猫", 3), "猫…");
    }

    #[test]
    fn pieces_are_cut_where_the_line_ends() {
        let shown = |width: u16| {
            let spans = fit_spans(vec!["one".into(), " two".into(), " three".into()], width);
            spans.iter().map(|span| &*span.content).collect::<Vec<_>>().concat()
        };
        assert_eq!(
            (shown(13), shown(12), shown(8)),
            ("one two three".into(), "one two thr…".into(), "one two…".into())
        );
        assert_eq!((shown(7), shown(3), shown(1)), ("one tw…".into(), "on…".into(), "…".into()));
    }

    #[test]
    fn a_path_keeps_its_end() {
        assert_eq!(fit_path("layers.0.self_attn.weights[2, 1]", 14), "…weights[2, 1]");
        assert_eq!(fit_path("layers.0.猫猫", 4), "…猫");
        assert_eq!(fit_path("layers.0", 8), "layers.0");
        assert_eq!(fit_path("layers.0", 0), "");
        assert_eq!(fit_path("softmax(x.T)", 6), "softm…");
        assert_eq!(fit_path("sentence", 5), "sent…");
    }

    #[test]
    fn nothing_is_drawn_outside() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 2));
        let area = Rect::new(1, 1, 2, 1);
        assert_eq!(put(&mut buffer, area, 0, 0, "abcdef", Style::new()), 6);
        put(&mut buffer, area, 0, 1, "below", Style::new());
        put(&mut buffer, area, 9, 0, "right", Style::new());
        put(&mut buffer, Rect::new(9, 9, 5, 5), 0, 0, "away", Style::new());
        assert_eq!(buffer, Buffer::with_lines(["    ", " ab "]));
    }
}
