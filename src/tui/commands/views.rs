//! Looking at a tensor in another way: the next view that suits it, other axes.

use crate::notebook::lesson::ViewKind;
use crate::tui::layout::context::PageContext;
use crate::tui::layout::{unchosen_view_of, view_of};
use crate::tui::model::Model;
use crate::tui::model::exhibit::Look;
use crate::tui::model::reading::Reading;

use super::inspect;

/// Draws the tensor under the cursor in the next view, or on the page all tensors of the cell.
pub(crate) fn turn(model: &mut Model, step: isize) {
    let Some(page) = PageContext::of(model) else { return };
    let reading = page.reading;
    let block = reading.lesson.at;
    let figures = reading.exhibits(block).map_or(&[][..], |exhibits| &exhibits.figures);
    let inside = reading.inside().map(|inside| inside.spot.figure);
    let places = (0..figures.len()).filter(|place| inside.is_none_or(|inside| inside == *place));
    // On the page the first figure that can be drawn in several ways goes ahead, and those like it go along.
    let ahead = places.clone().find_map(|place| {
        let (now, views) = (view_of(&page, block, place)?, figures.get(place)?.views());
        let at = views.iter().position(|view| *view == now).unwrap_or(0);
        let next = (at as isize + step).rem_euclid(views.len().max(1) as isize) as usize;
        views.get(next).copied().filter(|_| views.len() > 1)
    });
    let Some(next) = ahead else { return };
    let looks: Vec<(usize, Look)> = places
        .filter_map(|place| Some((place, figures.get(place)?)))
        .filter(|(_, figure)| figure.views().contains(&next))
        .map(|(place, figure)| (place, Look { view: chosen(&page, block, place, next), ..figure.look.clone() }))
        .collect();
    if let Some(reading) = model.reading_mut() {
        for (place, look) in looks {
            reading.look(block, place, look);
        }
    }
}

/// The choice that leads to `view`: none, if the figure would be drawn so by itself.
fn chosen(page: &PageContext<'_>, block: usize, place: usize, view: ViewKind) -> Option<ViewKind> {
    let by_itself = unchosen_view_of(page, block, place);
    (by_itself != Some(view)).then_some(view)
}

/// Shows two other axes of a tensor with more than two; the cursor stays on its element.
pub(crate) fn turn_axes(reading: &mut Reading) {
    let Some(spot) = reading.inside().map(|inside| inside.spot.clone()) else { return };
    let Some(figure) = reading.figure(&spot) else { return };
    if figure.tensor.ndim() < 3 {
        return;
    }
    let index = figure.index(&spot.lead, spot.row, spot.column);
    let planes = figure.planes();
    let now = figure.look.plane.and_then(|plane| planes.iter().position(|known| *known == plane)).unwrap_or(0);
    let plane = planes.get((now + 1) % planes.len()).copied();
    let look = Look { plane: plane.filter(|plane| planes.first() != Some(plane)), ..figure.look.clone() };
    reading.look(spot.block, spot.figure, look);
    let place = reading.figure(&spot).map(|figure| figure.place(&index));
    if let (Some(inside), Some((lead, row, column))) = (reading.inside_mut(), place) {
        (inside.spot.lead, inside.spot.row, inside.spot.column) = (lead, row, column);
    }
    inspect::follow(reading);
}
