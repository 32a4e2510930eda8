//! Laws that hold for every Transformer, whatever its weights.

#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

#[path = "support/models.rs"]
mod models;
#[path = "support/sentences.rs"]
mod sentences;
#[path = "support/sizes.rs"]
mod sizes;

use glassformer::nn::config::{Encoding, Packing};
use glassformer::nn::{Config, Edition, Fill, MultiHeadAttention, Parameters, Projections, dropout, mask, stages};
use glassformer::tensor::backend::{self, BackendChoice};
use glassformer::tensor::random::Generator;
use glassformer::tensor::{DType, Leaf, Tensor, tape};
use models::{apart, drawn};
use sentences::{ids, source, target};
use sizes::unequal;

fn mended(edition: Edition) -> Config {
    Config { design: edition.mended(), ..unequal(edition) }
}

/// The output at one position of the first sequence.
fn position(output: &Tensor, place: i64) -> Tensor {
    output.select(0, 0).unwrap().select(0, place).unwrap()
}

#[test]
fn rows_of_attention_sum_to_one() {
    for edition in Edition::ALL {
        let model = drawn(&unequal(edition));
        let (_, tape) = tape::record(|| model.forward(&source(), &target()).unwrap());
        let mut seen = 0;
        for (name, node) in tape.names().filter(|(name, _)| name.ends_with(".weights")) {
            seen += 1;
            let sums = node.value.sum(&[-1], false).unwrap();
            assert!(sums.to_vec().iter().all(|sum| (sum - 1.0).abs() < 1e-5), "{edition:?} {name}");
        }
        assert_eq!(seen, 1 + 2 * 2, "{edition:?}");
    }
}

#[test]
fn a_later_token_changes_nothing_earlier_and_the_source_reaches_everything() {
    backend::with(BackendChoice::Rust, || {
        for edition in Edition::ALL {
            let model = drawn(&mended(edition));
            let run = |src: &[i64], tgt: &[i64]| model.forward(&ids(&[src]), &ids(&[tgt])).unwrap();
            let (src, tgt) = ([3, 7, 10], [1, 6, 12, 2]);
            let before = run(&src, &tgt);
            for changed in 0..4 {
                let mut other = tgt;
                other[changed] = 9;
                let after = run(&src, &other);
                for place in 0..4 {
                    let same = position(&before, place).same_bits(&position(&after, place));
                    assert_eq!(same, (place as usize) < changed, "{edition:?}: {changed} at {place}");
                }
            }
            for changed in 0..3 {
                let mut other = src;
                other[changed] = 5;
                let after = run(&other, &tgt);
                for place in 0..4 {
                    assert!(apart(&position(&before, place), &position(&after, place)) > 1e-6, "{edition:?}");
                }
            }
        }
    });
}

#[test]
fn a_fill_that_hides_nothing_lets_the_future_in() {
    let printed = drawn(&unequal(Edition::Einsum));
    let run = |last: i64| printed.forward(&ids(&[&[3, 7]]), &ids(&[&[1, 6, last]])).unwrap();
    assert!(apart(&position(&run(2), 0), &position(&run(9), 0)) > 1e-3);
}

#[test]
fn without_positions_a_permutation_of_the_tokens_permutes_the_memory() {
    for edition in Edition::ALL {
        let mut config = mended(edition);
        config.design.positions = Encoding::None;
        let model = drawn(&config);
        let (src, order) = (ids(&[&[3, 7, 10, 5]]), Tensor::from_i64(&[4], vec![2, 0, 3, 1]).unwrap());
        let permuted = |x: &Tensor| x.index_select(1, &order).unwrap();
        let memory = model.encode(&src, None).unwrap();
        assert!(apart(&permuted(&memory), &model.encode(&permuted(&src), None).unwrap()) < 1e-5, "{edition:?}");
        let read = |src: &Tensor| model.forward(src, &ids(&[&[1, 6, 12]])).unwrap();
        assert!(apart(&read(&src), &read(&permuted(&src))) < 1e-5, "{edition:?}: the order in which memory lies");

        config.design.positions = Encoding::Sinusoidal;
        let model = drawn(&config);
        let memory = model.encode(&src, None).unwrap();
        assert!(apart(&permuted(&memory), &model.encode(&permuted(&src), None).unwrap()) > 1e-3, "{edition:?}");
    }
}

