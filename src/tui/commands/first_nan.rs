//! To the element in which a number stopped being one.

use crate::notebook::why::{WhyQuery, first_nan};
use crate::tui::model::Model;
use crate::tui::model::focus::Spot;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{Said, say, word};

use super::inspect;

/// Whether a birth is worth an offer: of the element that is explained, or of a NaN that the selected block shows. A NaN that is
/// meant would else be offered all over its page.
pub(crate) fn can_go(reading: &Reading) -> bool {
    own(reading).is_some() || first_of(reading, reading.lesson.at).is_some()
}

/// Whether the element under the cursor is one, or there is one anywhere on the page.
pub(crate) fn is_there(reading: &Reading) -> bool {
    own(reading).is_some() || first(reading).is_some()
}

/// Goes to the birth of the element under the cursor, or of the first NaN of the page, and says what happened there.
pub(crate) fn go(model: &mut Model) {
    let Some(reading) = model.reading_mut() else { return };
    if own(reading).is_none() {
        let Some(spot) = first(reading) else { return };
        reading.enter(spot);
        inspect::begin(reading);
    }
    let found = own(reading).and_then(|asked| match &asked {
        WhyQuery::Element(element) => first_nan(&reading.lesson.outcome, element),
        WhyQuery::Whole(_) | WhyQuery::Named(_) => None,
    });
    let Some(found) = found else {
        model.say(Role::Dim, word!("nothing-known"));
        return;
    };
    if reading.hides(&found.element) {
        model.say(Role::Dim, word!("first-nan-is-hidden"));
        return;
    }
    inspect::begin(reading);
    inspect::go_down(reading, WhyQuery::Element(found.element), false);
    let reason = say!("born-because", reason = found.cause.said());
    model.say(Role::Warning, reason);
}

/// What the cursor is on, if it is NaN or infinite.
fn own(reading: &Reading) -> Option<WhyQuery> {
    let inside = reading.inside()?;
    let asked = match &inside.why {
        Some(why) => why.asked.clone(),
        None => inspect::under_cursor(reading),
    };
    let value = match (&inside.why, reading.figure(&inside.spot)) {
        (Some(why), _) if why.is_slope => return None,
        (Some(why), _) => why.why.as_ref()?.explanation.value,
        (None, Some(figure)) => {
            let spot = &inside.spot;
            figure.value().at(&figure.index(&spot.lead, spot.row, spot.column))
        }
        (None, None) => return None,
    };
    asked.filter(|asked| matches!(asked, WhyQuery::Element(_)) && !value.is_finite())
}

/// Where the page's first NaN stands.
fn first(reading: &Reading) -> Option<Spot> {
    (0..reading.lesson.blocks().len()).find_map(|block| first_of(reading, block))
}

/// Where a block's first NaN stands.
fn first_of(reading: &Reading, block: usize) -> Option<Spot> {
    let figures = &reading.exhibits(block)?.figures;
    let (number, figure) = figures.iter().enumerate().find(|(_, figure)| figure.first_nan.is_some())?;
    let (lead, row, column) = figure.place(figure.first_nan.as_ref()?);
    Some(Spot { block, figure: number, lead, row, column })
}
