//! Weights in files: safetensors, under the names that PyTorch's `nn.Transformer` or an [edition](super::Edition)'s own code gives
//! them.
//!
//! Our files carry their configuration in their metadata under `glassformer`. What a file lacks, has too much or holds in another
//! shape is an error that names the tensor; no file, however broken, does more than that.
//!
//! ```
//! use glassformer::nn::{Config, Edition, Transformer, weights};
//! use glassformer::tensor::random::Generator;
//!
//! let config = Config { d_model: 8, heads: 2, d_ff: 16, v_src: 5, v_tgt: 6, ..Config::of(Edition::Thread) };
//! let model = Transformer::new(&config, &mut Generator::manual_seed(1))?;
//! let bytes = weights::save(&model)?;
//! let again = weights::load(&bytes, "", None)?;
//! assert_eq!(again.config, config);
//! assert!(again.generator.linear.weight.same_bits(&model.generator.linear.weight));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod file;
mod names;

use std::collections::{BTreeMap, BTreeSet};

pub use error::Error;
pub use file::File;
pub use names::{buffers_in, name_in};

use super::{Config, Edition, Parameters, Positions, Transformer};
use crate::tensor::{DType, Tensor};

/// Where our files say what they hold.
const OURS: &str = "glassformer";
/// Where files made beside the golden ones say it.
const THEIRS: &str = "config";

/// How far a stored table of positions may be from the computed one: float32 angles drift by 2e-4.
const BUFFER: f64 = 1e-3;

/// So many numbers are allocated for a model without asking whether the file holds as many: it is told what is missing by name.
const FEW: usize = 1 << 20;

/// A model filled with the tensors of a file whose names begin with `prefix`, which is often empty. Without a configuration the
/// file's own is used.
///
/// # Errors
/// When the file is no safetensors file, is cut short, or has other tensors than the configuration asks for: each says which.
pub fn load(bytes: &[u8], prefix: &str, config: Option<Config>) -> Result<Transformer, Error> {
    let file = File::read(bytes)?;
    let config = config.map_or_else(|| configuration(&file), Ok)?;
    let held: usize = file.tensors.values().map(Tensor::len).sum();
    if config.least() > held.max(FEW) {
        return Err(Error::Config(format!(
            "the configuration asks for {} numbers or more, and the file holds {held}",
            config.least()
        )));
    }
    let mut model = config.build().map_err(|error| Error::Config(error.to_string()))?;
    fill(&mut model, &file, prefix)?;
    Ok(model)
}

/// Replaces every parameter of a model by the file's tensor of its name behind `prefix`.
///
/// # Errors
/// When a tensor is missing, has another shape or dtype, or is one too many.
pub fn fill(model: &mut Transformer, file: &File, prefix: &str) -> Result<(), Error> {
    let edition = model.config.edition;
    let bare = is_bare(edition, file, prefix);
    let mut left: BTreeSet<&str> =
        file.tensors.keys().map(String::as_str).filter(|name| name.starts_with(prefix)).collect();
    let mut missing = Vec::new();
    for (ours, parameter) in model.parameters() {
        let name = name_in(edition, &ours);
        let name = format!("{prefix}{}", if bare { name.trim_start_matches("transformer.") } else { &name });
        match file.tensors.get(&name) {
            Some(given) => *parameter = fitting(&name, given, parameter)?,
            None => missing.push(name.clone()),
        }
        left.remove(name.as_str());
    }
    for (name, table) in buffers(model) {
        let name = format!("{prefix}{name}");
        if let Some(given) = file.tensors.get(&name) {
            agree(&name, given, &table)?;
        }
        left.remove(name.as_str());
    }
    match (missing.is_empty(), left.is_empty()) {
        (false, _) => Err(Error::Missing(missing)),
        (_, false) => Err(Error::Extra(left.into_iter().map(str::to_owned).collect())),
        _ => Ok(()),
    }
}

/// The file of a model: its parameters, its configuration, and the tables of positions that the edition's own code stores.
///
/// # Errors
/// Never for a model that this program built; the signature is the file format's.
pub fn save(model: &Transformer) -> Result<Vec<u8>, Error> {
    let edition = model.config.edition;
    let mut tensors: BTreeMap<String, Tensor> =
        buffers(model).into_iter().map(|(name, table)| (name.to_owned(), table)).collect();
    let metadata = (OURS.to_owned(), model.config.to_json());
    for (ours, parameter) in model.clone().parameters() {
        tensors.insert(name_in(edition, &ours), parameter.clone());
    }
    File { tensors, metadata: [metadata].into() }.write()
}

/// The configuration that a file carries.
fn configuration(file: &File) -> Result<Config, Error> {
    let text = file.metadata.get(OURS).or_else(|| file.metadata.get(THEIRS));
    let text = text.ok_or_else(|| Error::Config("the file carries no configuration, and none was given".to_owned()))?;
    Config::from_json(text).map_err(|error| Error::Config(error.to_string()))
}

/// Whether the encoder lies at the top, as in the state of an `nn.Transformer` by itself.
fn is_bare(edition: Edition, file: &File, prefix: &str) -> bool {
    let inside = format!("{prefix}transformer.");
    matches!(edition, Edition::Paper | Edition::PyTorch) && !file.tensors.keys().any(|name| name.starts_with(&inside))
}

/// The tensor, if it can stand for the parameter.
fn fitting(name: &str, given: &Tensor, parameter: &Tensor) -> Result<Tensor, Error> {
    if given.shape() != parameter.shape() {
        return Err(Error::Shape {
            name: name.to_owned(),
            wants: parameter.shape().to_vec(),
            got: given.shape().to_vec(),
        });
    }
    let wrong = || Error::DType { name: name.to_owned(), dtype: given.dtype().to_string() };
    if given.dtype().is_float() { given.to(DType::F32).map_err(|_| wrong()) } else { Err(wrong()) }
}

/// The tables that an edition's own code stores beside the parameters, as the configuration computes them.
fn buffers(model: &Transformer) -> Vec<(&'static str, Tensor)> {
    let edition = model.config.edition;
    let Positions::Sinusoidal { table, .. } = &model.src.positions else { return Vec::new() };
    let (names, is_batched) = buffers_in(edition);
    let table = if is_batched { table.unsqueeze(0) } else { Ok(table.clone()) };
    names.iter().filter_map(|&name| Some((name, table.clone().ok()?))).collect()
}

/// A stored table may have more or fewer rows than ours; where both have one, they must be equal.
fn agree(name: &str, given: &Tensor, table: &Tensor) -> Result<(), Error> {
    let rows = |x: &Tensor| x.shape().iter().rev().nth(1).copied().unwrap_or(0);
    let both = rows(given).min(rows(table));
    let part = |x: &Tensor| x.narrow(-2, 0, both).ok().map(|x| x.to_vec());
    let is_equal = given.shape().last() == table.shape().last()
        && given.ndim() == table.ndim()
        && part(given)
            .zip(part(table))
            .is_some_and(|(a, b)| a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() < BUFFER));
    if is_equal { Ok(()) } else { Err(Error::Buffer(name.to_owned())) }
}

#[cfg(test)]
mod tests;
