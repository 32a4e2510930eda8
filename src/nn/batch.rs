//! Sequences of different length side by side.

use crate::tensor::ops::join::cat;
use crate::tensor::{DType, Result, Tensor};

/// Sequences one under the other, filled up to the longest with `pad`: (sequences, longest). As `pad_sequence` of PyTorch with
/// `batch_first=True`.
///
/// ```
/// use glassformer::nn::batch;
///
/// let ids = batch::pad(&[vec![5, 7, 9], vec![4]], 0)?;
/// assert_eq!(ids.shape(), [2, 3]);
/// assert_eq!(ids.to_vec(), [5.0, 7.0, 9.0, 4.0, 0.0, 0.0]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
///
/// # Errors
/// Never: the signature is that of its parts.
pub fn pad(sequences: &[Vec<i64>], pad: i64) -> Result<Tensor> {
    let longest = sequences.iter().map(Vec::len).max().unwrap_or(0);
    let row = |ids: &Vec<i64>| ids.iter().copied().chain(std::iter::repeat(pad)).take(longest).collect::<Vec<_>>();
    Tensor::from_i64(&[sequences.len(), longest], sequences.iter().flat_map(row).collect())
}

/// What a decoder is given while it learns to write these ids (..., m): `begin` in front and the last one gone, so that at each
/// place it has seen only what comes before. "Outputs (shifted right)" in figure 1 of the paper.
///
/// ```
/// use glassformer::{nn::batch, tensor::Tensor};
///
/// let target = Tensor::from_i64(&[1, 3], vec![7, 8, 2])?;
/// assert_eq!(batch::shift_right(&target, 1)?.to_vec(), [1.0, 7.0, 8.0]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
///
/// # Errors
/// When the ids have no axes.
pub fn shift_right(ids: &Tensor, begin: i64) -> Result<Tensor> {
    let mut shape = ids.shape().to_vec();
    match shape.last_mut() {
        Some(length) if *length > 0 => {
            let kept = ids.narrow(-1, 0, *length - 1)?;
            *length = 1;
            cat(&[Tensor::full(&shape, begin as f64, DType::I64), kept], -1)
        }
        _ => ids.narrow(-1, 0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shifted_right_begins_anew_and_loses_its_last() {
        let ids = Tensor::from_i64(&[2, 3], vec![7, 8, 2, 9, 2, 0]).unwrap();
        assert_eq!(shift_right(&ids, 1).unwrap().to_vec(), [1.0, 7.0, 8.0, 1.0, 9.0, 2.0]);
        assert_eq!(shift_right(&Tensor::from_i64(&[1], vec![4]).unwrap(), 1).unwrap().to_vec(), [1.0]);
        assert_eq!(shift_right(&pad(&[vec![], vec![]], 0).unwrap(), 1).unwrap().shape(), [2, 0]);
        assert!(shift_right(&Tensor::integer(4), 1).is_err());
    }

    #[test]
    fn no_sequence_and_an_empty_one_are_padded_too() {
        assert_eq!(pad(&[], 0).unwrap().shape(), [0, 0]);
        assert_eq!(pad(&[vec![], vec![3, 4], vec![5]], 9).unwrap().to_vec(), [9.0, 9.0, 3.0, 4.0, 5.0, 9.0]);
    }
}
