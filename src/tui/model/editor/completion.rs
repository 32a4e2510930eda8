//! The words that are offered while code is typed.

use crate::lang::complete::{Candidate, Completions};

/// A list of words of which one is chosen.
#[derive(Debug, Clone)]
pub struct Completion {
    /// Where the word begins that is completed, in bytes.
    pub start: usize,
    /// The words; never empty.
    pub candidates: Vec<Candidate>,
    /// Which one would be taken.
    pub selected: usize,
}

impl Completion {
    /// The list, if there is anything in it.
    pub fn of(found: Completions) -> Option<Self> {
        let Completions { start, candidates } = found;
        (!candidates.is_empty()).then_some(Self { start, candidates, selected: 0 })
    }

    /// The word that would be taken.
    pub fn chosen(&self) -> Option<&Candidate> {
        self.candidates.get(self.selected)
    }

    /// Goes to the next word or to the one before, around at the ends.
    pub fn step(&mut self, forward: bool) {
        let all = self.candidates.len().max(1);
        self.selected = if forward { (self.selected + 1) % all } else { (self.selected + all - 1) % all };
    }
}
