//! A page of which one attention lacks a piece: what would its values be without the mask, the scale, one head?
//!
//! The page is evaluated as always, but that another value takes the place of one stage (an
//! [intervention](crate::nn::intervention)); so everything that depends on it follows.

use std::sync::Arc;

use super::lesson::BlockId;
use crate::nn::intervention::{Change, Intervention};

/// A piece that an attention lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The cell that runs the attention.
    pub block: BlockId,
    /// The attention, by its full name: `model.encoder.layers.0.self_attn`.
    pub attention: Arc<str>,
    /// What it lacks.
    pub piece: AttentionPiece,
}

/// What can be taken out of an attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttentionPiece {
    /// Nothing is hidden.
    Mask,
    /// Scores are not divided by the root of the width.
    Scale,
    /// A head gives 0, by its number from 0.
    Head(usize),
}

impl LeftOut {
    /// The stage that is another, and how.
    pub fn intervention(&self) -> Intervention {
        let stage = |name: &str| format!("{}.{name}", self.attention);
        match self.piece {
            AttentionPiece::Mask => Intervention { stage: stage("masked"), change: Change::Unmasked },
            AttentionPiece::Scale => Intervention { stage: stage("scores"), change: Change::Unscaled },
            AttentionPiece::Head(head) => Intervention { stage: stage(&format!("heads.{head}")), change: Change::Off },
        }
    }
}
