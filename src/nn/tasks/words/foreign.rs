//! Vocabularies that somebody else wrote: a JSON object of token to id, or a list of tokens in the order of their ids.
//!
//! A file may hold one for both languages, or one each under `source` and `target` (or `src` and `tgt`); the tokenizer files of Hugging
//! Face have theirs under `model`, `vocab`. Which tokens are no words is told by what they are usually called.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Special, Words};
use crate::tensor::{Error, Result};

/// What such tokens are usually called, in small letters and without the signs around them.
const PAD: &[&str] = &["pad", "padding", "blank"];
const BEGIN: &[&str] = &["bos", "sos", "s", "start", "begin", "go", "cls", "startofsequence", "starttoken"];
const END: &[&str] = &["eos", "/s", "end", "stop", "sep", "endofsequence", "endtoken"];
const UNKNOWN: &[&str] = &["unk", "unknown", "oov"];

/// What a person says of the tokens that are no words, where their names do not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// What a target begins with.
    pub begin: Option<String>,
    /// What ends it.
    pub end: Option<String>,
    /// What stands for unknown words.
    pub unknown: Option<String>,
    /// Whether a source begins with the first of them, too.
    pub reads_begin: Option<bool>,
    /// Whether a source ends with the second.
    pub reads_end: Option<bool>,
}

/// A vocabulary in a JSON file, and where in the file it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The tokens in the order of their ids.
    pub tokens: Vec<String>,
    /// The keys that lead to it.
    pub path: Vec<String>,
    /// Whether it is an object of token to id, and no list.
    pub is_object: bool,
}

/// The vocabularies of one file: one for both languages, or one each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists {
    /// What is read.
    pub source: Found,
    /// What is written.
    pub target: Found,
}

impl Lists {
    /// Reads the text of a JSON file.
    ///
    /// # Errors
    /// When it is no JSON, or no vocabulary: ids must be 0, 1, 2 and so on, each once.
    pub fn read(text: &[u8]) -> Result<Self> {
        let value: Value =
            serde_json::from_slice(text).map_err(|error| wrong(format!("this is not valid JSON: {error}")))?;
        let part = |keys: &[&str]| {
            let part = keys.iter().try_fold(&value, |value, key| value.get(key))?;
            (part.is_array() || part.is_object()).then_some(part)
        };
        let of = |keys: &[&str], value| {
            let path: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
            found(value, path).map_err(|error| wrong(format!("`{}`: {error}", keys.join("."))))
        };
        for [source, target] in [["source", "target"], ["src", "tgt"]] {
            if let (Some(one), Some(other)) = (part(&[source]), part(&[target])) {
                return Ok(Self { source: of(&[source], one)?, target: of(&[target], other)? });
            }
        }
        let both = match part(&["model", "vocab"]) {
            Some(vocabulary) => of(&["model", "vocab"], vocabulary)?,
            None => found(&value, Vec::new())?,
        };
        Ok(Self { source: both.clone(), target: both })
    }
}

fn found(value: &Value, path: Vec<String>) -> Result<Found> {
    let (tokens, is_object) = match value {
        Value::Array(items) => (list(items)?, false),
        Value::Object(map) => (by_id(map)?, true),
        _ => return Err(wrong("a vocabulary must be a JSON object from token to id, or a list of tokens")),
    };
    let mut seen = HashSet::new();
    if let Some(twice) = tokens.iter().find(|token| !seen.insert(token.as_str())) {
        return Err(wrong(format!("the token {twice:?} is listed twice: remove one of them")));
    }
    if tokens.is_empty() {
        return Err(wrong("the vocabulary is empty"));
    }
    Ok(Found { tokens, path, is_object })
}

fn list(items: &[Value]) -> Result<Vec<String>> {
    let token = |(id, item): (usize, &Value)| match item {
        Value::String(token) => Ok(token.clone()),
        other => Err(wrong(format!("item {id} is {other}, but all items of a vocabulary must be strings"))),
    };
    items.iter().enumerate().map(token).collect()
}

/// Tokens in the order of their ids.
fn by_id(map: &Map<String, Value>) -> Result<Vec<String>> {
    let count = map.len();
    let mut tokens: Vec<Option<&String>> = vec![None; count];
    for (token, id) in map {
        let Some(place) = id.as_u64().and_then(|id| usize::try_from(id).ok()) else {
            return Err(wrong(format!("the token {token:?} has the id {id}, but ids must be integers of 0 or more")));
        };
        match tokens.get_mut(place) {
            Some(slot @ None) => *slot = Some(token),
            Some(Some(other)) => return Err(wrong(format!("{other:?} and {token:?} both have the id {place}"))),
            None => {
                let last = count - 1;
                return Err(wrong(format!(
                    "the token {token:?} has the id {place}, but {count} tokens must have the ids 0 to {last}, without gaps"
                )));
            }
        }
    }
    Ok(tokens.into_iter().flatten().cloned().collect())
}

impl Found {
    /// The words, with the tokens that are none as they are told or usually called.
    ///
    /// # Errors
    /// When a target's begin or end is not there.
    pub fn words(&self, ends: &Ends, is_target: bool) -> Result<Words> {
        let begin = self.special(ends.begin.as_deref(), BEGIN);
        let end = self.special(ends.end.as_deref(), END);
        for (key, found, told, what) in
            [("bos", begin, &ends.begin, "a start token"), ("eos", end, &ends.end, "an end token")]
        {
            match told {
                _ if !is_target || found.is_some() => {}
                Some(told) => {
                    return Err(wrong(format!("the target vocabulary has no token {told:?}, which is set as `{key}`")));
                }
                None => {
                    return Err(wrong(format!(
                        "no token of the target vocabulary looks like {what}, such as <{key}>: name it with --model {key}=TOKEN"
                    )));
                }
            }
        }
        let special = Special {
            pad: self.special(None, PAD),
            begin,
            end,
            unknown: self.special(ends.unknown.as_deref(), UNKNOWN),
            reads_begin: !is_target && ends.reads_begin.unwrap_or(true),
            reads_end: is_target || ends.reads_end.unwrap_or(true),
        };
        Ok(Words::of(self.tokens.clone(), special))
    }

