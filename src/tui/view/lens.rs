//! The lens: what the page does not say of the number, the tensor or the block that the cursor is on. Where in the machine and on its
//! way it stands, the tensor drawn in another way, why the number is what it is, and what moves it; where there is room, what its terms
//! mean and the other tensors of the page.
//!
//! The timeline takes its place while it is shown; the steps of a run stand above it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};

use super::inspector::Inspector;
use super::{Click, terms, timeline, values};
use crate::lang::ControlKind;
use crate::tui::layout::areas::{Areas, has_lens, shows_lens};
use crate::tui::layout::context::PageContext;
use crate::tui::layout::page::PageLayout;
use crate::tui::layout::scroll::is_visible;
use crate::tui::layout::{PlacedFigure, in_lens, operands, row_height, stepper};
use crate::tui::model::Model;
use crate::tui::model::focus::Inspection;
use crate::tui::model::reading::Reading;
use crate::tui::model::stepper::Stepper;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::clip::{fit, put, put_line, width as width_of};
use crate::tui::widgets::sketch;
use crate::tui::widgets::slider::Slider;
use crate::tui::widgets::wrap::wrap;
use crate::words::{say, word};

/// The least lines of the tensors of the page, with their heading.
const MIN_VALUES: u16 = 6;
/// The least columns beside a picture that are room for something, and the air between the two.
const MIN_BESIDE: u16 = 28;
const BESIDE_PICTURE: u16 = 3;
/// From this width on a picture leaves room for others beside it.
const BROAD: u16 = 72;
/// The least lines of a picture that says something.
const MIN_PICTURE: u16 = 9;
/// The least lines that operands of a step leave to the reasons of its element.
const MIN_REASONS: u16 = 5;
/// The lines of an input: its heading, itself, what it moves.
const INPUT: u16 = 3;
/// The lines of the line of values, heading not counted.
const MAX_PATH: u16 = 3;
/// Behind a line of them that is not the last.
const GOES_ON: &str = " ─";

/// Draws what is said beside or below the page.
pub fn draw(model: &Model, layout: Option<&PageLayout<'_>>, areas: &Areas, buffer: &mut Buffer) {
    let area = areas.lens.intersection(buffer.area);
    let Some(reading) = model.reading().filter(|_| !area.is_empty()) else { return };
    if reading.has_timeline() {
        return timeline::draw(reading, area, buffer, &model.theme);
    }
    let (steps, area) = split(model, area);
    if let Some(stepper) = stepping(model) {
        stepper::draw(stepper, &reading.lesson.outcome, steps, buffer, &model.theme);
    }
    if area.is_empty() {
        return;
    }
    if shows_lens(model) {
        draw_sections(model, reading, layout, area, !areas.rail.is_empty(), buffer);
    } else {
        draw_explanation(model, area, buffer);
    }
}

/// Draws the parts of the lens below one another. Returns where the tensors of the page stand; that is empty where they have no room.
fn draw_sections(
    model: &Model,
    reading: &Reading,
    layout: Option<&PageLayout<'_>>,
    area: Rect,
    has_rail: bool,
    buffer: &mut Buffer,
) -> Rect {
    let sections = Sections::of(model, area, has_rail);
    draw_where(model, sections.place, buffer);
    let around = layout.and_then(|layout| draw_picture(layout, model, sections.picture, sections.operands, buffer));
    let taken = draw_reasons(model, layout, sections.reasons, buffer);
    draw_input(model, sections.input, buffer);
    let unused = sections.unused(taken);
    let below = around.as_ref().map_or(unused, |around| around.below);
    let below = draw_terms(reading, below, buffer, &model.theme);
    let rooms = around.map_or(vec![below], |around| vec![unused, below, around.beside]);
    draw_values(reading, rooms, buffer, &model.theme)
}

