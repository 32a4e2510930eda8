//! The line above the last: what just happened, or the element under the cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::{Clear, Widget as _};

use super::{certificate, contents, map, whereabouts};
use crate::lang::ControlKind;
use crate::lang::complete::Candidate;
use crate::lang::controls::Region;
use crate::notebook::compare::moved_by;
use crate::notebook::why::place_text;
use crate::tui::keymap::Context;
use crate::tui::layout::areas::Areas;
use crate::tui::layout::page::PageLayout;
use crate::tui::model::comparison::what_differs;
use crate::tui::model::completion::hint;
use crate::tui::model::exhibit::{Counterpart, Figure, Slope};
use crate::tui::model::focus::{Fill, Inside};
use crate::tui::model::reading::Reading;
use crate::tui::model::{Model, Notice};
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{fit, put, put_line, width as width_of};
use crate::tui::widgets::picture::Kind;
use crate::tui::widgets::wrap::wrap;
use crate::words::{say, word};

/// How many lines something that just happened may take.
const MOST_LINES: u16 = 4;

/// Draws a line across with the words in it.
pub(crate) fn draw(model: &Model, layout: Option<&PageLayout<'_>>, areas: &Areas, buffer: &mut Buffer) {
    let area = areas.status;
    let style = model.theme.style(Role::Border);
    let room = area.width.saturating_sub(4);
    if let Some(notice) = model.notice.as_ref().filter(|notice| width_of(&notice.text) > room) {
        return draw_long(model, notice, room, area, buffer);
    }
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
    for border in areas.upright_borders() {
        let joint = border.x.saturating_sub(area.x);
        if joint >= x {
            put(buffer, area, joint, 0, "┴", style);
        }
    }
    draw_right(model, layout, x, areas, buffer);
}

/// What does not fit on one line takes as many as it needs, below the line across, from the page for as long as it stands there.
fn draw_long(model: &Model, notice: &Notice, room: u16, area: Rect, buffer: &mut Buffer) {
    let mut lines = wrap(&[Span::styled(&*notice.text, model.theme.style(notice.role))], room);
    lines.truncate(usize::from(MOST_LINES.min(area.y.saturating_sub(1))));
    let height = lines.len() as u16;
    let area = Rect { y: area.y - height, height: height + 1, ..area };
    Clear.render(area.intersection(buffer.area), buffer);
    put(buffer, area, 0, 0, &"─".repeat(usize::from(area.width)), model.theme.style(Role::Border));
    for (line, y) in lines.iter().zip(1..) {
        put_line(buffer, area.x + 2, area.y + y, line, room);
    }
}

/// What can be done at the element under the cursor without any key of the footer.
fn hints(reading: &Reading) -> Option<(String, Role)> {
    let inside = reading.inside().filter(|inside| inside.typed.is_none() && inside.fill.is_none())?;
    let control = reading.inner_control().map(|control| &control.kind);
    let types = matches!(control, Some(ControlKind::Matrix(_) | ControlKind::Slider(_)));
    let slices: usize = reading.figure(&inside.spot)?.lead().iter().product();
    let words: Vec<&str> = [(types, word!("digits-type-over-it")), (slices > 1, word!("change-the-slice"))]
        .into_iter()
        .filter_map(|(holds, words)| holds.then_some(words))
        .collect();
    (!words.is_empty()).then(|| (words.join(", "), Role::Dim))
}

/// What is lit and not on the screen, that the page has a NaN, what has moved and is not on the screen, or what can be done here, at
/// the right end where there is room.
fn draw_right(model: &Model, layout: Option<&PageLayout<'_>>, left: u16, areas: &Areas, buffer: &mut Buffer) {
    let room = areas.status.width.saturating_sub(left + 6);
    if model.notice.is_some() || room < 12 {
        return;
    }
    let lit = layout.and_then(whereabouts::lit).map(|words| (words, Role::Dim));
    // A hint that is cut is none.
    let hint = || model.reading().and_then(hints).filter(|(words, _)| width_of(words) <= room);
    let moved = || layout.and_then(|layout| whereabouts::moved(layout, room)).map(|words| (words, Role::Dim));
    let Some((text, role)) = lit.or_else(|| nan(model)).or_else(moved).or_else(hint) else { return };
    let text = fit(&text, room);
    let x = areas.status.width.saturating_sub(width_of(&text) + 3);
    put(buffer, areas.status, x, 0, &format!(" {text} "), model.theme.style(role));
}

/// `nan in weights, output`: the values that hold one. Where the lesson itself makes it, it is meant, and told where it stands; once
/// the learner has changed something it is told everywhere.
fn nan(model: &Model) -> Option<(String, Role)> {
    let reading = model.reading()?;
    let blocks = if reading.lesson.document.changes().is_empty() {
        reading.lesson.at..reading.lesson.at + 1
    } else {
        0..reading.lesson.blocks().len()
    };
    let figures = blocks.filter_map(|block| reading.exhibits(block)).flat_map(|exhibits| &exhibits.figures);
    let names: Vec<&str> = figures.filter(|figure| figure.first_nan.is_some()).map(|figure| &*figure.name).collect();
    (!names.is_empty()).then(|| (say!("nan-in", names = names.join(", ")), Role::Warning))
}

