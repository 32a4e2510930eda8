//! The steps of a run in the place of the inspector: what the live step is there for, its formula and its code, and an outline in
//! which it is lit.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::steps::StepKind;
use crate::notebook::walk::outline::Stop;
use crate::notebook::why::SourceExpression;
use crate::tensor::{Tensor, digits};
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, fit_left, put, put_line, width as width_of};
use crate::tui::widgets::wrap::wrap;
use crate::words::say;
use crate::words::steps::{stop_meaning, stop_name};

/// The columns that the way to a step has at least, before the counter leaves out what lies between the outermost and the innermost.
const WAY: u16 = 16;
/// The least lines of the outline that are worth their room.
const OUTLINE: u16 = 5;

/// Draws what the live step is, and the outline.
pub(crate) fn draw(stepper: &Stepper, outcome: &EvaluationOutcome, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let head = head(stepper, outcome, area.width, theme);
    for (line, y) in head.iter().zip(area.top()..area.bottom()) {
        put_line(buffer, area.x, y, line, area.width);
    }
    draw_outline(stepper, list(area, head.len()), buffer, theme);
}

/// Which step it is, what it is there for, its formula and its code.
fn head(stepper: &Stepper, outcome: &EvaluationOutcome, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![place(stepper, width, theme)];
    lines.extend(sense(stepper, width, theme));
    if let Some(source) = stepper.source(outcome) {
        let SourceExpression { block, line, text } = source;
        let place = if block == stepper.block {
            say!("line-of-code", line)
        } else {
            say!("line-of-code-in", block = &*block, line)
        };
        let code =
            Span::styled(fit(&text, width.saturating_sub(width_of(&place) + 2)).into_owned(), theme.style(Role::Name));
        lines.push(Line::from(vec![Span::styled(format!("{place}  "), theme.style(Role::Dim)), code]));
    }
    if let Some(gone) = stepper.gone().filter(|_| !stepper.has_drawing()) {
        let words = say!("gone", name = gone);
        lines.push(Line::styled(fit_left(&words, width), theme.style(Role::Warning)));
    }
    lines
}

/// `step 4 of 19  encoder › layer 0`, as far as it fits; its end is what matters. A walk that goes on by itself is marked.
pub(crate) fn place(stepper: &Stepper, width: u16, theme: &Theme) -> Line<'static> {
    let numbers = stepper.outline.numbers(stepper.place);
    let is_end = |level: usize| level == 0 || level + 1 == numbers.len();
    let ends: Vec<_> = (0..).zip(&numbers).filter(|(level, _)| is_end(*level)).map(|(_, number)| *number).collect();
    let whole = counted(&numbers);
    let title = if width_of(&whole) + WAY <= width { whole } else { counted(&ends) };
    // In little room the footer does not say so.
    let title = if stepper.is_playing { format!("▶ {title}") } else { title };
    let lines = stepper.outline.inside_of(stepper.place).into_iter().chain([stepper.place]);
    let names: Vec<String> =
        lines.filter_map(|line| stepper.outline.all().get(line)).map(|stop| stop_name(&stepper.walk, stop)).collect();
    let room = width.saturating_sub(width_of(&title) + 2);
    let ways = (0..names.len()).map(|cut| {
        let kept = names[cut..].join(" › ");
        if cut > 0 { format!("… › {kept}") } else { kept }
    });
    let last = names.last().cloned().unwrap_or_default();
    let way = ways.into_iter().find(|way| width_of(way) <= room).unwrap_or_else(|| fit(&last, room).into_owned());
    Line::from(vec![
        Span::styled(title, theme.style(Role::Title)),
        Span::raw("  "),
        Span::styled(way, theme.style(Role::Dim)),
    ])
}

/// `step 3 of 18 · 2 of 6 inside`: which of the outermost stops, and which of those inside of it.
fn counted(numbers: &[(usize, usize)]) -> String {
    let Some(((number, all), inner)) = numbers.split_first() else { return String::new() };
    if inner.is_empty() {
        return say!("step-of", step = number + 1, all = *all);
    }
    let inner: Vec<String> =
        inner.iter().map(|(number, all)| say!("one-of", number = number + 1, all = *all)).collect();
    say!("step-of-inside", step = number + 1, all = *all, inside = inner.join(" · "))
}

