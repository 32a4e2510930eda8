//! Breaking styled text into lines.
//!
//! Measuring and drawing share this code: the height of a text is the number of lines that it returns.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::clip::{graphemes, simple_width, width as width_of};

/// What a reader sees as one character, with its style.
#[derive(Debug, Clone, Copy)]
struct Glyph<'a> {
    text: &'a str,
    width: u16,
    style: Style,
}

impl Glyph<'_> {
    fn is_space(&self) -> bool {
        self.text == " "
    }

    /// Scripts with wide characters do not separate words by spaces; a line may end after any of them.
    fn is_wide(&self) -> bool {
        self.width > 1
    }
}

/// `pieces` as lines of at most `width` columns, broken between words, and within a word only where it is longer than a line. A
/// line feed in a piece always breaks. An empty text is one empty line.
pub fn wrap(pieces: &[Span<'_>], width: u16) -> Vec<Line<'static>> {
    if let Some(line) = unbroken(pieces, width) {
        return vec![line];
    }
    glyphs(pieces)
        .split(|glyph| matches!(glyph.text, "\n" | "\r\n"))
        .flat_map(|paragraph| break_lines(paragraph, width.max(1)))
        .collect()
}

fn glyphs<'p>(pieces: &'p [Span<'_>]) -> Vec<Glyph<'p>> {
    let of_piece = |piece: &'p Span<'_>| {
        let style = piece.style;
        graphemes(&piece.content).map(move |(_, text)| Glyph { text, width: width_of(text), style })
    };
    pieces.iter().flat_map(of_piece).collect()
}

/// `pieces` as the one line that they are, where that can be seen without asking for each character: most lines of code are so.
fn unbroken(pieces: &[Span<'_>], width: u16) -> Option<Line<'static>> {
    let used = pieces.iter().try_fold(0_u16, |used, piece| Some(used.saturating_add(simple_width(&piece.content)?)))?;
    if used > width.max(1) {
        return None;
    }
    let mut spans: Vec<Span<'static>> = Vec::with_capacity(pieces.len());
    for piece in pieces.iter().filter(|piece| !piece.content.is_empty()) {
        match spans.last_mut() {
            Some(last) if last.style == piece.style => last.content.to_mut().push_str(&piece.content),
            _ => spans.push(Span::styled(piece.content.to_string(), piece.style)),
        }
    }
    while let Some(last) = spans.last_mut() {
        let kept = last.content.trim_end_matches(' ').len();
        last.content.to_mut().truncate(kept);
        if kept > 0 {
            break;
        }
        spans.pop();
    }
    Some(spans.into())
}

/// Whether [`wrap`] makes one line of `pieces`. Of a long text only as much is looked at as a line holds.
pub fn is_one_line(pieces: &[Span<'_>], width: u16) -> bool {
    let mut used: u16 = 0;
    let texts = pieces.iter().flat_map(|piece| graphemes(&piece.content)).map(|(_, text)| text);
    texts.enumerate().all(|(place, text)| {
        used = used.saturating_add(width_of(text));
        !matches!(text, "\n" | "\r\n") && (used <= width || text == " " || place == 0)
    })
}

fn break_lines(mut rest: &[Glyph<'_>], width: u16) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    loop {
        let (line, after) = rest.split_at(fitting(rest, width));
        lines.push(joined(line));
        let blank = after.iter().take_while(|glyph| glyph.is_space()).count();
        rest = after.get(blank..).unwrap_or_default();
        if rest.is_empty() {
            return lines;
        }
    }
}

/// How many glyphs go on a line: up to the last place where it may end, at least one.
fn fitting(glyphs: &[Glyph<'_>], width: u16) -> usize {
    let mut used: u16 = 0;
    let mut last_break = 0;
    for (index, glyph) in glyphs.iter().enumerate() {
        used = used.saturating_add(glyph.width);
        if glyph.is_space() || glyph.is_wide() {
            last_break = if used <= width { index + 1 } else { index.max(last_break) };
        }
        if used > width && !glyph.is_space() {
            return if last_break > 0 { last_break } else { index.max(1) };
        }
    }
    glyphs.len()
}

/// Neighbours of one style become one piece; spaces at the end of a line are dropped.
fn joined(mut glyphs: &[Glyph<'_>]) -> Line<'static> {
    while let [before @ .., last] = glyphs
        && last.is_space()
    {
        glyphs = before;
    }
    glyphs
        .chunk_by(|one, other| one.style == other.style)
        .map(|run| {
            let text: String = run.iter().map(|glyph| glyph.text).collect();
            Span::styled(text, run.first().map_or_else(Style::new, |glyph| glyph.style))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, width: u16) -> Vec<String> {
        wrap(&[Span::raw(text)], width).iter().map(Line::to_string).collect()
    }

    #[test]
    fn lines_end_between_words() {
        assert_eq!(lines("the cat sat", 7), ["the cat", "sat"]);
        assert_eq!(lines("the cat sat", 6), ["the", "cat", "sat"]);
        assert_eq!(lines("the  cat   ", 3), ["the", "cat"]);
        assert_eq!(lines("", 5), [""]);
        assert_eq!(lines("a\n\nb", 5), ["a", "", "b"]);
    }

    #[test]
    fn a_long_word_breaks_and_nothing_is_lost() {
        assert_eq!(lines("attention", 4), ["atte", "ntio", "n"]);
        assert_eq!(lines("an attention", 4), ["an", "atte", "ntio", "n"]);
        assert_eq!(lines("abc", 0), ["a", "b", "c"]);
    }

    #[test]
    fn wide_characters_and_combining_marks_count_as_drawn() {
        assert_eq!(lines("猫猫猫", 4), ["猫猫", "猫"]);
        assert_eq!(lines("猫", 1), ["猫"]);
        assert_eq!(lines("e\u{301}e\u{301} e", 2), ["e\u{301}e\u{301}", "e"]);
    }

    #[test]
    fn styles_survive_the_break() {
        let pieces = [Span::raw("the "), Span::styled("black cat", Style::new().bold())];
        let lines = wrap(&pieces, 9);
        assert_eq!(lines[0].spans, [Span::raw("the "), Span::styled("black", Style::new().bold())]);
        assert_eq!(lines[1].spans, [Span::styled("cat", Style::new().bold())]);
    }

    /// The short way for a text that fits finds what breaking finds.
    #[test]
    fn a_text_that_fits_is_the_line_that_breaking_makes() {
        let bold = Style::new().bold();
        let texts: [&[Span<'_>]; 6] = [
            &[],
            &[Span::raw("")],
            &[Span::raw("  x = 1  "), Span::styled(" ", bold), Span::raw(" ")],
            &[Span::raw("a"), Span::raw(" b"), Span::styled("", bold), Span::raw("c")],
            &[Span::styled("   ", bold)],
            &[Span::raw("─│ "), Span::styled("█", bold)],
        ];
        for pieces in texts {
            let broken = break_lines(&glyphs(pieces), 20);
            assert_eq!(unbroken(pieces, 20).map(|line| vec![line]), Some(broken), "{pieces:?}");
        }
        assert_eq!(unbroken(&[Span::raw("attention")], 8), None);
        assert_eq!(unbroken(&[Span::raw("a\nb")], 8), None);
        assert_eq!(unbroken(&[Span::raw("猫")], 8), None);
    }

    #[test]
    fn no_line_is_too_wide_unless_one_character_is() {
        let text = "Why does 猫 attend to sat? Because exp(1.21) wins — e\u{301}videmment 👩‍👩‍👧.";
        for width in (1..60).chain(90..100) {
            let lines = lines(text, width);
            assert_eq!(is_one_line(&[Span::raw(text)], width), lines.len() == 1, "{width}");
            assert!(lines.iter().all(|line| width_of(line) <= width.max(2)), "{width}: {lines:?}");
            let without_spaces = |text: &str| text.replace(' ', "");
            assert_eq!(without_spaces(&lines.concat()), without_spaces(text));
        }
    }
}
