//! What a Transformer is built from: its sizes, and the choices in which published Transformers differ.
//!
//! A configuration is read from JSON, whose keys are those of PyTorch and of the paper. What is not said is as in the
//! [edition](Edition) that it names, or as in PyTorch:
//!
//! ```
//! use glassformer::nn::{Config, Edition};
//!
//! let config = Config::from_json(r#"{"edition": "thread", "d_model": 64, "heads": 2, "layers": 3, "v_src": 50, "v_tgt": 40}"#)?;
//! assert_eq!((config.enc_layers, config.dec_layers, config.d_k(2)), (3, 3, 32));
//! assert_eq!(config.design, Edition::Thread.design());
//! assert_eq!(Config::from_json(&config.to_json())?, config);
//! assert!(Config::from_json(r#"{"d_modle": 64}"#).unwrap_err().to_string().contains("d_modle"));
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

mod build;
mod words;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::generator::Output;
use super::norm::{NormVariant, with_deviation};
use super::positional::{Angles, Sinusoid};
use super::{Activation, Edition, Fill, Masking, NormPlace};
use crate::tensor::{Error, Result};

/// Keys that may stand beside a configuration and say nothing about the model.
const BESIDE: [&str; 4] = ["src", "src_lens", "tgt", "tgt_lens"];

/// Everything there is to know about a Transformer but its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The preset it began with: weight files name their tensors as it does.
    pub edition: Edition,
    /// Words of the source's vocabulary.
    pub v_src: usize,
    /// Words of the target's.
    pub v_tgt: usize,
    /// Width of the vectors that pass between layers; 512 in the paper's base model.
    pub d_model: usize,
    /// Heads of the encoder, h; 8 in the paper.
    pub heads: usize,
    /// Heads of the decoder; as many as the encoder's unless said.
    pub dec_heads: Option<usize>,
    /// Width of a head's queries and keys; `d_model` / h unless said.
    pub d_k: Option<usize>,
    /// Width of a head's values; `d_model` / h unless said.
    pub d_v: Option<usize>,
    /// Width inside the feed-forward network; 2048 in the paper.
    pub d_ff: usize,
    /// Layers of the encoder, N; 6 in the paper.
    pub enc_layers: usize,
    /// Layers of the decoder.
    pub dec_layers: usize,
    /// How many positions are learned, or prepared where they are computed.
    pub max_len: usize,
    /// The id of the padding.
    pub pad: i64,
    /// The rate of every dropout; 0.1 in the paper. It acts while [training](super::dropout::training) alone.
    pub dropout: f64,
    /// The choices.
    #[serde(flatten)]
    pub design: Design,
}

/// The choices in which published Transformers differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own, named as PyTorch or a tutorial names it"
)]
pub struct Design {
    /// Whether the norm stands before the sub-layer (pre-norm) and not after the addition (post-norm).
    pub norm_first: bool,
    /// What keeps a norm's division from failing.
    pub ln_eps: f64,
    /// Whether norms divide by `std + eps`, the deviation that divides by n-1, and not by `sqrt(var + eps)`.
    pub ln_std: bool,
    /// Whether a norm has one gain and one shift for all features.
    pub ln_scalar: bool,
    /// Whether each stack ends with a norm.
    pub final_norm: bool,
    /// Whether each decoder layer normalizes the memory before it reads it.
    pub memory_norm: bool,
    /// How attention holds its projections.
    pub projections: Packing,
    /// Whether they have biases.
    pub attention_bias: bool,
    /// Whether the projection of the joined heads has one.
    pub out_bias: bool,
    /// Whether attention has a layer that it never uses.
    pub idle_projection: bool,
    /// What the scores of forbidden keys become.
    pub fill: Fill,
    /// Whether scores are masked before they are scaled.
    pub mask_before_scale: bool,
    /// Whether the target's padding is hidden from the decoder, as the future is.
    pub mask_target_padding: bool,
    /// What says where a token stands.
    pub positions: Encoding,
    /// Whether embeddings are multiplied by `sqrt(d_model)`.
    pub scale_embeddings: bool,
    /// Inside the feed-forward network.
    pub activation: Activation,
    /// What the model hands out.
    pub output: Output,
    /// Whether the generator is the target's embedding, read backwards.
    pub tied: bool,
    /// Whether source and target have one embedding, which takes one vocabulary. With `tied`, one table serves three, as in section
    /// 3.4 of the paper.
    pub shared: bool,
    /// Whether attention weights are dropped out.
    pub drop_weights: bool,
    /// Whether what attention computed is dropped out before it is added.
    pub drop_attended: bool,
    /// Whether the encoder's feed-forward network drops out between its layers.
    pub drop_hidden_enc: bool,
    /// Whether the decoder's does.
    pub drop_hidden_dec: bool,
    /// Whether around attention the normalized sum is dropped out, and not what attention computed; and around the feed-forward
    /// network nothing.
    pub drop_sum: bool,
}

/// How attention holds its projections: see [`Projections`](super::Projections).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Packing {
    /// One matrix for queries, keys and values.
    #[default]
    Fused,
    /// One for each of the three.
    Separate,
    /// Three small ones for each head.
    PerHead,
}

/// What says where a token stands: see [`Positions`](super::Positions).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// Nothing.
    None,
    /// Sines and cosines of exact angles.
    #[default]
    Sinusoidal,
    /// Of float32 angles, by division.
    SinusoidalPower32,
    /// Of float32 angles, by an exponential.
    SinusoidalExponential32,
    /// Cosines written over the sines.
    CosinesOverSines,
    /// A learned table for the source and one for the target.
    Learned,
}

