//! Greedy decoding: always the likeliest token.
//!
//! The best first step need not begin the best sequence, so what comes out can be less likely than what [beam](super::beam) search
//! finds; with a width of 1, that is the same.

use super::{Autoregressive, Bounds, Path, path};
use crate::tensor::{Result, Tensor};

/// Writes a sequence for each of `rows` rows, each to its own end. Of equally likely tokens the smaller id is taken.
///
/// # Errors
/// When the model refuses a step, or its logits are no distribution.
pub fn greedy(model: &mut dyn Autoregressive, rows: usize, bounds: Bounds) -> Result<Vec<Path>> {
    path::write(model, rows, bounds, &mut |logits: &Tensor, _: &[i64]| {
        Ok((logits.argmax(-1, false)?.item()? as i64, None))
    })
}
