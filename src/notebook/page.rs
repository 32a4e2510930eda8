//! The learner's page: a lesson plus every change made to it, each of which can be undone.
//!
//! State is text and nothing else. A slider that is nudged, a mask cell that is toggled and a line that is typed are all the
//! same thing here: a new source for one block. Values exist only as results of [`Snapshot`]s.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::notebook::lesson::{BlockId, Lesson};

/// The texts that differ from the lesson's, by block.
pub type Changes = BTreeMap<BlockId, Arc<str>>;

/// A lesson with the learner's edits and answers.
#[derive(Clone, Debug)]
pub struct Page {
    lesson: Arc<Lesson>,
    changes: Arc<Changes>,
    done: Vec<Step>,
    undone: Vec<Step>,
    answers: BTreeMap<BlockId, usize>,
    awaited: BTreeSet<BlockId>,
}

/// What the page said at one moment: all that an evaluation depends on.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The lesson as written.
    pub lesson: Arc<Lesson>,
    /// The texts that differ from it.
    pub changes: Arc<Changes>,
    /// The lazy cells that the learner asked to run.
    pub awaited: BTreeSet<BlockId>,
}

/// One undoable step: most change one block, a reset of the page changes many.
#[derive(Clone, Debug)]
struct Step(Vec<Change>);

#[derive(Clone, Debug)]
struct Change {
    block: BlockId,
    before: Arc<str>,
    after: Arc<str>,
}

impl Page {
    /// A page as the author wrote it.
    pub fn new(lesson: Arc<Lesson>) -> Self {
        Page {
            lesson,
            changes: Arc::default(),
            done: Vec::new(),
            undone: Vec::new(),
            answers: BTreeMap::new(),
            awaited: BTreeSet::new(),
        }
    }

    /// The lesson under the edits.
    pub fn lesson(&self) -> &Arc<Lesson> {
        &self.lesson
    }

    /// The present text of a cell or exercise; `None` for a block that has no text to edit.
    pub fn source(&self, block: &str) -> Option<Arc<str>> {
        source(&self.lesson, &self.changes, block)
    }

    /// Whether a block's text differs from the lesson's.
    pub fn is_changed(&self, block: &str) -> bool {
        self.changes.contains_key(block)
    }

    /// The texts that differ from the lesson's.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Gives a block a new text: one undoable step. With `merge` it joins the step before, if that one changed this block too,
    /// so that ten nudges of a slider are undone at once. Returns whether anything changed.
    pub fn edit(&mut self, block: &str, text: &str, merge: bool) -> bool {
        let Some((block, before)) = self.editable(block) else { return false };
        if *before == *text {
            return false;
        }
        let after: Arc<str> = text.into();
        self.undone.clear();
        self.set(&block, &after);
        match self.done.last_mut().map(|step| step.0.as_mut_slice()) {
            Some([last]) if merge && last.block == block => {
                last.after = after;
                if last.before == last.after {
                    self.done.pop();
                }
            }
            _ => self.done.push(Step(vec![Change { block, before, after }])),
        }
        true
    }

    /// Gives a block the lesson's text back: one undoable step. Returns whether anything changed.
    pub fn reset(&mut self, block: &str) -> bool {
        let lesson = Arc::clone(&self.lesson);
        let written = lesson.block(block).and_then(|block| block.editable());
        written.is_some_and(|written| self.edit(block, &written.text, false))
    }

    /// Gives every block the lesson's text back, as one undoable step. Returns whether anything changed.
    pub fn reset_all(&mut self) -> bool {
        let changes = Arc::clone(&self.changes);
        let back = |(block, before): (&BlockId, &Arc<str>)| {
            let after = Arc::clone(&self.lesson.block(block)?.editable()?.text);
            Some(Change { block: Arc::clone(block), before: Arc::clone(before), after })
        };
        let step = Step(changes.iter().filter_map(back).collect());
        if step.0.is_empty() {
            return false;
        }
        self.undone.clear();
        self.replay(&step, |change| &change.after);
        self.done.push(step);
        true
    }

    /// Takes the last step back. Returns the block that it had changed (the first of several), for the screen to go to.
    pub fn undo(&mut self) -> Option<BlockId> {
        let step = self.done.pop()?;
        self.replay(&step, |change| &change.before);
        let block = step.0.first().map(|change| Arc::clone(&change.block));
        self.undone.push(step);
        block
    }

    /// Does again what was undone last. Returns the block that it changed (the first of several).
    pub fn redo(&mut self) -> Option<BlockId> {
        let step = self.undone.pop()?;
        self.replay(&step, |change| &change.after);
        let block = step.0.first().map(|change| Arc::clone(&change.block));
        self.done.push(step);
        block
    }

