//! `05_layernorm`: PyTorch's layer norm and the tutorials'.

use glassformer::nn::LayerNorm;
use glassformer::nn::norm::{NormVariant, with_deviation};
use glassformer::tensor::{Result, Tensor};

use crate::harness::Golden;

/// What the tutorials add to the deviation.
const TUTORIALS: [(&str, f64); 3] = [("seed000", 1e-5), ("seed001", 1e-8), ("seed004", 1e-6)];

/// Scale and shift, where there are any.
type Affine = (Option<Tensor>, Option<Tensor>);

pub(crate) fn compare(golden: &mut Golden) {
    every_case(golden).unwrap();
}

fn every_case(golden: &mut Golden) -> Result<()> {
    let x = golden.tensor("x");
    golden.compare("mean", &x.mean(&[-1], false)?);
    golden.compare("var_biased", &x.var(&[-1], false, false)?);
    golden.compare("std_unbiased", &x.std(&[-1], true, false)?);

    normed(golden, "torch.no_affine", &x, NormVariant::default(), (None, None))?;
    golden.case("torch and the tutorials", &["gamma", "beta"], |golden| {
        for power in golden.cases("torch.eps1e", "") {
            let eps = format!("1e-{power}").parse().unwrap_or_else(|_| panic!("torch.eps1e{power} names no number"));
            let features = affine(golden, "gamma", "beta");
            normed(
                golden,
                &format!("torch.eps1e{power}"),
                &x,
                NormVariant { eps, ..NormVariant::default() },
                features,
            )?;
        }
        for (name, eps) in TUTORIALS {
            // One tutorial has a scalar for all features.
            let [alpha, beta] = ["alpha", "beta"].map(|part| format!("{name}.{part}"));
            let has_scalars = golden.has(&alpha);
            let affine = if has_scalars { affine(golden, &alpha, &beta) } else { affine(golden, "gamma", "beta") };
            normed(golden, name, &x, with_deviation(eps), affine)?;
        }
        Ok(())
    })
}

fn affine(golden: &mut Golden, scale: &str, shift: &str) -> Affine {
    (Some(golden.tensor(scale)), Some(golden.tensor(shift)))
}

fn normed(golden: &mut Golden, name: &str, x: &Tensor, variant: NormVariant, (weight, bias): Affine) -> Result<()> {
    golden.compare(name, &LayerNorm { variant, weight, bias }.forward(x)?);
    Ok(())
}
