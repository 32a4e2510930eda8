//! A model of a configuration, blank: matrices and biases are 0, gains 1.

use super::{Config, Encoding, Packing};
use crate::nn::transformer::Input;
use crate::nn::{
    Decoder, DecoderLayer, Dropout, Encoder, EncoderLayer, FeedForward, Generator, LayerNorm, Linear,
    MultiHeadAttention, Positions, Projections, QueryKeyValue, Residual, TokenEmbedding, Transformer,
};
use crate::tensor::{DType, Error, Result, Tensor};

/// No single size is larger than this, and no table has more than 2^31 numbers: a file that says otherwise is broken or hostile.
const LARGEST: usize = 1 << 24;

/// No more numbers than this are prepared of positions that can be computed.
const PREPARED: usize = 1 << 23;

impl Config {
    /// The model, to be filled from a file or drawn.
    ///
    /// # Errors
    /// When the sizes do not fit together: `d_model` not divisible by the heads, or a size of 0 or beyond reason.
    pub fn build(&self) -> Result<Transformer> {
        self.check()?;
        Ok(Transformer {
            config: self.clone(),
            src: self.input(self.v_src)?,
            tgt: self.input(self.v_tgt)?,
            encoder: Encoder { layers: vec![self.encoder_layer(); self.enc_layers], norm: self.final_norm() },
            decoder: Decoder { layers: vec![self.decoder_layer(); self.dec_layers], norm: self.final_norm() },
            generator: self.generator(),
        })
    }

    /// One layer of the encoder.
    pub fn encoder_layer(&self) -> EncoderLayer {
        EncoderLayer {
            self_attn: self.attention(self.heads),
            feed_forward: self.feed_forward(self.design.drop_hidden_enc),
            residuals: [self.around_attention(), self.around_feed_forward()],
        }
    }

    /// One layer of the decoder.
    pub fn decoder_layer(&self) -> DecoderLayer {
        DecoderLayer {
            self_attn: self.attention(self.dec_heads()),
            multihead_attn: self.attention(self.dec_heads()),
            feed_forward: self.feed_forward(self.design.drop_hidden_dec),
            residuals: [self.around_attention(), self.around_attention(), self.around_feed_forward()],
            memory_norm: self.design.memory_norm.then(|| self.norm()),
        }
    }

