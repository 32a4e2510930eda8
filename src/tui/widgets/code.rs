//! Source code: token colours, a bar at the left, and what is wrong with it underlined, the message below.

use std::ops::Range;

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::clip::{fit_right, graphemes, spaces, width as width_of, width_of_spans};
use super::wrap::{is_one_line, wrap};
use crate::tui::theme::{Role, Theme};
use crate::words::say;

mod brackets;
#[cfg(test)]
mod tests;

/// The columns of the bar, and those that a continued line is moved in by, beyond where it began.
const BAR_WIDTH: u16 = 2;
const CONTINUED: u16 = 4;
/// The columns of the mark before a message, or after it.
const MARK: u16 = 2;

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

impl Problem {
    /// Whether something from `start` to `end`, which is the end of a line, may be underlined for it.
    fn touches(&self, start: usize, end: usize) -> bool {
        let meets = |from: usize, to: usize| from <= end && to.max(from + 1) > start;
        meets(self.start, self.end) || self.labels.iter().any(|(from, to, _)| meets(*from, *to))
    }
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
    /// The bytes that are selected, from the first to behind the last.
    pub selection: Option<(usize, usize)>,
    /// Whether lines have numbers.
    pub numbered: bool,
    /// The most lines of the screen that a line of source takes; 0 is any number.
    pub fold: usize,
}

/// Source in lines of the screen.
#[derive(Debug, Clone, Default)]
pub struct Laid {
    /// The lines.
    pub lines: Vec<Line<'static>>,
    /// Where the cursor came to stand: column, line.
    pub cursor: Option<(u16, usize)>,
    /// While there is a cursor: the columns of each line at which something of the source begins, and its byte. What continues a
    /// message has none.
    pub places: Vec<Vec<(u16, usize)>>,
}

impl Laid {
    /// The byte of the source at a column of a line: of the character there, or the nearest before or behind.
    pub fn byte_at(&self, x: u16, line: usize) -> Option<usize> {
        let places = self.places.get(line)?;
        let before = places.iter().rev().find(|(column, _)| *column <= x);
        before.or(places.first()).map(|(_, byte)| *byte)
    }
}

/// How far what continues a line of source is moved in: further than the line itself, so that it does not look like the next one.
fn continued(text: &str, room: u16) -> u16 {
    let indent = text.len() - text.trim_start_matches(' ').len();
    (indent as u16).min(room / 2) + CONTINUED
}

