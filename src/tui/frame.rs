//! From the model to one frame: a pure function.
//!
//! The parts are in [`view`](super::view) and [`layout`](super::layout); here they are put together, with the footer, which asks the
//! [`modes`] what keys do.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::areas::Areas;
use super::layout::notes;
use super::layout::page::PageLayout;
use super::layout::scroll::settled;
use super::model::Model;
use super::model::contents::Shape;
use super::model::finder::Finder;
use super::model::menu::Menu;
use super::model::reading::Anchor;
use super::modes;
use super::view::{
    Click, beam, card, certificate, completion, contents, dashboard, finder, found, lens, machine, map, menu, rail,
    scroll_bar, status, title,
};
use super::widgets::{help, too_small};

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
    let areas = Areas::of(model);
    title::draw(model, areas.title, buffer);
    title::draw_rule(&areas, buffer, &model.theme);
    let layout = settled(model);
    match (model.dashboard(), &layout) {
        (Some(training), _) => dashboard::draw(model, training, areas.page, buffer),
        (None, Some(layout)) => {
            layout.draw(buffer);
            scroll_bar::draw(layout, &areas, buffer);
            completion::draw(layout, buffer);
        }
        (None, None) => {
            match model.contents.shape {
                Shape::List => contents::draw(model, areas.page, buffer),
                Shape::Map => map::draw(model, areas.page, buffer),
                Shape::Certificate => certificate::draw(model, areas.page, buffer),
                Shape::Machine => {}
                Shape::Beam => beam::draw(model, &areas, buffer),
            }
            card::draw(model, &areas, buffer);
            machine::draw(model, &areas, buffer);
        }
    }
    if let Some(search) = model.search.as_ref().filter(|_| model.workspace.open.is_some()) {
        found::light(&search.words, areas.page, buffer, &model.theme);
    }
    lens::draw(model, layout.as_ref(), &areas, buffer);
    rail::draw(model, areas.rail, buffer);
    notes::draw(model, areas.notes, buffer);
    status::draw(model, layout.as_ref(), &areas, buffer);
    footer::draw(model, areas.footer, buffer);
    if let Some(list) = &model.finder {
        finder::draw(model, list, screen, buffer);
    }
    if let Some(open) = &model.menu {
        menu::draw(model, open, screen, buffer);
    }
    if let Some(scroll) = model.help {
        help::draw(model.below_help(), &modes::help::hints(model), scroll, screen, buffer, &model.theme);
    }
    layout.map(|layout| layout.top)
}

/// What there is at a place of the screen.
pub fn target_at(model: &Model, column: u16, row: u16) -> Option<Click> {
    let screen = Rect::new(0, 0, model.size.width, model.size.height);
    if too_small::is_too_small(screen) {
        return None;
    }
    let areas = Areas::of(model);
    let at = |area: Rect| area.contains((column, row).into());
    // The footer is the open list's own, unless the list covers it.
    let list = |list: &Finder| (finder::row_at(list, screen, column, row), finder::covers(list, screen, column, row));
    let open = |open: &Menu| (menu::row_at(model, open, column, row), menu::covers(model, open, column, row));
    let overlay = model.menu.as_ref().map(open).or_else(|| model.finder.as_ref().map(list));
    if let Some((found, covers)) = overlay.filter(|(_, covers)| *covers || !at(areas.footer)) {
        return Some(found.map_or(if covers { Click::List } else { Click::Outside }, Click::Row));
    }
    if let Some(training) = model.dashboard().filter(|_| at(areas.page)) {
        return dashboard::target_at(training, areas.page, column, row);
    }
    match PageLayout::of(model) {
        Some(layout) if scroll_bar::is_at(&layout, &areas, column, row) => Some(Click::ScrollBar),
        _ if at(areas.footer) => footer::key_at(model, areas.footer, column).map(Click::Key),
        _ if at(areas.lens) => lens::target_at(model, areas.lens, column, row),
        _ if at(areas.rail) => rail::target_at(model, areas.rail, row),
        _ if at(areas.title) => title::target_at(model, areas.title, column),
        Some(layout) => layout.target_at(column, row).map(|(block, target)| Click::Block(block, target)),
        None => {
            let head = machine::target_at(model, &areas, column, row);
            let lesson_at = match model.contents.shape {
                Shape::List => return head.or_else(|| contents::target_at(model, areas.page, column, row)),
                Shape::Map => map::lesson_at,
                Shape::Certificate => certificate::lesson_at,
                Shape::Machine => return head,
                Shape::Beam => return beam::target_at(model, &areas, column, row),
            };
            head.or_else(|| lesson_at(model, areas.page, column, row).map(Click::Lesson))
        }
    }
}
