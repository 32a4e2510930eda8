//! The snapshots that a training keeps: which of them belong to its curves, and which two are compared.

use std::sync::Arc;

use crate::notebook::training::{ModelPreview, Snapshot};

/// Two states of a training that are compared: a snapshot, and one that was kept later or the present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotPair {
    /// The id of the snapshot that was kept first.
    pub before: usize,
    /// The id of the other snapshot; `None` for the present.
    pub after: Option<usize>,
}

impl SnapshotPair {
    /// Pairs the present, which is at `step`, with the newest snapshot of an earlier step; `None` if there is no such snapshot.
    pub fn with_present(snapshots: &[Arc<Snapshot>], step: u64) -> Option<Self> {
        let before = snapshots.iter().rev().find(|kept| kept.step < step)?;
        Some(Self { before: before.id, after: None })
    }

    /// Pairs a snapshot with another one, in the order in which they were kept. Without another one, or with itself, it is compared with
    /// the present.
    pub fn of(one: usize, other: Option<usize>) -> Self {
        match other.filter(|other| *other != one) {
            Some(other) => Self { before: one.min(other), after: Some(one.max(other)) },
            None => Self { before: one, after: None },
        }
    }

    /// Returns whether the training still keeps the snapshots of this pair.
    pub fn is_kept(self, snapshots: &[Arc<Snapshot>]) -> bool {
        let is_there = |id: usize| find(snapshots, id).is_some();
        is_there(self.before) && self.after.is_none_or(is_there)
    }

    /// The previews of the two states, if both are known; `present` is that of the model now.
    pub fn previews(
        self,
        snapshots: &[Arc<Snapshot>],
        present: Option<&Arc<ModelPreview>>,
    ) -> Option<(Arc<ModelPreview>, Arc<ModelPreview>)> {
        let of = |id: usize| find(snapshots, id).map(|kept| &kept.look);
        let after = self.after.map_or(present, of)?;
        Some((Arc::clone(of(self.before)?), Arc::clone(after)))
    }
}

/// The snapshot with this id, if the training still keeps it.
pub fn find(snapshots: &[Arc<Snapshot>], id: usize) -> Option<&Arc<Snapshot>> {
    snapshots.iter().find(|kept| kept.id == id)
}

/// The scores on validation examples that belong to the curves of a training at `step`: the step of each, how many answers were right,
/// and of how many. Scores of later steps are those of a run that was left.
pub fn scores(snapshots: &[Arc<Snapshot>], step: u64) -> impl Iterator<Item = (u64, (usize, usize))> + Clone {
    snapshots.iter().filter(move |kept| kept.step <= step).filter_map(|kept| Some((kept.step, kept.score?)))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::*;
    use crate::nn::{Config, Task};
    use crate::notebook::training::plan::ExampleCounts;
    use crate::notebook::training::{TrainingCommand, TrainingPlan, TrainingReport, TrainingRun, TrainingSession};

    /// The snapshots of six steps: at 0, 2, 4 and 6.
    fn snapshots() -> Vec<Arc<Snapshot>> {
        let mut plan = TrainingPlan::of(Task::Copy);
        (plan.choices.steps, plan.choices.batch, plan.choices.every) = (6, 2, 2);
        plan.choices.counts = ExampleCounts { validation: 4, test: 4, unseen: 4 };
        plan.config = Config { d_model: 4, heads: 1, d_ff: 4, enc_layers: 1, dec_layers: 1, ..plan.config };
        let run = TrainingRun::begin(plan).unwrap();
        let (mut session, mut reports) = TrainingSession::open(run, PathBuf::from("."), Box::new(|| Duration::ZERO));
        (0..6).for_each(|_| reports.extend(session.obey(TrainingCommand::Step)));
        let lists = reports.into_iter().filter_map(|report| match report {
            TrainingReport::Snapshots(list) => Some(list),
            _ => None,
        });
        lists.last().unwrap()
    }

    #[test]
    fn pair_is_in_the_order_of_keeping() {
        let kept = snapshots();
        assert_eq!(kept.iter().map(|kept| kept.step).collect::<Vec<_>>(), [0, 2, 4, 6]);
        let pair = |before, after| SnapshotPair { before, after };
        assert_eq!(SnapshotPair::of(3, Some(1)), pair(1, Some(3)));
        assert_eq!(SnapshotPair::of(2, Some(2)), pair(2, None));
        assert_eq!(SnapshotPair::with_present(&kept, 6), Some(pair(2, None)), "the snapshot of now is not compared");
        assert_eq!(SnapshotPair::with_present(&kept, 5), Some(pair(2, None)));
        assert_eq!(SnapshotPair::with_present(&kept, 0), None);
        let (before, after) = pair(1, Some(3)).previews(&kept, None).unwrap();
        assert_eq!((before.step, after.step), (2, 6));
        assert!(pair(1, None).previews(&kept, None).is_none());
        assert!(pair(1, None).is_kept(&kept) && !pair(1, Some(9)).is_kept(&kept));
    }

    #[test]
    fn scores_end_at_the_present_step() {
        let kept = snapshots();
        let steps = |step| scores(&kept, step).map(|(step, _)| step).collect::<Vec<_>>();
        assert_eq!((steps(6), steps(5)), (vec![2, 4, 6], vec![2, 4]));
    }
}
