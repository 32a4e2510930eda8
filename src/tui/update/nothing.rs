//! Why a key does nothing on a block: a learner who tries keys learns where they work.

use crate::lang::ControlKind;
use crate::notebook::lesson::BlockKind;
use crate::tui::keymap::{Action, Context, Key};
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// The places that one goes into from a block, and whose keys people try outside them.
const INSIDE: [Context; 4] = [Context::Tensor, Context::Explained, Context::Inspector, Context::Question];

/// Says why `action` has done nothing on the selected block; of an action that always does or says something, nothing.
pub(super) fn tell(model: &mut Model, action: Action) {
    // A class sees what is said, and asks nothing.
    if model.talk.is_some() {
        return;
    }
    if let Some(words) = words(model, action) {
        model.say(Role::Dim, words);
    }
}

fn words(model: &Model, action: Action) -> Option<String> {
    let reading = model.reading()?;
    let block = &reading.lesson.block()?.kind;
    let control = reading.active_control();
    let enter = || control.map(|control| say!("enter-goes-in", name = *control.name));
    let words = match (action, control.map(|control| &control.kind)) {
        (
            Action::Left
            | Action::Right
            | Action::Increase
            | Action::Decrease
            | Action::IncreaseMuch
            | Action::DecreaseMuch,
            control,
        ) => match control {
            Some(ControlKind::Matrix(_) | ControlKind::Mask(_)) => return enter(),
            Some(ControlKind::Toggle(_)) => word!("space-switches-it"),
            // At its end.
            Some(ControlKind::Slider(_) | ControlKind::Choice(_)) => return None,
            Some(ControlKind::Text(_)) | None => word!("nothing-to-move"),
        },
        (Action::Toggle, Some(ControlKind::Mask(_))) => return enter(),
        (Action::Toggle, Some(ControlKind::Slider(_) | ControlKind::Choice(_))) => word!("arrows-move-it"),
        (Action::Toggle, _) => word!("nothing-to-switch"),
        (Action::Answer, _) if !matches!(block, BlockKind::Question(_)) => word!("no-question-here"),
        (Action::Hint, _) => word!("no-hints-here"),
        (Action::Solution, _) if !matches!(block, BlockKind::Exercise(_)) => word!("no-solution-here"),
        (Action::RunCell, _) => word!("nothing-waits-here"),
        _ => return None,
    };
    Some(words.to_owned())
}

/// Says of a key without a meaning on a block where it has one.
pub(super) fn tell_where(model: &mut Model, key: Key) {
    let place = INSIDE.into_iter().find(|place| model.keymap.action(*place, key).is_some());
    if let Some(place) = place.filter(|_| model.talk.is_none()) {
        model.say(Role::Dim, say!("key-is-elsewhere", place = place.title()));
    }
}
