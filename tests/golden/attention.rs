//! `03_attention`: scaled dot-product attention and its masks.

use glassformer::nn::attention::Stages;
use glassformer::nn::{Fill, Masking, mask, scaled_dot_product_attention};
use glassformer::tensor::{Result, Tensor, tape};

use crate::harness::{self, Golden};

const NEVER: Fill = Fill::With(f64::NEG_INFINITY);
const BILLION: Fill = Fill::With(-1e9);

/// Queries, keys and values of a case.
struct Heads {
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
}

impl Heads {
    fn attend(&self, keep: Option<&Tensor>, fill: Fill, before_scale: bool) -> Result<Stages> {
        let masking = Masking { fill, before_scale };
        scaled_dot_product_attention(&self.queries, &self.keys, &self.values, keep, masking)
    }

    /// The scores and the masked scores, which only a tape keeps.
    fn scores(&self, keep: Option<&Tensor>, fill: Fill) -> Result<[Tensor; 2]> {
        let (stages, tape) = tape::record(|| self.attend(keep, fill, false));
        stages?;
        Ok(["scores", "masked"].map(|name| tape.named(name).unwrap().value.clone().detach()))
    }
}

#[test]
fn attention() {
    harness::check("03_attention", |golden| {
        let queries = golden.tensor("q");
        let heads = Heads { queries: queries.clone(), keys: golden.tensor("k"), values: golden.tensor("v") };
        let cross = Heads { queries, keys: golden.tensor("cross.k"), values: golden.tensor("cross.v") };
        masked(golden, &heads).unwrap();
        crossed(golden, &cross).unwrap();
        empty_row(golden, &heads).unwrap();
        stable(golden).unwrap();
        first_tutorial(golden).unwrap();
    });
}

/// Self-attention under each mask. Wherever a key is left, every fill gives the same weights.
fn masked(golden: &mut Golden, heads: &Heads) -> Result<()> {
    let n = heads.queries.shape()[2];
    let padding = golden.tensor("keep.padding");
    let causal = mask::causal(n, n)?.unsqueeze(0)?.unsqueeze(0)?;
    let combined = mask::both(&padding, &causal)?;
    golden.compare("keep.causal", &causal);
    golden.compare("keep.combined", &combined);
    for (name, keep) in
        [("none", None), ("padding", Some(&padding)), ("causal", Some(&causal)), ("combined", Some(&combined))]
    {
        for fill in [Fill::Safe, NEVER, BILLION] {
            let (stages, [scores, masked]) = (heads.attend(keep, fill, false)?, heads.scores(keep, fill)?);
            golden.compare(&format!("{name}.scores"), &scores);
            golden.compare(&format!("{name}.weights"), &stages.weights);
            golden.compare(&format!("{name}.out"), &stages.output);
            if fill != BILLION {
                golden.compare(&format!("{name}.masked"), &masked);
            }
        }
    }
    golden.compare("combined.weights_1e9", &heads.attend(Some(&combined), BILLION, false)?.weights);
    // One tutorial masks before it scales, and prints -1e-20 where it means -1e20.
    golden.compare("bug003.weights", &heads.attend(Some(&combined), Fill::With(-1e-20), true)?.weights);
    golden.compare("ok003.weights", &heads.attend(Some(&combined), Fill::With(-1e20), true)?.weights);
    Ok(())
}

/// More keys than queries.
fn crossed(golden: &mut Golden, cross: &Heads) -> Result<()> {
    let keep = golden.tensor("cross.keep");
    let (stages, [scores, masked]) =
        (cross.attend(Some(&keep), Fill::Safe, false)?, cross.scores(Some(&keep), Fill::Safe)?);
    golden.compare("cross.scores", &scores);
    golden.compare("cross.masked", &masked);
    golden.compare("cross.weights", &stages.weights);
    golden.compare("cross.heads", &stages.output);
    let causal = mask::causal(cross.queries.shape()[2], cross.keys.shape()[2])?;
    golden.compare("cross_causal.out", &cross.attend(Some(&causal), Fill::Safe, false)?.output);
    Ok(())
}

/// A query that may attend nowhere: NaN, uniform, or nothing.
fn empty_row(golden: &mut Golden, heads: &Heads) -> Result<()> {
    let keep = golden.tensor("full.keep");
    golden.compare("full.weights_inf", &heads.attend(Some(&keep), NEVER, false)?.weights);
    let uniform = heads.attend(Some(&keep), BILLION, false)?;
    golden.compare("full.weights_1e9", &uniform.weights);
    golden.compare("full.out_1e9", &uniform.output);
    golden.compare("full.sdpa_out", &heads.attend(Some(&keep), Fill::Safe, false)?.output);
    Ok(())
}

/// Scores whose exponentials overflow.
fn stable(golden: &mut Golden) -> Result<()> {
    let scores = golden.tensor("stable.scores");
    golden.compare("stable.weights", &scores.softmax(-1)?);
    golden.compare("stable.log_weights", &scores.log_softmax(-1)?);
    Ok(())
}

/// The masks that one tutorial prints.
fn first_tutorial(golden: &mut Golden) -> Result<()> {
    let ids = golden.tensor("seed000.padded");
    golden.compare("seed000.src_keep", &mask::padding(&ids, 0)?.squeeze(None)?);
    let n = ids.shape()[1];
    golden.compare(&format!("seed000.future_keep{n}"), &mask::causal(n, n)?);
    Ok(())
}
