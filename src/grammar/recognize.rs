//! Recognizing sentences: which are of the grammar, and all of their translations.
//!
//! An Earley parser (1970) over the English sides of the rules, whose states know the values that their variables can still have. What
//! it finds is put together once more by unification, and holds only if that gives the very sentence.

use std::collections::{HashMap, HashSet};

use super::Grammar;
use super::cells::CellId;
use super::derivation::{Derivation, DerivationNode, NodeKind};
use super::features::Values;
use super::inflection::WordForm;
use super::lexicon::LexiconEntry;
use super::patterns::{ChildKind, Symbol, Term};
use super::spelling::shapes;
use super::written::{capitalized, with_straight_apostrophes, without_signs};

/// So many derivations of a sentence are looked at.
const MAX_DERIVATIONS: usize = 256;
/// Short forms of several meanings are tried until a sentence has so many readings.
const MAX_READINGS: usize = 8;

/// The English forms of the lexicon by their first word.
#[derive(Clone, Debug, Default)]
pub(super) struct Surfaces(HashMap<Box<str>, Vec<SurfaceForm>>);

/// A form of a word: an entry, which of its forms, and its words.
#[derive(Clone, Debug)]
struct SurfaceForm {
    entry: usize,
    form: usize,
    words: Box<[Box<str>]>,
}

impl Surfaces {
    pub(super) fn of(lexicon: &[LexiconEntry]) -> Self {
        let mut surfaces = Self::default();
        for (at, entry) in lexicon.iter().enumerate() {
            for (form, (_, text)) in entry.english.iter().enumerate() {
                let words: Box<[Box<str>]> = text.to_lowercase().split_whitespace().map(Box::from).collect();
                if let Some(first) = words.first() {
                    surfaces.0.entry(first.clone()).or_default().push(SurfaceForm { entry: at, form, words });
                }
            }
        }
        // Almost every word has one meaning.
        surfaces.0.values_mut().for_each(Vec::shrink_to_fit);
        surfaces
    }

    /// Every word of the lexicon that is written so.
    pub(super) fn all_of(&self, word: &str) -> impl Iterator<Item = usize> {
        let surfaces = self.0.get(word).into_iter().flatten();
        surfaces.filter(|surface| surface.words.len() == 1).map(|surface| surface.entry)
    }

    /// The first word of the lexicon that is written so, and which of its forms that is.
    pub(super) fn first_of(&self, word: &str) -> Option<(usize, usize)> {
        self.0.get(word)?.iter().find(|surface| surface.words.len() == 1).map(|surface| (surface.entry, surface.form))
    }
}

/// A rule part of which was found: where it began, how far it is, and what is still possible for its variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct EarleyState {
    rule: usize,
    dot: usize,
    start: usize,
    variables: Vec<Values>,
}

/// How a state came about: the state before it and what was found then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EarleyStep {
    before: StatePosition,
    found: StepFound,
}

/// A state, by its column and its number there.
type StatePosition = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepFound {
    /// Words as they are.
    Words,
    /// A word of the lexicon.
    Entry(usize),
    /// A phrase, by its last state.
    Phrase(StatePosition),
}

/// All states that end at one place of a sentence.
#[derive(Clone, Debug, Default)]
struct EarleyColumn {
    states: Vec<EarleyState>,
    steps: Vec<Vec<EarleyStep>>,
    known: HashMap<EarleyState, usize>,
    predicted: HashSet<usize>,
    /// The states that wait for a category here.
    waiting: HashMap<usize, Vec<usize>>,
}

impl EarleyColumn {
    fn add(&mut self, state: EarleyState, step: Option<EarleyStep>) {
        let at = *self.known.entry(state.clone()).or_insert_with(|| {
            self.states.push(state);
            self.steps.push(Vec::new());
            self.states.len() - 1
        });
        if let Some(step) = step.filter(|step| !self.steps[at].contains(step)) {
            self.steps[at].push(step);
        }
    }
}

/// A derivation as the parser finds it.
#[derive(Clone, Debug)]
enum ParseTree {
    Rule(usize, Vec<ParseTree>),
    Entry(usize),
}

impl Grammar {
    /// All translations of an English sentence, as a person writes it, the usual one first; none if it is not of this grammar.
    pub fn translations(&self, english: &str) -> Vec<String> {
        self.translated_with_a_sign(&words_read(&self.words_of(english)))
    }

