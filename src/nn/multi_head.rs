//! Multi-head attention, section 3.2.2 of the paper: `MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W^O`, where head i attends
//! with queries, keys and values that it projects for itself: `Attention(Q W_i^Q, K W_i^K, V W_i^V)`.
//!
//! The projections can be held in three ways, which give the same numbers when they hold the same weights:
//! [`Fused`](Projections::Fused) as PyTorch does, [`Separate`](Projections::Separate) as most tutorials do, and a small matrix
//! [`PerHead`](Projections::PerHead), as the paper's formula is written.
//!
//! ```
//! use glassformer::nn::{MultiHeadAttention, Parameters, init, mask};
//! use glassformer::tensor::{Tensor, random::Generator};
//!
//! let mut attention = MultiHeadAttention::fused(4, 2, true);
//! init::xavier(&mut attention, &mut Generator::manual_seed(7))?;
//! let x = Tensor::from_f32(&[1, 3, 4], vec![1.0, 0.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.5, 1.0, 1.0, 0.0, 0.0])?;
//! let stages = attention.forward(&x, &x, &x, Some(&mask::causal(3, 3)?))?;
//! assert_eq!(stages.attention.weights.shape(), [1, 2, 3, 3]); // batch, heads, queries, keys
//! assert_eq!(stages.output.shape(), [1, 3, 4]);
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use std::sync::Arc;

use super::attention::{self, Scale, attend};
use super::mask::Mask;
use super::parameters::{Named, Parameters, named, numbered, under};
use super::{Dropout, Linear, Masking};
use crate::tensor::ops::join::{cat, stack};
use crate::tensor::{Axis, Result, Tensor, tape};

/// Several attentions side by side, each with projections of its own.
#[derive(Clone, Debug)]
pub struct MultiHeadAttention {
    /// How many heads, h.
    pub heads: usize,
    /// From `d_model` to the heads' queries, keys and values.
    pub projections: Projections,
    /// `W^O`: from the joined heads, (h · `d_v`), back to `d_model`.
    pub out_proj: Linear,
    /// What a mask does.
    pub masking: Masking,
    /// Of the weights, while training.
    pub dropout: Dropout,
    /// A layer that is there and never used: one tutorial makes four projections and uses three. It counts, and it is saved.
    pub idle: Option<Linear>,
}

/// Where the matrices of the projections lie. Weights are (out, in); head i owns the outputs from i · `d_k` on.
#[derive(Clone, Debug)]
pub enum Projections {
    /// One matrix: Wq, Wk and Wv one above the other, (h · (2 `d_k` + `d_v`), `d_model`). PyTorch's `in_proj_weight`.
    Fused(Box<Linear>),
    /// One matrix for the queries of all heads, one for their keys, one for their values.
    Separate(Box<QueryKeyValue>),
    /// Three small matrices for each head.
    PerHead(Vec<QueryKeyValue>),
}

/// A projection to queries, one to keys and one to values.
#[derive(Clone, Debug)]
pub struct QueryKeyValue {
    /// To queries: (h · `d_k`, `d_model`), or (`d_k`, `d_model`) for one head.
    pub query: Linear,
    /// To keys, of the same shape.
    pub key: Linear,
    /// To values: `d_v` in place of `d_k`.
    pub value: Linear,
}

/// What the queries of all heads attend to. Computed once, it serves every later query: see [`decoding`](super::decoding).
#[derive(Clone, Debug)]
pub struct KeysValues {
    /// (..., h, m, `d_k`)
    pub keys: Tensor,
    /// (..., h, m, `d_v`)
    pub values: Tensor,
}

/// Everything that happens in multi-head attention.
#[derive(Clone, Debug)]
pub struct Stages {
    /// The heads' queries: (..., h, n, `d_k`).
    pub queries: Tensor,
    /// The heads' keys: (..., h, m, `d_k`).
    pub keys: Tensor,
    /// The heads' values: (..., h, m, `d_v`).
    pub values: Tensor,
    /// What each head makes of them; its output is (..., h, n, `d_v`).
    pub attention: attention::Stages,
    /// The heads' outputs side by side: (..., n, h · `d_v`).
    pub concat: Tensor,
    /// After `W^O`: (..., n, `d_model`).
    pub output: Tensor,
}

