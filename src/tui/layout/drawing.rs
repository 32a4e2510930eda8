//! The boxes and arrows: labels at places, counted from the line on which all stacks stand.

mod attention;
mod label;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

pub(super) use label::DrawnPlace;
use label::Label;

use super::context::PageContext;
use crate::notebook::architecture::{Architecture, DiagramPart, LayerPartRole, LayerStack, Site};
use crate::tui::model::exhibit::Diagram;
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put, spaces, width as width_of};
use crate::words::{Said, say, word};

/// The columns of one stack, its frame included, and the room between both, in which the memory goes over.
const STACK: u16 = 18;
const INNER: u16 = STACK - 2;
const BETWEEN: u16 = 5;
/// The columns at the right of a stack in which its residuals go around the layers.
const AROUND: u16 = 2;
/// The columns between the drawing and what stands beside it.
pub(crate) const GAP: u16 = 2;
/// The least columns for a tensor beside the drawing; with fewer it stands below.
const LEAST: u16 = 24;

/// Boxes and arrows.
#[derive(Debug)]
pub(crate) struct Drawing {
    labels: Vec<Label>,
    /// The columns that it takes.
    pub width: u16,
    /// The lines that it takes.
    pub height: u16,
}

/// What one stack is drawn from.
struct Column<'d> {
    diagram: &'d Diagram,
    architecture: &'d Architecture,
    number: usize,
    stack: &'d LayerStack,
    /// Where the live step is, if it is here.
    site: Option<Site>,
    /// Whether what it gave stands fast.
    frozen: bool,
    x: u16,
    labels: Vec<Label>,
    /// The line to be drawn next.
    up: u16,
}

impl Drawing {
    /// The stacks that belong to the live step, or to the deepest model of the run.
    /// Inside of an attention it is that attention.
    pub(crate) fn of(diagram: &Diagram) -> Self {
        match diagram.stepper.as_ref().and_then(attention::labels) {
            Some(labels) => Self::from_labels(labels, 2),
            None => Self::of_stacks(diagram),
        }
    }

    fn of_stacks(diagram: &Diagram) -> Self {
        let (walk, at) = (&diagram.walk, diagram.stepper.as_ref().map(Stepper::at));
        let architecture = &*walk.architecture;
        let site = at.and_then(|at| architecture.site(&walk.steps, at));
        let drawn = architecture.drawn(&walk.steps, at);
        let column = |(place, number): (usize, &usize)| {
            let stack = architecture.stacks.get(*number)?;
            let frozen = drawn.len() > 1 && place == 0 && is_frozen(architecture, stack, at);
            let x = place as u16 * (STACK + BETWEEN);
            let (number, labels) = (*number, Vec::new());
            let site = site.filter(|site| site.stack == number);
            Some(Column { diagram, architecture, number, stack, site, frozen, x, labels, up: 0 })
        };
        let mut columns: Vec<Column<'_>> = drawn.iter().enumerate().filter_map(column).collect();
        let count = columns.len();
        for (place, column) in columns.iter_mut().enumerate() {
            column.draw([word!("diagram-source"), word!("diagram-target")][place.min(1)], count > 1);
        }
        let mut labels = match columns.as_mut_slice() {
            [reader, writer] => reader.cross(writer),
            _ => Vec::new(),
        };
        labels.extend(columns.into_iter().flat_map(|column| column.labels));
        Self::from_labels(labels, count)
    }

    /// As wide as so many stacks.
    fn from_labels(labels: Vec<Label>, count: usize) -> Self {
        let height = labels.iter().map(|label| label.up + 1).max().unwrap_or(0);
        let stacks = (STACK + BETWEEN) * count as u16;
        let width = stacks - BETWEEN.min(stacks) + AROUND;
        Self { labels, width, height }
    }

    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        for label in &self.labels {
            let y = self.height - 1 - label.up;
            put(buffer, area, label.x, y, &label.text, style(theme, label.role, label.lit));
        }
    }

    /// What is drawn at a place.
    pub(crate) fn place_at(&self, x: u16, y: u16) -> Option<DrawnPlace> {
        let is_here = |label: &&Label| {
            self.height.checked_sub(y + 1) == Some(label.up) && (label.x..label.x + width_of(&label.text)).contains(&x)
        };
        self.labels.iter().filter(is_here).find_map(|label| label.place)
    }
}

