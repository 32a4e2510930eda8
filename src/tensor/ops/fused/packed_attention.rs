//! Attention of sequences that lie one after the other, without padding: `softmax(Q K^T / sqrt(d_k)) V` within each of them.
//!
//! The scores of one head of one sentence fit into the nearest cache, and become weights there. Heads are columns of the projections, so
//! nothing is moved to tell them apart.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use ndarray::{ArrayView2, ArrayViewMut2, CowArray, Ix2, ShapeBuilder};

use super::{Fused, apply, last_axis, matrix};
use crate::tensor::backend::{self, Product, simd};
use crate::tensor::ops::GradientReads;
use crate::tensor::sum::{LANES, joined};
use crate::tensor::{Error, Real, Result, Tensor};

/// Where the sequences of a packed batch begin, of those that ask and of those that are asked.
#[derive(Clone, Debug)]
pub(crate) struct Sequences {
    /// The first query of each sequence and, at the end, how many there are.
    pub(crate) queries: Arc<[usize]>,
    /// The same of the keys.
    pub(crate) keys: Arc<[usize]>,
    /// Whether a query sees no key after its own place.
    pub(crate) is_causal: bool,
}

/// Where the queries, the keys or the values lie: in which input, from which column on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    pub(crate) input: usize,
    pub(crate) first: usize,
}

/// The shape of an attention over packed sequences.
#[derive(Debug)]
pub(crate) struct PackedAttention {
    pub(crate) heads: usize,
    /// How wide a head's queries and keys are, and its values.
    pub(crate) key_width: usize,
    pub(crate) value_width: usize,
    pub(crate) queries: Columns,
    pub(crate) keys: Columns,
    pub(crate) values: Columns,
    pub(crate) sequences: Sequences,
    /// What each weight is multiplied with before it meets its value, sequence by sequence, head by head: what dropout draws.
    pub(crate) factors: Option<Vec<f32>>,
}

impl Sequences {
    /// How many scores one head has in all sequences.
    pub(crate) fn scores(&self) -> usize {
        self.lengths().map(|(queries, keys)| queries * keys).sum()
    }

    /// The queries and keys of each sequence.
    fn lengths(&self) -> impl Iterator<Item = (usize, usize)> {
        let lengths = |starts: &[usize]| starts.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
        lengths(&self.queries).into_iter().zip(lengths(&self.keys))
    }
}

/// The attention as a step of a tape.
#[derive(Debug)]
struct Attend {
    attention: PackedAttention,
    /// The weights, head by head in padded rows, which the way there leaves for the way back.
    weights: OnceLock<Vec<f32>>,
}

/// Attention within each sequence: (positions, heads · width of the values).
///
/// # Errors
/// When an input is not float32, or has not the columns that are asked for.
pub(crate) fn packed_attention(inputs: &[&Tensor], attention: PackedAttention) -> Result<Tensor> {
    attention.check(inputs)?;
    apply(Attend { attention, weights: OnceLock::new() }, inputs)
}

/// One head of one sequence, and where its numbers lie.
#[derive(Clone, Copy)]
struct Head {
    /// How many queries and keys there are.
    queries: usize,
    keys: usize,
    /// The first of its queries, keys and values in the memory of their inputs, and of what it gives in the output.
    query: usize,
    key: usize,
    value: usize,
    output: usize,
    /// The first of its factors and of its weights.
    factor: usize,
    weight: usize,
}

/// What is computed of one head; the next one writes over it.
#[derive(Default)]
struct Scratch {
    /// The weights after dropout.
    kept: Vec<f32>,
    /// The gradients of the weights, then of the scores.
    slopes: Vec<f32>,
}

/// Matrices that lie in the rows of a larger one.
#[derive(Clone, Copy)]
struct Rows<'a> {
    memory: &'a [f32],
    step: usize,
}

impl<'a> Rows<'a> {
    /// The matrix that begins at a place.
    fn matrix(self, start: usize, rows: usize, columns: usize) -> Result<ArrayView2<'a, f32>> {
        let shape = (rows, columns).strides((self.step, 1));
        self.memory.get(start..).and_then(|memory| ArrayView2::from_shape(shape, memory).ok()).ok_or_else(misplaced)
    }
}

/// The same, to be written over.
fn target(
    memory: &mut [f32],
    step: usize,
    start: usize,
    [rows, columns]: [usize; 2],
) -> Result<ArrayViewMut2<'_, f32>> {
    let shape = (rows, columns).strides((step, 1));
    let memory = memory.get_mut(start..).ok_or_else(misplaced)?;
    ArrayViewMut2::from_shape(shape, memory).map_err(|_| misplaced())
}

