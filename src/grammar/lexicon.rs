//! The lexicon: words of both languages that mean the same, with what they say of themselves.

use super::features::{FeatureParameter, Features, Values, WordClass};
use super::inflection::{Inflection, WordForm};
use super::source::{Result, SourceLine, lines};

/// What a tag begins with that names the model of a word's inflection.
const MODEL: &str = "like:";

/// A word of the lexicon in both languages.
#[derive(Clone, Debug)]
pub(super) struct LexiconEntry {
    pub(super) class: usize,
    /// What it has, a set for each parameter of its class.
    pub(super) arguments: Box<[Values]>,
    /// The English lemma, by which it is named.
    pub(super) lemma: String,
    pub(super) english: Vec<WordForm>,
    pub(super) french: Vec<WordForm>,
    /// What comes after the inflected word in French, where that stands apart: *besoin* of *avoir besoin*.
    pub(super) tail: String,
    pub(super) line: usize,
}

/// Reads a lexicon.
pub(super) fn read(
    file: &str,
    text: &str,
    features: &Features,
    [english, french]: [&Inflection; 2],
) -> Result<Vec<LexiconEntry>> {
    let mut entries = Vec::new();
    let mut section: Option<(usize, Vec<&str>)> = None;
    for line in lines(file, text) {
        if let Some((header, _)) = line.header() {
            let mut words = header.split_whitespace();
            let name = words.next().unwrap_or_default();
            let class = features.class_named(name);
            let class =
                class.ok_or_else(|| line.error(format!("there is no class `{name}`: declare it in features.txt")))?;
            section = Some((class, words.collect()));
            continue;
        }
        let (class, shared) =
            section.as_ref().ok_or_else(|| line.error("a section begins with its class: `[noun human]`"))?;
        entries.push(entry(*class, shared, features, [english, french], &line)?);
    }
    entries.shrink_to_fit();
    Ok(entries)
}

fn entry<'a>(
    class: usize,
    shared: &[&'a str],
    features: &Features,
    [english, french]: [&Inflection; 2],
    line: &SourceLine<'a>,
) -> Result<LexiconEntry> {
    let declared = &features.classes[class];
    let (english_words, right) = line.sides()?;
    let (french_words, own) = divided(right, declared, features);
    if english_words.is_empty() || french_words.is_empty() {
        return Err(line.error("write a word as `english = french`, followed by its tags"));
    }
    let is_model = |tag: &&str| tag.starts_with(MODEL);
    let models: Vec<&str> = own.iter().chain(shared).copied().filter(is_model).collect();
    let [own, shared] =
        [&own, shared].map(|tags| tags.iter().copied().filter(|tag| !is_model(tag)).collect::<Vec<_>>());
    // What a line says goes before what its section says.
    let (own, shared) = (arguments(&own, declared, features, line)?, arguments(&shared, declared, features, line)?);
    let arguments = declared.parameters.iter().zip(own).zip(shared).map(|((parameter, own), shared)| {
        let missing = || line.error(format!("`{english_words}` has no tag for its {}", parameter.name));
        own.or(shared).or(parameter.default).ok_or_else(missing)
    });
    let arguments = arguments.collect::<Result<_>>()?;
    let model = |inflection: &Inflection| {
        let names = models.iter().filter_map(|model| model.strip_prefix(MODEL));
        names.into_iter().find(|name| inflection.has_model(&declared.name, name))
    };
    if let Some(model) = models.iter().find(|_| model(english).or(model(french)).is_none()) {
        return Err(line.error(format!("neither language has a model `{model}` for a {}", declared.name)));
    }
    Ok(LexiconEntry {
        class,
        arguments,
        lemma: english_words.split('/').next().unwrap_or_default().to_owned(),
        english: english.forms(&declared.name, english_words, model(english), line)?,
        french: french.forms(&declared.name, &french_words, model(french), line)?,
        tail: french.tail(&declared.name, &french_words),
        line: line.number,
    })
}

/// What tags say, a set for each parameter of which one speaks.
fn arguments(
    tags: &[&str],
    class: &WordClass,
    features: &Features,
    line: &SourceLine<'_>,
) -> Result<Vec<Option<Values>>> {
    let mut arguments = vec![None; class.parameters.len()];
    for tag in tags {
        let (parameter, values) = tagged(tag, class, features).ok_or_else(|| unknown(tag, class, features, line))?;
        arguments[parameter] = Some(arguments[parameter].unwrap_or(0) | values);
    }
    Ok(arguments)
}

/// The French words and the tags after them. A word may be spelled as a tag is (*animal*): the first one is a word.
fn divided<'a>(side: &'a str, class: &WordClass, features: &Features) -> (String, Vec<&'a str>) {
    let all: Vec<&str> = side.split_whitespace().collect();
    let is_tag = |word: &str| word.contains(':') || tagged(word, class, features).is_some();
    let words = all.iter().rposition(|word| !is_tag(word)).map_or(all.len().min(1), |last| last + 1);
    (all[..words].join(" "), all[words..].to_vec())
}

/// The parameter that a tag speaks of, and its values.
fn tagged(tag: &str, class: &WordClass, features: &Features) -> Option<(usize, Values)> {
    let of = |parameter: &FeatureParameter, text: &str| features.find_values(parameter.feature, text);
    let mut parameters = class.parameters.iter().enumerate();
    match tag.split_once(':') {
        Some((name, values)) => {
            let (at, parameter) = parameters.find(|(_, parameter)| parameter.name == name)?;
            Some((at, of(parameter, values)?))
        }
        None => parameters.find_map(|(at, parameter)| Some((at, of(parameter, tag)?))),
    }
}

fn unknown(tag: &str, class: &WordClass, features: &Features, line: &SourceLine<'_>) -> super::Error {
    let names: Vec<&str> = class.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let known = class.parameters.iter().map(|parameter| features.list[parameter.feature].values.join(", "));
    let known = known.collect::<Vec<_>>().join("; ");
    line.error(format!("`{tag}` is not a tag of a {}, which has {}: {known}", class.name, names.join(", ")))
}
