//! `glassformer forward` run on the files' own weights: the program itself reproduces what PyTorch computed, every stage.

use std::collections::BTreeMap;
use std::process::Command;

use glassformer::nn::weights::File;
use glassformer::nn::{Edition, stages};
use glassformer::tensor::Tensor;

use crate::harness::{self, Golden};
use crate::names;
use crate::transformer::{self, Reading};

/// Runs the program on a golden file, which is weights and inputs at once, and compares every stage behind `prefix` that the file's
/// names tell.
fn compare(golden: &mut Golden, options: &str, prefix: &str, path: impl Fn(&str) -> String) {
    let file = golden.path().to_owned();
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("out.safetensors");
    let mut program = Command::new(env!("CARGO_BIN_EXE_glassformer"));
    program.arg("forward").arg("--weights").arg(&file).arg("--inputs").arg(&file).arg("--save").arg(&saved);
    let said = program.args(["--trace", "--prefix", "w."]).args(options.split_whitespace()).output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let trace = File::read(&std::fs::read(&saved).unwrap()).unwrap().tensors;
    golden.compare_found(prefix, path, |path| stage(&trace, path));
}

/// A stage of a trace; of one head it is cut out of what all heads compute.
fn stage(trace: &BTreeMap<String, Tensor>, path: &str) -> Option<Tensor> {
    let of_head = || stages::head_of(path).and_then(|(together, head)| trace.get(&together)?.select(-3, head).ok());
    trace.get(path).cloned().or_else(of_head)
}

/// All that a file holds besides stages.
fn leave(golden: &mut Golden, is_beside: impl Fn(&str) -> bool) {
    let beside: Vec<String> = golden.names().into_iter().filter(|name| is_beside(name)).collect();
    for name in &beside {
        golden.tensor(name);
    }
}

fn is_input(name: &str) -> bool {
    ["w.", "block.", "example."].iter().any(|prefix| name.starts_with(prefix))
        || ["src", "tgt", "src_mask", "tgt_mask", "src_keep", "tgt_keep", "pe"].contains(&name)
}

#[test]
fn the_program_reproduces_the_transformer_of_pytorch() {
    harness::check("08_full_transformer", |golden| {
        for Reading { name, norm_first, final_norm } in transformer::readings(golden) {
            let final_norm = if final_norm { "" } else { "--edition paper --leave encoder.norm --leave decoder.norm" };
            let options = format!("{final_norm} --set norm_first={norm_first} --set output=log_probabilities");
            compare(golden, &options, &format!("{name}."), names::of_pytorch);
        }
        if golden.has("tied.logits") {
            compare(golden, "--set tied=true --leave generator", "tied.", names::of_pytorch);
        }
        // The program runs the whole batch, padding too.
        leave(golden, |name| is_input(name) || name.ends_with(".memory_fastpath"));
    });
}

#[test]
fn the_program_reproduces_the_tutorials() {
    for (file, edition, readings) in [
        ("09_seed000", Edition::FromScratch, &[("", ""), ("noscale.", "--set scale_embeddings=false")][..]),
        ("09_seed001", Edition::Blocks, &[("printed.", ""), ("fixed.", "--set positions=sinusoidal")]),
        ("09_seed002", Edition::Thread, &[("", "")]),
        ("09_seed003", Edition::Einsum, &[("printed.", ""), ("fixed.", "--set fill=-1e20")]),
        ("09_seed004", Edition::DeepDive, &[("", "")]),
    ] {
        harness::check(file, |golden| {
            let names = golden.names();
            let has = |prefix: &str| names.iter().any(|name| name.starts_with(prefix));
            for (reading, options) in readings.iter().filter(|(reading, _)| has(reading)) {
                let options = format!("--edition {} {options}", edition.word());
                compare(golden, &options, reading, |name| names::of_edition(edition, name));
            }
            leave(golden, is_input);
        });
    }
}
