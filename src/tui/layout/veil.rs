//! What stands where a question hides values: their names, and the question that is to be answered first.

use std::sync::Arc;

use ratatui::text::{Line, Span};

use super::context::PageContext;
use super::part::Part;
use super::target::Target;
use crate::app::veils::by_question;
use crate::notebook::lesson::{Block, BlockId, ViewKind};
use crate::notebook::veils::VEIL;
use crate::tui::theme::Role;
use crate::tui::widgets::clip::fit;
use crate::words::{say, word};

/// A line for each question that hides something of a block. A click on it goes to the question.
pub(super) fn parts<'m>(page: &PageContext<'m>, block: usize) -> Vec<Part<'m>> {
    by_question(hidden(page, block)).iter().map(|(question, names)| part(page, question, names)).collect()
}

/// The names that a block would show, each with the question that hides it.
fn hidden(page: &PageContext<'_>, block: usize) -> Vec<(Arc<str>, BlockId)> {
    let Some(exhibits) = page.reading.exhibits(block) else { return Vec::new() };
    let mut hidden = exhibits.veiled.clone();
    let view = page.block(block).and_then(Block::display).and_then(|display| display.view);
    if let Some(question) = &exhibits.veil {
        let run = page.reading.lesson.report_at(block).and_then(|report| report.run.as_ref());
        if run.is_some_and(|run| !run.printed.trim().is_empty()) {
            hidden.push((Arc::from(word!("what-it-prints")), Arc::clone(question)));
        }
        if view == Some(ViewKind::Diagram) {
            hidden.push((Arc::from(word!("the-diagram")), Arc::clone(question)));
        }
    }
    hidden
}

fn part<'m>(page: &PageContext<'m>, question: &BlockId, names: &[Arc<str>]) -> Part<'m> {
    let dim = page.style(Role::Dim);
    let names = Span::styled(format!("{VEIL} {}  ", names.join(", ")), page.style(Role::Strong));
    let room = page.width.saturating_sub(u16::try_from(names.width()).unwrap_or(u16::MAX));
    let said = say!("hidden-until-answered", question = page.reading.lesson.asked(question));
    let line = Line::from(vec![names, Span::styled(fit(&said, room).into_owned(), dim)]);
    let target = page.reading.lesson.position(question).map(Target::Block);
    Part { target, ..Part::lines(vec![line]) }
}