    /// All translations of words, with the sign that is missing at their end if one is.
    fn translated_with_a_sign(&self, words: &[String]) -> Vec<String> {
        let found = self.translated(words);
        if !found.is_empty() || words.last().is_some_and(|last| last == "." || last == "?") {
            return found;
        }
        // Somebody who writes no sign may mean a question.
        let signs = [".", "?"].iter().map(|sign| [words, &[(*sign).to_owned()]].concat());
        signs.map(|words| self.translated(&words)).find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn translated(&self, words: &[String]) -> Vec<String> {
        let mut translations: Vec<String> = Vec::new();
        for tree in Chart::of(self, words).trees() {
            for derivation in self.settled(&tree) {
                let Ok(sentence) = self.sentence(&derivation) else { continue };
                let is_same = sentence.english.to_lowercase().split(' ').eq(words.iter().map(String::as_str));
                if is_same && !translations.contains(&sentence.french) {
                    translations.push(sentence.french);
                }
            }
        }
        translations
    }

    /// An English sentence, as a person writes it, in words and signs with spaces between: *do not* for *don't*. Capitals stay. Of a short
    /// form with several meanings that is taken with which the sentence is of the grammar.
    ///
    /// ```
    /// let grammar = glassformer::grammar::Grammar::shipped()?;
    /// assert_eq!(grammar.words_of("I don't see the king's hat."), "I do not see the king 's hat .");
    /// assert_eq!(grammar.words_of("It's red."), "It is red .");
    /// assert_eq!(grammar.words_of("He's eaten."), "He has eaten .");
    /// # Ok::<(), &glassformer::grammar::Error>(())
    /// ```
    pub fn words_of(&self, english: &str) -> String {
        let mut readings = self.readings(english);
        let is_known = |reading: &String| !self.translated_with_a_sign(&words_read(reading)).is_empty();
        let known = if readings.len() > 1 { readings.iter().position(is_known) } else { None };
        readings.swap_remove(known.unwrap_or(0))
    }

    /// The sentence with its short forms written out, the usual way first.
    fn readings(&self, english: &str) -> Vec<String> {
        let english = with_straight_apostrophes(english);
        let mut readings = vec![String::new()];
        // Before words are parted from their 's: *it's* is "it is", while *the king's* stays.
        for word in english.split_whitespace() {
            let (bare, signs) = without_signs(word);
            let long = self.english.spelling.expanded(&bare.to_lowercase());
            let is_large = bare.starts_with(char::is_uppercase);
            let long = long.iter().map(|long| if is_large { capitalized(long) } else { long.clone() });
            let mut ways: Vec<String> = long.map(|long| format!("{long}{signs}")).collect();
            if ways.is_empty() || readings.len() >= MAX_READINGS {
                ways.truncate(1);
            }
            if ways.is_empty() {
                ways.push(word.to_owned());
            }
            readings = readings.iter().flat_map(|text| ways.iter().map(move |way| format!("{text} {way}"))).collect();
        }
        readings.iter().map(|text| super::spaced(text)).collect()
    }

    /// The derivations of a tree: one for each choice of what nothing decides.
    fn settled(&self, tree: &ParseTree) -> Vec<Derivation> {
        let mut derivation = Derivation::default();
        let Some(cells) = derivation.first_cells(self) else { return Vec::new() };
        if self.put_together(tree, &cells, &mut derivation).is_none() {
            return Vec::new();
        }
        let mut settled = vec![derivation];
        let open: Vec<(CellId, usize)> =
            settled[0].cells.all().filter(|(_, feature)| self.decides_forms(*feature)).collect();
        for (cell, feature) in open {
            let bits = self.features.list[feature].values.len();
            let each = settled.into_iter().flat_map(|derivation| {
                let values = derivation.cells.values(cell);
                (0..bits).filter(move |bit| values >> bit & 1 == 1).map(move |bit| {
                    let mut chosen = derivation.clone();
                    // The value is one of those that are possible.
                    let _left = chosen.cells.narrow(cell, 1 << bit);
                    chosen
                })
            });
            settled = each.take(MAX_DERIVATIONS).collect();
        }
        settled
    }

    /// Whether a form of some word is chosen by that feature.
    fn decides_forms(&self, feature: usize) -> bool {
        [&self.english, &self.french].iter().any(|inflection| inflection.decides_forms(feature))
    }

    fn put_together(&self, tree: &ParseTree, arguments: &[CellId], derivation: &mut Derivation) -> Option<usize> {
        match tree {
            ParseTree::Entry(entry) => derivation.add_entry(self, *entry, arguments),
            ParseTree::Rule(rule, trees) => {
                let cells = derivation.rule_cells(self, *rule, arguments)?;
                let mut children: Vec<usize> = Vec::with_capacity(trees.len());
                for (child, tree) in trees.iter().enumerate() {
                    let of_child = derivation.child_cells(self, *rule, child, &cells);
                    let node = self.put_together(tree, &of_child, derivation)?;
                    let is_twice = |other: &usize| derivation.nodes[*other].of == derivation.nodes[node].of;
                    if matches!(tree, ParseTree::Entry(_)) && children.iter().any(is_twice) {
                        return None;
                    }
                    children.push(node);
                }
                derivation.nodes.push(DerivationNode { of: NodeKind::Rule(*rule), cells, children });
                Some(derivation.nodes.len() - 1)
            }
        }
    }
}

/// The words of a sentence as the patterns have them: small.
fn words_read(english: &str) -> Vec<String> {
    let mut words: Vec<String> = english.to_lowercase().split_whitespace().map(str::to_owned).collect();
    if words.last().is_some_and(|last| last == "!") {
        words.pop();
    }
    words
}

/// A sentence and all that was found in it.
struct Chart<'g> {
    grammar: &'g Grammar,
    words: &'g [String],
    columns: Vec<EarleyColumn>,
}

