//! What holds in a lesson wherever the cursor is in it: taking changes back, comparing, reading a gradient, stepping.

use super::{Mode, Offer};
use crate::notebook::lesson::{Block, BlockKind};
use crate::tui::commands::{change, compare, course, gradient, mask_fill, steps, timeline};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::reading::Reading;
use crate::words::word;

/// Below the page, the options of a question, and the tensors.
pub(super) struct Lesson;

impl Mode for Lesson {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let Some(reading) = model.reading() else { return Offer::Below };
        match action {
            Action::Undo => Offer::when_or(reading.lesson.document.history().0 > 0, word("nothing-to-undo")),
            Action::Redo => Offer::when_or(reading.lesson.document.history().1 > 0, word("nothing-to-make-again")),
            Action::ResetCell => reset_offer(reading),
            Action::Turn if reading.slopes.is_some() => {
                Offer::Says(if reading.drawn_gradient().is_some() { word("values") } else { word("gradients") })
            }
            Action::Turn => Offer::when_or(reading.lesson.comparison.is_some(), word("nothing-to-compare")),
            Action::Gradient => gradient_offer(reading),
            Action::Pin if reading.lesson.comparison.is_some() => Offer::Says(word("end-comparing")),
            Action::Pin if reading.pending => Offer::refused(word("pin-later")),
            Action::Pin => Offer::Quiet,
            Action::Leak => match compare::leak_words(reading) {
                Some(words) => Offer::Says(words),
                None => Offer::refused(word("leak-test-where")),
            },
            Action::Step if steps::can_begin(reading) => Offer::Does,
            Action::Step if reading.stepper().is_some() => Offer::Quiet,
            Action::Step => Offer::refused(word("no-steps-here")),
            Action::FillPolicy if mask_fill::concerns(reading) => Offer::Says(word("other-fill")),
            Action::FillPolicy if mask_fill::is_there(reading) => Offer::Quiet,
            Action::FillPolicy => Offer::refused(word("no-choice-of-fills")),
            Action::Timeline | Action::Contents => Offer::Does,
            _ => Offer::Below,
        }
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        match action {
            Action::Undo => return change::undo(model, false),
            Action::Redo => return change::undo(model, true),
            Action::ResetCell => return change::reset_cell(model),
            Action::Turn => compare::turn(model),
            Action::Gradient => return gradient::press(model),
            Action::Pin => compare::pin(model),
            Action::Leak => return compare::leak(model),
            Action::Step => steps::begin(model),
            Action::FillPolicy => return mask_fill::next(model),
            Action::Timeline => timeline::open(model),
            Action::Contents => return course::back(model),
            _ => {}
        }
        Vec::new()
    }
}

/// A block can be as the lesson says: then there is nothing to reset.
fn reset_offer(reading: &Reading) -> Offer {
    let Some(block) = reading.lesson.block() else { return Offer::Refused(None) };
    if block.is_scratch() {
        return Offer::refused(word("d-deletes-your-cell"));
    }
    let is_changed = reading.lesson.document.is_changed(&block.id) || is_answered(reading, block);
    Offer::when_or(is_changed, word("block-as-written"))
}

/// A gradient that is read or on its way can be ended; one can be begun where the cursor is on a number.
fn gradient_offer(reading: &Reading) -> Offer {
    let here = gradient::here(reading);
    let is_here = here.is_some();
    match &reading.slopes {
        Some(_) if gradient::is_output(reading) || !is_here => Offer::Says(word("end-the-gradient")),
        _ if reading.sought.is_some() => {
            if is_here {
                Offer::Does
            } else {
                Offer::Quiet
            }
        }
        _ if reading.lesson.comparison.is_some() && !is_here => Offer::refused(word("compared-so-no-gradient")),
        _ => Offer::when_or(is_here, word("how-to-read-a-gradient")),
    }
}

/// Whether the learner has answered this question.
pub(super) fn is_answered(reading: &Reading, block: &Block) -> bool {
    reading.lesson.document.answers().contains_key(&block.id)
}

/// What a key for a hint would do.
pub(super) fn hint_offer(reading: &Reading) -> Offer {
    let Some(block) = reading.lesson.block() else { return Offer::Refused(None) };
    let all = match &block.kind {
        BlockKind::Question(question) => question.hints.len(),
        BlockKind::Exercise(exercise) => exercise.hints.len(),
        BlockKind::Prose(_) | BlockKind::Cell(_) => 0,
    };
    let given = reading.lesson.help.get(&block.id).map_or(0, |help| help.hints);
    Offer::when_or(given < all, if all == 0 { word("no-hints-here") } else { word("no-more-hints") })
}