/// The columns and lines beside the diagram of a block, if it has one and there are enough.
pub(crate) fn room_beside(page: &PageContext<'_>, block: usize) -> Option<(u16, u16)> {
    let drawing = Drawing::of(page.reading.exhibits(block)?.diagram.as_ref()?);
    let width = page.width.checked_sub(drawing.width + GAP).filter(|width| *width >= LEAST)?;
    Some((width, drawing.height))
}

/// The style of a part of the drawing.
fn style(theme: &Theme, role: Role, lit: bool) -> Style {
    if lit { theme.style(Role::Accent).add_modifier(Modifier::REVERSED) } else { theme.style(role) }
}

/// Whether a stack has run once for all the tokens of the text that is written.
fn is_frozen(architecture: &Architecture, stack: &LayerStack, at: Option<usize>) -> bool {
    let round = at.and_then(|at| architecture.round(at));
    architecture.is_read_once(stack) && round.is_some_and(|(round, _)| round.is_some())
}

impl Column<'_> {
    /// From the bottom to the top: what comes in, the frame with the pieces of a layer, what stands behind it, what comes out.
    fn draw(&mut self, words: &str, is_pair: bool) {
        let words = if is_pair { words } else { word!("diagram-input") };
        self.line(&format!("{words} {}", self.shape(None)), Role::Dim);
        for (part, words) in
            [(DiagramPart::Embedding, word!("diagram-embedding")), (DiagramPart::Positions, word!("diagram-positions"))]
        {
            self.end(part, words);
        }
        let border = if self.site.is_some_and(|site| site.part.is_none()) { Role::Accent } else { Role::Border };
        let half = usize::from(INNER / 2);
        self.row(&format!("╰{}↑{}╯", "─".repeat(half - 1), "─".repeat(half)), border);
        let below = self.up - 1;
        let mut sums = Vec::new();
        for (place, piece) in self.stack.pieces.iter().enumerate() {
            if matches!(piece.role, LayerPartRole::Add | LayerPartRole::AddNorm) {
                sums.push(self.up);
            }
            self.piece(DiagramPart::Piece(place), &piece.role.said(), border);
        }
        self.residuals(below, &sums);
        let role = if self.site.is_some() { Role::Accent } else { border };
        self.row(&self.title(), role);
        for (place, name) in self.stack.behind.iter().enumerate() {
            self.part(DiagramPart::Behind(place), name);
        }
        self.end(DiagramPart::Linear, word!("diagram-linear"));
        self.end(DiagramPart::Softmax, "softmax");
        if self.stack.crosses || !is_pair {
            let last =
                [DiagramPart::Softmax, DiagramPart::Linear].into_iter().find(|part| self.stack.ends.contains(part));
            let words = match last {
                Some(DiagramPart::Softmax) => word!("diagram-chances"),
                Some(_) => word!("diagram-scores"),
                None => word!("diagram-output"),
            };
            self.line(&format!("{words} {}", self.shape(last)), Role::Dim);
        }
    }

    /// What goes around each sub-layer, from where it comes in to the sum: the line below, then each sum is where the next begins.
    fn residuals(&mut self, below: u16, sums: &[u16]) {
        let role = if self.frozen { Role::Dim } else { Role::Border };
        let x = self.x + STACK;
        let mut from = below;
        for (number, sum) in sums.iter().copied().enumerate() {
            let is_last = number + 1 == sums.len();
            self.labels.extend((from + 1..sum).map(|up| Label::of(x + 1, up, "│", role)));
            self.labels.push(Label::of(x, sum, if is_last { "←╮" } else { "←┤" }, role));
            from = sum;
        }
        if !sums.is_empty() {
            self.labels.push(Label::of(x, below, "─╯", role));
        }
    }

    /// The way of the memory from the top of this stack to where the other one looks into it.
    fn cross(&mut self, writer: &Column<'_>) -> Vec<Label> {
        let mut labels = Vec::new();
        let mut add = |x: u16, up: u16, text: &str, role: Role| {
            labels.push(Label::of(x, up, text, role));
        };
        let (left, right) = (self.x + STACK / 2, self.x + STACK + AROUND);
        let pieces = writer.stack.pieces.iter().position(|piece| piece.role == LayerPartRole::Cross).unwrap_or(0);
        let below = writer
            .labels
            .iter()
            .find(|label| label.place == Some(DrawnPlace::Part(writer.number, DiagramPart::Piece(pieces))));
        let (from, to) = (self.up, below.map_or(self.up, |label| label.up));
        let is_read = writer.site.is_some_and(|site| site.part == Some(DiagramPart::Piece(pieces)));
        let way = match (is_read, self.frozen) {
            (true, _) => Role::Accent,
            (false, true) => Role::Dim,
            (false, false) => Role::Border,
        };
        add(left, from, &format!("╭{}╮", "─".repeat(usize::from(right - left - 1))), way);
        for up in to + 1..from {
            add(right, up, "│", way);
        }
        add(right, to, "╰─→", way);
        add(
            left + 1,
            from,
            &format!(" {} ", word!("diagram-memory")),
            if self.frozen { Role::Accent } else { Role::Text },
        );
        let runs = self.stack.runs;
        let read = match self.architecture.round(0) {
            Some(_) if self.architecture.is_read_once(self.stack) => word!("read-once").to_owned(),
            Some(_) => say!("read-anew", count = runs),
            None => String::new(),
        };
        // Above it there is room as long as the other stack is higher.
        add(self.x + 1, from + 1, &fit(&read, STACK + 1), if self.frozen { Role::Accent } else { Role::Dim });
        add(self.x + 1, from + 1 + u16::from(!read.is_empty()), &self.shape(None), Role::Dim);
        labels
    }

    /// `╭ encoder 0 ╮`: layers count from 0, as in PyTorch; outside of them how many there are.
    fn title(&self) -> String {
        let name = self.stack.path.rsplit('.').next().unwrap_or_default();
        let all = self.stack.layers.len();
        let layer = self.site.and_then(|site| site.layer).filter(|_| all > 1);
        let count = match layer {
            Some(layer) => format!(" {layer}"),
            None if all > 1 => format!(" {all} ×"),
            None => String::new(),
        };
        let name = fit(name, INNER.saturating_sub(2 + width_of(&count)));
        let title = fit(&format!(" {name}{count} "), INNER).into_owned();
        let rest = "─".repeat(usize::from(INNER - width_of(&title)));
        format!("╭{title}{rest}╮")
    }

    /// The shape of what came out of the stack, or of a part behind it, up to the live step.
    fn shape(&self, part: Option<DiagramPart>) -> String {
        let walk = &self.diagram.walk;
        let at = self.diagram.stepper.as_ref().map_or(0, Stepper::at);
        let root = self.architecture.root(&walk.steps, self.number, at);
        let step = root.and_then(|root| match part {
            Some(part) => self.architecture.step_of(&walk.steps, self.number, part, root),
            None => Some(root),
        });
        step.and_then(|step| walk.value(step)).map(|value| format!("{:?}", value.shape())).unwrap_or_default()
    }

    fn role(&self) -> Role {
        if self.frozen { Role::Dim } else { Role::Text }
    }

    /// A part that the run may not have.
    fn end(&mut self, part: DiagramPart, words: &str) {
        if self.stack.ends.contains(&part) {
            self.part(part, words);
        }
    }

    /// A part outside of the frame.
    fn part(&mut self, part: DiagramPart, words: &str) {
        self.label(1, &middle(words), self.role(), Some(part));
        self.up += 1;
    }

    /// A part inside of it.
    fn piece(&mut self, part: DiagramPart, words: &str, border: Role) {
        self.label(0, "│", border, None);
        self.label(STACK - 1, "│", border, None);
        self.part(part, words);
    }

    /// Words that stand for nothing.
    fn line(&mut self, words: &str, role: Role) {
        let x = STACK.saturating_sub(width_of(words)) / 2;
        self.label(x, &fit(words, STACK), role, None);
        self.up += 1;
    }

    fn row(&mut self, text: &str, role: Role) {
        self.label(0, text, role, None);
        self.up += 1;
    }

    fn label(&mut self, x: u16, text: &str, role: Role, part: Option<DiagramPart>) {
        let lit = part.is_some() && self.site.is_some_and(|site| site.part == part);
        // Without colours, and in a text, a mark tells it, too.
        if lit {
            self.labels.push(Label::of(self.x, self.up, "▸", Role::Accent));
        }
        let place = part.map(|part| DrawnPlace::Part(self.number, part));
        self.labels.push(Label { x: self.x + x, up: self.up, text: text.to_owned(), role, lit, place });
    }
}

/// Words in the middle of a box.
fn middle(words: &str) -> String {
    let words = fit(words, INNER);
    let left = (INNER - width_of(&words)) / 2;
    format!("{}{words}{}", spaces(left), spaces(INNER - width_of(&words) - left))
}