/// Writes `a @ b`.
fn multiply(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, out: ArrayViewMut2<'_, f32>) -> Result<()> {
    f32::products(&mut [Product { a, b, out }])
}

fn misplaced() -> Error {
    Error::Value("attention: the sequences do not match the tensors".to_owned())
}

impl PackedAttention {
    fn check(&self, inputs: &[&Tensor]) -> Result<()> {
        let asked = self.sequences.queries.last().copied().unwrap_or(0);
        let answering = self.sequences.keys.last().copied().unwrap_or(0);
        let fits = |columns: Columns, width: usize, rows: usize| {
            let shape = inputs.get(columns.input).map_or(&[][..], |input| input.shape());
            matches!(shape, &[found, size] if found == rows && columns.first + self.heads * width <= size)
        };
        let all = fits(self.queries, self.key_width, asked)
            && fits(self.keys, self.key_width, answering)
            && fits(self.values, self.value_width, answering)
            && self.sequences.queries.len() == self.sequences.keys.len()
            && self.factors.as_ref().is_none_or(|factors| factors.len() == self.heads * self.sequences.scores());
        if all { Ok(()) } else { Err(misplaced()) }
    }

    /// Every head of every sequence.
    fn all_heads(&self, inputs: &[Rows<'_>]) -> Vec<Head> {
        let mut all = Vec::with_capacity(self.heads * self.sequences.queries.len());
        let (mut factor, mut weight) = (0, 0);
        let starts = self.sequences.queries.iter().zip(&*self.sequences.keys);
        for ((queries, keys), (&first_query, &first_key)) in self.sequences.lengths().zip(starts) {
            for head in 0..self.heads {
                let place = |columns: Columns, row: usize, width: usize| {
                    row * inputs[columns.input].step + columns.first + head * width
                };
                all.push(Head {
                    queries,
                    keys,
                    query: place(self.queries, first_query, self.key_width),
                    key: place(self.keys, first_key, self.key_width),
                    value: place(self.values, first_key, self.value_width),
                    output: (first_query * self.heads + head) * self.value_width,
                    factor,
                    weight,
                });
                factor += queries * keys;
                weight += queries * row_size(keys);
            }
        }
        all
    }

    /// Writes the weights of a head.
    fn weigh(&self, head: Head, inputs: &[Rows<'_>], weights: &mut [f32]) -> Result<()> {
        let size = row_size(head.keys);
        let queries = inputs[self.queries.input].matrix(head.query, head.queries, self.key_width)?;
        let keys = inputs[self.keys.input].matrix(head.key, head.keys, self.key_width)?;
        multiply(queries, keys.t(), target(weights, size, 0, [head.queries, head.keys])?)?;
        let scale = (self.key_width as f32).sqrt().recip();
        simd::dispatch::<f32, _>(
            #[inline(always)]
            || {
                for (place, row) in weights.chunks_exact_mut(size.max(1)).enumerate() {
                    let seen = if self.sequences.is_causal { head.keys.min(place + 1) } else { head.keys };
                    softmax(row, seen, scale);
                }
            },
        );
        Ok(())
    }

    /// What of a head's weights meets the values: all, or what dropout leaves.
    fn kept<'a>(&self, head: Head, weights: &'a [f32], kept: &'a mut Vec<f32>) -> Result<ArrayView2<'a, f32>> {
        let memory = match &self.factors {
            None => weights,
            Some(factors) => {
                kept.clear();
                kept.extend_from_slice(weights);
                thin(head, factors, kept);
                kept
            }
        };
        Rows { memory, step: row_size(head.keys) }.matrix(0, head.queries, head.keys)
    }

    /// The way back through one head: writes its part of the gradients of all inputs.
    fn back(
        &self,
        head: Head,
        inputs: &[Rows<'_>],
        weights: &[f32],
        gradient: Rows<'_>,
        scratch: &mut Scratch,
        handed: &mut [Vec<f32>],
    ) -> Result<()> {
        let (size, key_sizes) = (row_size(head.keys), [head.keys, self.key_width]);
        let gradient = gradient.matrix(head.output, head.queries, self.value_width)?;
        let [queries, keys, values] = [self.queries, self.keys, self.values].map(|columns| inputs[columns.input]);
        let to_values = &mut handed[self.values.input];
        let to_values = target(to_values, values.step, head.value, [head.keys, self.value_width])?;
        multiply(self.kept(head, weights, &mut scratch.kept)?.t(), gradient, to_values)?;
        // To the weights, and by softmax to the scores.
        scratch.slopes.resize(head.queries * size, 0.0);
        let slopes = target(&mut scratch.slopes, size, 0, [head.queries, head.keys])?;
        multiply(gradient, values.matrix(head.value, head.keys, self.value_width)?.t(), slopes)?;
        if let Some(factors) = &self.factors {
            thin(head, factors, &mut scratch.slopes);
        }
        let scale = (self.key_width as f32).sqrt().recip();
        let rows = scratch.slopes.chunks_exact_mut(size.max(1)).zip(weights.chunks_exact(size.max(1)));
        simd::dispatch::<f32, _>(
            #[inline(always)]
            || rows.for_each(|(slopes, weights)| softmax_back(slopes, weights, scale)),
        );
        let slopes = Rows { memory: &scratch.slopes, step: size }.matrix(0, head.queries, head.keys)?;
        let to_queries = &mut handed[self.queries.input];
        let to_queries = target(to_queries, queries.step, head.query, [head.queries, self.key_width])?;
        multiply(slopes, keys.matrix(head.key, head.keys, self.key_width)?, to_queries)?;
        let to_keys = target(&mut handed[self.keys.input], keys.step, head.key, key_sizes)?;
        multiply(slopes.t(), queries.matrix(head.query, head.queries, self.key_width)?, to_keys)
    }
}

impl Head {
    /// Where its weights lie.
    fn weights(self) -> Range<usize> {
        self.weight..self.weight + self.queries * row_size(self.keys)
    }
}

/// How long a row of weights is: a multiple of the lanes, so that the exponentials of short sentences are vectors, too.
fn row_size(keys: usize) -> usize {
    keys.next_multiple_of(LANES)
}

/// Multiplies the weights of a head, or their gradients, with its factors.
fn thin(head: Head, factors: &[f32], rows: &mut [f32]) {
    let factors = factors[head.factor..].chunks(head.keys.max(1));
    for (row, factors) in rows.chunks_exact_mut(row_size(head.keys).max(1)).zip(factors) {
        row.iter_mut().zip(factors).for_each(|(x, factor)| *x *= factor);
    }
}

/// Softmax of a padded row of products times `scale`, of which the first `seen` are to be seen; the others become 0.
#[inline(always)]
fn softmax(row: &mut [f32], seen: usize, scale: f32) {
    for x in row.iter_mut() {
        *x *= scale;
    }
    row[seen..].fill(f32::NEG_INFINITY);
    let (chunks, _) = row.as_chunks_mut::<LANES>();
    let mut tops = [f32::NEG_INFINITY; LANES];
    for chunk in &*chunks {
        tops.iter_mut().zip(chunk).for_each(|(top, &x)| *top = if x > *top { x } else { *top });
    }
    let top = joined(tops, |a, b| if b > a { b } else { a });
    let mut sums = [0.0; LANES];
    for chunk in &mut *chunks {
        for (x, sum) in chunk.iter_mut().zip(&mut sums) {
            *x = (*x - top).quick_exp();
            *sum += *x;
        }
    }
    let share = joined(sums, |a, b| a + b).recip();
    chunks.as_flattened_mut().iter_mut().for_each(|x| *x *= share);
}

/// The gradient of softmax, over that of the weights, times `scale`.
#[inline(always)]
fn softmax_back(slopes: &mut [f32], weights: &[f32], scale: f32) {
    let ((slopes, _), (weights, _)) = (slopes.as_chunks_mut::<LANES>(), weights.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (slopes, weights) in slopes.iter().zip(weights) {
        for ((sum, slope), weight) in sums.iter_mut().zip(slopes).zip(weights) {
            *sum += slope * weight;
        }
    }
    let total = joined(sums, |a: f32, b| a + b);
    for (slopes, weights) in slopes.iter_mut().zip(weights) {
        slopes.iter_mut().zip(weights).for_each(|(slope, weight)| *slope = weight * (*slope - total) * scale);
    }
}

impl Fused for Attend {
    const NAME: &'static str = "packed_attention";
    const READS: GradientReads = GradientReads::inputs(&[0, 1, 2]);

    fn forward(&self, inputs: &[&Tensor]) -> Result<Tensor> {
        let attention = &self.attention;
        let matrices = inputs.iter().map(|input| matrix(input, last_axis(input))).collect::<Result<Vec<_>>>()?;
        let all: Vec<Rows<'_>> = matrices.iter().map(rows).collect();
        let shape = [inputs[attention.queries.input].shape()[0], attention.heads * attention.value_width];
        let heads = attention.all_heads(&all);
        let mut weights = vec![0.0; heads.last().map_or(0, |head| head.weights().end)];
        let (mut out, mut kept) = (vec![0.0; shape[0] * shape[1]], Vec::new());
        backend::on_the_processor(|| {
            heads.into_iter().try_for_each(|head| {
                let weights = &mut weights[head.weights()];
                attention.weigh(head, &all, weights)?;
                let values = all[attention.values.input].matrix(head.value, head.keys, attention.value_width)?;
                let output = target(&mut out, shape[1], head.output, [head.queries, attention.value_width])?;
                multiply(attention.kept(head, weights, &mut kept)?, values, output)
            })
        })?;
        // Computed once more, they are the same.
        let _ = self.weights.set(weights);
        Tensor::from_f32(&shape, out)
    }

    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let weights = self.weights.get().ok_or_else(misplaced)?;
        let matrices = inputs.iter().map(|input| matrix(input, last_axis(input))).collect::<Result<Vec<_>>>()?;
        let all: Vec<Rows<'_>> = matrices.iter().map(rows).collect();
        let gradient = matrix(gradient, last_axis(gradient))?;
        let mut handed: Vec<Vec<f32>> = inputs.iter().map(|input| vec![0.0; input.len()]).collect();
        let mut scratch = Scratch::default();
        backend::on_the_processor(|| {
            self.attention.all_heads(&all).into_iter().try_for_each(|head| {
                let weights = &weights[head.weights()];
                self.attention.back(head, &all, weights, rows(&gradient), &mut scratch, &mut handed)
            })
        })?;
        inputs.iter().zip(handed).map(|(input, handed)| Tensor::from_f32(input.shape(), handed).map(Some)).collect()
    }
}

/// The memory of a matrix.
fn rows<'a>(matrix: &'a CowArray<'_, f32, Ix2>) -> Rows<'a> {
    Rows { memory: matrix.as_slice().unwrap_or_default(), step: matrix.ncols() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::random::Generator;
    use crate::tensor::tape;

    fn random(shape: &[usize], seed: u64) -> Tensor {
        Tensor::from_f32(shape, Generator::manual_seed(seed).randn(shape).iter().copied().collect()).unwrap()
    }

    /// Two heads with values wider than keys; the second sequence is longer, and asks another one of other length.
    fn attention(factors: Option<Vec<f32>>) -> PackedAttention {
        let place = |input, first| Columns { input, first };
        let sequences = Sequences { queries: [0, 2, 5].into(), keys: [0, 3, 20].into(), is_causal: false };
        PackedAttention {
            heads: 2,
            key_width: 3,
            value_width: 4,
            queries: place(0, 0),
            keys: place(1, 0),
            values: place(1, 6),
            sequences,
            factors,
        }
    }

    #[test]
    fn gradients_are_those_of_small_changes() {
        let scores = 2 * (2 * 3 + 3 * 17);
        let factors: Vec<f32> = (0..scores).map(|place| if place % 3 == 0 { 0.0 } else { 1.5 }).collect();
        let weights = random(&[5, 8], 3);
        for factors in [None, Some(factors)] {
            let value = |inputs: &[Tensor; 2]| {
                let all: Vec<&Tensor> = inputs.iter().collect();
                packed_attention(&all, attention(factors.clone()))
                    .unwrap()
                    .mul(&weights)
                    .unwrap()
                    .sum(&[], false)
                    .unwrap()
            };
            let inputs = [random(&[5, 6], 1), random(&[20, 14], 2)];
            let (sum, tape) =
                tape::record_for_gradients(|| value(&inputs.clone().map(|input| tape::parameter(input, "x"))));
            let gradients = tape.into_gradients_of_leaves(&sum).unwrap();
            for (number, gradient) in gradients.iter().enumerate() {
                let gradient = gradient.as_ref().unwrap().to_vec();
                for place in (0..inputs[number].len()).step_by(7) {
                    let moved = |by: f32| {
                        let mut values = inputs[number].to_f32();
                        values[place] += by;
                        let mut inputs = inputs.clone();
                        inputs[number] = Tensor::from_f32(inputs[number].shape(), values).unwrap();
                        value(&inputs).item().unwrap()
                    };
                    let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                    assert!((slope - gradient[place]).abs() < 5e-3, "{number} {place}: {slope} {}", gradient[place]);
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let narrow = [random(&[5, 5], 1), random(&[20, 14], 2)];
        assert!(packed_attention(&narrow.iter().collect::<Vec<_>>(), attention(None)).is_err());
        let short = [random(&[5, 6], 1), random(&[19, 14], 2)];
        assert!(packed_attention(&short.iter().collect::<Vec<_>>(), attention(None)).is_err());
        let inputs = [random(&[5, 6], 1), random(&[20, 14], 2)];
        assert!(packed_attention(&inputs.iter().collect::<Vec<_>>(), attention(Some(vec![1.0; 3]))).is_err());
    }
}
