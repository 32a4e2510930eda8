//! Drawing the next token at random, so that the same source can be answered in different ways.
//!
//! A uniform number between 0 and 1 is looked up in the running sum of the probabilities, in the order of the vocabulary. The same
//! seed gives the same text.

use super::filter::{self, Filter};
use super::{Autoregressive, Bounds, Path, path};
use crate::tensor::random::Generator;
use crate::tensor::{Error, Result, Tensor};

/// What tokens are drawn with.
#[derive(Clone, Debug)]
pub struct Sampler {
    /// What changes the odds, in this order; see [`Filters::in_order`](super::Filters::in_order).
    pub filters: Vec<Filter>,
    /// Where the random numbers come from: one `rand` a token.
    pub generator: Generator,
}

/// How a token was drawn. [`filter::apply`] on the step's logits and the ids before it shows what each filter did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// The random number, of [0, 1).
    pub uniform: f64,
    /// The probability of the token after all filters.
    pub probability: f64,
    /// How many tokens could be drawn.
    pub choices: usize,
}

impl Sampler {
    fn draw(&mut self, logits: &Tensor, seen: &[i64]) -> Result<(i64, Draw)> {
        let logits = logits.to_vec();
        let steps = filter::apply(&self.filters, &logits, seen)?;
        let odds = filter::probabilities(steps.last().map_or(&logits, |step| &step.after));
        let uniform = self.generator.rand(&[1]).first().copied().map_or(0.0, f64::from);
        let token = inverse_cdf(&odds, uniform)?;
        let choices = odds.iter().filter(|&&p| p > 0.0).count();
        Ok((token as i64, Draw { uniform, probability: odds[token], choices }))
    }
}

/// Writes a sequence for each of `rows` rows, each to its own end. A row that has ended draws nothing.
///
/// ```
/// use glassformer::nn::decoding::{Bounds, Filter, Sampler, Table, sample};
/// use glassformer::tensor::{DType, Tensor, random::Generator};
///
/// let mut fair = Table::new(Tensor::zeros(&[5, 6, 6], DType::F32))?; // six tokens, all equally likely
/// let mut sampler = Sampler { filters: vec![Filter::TopK(6)], generator: Generator::manual_seed(42) };
/// let path = sample(&mut fair, 1, Bounds { bos: 0, eos: 2, max_new: 5 }, &mut sampler)?.remove(0);
/// assert_eq!(path.ids, [0, 5, 5, 2]); // 0.882, 0.915 and 0.383 of six
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
///
/// # Errors
/// When the model refuses a step, its logits are no distribution, or a filter's number makes no sense.
pub fn sample(model: &mut dyn Autoregressive, rows: usize, bounds: Bounds, sampler: &mut Sampler) -> Result<Vec<Path>> {
    path::write(model, rows, bounds, &mut |logits, seen| {
        let (token, draw) = sampler.draw(logits, seen)?;
        Ok((token, Some(draw)))
    })
}

/// The first id, in the order of the vocabulary, up to which the probabilities sum to more than `uniform`.
///
/// ```
/// use glassformer::nn::decoding::sampling::inverse_cdf;
///
/// assert_eq!(inverse_cdf(&[0.25, 0.0, 0.75], 0.1)?, 0);
/// assert_eq!(inverse_cdf(&[0.25, 0.0, 0.75], 0.25)?, 2); // not 1, which has no probability
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
///
/// # Errors
/// When no probability is above 0.
pub fn inverse_cdf(probabilities: &[f64], uniform: f64) -> Result<usize> {
    let mut sum = 0.0;
    let reached = probabilities.iter().position(|p| {
        sum += p;
        sum > uniform
    });
    // Rounding can leave the whole sum a little below 1: then the last possible id takes what is left.
    let last = || probabilities.iter().rposition(|&p| p > 0.0);
    reached.or_else(last).ok_or_else(|| Error::Value("nothing can be drawn: every probability is 0".to_owned()))
}
