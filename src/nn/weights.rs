//! Weights in files: safetensors, under the names that PyTorch's `nn.Transformer` or an [edition](super::Edition)'s own code gives
//! them.
//!
//! Weights are float32 here; float64 is rounded to it, and float16 and bfloat16, what `model.half()` and `model.bfloat16()` leave
//! in a file, are widened exactly. Our files carry their configuration in their metadata under `glassformer`. What a file lacks, has too much or holds in another
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
mod foreign;
mod names;
mod tables;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

pub use error::Error;
pub use file::File;
pub use foreign::{Foreign, Said, adopt};
pub use names::{buffers_in, name_in};

use super::cost::Load;
use super::{Config, Edition, Parameters, Transformer};
use crate::tensor::{DType, Tensor};

/// Where our files say what they hold.
pub(super) const OURS: &str = "glassformer";
/// Where a file of stages says in which order they were computed: a JSON list of their names.
pub(super) const ORDER: &str = "order";
/// Where files made beside the golden ones say it.
const THEIRS: &str = "config";

/// A model of so many numbers can be built for any file.
const SMALL: u64 = 1 << 20;

/// A model filled with the tensors of a file whose names begin with `prefix`, which is often empty. Without a configuration the
/// file's own is used.
///
/// # Errors
/// When the file is no safetensors file, is cut short, or has other tensors than the configuration asks for: each says which.
pub fn load(bytes: &[u8], prefix: &str, config: Option<Config>) -> Result<Transformer, Error> {
    let file = File::read(bytes)?;
    load_from(&file, prefix, &config.map_or_else(|| said(&file), Ok)?)
}

/// The model of a file that says itself what it holds.
///
/// # Errors
/// When it carries no configuration, or has other tensors than that asks for.
pub fn own(file: &File) -> Result<Transformer, Error> {
    load_from(file, "", &said(file)?)
}

/// The configuration of a file that carries one.
fn said(file: &File) -> Result<Config, Error> {
    Config::from_map(&configuration(file)?).map_err(|error| Error::Config(error.to_string()))
}

/// A model of that configuration, filled with the tensors of a file whose names begin with `prefix`.
///
/// # Errors
/// When the file has other tensors than the configuration asks for.
pub fn load_from(file: &File, prefix: &str, config: &Config) -> Result<Transformer, Error> {
    let mut model = built(config, file)?;
    fill(&mut model, file, prefix)?;
    Ok(model)
}

/// A blank model, unless the file is far from filling it: nothing large is made on the word of a header. Of a file that lacks less,
/// the tensors can be named.
fn built(config: &Config, file: &File) -> Result<Transformer, Error> {
    config.check()?;
    let (needed, held) = (config.cost(Load::default()).parameters, file.numbers());
    if needed > 2 * held as u64 + SMALL {
        let reason = format!("the configuration requires {needed} parameters, but the file contains {held}");
        return Err(Error::Config(reason));
    }
    Ok(config.build()?)
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
    tables::check(model, file, prefix, &mut left)?;
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
    file(model).write()
}

/// What [`save`] writes, to be written with more beside it.
pub fn file(model: &Transformer) -> File {
    let edition = model.config.edition;
    let mut tensors: BTreeMap<String, Tensor> =
        tables::of(model).into_iter().map(|(name, table)| (name.to_owned(), table)).collect();
    let metadata = (OURS.to_owned(), model.config.to_json());
    for (ours, parameter) in model.clone().parameters() {
        tensors.insert(name_in(edition, &ours), parameter.clone());
    }
    File { tensors, metadata: [metadata].into() }
}

/// The configuration that a file carries, to be read by [`Config::from_map`]. Ours lies under `glassformer`; what another program
/// wrote under `config` may say things beside it, which are left out.
///
/// # Errors
/// When the file carries none, or it is no JSON object.
pub fn configuration(file: &File) -> Result<Map<String, Value>, Error> {
    let read = |text: &String| {
        serde_json::from_str::<Map<String, Value>>(text)
            .map_err(|error| Error::Config(format!("the configuration in the file cannot be read: {error}")))
    };
    match (file.metadata.get(OURS), file.metadata.get(THEIRS)) {
        (Some(ours), _) => read(ours),
        (None, Some(theirs)) => Ok(read(theirs)?.into_iter().filter(|(key, _)| Config::has_key(key)).collect()),
        _ => Err(Error::Config("the file contains no configuration, and none was given".to_owned())),
    }
}

/// The edition of a file of ours.
pub(super) fn edition_of(file: &File) -> Option<Edition> {
    let config = Config::from_json(file.metadata.get(OURS)?).ok()?;
    Some(config.edition)
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
    let takes = "weights must be float32, float64, float16 or bfloat16";
    let wrong = || Error::DType { name: name.to_owned(), dtype: given.dtype().to_string(), takes };
    if given.dtype().is_float() { given.to(DType::F32).map_err(|_| wrong()) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests;
