//! What a grammar distinguishes: features with their values, and the classes of words that have them.

use std::collections::HashMap;

use super::source::{Result, SourceLine, lines, name_and_arguments};

/// A set of values of one feature, a bit each: what is still possible.
pub(super) type Values = u64;

/// Gender, number, kind: something that words have a value of.
#[derive(Clone, Debug)]
pub(super) struct Feature {
    pub(super) name: String,
    pub(super) values: Vec<String>,
    /// How often a sentence chooses each value where nothing decides.
    pub(super) weights: Vec<u64>,
}

impl Feature {
    /// All of its values.
    pub(super) fn all(&self) -> Values {
        if self.values.len() == 64 { Values::MAX } else { (1 << self.values.len()) - 1 }
    }
}

/// A class of the lexicon, and what its words say of themselves.
#[derive(Clone, Debug)]
pub(super) struct WordClass {
    pub(super) name: String,
    pub(super) parameters: Vec<FeatureParameter>,
}

/// A parameter of a class or of a category.
#[derive(Clone, Debug)]
pub(super) struct FeatureParameter {
    pub(super) name: String,
    pub(super) feature: usize,
    /// What a word has that does not say.
    pub(super) default: Option<Values>,
}

/// All features and classes.
#[derive(Clone, Debug, Default)]
pub(super) struct Features {
    pub(super) list: Vec<Feature>,
    pub(super) classes: Vec<WordClass>,
    /// Names for several values of a feature.
    sets: HashMap<(usize, String), Values>,
}

impl Features {
    pub(super) fn read(file: &str, text: &str) -> Result<Self> {
        let mut features = Self::default();
        for line in lines(file, text) {
            if let Some(class) = line.text.strip_prefix("class ") {
                let class = features.class(class, &line)?;
                features.classes.push(class);
            } else if let Some((name, values)) = line.text.split_once(":=") {
                features.add_set(name.trim(), values, &line)?;
            } else {
                features.add_feature(&line)?;
            }
        }
        Ok(features)
    }

    fn add_feature(&mut self, line: &SourceLine<'_>) -> Result<()> {
        let (name, values) = line.sides()?;
        // A long list goes on in further lines of the same name.
        let is_continued = self.list.last().is_some_and(|last| last.name == name);
        let mut feature = self.list.pop_if(|_| is_continued).unwrap_or_else(|| Feature {
            name: name.to_owned(),
            values: Vec::new(),
            weights: Vec::new(),
        });
        for value in values.split(',').map(str::trim) {
            let (value, weight) = value.split_once(' ').unwrap_or((value, "1"));
            let weight = weight.trim().parse();
            feature.weights.push(weight.map_err(|_| line.error(format!("the weight of `{value}` is not a number")))?);
            if feature.values.iter().any(|known| known == value) {
                return Err(line.error(format!("`{value}` is listed twice")));
            }
            feature.values.push(value.to_owned());
        }
        if feature.values.len() > 64 {
            return Err(line.error(format!("`{name}` has {} values; a feature has at most 64", feature.values.len())));
        }
        self.list.push(feature);
        Ok(())
    }

    /// A name for several values of the last feature that has them all.
    fn add_set(&mut self, name: &str, values: &str, line: &SourceLine<'_>) -> Result<()> {
        let last = self
            .list
            .len()
            .checked_sub(1)
            .ok_or_else(|| line.error("this set belongs to no feature: declare the feature above it"))?;
        let set = values.split_whitespace().map(|value| self.values(last, value, line));
        let set = set.collect::<Result<Vec<_>>>()?.into_iter().fold(0, |set, values| set | values);
        self.sets.insert((last, name.to_owned()), set);
        Ok(())
    }

    fn class(&self, text: &str, line: &SourceLine<'_>) -> Result<WordClass> {
        let (name, parameters) = name_and_arguments(text, line)?;
        let parameters = parameters.split(',').filter(|one| !one.trim().is_empty());
        let parameters = parameters.map(|parameter| self.parameter(parameter.trim(), line)).collect::<Result<_>>()?;
        Ok(WordClass { name: name.to_owned(), parameters })
    }

    /// A parameter as it is declared: `gender`, `subject/kind`, `topic = plain`.
    pub(super) fn parameter(&self, text: &str, line: &SourceLine<'_>) -> Result<FeatureParameter> {
        let (text, default) = match text.split_once('=') {
            Some((text, default)) => (text.trim(), Some(default.trim())),
            None => (text, None),
        };
        let (name, feature) = text.split_once('/').unwrap_or((text, text));
        let feature = self.feature(feature, line)?;
        let default = default.map(|default| self.values(feature, default, line)).transpose()?;
        Ok(FeatureParameter { name: name.to_owned(), feature, default })
    }

    /// The feature of that name.
    pub(super) fn feature(&self, name: &str, line: &SourceLine<'_>) -> Result<usize> {
        let found = self.list.iter().position(|feature| feature.name == name);
        found.ok_or_else(|| line.error(format!("there is no feature `{name}`: declare it in features.txt")))
    }

    /// The class of that name.
    pub(super) fn class_named(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|class| class.name == name)
    }

    /// Values as they are written, `animal|food`; `*` are all.
    pub(super) fn values(&self, feature: usize, text: &str, line: &SourceLine<'_>) -> Result<Values> {
        self.find_values(feature, text).ok_or_else(|| {
            let feature = &self.list[feature];
            line.error(format!(
                "`{text}` is not a value of {}: the values are {}",
                feature.name,
                feature.values.join(", ")
            ))
        })
    }

    /// The same, nothing where one of them is no value of the feature.
    pub(super) fn find_values(&self, feature: usize, text: &str) -> Option<Values> {
        let of = |name: &str| {
            let bit = self.list[feature].values.iter().position(|value| value == name).map(|at| 1 << at);
            let all = (name == "*").then(|| self.list[feature].all());
            bit.or(all).or_else(|| self.sets.get(&(feature, name.to_owned())).copied())
        };
        text.split('|').try_fold(0, |values, name| Some(values | of(name)?))
    }
}