impl Encoding {
    /// How sines and cosines are computed, where there are any.
    pub fn sinusoid(self) -> Option<Sinusoid> {
        let exact = Sinusoid::default();
        match self {
            Self::None | Self::Learned => None,
            Self::Sinusoidal => Some(exact),
            Self::SinusoidalPower32 => Some(Sinusoid { angles: Angles::SinglePower, ..exact }),
            Self::SinusoidalExponential32 => Some(Sinusoid { angles: Angles::SingleExponential, ..exact }),
            Self::CosinesOverSines => Some(Sinusoid { cosines_over_sines: true, ..exact }),
        }
    }
}

impl Design {
    /// The norm's formula.
    pub fn norm(&self) -> NormVariant {
        if self.ln_std {
            with_deviation(self.ln_eps)
        } else {
            NormVariant { eps: self.ln_eps, ..NormVariant::default() }
        }
    }

    /// Where the norm stands.
    pub fn norm_place(&self) -> NormPlace {
        if self.norm_first { NormPlace::Before } else { NormPlace::After }
    }

    /// Whether the mask over later positions hides them, so that what was written does not move when a token is added.
    pub fn is_causal(&self) -> bool {
        self.masking().hides()
    }

    /// How masks are applied.
    pub fn masking(&self) -> Masking {
        Masking { fill: self.fill, before_scale: self.mask_before_scale, is_added: false }
    }
}

impl Config {
    /// The edition's choices, at the sizes of the paper's base model (table 3) with the 37,000 words of its vocabulary. The one
    /// tutorial whose feed-forward network is as wide as the model keeps that.
    pub fn of(edition: Edition) -> Self {
        Self {
            edition,
            v_src: 37_000,
            v_tgt: 37_000,
            d_model: 512,
            heads: 8,
            dec_heads: None,
            d_k: None,
            d_v: None,
            d_ff: if edition == Edition::Einsum { 512 } else { 2048 },
            enc_layers: 6,
            dec_layers: 6,
            max_len: 512,
            pad: 0,
            dropout: 0.1,
            design: edition.design(),
        }
    }

    /// Heads of the decoder.
    pub fn dec_heads(&self) -> usize {
        self.dec_heads.unwrap_or(self.heads)
    }

    /// Width of the queries and keys of one of `heads` heads.
    pub fn d_k(&self, heads: usize) -> usize {
        self.d_k.unwrap_or(self.d_model / heads.max(1))
    }

    /// Width of the values of one of `heads` heads.
    pub fn d_v(&self, heads: usize) -> usize {
        self.d_v.unwrap_or(self.d_model / heads.max(1))
    }

    /// Reads a JSON object. `layers` stands for both depths where they are not said, `max_seq_len` for `max_len`.
    ///
    /// ```
    /// use glassformer::nn::Config;
    ///
    /// let config = Config::from_json(r#"{"enc_layers": 4, "layers": 3}"#)?;
    /// assert_eq!((config.enc_layers, config.dec_layers), (4, 3));
    /// # Ok::<(), glassformer::tensor::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not an object, or a key is unknown or has a value that does not fit.
    pub fn from_json(text: &str) -> Result<Self> {
        Self::from_map(&serde_json::from_str(text).map_err(|error| broken(&error))?)
    }

    /// The same of an object that has been read.
    ///
    /// # Errors
    /// As [`from_json`](Self::from_json).
    pub fn from_map(given: &Map<String, Value>) -> Result<Self> {
        let edition = given.get("edition").cloned().map_or(Ok(Edition::PyTorch), serde_json::from_value);
        let mut whole = Self::of(edition.map_err(|error| broken(&error))?).to_map();
        // What stands for one key comes last, for it says more.
        let (single, several): (Vec<_>, Vec<_>) = given.iter().partition(|(key, _)| places(key) == [key.as_str()]);
        for (key, value) in several.into_iter().chain(single) {
            for place in places(key) {
                let Some(known) = whole.get_mut(place) else {
                    let keys: Vec<&str> = whole.keys().map(String::as_str).collect();
                    let keys = keys.join(", ");
                    return Err(Error::Value(format!(
                        "the configuration has an unknown key, `{key}`; the known keys are {keys}"
                    )));
                };
                *known = value.clone();
            }
        }
        serde_json::from_value(Value::Object(whole)).map_err(|error| broken(&error))
    }

    /// Whether a configuration has that key, or one that stands for others.
    pub fn has_key(key: &str) -> bool {
        places(key).iter().any(|place| Self::of(Edition::default()).to_map().contains_key(*place))
    }

    /// Every key that a configuration can have.
    pub fn keys() -> Vec<String> {
        Self::of(Edition::default()).to_map().into_iter().map(|(key, _)| key).chain(["layers".to_owned()]).collect()
    }

    /// The same as a JSON object in one line.
    pub fn to_json(&self) -> String {
        Value::Object(self.to_map()).to_string()
    }

    fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }
}

/// The keys that a key stands for.
fn places(key: &str) -> Vec<&str> {
    match key {
        "layers" => vec!["enc_layers", "dec_layers"],
        "max_seq_len" => vec!["max_len"],
        beside if BESIDE.contains(&beside) => Vec::new(),
        key => vec![key],
    }
}

fn broken(error: &serde_json::Error) -> Error {
    Error::Value(format!("the configuration cannot be read: {error}"))
}
