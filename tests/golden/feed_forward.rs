//! `06_ffn`: the position-wise feed-forward network.

use glassformer::nn::{Activation, Dropout, FeedForward, Linear};
use glassformer::tensor::{Gelu, Result};

use crate::harness::Golden;

const ACTIVATIONS: [(&str, Activation); 3] = [
    ("relu", Activation::Relu),
    ("gelu_erf", Activation::Gelu(Gelu::Erf)),
    ("gelu_tanh", Activation::Gelu(Gelu::Tanh)),
];

pub(crate) fn compare(golden: &mut Golden) {
    golden.case("network", &["x", "linear1.weight", "linear2.weight"], network).unwrap();
    golden.case("grid", &["grid.x"], grid).unwrap();
}

fn network(golden: &mut Golden) -> Result<()> {
    let x = golden.tensor("x");
    let (linear1, linear2) = (layer(golden, "linear1"), layer(golden, "linear2"));
    for (name, activation) in ACTIVATIONS {
        let network =
            FeedForward { linear1: linear1.clone(), activation, dropout: Dropout::OFF, linear2: linear2.clone() };
        let stages = network.forward(&x)?;
        golden.compare("pre_act", &stages.hidden);
        golden.compare(&format!("{name}.act"), &stages.active);
        golden.compare(&format!("{name}.out"), &stages.output);
    }
    Ok(())
}

fn grid(golden: &mut Golden) -> Result<()> {
    let points = golden.tensor("grid.x");
    golden.compare("grid.gelu_erf", &points.gelu(Gelu::Erf)?);
    golden.compare("grid.gelu_tanh", &points.gelu(Gelu::Tanh)?);
    Ok(())
}

fn layer(golden: &mut Golden, name: &str) -> Linear {
    let bias = format!("{name}.bias");
    let bias = golden.has(&bias).then(|| golden.tensor(&bias));
    Linear { weight: golden.tensor(&format!("{name}.weight")), bias }
}