fn words(model: &Model) -> Vec<(String, Role)> {
    if let Some(notice) = &model.notice {
        return vec![(notice.text.clone(), notice.role)];
    }
    match model.context() {
        Context::Contents => return contents::words(model),
        Context::Map => return map::words(model),
        Context::Certificate => return certificate::words(model),
        _ => {}
    }
    let Some(reading) = model.reading() else { return Vec::new() };
    if let Some(Candidate { usage, help, .. }) = hint(reading) {
        return vec![(usage, Role::Accent), (format!("  {help}"), Role::Dim)];
    }
    match (reading.inside(), &reading.trouble) {
        (Some(inside), _) => probe(reading, inside),
        (None, Some(trouble)) => vec![(trouble.clone(), Role::Error)],
        (None, None) => comparing(reading),
    }
}

/// `∂/∂temperature 0.6010`, while a slider is the active control.
fn active_slope(reading: &Reading) -> Option<String> {
    let control = reading.active_control()?;
    let exhibits = reading.exhibits(reading.lesson.at)?;
    let figure = exhibits.figures.get(exhibits.position(&control.name)?).filter(|figure| figure.tensor.ndim() == 0)?;
    Some(match &figure.slope.as_ref()?.gradient {
        Some((gradient, numbers)) => format!("∂/∂{}  {}", figure.name, numbers.exact(gradient.at(&[]))),
        None => say!("has-none", name = *figure.name),
    })
}

/// What the page is held beside, and how much of it moved.
fn comparing(reading: &Reading) -> Vec<(String, Role)> {
    if let Some(read) = &reading.lesson.gradient {
        let lead = (format!("{} ", say!("gradient-of-lead", name = read.gradient.name())), Role::Accent);
        let (what, role) = active_slope(reading).map_or_else(
            || {
                (
                    if reading.draws_gradient { word!("every-figure-shows-it") } else { word!("this-line-shows-it") }
                        .to_owned(),
                    Role::Text,
                )
            },
            |words| (words, Role::Number),
        );
        return vec![lead, (what, role)];
    }
    let Some(comparison) = &reading.lesson.comparison else { return Vec::new() };
    let (moved, still) = (comparison.summary.moved.len(), comparison.summary.still);
    let moved = say!("names-moved", moved, all = moved + still);
    // What was asked stands before what may be cut.
    match what_differs(&comparison.source) {
        None => vec![(format!("{} ", word!("pinned")), Role::Accent), (moved, Role::Text)],
        Some(differs) => vec![(format!("{moved}: "), Role::Accent), (differs, Role::Text)],
    }
}

/// `now 0.4200  before 0.5000  difference -0.0800`.
fn both(figure: &Figure, counterpart: &Counterpart, index: &[usize]) -> Option<String> {
    let Counterpart { now, other, called, moved: Some(_), .. } = counterpart else { return None };
    let (now, other) = (now.at(index), other.at(index));
    let moved = moved_by(now, other);
    // The figure may show whole numbers, and its counterpart may not.
    let numbers = figure.numbers.like(figure.numbers.kind, [now, other, moved]);
    let words = format!("= {}  {called} {}", numbers.exact(now), numbers.exact(other));
    if numbers.kind == Kind::Truth {
        return Some(words);
    }
    let difference = say!("state-difference", number = numbers.exact(moved));
    Some(format!("{words}  {difference}"))
}

/// `  moves output[sat, thing] by 0.0213`: the gradient with respect to an element.
fn gradient_words(slope: &Slope, reading: &Reading, index: &[usize]) -> Option<(String, Role)> {
    let name = reading.lesson.gradient.as_ref()?.gradient.name();
    Some(match &slope.gradient {
        Some((gradient, numbers)) => {
            let number = numbers.exact(gradient.at(index));
            let said = say!("gradient-here", name, number);
            (format!("  {said}"), Role::Number)
        }
        None => (format!("  {}", say!("no-gradient-of", name)), Role::Dim),
    })
}

/// `fill this row with 0.5`.
fn filling(region: Region, number: &str) -> String {
    match region {
        Region::Row => say!("fill-row-with", number),
        Region::Column => say!("fill-column-with", number),
        Region::Lower => say!("fill-lower-with", number),
        Region::Upper => say!("fill-upper-with", number),
        Region::All => say!("fill-all-with", number),
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
        let hint = if is_mask { format!("  {}", word!("allowed-or-hidden")) } else { String::new() };
        pieces.truncate(1);
        pieces.push((filling(region, &format!("{typed}▏")), Role::Accent));
        pieces.push((hint, Role::Dim));
        return pieces;
    }
    if let Some(typed) = &inside.typed {
        pieces.push((format!("= {typed}▏"), Role::Accent));
        return pieces;
    }
    if let Some(words) = figure.counterpart.as_ref().and_then(|counterpart| both(figure, counterpart, &index)) {
        pieces.push((words, Role::Accent));
        return pieces;
    }
    let value = figure.value().at(&index);
    pieces.push((format!("= {}", figure.value_numbers().exact(value)), Role::Accent));
    if let Some(slope) = &figure.slope {
        pieces.extend(gradient_words(slope, reading, &index));
    }
    if figure.is_hidden(&index) {
        pieces.push((format!("  {}", word!("hidden-from-inf")), Role::Dim));
    }
    pieces
}
