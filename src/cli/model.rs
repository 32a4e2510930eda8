//! Files of tensors, and the model that a command line means.

use std::path::Path;

use serde_json::{Map, Value};

use super::Failure;
use super::arguments::models::{Changes, Model};
use super::arguments::opening::Opening;
use crate::nn::intervention::Intervention;
use crate::nn::tasks::words::Lists;
use crate::nn::training::checkpoint;
use crate::nn::weights::{self, File};
use crate::nn::{Config, Learned, Transformer, intervention, paths};
use crate::notebook::disk;
use crate::notebook::opened::OpenedModel;
use crate::tensor::Tape;

/// What is in a file; that it cannot be read is a wrong call.
fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    disk::read_whole(path).map_err(|error| Failure::wrong(format!("{}: {error}", path.display())))
}

/// The tensors of a file. A file that cannot be read is a wrong call; what is wrong inside is said by `status`.
pub(super) fn read(path: &Path, broken: fn(String) -> Failure) -> Result<File, Failure> {
    let bytes = bytes(path)?;
    File::read(&bytes).map_err(|error| broken(format!("{}: {error}", path.display())))
}

/// The model in a file that says itself what it holds, whether it is a checkpoint or weights alone. Of another model, which may be a
/// learner's own, `help` says more.
pub(super) fn trained(path: &Path, help: &str) -> Result<Transformer, Failure> {
    checkpoint::model(&bytes(path)?).map_err(|error| {
        let help = if error.is_of_another_model() { help } else { "" };
        Failure::failed(format!("{}: {error}{help}", path.display()))
    })
}

/// A model of a learner's own with its words, and the files as its page reads them.
pub(super) fn opened(weights: &Path, opening: &Opening, sentence: Option<&str>) -> Result<OpenedModel, Failure> {
    let broken = |error: weights::Error| Failure::failed(format!("{}: {error}", weights.display()));
    // The cells of the page read the numbers as they stand in the file, and the model computes in float32.
    let written = File::read_as_written(&bytes(weights)?).map_err(broken)?;
    let file = written.clone().widened().map_err(broken)?;
    let words = match &opening.vocab[..] {
        [] => {
            return Err(Failure::wrong(
                "a model of your own needs its vocabulary: add --vocab FILE, a JSON list of tokens or an object from token to id",
            ));
        }
        [both] => {
            let both = words(both)?;
            [both.clone(), both]
        }
        [source, target] => [words(source)?, words(target)?],
        more => {
            return Err(Failure::wrong(format!(
                "--vocab is given {} times: give it once, or twice for source and target",
                more.len()
            )));
        }
    };
    let mut more = opening.config.as_deref().map(parse).transpose()?.unwrap_or_default();
    more.extend(opening.model.iter().map(|(key, value)| (key.clone(), of_words(value))));
    let [(source, source_bytes), (target, target_bytes)] = words;
    let renamed = rename(file, &opening.rename);
    let learned = Learned::new(renamed, more, [source.source, target.target])
        .map_err(|error| Failure::failed(format!("{}: {error}", weights.display())))?;
    let vocab = |place: usize| opening.vocab.get(place).or(opening.vocab.first());
    let name =
        |place: usize| vocab(place).map_or_else(|| "words.json".to_owned(), |path| name_of(path, "words", ".json"));
    let mut names = [name(0), name(1)];
    if opening.vocab.len() == 2 && names[0] == names[1] {
        names[1] = format!("target-{}", names[1]);
    }
    let [source, target] = names;
    let stem = weights.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let stem: String = stem.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' }).collect();
    Ok(OpenedModel {
        learned,
        id: format!("opened-{stem}"),
        weights: (name_of(weights, "weights", ".safetensors"), written),
        words: [(source, source_bytes), (target, target_bytes)],
        renames: opening.rename.clone(),
        sentence: sentence.map(str::to_owned),
    })
}

/// What a value of `--model` means: a number, a truth value, or a word.
fn of_words(value: &str) -> Value {
    serde_json::from_str(value).unwrap_or_else(|_| Value::from(value))
}

/// The vocabularies in a JSON file, and its bytes.
fn words(path: &Path) -> Result<(Lists, Vec<u8>), Failure> {
    let bytes = bytes(path)?;
    let lists = Lists::read(&bytes).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    Ok((lists, bytes))
}

/// What a page calls a file: its name, where that is plain, with the ending by which cells know what it holds.
fn name_of(path: &Path, usual: &str, ending: &str) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_plain =
        name.ends_with(ending) && name.chars().all(|sign| sign.is_ascii_alphanumeric() || "._-".contains(sign));
    if is_plain { name.into_owned() } else { format!("{usual}{ending}") }
}

/// Calls parts of the tensors' names otherwise.
pub(super) fn rename(file: File, renames: &[(String, String)]) -> File {
    let renamed = |(name, tensor): (String, _)| (paths::renamed(&name, renames), tensor);
    File { tensors: file.tensors.into_iter().map(renamed).collect(), ..file }
}

/// Leaves out the tensors whose names have one of these parts.
pub(super) fn leave(mut file: File, parts: &[String]) -> File {
    file.tensors.retain(|name, _| !parts.iter().any(|part| paths::has(name, part)));
    file
}

/// The interventions that a command line asks for: `own` is the tape of a pass without any, `other` of what patches are taken from.
pub(super) fn interventions(changes: &Changes, own: &Tape, other: Option<&Tape>) -> Result<Vec<Intervention>, Failure> {
    let wrong = |error: crate::tensor::Error| Failure::wrong(error.to_string());
    let mut all = Vec::new();
    for stage in &changes.ablate {
        all.extend(intervention::off(own, stage).map_err(wrong)?);
    }
    for ((stage, at), other) in changes.patch.iter().filter_map(|patch| Some((patch, other?))) {
        all.push(intervention::patch(own, other, stage, *at).map_err(wrong)?);
    }
    Ok(all)
}

/// The configuration that is meant: a file's own or the one beside it, the edition, and then every choice that is made on the
/// command line. `None` when nothing says anything.
pub(super) fn configuration(model: &Model, file: Option<&File>) -> Result<Option<Config>, Failure> {
    let mut map = match (&model.config, file) {
        (Some(path), _) => parse(path)?,
        (None, Some(file)) => match weights::configuration(file) {
            Ok(map) => map,
            Err(_) if model.edition.is_some() || !model.set.is_empty() => Map::new(),
            Err(error) => {
                return Err(Failure::wrong(format!("{error}: use --config, or --edition and --set")));
            }
        },
        (None, None) if model.edition.is_none() && model.set.is_empty() => return Ok(None),
        (None, None) => Map::new(),
    };
    if let Some(edition) = model.edition {
        map.insert("edition".to_owned(), Value::from(edition.word()));
    }
    for (key, value) in &model.set {
        map.insert(key.clone(), of_words(value));
    }
    let wrong = |error: crate::tensor::Error| Failure::wrong(error.to_string());
    let config = Config::from_map(&map).map_err(wrong)?;
    config.check().map_err(wrong)?;
    Ok(Some(config))
}

fn parse(path: &Path) -> Result<Map<String, Value>, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::wrong(format!("{}: {error}", path.display()));
    let bytes = disk::read_whole(path).map_err(|error| wrong(&error))?;
    serde_json::from_slice(&bytes).map_err(|error| wrong(&format!("the configuration must be a JSON object: {error}")))
}
