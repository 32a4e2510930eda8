//! The inspector: why one number is what it is. The textbook's formula first, then what it is made of, then how the machine
//! did it and where it was written. Or the other way: what depends on the number.
//!
//! Where it is low and wide, what a cursor can go to stands at the right of the rest.

mod formula;
mod path;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::veils::{hidden_operands, reads_hidden};
use crate::notebook::lesson::Block;
use crate::notebook::veils::VEIL;
use crate::notebook::why::{FirstNan, NamedValue, Uses, WhyAnswer};
use crate::tensor::{Expr, Operand};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip;
use crate::tui::widgets::wrap::wrap;
use crate::words::{Said, say, word};

/// From this width on, and up to this height, there are two columns.
const BROAD: u16 = 70;
const LOW: u16 = 14;
/// The columns of air between them.
const GUTTER: u16 = 3;

/// What is drawn of an explanation.
#[derive(Clone, Copy, Debug)]
pub struct Inspector<'a> {
    /// The explanation.
    pub why: &'a WhyAnswer,
    /// Whether that is the gradient with respect to the number, and not its value.
    pub is_slope: bool,
    /// What depends on the number, where that is shown.
    pub uses: Option<&'a Uses>,
    /// The blocks of the page, which have numbers where they have no names.
    pub blocks: &'a [Block],
    /// Where the number was born, if it is none.
    pub birth: Option<&'a FirstNan>,
    /// Which operand the cursor is on.
    pub selected: usize,
    /// Whether keys go to the operands now.
    pub has_focus: bool,
    /// Whether how the machine did it is left out.
    pub brief: bool,
    /// The numbers from which the reader came down to this one, the first at the top.
    pub trail: &'a [String],
}

/// The lines of an explanation and where what the cursor can go to stands in them.
#[derive(Default)]
struct Text {
    lines: Vec<Line<'static>>,
    ways: Vec<usize>,
}

impl Text {
    /// The first line that is drawn: the top, unless the way that the cursor is on lies too far down.
    fn first(&self, cursor: Option<usize>, height: u16) -> usize {
        let height = usize::from(height);
        let cursor = cursor.and_then(|cursor| self.ways.get(cursor).copied()).unwrap_or(0);
        (cursor + 2).saturating_sub(height).min(self.lines.len().saturating_sub(height))
    }
}

/// A part of the inspector: lines, and where.
struct Column {
    text: Text,
    area: Rect,
}