#[test]
fn what_stands_beside_a_sequence_in_a_batch_does_not_change_it() {
    for edition in Edition::ALL {
        let model = drawn(&mended(edition));
        let together = model.forward(&source(), &target()).unwrap();
        let alone = model.forward(&ids(&[&[4, 9]]), &ids(&[&[1, 11, 4]])).unwrap();
        let part = together.narrow(0, 1, 1).unwrap().narrow(1, 0, 3).unwrap();
        assert!(apart(&part, &alone) < 1e-5, "{edition:?}");
    }
}

#[test]
fn a_source_of_padding_alone_reads_as_nothing_or_as_nan_or_as_the_mean() {
    let (src, tgt) = (ids(&[&[0, 0, 0]]), ids(&[&[1, 6]]));
    let weights = |fill| {
        let mut config = unequal(Edition::PyTorch);
        config.design.fill = fill;
        let (_, tape) = tape::record(|| drawn(&config).forward(&src, &tgt).unwrap());
        tape.named("decoder.layers.0.multihead_attn.weights").unwrap().value.to_vec()
    };
    assert!(weights(Fill::Safe).iter().all(|&weight| weight == 0.0));
    assert!(weights(Fill::With(f64::NEG_INFINITY)).iter().all(|weight| weight.is_nan()));
    assert!(weights(Fill::With(-1e9)).iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-6));
}

#[test]
fn the_parts_called_apart_and_a_record_change_nothing() {
    for edition in Edition::ALL {
        let model = drawn(&unequal(edition));
        let whole = model.forward(&source(), &target()).unwrap();
        let keep = model.source_keep(&source()).unwrap();
        let memory = model.encode(&source(), Some(&keep)).unwrap();
        let blind = model.target_keep(&target()).unwrap();
        let vectors = model.decode(&target(), &memory, Some(&blind), Some(&keep)).unwrap();
        assert!(whole.same_bits(&model.project(&vectors).unwrap()), "{edition:?}");
        let (recorded, _) = tape::record(|| model.forward(&source(), &target()).unwrap());
        assert!(whole.same_bits(&recorded.detach()), "{edition:?}");
    }
}

