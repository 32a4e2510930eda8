//! What the pieces of a page are laid out by: the lesson, how it is dressed, and the room that there is.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::areas::Areas;
use super::prose::Numbers;
use crate::notebook::lesson::{Block, BlockId};
use crate::notebook::session::Day;
use crate::tui::model::Model;
use crate::tui::model::exhibit::Figure;
use crate::tui::model::lit::Lit;
use crate::tui::model::reading::Reading;
use crate::tui::theme::{Role, Theme};

/// The columns at the left: the mark of the selected block and air; and at the right.
pub(super) const LEFT: u16 = 3;
const RIGHT: u16 = 1;
/// The widest line of prose: longer ones are hard to read.
const MEASURE: u16 = 76;
/// The same where it is read from the back of a room, and how many columns are used there at all.
const MEASURE_OF_TALK: u16 = 60;
const WIDTH_OF_TALK: u16 = 96;

/// The lesson on the screen and the room that it has there.
#[derive(Debug, Clone, Copy)]
pub struct PageContext<'m> {
    /// How it is dressed.
    pub theme: &'m Theme,
    /// The lesson.
    pub reading: &'m Reading,
    /// The part of the screen that shows it.
    pub area: Rect,
    /// The columns for content.
    pub width: u16,
    /// The elements that made the explained one, or that depend on it.
    pub lit: Option<&'m Lit>,
    /// What makes an element of the live step.
    pub lit_by_step: &'m Lit,
    /// Whether something stands beside it.
    pub has_pane: bool,
    /// The question that is asked again, whose old answer is not shown.
    pub asking: Option<&'m BlockId>,
    /// Which day it is.
    pub today: Day,
}

impl<'m> PageContext<'m> {
    /// The open lesson as `model` shows it.
    pub fn of(model: &'m Model) -> Option<Self> {
        let reading = model.reading()?;
        let why = reading.inside().and_then(|inside| inside.why.as_ref());
        let areas = Areas::of(model);
        let area = if reading.stage.is_some() { in_the_middle(areas.page) } else { areas.page };
        Some(Self {
            theme: &model.theme,
            reading,
            area,
            width: area.width.saturating_sub(LEFT + RIGHT),
            lit: why.map(|why| &why.lit).filter(|lit| !lit.is_empty()),
            lit_by_step: &reading.lens.lit,
            has_pane: !areas.lens.is_empty(),
            asking: model.workspace.asked_here(),
            today: model.workspace.today,
        })
    }

    /// The lines of the screen that show it.
    pub fn height(&self) -> u16 {
        self.area.height
    }

    /// The width of running text.
    pub fn measure(&self) -> u16 {
        self.width.min(if self.reading.stage.is_some() { MEASURE_OF_TALK } else { MEASURE })
    }

    /// The highest that a figure may be, so that it fits on the screen.
    pub fn figure_height(&self) -> u16 {
        self.height().max(4)
    }

    /// A style of how it is dressed.
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// A block of the lesson.
    pub fn block(&self, block: usize) -> Option<&'m Block> {
        self.reading.lesson.blocks().get(block)
    }

    /// Whether the cursor is on this block.
    pub fn is_selected(&self, block: usize) -> bool {
        self.reading.lesson.at == block
    }

    /// Whether some element of a figure is lit.
    pub fn is_lit(&self, figure: &Figure) -> bool {
        self.lit.is_some_and(|lit| lit.places(figure.origin).next().is_some())
    }

    /// The computed numbers of a block.
    pub fn numbers(&self, block: &'m Block) -> Numbers<'m> {
        Numbers { outcome: &self.reading.lesson.outcome, block: &block.id, link: None, veils: self.reading.veils() }
    }
}

/// The columns in the middle of the page that a talk uses.
fn in_the_middle(page: Rect) -> Rect {
    let width = page.width.min(WIDTH_OF_TALK);
    Rect { x: page.x + (page.width - width) / 2, width, ..page }
}
