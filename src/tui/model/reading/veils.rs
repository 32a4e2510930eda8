//! What the page hides now: until a question is answered, its learner is to predict.

use super::Reading;
use crate::notebook::lesson::BlockId;
use crate::notebook::veils::Veils;
use crate::notebook::why::ElementRef;
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

    /// Whether a question hides an element, wherever the page shows it.
    pub fn hides(&self, element: &ElementRef) -> bool {
        self.lesson.question_over_element(&self.veils, self.shown_outcome(), element).is_some()
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
