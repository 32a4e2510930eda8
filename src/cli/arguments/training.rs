//! The arguments of the command that trains.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Screen;
use super::models::Model;
use crate::nn::Task;

/// How a training goes on, told by `glassformer train --help`.
const GOING_ON: &str = "\
A training that was stopped, by Ctrl-C, by a signal or with the machine, goes on from its last checkpoint when the same command is
given again with --resume; what comes out has the same bits as without the stop. The same seed gives the same bits on the same machine
with the same number of threads; --backend rust gives them on every machine.

    glassformer train reverse --save reverse.safetensors
    glassformer train reverse --save reverse.safetensors --resume

A file of pairs has one on each line, source and target with a tab between: `the red house`, tab, `la maison rouge`. The tasks on letters
have them with spaces between, and dates letter by letter, `_` for a space.";

/// `glassformer train`.
#[derive(Debug, Args)]
#[command(after_long_help = GOING_ON)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Train {
    /// What is learned: copy, reverse, sort, dates or translation.
    #[arg(value_parser = str::parse::<Task>)]
    pub task: Task,
    /// How many steps.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub steps: u64,
    /// What the first numbers, the examples and what drops out depend on.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many examples are learned from in a step.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub batch: u16,
    /// How the learning rate changes.
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Shape::Cosine)]
    pub schedule: Shape,
    /// The highest learning rate; of the paper's schedule what its formula is multiplied with, 1 unless said.
    #[arg(long, value_name = "X", value_parser = positive)]
    pub rate: Option<f64>,
    /// How many steps the rate rises.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub warmup: u64,
    /// How much label smoothing, 0 to 1; 0.1 in the paper.
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share)]
    pub smoothing: f64,
    /// The greatest length of all gradients together.
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive)]
    pub clip: f64,
    /// How strongly every number is pulled to 0, as `AdamW` does it.
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share)]
    pub decay: f64,
    /// Stop as soon as so many of a hundred validation examples are right as a whole.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub until: Option<f64>,
    /// Where checkpoints are written: a file that is not there yet, or with --resume one of this training.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on from the checkpoint in that file, if there is one.
    #[arg(long, requires = "save")]
    pub resume: bool,
    /// A checkpoint, and a look at the validation examples, after so many steps.
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// Where the weights alone are written at the end, for other commands. One that is there is written anew, but no file of
    /// --save or --config.
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// Also write the weights after these steps, beside the file of --export: `weights-500.safetensors` for `weights.safetensors`.
    #[arg(long, value_name = "STEP,...", value_delimiter = ',', requires = "export", value_parser = clap::value_parser!(u64).range(1..))]
    pub export_at: Vec<u64>,
    /// Write the weights of --export as float16: half the bytes.
    #[arg(long, requires = "export")]
    pub half: bool,
    /// Train nothing: score the model in the file of --save on these pairs; without --save the translator inside the program. A line is
    /// a source, a tab and what is right for it; of several right ones, parted by `|`, any will do.
    #[arg(long, value_name = "FILE.tsv", conflicts_with_all = ["resume", "export"])]
    pub evaluate: Option<PathBuf>,
    /// Look on: the screen opens with its curves, what it writes and where it reads; pause it, change its rate, go back.
    #[arg(long, conflicts_with_all = ["evaluate", "json"])]
    pub watch: bool,
    /// How that screen looks and reacts.
    #[command(flatten)]
    pub screen: Screen,
    /// What happens as one JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Which model: what is not said is a small one that fits the task.
    #[command(flatten)]
    pub model: Model,
}

/// How the learning rate changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// A straight rise and half a cosine down to 0 at the last step.
    Cosine,
    /// The paper's: a straight rise, then as one over the root of the step.
    Paper,
    /// Always the same.
    Constant,
}

fn number(text: &str, fits: impl Fn(f64) -> bool, wanted: &str) -> Result<f64, String> {
    text.parse().ok().filter(|&x| fits(x)).ok_or_else(|| format!("{wanted} is wanted here"))
}

fn positive(text: &str) -> Result<f64, String> {
    number(text, |x| x.is_finite() && x > 0.0, "a number above 0")
}

fn share(text: &str) -> Result<f64, String> {
    number(text, |x| (0.0..1.0).contains(&x), "a number from 0 up to, but without, 1")
}

fn percent(text: &str) -> Result<f64, String> {
    number(text, |x| x > 0.0 && x <= 100.0, "a number above 0 and up to 100")
}
