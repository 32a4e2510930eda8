//! Where everything stands on the screen.

use ratatui::layout::Rect;

use super::notes;
use crate::tui::model::Model;
use crate::tui::model::reading::{Pane, Reading};

/// From this width on the inspector stands beside the page, below it at the bottom.
const WIDE: u16 = 100;
/// The part of the width, in percent, that the inspector takes beside the page, and the least columns.
const BESIDE: u16 = 36;
const NARROWEST: u16 = 40;
/// The part of the height, in percent, that it takes at the bottom, and that notes take at most.
const BELOW: u16 = 45;

/// The parts of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Areas {
    /// The first line.
    pub title: Rect,
    /// The line below it.
    pub rule: Rect,
    /// The lesson or the contents.
    pub page: Rect,
    /// The line between the page and the inspector.
    pub border: Rect,
    /// The inspector; empty while there is nothing to explain.
    pub inspector: Rect,
    /// The notes of who presents; empty unless they are shown.
    pub notes: Rect,
    /// The line above the last, with what just happened or what is under the cursor.
    pub status: Rect,
    /// The last line.
    pub footer: Rect,
}

impl Areas {
    /// How the screen is divided for what `model` shows.
    pub fn of(model: &Model) -> Self {
        let pane = model.reading().map_or(Pane::Never, Reading::pane);
        Self::new(Rect::new(0, 0, model.size.width, model.size.height), pane, notes::height(model))
    }

    /// Divides a screen, `notes` lines of which are for notes.
    pub fn new(screen: Rect, pane: Pane, notes: u16) -> Self {
        let line = |y: u16| Rect { y: screen.y + y, height: 1, ..screen }.intersection(screen);
        let room = screen.height.saturating_sub(4);
        let notes = notes.min(room * BELOW / 100);
        let body = Rect { y: screen.y + 2, height: room - notes, ..screen };
        let nothing = Rect { width: 0, height: 0, ..body };
        let mut areas = Self {
            title: line(0),
            rule: line(1),
            page: body,
            border: nothing,
            inspector: nothing,
            notes: Rect { y: body.bottom(), height: notes, ..body },
            status: line(screen.height.saturating_sub(2)),
            footer: line(screen.height.saturating_sub(1)),
        };
        let divided = match pane {
            Pane::Never => false,
            Pane::WhereWide => areas.page.width >= WIDE,
            Pane::Always => true,
        };
        if divided {
            areas.divide();
        }
        areas
    }

    /// Whether the inspector stands beside the page.
    pub fn is_beside(&self) -> bool {
        self.border.width == 1
    }

    fn divide(&mut self) {
        let body = self.page;
        if body.width >= WIDE {
            let width = (body.width * BESIDE / 100).max(NARROWEST);
            let x = body.right() - width;
            self.page.width -= width + 1;
            self.border = Rect { x: x - 1, width: 1, ..body };
            // A column of air on both sides.
            self.inspector = Rect { x: x + 1, width: width - 2, ..body };
        } else {
            let height = (body.height * BELOW / 100).max(1).min(body.height);
            let y = body.bottom() - height;
            let border = (body.height - height).min(1);
            self.page.height -= height + border;
            self.border = Rect { y: y - border, height: border, ..body };
            self.inspector = Rect { x: body.x + 1, y, width: body.width.saturating_sub(2), height }.intersection(body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_and_nothing_leaves_the_screen() {
        for width in 0..140 {
            for height in 0..50 {
                for (pane, notes) in [(Pane::Never, 3), (Pane::WhereWide, 0), (Pane::Always, 0), (Pane::Always, 99)] {
                    let screen = Rect::new(0, 0, width, height);
                    let areas = Areas::new(screen, pane, notes);
                    let parts = [areas.page, areas.border, areas.inspector, areas.notes];
                    for part in parts {
                        assert!(part.is_empty() || screen.intersection(part) == part, "{screen} {part}");
                    }
                    for (place, one) in parts.iter().enumerate() {
                        for other in &parts[place + 1..] {
                            assert!(one.intersection(*other).is_empty(), "{screen}: {one} and {other}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_inspector_has_its_share() {
        let wide = Areas::new(Rect::new(0, 0, 120, 40), Pane::WhereWide, 0);
        assert_eq!((wide.page.width, wide.inspector.width), (76, 41));
        let narrow = |pane| Areas::new(Rect::new(0, 0, 80, 24), pane, 0);
        let heights = |areas: Areas| (areas.page.height, areas.inspector.height);
        assert_eq!(heights(narrow(Pane::Always)), (10, 9));
        assert_eq!(heights(narrow(Pane::WhereWide)), (20, 0));
    }
}
