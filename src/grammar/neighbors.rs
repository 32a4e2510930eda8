//! Sentences one word away from another: what to compare a sentence with that went wrong.

use super::Grammar;
use super::written::capitalized;

/// How many words are tried in the place of one.
const TRIED: usize = 40;

/// A sentence that differs from another in one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbor {
    /// The sentence, words and signs with spaces between.
    pub english: String,
    /// The place of the word, from 0.
    pub place: usize,
    /// The word that the other sentence has there.
    pub was: String,
    /// The word that this one has.
    pub is: String,
}

impl Grammar {
    /// Sentences of the grammar that have another word of the same class and form in one place, at most `most` for each place; words that
    /// stand close to one another in the lexicon come first, since they mean similar things.
    ///
    /// ```
    /// let grammar = glassformer::grammar::Grammar::shipped()?;
    /// let near = grammar.neighbors("the cat sleeps .", 1);
    /// assert_eq!(near.len(), 2);
    /// assert!(near.iter().all(|sentence| !grammar.translations(&sentence.english).is_empty()));
    /// # Ok::<(), &glassformer::grammar::Error>(())
    /// ```
    pub fn neighbors(&self, english: &str, most: usize) -> Vec<Neighbor> {
        let text = self.words_of(english);
        let words: Vec<&str> = text.split(' ').collect();
        let mut neighbors = Vec::new();
        for (place, &was) in words.iter().enumerate() {
            let neighbor = |is: String| {
                let sentence = [&words[..place], &[is.as_str()], &words[place + 1..]].concat().join(" ");
                Neighbor { english: sentence, place, was: was.to_owned(), is: is.clone() }
            };
            let candidates = self.instead_of(was).into_iter().take(TRIED).map(neighbor);
            let of_the_grammar = candidates.filter(|neighbor| !self.translations(&neighbor.english).is_empty());
            neighbors.extend(of_the_grammar.take(most));
        }
        neighbors
    }

    /// Words of the class and in the form of a word, the closest in the lexicon first.
    fn instead_of(&self, word: &str) -> Vec<String> {
        let is_large = word.starts_with(char::is_uppercase);
        let Some((entry, form)) = self.surfaces.first_of(&word.to_lowercase()) else { return Vec::new() };
        let wanted = &self.lexicon[entry].english[form].0;
        let mut others = self.by_class[self.lexicon[entry].class].clone();
        others.sort_by_key(|other| other.abs_diff(entry));
        let forms = others.iter().filter_map(|&other| {
            let forms = &self.lexicon[other].english;
            forms.iter().find(|(features, _)| features == wanted).map(|(_, form)| form)
        });
        let forms = forms.filter(|form| !form.contains(' ') && form.to_lowercase() != word.to_lowercase());
        forms.map(|form| if is_large { capitalized(form) } else { form.to_string() }).collect()
    }
}
