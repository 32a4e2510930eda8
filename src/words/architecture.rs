//! The pieces of an architecture, as the paper calls them.

use super::{Said, word};
use crate::notebook::architecture::LayerPartRole;

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
