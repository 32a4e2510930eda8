//! Scaled dot-product attention, section 3.2.1 and equation 1 of the paper: `softmax(Q K^T / sqrt(d_k)) V`.
//!
//! Each query is multiplied with every key; the products, scaled and made into weights that sum to one, say how much of each
//! value goes into the query's output. A [mask](super::mask) says which keys a query may not see.
//!
//! ```
//! use glassformer::nn::{Masking, mask, scaled_dot_product_attention};
//! use glassformer::tensor::Tensor;
//!
//! let x = Tensor::from_f32(&[3, 2], vec![1.0, 0.0, 0.0, 1.0, 1.0, 1.0])?;
//! let stages = scaled_dot_product_attention(&x, &x, &x, Some(&mask::causal(3, 3)?), Masking::default())?;
//! let weights: Vec<String> = stages.weights.to_vec().iter().map(|w| format!("{w:.3}")).collect();
//! assert_eq!(weights[..3], ["1.000", "0.000", "0.000"]); // the first query sees itself alone
//! assert_eq!(weights[3..6], ["0.330", "0.670", "0.000"]);
//! assert_eq!(weights[6..], ["0.248", "0.248", "0.503"]);
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use std::sync::Arc;

use super::{Dropout, mask::Mask};
use crate::tensor::ops::dtype_names;
use crate::tensor::ops::fused_masked_softmax::{self, ScoreStep};
use crate::tensor::{DType, Error, Leaf, Result, Tensor, tape};

/// What the score of a forbidden key becomes, and with it what becomes of a query that may see no key at all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fill {
    /// -inf, and a row of nothing else gets weights of 0, as in PyTorch's `F.scaled_dot_product_attention`, whether there is a mask
    /// or not: whoever may see nothing reads nothing. What we use unless a tutorial says otherwise.
    #[default]
    Safe,
    /// This number. With -inf an empty row is 0/0, so NaN. With -1e9 it is uniform over *all* keys, the forbidden ones too,
    /// because beside -1e9 every score vanishes in float32. Wherever a key is left, both give the same bits as [`Fill::Safe`].
    With(f64),
}

impl Fill {
    fn number(self) -> f64 {
        match self {
            Self::Safe => f64::NEG_INFINITY,
            Self::With(number) => number,
        }
    }
}

/// What products are scaled by before softmax.
#[derive(Clone, Copy, Debug, Default)]
pub enum Scale<'a> {
    /// Divided by `sqrt(d_k)`, as in the paper.
    #[default]
    RootOfWidth,
    /// Multiplied with this number.
    By(&'a Tensor),
}

/// How a mask is applied.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Masking {
    /// What forbidden scores become.
    pub fill: Fill,
    /// Whether products are masked before they are scaled. With an infinite or huge fill that changes nothing; with the -1e-20
    /// that one tutorial prints, forbidden keys keep their weight either way.
    pub before_scale: bool,
    /// Whether -inf is added to the score, as PyTorch's own modules add their masks, and not put in its place: beside an infinite
    /// score, or none, that is NaN.
    pub is_added: bool,
}

impl Masking {
    /// Whether a forbidden key gets no weight at all beside an allowed one. In float32 the exponential of anything below -104 is 0,
    /// and scores, which are differences of a few hundred at most, do not lift -10,000 above that.
    pub fn hides(self) -> bool {
        match self.fill {
            Fill::Safe => true,
            Fill::With(fill) => fill <= -1e4,
        }
    }
}

/// What comes of queries, keys and values. The scores on the way are stages of the tape, if one is kept: `scores`, how well each
/// query matches each key, `Q K^T / sqrt(d_k)` (not scaled yet when the mask goes first), and `masked`, what softmax is given.
#[derive(Clone, Debug)]
pub struct Stages {
    /// How much each query takes from each key: rows sum to 1, but for empty ones. (..., queries, keys)
    pub weights: Tensor,
    /// The weights after dropout: the same when not training.
    pub kept: Tensor,
    /// The values, weighted and summed: (..., queries, `d_v`).
    pub output: Tensor,
}

/// Attention of queries (..., n, `d_k`) to keys (..., m, `d_k`) with values (..., m, `d_v`); leading axes (batch, heads) broadcast.
/// `keep` is true, or 1, where a query may attend to a key, and broadcasts to (..., n, m).
///
/// # Errors
/// When queries and keys differ in `d_k`, keys and values in m, or leading axes or the mask do not broadcast.
pub fn scaled_dot_product_attention(
    queries: &Tensor,
    keys: &Tensor,
    values: &Tensor,
    keep: Option<&Tensor>,
    masking: Masking,
) -> Result<Stages> {
    let stages = attend(queries, keys, values, keep.into(), masking, Scale::RootOfWidth, Dropout::OFF)?;
    tape::name(&stages.output, "output");
    Ok(stages)
}

