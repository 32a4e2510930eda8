//! The lessons that are open, and where the learner is among them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::jumps::{JumpList, Revisits};
use crate::notebook::lesson::BlockId;
use crate::notebook::session::Day;
use crate::notebook::session::review::QuestionRef;

/// The lessons that are open, as a front end holds them: with what it shows of each, or bare.
#[derive(Debug)]
pub struct Workspace<L> {
    /// The lessons that have been opened, by id: going to another loses nothing.
    pub lessons: BTreeMap<Arc<str>, L>,
    /// The one that the learner is in; without one, the list of lessons.
    pub open: Option<Arc<str>>,
    /// The way back from every jump, and forward again.
    pub jumps: JumpList,
    /// The question that is asked again: its old answer is not shown until it has another.
    pub asking: Option<QuestionRef>,
    /// Which day it is, as far as the program was told.
    pub today: Day,
}

impl<L> Workspace<L> {
    /// No lesson is open.
    pub fn new(revisits: Revisits) -> Self {
        let jumps = JumpList::new(revisits);
        Self { lessons: BTreeMap::new(), open: None, jumps, asking: None, today: Day::default() }
    }

    /// The lesson that the learner is in.
    pub fn lesson(&self) -> Option<&L> {
        self.lessons.get(self.open.as_ref()?)
    }

    /// The same, to change it.
    pub fn lesson_mut(&mut self) -> Option<&mut L> {
        self.lessons.get_mut(self.open.as_ref()?)
    }

    /// The question of that lesson that is asked again.
    pub fn asked_here(&self) -> Option<&BlockId> {
        let (lesson, question) = self.asking.as_ref()?;
        (self.open.as_ref() == Some(lesson)).then_some(question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_question_of_the_open_lesson_is_asked_here() {
        let mut workspace = Workspace::new(Revisits::Skipped);
        workspace.lessons.insert("a".into(), 'a');
        assert_eq!(workspace.lesson(), None);
        (workspace.open, workspace.asking) = (Some("a".into()), Some(("b".into(), "q".into())));
        assert_eq!((workspace.lesson(), workspace.asked_here()), (Some(&'a'), None));
        workspace.asking = Some(("a".into(), "q".into()));
        assert_eq!(workspace.asked_here(), Some(&"q".into()));
    }
}
