//! Weights that a learner's own program wrote: an `nn.Transformer` with embeddings, positions and a generator around it, whatever
//! they are called there.
//!
//! The `nn.Transformer` is found by the names that PyTorch gives to its parts. Around it lie tables of `d_model` columns: one with a
//! bias, or called like one, is the generator; what speaks of positions holds positions; the others are embeddings, told apart by
//! their names or, where these say nothing, by their sizes. A file has no word for how many heads there are, whether the norm stands
//! before or after, which activation it is and whether embeddings are scaled: that is said beside the weights, or assumed and told.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::error::listed;
use super::{Error, File, OURS, THEIRS, tables};
use crate::nn::positional::{Positions, Sinusoid};
use crate::nn::tasks::words::Ends;
use crate::nn::{Config, Edition, nearest, paths};
use crate::tensor::{DType, Tensor};

/// The tensor by which an `nn.Transformer` is known.
const MARK: &str = "encoder.layers.0.self_attn.in_proj_weight";
/// How many positions are prepared where the file says nothing of it.
const POSITIONS: usize = 512;

/// What parts of names say of a table.
const SOURCE: &[&str] = &["src", "source", "enc", "encoder", "input", "in"];
const TARGET: &[&str] = &["tgt", "trg", "target", "dec", "decoder", "output", "out"];
const PLACE: &[&str] = &["pos", "position", "positions", "positional", "pe"];
const GENERATOR: &[&str] = &["generator", "fc", "linear", "head", "proj", "projection", "lm", "classifier", "unembed"];

/// What this program calls the parts around an `nn.Transformer`.
const OURS_AROUND: [&str; 5] = ["src_emb", "tgt_emb", "generator", "src_pos_emb", "tgt_pos_emb"];

/// PyTorch's own words for keys of a [`Config`].
const WORDS: [(&str, &str); 6] = [
    ("nhead", "heads"),
    ("num_heads", "heads"),
    ("num_encoder_layers", "enc_layers"),
    ("num_decoder_layers", "dec_layers"),
    ("dim_feedforward", "d_ff"),
    ("layer_norm_eps", "ln_eps"),
];
/// What is said beside a configuration, of the words.
const OF_WORDS: [&str; 5] = ["bos", "eos", "unk", "source_bos", "source_eos"];

/// A learner's file as this program reads it.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The tensors under the names of a model of `src_emb`, `tgt_emb`, `transformer` and `generator`.
    pub file: File,
    /// What they are the weights of.
    pub config: Config,
    /// What the tokens are called that are no words, as far as it is said.
    pub ends: Ends,
    /// The modules that have other names in the file: theirs, and ours.
    pub renamed: Vec<(String, String)>,
    /// Whether the generator has a bias.
    pub has_bias: bool,
    /// Names of tensors in the file that hold the positions of source and target, where these are a table.
    pub places: Vec<String>,
    /// Names of tensors in the file that hold positions which are computed here.
    pub computed: Vec<String>,
    /// What nobody said, and what was taken for it.
    pub assumed: Vec<String>,
}

/// What is said of a model beside its weights, and how much of it may be wrong.
#[derive(Clone, Debug, Default)]
pub struct Said {
    map: Map<String, Value>,
}

impl Said {
    /// What a file carries: ours, or what another program wrote under `config`, of which the unknown is left out.
    ///
    /// # Errors
    /// When it is no JSON object.
    pub fn in_file(file: &File) -> Result<Self, Error> {
        let read = |text: &String| {
            serde_json::from_str::<Map<String, Value>>(text)
                .map_err(|error| Error::Config(format!("the configuration in the file cannot be read: {error}")))
        };
        let map = match (file.metadata.get(OURS), file.metadata.get(THEIRS)) {
            (Some(ours), _) => {
                let mut map = read(ours)?;
                // This program's own models read a source's end and not its beginning.
                map.entry("source_bos").or_insert(Value::Bool(false));
                map
            }
            (None, Some(theirs)) => read(theirs)?,
            (None, None) => Map::new(),
        };
        let known = map.into_iter().map(|(key, value)| (ours(&key).to_owned(), value));
        Ok(Self { map: known.filter(|(key, _)| is_known(key)).collect() })
    }

