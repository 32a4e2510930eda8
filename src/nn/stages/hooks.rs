//! What a forward hook on each module calls its output, and what we call it.
//!
//! A hook sees modules, and so knows fewer stages than we do: no scores and no weights. It calls an output by the module's path in
//! the code at hand: PyTorch's own `nn.Transformer`, or an [edition](crate::nn::editions)'s.

use crate::nn::Edition;
use crate::nn::paths::{has, replaced};

/// A hook's name on the left, ours on the right, each one or more whole segments; the rules act in order. The first word says below
/// which module a rule holds, or `any`; a rule of `whole` names speaks of that one module alone.
type Rules = &'static [(&'static str, &'static str, &'static str)];

/// Our path of the output of the module that the edition's own code has at `path`.
///
/// ```
/// use glassformer::nn::{Edition, stages};
///
/// let ours = |edition, path| stages::of_hook(edition, path);
/// assert_eq!(ours(Edition::PyTorch, "transformer.encoder.layers.0.self_attn"), "encoder.layers.0.self_attn");
/// assert_eq!(ours(Edition::PyTorch, "src_emb"), "src_emb.lookup"); // the table's rows, before they are scaled
/// assert_eq!(ours(Edition::Thread, "transformer.decoder.dec_layers.1.attn_norm"), "decoder.layers.1.norm2");
/// ```
pub fn of_hook(edition: Edition, path: &str) -> String {
    rules(edition).iter().fold(path.to_owned(), |path, &(module, from, to)| match module {
        "any" => replaced(&path, from, to),
        "whole" if path == from => to.to_owned(),
        module if has(&path, module) => replaced(&path, from, to),
        _ => path,
    })
}

fn rules(edition: Edition) -> Rules {
    match edition {
        Edition::Paper | Edition::PyTorch => PYTORCH,
        Edition::FromScratch => FROM_SCRATCH,
        Edition::Blocks => BLOCKS,
        Edition::Thread => THREAD,
        Edition::Einsum => EINSUM,
        Edition::DeepDive => DEEP_DIVE,
    }
}

const PYTORCH: Rules = &[
    ("whole", "src_emb", "src_emb.lookup"),
    ("whole", "tgt_emb", "tgt_emb.lookup"),
    ("whole", "src_pos_emb", "src_emb.positions"),
    ("whole", "tgt_pos_emb", "tgt_emb.positions"),
    ("whole", "transformer", "decoder"),
    ("whole", "generator", "generator.logits"),
    ("any", "transformer.encoder", "encoder"),
    ("any", "transformer.decoder", "decoder"),
    // In evaluation a dropout hands on what it is given: the output of a sub-layer, or the activation.
    ("encoder", "dropout2", "feed_forward"),
    ("decoder", "dropout2", "multihead_attn"),
    ("layers", "dropout1", "self_attn"),
    ("layers", "dropout3", "feed_forward"),
    ("layers", "dropout", "activation"),
];

const FROM_SCRATCH: Rules = &[
    ("any", "src_embedding.lut", "src_emb.lookup"),
    ("any", "src_embedding", "src_emb.scaled"),
    ("any", "tgt_embedding.lut", "tgt_emb.lookup"),
    ("any", "tgt_embedding", "tgt_emb.scaled"),
    ("any", "self_attention", "self_attn"),
    ("any", "encoder_attention", "multihead_attn"),
    ("any", "W_q", "q_proj"),
    ("any", "W_k", "k_proj"),
    ("any", "W_v", "v_proj"),
    ("any", "W_o", "out_proj"),
    ("any", "feedforward.W_1", "linear1"),
    ("any", "feedforward.relu", "activation"),
    ("any", "feedforward.W_2", "linear2"),
    ("any", "feedforward", "feed_forward"),
    ("decoder", "norm3", "memory_norm"),
    ("decoder", "norm4", "norm3"),
    ("any", "output_layer", "generator.logits"),
];

const BLOCKS: Rules = &[
    ("any", "input_embed_block.embedding", "src_emb.lookup"),
    ("any", "input_embed_block", "src_emb.scaled"),
    ("any", "input_pos_block", "src_emb"),
    ("any", "output_embed_block.embedding", "tgt_emb.lookup"),
    ("any", "output_embed_block", "tgt_emb.scaled"),
    ("any", "output_pos_block", "tgt_emb"),
    ("any", "encoder_seq_block", "encoder"),
    ("any", "encoder_blocks", "layers"),
    ("any", "decoder_seq_block", "decoder"),
    ("any", "decoder_blocks", "layers"),
    ("any", "attention_block", "self_attn"),
    ("any", "cross_attention_block", "multihead_attn"),
    ("any", "W_q", "q_proj"),
    ("any", "W_k", "k_proj"),
    ("any", "W_v", "v_proj"),
    ("any", "W_o", "out_proj"),
    ("any", "ff_block.linear1", "linear1"),
    ("any", "ff_block.linear2", "linear2"),
    ("any", "ff_block", "feed_forward"),
    ("any", "skip_connections.0.layer_norm_block", "norm1"),
    ("any", "skip_connections.1.layer_norm_block", "norm2"),
    ("any", "skip_connections.2.layer_norm_block", "norm3"),
    ("any", "skip_connections.0", "resid1"),
    ("any", "skip_connections.1", "resid2"),
    ("any", "skip_connections.2", "resid3"),
    ("any", "linear_softmax_block.linear", "generator.logits"),
    ("any", "linear_softmax_block", "generator.log_probs"),
];

