//! The arguments of the command that translates.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::models::Changes;
use super::opening::Opening;

/// What it can do, told by `glassformer translate --help`.
const GRAMMAR: &str = "\
It knows the grammar that it has learned and no more: sentences of some 1,600 words. Of a sentence outside of it, where it is wrong, and
where it was unsure, it says so on the standard error output.

    glassformer translate \"My neighbor sells red apples at the market.\"
    glassformer translate \"The fisherman waits near the bank.\" \"The banker waits near the bank.\"
    glassformer translate --beam 3 \"some old friends open a big box\"
    glassformer translate --words        which pieces of words it knows

What its parts are for shows when they are switched off, or see something else:

    glassformer translate \"the small red house\" --ablate decoder.layers.1.multihead_attn
    glassformer translate \"the small red house\" --patch encoder@2 --from \"the small blue house\"
    glassformer translate \"the small red house\" --lens
    glassformer translate --why \"The dentist cannot see the mole.\"
    glassformer translate --heads        what each head does, in numbers

`glassformer train translation` trains such a model; assets/translator.md says how this one came about.";

/// `glassformer translate`.
#[derive(Debug, Args)]
#[command(after_long_help = GRAMMAR)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Translate {
    /// Sentences in quotation marks; words without any are one sentence. Without a sentence, the lines of standard input.
    #[arg(value_name = "SENTENCE")]
    pub sentences: Vec<String>,
    /// Show which source word each word looked at: on a terminal by itself, and with `--attention` always.
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t = When::Auto,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "always"
    )]
    pub attention: When,
    /// Whose attention: a layer of the decoder, or one head of it, `1.3`. Without it, the mean of the last layer's heads.
    #[arg(long, value_name = "LAYER[.HEAD]", value_parser = head)]
    pub head: Option<(usize, Option<usize>)>,
    /// Search with so many sequences side by side, and show what was found, with scores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub beam: Option<u8>,
    /// Save every stage of one pass over the sentence and its translation to this safetensors file, as `forward --trace` does. One
    /// that is there is written anew, unless it is read here.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// What is changed inside.
    #[command(flatten)]
    pub changes: Changes,
    /// The sentence that --patch takes its values from.
    #[arg(long, value_name = "SENTENCE", requires = "patch")]
    pub from: Option<String>,
    /// Show what the generator would say after each layer of the decoder.
    #[arg(long)]
    pub lens: bool,
    /// Say why it went wrong: what is right, the nearest sentence that it translates correctly, and where each piece looked most.
    #[arg(long, conflicts_with_all = ["weights"])]
    pub why: bool,
    /// Another model, or a checkpoint, that `glassformer train translation` has saved; or with --vocab one of your own, from PyTorch.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Of a model of your own, its words and what its file does not say: see `glassformer open --help`.
    #[command(flatten)]
    pub opening: Opening,
    /// Say in numbers what each head does, on average over N sentences, 100 unless said; and translate nothing.
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "100",
        value_parser = clap::value_parser!(u16).range(1..=10_000)
    )]
    pub heads: Option<u16>,
    /// With --heads, also say how many translations are right without each head, and with it alone of its attention. It takes minutes.
    #[arg(long, requires = "heads")]
    pub costs: bool,
    /// Print the words that it knows, and translate nothing.
    #[arg(long)]
    pub words: bool,
    /// One JSON object a sentence.
    #[arg(long)]
    pub json: bool,
}

/// When something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal.
    Auto,
    /// Also in a pipe.
    Always,
    /// Not even there.
    Never,
}

fn head(text: &str) -> Result<(usize, Option<usize>), String> {
    let number = |text: &str| {
        text.parse().map_err(|_| "a layer is meant, `1`, or a head of it, `1.3`; both count from 0".to_owned())
    };
    match text.split_once('.') {
        Some((layer, head)) => Ok((number(layer)?, Some(number(head)?))),
        None => Ok((number(text)?, None)),
    }
}
