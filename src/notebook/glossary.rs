//! The words of the course: what each means in a sentence, where it is taught, and in which texts it stands.
//!
//! `lessons/GLOSSARY.md` is the one source; `glassformer check` holds its links.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::library;
use super::table::{cells, links, rows};

/// The longest term, in parts such as `causal` and `mask`.
const MAX_PARTS: usize = 4;
/// What may stand between two parts of one term: `one-hot`, `d_{model}`, `W^Q`, `layer norm`.
const JOINTS: &str = " -_^{";
/// The most signs of these between two parts.
const JOINT: usize = 2;
/// Names in code that mean something else than the course's word: `text.split()`, `torch.stack`, `slider(0, 2, value=1)`.
const HOMONYMS: [&str; 3] = [".split", ".stack", "value="];

/// A word of the course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlossaryTerm {
    /// The word, the symbol, or several that belong together: `top-k, top-p`.
    pub name: String,
    /// What it means, in a sentence.
    pub meaning: String,
    /// The file of the lesson that introduces it.
    pub page: String,
    /// The block there.
    pub block: String,
}

/// All of them, in the order of the alphabet.
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    terms: Vec<GlossaryTerm>,
    /// How each name reads without blanks and joints, in small letters, and the place of its term.
    keys: HashMap<String, usize>,
    /// Names of one letter, for which its case counts.
    letters: HashMap<char, usize>,
}

impl Glossary {
    /// The course's own, read once.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Glossary> = LazyLock::new(|| {
            let [_, page] = library::tables();
            Glossary::read(page.text())
        });
        &EMBEDDED
    }

    /// The terms in the tables of a page. A row that does not say where it is taught is passed over: the linter tells it.
    pub fn read(text: &str) -> Self {
        let mut glossary = Self::default();
        for term in rows(text).filter_map(term) {
            let place = glossary.terms.len();
            for name in term.name.split(", ") {
                let mut letters = name.chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) => _ = glossary.letters.insert(letter, place),
                    _ => _ = glossary.keys.insert(key(name), place),
                }
            }
            glossary.terms.push(term);
        }
        glossary
    }

    /// The terms in order.
    pub fn terms(&self) -> &[GlossaryTerm] {
        &self.terms
    }

    /// The places of the terms that a lesson introduces, by the name of its file.
    pub fn introduced_in(&self, page: &str) -> impl Iterator<Item = usize> {
        self.terms.iter().enumerate().filter(move |(_, term)| term.page == page).map(|(place, _)| place)
    }

    /// The places of the terms that stand in a text, each once, in the order of the text; of terms within terms the longest.
    pub fn in_text(&self, text: &str) -> Vec<usize> {
        let parts = parts(text);
        let mut found = Vec::new();
        let mut at = 0;
        while at < parts.len() {
            let (place, length) = self.at(text, &parts, at).unzip();
            if let Some(place) = place.filter(|place| !found.contains(place)) {
                found.push(place);
            }
            at += length.unwrap_or(1);
        }
        found
    }

    /// The longest term that begins with a part, and how many parts it has.
    fn at(&self, text: &str, parts: &[Range<usize>], at: usize) -> Option<(usize, usize)> {
        let first = parts.get(at)?;
        if let Some(place) = letter(text, first).and_then(|letter| self.letters.get(&letter)) {
            return Some((*place, 1));
        }
        let mut joined = String::new();
        let mut best = None;
        for (count, part) in parts.iter().skip(at).take(MAX_PARTS).enumerate() {
            let before = count.checked_sub(1).and_then(|before| parts.get(at + before));
            if before.is_some_and(|before| !is_joint(&text[before.end..part.start])) {
                break;
            }
            joined.push_str(&text[part.clone()].to_lowercase());
            if let Some(place) = singulars(&joined).find_map(|key| self.keys.get(&key)) {
                best = Some((*place, count + 1));
            }
        }
        best.filter(|(_, count)| *count > 1 || !is_homonym(text, first))
    }
}

/// A row `| softmax | Positive shares. | [softmax](05-attention.md#softmax) |`.
fn term(row: &str) -> Option<GlossaryTerm> {
    let mut cells = cells(row).map(str::trim);
    let (name, meaning, shown) = (cells.next()?, cells.next()?, cells.next()?);
    let (page, block) = links(shown).next()?.split_once('#')?;
    Some(GlossaryTerm { name: name.into(), meaning: meaning.into(), page: page.into(), block: block.into() })
}

