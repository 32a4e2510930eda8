//! The inspector in its place: beside the page where there is room, else at the bottom.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::inspector::Inspector;
use super::{Click, timeline};
use crate::tui::layout::areas::Areas;
use crate::tui::layout::stepper;
use crate::tui::model::Model;
use crate::tui::model::focus::Inspection;
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::Role;
use crate::tui::widgets::wrap::wrap;
use crate::words::word;

/// Draws the explanation, if one is shown.
pub fn draw(model: &Model, areas: &Areas, buffer: &mut Buffer) {
    let area = areas.inspector;
    if let Some(reading) = model.reading().filter(|reading| reading.has_timeline()) {
        timeline::draw(reading, area, buffer, &model.theme);
        return;
    }
    if let Some((reading, stepper)) = model.reading().zip(stepping(model)) {
        stepper::draw(stepper, &reading.lesson.outcome, area, buffer, &model.theme);
        return;
    }
    let Some(inspection) = inspection(model) else { return };
    let trail = trail(inspection);
    if let Some(inspector) = inspector(model, inspection, &trail) {
        inspector.draw(area, buffer, &model.theme);
    } else {
        let lines = wrap(&[Span::styled(word!("nothing-known-yet"), model.theme.style(Role::Dim))], area.width);
        for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
            buffer.set_line(area.x, y, line, area.width);
        }
    }
}

/// What a click at this place of the screen means: a step of the timeline, or an operand.
pub fn target_at(model: &Model, area: Rect, column: u16, row: u16) -> Option<Click> {
    if let Some(reading) = model.reading().filter(|reading| reading.has_timeline()) {
        return timeline::step_at(reading, area, row).map(Click::Moment);
    }
    match stepping(model) {
        Some(stepper) => stepper::step_at(stepper, area, row).map(Click::Step),
        None => operand_at(model, area, column, row).map(Click::Operand),
    }
}

/// The operand that is drawn at this place of the screen.
fn operand_at(model: &Model, area: Rect, column: u16, row: u16) -> Option<usize> {
    let inspection = inspection(model)?;
    let trail = trail(inspection);
    inspector(model, inspection, &trail)?.operand_at(area, column, row, &model.theme)
}

/// The stepper, unless an element is being explained.
fn stepping(model: &Model) -> Option<&Stepper> {
    model.reading()?.stepper().filter(|_| inspection(model).is_none())
}

fn inspection(model: &Model) -> Option<&Inspection> {
    model.reading()?.inside()?.why.as_ref()
}

fn inspector<'a>(model: &'a Model, inspection: &'a Inspection, trail: &'a [String]) -> Option<Inspector<'a>> {
    let why = inspection.why.as_ref()?;
    let (uses, birth) = (inspection.uses.as_ref(), inspection.birth.as_ref());
    let (is_slope, selected, has_focus) = (inspection.is_slope, inspection.selected, inspection.focused);
    let blocks = model.reading()?.lesson.blocks();
    Some(Inspector { why, is_slope, uses, blocks, birth, selected, has_focus, trail })
}

/// The way down, in words.
fn trail(inspection: &Inspection) -> Vec<String> {
    inspection.trail.iter().map(|step| step.name.clone()).collect()
}
