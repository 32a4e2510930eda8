//! The cells that a lesson takes from shared examples: each stands where the lesson asks for it, or behind the page if the lesson
//! needs it. An example that runs through a whole course holds much that one lesson has no use for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::fields::Field;
use super::{Block, BlockKind, BlockOrigin, Display, FrontMatter, Lesson, LessonFile, SharedExample};
use crate::lang;
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
        let mut left: Vec<Option<Block>> =
            self.cells.into_iter().map(|slot| (!slot.placed).then_some(slot.block)).collect();
        let mut definers: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
        for (place, block) in left.iter().enumerate() {
            for name in block.iter().flat_map(defined) {
                definers.entry(name).or_default().push(place);
            }
        }
        for name in blocks.iter().flat_map(defined) {
            definers.remove(&name);
        }
        let mut wanted: Vec<Arc<str>> = blocks.iter().flat_map(read).collect();
        let mut needed = BTreeMap::new();
        while let Some(name) = wanted.pop() {
            for place in definers.remove(&name).unwrap_or_default() {
                if let Some(block) = left[place].take() {
                    wanted.extend(read(&block));
                    needed.insert(place, block);
                }
            }
        }
        needed.into_values().collect()
    }
}

/// The names that a block gives to others.
fn defined(block: &Block) -> Vec<Arc<str>> {
    let BlockKind::Cell(cell) = &block.kind else { return Vec::new() };
    let names = lang::names(&lang::parse(&cell.source.text).program);
    names.defines.into_iter().map(|(name, _)| name).collect()
}

/// The names that a block takes from others, in its code, its computed numbers and its labels.
fn read(block: &Block) -> BTreeSet<Arc<str>> {
    let (codes, display): (Vec<&str>, Option<&Display>) = match &block.kind {
        BlockKind::Prose(_) => (Vec::new(), None),
        BlockKind::Cell(cell) => (vec![&cell.source.text], Some(&cell.display)),
        BlockKind::Question(question) => (vec![&question.source.text], None),
        BlockKind::Exercise(exercise) => {
            let sources = [&exercise.start, &exercise.check, &exercise.solution].into_iter().chain(&exercise.wrong);
            (sources.map(|source| &*source.text).collect(), Some(&exercise.display))
        }
    };
    let computed = block.numbers().map(|number| &*number.expression);
    let used = codes.into_iter().chain(computed).flat_map(|code| lang::names(&lang::parse(code).program).uses);
    let labels = display.into_iter().flat_map(|display| [&display.row_names, &display.col_names]).flatten();
    used.map(|(name, _)| name).chain(labels.map(Arc::clone)).collect()
}