impl MultiHeadAttention {
    /// `nn.MultiheadAttention(d_model, heads, bias=bias)`, all zeros: `d_k` = `d_v` = `d_model` / heads.
    pub fn fused(d_model: usize, heads: usize, bias: bool) -> Self {
        let projections = Projections::Fused(Box::new(Linear::blank(d_model, 3 * d_model, bias)));
        Self::with(heads, projections, Linear::blank(d_model, d_model, bias))
    }

    /// Attention without dropout, whose masks work as in PyTorch's `F.scaled_dot_product_attention`.
    pub fn with(heads: usize, projections: Projections, out_proj: Linear) -> Self {
        Self { heads, projections, out_proj, masking: Masking::default(), dropout: Dropout::OFF, idle: None }
    }

    /// The queries of (..., n, `d_model`) attend to the keys and values of (..., m, `d_model`). `keep` is true, or 1, where a query
    /// may attend to a key, and broadcasts to (..., heads, n, m).
    ///
    /// # Errors
    /// When a last axis is not `d_model`, or the mask does not broadcast.
    pub fn forward(&self, query: &Tensor, key: &Tensor, value: &Tensor, keep: Option<&Tensor>) -> Result<Stages> {
        self.forward_masked([query, key, value], keep.into())
    }

    /// As [`forward`](Self::forward), of query, key and value, with a mask that can also be numbers to add to the scores.
    ///
    /// # Errors
    /// When a last axis is not `d_model`, or the mask does not broadcast.
    pub fn forward_masked(&self, [query, key, value]: [&Tensor; 3], mask: Mask<'_>) -> Result<Stages> {
        let queries = self.queries(query)?;
        self.attend(queries, self.keys_values(key, value)?, mask)
    }

    /// The heads' queries: (..., n, `d_model`) to (..., h, n, `d_k`).
    ///
    /// # Errors
    /// When the last axis is not `d_model`.
    pub fn queries(&self, x: &Tensor) -> Result<Tensor> {
        staged(self.project(Side::Query, x)?, "q", [QUERY, "d_k"])
    }

    /// The heads' keys and values: (..., m, `d_model`) to (..., h, m, `d_k`) and (..., h, m, `d_v`).
    ///
    /// # Errors
    /// When a last axis is not `d_model`.
    pub fn keys_values(&self, key: &Tensor, value: &Tensor) -> Result<KeysValues> {
        let keys = staged(self.project(Side::Key, key)?, "k", [KEY, "d_k"])?;
        let values = staged(self.project(Side::Value, value)?, "v", [KEY, "d_v"])?;
        Ok(KeysValues { keys, values })
    }

    /// What happens after the projections: queries (..., h, n, `d_k`) attend to keys and values that may have been computed
    /// earlier, as a [cache](super::decoding::Cached) has them.
    ///
    /// # Errors
    /// When the shapes do not fit.
    pub fn attend(&self, queries: Tensor, read: KeysValues, mask: Mask<'_>) -> Result<Stages> {
        let KeysValues { keys, values } = read;
        let [asking, asked] = by_what_they_do(&queries, &keys);
        let mut attention = attend(&asking, &asked, &values, mask, self.masking, Scale::RootOfWidth, self.dropout)?;
        attention.output = tape::stage(attention.output, "heads")?;
        let concat = tape::stage(along(attention.output.merge_heads()?, name_of_positions(&queries)), "concat")?;
        let output = tape::stage(self.out_proj.forward(&concat)?, "out_proj")?;
        Ok(Stages { queries, keys, values, attention, concat, output })
    }

    /// One of the three projections, of all heads: (..., n, `d_model`) to (..., h, n, width).
    fn project(&self, side: Side, x: &Tensor) -> Result<Tensor> {
        let together = |layer: &Linear| tape::stage(layer.forward(x)?, side.name())?.split_heads(self.heads);
        match &self.projections {
            Projections::Fused(packed) => together(&self.unpacked(packed, side)?),
            Projections::Separate(projections) => together(side.of(projections)),
            Projections::PerHead(heads) => project_each(heads, side, x),
        }
    }

    /// One of the three layers that a packed one holds. What the output takes in says how wide the values are.
    fn unpacked(&self, packed: &Linear, side: Side) -> Result<Linear> {
        let size = |weight: &Tensor, axis: usize| weight.shape().get(axis).copied().unwrap_or(0);
        let values = size(&self.out_proj.weight, 1);
        let keys = size(&packed.weight, 0).saturating_sub(values) / 2;
        match side {
            Side::Query => packed.rows(0, keys),
            Side::Key => packed.rows(keys, keys),
            Side::Value => packed.rows(2 * keys, values),
        }
    }
}

