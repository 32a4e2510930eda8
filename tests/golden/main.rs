//! Every number of the golden files, which real PyTorch computed, against this library.
//!
//! The files lie in `tests/golden/`; `GLASSFORMER_GOLDEN=DIR cargo test --test golden` reads another folder of files of the same
//! form. Names, shapes, configuration and tolerances come from the files: a case that the folder lacks is listed and not run, and
//! a file of which nothing is compared fails. `-- --nocapture` shows what was compared.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking and reports by printing"
)]

#[path = "../support/golden.rs"]
mod folder;

mod attention;
mod decoding;
mod editions;
mod feed_forward;
mod forward;
mod harness;
mod layer_norm;
mod layers;
mod learning;
mod multi_head;
mod names;
mod positions;
mod random;
mod replaced;
mod transformer;

/// A test for each kind of file, and the list of the kinds.
macro_rules! kinds {
    ($($test:ident: $kind:literal => $case:path;)*) => {
        /// Every kind of file that is compared.
        pub(crate) const KINDS: &[&str] = &[$($kind),*];

        $(
            #[test]
            fn $test() {
                harness::check($kind, $case);
            }
        )*
    };
}

kinds! {
    embedding_and_positions: "01_embedding_pe" => positions::compare;
    attention: "03_attention" => attention::compare;
    multi_head_attention: "04_mha" => multi_head::compare;
    layer_norm: "05_layernorm" => layer_norm::compare;
    feed_forward: "06_ffn" => feed_forward::compare;
    layers: "07_layers" => layers::compare;
    transformer: "08_full_transformer" => transformer::compare;
    from_scratch: "09_seed000" => editions::from_scratch;
    blocks: "09_seed001" => editions::blocks;
    thread: "09_seed002" => editions::thread;
    einsum: "09_seed003" => editions::einsum;
    deep_dive: "09_seed004" => editions::deep_dive;
    decoding: "10_decoding" => decoding::compare;
    loss: "11_loss" => learning::loss;
    training: "11_training" => learning::training;
    random: "13_random" => random::compare;
}

/// The files that nothing compares. `tests/tokenizers.rs` answers for those that end in `.json`; texts and source are no golden files.
fn strangers(golden: &std::path::Path) -> Vec<std::path::PathBuf> {
    folder::strangers(golden, KINDS, harness::ENDING, |ending| !["json", "md", "rs", "txt"].contains(&ending))
}

#[test]
fn every_file_is_compared() {
    let strangers = strangers(&folder::folder());
    assert!(strangers.is_empty(), "nothing of these files is compared: {strangers:?}");
}
