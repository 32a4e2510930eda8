//! Asking why: of the element under the cursor, of what it was made from, and so on down to what somebody typed; and the other
//! way, what depends on it.

use std::collections::BTreeSet;

use crate::notebook::why::{self, ElementRef, WhyAnswer, WhyQuery};
use crate::tensor::Origin;
use crate::tui::model::focus::{Inspection, Spot, Step};
use crate::tui::model::lit::Lit;
use crate::tui::model::reading::Reading;
use crate::words::{say, word};

/// How many steps that the page does not show are looked behind for elements to light.
const MOST_BEHIND: usize = 256;

fn inspection(reading: &mut Reading) -> Option<&mut Inspection> {
    reading.inside_mut()?.why.as_mut()
}

fn show(reading: &mut Reading, fresh: Inspection) {
    if let Some(inside) = reading.inside_mut() {
        inside.why = Some(fresh);
    }
}

/// Goes through the operands.
pub(crate) fn walk(reading: &mut Reading, steps: isize) {
    let Some(inspection) = inspection(reading) else { return };
    let last = inspection.ways().saturating_sub(1);
    inspection.selected = inspection.selected.saturating_add_signed(steps).min(last);
}

/// Back to the tensor that the cursor is in, if the page was at the block of a step that it does not show.
pub(crate) fn return_to_cursor(reading: &mut Reading) {
    if let Some(block) = reading.inside().map(|inside| inside.spot.block) {
        reading.lesson.reveal(block);
        reading.lesson.at = block;
    }
}

/// Puts the cursor on an operand.
pub(crate) fn point_at(reading: &mut Reading, operand: usize) {
    let Some(inspection) = inspection(reading) else { return };
    inspection.focused = true;
    inspection.selected = operand.min(inspection.ways().saturating_sub(1));
}

/// Explains the element under the cursor, or if that is explained already goes to what it is made of.
pub(crate) fn open(reading: &mut Reading) {
    match inspection(reading) {
        Some(inspection) => inspection.focused = inspection.ways() > 0,
        None => begin(reading),
    }
}

/// Explains the element under the cursor, unless something is explained already.
pub(crate) fn begin(reading: &mut Reading) {
    if inspection(reading).is_none() {
        let fresh = explain(reading, under_cursor(reading), true, false);
        show(reading, fresh);
    }
}

/// The cursor has moved: a new explanation, and a new way down.
pub(crate) fn follow(reading: &mut Reading) {
    let Some(to_uses) = inspection(reading).map(|inspection| inspection.uses.is_some()) else { return };
    return_to_cursor(reading);
    let fresh = explain(reading, under_cursor(reading), true, to_uses);
    show(reading, fresh);
}

/// New values have come: the same element is explained by them.
pub(crate) fn refresh(reading: &mut Reading) {
    let Some(before) = inspection(reading).cloned() else { return };
    let to_uses = before.uses.is_some();
    let own = explain(reading, before.asked.clone(), before.on_page, to_uses);
    // What made the value before is gone when it was made again.
    let gone = before.on_page || own.why.is_none();
    let mut fresh = if gone { explain(reading, under_cursor(reading), true, to_uses) } else { own };
    fresh.selected = before.selected.min(fresh.ways().saturating_sub(1));
    fresh.focused = before.focused && fresh.ways() > 0;
    fresh.trail = before.trail;
    show(reading, fresh);
}

/// Shows what depends on the element, or again what it is made of.
pub(crate) fn toggle_uses(reading: &mut Reading) {
    let before = inspection(reading).cloned();
    let fresh = match &before {
        Some(before) => explain(reading, before.asked.clone(), before.on_page, before.uses.is_none()),
        None => explain(reading, under_cursor(reading), true, true),
    };
    let (focused, trail) = before.map(|before| (before.focused, before.trail)).unwrap_or_default();
    show(reading, Inspection { focused: focused && fresh.ways() > 0, trail, ..fresh });
}

/// Where the way that the cursor is on leads, or why it ends there: a constant of an operation has no reasons.
pub(crate) fn way_on(inspection: &Inspection) -> Result<WhyQuery, String> {
    match (&inspection.uses, &inspection.why) {
        (Some(uses), _) => {
            let first = uses.values.get(inspection.selected).and_then(|value| value.elements.first());
            first.cloned().map(WhyQuery::Element).ok_or_else(|| word!("nothing-depends-on-it").to_owned())
        }
        (None, Some(why)) => {
            let operand = why.ways().nth(inspection.selected).ok_or_else(|| word!("reasons-end").to_owned())?;
            let end = || {
                if operand.is_hidden() {
                    word!("formula-is-hidden").to_owned()
                } else {
                    say!("reasons-end-at", name = *operand.name)
                }
            };
            operand.asked.clone().ok_or_else(end)
        }
        (None, None) => Err(word!("reasons-end").to_owned()),
    }
}

/// Goes from an operand to why it is what it is, or to what depends on the element; the page shows where it stands.
pub(crate) fn descend(reading: &mut Reading) {
    if let Some(Ok(asked)) = inspection(reading).map(|inspection| way_on(inspection)) {
        go_down(reading, asked, true);
    }
}

/// From the operands back to the tensor.
pub(crate) fn leave_operands(reading: &mut Reading) {
    if let Some(why) = inspection(reading) {
        why.focused = false;
    }
    return_to_cursor(reading);
}

