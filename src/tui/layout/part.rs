//! What a block is made of on the screen: pieces of a known height, each of which can be drawn from any of its lines and asked
//! what a click in it means.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::diagram::DrawnDiagram;
use super::figure::PlacedFigure;
use super::target::Target;
use crate::tui::theme::Theme;
use crate::tui::widgets::clip::put_line;
use crate::tui::widgets::code::Laid;
use crate::tui::widgets::slider::Slider;

/// A piece of a block.
#[derive(Debug)]
pub struct Part<'m> {
    /// What it shows.
    pub body: Body<'m>,
    /// What a click anywhere in it means.
    pub target: Option<Target>,
    /// The lines in which the cursor is.
    pub cursor: Option<Range<u16>>,
    /// Whether it is to be seen together with what makes it so, where both fit: a picture, how an exercise stands.
    pub is_result: bool,
}

/// What a piece shows.
#[derive(Debug)]
pub enum Body<'m> {
    /// Lines of text.
    Lines(Vec<Line<'static>>),
    /// Code that is being typed.
    Code(Laid),
    /// A slider, and which of the block's controls it is.
    Slider(Slider<'m>, usize),
    /// Figures side by side.
    Figures(Vec<PlacedFigure<'m>>),
    /// The Transformer that ran, and the live step beside it.
    Diagram(Box<DrawnDiagram<'m>>),
}

impl<'m> Part<'m> {
    /// A piece without a cursor, on which a click means nothing of its own.
    pub fn of(body: Body<'m>) -> Self {
        let is_result = matches!(body, Body::Figures(_) | Body::Diagram(_));
        Part { body, target: None, cursor: None, is_result }
    }

    /// Lines of text on which a click means nothing.
    pub fn lines(lines: Vec<Line<'static>>) -> Self {
        Self::of(Body::Lines(lines))
    }

    /// An empty line.
    pub fn gap() -> Self {
        Self::lines(vec![Line::default()])
    }

    /// Whether it is an input that is drawn as lines of its own.
    pub fn is_input(&self) -> bool {
        matches!(self.body, Body::Slider(..)) || matches!(self.target, Some(Target::Control(_)))
    }

    /// The same, of which all lines must be seen if `is_sought`.
    #[must_use]
    pub fn sought(self, is_sought: bool) -> Self {
        let cursor = is_sought.then(|| 0..self.height()).or_else(|| self.cursor.clone());
        Part { cursor, ..self }
    }

    /// How many lines it takes.
    pub fn height(&self) -> u16 {
        match &self.body {
            Body::Lines(lines) | Body::Code(Laid { lines, .. }) => u16::try_from(lines.len()).unwrap_or(u16::MAX),
            Body::Slider(..) => 1,
            Body::Figures(figures) => figures.iter().map(|figure| figure.height).max().unwrap_or(0),
            Body::Diagram(drawn) => drawn.height(),
        }
    }

    /// Draws it from its line `first` on, as far as `area` reaches.
    pub fn draw(&self, first: u16, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        match &self.body {
            Body::Lines(lines) | Body::Code(Laid { lines, .. }) => {
                for (line, y) in lines.iter().skip(usize::from(first)).zip(area.top()..area.bottom()) {
                    put_line(buffer, area.x, y, line, area.width);
                }
            }
            Body::Slider(slider, _) if first == 0 => {
                slider.draw(Rect { height: area.height.min(1), ..area }, buffer, theme);
            }
            Body::Slider(..) => {}
            Body::Figures(figures) => {
                for figure in figures {
                    figure.draw(first, area, buffer);
                }
            }
            Body::Diagram(drawn) => drawn.draw(first, area, buffer),
        }
    }

    /// What a click at column `x` of line `y` means, in a place of this width.
    pub fn target_at(&self, x: u16, y: u16, width: u16) -> Option<Target> {
        let inner = match &self.body {
            Body::Lines(_) => None,
            Body::Code(laid) => laid.byte_at(x, usize::from(y)).map(Target::Code),
            Body::Slider(slider, control) => slider.value_at(width, x).map(|value| Target::Slide(*control, value)),
            Body::Figures(figures) => figures.iter().find_map(|figure| figure.target_at(x, y)),
            Body::Diagram(drawn) => drawn.target_at(x, y),
        };
        inner.or_else(|| self.target.clone())
    }
}
