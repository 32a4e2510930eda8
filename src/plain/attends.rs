//! What attention weights attend to, told: of each query the key with the largest weight.

use super::speech::{apart, number};
use crate::words::say;

/// `la attends to the 93` for each query, with the weight in percent; `weight` has it from 0 to 1 for a query and a key.
pub(super) fn strongest(
    queries: &[String],
    keys: &[String],
    weight: impl Fn(usize, usize) -> f64,
) -> impl Iterator<Item = String> {
    queries.iter().enumerate().filter_map(move |(query, word)| {
        let most = (0..keys.len()).max_by(|one, other| weight(query, *one).total_cmp(&weight(query, *other)))?;
        let (word, read, share) = (word.as_str(), keys[most].as_str(), percent(weight(query, most)));
        Some(say!("plain-training-reads", word, read, share))
    })
}

/// A share from 0 to 1 in whole percent.
pub(super) fn percent(share: f64) -> String {
    number((100.0 * share).round(), false)
}

/// A share in two states in percent: in whole ones where they tell the two apart.
pub(super) fn percent_apart(was: f64, now: f64) -> (String, String) {
    let whole = (percent(was), percent(now));
    if whole.0 == whole.1 { apart(100.0 * was, 100.0 * now) } else { whole }
}
