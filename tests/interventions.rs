//! Laws of reaching into a computation: what is not touched keeps every bit, what is switched off is gone and nothing else.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use glassformer::nn::intervention::{Change, Intervention, off, patch, under};
use glassformer::nn::{Config, Edition, Parameters, Transformer, lens, stages};
use glassformer::tensor::random::Generator;
use glassformer::tensor::{DType, Tape, Tensor, tape};

fn model(norm_first: bool, edition: Edition) -> Transformer {
    let mut config = Config {
        d_model: 8,
        heads: 2,
        d_ff: 12,
        enc_layers: 2,
        dec_layers: 2,
        v_src: 7,
        v_tgt: 9,
        ..Config::of(edition)
    };
    config.design.norm_first = norm_first;
    Transformer::new(&config, &mut Generator::manual_seed(3)).unwrap()
}

fn models() -> [Transformer; 4] {
    [
        model(true, Edition::PyTorch),
        model(false, Edition::PyTorch),
        model(false, Edition::Thread),
        model(false, Edition::DeepDive),
    ]
}

fn ids(ids: &[i64]) -> Tensor {
    Tensor::from_i64(&[1, ids.len()], ids.to_vec()).unwrap()
}

/// A pass over a source of four tokens and a target of three.
fn pass(model: &Transformer, interventions: Vec<Intervention>) -> (Tensor, Tape) {
    pass_over(model, &[3, 4, 5, 2], &[1, 6, 7], interventions)
}

fn pass_over(model: &Transformer, src: &[i64], tgt: &[i64], interventions: Vec<Intervention>) -> (Tensor, Tape) {
    let (logits, tape) = under(interventions, || model.forward(&ids(src), &ids(tgt)));
    (logits.unwrap(), tape)
}

fn stage(tape: &Tape, path: &str) -> Tensor {
    stages::find(tape, path).unwrap()
}

#[test]
fn what_is_not_touched_keeps_every_bit() {
    for model in models() {
        let plain = model.forward(&ids(&[3, 4, 5, 2]), &ids(&[1, 6, 7])).unwrap();
        let (nothing, own) = pass(&model, Vec::new());
        assert!(nothing.same_bits(&plain));
        let nowhere = Intervention { stage: "decoder.layers.7".to_owned(), change: Change::Off };
        assert!(pass(&model, vec![nowhere]).0.same_bits(&plain));
        let itself = |(name, _): &(String, Tensor)| patch(&own, &own, name, None).unwrap();
        let (patched, tape) = pass(&model, stages::all(&own).iter().map(itself).collect());
        assert!(patched.same_bits(&plain));
        assert!(stages::all(&tape).iter().all(|(name, value)| value.same_bits(&stage(&own, name))));
    }
}

#[test]
fn all_heads_off_are_the_sub_layer_off_but_for_the_bias_of_its_projection() {
    for mut model in models() {
        for wanted in [0.25, 0.0] {
            // Two of the tutorials have no such bias.
            let mut bias = 0.0;
            for (_, parameter) in model.parameters().into_iter().filter(|(name, _)| name.ends_with("out_proj.bias")) {
                *parameter = Tensor::full(parameter.shape(), wanted, DType::F32);
                bias = wanted;
            }
            let (_, own) = pass(&model, Vec::new());
            for part in ["encoder.layers.1.self_attn", "decoder.layers.0.self_attn", "decoder.layers.1.multihead_attn"]
            {
                let heads = (0..2).flat_map(|head| off(&own, &format!("{part}.heads.{head}")).unwrap());
                let (without_heads, tape) = pass(&model, heads.collect());
                let (without_part, _) = pass(&model, off(&own, part).unwrap());
                assert!(stage(&tape, part).to_vec().iter().all(|&x| (x - bias).abs() < 1e-12), "{part}");
                assert_eq!(without_heads.same_bits(&without_part), bias < 0.1, "{part}");
            }
        }
    }
}

#[test]
fn one_head_off_leaves_the_others_alone() {
    let model = model(true, Edition::PyTorch);
    let (_, own) = pass(&model, Vec::new());
    let part = "decoder.layers.0.multihead_attn";
    let (_, tape) = pass(&model, off(&own, &format!("{part}.heads.1")).unwrap());
    assert!(stage(&tape, &format!("{part}.heads.0")).same_bits(&stage(&own, &format!("{part}.heads.0"))));
    assert!(stage(&tape, &format!("{part}.heads.1")).to_vec().iter().all(|&x| x == 0.0));
    assert!(!stage(&tape, part).same_bits(&stage(&own, part)));
    // What was computed before it is as it was.
    assert!(stage(&tape, "encoder").same_bits(&stage(&own, "encoder")));
}

