//! Words as plain Markdown: every computed number as the text that it has.

use std::ops::Range;

use crate::notebook::evaluate::Outcome;
use crate::notebook::lesson::{Block, BlockId, BlockOrigin, Lesson};
use crate::notebook::markdown::{Content, Piece, next_hole};

/// The lesson's text between two bytes, its computed numbers filled in.
pub(super) fn filled(lesson: &Lesson, outcome: &Outcome, range: Range<usize>) -> String {
    let source = lesson.file.text();
    let (mut text, mut done) = (String::new(), range.start);
    for (hole, value) in holes(lesson, outcome) {
        if hole.start < done || hole.end > range.end {
            continue;
        }
        text.push_str(&source[done..hole.start]);
        text.push_str(&value);
        done = hole.end;
    }
    text.push_str(&source[done..range.end]);
    text.trim_matches('\n').trim_end().to_owned()
}

/// Where computed numbers stand in the file, and what they say; and where notes stand, which are for who speaks, and say nothing here.
fn holes(lesson: &Lesson, outcome: &Outcome) -> Vec<(Range<usize>, String)> {
    let source = lesson.file.text();
    let mut holes: Vec<_> = lesson
        .blocks
        .iter()
        .flat_map(|block| block.numbers().map(|number| (&block.id, number)))
        .filter_map(|(id, number)| {
            let line = lesson.file.line_start(number.place.line - 1);
            let column = source[line..].char_indices().nth(number.place.column - 1)?.0;
            let start = source[..line + column].rfind("{{")?;
            Some((next_hole(source, start)?, said(outcome, id, number.index, &number.expression)))
        })
        .collect();
    let notes = lesson.blocks.iter().filter(|block| block.origin == BlockOrigin::Lesson).flat_map(|block| &block.notes);
    holes.extend(notes.map(|note| {
        let behind = source[note.place.end..].bytes().take_while(|byte| *byte == b'\n').count();
        (note.place.start..note.place.end + behind, String::new())
    }));
    holes.sort_by_key(|(hole, _)| hole.start);
    holes
}

/// The text of a computed number; one that could not be computed shows its expression.
fn said(outcome: &Outcome, block: &BlockId, index: usize, expression: &str) -> String {
    outcome.number(block, index).text().map_or_else(|| format!("`{expression}`"), str::to_owned)
}

/// A short text of a block, such as a question, as Markdown.
pub(super) fn inline(block: &Block, outcome: &Outcome, pieces: &[Piece]) -> String {
    let (mut text, mut open) = (String::new(), None);
    for piece in pieces {
        if open != piece.link.as_deref() {
            text.extend(open.map(|target| format!("]({target})")));
            open = piece.link.as_deref();
            text.push_str(if open.is_some() { "[" } else { "" });
        }
        let said = match &piece.content {
            Content::Text(words) => words.clone(),
            Content::Code(code) => format!("`{code}`"),
            Content::Math(math) => format!("${math}$"),
            Content::Computed(number) => said(outcome, &block.id, number.index, &number.expression),
            Content::Break => "  \n".to_owned(),
        };
        let mark = match (piece.strong, piece.emphasis) {
            (true, _) => "**",
            (false, true) => "*",
            (false, false) => "",
        };
        text.extend([mark, &said, mark]);
    }
    text.extend(open.map(|target| format!("]({target})")));
    text
}
