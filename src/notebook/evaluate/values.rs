//! What an evaluation asks of values: which option one means, and the labels of its axes.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::lang::{Scope, Value};
use crate::notebook::lesson::Display;
use crate::tensor::{Axis, Tensor};

/// The number of an option that a question's answer means: a whole number, plain or in a tensor.
pub(super) fn option(answer: &Value) -> Option<usize> {
    match answer {
        Value::Int(number, _) => usize::try_from(*number).ok(),
        Value::Tensor(tensor) if tensor.now().len() == 1 && !tensor.dtype().is_float() => {
            let number = tensor.now().to_vec()[0];
            (number >= 0.0).then_some(number as usize)
        }
        _ => None,
    }
}

/// Gives the tensors that a cell defines the names of rows and columns that its options say.
pub(super) fn labelled(defined: Scope, display: Option<&Display>, given: &Scope) -> Scope {
    let Some(display) = display else { return defined };
    let labels = |name: &Option<Arc<str>>| {
        let name = name.as_ref()?;
        strings(defined.get(name).or_else(|| given.get(name))?)
    };
    let mut rows = Axis { name: display.rows.clone(), labels: labels(&display.row_names), ..Axis::default() };
    let mut cols = Axis { name: display.cols.clone(), labels: labels(&display.col_names), ..Axis::default() };
    // What a vector has are columns.
    let words = if rows.labels.is_some() { &mut rows } else { &mut cols };
    words.made_up = words.labels.as_ref().zip(labels(&display.known)).and_then(|(words, known)| unknown(words, &known));
    let label = |value| match value {
        Value::Tensor(tensor) => Value::Tensor(tensor.seen(|now| Some(with_axes(now, &rows, &cols)))),
        other => other,
    };
    defined.into_iter().map(|(name, value)| (name, label(value))).collect()
}

/// The words that are not known, if there are any.
fn unknown(words: &[Arc<str>], known: &[Arc<str>]) -> Option<Arc<BTreeSet<Arc<str>>>> {
    let unknown: BTreeSet<Arc<str>> = words.iter().filter(|word| !known.contains(word)).cloned().collect();
    (!unknown.is_empty()).then(|| Arc::new(unknown))
}

/// The rows are the last axis but one, the columns the last. What the options do not say stays as it was, and so do names that the
/// cell itself gave, and labels where there are not as many as places.
fn with_axes(tensor: Tensor, rows: &Axis, cols: &Axis) -> Tensor {
    let mut axes = tensor.axes().to_vec();
    let sized = axes.iter_mut().zip(tensor.shape());
    for ((axis, &size), said) in sized.rev().zip([cols, rows]) {
        let labels = said.labels.as_ref().filter(|labels| labels.len() == size);
        if let Some(made_up) = said.made_up.as_ref().filter(|_| labels.is_some()) {
            axis.made_up = Some(Arc::clone(made_up));
        }
        if axis.is_said {
            axis.labels = axis.labels.take().or_else(|| labels.cloned());
        } else {
            axis.name = said.name.clone().or_else(|| axis.name.take());
            axis.labels = labels.cloned().or_else(|| axis.labels.take());
        }
    }
    // To a cell that reads it on, these are names that it came with.
    for axis in &mut axes {
        axis.is_said = false;
    }
    tensor.with_axes(axes)
}

/// The words of a list that has nothing else.
pub(in crate::notebook) fn strings(value: &Value) -> Option<Arc<[Arc<str>]>> {
    let items = value.items()?;
    let text = |item: &Value| match item {
        Value::Str(text) => Some(Arc::clone(text)),
        _ => None,
    };
    items.iter().map(text).collect()
}
