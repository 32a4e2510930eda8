//! The cells that a lesson takes from shared examples: each stands where the lesson asks for it, or behind the page if the lesson
//! needs it. An example that runs through a whole course holds much that one lesson has no use for.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::fields::Field;
use super::{Block, BlockKind, BlockOrigin, FrontMatter, Lesson, LessonFile, SharedExample, Source};
use crate::lang::{self, Names};
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

    /// The cells that `blocks` do not show and need all the same, by themselves or through others, in the order of their files.
    /// What the blocks define they do not take from here.
    pub(super) fn rest(self, blocks: &[Block]) -> Vec<Block> {
        let mut offer = Offer::default();
        for slot in self.cells.into_iter().filter(|slot| !slot.placed) {
            offer.add(slot.block);
        }
        let defined: Vec<Names> = blocks.iter().map(names).collect();
        for (name, _) in defined.iter().flat_map(|names| &names.defines) {
            offer.definers.remove(name);
        }
        for (block, names) in blocks.iter().zip(&defined) {
            offer.take_for(block, names);
        }
        while let Some(place) = offer.waiting.pop() {
            if let Some((block, names)) = offer.cells[place].take() {
                offer.take_for(&block, &names);
                offer.taken.insert(place, block);
            }
        }
        offer.taken.into_values().collect()
    }
}

/// Cells that a lesson can have, and those that it needs.
#[derive(Default)]
struct Offer {
    cells: Vec<Option<(Block, Names)>>,
    /// Which of the cells define a name that nobody has asked for yet.
    definers: BTreeMap<Arc<str>, Vec<usize>>,
    /// Cells that are needed, and whose own needs have not been looked at.
    waiting: Vec<usize>,
    taken: BTreeMap<usize, Block>,
}

impl Offer {
    fn add(&mut self, block: Block) {
        let names = names(&block);
        for (name, _) in &names.defines {
            self.definers.entry(Arc::clone(name)).or_default().push(self.cells.len());
        }
        self.cells.push(Some((block, names)));
    }

    /// Takes the cells that a block needs: for its code, its computed numbers and its labels, and for the other texts of an exercise.
    fn take_for(&mut self, block: &Block, names: &Names) {
        for (name, _) in &names.uses {
            self.take(name);
        }
        for label in labels(block) {
            self.take(label);
        }
        for text in other_texts(block) {
            // Most of these say nothing that is still left to take, and need not be read.
            if words(text).any(|word| self.definers.contains_key(word)) {
                for (name, _) in &lang::names(&lang::parse(text).program).uses {
                    self.take(name);
                }
            }
        }
    }

    fn take(&mut self, name: &str) {
        self.waiting.extend(self.definers.remove(name).unwrap_or_default());
    }
}

/// The names of a cell; of none else, since no other block gives names to others.
fn names(block: &Block) -> Names {
    let BlockKind::Cell(cell) = &block.kind else { return Names::default() };
    lang::names(&lang::parse(&cell.source.text).program)
}

/// The names by which a block says what its rows and columns are called.
fn labels(block: &Block) -> impl Iterator<Item = &Arc<str>> {
    let display = match &block.kind {
        BlockKind::Cell(cell) => Some(&cell.display),
        BlockKind::Exercise(exercise) => Some(&exercise.display),
        BlockKind::Prose(_) | BlockKind::Question(_) => None,
    };
    display.into_iter().flat_map(|display| [&display.row_names, &display.col_names]).flatten()
}

/// What a block reads besides the code of a cell.
fn other_texts(block: &Block) -> impl Iterator<Item = &str> {
    let sources: Vec<&Source> = match &block.kind {
        BlockKind::Prose(_) | BlockKind::Cell(_) => Vec::new(),
        BlockKind::Question(question) => vec![&question.source],
        BlockKind::Exercise(exercise) => {
            [&exercise.start, &exercise.check, &exercise.solution].into_iter().chain(&exercise.wrong).collect()
        }
    };
    let computed = block.numbers().map(|number| &*number.expression);
    sources.into_iter().map(|source| &*source.text).chain(computed)
}

/// Every run of characters that may be a name.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c != '_' && !c.is_alphanumeric())
}
