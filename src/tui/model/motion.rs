//! What moves on the screen without a key, and whether it may.

use std::time::Duration;

use super::appearing::Appearing;

/// Whether the screen may move by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Motion {
    /// It may.
    Free,
    /// The reader asked for none, or nobody is there to see it.
    #[default]
    Reduced,
}

/// Something that is drawn for a moment only, and then otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Which one: the time of another begins anew.
    pub id: MomentId,
    /// How long it lasts.
    pub time: Duration,
}

/// What is drawn for a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MomentId {
    /// What a change has moved; the count of them.
    Flash(u32),
    /// A step that goes by: its line of the outline, and how far its result has appeared.
    Step(usize, Appearing),
}
