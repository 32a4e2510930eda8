//! How each edition's own code names the tensors that we name as PyTorch's `nn.Transformer` does.

use crate::nn::Edition;
use crate::nn::paths::replaced;

/// An edition's names: ours on the left, its own on the right, each one or more whole segments of a path.
struct Names {
    /// Of a norm's gain and shift.
    gain_and_shift: (&'static str, &'static str),
    encoder: &'static [(&'static str, &'static str)],
    decoder: &'static [(&'static str, &'static str)],
    everywhere: &'static [(&'static str, &'static str)],
}

/// The name that the edition's own code gives to one of our parameters.
///
/// ```
/// use glassformer::nn::{Edition, weights};
///
/// let ours = "decoder.layers.1.multihead_attn.q_proj.weight";
/// let theirs = weights::name_in(Edition::DeepDive, ours);
/// assert_eq!(theirs, "decoder.layers.1.src_attn.linears.0.weight");
/// ```
pub fn name_in(edition: Edition, ours: &str) -> String {
    let names = names_of(edition);
    let stack = match ours.split('.').next() {
        Some("encoder") => names.encoder,
        Some("decoder") => names.decoder,
        _ => &[],
    };
    let mut name = renamed_norm(ours, names.gain_and_shift);
    for (from, to) in stack.iter().chain(names.everywhere) {
        name = replaced(&name, from, to);
    }
    name
}

/// The tables of positions that the edition's own code stores beside its parameters, and whether they have a batch axis in front.
pub fn buffers_in(edition: Edition) -> (&'static [&'static str], bool) {
    match edition {
        Edition::FromScratch => (&["positional_encoder"], false),
        Edition::Blocks => (&["input_pos_block.positional_encoding", "output_pos_block.positional_encoding"], true),
        Edition::DeepDive => (&["src_embed.1.pe", "tgt_embed.1.pe"], true),
        Edition::Paper | Edition::PyTorch | Edition::Thread | Edition::Einsum => (&[], false),
    }
}

/// The last segment of a norm's parameter is what the edition calls it.
fn renamed_norm(path: &str, (gain, shift): (&str, &str)) -> String {
    let segments: Vec<&str> = path.split('.').collect();
    match segments.as_slice() {
        [module @ .., norm, last] if norm.contains("norm") => {
            let last = if *last == "weight" { gain } else { shift };
            [module, &[*norm, last]].concat().join(".")
        }
        _ => path.to_owned(),
    }
}

fn names_of(edition: Edition) -> &'static Names {
    match edition {
        Edition::Paper | Edition::PyTorch => &PYTORCH,
        Edition::FromScratch => &FROM_SCRATCH,
        Edition::Blocks => &BLOCKS,
        Edition::Thread => &THREAD,
        Edition::Einsum => &EINSUM,
        Edition::DeepDive => &DEEP_DIVE,
    }
}

static PYTORCH: Names = Names {
    gain_and_shift: ("weight", "bias"),
    encoder: &[("encoder", "transformer.encoder")],
    decoder: &[("decoder", "transformer.decoder")],
    everywhere: &[("src_pos", "src_pos_emb"), ("tgt_pos", "tgt_pos_emb")],
};

static FROM_SCRATCH: Names = Names {
    gain_and_shift: ("gamma", "beta"),
    encoder: &[],
    decoder: &[("norm3", "norm4"), ("memory_norm", "norm3")],
    everywhere: &[
        ("src_emb", "src_embedding.lut"),
        ("tgt_emb", "tgt_embedding.lut"),
        ("self_attn", "self_attention"),
        ("multihead_attn", "encoder_attention"),
        ("q_proj", "W_q"),
        ("k_proj", "W_k"),
        ("v_proj", "W_v"),
        ("out_proj", "W_o"),
        ("linear1", "feedforward.W_1"),
        ("linear2", "feedforward.W_2"),
        ("generator", "output_layer"),
    ],
};

