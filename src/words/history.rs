//! The history of a page in words, and what a leak test changes in it.

use super::{Said, say, word};
use crate::notebook::document::{HistoryAction, HistoryEntry};
use crate::notebook::leak::{InputChange, NoChange};
use crate::notebook::left_out::{AttentionPiece, LeftOut};
use crate::notebook::session::Conflict;

impl Said for Conflict {
    fn said(&self) -> String {
        match self {
            Self::Won { block, aside } => say!("contest-won", block = **block, file = aside.as_str()),
            Self::Lost { block } => say!("contest-lost", block = **block),
        }
    }
}

impl Said for HistoryAction {
    fn said(&self) -> String {
        match self {
            Self::Edited(text) => text.clone(),
            Self::Switched { input, cell } => {
                say!("deed-switched", input = &**input, row = cell.row, column = cell.column)
            }
            Self::Answered(option) => say!("deed-answered", option = option + 1),
            Self::Unanswered => word!("deed-unanswered").to_owned(),
            Self::Added => word!("deed-added").to_owned(),
            Self::Deleted => word!("deed-deleted").to_owned(),
            Self::Reset(blocks) => say!("deed-reset", count = blocks),
        }
    }
}

impl Said for HistoryEntry {
    /// A reset is of several blocks, and named after none of them.
    fn said(&self) -> String {
        match (&self.block, &self.deed) {
            (Some(block), deed) if !matches!(deed, HistoryAction::Reset(_)) => format!("{block}: {}", deed.said()),
            (_, deed) => deed.said(),
        }
    }
}

impl Said for InputChange {
    fn said(&self) -> String {
        match self {
            Self::Word { input, number, before, after } => say!("change-word", input = **input, number, before, after),
            Self::Slider { input, to } => say!("change-slider", input = **input, to),
            Self::Choice { input, to } => say!("change-choice", input = **input, to),
            Self::Toggle { input, on: true } => say!("change-on", input = **input),
            Self::Toggle { input, on: false } => say!("change-off", input = **input),
            Self::Row { input, row } => say!("change-row", input = **input, row),
            Self::Mask { input, row, column } => say!("change-mask", input = **input, row, column),
        }
    }
}

impl Said for LeftOut {
    fn said(&self) -> String {
        let attention = &*self.attention;
        match self.piece {
            AttentionPiece::Mask => say!("without-mask-of", attention),
            AttentionPiece::Scale => say!("without-scale-of", attention),
            AttentionPiece::Head(head) => say!("without-head-of", attention, head),
        }
    }
}

impl Said for NoChange {
    fn said(&self) -> String {
        match self {
            Self::Gone(input) => say!("no-change-gone", input = **input),
            Self::NoRow(input, row) => say!("no-change-row", input = **input, row),
            Self::NoWord(input, number) => say!("no-change-word", input = **input, number),
            Self::NoOtherWord(input) => say!("no-change-other-word", input = **input),
            Self::NoOther(input) => say!("no-change-other", input = **input),
        }
    }
}
