//! What modes draw into: the screen as it is divided, with the open lesson laid out on it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::layout::areas::Areas;
use crate::tui::layout::page::PageLayout;
use crate::tui::model::Model;
use crate::tui::view::{Click, dashboard, scroll_bar};

/// The screen as it is divided, with the open lesson laid out on it.
#[derive(Debug)]
pub struct Viewport<'m> {
    /// What is drawn.
    pub model: &'m Model,
    /// The whole screen.
    pub screen: Rect,
    /// Its parts.
    pub areas: Areas,
    /// The open lesson, if one is on the screen. It is laid out once for all who draw a part of it.
    pub page: Option<PageLayout<'m>>,
}

impl<'m> Viewport<'m> {
    /// The screen of `model`, on which a lesson lies as `page` says.
    pub fn new(model: &'m Model, screen: Rect, page: Option<PageLayout<'m>>) -> Self {
        Self { model, screen, areas: Areas::of(model), page }
    }

    /// Draws the page of the open lesson.
    pub(super) fn draw_page(&self, buffer: &mut Buffer) {
        if let Some(page) = &self.page {
            page.draw(buffer);
            scroll_bar::draw(page, &self.areas, buffer);
        }
    }

    /// What of the open lesson's page there is at a place of the screen.
    pub(super) fn page_target(&self, column: u16, row: u16) -> Option<Click> {
        let page = self.page.as_ref()?;
        if scroll_bar::is_at(page, &self.areas, column, row) {
            return Some(Click::ScrollBar);
        }
        page.target_at(column, row).map(|(block, target)| Click::Block(block, target))
    }

    /// Draws the training, and the list of its snapshots if that is open.
    pub(super) fn draw_training(&self, buffer: &mut Buffer) {
        if let Some(training) = self.model.dashboard() {
            dashboard::draw(self.model, training, self.areas.page, buffer);
        }
    }

    /// What of the training there is at a place of the screen.
    pub(super) fn training_target(&self, column: u16, row: u16) -> Option<Click> {
        let page = self.areas.page;
        let training = self.model.dashboard().filter(|_| page.contains((column, row).into()))?;
        dashboard::target_at(training, page, column, row)
    }

    /// What a place of the screen means while a list lies over it, if the list `covers` the place and has `found` a row there. The footer is
    /// the list's own, unless the list covers it.
    pub(super) fn list_target(&self, found: Option<usize>, covers: bool, column: u16, row: u16) -> Option<Click> {
        let beside = if covers { Click::List } else { Click::Outside };
        let is_footer = self.areas.footer.contains((column, row).into());
        (covers || !is_footer).then(|| found.map_or(beside, Click::Row))
    }
}