/// What a click at this place of the screen means: a step of the timeline or of a run, an operand, or a tensor of the page.
pub fn target_at(
    model: &Model,
    layout: Option<&PageLayout<'_>>,
    areas: &Areas,
    column: u16,
    row: u16,
) -> Option<Click> {
    let area = areas.lens;
    let reading = model.reading()?;
    if reading.has_timeline() {
        return timeline::step_at(reading, area, row).map(Click::Moment);
    }
    let (steps, area) = split(model, area);
    if let Some(stepper) = stepping(model).filter(|_| steps.contains((column, row).into())) {
        let outcome = &reading.lesson.outcome;
        return stepper::line_at(stepper, outcome, steps, row, &model.theme).map(Click::Step);
    }
    if !shows_lens(model) {
        return operand_at(model, area, column, row);
    }
    let has_rail = !areas.rail.is_empty();
    let sections = Sections::of(model, area, has_rail);
    operand_at(model, body(sections.reasons), column, row).or_else(|| {
        // Where the tensors of the page stand is known when the rest is drawn.
        let mut aside = Buffer::empty(area);
        let values = draw_sections(model, reading, layout, area, has_rail, &mut aside);
        let is_there = values.contains((column, row).into());
        values::tensor_at(reading, values, row).filter(|_| is_there).map(|(block, figure)| Click::Tensor(block, figure))
    })
}

/// The room for the steps of a run, and what they leave to the rest: nothing below the page, beside it what a short list does not need.
fn split(model: &Model, area: Rect) -> (Rect, Rect) {
    let Some(stepper) = stepping(model) else { return (Rect { height: 0, ..area }, area) };
    let Some(reading) = model.reading() else { return (Rect { height: 0, ..area }, area) };
    let wanted = || stepper::height(stepper, &reading.lesson.outcome, (area.width, area.height), &model.theme);
    let height = if shows_lens(model) { wanted().min(area.height) } else { area.height };
    let below = (area.height - height).saturating_sub(1);
    (Rect { height, ..area }, Rect { y: area.bottom() - below, height: below, ..area })
}

/// The operand that is drawn at this place of the screen; of what is only looked at there is none.
fn operand_at(model: &Model, area: Rect, column: u16, row: u16) -> Option<Click> {
    let inspection = inspection(model)?;
    let trail = trail(inspection);
    fitted(model, Some(inspection), &trail, area)?.operand_at(area, column, row, &model.theme).map(Click::Operand)
}

/// How the lens is divided, from top to bottom; what has no room is empty.
struct Sections {
    place: Rect,
    picture: Rect,
    /// The lines that the operands of a step were laid out in: laid out in those that they take, they would take fewer.
    operands: u16,
    reasons: Rect,
    input: Rect,
}

impl Sections {
    fn of(model: &Model, area: Rect, has_rail: bool) -> Self {
        let nothing = Rect { height: 0, ..area };
        let Some(reading) = model.reading() else {
            return Self { place: nothing, picture: nothing, operands: 0, reasons: nothing, input: nothing };
        };
        let wanted = reasons_height(model, area.width);
        let input = if reading.lens.input.is_some() { INPUT.min(area.height) } else { 0 };
        let operands = stepped_operands(model, area.width);
        // Where a step is, the drawing on the page says and what stands above.
        let path = if operands.is_some() { Vec::new() } else { path_lines(reading, area.width, &model.theme) };
        let path = if path.is_empty() { 0 } else { path.len() as u16 + 1 };
        let rest = |taken: u16| area.height.saturating_sub(taken + input + 2);
        // The machine gives way to an explanation.
        let with_machine = path.max(1) + sketch::HEIGHT;
        let shows_machine = !has_rail
            && operands.is_none()
            && area.width >= sketch::WIDTH
            && rest(with_machine) >= wanted.max(MIN_PICTURE);
        let place = if shows_machine { with_machine } else { path }.min(area.height);
        let room = rest(place);
        // Who walks in the reasons reads them: what does not fit with the rest has all the room.
        if wanted > room && inspection(model).is_some_and(|inspection| inspection.focused) {
            return Self { place: nothing, picture: nothing, operands: 0, reasons: area, input: nothing };
        }
        let left = room.saturating_sub(wanted + 2);
        let reserved = if wanted > 0 { wanted.min(MIN_REASONS) + 2 } else { 0 };
        let for_operands = room.saturating_sub(reserved + 1);
        let picture = match operands {
            Some((page, block)) => operands_height(&page, block, (area.width, for_operands)) + 1,
            None if left >= MIN_PICTURE && shown_figure(reading).is_some() => left,
            None => 0,
        };
        let mut y = area.y;
        let mut take = |height: u16| {
            let part = Rect { y, height: height.min(area.bottom().saturating_sub(y)), ..area };
            y = part.bottom() + u16::from(height > 0);
            part
        };
        let (place, picture) = (take(place), take(picture));
        let left = if picture.is_empty() { room } else { room.saturating_sub(picture.height + 1) };
        let reasons = take(if picture.is_empty() && wanted > 0 { left } else { wanted.min(left) });
        let input = Rect { y: area.bottom().saturating_sub(input), height: input, ..area };
        Self { place, picture, operands: for_operands, reasons, input }
    }

