//! `04_mha`: multi-head attention as `torch.nn.MultiheadAttention` computes it, in each of the three ways to hold its weights.

use glassformer::nn::multi_head::Stages;
use glassformer::nn::{Fill, Masking, MultiHeadAttention, Projections, mask};
use glassformer::tensor::{Result, Tensor, tape};

use crate::harness::Golden;

pub(crate) fn compare(golden: &mut Golden) {
    for name in golden.cases("", ".in_proj_weight") {
        let [weight, projection] = ["in_proj_weight", "out_proj.weight"].map(|part| format!("{name}.{part}"));
        golden.case(&name, &[&weight, &projection, "x"], |golden| weights(golden, &name)).unwrap();
    }
    let needs = ["fullpad.keep", "nobias.in_proj_weight", "x"];
    golden.case("fullpad", &needs, empty_sample).unwrap();
}

/// Every case of one set of weights.
fn weights(golden: &mut Golden, name: &str) -> Result<()> {
    let x = golden.tensor("x");
    for attention in held_in_three_ways(golden, name)? {
        attend(golden, &format!("{name}.self_nomask"), &attention, [&x, &x], None)?;
        golden.case(&format!("{name}.self"), &["tgt_keep"], |golden| {
            let length = x.shape()[1];
            let blind = mask::both(&over_keys(golden, "tgt_keep")?, &mask::causal(length, length)?)?;
            attend(golden, &format!("{name}.self"), &attention, [&x, &x], Some(&blind))
        })?;
        golden.case(&format!("{name}.cross"), &["memory", "src_keep"], |golden| {
            let (memory, keep) = (golden.tensor("memory"), over_keys(golden, "src_keep")?);
            attend(golden, &format!("{name}.cross"), &attention, [&x, &memory], Some(&keep))
        })?;
    }
    Ok(())
}

/// A mask over keys, (batch, n), as attention takes it: (batch, 1, 1, n).
fn over_keys(golden: &mut Golden, name: &str) -> Result<Tensor> {
    golden.tensor(name).unsqueeze(1)?.unsqueeze(1)
}

/// Compares every stage, recorded and not.
fn attend(
    golden: &mut Golden,
    case: &str,
    attention: &MultiHeadAttention,
    [x, from]: [&Tensor; 2],
    keep: Option<&Tensor>,
) -> Result<()> {
    let forward = || attention.forward(x, from, from, keep);
    let (recorded, tape) = tape::record(forward);
    for stages in [forward()?, recorded?] {
        compare_stages(golden, case, &stages)?;
    }
    for stage in ["scores", "masked"] {
        golden.compare(&format!("{case}.{stage}"), &tape.named(stage).unwrap().value);
    }
    Ok(())
}

fn fused(golden: &mut Golden, name: &str) -> MultiHeadAttention {
    let d_model = golden.shape(&format!("{name}.out_proj.weight"))[0];
    let has_bias = golden.has(&format!("{name}.in_proj_bias"));
    let mut attention = MultiHeadAttention::fused(d_model, golden.config("heads") as usize, has_bias);
    golden.fill(&mut attention, |parameter| format!("{name}.{parameter}"));
    attention
}

/// The same weights packed, as a matrix a head, and packed again.
fn held_in_three_ways(golden: &mut Golden, name: &str) -> Result<[MultiHeadAttention; 3]> {
    let packed = fused(golden, name);
    let each = MultiHeadAttention { projections: Projections::per_head(&packed)?, ..packed.clone() };
    let again = MultiHeadAttention { projections: each.projections.fused()?, ..packed.clone() };
    Ok([packed, each, again])
}

fn compare_stages(golden: &mut Golden, case: &str, stages: &Stages) -> Result<()> {
    let attention = &stages.attention;
    for (stage, value) in [
        ("q", &stages.queries),
        ("k", &stages.keys),
        ("v", &stages.values),
        ("weights", &attention.weights),
        ("weights_mean", &attention.weights.mean(&[1], false)?),
        ("heads", &attention.output),
        ("concat", &stages.concat),
        ("out", &stages.output),
    ] {
        golden.compare(&format!("{case}.{stage}"), value);
    }
    Ok(())
}

/// A sample that is padding throughout: PyTorch gives NaN when it is asked for the weights, and 0 when it is not.
fn empty_sample(golden: &mut Golden) -> Result<()> {
    let (x, keep) = (golden.tensor("x"), over_keys(golden, "fullpad.keep")?);
    let mut attention = fused(golden, "nobias");
    golden.compare("fullpad.out_sdpa", &attention.forward(&x, &x, &x, Some(&keep))?.output);
    attention.masking = Masking { fill: Fill::With(f64::NEG_INFINITY), ..Masking::default() };
    golden.compare("fullpad.out_need_weights", &attention.forward(&x, &x, &x, Some(&keep))?.output);
    Ok(())
}
