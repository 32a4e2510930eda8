//! What the page hides now: until a question is answered, its learner is to predict.

use super::Reading;
use crate::notebook::lesson::BlockId;
use crate::notebook::veils::{VEIL, Veils};
use crate::notebook::why::{self, ElementRef, WhyAnswer};
use crate::tui::model::exhibit::Exhibits;
use crate::tui::model::focus::Focus;

impl Reading {
    /// What is hidden now.
    pub fn veils(&self) -> &Veils {
        &self.veils
    }

    /// Hides and shows what the questions of the page ask for now.
    pub fn follow_veils(&mut self) {
        let veils = self.veils_now();
        if veils != self.veils {
            self.veils = veils;
            self.exhibit_anew();
            let stepped = self.stepper().and_then(|stepper| self.lesson.position(&stepper.block));
            if stepped.and_then(|block| self.exhibits(block)).is_some_and(Exhibits::is_veiled) {
                self.put_aside();
            }
        }
    }

    /// An explanation without the numbers that a question hides, which cannot be asked on either.
    pub(super) fn under_veils(&self, mut answer: WhyAnswer) -> WhyAnswer {
        if !self.veils.is_empty() {
            for way in answer.operands.iter_mut().chain(&mut answer.reads).filter(|way| self.is_hidden(&way.name)) {
                (way.value, way.asked) = (Some(VEIL.to_owned()), None);
            }
        }
        answer
    }

    /// Whether a question hides an element, wherever the page shows it.
    pub fn hides(&self, element: &ElementRef) -> bool {
        if self.veils.is_empty() {
            return false;
        }
        let Some(made) = why::why_element(self.shown_outcome(), element) else { return false };
        let name = &*made.subject.name;
        let steps_are_hidden = || {
            let block = made.made_in.as_ref().and_then(|source| self.lesson.document.lesson().block(&source.block));
            block.is_some_and(|block| self.lesson.hides_steps(block).is_some())
        };
        // What has no name of its own is a step of its cell.
        self.is_hidden(name) || self.lesson.outcome.definition(name).is_none() && steps_are_hidden()
    }

    /// Whether what is called so, a name or code, shows a hidden value: it is the value of a name that is hidden, or made of one.
    fn is_hidden(&self, called: &str) -> bool {
        let is_hidden = |name: &str| {
            let defined =
                self.lesson.outcome.definition(name).and_then(|(id, _)| self.lesson.document.lesson().block(id));
            self.veils.hides_name(name) || defined.is_some_and(|block| self.veils.over(block, name).is_some())
        };
        called.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(is_hidden)
    }

    /// A class sees what a question hides when it sees the answer; who reads alone, when they have said how sure they are of theirs.
    fn veils_now(&self) -> Veils {
        if self.stage.is_some() {
            return self.lesson.veils_where(|question| self.withholds(question));
        }
        let unstated = self.unstated();
        self.lesson.veils_where(|question| self.lesson.is_hiding(question) || unstated.as_ref() == Some(question))
    }

    /// The question that has just been answered, while the learner is asked how sure they are.
    fn unstated(&self) -> Option<BlockId> {
        matches!(self.focus, Focus::Sureness { .. }).then(|| self.lesson.id()).flatten()
    }
}
