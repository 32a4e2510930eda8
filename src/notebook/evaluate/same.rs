//! What an evaluation asks of values: whether two are the same, which option one means, and the labels of its axes.

use std::sync::Arc;

use crate::lang::{Scope, Value};
use crate::notebook::lesson::Display;
use crate::tensor::{Axis, Origin};

/// Whether two values cannot be told apart: equal bits, equal names of axes.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Tensor(a), Value::Tensor(b)) => a.same_bits(b) && a.axes() == b.axes(),
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::None, Value::None) => true,
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b)),
        _ => false,
    }
}

/// The number of an option that a question's answer means.
pub(super) fn index(answer: &Value) -> Option<usize> {
    let Value::Tensor(tensor) = answer else { return None };
    let number = (tensor.len() == 1).then(|| tensor.to_vec()[0])?;
    (number >= 0.0 && number.fract() == 0.0).then_some(number as usize)
}

/// Gives the tensors that a cell defines the names of rows and columns that its options say.
pub(super) fn labelled(defined: Scope, display: Option<&Display>, given: &Scope) -> Scope {
    let Some(display) = display else { return defined };
    let labels = |name: &Option<Arc<str>>| {
        let name = name.as_ref()?;
        strings(defined.get(name).or_else(|| given.get(name))?)
    };
    let rows = Axis { name: display.rows.clone(), labels: labels(&display.row_names) };
    let cols = Axis { name: display.cols.clone(), labels: labels(&display.col_names) };
    defined.into_iter().map(|(name, value)| (name, with_axes(value, &rows, &cols))).collect()
}

/// The rows are the last axis but one, the columns the last; what the options do not say stays as it was.
fn with_axes(value: Value, rows: &Axis, cols: &Axis) -> Value {
    let Value::Tensor(tensor) = value else { return value };
    let mut axes = tensor.axes().to_vec();
    let shape = tensor.shape().to_vec();
    for (axis, size, said) in
        axes.iter_mut().zip(shape).rev().zip([cols, rows]).map(|((axis, size), said)| (axis, size, said))
    {
        axis.name = said.name.clone().or_else(|| axis.name.take());
        axis.labels = said.labels.clone().filter(|labels| labels.len() == size).or_else(|| axis.labels.take());
    }
    Value::Tensor(tensor.with_axes(axes))
}

fn strings(value: &Value) -> Option<Arc<[Arc<str>]>> {
    let Value::List(items) = value else { return None };
    let text = |item: &Value| match item {
        Value::Str(text) => Some(Arc::clone(text)),
        _ => None,
    };
    items.iter().map(text).collect()
}

/// Every origin inside a value.
pub(super) fn origins(value: &Value) -> Vec<Origin> {
    match value {
        Value::Tensor(tensor) => tensor.origin().into_iter().collect(),
        Value::List(items) => items.iter().flat_map(origins).collect(),
        _ => Vec::new(),
    }
}
