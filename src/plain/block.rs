//! A block of the page, told: which it is, and all that is on it.

use crate::app::block_status::BlockStatus;
use crate::app::lesson::OpenLesson;
use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::{Block, BlockKind, ViewKind};
use crate::notebook::markdown::ElementKind;
use crate::notebook::session::Day;
use crate::words::{say, word};

use super::transcript::Transcript;
use super::{cell, exercise, prose, question};

/// How blocks are told.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockOptions<'m> {
    /// Whether lines of code have numbers.
    pub(super) numbered: bool,
    /// The question that is asked again, whose old answer is not told.
    pub(super) asking: Option<&'m str>,
    /// Which day it is.
    pub(super) today: Day,
}

/// A block with its place.
pub(super) fn describe(open: &OpenLesson, place: usize, options: BlockOptions<'_>) -> Transcript {
    let Some(block) = open.document.lesson().blocks.get(place) else { return Transcript::default() };
    let place = say!("plain-block", here = place + 1, all = open.blocks().len());
    let mut transcript = match &block.kind {
        BlockKind::Prose(elements) => prose::describe(open, block, elements),
        BlockKind::Cell(cell) => cell::describe(open, block, cell, options.numbered),
        BlockKind::Question(of) => {
            question::describe(open, block, of, options.asking == Some(&*block.id), options.today)
        }
        BlockKind::Exercise(of) => exercise::describe(open, block, of, options.numbered),
    };
    transcript.lead(&place);
    transcript
}

/// Whether there is anything to tell of a block: a cell may be hidden with all its values.
pub(super) fn is_told(open: &OpenLesson, block: &Block) -> bool {
    let BlockKind::Cell(cell) = &block.kind else { return true };
    let report = open.outcome.cell(&block.id);
    let is_silent = report.run.as_ref().is_none_or(|run| run.printed.trim().is_empty());
    let is_hidden = cell.hidden && cell.display.view == Some(ViewKind::Hidden) && is_silent;
    !is_hidden || !matches!(report.state, TaskState::Ok) || !open.controls(block).is_empty()
}

/// Whether a block stands on the page and has something to tell: others a reader is never taken to.
pub(super) fn is_on_page(open: &OpenLesson, place: usize) -> bool {
    open.blocks().get(place).is_some_and(|block| is_told(open, block))
}

/// The title of the lesson, behind its number if it has one.
pub(super) fn lesson_title(open: &OpenLesson) -> String {
    let title = &open.document.lesson().front.title;
    open.number.map_or_else(|| title.to_string(), |number| format!("{number}, {title}"))
}

/// What a block is, in a line of an outline; nothing for prose without a heading.
pub(super) fn title(open: &OpenLesson, block: &Block) -> Option<String> {
    let status = open.status(block);
    let is_left = status.is_some_and(BlockStatus::is_left);
    match &block.kind {
        BlockKind::Prose(_) => Some(say!("plain-heading", text = heading(open, block)?)),
        BlockKind::Cell(_) => {
            let said = say!("plain-cell", name = &*block.id);
            Some(if status == Some(BlockStatus::Failed) {
                format!("{said} {}", word!("plain-has-error"))
            } else {
                said
            })
        }
        BlockKind::Question(of) => {
            let how = if is_left { word!("plain-open-question") } else { word!("plain-answered") };
            Some(format!("{} {how}", say!("plain-question", ask = prose::bare(open, block, &of.ask))))
        }
        BlockKind::Exercise(_) => {
            let how = if is_left { word!("plain-is-unsolved") } else { word!("plain-is-solved") };
            Some(format!("{} {how}", say!("plain-exercise-named", name = &*block.id)))
        }
    }
}

/// The first heading of a block of prose.
pub(super) fn heading(open: &OpenLesson, block: &Block) -> Option<String> {
    let BlockKind::Prose(elements) = &block.kind else { return None };
    elements.iter().find_map(|element| match &element.kind {
        ElementKind::Heading { text, .. } => Some(prose::bare(open, block, text)),
        _ => None,
    })
}
