//! The arguments of the command that trains.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Screen;
use super::models::Model;
use crate::nn::Task;

/// How a training goes on, told by `glassformer train --help`.
const GOING_ON: &str = "\
If training was interrupted, by Ctrl-C, a signal or a crash, run the same command again with --resume: it continues from the last
checkpoint, and the result is bit-identical to an uninterrupted run. The same seed gives bit-identical results on the same machine
with the same number of threads; with --backend rust, on every machine.

    glassformer train reverse --save reverse.safetensors
    glassformer train reverse --save reverse.safetensors --resume

A file for --evaluate has one pair per line, source and target with a tab between: `the red house`, tab, `la maison rouge`. For copy,
reverse and sort, separate the letters with spaces; for dates, separate the characters with spaces and write `_` for a space.";

/// `glassformer train`.
#[derive(Debug, Args)]
#[command(after_long_help = GOING_ON)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Train {
    /// The task: copy, reverse, sort, dates or translation.
    #[arg(value_parser = str::parse::<Task>)]
    pub task: Task,
    /// The number of steps.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub steps: u64,
    /// The seed of the initial weights, the examples and dropout.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The batch size.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub batch: u16,
    /// The learning-rate schedule.
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Shape::Cosine)]
    pub schedule: Shape,
    /// The peak learning rate; with the paper's schedule, the factor in its formula, 1 by default.
    #[arg(long, value_name = "X", value_parser = positive)]
    pub rate: Option<f64>,
    /// The number of warmup steps.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub warmup: u64,
    /// Label smoothing, from 0 to 1; 0.1 in the paper.
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share)]
    pub smoothing: f64,
    /// The maximum gradient norm; larger gradients are clipped.
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive)]
    pub clip: f64,
    /// Weight decay, as in `AdamW`.
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share)]
    pub decay: f64,
    /// Stop as soon as this percentage of the validation examples is entirely right.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub until: Option<f64>,
    /// The checkpoint file: a new file, or with --resume the checkpoint of an earlier run with the same settings.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Continue from the checkpoint in that file, if there is one.
    #[arg(long, requires = "save")]
    pub resume: bool,
    /// The number of steps between checkpoints, each with a validation.
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// The file for the final weights, for other commands. An existing file is overwritten, but never a file of --save or
    /// --config.
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// Also write the weights after these steps, next to the file of --export: `weights-500.safetensors` for `weights.safetensors`.
    #[arg(long, value_name = "STEP,...", value_delimiter = ',', requires = "export", value_parser = clap::value_parser!(u64).range(1..))]
    pub export_at: Vec<u64>,
    /// Write the weights of --export as float16, in half the space.
    #[arg(long, requires = "export")]
    pub half: bool,
    /// Instead of training, score the model in the file of --save on these pairs; the built-in translator without --save. Each line has
    /// a source, a tab and the right target, or several right targets separated by `|`.
    #[arg(long, value_name = "FILE.tsv", conflicts_with_all = ["resume", "export"])]
    pub evaluate: Option<PathBuf>,
    /// Watch the training on the screen: its curves, output and attention. Pause it, change its learning rate, go back.
    #[arg(long, conflicts_with_all = ["evaluate", "json"])]
    pub watch: bool,
    /// The look and behavior of that screen.
    #[command(flatten)]
    pub screen: Screen,
    /// Print events as JSON, one object per line.
    #[arg(long)]
    pub json: bool,
    /// The model; by default a small one that fits the task.
    #[command(flatten)]
    pub model: Model,
}

/// The learning-rate schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// Linear warmup, then half a cosine down to 0 at the last step.
    Cosine,
    /// The paper's schedule: linear warmup, then proportional to the inverse square root of the step.
    Paper,
    /// Constant.
    Constant,
}

fn number(text: &str, fits: impl Fn(f64) -> bool, wanted: &str) -> Result<f64, String> {
    text.parse().ok().filter(|&x| fits(x)).ok_or_else(|| format!("expected {wanted}"))
}

fn positive(text: &str) -> Result<f64, String> {
    number(text, |x| x.is_finite() && x > 0.0, "a number above 0")
}

fn share(text: &str) -> Result<f64, String> {
    number(text, |x| (0.0..1.0).contains(&x), "a number from 0 to below 1")
}

fn percent(text: &str) -> Result<f64, String> {
    number(text, |x| x > 0.0 && x <= 100.0, "a number above 0 and at most 100")
}
