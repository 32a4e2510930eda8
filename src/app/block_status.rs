//! How the blocks of a page stand, for an outline of it.

use super::lesson::OpenLesson;
use crate::notebook::evaluate::TaskState;
use crate::notebook::lesson::{Block, BlockId, BlockKind};

/// How a block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockStatus {
    /// A cell has an error.
    Failed,
    /// A cell runs only when somebody asks for it.
    Lazy,
    /// A cell waits for what another one does not give.
    Blocked,
    /// A cell is the learner's own.
    OwnCell,
    /// The learner has changed a cell.
    Changed,
    /// A cell stands behind the page: it is of a shared example.
    Shared,
    /// A cell is as it was written.
    AsWritten,
    /// A question has no answer yet.
    NotAnswered,
    /// A question has an answer of which it is not known whether it is right.
    Answered,
    /// A question has the right answer.
    Right,
    /// A question has another answer.
    NotRight,
    /// Nothing was done about an exercise yet.
    NotSolved,
    /// An exercise was begun.
    Begun,
    /// The check of an exercise held when it was last run.
    Solved,
}

impl BlockStatus {
    /// Whether the learner has still something to do here: a question to answer, an exercise to solve.
    pub fn is_left(self) -> bool {
        matches!(self, Self::NotAnswered | Self::NotSolved | Self::Begun)
    }
}

impl OpenLesson {
    /// How a block stands; nothing for prose.
    pub fn status(&self, block: &Block) -> Option<BlockStatus> {
        match block.kind {
            BlockKind::Prose(_) => None,
            BlockKind::Cell(_) => Some(self.cell_status(block)),
            BlockKind::Question(_) => Some(self.question_status(&block.id)),
            BlockKind::Exercise(_) => Some(self.exercise_status(&block.id)),
        }
    }

    fn cell_status(&self, block: &Block) -> BlockStatus {
        match self.report(block).map(|report| &report.state) {
            Some(TaskState::Error(_)) => BlockStatus::Failed,
            Some(TaskState::Lazy) => BlockStatus::Lazy,
            Some(TaskState::Blocked(_)) => BlockStatus::Blocked,
            _ if block.is_scratch() => BlockStatus::OwnCell,
            _ if self.document.is_changed(&block.id) => BlockStatus::Changed,
            _ if self.position(&block.id).is_some_and(|place| self.is_behind_page(place)) => BlockStatus::Shared,
            _ => BlockStatus::AsWritten,
        }
    }

    fn question_status(&self, id: &BlockId) -> BlockStatus {
        match (self.document.answers().get(id), self.outcome.answer(id)) {
            (None, _) => BlockStatus::NotAnswered,
            (Some(_), None) => BlockStatus::Answered,
            (Some(given), Some(right)) if *given == right => BlockStatus::Right,
            (Some(_), Some(_)) => BlockStatus::NotRight,
        }
    }

    fn exercise_status(&self, id: &BlockId) -> BlockStatus {
        if self.document.passed().contains(id) {
            BlockStatus::Solved
        } else if self.document.is_changed(id) {
            BlockStatus::Begun
        } else {
            BlockStatus::NotSolved
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::notebook::session::Day;

    const LESSON: &str = "\
---
title: T
id: t
---
Prose.

```python
#| label: a
n = 1
```

```python
#| label: broken
m = nobody
```

```python
#| label: later
#| lazy: true
k = n
```

```python
#| label: q
#| role: question
#| ask: Which?
#| options: none | one
#| explain: One.
answer = 1
```

```python
#| exercise: e
#| role: start
#| ask: Set x to 2.
x = ...
```

```python
#| exercise: e
#| role: check
assert x == 2
```

```python
#| exercise: e
#| role: solution
x = 2
```

```python
#| exercise: e
#| role: wrong
x = 3
```
";

    fn status(open: &OpenLesson, id: &str) -> Option<BlockStatus> {
        open.status(open.document.lesson().block(id).unwrap())
    }

    #[test]
    fn every_kind_of_block_says_how_it_stands() {
        let mut open = OpenLesson::computed(LESSON, Day::default());
        let prose = Arc::clone(&open.document.lesson().blocks[0].id);
        assert_eq!(status(&open, &prose), None);
        assert_eq!(status(&open, "a"), Some(BlockStatus::AsWritten));
        assert_eq!(status(&open, "broken"), Some(BlockStatus::Failed));
        assert_eq!(status(&open, "later"), Some(BlockStatus::Lazy));
        assert_eq!(status(&open, "q"), Some(BlockStatus::NotAnswered));
        assert_eq!(status(&open, "e"), Some(BlockStatus::NotSolved));
        open.document.edit("a", "n = 2", false);
        open.document.edit("e", "x = 1", false);
        open.document.answer("q", 0);
        open.compute(Day::default());
        assert_eq!(status(&open, "a"), Some(BlockStatus::Changed));
        assert_eq!(status(&open, "e"), Some(BlockStatus::Begun));
        assert_eq!(status(&open, "q"), Some(BlockStatus::NotRight));
        open.document.edit("e", "x = 2", false);
        open.document.answer("q", 1);
        open.compute(Day::default());
        assert_eq!(status(&open, "e"), Some(BlockStatus::Solved));
        assert_eq!(status(&open, "q"), Some(BlockStatus::Right));
        assert!(BlockStatus::Begun.is_left() && !BlockStatus::Right.is_left());
    }
}
