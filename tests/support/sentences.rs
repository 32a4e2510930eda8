//! Sentences of different length, as ids below the vocabularies of [`sizes`](super::sizes).

use glassformer::nn::batch;
use glassformer::tensor::Tensor;

/// Rows of ids, filled up with 0.
pub(crate) fn ids(rows: &[&[i64]]) -> Tensor {
    batch::pad(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>(), 0).unwrap()
}

pub(crate) fn source() -> Tensor {
    ids(&[&[3, 7, 10, 5], &[4, 9]])
}

pub(crate) fn target() -> Tensor {
    ids(&[&[1, 6, 12, 2, 8], &[1, 11, 4]])
}
