//! What differs between two outcomes of one page: two states of it that the learner holds side by side.
//!
//! Names are compared, element by element. NaN equals NaN and an infinity equals itself: only what a reader would see as
//! another value has moved.

use std::sync::Arc;

use crate::lang::Value;
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, TaskRun, TaskState};
use crate::notebook::lesson::{BlockId, BlockKind, Lesson};
use crate::tensor::order::is_same;
use crate::tensor::{Result, Tensor};

/// How the same tensor stands in two outcomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Movement {
    /// The shapes are the same: for every element, in the order of [`Tensor::to_vec`], whether it has another value.
    Elements(Vec<bool>),
    /// The shapes differ, so no element has a counterpart.
    Reshaped,
}

impl Movement {
    /// From one tensor to another.
    pub fn between(now: &Tensor, other: &Tensor) -> Self {
        if now.shape() != other.shape() {
            return Self::Reshaped;
        }
        Self::Elements(now.to_vec().into_iter().zip(other.to_vec()).map(|(a, b)| !is_same(a, b)).collect())
    }

    /// How many elements moved; none is said of a tensor of another shape.
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::Elements(moved) => Some(moved.iter().filter(|moved| **moved).count()),
            Self::Reshaped => None,
        }
    }
}

/// `now - other`, element by element, float64; 0 where both are the same infinity or both NaN. The axes are those of `now`.
///
/// # Errors
/// When the shapes differ.
pub fn difference(now: &Tensor, other: &Tensor) -> Result<Tensor> {
    let values = now.to_vec().into_iter().zip(other.to_vec());
    let values = values.map(|(now, other)| moved_by(now, other)).collect();
    Ok(Tensor::from_f64(now.shape(), values)?.with_axes(now.axes().to_vec()))
}

/// How far a number moved from `other` to `now`: not at all where a reader sees the same, such as NaN twice.
pub fn moved_by(now: f64, other: f64) -> f64 {
    if is_same(now, other) { 0.0 } else { now - other }
}

/// What moved on the whole page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The names of which some element moved, in the order of the page.
    pub moved: Vec<ChangedValue>,
    /// How many names with numbers stayed as they were.
    pub still: usize,
    /// The cells that one of the outcomes has no values for: they failed, or wait.
    pub unknown: Vec<BlockId>,
}

/// A name whose value is another one.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedValue {
    /// The cell that defines it.
    pub cell: BlockId,
    /// The name.
    pub name: Arc<str>,
    /// How many elements moved, of how many; none where the shape is another one, or the value is no tensor.
    pub elements: Option<(usize, usize)>,
}

/// Compares everything that the cells of `lesson` define.
pub fn summary(lesson: &Lesson, now: &EvaluationOutcome, other: &EvaluationOutcome) -> Summary {
    let mut summary = Summary::default();
    for block in lesson.blocks.iter().filter(|block| matches!(block.kind, BlockKind::Cell(_))) {
        let task = EvaluationTask::Cell(Arc::clone(&block.id));
        match (valid(now, &task), valid(other, &task)) {
            (Some(now), Some(other)) => summary.add(&block.id, now, other),
            // What has not run in either, such as a lazy cell, is no news.
            (None, None) => {}
            _ => summary.unknown.push(Arc::clone(&block.id)),
        }
    }
    summary
}

/// The run of a task whose values are what the page says.
pub fn valid<'a>(outcome: &'a EvaluationOutcome, task: &EvaluationTask) -> Option<&'a Arc<TaskRun>> {
    let report = outcome.report(task);
    report.run.as_ref().filter(|_| report.state == TaskState::Ok)
}

/// So many bytes of two values are compared as text.
const MAX_COMPARED: usize = 1_000_000;

/// Whether two values are written alike.
fn same_text(a: &Value, b: &Value) -> bool {
    a.size() == b.size() && a.beginning(MAX_COMPARED) == b.beginning(MAX_COMPARED)
}

impl Summary {
    fn add(&mut self, cell: &BlockId, now: &TaskRun, other: &TaskRun) {
        // What begins with `_` is the cell's own affair, and no other cell sees it.
        for (name, binding) in now.values.iter().filter(|(name, _)| !name.starts_with('_')) {
            let Some(before) = other.values.get(name) else { continue };
            let elements = match (&binding.value, &before.value) {
                (Value::Function(_) | Value::Class(_) | Value::Object(_), _) => continue,
                (Value::Tensor(now), Value::Tensor(other)) => {
                    let (now, other) = (now.now(), other.now());
                    Movement::between(&now, &other).count().map(|count| (count, now.len()))
                }
                (now, other) if now.same_bits(other) || same_text(now, other) => Some((0, 1)),
                _ => None,
            };
            if elements.is_some_and(|(moved, _)| moved == 0) {
                self.still += 1;
            } else {
                self.moved.push(ChangedValue { cell: Arc::clone(cell), name: Arc::clone(name), elements });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::document::Document;
    use crate::notebook::evaluate::evaluate_now;

    const LESSON: &str = "\
---
title: T
id: t
---
```python
#| label: x
x = matrix([[1.0, 2.0], [3.0, 4.0]])
```

```python
#| label: causal
first = x[0] * 2
_own = x * 3
sums = x.cumsum(0)
words = [str(x[1, 0].item())]
```

```python
#| label: fragile
assert x[1, 1] == 4
ok = x + 1
```
";

    #[test]
    fn what_equals_itself_has_not_moved() {
        let nan = f32::NAN;
        let now = Tensor::from_f32(&[4], vec![1.0, nan, f32::NEG_INFINITY, 0.0]).unwrap();
        let other = Tensor::from_f32(&[4], vec![1.5, nan, f32::NEG_INFINITY, -0.0]).unwrap();
        assert_eq!(Movement::between(&now, &other), Movement::Elements(vec![true, false, false, false]));
        assert_eq!(difference(&now, &other).unwrap().to_vec(), [-0.5, 0.0, 0.0, 0.0]);
        let longer = Tensor::from_f32(&[1, 4], vec![0.0; 4]).unwrap();
        assert_eq!(Movement::between(&now, &longer), Movement::Reshaped);
        assert_eq!(Movement::Reshaped.count(), None);
    }

    #[test]
    fn a_page_says_which_names_moved_and_which_could_not_be_compared() {
        let mut page = Document::new(Arc::new(Lesson::read("t.md", LESSON).unwrap()));
        let now = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
        page.edit("x", "x = matrix([[1.0, 2.0], [9.0, 5.0]])", false);
        let other = evaluate_now(&page.snapshot(), &now);
        let summary = summary(page.lesson(), &now, &other);
        let moved: Vec<_> = summary.moved.iter().map(|moved| (&*moved.name, moved.elements)).collect();
        assert_eq!(moved, [("x", Some((2, 4))), ("sums", Some((2, 4))), ("words", None)]);
        assert_eq!(summary.still, 1, "the first row does not see the second");
        assert_eq!(summary.unknown.iter().map(|id| &**id).collect::<Vec<_>>(), ["fragile"]);
        assert_eq!(super::summary(page.lesson(), &now, &now).moved, []);
    }
}
