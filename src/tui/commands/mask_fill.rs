//! What a hidden score becomes: one key goes through the fills that a lesson offers, wherever on its page the cursor is.

use std::sync::Arc;

use crate::lang::{Control, ControlKind};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;
use crate::tui::model::text::Text;
use crate::tui::theme::Role;
use crate::words::say;

use super::change;

/// The next fill, around at the end. The cursor stays where it is, so the numbers under it can be watched.
pub(crate) fn next(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some((block, name)) = nearest(reading) else { return Vec::new() };
    let Some(text) = reading.text(block) else { return Vec::new() };
    let Some(ControlKind::Choice(choice)) = text.control(&name).map(|control| &control.kind) else { return Vec::new() };
    let next = (choice.selected + 1) % choice.options.len().max(1);
    let words = choice.options.get(next).map(|option| {
        say!("fill-becomes", name = *name, option = option.to_string(), at = next + 1, all = choice.options.len())
    });
    let source = choice.with_option(text.source(), next);
    reading.streak = None;
    let changed = reading.rewrite(block, &source, false);
    if let Some(words) = words {
        model.say(Role::Text, words);
    }
    if changed { change::evaluate(model) } else { Vec::new() }
}

/// Whether the page has such a choice anywhere.
pub(crate) fn is_there(reading: &Reading) -> bool {
    nearest(reading).is_some()
}

/// Whether the selected block has such a choice, or computes with it.
pub(crate) fn concerns(reading: &Reading) -> bool {
    let Some((block, name)) = nearest(reading) else { return false };
    let uses = |text: &Text| text.program.names.uses(&name);
    block == reading.lesson.at || reading.selected_text().is_some_and(uses)
}

/// The choice of fills that is meant: the one under the cursor, else of the selected block, else the nearest above it, else the
/// first below.
fn nearest(reading: &Reading) -> Option<(usize, Arc<str>)> {
    let here = reading.lesson.at;
    let under = reading.active_control().filter(|_| matches!(reading.focus, Focus::Blocks));
    if let Some(control) = under.filter(|control| is_of_fills(control)) {
        return Some((here, Arc::clone(&control.name)));
    }
    let above = (0..=here).rev();
    let below = here + 1..reading.lesson.document.lesson().blocks.len();
    above.chain(below).find_map(|block| {
        let mut controls = reading.text(block)?.controls.iter();
        let found = controls.find(|control| is_of_fills(control))?;
        Some((block, Arc::clone(&found.name)))
    })
}

fn is_of_fills(control: &Control) -> bool {
    matches!(&control.kind, ControlKind::Choice(choice) if choice.is_of_fills())
}
