//! Which of two stages is computed first, as far as their paths tell.

/// Modules and stages in the order in which a post-norm Transformer comes to them. What is not here comes last.
const ORDER: [&str; 36] = [
    "src_emb",
    "encoder",
    "tgt_emb",
    "decoder",
    "generator",
    "lookup",
    "scaled",
    "positions",
    "sum",
    "layers",
    "self_attn",
    "resid1",
    "norm1",
    "memory_norm",
    "multihead_attn",
    "linear1",
    "activation",
    "linear2",
    "feed_forward",
    "resid2",
    "norm2",
    "resid3",
    "norm3",
    "norm",
    "q_proj",
    "k_proj",
    "v_proj",
    "q",
    "k",
    "v",
    "scores",
    "masked",
    "weights",
    "heads",
    "concat",
    "out_proj",
];

/// Where a stage stands in a forward pass, by its path alone: numbers count as numbers, and a module's output comes after what is
/// inside. Where the norm stands, before or after a sub-layer, no path tells.
///
/// ```
/// use glassformer::nn::stages::Place;
///
/// let mut paths = ["generator.logits", "encoder.layers.10.norm1", "encoder.layers.2", "encoder.layers.2.self_attn.weights"];
/// paths.sort_by_key(|path| Place::of(path));
/// assert_eq!(paths[0], "encoder.layers.2.self_attn.weights");
/// assert_eq!(paths[1..], ["encoder.layers.2", "encoder.layers.10.norm1", "generator.logits"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(Vec<Segment>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Word(usize, String),
    Number(u64),
    /// Behind everything that has more segments.
    End,
}

impl Place {
    /// The place of the stage of that path.
    pub fn of(path: &str) -> Self {
        let segment = |segment: &str| {
            let rank = ORDER.iter().position(|word| *word == segment).unwrap_or(ORDER.len());
            segment.parse().map_or_else(|_| Segment::Word(rank, segment.to_owned()), Segment::Number)
        };
        Self(path.split('.').map(segment).chain([Segment::End]).collect())
    }
}
