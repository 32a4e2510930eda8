//! The architecture as the paper draws it (figure 1): the encoder at the left, the decoder at the right, data flowing upwards; the
//! part that the live step belongs to is lit, and what came out of it stands beside the drawing where there is room.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::context::PageContext;
use super::drawing::{self, Drawing, DrawnPlace, GAP};
use super::figure::{PlacedFigure, place};
use super::stepper;
use super::target::Target;
use crate::notebook::steps::last_name;
use crate::tui::model::exhibit::Diagram;
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{draw_from, fit, put_line};
use crate::words::{say, word};

/// The least lines for an outline below the tensor.
const OUTLINE: u16 = 4;
/// The lines of the screen that it leaves to what stands above it: the text that the cell reads, and air.
const LEFT_FREE: u16 = 2;

/// The drawing with what stands above and beside it.
#[derive(Debug)]
pub struct DrawnDiagram<'m> {
    diagram: &'m Diagram,
    theme: &'m Theme,
    head: Vec<Line<'static>>,
    drawing: Drawing,
    figure: Option<PlacedFigure<'m>>,
    width: u16,
    /// Whether the steps are listed nowhere else.
    lists: bool,
    /// The least lines below the head.
    least: u16,
}

/// What is written so far, where the reader is if no list beside the page says it, and what is missing.
fn head(page: &PageContext<'_>, diagram: &Diagram) -> Vec<Line<'static>> {
    let theme = page.theme;
    let mut head: Vec<Line<'static>> = tokens(diagram, theme).into_iter().collect();
    let Some(stepper) = &diagram.stepper else { return head };
    if !page.has_pane {
        // Whether it plays changes without a new picture.
        head.push(stepper::place(page.reading.stepper().unwrap_or(stepper), page.width, theme));
        head.extend(stepper::sense(stepper, page.width, theme));
    }
    if let Some(gone) = stepper.gone() {
        let words = say!("not-in-this-run", name = last_name(gone));
        head.push(Line::styled(fit(&words, page.width).into_owned(), theme.style(Role::Warning)));
    }
    head
}

/// `token 2 of 3  la ▸maison rouge`, if the run makes several.
fn tokens(diagram: &Diagram, theme: &Theme) -> Option<Line<'static>> {
    let stepper = diagram.stepper.as_ref();
    let (round, all) = diagram.walk.architecture.round(stepper.map_or(0, Stepper::at))?;
    let live = round.filter(|_| stepper.is_some());
    let place = match live {
        Some(round) => say!("token-of", token = round + 1, all),
        None => say!("tokens-in-all", count = all),
    };
    let mut spans = vec![Span::styled(place, theme.style(Role::Title)), Span::raw(" ")];
    for (number, word) in diagram.written.iter().enumerate() {
        let (mark, role) = match live {
            Some(live) if number == live => (" ▸", Role::Accent),
            Some(live) if number > live => (" ", Role::Dim),
            _ => (" ", Role::Text),
        };
        spans.push(Span::styled(format!("{mark}{word}"), theme.style(role)));
    }
    Some(Line::from(spans))
}

impl<'m> DrawnDiagram<'m> {
    /// The diagram of a block, if it has one, and the figure of the live step where that stands below it.
    pub fn of(page: &PageContext<'m>, block: usize) -> Option<(Self, Option<PlacedFigure<'m>>)> {
        let exhibits = page.reading.exhibits(block)?;
        let diagram = exhibits.diagram.as_ref()?;
        let drawing = Drawing::of(diagram);
        let beside = drawing::room_beside(page, block).is_some();
        let live = exhibits.figures.iter().enumerate().find(|(_, figure)| figure.live);
        let x = if beside { drawing.width + GAP } else { 0 };
        let placed = live.map(|(number, figure)| place(page, block, number, figure).at(x));
        let (figure, below) = if beside { (placed, None) } else { (None, placed) };
        let lists = beside && diagram.stepper.is_some() && !page.has_pane;
        let head = head(page, diagram);
        let width = page.width;
        let least = if lists { page.height().saturating_sub(head.len() as u16 + LEFT_FREE) } else { 0 };
        Some((Self { diagram, theme: page.theme, head, drawing, figure, width, lists, least }, below))
    }

    /// Whether a step of it is live.
    pub fn is_stepped(&self) -> bool {
        self.diagram.stepper.is_some()
    }

    /// The lines that it takes.
    pub fn height(&self) -> u16 {
        let figure = self.figure.as_ref().map_or(0, |figure| figure.height);
        self.above() + self.drawing.height.max(figure).max(self.least)
    }

    fn above(&self) -> u16 {
        self.head.len() as u16
    }

    /// The lines on which something of the figure beside it is lit, each with its figure.
    pub fn lit_lines(&self) -> Vec<(usize, u16)> {
        let lines = |figure: &PlacedFigure<'_>| {
            figure.lit_lines().into_iter().map(|line| (figure.number, self.above() + line)).collect()
        };
        self.figure.as_ref().map(lines).unwrap_or_default()
    }

    /// Draws it from its line `first` on, as far as `area` reaches.
    pub fn draw(&self, first: u16, area: Rect, buffer: &mut Buffer) {
        let size = (self.width.min(area.width), self.height());
        draw_from(first, size, area, buffer, |area, buffer| self.draw_whole(area, buffer));
    }

    fn draw_whole(&self, area: Rect, buffer: &mut Buffer) {
        for (line, y) in self.head.iter().zip(area.top()..area.bottom()) {
            put_line(buffer, area.x, y, line, area.width);
        }
        let below = Rect { y: area.y + self.above(), height: area.height.saturating_sub(self.above()), ..area };
        self.drawing.draw(below, buffer, self.theme);
        if let Some(figure) = &self.figure {
            figure.draw(0, below, buffer);
        }
        let x = self.drawing.width + GAP;
        let beside = Rect { x: below.x + x, width: below.width.saturating_sub(x), ..below }.intersection(below);
        match &self.diagram.stepper {
            Some(live) if self.lists => {
                let used = self.figure.as_ref().map_or(0, |figure| figure.height + 1).min(beside.height);
                let rest = Rect { y: beside.y + used, height: beside.height - used, ..beside };
                if rest.height >= OUTLINE {
                    stepper::draw_outline(live, rest, buffer, self.theme);
                }
            }
            Some(_) => {}
            None => {
                let words = Line::styled(word!("walks-through-it"), self.theme.style(Role::Dim));
                put_line(buffer, beside.x, beside.y, &words, beside.width);
            }
        }
    }

    /// What a click at column `x` of line `y` means: an element beside the drawing, or a part of it.
    pub fn target_at(&self, x: u16, y: u16) -> Option<Target> {
        let y = y.checked_sub(self.above())?;
        let at_figure = self.figure.as_ref().and_then(|figure| figure.target_at(x, y));
        at_figure.or_else(|| {
            let (stack, part) = match self.drawing.place_at(x, y)? {
                DrawnPlace::Part(stack, part) => (stack, part),
                DrawnPlace::Stop(place) => return Some(Target::Stop(place)),
            };
            let walk = &self.diagram.walk;
            // The next of its kind from the live step on.
            let from = self.diagram.stepper.as_ref().map_or(0, |stepper| stepper.at() + 1);
            walk.architecture.step_of(&walk.steps, stack, part, from).map(Target::Step)
        })
    }
}