    /// The same with what a person says of it.
    ///
    /// # Errors
    /// When a key is not known.
    pub fn and(mut self, more: Map<String, Value>) -> Result<Self, Error> {
        for (key, value) in more {
            let key = ours(&key);
            if !is_known(key) {
                let known = Config::keys();
                let known = known.iter().map(String::as_str).chain(OF_WORDS);
                let near = nearest(key, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                return Err(Error::Config(format!("there is no setting `{key}`{near}")));
            }
            self.map.insert(key.to_owned(), value);
        }
        Ok(self)
    }

    /// Whether it is a model of another code than PyTorch's.
    fn edition(&self) -> Option<&str> {
        self.map.get("edition")?.as_str().filter(|name| !["pytorch", "paper"].contains(name))
    }

    fn ends(&self) -> Result<Ends, Error> {
        let text = |key: &str| match self.map.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(token)) => Ok(Some(token.clone())),
            Some(other) => Err(Error::Config(format!("`{key}` must be a token, not {other}"))),
        };
        let flag = |key: &str| match self.map.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(other) => Err(Error::Config(format!("`{key}` must be true or false, not {other}"))),
        };
        Ok(Ends {
            begin: text("bos")?,
            end: text("eos")?,
            unknown: text("unk")?,
            reads_begin: flag("source_bos")?,
            reads_end: flag("source_eos")?,
        })
    }
}

fn ours(key: &str) -> &str {
    WORDS.iter().find(|(theirs, _)| *theirs == key).map_or(key, |(_, ours)| ours)
}

fn is_known(key: &str) -> bool {
    Config::has_key(key) || OF_WORDS.contains(&key)
}

/// Reads a learner's file: finds its parts and what it does not say.
///
/// # Errors
/// When there is no `nn.Transformer` in it, a table around it cannot be told, or how many heads there are is not said.
pub fn adopt(file: File, said: &Said) -> Result<Foreign, Error> {
    if let Some(edition) = said.edition() {
        return Err(Error::Config(format!(
            "this model has the edition `{edition}`, but only models built around nn.Transformer can be opened: \
             use `glassformer forward` for the others"
        )));
    }
    let ends = said.ends()?;
    let mut parts = Parts::find(file)?;
    let sizes = parts.sizes()?;
    let roles = parts.roles(&sizes)?;
    let (config, mut assumed) = parts.config(&sizes, &roles, said)?;
    assumed.extend(roles.assumed.clone());
    let renamed = roles.renamed(&parts.prefix);
    let (has_bias, places) = (roles.has_bias, roles.places());
    let metadata = std::mem::take(&mut parts.metadata);
    let file = File { tensors: parts.named(&roles)?, metadata };
    Ok(Foreign { file, config, ends, renamed, has_bias, places, computed: roles.computed, assumed })
}

/// The tensors of the `nn.Transformer`, and those around it.
struct Parts {
    /// What stands before the names of the first.
    prefix: String,
    core: BTreeMap<String, Tensor>,
    around: BTreeMap<String, Tensor>,
    metadata: BTreeMap<String, String>,
}

/// What the shapes say.
struct Sizes {
    d_model: usize,
    d_ff: usize,
    layers: [usize; 2],
    final_norm: bool,
}

/// Which table is what.
#[derive(Default)]
struct Roles {
    source: String,
    /// `None` where the source's serves both.
    target: Option<String>,
    /// `None` where the target's embedding is read backwards.
    generator: Option<String>,
    has_bias: bool,
    positions: Vec<String>,
    computed: Vec<String>,
    assumed: Vec<String>,
}

impl Parts {
    fn find(file: File) -> Result<Self, Error> {
        let Some(prefix) = file.tensors.keys().find_map(|name| name.strip_suffix(MARK)).map(str::to_owned) else {
            let has = listed(file.tensors.keys().take(3));
            let has = if has.is_empty() { "nothing".to_owned() } else { format!("{has}, and so on") };
            return Err(Error::Config(format!(
                "the file contains no nn.Transformer: no tensor name ends in {MARK}. It contains {has}"
            )));
        };
        let (core, around): (BTreeMap<_, _>, BTreeMap<_, _>) = file.tensors.into_iter().partition(|(name, _)| {
            name.strip_prefix(&prefix).is_some_and(|rest| rest.starts_with("encoder.") || rest.starts_with("decoder."))
        });
        let core = core.into_iter().map(|(name, tensor)| (name[prefix.len()..].to_owned(), tensor)).collect();
        Ok(Self { prefix, core, around, metadata: file.metadata })
    }

