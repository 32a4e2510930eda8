//! Words as plain Markdown: every computed number as the text that it has.

use std::ops::Range;

use super::links::Links;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::{Block, BlockId, BlockKind, BlockOrigin, Lesson};
use crate::notebook::markdown::{Content, TextRun, next_hole};

/// The lesson's text between two bytes, its computed numbers filled in, its links mended.
pub(super) fn filled(lesson: &Lesson, outcome: &EvaluationOutcome, links: &Links, range: Range<usize>) -> String {
    let source = lesson.file.text();
    let (mut text, mut done) = (String::new(), range.start);
    for (hole, value) in holes(lesson, outcome, links) {
        if hole.start < done || hole.end > range.end {
            continue;
        }
        text.push_str(&source[done..hole.start]);
        text.push_str(&value);
        done = hole.end;
    }
    text.push_str(&source[done..range.end]);
    links.mended(text.trim_matches('\n').trim_end())
}

/// Where computed numbers stand in the file, and what they say; where notes stand, which are for who speaks, and say nothing here; and
/// before which blocks a link finds its place.
fn holes(lesson: &Lesson, outcome: &EvaluationOutcome, links: &Links) -> Vec<(Range<usize>, String)> {
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
    let prose = lesson
        .blocks
        .iter()
        .filter(|block| block.origin == BlockOrigin::Lesson && matches!(block.kind, BlockKind::Prose(_)));
    holes.extend(prose.filter_map(|block| {
        let start = lesson.file.line_start(block.line - 1);
        Some((start..start, format!("{}\n\n", links.anchor(block)?)))
    }));
    holes.sort_by_key(|(hole, _)| hole.start);
    holes
}

/// The text of a computed number; one that could not be computed shows its expression.
fn said(outcome: &EvaluationOutcome, block: &BlockId, index: usize, expression: &str) -> String {
    outcome.number(block, index).text().map_or_else(|| format!("`{expression}`"), str::to_owned)
}

/// A short text of a block, such as a question, as Markdown.
pub(super) fn inline(block: &Block, outcome: &EvaluationOutcome, links: &Links, pieces: &[TextRun]) -> String {
    let mut text = String::new();
    // The link that is open, and its words.
    let mut open: Option<(&str, String)> = None;
    for piece in pieces {
        let target = piece.link.as_deref();
        if open.as_ref().map(|(target, _)| *target) != target {
            text.extend(open.take().map(|(target, words)| links.written(&words, target)));
            open = target.map(|target| (target, String::new()));
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
        open.as_mut().map_or(&mut text, |(_, words)| words).extend([mark, &said, mark]);
    }
    text.extend(open.map(|(target, words)| links.written(&words, target)));
    text
}
