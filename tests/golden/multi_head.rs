//! `04_mha`: multi-head attention as `torch.nn.MultiheadAttention` computes it, in each of the three ways to hold its weights.

use glassformer::nn::multi_head::Stages;
use glassformer::nn::{Fill, Masking, MultiHeadAttention, Projections, mask};
use glassformer::tensor::{Result, Tensor, tape};

use crate::harness::{self, Golden};

#[test]
fn multi_head_attention() {
    harness::check("04_mha", |golden| {
        let (x, memory) = (golden.tensor("x"), golden.tensor("memory"));
        let real = |keep: &Tensor| keep.unsqueeze(1).unwrap().unsqueeze(1).unwrap();
        let (source, target) = (real(&golden.tensor("src_keep")), real(&golden.tensor("tgt_keep")));
        let length = x.shape()[1];
        let blind = mask::both(&target, &mask::causal(length, length).unwrap()).unwrap();
        for (name, bias) in [("bias", true), ("nobias", false)] {
            for attention in held_in_three_ways(golden, name, bias).unwrap() {
                for (case, from, keep) in
                    [("self_nomask", &x, None), ("self", &x, Some(&blind)), ("cross", &memory, Some(&source))]
                {
                    let attend = || attention.forward(&x, from, from, keep).unwrap();
                    let (recorded, tape) = tape::record(attend);
                    for stages in [attend(), recorded] {
                        compare(golden, &format!("{name}.{case}"), &stages).unwrap();
                    }
                    for stage in ["scores", "masked"] {
                        golden.compare(&format!("{name}.{case}.{stage}"), &tape.named(stage).unwrap().value);
                    }
                }
            }
        }
        empty_sample(golden, &x).unwrap();
    });
}

fn fused(golden: &mut Golden, name: &str, bias: bool) -> MultiHeadAttention {
    let sizes = (golden.config("d_model") as usize, golden.config("heads") as usize);
    let mut attention = MultiHeadAttention::fused(sizes.0, sizes.1, bias);
    golden.fill(&mut attention, |parameter| format!("{name}.{parameter}"));
    attention
}

/// The same weights packed, as a matrix a head, and packed again.
fn held_in_three_ways(golden: &mut Golden, name: &str, bias: bool) -> Result<[MultiHeadAttention; 3]> {
    let packed = fused(golden, name, bias);
    let each = MultiHeadAttention { projections: Projections::per_head(&packed)?, ..packed.clone() };
    let again = MultiHeadAttention { projections: each.projections.fused()?, ..packed.clone() };
    Ok([packed, each, again])
}

fn compare(golden: &mut Golden, case: &str, stages: &Stages) -> Result<()> {
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
fn empty_sample(golden: &mut Golden, x: &Tensor) -> Result<()> {
    let keep = golden.tensor("fullpad.keep").unsqueeze(1)?.unsqueeze(1)?;
    let mut attention = fused(golden, "nobias", false);
    golden.compare("fullpad.out_sdpa", &attention.forward(x, x, x, Some(&keep))?.output);
    attention.masking = Masking { fill: Fill::With(f64::NEG_INFINITY), ..Masking::default() };
    golden.compare("fullpad.out_need_weights", &attention.forward(x, x, x, Some(&keep))?.output);
    Ok(())
}
