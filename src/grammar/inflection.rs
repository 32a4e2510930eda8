//! The forms of words: which there are, and how a lemma's are made.
//!
//! A class of words has *principal parts*, which the lexicon writes or a *model* makes of the lemma, and *forms*, which are made of
//! parts. A model is a pattern and what it makes: `-eau: pl -eaux`, where `-` is any beginning and `+` one or more consonants.

use std::collections::HashMap;
use std::sync::Arc;

use super::features::{Features, Values};
use super::source::{Result, SourceLine, lines, name_and_arguments};
use super::spelling::SpellingRules;

/// A form of a word: for each feature of its key the values that it has, and the form. All words of a class share their keys.
pub(super) type WordForm = (Arc<[Values]>, Box<str>);

/// How the words of one language are inflected.
#[derive(Clone, Debug, Default)]
pub(super) struct Inflection {
    pub(super) spelling: SpellingRules,
    /// By class; a class without a paradigm has one form.
    paradigms: HashMap<String, Paradigm>,
    /// Words of this language alone, with their forms.
    pub(super) function_words: Vec<FunctionWord>,
}

/// A word of one language alone: an article, an auxiliary.
#[derive(Clone, Debug)]
pub(super) struct FunctionWord {
    pub(super) name: String,
    /// The features of a key.
    pub(super) features: Vec<usize>,
    pub(super) forms: Vec<WordForm>,
}

/// How the words of a class are inflected.
#[derive(Clone, Debug, Default)]
struct Paradigm {
    features: Vec<usize>,
    parts: Vec<String>,
    /// The key of a form and the template that it is made by.
    templates: Vec<WordForm>,
    models: Vec<InflectionModel>,
    is_last_inflected: bool,
    /// Whether what comes after the inflected word is no part of its forms.
    is_tail_apart: bool,
}

#[derive(Clone, Debug)]
struct InflectionModel {
    name: Option<String>,
    pattern: String,
    /// Parts, and the patterns that make them.
    makes: Vec<(String, String)>,
}

/// What a line belongs to.
enum Section {
    Spelling,
    Paradigm(String),
    Word(usize),
}

impl Inflection {
    pub(super) fn read(file: &str, text: &str, features: &Features) -> Result<Self> {
        let mut inflection = Self::default();
        let mut section = None;
        for line in lines(file, text) {
            if let Some((header, after)) = line.header() {
                section = Some(inflection.open(header, after, features, &line)?);
                continue;
            }
            match &section {
                None => return Err(line.error("a section begins with its name in brackets: `[noun(number)]`")),
                Some(Section::Spelling) => inflection.spelling.read(&line)?,
                Some(Section::Word(at)) => {
                    let (key, form) = line.sides()?;
                    let word = &mut inflection.function_words[*at];
                    word.forms.push((key_of(&word.features, key, features, &line)?, form.into()));
                }
                Some(Section::Paradigm(class)) => {
                    if let Some(paradigm) = inflection.paradigms.get_mut(class) {
                        paradigm.read(&line, features)?;
                    }
                }
            }
        }
        Ok(inflection)
    }

    /// Opens a section: `spelling`, a class, `word le(number gender)`.
    fn open(&mut self, header: &str, after: &str, features: &Features, line: &SourceLine<'_>) -> Result<Section> {
        if header == "spelling" {
            return Ok(Section::Spelling);
        }
        let (name, key) = name_and_arguments(header, line)?;
        let of = key.split_whitespace().map(|name| features.feature(name, line)).collect::<Result<Vec<_>>>()?;
        let like = after.strip_prefix("like ").map(str::trim);
        if let Some(word) = name.strip_prefix("word ") {
            let forms = match like {
                None => Vec::new(),
                Some(class) => {
                    let (class, lemma) = class.split_once(" of ").unwrap_or((class, word));
                    self.forms(class, lemma, None, line)?
                }
            };
            self.function_words.push(FunctionWord { name: word.trim().to_owned(), features: of, forms });
            return Ok(Section::Word(self.function_words.len() - 1));
        }
        if features.class_named(name).is_none() {
            return Err(
                line.error(format!("`{name}` is not a class from features.txt, `spelling` or `word NAME(...)`"))
            );
        }
        let paradigm = match like {
            None => Paradigm { features: of, ..Paradigm::default() },
            Some(other) => self
                .paradigms
                .get(other)
                .cloned()
                .ok_or_else(|| line.error(format!("`{other}` has no paradigm above")))?,
        };
        self.paradigms.insert(name.to_owned(), paradigm);
        Ok(Section::Paradigm(name.to_owned()))
    }

    /// The features by which a form of a class is chosen; none where its words have one form.
    pub(super) fn key(&self, class: &str) -> &[usize] {
        self.paradigms.get(class).map_or(&[], |paradigm| &paradigm.features)
    }

