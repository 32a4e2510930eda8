//! Source code: token colours, a bar at the left, and what is wrong with it underlined, the message below.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

use super::clip::{spaces, width as width_of};
use super::wrap::wrap;
use crate::tui::theme::{Role, Theme};

/// The columns of the bar, and those that a continued line is moved in by.
const BAR_WIDTH: u16 = 2;
const CONTINUED: u16 = 4;

/// A piece of source with a colour of its own; byte offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it begins.
    pub start: usize,
    /// Where it ends (the first byte after it).
    pub end: usize,
    /// How it is drawn.
    pub role: Role,
}

/// Something wrong with the source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problem {
    /// The bytes to underline; an empty range underlines one place.
    pub start: usize,
    /// The first byte after them.
    pub end: usize,
    /// What is wrong, in one line.
    pub message: String,
    /// What else is underlined, and why: the operands of a product, the other definition of a name.
    pub labels: Vec<(usize, usize, String)>,
    /// What to write instead.
    pub help: Option<String>,
}

/// The state of a cell, as the bar beside its source shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bar {
    /// Nothing special.
    #[default]
    Idle,
    /// The cursor is on this cell.
    Selected,
    /// The cell has an error.
    Failed,
    /// New values are on their way.
    Stale,
}

/// A piece of source, ready to be drawn.
#[derive(Debug, Clone, Copy, Default)]
pub struct Code<'a> {
    /// The source itself.
    pub source: &'a str,
    /// Its coloured pieces, in order and apart.
    pub tokens: &'a [Token],
    /// What is wrong with it.
    pub problems: &'a [Problem],
    /// The state of the bar.
    pub bar: Bar,
    /// Where typing goes, in bytes: drawn as a block over the character there.
    pub cursor: Option<usize>,
    /// The most lines of the screen that a line of source takes; 0 is any number.
    pub fold: usize,
}

/// Source in lines of the screen.
#[derive(Debug, Clone, Default)]
pub struct Laid {
    /// The lines.
    pub lines: Vec<Line<'static>>,
    /// The line that the cursor is on.
    pub cursor: Option<usize>,
}

impl Code<'_> {
    /// The source in lines of at most `width` columns, with every message below the line that it is about.
    pub fn lines(&self, width: u16, theme: &Theme) -> Vec<Line<'static>> {
        self.lay(width, theme).lines
    }

    /// The same, and where the cursor came to stand.
    pub fn lay(&self, width: u16, theme: &Theme) -> Laid {
        let room = width.saturating_sub(BAR_WIDTH).max(1);
        let mut lines = Vec::new();
        let mut cursor = None;
        let mut start = 0;
        for text in self.source.split('\n') {
            let end = start + text.len();
            let pieces = self.pieces(text, start, theme);
            let before = lines.len();
            let mut wrapped = hanging(&pieces, &[], CONTINUED, room);
            if self.fold > 0 && wrapped.len() > self.fold {
                wrapped.truncate(self.fold);
                wrapped.push(Line::styled(
                    format!("    … {} characters in all", text.chars().count()),
                    theme.style(Role::Dim),
                ));
            }
            lines.extend(wrapped);
            if self.cursor.is_some_and(|place| (start..=end).contains(&place)) {
                let under = |line: &Line<'_>| line.spans.iter().any(is_cursor);
                cursor = lines[before..].iter().position(under).map(|line| before + line);
            }
            // The last line also takes what points behind the end.
            let reaches = if end == self.source.len() { usize::MAX } else { end };
            for problem in self.problems.iter().filter(|problem| (start..=reaches).contains(&problem.start)) {
                let column = width_of(text.get(..problem.start.saturating_sub(start)).unwrap_or(text));
                lines.extend(message(problem, column, room, theme));
            }
            start = end + 1;
        }
        let bar = self.bar(theme);
        for line in &mut lines {
            line.spans.insert(0, bar.clone());
        }
        Laid { lines, cursor }
    }

    fn bar(&self, theme: &Theme) -> Span<'static> {
        let (mark, style) = match self.bar {
            Bar::Idle => ("▌ ", theme.style(Role::Border)),
            Bar::Selected => ("▌ ", theme.style(Role::Accent)),
            Bar::Failed => ("▌ ", theme.style(Role::Error).remove_modifier(Modifier::UNDERLINED)),
            Bar::Stale => ("░ ", theme.style(Role::Dim)),
        };
        Span::styled(mark, style)
    }

    /// One line of source, cut where a colour or an underline begins or ends.
    fn pieces(&self, text: &str, start: usize, theme: &Theme) -> Vec<Span<'static>> {
        let mut pieces: Vec<Span<'static>> = Vec::new();
        for (offset, grapheme) in text.grapheme_indices(true) {
            let place = start + offset;
            let style = self.style_at(place, theme);
            let style = match self.cursor {
                Some(cursor) if (place..place + grapheme.len()).contains(&cursor) => cursor_style(style),
                _ => style,
            };
            // A tab has no width of its own on a screen.
            let shown = if grapheme == "\t" { "    " } else { grapheme };
            match pieces.last_mut() {
                Some(last) if last.style == style => last.content.to_mut().push_str(shown),
                _ => pieces.push(Span::styled(shown.to_owned(), style)),
            }
        }
        let end = start + text.len();
        if self.cursor == Some(end) {
            // A place that wrapping keeps: a plain space at the end of a line is dropped.
            pieces.push(Span::styled("\u{a0}", cursor_style(Style::new())));
        } else if self.problems.iter().any(|problem| problem.start == end && problem.end <= end + 1) {
            pieces.push(Span::styled("\u{a0}", underlined(theme)));
        }
        pieces
    }

    fn style_at(&self, place: usize, theme: &Theme) -> Style {
        let after = self.tokens.partition_point(|token| token.end <= place);
        let token = self.tokens.get(after).filter(|token| token.start <= place);
        let style = token.map_or_else(Style::new, |token| theme.style(token.role));
        let here = |start: usize, end: usize| (start..end.max(start + 1)).contains(&place);
        if self.problems.iter().any(|problem| here(problem.start, problem.end)) {
            underlined(theme)
        } else if self.problems.iter().flat_map(|problem| &problem.labels).any(|(start, end, _)| here(*start, *end)) {
            style.patch(theme.style(Role::Warning)).add_modifier(Modifier::UNDERLINED)
        } else {
            style
        }
    }
}