    /// Whether a model can be made of this configuration.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn check(&self) -> Result<()> {
        self.check_sizes()?;
        let (rate, eps) = (self.dropout, self.design.ln_eps);
        if !(0.0..=1.0).contains(&rate) {
            return Err(Error::Value(format!(
                "the configuration's `dropout` is {rate}: a probability must be from 0 to 1"
            )));
        }
        if !(0.0..=1.0).contains(&eps) {
            return Err(Error::Value(format!("the configuration's `ln_eps` is {eps}: it must be from 0 to 1")));
        }
        if self.design.shared && self.v_src != self.v_tgt {
            return Err(Error::Value(format!(
                "`shared` uses one embedding for source and target, so `v_src` ({}) and `v_tgt` ({}) must be equal",
                self.v_src, self.v_tgt
            )));
        }
        Ok(())
    }

    fn check_sizes(&self) -> Result<()> {
        let sizes = [
            ("v_src", self.v_src),
            ("v_tgt", self.v_tgt),
            ("d_model", self.d_model),
            ("d_ff", self.d_ff),
            ("max_len", self.max_len),
            ("heads", self.heads),
            ("dec_heads", self.dec_heads()),
            ("d_k", self.d_k.unwrap_or(1)),
            ("d_v", self.d_v.unwrap_or(1)),
        ];
        if let Some((name, size)) = sizes.iter().find(|(_, size)| !(1..=LARGEST).contains(size)) {
            return Err(Error::Value(format!(
                "the configuration's `{name}` is {size}: it must be from 1 to {LARGEST}"
            )));
        }
        let widest = sizes.iter().map(|(_, size)| *size).max().unwrap_or(1);
        let (depth, width) = (self.enc_layers.max(self.dec_layers), self.d_model);
        let head = [self.heads, self.dec_heads()]
            .map(|heads| heads.saturating_mul(2 * self.d_k(heads) + self.d_v(heads)).saturating_mul(width));
        let largest = widest.saturating_mul(width).max(head[0]).max(head[1]);
        if depth > 1000 || largest > 1 << 31 {
            return Err(Error::Value(format!("the model of this configuration is too large: {}", self.to_json())));
        }
        for heads in [self.heads, self.dec_heads()] {
            if (self.d_k.is_none() || self.d_v.is_none()) && !width.is_multiple_of(heads) {
                return Err(Error::Value(format!(
                    "`d_model` ({width}) must be divisible by the number of heads ({heads})"
                )));
            }
        }
        Ok(())
    }

    fn input(&self, vocabulary: usize) -> Result<Input> {
        let positions = match (self.design.positions, self.design.positions.sinusoid()) {
            (_, Some(form)) => {
                Positions::sinusoidal(form, self.max_len.min(PREPARED / self.d_model.max(1)), self.d_model)?
            }
            (Encoding::Learned, None) => Positions::Learned(Tensor::zeros(&[self.max_len, self.d_model], DType::F32)),
            (_, None) => Positions::None,
        };
        let tokens = TokenEmbedding::blank(vocabulary, self.d_model, self.design.scale_embeddings);
        Ok(Input { tokens, positions, dropout: self.dropout() })
    }

    fn attention(&self, heads: usize) -> MultiHeadAttention {
        let design = &self.design;
        let (keys, values) = (self.d_k(heads), self.d_v(heads));
        let blank = |heads| QueryKeyValue::blank(self.d_model, heads * keys, heads * values, design.attention_bias);
        let projections = match design.projections {
            Packing::Fused => {
                let width = heads * (2 * keys + values);
                Projections::Fused(Box::new(Linear::blank(self.d_model, width, design.attention_bias)))
            }
            Packing::Separate => Projections::Separate(Box::new(blank(heads))),
            Packing::PerHead => Projections::PerHead(vec![blank(1); heads]),
        };
        let out_proj = Linear::blank(heads * values, self.d_model, design.out_bias);
        MultiHeadAttention {
            masking: design.masking(),
            dropout: self.dropout_if(design.drop_weights),
            idle: design.idle_projection.then(|| Linear::blank(self.d_model, self.d_model, design.attention_bias)),
            ..MultiHeadAttention::with(heads, projections, out_proj)
        }
    }

    fn feed_forward(&self, drops: bool) -> FeedForward {
        FeedForward {
            linear1: Linear::blank(self.d_model, self.d_ff, true),
            activation: self.design.activation,
            dropout: self.dropout_if(drops),
            linear2: Linear::blank(self.d_ff, self.d_model, true),
        }
    }

    fn norm(&self) -> LayerNorm {
        let features = if self.design.ln_scalar { 1 } else { self.d_model };
        LayerNorm { variant: self.design.norm(), ..LayerNorm::new(features) }
    }

    fn final_norm(&self) -> Option<LayerNorm> {
        self.design.final_norm.then(|| self.norm())
    }

    fn around_attention(&self) -> Residual {
        self.residual(self.design.drop_attended)
    }

    fn around_feed_forward(&self) -> Residual {
        self.residual(!self.design.drop_sum)
    }

    fn residual(&self, drops: bool) -> Residual {
        Residual {
            norm: self.norm(),
            place: self.design.norm_place(),
            dropout: self.dropout_if(drops),
            drops_the_sum: self.design.drop_sum,
        }
    }

    fn generator(&self) -> Generator {
        // A tied one reads the embedding, and has nothing of its own.
        let own = if self.design.tied { 0 } else { self.v_tgt };
        Generator { linear: Linear::blank(self.d_model, own, true), output: self.design.output }
    }

    fn dropout(&self) -> Dropout {
        Dropout::new(self.dropout)
    }

    fn dropout_if(&self, drops: bool) -> Dropout {
        if drops { self.dropout() } else { Dropout::OFF }
    }
}
