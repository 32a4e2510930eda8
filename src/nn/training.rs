//! Learning from examples, section 5 of the paper: the whole encoder-decoder is run forward under a tape, its loss is
//! differentiated by that tape, and Adam moves every parameter a little.
//!
//! Training is *teacher forced*: the decoder is given the right words so far, shifted right, and predicts at every place at once
//! what comes next. So one pass teaches as many predictions as there are words.
//!
//! A batch is learned from in two halves of about the same work, on two threads where there are two; their gradients are summed.
//!
//! The same seed gives the same bits. What is drawn in a step, its examples and what drops out, depends on the seed and the number of
//! the step alone ([`random_of`]): so a training that was interrupted goes on as if it had not been.
//!
//! ```
//! use glassformer::nn::training::{Batch, Recipe, Trainer};
//! use glassformer::nn::{Config, Edition, Schedule, Transformer};
//! use glassformer::tensor::random::Generator;
//!
//! let config = Config { d_model: 16, heads: 2, d_ff: 32, enc_layers: 1, dec_layers: 1, v_src: 9, v_tgt: 9, ..Config::of(Edition::PyTorch) };
//! let recipe = Recipe { schedule: Schedule::Constant { rate: 0.01 }, ..Recipe::of(&config) };
//! let mut trainer = Trainer::new(Transformer::new(&config, &mut Generator::manual_seed(0))?, recipe, 0);
//! let batch = Batch::of(&[(vec![5, 6, 2], vec![6, 5, 2]), (vec![7, 2], vec![7, 2])], 0, 1)?;
//! let losses: Vec<f64> = (0..20).filter_map(|_| trainer.step(&batch).ok()).map(|progress| progress.loss).collect();
//! assert!(losses[19] < 0.5 * losses[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod checkpoint;
pub mod course;
mod fault;
mod parts;

use std::sync::Arc;

pub use course::{Course, Event, Moment, Pace};
pub use fault::{Born, Fault, Within};

use super::loss::{Reduction, Smoothing};
use parts::{BatchPart, PartPass};

use super::optimizer::{self, Adam, Moments};
use super::{Config, CrossEntropy, Parameters, Schedule, Transformer, batch};
use crate::tensor::ops::accumulate;
use crate::tensor::random::Generator;
use crate::tensor::{Leaf, Result, Tensor, backend, tape};

/// Examples side by side, padded.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Source ids: (batch, n).
    pub src: Tensor,
    /// What the decoder is given, the target shifted right: (batch, m).
    pub given: Tensor,
    /// What it is to say: (batch, m).
    pub wanted: Tensor,
}

/// How a model is trained; nothing in it changes from step to step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// What is made small.
    pub loss: CrossEntropy,
    /// How parameters are moved.
    pub adam: Adam,
    /// By how much.
    pub schedule: Schedule,
    /// The greatest length of all gradients together; longer ones are shortened to it. `None` leaves them as they are.
    pub clip: Option<f64>,
}

/// A model in the middle of learning.
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The model.
    pub model: Transformer,
    /// How it is trained.
    pub recipe: Recipe,
    /// Adam's memory; its count of updates is the number of steps done.
    pub moments: Moments,
    /// What everything random depends on.
    pub seed: u64,
    /// What the schedule's rate is multiplied with: 1, or less after a [`Fault`] was rewound.
    pub slowed: f64,
}

/// What one step was like.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Which step it was, from 1.
    pub step: u64,
    /// The loss before the update.
    pub loss: f64,
    /// The learning rate of the update.
    pub rate: f64,
    /// The length of all gradients together, before they were shortened.
    pub norm: f64,
    /// The length of the gradient of each parameter, in the model's order, after that.
    pub norms: Vec<f64>,
    /// How many words were to be predicted.
    pub words: usize,
    /// How many of them the model held for the likeliest.
    pub right: usize,
}

