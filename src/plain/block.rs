//! A block of the page, told: which it is, and all that is on it.

use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::{Block, BlockKind, ViewKind};
use crate::notebook::markdown::ElementKind;
use crate::notebook::session::Day;
use crate::words::{say, word};

use super::reading::Reading;
use super::told::Told;
use super::{cell, exercise, prose, question};

/// How blocks are told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner<'m> {
    /// Whether lines of code have numbers.
    pub(super) numbered: bool,
    /// The question that is asked again, whose old answer is not told.
    pub(super) asking: Option<&'m str>,
    /// Which day it is.
    pub(super) today: Day,
}

/// A block with its place.
pub(super) fn told(reading: &Reading, place: usize, manner: Manner<'_>) -> Told {
    let Some(block) = reading.page.lesson().blocks.get(place) else { return Told::default() };
    let place = say("plain-block", &[("here", (place + 1).into()), ("all", reading.blocks().len().into())]);
    let mut told = match &block.kind {
        BlockKind::Prose(elements) => prose::told(reading, block, elements),
        BlockKind::Cell(cell) => cell::told(reading, block, cell, manner.numbered),
        BlockKind::Question(of) => question::told(reading, block, of, manner.asking == Some(&*block.id), manner.today),
        BlockKind::Exercise(of) => exercise::told(reading, block, of, manner.numbered),
    };
    told.lead(&place);
    told
}

/// Whether there is anything to tell of a block: a cell may be hidden with all its values.
pub(super) fn is_told(reading: &Reading, block: &Block) -> bool {
    let BlockKind::Cell(cell) = &block.kind else { return true };
    let report = reading.outcome.cell(&block.id);
    let is_silent = report.run.as_ref().is_none_or(|run| run.printed.trim().is_empty());
    let is_hidden = cell.hidden && cell.display.view == Some(ViewKind::Hidden) && is_silent;
    !is_hidden || !matches!(report.state, TaskState::Ok) || !reading.controls(block).is_empty()
}

/// What a block is, in a line of an outline; nothing for prose without a heading.
pub(super) fn title(reading: &Reading, block: &Block) -> Option<String> {
    match &block.kind {
        BlockKind::Prose(_) => Some(say("plain-heading", &[("text", heading(reading, block)?.into())])),
        BlockKind::Cell(_) => {
            let failed = matches!(reading.outcome.cell(&block.id).state, TaskState::Error(_));
            let said = say("plain-cell", &[("name", (&*block.id).into())]);
            Some(if failed { format!("{said} {}", word("plain-has-error")) } else { said })
        }
        BlockKind::Question(of) => {
            let answered = reading.page.answers().contains_key(&block.id);
            let how = word(if answered { "plain-answered" } else { "plain-open-question" });
            Some(format!("{} {how}", say("plain-question", &[("ask", prose::bare(reading, block, &of.ask).into())])))
        }
        BlockKind::Exercise(_) => {
            let passed = reading.page.passed().contains(&block.id);
            let how = word(if passed { "plain-is-solved" } else { "plain-is-unsolved" });
            Some(format!("{} {how}", say("plain-exercise-named", &[("name", (&*block.id).into())])))
        }
    }
}

/// The first heading of a block of prose.
pub(super) fn heading(reading: &Reading, block: &Block) -> Option<String> {
    let BlockKind::Prose(elements) = &block.kind else { return None };
    elements.iter().find_map(|element| match &element.kind {
        ElementKind::Heading { text, .. } => Some(prose::bare(reading, block, text)),
        _ => None,
    })
}
