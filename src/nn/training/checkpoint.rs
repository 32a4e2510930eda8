//! A training in a file: everything that is needed to go on with the same bits.
//!
//! The file is a safetensors file of the model's weights, and beside them Adam's two running means of each parameter, under `adam.m.` and `adam.v.` and the parameter's name, and in the metadata under
//! `training` which step it was, from which seed, and the words in which the caller says how it trains. Seed and step are all the state
//! that random numbers have: see [`random_of`](super::random_of).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::course::Pace;
use super::{Recipe, Trainer};
use crate::nn::optimizer::Moments;
use crate::nn::weights::{self, Error, File};
use crate::nn::{Parameters, Transformer};
use crate::tensor::Tensor;

/// Where the metadata says it.
const TRAINING: &str = "training";
const FIRST: &str = "adam.m.";
const SECOND: &str = "adam.v.";

/// What a checkpoint says of the training, beside its tensors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// How many steps have been done.
    pub step: u64,
    /// What everything random depends on.
    pub seed: u64,
    /// How often the rate was halved since a loss was no number.
    pub halvings: u32,
    /// How often the learner has doubled it.
    #[serde(default, skip_serializing_if = "is_none")]
    pub doublings: i32,
    /// How it is trained, in the caller's words. A training goes on only under the same.
    pub how: Value,
}

/// A training at the schedule's own rate says nothing of doublings, as before there were any.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none(doublings: &i32) -> bool {
    *doublings == 0
}

/// A checkpoint that was read.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// What it says.
    pub said: Said,
    file: File,
}

/// The bytes of a checkpoint. The same state gives the same bytes.
///
/// # Errors
/// Never for a model that this program built; the signature is the file format's.
pub fn write(trainer: &Trainer, pace: Pace, how: &Value) -> Result<Vec<u8>, Error> {
    let mut file = weights::file(&trainer.model);
    let moments = trainer.moments.first.iter().zip(&trainer.moments.second);
    for ((name, parameter), (first, second)) in trainer.model.clone().parameters().into_iter().zip(moments) {
        let shaped = |values: &Vec<f32>| {
            Tensor::from_f32(parameter.shape(), values.clone()).map_err(|error| Error::File(error.to_string()))
        };
        file.tensors.insert(format!("{FIRST}{name}"), shaped(first)?);
        file.tensors.insert(format!("{SECOND}{name}"), shaped(second)?);
    }
    let Pace { halvings, doublings } = pace;
    let said = Said { step: trainer.steps(), seed: trainer.seed, halvings, doublings, how: how.clone() };
    let said = serde_json::to_string(&said).map_err(|error| Error::Config(error.to_string()))?;
    file.metadata.insert(TRAINING.to_owned(), said);
    file.write()
}

/// Reads a checkpoint's bytes.
///
/// # Errors
/// When they are no safetensors file, or one without the state of a training.
pub fn read(bytes: &[u8]) -> Result<Checkpoint, Error> {
    let file = File::read(bytes)?;
    let said = file.metadata.get(TRAINING).ok_or_else(|| {
        Error::Config(
            "the file contains weights, but not a training state to continue from: it was not saved by `glassformer train`".to_owned(),
        )
    })?;
    let said: Said = serde_json::from_str(said)
        .map_err(|error| Error::Config(format!("the training state in the file cannot be read: {error}")))?;
    Ok(Checkpoint { said, file })
}

/// The model of a checkpoint, or of a file of weights alone.
///
/// # Errors
/// When the bytes are neither.
pub fn model(bytes: &[u8]) -> Result<Transformer, Error> {
    let mut file = File::read(bytes)?;
    file.tensors.retain(|name, _| !name.starts_with(FIRST) && !name.starts_with(SECOND));
    weights::own(&file)
}

impl Said {
    /// By how much the schedule's rate was changed.
    pub fn pace(&self) -> Pace {
        let doublings = self.doublings.clamp(-Pace::MOST, Pace::MOST);
        Pace { halvings: self.halvings, doublings }
    }
}

impl Checkpoint {
    /// The training as it was, to go on by this recipe.
    ///
    /// # Errors
    /// When a tensor is missing, has another shape or is one too many, or a running mean is not possible.
    pub fn trainer(mut self, recipe: Recipe) -> Result<Trainer, Error> {
        let moments: Vec<(String, Tensor)> =
            self.file.tensors.extract_if(.., |name, _| name.starts_with(FIRST) || name.starts_with(SECOND)).collect();
        let mut model = weights::own(&self.file)?;
        let shapes: Vec<(String, Vec<usize>)> =
            model.parameters().into_iter().map(|(name, parameter)| (name, parameter.shape().to_vec())).collect();
        let mut moments = moments.into_iter().collect();
        let first = means(&mut moments, FIRST, &shapes, self.said.step, f32::is_finite)?;
        let second = means(&mut moments, SECOND, &shapes, self.said.step, |mean| mean.is_finite() && mean >= 0.0)?;
        if !moments.is_empty() {
            return Err(Error::Extra(moments.into_keys().collect()));
        }
        let moments = Moments { updates: self.said.step, first, second };
        let slowed = self.said.pace().factor();
        Ok(Trainer { model, recipe, moments, seed: self.said.seed, slowed })
    }
}