    fn sizes(&self) -> Result<Sizes, Error> {
        let shape = |name: &str| match self.core.get(name).map(Tensor::shape) {
            Some(&[rows, columns]) => Ok([rows, columns]),
            Some(other) => Err(Error::Config(format!(
                "`{}{name}` must be a matrix, but has the shape {other:?} in the file",
                self.prefix
            ))),
            None => Err(Error::Missing(vec![format!("{}{name}", self.prefix)])),
        };
        let [_, d_model] = shape(MARK)?;
        let [d_ff, _] = shape("encoder.layers.0.linear1.weight")?;
        let count = |stack: &str| {
            let number = |name: &String| -> Option<usize> {
                name.strip_prefix(stack)?.strip_prefix(".layers.")?.split('.').next()?.parse().ok()
            };
            self.core.keys().filter_map(number).max().map_or(0, |last| last.saturating_add(1))
        };
        let layers = ["encoder", "decoder"].map(count);
        if layers[1] == 0 {
            return Err(Error::Config(
                "the file contains an encoder but no decoder, and translation needs both".to_owned(),
            ));
        }
        if !self.core.contains_key("encoder.layers.0.self_attn.in_proj_bias") {
            return Err(Error::Config(
                "the nn.Transformer was created with bias=False, which is not supported here".to_owned(),
            ));
        }
        Ok(Sizes { d_model, d_ff, layers, final_norm: self.core.contains_key("encoder.norm.weight") })
    }

    fn roles(&self, sizes: &Sizes) -> Result<Roles, Error> {
        let sinusoid = Positions::sinusoidal(Sinusoid::default(), POSITIONS, sizes.d_model);
        let sinusoid = sinusoid?;
        // They are written into code and prose of a page.
        let is_odd = |name: &&str| name.chars().any(|sign| !sign.is_ascii_alphanumeric() && !"._-".contains(sign));
        if let Some(name) = self.around.keys().map(String::as_str).chain([self.prefix.as_str()]).find(is_odd) {
            return Err(Error::Config(format!(
                "the name {name:?} contains characters that a module name cannot have: rename it with --rename FROM=TO"
            )));
        }
        let mut roles = Roles::default();
        let mut tables: Vec<&str> = Vec::new();
        let mut generators: Vec<&str> = Vec::new();
        let mut left: BTreeSet<&str> = self.around.keys().map(String::as_str).collect();
        for (name, tensor) in &self.around {
            let bias = name.strip_suffix(".weight").map(|module| format!("{module}.bias"));
            let is_table = matches!(tensor.shape(), [_, width] if *width == sizes.d_model);
            let is_wide = tensor.shape().last() == Some(&sizes.d_model);
            if tables::holds(tensor, &sinusoid) {
                roles.computed.push(name.clone());
            } else if is_wide && says(name, PLACE) {
                roles.positions.push(name.clone());
            } else if is_table && (bias.is_some_and(|bias| self.around.contains_key(&bias)) || says(name, GENERATOR)) {
                generators.push(name);
            } else if is_table {
                tables.push(name);
            } else {
                continue;
            }
            left.remove(name.as_str());
        }
        if let Some(name) = only("last layer", "generator", &generators)? {
            left.extend(generators.iter().filter(|other| **other != name));
            let bias = name.strip_suffix("weight").map(|module| format!("{module}bias")).unwrap_or_default();
            roles.has_bias = left.remove(bias.as_str());
            roles.generator = Some(name.to_owned());
        }
        let (source, target) = embeddings(&tables, sizes.d_model)?;
        left.extend(tables.iter().filter(|table| **table != source && Some(**table) != target));
        (roles.source, roles.target) = (source.to_owned(), target.map(str::to_owned));
        if !left.is_empty() {
            return Err(Error::Extra(left.into_iter().map(str::to_owned).collect()));
        }
        if roles.positions.len() > 2 {
            let names: Vec<&str> = roles.positions.iter().map(String::as_str).collect();
            let source = only("source's positions", "src_pos_emb", &names)?;
            let target = only("target's positions", "tgt_pos_emb", &names)?;
            let is_left = |name: &&&str| Some(**name) != source && Some(**name) != target;
            let extra = names.iter().filter(is_left).map(|name| (*name).to_owned()).collect();
            return Err(Error::Extra(extra));
        }
        Ok(roles)
    }

