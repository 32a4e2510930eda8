//! `06_ffn`: the position-wise feed-forward network.

use glassformer::nn::{Activation, Dropout, FeedForward, Linear};
use glassformer::tensor::Gelu;

use crate::harness::{self, Golden};

#[test]
fn feed_forward() {
    harness::check("06_ffn", |golden| {
        let x = golden.tensor("x");
        let (linear1, linear2) = (layer(golden, "linear1"), layer(golden, "linear2"));
        let activations = [
            ("relu", Activation::Relu),
            ("gelu_erf", Activation::Gelu(Gelu::Erf)),
            ("gelu_tanh", Activation::Gelu(Gelu::Tanh)),
        ];
        for (name, activation) in activations {
            let network =
                FeedForward { linear1: linear1.clone(), activation, dropout: Dropout::OFF, linear2: linear2.clone() };
            let stages = network.forward(&x).unwrap();
            golden.compare("pre_act", &stages.hidden);
            golden.compare(&format!("{name}.act"), &stages.active);
            golden.compare(&format!("{name}.out"), &stages.output);
        }
        let points = golden.tensor("grid.x");
        golden.compare("grid.gelu_erf", &points.gelu(Gelu::Erf).unwrap());
        golden.compare("grid.gelu_tanh", &points.gelu(Gelu::Tanh).unwrap());
    });
}

fn layer(golden: &mut Golden, name: &str) -> Linear {
    Linear { weight: golden.tensor(&format!("{name}.weight")), bias: Some(golden.tensor(&format!("{name}.bias"))) }
}
