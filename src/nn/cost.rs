//! What a Transformer costs, module by module, before it is built: parameters, bytes and multiply-adds.
//!
//! The parameters are those that [`Parameters::count`](super::Parameters::count) finds in the model that a configuration builds, and
//! the multiply-adds those that a pass over the whole batch, padding included, makes in its matrix products. Element-wise work,
//! softmax and norms are not counted: they are few, although they take time.
//!
//! The paper's table 3 gives its models in millions. One table of the 37,000 words that section 5.1 speaks of, shared by both
//! embeddings and the generator (section 3.4), makes 63.1 for the base model (65 in the paper) and 214.2 for the big one (213):
//!
//! ```
//! use glassformer::nn::{Config, Edition, cost::Load};
//!
//! let mut base = Config::of(Edition::Paper);
//! (base.design.tied, base.design.shared) = (true, true);
//! let big = Config { d_model: 1024, d_ff: 4096, heads: 16, ..base.clone() };
//! assert_eq!(base.cost(Load::default()).parameters, 63_082_496);
//! assert_eq!(big.cost(Load::default()).parameters, 214_245_376);
//! ```
//!
//! The layers hold 44.1 and 176.4 million of these and leave no room; what is open is the table, since "about 37,000" is all the
//! paper says of its size. With 40,800 rows nine of the ten other counts of table 3 come out to the million, and the tenth, 53 for
//! `d_ff` 1024, is 52.4. The big model's 213 alone speaks for fewer rows, 35,800.

use serde::Serialize;

use super::Config;
use super::config::Encoding;

/// A module, what it costs, and the modules that it is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// What the module is called in its place: `layers.0`, `self_attn`.
    pub name: String,
    /// How many numbers it learns.
    pub parameters: u64,
    /// What they take up as float32.
    pub bytes: u64,
    /// Products of two numbers, each added to a sum, in one pass.
    pub multiply_adds: u64,
    /// The modules inside, in the order of the computation. Their costs add up to this one's.
    pub parts: Vec<Cost>,
}

/// What passes through a model at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Pairs of sequences.
    pub batch: usize,
    /// Tokens of each source.
    pub source: usize,
    /// Tokens of each target.
    pub target: usize,
}

impl Default for Load {
    /// One pair of one token each.
    fn default() -> Self {
        Self { batch: 1, source: 1, target: 1 }
    }
}

impl Load {
    fn sources(self) -> u64 {
        product(&[self.batch, self.source])
    }

    fn targets(self) -> u64 {
        product(&[self.batch, self.target])
    }
}

impl Cost {
    /// The part at a path below this one: `decoder.layers.1.self_attn`.
    pub fn part(&self, path: &str) -> Option<&Self> {
        self.parts.iter().find_map(|part| {
            let rest = path.strip_prefix(&part.name)?;
            if rest.is_empty() { Some(part) } else { part.part(rest.strip_prefix('.')?) }
        })
    }

    fn leaf(name: &str, parameters: u64, multiply_adds: u64) -> Self {
        let bytes = parameters.saturating_mul(4);
        Self { name: name.to_owned(), parameters, bytes, multiply_adds, parts: Vec::new() }
    }

    /// A module that is nothing but its parts.
    fn of(name: &str, parts: Vec<Self>) -> Self {
        let sum = |of: fn(&Self) -> u64| parts.iter().map(of).fold(0, u64::saturating_add);
        let whole = Self::leaf(name, sum(|part| part.parameters), sum(|part| part.multiply_adds));
        Self { parts, ..whole }
    }

    /// `y = x W^T + b` at each of the positions.
    fn linear(name: &str, [inputs, outputs]: [usize; 2], bias: bool, positions: u64) -> Self {
        let weight = product(&[inputs, outputs]);
        let bias = if bias { outputs as u64 } else { 0 };
        Self::leaf(name, weight.saturating_add(bias), weight.saturating_mul(positions))
    }
}

/// The product, or the largest number that there is. Sizes that a model can have are far from it.
fn product(sizes: &[usize]) -> u64 {
    sizes.iter().fold(1, |product: u64, &size| product.saturating_mul(size as u64))
}