fn cursor_style(style: Style) -> Style {
    style.add_modifier(Modifier::REVERSED)
}

fn is_cursor(span: &Span<'_>) -> bool {
    span.style.add_modifier.contains(Modifier::REVERSED)
}

fn underlined(theme: &Theme) -> Style {
    theme.style(Role::Error).add_modifier(Modifier::UNDERLINED)
}

/// `╰ what is wrong`, below the place where it begins, then what each label and the help say.
fn message(problem: &Problem, column: u16, room: u16, theme: &Theme) -> Vec<Line<'static>> {
    let plain = theme.style(Role::Error).remove_modifier(Modifier::UNDERLINED);
    // Far to the right a message would be a thin column of words.
    let indent = column.min(room / 3);
    let mark = |text: &str, role| {
        [
            Span::raw(spaces(indent)),
            Span::styled(text.to_owned(), theme.style(role).remove_modifier(Modifier::UNDERLINED)),
        ]
    };
    let mut lines =
        hanging(&[Span::styled(problem.message.clone(), plain)], &mark("╰ ", Role::Error), indent + 2, room);
    for (_, _, label) in problem.labels.iter().filter(|(_, _, label)| !label.is_empty()) {
        lines.extend(hanging(&[Span::raw(label.clone())], &mark("  ", Role::Dim), indent + 2, room));
    }
    if let Some(help) = &problem.help {
        lines.extend(hanging(&[Span::raw(help.clone())], &mark("→ ", Role::Success), indent + 2, room));
    }
    lines
}

