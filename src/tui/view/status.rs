//! The line above the last: what just happened, or the element under the cursor.

use ratatui::buffer::Buffer;

use super::areas::Areas;
use crate::lang::ControlKind;
use crate::lang::complete::Candidate;
use crate::notebook::why::place_text;
use crate::tui::model::Model;
use crate::tui::model::focus::{Fill, Inside};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::tui::update::complete::hint;
use crate::tui::widgets::clip::{fit, put};

/// Draws a line across with the words in it.
pub(super) fn draw(model: &Model, areas: &Areas, buffer: &mut Buffer) {
    let area = areas.status;
    let style = model.theme.style(Role::Border);
    let mut x = 0;
    for (text, role) in words(model) {
        if x == 0 {
            x = put(buffer, area, 0, 0, "─ ", style);
        }
        // The rest of the line keeps a column of air and one of rule.
        let text = fit(&text, area.width.saturating_sub(x + 2)).into_owned();
        x = put(buffer, area, x, 0, &text, model.theme.style(role));
    }
    if x > 0 {
        x += 1;
    }
    put(buffer, area, x, 0, &"─".repeat(usize::from(area.width.saturating_sub(x))), style);
    let joint = areas.border.x.saturating_sub(area.x);
    if areas.is_beside() && joint >= x {
        put(buffer, area, joint, 0, "┴", style);
    }
}

fn words(model: &Model) -> Vec<(String, Role)> {
    if let Some(notice) = &model.notice {
        return vec![(notice.text.clone(), notice.role)];
    }
    let Some(reading) = model.reading() else { return Vec::new() };
    if let Some(Candidate { usage, help, .. }) = hint(reading) {
        return vec![(usage, Role::Accent), (format!("  {help}"), Role::Dim)];
    }
    match (reading.inside(), &reading.trouble) {
        (Some(inside), _) => probe(reading, inside),
        (None, Some(trouble)) => vec![(format!("The file is broken: {trouble}"), Role::Error)],
        (None, None) => Vec::new(),
    }
}

/// `weights  query sat, key cat  = 0.4990`, or the number that is being typed over it.
fn probe(reading: &Reading, inside: &Inside) -> Vec<(String, Role)> {
    let Some(figure) = reading.figure(&inside.spot) else { return Vec::new() };
    let spot = &inside.spot;
    let index = figure.index(&spot.lead, spot.row, spot.column);
    let place = place_text(figure.tensor.axes(), &index);
    let mut pieces = vec![(format!("{}  ", figure.name), Role::Strong)];
    if !place.is_empty() {
        pieces.push((format!("{place}  "), Role::Text));
    }
    if let (Some(typed), Some(Fill::With(region))) = (&inside.typed, inside.fill) {
        let is_mask = reading.inner_control().is_some_and(|control| matches!(control.kind, ControlKind::Mask(_)));
        let hint = if is_mask { "  1 allowed, 0 hidden" } else { "" };
        pieces.truncate(1);
        pieces.push((format!("fill {} with {typed}▏", region.title()), Role::Accent));
        pieces.push((hint.to_owned(), Role::Dim));
        return pieces;
    }
    if let Some(typed) = &inside.typed {
        pieces.push((format!("= {typed}▏"), Role::Accent));
        return pieces;
    }
    let value = figure.tensor.at(&index);
    pieces.push((format!("= {}", figure.numbers.exact(value)), Role::Accent));
    if figure.is_hidden(&index) {
        pieces.push(("  hidden: it was made from -inf".to_owned(), Role::Dim));
    }
    pieces
}
