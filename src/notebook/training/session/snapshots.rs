//! The snapshots that can be gone back to: a bounded number of them.

use std::sync::Arc;

use super::Snapshot;

/// How much memory they may take in all, in bytes, and how many there are at the least and at the most.
const MEMORY: usize = 64 << 20;
const MIN_SNAPSHOTS: usize = 4;
const MAX_SNAPSHOTS: usize = 24;
/// A parameter takes so many bytes: itself and Adam's two running means.
const BYTES: usize = 12;

/// Snapshots, in the order in which they were taken.
#[derive(Debug)]
pub(super) struct SnapshotHistory {
    snapshots: Vec<Arc<Snapshot>>,
    next: usize,
    capacity: usize,
}

impl SnapshotHistory {
    /// None yet, of a model of so many parameters.
    pub(super) fn new(parameters: usize) -> Self {
        let capacity = (MEMORY / (parameters * BYTES).max(1)).clamp(MIN_SNAPSHOTS, MAX_SNAPSHOTS);
        Self { snapshots: Vec::new(), next: 0, capacity }
    }

    /// Adds a snapshot; where there are too many, others go.
    pub(super) fn add(&mut self, snapshot: impl FnOnce(usize) -> Snapshot) {
        self.snapshots.push(Arc::new(snapshot(self.next)));
        self.next += 1;
        if self.snapshots.len() > self.capacity {
            self.snapshots.remove(self.dispensable());
        }
    }

    /// The one that is missed least: between the first and the newest, not asked for by the learner if there is another, and with
    /// neighbours that are near.
    fn dispensable(&self) -> usize {
        let gap = |at: &usize| {
            let step = |at: usize| self.snapshots.get(at).map_or(u64::MAX, |snapshot| snapshot.step);
            let pinned = self.snapshots.get(*at).is_some_and(|snapshot| snapshot.pinned);
            (pinned, step(at + 1).abs_diff(step(at - 1)))
        };
        (1..self.snapshots.len() - 1).min_by_key(gap).unwrap_or(0)
    }

    /// All of them.
    pub(super) fn list(&self) -> &[Arc<Snapshot>] {
        &self.snapshots
    }

    /// The one of this number, if it is still there.
    pub(super) fn find(&self, id: usize) -> Option<Arc<Snapshot>> {
        self.snapshots.iter().find(|snapshot| snapshot.id == id).cloned()
    }
}
