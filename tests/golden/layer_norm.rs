//! `05_layernorm`: PyTorch's layer norm and the tutorials'.

use glassformer::nn::LayerNorm;
use glassformer::nn::norm::{NormVariant, with_deviation};

use crate::harness;

#[test]
fn layer_norm() {
    harness::check("05_layernorm", |golden| {
        let x = golden.tensor("x");
        golden.compare("mean", &x.mean(&[-1], false).unwrap());
        golden.compare("var_biased", &x.var(&[-1], false, false).unwrap());
        golden.compare("std_unbiased", &x.std(&[-1], true, false).unwrap());

        let features = (Some(golden.tensor("gamma")), Some(golden.tensor("beta")));
        let scalars = (Some(golden.tensor("seed001.alpha")), Some(golden.tensor("seed001.beta")));
        let eps = |eps| NormVariant { eps, ..NormVariant::default() };
        let cases = [
            ("torch.eps1e5", NormVariant::default(), &features),
            ("torch.eps1e6", eps(1e-6), &features),
            ("torch.no_affine", NormVariant::default(), &(None, None)),
            ("seed000", with_deviation(1e-5), &features),
            ("seed001", with_deviation(1e-8), &scalars),
            ("seed004", with_deviation(1e-6), &features),
        ];
        for (name, variant, (weight, bias)) in cases {
            let norm = LayerNorm { variant, weight: weight.clone(), bias: bias.clone() };
            golden.compare(name, &norm.forward(&x).unwrap());
        }
    });
}
