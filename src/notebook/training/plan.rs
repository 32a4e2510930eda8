//! What is trained, and how: everything that decides over the bits, and where they are kept.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::TrainingError;
use crate::nn::tasks::score::Vocabularies;
use crate::nn::training::{Purpose, Recipe, Trainer, random_of};
use crate::nn::{Adam, Config, CrossEntropy, Edition, Schedule, Task, Transformer};

/// The highest rate unless another is said.
const RATE: f64 = 2e-3;

/// What a person chooses, beside the model.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingChoices {
    /// What is learned.
    pub task: Task,
    /// How many steps.
    pub steps: u64,
    /// What everything random depends on.
    pub seed: u64,
    /// How many examples are learned from in a step.
    pub batch: usize,
    /// How the learning rate changes.
    pub schedule: ScheduleKind,
    /// The highest rate; of the paper's schedule its factor.
    pub rate: Option<f64>,
    /// How many steps the rate rises.
    pub warmup: u64,
    /// How much label smoothing.
    pub smoothing: f64,
    /// The greatest length of all gradients together.
    pub clip: f64,
    /// How strongly every number is pulled to 0.
    pub decay: f64,
    /// The share of right validation examples, in percent, at which it ends early.
    pub until: Option<f64>,
    /// After so many steps it is kept and looked at.
    pub every: u64,
    /// Where checkpoints are written.
    pub save: Option<PathBuf>,
    /// Where the weights alone are written at the end.
    pub export: Option<PathBuf>,
    /// After which steps they are written, too, into files of their own beside it.
    pub export_at: Vec<u64>,
    /// Whether they are written as float16.
    pub half: bool,
    /// Whether to go on with what is in the file.
    pub resume: bool,
    /// How many examples it is measured by.
    pub counts: ExampleCounts,
    /// Which steps somebody who looks on hears of.
    pub reports: ReportedSteps,
}

/// Which steps are reported to somebody who looks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedSteps {
    /// Every one, and now and then what the model can do.
    All,
    /// The first, the last, those after which it is scored, and with each order the newest: so few that a training need not wait for
    /// somebody who does not listen for a while.
    Few,
}

/// How many examples a model is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExampleCounts {
    /// Meanwhile.
    pub validation: usize,
    /// At the end, on what it has never seen.
    pub test: usize,
    /// At the end, on compositions that occur nowhere in what is learned from.
    pub unseen: usize,
}

impl Default for ExampleCounts {
    fn default() -> Self {
        Self { validation: 100, test: 1200, unseen: 400 }
    }
}

/// How the learning rate changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleKind {
    /// A straight rise and half a cosine down to 0 at the last step.
    Cosine,
    /// The paper's: a straight rise, then as one over the root of the step.
    Paper,
    /// Always the same.
    Constant,
}

/// A training that could begin.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPlan {
    /// What was chosen.
    pub choices: TrainingChoices,
    /// The model.
    pub config: Config,
}

impl TrainingChoices {
    /// What a task is trained with unless something else is said.
    pub fn of(task: Task) -> Self {
        Self {
            task,
            steps: 2000,
            seed: 0,
            batch: 64,
            schedule: ScheduleKind::Cosine,
            rate: None,
            warmup: 100,
            smoothing: 0.0,
            clip: 1.0,
            decay: 0.0,
            until: None,
            every: 250,
            save: None,
            export: None,
            export_at: Vec::new(),
            half: false,
            resume: false,
            counts: ExampleCounts::default(),
            reports: ReportedSteps::All,
        }
    }
}

impl TrainingPlan {
    /// The usual training of a task.
    pub fn of(task: Task) -> Self {
        Self { choices: TrainingChoices::of(task), config: small(task) }
    }

    /// How the model is trained.
    pub fn recipe(&self) -> Recipe {
        let &TrainingChoices { warmup, steps: total, rate, smoothing, clip, decay, schedule, .. } = &self.choices;
        let schedule = match schedule {
            ScheduleKind::Cosine => Schedule::Cosine { peak: rate.unwrap_or(RATE), warmup, total },
            ScheduleKind::Paper => {
                Schedule::Paper { d_model: self.config.d_model, warmup, factor: rate.unwrap_or(1.0) }
            }
            ScheduleKind::Constant => Schedule::Constant { rate: rate.unwrap_or(RATE) },
        };
        let usual = Recipe::of(&self.config);
        let loss = CrossEntropy { smoothing, ..usual.loss };
        Recipe { loss, adam: Adam::decoupled(decay), schedule, clip: Some(clip) }
    }

    /// The model before its first step.
    ///
    /// # Errors
    /// When its sizes do not go together.
    pub fn fresh(&self) -> Result<Trainer, TrainingError> {
        let mut random = random_of(self.choices.seed, 0, Purpose::Start);
        let model =
            Transformer::new(&self.config, &mut random).map_err(|error| TrainingError::Wrong(error.to_string()))?;
        Ok(Trainer::new(model, self.recipe(), self.choices.seed))
    }

    /// All that decides over the bits, in words: a training goes on only under the same.
    pub fn said(&self) -> Value {
        let TrainingChoices { task, batch, warmup, smoothing, clip, decay, steps, rate, schedule, .. } = &self.choices;
        let schedule = match schedule {
            ScheduleKind::Cosine => format!("cosine over {steps} steps"),
            ScheduleKind::Paper => "paper".to_owned(),
            ScheduleKind::Constant => "constant".to_owned(),
        };
        json!({
            "task": task.name(), "batch": batch, "schedule": schedule, "rate": rate.map(|rate| rate.to_string()), "warmup": warmup,
            "smoothing": smoothing.to_string(), "clip": clip.to_string(), "decay": decay.to_string(), "model": self.config.to_json(),
        })
    }
}

/// A small pre-norm model with the task's vocabularies.
fn small(task: Task) -> Config {
    let mut config = Config::of(Edition::PyTorch);
    (config.d_model, config.heads, config.d_ff, config.enc_layers, config.dec_layers) = (64, 4, 256, 2, 2);
    (config.max_len, config.dropout, config.design.norm_first) = (64, 0.0, true);
    let vocabularies = Vocabularies::of(task);
    (config.v_src, config.v_tgt) = (vocabularies.sources.len(), vocabularies.targets.len());
    config
}
