//! Whether a question's answer follows what the question says it `varies` with.
//!
//! The linter moves the input as a learner would and looks whether any move changes the answer: one that never changes is a
//! constant in disguise.

use std::sync::Arc;

use crate::lang::{ControlKind, Value, controls};
use crate::notebook::document::DocumentState;
use crate::notebook::evaluate::{EvaluationOutcome, evaluate_now};
use crate::notebook::lesson::{BlockId, BlockKind, CellSource, Lesson};
use crate::notebook::problem::nearest;

/// How many places of a slider are tried.
const SLIDER_TRIES: usize = 9;

/// How many places of a matrix or mask are tried.
const TABLE_TRIES: usize = 200;

/// Moves the input `name` and asks the question again; the error says why the claim does not hold, or which of the answers is no
/// option: a learner may move the input to each of these places.
pub(super) fn check(
    page: &DocumentState,
    known: &EvaluationOutcome,
    question: &BlockId,
    name: &str,
    (answer, options): (usize, usize),
) -> Result<(), String> {
    let (cell, source, input) = input(&page.lesson, name)?;
    let has_many = matches!(input, ControlKind::Matrix(_) | ControlKind::Mask(_));
    let mut changes = false;
    for text in moves(&input, source.text(), &shape_of(known, name)) {
        let Some(new) = asked(page, known, question, cell, &text) else { continue };
        if new >= options {
            let last = options.saturating_sub(1);
            return Err(format!(
                "changing `{name}` can make the answer {new}, but the options are numbered 0 to {last}"
            ));
        }
        changes |= new != answer;
        if changes && has_many {
            break;
        }
    }
    let stays = || format!("the answer is {answer} for every value of `{name}` that was tried");
    changes.then_some(()).ok_or_else(stays)
}

/// The input of that name, with the cell that it stands in and its code.
fn input<'l>(lesson: &'l Lesson, name: &str) -> Result<(&'l BlockId, &'l CellSource, ControlKind), String> {
    let mut inputs = Vec::new();
    for block in &lesson.blocks {
        let BlockKind::Cell(cell) = &block.kind else { continue };
        for control in controls(&cell.source.program().parsed.program) {
            if *control.name == *name {
                return Ok((&block.id, &cell.source, control.kind));
            }
            inputs.push(control.name);
        }
    }
    let hint = nearest(name, inputs.iter().map(|input| &**input));
    let hint = hint.map(|input| format!("; did you mean `{input}`?")).unwrap_or_default();
    Err(format!("`varies` names `{name}`, which is not an input of this page{hint}"))
}

fn shape_of(known: &EvaluationOutcome, name: &str) -> Vec<usize> {
    match known.definition(name).map(|(_, binding)| &binding.value) {
        Some(Value::Tensor(tensor)) => tensor.now().shape().to_vec(),
        _ => Vec::new(),
    }
}

/// The answer with another text in one cell: asked of the page as if it had been written so.
fn asked(
    page: &DocumentState,
    known: &EvaluationOutcome,
    question: &BlockId,
    cell: &BlockId,
    text: &str,
) -> Option<usize> {
    let mut lesson = Lesson::clone(&page.lesson);
    for block in lesson.blocks.iter_mut().filter(|block| block.id == *cell) {
        if let BlockKind::Cell(cell) = &mut block.kind {
            cell.source = cell.source.with_text(text);
        }
    }
    evaluate_now(&DocumentState { lesson: Arc::new(lesson), ..page.clone() }, known).answer(question)
}

/// The texts that moving a control can give. A mask may be as large as the page makes it; `shape` is what it has now.
fn moves(control: &ControlKind, source: &str, shape: &[usize]) -> Vec<String> {
    match control {
        ControlKind::Slider(slider) => {
            let place = |part: usize| slider.min + (slider.max - slider.min) * part as f64 / (SLIDER_TRIES - 1) as f64;
            (0..SLIDER_TRIES).map(|part| slider.with_value(source, place(part))).collect()
        }
        ControlKind::Text(text) => {
            let words: Vec<&str> = text.value.split_whitespace().collect();
            let backwards: Vec<&str> = words.iter().rev().copied().collect();
            let first = words.first().copied().unwrap_or("word");
            [backwards.join(" "), first.to_owned(), format!("{} {first}", text.value), "quite other words".to_owned()]
                .map(|new| text.with_text(source, &new))
                .into()
        }
        ControlKind::Choice(choice) => {
            (0..choice.options.len()).map(|option| choice.with_option(source, option)).collect()
        }
        ControlKind::Toggle(toggle) => vec![toggle.with_value(source, !toggle.value)],
        ControlKind::Matrix(matrix) => places(shape)
            .flat_map(|(row, column)| {
                let value = matrix.rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0.0);
                [-value, value + 1.0].map(|new| matrix.with_number(source, row, column, new))
            })
            .collect(),
        ControlKind::Mask(mask) => places(shape).map(|(row, column)| mask.toggled(source, row, column)).collect(),
    }
}

/// The first places of a table of this shape.
fn places(shape: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let (rows, columns) = (shape.first().copied().unwrap_or(0), shape.get(1).copied().unwrap_or(0));
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column))).take(TABLE_TRIES)
}