#[test]
fn the_tree_of_stages_names_every_module_of_every_layer() {
    let model = drawn(&unequal(Edition::PyTorch));
    let (_, tape) = tape::record(|| model.forward(&source(), &target()).unwrap());
    let attention = ["q", "k", "v", "scores", "masked", "weights", "heads", "concat", "out_proj"];
    let mut paths = vec!["src_emb".to_owned(), "src_emb.lookup".to_owned(), "src_emb.positions".to_owned()];
    for (layer, attentions, norms) in [
        ("encoder.layers.0", &["self_attn"][..], 2),
        ("decoder.layers.0", &["self_attn", "multihead_attn"], 3),
        ("decoder.layers.1", &["self_attn", "multihead_attn"], 3),
    ] {
        paths.extend(["linear1", "activation", "linear2", "feed_forward"].map(|stage| format!("{layer}.{stage}")));
        paths
            .extend((1..=norms).flat_map(|number| [format!("{layer}.norm{number}"), format!("{layer}.resid{number}")]));
        for module in attentions {
            paths.push(format!("{layer}.{module}"));
            paths.extend(attention.map(|stage| format!("{layer}.{module}.{stage}")));
        }
        paths.push(layer.to_owned());
    }
    paths.extend(["encoder", "encoder.norm", "decoder", "decoder.norm", "generator.logits"].map(str::to_owned));
    let missing: Vec<&String> = paths.iter().filter(|path| tape.named(path).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn one_head_of_any_attention_is_reached_by_its_number_with_its_axes_named() {
    for edition in Edition::ALL {
        let model = drawn(&unequal(edition));
        let (_, tape) = tape::record(|| model.forward(&source(), &target()).unwrap());
        let module = "decoder.layers.1.multihead_attn";
        let all = &tape.named(&format!("{module}.weights")).unwrap().value;
        assert_eq!(all.shape_text(), "[batch 2, head 4, target 5, source 4]", "{edition:?}");
        for head in 0..4 {
            let one = stages::find(&tape, &format!("{module}.heads.{head}.weights")).unwrap();
            assert_eq!(one.shape_text(), "[batch 2, target 5, source 4]", "{edition:?}");
            assert!(one.same_bits(&all.clone().detach().select(1, head).unwrap()), "{edition:?}");
        }
        let query = stages::find(&tape, &format!("{module}.heads.3.q")).unwrap();
        assert_eq!(query.shape_text(), "[batch 2, target 5, d_k 3]", "{edition:?}");
        assert!(stages::find(&tape, &format!("{module}.heads.4.weights")).is_none());
        assert!(stages::find(&tape, &format!("{module}.heads.-1.weights")).is_none());
        assert_eq!(tape.named("src_emb").unwrap().value.shape_text(), "[batch 2, source 4, 12]");
    }
}

#[test]
fn heads_of_any_width_held_in_any_way_give_the_same_output() {
    let mut config = Config { d_k: Some(2), d_v: Some(7), ..unequal(Edition::PyTorch) };
    config.design.projections = Packing::Separate;
    let model = drawn(&config);
    let want = model.forward(&source(), &target()).unwrap();
    let (_, tape) = tape::record(|| model.forward(&source(), &target()).unwrap());
    let stage = |path: &str| tape.named(path).unwrap().value.shape_text();
    assert_eq!(stage("decoder.layers.0.self_attn.k"), "[batch 2, head 4, target 5, d_k 2]");
    assert_eq!(stage("decoder.layers.0.self_attn.v"), "[batch 2, head 4, target 5, d_v 7]");
    assert_eq!(stage("encoder.layers.0.self_attn.concat"), "[batch 2, source 4, 21]");
    let held = |other: fn(&MultiHeadAttention) -> Projections| {
        let mut model = model.clone();
        let of_decoder =
            model.decoder.layers.iter_mut().flat_map(|layer| [&mut layer.self_attn, &mut layer.multihead_attn]);
        for attention in of_decoder.chain(model.encoder.layers.iter_mut().map(|layer| &mut layer.self_attn)) {
            attention.projections = other(attention);
        }
        model.forward(&source(), &target()).unwrap()
    };
    assert!(apart(&held(|attention| attention.projections.fused().unwrap()), &want) < 1e-5);
    assert!(apart(&held(|attention| Projections::per_head(attention).unwrap()), &want) < 1e-5);
}

#[test]
fn every_parameter_but_an_idle_one_has_a_gradient() {
    for edition in Edition::ALL {
        let mut model = drawn(&unequal(edition));
        let (output, tape) = tape::record(|| {
            for (name, parameter) in model.parameters() {
                *parameter = tape::leaf(parameter.clone(), Leaf::Given(name.into()));
            }
            model.forward(&source(), &target()).unwrap()
        });
        let seed = Generator::manual_seed(2).randn(output.shape()).iter().copied().collect();
        let seed = Tensor::from_f32(output.shape(), seed).unwrap();
        let gradients = tape.gradients_from(&output, seed).unwrap();
        for (name, parameter) in model.parameters() {
            let gradient = gradients.of(parameter);
            assert_eq!(gradient.is_none(), name.contains("idle"), "{edition:?} {name}");
            let Some(gradient) = gradient else { continue };
            assert_eq!(gradient.shape(), parameter.shape(), "{edition:?} {name}");
            assert!(gradient.to_vec().iter().all(|x| x.is_finite()), "{edition:?} {name}");
        }
    }
}

#[test]
fn dropout_acts_in_training_alone_and_a_seed_gives_the_same_pass() {
    for edition in Edition::ALL {
        let model = drawn(&unequal(edition));
        let run = || model.forward(&source(), &target()).unwrap();
        let train = |seed| dropout::training(&mut Generator::manual_seed(seed), run);
        assert!(run().same_bits(&run()), "{edition:?}");
        assert!(train(5).same_bits(&train(5)), "{edition:?}");
        assert!(apart(&train(5), &train(6)) > 1e-3 && apart(&train(5), &run()) > 1e-3, "{edition:?}");
        assert!(run().same_bits(&run()), "{edition:?}");
    }
}

/// What is dropped out is drawn, so it can be counted.
#[test]
fn each_edition_drops_out_in_its_own_places() {
    for edition in Edition::ALL {
        let draws = |config: &Config| {
            let run = || drawn(config).forward(&source(), &target()).unwrap();
            let (_, tape) = dropout::training(&mut Generator::manual_seed(5), || tape::record(run));
            tape.nodes().iter().filter(|node| node.operation.leaf() == Some(&Leaf::Random)).count()
        };
        // Two inputs; in a layer the weights and the output of each attention, the hidden layer, and the network's output.
        let everywhere = 2 + 4 + 2 * 6;
        let printed = match edition {
            Edition::Thread | Edition::Einsum => 2 + 1 + 2 * 2,
            _ => everywhere,
        };
        assert_eq!(draws(&unequal(edition)), printed, "{edition:?}");
        let mended = match edition {
            Edition::Einsum => 2 + 2 + 2 * 3,
            _ => everywhere,
        };
        assert_eq!(draws(&self::mended(edition)), mended, "{edition:?}");
    }
}

#[test]
fn one_embedding_can_serve_source_and_target_and_the_generator() {
    let mut config = Config { v_src: 13, ..unequal(Edition::Paper) };
    (config.design.tied, config.design.shared) = (true, true);
    let mut model = drawn(&config);
    let names: Vec<String> = model.parameters().into_iter().map(|(name, _)| name).collect();
    assert!(names.iter().any(|name| name == "src_emb.weight"));
    assert!(!names.iter().any(|name| name.starts_with("tgt_emb") || name.starts_with("generator")));
    let (logits, tape) = tape::record(|| model.forward(&target(), &target()).unwrap());
    let lookup = |side: &str| tape.named(&format!("{side}_emb.lookup")).unwrap().value.clone();
    assert!(lookup("src").same_bits(&lookup("tgt")));
    let vectors = &tape.named("decoder").unwrap().value;
    let want = vectors.matmul(&model.src.tokens.table.transpose(0, 1).unwrap()).unwrap();
    assert!(apart(&logits, &want) < 1e-6);
    config.v_src = 11;
    assert!(config.build().unwrap_err().to_string().contains("`v_src` (11) and `v_tgt` (13) must be equal"));
}

#[test]
fn a_tied_generator_reads_the_targets_embedding() {
    let mut config = unequal(Edition::Paper);
    config.design.tied = true;
    let mut model = drawn(&config);
    assert!(model.parameters().iter().all(|(name, _)| !name.starts_with("generator")));
    let vectors = Tensor::ones(&[1, 1, 12], DType::F32);
    let want = vectors.matmul(&model.tgt.tokens.table.transpose(0, 1).unwrap()).unwrap();
    assert!(apart(&model.project(&vectors).unwrap(), &want) < 1e-6);
}

#[test]
fn merging_takes_back_what_splitting_did() {
    for (heads, width) in [(1, 6), (2, 6), (3, 6), (6, 6)] {
        let x = Tensor::from_f32(&[2, 3, width], Generator::manual_seed(1).randn(&[36]).iter().copied().collect());
        let x = x.unwrap();
        assert!(x.split_heads(heads).unwrap().merge_heads().unwrap().same_bits(&x));
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let model = drawn(&unequal(Edition::Thread));
    assert!(model.forward(&ids(&[&[11]]), &ids(&[&[1]])).is_err(), "an id beyond the vocabulary");
    assert!(model.forward(&source(), &ids(&[&[1], &[1], &[1]])).is_err(), "batches of different size");
    let long = ids(&[&[3; 17]]);
    assert!(model.forward(&long, &ids(&[&[1]])).unwrap_err().to_string().contains("the model has learned only 16"));
    let narrow = mask::causal(2, 2).unwrap();
    assert!(model.encode(&source(), Some(&narrow)).is_err());
}
