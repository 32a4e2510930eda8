//! Which elements of a tensor or an array its text shows: all of them, or of a large one some at each end of every axis.

use crate::tensor::Tensor;

/// Which places of an axis are shown, with so many at each `edge` where not all are; `None` is the gap.
pub(super) fn shown_places(size: usize, edge: Option<usize>) -> Vec<Option<usize>> {
    match edge {
        Some(edge) if size > 2 * edge => {
            (0..edge).map(Some).chain([None]).chain((size - edge..size).map(Some)).collect()
        }
        _ => (0..size).map(Some).collect(),
    }
}

/// What `read` gives for each place that is shown, in order.
pub(super) fn shown_elements(tensor: &Tensor, edge: Option<usize>, read: impl Fn(&[usize]) -> f64) -> Vec<f64> {
    let mut shown = Vec::new();
    collect(tensor, &mut Vec::new(), edge, &read, &mut shown);
    shown
}

fn collect(
    tensor: &Tensor,
    index: &mut Vec<usize>,
    edge: Option<usize>,
    read: &impl Fn(&[usize]) -> f64,
    out: &mut Vec<f64>,
) {
    if index.len() == tensor.ndim() {
        out.push(read(index));
        return;
    }
    for place in shown_places(tensor.shape()[index.len()], edge).into_iter().flatten() {
        index.push(place);
        collect(tensor, index, edge, read, out);
        index.pop();
    }
}
