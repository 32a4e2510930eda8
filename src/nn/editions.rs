//! One configurable Transformer and its presets: the paper's, PyTorch's, and one for each of five published tutorials.
//!
//! A tutorial is told apart by what truly differs. What it gets wrong is a [quirk](Quirk) of its edition: there as printed, to be
//! seen and measured, and to be mended one by one.
//!
//! | | norm | its formula | final norms | projections | fill | positions | embedding | hands out |
//! |---|---|---|---|---|---|---|---|---|
//! | [`Paper`](Edition::Paper) | after | variance, 1e-5 | no | one matrix | safe | sinusoidal | scaled | logits |
//! | [`PyTorch`](Edition::PyTorch) | after | variance, 1e-5 | yes | one matrix | safe | sinusoidal | scaled | logits |
//! | [`FromScratch`](Edition::FromScratch) | before | deviation, 1e-5 | no | three, no biases | -1e9 | float32 angles | scaled | logits |
//! | [`Blocks`](Edition::Blocks) | before | deviation, 1e-8, scalar | yes | three | -1e9 | cosines over sines | scaled | log-probabilities |
//! | [`Thread`](Edition::Thread) | after | variance, 1e-5 | no | three a head | -inf | learned | plain | probabilities |
//! | [`Einsum`](Edition::Einsum) | after | variance, 1e-5 | no | three | -1e-20, before scaling | learned | plain | logits |
//! | [`DeepDive`](Edition::DeepDive) | before | deviation, 1e-6 | yes | three, and an idle one | -1e9 | float32 angles | scaled | log-probabilities |
//!
//! What kept a tutorial from running at all (a class used and never defined, a missing import, a mask whose batch axis met the
//! heads, a table not cut to the length of the input) is mended here without a switch: there are no numbers to compare.
//!
//! ```
//! use glassformer::nn::{Edition, Fill};
//!
//! let quirk = Edition::Einsum.quirks().iter().find(|quirk| quirk.name == "tiny_fill").unwrap();
//! let mut design = Edition::Einsum.design();
//! assert_eq!(design.fill, Fill::With(-1e-20)); // exp(-1e-20) is 1: nothing is hidden
//! quirk.mend(&mut design);
//! assert_eq!(design.fill, Fill::With(-1e20));
//! ```

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::config::{Design, Encoding, Packing};
use super::generator::Output;
use super::{Activation, Fill};

/// Which Transformer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// "Attention Is All You Need" (2017): post-norm, and no norm after the last layer. The one table that it has for both
    /// embeddings and the generator takes one vocabulary, so it must be asked for: `shared` and `tied`.
    Paper,
    /// `torch.nn.Transformer` between two embeddings and a linear layer: as the paper, with a norm after each stack.
    #[default]
    #[serde(rename = "pytorch")]
    PyTorch,
    /// "Transformer From Scratch In PyTorch: Model", a blog post: pre-norm, attention without biases.
    FromScratch,
    /// A notebook that builds the model block by block: pre-norm, norms with one gain for all features.
    Blocks,
    /// A Twitter thread by abhishek: post-norm, a small linear layer for each head, learned positions.
    Thread,
    /// A page that follows the forward pass with `einsum`: post-norm, learned positions, a feed-forward network as wide as the model.
    Einsum,
    /// "Transformer Deep Dive", a report by Carlo Lepelaars after the Annotated Transformer: pre-norm, final norms.
    DeepDive,
}

/// Something that an edition's tutorial gets wrong, or does in a way that is worth comparing.
#[derive(Debug)]
pub struct Quirk {
    /// Its name.
    pub name: &'static str,
    /// What it is, and what follows from it.
    pub says: &'static str,
    mend: fn(&mut Design),
}

impl Quirk {
    /// Makes it right.
    pub fn mend(&self, design: &mut Design) {
        (self.mend)(design);
    }
}

impl Edition {
    /// The five tutorials.
    pub const TUTORIALS: [Self; 5] = [Self::FromScratch, Self::Blocks, Self::Thread, Self::Einsum, Self::DeepDive];

    /// Every edition.
    pub const ALL: [Self; 7] =
        [Self::Paper, Self::PyTorch, Self::FromScratch, Self::Blocks, Self::Thread, Self::Einsum, Self::DeepDive];