impl Inspector<'_> {
    /// Draws into `area`, scrolled so that the selected operand can be seen. Returns how many lines it takes.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) -> u16 {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return 0;
        }
        let mut height = 0;
        for Column { text, area } in self.columns(area, theme) {
            height = area.height.min(text.lines.len() as u16).max(height);
            let first = self.first_line(&text, area.height);
            let end = first + usize::from(area.height);
            // A value at the end of the last line is not to be covered; where there are some, the cursor scrolls.
            let last = end.saturating_sub(1);
            let is_cut = text.lines.len() > end && !text.ways.contains(&last);
            let taken = text.lines.get(last).map_or(0, Line::width);
            for (line, y) in text.lines.into_iter().skip(first).zip(area.top()..area.bottom()) {
                clip::put_line(buffer, area.x, y, &line, area.width);
            }
            if is_cut {
                let way = self.way_to_the_end();
                let fits = taken + usize::from(clip::width(way)) < usize::from(area.width);
                let way = if fits { way } else { "⋯" };
                let x = area.width.saturating_sub(clip::width(way));
                clip::put(buffer, area, x, area.height - 1, way, theme.style(Role::Dim));
            }
        }
        height
    }

    /// The lines that it takes in this width: side by side where so low a room is drawn so.
    pub fn height(&self, width: u16, theme: &Theme) -> u16 {
        let within = |height: u16| {
            let columns = self.columns(Rect { width, height, ..Rect::default() }, theme);
            columns.iter().map(|column| column.text.lines.len() as u16).max().unwrap_or(0)
        };
        let alone = within(u16::MAX);
        if width >= BROAD && alone <= LOW { within(LOW) } else { alone }
    }

    /// The first line of a column that is drawn. With the last operand it shows its end, as far as the operand stays in sight.
    fn first_line(&self, text: &Text, height: u16) -> usize {
        let Some(cursor) = self.cursor().filter(|cursor| cursor + 1 == self.count()) else {
            return text.first(self.cursor(), height);
        };
        let end = text.lines.len().saturating_sub(usize::from(height));
        text.ways.get(cursor).map_or(end, |line| end.min(*line))
    }

    /// What stands where lines are missing below: how to come to them.
    fn way_to_the_end(&self) -> &'static str {
        match self.cursor() {
            _ if self.count() == 0 => "⋯",
            None => "↓ Enter, G",
            Some(_) => "↓ G",
        }
    }

    /// How many lines there are for the cursor.
    fn count(&self) -> usize {
        self.uses.map_or_else(|| self.why.ways().count(), |uses| uses.values.len())
    }

    /// The operand drawn at this place of the screen, where the inspector is drawn into `area`: what a click there means.
    pub fn operand_at(&self, area: Rect, x: u16, y: u16, theme: &Theme) -> Option<usize> {
        let columns = self.columns(area, theme);
        let Column { text, area } = columns.into_iter().find(|column| column.area.contains((x, y).into()))?;
        let first = self.first_line(&text, area.height);
        text.ways.iter().position(|line| *line == first + usize::from(y - area.y))
    }

    fn cursor(&self) -> Option<usize> {
        self.has_focus.then_some(self.selected)
    }

    /// All in one column, or side by side where that is better.
    fn columns(&self, area: Rect, theme: &Theme) -> Vec<Column> {
        let mut left = Text::default();
        if area.width < BROAD || area.height > LOW {
            self.title(area.width, theme, &mut left.lines);
            left.lines.push(Line::default());
            if self.uses.is_none() {
                self.formula(area.width, theme, &mut left.lines);
                left.lines.push(Line::default());
            }
            self.ways(area.width, theme, &mut left);
            self.rest(area.width, true, theme, &mut left.lines);
            return vec![Column { text: left, area }];
        }
        let width = area.width * 11 / 20;
        self.title(width, theme, &mut left.lines);
        if self.uses.is_none() {
            self.formula(width, theme, &mut left.lines);
        }
        self.rest(width, false, theme, &mut left.lines);
        let mut right = Text::default();
        let beside = Rect { x: area.x + width + GUTTER, width: area.width - width - GUTTER, ..area };
        self.ways(beside.width, theme, &mut right);
        vec![Column { text: left, area: Rect { width, ..area } }, Column { text: right, area: beside }]
    }

    fn title(&self, width: u16, theme: &Theme, lines: &mut Vec<Line<'static>>) {
        if !self.trail.is_empty() {
            let path = path::shortened(self.trail, &self.why.subject.name, width);
            lines.push(Line::styled(path, theme.style(Role::Dim)));
        }
        lines.push(pair(&self.why.subject, width, theme.style(Role::Title), theme));
        let operation = match &*self.why.explanation.operation {
            // The note says by what.
            "given" if self.why.note.is_some() => String::new(),
            "given" => word!("operation-given").to_owned(),
            "literal" => word!("operation-literal").to_owned(),
            operation => operation.to_owned(),
        };
        let gap = if operation.is_empty() { "" } else { "   " };
        if !operation.is_empty() || !self.why.shape.is_empty() {
            lines.push(Line::from(vec![
                Span::styled(operation, theme.style(Role::Function)),
                Span::styled(format!("{gap}{}", self.why.shape), theme.style(Role::Dim)),
            ]));
        }
    }

    /// The operands of the formula that a question hides.
    fn hidden(&self) -> Vec<Operand> {
        hidden_operands(self.why)
    }

    fn formula(&self, width: u16, theme: &Theme, lines: &mut Vec<Line<'static>>) {
        let why = &self.why.explanation;
        let selected = if self.has_focus { why.operands().into_iter().nth(self.selected) } else { None };
        if let Some(textbook) = &why.textbook {
            let hidden = self.hidden();
            lines.extend(formula::lines(&why.value_text(), textbook, width, selected.as_ref(), &hidden, theme));
            define(textbook, width, &hidden, theme, lines);
            if !hidden.is_empty() {
                lines.extend(wrap(&[Span::styled(word!("formula-is-hidden"), theme.style(Role::Dim))], width));
            }
        }
        if let Some(note) = &self.why.note {
            lines.extend(wrap(&[Span::styled(note.said(), theme.style(Role::Emphasis))], width));
        }
        if let Some(birth) = self.birth {
            let is_here = self.why.subject.element() == Some(&birth.element);
            let reason = birth.cause.said();
            let text = if is_here { say!("born-here", reason) } else { say!("b-goes-to-its-birth", reason) };
            lines.extend(wrap(&[Span::styled(text, theme.style(Role::Warning))], width));
        }
    }

    /// What the cursor can go to: what the number is made of, or what depends on it.
    fn ways(&self, width: u16, theme: &Theme, text: &mut Text) {
        if let Some(uses) = self.uses {
            return self.dependents(uses, width, theme, text);
        }
        let made_of = if self.is_slope { word!("moves-the-output-through") } else { word!("made-of") };
        for (heading, ways) in [(made_of, &self.why.operands), (word!("read-there"), &self.why.reads)] {
            if ways.is_empty() {
                continue;
            }
            text.lines.push(Line::styled(heading, theme.style(Role::Heading)));
            let width = width.saturating_sub(2);
            // Places of one list are told apart at a glance only if all are written alike.
            let has_axes = ways.iter().all(|way| ValueLine::of(way, width).has_room_for_axes());
            for way in ways {
                let line = ValueLine { has_axes, ..ValueLine::of(way, width) }.line(theme.style(Role::Name), theme);
                self.way(line, theme, text);
            }
            text.lines.push(Line::default());
        }
    }

    fn dependents(&self, uses: &Uses, width: u16, theme: &Theme, text: &mut Text) {
        let dim = theme.style(Role::Dim);
        let heading = theme.style(Role::Heading);
        if uses.values.is_empty() && uses.words.is_empty() {
            text.lines.push(Line::styled(word!("nothing-depends"), heading));
        }
        if !uses.values.is_empty() {
            text.lines.push(Line::styled(say!("values-depend", count = uses.values.len()), heading));
        }
        for value in &uses.values {
            let named = NamedValue {
                name: value.name.to_string(),
                is_constant: false,
                place: say!("in-block", block = *value.block),
                value: Some(value.share()),
                asked: None,
            };
            self.way(pair(&named, width.saturating_sub(2), theme.style(Role::Name), theme), theme, text);
        }
        if !uses.words.is_empty() {
            let numbers = say!("text-numbers-depend", count = uses.words.len());
            text.lines.extend(wrap(&[Span::styled(numbers, heading)], width));
        }
        for words in &uses.words {
            let place = self.blocks.iter().position(|block| block.id == words.block).map_or(0, |place| place + 1);
            let line = [
                Span::raw("  "),
                Span::raw(words.text.clone()),
                Span::styled(format!(" {}", say!("in-the-text-of", block = place)), dim),
            ];
            text.lines.extend(wrap(&line, width));
        }
        if !uses.is_whole {
            text.lines.push(Line::styled(word!("too-much-to-follow"), theme.style(Role::Warning)));
        }
        if !uses.values.is_empty() || !uses.words.is_empty() {
            text.lines.push(Line::default());
            text.lines.extend(wrap(&[Span::styled(word!("what-depends-means"), dim)], width));
        }
    }

    /// A line that the cursor can stand on.
    fn way(&self, mut line: Line<'static>, theme: &Theme, text: &mut Text) {
        let is_selected = self.has_focus && text.ways.len() == self.selected;
        let mark = if is_selected { "▸ " } else { "  " };
        line.spans.insert(0, Span::styled(mark, theme.style(Role::Accent)));
        if is_selected {
            line = theme.selected(line);
        }
        text.ways.push(text.lines.len());
        text.lines.push(line);
    }

    /// How the machine did it, and where it was written.
    fn rest(&self, width: u16, airy: bool, theme: &Theme, lines: &mut Vec<Line<'static>>) {
        let why = &self.why.explanation;
        if self.brief {
            return;
        }
        if let Some(computed) = why.computed.as_ref().filter(|_| self.uses.is_none()) {
            lines.push(Line::styled(word!("as-computed"), theme.style(Role::Heading)));
            let hidden = self.hidden();
            lines.extend(formula::lines(&why.value_text(), &computed.formula, width, None, &hidden, theme));
            define(&computed.formula, width, &hidden, theme, lines);
            lines.extend(wrap(&[Span::styled(computed.reason.said(), theme.style(Role::Dim))], width));
            lines.extend(airy.then(Line::default));
        }
        if let Some(source) = self.why.made_in.as_ref().filter(|_| self.uses.is_none()) {
            let heading = say!("made-in-line", block = *source.block, line = source.line);
            lines.push(Line::styled(heading, theme.style(Role::Heading)));
            lines.extend(wrap(&[Span::styled(source.text.clone(), theme.style(Role::Name))], width));
        }
    }
}