static BLOCKS: Names = Names {
    gain_and_shift: ("alpha", "beta"),
    encoder: &[("encoder.layers", "encoder_seq_block.encoder_blocks"), ("encoder.norm", "encoder_seq_block.norm")],
    decoder: &[("decoder.layers", "decoder_seq_block.decoder_blocks"), ("decoder.norm", "decoder_seq_block.norm")],
    everywhere: &[
        ("src_emb", "input_embed_block.embedding"),
        ("tgt_emb", "output_embed_block.embedding"),
        ("self_attn", "attention_block"),
        ("multihead_attn", "cross_attention_block"),
        ("q_proj", "W_q"),
        ("k_proj", "W_k"),
        ("v_proj", "W_v"),
        ("out_proj", "W_o"),
        ("linear1", "ff_block.linear1"),
        ("linear2", "ff_block.linear2"),
        ("norm1", "skip_connections.0.layer_norm_block"),
        ("norm2", "skip_connections.1.layer_norm_block"),
        ("norm3", "skip_connections.2.layer_norm_block"),
        ("generator", "linear_softmax_block.linear"),
    ],
};

static THREAD: Names = Names {
    gain_and_shift: ("weight", "bias"),
    encoder: &[
        ("encoder.layers", "transformer.encoder.enc_layers"),
        ("self_attn", "attn"),
        ("norm1", "attn_norm"),
        ("norm2", "ffn_norm"),
        ("linear2", "ffn.2"),
    ],
    decoder: &[
        ("decoder.layers", "transformer.decoder.dec_layers"),
        ("self_attn", "masked_attn"),
        ("multihead_attn", "attn"),
        ("norm1", "masked_attn_norm"),
        ("norm2", "attn_norm"),
        ("norm3", "ffn_norm"),
        ("linear2", "ffn.3"),
    ],
    everywhere: &[
        ("src_pos", "src_pos_emb"),
        ("tgt_pos", "tgt_pos_emb"),
        ("heads", "attentions"),
        ("out_proj", "output"),
        ("linear1", "ffn.0"),
        ("generator", "out"),
    ],
};

static EINSUM: Names = Names {
    gain_and_shift: ("weight", "bias"),
    encoder: &[
        ("encoder.layers", "encoder.transformer_layers"),
        ("self_attn", "attention"),
        ("linear1", "fc.0"),
        ("linear2", "fc.2"),
        ("out_proj", "fc"),
    ],
    decoder: &[
        ("decoder.layers", "decoder.decoder_layers"),
        ("self_attn", "attention"),
        ("multihead_attn", "transformer_block.attention"),
        ("linear1", "transformer_block.fc.0"),
        ("linear2", "transformer_block.fc.2"),
        ("out_proj", "fc"),
        ("norm1", "norm"),
        ("norm2", "transformer_block.norm1"),
        ("norm3", "transformer_block.norm2"),
    ],
    everywhere: &[
        ("src_emb", "encoder.embedding_layer"),
        ("src_pos", "encoder.positional_encoding"),
        ("tgt_emb", "decoder.embedding_layer"),
        ("tgt_pos", "decoder.positional_embedding"),
        ("q_proj", "W_q"),
        ("k_proj", "W_k"),
        ("v_proj", "W_v"),
        ("generator", "decoder.fc"),
    ],
};

static DEEP_DIVE: Names = Names {
    gain_and_shift: ("gamma", "beta"),
    encoder: &[],
    decoder: &[],
    everywhere: &[
        ("src_emb", "src_embed.0.emb"),
        ("tgt_emb", "tgt_embed.0.emb"),
        ("multihead_attn", "src_attn"),
        ("q_proj", "linears.0"),
        ("k_proj", "linears.1"),
        ("v_proj", "linears.2"),
        ("idle", "linears.3"),
        ("out_proj", "final_linear"),
        ("linear1", "feed_forward.l1"),
        ("linear2", "feed_forward.l2"),
        ("norm1", "sub1.norm"),
        ("norm2", "sub2.norm"),
        ("norm3", "sub3.norm"),
        ("generator", "final_layer.l1"),
    ],
};
