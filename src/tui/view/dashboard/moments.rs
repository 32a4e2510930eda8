//! The list of the moments that a training can go back to.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::notebook::training::Snapshot;
use crate::tui::model::dashboard::{Dashboard, List, factor};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put};
use crate::words::word;

/// The lines above the list.
const HEAD: u16 = 2;

/// Draws the list, scrolled so that the cursor can be seen.
pub(super) fn draw(dashboard: &Dashboard, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let Some(list) = dashboard.list else { return };
    put(buffer, area, 0, 0, &fit(word!("kept-moments"), area.width), theme.style(Role::Heading));
    let (step, loss) = (word!("moment-step"), word!("moment-loss"));
    let head = format!("{step:>9}{loss:>8}{:>8}{:>7}", word!("moment-whole"), word!("moment-rate"));
    put(buffer, area, 0, 1, &fit(&head, area.width), theme.style(Role::Dim));
    let room = area.height.saturating_sub(HEAD);
    let first = first(dashboard, list, room);
    for (line, (place, kept)) in dashboard.moments.iter().enumerate().skip(first).take(usize::from(room)).enumerate() {
        let is_here = place == list.selected;
        let text = row(kept, is_here, list.marked == Some(kept.id));
        let role = if is_here { Role::Accent } else { Role::Text };
        put(buffer, area, 0, HEAD + line as u16, &fit(&text, area.width), theme.style(role));
    }
}

fn row(kept: &Snapshot, is_here: bool, is_marked: bool) -> String {
    let cursor = if is_here { "▸" } else { " " };
    let mark = if is_marked { "*" } else { " " };
    let loss = kept.loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.4}"));
    let score = kept.score.map_or_else(|| "-".to_owned(), |(right, total)| format!("{right}/{total}"));
    let pinned = if kept.pinned { format!("  {}", word!("kept-by-you")) } else { String::new() };
    let rate = format!("× {}", factor(kept.pace()));
    format!("{cursor}{mark} {:>6} {loss:>7} {score:>7} {rate:>6}{pinned}", kept.step)
}

/// The moment drawn in this row of the screen.
pub(super) fn moment_at(dashboard: &Dashboard, area: Rect, row: u16) -> Option<usize> {
    let line = usize::from(row.checked_sub(area.y + HEAD)?);
    let place = first(dashboard, dashboard.list?, area.height.saturating_sub(HEAD)) + line;
    (place < dashboard.moments.len()).then_some(place)
}

/// The first moment that is drawn: the cursor stands in the middle as far as there are others around it.
fn first(dashboard: &Dashboard, list: List, room: u16) -> usize {
    let room = usize::from(room);
    (list.selected + 1).saturating_sub(room.div_ceil(2)).min(dashboard.moments.len().saturating_sub(room))
}
