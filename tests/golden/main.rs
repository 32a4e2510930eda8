//! Every number of the golden files, which real PyTorch computed, against this library.
//!
//! The files lie in `tests/golden/`; `GLASSFORMER_GOLDEN=DIR cargo test --test golden` reads another folder of files of the same
//! form. Names, shapes, configuration and tolerances come from the files. `-- --nocapture` shows what was compared.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking and reports by printing"
)]

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
mod transformer;
