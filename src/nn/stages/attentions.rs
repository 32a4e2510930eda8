//! The three attentions of the Transformer, and the paths of their modules.

/// Which of the three attentions of the Transformer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AttentionPlace {
    /// The self-attention of an encoder layer.
    Encoder,
    /// The masked self-attention of a decoder layer.
    Decoder,
    /// The attention of a decoder layer to the encoder's output.
    Cross,
}

impl AttentionPlace {
    /// The path of its module in a layer, as PyTorch has it.
    ///
    /// ```
    /// use glassformer::nn::stages::AttentionPlace;
    ///
    /// assert_eq!(AttentionPlace::Cross.module(1), "decoder.layers.1.multihead_attn");
    /// ```
    pub fn module(self, layer: usize) -> String {
        let (stack, attention) = match self {
            Self::Encoder => ("encoder", "self_attn"),
            Self::Decoder => ("decoder", "self_attn"),
            Self::Cross => ("decoder", "multihead_attn"),
        };
        format!("{stack}.layers.{layer}.{attention}")
    }
}
