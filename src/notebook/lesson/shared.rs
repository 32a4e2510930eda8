//! The cells that a lesson takes from shared examples: each stands where the lesson asks for it, or behind the page.

use std::sync::Arc;

use super::fields::Field;
use super::{Block, BlockKind, BlockOrigin, FrontMatter, Lesson, LessonFile, SharedExample};
use crate::notebook::problem::Problem;

/// The shared cells of one lesson, in the order of their files.
pub(super) struct Shelf {
    cells: Vec<Slot>,
}

struct Slot {
    block: Block,
    placed: bool,
}

impl Shelf {
    /// Takes the cells of every example that `front` uses.
    pub(super) fn new(file: &LessonFile, front: &FrontMatter, shared: &[Lesson], problems: &mut Vec<Problem>) -> Self {
        let mut shelf = Self { cells: Vec::new() };
        let mut report = |problem: Problem| {
            let place = front.uses_at;
            problems.push(Problem { line: place.line, column: place.column, ..problem });
        };
        for id in &front.uses {
            match shared.iter().find(|lesson| lesson.front.id == *id) {
                None => {
                    let problem = file.problem(0, format!("it uses `{id}`, and there is no such shared example"));
                    report(problem.with_nearest(id, shared.iter().map(|lesson| &*lesson.front.id)));
                }
                Some(lesson) if !lesson.front.shared => {
                    let problem = file.problem(0, format!("it uses `{id}`, which is a lesson of its own"));
                    report(problem.with_help("an example that others use says `shared: true` in its front matter"));
                }
                Some(lesson) => shelf.add(lesson, |message| report(file.problem(0, message))),
            }
        }
        shelf
    }

    fn add(&mut self, lesson: &Lesson, mut report: impl FnMut(String)) {
        let front = &lesson.front;
        let example =
            SharedExample { id: Arc::clone(&front.id), title: Arc::clone(&front.title), file: lesson.file.clone() };
        let origin = BlockOrigin::Shared(Arc::new(example));
        for block in lesson.blocks.iter().filter(|block| matches!(block.kind, BlockKind::Cell(_))) {
            if self.cells.iter().any(|slot| slot.block.id == block.id) {
                report(format!("two of the examples that it uses have a cell `{}`", block.id));
            } else {
                let block = Block { origin: origin.clone(), ..block.clone() };
                self.cells.push(Slot { block, placed: false });
            }
        }
    }

    /// The names of all cells.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().map(|slot| &*slot.block.id)
    }

    /// The example that a cell of this name comes from.
    pub(super) fn example_of(&self, id: &str) -> Option<&SharedExample> {
        let slot = self.cells.iter().find(|slot| *slot.block.id == *id)?;
        slot.block.shared_example().map(|example| &**example)
    }

    /// Takes the cell that the lesson shows here.
    pub(super) fn take(&mut self, name: &Field, file: &LessonFile, problems: &mut Vec<Problem>) -> Option<Block> {
        let Some(slot) = self.cells.iter_mut().find(|slot| *slot.block.id == *name.value) else {
            let problem = file.problem(name.value_at, format!("no shared example has a cell `{}`", name.value));
            problems.push(problem.with_nearest(&name.value, self.ids()));
            return None;
        };
        if slot.placed {
            problems.push(file.problem(name.value_at, format!("the shared cell `{}` is shown twice", name.value)));
            return None;
        }
        slot.placed = true;
        Some(slot.block.clone())
    }

    /// The cells that the lesson does not show.
    pub(super) fn rest(self) -> impl Iterator<Item = Block> {
        self.cells.into_iter().filter(|slot| !slot.placed).map(|slot| slot.block)
    }
}
