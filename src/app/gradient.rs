//! Reading the gradient of a number on a page, and reading it anew where the page gets other values.

use std::sync::Arc;

use super::event::AppRequest;
use super::lesson::OpenLesson;
use super::page_gradient::{PageGradient, PendingGradient};
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::why::ElementRef;
use crate::notebook::why::gradient::{GradientResult, NoGradient};

/// What has come of a gradient that was asked for.
#[derive(Debug)]
pub enum GradientAnswer {
    /// It is read.
    Read {
        /// Whether somebody has just asked for it, and it does not only follow the page.
        is_new: bool,
    },
    /// There is none, and why.
    Failed(NoGradient),
    /// On the values that the page has now there is none any more.
    Lost {
        /// What the number was called.
        name: String,
    },
}

impl OpenLesson {
    /// Asks for the gradient of a number; nothing where the values do not know the number.
    pub fn ask_for_gradient(&mut self, element: &ElementRef) -> Option<AppRequest> {
        self.pending_gradient = PendingGradient::new(&self.outcome, element);
        self.gradient_request()
    }

    /// After other values have come: the gradient that was read on those before is to be read anew; nothing where none was.
    ///
    /// # Errors
    /// The number is gone: what it was called.
    pub fn follow_gradient(&mut self) -> Result<Option<AppRequest>, String> {
        let Some(name) = self.pending_gradient.as_ref().map(|pending| pending.name.clone()) else { return Ok(None) };
        self.gradient_request().map(Some).ok_or(name)
    }

    fn gradient_request(&mut self) -> Option<AppRequest> {
        let element = self.pending_gradient.as_ref().and_then(|pending| pending.element(&self.outcome));
        let Some(element) = element else {
            self.pending_gradient = None;
            return None;
        };
        let lesson = Arc::clone(&self.document.lesson().front.id);
        Some(AppRequest::ReadGradient { lesson, outcome: Arc::clone(&self.outcome), element })
    }

    /// Takes a gradient that has come; nothing where nobody wants it any more, or the page has other values by now.
    pub fn take_gradient(&mut self, outcome: &Arc<EvaluationOutcome>, read: GradientResult) -> Option<GradientAnswer> {
        if !Arc::ptr_eq(&self.outcome, outcome) {
            return None;
        }
        let PendingGradient { name, is_new, .. } = self.pending_gradient.take()?;
        Some(match read.map(|gradient| PageGradient::of(outcome, gradient)) {
            Ok(Some(gradient)) => {
                self.gradient = Some(gradient);
                GradientAnswer::Read { is_new }
            }
            Err(why) if is_new => GradientAnswer::Failed(why),
            Ok(None) | Err(_) => GradientAnswer::Lost { name },
        })
    }

    /// Whether a gradient is on its way.
    pub fn awaits_gradient(&self) -> bool {
        self.pending_gradient.is_some()
    }

    /// Nobody wants a gradient any more. Returns whether one was read.
    pub fn end_gradient(&mut self) -> bool {
        self.pending_gradient = None;
        self.gradient.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::AppRequest::ReadGradient;
    use crate::notebook::session::Day;
    use crate::notebook::why::gradient::gradient;

    const LESSON: &str =
        "---\ntitle: T\nid: t\n---\n```python\n#| label: a\nx = torch.tensor([3.0])\ny = (x * x).sum()\n```\n";

    fn opened() -> OpenLesson {
        OpenLesson::computed(LESSON, Day::default())
    }

    fn ask(open: &mut OpenLesson) -> AppRequest {
        let element = open.names().find("y").unwrap();
        open.ask_for_gradient(&element).unwrap()
    }

    fn answer(open: &mut OpenLesson, request: AppRequest) -> Option<GradientAnswer> {
        let ReadGradient { outcome, element, .. } = request else { panic!("no gradient is asked for") };
        open.take_gradient(&outcome, gradient(&outcome, &element).map(Arc::new))
    }

    /// How fast the number moves with `x`.
    fn slope(open: &OpenLesson) -> Option<f64> {
        let gradient = &open.gradient.as_ref()?.gradient;
        let names = open.names();
        Some(gradient.at(names.find("x[0]").unwrap().origin)?.to_vec()[0])
    }

    #[test]
    fn it_is_read_and_follows_the_page() {
        let mut open = opened();
        let request = ask(&mut open);
        assert!(open.awaits_gradient());
        assert!(matches!(answer(&mut open, request), Some(GradientAnswer::Read { is_new: true })));
        assert_eq!(slope(&open), Some(6.0));
        open.document.edit("a", "x = torch.tensor([5.0])\ny = (x * x).sum()", false);
        open.compute(Day::default());
        assert_eq!(slope(&open), None, "that was of the values before");
        let request = open.follow_gradient().unwrap().unwrap();
        assert!(matches!(answer(&mut open, request), Some(GradientAnswer::Read { is_new: false })));
        assert_eq!(slope(&open), Some(10.0));
        assert!(open.end_gradient() && !open.end_gradient());
        assert!(matches!(open.follow_gradient(), Ok(None)));
    }

    #[test]
    fn an_answer_of_other_values_is_nobodys() {
        let mut open = opened();
        let old = ask(&mut open);
        open.compute(Day::default());
        assert!(answer(&mut open, old).is_none() && open.awaits_gradient());
        open.end_gradient();
        let late = ask(&mut open);
        open.end_gradient();
        assert!(answer(&mut open, late).is_none());
    }

    #[test]
    fn a_number_that_goes_is_named() {
        let mut open = opened();
        let request = ask(&mut open);
        answer(&mut open, request);
        open.document.edit("a", "x = torch.tensor([5.0])", false);
        open.compute(Day::default());
        assert_eq!(open.follow_gradient().unwrap_err(), "y");
        assert!(!open.awaits_gradient());
    }
}
