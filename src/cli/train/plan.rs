//! What the arguments of a training mean.

use serde_json::{Value, json};

use crate::cli::arguments::training::{Shape, Train};
use crate::cli::{Failure, model};
use crate::nn::tasks::score::Vocabularies;
use crate::nn::training::{Purpose, Recipe, Trainer, random_of};
use crate::nn::{Adam, Config, CrossEntropy, Edition, Schedule, Task, Transformer};

/// The highest rate unless another is said.
const RATE: f64 = 2e-3;

/// The model that is meant: a small one with the task's vocabularies, changed by what is said.
pub(super) fn config(options: &Train) -> Result<Config, Failure> {
    let mut model = options.model.clone();
    let mut small: Vec<(String, String)> = if model.config.is_some() {
        Vec::new()
    } else {
        let mut small = vec![("d_model", "64"), ("heads", "4"), ("d_ff", "256"), ("layers", "2"), ("max_len", "64")];
        small.push(("dropout", "0"));
        if model.edition.is_none() {
            small.push(("norm_first", "true"));
        }
        small.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    };
    small.append(&mut model.set);
    model.set = small;
    let mut config = model::configuration(&model, None)?.unwrap_or_else(|| Config::of(Edition::PyTorch));
    let vocabularies = Vocabularies::of(options.task);
    (config.v_src, config.v_tgt) = (vocabularies.sources.len(), vocabularies.targets.len());
    config.check().map_err(|error| Failure::wrong(error.to_string()))?;
    fits(&config, &vocabularies, options.task)?;
    Ok(config)
}

/// Whether a model of that configuration can do the task.
pub(super) fn fits(config: &Config, vocabularies: &Vocabularies, task: Task) -> Result<(), Failure> {
    let (sources, targets) = (vocabularies.sources.len(), vocabularies.targets.len());
    if (config.v_src, config.v_tgt) != (sources, targets) {
        let (v_src, v_tgt) = (config.v_src, config.v_tgt);
        return Err(Failure::wrong(format!(
            "the model knows {v_src} and {v_tgt} words, and {task} has {sources} and {targets}: it was trained for something else"
        )));
    }
    if !config.design.is_causal() {
        return Err(Failure::wrong(
            "this model's mask does not hide what comes later, so it would learn to look it up: mend its quirk, `--set fill=safe`",
        ));
    }
    let longest = vocabularies.bounds().max_new;
    if config.max_len < longest {
        return Err(Failure::wrong(format!("{task} needs {longest} positions: --set max_len={longest}")));
    }
    Ok(())
}

/// How it is trained.
pub(super) fn recipe(options: &Train, config: &Config) -> Recipe {
    let (warmup, total) = (options.warmup, options.steps);
    let schedule = match options.schedule {
        Shape::Cosine => Schedule::Cosine { peak: options.rate.unwrap_or(RATE), warmup, total },
        Shape::Paper => Schedule::Paper { d_model: config.d_model, warmup, factor: options.rate.unwrap_or(1.0) },
        Shape::Constant => Schedule::Constant { rate: options.rate.unwrap_or(RATE) },
    };
    let usual = Recipe::of(config);
    let loss = CrossEntropy { smoothing: options.smoothing, ..usual.loss };
    Recipe { loss, adam: Adam::decoupled(options.decay), schedule, clip: Some(options.clip) }
}

/// A model before its first step.
pub(super) fn fresh(options: &Train, config: &Config) -> Result<Trainer, Failure> {
    let mut random = random_of(options.seed, 0, Purpose::Start);
    let model = Transformer::new(config, &mut random).map_err(|error| Failure::wrong(error.to_string()))?;
    Ok(Trainer::new(model, recipe(options, config), options.seed))
}

/// All that decides over the bits, in words: a training goes on only under the same.
pub(super) fn said(options: &Train, config: &Config) -> Value {
    let Train { task, batch, warmup, smoothing, clip, decay, .. } = options;
    let schedule = match options.schedule {
        Shape::Cosine => format!("cosine over {} steps", options.steps),
        Shape::Paper => "paper".to_owned(),
        Shape::Constant => "constant".to_owned(),
    };
    json!({
        "task": task.name(), "batch": batch, "schedule": schedule, "rate": options.rate.map(|rate| rate.to_string()), "warmup": warmup,
        "smoothing": smoothing.to_string(), "clip": clip.to_string(), "decay": decay.to_string(), "model": config.to_json(),
    })
}
