//! Sequences of different length side by side: filled up, cut off, and a mask that says what is real.

use super::{Error, Result};

/// Which end of a sequence is filled up or cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The beginning: for models that go on writing at the end.
    Left,
    /// The end.
    Right,
}

/// Sequences of one length.
///
/// ```
/// use glassformer::text::batch::{Batch, Side};
///
/// let batch = Batch::pad(&[vec![1, 2, 3], vec![4]], 0, Side::Right);
/// assert_eq!(batch.ids, [[1, 2, 3], [4, 0, 0]]);
/// assert_eq!(batch.mask, [[true, true, true], [true, false, false]]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The ids: (sequences, length).
    pub ids: Vec<Vec<u32>>,
    /// True for a token, false for padding: 1 and 0 of BERT's `attention_mask`. It is made from the lengths: a token of the text
    /// that happens to have the id of the padding stays real.
    pub mask: Vec<Vec<bool>>,
}

impl Batch {
    /// Fills every sequence up to the length of the longest.
    pub fn pad(sequences: &[Vec<u32>], pad: u32, side: Side) -> Self {
        let longest = sequences.iter().map(Vec::len).max().unwrap_or(0);
        Self::pad_to(sequences, longest, pad, side)
    }

    /// Gives every sequence this length: shorter ones are filled up, longer ones cut off, at the same side.
    pub fn pad_to(sequences: &[Vec<u32>], length: usize, pad: u32, side: Side) -> Self {
        let mut batch = Self::default();
        for ids in sequences {
            let ids = truncate(ids, length, side);
            let padding = length - ids.len();
            batch.ids.push(filled(ids.iter().copied(), pad, padding, side));
            batch.mask.push(filled(ids.iter().map(|_| true), false, padding, side));
        }
        batch
    }
}

fn filled<T: Clone>(values: impl Iterator<Item = T>, pad: T, padding: usize, side: Side) -> Vec<T> {
    let padding = std::iter::repeat_n(pad, padding);
    match side {
        Side::Left => padding.chain(values).collect(),
        Side::Right => values.chain(padding).collect(),
    }
}

/// The ids that are left when a sequence may have `limit`.
///
/// ```
/// use glassformer::text::batch::{Side, truncate};
///
/// assert_eq!(truncate(&[1, 2, 3, 4], 3, Side::Right), [1, 2, 3]);
/// assert_eq!(truncate(&[1, 2, 3, 4], 3, Side::Left), [2, 3, 4]);
/// ```
pub fn truncate(ids: &[u32], limit: usize, side: Side) -> &[u32] {
    let keep = limit.min(ids.len());
    match side {
        Side::Left => &ids[ids.len() - keep..],
        Side::Right => &ids[..keep],
    }
}

/// Cuts a sequence off behind its first tokens, and keeps its last one, the end, where it then ends: `[CLS] a b c [SEP]` in three
/// tokens is `[CLS] a [SEP]`.
///
/// ```
/// use glassformer::text::batch::truncate_before_end;
///
/// assert_eq!(truncate_before_end(&[101, 7, 8, 9, 102], 3)?, [101, 7, 102]);
/// assert_eq!(truncate_before_end(&[101, 102], 8)?, [101, 102]);
/// # Ok::<(), glassformer::text::Error>(())
/// ```
///
/// # Errors
/// When the limit is below 2: beginning and end must fit.
pub fn truncate_before_end(ids: &[u32], limit: usize) -> Result<Vec<u32>> {
    if limit < 2 {
        return Err(Error::Limit { limit, needed: 2 });
    }
    match ids {
        [kept @ .., end] if ids.len() > limit => Ok(kept[..limit - 1].iter().copied().chain([*end]).collect()),
        _ => Ok(ids.to_vec()),
    }
}