/// The running means of every parameter, taken out of the file. Before the first step there are none.
fn means(
    found: &mut std::collections::BTreeMap<String, Tensor>,
    kind: &str,
    shapes: &[(String, Vec<usize>)],
    step: u64,
    possible: impl Fn(f32) -> bool,
) -> Result<Vec<Vec<f32>>, Error> {
    if step == 0 && !found.keys().any(|name| name.starts_with(kind)) {
        return Ok(Vec::new());
    }
    let mean = |(name, shape): &(String, Vec<usize>)| {
        let name = format!("{kind}{name}");
        let mean = found.remove(&name).ok_or_else(|| Error::Missing(vec![name.clone()]))?;
        if mean.shape() != shape.as_slice() {
            return Err(Error::Shape { name, wants: shape.clone(), got: mean.shape().to_vec() });
        }
        let mean = mean.to_f32();
        match mean.iter().find(|mean| !possible(**mean)) {
            Some(wrong) => Err(Error::Header { name, reason: format!("{wrong} is not a valid running mean") }),
            None => Ok(mean),
        }
    };
    shapes.iter().map(mean).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::nn::training::Batch;
    use crate::nn::{Config, Edition, Schedule};
    use crate::tensor::random::Generator;

    fn small() -> Trainer {
        let config =
            Config { d_model: 8, heads: 2, d_ff: 8, enc_layers: 1, dec_layers: 1, ..Config::of(Edition::PyTorch) };
        let config = Config { v_src: 7, v_tgt: 6, ..config };
        let model = Transformer::new(&config, &mut Generator::manual_seed(0)).unwrap();
        let recipe = Recipe { schedule: Schedule::Constant { rate: 0.01 }, ..Recipe::of(&config) };
        Trainer::new(model, recipe, 7)
    }

    fn batch() -> Batch {
        Batch::of(&[(vec![4, 5, 2], vec![5, 4, 2]), (vec![6, 2], vec![3, 2])], 0, 1).unwrap()
    }

    #[test]
    fn a_training_goes_on_with_the_same_bits_dropout_included() {
        let mut whole = small();
        (0..6).for_each(|_| drop(whole.step(&batch()).unwrap()));
        for pause in 0..6 {
            let mut part = small();
            (0..pause).for_each(|_| drop(part.step(&batch()).unwrap()));
            let bytes = write(&part, Pace::default(), &json!({})).unwrap();
            let mut again = read(&bytes).unwrap().trainer(part.recipe).unwrap();
            assert_eq!(write(&again, Pace::default(), &json!({})).unwrap(), bytes, "{pause}");
            (pause..6).for_each(|_| drop(again.step(&batch()).unwrap()));
            assert_eq!(
                write(&again, Pace::default(), &json!({})).unwrap(),
                write(&whole, Pace::default(), &json!({})).unwrap(),
                "{pause}"
            );
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_by_its_name() {
        let mut trainer = small();
        trainer.step(&batch()).unwrap();
        let bytes = write(&trainer, Pace::default(), &json!({})).unwrap();
        let refused = |change: &dyn Fn(&mut File)| {
            let mut file = File::read(&bytes).unwrap();
            change(&mut file);
            let read = read(&file.write().unwrap()).and_then(|checkpoint| checkpoint.trainer(trainer.recipe));
            read.unwrap_err().to_string()
        };
        let name = "adam.v.encoder.layers.0.norm1.bias";
        let put = |tensor: Tensor| move |file: &mut File| drop(file.tensors.insert(name.to_owned(), tensor.clone()));
        assert!(refused(&|file| drop(file.tensors.remove(name))).contains(name));
        assert!(refused(&put(Tensor::from_f32(&[3], vec![0.0; 3]).unwrap())).contains("[3]"));
        assert!(
            refused(&put(Tensor::from_f32(&[8], vec![-1.0; 8]).unwrap())).contains("-1 is not a valid running mean")
        );
        assert!(
            refused(&|file| drop(file.tensors.insert("adam.m.x".to_owned(), Tensor::integer(1)))).contains("adam.m.x")
        );
        assert!(
            refused(&|file| drop(file.metadata.remove(TRAINING))).contains("not a training state to continue from")
        );
        assert!(refused(&|file| drop(file.metadata.insert(TRAINING.to_owned(), "{}".to_owned()))).contains("step"));
        assert!(refused(&|file| drop(file.tensors.remove("generator.weight"))).contains("generator.weight"));
        for cut in (0..bytes.len()).step_by(97) {
            assert!(read(&bytes[..cut]).is_err());
        }
    }
}