/// A forward and a backward pass.
#[derive(Debug)]
pub struct Pass {
    /// What the generator gave: (batch, m, target vocabulary).
    pub logits: Tensor,
    /// The loss.
    pub loss: f64,
    /// The gradient of each parameter, in the model's order and the parameter's shape; `None` for one that the loss does not depend on.
    pub gradients: Vec<Option<Tensor>>,
    /// Where numbers stopped being numbers; `None` where all is well.
    pub born: Option<Born>,
}

impl Batch {
    /// A batch of pairs of source and target ids, as [`Task`](super::Task) encodes them: targets end with their end token and have no
    /// begin token yet.
    ///
    /// # Errors
    /// When there are no pairs.
    pub fn of(pairs: &[(Vec<i64>, Vec<i64>)], pad: i64, begin: i64) -> Result<Self> {
        let (sources, targets): (Vec<_>, Vec<_>) = pairs.iter().cloned().unzip();
        let wanted = batch::pad(&targets, pad)?;
        Ok(Self { src: batch::pad(&sources, pad)?, given: batch::shift_right(&wanted, begin)?, wanted })
    }
}

impl Recipe {
    /// The paper's recipe for a model (sections 5.3 and 5.4): Adam, 4000 steps of warm-up, label smoothing of 0.1 as PyTorch has it; its
    /// padding does not count.
    pub fn of(config: &Config) -> Self {
        let (meaning, reduction) = (Smoothing::PyTorch, Reduction::Mean);
        Self {
            loss: CrossEntropy { smoothing: 0.1, meaning, ignore: Some(config.pad), reduction },
            adam: Adam::default(),
            schedule: Schedule::Paper { d_model: config.d_model, warmup: 4000, factor: 1.0 },
            clip: None,
        }
    }
}

impl Trainer {
    /// A trainer before its first step.
    pub fn new(model: Transformer, recipe: Recipe, seed: u64) -> Self {
        Self { model, recipe, moments: Moments::default(), seed, slowed: 1.0 }
    }

    /// How many steps have been done.
    pub fn steps(&self) -> u64 {
        self.moments.updates
    }

    /// What the next step draws its examples from.
    pub fn examples(&self) -> Generator {
        random_of(self.seed, self.steps(), Purpose::Examples)
    }

    /// Learns from a batch.
    ///
    /// # Errors
    /// When the loss or a gradient is not a number: then nothing was changed, and the fault says where it came from. When an id is not
    /// in its vocabulary.
    pub fn step(&mut self, batch: &Batch) -> std::result::Result<Progress, Fault> {
        let step = self.steps() + 1;
        let words = self.recipe.loss.count(&batch.wanted);
        let mut parts = self.learned_from(words, batch)?;
        let loss = parts.iter().map(|part| part.loss).sum::<f64>();
        let mut gradients = summed(&mut parts)?;
        let mut norms = optimizer::lengths(&gradients);
        let norm = optimizer::together(&norms);
        if let Some(largest) = self.recipe.clip {
            optimizer::clip(&mut gradients, largest);
            norms = optimizer::lengths(&gradients);
        }
        if !loss.is_finite() || !norm.is_finite() {
            let born = parts.into_iter().find_map(|part| part.born);
            return Err(Fault::NotANumber { step, loss, norm, born });
        }
        let rate = self.slowed * self.recipe.schedule.rate(step);
        self.recipe.adam.update(&mut self.moments, self.model.parameters(), &gradients, rate)?;
        let right = parts.iter().map(|part| part.right).sum();
        Ok(Progress { step, loss, rate, norm, norms, words, right })
    }

    /// The passes of the next step, one for each part of the batch, side by side where there are threads.
    fn learned_from(&self, places: usize, batch: &Batch) -> Result<Vec<PartPass>> {
        let parts = BatchPart::all(batch, &self.model.config, &self.recipe.loss)?;
        let passes = backend::parallel::join(&parts, |number, part| {
            let random = random_of(self.seed, self.steps(), Purpose::Dropout { part: number });
            part.pass(places, &self.model, &self.recipe.loss, &random)
        });
        passes.into_iter().collect()
    }
}