/// What a projection is for.
#[derive(Clone, Copy, Debug)]
enum Side {
    Query,
    Key,
    Value,
}

impl Side {
    fn of(self, projections: &QueryKeyValue) -> &Linear {
        match self {
            Self::Query => &projections.query,
            Self::Key => &projections.key,
            Self::Value => &projections.value,
        }
    }

    /// The stage of all heads together.
    fn name(self) -> &'static str {
        match self {
            Self::Query => "q_proj",
            Self::Key => "k_proj",
            Self::Value => "v_proj",
        }
    }

    /// The stage of one head.
    fn name_in_head(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Key => "key",
            Self::Value => "value",
        }
    }
}

impl QueryKeyValue {
    /// Three layers of zeros: to queries and keys of width `keys`, to values of width `values`.
    pub fn blank(d_model: usize, keys: usize, values: usize, bias: bool) -> Self {
        let query = Linear::blank(d_model, keys, bias);
        Self { key: query.clone(), query, value: Linear::blank(d_model, values, bias) }
    }
}

/// One head after the other: each projects for itself, then they are put side by side.
fn project_each(heads: &[QueryKeyValue], side: Side, x: &Tensor) -> Result<Tensor> {
    let project = |(number, head): (usize, &QueryKeyValue)| {
        tape::within(&format!("heads.{number}"), || tape::stage(side.of(head).forward(x)?, side.name_in_head()))
    };
    stack(&heads.iter().enumerate().map(project).collect::<Result<Vec<_>>>()?, -3)
}

/// What positions are called while they ask and are asked, unless they have names of their own.
const QUERY: &str = "query";
const KEY: &str = "key";

/// Queries and keys whose positions can be told apart. Where one text reads another they can, as `target` and `source`; where a text
/// reads itself both have one name, and are called by what they do.
fn by_what_they_do(queries: &Tensor, keys: &Tensor) -> [Tensor; 2] {
    let [asking, asked] = [queries, keys].map(name_of_positions);
    if asking.is_none() || asking != asked {
        return [queries.clone(), keys.clone()];
    }
    [along(queries.clone(), Some(QUERY.into())), along(keys.clone(), Some(KEY.into()))]
}

/// The name that positions have of their own.
fn name_of_positions(x: &Tensor) -> Option<Arc<str>> {
    let name = x.axes().iter().rev().nth(1).and_then(|axis| axis.name.clone());
    name.filter(|name| ![QUERY, KEY].contains(&&**name))
}

/// The same, whose positions have this name, or none.
fn along(x: Tensor, positions: Option<Arc<str>>) -> Tensor {
    if !tape::has_reasons() {
        return x;
    }
    let mut axes = x.axes().to_vec();
    if let [.., place, _] = axes.as_mut_slice() {
        place.name = positions;
    }
    x.with_axes(axes)
}

/// Names a stage, (..., head, position, feature), and its axes; the labels of the positions, the tokens, stay.
fn staged(stage: Tensor, name: &str, [position, feature]: [&str; 2]) -> Result<Tensor> {
    if !tape::has_reasons() {
        return Ok(stage);
    }
    let mut axes = stage.axes().to_vec();
    if let [.., heads, positions, features] = axes.as_mut_slice() {
        *heads = Axis::named("head");
        positions.name.get_or_insert(position.into());
        *features = Axis::named(feature);
    }
    tape::stage(stage.with_axes(axes), name)
}

impl Projections {
    /// The same weights, one small matrix a head.
    ///
    /// # Errors
    /// When the widths do not divide by the heads.
    pub fn per_head(attention: &MultiHeadAttention) -> Result<Self> {
        let whole = match &attention.projections {
            Self::Fused(packed) => QueryKeyValue {
                query: attention.unpacked(packed, Side::Query)?,
                key: attention.unpacked(packed, Side::Key)?,
                value: attention.unpacked(packed, Side::Value)?,
            },
            Self::Separate(projections) => (**projections).clone(),
            Self::PerHead(heads) => return Ok(Self::PerHead(heads.clone())),
        };
        let head = |number: usize| {
            let part = |layer: &Linear| {
                let width = layer.weight.shape()[0] / attention.heads.max(1);
                layer.rows(number * width, width)
            };
            Ok(QueryKeyValue { query: part(&whole.query)?, key: part(&whole.key)?, value: part(&whole.value)? })
        };
        (0..attention.heads).map(head).collect::<Result<_>>().map(Self::PerHead)
    }

