//! `08_full_transformer`: `torch.nn.Transformer` between embeddings and a generator, in three readings of one set of weights.

use glassformer::nn::generator::Output;
use glassformer::nn::{Edition, Transformer, weights};
use glassformer::tensor::{Result, Tensor, tape};

use crate::harness::{self, Golden};
use crate::names;

#[test]
fn transformer() {
    harness::check("08_full_transformer", |golden| {
        let (src, tgt) = (golden.tensor("src"), golden.tensor("tgt"));
        for (name, norm_first, final_norm) in
            [("post", false, true), ("post_nofinal", false, false), ("pre", true, true)]
        {
            let mut model = model(golden, norm_first, final_norm);
            let (output, tape) = tape::record(|| model.forward(&src, &tgt));
            golden.compare(&format!("{name}.log_probs"), &output.unwrap());
            golden.compare_stages(&format!("{name}."), &tape, names::of_pytorch);
            if name == "post" {
                masks(golden, &model, &src, &tgt).unwrap();
                fast_path(golden, &model, &src).unwrap();
                model.config.design.tied = true;
                model.generator.output = Output::Logits;
                golden.compare("tied.logits", &model.forward(&src, &tgt).unwrap());
            }
        }
    });
}

fn model(golden: &mut Golden, norm_first: bool, final_norm: bool) -> Transformer {
    let mut config = golden.model(Edition::PyTorch);
    config.design.norm_first = norm_first;
    config.design.final_norm = final_norm;
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
fn fast_path(golden: &mut Golden, model: &Transformer, src: &Tensor) -> Result<()> {
    let keep = model.source_keep(src)?;
    let mut stack = model.clone();
    let norm = stack.encoder.norm.take().unwrap();
    let x = stack.encode(src, Some(&keep))?;
    let padding = src.eq(&Tensor::integer(model.config.pad))?.unsqueeze(-1)?;
    golden.compare("post.memory_fastpath", &norm.forward(&x.masked_fill(&padding, &Tensor::number(0.0))?)?);
    Ok(())
}
