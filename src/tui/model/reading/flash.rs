//! The flash of what a change has just moved.

use std::time::Duration;

use super::Reading;
use crate::tui::model::exhibit::Figure;
use crate::tui::model::motion::{Moment, MomentId};

/// How long changed elements are marked.
const FLASH: Duration = Duration::from_millis(300);

/// Which elements flash, the figures know; this is when, and because of what.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flash {
    /// How many there have been.
    count: u32,
    /// The revision of the page's text that caused the newest.
    revision: u64,
    is_on: bool,
}

impl Reading {
    /// The newest flash, while it lasts.
    pub fn flash(&self) -> Option<Moment> {
        self.flash.is_on.then_some(Moment { id: MomentId::Flash(self.flash.count), time: FLASH })
    }

    /// Draws everything as it stays.
    pub fn end_flash(&mut self) {
        if self.flash.is_on {
            self.flash.is_on = false;
            self.figures_mut().for_each(|figure| figure.until_now = None);
        }
    }

    /// New values come. What an earlier change has moved is not marked together with what this one moves. Returns how many figures flash
    /// before they are there.
    pub(super) fn begin_flash(&mut self) -> usize {
        let revision = self.lesson.document.revision();
        if self.flash.revision != revision {
            self.end_flash();
            self.flash.revision = revision;
        }
        self.flashing()
    }

    /// New values have come: they flash where they are other ones.
    pub(super) fn follow_flash(&mut self, had: usize) {
        if self.flashing() > had {
            self.flash.is_on = true;
            self.flash.count = self.flash.count.wrapping_add(1);
        }
    }

    /// How many figures flash.
    fn flashing(&self) -> usize {
        let figures = self.exhibits.iter().flat_map(|exhibits| &exhibits.figures);
        figures.filter(|figure| figure.until_now.is_some()).count()
    }

    /// Every figure of the page.
    pub(super) fn figures_mut(&mut self) -> impl Iterator<Item = &mut Figure> {
        self.exhibits.iter_mut().flat_map(|exhibits| &mut exhibits.figures)
    }
}