impl Config {
    /// What a model of this configuration costs under that load.
    pub fn cost(&self, load: Load) -> Cost {
        let encoder = (0..self.enc_layers).map(|number| self.encoder_layer_cost(number, load));
        let decoder = (0..self.dec_layers).map(|number| self.decoder_layer_cost(number, load));
        let parts = [
            self.input_cost("src", self.v_src, true),
            vec![Cost::of("encoder", encoder.chain(self.final_norm_cost()).collect())],
            self.input_cost("tgt", self.v_tgt, !self.design.shared),
            vec![Cost::of("decoder", decoder.chain(self.final_norm_cost()).collect()), self.generator_cost(load)],
        ];
        Cost::of("transformer", parts.concat())
    }

    /// The tables of an input; looking a row up multiplies nothing.
    fn input_cost(&self, side: &str, vocabulary: usize, has_table: bool) -> Vec<Cost> {
        let table = if has_table { product(&[vocabulary, self.d_model]) } else { 0 };
        let mut parts = vec![Cost::leaf(&format!("{side}_emb"), table, 0)];
        if self.design.positions == Encoding::Learned {
            parts.push(Cost::leaf(&format!("{side}_pos"), product(&[self.max_len, self.d_model]), 0));
        }
        parts
    }

    fn encoder_layer_cost(&self, number: usize, load: Load) -> Cost {
        let attention = self.attention_cost("self_attn", self.heads, load.batch, [load.source, load.source]);
        let parts = [vec![attention, self.feed_forward_cost(load.sources())], self.norm_costs(2)];
        Cost::of(&format!("layers.{number}"), parts.concat())
    }

    fn decoder_layer_cost(&self, number: usize, load: Load) -> Cost {
        let (heads, batch) = (self.dec_heads(), load.batch);
        let own = self.attention_cost("self_attn", heads, batch, [load.target, load.target]);
        let cross = self.attention_cost("multihead_attn", heads, batch, [load.target, load.source]);
        let mut parts = [vec![own, cross, self.feed_forward_cost(load.targets())], self.norm_costs(3)].concat();
        if self.design.memory_norm {
            parts.push(self.norm_cost("memory_norm"));
        }
        Cost::of(&format!("layers.{number}"), parts)
    }

    /// Attention costs the same however its projections are held: in one matrix, in three, or in three a head.
    fn attention_cost(&self, name: &str, heads: usize, batch: usize, [queries, keys]: [usize; 2]) -> Cost {
        let (width, bias) = (self.d_model, self.design.attention_bias);
        let (d_k, d_v) = (self.d_k(heads), self.d_v(heads));
        let to = |name, size, positions| {
            Cost::linear(name, [width, heads.saturating_mul(size)], bias, product(&[batch, positions]))
        };
        let each = |size| product(&[batch, heads, queries, keys, size]);
        let mut parts = vec![
            to("q_proj", d_k, queries),
            to("k_proj", d_k, keys),
            to("v_proj", d_v, keys),
            Cost::leaf("scores", 0, each(d_k)),
            Cost::leaf("heads", 0, each(d_v)),
            Cost::linear(
                "out_proj",
                [heads.saturating_mul(d_v), width],
                self.design.out_bias,
                product(&[batch, queries]),
            ),
        ];
        if self.design.idle_projection {
            parts.push(Cost::linear("idle", [width, width], bias, 0));
        }
        Cost::of(name, parts)
    }

    fn feed_forward_cost(&self, positions: u64) -> Cost {
        let up = Cost::linear("linear1", [self.d_model, self.d_ff], true, positions);
        let down = Cost::linear("linear2", [self.d_ff, self.d_model], true, positions);
        Cost::of("feed_forward", vec![up, down])
    }

    fn norm_cost(&self, name: &str) -> Cost {
        let features = if self.design.ln_scalar { 1 } else { self.d_model };
        Cost::leaf(name, product(&[2, features]), 0)
    }

    fn norm_costs(&self, count: usize) -> Vec<Cost> {
        (1..=count).map(|number| self.norm_cost(&format!("norm{number}"))).collect()
    }

    fn final_norm_cost(&self) -> Option<Cost> {
        self.design.final_norm.then(|| self.norm_cost("norm"))
    }

    /// A tied generator multiplies as any other does, and has no parameters of its own.
    fn generator_cost(&self, load: Load) -> Cost {
        let own = Cost::linear("generator", [self.d_model, self.v_tgt], true, load.targets());
        if self.design.tied { Cost::leaf("generator", 0, own.multiply_adds) } else { own }
    }
}
