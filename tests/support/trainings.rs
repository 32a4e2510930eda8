//! Trainings so small that a step takes some milliseconds even in a debug build.

use glassformer::nn::{Config, Task};
use glassformer::notebook::training::TrainingPlan;
use glassformer::notebook::training::plan::{ExampleCounts, TrainingChoices};

/// A few steps of a model that hardly learns.
pub(crate) fn tiny(task: Task) -> TrainingPlan {
    let usual = TrainingPlan::of(task);
    let counts = ExampleCounts { validation: 8, test: 8, unseen: 4 };
    let choices =
        TrainingChoices { steps: 40, batch: 4, every: 10, rate: Some(0.01), warmup: 5, counts, ..usual.choices };
    let config = Config { d_model: 8, heads: 2, d_ff: 8, enc_layers: 1, dec_layers: 2, ..usual.config };
    TrainingPlan { choices, config }
}
