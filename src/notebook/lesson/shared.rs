//! The cells that a lesson takes from shared examples: each stands where the lesson asks for it, or behind the page if the lesson
//! needs it. An example that runs through a whole course holds much that one lesson has no use for.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::fields::FenceField;
use super::{Block, BlockKind, BlockOrigin, CellSource, FrontMatter, Lesson, LessonFile, SharedExample};
use crate::lang::{self, Names};
use crate::notebook::problem::LessonProblem;

/// The shared cells of one lesson, in the order of their files.
pub(super) struct SharedCells {
    cells: Vec<SharedCell>,
}

struct SharedCell {
    block: Block,
    placed: bool,
}

impl SharedCells {
    /// Takes the cells of every example that `front` uses.
    pub(super) fn new(
        file: &LessonFile,
        front: &FrontMatter,
        shared: &[Lesson],
        problems: &mut Vec<LessonProblem>,
    ) -> Self {
        let mut shelf = Self { cells: Vec::new() };
        let mut report = |problem: LessonProblem| {
            let place = front.uses_at;
            problems.push(LessonProblem { line: place.line, column: place.column, ..problem });
        };
        for id in &front.uses {
            match shared.iter().find(|lesson| lesson.front.id == *id) {
                None => {
                    let problem =
                        file.problem(0, format!("the lesson uses `{id}`, but there is no such shared example"));
                    report(problem.with_nearest(id, shared.iter().map(|lesson| &*lesson.front.id)));
                }
                Some(lesson) if !lesson.front.shared => {
                    let problem =
                        file.problem(0, format!("the lesson uses `{id}`, which is a lesson, not a shared example"));
                    report(problem.with_help("to share it, write `shared: true` in its front matter"));
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
                report(format!("two of the shared examples have a cell named `{}`: rename one of the cells", block.id));
            } else {
                let block = Block { origin: origin.clone(), ..block.clone() };
                self.cells.push(SharedCell { block, placed: false });
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
    pub(super) fn take(
        &mut self,
        name: &FenceField,
        file: &LessonFile,
        problems: &mut Vec<LessonProblem>,
    ) -> Option<Block> {
        let Some(slot) = self.cells.iter_mut().find(|slot| *slot.block.id == *name.value) else {
            let problem =
                file.problem(name.value_at, format!("there is no cell `{}` in the shared examples", name.value));
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

    /// The cells that `blocks` do not show and need all the same, by themselves or through others, in the order of their files.
    /// What the blocks define they do not take from here.
    pub(super) fn rest(self, blocks: &[Block]) -> Vec<Block> {
        let mut offer = Offer::default();
        for slot in self.cells.into_iter().filter(|slot| !slot.placed) {
            offer.add(slot.block);
        }
        for (name, _) in blocks.iter().filter_map(cell_names).flat_map(|names| &names.defines) {
            offer.definers.remove(name);
        }
        for block in blocks {
            offer.take_for(block);
        }
        while let Some(place) = offer.waiting.pop() {
            if let Some(block) = offer.cells[place].take() {
                offer.take_for(&block);
                offer.taken.insert(place, block);
            }
        }
        offer.taken.into_values().collect()
    }
}

/// Cells that a lesson can have, and those that it needs.
#[derive(Default)]
struct Offer {
    cells: Vec<Option<Block>>,
    /// Which of the cells define a name that nobody has asked for yet.
    definers: BTreeMap<Arc<str>, Vec<usize>>,
    /// Cells that are needed, and whose own needs have not been looked at.
    waiting: Vec<usize>,
    taken: BTreeMap<usize, Block>,
}

impl Offer {
    fn add(&mut self, block: Block) {
        for (name, _) in cell_names(&block).into_iter().flat_map(|names| &names.defines) {
            self.definers.entry(Arc::clone(name)).or_default().push(self.cells.len());
        }
        self.cells.push(Some(block));
    }

    /// Takes the cells that a block needs: for its code, its computed numbers and its labels, and for the other texts of an exercise.
    fn take_for(&mut self, block: &Block) {
        for (name, _) in cell_names(block).into_iter().flat_map(|names| &names.uses) {
            self.take(name);
        }
        for label in labels(block) {
            self.take(label);
        }
        // Most of what follows says nothing that is still left to take, and need not be parsed.
        for source in other_sources(block) {
            if self.may_take_for(source.text()) {
                source.program().names.uses.iter().for_each(|(name, _)| self.take(name));
            }
        }
        for number in block.numbers() {
            if self.may_take_for(&number.expression) {
                let names = lang::names(&lang::parse(&number.expression).program);
                names.uses.iter().for_each(|(name, _)| self.take(name));
            }
        }
    }

    /// Whether a text says a word that is still left to take.
    fn may_take_for(&self, text: &str) -> bool {
        text.split(|c: char| c != '_' && !c.is_alphanumeric()).any(|word| self.definers.contains_key(word))
    }

    fn take(&mut self, name: &str) {
        self.waiting.extend(self.definers.remove(name).unwrap_or_default());
    }
}

/// The names of a cell: no other block gives names to others.
fn cell_names(block: &Block) -> Option<&Names> {
    let BlockKind::Cell(cell) = &block.kind else { return None };
    Some(&cell.source.program().names)
}

/// The names by which a block says what its rows and columns are called.
fn labels(block: &Block) -> impl Iterator<Item = &Arc<str>> {
    block.display().into_iter().flat_map(|display| [&display.row_names, &display.col_names, &display.known]).flatten()
}

/// The code that a block runs and that is no cell.
fn other_sources(block: &Block) -> Vec<&CellSource> {
    match &block.kind {
        BlockKind::Prose(_) | BlockKind::Cell(_) => Vec::new(),
        BlockKind::Question(question) => vec![&question.source],
        // Wrong answers are slips in the right one; they do with what it reads.
        BlockKind::Exercise(exercise) => vec![&exercise.start, &exercise.check, &exercise.solution],
    }
}
