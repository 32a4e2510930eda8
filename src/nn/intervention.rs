//! Reaching into a computation: switching off a head, a sub-layer or a layer, or putting in what another sentence has there.
//!
//! What a part of a trained model is for shows when it is missing. Where modules name their [stages], somebody may
//! give another value for the one that was computed (a [hook](tape::record_with)); everything after that is computed as always. There
//! is no second path, and without an intervention no bit is another.
//!
//! - **Off** is 0 in the place of a stage. A head gives nothing to the sum of all heads, `decoder.layers.1.multihead_attn.heads.0`. A
//!   sub-layer, `decoder.layers.1.feed_forward`, adds nothing to what passes by it. All heads off leaves the bias of the output
//!   projection, which belongs to none of them; the sub-layer off leaves not even that. A layer off, `decoder.layers.1`, is all its
//!   sub-layers off: its norms stay, and before-norm layers hand on what they were given.
//! - **A patch** is the same stage of another computation, at the same positions, as far as both have them; or at one position.
//!
//! ```
//! use glassformer::nn::intervention::{Change, Intervention, under};
//! use glassformer::nn::{Config, Edition, Transformer, stages};
//! use glassformer::tensor::{Tensor, random::Generator};
//!
//! let config = Config { d_model: 8, heads: 2, d_ff: 16, v_src: 5, v_tgt: 6, ..Config::of(Edition::PyTorch) };
//! let model = Transformer::new(&config, &mut Generator::manual_seed(1))?;
//! let ids = Tensor::from_i64(&[1, 2], vec![3, 4])?;
//! let off = Intervention { stage: "encoder.layers.0.self_attn.heads.1".to_owned(), change: Change::Off };
//! let (logits, tape) = under(vec![off], || model.forward(&ids, &ids));
//! assert_eq!(stages::find(&tape, "encoder.layers.0.self_attn.heads.1").unwrap().to_vec(), [0.0; 8]);
//! assert!(!logits?.same_bits(&model.forward(&ids, &ids)?));
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use std::cell::RefCell;
use std::collections::HashMap;

use super::{nearest, stages};
use crate::tensor::ops::join::cat;
use crate::tensor::ops::mask::where_;
use crate::tensor::tape::{self, Hook, Leaf};
use crate::tensor::{DType, Error, Result, Tape, Tensor};

/// One change of one stage.
#[derive(Clone, Debug)]
pub struct Intervention {
    /// Its path; that of a head (`….heads.2`, `….heads.2.weights`) means its part of the stage.
    pub stage: String,
    /// What happens to it.
    pub change: Change,
}

/// What happens to a stage.
#[derive(Clone, Debug)]
pub enum Change {
    /// It becomes 0.
    Off,
    /// What a mask made of scores becomes those scores again: the stage is `….masked`.
    Unmasked,
    /// Scores become the products that they were before they were divided by the root of the width: the stage is `….scores`.
    Unscaled,
    /// It becomes that of another computation.
    Patch {
        /// The other value, with as many axes.
        value: Tensor,
        /// At which position (the axis before the last); `None` at all that both have.
        at: Option<usize>,
    },
}

/// Runs a computation with these interventions and keeps its tape.
pub fn under<T>(interventions: Vec<Intervention>, compute: impl FnOnce() -> T) -> (T, Tape) {
    if interventions.is_empty() {
        return tape::record(compute);
    }
    tape::record_with(Some(hook(interventions)), compute)
}

/// Who is asked about every stage of a computation under these interventions.
pub fn hook(interventions: Vec<Intervention>) -> Hook {
    let before = RefCell::new(Before::new());
    Hook::new(move |name, value| {
        let path = without_step(name);
        let changed = interventions.iter().try_fold(None, |earlier: Option<Tensor>, one| {
            let now = earlier.as_ref().unwrap_or(value);
            one.acts_on(path, now, &before.borrow()).map(|changed| changed.or(earlier))
        })?;
        if interventions.iter().any(|one| one.looks_back_at(path)) {
            before.borrow_mut().insert(path.to_owned(), changed.as_ref().unwrap_or(value).clone());
        }
        Ok(changed)
    })
}

/// The stages so far that an intervention looks back at, by their names.
type Before = HashMap<String, Tensor>;

/// The stages that switching off `path` means: itself, or of a layer its sub-layers. `tape` is that of a pass without
/// interventions, and says which stages there are.
///
/// # Errors
/// When there is no such stage; the nearest name is told, or how some are called.
pub fn off(tape: &Tape, path: &str) -> Result<Vec<Intervention>> {
    find(tape, path)?;
    let of_layer = ["self_attn", "multihead_attn", "feed_forward"].map(|part| format!("{path}.{part}"));
    let stages = if is_layer(path) {
        of_layer.into_iter().filter(|stage| stages::find(tape, stage).is_some()).collect()
    } else {
        vec![path.to_owned()]
    };
    Ok(stages.into_iter().map(|stage| Intervention { stage, change: Change::Off }).collect())
}

/// The patch of a stage with its value in another tape. `tape` is that of a pass without interventions.
///
/// # Errors
/// When one of the two has no such stage, or the position is in none of both.
pub fn patch(tape: &Tape, other: &Tape, path: &str, at: Option<usize>) -> Result<Intervention> {
    let (own, value) = (find(tape, path)?, find(other, path)?);
    let positions = |tensor: &Tensor| tensor.shape().iter().rev().nth(1).copied().unwrap_or(1);
    let both = positions(&own).min(positions(&value));
    match at {
        Some(at) if at >= both => Err(Error::Value(format!(
            "both sentences have positions 0 to {} in `{path}`, so there is no {at}",
            both.saturating_sub(1)
        ))),
        _ => Ok(Intervention { stage: path.to_owned(), change: Change::Patch { value, at } }),
    }
}