    /// What is left below the reasons, which have taken so many lines.
    fn unused(&self, taken: u16) -> Rect {
        let above = [self.place, self.picture, Rect { height: taken, ..self.reasons }];
        let bottom = above.into_iter().filter(|part| !part.is_empty()).map(Rect::bottom).max();
        let y = bottom.map_or(self.place.y, |bottom| bottom + 1);
        Rect { y, height: self.input.y.saturating_sub(y + u16::from(!self.input.is_empty())), ..self.place }
    }
}

/// The lines that the explanation takes with its heading.
fn reasons_height(model: &Model, width: u16) -> u16 {
    let inspection = inspection(model);
    let trail = inspection.map(trail).unwrap_or_default();
    match inspector(model, inspection, &trail) {
        Some(inspector) => inspector.height(width, &model.theme) + 1,
        None if inspection.is_some() => 3,
        None => 0,
    }
}

/// A section's name in a rule across.
fn headed(name: &str, area: Rect, buffer: &mut Buffer, theme: &Theme) -> Rect {
    if area.is_empty() {
        return area;
    }
    let x = put(buffer, area, 0, 0, name, theme.style(Role::Heading)) + 1;
    let rule = "─".repeat(usize::from(area.width.saturating_sub(x)));
    put(buffer, area, x, 0, &rule, theme.style(Role::Border));
    body(area)
}

/// A section without its heading.
fn body(area: Rect) -> Rect {
    let head = area.height.min(1);
    Rect { y: area.y + head, height: area.height - head, ..area }
}

/// The line of values, and the machine where it has room.
fn draw_where(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Some(reading) = model.reading() else { return };
    let mut body = headed(word!("lens-where"), area, buffer, &model.theme);
    for line in path_lines(reading, area.width, &model.theme) {
        draw_lines(&[line], Rect { height: body.height.min(1), ..body }, buffer);
        body = self::body(body);
    }
    if body.height >= sketch::HEIGHT {
        let x = body.width.saturating_sub(sketch::WIDTH) / 2;
        let body = Rect { x: body.x + x, width: sketch::WIDTH.min(body.width), ..body };
        sketch::draw(reading.lesson.document.lesson().front.part, body, buffer, &model.theme);
    }
}

/// `scores ─ scaled ─ masked ─ ▐weights▌ ─ output` in as many lines as it needs, the one of the cursor among them.
fn path_lines(reading: &Reading, width: u16, theme: &Theme) -> Vec<Line<'static>> {
    let path = &reading.lens.path;
    if path.len() < 2 {
        return Vec::new();
    }
    let mut lines: Vec<Line<'static>> = vec![Line::default()];
    let mut here = 0;
    for (place, step) in path.iter().enumerate() {
        let name = if step.is_here { format!("▐{}▌", step.name) } else { step.name.to_string() };
        let name = fit(&name, width).into_owned();
        let Some(line) = lines.last_mut() else { break };
        let (lead, taken) = (if place == 0 { "" } else { " ─ " }, line.width() as u16);
        let tail = if place + 1 < path.len() { width_of(GOES_ON) } else { 0 };
        if place > 0 && taken + width_of(lead) + width_of(&name) + tail > width {
            if taken + width_of(GOES_ON) <= width {
                line.push_span(Span::styled(GOES_ON, theme.style(Role::Border)));
            }
            lines.push(Line::default());
        } else {
            line.push_span(Span::styled(lead, theme.style(Role::Border)));
        }
        let role = if step.is_here { Role::Accent } else { Role::Text };
        let Some(line) = lines.last_mut() else { break };
        line.push_span(Span::styled(name, theme.style(role)));
        if step.is_here {
            here = lines.len() - 1;
        }
    }
    let first = (here + 2).saturating_sub(usize::from(MAX_PATH)).min(lines.len().saturating_sub(usize::from(MAX_PATH)));
    lines.into_iter().skip(first).take(usize::from(MAX_PATH)).collect()
}

