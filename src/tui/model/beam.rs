//! The tree of a beam search on the screen: how wide it is, what came of it, and where the cursor is in it.

use std::sync::Arc;

use crate::app::beam::{BeamTree, DEFAULT_WIDTH, WIDTHS};

/// A beam search of the machine's sentence, and the cursor in its tree.
#[derive(Debug, Clone)]
pub struct Beam {
    /// How many beginnings are kept.
    pub width: usize,
    /// The newest tree; of an older question until the newest is answered.
    pub tree: Option<Arc<BeamTree>>,
    /// Why nothing came of the newest question.
    pub trouble: Option<String>,
    /// Whether an answer is awaited.
    pub is_asked: bool,
    /// The step that is shown, from 0.
    pub step: usize,
    /// The node that the cursor is on.
    pub node: usize,
}

impl Default for Beam {
    fn default() -> Self {
        Self { width: DEFAULT_WIDTH, tree: None, trouble: None, is_asked: false, step: 0, node: 0 }
    }
}

impl Beam {
    /// Whether the beam can be wider, or narrower.
    pub fn can_change(&self, by: isize) -> bool {
        self.width.checked_add_signed(by).is_some_and(|width| WIDTHS.contains(&width))
    }

    /// The last step of the search.
    pub fn last_step(&self) -> usize {
        self.tree.as_ref().map_or(0, |tree| tree.last_step())
    }

    /// Shows a step, with the cursor on the best that it looked at.
    pub fn go(&mut self, step: usize) {
        self.step = step.min(self.last_step());
        self.node = self.tree.as_ref().and_then(|tree| tree.search.looked_at(self.step).next()).unwrap_or(0);
    }

    /// Takes a new tree: of the same sentence at the same step, or at its end where that was shown; of another from the beginning.
    pub fn take(&mut self, tree: Arc<BeamTree>) {
        let step = self.tree.as_ref().map_or(0, |old| tree.step_after(old, self.step));
        self.tree = Some(tree);
        self.trouble = None;
        self.go(step);
    }
}
