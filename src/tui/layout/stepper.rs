//! The steps of a run in the place of the inspector: an outline in which the live step is lit, what is behind it, and what is
//! still to come.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::steps::{RunStep, StepKind};
use crate::notebook::why::SourceExpression;
use crate::tensor::Tensor;
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, fit_left, put, width as width_of};
use crate::words::say;

/// The lines above the outline: where the reader is, and the expression.
const HEAD: u16 = 2;

/// Draws where the reader is, and the outline.
pub(crate) fn draw(stepper: &Stepper, outcome: &EvaluationOutcome, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let (step, all) = (stepper.at + 1, stepper.steps().all().len());
    let title = say!("step-of", step, all);
    let x = put(buffer, area, 0, 0, &title, theme.style(Role::Title)) + 2;
    let inside = stepper.inside().join(" › ");
    put(buffer, area, x, 0, &fit(&inside, area.width.saturating_sub(x)), theme.style(Role::Dim));
    if let Some(source) = stepper.source(outcome) {
        let SourceExpression { block, line, text } = source;
        let place = if block == stepper.block {
            say!("line-of-code", line)
        } else {
            say!("line-of-code-in", block = &*block, line)
        };
        put(buffer, area, 0, 1, &fit(&format!("{place}  {text}"), area.width), theme.style(Role::Text));
    }
    if let Some(gone) = stepper.gone().filter(|_| stepper.walk.architecture.is_empty()) {
        let words = say!("gone", name = gone);
        put(buffer, area, 0, 1, &fit_left(&words, area.width), theme.style(Role::Warning));
    }
    draw_outline(stepper, list(area), buffer, theme);
}

/// The lines that where the reader is and the outline take.
pub(crate) fn height(stepper: &Stepper) -> u16 {
    HEAD + stepper.steps().outline(stepper.at).len() as u16
}

/// Draws the outline, scrolled so that the live step can be seen.
pub(crate) fn draw_outline(stepper: &Stepper, list: Rect, buffer: &mut Buffer, theme: &Theme) {
    let shown = stepper.steps().outline(stepper.at);
    let first = first(stepper, &shown, list.height);
    for (place, y) in shown.iter().skip(first).zip(list.top()..list.bottom()) {
        if let Some(step) = stepper.steps().all().get(*place) {
            draw_step(stepper, *place, step, Rect { y, height: 1, ..list }, buffer, theme);
        }
    }
}

/// The step drawn in this row of the screen.
pub(crate) fn step_at(stepper: &Stepper, area: Rect, row: u16) -> Option<usize> {
    let list = list(area);
    let line = row.checked_sub(list.y).filter(|line| *line < list.height)?;
    let shown = stepper.steps().outline(stepper.at);
    shown.get(first(stepper, &shown, list.height) + usize::from(line)).copied()
}

/// Where the outline stands.
fn list(area: Rect) -> Rect {
    let head = HEAD.min(area.height);
    Rect { y: area.y + head, height: area.height - head, ..area }
}

/// The first line of the outline that is drawn: the live step stands in the middle as far as there are others around it.
fn first(stepper: &Stepper, shown: &[usize], height: u16) -> usize {
    let height = usize::from(height);
    let live = shown.iter().position(|place| *place == stepper.at).unwrap_or(0);
    (live + 1).saturating_sub(height.div_ceil(2)).min(shown.len().saturating_sub(height))
}

fn draw_step(stepper: &Stepper, place: usize, step: &RunStep, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let is_live = place == stepper.at;
    let is_around = stepper.steps().enter(place).is_some() && is_inside(stepper, place);
    let role = match (is_live, place < stepper.at) {
        (true, _) => Role::Accent,
        (false, true) => Role::Text,
        // What is still to come is faint.
        (false, false) => Role::Dim,
    };
    let mark = match () {
        () if is_live => "▸ ",
        () if is_around => "▾ ",
        () if step.kind == StepKind::Module => "› ",
        () => "  ",
    };
    let name = format!("{}{mark}{}", "  ".repeat(step.depth), step.name);
    let room = area.width.saturating_sub(width_of(&name) + 2);
    let shape = stepper.walk.value(place).map(|value| shape(value, room)).unwrap_or_default();
    put(buffer, area, 0, 0, &fit(&name, area.width), theme.style(role));
    let x = area.width.saturating_sub(width_of(&shape));
    put(buffer, area, x, 0, &shape, theme.style(if is_live { Role::Accent } else { Role::Dim }));
}

/// The shape with the names of its axes, or where there is no room without, or not at all: the name goes first.
fn shape(value: &Tensor, room: u16) -> String {
    let sizes = || format!("{:?}", value.shape());
    let shapes = [value.shape_text(), sizes()];
    shapes.into_iter().find(|shape| width_of(shape) <= room).unwrap_or_default()
}

/// Whether the live step is inside this one.
fn is_inside(stepper: &Stepper, place: usize) -> bool {
    place < stepper.at && stepper.steps().over(place).is_none_or(|next| next > stepper.at)
}
