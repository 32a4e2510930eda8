//! A lesson that is presented: one slide, as far as it has come, and no answer before its time.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::Reading;
use crate::notebook::lesson::{BlockId, BlockKind};

/// How far a lesson has come that is presented.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stage {
    /// The furthest block that has been shown.
    pub reached: usize,
    /// The questions whose answers have been shown.
    pub answered: BTreeSet<BlockId>,
}

impl Reading {
    /// The blocks that may be seen: all of them, or of a lesson that is presented those of its slide that were shown.
    pub fn on_stage(&self) -> Range<usize> {
        let Some(stage) = &self.stage else { return 0..self.lesson.blocks().len() };
        let slide = self.lesson.document.lesson().slide_of(self.lesson.at);
        slide.start..slide.end.min(stage.reached.max(self.lesson.at) + 1)
    }

    /// Whether the answer of a question is kept back for now.
    pub fn withholds(&self, question: &BlockId) -> bool {
        self.stage.as_ref().is_some_and(|stage| !stage.answered.contains(question))
    }

    /// Shows the answer of the selected question; says whether it was kept back until now.
    pub fn show_answer(&mut self) -> bool {
        let question = self.lesson.block().filter(|block| matches!(block.kind, BlockKind::Question(_)));
        let Some(id) = question.map(|block| Arc::clone(&block.id)) else { return false };
        self.stage.as_mut().is_some_and(|stage| stage.answered.insert(id))
    }

    /// Follows the cursor: what it has come to is shown from now on.
    pub fn set_stage(&mut self) {
        let selected = self.lesson.at;
        if let Some(stage) = &mut self.stage {
            stage.reached = stage.reached.max(selected);
        }
    }
}
