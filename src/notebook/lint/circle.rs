//! Cells that need each other in a circle: each of them is at fault on the page, and it is one mistake of the lesson.

use std::collections::{BTreeMap, BTreeSet};

use crate::notebook::evaluate::CellFault;
use crate::notebook::lesson::{Block, BlockId, Lesson, LessonFile};

/// Which circles have been told of.
pub(super) struct Circles<'a> {
    lesson: &'a Lesson,
    /// The blocks by name: a lesson may have very many.
    blocks: BTreeMap<&'a str, &'a Block>,
    /// The cells that were named when the circle of another was told.
    named: BTreeSet<BlockId>,
}

impl<'a> Circles<'a> {
    pub(super) fn new(lesson: &'a Lesson) -> Self {
        let blocks = lesson.blocks.iter().map(|block| (&*block.id, block)).collect();
        Circles { lesson, blocks, named: BTreeSet::new() }
    }

    /// The circle of this cell, which stands in `file`, with the lines of the others; none if it has been told at one of them.
    pub(super) fn told(&mut self, file: &LessonFile, id: &BlockId, fault: &CellFault) -> Option<String> {
        if self.named.contains(id) {
            return None;
        }
        self.named.extend(fault.elsewhere.iter().map(|(other, _)| BlockId::clone(other)));
        let places: Vec<_> =
            fault.elsewhere.iter().filter_map(|(other, span)| self.place(file, other, span.start)).collect();
        Some(format!("{}: this line and {}", fault.diagnostic.message, places.join(", ")))
    }

    /// Where a cell needs the next one.
    fn place(&self, here: &LessonFile, id: &BlockId, offset: u32) -> Option<String> {
        let block = self.blocks.get(&**id)?;
        let file = self.lesson.file_of(block);
        let line = file.place(block.editable()?.at + offset as usize).line;
        Some(if file.name() == here.name() { format!("line {line}") } else { format!("{}:{line}", file.name()) })
    }
}