/// Explains something further on, which the page shows if it can; the way back up is remembered.
pub(crate) fn go_down(reading: &mut Reading, asked: WhyQuery, to_operands: bool) {
    let Some(inside) = reading.inside() else { return };
    let Some(inspection) = &inside.why else { return };
    let step = Step {
        name: inspection.why.as_ref().map_or_else(String::new, |why| why.subject.name.clone()),
        asked: inspection.asked.clone(),
        on_page: inspection.on_page,
        spot: inside.spot.clone(),
        selected: inspection.selected,
        to_uses: inspection.uses.is_some(),
    };
    let (mut trail, before) = (inspection.trail.clone(), inspection.asked.clone());
    if before.as_ref() != Some(&asked) {
        trail.push(step);
    }
    let spot = find(reading, &asked);
    let is_element = matches!(asked, WhyQuery::Element(_));
    let block = block_of(reading, &asked);
    if let Some(spot) = spot.clone() {
        reading.enter(spot);
    } else if let Some(block) = block {
        // It is no figure, but its block can be looked at.
        reading.lesson.reveal(block);
        reading.lesson.at = block;
    }
    let fresh = explain(reading, Some(asked), spot.is_some() && is_element, false);
    show(reading, Inspection { focused: to_operands, trail, ..fresh });
}

/// Back up to what the explained number helped to make.
pub(crate) fn ascend(reading: &mut Reading) {
    let Some(inspection) = inspection(reading) else { return };
    let focused = inspection.focused;
    let mut trail = std::mem::take(&mut inspection.trail);
    let Some(step) = trail.pop() else { return };
    reading.enter(step.spot);
    let asked = if step.on_page { under_cursor(reading) } else { step.asked };
    let fresh = explain(reading, asked, step.on_page, step.to_uses);
    // Values may have as many operands as a gradient has not.
    let selected = step.selected.min(fresh.ways().saturating_sub(1));
    show(reading, Inspection { focused, selected, trail, ..fresh });
}

fn explain(reading: &Reading, asked: Option<WhyQuery>, on_page: bool, to_uses: bool) -> Inspection {
    let why = asked.as_ref().and_then(|asked| reading.why(asked));
    // The element that is spoken of: a name that was taken over stands for what it was taken from.
    let element = why.as_ref().and_then(|why| why.subject.element());
    let uses = element.filter(|_| to_uses).map(|element| why::uses(reading.shown_outcome(), element));
    let is_slope = reading.drawn_gradient().is_some() && uses.is_none();
    let birth = element.filter(|_| !is_slope).and_then(|element| why::first_nan(reading.shown_outcome(), element));
    let birth = birth.filter(|birth| !reading.hides(&birth.element));
    let lit = match (&uses, &why) {
        (Some(uses), _) => uses.values.iter().flat_map(|value| value.elements.iter().cloned()).collect(),
        (None, Some(why)) => lit(reading, why),
        (None, None) => Lit::default(),
    };
    Inspection { asked, on_page, why, is_slope, uses, birth, lit, focused: false, selected: 0, trail: Vec::new() }
}

/// What made a number, as far as the page shows it: an operand that is not on the page stands for what it is made of itself.
fn lit(reading: &Reading, why: &WhyAnswer) -> Lit {
    let figures = (0..reading.lesson.document.lesson().blocks.len()).filter_map(|block| reading.exhibits(block));
    let shown: BTreeSet<Origin> =
        figures.flat_map(|exhibits| &exhibits.figures).filter_map(|figure| figure.origin).collect();
    let mut rest: Vec<ElementRef> = why.operands.iter().filter_map(|operand| operand.element().cloned()).collect();
    let mut seen: BTreeSet<ElementRef> = rest.iter().cloned().collect();
    let mut found = Vec::new();
    let mut behind = 0;
    while let Some(element) = rest.pop() {
        if shown.contains(&element.origin) {
            found.push(element);
            continue;
        }
        behind += 1;
        let further = (behind <= MOST_BEHIND).then(|| reading.why(&WhyQuery::Element(element))).flatten();
        let operands = further.into_iter().flat_map(|why| why.operands);
        rest.extend(
            operands.filter_map(|operand| operand.element().cloned()).filter(|element| seen.insert(element.clone())),
        );
    }
    found.into_iter().collect()
}

/// The element that the cursor is on.
pub(crate) fn under_cursor(reading: &Reading) -> Option<WhyQuery> {
    let spot = &reading.inside()?.spot;
    let figure = reading.figure(spot)?;
    let index = figure.index(&spot.lead, spot.row, spot.column);
    Some(WhyQuery::Element(ElementRef { origin: figure.origin?, index }))
}

/// Where the page shows something.
fn find(reading: &Reading, asked: &WhyQuery) -> Option<Spot> {
    let (origin, index) = match asked {
        WhyQuery::Element(element) => (element.origin, Some(&element.index)),
        WhyQuery::Whole(origin) => (*origin, None),
        WhyQuery::Named(_) => return None,
    };
    (0..reading.lesson.document.lesson().blocks.len()).find_map(|block| {
        let figures = &reading.exhibits(block)?.figures;
        let number = figures.iter().position(|figure| figure.origin == Some(origin))?;
        let figure = figures.get(number)?;
        let first = vec![0; figure.tensor.ndim()];
        let (lead, row, column) = figure.place(index.unwrap_or(&first));
        Some(Spot { block, figure: number, lead, row, column })
    })
}

/// The block that made something.
fn block_of(reading: &Reading, asked: &WhyQuery) -> Option<usize> {
    let made_in = match asked {
        WhyQuery::Named(held) => Some(held.task.block().clone()),
        _ => why::why(reading.shown_outcome(), asked)?.made_in.map(|source| source.block),
    };
    reading.lesson.position(&made_in?)
}