/// `mean = 0.600 = (…) / 3` for every number with a name of its own.
fn define(formula: &Expr, width: u16, hidden: &[Operand], theme: &Theme, lines: &mut Vec<Line<'static>>) {
    for (name, of) in formula.definitions() {
        let is_hidden = reads_hidden(hidden, [of]);
        let value = if is_hidden { VEIL.to_owned() } else { crate::tensor::digits::real(of.value()) };
        lines.push(Line::default());
        lines.extend(formula::lines(&format!("{name} {value}"), of, width, None, hidden, theme));
    }
}

/// A line of its own: a name and a place at the left, a value at the right.
fn pair(named: &NamedValue, width: u16, style: Style, theme: &Theme) -> Line<'static> {
    let pair = ValueLine::of(named, width);
    ValueLine { has_axes: pair.has_room_for_axes(), ..pair }.line(style, theme)
}

/// A name and a place at the left, a value at the right. A long value leaves the name a third; the place gets what the name leaves,
/// for names that are cut cannot be told apart. Where code or a path stands for a name it is the same in every line, and the place
/// tells them apart: it leaves the name a third.
struct ValueLine<'a> {
    name: String,
    place: &'a str,
    /// Whether the place names its axes.
    has_axes: bool,
    /// The columns that the name and the value leave for it.
    room: u16,
    value: String,
    /// All columns.
    width: u16,
}

