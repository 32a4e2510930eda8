//! What the golden files call the stages that we call by PyTorch's path of the module: the one table of both.

use glassformer::nn::{Edition, paths, stages};

/// A file's name on the left, ours on the right, each one or more whole segments; the rules act in order.
type Rules = &'static [(&'static str, &'static str)];

/// Our path of a stage of `07_layers` or `08_full_transformer`.
pub(crate) fn of_pytorch(name: &str) -> String {
    translate(name, PYTORCH)
}

/// Our path of a stage of an edition's file: `mod.` is a module's output as a hook saw it, `attn.` what a softmax got and gave.
pub(crate) fn of_edition(edition: Edition, name: &str) -> String {
    if let Some(attention) = name.strip_prefix("attn.") {
        return translate(attention, ATTENTION);
    }
    name.strip_prefix("mod.").map_or_else(|| translate(name, RESULTS), |module| stages::of_hook(edition, module))
}

fn translate(name: &str, rules: Rules) -> String {
    rules.iter().fold(name.to_owned(), |path, (from, to)| paths::replaced(&path, from, to))
}

const PYTORCH: Rules = &[
    ("memory", "encoder"),
    ("dec_out", "decoder"),
    ("enc.final_norm", "encoder.norm"),
    ("dec.final_norm", "decoder.norm"),
    ("self_attn.out", "self_attn.out_proj"),
    ("cross_attn.out", "multihead_attn.out_proj"),
    ("cross_attn", "multihead_attn"),
    ("ffn.pre_act", "linear1"),
    ("ffn.act", "activation"),
    ("ffn.out", "linear2"),
    ("out", ""),
    ("enc", "encoder.layers"),
    ("dec", "decoder.layers"),
    ("src", "src_emb"),
    ("tgt", "tgt_emb"),
    ("logits", "generator.logits"),
    ("log_probs", "generator.log_probs"),
];

const ATTENTION: Rules = &[
    ("enc", "encoder.layers"),
    ("dec", "decoder.layers"),
    ("self", "self_attn"),
    ("cross", "multihead_attn"),
    ("softmax_in", "masked"),
];

const RESULTS: Rules = &[
    ("logits", "generator.logits"),
    ("out", "generator.logits"),
    ("probs", "generator.probs"),
    ("log_probs", "generator.log_probs"),
    ("pe_src", "src_emb.positions"),
    ("pe_tgt", "tgt_emb.positions"),
];
