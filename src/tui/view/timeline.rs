//! The timeline in the place of the inspector: every step of the page's history, and where in it the page stands.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::model::reading::Reading;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put};
use crate::words::{Said, say, word};

/// Draws the list, scrolled so that the present step can be seen.
pub(crate) fn draw(reading: &Reading, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let document = &reading.lesson.document;
    let (done, undone) = document.history();
    let title = say!("timeline-step", step = done, all = done + undone);
    put(buffer, area, 0, 0, &fit(&title, area.width), theme.style(Role::Title));
    let room = usize::from(area.height.saturating_sub(1));
    let first = first_step(reading, room);
    let start = if document.began_as_written() { word!("as-the-lesson-wrote-it") } else { word!("as-it-was-before") };
    let steps = (first == 0).then(|| start.to_owned()).into_iter();
    let steps = steps.chain(document.moments(first.saturating_sub(1)).map(|moment| moment.said()));
    for (line, (step, what)) in (first..).zip(steps).take(room).enumerate() {
        let words = format!("{step:>3}  {what}");
        let (mark, role) = match step.cmp(&done) {
            std::cmp::Ordering::Less => ("  ", Role::Text),
            std::cmp::Ordering::Equal => ("▸ ", Role::Accent),
            std::cmp::Ordering::Greater => ("  ", Role::Dim),
        };
        let text = fit(&format!("{mark}{words}"), area.width).into_owned();
        put(buffer, area, 0, 1 + line as u16, &text, theme.style(role));
    }
}

/// The step drawn in this row of the screen; 0 is the page before the first step.
pub(crate) fn step_at(reading: &Reading, area: Rect, row: u16) -> Option<usize> {
    let line = usize::from(row.checked_sub(area.y + 1)?);
    let room = usize::from(area.height.saturating_sub(1));
    let (done, undone) = reading.lesson.document.history();
    let step = first_step(reading, room) + line;
    (line < room && step <= done + undone).then_some(step)
}

/// The first step that is drawn: the present one stands in the middle as far as there are others around it.
fn first_step(reading: &Reading, room: usize) -> usize {
    let (done, undone) = reading.lesson.document.history();
    (done + 1).saturating_sub(room.div_ceil(2)).min((done + undone + 1).saturating_sub(room))
}
