//! Words in the making of a sentence, each with what it stands for: so both languages know which of their words mean the same.

/// What a word stands for. The number is that of a phrase: who does it, what it is done to, where, and their owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Article(usize),
    Before(usize),
    Noun(usize),
    After(usize),
    /// *'s* and *de*.
    Of(usize),
    Verb,
    /// *does*, which French has not.
    Helper,
    /// *not*, *never*, *often*; *ne* and *pas*.
    Manner,
    /// What is said of the subject.
    Said,
    Place,
    Time,
}

/// A word, and all that it stands for: *du* is *de* and *le*.
#[derive(Clone, Debug)]
struct Word {
    text: &'static str,
    means: Vec<Meaning>,
}

/// Words in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Words(Vec<Word>);

impl Words {
    /// Words that stand for nothing in particular.
    pub(super) fn plain(texts: impl Iterator<Item = &'static str>) -> Self {
        let words = texts.flat_map(str::split_whitespace);
        Self(words.map(|text| Word { text, means: Vec::new() }).collect())
    }

    /// One more thing that is said, in one word or several.
    pub(super) fn push(&mut self, text: &'static str, meaning: Meaning) {
        self.0.extend(text.split_whitespace().map(|text| Word { text, means: vec![meaning] }));
    }

    /// The sentence.
    pub(super) fn text(&self) -> String {
        self.0.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
    }

    /// For each word the places of those of the other language that stand for the same.
    pub(super) fn aligned(&self, other: &Self) -> Vec<Vec<usize>> {
        let same = |word: &Word| {
            let others = other.0.iter().enumerate();
            let same = others.filter(|(_, other)| other.means.iter().any(|meaning| word.means.contains(meaning)));
            same.map(|(place, _)| place).collect()
        };
        self.0.iter().map(same).collect()
    }

    /// French words that stand side by side melt: *le arbre* to *l' arbre*, then *à le* to *au*, *de les* to *des*.
    pub(super) fn melted(&self) -> Self {
        let mut melted: Vec<Word> = Vec::with_capacity(self.0.len());
        for (place, word) in self.0.iter().enumerate() {
            let vowel = self.0.get(place + 1).is_some_and(|next| is_vowel(next.text));
            let text = match word.text {
                "le" | "la" if vowel => "l'",
                "je" if vowel => "j'",
                "ne" if vowel => "n'",
                "de" if vowel => "d'",
                other => other,
            };
            let both = match (melted.last().map(|last| last.text), text) {
                (Some("à"), "le") => Some("au"),
                (Some("à"), "les") => Some("aux"),
                (Some("de"), "le") => Some("du"),
                (Some("de"), "les") => Some("des"),
                _ => None,
            };
            match (both, melted.last_mut()) {
                (Some(both), Some(last)) => {
                    last.text = both;
                    last.means.extend(&word.means);
                }
                _ => melted.push(Word { text, means: word.means.clone() }),
            }
        }
        Self(melted)
    }
}

/// Whether a French word begins with a vowel that is heard. Every h of the lexicon is silent.
pub(super) fn is_vowel(word: &str) -> bool {
    word.starts_with(['a', 'e', 'i', 'o', 'u', 'y', 'h', 'é', 'è', 'ê', 'à', 'â', 'î', 'ô', 'œ'])
}
