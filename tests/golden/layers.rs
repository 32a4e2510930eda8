//! `07_layers`: one encoder and one decoder layer, pre-norm and post-norm, with one set of weights.

use glassformer::nn::{Activation, Config, Edition, mask};
use glassformer::tensor::{Gelu, Result, Tensor, tape};

use crate::harness::{self, Golden};
use crate::names;

#[test]
fn layers() {
    harness::check("07_layers", |golden| {
        for (name, norm_first, activation) in [
            ("post", false, Activation::Relu),
            ("pre", true, Activation::Relu),
            ("post_gelu", false, Activation::Gelu(Gelu::Erf)),
        ] {
            let mut config = golden.model(Edition::PyTorch);
            config.design.norm_first = norm_first;
            config.design.activation = activation;
            encoder_layer(golden, name, &config).unwrap();
            decoder_layer(golden, name, &config).unwrap();
        }
    });
}

/// A mask over keys, (batch, n), as attention takes it: (batch, 1, 1, n).
fn over_keys(keep: &Tensor) -> Result<Tensor> {
    keep.unsqueeze(1)?.unsqueeze(1)
}

fn encoder_layer(golden: &mut Golden, name: &str, config: &Config) -> Result<()> {
    let mut layer = config.encoder_layer();
    golden.fill(&mut layer, |parameter| format!("enc_layer.{parameter}"));
    let (x, keep) = (golden.tensor("src"), over_keys(&golden.tensor("src_keep"))?);
    let (out, tape) = tape::record(|| layer.forward(&x, Some(&keep)));
    golden.compare(&format!("enc.{name}.out"), &out?);
    golden.compare_stages(&format!("enc.{name}."), &tape, names::of_pytorch);
    Ok(())
}

fn decoder_layer(golden: &mut Golden, name: &str, config: &Config) -> Result<()> {
    let mut layer = config.decoder_layer();
    golden.fill(&mut layer, |parameter| format!("dec_layer.{parameter}"));
    let (x, memory) = (golden.tensor("tgt"), golden.tensor("src"));
    let past = mask::causal(x.shape()[1], x.shape()[1])?;
    let keep = mask::both(&over_keys(&golden.tensor("tgt_keep"))?, &past)?;
    let memory_keep = over_keys(&golden.tensor("src_keep"))?;
    let (out, tape) = tape::record(|| layer.forward(&x, &memory, Some(&keep), Some(&memory_keep)));
    golden.compare(&format!("dec.{name}.out"), &out?);
    golden.compare_stages(&format!("dec.{name}."), &tape, names::of_pytorch);
    Ok(())
}
