//! How parameters start out: `torch.nn.init`, and what the constructors of `nn.Linear`, `nn.Embedding` and
//! `nn.MultiheadAttention` draw, in the order in which they draw it. Weights have the shape (out, in).
//!
//! ```
//! use glassformer::tensor::random::{Generator, init};
//!
//! let linear = init::linear(&mut Generator::manual_seed(42), 6, 4, true)?;
//! assert_eq!(linear.weight.shape(), [4, 6]);
//! assert_eq!(format!("{:.4}", linear.weight[[0, 0]]), "0.3121");
//! # Ok::<(), glassformer::tensor::Error>(())
//! ```

use ndarray::{ArrayD, Axis, IxDyn};

use super::{Generator, Result};
use crate::tensor::{Error, budget};

/// Weight and bias of a linear layer, `y = x W^T + b`.
#[derive(Clone, Debug)]
pub struct LinearInit {
    /// (out, in)
    pub weight: ArrayD<f32>,
    /// (out); none when the layer has no bias.
    pub bias: Option<ArrayD<f32>>,
}

/// The parameters of `nn.MultiheadAttention` for queries, keys and values of one size d.
#[derive(Clone, Debug)]
pub struct MultiheadAttention {
    /// Wq, Wk and Wv one above the other, (3d, d), and their biases, (3d).
    pub in_proj: LinearInit,
    /// The projection of the joined heads, (d, d), and its bias, (d).
    pub out_proj: LinearInit,
}

/// Uniform numbers whose variance, 2 gain² / (in + out), neither forward nor backward pass enlarges: Glorot and Bengio 2010,
/// `nn.init.xavier_uniform_`.
///
/// # Errors
/// When the shape has fewer than two axes.
pub fn xavier_uniform(generator: &mut Generator, shape: &[usize], gain: f64) -> Result<ArrayD<f32>> {
    let (fan_in, fan_out) = fans(shape)?;
    let std = gain * (2.0 / (fan_in + fan_out)).sqrt();
    symmetric(generator, shape, 3.0_f64.sqrt() * std)
}

/// Normal numbers of variance 2 gain² / (in + out): `nn.init.xavier_normal_`.
///
/// # Errors
/// When the shape has fewer than two axes.
pub fn xavier_normal(generator: &mut Generator, shape: &[usize], gain: f64) -> Result<ArrayD<f32>> {
    let (fan_in, fan_out) = fans(shape)?;
    budget::make(shape)?;
    generator.normal(shape, 0.0, gain * (2.0 / (fan_in + fan_out)).sqrt())
}

/// Uniform numbers of variance 2 / ((1 + a²) in) for a layer before a leaky ReLU of slope `a`: He et al. 2015,
/// `nn.init.kaiming_uniform_(w, a)`.
///
/// # Errors
/// When the shape has fewer than two axes.
pub fn kaiming_uniform(generator: &mut Generator, shape: &[usize], a: f64) -> Result<ArrayD<f32>> {
    let (fan_in, _) = fans(shape)?;
    let gain = (2.0 / (1.0 + a * a)).sqrt();
    symmetric(generator, shape, 3.0_f64.sqrt() * (gain / fan_in.sqrt()))
}

/// What `nn.Linear(inputs, outputs, bias)` draws: weight and bias, both uniform within 1 / sqrt(inputs).
///
/// # Errors
/// Never: the signature is that of its parts.
pub fn linear(generator: &mut Generator, inputs: usize, outputs: usize, bias: bool) -> Result<LinearInit> {
    // PyTorch writes the bound of the weight as a Kaiming bound with a = sqrt(5).
    let weight = kaiming_uniform(generator, &[outputs, inputs], 5.0_f64.sqrt())?;
    let bound = if inputs > 0 { 1.0 / (inputs as f64).sqrt() } else { 0.0 };
    let bias = bias.then(|| symmetric(generator, &[outputs], bound)).transpose()?;
    Ok(LinearInit { weight, bias })
}

