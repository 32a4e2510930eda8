//! At the steps of a run.

use super::{ActionOffer, Mode, does, does_in_lesson, lesson};
use crate::notebook::left_out::AttentionPiece;
use crate::tui::commands::{course, steps};
use crate::tui::keymap::Action;
use crate::tui::model::Model;
use crate::tui::model::stepper::Pace;
use crate::words::id;

/// A cell is stepped through.
pub(super) struct StepsMode;

impl Mode for StepsMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(reading) = model.reading() else { return ActionOffer::Below };
        let Some(stepper) = reading.stepper() else { return ActionOffer::Below };
        let walk = does(move |model| steps::walk(model, action));
        match action {
            Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::PageUp
            | Action::PageDown
            | Action::First
            | Action::Last => walk,
            Action::NextToken | Action::PreviousToken => {
                let has_rounds = stepper.walk.architecture.round(stepper.at()).is_some();
                walk.when_or(has_rounds, id!("no-token-after-token"))
            }
            Action::Open => does_in_lesson(steps::enter),
            Action::Unfold => {
                let words = if stepper.is_whole { id!("fold-operations") } else { id!("unfold-operations") };
                does(steps::unfold).says(words).when_or(stepper.is_foldable, id!("nothing-is-folded"))
            }
            Action::Play => {
                let words = if stepper.is_playing { id!("pause-playing") } else { id!("play-it") };
                let has_others = stepper.outline.numbers(stepper.place).last().is_some_and(|(_, all)| *all > 1);
                does_in_lesson(steps::play).says(words).when_or(has_others, id!("only-one-step"))
            }
            Action::Toggle => {
                let pieces = steps::pieces_here(reading);
                let is_in_attention = !pieces.is_empty();
                let words = match steps::next_without(reading, pieces).map(|left_out| left_out.piece) {
                    Some(AttentionPiece::Mask) => id!("without-the-mask"),
                    Some(AttentionPiece::Scale) => id!("without-the-scale"),
                    Some(AttentionPiece::Head(_)) => id!("without-a-head"),
                    None => id!("with-all-of-it"),
                };
                does(steps::leave_out).says(words).when_or(is_in_attention, id!("nothing-to-leave-out"))
            }
            Action::Turn | Action::Pin => lesson::comparing_offer(reading, action),
            Action::Increase => does(|model| steps::set_pace(model, Pace::faster)).quiet_unless(stepper.is_playing),
            Action::Decrease => does(|model| steps::set_pace(model, Pace::slower)).quiet_unless(stepper.is_playing),
            Action::Edit => does(steps::edit).quiet_unless(steps::text_control(reading).is_some()),
            Action::EditCode => {
                let text = reading.lesson.position(&stepper.block).and_then(|block| reading.text(block));
                does(steps::edit_code).quiet_unless(text.is_some())
            }
            Action::Undo | Action::Redo => lesson::history_offer(reading, action),
            Action::Contents => does(course::to_list),
            Action::Step | Action::Back => does(steps::begin),
            _ => ActionOffer::Below,
        }
    }
}
