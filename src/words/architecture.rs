//! The pieces of an architecture, as the paper calls them.

use super::{Said, say, word};
use crate::nn::stages::AttentionPlace;
use crate::notebook::architecture::LayerPartRole;

/// An attention of a layer, which counts from 0: `encoder 0 · self-attention`.
pub fn attention(place: AttentionPlace, layer: usize) -> String {
    match place {
        AttentionPlace::Encoder => say!("machine-encoder-attention", layer),
        AttentionPlace::Decoder => say!("machine-decoder-attention", layer),
        AttentionPlace::Cross => say!("machine-cross-attention", layer),
    }
}

/// What a piece of a layer is called where there is room for all of it, and abbreviations cannot be heard.
pub fn role_in_full(role: &LayerPartRole) -> String {
    match role {
        LayerPartRole::MaskedAttention => word!("role-masked-attention-in-full").to_owned(),
        role => role.said(),
    }
}

impl Said for LayerPartRole {
    fn said(&self) -> String {
        let words = match self {
            Self::Cross => word!("role-cross"),
            Self::MaskedAttention => word!("role-masked-attention"),
            Self::Attention => word!("role-attention"),
            Self::FeedForward => word!("role-feed-forward"),
            Self::Add => word!("role-add"),
            Self::Norm => word!("role-norm"),
            Self::AddNorm => word!("role-add-norm"),
            Self::Other(name) => name.as_str(),
        };
        words.to_owned()
    }
}
