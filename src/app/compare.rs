//! Holding the page beside another state of itself: pinning it, and testing for leaks.

use std::sync::Arc;

use super::comparison::{ComparisonSource, PageComparison};
use super::lesson::OpenLesson;
use crate::notebook::compare::summary;
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::leak::{InputChange, NoChange, Probe};

/// A leak test whose values have come.
#[derive(Debug)]
pub struct LeakResult {
    /// How the input was changed.
    pub change: InputChange,
    /// Whether the same test was held before, and only follows other values of the page.
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
        self.pending_leak = Some((probe, probed.change));
        Ok(probed.snapshot)
    }

    /// Holds the page beside the values of the leak test that was begun last; nothing where none was.
    pub fn take_leak(&mut self, other: Arc<EvaluationOutcome>) -> Option<LeakResult> {
        let (probe, change) = self.pending_leak.take()?;
        let source = ComparisonSource::Leak { probe, change: change.clone() };
        let is_repeat = self.comparison.as_ref().is_some_and(|comparison| comparison.source == source);
        self.hold(other, source);
        Some(LeakResult { change, is_repeat })
    }

    fn hold(&mut self, other: Arc<EvaluationOutcome>, source: ComparisonSource) {
        let summary = summary(self.document.lesson(), &self.outcome, &other);
        self.comparison = Some(PageComparison { other, source, summary });
    }

    /// The page has other values: what it is compared with follows. A leak test is made again, with the page that is returned; it
    /// ends where its input is gone.
    pub fn follow_comparison(&mut self) -> Option<Arc<DocumentState>> {
        let comparison = self.comparison.as_mut()?;
        comparison.summary = summary(self.document.lesson(), &self.outcome, &comparison.other);
        let ComparisonSource::Leak { probe, .. } = &comparison.source else { return None };
        let probe = probe.clone();
        let Ok(probed) = probe.change(&self.document) else {
            self.comparison = None;
            return None;
        };
        comparison.source = ComparisonSource::Leak { probe: probe.clone(), change: probed.change.clone() };
        self.pending_leak = Some((probe, probed.change));
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
        let first = open.take_leak(values(&state)).unwrap();
        assert!(!first.is_repeat && moved(&open) == 2);
        let again = open.follow_comparison().expect("it is made again");
        assert!(open.take_leak(values(&again)).unwrap().is_repeat);
        assert!(open.take_leak(values(&again)).is_none(), "nobody asked");
        open.document.edit("a", "m = 2", false);
        assert!(open.follow_comparison().is_none() && open.comparison.is_none());
        assert!(open.begin_leak(probe()).is_err());
    }
}
