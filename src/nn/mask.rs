//! Masks: who may attend to whom.
//!
//! Two conventions are current, and mixing them up turns a mask inside out without an error:
//!
//! - *keep*, true where attention is allowed: this library, most tutorials (`mask == 0` is filled), the annotated Transformer, and
//!   the boolean masks of PyTorch's `F.scaled_dot_product_attention`.
//! - *hide*, true where it is forbidden: `masked_fill`, and `attn_mask` and `key_padding_mask` of PyTorch's
//!   `nn.MultiheadAttention` and `nn.Transformer`.
//!
//! [`hide`] and [`additive`] turn the first into what the others take. Masks broadcast to (batch, heads, queries, keys).

use crate::tensor::ops::mask::where_;
use crate::tensor::{DType, Result, Tensor, budget};

/// What a query may see, said in one or both ways. Everything broadcasts to (batch, heads, queries, keys).
#[derive(Clone, Copy, Debug, Default)]
pub struct Mask<'a> {
    /// True, or 1, where attention is allowed: forbidden scores are filled.
    pub keep: Option<&'a Tensor>,
    /// Real numbers that are added to the scores: 0 where attention is allowed, -inf where not, or anything between.
    pub added: Option<&'a Tensor>,
}

impl<'a> From<Option<&'a Tensor>> for Mask<'a> {
    fn from(keep: Option<&'a Tensor>) -> Self {
        Self { keep, added: None }
    }
}

/// Keeps every token that is not padding: ids (..., n) become (..., 1, 1, n), the same for all heads and queries.
///
/// ```
/// use glassformer::{nn::mask, tensor::Tensor};
///
/// let ids = Tensor::from_i64(&[2, 3], vec![5, 7, 9, 4, 0, 0])?;
/// let keep = mask::padding(&ids, 0)?;
/// assert_eq!(keep.shape(), [2, 1, 1, 3]);
/// assert_eq!(keep.to_vec(), [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
///
/// # Errors
/// When `ids` has no axes.
pub fn padding(ids: &Tensor, pad: i64) -> Result<Tensor> {
    ids.ne(&Tensor::integer(pad))?.unsqueeze(-2)?.unsqueeze(-2)
}

/// Keeps the past and the present: query i sees keys 0 to i (section 3.2.3 of the paper). (queries, keys)
///
/// With more keys than queries the first query still sees the first key alone, as PyTorch's `is_causal` has it. So it does not fit
/// a cache of earlier keys, where the *last* query must see everything: see [`causal_after`].
///
/// ```
/// use glassformer::nn::mask;
///
/// assert_eq!(mask::causal(2, 3)?.to_vec(), [1.0, 0.0, 0.0, 1.0, 1.0, 0.0]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
///
/// # Errors
/// When the mask would be too large for whoever [counts](budget).
pub fn causal(queries: usize, keys: usize) -> Result<Tensor> {
    budget::make(&[queries, keys])?;
    Tensor::ones(&[queries, keys], DType::Bool).tril(0)
}

/// The same for queries that come after `past` keys of a cache: query i sees keys 0 to past + i. (queries, past + queries)
///
/// ```
/// use glassformer::nn::mask;
///
/// assert_eq!(mask::causal_after(1, 2)?.to_vec(), [1.0, 1.0, 0.0, 1.0, 1.0, 1.0]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
///
/// # Errors
/// When the mask would be too large for whoever [counts](budget).
pub fn causal_after(past: usize, queries: usize) -> Result<Tensor> {
    budget::make(&[queries, past + queries])?;
    Tensor::ones(&[queries, past + queries], DType::Bool).tril(past as i64)
}

/// Keeps what both masks keep.
///
/// # Errors
/// When the masks do not broadcast.
pub fn both(one: &Tensor, other: &Tensor) -> Result<Tensor> {
    one.and(other)
}

/// The other convention: true where attention is forbidden. Turns back what it turned.
///
/// # Errors
/// When the mask is not of truth values.
pub fn hide(keep: &Tensor) -> Result<Tensor> {
    keep.not()
}

/// A mask to add to scores: 0 where attention is allowed and -inf where not, as
/// `nn.Transformer.generate_square_subsequent_mask` makes it. float32
///
/// # Errors
/// Never: the signature is that of its parts.
pub fn additive(keep: &Tensor) -> Result<Tensor> {
    let allowed = Tensor::zeros(&[], DType::F32);
    let forbidden = Tensor::full(&[], f64::NEG_INFINITY, DType::F32);
    where_(keep, &allowed, &forbidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_row_of_ids_and_a_batch_of_them_mask_alike() {
        let ids = Tensor::from_i64(&[3], vec![5, 0, 0]).unwrap();
        assert_eq!(padding(&ids, 0).unwrap().shape(), [1, 1, 3]);
        assert!(padding(&Tensor::integer(1), 0).is_err());
    }

    #[test]
    fn the_two_conventions_are_each_others_opposite_and_the_sum_hides_what_they_hide() {
        let keep = both(&causal(2, 2).unwrap(), &Tensor::from_bool(&[1, 2], vec![false, true]).unwrap()).unwrap();
        assert_eq!(keep.to_vec(), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(hide(&keep).unwrap().to_vec(), [1.0, 1.0, 1.0, 0.0]);
        let never = f64::NEG_INFINITY;
        assert_eq!(additive(&keep).unwrap().to_vec(), [never, never, never, 0.0]);
    }
}
