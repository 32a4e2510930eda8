//! A tensor beside its counterpart in another state of the page.

use std::sync::Arc;

use super::{DrawnGradient, Exhibits, Figure, joined};
use crate::notebook::compare::{Movement, difference};
use crate::notebook::evaluate::TaskRun;
use crate::notebook::veils::Veils;
use crate::tensor::Tensor;
use crate::tensor::ravel::unravel;
use crate::tui::model::comparison::Side;
use crate::tui::widgets::picture::Kind;
use crate::words::{say, word};

/// What exhibits are made from: the same again makes the same.
#[derive(Debug, Clone, Default)]
pub struct Basis {
    /// The present run of the block.
    pub run: Option<Arc<TaskRun>>,
    /// Its run in the state that the page is compared with.
    pub other: Option<Arc<TaskRun>>,
    /// Which of them is shown.
    pub side: Side,
    /// The step whose value is shown, too, while somebody steps through the run.
    pub step: Option<usize>,
    /// The gradient that is read on the page.
    pub gradient: Option<DrawnGradient>,
    /// What the questions of the page hide.
    pub veils: Veils,
}

impl PartialEq for Basis {
    /// Runs are told apart by what they are, not by what they say.
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Option<Arc<TaskRun>>, b: &Option<Arc<TaskRun>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        same(&self.run, &other.run)
            && same(&self.other, &other.other)
            && self.side == other.side
            && self.step == other.step
            && self.gradient == other.gradient
            && self.veils == other.veils
    }
}

/// A tensor in the state of the page that this one is compared with.
#[derive(Debug, Clone)]
pub struct Counterpart {
    /// The present tensor.
    pub now: Tensor,
    /// The one in the other state.
    pub other: Tensor,
    /// Which of them is shown, or their difference.
    pub side: Side,
    /// What the other state is called: `before`.
    pub called: Arc<str>,
    /// Which elements moved, by index; nothing where none has a counterpart.
    pub moved: Option<Vec<Vec<usize>>>,
}

impl Exhibits {
    /// The values that `basis` asks for, as `of` shows those of one run. `called` names the state that is not the present.
    pub fn on(basis: Basis, called: &str, of: impl Fn(&Arc<TaskRun>) -> Self) -> Self {
        let mut exhibits = match (&basis.run, &basis.other, basis.side) {
            (None, ..) | (_, None, Side::Other) => Self::default(),
            (Some(run), None, _) => of(run),
            (Some(run), Some(other), side) => {
                let (now, other) = (of(run), of(other));
                let (mut shown, against) = if side == Side::Other { (other, now) } else { (now, other) };
                for figure in &mut shown.figures {
                    let counterpart = against.position(&figure.name).and_then(|place| against.figures.get(place));
                    if let Some(counterpart) = counterpart {
                        figure.hold_beside(counterpart, side, called);
                    }
                }
                shown
            }
        };
        exhibits.basis = basis;
        exhibits
    }
}

impl Figure {
    /// Compares this tensor with the one of its name in the other state of the page, and shows what `side` asks for.
    pub(super) fn hold_beside(&mut self, against: &Self, side: Side, called: &str) {
        let (now, other) = if side == Side::Other { (against, &*self) } else { (&*self, against) };
        let (now, other) = (now.tensor.clone(), other.tensor.clone());
        let moved = match Movement::between(&now, &other) {
            Movement::Elements(moved) => Some(places(&moved, now.shape())),
            Movement::Reshaped => None,
        };
        let words = match moved.as_ref().map(Vec::len) {
            None => say!("shape-was", state = called, shape = other.shape_text()),
            Some(0) => word!("unchanged").to_owned(),
            Some(count) => say!("elements-moved", moved = count, all = now.len()),
        };
        if side != Side::Difference {
            self.numbers = self.numbers.beside(&against.numbers);
        }
        match side {
            Side::Now => self.note = joined(&self.note, &words),
            Side::Other => self.note = joined(called, &joined(&self.note, &words)),
            Side::Difference => self.show_difference(&now, &other, called, &words),
        }
        self.counterpart = Some(Counterpart { now, other, side, called: called.into(), moved });
    }

    /// Shows how far each element moved; a tensor of another shape stays as it is, and its note says so.
    fn show_difference(&mut self, now: &Tensor, other: &Tensor, called: &str, moved: &str) {
        moved.clone_into(&mut self.note);
        // A number alone has no room to say that it is a difference.
        if now.ndim() == 0 {
            return;
        }
        if let Ok(difference) = difference(now, other) {
            self.note = joined(&say!("now-minus", state = called), moved);
            self.numbers = self.numbers.like(Kind::Signed, difference.to_vec());
            self.tensor = difference;
            self.before = None;
            self.sums = false;
        }
    }
}

/// The indices at which something is true.
fn places(truths: &[bool], shape: &[usize]) -> Vec<Vec<usize>> {
    let places = truths.iter().enumerate().filter(|(_, is_true)| **is_true);
    places.map(|(place, _)| unravel(place, shape)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::document::Document;
    use crate::notebook::evaluate::{EvaluationOutcome, evaluate_now};
    use crate::notebook::lesson::{Display, Lesson};

    /// Shares of which some were taken away: their rows ought to sum to one, and do not.
    fn late(score: &str) -> Arc<TaskRun> {
        let code = format!(
            "s = torch.tensor([[1., 2.], [3., {score}]])\nw = s.softmax(-1) * torch.tensor([[1., 0.], [1., 1.]])"
        );
        let text = format!("---\ntitle: T\nid: t\n---\n```python\n#| label: late\n{code}\n```\n");
        let page = Document::new(Arc::new(Lesson::read("t.md", &text).unwrap()));
        let outcome = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
        Arc::clone(outcome.cell(&"late".into()).current().unwrap())
    }

    #[test]
    fn a_difference_has_no_sums_that_ought_to_be_one() {
        let of = |run: &Arc<TaskRun>| Exhibits::new(run, &Display::default(), &[], |_| false);
        let has_sums = |side| {
            let basis = Basis { run: Some(late("1.")), other: Some(late("2.")), side, ..Basis::default() };
            let exhibits = Exhibits::on(basis, "before", of);
            exhibits.position("w").is_some_and(|place| exhibits.figures[place].sums)
        };
        assert!(has_sums(Side::Now) && has_sums(Side::Other));
        assert!(!has_sums(Side::Difference));
    }
}
