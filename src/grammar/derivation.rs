//! A derivation: which rules and words a sentence is made of; and its words in both languages.

use super::cells::{CellId, Cells};
use super::features::Values;
use super::inflection::WordForm;
use super::patterns::{ChildKind, Symbol, Term};
use super::spelling::{ALTERNATIVE, SentenceWord};
use super::written::parted;
use super::{Grammar, Language};

/// A tree of rules and words. Its last node is its root.
#[derive(Clone, Debug, Default)]
pub(super) struct Derivation {
    pub(super) nodes: Vec<DerivationNode>,
    pub(super) cells: Cells,
}

/// A node: a rule with its parts, or a word of the lexicon.
#[derive(Clone, Debug)]
pub(super) struct DerivationNode {
    pub(super) of: NodeKind,
    /// Of a rule its variables, of a word the parameters of its class.
    pub(super) cells: Vec<CellId>,
    /// Indices of nodes, in the order of the rule's children.
    pub(super) children: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum NodeKind {
    Rule(usize),
    Entry(usize),
}

/// A form that there is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MissingForm(pub(super) String);

impl Derivation {
    /// Cells for a sentence, the first category; nothing if there is none.
    pub(super) fn first_cells(&mut self, grammar: &Grammar) -> Option<Vec<CellId>> {
        let parameters = &grammar.patterns.categories.first()?.parameters;
        Some(parameters.iter().map(|parameter| self.any(grammar, parameter.feature)).collect())
    }

    /// A cell that may have every value of a feature.
    fn any(&mut self, grammar: &Grammar, feature: usize) -> CellId {
        self.cells.add(feature, grammar.features.list[feature].all())
    }

    /// Cells for a rule of a category of which that is known. Nothing if it does not apply.
    pub(super) fn rule_cells(&mut self, grammar: &Grammar, rule: usize, arguments: &[CellId]) -> Option<Vec<CellId>> {
        let rule = &grammar.patterns.rules[rule];
        let local = rule.variables.iter().skip(arguments.len());
        let local: Vec<CellId> = local.map(|&feature| self.any(grammar, feature)).collect();
        let cells = [arguments.to_vec(), local].concat();
        rule.conditions.iter().all(|&(at, values)| self.cells.narrow(cells[at], values)).then_some(cells)
    }

    /// The cells that a rule hands to one of its parts.
    pub(super) fn child_cells(
        &mut self,
        grammar: &Grammar,
        rule: usize,
        child: usize,
        cells: &[CellId],
    ) -> Vec<CellId> {
        let child = &grammar.patterns.rules[rule].children[child];
        let parameters = match child.of {
            ChildKind::Category(category) => &grammar.patterns.categories[category].parameters,
            ChildKind::Class(class) => &grammar.features.classes[class].parameters,
        };
        let arguments = child.arguments.iter().zip(parameters);
        let arguments = arguments.map(|(term, parameter)| match *term {
            Term::Variable(at) => cells[at],
            Term::Values(values) => self.cells.add(parameter.feature, values),
        });
        arguments.collect()
    }

    /// A node for a word of the lexicon, if it goes with what is known.
    pub(super) fn add_entry(&mut self, grammar: &Grammar, entry: usize, cells: &[CellId]) -> Option<usize> {
        let values = &grammar.lexicon[entry].arguments;
        let mark = self.cells.mark();
        if cells.iter().zip(values).all(|(&cell, &values)| self.cells.narrow(cell, values)) {
            self.nodes.push(DerivationNode { of: NodeKind::Entry(entry), cells: cells.to_vec(), children: Vec::new() });
            return Some(self.nodes.len() - 1);
        }
        self.cells.undo(mark);
        None
    }

    /// The words of one side, before they change beside one another. Every cell by which a form is chosen has one value.
    pub(super) fn words(&self, grammar: &Grammar, language: Language) -> Result<Vec<SentenceWord>, MissingForm> {
        let mut words = Vec::new();
        if let Some(root) = self.nodes.len().checked_sub(1) {
            self.write(grammar, language, root, 0, &mut words)?;
        }
        Ok(words)
    }

    fn write(
        &self,
        grammar: &Grammar,
        language: Language,
        at: usize,
        field: usize,
        words: &mut Vec<SentenceWord>,
    ) -> Result<(), MissingForm> {
        let node = &self.nodes[at];
        let NodeKind::Rule(rule) = node.of else { return Ok(()) };
        let rule = &grammar.patterns.rules[rule];
        let symbols = match language {
            Language::English => &rule.english,
            Language::French => &rule.french[field],
        };
        for symbol in symbols {
            match symbol {
                Symbol::Word(word) => words.extend(words_of(word, at)),
                Symbol::Function { word, key } => {
                    let word = &grammar.inflection(language).function_words[*word];
                    let form = self.form(&word.forms, key, &node.cells, &word.name)?;
                    words.extend(words_of(form, at));
                }
                Symbol::Tail { child } => {
                    let child = node.children[*child];
                    if let NodeKind::Entry(entry) = self.nodes[child].of {
                        words.extend(words_of(&grammar.lexicon[entry].tail, child));
                    }
                }
                Symbol::Child { child, field, key } => {
                    let child = node.children[*child];
                    match self.nodes[child].of {
                        NodeKind::Rule(_) => self.write(grammar, language, child, *field, words)?,
                        NodeKind::Entry(entry) => {
                            let entry = &grammar.lexicon[entry];
                            let forms = match language {
                                Language::English => &entry.english,
                                Language::French => &entry.french,
                            };
                            let form = self.form(forms, key, &node.cells, &entry.lemma)?;
                            words.extend(words_of(form, child));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The form that a key asks for.
    fn form<'f>(
        &self,
        forms: &'f [WordForm],
        key: &[Term],
        cells: &[CellId],
        of: &str,
    ) -> Result<&'f str, MissingForm> {
        let asked = |term: &Term| match *term {
            Term::Variable(at) => self.cells.values(cells[at]),
            Term::Values(values) => values,
        };
        let asked: Vec<Values> = key.iter().map(asked).collect();
        let fits = |(has, _): &&WordForm| has.iter().zip(&asked).all(|(has, asked)| has & asked != 0);
        let found = forms.iter().find(fits);
        found.map(|(_, form)| &**form).ok_or_else(|| MissingForm(of.to_owned()))
    }
}

/// The words of a form, which come from a node: *porte d'entrée* has three. What has two shapes stays as it is.
fn words_of(text: &str, node: usize) -> Vec<SentenceWord> {
    let parts = text.split_whitespace().flat_map(|part| {
        let parted = if part.contains(ALTERNATIVE) { vec![part.to_owned()] } else { parted(part) };
        parted.into_iter().map(|text| SentenceWord { text, origins: vec![node] })
    });
    parts.collect()
}
