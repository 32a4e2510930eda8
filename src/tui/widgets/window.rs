//! What can be seen of something longer than its room.

use std::ops::Range;

/// `room` of `count` indices with `cursor` in the middle of them, or at a border.
pub fn window(count: usize, cursor: usize, room: usize) -> Range<usize> {
    let room = room.clamp(1, count.max(1)).min(count);
    let start = cursor.saturating_sub(room / 2).min(count - room);
    start..start + room
}
