//! The moments that can be gone back to: a bounded number of them.

use std::sync::Arc;

use super::Kept;

/// How much memory they may take in all, in bytes, and how many there are at the least and at the most.
const MEMORY: usize = 64 << 20;
const LEAST: usize = 4;
const MOST: usize = 24;
/// A parameter takes so many bytes: itself and Adam's two running means.
const BYTES: usize = 12;

/// The kept moments, in the order in which they were kept.
#[derive(Debug)]
pub(super) struct Moments {
    kept: Vec<Arc<Kept>>,
    next: usize,
    most: usize,
}

impl Moments {
    /// None yet, of a model of so many parameters.
    pub(super) fn new(parameters: usize) -> Self {
        let most = (MEMORY / (parameters * BYTES).max(1)).clamp(LEAST, MOST);
        Self { kept: Vec::new(), next: 0, most }
    }

    /// Adds a moment; where there are too many, others go.
    pub(super) fn add(&mut self, kept: impl FnOnce(usize) -> Kept) {
        self.kept.push(Arc::new(kept(self.next)));
        self.next += 1;
        if self.kept.len() > self.most {
            self.kept.remove(self.dispensable());
        }
    }

    /// The one that is missed least: between the first and the newest, not asked for by the learner if there is another, and with
    /// neighbours that are near.
    fn dispensable(&self) -> usize {
        let gap = |at: &usize| {
            let step = |at: usize| self.kept.get(at).map_or(u64::MAX, |kept| kept.step);
            let pinned = self.kept.get(*at).is_some_and(|kept| kept.pinned);
            (pinned, step(at + 1).abs_diff(step(at - 1)))
        };
        (1..self.kept.len() - 1).min_by_key(gap).unwrap_or(0)
    }

    /// All of them.
    pub(super) fn list(&self) -> &[Arc<Kept>] {
        &self.kept
    }

    /// The one of this number, if it is still there.
    pub(super) fn find(&self, id: usize) -> Option<Arc<Kept>> {
        self.kept.iter().find(|kept| kept.id == id).cloned()
    }
}
