//! The parts of the Transformer that a lesson can be about.

/// A part of the encoder-decoder Transformer, as figure 1 of *Attention Is All You Need* has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelPart {
    /// Text as tokens.
    Tokens,
    /// Vectors for tokens.
    Embedding,
    /// Positional encoding.
    Positions,
    /// Self-attention, of the encoder or of anything.
    Attention,
    /// The self-attention of the decoder, with its causal mask.
    MaskedAttention,
    /// The residual connection and the normalization after each sublayer.
    AddAndNorm,
    /// The feed-forward network of each layer.
    FeedForward,
    /// The encoder as a whole.
    Encoder,
    /// The decoder as a whole.
    Decoder,
    /// The language-model head with softmax.
    Head,
    /// The whole model.
    Model,
}

/// Every part with its name in a lesson's front matter.
pub const MODEL_PARTS: [(&str, ModelPart); 11] = [
    ("tokens", ModelPart::Tokens),
    ("embedding", ModelPart::Embedding),
    ("positions", ModelPart::Positions),
    ("attention", ModelPart::Attention),
    ("masked-attention", ModelPart::MaskedAttention),
    ("add-and-norm", ModelPart::AddAndNorm),
    ("feed-forward", ModelPart::FeedForward),
    ("encoder", ModelPart::Encoder),
    ("decoder", ModelPart::Decoder),
    ("head", ModelPart::Head),
    ("model", ModelPart::Model),
];

impl ModelPart {
    /// The part of this name.
    pub fn named(name: &str) -> Option<Self> {
        MODEL_PARTS.iter().find(|(known, _)| *known == name).map(|(_, part)| *part)
    }
}
