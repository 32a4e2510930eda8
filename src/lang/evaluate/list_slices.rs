//! Slices: which places they take, and how those of a list are given other items or taken away.

use super::{Interpreter, Outcome};
use crate::lang::diagnostic::{Diagnostic, Exception};
use crate::lang::syntax::Span;
use crate::lang::value::{Range, SharedList, Value};

impl Interpreter<'_> {
    /// `items[1:3] = more`: puts items in the place of others, as many as there are; of every second one and the like only as many as
    /// are taken away.
    pub(super) fn set_slice(
        &mut self,
        span: Span,
        list: &SharedList,
        slice: &[Value; 3],
        value: &Value,
    ) -> Outcome<()> {
        let more = self.iterate(value, span).map_err(|error| match error.exception {
            Some(Exception::Python { class: "TypeError", .. }) if !matches!(value, Value::Object(_)) => {
                error.raising_as("TypeError", "can only assign an iterable")
            }
            _ => error,
        })?;
        let mut items = list.now().to_vec();
        let chosen: Vec<usize> = places(slice, items.len(), span)?.collect();
        if matches!(slice[2], Value::None | Value::Int(1, _)) {
            let (start, stop, _) = bounds(slice, items.len(), span)?;
            // An empty slice is a place between two items.
            let start = usize::try_from(start).unwrap_or_default();
            let stop = usize::try_from(stop).unwrap_or_default().max(start);
            items.splice(start..stop, more);
        } else if chosen.len() == more.len() {
            chosen.into_iter().zip(more).for_each(|(place, item)| items[place] = item);
        } else {
            let (given, wanted) = (more.len(), chosen.len());
            let message = format!("attempt to assign sequence of size {given} to extended slice of size {wanted}");
            return Err(Diagnostic::new(span, message).raising("ValueError"));
        }
        self.refill(span, list, items)
    }

    /// `del items[1:3]`.
    pub(super) fn delete_slice(&mut self, span: Span, list: &SharedList, slice: &[Value; 3]) -> Outcome<()> {
        let items = list.now();
        let mut is_kept = vec![true; items.len()];
        places(slice, items.len(), span)?.for_each(|place| is_kept[place] = false);
        self.read_through(span, items.len() * size_of::<Value>())?;
        let kept = items.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(item, _)| item.clone()).collect();
        self.refill(span, list, kept)
    }
}

/// Start, stop and step of a slice over `len` places, by Python's rules; start and stop lie between -1 and `len`.
pub(super) fn bounds(slice: &[Value; 3], len: usize, span: Span) -> Outcome<(i64, i64, i64)> {
    let number = |part: &Value| match part {
        Value::Int(value, _) => Some(*value),
        _ => None,
    };
    let len = len as i64;
    let step = number(&slice[2]).unwrap_or(1);
    if step == 0 {
        return Err(Diagnostic::new(span, "the step of a slice cannot be 0")
            .raising_as("ValueError", "slice step cannot be zero"));
    }
    let (lowest, highest) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let clamp = |value: i64| if value < 0 { value.saturating_add(len).max(lowest) } else { value.min(highest) };
    let start = number(&slice[0]).map_or(if step > 0 { 0 } else { highest }, clamp);
    let stop = number(&slice[1]).map_or(if step > 0 { len } else { -1 }, clamp);
    Ok((start, stop, step))
}

/// The places that a slice takes of `len`.
pub(super) fn places(slice: &[Value; 3], len: usize, span: Span) -> Outcome<impl Iterator<Item = usize> + use<>> {
    let (start, stop, step) = bounds(slice, len, span)?;
    let range = Range { start, stop, step };
    Ok((0..range.len()).filter_map(move |place| range.get(place)).filter_map(|place| usize::try_from(place).ok()))
}