/// The gradients of a batch: the sum of those of its parts, which are taken out of them.
fn summed(parts: &mut [PartPass]) -> Result<Vec<Option<Vec<f32>>>> {
    let count = parts.iter().map(|part| part.gradients.len()).max().unwrap_or(0);
    let of_each = |place: usize, parts: &mut [PartPass]| -> Vec<Tensor> {
        parts.iter_mut().filter_map(|part| part.gradients.get_mut(place)?.take()).collect()
    };
    let mut all: Vec<_> = (0..count).map(|place| (of_each(place, parts), Ok(None))).collect();
    let elements = all.iter().filter_map(|(gradients, _)| gradients.first()).map(Tensor::len).sum();
    backend::parallel::for_each(&mut all, elements, |(gradients, sum)| {
        let total = std::mem::take(gradients).into_iter().map(Ok).reduce(|sum, one| accumulate::add(sum?, one?));
        *sum = total.transpose().map(|total| total.map(Tensor::into_f32));
    });
    all.into_iter().map(|(_, sum)| sum).collect()
}

/// The loss of a model on a batch and its gradient with respect to every parameter. What drops out is decided by
/// [`dropout::training`](super::dropout::training) around it.
///
/// # Errors
/// When an id is not in its vocabulary.
pub fn pass(model: &Transformer, batch: &Batch, loss: &CrossEntropy) -> Result<Pass> {
    pass_among(loss.count(&batch.wanted), model, batch, loss)
}

/// The same of a batch that is part of a larger one, with so many places that count.
fn pass_among(places: usize, model: &Transformer, batch: &Batch, loss: &CrossEntropy) -> Result<Pass> {
    let mut model = model.clone();
    let (forward, tape) = tape::record(|| {
        let given: Vec<Tensor> = model.parameters().into_iter().map(given).collect();
        let masks = model.masks(&batch.src, &batch.given)?;
        let logits = model.logits(&model.vectors(&batch.src, &batch.given, &masks)?)?;
        let loss = loss.among(places, &logits, &batch.wanted)?;
        Ok((given, logits, loss))
    });
    let (given, logits, loss) = forward?;
    let value = loss.item()?;
    let gradients = tape.gradients(&loss)?;
    let gradients: Vec<Option<Tensor>> = given.iter().map(|parameter| gradients.of(parameter).cloned()).collect();
    let born = if value.is_finite() { None } else { fault::birth(&tape) };
    Ok(Pass { logits: logits.detach(), loss: value, gradients, born })
}

/// Enters a parameter into the tape under its name.
fn given((name, parameter): (String, &mut Tensor)) -> Tensor {
    *parameter = tape::leaf(parameter.clone(), Leaf::Given(Arc::from(name)));
    parameter.clone()
}

/// What a generator is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The model's first numbers.
    Start,
    /// The examples of a step.
    Examples,
    /// What drops out in a part of a step's batch.
    Dropout {
        /// Which part.
        part: usize,
    },
}

impl Purpose {
    fn number(self) -> u64 {
        match self {
            Self::Start => 0,
            Self::Examples => 1,
            Self::Dropout { part } => 2 + part as u64,
        }
    }
}

