//! `03_attention`: scaled dot-product attention and its masks.

use glassformer::nn::attention::Stages;
use glassformer::nn::{Fill, Masking, mask, scaled_dot_product_attention};
use glassformer::tensor::{Result, Tensor, tape};

use crate::harness::Golden;

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
        let masking = Masking { fill, before_scale, ..Masking::default() };
        scaled_dot_product_attention(&self.queries, &self.keys, &self.values, keep, masking)
    }

    /// The scores and the masked scores, which only a tape keeps.
    fn scores(&self, keep: Option<&Tensor>, fill: Fill) -> Result<[Tensor; 2]> {
        let (stages, tape) = tape::record(|| self.attend(keep, fill, false));
        stages?;
        Ok(["scores", "masked"].map(|name| tape.named(name).unwrap().value.clone().detach()))
    }
}

pub(crate) fn compare(golden: &mut Golden) {
    every_case(golden).unwrap();
}

fn every_case(golden: &mut Golden) -> Result<()> {
    golden.case("self-attention", &["q", "k", "v"], |golden| {
        let heads = Heads { queries: golden.tensor("q"), keys: golden.tensor("k"), values: golden.tensor("v") };
        masked(golden, &heads)?;
        golden.case("full", &["full.keep"], |golden| empty_row(golden, &heads))
    })?;
    golden.case("cross", &["q", "cross.k", "cross.v"], |golden| {
        let [queries, keys, values] = ["q", "cross.k", "cross.v"].map(|name| golden.tensor(name));
        crossed(golden, &Heads { queries, keys, values })
    })?;
    golden.case("stable", &["stable.scores"], stable)?;
    printed_masks(golden)
}

/// Self-attention under each mask. Wherever a key is left, every fill gives the same weights.
fn masked(golden: &mut Golden, heads: &Heads) -> Result<()> {
    let n = heads.queries.shape()[2];
    let causal = mask::causal(n, n)?.unsqueeze(0)?.unsqueeze(0)?;
    golden.compare("keep.causal", &causal);
    golden.case("keep.combined", &["keep.padding"], |golden| {
        let combined = mask::both(&golden.tensor("keep.padding"), &causal)?;
        golden.compare("keep.combined", &combined);
        Ok(())
    })?;
    under_mask(golden, heads, "none", None)?;
    for name in golden.cases("keep.", "") {
        let keep = golden.tensor(&format!("keep.{name}"));
        under_mask(golden, heads, &name, Some(&keep))?;
    }
    golden.case("bug003 and ok003", &["keep.combined"], |golden| {
        // One tutorial masks before it scales, and prints -1e-20 where it means -1e20.
        let combined = golden.tensor("keep.combined");
        golden.compare("bug003.weights", &heads.attend(Some(&combined), Fill::With(-1e-20), true)?.weights);
        golden.compare("ok003.weights", &heads.attend(Some(&combined), Fill::With(-1e20), true)?.weights);
        Ok(())
    })
}

fn under_mask(golden: &mut Golden, heads: &Heads, name: &str, keep: Option<&Tensor>) -> Result<()> {
    for fill in [Fill::Safe, NEVER, BILLION] {
        let (stages, [scores, masked]) = (heads.attend(keep, fill, false)?, heads.scores(keep, fill)?);
        golden.compare(&format!("{name}.scores"), &scores);
        golden.compare(&format!("{name}.weights"), &stages.weights);
        golden.compare(&format!("{name}.out"), &stages.output);
        if fill != BILLION {
            golden.compare(&format!("{name}.masked"), &masked);
        }
    }
    // Not every mask has this: the file says that the fill makes no difference.
    let billion = format!("{name}.weights_1e9");
    if golden.has(&billion) {
        golden.compare(&billion, &heads.attend(keep, BILLION, false)?.weights);
    }
    Ok(())
}

/// More keys than queries.
fn crossed(golden: &mut Golden, cross: &Heads) -> Result<()> {
    golden.case("cross under its mask", &["cross.keep"], |golden| {
        let keep = golden.tensor("cross.keep");
        let (stages, [scores, masked]) =
            (cross.attend(Some(&keep), Fill::Safe, false)?, cross.scores(Some(&keep), Fill::Safe)?);
        golden.compare("cross.scores", &scores);
        golden.compare("cross.masked", &masked);
        golden.compare("cross.weights", &stages.weights);
        golden.compare("cross.heads", &stages.output);
        Ok(())
    })?;
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

/// The masks that tutorials print: of padded ids, and of the future for so many positions as the name says.
fn printed_masks(golden: &mut Golden) -> Result<()> {
    for tutorial in golden.cases("", ".padded") {
        let ids = golden.tensor(&format!("{tutorial}.padded"));
        let keep = mask::padding(&ids, 0)?.reshape(&[ids.shape()[0] as isize, -1])?;
        golden.compare(&format!("{tutorial}.src_keep"), &keep);
    }
    let name_and_number = |name: String| {
        let number = name.split_once(".future_keep")?.1.parse().ok()?;
        Some((name, number))
    };
    let futures: Vec<(String, usize)> = golden.names().into_iter().filter_map(name_and_number).collect();
    if futures.is_empty() {
        golden.lack("*.future_keep*");
    }
    for (name, n) in futures {
        golden.compare(&name, &mask::causal(n, n)?);
    }
    Ok(())
}