    /// The id of a token by what it is told to be, or else by the first of its usual names that is there.
    fn special(&self, told: Option<&str>, usual: &[&str]) -> Option<i64> {
        let place = |is: &dyn Fn(&str) -> bool| self.tokens.iter().position(|token| is(token)).map(|id| id as i64);
        match told {
            Some(told) => place(&|token| token == told),
            None => usual.iter().find_map(|name| place(&|token| is_called(token, name))),
        }
    }
}

/// Whether a token with signs around it is called so: `<bos>`, `[BOS]`, `<|bos|>`, `_bos_`, `<start_of_sequence>`.
fn is_called(token: &str, name: &str) -> bool {
    let inner = token.trim_matches(|sign: char| "<>[]{}|_".contains(sign));
    inner.len() < token.len() && inner.to_lowercase().replace(['_', '-', ' '], "") == name
}

fn wrong(words: impl Into<String>) -> Error {
    Error::Value(words.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Lists> {
        Lists::read(text.as_bytes())
    }

    fn found(tokens: &[&str]) -> Found {
        Found { tokens: tokens.iter().map(|&token| token.to_owned()).collect(), path: Vec::new(), is_object: false }
    }

    #[test]
    fn every_form_of_a_vocabulary_is_the_same_one() {
        let list = r#"["<pad>", "<bos>", "<eos>", "cat"]"#;
        let object = r#"{"cat": 3, "<eos>": 2, "<bos>": 1, "<pad>": 0}"#;
        let forms = [
            list.to_owned(),
            object.to_owned(),
            format!(r#"{{"source": {list}, "target": {object}}}"#),
            format!(r#"{{"src": {object}, "tgt": {list}}}"#),
            format!(r#"{{"version": "1.0", "model": {{"type": "WordLevel", "vocab": {object}}}}}"#),
        ];
        for form in forms {
            let lists = read(&form).unwrap();
            for found in [lists.source, lists.target] {
                assert_eq!(found.tokens, ["<pad>", "<bos>", "<eos>", "cat"], "{form}");
            }
        }
        // A token may be called as a key is.
        assert_eq!(read(r#"{"source": 1, "target": 0}"#).unwrap().source.tokens, ["target", "source"]);
    }

    #[test]
    fn what_is_no_vocabulary_is_said() {
        let cases = [
            ("[", "this is not valid JSON"),
            ("3", "a JSON object from token to id, or a list"),
            ("[]", "is empty"),
            (r#"["a", 3]"#, "item 1 is 3"),
            (r#"["a", "a"]"#, "\"a\" is listed twice"),
            (r#"{"a": 0, "b": 0}"#, "\"a\" and \"b\" both have the id 0"),
            (r#"{"a": 0, "b": 5}"#, "\"b\" has the id 5, but 2 tokens must have the ids 0 to 1"),
            (r#"{"a": -1}"#, "has the id -1"),
            (r#"{"a": 0.5}"#, "has the id 0.5"),
            (r#"{"source": ["a"], "target": {"b": 7}}"#, "`target`: the token \"b\" has the id 7"),
        ];
        for (text, words) in cases {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn special_tokens_are_known_by_their_usual_names_or_told() {
        for tokens in [
            ["<unk>", "<pad>", "<s>", "</s>"],
            ["[UNK]", "[PAD]", "[CLS]", "[SEP]"],
            ["<|unk|>", "_PAD_", "<start_of_sequence>", "<END>"],
        ] {
            let special = found(&tokens).words(&Ends::default(), true).unwrap().special();
            assert_eq!(
                (special.unknown, special.pad, special.begin, special.end),
                (Some(0), Some(1), Some(2), Some(3)),
                "{tokens:?}"
            );
        }
        // A word is no special token because it is called like one.
        let plain = found(&["end", "start", "s"]);
        assert!(plain.words(&Ends::default(), true).unwrap_err().to_string().contains("--model bos=TOKEN"));
        let ends = Ends { begin: Some("start".to_owned()), end: Some("end".to_owned()), ..Ends::default() };
        assert_eq!(plain.words(&ends, true).unwrap().text(&[1, 2, 0]), "s");
        let lost = Ends { begin: Some("<go>".to_owned()), ..ends };
        assert!(plain.words(&lost, true).unwrap_err().to_string().contains("no token \"<go>\""));
    }

    #[test]
    fn what_is_read_around_a_source_can_be_said() {
        let source = found(&["<bos>", "a", "<eos>"]);
        let ids = |ends: Ends| source.words(&ends, false).unwrap().ids("a");
        assert_eq!(ids(Ends::default()), [0, 1, 2]);
        assert_eq!(ids(Ends { reads_begin: Some(false), ..Ends::default() }), [1, 2]);
        assert_eq!(ids(Ends { reads_end: Some(false), ..Ends::default() }), [0, 1]);
        assert_eq!(found(&["a"]).words(&Ends::default(), false).unwrap().ids("a"), [0]);
    }
}