/// `pieces` wrapped to `room`: `first` stands before the first line, spaces of width `indent` before the others.
fn hanging(pieces: &[Span<'_>], first: &[Span<'static>], indent: u16, room: u16) -> Vec<Line<'static>> {
    let taken = first.iter().map(|span| width_of(&span.content)).sum::<u16>();
    let mut lines = wrap(pieces, room.saturating_sub(taken));
    // Without a mark before it, only a line that is too long gives up room for the lines that continue it.
    if taken == 0 && lines.len() > 1 {
        lines = wrap(pieces, room.saturating_sub(indent));
    }
    for (index, line) in lines.iter_mut().enumerate() {
        if index == 0 {
            line.spans.splice(0..0, first.iter().cloned());
        } else {
            line.spans.insert(0, Span::raw(spaces(indent.min(room.saturating_sub(1)))));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::ThemeName;

    fn shown(code: &Code<'_>, width: u16) -> Vec<String> {
        code.lines(width, &Theme::new(ThemeName::Dark)).iter().map(Line::to_string).collect()
    }

    #[test]
    fn tokens_have_their_colours() {
        let theme = Theme::new(ThemeName::Dark);
        let tokens = [Token { start: 0, end: 3, role: Role::Keyword }, Token { start: 8, end: 10, role: Role::Number }];
        let code = Code { source: "def f = 12", tokens: &tokens, problems: &[], bar: Bar::Idle, cursor: None, fold: 0 };
        let line = &code.lines(40, &theme)[0];
        let parts: Vec<_> = line.spans.iter().map(|span| (&*span.content, span.style)).collect();
        assert_eq!(parts[1], ("def", theme.style(Role::Keyword)));
        assert_eq!(parts[2], (" f = ", Style::new()));
        assert_eq!(parts[3], ("12", theme.style(Role::Number)));
    }

    #[test]
    fn a_problem_is_underlined_and_said_below() {
        let theme = Theme::new(ThemeName::Mono);
        let problem = Problem {
            start: 9,
            end: 14,
            message: "the inner sizes 8 and 4 differ".into(),
            labels: vec![(9, 10, "Q is [query 4, d_k 8]".into())],
            help: Some("Did you mean Q @ K.T?".into()),
        };
        let code = Code {
            source: "scores = Q @ K\nx",
            tokens: &[],
            problems: &[problem],
            bar: Bar::Failed,
            cursor: None,
            fold: 0,
        };
        assert_eq!(
            shown(&code, 45),
            [
                "▌ scores = Q @ K",
                "▌          ╰ the inner sizes 8 and 4 differ",
                "▌            Q is [query 4, d_k 8]",
                "▌          → Did you mean Q @ K.T?",
                "▌ x"
            ]
        );
        let line = &code.lines(44, &theme)[0];
        assert_eq!(line.spans[2].content, "Q @ K");
        assert!(line.spans[2].style.add_modifier.contains(Modifier::UNDERLINED));
    }

    #[test]
    fn a_problem_at_the_end_has_a_place_to_be_underlined() {
        let problem = Problem { start: 4, end: 4, message: "expected a value".into(), ..Problem::default() };
        let code =
            Code { source: "x = ", tokens: &[], problems: &[problem], bar: Bar::Selected, cursor: None, fold: 0 };
        assert_eq!(shown(&code, 30), ["▌ x = \u{a0}", "▌     ╰ expected a value"]);
        let beyond = Problem { start: 400, end: 500, message: "far".into(), ..Problem::default() };
        let code = Code { problems: &[beyond], ..code };
        assert_eq!(shown(&code, 30), ["▌ x =", "▌     ╰ far"]);
    }

    #[test]
    fn long_lines_continue_indented_and_nothing_is_lost() {
        let code = Code {
            source: "weights = softmax(scores, dim=-1)",
            tokens: &[],
            problems: &[],
            bar: Bar::Stale,
            cursor: None,
            fold: 0,
        };
        assert_eq!(shown(&code, 21), ["░ weights =", "░     softmax(scores,", "░     dim=-1)"]);
        let code = Code { source: "a\n\tb\n", bar: Bar::Idle, ..code };
        assert_eq!(shown(&code, 20), ["▌ a", "▌     b", "▌ "]);
    }

    #[test]
    fn an_endless_line_is_folded() {
        let source = format!("x = 1\ny = '{}'", "word ".repeat(500));
        let code = Code { source: &source, fold: 2, ..Code::default() };
        let lines = shown(&code, 30);
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[3], "▌     … 2506 characters in all");
    }

    #[test]
    fn the_cursor_covers_a_character_and_says_its_line() {
        let theme = Theme::new(ThemeName::Mono);
        let lay = |cursor| Code { source: "ab cd\n猫", cursor: Some(cursor), ..Code::default() }.lay(10, &theme);
        let under = |laid: &Laid| {
            let spans = laid.lines.iter().flat_map(|line| &line.spans);
            spans.filter(|span| is_cursor(span)).map(|span| span.content.to_string()).collect::<String>()
        };
        for (place, text, line) in [(0, "a", 0), (4, "d", 0), (5, "\u{a0}", 0), (6, "猫", 1), (9, "\u{a0}", 1)] {
            let laid = lay(place);
            assert_eq!((under(&laid).as_str(), laid.cursor), (text, Some(line)), "{place}");
        }
    }
}