impl<'g> Chart<'g> {
    fn of(grammar: &'g Grammar, words: &'g [String]) -> Self {
        let mut chart = Self { grammar, words, columns: vec![EarleyColumn::default(); words.len() + 1] };
        chart.predict(0, 0);
        for at in 0..chart.columns.len() {
            let mut next = 0;
            while next < chart.columns[at].states.len() {
                chart.advance((at, next));
                next += 1;
            }
        }
        chart
    }

    /// All rules of a category, from here.
    fn predict(&mut self, category: usize, at: usize) {
        if !self.columns[at].predicted.insert(category) {
            return;
        }
        for &rule in &self.grammar.patterns.categories[category].rules {
            let of = &self.grammar.patterns.rules[rule];
            let mut variables: Vec<Values> =
                of.variables.iter().map(|&feature| self.grammar.features.list[feature].all()).collect();
            for &(variable, values) in &of.conditions {
                variables[variable] &= values;
            }
            self.columns[at].add(EarleyState { rule, dot: 0, start: at, variables }, None);
        }
    }

    fn advance(&mut self, place: StatePosition) {
        let (at, number) = place;
        let grammar = self.grammar;
        let state = self.columns[at].states[number].clone();
        let rule = &grammar.patterns.rules[state.rule];
        match rule.english.get(state.dot) {
            None => self.complete(place, &state),
            // It stands in French alone.
            Some(Symbol::Tail { .. }) => {}
            Some(Symbol::Word(word)) => {
                for shape in shapes(word) {
                    if self.words.get(at).is_some_and(|read| *read == shape.to_lowercase()) {
                        self.step(place, at + 1, state.variables.clone(), StepFound::Words);
                    }
                }
            }
            Some(Symbol::Function { word, key }) => {
                for (has, form) in &grammar.english.function_words[*word].forms {
                    let words: Vec<&str> = form.split_whitespace().collect();
                    if let Some(variables) =
                        self.reads(at, &words).then(|| narrowed(&state.variables, key, has)).flatten()
                    {
                        self.step(place, at + words.len(), variables, StepFound::Words);
                    }
                }
            }
            Some(Symbol::Child { child, key, .. }) => match rule.children[*child].of {
                ChildKind::Category(category) => {
                    self.columns[at].waiting.entry(category).or_default().push(number);
                    self.predict(category, at);
                }
                ChildKind::Class(class) => self.scan(place, &state, class, &rule.children[*child].arguments, key),
            },
        }
    }

    /// Whether these words stand there.
    fn reads<T: AsRef<str>>(&self, at: usize, words: &[T]) -> bool {
        self.words
            .get(at..at + words.len())
            .is_some_and(|read| read.iter().zip(words).all(|(read, word)| read == word.as_ref()))
    }

