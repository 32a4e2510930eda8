//! A tensor at a glance: its first matrix made so small that a few lines have room for it.

use std::sync::Arc;

use super::{Figure, Slice};
use crate::tui::widgets::picture::Blocks;

/// So many elements down and across that one place stands for, and what stands at each place.
pub(super) type Glance = ((usize, usize), Arc<Blocks>);

impl Figure {
    /// Its first matrix with `step` elements down and across in each block: made once, not for each frame, and kept beside the blocks of
    /// the slice that the page draws, which are others.
    pub fn glance(&self, step: (usize, usize)) -> Arc<Blocks> {
        let mut glance = self.glance.borrow_mut();
        if let Some((_, blocks)) = glance.as_ref().filter(|(known, _)| *known == step) {
            return Arc::clone(blocks);
        }
        let (size, lead) = (self.size(), vec![0; self.lead().len()]);
        let values = Slice { figure: self, lead: &lead }.elements(size);
        let value = |row: usize, column: usize| values.get(row * size.1 + column).copied().unwrap_or(f64::NAN);
        let blocks = Arc::new(Blocks::of(size, step, value));
        *glance = Some((step, Arc::clone(&blocks)));
        blocks
    }
}
