//! What a model is said to cost is what it holds and what it multiplies.

#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

#[path = "support/sizes.rs"]
mod sizes;

use glassformer::nn::config::{Encoding, Packing};
use glassformer::nn::cost::Load;
use glassformer::nn::{Config, Edition, Parameters};
use glassformer::tensor::{DType, Tape, Tensor, tape};
use sizes::unequal;

/// Every edition, as printed and mended, and configurations that none of them has.
fn configurations() -> Vec<Config> {
    let editions = Edition::ALL;
    let mut all: Vec<Config> = editions.map(unequal).to_vec();
    all.extend(editions.map(|edition| Config { design: edition.mended(), ..unequal(edition) }));
    for packing in [Packing::Fused, Packing::Separate, Packing::PerHead] {
        let mut odd = Config { d_k: Some(2), d_v: Some(7), v_src: 13, ..unequal(Edition::PyTorch) };
        odd.design.projections = packing;
        (odd.design.tied, odd.design.shared) = (true, packing != Packing::Separate);
        (odd.design.positions, odd.design.out_bias) = (Encoding::Learned, packing == Packing::Fused);
        all.push(odd);
    }
    let none = Config { enc_layers: 0, dec_layers: 0, ..unequal(Edition::DeepDive) };
    all.push(none);
    all
}

/// What the matrix products of a tape multiply and add: as many as their results have elements, each as long as what is summed.
fn multiplied(tape: &Tape) -> u64 {
    let products = tape.nodes().iter().filter(|node| node.operation.name() == "matmul");
    products.map(|node| node.value.len() as u64 * *node.inputs[0].shape().last().unwrap() as u64).sum()
}

#[test]
fn parameters_and_multiply_adds_are_those_of_the_model_that_is_built() {
    let load = Load { batch: 3, source: 5, target: 4 };
    let ids = |length| Tensor::ones(&[load.batch, length], DType::I64);
    for config in configurations() {
        let mut model = config.build().unwrap();
        let cost = config.cost(load);
        assert_eq!(cost.parameters, model.count() as u64, "{config:?}");
        assert_eq!(cost.bytes, 4 * cost.parameters);
        let (_, tape) = tape::record(|| model.forward(&ids(load.source), &ids(load.target)).unwrap());
        assert_eq!(cost.multiply_adds, multiplied(&tape), "{config:?}");
    }
}

#[test]
fn every_part_costs_what_the_module_of_its_name_holds() {
    for config in configurations() {
        let (mut model, cost) = (config.build().unwrap(), config.cost(Load::default()));
        let parameters = model.parameters();
        let held = |path: &str| {
            let inside = parameters.iter().filter(|(name, _)| name.starts_with(&format!("{path}.")));
            inside.map(|(_, parameter)| parameter.len() as u64).sum::<u64>()
        };
        let paths = ["src_emb", "tgt_emb", "encoder", "decoder", "decoder.norm", "generator", "encoder.layers.0"];
        let inside = ["self_attn", "multihead_attn", "self_attn.out_proj", "norm2", "memory_norm", "self_attn.idle"];
        let inside = inside.map(|part| format!("decoder.layers.1.{part}"));
        for path in paths.into_iter().chain(inside.iter().map(String::as_str)) {
            assert_eq!(cost.part(path).map_or(0, |part| part.parameters), held(path), "{path} of {config:?}");
        }
    }
}

#[test]
fn counts_that_others_have_printed_come_out() {
    // The page's own sizes, whose model counts 25,268,232 under PyTorch.
    let einsum = Config { v_src: 8, v_tgt: 8, max_len: 10, ..Config::of(Edition::Einsum) };
    assert_eq!(einsum.cost(Load::default()).parameters, 25_268_232);
    // A small model of the report: 13,226, of which 1,632 are never used.
    let small = Config { d_model: 16, d_ff: 32, heads: 4, v_src: 10, v_tgt: 10, ..Config::of(Edition::DeepDive) };
    let small = Config { enc_layers: 2, dec_layers: 2, ..small };
    let without = Config { design: Edition::DeepDive.mended(), ..small.clone() };
    assert_eq!(small.cost(Load::default()).parameters, 13_226);
    assert_eq!(small.cost(Load::default()).parameters - without.cost(Load::default()).parameters, 1_632);
}

/// One table of that many rows for both embeddings and the generator.
fn paper(vocabulary: usize) -> Config {
    let mut config = Config { v_src: vocabulary, v_tgt: vocabulary, ..Config::of(Edition::Paper) };
    (config.design.tied, config.design.shared) = (true, true);
    config
}

fn millions(config: &Config) -> f64 {
    config.cost(Load::default()).parameters as f64 / 1e6
}

#[test]
fn table_3_of_the_paper_comes_out_but_for_the_size_of_its_vocabulary() {
    let base = paper(37_000);
    let big = Config { d_model: 1024, d_ff: 4096, heads: 16, ..base.clone() };
    assert!((millions(&base) - 63.1).abs() < 0.05 && (millions(&big) - 214.2).abs() < 0.05);

    let base = paper(40_800);
    let rows = [
        (65.0, base.clone()),
        (58.0, Config { d_k: Some(16), ..base.clone() }),
        (60.0, Config { d_k: Some(32), ..base.clone() }),
        (36.0, Config { enc_layers: 2, dec_layers: 2, ..base.clone() }),
        (50.0, Config { enc_layers: 4, dec_layers: 4, ..base.clone() }),
        (80.0, Config { enc_layers: 8, dec_layers: 8, ..base.clone() }),
        (28.0, Config { d_model: 256, ..base.clone() }),
        (168.0, Config { d_model: 1024, ..base.clone() }),
        (90.0, Config { d_ff: 4096, ..base.clone() }),
    ];
    for (printed, config) in rows {
        assert!((millions(&config) - printed).abs() <= 0.5, "{printed}: {}", millions(&config));
    }
    assert!((millions(&Config { d_ff: 1024, ..base }) - 52.4).abs() < 0.05, "53 in the paper");
}

#[test]
fn sizes_beyond_all_reason_end_at_the_largest_number() {
    let most = Some(usize::MAX);
    let config = Config { d_model: usize::MAX, v_src: usize::MAX, d_k: most, d_v: most, ..Config::of(Edition::Paper) };
    assert_eq!(config.cost(Load { batch: usize::MAX, source: 1, target: 1 }).parameters, u64::MAX);
}
