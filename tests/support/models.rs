//! Models to compute with, and how far two results lie apart.

use glassformer::nn::{Config, Parameters, Transformer};
use glassformer::tensor::Tensor;
use glassformer::tensor::random::Generator;

/// A model whose biases and norms are not 0 and 1 either.
pub(crate) fn drawn(config: &Config) -> Transformer {
    let mut generator = Generator::manual_seed(21);
    let mut model = Transformer::new(config, &mut generator).unwrap();
    for (_, parameter) in model.parameters() {
        if parameter.ndim() < 2 {
            let values = generator.randn(parameter.shape()).iter().map(|x| 1.0 + 0.3 * x).collect();
            *parameter = Tensor::from_f32(parameter.shape(), values).unwrap();
        }
    }
    model
}

/// The largest difference of the elements.
pub(crate) fn apart(a: &Tensor, b: &Tensor) -> f64 {
    assert_eq!(a.shape(), b.shape());
    a.to_vec().iter().zip(b.to_vec()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