/// The tensor that is drawn once more: not a single number, of which a picture says nothing.
fn shown_figure(reading: &Reading) -> Option<(usize, usize)> {
    let (block, number) = reading.lens.figure?;
    let figure = reading.exhibits(block)?.figures.get(number)?;
    (figure.tensor.len() > 1).then_some((block, number))
}

/// The page and the block whose live step was computed from something that can be drawn, unless the cursor is elsewhere.
fn stepped_operands(model: &Model, width: u16) -> Option<(PageContext<'_>, usize)> {
    let reading = model.reading()?;
    let (block, number) = reading.live_figure().filter(|_| width > 0)?;
    let is_elsewhere =
        reading.inside().is_some_and(|inside| (inside.spot.block, inside.spot.figure) != (block, number));
    let has_operands = reading.exhibits(block).is_some_and(|exhibits| !exhibits.operands.is_empty());
    (has_operands && !is_elsewhere).then_some((PageContext::of(model)?, block))
}

/// The lines that the operands take, air between their rows included.
fn operands_height(page: &PageContext<'_>, block: usize, room: (u16, u16)) -> u16 {
    let rows = operands(page, block, room);
    rows.iter().map(|row| row_height(row) + 1).sum::<u16>().saturating_sub(1).min(room.1)
}

/// What pictures leave of their room.
struct Around {
    below: Rect,
    /// At their right, as high as they are; empty where they are wide.
    beside: Rect,
}

impl Around {
    /// Around pictures from the top of `body` down to where `left` begins, the widest of which ends at a column of it.
    fn of(body: Rect, left: Rect, widest: u16) -> Self {
        let x = widest.saturating_add(BESIDE_PICTURE);
        let has_room = body.width >= x.saturating_add(MIN_BESIDE);
        let height = if has_room { (left.y - body.y).saturating_sub(1) } else { 0 };
        let beside = Rect { x: body.x + x.min(body.width), width: body.width.saturating_sub(x), height, ..body };
        Self { below: left, beside }
    }
}

/// The tensor once more; in a broad lens narrow enough that the other tensors of the page have room beside it, if it can be.
fn in_broad_lens<'m>(page: &PageContext<'m>, (block, number): (usize, usize), room: Size) -> Vec<PlacedFigure<'m>> {
    let within = |width: u16| in_lens(page, block, number, (width, room.height));
    let is_broad = room.width >= BROAD && values::is_worth(page.reading);
    let narrow = is_broad.then(|| within(room.width - MIN_BESIDE - BESIDE_PICTURE));
    let whole = narrow.filter(|drawn| !drawn.iter().any(PlacedFigure::is_cut));
    whole.unwrap_or_else(|| within(room.width))
}