impl Code<'_> {
    /// The source in lines of at most `width` columns, with every message below the line that it is about.
    pub fn lines(&self, width: u16, theme: &Theme) -> Vec<Line<'static>> {
        self.lay(width, theme).lines
    }

    /// The same, and where the cursor came to stand.
    pub fn lay(&self, width: u16, theme: &Theme) -> Laid {
        let gutter = if self.numbered { number_width(self.source) } else { 0 };
        let room = width.saturating_sub(BAR_WIDTH + gutter).max(1);
        let brackets = self.cursor.and_then(|cursor| brackets::pair(self.source, self.tokens, cursor));
        let mut laid = Laid::default();
        let mut start = 0;
        for (number, text) in self.source.split('\n').enumerate() {
            let end = start + text.len();
            // A cell may have as many problems as lines, and each character asks for those that are about it.
            let near: Vec<&Problem> = self.problems.iter().filter(|problem| problem.touches(start, end)).collect();
            let pieces = self.pieces(text, start, &near, brackets, theme);
            let mut wrapped = hanging(&pieces, &[], continued(text, room), room);
            if self.fold > 0 && wrapped.len() > self.fold {
                wrapped.truncate(self.fold);
                wrapped.push(Line::styled(
                    format!("    {}", say!("characters-in-all", count = text.chars().count())),
                    theme.style(Role::Dim),
                ));
            }
            // The last line also takes what points behind the end.
            let reaches = if end == self.source.len() { usize::MAX } else { end };
            let told: Vec<(&Problem, Option<u16>)> = self
                .problems
                .iter()
                .filter(|problem| (start..=reaches).contains(&problem.start))
                .map(|problem| (problem, column_in_last(text, start, &wrapped, problem.start)))
                .collect();
            if let Some(cursor) = self.cursor {
                let places = places(text, start, &mut wrapped, cursor, BAR_WIDTH + gutter);
                let here = |line: &Vec<(u16, usize)>| line.iter().rev().find(|(_, byte)| *byte == cursor).copied();
                let found = places.iter().enumerate().rev().find_map(|(line, it)| Some((here(it)?.0, line)));
                laid.cursor = laid.cursor.or(found.map(|(x, line)| (x, laid.lines.len() + line)));
                laid.places.extend(places);
            }
            for (place, line) in wrapped.iter_mut().enumerate().filter(|_| gutter > 0) {
                let text = if place == 0 { (number + 1).to_string() } else { String::new() };
                line.spans
                    .insert(0, Span::styled(format!("{} ", fit_right(&text, gutter - 1)), theme.style(Role::Dim)));
            }
            laid.lines.extend(wrapped);
            for (problem, column) in told {
                let mut lines = message(problem, column, room, theme);
                for line in lines.iter_mut().filter(|_| gutter > 0) {
                    line.spans.insert(0, Span::raw(spaces(gutter)));
                }
                laid.places
                    .resize_with(if self.cursor.is_some() { laid.places.len() + lines.len() } else { 0 }, Vec::new);
                laid.lines.extend(lines);
            }
            start = end + 1;
        }
        let bar = self.bar(theme);
        for line in &mut laid.lines {
            line.spans.insert(0, bar.clone());
        }
        laid
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
    fn pieces(
        &self,
        text: &str,
        start: usize,
        near: &[&Problem],
        pair: Option<[usize; 2]>,
        theme: &Theme,
    ) -> Vec<Span<'static>> {
        let mut pieces: Vec<Span<'static>> = Vec::new();
        for run in self.cuts(text, start, near, pair).windows(2) {
            let &[from, to] = run else { continue };
            let style = self.style_of(from..to, near, pair, theme);
            // A tab has no width of its own on a screen.
            let shown = text.get(from - start..to - start).unwrap_or_default().replace('\t', "    ");
            match pieces.last_mut() {
                Some(last) if last.style == style => last.content.to_mut().push_str(&shown),
                _ => pieces.push(Span::styled(shown, style)),
            }
        }
        let end = start + text.len();
        if self.cursor == Some(end) {
            // A place that wrapping keeps: a plain space at the end of a line is dropped.
            pieces.push(Span::styled("\u{a0}", self.cursor_style(Style::new(), theme)));
        } else if self.selection.is_some_and(|(start, after)| (start..after).contains(&end)) {
            // A line end that is selected can be seen.
            pieces.push(Span::styled("\u{a0}", theme.style(Role::Selection)));
        } else if near.iter().any(|problem| problem.start == end && problem.end <= end + 1) {
            pieces.push(Span::styled("\u{a0}", underlined(theme)));
        }
        pieces
    }

    /// The bytes of a line between which all characters look alike, both its ends among them. A character looks as its first byte does.
    fn cuts(&self, text: &str, start: usize, near: &[&Problem], pair: Option<[usize; 2]>) -> Vec<usize> {
        let end = start + text.len();
        let first = self.tokens.partition_point(|token| token.end <= start);
        let tokens = self.tokens.iter().skip(first).take_while(|token| token.start < end);
        let mut cuts: Vec<usize> = tokens.flat_map(|token| [token.start, token.end]).collect();
        for problem in near {
            let labels = problem.labels.iter().map(|(from, to, _)| (*from, *to));
            let ranges = labels.chain([(problem.start, problem.end)]);
            cuts.extend(ranges.flat_map(|(from, to)| [from, to.max(from + 1)]));
        }
        cuts.extend(pair.into_iter().flatten().flat_map(|place| [place, place + 1]));
        cuts.extend(self.selection.into_iter().flat_map(|(from, to)| [from, to]));
        let under_cursor = self.cursor.filter(|cursor| (start..end).contains(cursor)).and_then(|cursor| {
            let at = cursor - start;
            graphemes(text).find(|(from, grapheme)| (*from..from + grapheme.len()).contains(&at))
        });
        cuts.extend(under_cursor.into_iter().flat_map(|(from, one)| [start + from, start + from + one.len()]));
        cuts.retain(|cut| (start..end).contains(cut));
        cuts.extend([start, end]);
        cuts.sort_unstable();
        // Both go through the line once: it may be as long as a paste.
        let mut beginnings = graphemes(text).map(|(at, _)| start + at).chain([end]).peekable();
        for cut in &mut cuts {
            while beginnings.next_if(|beginning| *beginning < *cut).is_some() {}
            *cut = beginnings.peek().copied().unwrap_or(end);
        }
        cuts.dedup();
        cuts
    }

    /// How characters are drawn that look alike.
    fn style_of(&self, run: Range<usize>, near: &[&Problem], pair: Option<[usize; 2]>, theme: &Theme) -> Style {
        let mut style = self.style_at(run.start, near, theme);
        if pair.is_some_and(|pair| pair.contains(&run.start)) {
            style = theme.style(Role::Accent).add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
        if self.selection.is_some_and(|(start, end)| (start..end).contains(&run.start)) {
            style = theme.style(Role::Selection).add_modifier(style.add_modifier);
        }
        match self.cursor {
            Some(cursor) if run.contains(&cursor) => self.cursor_style(style, theme),
            _ => style,
        }
    }

    /// A block over the character; where the selection looks like that, a bold line below it.
    fn cursor_style(&self, style: Style, theme: &Theme) -> Style {
        let alike = theme.style(Role::Selection).add_modifier.contains(Modifier::REVERSED);
        if self.selection.is_some() && alike {
            Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
        } else {
            block(style)
        }
    }

    fn style_at(&self, place: usize, near: &[&Problem], theme: &Theme) -> Style {
        let after = self.tokens.partition_point(|token| token.end <= place);
        let token = self.tokens.get(after).filter(|token| token.start <= place);
        let style = token.map_or_else(Style::new, |token| theme.style(token.role));
        let here = |start: usize, end: usize| (start..end.max(start + 1)).contains(&place);
        if near.iter().any(|problem| here(problem.start, problem.end)) {
            underlined(theme)
        } else if near.iter().flat_map(|problem| &problem.labels).any(|(start, end, _)| here(*start, *end)) {
            style.patch(theme.style(Role::Warning)).add_modifier(Modifier::UNDERLINED)
        } else {
            style
        }
    }
}

