//! What holds in a lesson wherever the cursor is in it: taking changes back, comparing, reading a gradient, stepping.

use super::{ActionOffer, Mode, does, refused};
use crate::notebook::lesson::Block;
use crate::tui::commands::{change, compare, course, gradient, mask_fill, page, steps, timeline, veils};
use crate::tui::keymap::Action;
use crate::tui::model::Model;
use crate::tui::model::exhibit::Exhibits;
use crate::tui::model::reading::Reading;
use crate::words::id;

/// Below the page, the options of a question, and the tensors.
pub(super) struct LessonMode;

impl Mode for LessonMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(reading) = model.reading() else { return ActionOffer::Below };
        match action {
            Action::Undo | Action::Redo => history_offer(reading, action),
            Action::ResetCell => reset_offer(reading),
            Action::Turn if reading.drawn_gradient().is_some() => does(compare::turn).says(id!("values")),
            Action::Turn if reading.lesson.gradient.is_some() => does(compare::turn).says(id!("gradients")),
            Action::Turn | Action::Pin => comparing_offer(reading, action),
            Action::Why => does(page::go_to_number).when_or(page::has_numbers(reading), id!("no-number-here")),
            Action::Gradient => gradient_offer(reading),
            Action::Leak => match compare::leak_words(reading) {
                Some(words) => does(compare::leak).says(words),
                None => refused(id!("leak-test-where")),
            },
            Action::Step => {
                let can_begin = steps::can_begin(reading);
                let is_stepped = reading.stepper().is_some();
                let why = if steps::are_hidden(reading) { id!("steps-are-hidden") } else { id!("no-steps-here") };
                does(steps::begin).quiet_unless(can_begin).when_or(can_begin || is_stepped, why)
            }
            Action::FillPolicy if mask_fill::concerns(reading) => does(mask_fill::next).says(id!("other-fill")),
            Action::FillPolicy => {
                does(mask_fill::next).quiet().when_or(mask_fill::is_there(reading), id!("no-choice-of-fills"))
            }
            Action::Timeline => {
                let is_changed = reading.lesson.document.history() != (0, 0);
                does(timeline::open).when_or(is_changed, id!("nothing-changed-yet"))
            }
            Action::Veils if reading.stage.is_some() => ActionOffer::Refused(None),
            Action::Veils => veils_offer(reading),
            Action::Contents => does(|model| course::leave(model, Action::Contents)),
            _ => ActionOffer::Below,
        }
    }
}

/// Holding the page beside another state, and turning it over.
pub(super) fn comparing_offer(reading: &Reading, action: Action) -> ActionOffer {
    let is_compared = reading.lesson.comparison.is_some();
    match action {
        Action::Turn => does(compare::turn).when_or(is_compared, id!("nothing-to-compare")),
        _ if is_compared => does(compare::pin).says(id!("end-comparing")),
        _ => does(compare::pin).quiet().when_or(!reading.lesson.awaits_values(), id!("pin-later")),
    }
}

/// Taking the last change back, or making it again.
pub(super) fn history_offer(reading: &Reading, action: Action) -> ActionOffer {
    let (done, undone) = reading.lesson.document.history();
    match action {
        Action::Redo => does(|model| change::undo(model, true)).when_or(undone > 0, id!("nothing-to-make-again")),
        _ => does(|model| change::undo(model, false)).when_or(done > 0, id!("nothing-to-undo")),
    }
}

/// A block can be as the lesson says: then there is nothing to reset.
fn reset_offer(reading: &Reading) -> ActionOffer {
    let Some(block) = reading.lesson.block() else { return ActionOffer::Refused(None) };
    if block.is_scratch() {
        return refused(id!("d-deletes-your-cell"));
    }
    does(change::reset_cell).when_or(reading.lesson.document.can_reset(&block.id), id!("block-as-written"))
}

/// A gradient that is read or on its way can be ended; one can be begun where the cursor is on a number.
fn gradient_offer(reading: &Reading) -> ActionOffer {
    let is_here = gradient::here(reading).is_some();
    let press = does(gradient::press);
    match &reading.lesson.gradient {
        Some(_) if gradient::is_output(reading) || !is_here => press.says(id!("end-the-gradient")),
        _ if reading.lesson.awaits_gradient() => press.quiet_unless(is_here),
        _ if reading.lesson.comparison.is_some() => refused(id!("compared-so-no-gradient")),
        _ => press.when_or(is_here, id!("how-to-read-a-gradient")),
    }
}

/// All that is hidden is shown, or hidden again. The footer says so where the selected block hides something.
fn veils_offer(reading: &Reading) -> ActionOffer {
    let words = if reading.veils().is_empty() { id!("hide-it-again") } else { id!("show-what-is-hidden") };
    let is_hidden_here = reading.exhibits(reading.lesson.at).is_some_and(Exhibits::is_veiled);
    does(veils::toggle).lists(words, is_hidden_here).when_or(reading.lesson.has_veils(), id!("nothing-is-hidden"))
}

/// Whether the learner has answered this question.
pub(super) fn is_answered(reading: &Reading, block: &Block) -> bool {
    reading.lesson.document.answers().contains_key(&block.id)
}

/// One hint more, where there are any.
pub(super) fn hint_offer(reading: &Reading) -> ActionOffer {
    let Some(block) = reading.lesson.block() else { return ActionOffer::Refused(None) };
    let all = block.hints().map_or(0, <[_]>::len);
    let given = reading.lesson.help.get(&block.id).map_or(0, |help| help.hints);
    does(page::hint).when_or(given < all, if all == 0 { id!("no-hints-here") } else { id!("no-more-hints") })
}
