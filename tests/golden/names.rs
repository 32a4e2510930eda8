//! What the golden files call the stages that we call by PyTorch's path of the module: the one table of both.

use glassformer::nn::Edition;

/// A file's name on the left, ours on the right, each one or more whole segments; the rules act in order. The first word says in
/// which stack a rule holds, or `any`; a rule of `whole` names speaks of that one stage alone.
type Rules = &'static [(&'static str, &'static str, &'static str)];

/// Our path of a stage of `07_layers` or `08_full_transformer`.
pub(crate) fn of_pytorch(name: &str) -> String {
    translate(name, PYTORCH)
}

/// Our path of a stage of an edition's file: `mod.` is a module's output, `attn.` what a softmax got and gave.
pub(crate) fn of_edition(edition: Edition, name: &str) -> String {
    if let Some(attention) = name.strip_prefix("attn.") {
        return translate(attention, ATTENTION);
    }
    match name.strip_prefix("mod.") {
        Some(module) => translate(module, rules(edition)),
        None => translate(name, RESULTS),
    }
}

fn translate(name: &str, rules: Rules) -> String {
    let mut path = format!(".{name}.");
    for (stack, from, to) in rules {
        let holds = match *stack {
            "any" => true,
            "whole" => path == format!(".{from}."),
            stack => path.contains(&format!(".{stack}.")),
        };
        if holds {
            let to = if to.is_empty() { ".".to_owned() } else { format!(".{to}.") };
            path = path.replace(&format!(".{from}."), &to);
        }
    }
    path.trim_matches('.').to_owned()
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
    ("any", "memory", "encoder"),
    ("any", "dec_out", "decoder"),
    ("any", "enc.final_norm", "encoder.norm"),
    ("any", "dec.final_norm", "decoder.norm"),
    ("any", "self_attn.out", "self_attn.out_proj"),
    ("any", "cross_attn.out", "multihead_attn.out_proj"),
    ("any", "cross_attn", "multihead_attn"),
    ("any", "ffn.pre_act", "linear1"),
    ("any", "ffn.act", "activation"),
    ("any", "ffn.out", "linear2"),
    ("enc", "out", ""),
    ("dec", "out", ""),
    ("any", "enc", "encoder.layers"),
    ("any", "dec", "decoder.layers"),
    ("any", "src", "src_emb"),
    ("any", "tgt", "tgt_emb"),
    ("any", "logits", "generator.logits"),
    ("any", "log_probs", "generator.log_probs"),
];

const ATTENTION: Rules = &[
    ("any", "enc", "encoder.layers"),
    ("any", "dec", "decoder.layers"),
    ("any", "self", "self_attn"),
    ("any", "cross", "multihead_attn"),
    ("any", "softmax_in", "masked"),
];

const RESULTS: Rules = &[
    ("any", "logits", "generator.logits"),
    ("any", "out", "generator.logits"),
    ("any", "probs", "generator.probs"),
    ("any", "log_probs", "generator.log_probs"),
    ("any", "pe_src", "src_emb.positions"),
    ("any", "pe_tgt", "tgt_emb.positions"),
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