    /// The same weights in one matrix, PyTorch's way.
    ///
    /// # Errors
    /// When some parts have a bias and others have none, or their widths differ.
    pub fn fused(&self) -> Result<Self> {
        let parts: Vec<&Linear> = match self {
            Self::Fused(packed) => return Ok(Self::Fused(packed.clone())),
            Self::Separate(to) => vec![&to.query, &to.key, &to.value],
            Self::PerHead(heads) => {
                let side = |of: fn(&QueryKeyValue) -> &Linear| heads.iter().map(of);
                side(|head| &head.query).chain(side(|head| &head.key)).chain(side(|head| &head.value)).collect()
            }
        };
        let weights: Vec<Tensor> = parts.iter().map(|part| part.weight.clone()).collect();
        let biases: Vec<Tensor> = parts.iter().filter_map(|part| part.bias.clone()).collect();
        let bias = (!biases.is_empty()).then(|| cat(&biases, 0)).transpose()?;
        Ok(Self::Fused(Box::new(Linear { weight: cat(&weights, 0)?, bias })))
    }
}

impl Parameters for MultiHeadAttention {
    fn parameters(&mut self) -> Named<'_> {
        let mut all = match &mut self.projections {
            Projections::Fused(packed) => {
                named([("in_proj_weight", Some(&mut packed.weight)), ("in_proj_bias", packed.bias.as_mut())])
            }
            Projections::Separate(to) => to.parameters_as(["q_proj", "k_proj", "v_proj"]),
            Projections::PerHead(heads) => {
                numbered("heads", heads.iter_mut().map(|head| head.parameters_as(["query", "key", "value"])))
            }
        };
        all.extend(self.idle.iter_mut().flat_map(|idle| under("idle", idle.parameters())));
        all.extend(under("out_proj", self.out_proj.parameters()));
        all
    }
}

impl QueryKeyValue {
    fn parameters_as(&mut self, [query, key, value]: [&str; 3]) -> Named<'_> {
        let mut all = under(query, self.query.parameters());
        all.extend(under(key, self.key.parameters()));
        all.extend(under(value, self.value.parameters()));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::{init, mask};
    use crate::tensor::random::Generator;

    fn drawn(mut attention: MultiHeadAttention, seed: u64) -> MultiHeadAttention {
        let mut generator = Generator::manual_seed(seed);
        init::xavier(&mut attention, &mut generator).unwrap();
        for (_, parameter) in attention.parameters() {
            if parameter.ndim() == 1 {
                let values = generator.randn(parameter.shape()).iter().copied().collect();
                *parameter = Tensor::from_f32(&[parameter.len()], values).unwrap();
            }
        }
        attention
    }

    fn random(shape: &[usize], seed: u64) -> Tensor {
        Tensor::from_f32(shape, Generator::manual_seed(seed).randn(shape).iter().copied().collect()).unwrap()
    }

