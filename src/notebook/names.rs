//! What the blocks of a page give each other by name, for who asks where a name comes from and where it is used.
//!
//! The graph of the cells says what must run; this also knows the prose that shows a computed number of a name.

use std::sync::Arc;

use super::lesson::{Block, BlockKind, Program};
use crate::lang::{Names, Span};

/// The names of all blocks, in the order of the page.
#[derive(Debug)]
pub struct DocumentNames {
    blocks: Vec<BlockNames>,
}

/// The names of one block.
#[derive(Debug)]
struct BlockNames {
    gives: Vec<Arc<str>>,
    takes: Vec<Arc<str>>,
}

impl DocumentNames {
    /// The names of these blocks; `code` has those of the code that stands at a place now, if there is any.
    pub fn of<'n>(blocks: &[Block], code: impl Fn(usize) -> Option<&'n Names>) -> Self {
        let of_block = |(place, block): (usize, &Block)| {
            let gives = gives(block, code(place)).iter().map(|(name, _)| Arc::clone(name)).collect();
            BlockNames { gives, takes: takes(block, code(place)) }
        };
        Self { blocks: blocks.iter().enumerate().map(of_block).collect() }
    }

    /// The names that a block gives to others.
    pub fn gives(&self, place: usize) -> &[Arc<str>] {
        self.blocks.get(place).map_or(&[], |names| &names.gives)
    }

    /// The names that a block takes from elsewhere.
    pub fn takes(&self, place: usize) -> &[Arc<str>] {
        self.blocks.get(place).map_or(&[], |names| &names.takes)
    }

    /// The cell from which the block at a place takes a name.
    pub fn definer(&self, name: &Arc<str>, place: usize) -> Option<usize> {
        (0..self.blocks.len()).find(|other| *other != place && self.gives(*other).contains(name))
    }

    /// The blocks that take a name which the block at a place gives.
    pub fn users(&self, name: &Arc<str>, place: usize) -> impl Iterator<Item = usize> {
        (0..self.blocks.len()).filter(move |other| *other != place && self.takes(*other).contains(name))
    }
}

/// The names that a block gives to others: those of a cell, for an exercise keeps its own.
pub fn gives<'n>(block: &Block, code: Option<&'n Names>) -> &'n [(Arc<str>, Span)] {
    let code = code.filter(|_| matches!(block.kind, BlockKind::Cell(_)));
    code.map(|names| names.defines.as_slice()).unwrap_or_default()
}

/// The names that a block takes from elsewhere: its code, or the computed numbers of its prose. What a question computes would tell
/// something of its answer.
fn takes(block: &Block, code: Option<&Names>) -> Vec<Arc<str>> {
    if let Some(names) = code {
        return names.uses.iter().map(|(name, _)| Arc::clone(name)).collect();
    }
    let mut names: Vec<Arc<str>> = Vec::new();
    if !matches!(block.kind, BlockKind::Prose(_)) {
        return names;
    }
    for number in block.numbers() {
        for (name, _) in Program::new(Arc::clone(&number.expression)).names.uses {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::lesson::Lesson;

    const LESSON: &str = "---
title: T
id: t
---
```python
#| label: one
x = 1
```

It is {{ x }}, and twice {{ 2 * x }}.

```python
#| label: two
y = x + 1
```

```python
#| role: question
#| ask: How many?
#| options: one | two
answer = x
```
";

    #[test]
    fn a_name_comes_from_a_cell_and_is_used_in_code_and_in_prose() {
        let lesson = Lesson::read("t.md", LESSON).unwrap();
        let program = |place: usize| lesson.blocks.get(place)?.editable().map(|source| &source.program().names);
        let names = DocumentNames::of(&lesson.blocks, program);
        let x: Arc<str> = "x".into();
        assert_eq!(
            (names.gives(0), names.takes(1), names.takes(2)),
            (&[x.clone()][..], &[x.clone()][..], &[x.clone()][..])
        );
        assert_eq!(names.definer(&x, 2), Some(0));
        assert_eq!(names.definer(&x, 0), None, "not from itself");
        assert_eq!(names.users(&x, 0).collect::<Vec<_>>(), [1, 2], "no question");
    }
}
