//! The arguments of the command that translates.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::models::Changes;
use super::opening::Opening;

/// What it can do, told by `glassformer translate --help`.
const GRAMMAR: &str = "\
The translator knows only the grammar it was trained on, with about 1,600 words. It prints a warning on standard error if a sentence is
outside that grammar, if the translation is wrong, or if the model was unsure.

    glassformer translate \"My neighbor sells red apples at the market.\"
    glassformer translate \"The fisherman waits near the bank.\" \"The banker waits near the bank.\"
    glassformer translate --beam 3 \"some old friends open a big box\"
    glassformer translate --words        print its vocabulary

To find out what a part does, ablate it, or patch it with its value for another sentence:

    glassformer translate \"the small red house\" --ablate decoder.layers.1.multihead_attn
    glassformer translate \"the small red house\" --patch encoder@2 --from \"the small blue house\"
    glassformer translate \"the small red house\" --lens
    glassformer translate --why \"The dentist cannot see the mole.\"
    glassformer translate --heads        measure what each head does

`glassformer train translation` trains such a model; assets/translator.md describes how this one was trained.";

/// `glassformer translate`.
#[derive(Debug, Args)]
#[command(after_long_help = GRAMMAR)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Translate {
    /// Sentences in quotation marks; words without quotation marks form one sentence. Reads the lines of standard input if omitted.
    #[arg(value_name = "SENTENCE")]
    pub sentences: Vec<String>,
    /// Show which source word each word attends to: by default on a terminal, with `--attention` always.
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
    /// The attention to show: a decoder layer, or one of its heads, `1.3`. The mean of the last layer's heads if omitted.
    #[arg(long, value_name = "LAYER[.HEAD]", value_parser = head)]
    pub head: Option<(usize, Option<usize>)>,
    /// Beam search with this many beams; shows the results with their scores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub beam: Option<u8>,
    /// Save every stage of one pass over the sentence and its translation to this safetensors file, as `forward --trace` does. An
    /// existing file is overwritten, unless it is read here.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// What is changed inside.
    #[command(flatten)]
    pub changes: Changes,
    /// The sentence that --patch takes its values from.
    #[arg(long, value_name = "SENTENCE", requires = "patch")]
    pub from: Option<String>,
    /// Show the logit lens: what the language-model head would predict after each decoder layer.
    #[arg(long)]
    pub lens: bool,
    /// Explain an error: the right translation, the nearest sentence that it translates correctly, and what each piece attends to most.
    #[arg(long, conflicts_with_all = ["weights"])]
    pub why: bool,
    /// Another model: one saved by `glassformer train translation`, a checkpoint, or with --vocab your own from PyTorch.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// The vocabulary and settings of your own model: see `glassformer open --help`.
    #[command(flatten)]
    pub opening: Opening,
    /// Instead of translating, measure what each head does on average over N sentences, 100 by default.
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "100",
        value_parser = clap::value_parser!(u16).range(1..=10_000)
    )]
    pub heads: Option<u16>,
    /// With --heads, also measure how many translations are right without each head, and with only that head of its attention. This
    /// takes minutes.
    #[arg(long, requires = "heads")]
    pub costs: bool,
    /// Instead of translating, print the vocabulary.
    #[arg(long)]
    pub words: bool,
    /// Print one JSON object per sentence.
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
    /// Never.
    Never,
}

fn head(text: &str) -> Result<(usize, Option<usize>), String> {
    let number = |text: &str| {
        text.parse().map_err(|_| {
            "expected a layer, such as `1`, or one of its heads, such as `1.3`; both are counted from 0".to_owned()
        })
    };
    match text.split_once('.') {
        Some((layer, head)) => Ok((number(layer)?, Some(number(head)?))),
        None => Ok((number(text)?, None)),
    }
}
