//! Drawing sentences: rules by their weights, words at random among those that go with what is known.

use super::cells::CellId;
use super::derivation::{Derivation, DerivationNode, NodeKind};
use super::patterns::ChildKind;
use super::{Grammar, Language};

/// No derivation is deeper.
const MAX_DEPTH: usize = 24;
/// After so many choices a sentence is begun again.
const MAX_CHOICES: usize = 2_000;

/// A number below the given one, at random.
pub trait Random: FnMut(u64) -> u64 {}

impl<T: FnMut(u64) -> u64> Random for T {}

/// A derivation while it is drawn.
pub(super) struct SentenceDrawing<'g, R> {
    grammar: &'g Grammar,
    random: R,
    derivation: Derivation,
    choices: usize,
}

impl<'g, R: Random> SentenceDrawing<'g, R> {
    pub(super) fn new(grammar: &'g Grammar, random: R) -> Self {
        Self { grammar, random, derivation: Derivation::default(), choices: 0 }
    }

    /// A sentence; nothing when none was found in so many choices.
    pub(super) fn sentence(mut self) -> Option<Derivation> {
        let cells = self.derivation.first_cells(self.grammar)?;
        self.category(0, &cells, 0)?;
        self.settle();
        Some(self.derivation)
    }

    fn category(&mut self, category: usize, arguments: &[CellId], depth: usize) -> Option<usize> {
        let grammar = self.grammar;
        let mut rules = grammar.patterns.categories[category].rules.clone();
        rules.retain(|&rule| grammar.patterns.rules[rule].weight > 0);
        while depth < MAX_DEPTH && self.choices < MAX_CHOICES {
            let rule = self.weighted(&mut rules)?;
            let (mark, nodes) = (self.derivation.cells.mark(), self.derivation.nodes.len());
            if let Some(node) = self.rule(rule, arguments, depth) {
                return Some(node);
            }
            self.derivation.cells.undo(mark);
            self.derivation.nodes.truncate(nodes);
        }
        None
    }

    /// Takes one of the rules out of the list, by its weight.
    fn weighted(&mut self, rules: &mut Vec<usize>) -> Option<usize> {
        self.choices += 1;
        let weights: Vec<u64> = rules.iter().map(|&rule| self.grammar.patterns.rules[rule].weight).collect();
        self.choose(&weights).map(|at| rules.swap_remove(at))
    }

    /// One of several by their weights; nothing where none has any.
    fn choose(&mut self, weights: &[u64]) -> Option<usize> {
        let total: u64 = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let mut left = (self.random)(total);
        weights.iter().position(|&weight| {
            let is_taken = left < weight;
            left = left.saturating_sub(weight);
            is_taken
        })
    }

    fn rule(&mut self, rule: usize, arguments: &[CellId], depth: usize) -> Option<usize> {
        let grammar = self.grammar;
        let cells = self.derivation.rule_cells(grammar, rule, arguments)?;
        let parts = &grammar.patterns.rules[rule];
        let mut children: Vec<Option<usize>> = vec![None; parts.children.len()];
        for &child in &parts.order {
            let of_child = self.derivation.child_cells(grammar, rule, child, &cells);
            let node = match parts.children[child].of {
                ChildKind::Category(category) => self.category(category, &of_child, depth + 1)?,
                ChildKind::Class(class) => self.word(class, &of_child, &children)?,
            };
            children[child] = Some(node);
        }
        let children = children.into_iter().flatten().collect();
        self.derivation.nodes.push(DerivationNode { of: NodeKind::Rule(rule), cells, children });
        Some(self.derivation.nodes.len() - 1)
    }