fn block(style: Style) -> Style {
    style.add_modifier(Modifier::REVERSED)
}

/// The columns of line numbers and the blank behind them.
fn number_width(source: &str) -> u16 {
    let lines = source.matches('\n').count() + 1;
    width_of(&lines.to_string()).max(2) + 1
}

/// Where in `lines`, which are `text` wrapped, each of its characters came to stand. Wrapping drops blanks where a line ends; where
/// the cursor is on one of those, it is given a place behind that line.
fn places(text: &str, start: usize, lines: &mut [Line<'static>], cursor: usize, left: u16) -> Vec<Vec<(u16, usize)>> {
    let mut rest = graphemes(text).peekable();
    let mut all = Vec::new();
    let count = lines.len();
    for (number, line) in lines.iter_mut().enumerate() {
        let shown = line.to_string();
        // What continues a line is moved in, by blanks that are not the source's.
        let moved_in = if number == 0 { 0 } else { shown.len() - shown.trim_start_matches(' ').len() };
        let own = if number == 0 { 0 } else { moved_in.min(usize::from(CONTINUED)) };
        let mut x = left + own as u16;
        let mut places = Vec::new();
        let mut tab = 0;
        for (_, grapheme) in graphemes(shown.get(own..).unwrap_or_default()) {
            if tab > 0 {
                tab -= 1;
            } else if let Some((byte, own)) =
                rest.next_if(|(_, own)| *own == grapheme || (*own == "\t" && grapheme == " "))
            {
                places.push((x, start + byte));
                tab = if own == "\t" { 3 } else { 0 };
            }
            x += width_of(grapheme);
        }
        let dropped = std::iter::from_fn(|| rest.next_if(|(_, own)| matches!(*own, " " | "\t")));
        let dropped: Vec<usize> = dropped.map(|(byte, _)| start + byte).collect();
        if dropped.contains(&cursor) {
            line.spans.push(Span::styled("\u{a0}", block(Style::new())));
            places.push((x, cursor));
            x += 1;
        }
        if number + 1 == count {
            // Behind the last character something can be typed.
            let end = if places.is_empty() && number == 0 { left } else { x };
            let end = if cursor == start + text.len() { end.saturating_sub(1).max(left) } else { end };
            places.push((end, start + text.len()));
        }
        all.push(places);
    }
    all
}

/// The column of a byte in the last of the lines into which its line was wrapped: below that one a message can point at it.
fn column_in_last(text: &str, start: usize, wrapped: &[Line<'static>], byte: usize) -> Option<u16> {
    if wrapped.len() == 1 {
        return Some(width_of(text.get(..byte.saturating_sub(start)).unwrap_or(text)));
    }
    let all = places(text, start, &mut wrapped.to_vec(), usize::MAX, 0);
    let last = all.last().filter(|last| last.first().is_some_and(|(_, first)| *first <= byte))?;
    last.iter().rev().find(|(_, place)| *place <= byte).map(|(x, _)| *x)
}

fn underlined(theme: &Theme) -> Style {
    theme.style(Role::Error).add_modifier(Modifier::UNDERLINED)
}

/// `╰ what is wrong`, below the place where it begins, or `what is wrong ╯`; then what each label and the help say. Without a column the
/// place is further up.
fn message(problem: &Problem, column: Option<u16>, room: u16, theme: &Theme) -> Vec<Line<'static>> {
    let plain = theme.style(Role::Error).remove_modifier(Modifier::UNDERLINED);
    let width = width_of(&problem.message) + MARK;
    let is_below = column.is_some();
    let column = column.unwrap_or(u16::from(CONTINUED < room) * CONTINUED);
    let (fits_after, fits_before) = (column + width <= room, is_below && (width..=room).contains(&(column + 1)));
    // Far to the right a message would be a thin column of words: it stands before the place, or as near to it as words can be read.
    let indent = match (fits_after, fits_before) {
        (true, _) => column,
        (false, true) => column + 1 - width,
        (false, false) => column.min(room / 3),
    };
    let mark = |text: &str, role| {
        [
            Span::raw(spaces(indent)),
            Span::styled(text.to_owned(), theme.style(role).remove_modifier(Modifier::UNDERLINED)),
        ]
    };
    let message = Span::styled(problem.message.clone(), plain);
    let mut lines = if fits_before && !fits_after {
        vec![Line::from(vec![Span::raw(spaces(indent)), message, Span::styled(" ╯", plain)])]
    } else {
        hanging(&[message], &mark("╰ ", Role::Error), indent + MARK, room)
    };
    for (_, _, label) in problem.labels.iter().filter(|(_, _, label)| !label.is_empty()) {
        lines.extend(hanging(&[Span::raw(label.clone())], &mark("  ", Role::Dim), indent + MARK, room));
    }
    if let Some(help) = &problem.help {
        lines.extend(hanging(&[Span::raw(help.clone())], &mark("→ ", Role::Success), indent + MARK, room));
    }
    lines
}

/// `pieces` wrapped to `room`: `first` stands before the first line, spaces of width `indent` before the others.
fn hanging(pieces: &[Span<'_>], first: &[Span<'static>], indent: u16, room: u16) -> Vec<Line<'static>> {
    let taken = width_of_spans(first);
    // Without a mark before it, only a line that is too long gives up room for the lines that continue it.
    let given = if taken == 0 && !is_one_line(pieces, room) { indent } else { taken };
    let mut lines = wrap(pieces, room.saturating_sub(given));
    for (index, line) in lines.iter_mut().enumerate() {
        if index == 0 {
            line.spans.splice(0..0, first.iter().cloned());
        } else {
            line.spans.insert(0, Span::raw(spaces(indent.min(room.saturating_sub(1)))));
        }
    }
    lines
}
