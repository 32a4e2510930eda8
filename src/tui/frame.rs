//! From the model to one frame: a pure function.
//!
//! The [`modes`] draw what the screen shows of the place of the cursor. Around it stand parts of the [`view`](super::view) that every
//! place has, and the footer, which asks the modes what keys do.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::notes;
use super::layout::page::PageLayout;
use super::layout::scroll::settled;
use super::model::Model;
use super::model::reading::Anchor;
use super::modes::{self, Viewport};
use super::view::{Click, found, lens, rail, status, title};
use super::widgets::too_small;

pub mod footer;
pub mod screenshot;

/// Draws the whole screen, and remembers what part of a page it shows.
pub fn view(model: &mut Model, frame: &mut Frame<'_>) {
    let area = frame.area();
    let top = draw(model, area, frame.buffer_mut());
    model.settle(top);
}

/// Draws the whole screen into a buffer, and says which line of the page is at its top. A buffer that is smaller than the model knows gets
/// what it has room for: a terminal may shrink between two looks at it, and says so before the next frame.
pub fn draw(model: &Model, screen: Rect, buffer: &mut Buffer) -> Option<Anchor> {
    let known = Rect::new(0, 0, model.size.width, model.size.height);
    let room = known.intersection(buffer.area);
    let top = if room == known {
        draw_all(model, screen, buffer)
    } else {
        let mut whole = Buffer::empty(known);
        let top = draw_all(model, known, &mut whole);
        for place in room.positions() {
            buffer[place] = whole[place].clone();
        }
        top
    };
    model.theme.strengthen(buffer);
    top
}

fn draw_all(model: &Model, screen: Rect, buffer: &mut Buffer) -> Option<Anchor> {
    let screen = screen.intersection(buffer.area);
    if too_small::is_too_small(screen) {
        too_small::draw(screen, buffer, &model.theme);
        return None;
    }
    let viewport = Viewport::new(model, screen, settled(model));
    let Viewport { areas, page, .. } = &viewport;
    title::draw(model, areas.title, buffer);
    title::draw_rule(areas, buffer, &model.theme);
    modes::draw(model.below_lists(), &viewport, buffer);
    if let Some(search) = model.search.as_ref().filter(|_| model.workspace.open.is_some()) {
        found::light(&search.words, areas.page, buffer, &model.theme);
    }
    lens::draw(model, page.as_ref(), areas, buffer);
    rail::draw(model, areas.rail, buffer);
    notes::draw(model, areas.notes, buffer);
    status::draw(model, page.as_ref(), areas, buffer);
    footer::draw(model, areas.footer, buffer);
    for list in model.lists() {
        modes::draw(list, &viewport, buffer);
    }
    page.as_ref().map(|page| page.top)
}

/// What there is at a place of the screen.
pub fn target_at(model: &Model, column: u16, row: u16) -> Option<Click> {
    let screen = Rect::new(0, 0, model.size.width, model.size.height);
    if too_small::is_too_small(screen) {
        return None;
    }
    let viewport = Viewport::new(model, screen, PageLayout::of(model));
    let areas = &viewport.areas;
    let at = |area: Rect| area.contains((column, row).into());
    let places = std::iter::once(model.below_lists()).chain(model.lists());
    let placed = places.rev().find_map(|place| modes::target_at(place, &viewport, column, row));
    if placed.is_some() {
        placed
    } else if at(areas.footer) {
        footer::key_at(model, areas.footer, column).map(Click::Key)
    } else if at(areas.lens) {
        lens::target_at(model, viewport.page.as_ref(), areas, column, row)
    } else if at(areas.rail) {
        rail::target_at(model, areas.rail, row)
    } else if at(areas.title) {
        title::target_at(model, areas.title, column)
    } else {
        None
    }
}
