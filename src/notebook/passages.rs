//! What there is to read in a block, passage by passage: for searching it, and for looking its words up.
//!
//! Answers, hints, explanations and solutions are left out: neither a search nor a glossary gives anything away. The code of a cell is
//! not here either; the page has it, as the learner wrote it.

use super::lesson::{Block, BlockKind};
use super::markdown::{Content, ElementKind, ProseElement, TextRun, plain};
use super::math;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passage<'b> {
    /// A cell's name, which says what it does: project, scale, mix.
    Label(&'b str),
    /// A heading.
    Heading(&'b [TextRun]),
    /// A paragraph, an item, a cell of a table, what is asked, or an option.
    Text(&'b [TextRun]),
    /// A line of code to read.
    Code(&'b str),
    /// A formula on a line of its own, as LaTeX.
    Formula(&'b str),
}

/// All of a block, in the order in which they stand there.
pub fn passages(block: &Block) -> Vec<Passage<'_>> {
    match &block.kind {
        BlockKind::Prose(elements) => elements.iter().flat_map(of_element).collect(),
        BlockKind::Cell(_) => vec![Passage::Label(&block.id)],
        BlockKind::Question(question) => {
            std::iter::once(&question.ask).chain(&question.options).map(|text| Passage::Text(text)).collect()
        }
        BlockKind::Exercise(exercise) => vec![Passage::Text(&exercise.ask)],
    }
}

fn of_element(element: &ProseElement) -> Vec<Passage<'_>> {
    match &element.kind {
        ElementKind::Heading { text, .. } => vec![Passage::Heading(text)],
        ElementKind::Code { text, .. } => text.lines().map(Passage::Code).collect(),
        ElementKind::Math(latex) => vec![Passage::Formula(latex)],
        _ => element.texts().into_iter().map(|text| Passage::Text(text)).collect(),
    }
}

/// The bare words of a block, a line each: what the words of the course are looked for in.
pub fn words(block: &Block) -> String {
    let words = |passage: &Passage<'_>| match passage {
        Passage::Label(text) | Passage::Code(text) | Passage::Formula(text) => (*text).to_owned(),
        Passage::Heading(text) | Passage::Text(text) => plain(text),
    };
    passages(block).iter().map(words).collect::<Vec<_>>().join("\n")
}

/// A text as it is read, on one line; a computed number, which is another one tomorrow, is a dot.
pub fn on_one_line(text: &[TextRun]) -> String {
    let piece = |piece: &TextRun| match &piece.content {
        Content::Text(words) | Content::Code(words) => words.clone(),
        Content::Math(latex) => math::unicode(latex),
        Content::Computed(_) => "·".to_owned(),
        Content::Break => " ".to_owned(),
    };
    text.iter().map(piece).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::lesson::Lesson;

    const LESSON: &str = "---
title: T
id: t
---
# Start

Some *words*.

    code

$$x^2$$

```python
#| label: scale
x = 1
```

```python
#| role: question
#| label: sum
#| ask: Which?
#| options: one | two
#| hint: a secret
#| explain: another secret
answer = 1
```
";

    #[test]
    fn all_that_is_read_is_there_and_nothing_is_given_away() {
        let lesson = Lesson::read("t.md", LESSON).unwrap();
        let words: Vec<String> = lesson.blocks.iter().map(words).collect();
        assert_eq!(words, ["Start\nSome words.\ncode\nx^2", "scale", "Which?\none\ntwo"]);
    }
}