/// A stage of a tape.
fn find(tape: &Tape, path: &str) -> Result<Tensor> {
    stages::find(tape, path).ok_or_else(|| {
        let near = nearest(path, tape.names().map(|(name, _)| name));
        let help = near.map(|near| format!("; did you mean `{near}`?")).or_else(|| examples(tape));
        Error::Value(format!("there is no stage `{path}`{}", help.unwrap_or_default()))
    })
}

/// How stages are called, by those of the first layer.
fn examples(tape: &Tape) -> Option<String> {
    let layer = tape.names().map(|(name, _)| without_step(name)).find(|name| is_layer(name))?;
    Some(format!(
        "; stages are layers such as `{layer}`, their parts such as `{layer}.self_attn`, and heads such as `{layer}.self_attn.heads.0`"
    ))
}

/// Whether a path is that of a whole layer: `encoder.layers.0`.
fn is_layer(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(stack, number)| stack.ends_with("layers") && number.parse::<usize>().is_ok())
}

/// While decoding, stages have the step before their path: `steps.3.decoder.layers.0`.
fn without_step(name: &str) -> &str {
    let rest = name.strip_prefix("steps.").and_then(|rest| rest.split_once('.'));
    rest.map_or(name, |(_, rest)| rest)
}

impl Intervention {
    /// The stage that it has to know before it acts: the scores before a mask, the queries whose width is the scale.
    fn looks_back(&self) -> Option<String> {
        let (attention, _) = self.stage.rsplit_once('.')?;
        match self.change {
            Change::Unmasked => Some(format!("{attention}.scores")),
            Change::Unscaled => Some(format!("{attention}.q")),
            Change::Off | Change::Patch { .. } => None,
        }
    }

    fn looks_back_at(&self, name: &str) -> bool {
        self.looks_back().as_deref() == Some(name)
    }

    /// What takes the place of a stage; `None` where this is another one.
    fn acts_on(&self, name: &str, value: &Tensor, before: &Before) -> Result<Option<Tensor>> {
        let head = if name == self.stage {
            None
        } else {
            match stages::head_of(&self.stage) {
                Some((together, head)) if together == name => Some(head),
                _ => return Ok(None),
            }
        };
        match head {
            None => self.change.of(value, self.looks_back().and_then(|stage| before.get(&stage))).map(Some),
            Some(head) => {
                let changed = self.change.of(&value.select(-3, head)?, None)?.unsqueeze(-3)?;
                let heads = value.shape().iter().rev().nth(2).copied().unwrap_or(1) as i64;
                let parts = [
                    value.narrow(-3, 0, head as usize)?,
                    changed,
                    value.narrow(-3, head as usize + 1, (heads - head - 1) as usize)?,
                ];
                let whole: Vec<Tensor> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                Ok(Some(cat(&whole, -3)?.with_axes(value.axes().to_vec())))
            }
        }
    }
}

impl Change {
    /// What becomes of a value; `before` is the stage that it looks back at. Where there was none nothing changes.
    fn of(&self, value: &Tensor, before: Option<&Tensor>) -> Result<Tensor> {
        match self {
            Self::Unmasked => Ok(before.unwrap_or(value).clone()),
            Self::Unscaled => {
                let width = before.and_then(|queries| queries.shape().last().copied()).unwrap_or(1);
                value.mul(&Tensor::number((width as f64).sqrt()).to(value.dtype())?)
            }
            Self::Off => {
                let everywhere = Tensor::from_bool(&[1], vec![true])?;
                value.masked_fill(&everywhere, &Tensor::number(0.0))
            }
            Self::Patch { value: other, at } => {
                let (other, taken) = laid_over(other, value.shape(), *at)?;
                let other = tape::leaf(other.to(value.dtype())?, Leaf::Given("another sentence".into()));
                Ok(where_(&taken, &other, value)?.with_axes(value.axes().to_vec()))
            }
        }
    }
}

/// A value cut and filled up to a shape, and where it has something to say: at places that it has, and at that position if one is meant.
fn laid_over(other: &Tensor, shape: &[usize], at: Option<usize>) -> Result<(Tensor, Tensor)> {
    if other.ndim() != shape.len() {
        return Err(Error::Value(format!(
            "a stage of shape {shape:?} cannot be patched with one of shape {:?}",
            other.shape()
        )));
    }
    let (mut value, mut taken) = (other.clone(), Tensor::ones(other.shape(), DType::Bool));
    for (axis, &size) in shape.iter().enumerate() {
        let both = value.shape()[axis].min(size);
        let mut rest = value.shape().to_vec();
        rest[axis] = size - both;
        let axis_of = axis as isize;
        value = cat(&[value.narrow(axis_of, 0, both)?, Tensor::zeros(&rest, value.dtype())], axis_of)?;
        taken = cat(&[taken.narrow(axis_of, 0, both)?, Tensor::zeros(&rest, DType::Bool)], axis_of)?;
    }
    if let (Some(at), Some(positions)) = (at, shape.len().checked_sub(2)) {
        let here = (0..shape[positions]).map(|place| place == at).collect();
        taken = taken.and(&Tensor::from_bool(&[shape[positions], 1], here)?)?;
    }
    Ok((value, taken))
}
