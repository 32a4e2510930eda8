//! Reading the gradient of a number: which number it is, and whether the figures show gradients or values.

use crate::notebook::why::{Asked, Element};
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;
use crate::tui::model::slopes::Slopes;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::inspect;

/// Reads the gradient of the number that the cursor is on, or ends that if it is read already.
pub(super) fn press(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    let here = here(reading);
    if reading.slopes.is_some() && (here.is_none() || is_output(reading)) {
        end(reading);
        model.say(Role::Text, word("gradient-put-away"));
        return;
    }
    if reading.comparison.is_some() {
        model.say(Role::Dim, word("compared-so-no-gradient"));
        return;
    }
    let Some(element) = here else {
        model.say(Role::Dim, word("how-to-read-a-gradient"));
        return;
    };
    match Slopes::of(&reading.outcome, &element) {
        Ok(slopes) => {
            let name = slopes.gradient.name().to_owned();
            show(reading, Some(slopes));
            model.say(Role::Success, say("gradient-is-read", &[("name", name.into())]));
        }
        Err(why) => model.say(Role::Warning, why),
    }
}

/// Shows values instead of gradients, or gradients again.
pub(super) fn turn(reading: &mut Reading) {
    let mut turned = reading.slopes.clone();
    if let Some(slopes) = &mut turned {
        slopes.drawn = !slopes.drawn;
    }
    show(reading, turned);
}

/// Shows values and nothing else again.
pub(super) fn end(reading: &mut Reading) {
    if reading.slopes.is_some() {
        show(reading, None);
    }
}

fn show(reading: &mut Reading, slopes: Option<Slopes>) {
    reading.slopes = slopes;
    reading.exhibit_anew();
    inspect::refresh(reading);
}

/// Whether the cursor is on the number whose gradient is read.
pub(super) fn is_output(reading: &Reading) -> bool {
    let output = reading.slopes.as_ref().map(|slopes| slopes.gradient.output());
    output.is_some() && output == here(reading).as_ref()
}

/// The number that the cursor is on, or that is explained; on the page the only number that a block shows.
pub(super) fn here(reading: &Reading) -> Option<Element> {
    let asked = match &reading.focus {
        Focus::Tensor(inside) => match &inside.why {
            Some(why) => why.asked.clone(),
            None => inspect::under_cursor(reading),
        },
        _ => None,
    };
    match asked? {
        Asked::Element(element) => Some(element),
        Asked::Whole(_) | Asked::Held(_) => None,
    }
}