    /// How many steps can be undone, and how many done again.
    pub fn history(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    /// Answers a question by the index of an option. An answer is no edit: it is not undone.
    pub fn answer(&mut self, question: &str, option: usize) {
        if let Some(block) = self.lesson.block(question) {
            self.answers.insert(Arc::clone(&block.id), option);
        }
    }

    /// The answers given, by question.
    pub fn answers(&self) -> &BTreeMap<BlockId, usize> {
        &self.answers
    }

    /// Asks for a lazy cell to be run. The wish holds until it is [settled](Page::settle) or the cell's text changes.
    pub fn run(&mut self, block: &str) {
        if let Some(block) = self.lesson.block(block) {
            self.awaited.insert(Arc::clone(&block.id));
        }
    }

    /// Forgets the wish to run a lazy cell, because it has been run or is no longer wanted.
    pub fn settle(&mut self, block: &str) {
        self.awaited.remove(block);
    }

    /// The lazy cells that wait for their run.
    pub fn awaited(&self) -> &BTreeSet<BlockId> {
        &self.awaited
    }

    /// What the page says now. Cheap: the texts are shared, not copied.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::new(Snapshot {
            lesson: Arc::clone(&self.lesson),
            changes: Arc::clone(&self.changes),
            awaited: self.awaited.clone(),
        })
    }

    fn editable(&self, block: &str) -> Option<(BlockId, Arc<str>)> {
        let block = Arc::clone(&self.lesson.block(block)?.id);
        let text = self.source(&block)?;
        Some((block, text))
    }

    fn replay(&mut self, step: &Step, text: impl Fn(&Change) -> &Arc<str>) {
        for change in &step.0 {
            self.set(&change.block, text(change));
        }
    }

    /// Sets a text; one that says what the lesson says is no change.
    fn set(&mut self, block: &BlockId, text: &Arc<str>) {
        self.awaited.remove(block);
        let written = self.lesson.block(block).and_then(|block| block.editable()).map(|source| &source.text);
        let changes = Arc::make_mut(&mut self.changes);
        if written == Some(text) {
            changes.remove(block);
        } else {
            changes.insert(Arc::clone(block), Arc::clone(text));
        }
    }
}

impl Snapshot {
    /// The text of a cell or exercise at that moment.
    pub fn source(&self, block: &str) -> Option<Arc<str>> {
        source(&self.lesson, &self.changes, block)
    }

    /// The page as its author wrote it, with every lazy cell run.
    pub fn written(lesson: Arc<Lesson>) -> Self {
        let awaited = lesson.blocks.iter().map(|block| Arc::clone(&block.id)).collect();
        Snapshot { lesson, changes: Arc::default(), awaited }
    }
}

fn source(lesson: &Lesson, changes: &Changes, block: &str) -> Option<Arc<str>> {
    changes.get(block).or_else(|| lesson.block(block)?.editable().map(|source| &source.text)).map(Arc::clone)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LESSON: &str = "\
---
title: T
id: t
---
Prose.

```python
#| label: a
a = 1
```

```python
#| label: b
b = a
```

```python
#| role: question
#| label: q
#| ask: Which?
#| options: one | two
answer = 0
```
";

    fn page() -> Page {
        Page::new(Arc::new(Lesson::read("t.md", LESSON).unwrap()))
    }

    fn text(page: &Page, block: &str) -> String {
        page.source(block).unwrap().to_string()
    }

    #[test]
    fn every_edit_is_one_step_that_can_be_undone_and_done_again() {
        let mut page = page();
        assert!(page.edit("a", "a = 2", false));
        assert!(page.edit("b", "b = 3", false));
        assert!(!page.edit("b", "b = 3", false), "the same text is no edit");
        assert_eq!(page.history(), (2, 0));
        assert_eq!(page.undo().as_deref(), Some("b"));
        assert_eq!(page.undo().as_deref(), Some("a"));
        assert_eq!(page.undo(), None);
        assert!(page.changes().is_empty(), "what says what the lesson says is no change");
        assert_eq!(page.redo().as_deref(), Some("a"));
        assert_eq!(text(&page, "a"), "a = 2");
        assert!(page.edit("a", "a = 4", false));
        assert_eq!(page.redo(), None, "a new edit forgets what was undone");
    }

    #[test]
    fn nudges_of_one_control_are_one_step() {
        let mut page = page();
        page.edit("a", "a = 2", false);
        page.edit("a", "a = 3", true);
        page.edit("a", "a = 4", true);
        assert_eq!(page.history(), (1, 0));
        page.edit("b", "b = 5", true);
        assert_eq!(page.history(), (2, 0), "another block begins another step");
        page.undo();
        page.undo();
        assert_eq!(text(&page, "a"), "a = 1");
        page.edit("a", "a = 2", false);
        page.edit("a", "a = 1", true);
        assert_eq!(page.history(), (0, 0), "a nudge there and back is no step");
    }

    #[test]
    fn resets_are_steps_too() {
        let mut page = page();
        assert!(!page.reset("a") && !page.reset_all());
        page.edit("a", "a = 2", false);
        page.edit("b", "b = 2", false);
        assert!(page.reset("a"));
        assert!(!page.is_changed("a") && page.is_changed("b"));
        page.undo();
        assert!(page.reset_all());
        assert!(page.changes().is_empty());
        page.undo();
        assert_eq!((text(&page, "a"), text(&page, "b")), ("a = 2".into(), "b = 2".into()));
    }

    #[test]
    fn prose_questions_and_strangers_have_no_text_to_edit() {
        let mut page = page();
        assert!(!page.edit("prose", "x", false) && !page.edit("q", "x", false) && !page.edit("nobody", "x", false));
        page.answer("q", 1);
        page.answer("nobody", 1);
        assert_eq!(page.answers().len(), 1);
    }

    #[test]
    fn a_snapshot_does_not_see_later_edits() {
        let mut page = page();
        page.run("a");
        let snapshot = page.snapshot();
        page.edit("a", "a = 2", false);
        assert_eq!(snapshot.source("a").as_deref(), Some("a = 1"));
        assert!(snapshot.awaited.contains("a") && page.awaited().is_empty(), "an edit takes the wish to run back");
    }
}
