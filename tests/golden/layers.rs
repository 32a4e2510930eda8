//! `07_layers`: one encoder and one decoder layer, pre-norm and post-norm, with one set of weights.

use glassformer::nn::{Activation, Config, Edition, mask};
use glassformer::tensor::{Gelu, Result, Tensor, tape};

use crate::harness::Golden;
use crate::names;

pub(crate) fn compare(golden: &mut Golden) {
    let needs = ["src", "src_keep", "enc_layer.linear1.weight"];
    golden.case("encoder layer", &needs, |golden| each_reading(golden, "enc.", encoder_layer)).unwrap();
    let needs = ["src", "src_keep", "tgt", "tgt_keep", "dec_layer.linear1.weight"];
    golden.case("decoder layer", &needs, |golden| each_reading(golden, "dec.", decoder_layer)).unwrap();
}

/// Runs a layer in every reading that the file has: `post` or `pre`, and the activation if it is another than ReLU.
fn each_reading(
    golden: &mut Golden,
    stack: &str,
    layer: impl Fn(&mut Golden, &str, &Config) -> Result<()>,
) -> Result<()> {
    let readings: Vec<String> = golden.cases(stack, ".out").into_iter().filter(|name| !name.contains('.')).collect();
    for name in readings {
        let (norm, activation) = name.split_once('_').unwrap_or((&name, "relu"));
        let mut config = golden.model(Edition::PyTorch);
        config.design.norm_first = match norm {
            "post" => false,
            "pre" => true,
            other => panic!("{stack}{name}: a layer is `post` or `pre`, not `{other}`"),
        };
        config.design.activation = match activation {
            "relu" => Activation::Relu,
            "gelu" | "gelu_erf" => Activation::Gelu(Gelu::Erf),
            "gelu_tanh" => Activation::Gelu(Gelu::Tanh),
            other => panic!("{stack}{name}: nobody knows the activation `{other}`"),
        };
        layer(golden, &name, &config)?;
    }
    Ok(())
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
