//! The arguments of the commands that run, compare and count models.

use std::path::PathBuf;

use clap::Args;

use crate::nn::Edition;
use crate::nn::cost::Load;

/// How a learner's own model is brought here, told by `glassformer forward --help`.
const RECIPE: &str = r#"How to save the weights, inputs and stages of your own model in PyTorch:

    import json, torch
    from safetensors.torch import save_file
    torch.backends.mha.set_fastpath_enabled(False)  # otherwise fused layers bypass the hooks
    stages = {}
    def keep(name):
        def hook(module, inputs, output):
            output = output[0] if isinstance(output, tuple) else output
            stages[name] = output.detach().clone().contiguous()
        return hook
    for name, module in model.named_modules():
        if name: module.register_forward_hook(keep(name))
    stages["logits"] = model.eval()(src, tgt).detach().clone()
    config = dict(d_model=16, heads=4, d_ff=32, layers=2, v_src=23, v_tgt=19, max_len=32)
    save_file(model.state_dict(), "weights.safetensors", {"config": json.dumps(config)})
    save_file({"src": src, "tgt": tgt}, "inputs.safetensors")
    save_file(stages, "theirs.safetensors", {"order": json.dumps(list(stages))})

Then run:

    glassformer forward --weights weights.safetensors --inputs inputs.safetensors --save ours.safetensors --trace
    glassformer diff theirs.safetensors ours.safetensors --common

Name the weights as in a model of `src_emb`, `tgt_emb` (nn.Embedding), `transformer` (nn.Transformer) and `generator`
(nn.Linear), or as in the edition's own code. --rename maps other names to these; --leave ignores what is not part of
the model. The file may also contain a table of sinusoidal positions, under any name.

The inputs `src` and `tgt` are ids of shape [batch, length]. The target begins with its start token. Masks are optional;
without them, padding and future tokens are masked. 1 or true means that a token may be attended to:
    src_keep, tgt_keep, memory_keep   [batch, length] masks padding; [batch, 1, queries, keys] is a full mask.
    src_mask, tgt_mask, memory_mask   The same, or [queries, keys] if that differs from [batch, length].
nn.Transformer uses the opposite convention: true masks a token. src_key_padding_mask, tgt_key_padding_mask and
memory_key_padding_mask follow it. With --masks hide, so do src_mask, tgt_mask and memory_mask, which then count as [queries, keys]
where both shapes fit; so does a float mask of 0 and -inf, which is added. A target mask of [batch, length] keeps the future masked.

Each stage is saved under the module's path in PyTorch plus the stage's name: decoder.layers.1.multihead_attn.weights. A module's
output has the path of the module; `logits` is the output of the language-model head."#;

/// Which model is meant.
#[derive(Debug, Clone, Default, Args)]
pub struct Model {
    /// A JSON file with the model's configuration, instead of the one in the weights file.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The edition of the model: paper, pytorch, `from_scratch`, blocks, thread, einsum or `deep_dive`.
    #[arg(long, value_name = "NAME", value_parser = str::parse::<Edition>)]
    pub edition: Option<Edition>,
    /// Set one configuration value, such as `norm_first=true`, `fill=-1e9` or `layers=2`.
    #[arg(long, value_name = "KEY=VALUE", value_parser = assignment)]
    pub set: Vec<(String, String)>,
}

/// What is changed inside a model while it computes.
#[derive(Debug, Clone, Default, Args)]
pub struct Changes {
    /// Ablate a head, a sublayer or a layer, such as `decoder.layers.1.multihead_attn.heads.0`. Can be repeated.
    #[arg(long, value_name = "STAGE")]
    pub ablate: Vec<String>,
    /// Patch this stage with its value for --from, at the same positions; `STAGE@3` patches only position 3, counted from 0.
    #[arg(long, value_name = "STAGE[@N]", requires = "from", value_parser = patched)]
    pub patch: Vec<(String, Option<usize>)>,
}

impl Changes {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.ablate.is_empty() && self.patch.is_empty()
    }
}

