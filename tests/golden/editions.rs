//! `09_seed000` to `09_seed004`: the five tutorials, every submodule's output, as printed and mended.

use glassformer::nn::{
    Config, Edition, Fill, Linear, Masking, MultiHeadAttention, Projections, QueryKeyValue, Transformer, mask, weights,
};
use glassformer::tensor::{DType, Result, Tape, Tensor, tape};

use crate::harness::Golden;
use crate::names;

pub(crate) fn from_scratch(golden: &mut Golden) {
    let config = golden.model(Edition::FromScratch);
    let model = compare(golden, "", &config);
    masks(golden, &model);
    compare_positions(golden, "w.positional_encoder", &model);
    golden
        .case("noscale", &["noscale.logits"], |golden| {
            let mut plain = config.clone();
            plain.design.scale_embeddings = false;
            let (src, tgt) = ids(golden);
            let unscaled = filled(golden, &plain).forward(&src, &tgt)?;
            golden.compare("noscale.logits", &unscaled);
            Ok(())
        })
        .unwrap();
}

pub(crate) fn blocks(golden: &mut Golden) {
    let printed = golden.model(Edition::Blocks);
    let model = compare(golden, "printed.", &printed);
    compare(golden, "fixed.", &mended(&printed, "cosines_over_sines"));
    masks(golden, &model);
    let needs = ["block.x", "block.w.W_q.weight"];
    golden.case("block", &needs, |golden| block(golden, &printed)).unwrap();
}

pub(crate) fn thread(golden: &mut Golden) {
    let config = golden.model(Edition::Thread);
    compare(golden, "", &config);
    let (src, tgt) = ids(golden);
    compare_mask(golden, "src_mask", &mask::padding(&src, config.pad).unwrap());
    compare_mask(golden, "tgt_mask", &mask::padding(&tgt, config.pad).unwrap());
}

pub(crate) fn einsum(golden: &mut Golden) {
    let printed = golden.model(Edition::Einsum);
    compare(golden, "printed.", &printed);
    compare(golden, "fixed.", &mended(&printed, "tiny_fill"));
}

pub(crate) fn deep_dive(golden: &mut Golden) {
    let config = golden.model(Edition::DeepDive);
    let model = compare(golden, "", &config);
    masks(golden, &model);
    compare_positions(golden, "pe", &model);
    let needs = ["example.src", "example.tgt", "example.src_mask", "example.tgt_mask"];
    golden.case("example", &needs, |golden| example(golden, &model)).unwrap();
}

/// The table of sinusoids, for as many positions as the file has.
fn compare_positions(golden: &mut Golden, name: &str, model: &Transformer) {
    golden
        .case(name, &[name], |golden| {
            let length = golden.shape(name)[0];
            golden.compare(name, &model.src.positions.rows(0, length)?.unwrap());
            Ok(())
        })
        .unwrap();
}

fn ids(golden: &mut Golden) -> (Tensor, Tensor) {
    (golden.tensor("src"), golden.tensor("tgt"))
}

/// A configuration in which one quirk of its edition is mended.
fn mended(config: &Config, quirk: &str) -> Config {
    let mut config = config.clone();
    let quirks = config.edition.quirks().iter();
    quirks.filter(|known| known.name == quirk).for_each(|quirk| quirk.mend(&mut config.design));
    config
}

fn filled(golden: &mut Golden, config: &Config) -> Transformer {
    let mut model = config.build().unwrap();
    golden.fill(&mut model, |parameter| format!("w.{}", weights::name_in(config.edition, parameter)));
    model
}

/// Runs the model on the file's ids and compares every stage that the file has behind `prefix`.
fn compare(golden: &mut Golden, prefix: &str, config: &Config) -> Transformer {
    let model = filled(golden, config);
    let (src, tgt) = ids(golden);
    let (output, tape): (Result<Tensor>, Tape) = tape::record(|| model.forward(&src, &tgt));
    output.unwrap();
    golden.compare_stages(prefix, &tape, |name| names::of_edition(config.edition, name));
    model
}

/// The masks that the tutorial makes of the ids, each in its own shape.
fn masks(golden: &mut Golden, model: &Transformer) {
    let (src, tgt) = ids(golden);
    compare_mask(golden, "src_mask", &model.source_keep(&src).unwrap());
    compare_mask(golden, "tgt_mask", &model.target_keep(&tgt).unwrap());
}

fn compare_mask(golden: &mut Golden, name: &str, keep: &Tensor) {
    if !golden.has(name) {
        return golden.compare(name, keep);
    }
    let shape: Vec<isize> = golden.shape(name).iter().map(|&size| size as isize).collect();
    let keep = keep.reshape(&shape).unwrap();
    let dtype = if golden.tensor(name).dtype() == DType::I64 { DType::I64 } else { DType::Bool };
    golden.compare(name, &keep.to(dtype).unwrap());
}

/// The attention block as it is printed: of one tensor, with a lookahead mask inside.
fn block(golden: &mut Golden, config: &Config) -> Result<()> {
    let x = golden.tensor("block.x");
    let (width, length) = (config.d_model, x.shape()[1]);
    let projections = Projections::Separate(Box::new(QueryKeyValue::blank(width, width, width, true)));
    let mut attention = MultiHeadAttention::with(config.heads, projections, Linear::blank(width, width, true));
    attention.masking = Masking { fill: Fill::With(-1e9), ..Masking::default() };
    golden.fill(&mut attention, |parameter| format!("block.w.{}", weights::name_in(Edition::Blocks, parameter)));
    golden.compare("block.out", &attention.forward(&x, &x, &x, Some(&mask::causal(length, length)?))?.output);
    Ok(())
}

/// The call that the tutorial ends with: masks of two axes, and no causal part, so the future is visible.
fn example(golden: &mut Golden, model: &Transformer) -> Result<()> {
    let (src, tgt) = (golden.tensor("example.src"), golden.tensor("example.tgt"));
    let source_keep = golden.tensor("example.src_mask").unsqueeze(1)?;
    let target_keep = golden.tensor("example.tgt_mask").unsqueeze(1)?;
    let memory = model.encode(&src, Some(&source_keep))?;
    let output = model.project(&model.decode(&tgt, &memory, Some(&target_keep), Some(&source_keep))?)?;
    golden.compare("example.log_probs", &output);
    golden.compare("example.argmax", &output.argmax(-1, false)?);
    Ok(())
}