    /// Whether a form of some word is chosen by that feature.
    pub(super) fn decides_forms(&self, feature: usize) -> bool {
        let of_words = self.function_words.iter().flat_map(|word| &word.features);
        self.paradigms.values().flat_map(|paradigm| &paradigm.features).chain(of_words).any(|&known| known == feature)
    }

    /// Whether a class has a model of that name.
    pub(super) fn has_model(&self, class: &str, name: &str) -> bool {
        let models = self.paradigms.get(class).map_or(&[][..], |paradigm| &paradigm.models);
        models.iter().any(|model| model.name.as_deref() == Some(name))
    }

    /// What comes after the inflected word, where that stands apart from its forms.
    pub(super) fn tail(&self, class: &str, written: &str) -> String {
        let of = |paradigm: &Paradigm| {
            let lemma = written.split('/').next().unwrap_or_default();
            InflectedPhrase::of(&[lemma], paradigm.is_last_inflected).after
        };
        self.paradigms.get(class).filter(|paradigm| paradigm.is_tail_apart).map(of).unwrap_or_default()
    }

    /// All forms of a word. `written` is what the lexicon has, its principal parts parted by `/`; `like` is the name of its model.
    pub(super) fn forms(
        &self,
        class: &str,
        written: &str,
        like: Option<&str>,
        line: &SourceLine<'_>,
    ) -> Result<Vec<WordForm>> {
        match self.paradigms.get(class) {
            None => Ok(vec![(Arc::default(), written.into())]),
            Some(paradigm) => paradigm.forms(written, like, line),
        }
    }
}

impl Paradigm {
    fn read(&mut self, line: &SourceLine<'_>, features: &Features) -> Result<()> {
        if let Some(parts) = line.text.strip_prefix("parts ") {
            self.parts = parts.split_whitespace().map(str::to_owned).collect();
        } else if line.text == "head last" {
            self.is_last_inflected = true;
        } else if line.text == "tail apart" {
            self.is_tail_apart = true;
        } else if let Some(model) = line.text.strip_prefix("model ") {
            self.models.push(self.model(model, line)?);
        } else {
            let (key, template) = line.sides()?;
            self.templates.push((key_of(&self.features, key, features, line)?, template.into()));
        }
        Ok(())
    }

    fn model(&self, text: &str, line: &SourceLine<'_>) -> Result<InflectionModel> {
        let (head, makes) =
            text.split_once(':').ok_or_else(|| line.error("this is not a model: write `-eau: pl -eaux`"))?;
        let (name, pattern) = match head.trim().split_once(' ') {
            Some((name, pattern)) => (Some(name.to_owned()), pattern.trim()),
            None => (None, head.trim()),
        };
        let makes = makes.split(',').map(str::trim).filter(|part| !part.is_empty()).map(|part| {
            let (part, made) = part.split_once(' ').unwrap_or((part, ""));
            if !self.parts.iter().any(|known| known == part) {
                return Err(line.error(format!("`{part}` is not a principal part: {}", self.parts.join(", "))));
            }
            Ok((part.to_owned(), made.trim().to_owned()))
        });
        Ok(InflectionModel { name, pattern: pattern.to_owned(), makes: makes.collect::<Result<_>>()? })
    }

    fn forms(&self, written: &str, like: Option<&str>, line: &SourceLine<'_>) -> Result<Vec<WordForm>> {
        let written: Vec<&str> = written.split('/').map(str::trim).collect();
        if written.len() > self.parts.len() {
            return Err(line.error(format!(
                "there are {} principal parts, but at most {} are allowed: {}",
                written.len(),
                self.parts.len(),
                self.parts.join(", ")
            )));
        }
        let mut phrase = InflectedPhrase::of(&written, self.is_last_inflected);
        if self.is_tail_apart {
            phrase.after.clear();
        }
        let lemma = phrase.parts[0].as_str();
        let part = |name: &str| {
            let given = self.parts.iter().position(|part| part == name).and_then(|at| phrase.parts.get(at));
            given.cloned().or_else(|| self.made(name, lemma, like))
        };
        let mut forms = Vec::with_capacity(self.templates.len());
        for (key, template) in &self.templates {
            let form = filled(template, part).map_err(|part| {
                line.error(format!(
                    "`{lemma}` has no {part}: add it to its principal parts ({}), or name a model",
                    self.parts.join("/")
                ))
            })?;
            forms.push((Arc::clone(key), phrase.around(&form).into()));
        }
        Ok(forms)
    }

