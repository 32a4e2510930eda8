//! How a model starts out: Xavier's (Glorot and Bengio, 2010) uniform numbers in every matrix.

use super::Parameters;
use crate::tensor::random::{Generator, init::xavier_uniform};
use crate::tensor::{Element, Result, Tensor};

/// Draws every parameter that has two axes or more from `[-a, a)` with `a = sqrt(6 / (in + out))`, in the order of the parameters,
/// and leaves biases and norms as they are (0 and 1 in a blank model). What `nn.Transformer` does, and the tutorials that loop over
/// `model.parameters()`: embeddings are drawn so too, although `nn.Embedding` would draw them from the normal distribution.
///
/// ```
/// use glassformer::nn::{Linear, init};
/// use glassformer::tensor::random::Generator;
///
/// let mut layer = Linear::blank(3, 3, true);
/// init::xavier(&mut layer, &mut Generator::manual_seed(0))?;
/// assert_eq!(format!("{:.4}", layer.weight.at(&[0, 0])), "-0.0075");
/// assert!(layer.weight.to_vec().iter().all(|x| x.abs() < 1.0)); // sqrt(6 / 6)
/// # Ok::<(), glassformer::tensor::Error>(())
/// ```
///
/// # Errors
/// Never: the signature is that of its parts.
pub fn xavier(module: &mut impl Parameters, generator: &mut Generator) -> Result<()> {
    for (_, parameter) in module.parameters() {
        if parameter.ndim() >= 2 {
            *parameter = Tensor::new(f32::array(xavier_uniform(generator, parameter.shape(), 1.0)?));
        }
    }
    Ok(())
}
