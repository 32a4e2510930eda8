//! Holding the page beside another state of itself: pinning it, and testing for leaks.

use std::sync::Arc;

use super::comparison::{ComparisonSource, PageComparison};
use super::lesson::OpenLesson;
use crate::notebook::compare::summary;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::leak::{NoChange, Probe};
use crate::notebook::left_out::LeftOut;

/// The page as it would be, whose values have come.
#[derive(Debug)]
pub struct ProbeResult {
    /// What is changed.
    pub source: ComparisonSource,
    /// Whether the same was held before, and only follows other values of the page.
    pub is_repeat: bool,
}

impl OpenLesson {
    /// Pins the page as it is now.
    pub fn pin(&mut self) {
        self.hold(Arc::clone(&self.outcome), ComparisonSource::Pinned);
    }

    /// Ends the comparison that is going on. Returns whether there was one.
    pub fn end_comparison(&mut self) -> bool {
        self.comparison.take().is_some()
    }

    /// Begins a leak test: the page as it would be, to be evaluated.
    ///
    /// # Errors
    /// Why the input cannot be changed.
    pub fn begin_leak(&mut self, probe: Probe) -> Result<Arc<DocumentState>, NoChange> {
        let probed = probe.change(&self.document)?;
        self.pending = Some(ComparisonSource::Leak { probe, change: probed.change });
        Ok(probed.snapshot)
    }

    /// Begins to ask what the page would be without a piece of an attention: the page to be evaluated.
    pub fn begin_without(&mut self, left_out: LeftOut) -> Arc<DocumentState> {
        self.pending = Some(ComparisonSource::LeftOut(left_out.clone()));
        self.document.snapshot().without(left_out)
    }

    /// Holds the page beside the values that were asked for last; nothing where none were.
    pub fn take_probe(&mut self, other: Arc<EvaluationOutcome>) -> Option<ProbeResult> {
        let source = self.pending.take()?;
        let is_repeat = self.comparison.as_ref().is_some_and(|comparison| comparison.source == source);
        self.hold(other, source.clone());
        Some(ProbeResult { source, is_repeat })
    }

    fn hold(&mut self, other: Arc<EvaluationOutcome>, source: ComparisonSource) {
        let summary = summary(self.document.lesson(), &self.outcome, &other);
        self.comparison = Some(PageComparison { other, source, summary });
    }

    /// The page has other values: what it is compared with follows. What would be is evaluated again, with the page that is returned; a
    /// leak test ends where its input is gone.
    pub fn follow_comparison(&mut self) -> Option<Arc<DocumentState>> {
        let comparison = self.comparison.as_mut()?;
        comparison.summary = summary(self.document.lesson(), &self.outcome, &comparison.other);
        let probe = match &comparison.source {
            ComparisonSource::Pinned => return None,
            ComparisonSource::LeftOut(left_out) => {
                let left_out = left_out.clone();
                return Some(self.begin_without(left_out));
            }
            ComparisonSource::Leak { probe, .. } => probe.clone(),
        };
        let Ok(probed) = probe.change(&self.document) else {
            self.comparison = None;
            return None;
        };
        comparison.source = ComparisonSource::Leak { probe, change: probed.change };
        self.pending = Some(comparison.source.clone());
        Some(probed.snapshot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::evaluate::evaluate_now;
    use crate::notebook::session::Day;

    const LESSON: &str =
        "---\ntitle: T\nid: t\n---\n```python\n#| label: a\nn = slider(0, 4, value=1)\nm = n + 1\n```\n";

    fn values(state: &DocumentState) -> Arc<EvaluationOutcome> {
        Arc::new(evaluate_now(state, &EvaluationOutcome::default()))
    }

    fn opened() -> OpenLesson {
        OpenLesson::computed(LESSON, Day::default())
    }

    fn probe() -> Probe {
        Probe { block: "a".into(), input: "n".into(), row: 0, column: 0 }
    }

    fn moved(open: &OpenLesson) -> usize {
        open.comparison.as_ref().unwrap().summary.moved.len()
    }

    #[test]
    fn a_pinned_page_stays_while_the_page_moves() {
        let mut open = opened();
        open.pin();
        assert_eq!(moved(&open), 0);
        open.document.edit("a", "n = slider(0, 4, value=3)\nm = n + 1", false);
        open.compute(Day::default());
        assert!(open.follow_comparison().is_none(), "nothing is to be evaluated");
        assert_eq!(moved(&open), 2);
        assert!(open.end_comparison() && !open.end_comparison());
    }

    #[test]
    fn a_leak_test_follows_the_page_and_ends_with_its_input() {
        let mut open = opened();
        let state = open.begin_leak(probe()).unwrap();
        let first = open.take_probe(values(&state)).unwrap();
        assert!(!first.is_repeat && moved(&open) == 2);
        let again = open.follow_comparison().expect("it is made again");
        assert!(open.take_probe(values(&again)).unwrap().is_repeat);
        assert!(open.take_probe(values(&again)).is_none(), "nobody asked");
        open.document.edit("a", "m = 2", false);
        assert!(open.follow_comparison().is_none() && open.comparison.is_none());
        assert!(open.begin_leak(probe()).is_err());
    }
}
