//! Every intermediate of a forward pass, by its path.
//!
//! A stage is called by PyTorch's path of its module and its own name: `encoder.layers.0.self_attn.weights`. The output of a module
//! has the module's path: `encoder.layers.0`. What heads compute together can be read one head at a time:
//! `encoder.layers.0.self_attn.heads.2.weights`.

mod attentions;
mod hooks;
mod order;

pub use attentions::AttentionPlace;
pub use hooks::of_hook;
pub use order::Place;

use std::collections::HashSet;

use crate::tensor::{Tape, Tensor};

/// What the tape knows under that path; of the values of one name the last.
///
/// ```
/// use glassformer::nn::{MultiHeadAttention, stages};
/// use glassformer::tensor::{DType, Tensor, tape};
///
/// let (attention, x) = (MultiHeadAttention::fused(4, 2, true), Tensor::ones(&[1, 3, 4], DType::F32));
/// let (_, tape) = tape::record(|| tape::within("self_attn", || attention.forward(&x, &x, &x, None)));
/// assert_eq!(stages::find(&tape, "self_attn.weights").unwrap().shape(), [1, 2, 3, 3]);
/// assert_eq!(stages::find(&tape, "self_attn.heads.1.weights").unwrap().shape(), [1, 3, 3]);
/// assert_eq!(stages::find(&tape, "self_attn.heads.1").unwrap().shape(), [1, 3, 2]);
/// assert!(stages::find(&tape, "self_attn.heads.2").is_none());
/// ```
pub fn find(tape: &Tape, path: &str) -> Option<Tensor> {
    let named = |path: &str| tape.named(path).map(|node| node.value.clone().detach());
    let of_one_head = || head_of(path).and_then(|(together, head)| named(&together)?.select(-3, head).ok());
    named(path).or_else(of_one_head)
}

/// Every stage under its path, in the order of the computation; of the values of one name the last.
pub fn all(tape: &Tape) -> Vec<(String, Tensor)> {
    let mut seen = HashSet::new();
    let newest_first = tape.names().rev().filter(|(name, _)| seen.insert((*name).to_owned()));
    let mut stages: Vec<_> = newest_first.map(|(name, node)| (name.to_owned(), node.value.clone().detach())).collect();
    stages.reverse();
    stages
}

/// The stage of all heads, whose axes are (..., head, position, feature), and which of them is meant: `a.heads.2.weights` is head 2
/// of `a.weights`, and `a.heads.2` is head 2 of `a.heads`.
pub fn head_of(path: &str) -> Option<(String, i64)> {
    let (module, rest) = path.rsplit_once("heads.")?;
    let (head, stage) = rest.split_once('.').unwrap_or((rest, "heads"));
    let head = head.parse().ok().filter(|head| *head >= 0)?;
    Some((format!("{module}{stage}"), head))
}