    /// A part that the lexicon does not write: by the model that is named, else by the longest pattern.
    fn made(&self, part: &str, lemma: &str, like: Option<&str>) -> Option<String> {
        let named =
            |model: &&InflectionModel| model.name.is_some() && model.name.as_deref() == Some(like.unwrap_or(lemma));
        let makes = |model: &InflectionModel| {
            let (_, made) = model.makes.iter().find(|(name, _)| name == part)?;
            let holes = matched(&model.pattern, lemma)?;
            Some((model.pattern.chars().count(), filled_holes(made, &holes)))
        };
        let by_name = self.models.iter().filter(named).find_map(makes);
        let longest = || {
            self.models.iter().filter(|model| model.name.is_none()).filter_map(makes).max_by_key(|(length, _)| *length)
        };
        by_name.or_else(longest).map(|(_, made)| made)
    }
}

/// A word of the lexicon of several words, one of which is inflected.
struct InflectedPhrase {
    before: String,
    after: String,
    /// The principal parts of the word that is inflected.
    parts: Vec<String>,
}

impl InflectedPhrase {
    fn of(written: &[&str], is_last_inflected: bool) -> Self {
        let split = |phrase: &str| -> (String, String, String) {
            let words: Vec<&str> = phrase.split_whitespace().collect();
            let marked = words.iter().position(|word| word.ends_with('*'));
            let head = marked.unwrap_or(if is_last_inflected { words.len().saturating_sub(1) } else { 0 });
            let join = |words: &[&str]| words.join(" ");
            let word = words.get(head).map_or("", |word| word.trim_end_matches('*'));
            (join(&words[..head.min(words.len())]), word.to_owned(), join(words.get(head + 1..).unwrap_or_default()))
        };
        let all: Vec<_> = written.iter().map(|phrase| split(phrase)).collect();
        let (before, _, after) = &all[0];
        if all.iter().all(|(others_before, _, others_after)| others_before == before && others_after == after) {
            let parts = all.iter().map(|(_, word, _)| word.clone()).collect();
            return Self { before: before.clone(), after: after.clone(), parts };
        }
        // Several of its words are inflected, and so all of them are written.
        Self {
            before: String::new(),
            after: String::new(),
            parts: written.iter().map(|&part| part.to_owned()).collect(),
        }
    }

    fn around(&self, form: &str) -> String {
        [self.before.as_str(), form, self.after.as_str()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The key of a form as it is written: values, one a feature; what is not written may be any.
fn key_of(of: &[usize], written: &str, features: &Features, line: &SourceLine<'_>) -> Result<Arc<[Values]>> {
    let written: Vec<&str> = written.split_whitespace().collect();
    if written.len() > of.len() {
        return Err(line.error(format!(
            "`{}` has {} values, but a form here needs {}",
            written.join(" "),
            written.len(),
            of.len()
        )));
    }
    let key = of.iter().enumerate().map(|(at, &feature)| match written.get(at) {
        Some(text) => features.values(feature, text, line),
        None => Ok(features.list[feature].all()),
    });
    key.collect()
}

/// A template with its parts put in: `{future}ai`. The error is the part that there is not.
fn filled(template: &str, part: impl Fn(&str) -> Option<String>) -> std::result::Result<String, String> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        filled += before;
        filled += &part(name).ok_or_else(|| name.to_owned())?;
        rest = after;
    }
    Ok(filled + rest)
}

/// What stands in the holes of a pattern, if it fits: `-` is anything, `+` one or more consonants.
fn matched(pattern: &str, lemma: &str) -> Option<Vec<String>> {
    let Some(hole) = pattern.find(['-', '+']) else {
        return (pattern == lemma).then(Vec::new);
    };
    let rest = lemma.strip_prefix(&pattern[..hole])?;
    let (kind, pattern) = (pattern.as_bytes()[hole], &pattern[hole + 1..]);
    let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    let fits = |end: &usize| kind == b'-' || (*end > 0 && rest[..*end].chars().all(is_consonant));
    ends.filter(fits).find_map(|end| {
        let others = matched(pattern, &rest[end..])?;
        Some([vec![rest[..end].to_owned()], others].concat())
    })
}

fn is_consonant(letter: char) -> bool {
    letter.is_alphabetic() && !"aeiouyàâæéèêëîïôœùûü".contains(letter)
}

/// A pattern with its holes filled in their order.
fn filled_holes(pattern: &str, holes: &[String]) -> String {
    let mut holes = holes.iter();
    let parts = pattern.chars().map(|c| match c {
        '-' | '+' => holes.next().cloned().unwrap_or_default(),
        other => other.to_string(),
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_find_the_holes_of_a_lemma() {
        let holes = |pattern: &str, lemma: &str| matched(pattern, lemma).map(|holes| holes.join(","));
        assert_eq!(holes("-er", "parler").as_deref(), Some("parl"));
        assert_eq!(holes("-e+er", "acheter").as_deref(), Some("ach,t"));
        assert_eq!(holes("-e+er", "parler"), None);
        assert_eq!(holes("voir", "voir").as_deref(), Some(""));
        assert_eq!(holes("voir", "revoir"), None);
        assert_eq!(filled_holes("-è+e", &["ach".to_owned(), "t".to_owned()]), "achète");
    }
}
