//! Old values: what the screen dims is said to be old here, and why.

use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::BlockId;
use crate::words::say;

use super::transcript::Transcript;

/// That a value is not what the page says now, by the cell that made it; nothing of one that is.
pub(super) fn describe(name: &str, standing: Option<(&BlockId, &TaskState)>) -> Transcript {
    let Some((cell, state)) = standing else { return Transcript::default() };
    let cell = &**cell;
    match state {
        TaskState::Ok => Transcript::default(),
        TaskState::Error(_) => Transcript::of(say!("plain-old-failed", name, cell)),
        TaskState::Blocked(blocked) => Transcript::of(say!("plain-old-waits", name, cell, by = &*blocked.by)),
        TaskState::Fresh | TaskState::Stale | TaskState::Lazy => {
            Transcript::of(say!("plain-old-unfinished", name, cell))
        }
    }
}