    /// A word that is none of the nodes beside it: *poor and honest*, never *poor and poor*.
    fn word(&mut self, class: usize, arguments: &[CellId], beside: &[Option<usize>]) -> Option<usize> {
        self.choices += 1;
        let grammar = self.grammar;
        let known: Vec<u64> = arguments.iter().map(|&cell| self.derivation.cells.values(cell)).collect();
        let beside: Vec<NodeKind> = beside.iter().flatten().map(|&node| self.derivation.nodes[node].of).collect();
        let fits = |entry: &&usize| {
            let has = &grammar.lexicon[**entry].arguments;
            !beside.contains(&NodeKind::Entry(**entry)) && has.iter().zip(&known).all(|(has, known)| has & known != 0)
        };
        let entries: Vec<usize> = grammar.by_class[class].iter().filter(fits).copied().collect();
        if entries.is_empty() {
            return None;
        }
        let entry = entries[(self.random)(entries.len() as u64) as usize];
        self.derivation.add_entry(grammar, entry, arguments)
    }

    /// Chooses one value wherever several are left.
    fn settle(&mut self) {
        let open: Vec<(CellId, usize)> = self.derivation.cells.all().collect();
        for (cell, feature) in open {
            let values = self.derivation.cells.values(cell);
            if values.count_ones() > 1 {
                let weights = self.grammar.features.list[feature].weights.iter().enumerate();
                let possible = weights.map(|(bit, &weight)| if values >> bit & 1 == 1 { weight } else { 0 });
                let chosen = self.choose(&possible.collect::<Vec<_>>());
                // Narrowing to a value that is there leaves that value.
                let _left = self.derivation.cells.narrow(cell, chosen.map_or(values, |bit| 1 << bit));
            }
        }
    }
}

impl Grammar {
    /// The sentence of a derivation all of whose values are chosen.
    pub(super) fn sentence(&self, derivation: &Derivation) -> Result<super::Sentence, super::derivation::MissingForm> {
        let side = |language| Ok(self.inflection(language).spelling.finish(derivation.words(self, language)?));
        let (english, french) = (side(Language::English)?, side(Language::French)?);
        let same = |word: &super::spelling::SentenceWord| {
            let others = english.iter().enumerate();
            let same = others.filter(|(_, other)| other.origins.iter().any(|origin| word.origins.contains(origin)));
            same.map(|(at, _)| at).collect()
        };
        let nouns = self.relations(derivation, ["adjective", "kind"], ["noun", "kind"]);
        let subjects = self.relations(derivation, ["verb", "subject"], ["noun", "kind"]);
        let place = |node: usize| english.iter().rposition(|word| word.origins.contains(&node));
        let places = |pairs: &[[usize; 2]]| -> Vec<[usize; 2]> {
            pairs.iter().filter_map(|&[one, other]| Some([place(one)?, place(other)?])).collect()
        };
        let lemma = |node: usize| match derivation.nodes[node].of {
            NodeKind::Entry(entry) => self.lexicon[entry].lemma.clone(),
            NodeKind::Rule(_) => String::new(),
        };
        Ok(super::Sentence {
            alignment: french.iter().map(same).collect(),
            compositions: nouns.iter().map(|&[adjective, noun]| (lemma(adjective), lemma(noun))).collect(),
            nouns: places(&nouns),
            subjects: places(&subjects),
            english: english.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "),
            french: french.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "),
        })
    }

    /// Words that share a value, as nodes: of which noun an adjective is said, who the subject of a verb is.
    fn relations(&self, derivation: &Derivation, one: [&str; 2], other: [&str; 2]) -> Vec<[usize; 2]> {
        let of = |[class, parameter]: [&str; 2]| -> Vec<(CellId, usize)> {
            let Some(class) = self.features.class_named(class) else { return Vec::new() };
            let parameters = &self.features.classes[class].parameters;
            let Some(at) = parameters.iter().position(|known| known.name == parameter) else { return Vec::new() };
            let words = derivation.nodes.iter().enumerate().filter_map(|(place, node)| match node.of {
                NodeKind::Entry(entry) if self.lexicon[entry].class == class => Some((node.cells[at], place)),
                _ => None,
            });
            words.collect()
        };
        let others = of(other);
        let pairs = of(one).into_iter().flat_map(|(cell, word)| {
            let same = others.iter().filter(move |(other, _)| *other == cell);
            same.map(move |&(_, other)| [word, other]).collect::<Vec<_>>()
        });
        pairs.collect()
    }
}