#[test]
fn a_layer_off_hands_on_what_it_is_given_where_the_norm_comes_first() {
    let model = model(true, Edition::PyTorch);
    let (_, own) = pass(&model, Vec::new());
    let (_, tape) = pass(&model, off(&own, "decoder.layers.1").unwrap());
    assert!(stage(&tape, "decoder.layers.1").same_bits(&stage(&own, "decoder.layers.0")));
    assert_eq!(off(&own, "decoder.layers.1").unwrap().len(), 3);
    assert_eq!(off(&own, "encoder.layers.0").unwrap().len(), 2);
}

#[test]
fn a_patch_moves_what_both_have_or_one_position() {
    let model = model(true, Edition::PyTorch);
    let (_, own) = pass(&model, Vec::new());
    let (_, other) = pass_over(&model, &[5, 6, 3, 4, 4, 2], &[1, 4], Vec::new());
    let rows = |tensor: &Tensor| tensor.select(0, 0).unwrap();
    let row = |tensor: &Tensor, at: i64| rows(tensor).select(0, at).unwrap();
    let (_, whole) = pass(&model, vec![patch(&own, &other, "encoder", None).unwrap()]);
    let (_, part) = pass(&model, vec![patch(&own, &other, "encoder", Some(2)).unwrap()]);
    for at in 0..4 {
        assert!(row(&stage(&whole, "encoder"), at).same_bits(&row(&stage(&other, "encoder"), at)));
        let of = if at == 2 { &other } else { &own };
        assert!(row(&stage(&part, "encoder"), at).same_bits(&row(&stage(of, "encoder"), at)), "{at}");
    }
    // The other target is shorter: its two positions are taken, and the third stays.
    let (_, short) = pass(&model, vec![patch(&own, &other, "tgt_emb", None).unwrap()]);
    assert!(row(&stage(&short, "tgt_emb"), 1).same_bits(&row(&stage(&other, "tgt_emb"), 1)));
    assert!(row(&stage(&short, "tgt_emb"), 2).same_bits(&row(&stage(&own, "tgt_emb"), 2)));
}

#[test]
fn a_gradient_stops_at_what_is_switched_off() {
    let model = model(true, Edition::PyTorch);
    let (_, own) = pass(&model, Vec::new());
    let gradient = |interventions| {
        let (logits, tape) = pass(&model, interventions);
        let scores = tape.named("encoder.layers.1.self_attn.scores").unwrap().value.clone();
        let gradients = tape.gradients(&logits).unwrap();
        gradients.of(&scores).map(|gradient| gradient.to_vec().iter().map(|x| x.abs()).sum::<f64>())
    };
    assert!(gradient(Vec::new()).unwrap() > 0.0);
    let stopped = gradient(off(&own, "encoder.layers.1.self_attn").unwrap());
    assert!(stopped.is_none_or(|sum| sum < 1e-12));
}

#[test]
fn a_stage_that_is_not_there_is_told_with_the_nearest_one() {
    let model = model(true, Edition::PyTorch);
    let (_, own) = pass(&model, Vec::new());
    let refused = |path: &str| off(&own, path).unwrap_err().to_string();
    assert!(refused("decoder.layers.1.multihed_attn").contains("did you mean `decoder.layers.1.multihead_attn`?"));
    assert!(refused("decoder.layers.1.multihead_attn.heads.2").contains("there is no stage"));
    assert!(refused("").contains("there is no stage"));
    // Where nothing is near, the names of some are told.
    assert!(
        refused("nonsense").contains("layers such as `encoder.layers.0`, their parts such as"),
        "{}",
        refused("nonsense")
    );
    let outside = patch(&own, &own, "encoder", Some(4)).unwrap_err().to_string();
    assert!(outside.contains("positions 0 to 3"), "{outside}");
}

#[test]
fn the_lens_says_at_the_last_layer_what_the_model_says() {
    for model in models() {
        let (logits, tape) = pass(&model, Vec::new());
        let said = lens::words(&model, &tape).unwrap();
        let names: Vec<&str> = said.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["tgt_emb", "decoder.layers.0", "decoder.layers.1"]);
        let raw = stages::find(&tape, "generator.logits").unwrap_or(logits);
        assert!(said[2].1.same_bits(&raw.softmax(-1).unwrap()));
        assert!(!said[1].1.same_bits(&said[2].1));
        assert!(!tape::is_on());
    }
}
