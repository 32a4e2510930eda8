//! The arguments that open a model which somebody trained in PyTorch.

use std::path::PathBuf;

use clap::Args;

use super::Screen;
use super::models::assignment;

/// How a learner's model is brought here, told by `glassformer open --help`.
const GUIDE: &str = "\
The file contains the state dict of a model around nn.Transformer: embeddings, positions and a language-model head, under any names.

    from safetensors.torch import save_file
    config = dict(heads=4, norm_first=True)
    save_file(model.state_dict(), \"mine.safetensors\", {\"config\": json.dumps(config)})
    json.dump({\"source\": source_words, \"target\": target_words}, open(\"words.json\", \"w\"))

    glassformer open mine.safetensors --vocab words.json \"ein kleines haus\"

Some settings cannot be read from the shapes: heads, norm_first, activation and scale_embeddings; for the vocabulary: bos, eos, unk,
source_bos and source_eos. Give them in the file's metadata, in a JSON file (--config) or with --model. Without a screen:

    glassformer translate --weights mine.safetensors --vocab words.json \"ein kleines haus\"
    glassformer why mine.safetensors --vocab words.json 'looks_across[0, 1]'
    glassformer render mine.safetensors --vocab words.json

See docs/your-own-model.md for details.";

/// `glassformer open`.
#[derive(Debug, Args)]
#[command(after_long_help = GUIDE)]
pub struct Open {
    /// The weights: a safetensors file, with --vocab; or `translator`, the built-in one, which is also the default.
    #[arg(value_name = "WEIGHTS")]
    pub weights: Option<PathBuf>,
    /// The sentence to start with; a few words of the vocabulary if omitted.
    #[arg(value_name = "SENTENCE")]
    pub sentence: Option<String>,
    /// The vocabulary, and settings that the weights file does not contain.
    #[command(flatten)]
    pub opening: Opening,
    /// The look and behavior of the screen.
    #[command(flatten)]
    pub screen: Screen,
}

/// What is said of a model from PyTorch beside its file of weights.
#[derive(Debug, Clone, Default, Args)]
pub struct Opening {
    /// The vocabulary: a JSON file with a list of tokens, or an object from token to id; or one of these each under `source` and `target`.
    /// If given twice, the first is the source's.
    #[arg(long, value_name = "FILE")]
    pub vocab: Vec<PathBuf>,
    /// A JSON file with settings that the weights do not contain: heads, `norm_first`, activation.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// One such setting, such as `heads=4` or `bos=<s>`.
    #[arg(long, value_name = "KEY=VALUE", value_parser = assignment)]
    pub model: Vec<(String, String)>,
    /// Rename a part of the weights' names, such as `embed=src_emb`; an empty right side removes it.
    #[arg(long, value_name = "FROM=TO", value_parser = assignment)]
    pub rename: Vec<(String, String)>,
}

impl Opening {
    /// The files that are read for it.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.vocab.iter().chain(&self.config).cloned()
    }
}
