//! `08_full_transformer`: `torch.nn.Transformer` between embeddings and a generator, in three readings of one set of weights.

use glassformer::nn::generator::Output;
use glassformer::nn::{Edition, Transformer, weights};
use glassformer::tensor::{Result, Tensor, tape};

use crate::harness::Golden;
use crate::names;

pub(crate) fn compare(golden: &mut Golden) {
    golden.case("every reading", &["src", "tgt", "w.generator.weight"], every_reading).unwrap();
}

fn every_reading(golden: &mut Golden) -> Result<()> {
    let (src, tgt) = (golden.tensor("src"), golden.tensor("tgt"));
    let fast = golden.cases("", ".memory_fastpath");
    for reading in readings(golden) {
        let model = model(golden, &reading);
        let (output, tape) = tape::record(|| model.forward(&src, &tgt));
        let name = &reading.name;
        golden.compare(&format!("{name}.log_probs"), &output?);
        golden.compare_stages(&format!("{name}."), &tape, names::of_pytorch);
        if fast.contains(name) {
            fast_path(golden, &format!("{name}.memory_fastpath"), &model, &src)?;
        }
    }
    let mut post = model(golden, &Reading { name: "post".to_owned(), norm_first: false, final_norm: true });
    masks(golden, &post, &src, &tgt)?;
    post.config.design.tied = true;
    post.generator.output = Output::Logits;
    golden.compare("tied.logits", &post.forward(&src, &tgt)?);
    Ok(())
}

/// A way to read one set of weights, as its name says: `post`, `pre`, and with `_nofinal` without a norm after each stack.
pub(crate) struct Reading {
    pub(crate) name: String,
    pub(crate) norm_first: bool,
    pub(crate) final_norm: bool,
}

/// The readings that the file has.
pub(crate) fn readings(golden: &mut Golden) -> Vec<Reading> {
    let reading = |name: String| {
        let (norm, rest) = name.split_once('_').unwrap_or((&name, ""));
        let norm_first = norm == "pre";
        let is_known = (norm_first || norm == "post") && ["", "nofinal"].contains(&rest);
        assert!(is_known, "nobody knows the reading `{name}`");
        Reading { norm_first, final_norm: rest.is_empty(), name }
    };
    golden.cases("", ".log_probs").into_iter().map(reading).collect()
}

fn model(golden: &mut Golden, reading: &Reading) -> Transformer {
    let mut config = golden.model(Edition::PyTorch);
    config.design.norm_first = reading.norm_first;
    config.design.final_norm = reading.final_norm;
    config.design.output = Output::LogProbabilities;
    let mut model = config.build().unwrap();
    golden.fill(&mut model, |parameter| format!("w.{}", weights::name_in(Edition::PyTorch, parameter)));
    model
}

fn masks(golden: &mut Golden, model: &Transformer, src: &Tensor, tgt: &Tensor) -> Result<()> {
    for (name, ids) in [("src_keep", src), ("tgt_keep", tgt)] {
        let length = ids.shape()[1] as isize;
        golden.compare(name, &model.source_keep(ids)?.reshape(&[-1, length])?);
    }
    Ok(())
}

/// PyTorch's inference leaves padding out of the stack, and then gives it to the final norm as zeros.
fn fast_path(golden: &mut Golden, name: &str, model: &Transformer, src: &Tensor) -> Result<()> {
    let keep = model.source_keep(src)?;
    let mut stack = model.clone();
    let norm = stack.encoder.norm.take();
    let x = stack.encode(src, Some(&keep))?;
    let padding = src.eq(&Tensor::integer(model.config.pad))?.unsqueeze(-1)?;
    let packed = x.masked_fill(&padding, &Tensor::number(0.0))?;
    golden.compare(name, &norm.map_or(Ok(packed.clone()), |norm| norm.forward(&packed))?);
    Ok(())
}
