//! Sizes that a formula cannot mistake for one another.

use glassformer::nn::{Config, Edition};

/// An edition in small, unequal in everything that may be unequal.
pub(crate) fn unequal(edition: Edition) -> Config {
    Config {
        d_model: 12,
        heads: 3,
        dec_heads: Some(4),
        d_ff: 20,
        v_src: 11,
        v_tgt: 13,
        enc_layers: 1,
        dec_layers: 2,
        max_len: 16,
        ..Config::of(edition)
    }
}