    fn differ(a: &Tensor, b: &Tensor) -> f64 {
        assert_eq!(a.shape(), b.shape());
        a.to_vec().iter().zip(b.to_vec()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn three_ways_to_hold_the_weights_give_the_same_numbers_also_when_values_are_wider_than_keys() {
        let projections = Projections::Separate(Box::new(QueryKeyValue::blank(6, 2 * 3, 5 * 3, true)));
        let separate = drawn(MultiHeadAttention::with(3, projections, Linear::blank(5 * 3, 6, true)), 4);
        let (x, memory) = (random(&[2, 4, 6], 1), random(&[2, 5, 6], 2));
        let attend = |projections: Projections| {
            MultiHeadAttention { projections, ..separate.clone() }.forward(&x, &memory, &memory, None).unwrap()
        };
        let want = attend(separate.projections.clone());
        assert_eq!(want.queries.shape(), [2, 3, 4, 2]);
        assert_eq!(want.concat.shape(), [2, 4, 15]);
        for projections in [separate.projections.fused().unwrap(), Projections::per_head(&separate).unwrap()] {
            let got = attend(projections);
            assert!(differ(&got.values, &want.values) < 1e-6);
            assert!(differ(&got.output, &want.output) < 1e-5);
        }
    }

    #[test]
    fn each_head_is_an_attention_of_its_own() {
        let attention = drawn(MultiHeadAttention::fused(6, 2, true), 5);
        let (x, keep) = (random(&[1, 4, 6], 3), mask::causal(4, 4).unwrap());
        let stages = attention.forward(&x, &x, &x, Some(&keep)).unwrap();
        let head = |of: &Tensor| of.select(1, 1).unwrap();
        let alone = attention::scaled_dot_product_attention(
            &head(&stages.queries),
            &head(&stages.keys),
            &head(&stages.values),
            Some(&keep),
            Masking::default(),
        );
        assert!(differ(&head(&stages.attention.output), &alone.unwrap().output) < 1e-6);
        assert!(stages.concat.split_heads(2).unwrap().same_bits(&stages.attention.output));
    }

    #[test]
    fn keys_say_how_much_is_read_and_values_say_what() {
        let attention = drawn(MultiHeadAttention::fused(6, 2, true), 5);
        let [x, a, b, c] = [1, 2, 3, 4].map(|seed| random(&[1, 4, 6], seed));
        let attend = |key: &Tensor, value: &Tensor| attention.forward(&x, key, value, None).unwrap();
        let (one, other_values, other_keys) = (attend(&a, &b), attend(&a, &c), attend(&c, &b));
        assert!(one.attention.weights.same_bits(&other_values.attention.weights));
        assert!(differ(&one.attention.weights, &other_keys.attention.weights) > 1e-3);
        assert!(one.values.same_bits(&other_keys.values) && differ(&one.values, &other_values.values) > 1e-3);
        assert!(one.values.same_bits(&attend(&b, &b).values));
    }

    #[test]
    fn every_stage_has_its_name_its_axes_and_the_tokens() {
        let attention = drawn(MultiHeadAttention::fused(4, 2, true), 6);
        let tokens = Axis::default().with_labels(&["the", "cat", "sat"]);
        let x = random(&[1, 3, 4], 3).with_axes(vec![Axis::named("batch"), tokens, Axis::default()]);
        let (_, tape) = tape::record(|| attention.forward(&x, &x, &x, None).unwrap());
        for name in ["q_proj", "q", "k", "v", "scores", "masked", "weights", "heads", "concat", "out_proj"] {
            assert!(tape.named(name).is_some(), "{name}");
        }
        let weights = &tape.named("weights").unwrap().value;
        assert_eq!(weights.shape_text(), "[batch 1, head 2, query 3, key 3]");
        assert_eq!(weights.axes()[3].label(1), Some("cat"));
        assert_eq!(tape.named("q").unwrap().value.shape_text(), "[batch 1, head 2, query 3, d_k 2]");
        assert_eq!(tape.named("out_proj").unwrap().value.shape_text(), "[batch 1, 3, 4]");
    }

    #[test]
    fn positions_keep_their_names_and_a_text_that_reads_itself_has_queries_and_keys() {
        let attention = drawn(MultiHeadAttention::fused(4, 2, true), 6);
        let along = |name: &str, size: usize| {
            random(&[1, size, 4], 3).with_axes(vec![Axis::named("batch"), Axis::named(name), Axis::default()])
        };
        let (target, source) = (along("target", 3), along("source", 5));
        let (_, tape) = tape::record(|| attention.forward(&target, &source, &source, None).unwrap());
        let shape = |tape: &tape::Tape, name: &str| tape.named(name).unwrap().value.shape_text();
        assert_eq!(shape(&tape, "k"), "[batch 1, head 2, source 5, d_k 2]");
        assert_eq!(shape(&tape, "weights"), "[batch 1, head 2, target 3, source 5]");
        assert_eq!(shape(&tape, "out_proj"), "[batch 1, target 3, 4]");
        let (_, tape) = tape::record(|| attention.forward(&source, &source, &source, None).unwrap());
        assert_eq!(shape(&tape, "q"), "[batch 1, head 2, source 5, d_k 2]");
        assert_eq!(shape(&tape, "weights"), "[batch 1, head 2, query 5, key 5]");
        assert_eq!(shape(&tape, "out_proj"), "[batch 1, source 5, 4]");
    }

    #[test]
    fn heads_that_do_not_divide_the_width_are_refused() {
        let mut attention = drawn(MultiHeadAttention::fused(6, 2, false), 5);
        attention.heads = 4;
        let x = random(&[1, 2, 6], 1);
        let error = attention.forward(&x, &x, &x, None).unwrap_err().to_string();
        assert!(error.contains("4 heads"), "{error}");
    }
}
