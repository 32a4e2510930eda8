//! Tables of positions that lie in a file beside the parameters: PyTorch calls them buffers, and they are saved with the rest.

use std::collections::BTreeSet;

use super::{Error, File, buffers_in};
use crate::nn::{Positions, Transformer};
use crate::tensor::Tensor;

/// How far a stored table may be from the computed one: float32 angles drift by 2e-4, and bfloat16 rounds by up to 2e-3.
const DRIFT: f64 = 3e-3;

/// The tables that an edition's own code stores, as the configuration computes them.
pub(super) fn of(model: &Transformer) -> Vec<(&'static str, Tensor)> {
    let Some(table) = computed(model) else { return Vec::new() };
    let (names, is_batched) = buffers_in(model.config.edition);
    let table = if is_batched { table.unsqueeze(0) } else { Ok(table.clone()) };
    names.iter().filter_map(|&name| Some((name, table.clone().ok()?))).collect()
}

/// Strikes the tables off what is left in a file: those of the edition's own code, which must hold what is computed, and any other
/// tensor that does, since most hand-written models store their positions under a name of their own.
pub(super) fn check<'a>(
    model: &Transformer,
    file: &'a File,
    prefix: &str,
    left: &mut BTreeSet<&'a str>,
) -> Result<(), Error> {
    let Some(table) = computed(model) else { return Ok(()) };
    let is_table = |name: &str| file.tensors.get(name).is_some_and(|given| agree(given, table));
    for name in buffers_in(model.config.edition).0.iter().map(|name| format!("{prefix}{name}")) {
        if left.contains(name.as_str()) && !is_table(&name) {
            return Err(Error::Buffer(name));
        }
    }
    left.retain(|name| !is_table(name));
    Ok(())
}

/// Whether a stored tensor holds these positions.
pub(super) fn holds(given: &Tensor, positions: &Positions) -> bool {
    matches!(positions, Positions::Sinusoidal { table, .. } if agree(given, table))
}

fn computed(model: &Transformer) -> Option<&Tensor> {
    match &model.src.positions {
        Positions::Sinusoidal { table, .. } => Some(table),
        _ => None,
    }
}

/// A stored table may have more or fewer rows than ours, and an axis for the batch; where both have a row, they must be equal.
fn agree(given: &Tensor, table: &Tensor) -> bool {
    let [rows, width] = table.shape() else { return false };
    let stored = match given.shape() {
        [stored, last] | [1, stored, last] | [stored, 1, last] if last == width => *stored,
        _ => return false,
    };
    let both = stored.min(*rows) * width;
    let (given, table) = (given.to_vec(), table.to_vec());
    both > 0 && given.iter().zip(&table).take(both).all(|(a, b)| (a - b).abs() < DRIFT)
}
