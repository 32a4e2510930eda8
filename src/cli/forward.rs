//! `glassformer forward`: runs weights that came from PyTorch, and saves what they compute.

mod masks;

use std::path::Path;

use super::arguments::models::Forward;
use super::{Failure, model, written};
use crate::nn::generator::Output;
use crate::nn::intervention::Intervention;
use crate::nn::transformer::Masks;
use crate::nn::weights::{self, File};
use crate::nn::{Config, Transformer, intervention, stages};
use crate::tensor::{DType, Result as Computed, Tape, Tensor, tape};

/// No tensor of the pass may hold more numbers than this: 8 GiB of them.
const LARGEST: u64 = 1 << 31;

/// Reads, computes and saves.
pub(super) fn run(options: &Forward) -> Result<(), Failure> {
    let named = [&options.weights, &options.inputs].into_iter().chain(&options.model.config).chain(&options.from);
    written::spare(&options.save, named)?;
    let file = model::rename(model::read(&options.weights, Failure::failed)?, &options.rename);
    let file = model::leave(file, &options.leave);
    let inputs = model::read(&options.inputs, Failure::failed)?;
    let config = model::configuration(&options.model, Some(&file))?
        .ok_or_else(|| Failure::wrong("the weights have no configuration: use --config, or --edition and --set"))?;
    let of = |path: &Path, error: String| Failure::failed(format!("{}: {error}", path.display()));
    let model =
        weights::load_from(&file, &options.prefix, &config).map_err(|error| of(&options.weights, error.to_string()))?;
    let pass = Pass::new(&model, &inputs, options).map_err(|error| of(&options.inputs, error))?;
    let interventions = changed(&pass, options)?;
    let outputs = compute(&pass, interventions, options.trace).map_err(|error| of(&options.inputs, error))?;
    let bytes = outputs.write().map_err(|error| Failure::failed(error.to_string()))?;
    written::write(&options.save, &bytes)
}

fn compute(pass: &Pass<'_>, interventions: Vec<Intervention>, trace: bool) -> Result<File, String> {
    let (results, stages): (Computed<[Tensor; 2]>, _) = if trace || !interventions.is_empty() {
        let (results, tape) = intervention::under(interventions, || pass.run());
        (results, if trace { stages::all(&tape) } else { Vec::new() })
    } else {
        (pass.run(), Vec::new())
    };
    let [logits, output] = results.map_err(|error| error.to_string())?;
    Ok(saved(&pass.model.config, stages, logits, output))
}

/// What is changed on the way: a pass without changes says which stages there are, and one over other inputs what patches are of.
fn changed(pass: &Pass<'_>, options: &Forward) -> Result<Vec<Intervention>, Failure> {
    let changes = &options.changes;
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let other = options.from.as_deref().map(|path| {
        let inputs = model::read(path, Failure::failed)?;
        let other = Pass::new(pass.model, &inputs, options);
        other.and_then(|pass| pass.tape()).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
    });
    let own = pass.tape().map_err(Failure::failed)?;
    model::interventions(changes, &own, other.transpose()?.as_ref())
}

/// A model and what goes through it.
struct Pass<'a> {
    model: &'a Transformer,
    src: Tensor,
    tgt: Tensor,
    masks: Masks,
}

impl<'a> Pass<'a> {
    fn new(model: &'a Transformer, inputs: &File, options: &Forward) -> Result<Self, String> {
        let (src, tgt) = (ids(inputs, "src")?, ids(inputs, "tgt")?);
        if src.shape()[0] != tgt.shape()[0] {
            return Err(format!(
                "`src` has {} sequences, but `tgt` has {}: both need the same batch size",
                src.shape()[0],
                tgt.shape()[0]
            ));
        }
        fits(&model.config, &src, &tgt)?;
        let masks = masks::read(model, inputs, [&src, &tgt], options.masks == "hide")?;
        Ok(Self { model, src, tgt, masks })
    }

    /// Logits, and what the model makes of them.
    fn run(&self) -> Computed<[Tensor; 2]> {
        let logits = self.model.logits(&self.model.vectors(&self.src, &self.tgt, &self.masks)?)?;
        Ok([logits.clone(), self.model.finish(logits)?])
    }

    fn tape(&self) -> Result<Tape, String> {
        let (results, tape) = tape::record(|| self.run());
        results.map(|_| tape).map_err(|error| error.to_string())
    }
}

/// Ids of a batch of sequences, under that name.
fn ids(inputs: &File, name: &str) -> Result<Tensor, String> {
    let ids = inputs
        .tensors
        .get(name)
        .ok_or_else(|| format!("the inputs have no tensor `{name}`: token ids of shape [batch, length]"))?;
    match (ids.dtype(), ids.shape()) {
        (DType::I64, &[batch, length]) if batch > 0 && length > 0 => Ok(ids.clone()),
        (DType::I64, shape) => Err(format!("`{name}` has the shape {shape:?}, but ids need [batch, length]")),
        (dtype, _) => Err(format!("`{name}` is {dtype}, but ids must be int64")),
    }
}

/// Every id has a row, every learned position there is, and no tensor on the way grows beyond reason.
fn fits(config: &Config, src: &Tensor, tgt: &Tensor) -> Result<(), String> {
    for (name, ids, vocabulary) in [("src", src, config.v_src), ("tgt", tgt, config.v_tgt)] {
        let ids = ids.to_vec();
        if let Some(id) = ids.iter().find(|id| !(0.0..vocabulary as f64).contains(*id)) {
            return Err(format!(
                "`{name}` contains the id {id}, but the last id of its vocabulary is {}",
                vocabulary - 1
            ));
        }
    }
    let (batch, longest) = (src.shape()[0], src.shape()[1].max(tgt.shape()[1]));
    let product = |sizes: &[usize]| sizes.iter().fold(1_u64, |product, &size| product.saturating_mul(size as u64));
    let scores = product(&[batch, config.heads.max(config.dec_heads()), longest, longest]);
    let wide = config.v_tgt.max(config.d_ff).max(config.d_model);
    if scores.max(product(&[batch, longest, wide])) > LARGEST {
        return Err(format!(
            "{batch} sequences of {longest} tokens are too many for one pass: use fewer or shorter sequences"
        ));
    }
    Ok(())
}

/// The file of what came out: `logits`, what the model makes of them, and the stages in their order.
fn saved(config: &Config, stages: Vec<(String, Tensor)>, logits: Tensor, output: Tensor) -> File {
    let handed_out = match config.design.output {
        Output::Logits => None,
        Output::Probabilities => Some("probs"),
        Output::LogProbabilities => Some("log_probs"),
    };
    let mut tensors = stages;
    tensors.push(("logits".to_owned(), logits.detach()));
    tensors.extend(handed_out.map(|name| (name.to_owned(), output.detach())));
    File::of_stages(tensors, config)
}
