//! What a learner's changes have moved, so that it can be told of what the screen does not show.

use std::collections::BTreeSet;

/// What the changes of a block have moved, as long as no other block is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The block that was changed.
    pub by: usize,
    /// The figures that show other values since, as block and number.
    pub figures: BTreeSet<(usize, usize)>,
}

impl Moved {
    /// A block is changed, once more or for the first time.
    pub fn by(block: usize, before: Option<Self>) -> Self {
        before.filter(|moved| moved.by == block).unwrap_or(Self { by: block, figures: BTreeSet::new() })
    }
}
