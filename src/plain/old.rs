//! Old values: what the screen dims is said to be old here, and why.

use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::BlockId;
use crate::words::say;

use super::told::Told;

/// That a value is not what the page says now, by the cell that made it; nothing of one that is.
pub(super) fn told(name: &str, standing: Option<(&BlockId, &TaskState)>) -> Told {
    let Some((cell, state)) = standing else { return Told::default() };
    let (name, cell) = (("name", name.into()), ("cell", (&**cell).into()));
    match state {
        TaskState::Ok => Told::default(),
        TaskState::Error(_) => Told::of(say("plain-old-failed", &[name, cell])),
        TaskState::Blocked(blocked) => Told::of(say("plain-old-waits", &[name, cell, ("by", (&*blocked.by).into())])),
        TaskState::Fresh | TaskState::Stale | TaskState::Lazy => Told::of(say("plain-old-unfinished", &[name, cell])),
    }
}
