//! Where everything stands on the screen.

use ratatui::layout::Rect;

use super::notes;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::model::reading::{Beside, Pane};

/// From this width on the lens stands beside the page, below it at the bottom.
const WIDE: u16 = 100;
/// The columns of a page that has something beside it: as many as it has on a terminal of 80, unless the lens would be too narrow.
const PAGE: u16 = 80;
const MIN_PAGE: u16 = 74;
/// The columns that the lens should have beside a page.
const LENS: u16 = 40;
/// From this width on a rail at the left says where in the machine and in the lesson one is.
const VERY_WIDE: u16 = 160;
const RAIL: u16 = 34;
/// The part of the height, in percent, that the lens takes at the bottom, and that notes take at most.
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
    /// Where in the machine and in the lesson one is; empty unless the screen is very wide.
    pub rail: Rect,
    /// The line between the rail and the page.
    pub rail_border: Rect,
    /// The line between the page and the lens.
    pub border: Rect,
    /// The lens: explanations, the timeline, the steps of a run; beside the list of lessons what is said of one. Empty where there is no
    /// room or nothing to say.
    pub lens: Rect,
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
        let pane = match model.reading() {
            Some(reading) => reading.pane(),
            None if model.dashboard().is_some() || model.contents.shape.fills_the_screen() => Pane::Never,
            None if model.contents.shape == Shape::Map => Pane::Map,
            None => Pane::FrontPage,
        };
        Self::new(Rect::new(0, 0, model.size.width, model.size.height), pane, notes::height(model))
    }

    /// The page with a column of air at each side.
    pub fn inset_page(&self) -> Rect {
        Rect { x: self.page.x + 1, width: self.page.width.saturating_sub(2), ..self.page }
    }

    /// Divides a screen, `notes` lines of which are for notes.
    pub fn new(screen: Rect, pane: Pane, notes: u16) -> Self {
        let line = |y: u16| Rect { y: screen.y + y, height: 1, ..screen }.intersection(screen);
        let room = screen.height.saturating_sub(4);
        let notes = notes.min(below(room));
        let body = Rect { y: screen.y + 2, height: room - notes, ..screen };
        let nothing = Rect { width: 0, height: 0, ..body };
        let mut areas = Self {
            title: line(0),
            rule: line(1),
            page: body,
            rail: nothing,
            rail_border: nothing,
            border: nothing,
            lens: nothing,
            notes: Rect { y: body.bottom(), height: notes, ..body },
            status: line(screen.height.saturating_sub(2)),
            footer: line(screen.height.saturating_sub(1)),
        };
        let divided = match pane {
            Pane::Never => false,
            Pane::WhereWide | Pane::FrontPage | Pane::Map | Pane::BesideDrawing => areas.page.width >= WIDE,
            Pane::Always | Pane::First => true,
        };
        if divided {
            let min_page = match pane {
                Pane::First => 0,
                Pane::BesideDrawing => PAGE,
                _ => MIN_PAGE,
            };
            // What is said of a lesson in its row is no prose, and may be longer than a line of prose.
            let most_page = if pane == Pane::Map { PAGE.max(areas.page.width / 2) } else { PAGE };
            areas.divide((min_page, most_page), !matches!(pane, Pane::FrontPage | Pane::Map));
        }
        areas
    }

    /// Whether the lens stands beside the page.
    pub fn is_beside(&self) -> bool {
        self.border.width == 1 && self.border.height > 0
    }

    /// The lines from top to bottom between the parts.
    pub fn upright_borders(&self) -> impl Iterator<Item = Rect> {
        [self.rail_border, self.border].into_iter().filter(|border| border.width == 1 && !border.is_empty())
    }

    fn divide(&mut self, (least, most): (u16, u16), with_rail: bool) {
        let mut body = self.page;
        if with_rail && body.width >= VERY_WIDE {
            self.rail = Rect { x: body.x + 1, width: RAIL, ..body };
            self.rail_border = Rect { x: self.rail.right() + 1, width: 1, ..body };
            body.x = self.rail_border.right();
            body.width = self.page.right() - body.x;
        }
        if self.page.width >= WIDE {
            let width = body.width.saturating_sub(LENS + 1).clamp(least, most);
            self.page = Rect { width, ..body };
            self.border = Rect { x: body.x + width, width: 1, ..body };
            // A column of air on both sides.
            let x = self.border.x + 2;
            self.lens = Rect { x, width: body.right().saturating_sub(x + 1), ..body };
        } else {
            let height = below(body.height).max(1).min(body.height);
            let y = body.bottom() - height;
            let border = (body.height - height).min(1);
            self.page.height -= height + border;
            self.border = Rect { y: y - border, height: border, ..body };
            self.lens = Rect { x: body.x + 1, y, width: body.width.saturating_sub(2), height }.intersection(body);
        }
    }
}

/// Whether the lens is shown: beside every lesson that has room for it, but not while one is presented.
pub fn shows_lens(model: &Model) -> bool {
    model.reading().is_some_and(|reading| reading.stage.is_none()) && Areas::of(model).is_beside()
}

/// Whether it also explains without being asked: not while the timeline or the steps of a run are there.
pub fn has_lens(model: &Model) -> bool {
    shows_lens(model) && model.reading().is_some_and(|reading| matches!(reading.beside, Beside::Nothing))
}

/// The lines of so many that what stands below the page may take.
fn below(lines: u16) -> u16 {
    (u32::from(lines) * u32::from(BELOW) / 100) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_and_nothing_leaves_the_screen() {
        for width in (0..140).chain(158..162).chain([200, 300]) {
            for height in 0..50 {
                for (pane, notes) in [(Pane::Never, 3), (Pane::WhereWide, 0), (Pane::Always, 0), (Pane::Always, 99)] {
                    let screen = Rect::new(0, 0, width, height);
                    let areas = Areas::new(screen, pane, notes);
                    let parts = [areas.rail, areas.rail_border, areas.page, areas.border, areas.lens, areas.notes];
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
    fn page_beside_lens_is_as_wide_as_alone() {
        let widths = |width| {
            let areas = Areas::new(Rect::new(0, 0, width, 40), Pane::WhereWide, 0);
            (areas.rail.width, areas.page.width, areas.lens.width)
        };
        assert_eq!([widths(99), widths(100), widths(120)], [(0, 99, 0), (0, 74, 23), (0, 79, 38)]);
        assert_eq!([widths(159), widths(160), widths(200)], [(0, 80, 76), (34, 80, 40), (34, 80, 80)]);
        let beside_map = Areas::new(Rect::new(0, 0, 200, 40), Pane::Map, 0);
        assert_eq!((beside_map.page.width, beside_map.lens.width), (100, 97), "whole sentences of each lesson");
        let narrow = |pane| Areas::new(Rect::new(0, 0, 80, 24), pane, 0);
        let heights = |areas: Areas| (areas.page.height, areas.lens.height);
        assert_eq!(heights(narrow(Pane::Always)), (10, 9));
        assert_eq!(heights(narrow(Pane::WhereWide)), (20, 0));
    }
}