/// `STAGE` or `STAGE@N`
fn patched(text: &str) -> Result<(String, Option<usize>), String> {
    match text.split_once('@') {
        Some((stage, at)) => match at.parse() {
            Ok(at) => Ok((stage.to_owned(), Some(at))),
            Err(_) => Err("after the @, give a position, counted from 0".to_owned()),
        },
        None => Ok((text.to_owned(), None)),
    }
}

/// `glassformer forward`.
#[derive(Debug, Args)]
#[command(after_long_help = RECIPE)]
pub struct Forward {
    /// The weights: a safetensors file with PyTorch's `state_dict`, or ours. float16 and bfloat16 are converted to float32.
    #[arg(long, value_name = "FILE")]
    pub weights: PathBuf,
    /// The inputs: a safetensors file with `src` and `tgt`, and with masks if they are not the usual ones.
    #[arg(long, value_name = "FILE")]
    pub inputs: PathBuf,
    /// The file for the outputs. An existing file is overwritten, unless it is read here.
    #[arg(long, value_name = "FILE")]
    pub save: PathBuf,
    /// Also save every stage of the computation, in order.
    #[arg(long)]
    pub trace: bool,
    /// The prefix of the weights' names, such as `w.`; tensors without it are ignored.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub prefix: String,
    /// Rename a part of the weights' names: `encoder_embedding=src_emb`. An empty right side removes it.
    #[arg(long, value_name = "FROM=TO", value_parser = assignment)]
    pub rename: Vec<(String, String)>,
    /// Ignore tensors whose path contains this part, such as `transformer.encoder.norm`.
    #[arg(long, value_name = "PATH")]
    pub leave: Vec<String>,
    /// What is changed inside.
    #[command(flatten)]
    pub changes: Changes,
    /// The inputs file that --patch takes its values from.
    #[arg(long, value_name = "FILE", requires = "patch")]
    pub from: Option<PathBuf>,
    /// The meaning of 1 or true in a mask whose name does not say it: `keep` (the token may be attended to) or `hide`.
    #[arg(long, value_name = "WORD", default_value = "keep", value_parser = ["keep", "hide"])]
    pub masks: String,
    /// Which model.
    #[command(flatten)]
    pub model: Model,
}

/// `glassformer diff`.
///
/// Prints the first stage that differs in the order of the computation, its first differing element, and the stages after it. Exits
/// with status 0 if nothing differs, 1 if something does, and 2 if the files cannot be compared.
#[derive(Debug, Args)]
pub struct Diff {
    /// A safetensors file, such as stages recorded by forward hooks in PyTorch.
    pub first: PathBuf,
    /// Another safetensors file, such as one saved by `glassformer forward --trace`.
    pub second: PathBuf,
    /// The tolerance for real numbers a and b, times max(1, |a|, |b|). Integers and Booleans must be equal.
    #[arg(long, value_name = "NUMBER", default_value = "1e-5", allow_negative_numbers = true, value_parser = tolerance)]
    pub tol: f64,
    /// Compare only the tensors that both files contain.
    #[arg(long)]
    pub common: bool,
    /// Rename a part of the names in the first file: `enc=encoder.layers`. An empty right side removes it.
    #[arg(long, value_name = "FROM=TO", value_parser = assignment)]
    pub rename: Vec<(String, String)>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `glassformer cost`.
#[derive(Debug, Args)]
pub struct Cost {
    /// The model; the paper's base model if omitted, with one table shared by both embeddings and the language-model head.
    #[command(flatten)]
    pub model: Model,
    /// The batch size, in pairs of sequences.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub batch: usize,
    /// The number of source tokens.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub source: usize,
    /// The number of target tokens.
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub target: usize,
    /// How many levels of modules to show.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub depth: usize,
    /// Print one JSON object with all levels.
    #[arg(long)]
    pub json: bool,
}

impl Cost {
    /// What passes through the model.
    pub fn load(&self) -> Load {
        Load { batch: self.batch, source: self.source, target: self.target }
    }
}

/// `KEY=VALUE`
pub(super) fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

fn tolerance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..f64::INFINITY).contains(&number) => Ok(number),
        _ => Err("a tolerance is a number of 0 or more, such as 1e-5".to_owned()),
    }
}