/// The generator of one step of a training. Seeds that differ little give generators that have nothing in common (`SplitMix64`, Steele
/// et al., 2014).
pub fn random_of(seed: u64, step: u64, purpose: Purpose) -> Generator {
    let mix = |x: u64| {
        let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    Generator::manual_seed(mix(mix(mix(seed) ^ step) ^ purpose.number()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::{Config, Edition, Schedule};

    fn batch() -> Batch {
        Batch::of(&[(vec![3, 4], vec![5, 6, 2]), (vec![4], vec![7, 2])], 0, 1).unwrap()
    }

    fn tiny(dropout: f64) -> Config {
        let layers = Config { enc_layers: 1, dec_layers: 1, ..Config::of(Edition::PyTorch) };
        Config { d_model: 8, heads: 2, d_ff: 8, v_src: 8, v_tgt: 8, dropout, ..layers }
    }

    #[test]
    fn the_decoder_is_given_what_stands_before_what_it_is_to_say() {
        let Batch { src, given, wanted } = batch();
        assert_eq!(src.to_vec(), [3.0, 4.0, 4.0, 0.0]);
        assert_eq!(given.to_vec(), [1.0, 5.0, 6.0, 1.0, 7.0, 2.0]);
        assert_eq!(wanted.to_vec(), [5.0, 6.0, 2.0, 7.0, 2.0, 0.0]);
    }

    #[test]
    fn the_halves_of_a_batch_teach_what_the_whole_teaches_however_many_threads_there_are() {
        let config = tiny(0.0);
        let model = Transformer::new(&config, &mut Generator::manual_seed(0)).unwrap();
        // Of unequal length: the half with more words counts for more.
        let batch =
            Batch::of(&[(vec![3, 4], vec![5, 6, 7, 2]), (vec![4], vec![2]), (vec![5], vec![7, 2])], 0, 1).unwrap();
        for reduction in [Reduction::Mean, Reduction::Sum] {
            let recipe = Recipe::of(&config);
            let recipe = Recipe { loss: CrossEntropy { reduction, ..recipe.loss }, ..recipe };
            let trainer = Trainer::new(model.clone(), recipe, 0);
            let whole = pass(&model, &batch, &recipe.loss).unwrap();
            let [mut one, mut two] = [1, 2].map(|threads| {
                backend::set_threads(threads);
                trainer.learned_from(recipe.loss.count(&batch.wanted), &batch).unwrap()
            });
            assert_eq!(one.len(), 2);
            let loss: f64 = one.iter().map(|part| part.loss).sum();
            assert!((loss - whole.loss).abs() < 1e-6 * whole.loss, "{loss} against {}", whole.loss);
            let (sums, again) = (summed(&mut one).unwrap(), summed(&mut two).unwrap());
            assert_eq!(sums, again);
            for (sum, whole) in sums.iter().zip(&whole.gradients) {
                let (Some(sum), Some(whole)) = (sum, whole) else { panic!("a gradient is missing") };
                let near = |(&sum, &whole): (&f32, &f32)| (sum - whole).abs() < 1e-5 * (1.0 + whole.abs());
                assert!(sum.iter().zip(&whole.to_f32()).all(near));
            }
        }
    }

    #[test]
    fn the_halves_of_a_batch_drop_out_differently() {
        let config = tiny(0.5);
        let model = Transformer::new(&config, &mut Generator::manual_seed(0)).unwrap();
        let trainer = Trainer::new(model, Recipe::of(&config), 0);
        let twice = [(vec![3, 4], vec![5, 6, 2]), (vec![3, 4], vec![5, 6, 2])];
        let parts = trainer.learned_from(6, &Batch::of(&twice, 0, 1).unwrap()).unwrap();
        assert_ne!(parts[0].loss.to_bits(), parts[1].loss.to_bits());
    }

    #[test]
    fn something_else_drops_out_at_every_step_and_the_same_when_it_is_done_again() {
        let config = tiny(0.5);
        // Nothing is learned: only what drops out can move the loss.
        let recipe = Recipe { schedule: Schedule::Constant { rate: 0.0 }, ..Recipe::of(&config) };
        let losses = || {
            let model = Transformer::new(&config, &mut Generator::manual_seed(0)).unwrap();
            let mut trainer = Trainer::new(model, recipe, 3);
            [(); 3].map(|()| trainer.step(&batch()).unwrap().loss.to_bits())
        };
        let [first, second, third] = losses();
        assert!(first != second && second != third && first != third);
        assert_eq!(losses(), [first, second, third]);
    }
}