    /// Words of the lexicon of a class that stand here.
    fn scan(&mut self, place: StatePosition, state: &EarleyState, class: usize, arguments: &[Term], key: &[Term]) {
        let grammar = self.grammar;
        let surfaces = self.words.get(place.0).and_then(|word| grammar.surfaces.0.get(word.as_str()));
        for SurfaceForm { entry, form, words } in surfaces.into_iter().flatten() {
            let of = &grammar.lexicon[*entry];
            if of.class != class || !self.reads(place.0, words) {
                continue;
            }
            let (has, _): &WordForm = &of.english[*form];
            let variables = narrowed(&state.variables, arguments, &of.arguments);
            if let Some(variables) = variables.and_then(|variables| narrowed(&variables, key, has)) {
                self.step(place, place.0 + words.len(), variables, StepFound::Entry(*entry));
            }
        }
    }

    /// A phrase is found: all that wait for it where it begins go on.
    fn complete(&mut self, place: StatePosition, state: &EarleyState) {
        let grammar = self.grammar;
        let category = grammar.patterns.rules[state.rule].category;
        let parameters = grammar.patterns.categories[category].parameters.len();
        let waiting = self.columns[state.start].waiting.get(&category).cloned().unwrap_or_default();
        for number in waiting {
            let waits = &self.columns[state.start].states[number];
            let rule = &grammar.patterns.rules[waits.rule];
            let Some(Symbol::Child { child, .. }) = rule.english.get(waits.dot) else { continue };
            let arguments = &rule.children[*child].arguments;
            if let Some(variables) = narrowed(&waits.variables, arguments, &state.variables[..parameters]) {
                self.step((state.start, number), place.0, variables, StepFound::Phrase(place));
            }
        }
    }

    fn step(&mut self, before: StatePosition, end: usize, variables: Vec<Values>, found: StepFound) {
        let EarleyState { rule, dot, start, .. } = self.columns[before.0].states[before.1];
        self.columns[end].add(EarleyState { rule, dot: dot + 1, start, variables }, Some(EarleyStep { before, found }));
    }

    /// The derivations of the whole sentence, rules that are drawn before those that are only understood.
    fn trees(&self) -> Vec<ParseTree> {
        let end = self.words.len();
        let whole = self.columns[end].states.iter().enumerate().filter(|(_, state)| {
            let rule = &self.grammar.patterns.rules[state.rule];
            state.start == 0 && rule.category == 0 && state.dot == rule.english.len()
        });
        let mut trees: Vec<ParseTree> =
            whole.flat_map(|(number, _)| self.trees_of((end, number))).take(MAX_DERIVATIONS).collect();
        trees.sort_by_key(|tree| self.rare(tree));
        trees
    }

    /// How many rules of a tree are only understood.
    fn rare(&self, tree: &ParseTree) -> usize {
        match tree {
            ParseTree::Entry(_) => 0,
            ParseTree::Rule(rule, children) => {
                let own = usize::from(self.grammar.patterns.rules[*rule].weight == 0);
                own + children.iter().map(|child| self.rare(child)).sum::<usize>()
            }
        }
    }

    /// The trees that end with this state.
    fn trees_of(&self, place: StatePosition) -> Vec<ParseTree> {
        let rule = self.columns[place.0].states[place.1].rule;
        self.parts(place).into_iter().map(|children| ParseTree::Rule(rule, children)).collect()
    }

    /// The parts that were found up to a state, in every way.
    fn parts(&self, place: StatePosition) -> Vec<Vec<ParseTree>> {
        let steps = &self.columns[place.0].steps[place.1];
        if steps.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for step in steps {
            let found = match step.found {
                StepFound::Words => None,
                StepFound::Entry(entry) => Some(vec![ParseTree::Entry(entry)]),
                StepFound::Phrase(phrase) => Some(self.trees_of(phrase)),
            };
            for before in self.parts(step.before) {
                match &found {
                    None => all.push(before),
                    Some(found) => {
                        all.extend(found.iter().map(|tree| [before.as_slice(), std::slice::from_ref(tree)].concat()));
                    }
                }
                if all.len() > MAX_DERIVATIONS {
                    return all;
                }
            }
        }
        all
    }
}

/// Variables after terms were found to have these values; nothing if one has none left.
fn narrowed(variables: &[Values], terms: &[Term], has: &[Values]) -> Option<Vec<Values>> {
    let mut narrowed = variables.to_vec();
    for (term, &has) in terms.iter().zip(has) {
        let left = match *term {
            Term::Variable(at) => {
                narrowed[at] &= has;
                narrowed[at]
            }
            Term::Values(values) => values & has,
        };
        if left == 0 {
            return None;
        }
    }
    Some(narrowed)
}
