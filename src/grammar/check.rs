//! Checking a grammar: what was written and can never be said, what is drawn and not recognized.

use std::collections::HashSet;

use super::derivation::NodeKind;
use super::generate::{Random, SentenceDrawing};
use super::lexicon::LexiconEntry;
use super::patterns::Rule;
use super::{Error, Grammar, Language, joined};

/// So many sentences are drawn, and so many while something is in none of them: a rare rule may wait for long.
const DRAWN: usize = 60_000;
const DRAWN_AT_MOST: usize = 240_000;
/// One in so many is recognized again.
const RECOGNIZED_ONE_IN: usize = 100;

impl Grammar {
    /// What is wrong with a grammar that could be read: a form that is missing, a rule or a word that is in none of many sentences, a
    /// sentence that is not recognized. Empty if nothing is.
    pub fn check(&self, random: &mut impl Random) -> Vec<Error> {
        let mut problems = Vec::new();
        let mut used: HashSet<NodeKind> = HashSet::new();
        for drawn in 0..DRAWN_AT_MOST {
            if drawn >= DRAWN && drawn.is_multiple_of(1000) && self.is_all_in(&used) {
                break;
            }
            let Some(derivation) = SentenceDrawing::new(self, &mut *random).sentence() else { continue };
            used.extend(derivation.nodes.iter().map(|node| node.of));
            match self.sentence(&derivation) {
                Err(missing) => problems.push(self.missing_form(&missing.0)),
                Ok(sentence) if drawn % RECOGNIZED_ONE_IN == 0 => {
                    let english = joined(&sentence.english, Language::English);
                    if !self.translations(&english).contains(&sentence.french) {
                        problems.push(unrecognized(&english));
                    }
                }
                Ok(_) => {}
            }
        }
        problems.extend(self.unused_rules(&used).map(|rule| Error {
            file: "patterns.txt".to_owned(),
            line: rule.line,
            message: format!(
                "this rule is in none of {DRAWN_AT_MOST} sentences: nothing fits into it, or its weight is too small"
            ),
        }));
        problems.extend(self.unused_words(&used).map(|entry| Error {
            file: "lexicon.txt".to_owned(),
            line: entry.line,
            message: format!("`{}` is in none of {DRAWN_AT_MOST} sentences: no rule asks for what it is", entry.lemma),
        }));
        problems.sort_by(|one, other| (&one.file, one.line).cmp(&(&other.file, other.line)));
        problems.dedup();
        problems
    }

    fn is_all_in(&self, used: &HashSet<NodeKind>) -> bool {
        self.unused_rules(used).next().is_none() && self.unused_words(used).next().is_none()
    }

    /// The rules that are drawn, and that none of these sentences has.
    fn unused_rules(&self, used: &HashSet<NodeKind>) -> impl Iterator<Item = &Rule> {
        let rules = self.patterns.rules.iter().enumerate();
        let unused = rules.filter(|(at, rule)| rule.weight > 0 && !used.contains(&NodeKind::Rule(*at)));
        unused.map(|(_, rule)| rule)
    }

    /// The words that none of these sentences has.
    fn unused_words(&self, used: &HashSet<NodeKind>) -> impl Iterator<Item = &LexiconEntry> {
        let words = self.lexicon.iter().enumerate();
        words.filter(|(at, _)| !used.contains(&NodeKind::Entry(*at))).map(|(_, entry)| entry)
    }

    fn missing_form(&self, word: &str) -> Error {
        let entry = self.lexicon.iter().find(|entry| entry.lemma == word);
        let (file, line) = entry.map_or(("patterns.txt", 1), |entry| ("lexicon.txt", entry.line));
        Error { file: file.to_owned(), line, message: format!("`{word}` lacks a form that a rule asks for") }
    }

    /// How many rules there are, how many words, and how many forms these have in English and in French.
    pub fn size(&self) -> Size {
        let forms = |of: fn(&LexiconEntry) -> &[super::inflection::WordForm]| {
            self.lexicon
                .iter()
                .flat_map(|entry| of(entry).iter().map(|(_, form)| form.as_str()))
                .collect::<HashSet<_>>()
                .len()
        };
        Size {
            rules: self.patterns.rules.len(),
            words: self.lexicon.len(),
            english: forms(|entry| &entry.english),
            french: forms(|entry| &entry.french),
        }
    }
}

fn unrecognized(english: &str) -> Error {
    let message = format!("\"{english}\" is drawn, and is not recognized with its translation");
    Error { file: "patterns.txt".to_owned(), line: 1, message }
}

/// How large a grammar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Its rules.
    pub rules: usize,
    /// The words of its lexicon.
    pub words: usize,
    /// Their different English forms.
    pub english: usize,
    /// Their different French forms.
    pub french: usize,
}