/// A name without what stands between its parts.
fn key(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_homonym(text: &str, part: &Range<usize>) -> bool {
    let (before, word, behind) = (&text[..part.start], &text[part.clone()], &text[part.end..]);
    HOMONYMS.iter().any(|name| match name.strip_prefix('.') {
        Some(method) => method == word && before.ends_with('.'),
        None => name.strip_prefix(word).is_some_and(|sign| !sign.is_empty() && behind.starts_with(sign)),
    })
}

/// A word as it is written, and what it may be the plural of.
fn singulars(word: &str) -> impl Iterator<Item = String> {
    let cut = |end: &str, other: &str| word.strip_suffix(end).map(|stem| format!("{stem}{other}"));
    [Some(word.to_owned()), cut("s", ""), cut("es", ""), cut("ies", "y")].into_iter().flatten()
}

fn is_joint(between: &str) -> bool {
    between.len() <= JOINT && between.chars().all(|sign| JOINTS.contains(sign))
}

/// The letter of a part that is a single one and stands for itself: `T`, but neither `W.T` nor `x_T`.
fn letter(text: &str, part: &Range<usize>) -> Option<char> {
    let belongs = |sign: char| sign.is_alphanumeric() || "_^.'’{}\\".contains(sign);
    let mut letters = text[part.clone()].chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let before = text[..part.start].chars().next_back();
    let mut after = text[part.end..].chars();
    // A letter at the end of a sentence is one, too.
    let behind = after.next().filter(|sign| *sign != '.' || after.next().is_some_and(char::is_alphanumeric));
    (!before.is_some_and(belongs) && !behind.is_some_and(belongs)).then_some(letter)
}

/// The runs of letters and digits; `LayerNorm` has two.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut before = None;
    for (at, sign) in text.char_indices() {
        let end = at + sign.len_utf8();
        match parts.last_mut().filter(|part| part.end == at) {
            Some(part) if sign.is_alphanumeric() && !is_hump(before, sign) => part.end = end,
            _ if sign.is_alphanumeric() => parts.push(at..end),
            _ => {}
        }
        before = Some(sign);
    }
    parts
}

fn is_hump(before: Option<char>, sign: char) -> bool {
    before.is_some_and(char::is_lowercase) && sign.is_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let glossary = Glossary::embedded();
        glossary.in_text(text).into_iter().map(|place| glossary.terms()[place].name.clone()).collect()
    }

    #[test]
    fn the_words_of_the_course_are_in_order_and_each_is_there_once() {
        let glossary = Glossary::embedded();
        let names: Vec<_> = glossary.terms().iter().map(|term| term.name.to_lowercase()).collect();
        assert!(names.len() > 100 && names.is_sorted_by(|a, b| a < b), "{names:?}");
        let [_, page] = library::tables();
        assert_eq!(names.len(), page.text().lines().filter(|line| line.starts_with("| ")).count() - 1, "every row");
        let softmax = glossary.terms().iter().find(|term| term.name == "softmax").unwrap();
        assert_eq!((&*softmax.page, &*softmax.block), ("05-attention.md", "softmax"));
        assert!(softmax.meaning.ends_with("positive shares that sum to 1."));
    }

    #[test]
    fn a_text_has_its_terms_in_its_order_and_each_once() {
        assert_eq!(found("Scores become shares by softmax; softmax needs a score."), ["score", "softmax"]);
        assert_eq!(found("The causal mask, then another mask."), ["causal mask", "mask"]);
        assert_eq!(found("queries, keys and losses"), ["query", "key", "loss"]);
        assert_eq!(found("Nothing of that kind."), [""; 0]);
        assert_eq!(found(""), [""; 0]);
    }

    #[test]
    fn names_of_code_and_mathematics_are_read_as_the_words_they_are() {
        assert_eq!(found("nn.LayerNorm(d_model)"), ["layer norm", "d_model"]);
        assert_eq!(found(r"\sqrt{d_k} and d_{model}, XW^Q and W_k"), ["d_k", "d_model", "W^Q, W^K, W^V"]);
        assert_eq!(found("F.relu(x), ReLU, one_hot, one-hot"), ["ReLU", "one-hot"]);
        assert_eq!(found("words = s.split(); X = torch.stack(rows); t = slider(0, 1, value=0)"), [""; 0]);
        assert_eq!(found("Split the heads."), ["split", "head"]);
        assert_eq!(found("[i, d]"), [""; 0], "no id");
    }

    #[test]
    fn a_single_letter_is_a_term_only_where_it_stands_alone() {
        assert_eq!(found("a tensor [B, S]"), ["tensor", "B", "S"]);
        assert_eq!(found("W.T, x_h, b, s, B.x"), [""; 0]);
        assert_eq!(found("there are N layers, or T."), ["N", "T"]);
    }

    #[test]
    fn a_row_without_a_place_is_no_term() {
        let text =
            "| Term | Meaning | At |\n|---|---|---|\n| a b | One. | [x](01-x.md#y) |\n| c d | Two. | not yet |\n";
        let glossary = Glossary::read(text);
        assert_eq!(glossary.terms().len(), 1);
        assert_eq!(glossary.in_text("AB, a-b, c d").len(), 1);
    }
}