/// Draws what a step was computed from, or the tensor once more; returns the room around it, if it draws anything.
fn draw_picture(
    layout: &PageLayout<'_>,
    model: &Model,
    area: Rect,
    height: u16,
    buffer: &mut Buffer,
) -> Option<Around> {
    let page = &layout.page;
    let (body, rows) = if let Some((_, block)) = stepped_operands(model, area.width) {
        let body = headed(word!("lens-from"), area, buffer, page.theme);
        (body, operands(page, block, (body.width, height)))
    } else {
        let body = headed(&heading_of_figure(word!("lens-see"), layout), area, buffer, page.theme);
        let (block, number) = shown_figure(page.reading).filter(|_| !body.is_empty())?;
        let drawn = in_broad_lens(page, (block, number), body.as_size());
        (body, drawn.into_iter().map(|placed| vec![placed]).collect())
    };
    let mut left = body;
    for row in &rows {
        for placed in row {
            placed.draw(0, left, buffer);
        }
        let taken = (row_height(row) + 1).min(left.height);
        left = Rect { y: left.y + taken, height: left.height - taken, ..left };
    }
    let widest = rows.iter().flatten().map(PlacedFigure::right).max().unwrap_or(0);
    Some(Around::of(body, left, widest))
}

/// A section's name, and where the page shows the tensor that it speaks of while that is out of sight.
fn heading_of_figure(name: &str, layout: &PageLayout<'_>) -> String {
    let reading = layout.page.reading;
    let figure = reading.lens.figure.filter(|_| reading.inside().is_none());
    match figure.filter(|(block, _)| !is_visible(layout, reading.top, *block)) {
        Some((block, _)) if block < reading.lesson.at => format!("{name} · {}", word!("lens-above")),
        Some(_) => format!("{name} · {}", word!("lens-below")),
        None => name.to_owned(),
    }
}

/// What the terms at the cursor mean, in the room that the rest leaves; returns what is left of it.
fn draw_terms(reading: &Reading, area: Rect, buffer: &mut Buffer, theme: &Theme) -> Rect {
    let lines = terms::fitting(&reading.lens.terms, body(area).as_size(), theme);
    if lines.is_empty() {
        return area;
    }
    draw_lines(&lines, headed(word!("lens-terms"), area, buffer, theme), buffer);
    let taken = (lines.len() as u16 + 2).min(area.height);
    Rect { y: area.y + taken, height: area.height - taken, ..area }
}

/// The tensors of the page, in the highest of the rooms that are left, where there is room for some. Returns where they stand.
fn draw_values(reading: &Reading, rooms: Vec<Rect>, buffer: &mut Buffer, theme: &Theme) -> Rect {
    let highest = rooms.into_iter().max_by_key(|room| room.height).unwrap_or_default();
    if highest.height < MIN_VALUES || !values::is_worth(reading) {
        return Rect::default();
    }
    let body = headed(word!("lens-values"), highest, buffer, theme);
    values::draw(reading, body, buffer, theme);
    body
}

fn draw_lines(lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        put_line(buffer, area.x, y, line, area.width);
    }
}

/// The nearest input, and what it moves.
fn draw_input(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let Some(reading) = model.reading() else { return };
    let Some((block, control)) = reading.lens_control() else { return };
    let focused = reading.movable_control().is_some_and(|(held, _)| held == block) && reading.inside().is_none();
    // The arrows move it from afar, too, and the footer has no room to say so.
    let is_moved = focused && matches!(control.kind, ControlKind::Slider(_) | ControlKind::Choice(_));
    let keys = if is_moved { " ←→" } else { "" };
    let body = headed(&format!("{}{keys}", word!("lens-try")), area, buffer, theme);
    let (style, name) = (theme.style(if focused { Role::Accent } else { Role::Strong }), &*control.name);
    let line = |value: &str, buffer: &mut Buffer| {
        let x = put(buffer, body, 0, 0, &fit(name, body.width), style) + 2;
        put(buffer, body, x, 0, &fit(value, body.width.saturating_sub(x)), theme.style(Role::Accent));
    };
    match &control.kind {
        ControlKind::Slider(slider) => {
            let (min, max, step, value) = (slider.min, slider.max, slider.step, slider.value);
            Slider { name, min, max, step, value, focused, lit: false }.draw(body, buffer, theme);
        }
        ControlKind::Choice(choice) => {
            let chosen = choice.options.get(choice.selected).map_or("", |option| option);
            line(&format!("‹ {chosen} ›"), buffer);
        }
        ControlKind::Toggle(toggle) => {
            line(if toggle.value { word!("toggle-on") } else { word!("toggle-off") }, buffer);
        }
        ControlKind::Text(text) => line(&text.value, buffer),
        ControlKind::Matrix(_) | ControlKind::Mask(_) => line("", buffer),
    }
    let moves: Vec<&str> = reading.lens.moves.iter().map(|name| &**name).collect();
    if !moves.is_empty() {
        put(buffer, self::body(body), 0, 0, &affects(&moves, body.width), theme.style(Role::Dim));
    }
}