    fn rows(&self, name: &str) -> usize {
        self.around.get(name).map_or(0, |table| match table.shape() {
            [1, rows, _] | [rows, ..] => *rows,
            [] => 0,
        })
    }

    /// The configuration, and what was assumed of it.
    fn config(&self, sizes: &Sizes, roles: &Roles, said: &Said) -> Result<(Config, Vec<String>), Error> {
        let mut assumed = Vec::new();
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| {
            map.insert(key.to_owned(), value);
        };
        let (v_src, v_tgt) = (self.rows(&roles.source), self.rows(roles.target.as_ref().unwrap_or(&roles.source)));
        let numbers = [
            ("d_model", sizes.d_model),
            ("d_ff", sizes.d_ff),
            ("enc_layers", sizes.layers[0]),
            ("dec_layers", sizes.layers[1]),
            ("v_src", v_src),
            ("v_tgt", v_tgt),
        ];
        for (key, size) in numbers {
            put(key, size.into());
        }
        put("pad", (-1).into());
        put("dropout", 0.0.into());
        put("final_norm", sizes.final_norm.into());
        put("tied", roles.generator.is_none().into());
        put("shared", roles.target.is_none().into());
        let stored = roles.positions.iter().chain(&roles.computed).map(|name| self.rows(name)).min();
        put("max_len", stored.unwrap_or(POSITIONS).into());
        if roles.positions.is_empty() {
            put("positions", "sinusoidal".into());
            if roles.computed.is_empty() && !said.map.contains_key("positions") {
                assumed.push(
                    "positions are sinusoidal, because the file contains no table of positions (positions)".to_owned(),
                );
            }
        } else {
            put("positions", "learned".into());
        }
        if !said.map.contains_key("heads") {
            let d_model = sizes.d_model;
            let fit: Vec<String> = (1..=d_model.min(64))
                .filter(|&heads| d_model.is_multiple_of(heads))
                .map(|heads| heads.to_string())
                .collect();
            return Err(Error::Config(format!(
                "the file does not show the number of heads: give it with --model heads=N; {d_model} is divisible by {}",
                fit.join(", ")
            )));
        }
        for (key, words) in [
            ("norm_first", "each norm comes after its sublayer, as with PyTorch's norm_first=False (norm_first)"),
            ("activation", "the activation is ReLU (activation)"),
            ("scale_embeddings", "embeddings are multiplied by the square root of d_model (scale_embeddings)"),
        ] {
            if !said.map.contains_key(key) {
                assumed.push(words.to_owned());
            }
        }
        let of_words = |key: &String| OF_WORDS.contains(&key.as_str());
        // The numbers of words and of positions are those of the tables.
        let ignored = |key: &String| ["pad", "dropout", "v_src", "v_tgt"].contains(&key.as_str());
        let told = said.map.iter().filter(|(key, _)| !of_words(key) && !ignored(key));
        for (key, value) in told {
            match key.as_str() {
                "layers" => {
                    map.insert("enc_layers".to_owned(), value.clone());
                    map.insert("dec_layers".to_owned(), value.clone());
                }
                "max_len" | "max_seq_len" if stored.is_some() => {}
                _ => {
                    map.insert(key.clone(), value.clone());
                }
            }
        }
        map.insert("edition".to_owned(), Edition::PyTorch.word().into());
        let config = Config::from_map(&map)?;
        config.check()?;
        Ok((config, assumed))
    }

    /// Every tensor under the name that this program reads it by.
    fn named(mut self, roles: &Roles) -> Result<BTreeMap<String, Tensor>, Error> {
        let mut all: BTreeMap<String, Tensor> =
            self.core.into_iter().map(|(name, tensor)| (format!("transformer.{name}"), tensor)).collect();
        let mut take = |name: &str, ours: &str| {
            if let Some(tensor) = self.around.remove(name) {
                all.insert(ours.to_owned(), tensor);
            }
        };
        take(&roles.source, "src_emb.weight");
        if let Some(target) = &roles.target {
            take(target, "tgt_emb.weight");
        }
        if let Some(generator) = &roles.generator {
            take(generator, "generator.weight");
            take(&generator.replace("weight", "bias"), "generator.bias");
        }
        for (name, ours) in roles.places().iter().zip(["src_pos_emb.weight", "tgt_pos_emb.weight"]) {
            let Some(table) = self.around.get(name) else { continue };
            let flat = match *table.shape() {
                [1, rows, width] | [rows, 1, width] => table.reshape(&[rows as isize, width as isize]),
                _ => Ok(table.clone()),
            };
            all.insert(ours.to_owned(), flat?);
        }
        if let (false, Some(table)) = (roles.has_bias, all.get("generator.weight")) {
            let rows = table.shape().first().copied().unwrap_or(0);
            all.insert("generator.bias".to_owned(), Tensor::zeros(&[rows], DType::F32));
        }
        Ok(all)
    }
}

