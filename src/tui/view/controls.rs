//! The controls of a cell that are drawn as a line each: texts, sliders, choices and toggles. Matrices and masks are drawn as
//! the figures of their values.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::part::{Body, Part, Target};
use super::sheet::Sheet;
use crate::lang::{Control, ControlKind};
use crate::tui::model::focus::Focus;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::width as width_of;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::slider::Slider;

/// The lines of a block's controls.
pub(super) fn parts<'m>(sheet: &Sheet<'m>, block: usize) -> Vec<Part<'m>> {
    let Some(text) = sheet.reading.text(block) else { return Vec::new() };
    text.controls.iter().enumerate().filter_map(|(place, control)| part(sheet, block, place, control)).collect()
}

fn part<'m>(sheet: &Sheet<'m>, block: usize, place: usize, control: &'m Control) -> Option<Part<'m>> {
    let target = Some(Target::Control(place));
    let active = is_active(sheet, block, place, control);
    let sought = sheet.reading.seeks(block, &control.name);
    let mut typed = false;
    let line = match &control.kind {
        ControlKind::Matrix(_) | ControlKind::Mask(_) => return None,
        ControlKind::Slider(slider) => {
            let (name, focused) = (&*control.name, active);
            let exhibits = sheet.reading.exhibits(block);
            let figure = exhibits.and_then(|exhibits| exhibits.figures.get(exhibits.position(name)?));
            let lit = figure.is_some_and(|figure| sheet.is_lit(figure));
            let (min, max, step, value) = (slider.min, slider.max, slider.step, slider.value);
            let slider = Slider { name, min, max, step, value, focused, lit };
            let cursor = (inside(sheet, block, control) || sought).then_some(0..1);
            return Some(Part { body: Body::Slider(slider, place), target, cursor });
        }
        ControlKind::Text(text) => {
            let mut line = named(sheet, control, active);
            let room = sheet.width.saturating_sub(width_of(&control.name) + 3);
            let cursor = match &sheet.reading.focus {
                Focus::Text(entry) if sheet.is_selected(block) && entry.control == control.name => {
                    Some(entry.editor.cursor())
                }
                _ => None,
            };
            typed = cursor.is_some();
            line.extend(Field { text: &text.value, cursor }.spans(room, sheet.theme));
            line
        }
        ControlKind::Choice(choice) => {
            let mut line = named(sheet, control, active);
            for (place, option) in choice.options.iter().enumerate() {
                line.extend(option_spans(sheet, option, place == choice.selected, active));
            }
            line
        }
        ControlKind::Toggle(toggle) => {
            let mut line = named(sheet, control, active);
            line.extend(option_spans(sheet, "on", toggle.value, active));
            line.extend(option_spans(sheet, "off", !toggle.value, active));
            line
        }
    };
    Some(Part { body: Body::Lines(vec![line]), target, cursor: (sought || typed).then_some(0..1) })
}

/// Whether keys move this control now.
fn is_active(sheet: &Sheet<'_>, block: usize, place: usize, control: &Control) -> bool {
    let reading = sheet.reading;
    let on_page =
        sheet.is_selected(block) && matches!(reading.focus, Focus::Blocks) && reading.control_place() == place;
    on_page || inside(sheet, block, control)
}

/// Whether the cursor is inside the number of this control.
fn inside(sheet: &Sheet<'_>, block: usize, control: &Control) -> bool {
    let inside = sheet.reading.inside().filter(|inside| inside.spot.block == block);
    inside.and_then(|inside| sheet.reading.figure(&inside.spot)).is_some_and(|figure| figure.name == control.name)
}

fn named(sheet: &Sheet<'_>, control: &Control, active: bool) -> Line<'static> {
    let role = if active { Role::Accent } else { Role::Strong };
    Line::from_iter([Span::styled(control.name.to_string(), sheet.theme.style(role)), Span::raw("  ")])
}

fn option_spans(sheet: &Sheet<'_>, option: &str, chosen: bool, active: bool) -> [Span<'static>; 2] {
    let theme = sheet.theme;
    let mut style = theme.style(if chosen { Role::Accent } else { Role::Dim });
    if chosen && active {
        style = style.add_modifier(Modifier::REVERSED);
    }
    let mark = if chosen { "●" } else { "○" };
    [Span::styled(format!("{mark} {option}"), style), Span::raw("   ")]
}