/// `affects scaled, masked +4`: as many names as there is room for, and how many more there are.
fn affects(names: &[&str], width: u16) -> String {
    let told = |count: usize| {
        let more = names.len() - count;
        let names = names[..count].join(", ");
        say!("lens-moves", names = if more > 0 { format!("{names} +{more}") } else { names })
    };
    let fitting = (1..=names.len()).rev().map(told).find(|told| width_of(told) <= width);
    fitting.unwrap_or_else(|| fit(&told(1.min(names.len())), width).into_owned())
}

/// Why the number under the cursor is what it is, or the first of the tensor that is nearest.
/// Returns how many lines it takes.
fn draw_explanation(model: &Model, area: Rect, buffer: &mut Buffer) -> u16 {
    let inspection = inspection(model);
    let trail = inspection.map(trail).unwrap_or_default();
    if let Some(inspector) = fitted(model, inspection, &trail, area) {
        return inspector.draw(area, buffer, &model.theme);
    }
    if inspection.is_some() {
        let words = Span::styled(word!("nothing-known-yet"), model.theme.style(Role::Dim));
        draw_lines(&wrap(&[words], area.width), area, buffer);
    }
    area.height
}

/// The same under its heading; how many lines both take.
fn draw_reasons(model: &Model, layout: Option<&PageLayout<'_>>, area: Rect, buffer: &mut Buffer) -> u16 {
    if area.is_empty() {
        return 0;
    }
    let name = word!("lens-why");
    let heading = layout.map_or_else(|| name.to_owned(), |layout| heading_of_figure(name, layout));
    let body = headed(&heading, area, buffer, &model.theme);
    draw_explanation(model, body, buffer) + 1
}

/// The stepper, unless an element is being explained.
fn stepping(model: &Model) -> Option<&Stepper> {
    model.reading()?.stepper().filter(|_| inspection(model).is_none())
}

fn inspection(model: &Model) -> Option<&Inspection> {
    model.reading()?.inside()?.why.as_ref()
}

/// What is drawn of it into `area`: without how the machine did it, unless that has room or the cursor is in it.
fn fitted<'a>(
    model: &'a Model,
    inspection: Option<&'a Inspection>,
    trail: &'a [String],
    area: Rect,
) -> Option<Inspector<'a>> {
    let brief = inspector(model, inspection, trail)?;
    let whole = Inspector { brief: false, ..brief };
    Some(if whole.height(area.width, &model.theme) <= area.height { whole } else { brief })
}

fn inspector<'a>(model: &'a Model, inspection: Option<&'a Inspection>, trail: &'a [String]) -> Option<Inspector<'a>> {
    let reading = model.reading()?;
    let blocks = reading.lesson.blocks();
    let Some(inspection) = inspection else {
        let (why, is_slope) = (reading.lens.why.as_ref()?, reading.drawn_gradient().is_some());
        return Some(Inspector {
            why,
            is_slope,
            uses: None,
            blocks,
            birth: None,
            selected: 0,
            has_focus: false,
            brief: true,
            trail,
        });
    };
    let why = inspection.why.as_ref()?;
    let (uses, birth) = (inspection.uses.as_ref(), inspection.birth.as_ref());
    let (is_slope, selected, has_focus) = (inspection.is_slope, inspection.selected, inspection.focused);
    // Beside a page the reasons are always there; how the machine did it comes with a cursor in them.
    let brief = has_lens(model) && !has_focus;
    Some(Inspector { why, is_slope, uses, blocks, birth, selected, has_focus, brief, trail })
}

/// The way down, in words.
fn trail(inspection: &Inspection) -> Vec<String> {
    inspection.trail.iter().map(|step| step.name.clone()).collect()
}