/// [`scaled_dot_product_attention`] whose weights go through a dropout before they meet the values (section 5.4 of the paper), and
/// whose output is left for the caller to name. The mask may also add to the scores, and another scale take the place of the root.
///
/// # Errors
/// As [`scaled_dot_product_attention`], and when the rate of the dropout is not a probability.
pub fn attend(
    queries: &Tensor,
    keys: &Tensor,
    values: &Tensor,
    mask: Mask<'_>,
    masking: Masking,
    scale: Scale<'_>,
    dropout: Dropout,
) -> Result<Stages> {
    check_dtypes(queries, keys, values, mask)?;
    let products = queries.matmul(&keys.transpose(-2, -1)?)?;
    let root;
    let scale = Some(match scale {
        Scale::By(number) => ScoreStep::Multiply(number),
        Scale::RootOfWidth => {
            root = root_of_width(queries)?;
            ScoreStep::Divide(&root)
        }
    });
    let fill = mask.keep.map(|keep| match masking.fill.number() {
        f64::NEG_INFINITY if masking.is_added => ScoreStep::Hide { keep },
        with => ScoreStep::Fill { keep, with },
    });
    let order = if masking.before_scale { [fill, scale] } else { [scale, fill] };
    let steps: Vec<ScoreStep> = order.into_iter().chain([mask.added.map(ScoreStep::Add)]).flatten().collect();
    let safe = masking.fill == Fill::Safe;
    let weights = if !tape::is_on() && fused_masked_softmax::is_row_by_row(&products, &steps) {
        fused_masked_softmax::forward(products, &steps, safe)?
    } else {
        // Where the mask goes first, the scores are what is not scaled yet.
        let unscaled = masking.before_scale && mask.keep.is_some();
        step_by_step(products, &steps, usize::from(!unscaled), safe)?
    };
    let weights = tape::stage(weights, "weights")?;
    let kept = dropout.forward(&weights)?;
    let output = kept.matmul(values)?;
    Ok(Stages { weights, kept, output })
}

/// Refuses numbers of different dtypes, in the words of PyTorch's `F.scaled_dot_product_attention`.
fn check_dtypes(queries: &Tensor, keys: &Tensor, values: &Tensor, mask: Mask<'_>) -> Result<()> {
    let [query, key, value] = [queries, keys, values].map(|x| dtype_names::cpp(x.dtype()));
    if query != key || query != value {
        return Err(Error::Value(format!(
            "Expected query, key, and value to have the same dtype, but got query.dtype: {query} key.dtype: {key} and value.dtype: {value} instead. Attention multiplies them; write .float() after those that differ"
        )));
    }
    let fits = |added: &Tensor| matches!(added.dtype(), DType::Bool | DType::F32) || added.dtype() == queries.dtype();
    match mask.added.filter(|added| !fits(added)) {
        None => Ok(()),
        Some(added) => Err(Error::Value(format!(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: {} and  query.dtype: {query} instead. A mask is either Boolean, or a float mask that is added to the scores",
            dtype_names::cpp(added.dtype())
        ))),
    }
}

