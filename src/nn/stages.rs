//! Every intermediate of a forward pass, by its path.
//!
//! A stage is called by PyTorch's path of its module and its own name: `encoder.layers.0.self_attn.weights`. The output of a module
//! has the module's path: `encoder.layers.0`. What heads compute together can be read one head at a time:
//! `encoder.layers.0.self_attn.heads.2.weights`.

use crate::tensor::{Record, Tensor};

/// What the record knows under that path; of the values of one name the last.
///
/// ```
/// use glassformer::nn::{MultiHeadAttention, stages};
/// use glassformer::tensor::{DType, Tensor, record};
///
/// let (attention, x) = (MultiHeadAttention::fused(4, 2, true), Tensor::ones(&[1, 3, 4], DType::F32));
/// let (_, record) = record::keep(|| record::within("self_attn", || attention.forward(&x, &x, &x, None)));
/// assert_eq!(stages::find(&record, "self_attn.weights").unwrap().shape(), [1, 2, 3, 3]);
/// assert_eq!(stages::find(&record, "self_attn.heads.1.weights").unwrap().shape(), [1, 3, 3]);
/// assert_eq!(stages::find(&record, "self_attn.heads.1").unwrap().shape(), [1, 3, 2]);
/// assert!(stages::find(&record, "self_attn.heads.2").is_none());
/// ```
pub fn find(record: &Record, path: &str) -> Option<Tensor> {
    record.named(path).map(|node| node.value.clone()).or_else(|| of_one_head(record, path))
}

/// `a.heads.2.weights` is head 2 of `a.weights`, and `a.heads.2` is head 2 of `a.heads`.
fn of_one_head(record: &Record, path: &str) -> Option<Tensor> {
    let (module, rest) = path.rsplit_once("heads.")?;
    let (head, stage) = rest.split_once('.').unwrap_or((rest, "heads"));
    let together = &record.named(&format!("{module}{stage}"))?.value;
    let axis = together.axes().iter().position(|axis| axis.name.as_deref() == Some("head"))?;
    together.clone().detach().select(axis as isize, head.parse().ok().filter(|head| *head >= 0)?).ok()
}
