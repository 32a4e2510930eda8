//! A gradient that is read beside the screen: on a page of many steps it takes longer than a key may wait.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::{Gradient, NoGradient, gradient};
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::why::ElementRef;
use crate::notebook::worker::Job;
use crate::tensor::stop::watched;

/// What comes of it: the gradient, or why there is none.
pub type GradientResult = Result<Arc<Gradient>, NoGradient>;

/// A thread that reads one gradient, or less if it is dropped before.
#[derive(Debug)]
pub struct Differentiator(Job<GradientResult>);

impl Differentiator {
    /// Begins with the gradient of an element of a page.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn spawn(outcome: Arc<EvaluationOutcome>, element: ElementRef) -> io::Result<Self> {
        Job::spawn(move |flag| watched(flag, || gradient(&outcome, &element).map(Arc::new))).map(Self)
    }

    /// The gradient, if it comes within this time.
    pub fn receive_within(&self, time: Duration) -> Option<GradientResult> {
        self.0.receive_within(time).map(|read| read.unwrap_or(Err(NoGradient::Broken)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::document::DocumentState;
    use crate::notebook::evaluate::evaluate_now;
    use crate::notebook::lesson::Lesson;
    use crate::notebook::why::element;
    use crate::notebook::why::gradient::Without;

    #[test]
    fn it_reads_what_is_read_without_it_and_says_why_not() {
        let text = "---\ntitle: T\nid: t\n---\n# T\n\n```python\nx = torch.tensor([3.0])\ny = x * x\nn = x > 1\n```\n";
        let lesson = Arc::new(Lesson::read("t.md", text).unwrap());
        let outcome = Arc::new(evaluate_now(&DocumentState::written(lesson), &EvaluationOutcome::default()));
        let of = |name: &str| {
            let (_, binding) = outcome.definition(name).unwrap();
            let crate::lang::Value::Tensor(tensor) = &binding.value else { panic!("{name} is a tensor") };
            let spawned = Differentiator::spawn(Arc::clone(&outcome), element(tensor, &[0]).unwrap()).unwrap();
            spawned.receive_within(Duration::from_mins(1)).unwrap()
        };
        assert_eq!(of("y").unwrap().name(), "y[0]");
        assert_eq!(of("n").unwrap_err(), NoGradient::Without { name: "n[0]".to_owned(), why: Without::Truth });
    }
}