/// From products to weights, each step by itself. After `scored` steps they are called scores.
fn step_by_step(products: Tensor, steps: &[ScoreStep<'_>], scored: usize, safe: bool) -> Result<Tensor> {
    let mut masked = products;
    for (done, step) in steps.iter().enumerate() {
        if done == scored {
            masked = tape::stage(masked, "scores")?;
        }
        masked = step.of(&masked)?;
    }
    if steps.len() == scored {
        masked = tape::stage(masked, "scores")?;
    }
    masked = tape::stage(masked, "masked")?;
    if safe { safe_softmax(&masked) } else { masked.softmax(-1) }
}

/// Softmax over the last axis in which a row of nothing but -inf becomes 0 instead of 0/0.
///
/// ```
/// use glassformer::{nn::attention::safe_softmax, tensor::Tensor};
///
/// let never = f32::NEG_INFINITY;
/// let scores = Tensor::from_f32(&[2, 2], vec![0.0, never, never, never])?;
/// assert_eq!(safe_softmax(&scores)?.to_vec(), [1.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
///
/// # Errors
/// When the tensor has no axes.
pub fn safe_softmax(scores: &Tensor) -> Result<Tensor> {
    if !scores.has_hidden_lane() {
        return scores.softmax(-1);
    }
    // An empty row is set to 0 twice: its scores, so that no NaN arises from which gradients would never recover, then its weights.
    let empty = scores.eq(&Tensor::number(f64::NEG_INFINITY))?.all(&[-1], true)?;
    let zero = Tensor::number(0.0);
    scores.masked_fill(&empty, &zero)?.softmax(-1)?.masked_fill(&empty, &zero)
}

/// `sqrt(d_k)`. Products of `d_k` random terms spread with that root, and softmax of widely spread scores has hardly a gradient.
fn root_of_width(queries: &Tensor) -> Result<Tensor> {
    let width = queries.shape().last().copied().unwrap_or(1);
    tape::leaf(Tensor::number(width as f64), Leaf::Given(Arc::from("d_k"))).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::{dropout, mask};
    use crate::tensor::backend;
    use crate::tensor::random::Generator;

    fn words() -> Tensor {
        Tensor::from_f64(&[3, 2], vec![0.5, -1.0, 2.0, 0.25, -0.75, 1.5]).unwrap()
    }

    fn attend(keep: Option<&Tensor>, masking: Masking) -> Stages {
        scaled_dot_product_attention(&words(), &words(), &words(), keep, masking).unwrap()
    }

    #[test]
    fn the_order_of_scale_and_mask_matters_only_for_a_fill_that_is_no_large_number() {
        let keep = mask::causal(3, 3).unwrap();
        let weights =
            |fill, before_scale| attend(Some(&keep), Masking { fill, before_scale, ..Masking::default() }).weights;
        for fill in [Fill::Safe, Fill::With(f64::NEG_INFINITY), Fill::With(-1e9)] {
            assert!(weights(fill, true).same_bits(&weights(fill, false)));
        }
        assert!(!weights(Fill::With(-3.0), true).same_bits(&weights(Fill::With(-3.0), false)));
    }

    #[test]
    fn who_may_see_nothing_reads_nothing_and_hands_back_a_gradient_without_nan() {
        let keep = Tensor::from_bool(&[3, 3], vec![true, true, false, false, false, false, true, true, true]).unwrap();
        let (output, tape) = tape::record(|| {
            let x = tape::leaf(words(), Leaf::Literal);
            (x.clone(), scaled_dot_product_attention(&x, &x, &x, Some(&keep), Masking::default()).unwrap().output)
        });
        assert_eq!(output.1.select(0, 1).unwrap().to_vec(), [0.0, 0.0]);
        let gradients = tape.gradients(&output.1).unwrap();
        assert!(gradients.of(&output.0).unwrap().to_vec().iter().all(|x| x.is_finite()));
    }

    #[test]
    fn weights_are_dropped_before_they_meet_the_values() {
        let all = Dropout::new(1.0);
        let attended = || {
            super::attend(&words(), &words(), &words(), None.into(), Masking::default(), Scale::RootOfWidth, all)
                .unwrap()
        };
        let stages = dropout::training(&mut Generator::manual_seed(0), attended);
        assert!(stages.weights.to_vec().iter().all(|&weight| weight > 0.0));
        assert_eq!((stages.kept.to_vec(), stages.output.to_vec()), (vec![0.0; 9], vec![0.0; 6]));
    }

    #[test]
    fn what_is_added_to_scores_hides_as_much_as_a_fill_or_weighs() {
        let keep = mask::causal(3, 3).unwrap();
        let weights = |added: &Tensor| {
            let mask = Mask { keep: None, added: Some(added) };
            super::attend(&words(), &words(), &words(), mask, Masking::default(), Scale::RootOfWidth, Dropout::OFF)
                .unwrap()
                .weights
        };
        let hidden = weights(&mask::additive(&keep).unwrap());
        assert!(hidden.same_bits(&attend(Some(&keep), Masking::default()).weights));
        let (plain, doubled) = (attend(None, Masking::default()).weights, Tensor::from_f64(&[3], vec![2.0, 1.0, 1.0]));
        let heavier = weights(&doubled.unwrap().log().unwrap());
        for row in 0..3 {
            let odds = |weights: &Tensor| weights.at(&[row, 0]) / weights.at(&[row, 1]);
            assert!((odds(&heavier) / odds(&plain) - 2.0).abs() < 1e-9);
        }
    }

    /// Without a tape the scores go from product to weight in one pass, and no bit may tell.
    #[test]
    fn a_record_changes_no_bit_whatever_the_mask() {
        let draw = |shape: &[usize], seed: u64| {
            Tensor::from_f32(shape, Generator::manual_seed(seed).randn(shape).iter().copied().collect()).unwrap()
        };
        let [q, k, v] =
            [(5, 1), (6, 2), (6, 3)].map(|(n, seed)| draw(&[2, 3, n, 4], seed).mul(&Tensor::number(3.0)).unwrap());
        let causal = mask::causal(5, 6).unwrap();
        let ids = Tensor::from_i64(&[2, 6], vec![5, 7, 9, 4, 0, 0, 1, 0, 0, 0, 0, 0]).unwrap();
        let padding = mask::padding(&ids, 0).unwrap();
        let nobody = mask::padding(&ids, 0).unwrap().and(&mask::padding(&ids, 5).unwrap()).unwrap();
        let nothing = Tensor::zeros(&[5, 6], DType::Bool);
        let wide = Tensor::ones(&[2, 1, 1, 1, 6], DType::Bool);
        let keeps = [causal.clone(), padding, nobody, nothing, causal.to(DType::I64).unwrap(), wide];
        let added = [draw(&[5, 6], 4), mask::additive(&causal).unwrap(), draw(&[2, 3, 5, 6], 5)];
        let masks = keeps
            .iter()
            .map(Some)
            .chain([None])
            .flat_map(|keep| added.iter().map(Some).chain([None]).map(move |added| Mask { keep, added }));
        let mut fused = 0;
        for mask in masks {
            for fill in [Fill::Safe, Fill::With(f64::NEG_INFINITY), Fill::With(-1e9), Fill::With(-1e-20)] {
                for (before_scale, dtype) in [(false, DType::F32), (true, DType::F32), (false, DType::F64)] {
                    let [q, k, v] = [&q, &k, &v].map(|x| x.to(dtype).unwrap());
                    let attended = || {
                        super::attend(
                            &q,
                            &k,
                            &v,
                            mask,
                            Masking { fill, before_scale, ..Masking::default() },
                            Scale::RootOfWidth,
                            Dropout::OFF,
                        )
                        .unwrap()
                    };
                    let (plain, (recorded, _)) = (attended(), tape::record(attended));
                    assert!(plain.weights.same_bits(&recorded.weights), "{mask:?} {fill:?} {before_scale} {dtype}");
                    assert!(plain.output.same_bits(&recorded.output));
                    fused += usize::from(plain.weights.dtype() == dtype && plain.weights.ndim() == 4);
                }
            }
        }
        assert!(fused > 200, "{fused} of them had no unusual mask");
    }

    /// So many scores are shared by several threads, each of which must take its own rows of the masks.
    #[test]
    fn threads_change_no_bit_either() {
        let (batch, heads, n) = (2, 3, 200);
        let draw = |shape: &[usize], seed: u64| {
            Tensor::from_f32(shape, Generator::manual_seed(seed).randn(shape).iter().copied().collect()).unwrap()
        };
        let (x, added) = (draw(&[batch, heads, n, 4], 1), draw(&[heads, n, n], 2));
        let causal = mask::causal(n, n).unwrap();
        let mask = Mask { keep: Some(&causal), added: Some(&added) };
        let attended =
            || super::attend(&x, &x, &x, mask, Masking::default(), Scale::RootOfWidth, Dropout::OFF).unwrap();
        let alone = tape::record(attended).0;
        backend::set_threads(3);
        assert!(attended().weights.same_bits(&alone.weights));
    }

    #[test]
    fn every_stage_is_recorded_under_its_name() {
        let (_, tape) = tape::record(|| attend(Some(&mask::causal(3, 3).unwrap()), Masking::default()));
        let names: Vec<&str> = tape.nodes().iter().filter_map(|node| node.name.as_deref()).collect();
        assert_eq!(names, ["scores", "masked", "weights", "output"]);
    }

    #[test]
    fn no_keys_and_no_queries_are_met_with_sense() {
        let none = Tensor::from_f64(&[0, 2], vec![]).unwrap();
        let keep = Tensor::from_bool(&[3, 0], vec![]).unwrap();
        let blind = scaled_dot_product_attention(&words(), &none, &none, Some(&keep), Masking::default()).unwrap();
        assert_eq!(blind.output.to_vec(), [0.0; 6]);
        let silent = scaled_dot_product_attention(&none, &words(), &words(), None, Masking::default()).unwrap();
        assert_eq!(silent.output.shape(), [0, 2]);
    }

    #[test]
    fn shapes_that_do_not_fit_are_refused() {
        let wide = Tensor::from_f64(&[3, 5], vec![0.0; 15]).unwrap();
        let refused = |q: &Tensor, k: &Tensor, v: &Tensor| {
            scaled_dot_product_attention(q, k, v, None, Masking::default()).unwrap_err().to_string()
        };
        assert!(refused(&words(), &wide, &wide).contains("2 and 5"));
        assert!(refused(&words(), &words(), &wide.transpose(0, 1).unwrap()).contains("3 and 5"));
    }
}
