//! The controls of a cell that are drawn as a line each: texts, sliders, choices and toggles. Matrices and masks are drawn as
//! the figures of their values.

use std::iter;

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::context::PageContext;
use super::part::{Body, Part};
use super::target::Target;
use crate::lang::{Control, ControlKind};
use crate::tui::model::focus::Focus;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::{spaces, width as width_of};
use crate::tui::widgets::field::Field;
use crate::tui::widgets::slider::Slider;
use crate::tui::widgets::wrap::wrap;
use crate::words::word;

/// The columns between two options.
const GAP: u16 = 3;

/// The lines of a block's controls.
pub(crate) fn parts<'m>(page: &PageContext<'m>, block: usize) -> Vec<Part<'m>> {
    let Some(text) = page.reading.text(block) else { return Vec::new() };
    text.controls.iter().enumerate().filter_map(|(place, control)| part(page, block, place, control)).collect()
}

fn part<'m>(page: &PageContext<'m>, block: usize, place: usize, control: &'m Control) -> Option<Part<'m>> {
    let target = Some(Target::Control(place));
    let active = is_active(page, block, place, control);
    let sought = page.reading.seeks(block, &control.name);
    let mut typed = false;
    let lines = match &control.kind {
        ControlKind::Matrix(_) | ControlKind::Mask(_) => return None,
        ControlKind::Slider(slider) => {
            let (name, focused) = (&*control.name, active);
            let exhibits = page.reading.exhibits(block);
            let figure = exhibits.and_then(|exhibits| exhibits.figures.get(exhibits.position(name)?));
            let lit = figure.is_some_and(|figure| page.is_lit(figure));
            let (min, max, step, value) = (slider.min, slider.max, slider.step, slider.value);
            let slider = Slider { name, min, max, step, value, focused, lit };
            let cursor = (inside(page, block, control) || sought).then_some(0..1);
            return Some(Part { target, cursor, ..Part::of(Body::Slider(slider, place)) });
        }
        ControlKind::Text(text) => {
            let mut line = named(page, control, active);
            let room = page.width.saturating_sub(width_of(&control.name) + 3);
            let cursor = match &page.reading.focus {
                Focus::Text(entry) if page.is_selected(block) && entry.control == control.name => {
                    Some(entry.editor.cursor())
                }
                _ => None,
            };
            typed = cursor.is_some();
            line.extend(Field { text: &text.value, cursor }.spans(room, page.theme));
            let outside = text.is_outside().then(|| wrap(&[outside(page)], page.width));
            iter::once(line).chain(outside.into_iter().flatten()).collect()
        }
        ControlKind::Choice(choice) => {
            let options = choice.options.iter().enumerate();
            let options = options.map(|(place, option)| (&**option, place == choice.selected));
            options_in_lines(page, control, active, options)
        }
        ControlKind::Toggle(toggle) => options_in_lines(
            page,
            control,
            active,
            [(word!("toggle-on"), toggle.value), (word!("toggle-off"), !toggle.value)],
        ),
    };
    let cursor = (sought || typed).then_some(0..lines.len() as u16);
    Some(Part { target, cursor, ..Part::lines(lines) })
}

/// Whether keys move this control now.
fn is_active(page: &PageContext<'_>, block: usize, place: usize, control: &Control) -> bool {
    let reading = page.reading;
    let on_page = page.is_selected(block) && matches!(reading.focus, Focus::Blocks) && reading.control_place() == place;
    on_page || inside(page, block, control)
}

/// Whether the cursor is inside the number of this control.
fn inside(page: &PageContext<'_>, block: usize, control: &Control) -> bool {
    let inside = page.reading.inside().filter(|inside| inside.spot.block == block);
    inside.and_then(|inside| page.reading.figure(&inside.spot)).is_some_and(|figure| figure.name == control.name)
}

fn named(page: &PageContext<'_>, control: &Control, active: bool) -> Line<'static> {
    let role = if active { Role::Accent } else { Role::Strong };
    Line::from_iter([Span::styled(control.name.to_string(), page.style(role)), Span::raw("  ")])
}

/// The name and the options behind it, each with whether it is chosen; what does not fit on a line goes on below the first option.
fn options_in_lines<'o>(
    page: &PageContext<'_>,
    control: &Control,
    active: bool,
    options: impl IntoIterator<Item = (&'o str, bool)>,
) -> Vec<Line<'static>> {
    let name = named(page, control, active);
    let named = name.width() as u16;
    let is_long = named > page.width / 2;
    let indent = if is_long { GAP } else { named };
    let room = page.width.saturating_sub(indent);
    // A long name has a line of its own.
    let mut used = if is_long { room } else { 0 };
    let mut lines = vec![name];
    for (option, chosen) in options {
        let option = option_span(page, option, chosen, active);
        let starts_line = used > 0 && used.saturating_add(GAP).saturating_add(option.width() as u16) > room;
        let gap = if used > 0 { GAP } else { 0 };
        for (place, part) in wrap(&[option], room).into_iter().enumerate() {
            if place > 0 || starts_line {
                lines.push(Line::raw(spaces(indent)));
                used = 0;
            } else if let Some(line) = lines.last_mut() {
                line.push_span(Span::raw(spaces(gap)));
                used += gap;
            }
            used += part.width() as u16;
            lines.last_mut().into_iter().for_each(|line| line.spans.extend(part.spans.iter().cloned()));
        }
    }
    lines
}

/// What is said below a text of which a model has learned nothing.
fn outside(page: &PageContext<'_>) -> Span<'static> {
    Span::styled(word!("text-outside"), page.style(Role::Warning))
}

fn option_span(page: &PageContext<'_>, option: &str, chosen: bool, active: bool) -> Span<'static> {
    let style = page.style(if chosen { Role::Accent } else { Role::Dim });
    let style = if chosen && active { style.add_modifier(Modifier::REVERSED) } else { style };
    Span::styled(format!("{} {option}", if chosen { "●" } else { "○" }), style)
}