impl Roles {
    /// The tables of positions of source and target. One serves both; of two, the one that speaks of the target is the target's.
    fn places(&self) -> Vec<String> {
        let mut names = self.positions.clone();
        names.sort_by_key(|name| says(name, TARGET));
        if let [only] = &names[..] {
            names.push(only.clone());
        }
        names
    }

    /// The modules that are called otherwise in the file.
    fn renamed(&self, prefix: &str) -> Vec<(String, String)> {
        let mut all = vec![(module(&self.source).to_owned(), "src_emb".to_owned())];
        all.extend(self.target.iter().map(|name| (module(name).to_owned(), "tgt_emb".to_owned())));
        all.extend(self.generator.iter().map(|name| (module(name).to_owned(), "generator".to_owned())));
        if prefix.is_empty() {
            all.extend(["encoder", "decoder"].map(|stack| (stack.to_owned(), format!("transformer.{stack}"))));
        } else {
            all.push((prefix.trim_end_matches('.').to_owned(), "transformer".to_owned()));
        }
        all.retain(|(theirs, ours)| theirs != ours);
        all
    }
}

/// The embeddings of source and target, which one table may serve both.
fn embeddings<'a>(tables: &[&'a str], d_model: usize) -> Result<(&'a str, Option<&'a str>), Error> {
    const WHAT: [&str; 2] = ["source's embedding", "target's embedding"];
    match *tables {
        [] => Err(Error::Config(format!(
            "the file contains no embedding, a table of {d_model} columns, besides the nn.Transformer: save the state dict of the whole model, not of its \
             nn.Transformer alone"
        ))),
        [one] => Ok((one, None)),
        [one, other] => match [one, other].map(|name| (says(name, TARGET), says(name, SOURCE))) {
            [(false, true), _] | [_, (true, false)] => Ok((one, Some(other))),
            [(true, false), _] | [_, (false, true)] => Ok((other, Some(one))),
            _ => Err(untold(WHAT[0], tables, "src_emb")),
        },
        _ => {
            let source = named(tables, "src_emb").ok_or_else(|| untold(WHAT[0], tables, "src_emb"))?;
            let target = named(tables, "tgt_emb").ok_or_else(|| untold(WHAT[1], tables, "tgt_emb"))?;
            Ok((source, Some(target)))
        }
    }
}

/// The only one of these, or of several the one that is called as this program calls it. The others have no place in the model.
fn only<'a>(what: &str, ours: &str, names: &[&'a str]) -> Result<Option<&'a str>, Error> {
    match names {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => named(names, ours).map(Some).ok_or_else(|| untold(what, names, ours)),
    }
}

fn named<'a>(names: &[&'a str], ours: &str) -> Option<&'a str> {
    names.iter().copied().find(|name| module(name) == ours)
}

/// The module that a weight belongs to.
fn module(name: &str) -> &str {
    name.strip_suffix(".weight").unwrap_or(name)
}

/// Says which option tells the names apart, for one of them that has no name of ours yet.
fn untold(what: &str, names: &[&str], ours: &str) -> Error {
    let is_ours = |name: &&&str| OURS_AROUND.contains(&module(name));
    let first = names.iter().find(|name| !is_ours(name)).or(names.first()).map_or("NAME", |name| module(name));
    Error::Config(format!(
        "the names do not show which of {} is the {what}: if it is `{first}`, add --rename {first}={ours}; the names of the parts around \
         nn.Transformer are {}",
        listed(names),
        OURS_AROUND.join(", ")
    ))
}

/// Whether the words that a name is put together from are among these: `encoder_embedding.weight` says `encoder`.
fn says(name: &str, words: &[&str]) -> bool {
    let name = paths::replaced(name, "weight", "");
    name.to_lowercase().split(['.', '_', '-']).any(|part| words.contains(&part))
}
