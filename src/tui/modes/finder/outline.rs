//! What a lesson is made of: its headings, and below each the cells, questions and exercises with how they stand.

use std::sync::Arc;

use crate::app::block_status::BlockStatus;
use crate::notebook::lesson::{Block, BlockKind};
use crate::notebook::markdown::TextRun;
use crate::notebook::passages::on_one_line;
use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item};
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::word;

/// The columns by which what stands below a heading is indented.
const STEP: u16 = 2;

/// The outline of the open lesson; the cells of shared examples that it does not show come last.
pub(crate) fn items(model: &Model) -> Vec<Item> {
    let Some((reading, lesson)) = model.reading().zip(model.workspace.open.clone()) else { return Vec::new() };
    let blocks = &reading.lesson.document.lesson().blocks;
    let mut items = Vec::new();
    let mut indent = 0;
    for (place, block) in blocks.iter().enumerate() {
        let goal = Goal::Block(Arc::clone(&lesson), Arc::clone(&block.id));
        if let Some((level, text)) = block.heading() {
            let at = (level.saturating_sub(1) as u16).saturating_mul(STEP);
            items.push(Item { indent: at, ..heading(text, goal) });
            indent = at + STEP;
        } else if let Some((text, detail)) = row(reading, place, block) {
            items.push(Item { indent, detail, note: what(block).to_owned(), ..Item::new(text, goal) });
        }
    }
    items
}

/// The item that the cursor of the page is on, or the last one before it.
pub(crate) fn place(reading: &Reading, items: &[Item]) -> usize {
    let read = reading.lesson.document.lesson().blocks.iter().take(reading.lesson.at + 1);
    let read: Vec<_> = read.map(|block| &block.id).collect();
    let is_read = |item: &Item| matches!(&item.goal, Goal::Block(_, block) if read.contains(&block));
    items.iter().rposition(is_read).unwrap_or_default()
}

/// The headings alone.
pub(crate) fn headings(model: &Model) -> Vec<Item> {
    let Some((reading, lesson)) = model.reading().zip(model.workspace.open.clone()) else { return Vec::new() };
    let item = |block: &Block| {
        let (_, text) = block.heading()?;
        let goal = Goal::Block(Arc::clone(&lesson), Arc::clone(&block.id));
        Some(heading(text, goal).with_detail(word!("kind-heading")))
    };
    reading.lesson.document.lesson().blocks.iter().filter_map(item).collect()
}

fn heading(text: &[TextRun], goal: Goal) -> Item {
    Item::new(on_one_line(text), goal).with_role(Role::Heading)
}

/// What a block is called, and how it stands.
fn row(reading: &Reading, place: usize, block: &Block) -> Option<(String, (String, Role))> {
    let name = match &block.kind {
        BlockKind::Prose(_) => return None,
        BlockKind::Cell(_) => named(reading, place, block),
        BlockKind::Question(question) => asked("◆", &question.ask),
        BlockKind::Exercise(exercise) => asked("◆", &exercise.ask),
    };
    let (words, role) = status_words(reading.lesson.status(block)?);
    Some((name, (words.to_owned(), role)))
}

fn status_words(status: BlockStatus) -> (&'static str, Role) {
    match status {
        BlockStatus::Failed => (word!("state-error"), Role::Error),
        BlockStatus::Lazy => (word!("state-lazy"), Role::Warning),
        BlockStatus::Blocked => (word!("state-waits"), Role::Warning),
        BlockStatus::OwnCell => (word!("state-your-own"), Role::Accent),
        BlockStatus::Changed => (word!("state-changed"), Role::Accent),
        BlockStatus::Shared => (word!("state-shared"), Role::Dim),
        BlockStatus::AsWritten => ("", Role::Dim),
        BlockStatus::NotAnswered => (word!("state-not-answered"), Role::Dim),
        BlockStatus::Answered => (word!("state-answered"), Role::Dim),
        BlockStatus::Right => (word!("state-right"), Role::Success),
        BlockStatus::NotRight => (word!("state-not-right"), Role::Warning),
        BlockStatus::NotSolved => (word!("state-not-solved"), Role::Dim),
        BlockStatus::Begun => (word!("state-begun"), Role::Accent),
        BlockStatus::Solved => (word!("state-solved"), Role::Success),
    }
}

/// What a block is, for who looks for the next exercise.
fn what(block: &Block) -> &'static str {
    match block.kind {
        BlockKind::Prose(_) => "",
        BlockKind::Cell(_) => word!("a-cell"),
        BlockKind::Question(_) => word!("a-question"),
        BlockKind::Exercise(_) => word!("an-exercise"),
    }
}

/// A cell's label and the names that it defines.
fn named(reading: &Reading, place: usize, block: &Block) -> String {
    let defines = reading.text(place).map(|text| text.program.names.defines.as_slice()).unwrap_or_default();
    let names: Vec<&str> = defines.iter().map(|(name, _)| &**name).filter(|name| !name.starts_with('_')).collect();
    if names.is_empty() || names == [&*block.id] {
        block.id.to_string()
    } else {
        format!("{}  {}", block.id, names.join(", "))
    }
}

fn asked(mark: &str, ask: &[TextRun]) -> String {
    format!("{mark} {}", on_one_line(ask))
}