/// What `nn.Embedding(count, size, padding_idx)` draws: standard normal rows (count, size); the padding's row, if one is named,
/// is zero.
///
/// # Errors
/// When the padding has no row in the table.
pub fn embedding(generator: &mut Generator, count: usize, size: usize, padding: Option<usize>) -> Result<ArrayD<f32>> {
    if let Some(padding) = padding.filter(|row| *row >= count) {
        return Err(Error::Value(format!(
            "embedding: padding_idx {padding} is out of range for a table of {count} rows"
        )));
    }
    budget::make(&[count, size])?;
    let mut table = generator.randn(&[count, size]);
    if let Some(padding) = padding {
        table.index_axis_mut(Axis(0), padding).fill(0.0);
    }
    Ok(table)
}

/// What `nn.MultiheadAttention(size, heads, bias)` draws: first its output projection as a linear layer, then the packed input
/// projection (Xavier). All biases are zero in the end, though that of the output projection was drawn.
///
/// # Errors
/// Never: the signature is that of its parts.
pub fn multihead_attention(generator: &mut Generator, size: usize, bias: bool) -> Result<MultiheadAttention> {
    let zeros = |count: usize| bias.then(|| ArrayD::zeros(IxDyn(&[count])));
    let out = linear(generator, size, size, bias)?;
    let in_proj = LinearInit { weight: xavier_uniform(generator, &[3 * size, size], 1.0)?, bias: zeros(3 * size) };
    Ok(MultiheadAttention { in_proj, out_proj: LinearInit { weight: out.weight, bias: zeros(size) } })
}

fn symmetric(generator: &mut Generator, shape: &[usize], bound: f64) -> Result<ArrayD<f32>> {
    if shape.contains(&0) {
        return Ok(ArrayD::zeros(IxDyn(shape)));
    }
    budget::make(shape)?;
    generator.uniform(shape, -bound, bound)
}

/// How many inputs an output has, and how many outputs an input has.
fn fans(shape: &[usize]) -> Result<(f64, f64)> {
    match shape {
        [outputs, inputs, field @ ..] => {
            let field = field.iter().product::<usize>() as f64;
            Ok((*inputs as f64 * field, *outputs as f64 * field))
        }
        _ => Err(Error::Value(format!(
            "a weight to initialize needs at least 2 axes, (out, in, ...), not the shape {shape:?}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attention_without_biases_draws_no_bias() {
        let mut generator = Generator::manual_seed(2);
        let attention = multihead_attention(&mut generator, 4, false).unwrap();
        assert!(attention.in_proj.bias.is_none() && attention.out_proj.bias.is_none());
        let mut words = Generator::manual_seed(2);
        words.rand(&[4 * 4 + 12 * 4]);
        assert_eq!(generator.rand(&[3]), words.rand(&[3]));
    }

    #[test]
    fn only_the_named_row_of_an_embedding_is_zero() {
        let plain = embedding(&mut Generator::manual_seed(2), 3, 7, None).unwrap();
        let padded = embedding(&mut Generator::manual_seed(2), 3, 7, Some(1)).unwrap();
        assert!(plain.iter().all(|&x| x != 0.0));
        assert!(padded.index_axis(Axis(0), 1).iter().all(|&x| x == 0.0));
        assert_eq!(plain.index_axis(Axis(0), 2), padded.index_axis(Axis(0), 2));
        assert!(embedding(&mut Generator::manual_seed(2), 3, 7, Some(3)).is_err());
    }

    #[test]
    fn empty_layers_and_flat_shapes_are_met_with_sense() {
        let mut generator = Generator::manual_seed(2);
        assert!(linear(&mut generator, 0, 3, true).unwrap().bias.unwrap().iter().all(|&x| x == 0.0));
        assert!(xavier_uniform(&mut generator, &[3], 1.0).unwrap_err().to_string().contains("[3]"));
    }
}