const THREAD: Rules = &[
    ("any", "src_emb", "src_emb.lookup"),
    ("any", "tgt_emb", "tgt_emb.lookup"),
    ("any", "src_pos_emb", "src_emb.positions"),
    ("any", "tgt_pos_emb", "tgt_emb.positions"),
    ("any", "transformer.encoder", "encoder"),
    ("any", "transformer.decoder", "decoder"),
    ("any", "transformer", "decoder"),
    ("any", "enc_layers", "layers"),
    ("any", "dec_layers", "layers"),
    ("encoder", "attn", "self_attn"),
    ("encoder", "attn_norm", "norm1"),
    ("encoder", "ffn_norm", "norm2"),
    ("decoder", "attn", "multihead_attn"),
    ("decoder", "masked_attn", "self_attn"),
    ("decoder", "masked_attn_norm", "norm1"),
    ("decoder", "attn_norm", "norm2"),
    ("decoder", "ffn_norm", "norm3"),
    ("any", "attentions", "heads"),
    ("any", "output", "out_proj"),
    ("any", "ffn.0", "linear1"),
    ("any", "ffn.1", "activation"),
    ("encoder", "ffn.2", "linear2"),
    ("decoder", "ffn.3", "linear2"),
    ("any", "ffn", "feed_forward"),
    ("any", "out", "generator.logits"),
];

const EINSUM: Rules = &[
    // Its decoder ends with the generator.
    ("whole", "decoder", "generator.logits"),
    ("any", "encoder.embedding_layer", "src_emb.lookup"),
    ("any", "encoder.positional_encoding", "src_emb.positions"),
    ("any", "decoder.embedding_layer", "tgt_emb.lookup"),
    ("any", "decoder.positional_embedding", "tgt_emb.positions"),
    ("any", "decoder.fc", "generator.logits"),
    ("encoder", "transformer_layers", "layers"),
    ("decoder", "decoder_layers", "layers"),
    ("decoder", "transformer_block.attention", "multihead_attn"),
    ("decoder", "norm", "norm1"),
    ("decoder", "transformer_block.norm2", "norm3"),
    ("decoder", "transformer_block.norm1", "norm2"),
    ("decoder", "transformer_block", ""),
    ("any", "attention", "self_attn"),
    ("any", "self_attn.fc", "self_attn.out_proj"),
    ("any", "multihead_attn.fc", "multihead_attn.out_proj"),
    ("any", "W_q", "q_proj"),
    ("any", "W_k", "k_proj"),
    ("any", "W_v", "v_proj"),
    ("any", "fc.0", "linear1"),
    ("any", "fc.1", "activation"),
    ("any", "fc.2", "linear2"),
    ("any", "fc", "feed_forward"),
];

const DEEP_DIVE: Rules = &[
    ("any", "src_embed.0.emb", "src_emb.lookup"),
    ("any", "src_embed.0", "src_emb.scaled"),
    ("any", "src_embed.1", "src_emb"),
    ("any", "src_embed", "src_emb"),
    ("any", "tgt_embed.0.emb", "tgt_emb.lookup"),
    ("any", "tgt_embed.0", "tgt_emb.scaled"),
    ("any", "tgt_embed.1", "tgt_emb"),
    ("any", "tgt_embed", "tgt_emb"),
    ("any", "src_attn", "multihead_attn"),
    ("any", "attn", "heads"),
    ("any", "linears.0", "q_proj"),
    ("any", "linears.1", "k_proj"),
    ("any", "linears.2", "v_proj"),
    ("any", "final_linear", "out_proj"),
    ("any", "feed_forward.l1", "linear1"),
    ("any", "feed_forward.relu", "activation"),
    ("any", "feed_forward.l2", "linear2"),
    ("any", "sub1.norm", "norm1"),
    ("any", "sub2.norm", "norm2"),
    ("any", "sub3.norm", "norm3"),
    ("any", "sub1", "resid1"),
    ("any", "sub2", "resid2"),
    ("any", "sub3", "resid3"),
    ("any", "final_layer.l1", "generator.logits"),
    ("any", "final_layer.log_softmax", "generator.log_probs"),
    ("any", "final_layer", "generator.log_probs"),
];
