//! The history of a page in words, and what a leak test changes in it.

use super::{Said, say, word};
use crate::notebook::document::HistoryAction;
use crate::notebook::leak::{InputChange, NoChange};
use crate::notebook::session::Conflict;

impl Said for Conflict {
    fn said(&self) -> String {
        match self {
            Self::Won { block, aside } => {
                say("contest-won", &[("block", (**block).into()), ("file", aside.as_str().into())])
            }
            Self::Lost { block } => say("contest-lost", &[("block", (**block).into())]),
        }
    }
}

impl Said for HistoryAction {
    fn said(&self) -> String {
        match self {
            Self::Edited(text) => text.clone(),
            Self::Answered(option) => say("deed-answered", &[("option", (option + 1).into())]),
            Self::Unanswered => word("deed-unanswered").to_owned(),
            Self::Added => word("deed-added").to_owned(),
            Self::Deleted => word("deed-deleted").to_owned(),
            Self::Reset(blocks) => say("deed-reset", &[("count", blocks.into())]),
        }
    }
}

impl Said for InputChange {
    fn said(&self) -> String {
        match self {
            Self::Word { input, number, before, after } => say(
                "change-word",
                &[
                    ("input", (**input).into()),
                    ("number", number.into()),
                    ("before", before.into()),
                    ("after", after.into()),
                ],
            ),
            Self::Slider { input, to } => say("change-slider", &[("input", (**input).into()), ("to", to.into())]),
            Self::Choice { input, to } => say("change-choice", &[("input", (**input).into()), ("to", to.into())]),
            Self::Toggle { input, on: true } => say("change-on", &[("input", (**input).into())]),
            Self::Toggle { input, on: false } => say("change-off", &[("input", (**input).into())]),
            Self::Row { input, row } => say("change-row", &[("input", (**input).into()), ("row", row.into())]),
            Self::Mask { input, row, column } => {
                say("change-mask", &[("input", (**input).into()), ("row", row.into()), ("column", column.into())])
            }
        }
    }
}

impl Said for NoChange {
    fn said(&self) -> String {
        match self {
            Self::Gone(input) => say("no-change-gone", &[("input", (**input).into())]),
            Self::NoRow(input, row) => say("no-change-row", &[("input", (**input).into()), ("row", row.into())]),
            Self::NoWord(input, number) => {
                say("no-change-word", &[("input", (**input).into()), ("number", number.into())])
            }
            Self::NoOtherWord(input) => say("no-change-other-word", &[("input", (**input).into())]),
            Self::NoOther(input) => say("no-change-other", &[("input", (**input).into())]),
        }
    }
}
