//! Whether a question's answer follows what the question says it `varies` with.
//!
//! The linter moves the input as a learner would and looks whether any move changes the answer: one that never changes is a
//! constant in disguise.

use std::sync::Arc;

use crate::lang::{ControlKind, controls};
use crate::notebook::evaluate::{Outcome, Program, evaluate_now};
use crate::notebook::lesson::{BlockId, BlockKind, Lesson};
use crate::notebook::page::Snapshot;
use crate::notebook::problem::nearest;

/// How many places of a slider are tried.
const SLIDER_TRIES: usize = 9;

/// Moves the input `name` and asks the question again; the error says why the claim does not hold.
pub(super) fn check(
    page: &Snapshot,
    known: &Outcome,
    question: &BlockId,
    name: &str,
    answer: usize,
) -> Result<(), String> {
    let mut inputs = Vec::new();
    for block in &page.lesson.blocks {
        let BlockKind::Cell(cell) = &block.kind else { continue };
        let program = Program::new(Arc::clone(&cell.source.text));
        for control in controls(&program.parsed.program) {
            if *control.name == *name {
                let mut texts = moves(&control.kind, &cell.source.text).into_iter();
                let changes =
                    |text: String| asked(page, known, question, &block.id, &text).is_some_and(|new| new != answer);
                let stays = || format!("the answer stays {answer} wherever `{name}` is moved");
                return texts.any(changes).then_some(()).ok_or_else(stays);
            }
            inputs.push(control.name);
        }
    }
    let hint = nearest(name, inputs.iter().map(|input| &**input));
    let hint = hint.map(|input| format!("; did you mean `{input}`?")).unwrap_or_default();
    Err(format!("it varies with `{name}`, which is no input of this page{hint}"))
}

/// The answer with another text in one cell: asked of the page as if it had been written so.
fn asked(page: &Snapshot, known: &Outcome, question: &BlockId, cell: &BlockId, text: &str) -> Option<usize> {
    let mut lesson = Lesson::clone(&page.lesson);
    for block in lesson.blocks.iter_mut().filter(|block| block.id == *cell) {
        if let BlockKind::Cell(cell) = &mut block.kind {
            cell.source.text = text.into();
        }
    }
    evaluate_now(&Snapshot { lesson: Arc::new(lesson), ..page.clone() }, known).answer(question)
}

/// The texts that moving a control can give.
fn moves(control: &ControlKind, source: &str) -> Vec<String> {
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
        ControlKind::Matrix(matrix) => elements(&matrix.rows)
            .flat_map(|(row, column, &value)| {
                [-value, value + 1.0].map(|new| matrix.with_number(source, row, column, new))
            })
            .collect(),
        ControlKind::Mask(mask) => {
            elements(&mask.rows).map(|(row, column, &on)| mask.with_cell(source, row, column, !on)).collect()
        }
    }
}

fn elements<T>(rows: &[Vec<T>]) -> impl Iterator<Item = (usize, usize, &T)> {
    let row = |(row, values): (usize, &Vec<T>)| (row, values.len());
    let places: Vec<_> =
        rows.iter().enumerate().map(row).flat_map(|(row, width)| (0..width).map(move |column| (row, column))).collect();
    places.into_iter().map(|(row, column)| (row, column, &rows[row][column]))
}
