//! The inspector: why one number is what it is. The textbook's formula first, then what it is made of, then how the machine
//! did it and where it was written.

mod formula;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::notebook::why::{Named, Why};
use crate::tensor::explain::Piece;
use crate::tensor::{Expr, Operand};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip;
use crate::tui::widgets::wrap::wrap;

/// What is drawn of an explanation.
#[derive(Clone, Copy, Debug)]
pub struct Inspector<'a> {
    /// The explanation.
    pub why: &'a Why,
    /// Which operand the cursor is on.
    pub selected: usize,
    /// Whether keys go to the operands now.
    pub has_focus: bool,
    /// The numbers from which the reader came down to this one, the first at the top.
    pub trail: &'a [String],
}

/// The lines of an explanation and where its operands stand in them.
struct Text {
    lines: Vec<Line<'static>>,
    operands: Vec<usize>,
}

impl Inspector<'_> {
    /// Draws into `area`, scrolled so that the selected operand can be seen.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let area = area.intersection(buffer.area);
        let text = self.text(area.width, theme);
        let first = self.first_line(&text, area.height);
        for (line, y) in text.lines.into_iter().skip(first).zip(area.top()..area.bottom()) {
            line.render(Rect { y, height: 1, ..area }, buffer);
        }
    }

    /// The operand drawn on line `y` of an area of this size: what a click there means.
    pub fn operand_at(&self, width: u16, height: u16, y: u16, theme: &Theme) -> Option<usize> {
        let text = self.text(width, theme);
        let first = self.first_line(&text, height);
        text.operands.iter().position(|line| *line == first + usize::from(y))
    }

    /// The first line that is drawn: the top, unless the operand that the cursor is on lies too far down.
    fn first_line(&self, text: &Text, height: u16) -> usize {
        let height = usize::from(height);
        let cursor = if self.has_focus { text.operands.get(self.selected).copied().unwrap_or(0) } else { 0 };
        (cursor + 3).saturating_sub(height).min(text.lines.len().saturating_sub(height))
    }

    /// How many lines the whole explanation takes.
    pub fn height(&self, width: u16, theme: &Theme) -> u16 {
        u16::try_from(self.text(width, theme).lines.len()).unwrap_or(u16::MAX)
    }

    fn text(&self, width: u16, theme: &Theme) -> Text {
        let mut text = Text { lines: Vec::new(), operands: Vec::new() };
        self.title(width, theme, &mut text.lines);
        self.formula(width, theme, &mut text.lines);
        self.operands(width, theme, &mut text);
        self.machine(width, theme, &mut text.lines);
        self.source(width, theme, &mut text.lines);
        text
    }

    fn title(&self, width: u16, theme: &Theme, lines: &mut Vec<Line<'static>>) {
        if !self.trail.is_empty() {
            let path = format!("{} ▸", self.trail.join(" ▸ "));
            lines.push(Line::styled(clip::fit(&path, width).into_owned(), theme.style(Role::Dim)));
        }
        lines.push(pair(&self.why.subject, width, theme.style(Role::Title), theme));
        let operation = self.why.explanation.operation.clone();
        lines.push(Line::from(vec![
            Span::styled(operation, theme.style(Role::Function)),
            Span::styled(format!("   {}", self.why.shape), theme.style(Role::Dim)),
        ]));
        lines.push(Line::default());
    }

    fn formula(&self, width: u16, theme: &Theme, lines: &mut Vec<Line<'static>>) {
        let why = &self.why.explanation;
        let selected = if self.has_focus { why.operands().into_iter().nth(self.selected) } else { None };
        if let Some(textbook) = &why.textbook {
            let rows = formula::typeset(&why.value_text(), textbook, usize::from(width));
            lines.extend(rows.into_iter().map(|row| styled(row, selected.as_ref(), theme)));
            define(textbook, width, theme, lines);
        }
        if let Some(note) = &why.note {
            lines.extend(wrap(&[Span::styled(note.clone(), theme.style(Role::Emphasis))], width));
        }
        lines.push(Line::default());
    }

    fn operands(&self, width: u16, theme: &Theme, text: &mut Text) {
        if self.why.operands.is_empty() {
            return;
        }
        text.lines.push(Line::styled("made of", theme.style(Role::Heading)));
        for (place, operand) in self.why.operands.iter().enumerate() {
            let is_selected = self.has_focus && place == self.selected;
            let mark = if is_selected { "▸ " } else { "  " };
            let mut line = pair(operand, width.saturating_sub(2), theme.style(Role::Name), theme);
            line.spans.insert(0, Span::styled(mark, theme.style(Role::Accent)));
            if is_selected {
                line = line.patch_style(theme.style(Role::Selected));
            }
            text.operands.push(text.lines.len());
            text.lines.push(line);
        }
        text.lines.push(Line::default());
    }

    fn machine(&self, width: u16, theme: &Theme, lines: &mut Vec<Line<'static>>) {
        let why = &self.why.explanation;
        let Some(computed) = &why.computed else { return };
        lines.push(Line::styled("as computed", theme.style(Role::Heading)));
        let rows = formula::typeset(&why.value_text(), &computed.formula, usize::from(width));
        lines.extend(rows.into_iter().map(|row| styled(row, None, theme)));
        define(&computed.formula, width, theme, lines);
        lines.extend(wrap(&[Span::styled(computed.reason, theme.style(Role::Dim))], width));
        lines.push(Line::default());
    }

    fn source(&self, width: u16, theme: &Theme, lines: &mut Vec<Line<'static>>) {
        let Some(source) = &self.why.made_in else { return };
        lines.push(Line::styled(format!("made in {}, line {}", source.block, source.line), theme.style(Role::Heading)));
        lines.extend(wrap(&[Span::styled(source.text.clone(), theme.style(Role::Name))], width));
    }
}

/// `mean = 0.600 = (…) / 3` for every number with a name of its own.
fn define(formula: &Expr, width: u16, theme: &Theme, lines: &mut Vec<Line<'static>>) {
    for (name, of) in formula.definitions() {
        let lead = format!("{name} {}", crate::tensor::digits::real(of.value()));
        lines.push(Line::default());
        lines.extend(formula::typeset(&lead, of, usize::from(width)).into_iter().map(|row| styled(row, None, theme)));
    }
}

/// A name and a place at the left, a value at the right; the place gives way first.
fn pair(named: &Named, width: u16, style: Style, theme: &Theme) -> Line<'static> {
    let value = Span::styled(named.value.clone(), theme.style(Role::Accent));
    let room = width.saturating_sub(clip::width(&named.value) + 1);
    let name = clip::fit(&named.name, room).into_owned();
    let left = room.saturating_sub(clip::width(&name) + 2);
    let place = if left > 0 { clip::fit(&named.place, left).into_owned() } else { String::new() };
    let gap = room.saturating_sub(clip::width(&name) + 2 + clip::width(&place)) + 1;
    Line::from(vec![
        Span::styled(name, style),
        Span::raw("  "),
        Span::styled(place, theme.style(Role::Dim)),
        Span::raw(" ".repeat(usize::from(gap))),
        value,
    ])
}

fn styled(row: Vec<Piece>, selected: Option<&Operand>, theme: &Theme) -> Line<'static> {
    let span = |piece: Piece| {
        let is_selected = selected.is_some_and(|selected| formula::shows(&piece, selected));
        let role = if piece.operand.is_some() { Role::Number } else { Role::Text };
        let style = theme.style(role);
        Span::styled(piece.text, if is_selected { style.add_modifier(Modifier::REVERSED) } else { style })
    };
    Line::from(row.into_iter().map(span).collect::<Vec<_>>())
}