impl<'a> ValueLine<'a> {
    fn of(named: &'a NamedValue, width: u16) -> Self {
        let name = named.said();
        let least = clip::width(&name).min(width / 3) + 1;
        let value = named.value.as_deref().unwrap_or_else(|| word!("value-none"));
        let value = clip::fit(value, width.saturating_sub(least)).into_owned();
        let room = width.saturating_sub(clip::width(&value) + 1);
        let is_alike = name.contains([' ', '(', '.']);
        let beside_place = room.saturating_sub(clip::width(&named.place) + 2).max(room / 3);
        let name = clip::fit_path(&name, if is_alike { beside_place } else { room }).into_owned();
        let room = room.saturating_sub(clip::width(&name) + 2);
        Self { name, place: &named.place, has_axes: true, room, value, width }
    }

    fn has_room_for_axes(&self) -> bool {
        clip::width(self.place) <= self.room
    }

    fn line(self, style: Style, theme: &Theme) -> Line<'static> {
        let whole = if self.has_axes { self.place.to_owned() } else { without_axes(self.place) };
        let place = match clip::fit(&whole, self.room) {
            place if place.is_empty() => String::new(),
            place => format!("  {place}"),
        };
        let gap = self.width.saturating_sub(clip::width(&self.name) + clip::width(&place) + clip::width(&self.value));
        Line::from(vec![
            Span::styled(self.name, style),
            Span::styled(place, theme.style(Role::Dim)),
            Span::raw(" ".repeat(usize::from(gap))),
            Span::styled(self.value, theme.style(Role::Accent)),
        ])
    }
}

/// `query the₀, key cat` without the names of the axes, which are the same in every line: `the₀, cat`.
fn without_axes(place: &str) -> String {
    let label = |part: &str| part.split_once(' ').map_or(part, |(_, label)| label).to_owned();
    place.split(", ").map(label).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::ThemeName;

    #[test]
    fn code_or_a_path_in_place_of_a_name_leaves_room_for_the_place() {
        let line = |name: &str, place: &str, width: u16| {
            let (name, place) = (name.to_owned(), place.to_owned());
            let named = NamedValue { name, is_constant: false, place, value: Some("2.14".to_owned()), asked: None };
            pair(&named, width, Style::default(), &Theme::new(ThemeName::Mono)).to_string()
        };
        assert_eq!(line("scores / temperature", "guest=Ann dish=fish", 36), "scores / …  guest=Ann dish=fish 2.14");
        assert_eq!(
            line("scores / temperature", "guest=Ann dish=fish", 50),
            "scores / temperature  guest=Ann dish=fish     2.14"
        );
        assert_eq!(line("model.decoder.layers.0.norm3", "1, 0, 7", 36), "…ecoder.layers.0.norm3  1, 0, 7 2.14");
        assert_eq!(line("weights_of_all_words", "guest=Ann", 28), "weights_of_all_words  … 2.14");
        assert_eq!(line("masked", "query the₀, key the₄", 34), "masked  query the₀, key the₄  2.14");
        assert_eq!(line("masked", "query the₀, key the₄", 32), "masked  the₀, the₄          2.14");
    }
}