/// What the step is there for, and its formula.
pub(crate) fn sense(stepper: &Stepper, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let Some(stop) = stepper.stop() else { return Vec::new() };
    let mut lines = Vec::new();
    if let Some(sentence) = stop_meaning(&stepper.walk, stop) {
        lines.extend(wrap(&[Span::styled(sentence, theme.style(Role::Text))], width));
    }
    if let Some(formula) = stepper.walk.plain_formula(stop) {
        let name = stepper.walk.heart(stop).map(|step| step.name.as_str()).unwrap_or_default();
        let text = fit(&format!("{name} = {}", formula.text), width).into_owned();
        lines.push(Line::styled(text, theme.style(Role::Strong)));
    }
    lines
}

/// The lines that all of it takes.
pub(crate) fn height(stepper: &Stepper, outcome: &EvaluationOutcome, room: (u16, u16), theme: &Theme) -> u16 {
    let head = head(stepper, outcome, room.0, theme).len() as u16;
    let outline = stepper.outline.shown(stepper.place).len() as u16;
    head + outline.min((room.1 / 7).max(OUTLINE))
}

/// Draws the outline, scrolled so that the live step can be seen.
pub(crate) fn draw_outline(stepper: &Stepper, list: Rect, buffer: &mut Buffer, theme: &Theme) {
    let shown = stepper.outline.shown(stepper.place);
    let first = first(stepper, &shown, list.height);
    for (place, y) in shown.iter().skip(first).zip(list.top()..list.bottom()) {
        if let Some(stop) = stepper.outline.all().get(*place) {
            draw_stop(stepper, *place, stop, Rect { y, height: 1, ..list }, buffer, theme);
        }
    }
}

/// The line of the outline that is drawn in this row of the screen.
pub(crate) fn line_at(
    stepper: &Stepper,
    outcome: &EvaluationOutcome,
    area: Rect,
    row: u16,
    theme: &Theme,
) -> Option<usize> {
    let list = list(area, head(stepper, outcome, area.width, theme).len());
    let line = row.checked_sub(list.y).filter(|line| *line < list.height)?;
    let shown = stepper.outline.shown(stepper.place);
    shown.get(first(stepper, &shown, list.height) + usize::from(line)).copied()
}

/// Where the outline stands.
fn list(area: Rect, head: usize) -> Rect {
    let head = (head as u16).min(area.height);
    Rect { y: area.y + head, height: area.height - head, ..area }
}

/// The first line of the outline that is drawn: the live step stands in the middle as far as there are others around it.
fn first(stepper: &Stepper, shown: &[usize], height: u16) -> usize {
    let height = usize::from(height);
    let live = shown.iter().position(|place| *place == stepper.place).unwrap_or(0);
    (live + 1).saturating_sub(height.div_ceil(2)).min(shown.len().saturating_sub(height))
}

fn draw_stop(stepper: &Stepper, place: usize, stop: &Stop, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let is_live = place == stepper.place;
    let is_around = stepper.outline.inside_of(stepper.place).contains(&place);
    let role = match (is_live, place < stepper.place) {
        (true, _) => Role::Accent,
        (false, true) => Role::Text,
        // What is still to come is faint.
        (false, false) => Role::Dim,
    };
    let kind = stepper.steps().all().get(stop.at).map(|step| step.kind);
    let mark = match () {
        () if is_live => "▸ ",
        () if is_around => "▾ ",
        () if kind == Some(StepKind::Module) || stepper.outline.enter(place).is_some() => "› ",
        () => "  ",
    };
    let name = format!("{}{mark}{}", "  ".repeat(stop.depth), stop_name(&stepper.walk, stop));
    let room = area.width.saturating_sub(width_of(&name) + 2);
    let value = stepper.walk.value(stop.at).filter(|_| !stop.is_heading);
    let value = value.map(|value| number(value).unwrap_or_else(|| shape(value, room))).unwrap_or_default();
    put(buffer, area, 0, 0, &fit(&name, area.width), theme.style(role));
    let x = area.width.saturating_sub(width_of(&value));
    put(buffer, area, x, 0, &value, theme.style(if is_live { Role::Accent } else { Role::Dim }));
}

/// A single number, which says more than its shape.
fn number(value: &Tensor) -> Option<String> {
    (value.ndim() == 0).then(|| digits::of_type(value.at(&[]), value.dtype()))
}

/// The shape with the names of its axes, or where there is no room without, or not at all: the name goes first.
fn shape(value: &Tensor, room: u16) -> String {
    let sizes = || format!("{:?}", value.shape());
    let shapes = [value.shape_text(), sizes()];
    shapes.into_iter().find(|shape| width_of(shape) <= room).unwrap_or_default()
}