    /// What it is called on the command line and in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::PyTorch => "pytorch",
            Self::FromScratch => "from_scratch",
            Self::Blocks => "blocks",
            Self::Thread => "thread",
            Self::Einsum => "einsum",
            Self::DeepDive => "deep_dive",
        }
    }

    /// Its choices, quirks included.
    pub fn design(self) -> Design {
        match self {
            Self::Paper => Design { final_norm: false, ..pytorch() },
            Self::PyTorch => pytorch(),
            Self::FromScratch => Design {
                ln_eps: 1e-5,
                final_norm: false,
                memory_norm: true,
                attention_bias: false,
                out_bias: false,
                positions: Encoding::SinusoidalPower32,
                output: Output::Logits,
                ..annotated()
            },
            Self::Blocks => {
                Design { ln_eps: 1e-8, ln_scalar: true, positions: Encoding::CosinesOverSines, ..annotated() }
            }
            Self::Thread => Design {
                projections: Packing::PerHead,
                fill: Fill::With(f64::NEG_INFINITY),
                output: Output::Probabilities,
                drop_attended: false,
                drop_hidden_dec: true,
                ..plain()
            },
            Self::Einsum => Design {
                projections: Packing::Separate,
                fill: Fill::With(-1e-20),
                mask_before_scale: true,
                mask_target_padding: false,
                drop_sum: true,
                ..plain()
            },
            Self::DeepDive => Design {
                ln_eps: 1e-6,
                out_bias: false,
                idle_projection: true,
                positions: Encoding::SinusoidalExponential32,
                ..annotated()
            },
        }
    }

    /// What its tutorial gets wrong and the design holds as printed.
    pub fn quirks(self) -> &'static [Quirk] {
        match self {
            Self::Paper | Self::PyTorch => &[],
            Self::FromScratch => &[DEVIATION, NO_FINAL_NORM, MEMORY_NORM, SINGLE_ANGLES],
            Self::Blocks => &[COSINES_OVER_SINES, SCALAR_GAIN, TINY_EPS, DEVIATION],
            Self::Thread => &[EMPTY_ROWS, NO_ATTENTION_DROPOUT, UNEQUAL_DROPOUT],
            Self::Einsum => &[TINY_FILL, MASK_BEFORE_SCALE, TARGET_PADDING, DROPOUT_AFTER_NORM],
            Self::DeepDive => &[DEVIATION, IDLE_PROJECTION, SINGLE_ANGLES],
        }
    }

    /// Its choices with every quirk mended.
    pub fn mended(self) -> Design {
        let mut design = self.design();
        self.quirks().iter().for_each(|quirk| quirk.mend(&mut design));
        design
    }
}

impl FromStr for Edition {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|edition| edition.word() == word);
        known.ok_or_else(|| format!("there is no such edition: {}", Self::ALL.map(Self::word).join(", ")))
    }
}

fn pytorch() -> Design {
    Design {
        norm_first: false,
        ln_eps: 1e-5,
        ln_std: false,
        ln_scalar: false,
        final_norm: true,
        memory_norm: false,
        projections: Packing::Fused,
        attention_bias: true,
        out_bias: true,
        idle_projection: false,
        fill: Fill::Safe,
        mask_before_scale: false,
        mask_target_padding: true,
        positions: Encoding::Sinusoidal,
        scale_embeddings: true,
        activation: Activation::Relu,
        output: Output::Logits,
        tied: false,
        shared: false,
        drop_weights: true,
        drop_attended: true,
        drop_hidden_enc: true,
        drop_hidden_dec: true,
        drop_sum: false,
    }
}

/// What the three tutorials share that follow the Annotated Transformer: pre-norm, deviations, -1e9, log-probabilities.
fn annotated() -> Design {
    Design {
        norm_first: true,
        ln_std: true,
        projections: Packing::Separate,
        fill: Fill::With(-1e9),
        output: Output::LogProbabilities,
        ..pytorch()
    }
}

/// What the two share that are plainest: post-norm, learned positions, embeddings as they are, dropout after sub-layers alone.
fn plain() -> Design {
    Design {
        final_norm: false,
        positions: Encoding::Learned,
        scale_embeddings: false,
        drop_weights: false,
        drop_hidden_enc: false,
        drop_hidden_dec: false,
        ..pytorch()
    }
}

const DEVIATION: Quirk = Quirk {
    name: "deviation",
    says: "norms divide by std + eps, with std computed over n - 1; PyTorch and the paper divide by sqrt(var + eps): \
           the result is 3 % smaller at 16 features, and NaN at one",
    mend: |design| design.ln_std = false,
};
const NO_FINAL_NORM: Quirk = Quirk {
    name: "no_final_norm",
    says: "pre-norm stacks have no final norm, so the language-model head gets the unnormalized residual stream",
    mend: |design| design.final_norm = true,
};
const MEMORY_NORM: Quirk = Quirk {
    name: "memory_norm",
    says: "each decoder layer normalizes the memory again, in place of the missing final norm of the encoder",
    mend: |design| design.memory_norm = false,
};
const SINGLE_ANGLES: Quirk = Quirk {
    name: "single_angles",
    says: "the angles of the positions are computed in float32 and drift: by 3e-5 at position 511, by 2e-4 at 4999",
    mend: |design| design.positions = Encoding::Sinusoidal,
};
const COSINES_OVER_SINES: Quirk = Quirk {
    name: "cosines_over_sines",
    says: "the cosines are written over the sines in the even columns; the odd columns stay 0",
    mend: |design| design.positions = Encoding::Sinusoidal,
};
const SCALAR_GAIN: Quirk = Quirk {
    name: "scalar_gain",
    says: "a norm has one weight and one bias for all features: 2 parameters instead of 2 d_model",
    mend: |design| design.ln_scalar = false,
};
const TINY_EPS: Quirk = Quirk {
    name: "tiny_eps",
    says: "eps is 1e-8, smaller than float32's rounding error, so a constant row can become noise of several units",
    mend: |design| design.ln_eps = 1e-5,
};
const EMPTY_ROWS: Quirk = Quirk {
    name: "empty_rows",
    says: "softmax of a row of only -inf is 0/0: a sequence of only padding becomes NaN throughout",
    mend: |design| design.fill = Fill::Safe,
};
const NO_ATTENTION_DROPOUT: Quirk = Quirk {
    name: "no_attention_dropout",
    says: "attention has a dropout, but applies it neither to its weights nor to its output",
    mend: |design| (design.drop_weights, design.drop_attended) = (true, true),
};
const UNEQUAL_DROPOUT: Quirk = Quirk {
    name: "unequal_dropout",
    says: "the decoder's feed-forward network has dropout between its layers; the encoder's does not",
    mend: |design| design.drop_hidden_enc = design.drop_hidden_dec,
};
const TINY_FILL: Quirk = Quirk {
    name: "tiny_fill",
    says: "masked scores become -1e-20, which is practically 0: neither padding nor the future is masked",
    mend: |design| design.fill = Fill::With(-1e20),
};
const MASK_BEFORE_SCALE: Quirk = Quirk {
    name: "mask_before_scale",
    says: "scores are masked before they are divided by sqrt(d_k): this makes no difference for a large fill",
    mend: |design| design.mask_before_scale = false,
};
const TARGET_PADDING: Quirk = Quirk {
    name: "target_padding",
    says: "the target's padding is not masked: later positions attend to it",
    mend: |design| design.mask_target_padding = true,
};
const DROPOUT_AFTER_NORM: Quirk = Quirk {
    name: "dropout_after_norm",
    says: "dropout is applied to the normalized sum, not to the output of attention, and not at all around the feed-forward network",
    mend: |design| design.drop_sum = false,
};
const IDLE_PROJECTION: Quirk = Quirk {
    name: "idle_projection",
    says: "attention creates four projections but uses three; the unused one is saved and counted",
    mend: |design| design.idle_projection = false,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::NormPlace;

    #[test]
    fn every_quirk_is_printed_and_can_be_mended_by_itself() {
        for edition in Edition::ALL {
            for quirk in edition.quirks() {
                let mut design = edition.design();
                quirk.mend(&mut design);
                assert_ne!(design, edition.design(), "{edition:?}: {}", quirk.name);
                let mended = design.clone();
                quirk.mend(&mut design);
                assert_eq!(design, mended, "{edition:?}: {}", quirk.name);
            }
        }
    }

    #[test]
    fn what_is_mended_differs_from_pytorch_in_choices_that_are_open() {
        for edition in Edition::ALL {
            let mended = edition.mended();
            let open = Design {
                norm_first: mended.norm_first,
                ln_eps: mended.ln_eps,
                final_norm: mended.final_norm,
                projections: mended.projections,
                attention_bias: mended.attention_bias,
                out_bias: mended.out_bias,
                fill: mended.fill,
                positions: mended.positions,
                scale_embeddings: mended.scale_embeddings,
                output: mended.output,
                drop_weights: mended.drop_weights,
                drop_hidden_enc: mended.drop_hidden_enc,
                drop_hidden_dec: mended.drop_hidden_enc,
                ..pytorch()
            };
            assert_eq!(mended, open, "{edition:?}");
            assert!(matches!(mended.positions, Encoding::Sinusoidal | Encoding::Learned), "{edition:?}");
            assert!(mended.masking().hides() && mended.ln_eps >= 1e-6, "{edition:?}");
            assert!(mended.final_norm || mended.norm_place() == NormPlace::After, "{edition:?}");
        }
    }

    /// What no golden file tells: at their sizes these differ by less than its tolerance, and no row of theirs is empty.
    #[test]
    fn eps_angles_and_fills_are_as_printed() {
        let printed = Edition::TUTORIALS.map(|edition| {
            let Design { ln_eps, positions, fill, .. } = edition.design();
            (ln_eps, positions, fill)
        });
        let large = Fill::With(-1e9);
        let want = [
            (1e-5, Encoding::SinusoidalPower32, large),
            (1e-8, Encoding::CosinesOverSines, large),
            (1e-5, Encoding::Learned, Fill::With(f64::NEG_INFINITY)),
            (1e-5, Encoding::Learned, Fill::With(-1e-20)),
            (1e-6, Encoding::SinusoidalExponential32, large),
        ];
        assert_eq!(printed, want);
    }
}
