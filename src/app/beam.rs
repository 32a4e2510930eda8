//! A beam search of the machine: the tree of all beginnings of a translation that it looked at.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::machine::{self, MachinePart, MachineRun};
use crate::nn::decoding::BeamSearch;
use crate::notebook::glossary::{Glossary, GlossaryTerm};
use crate::tensor::Result;

/// How many beginnings may be kept.
pub const WIDTHS: std::ops::RangeInclusive<usize> = 1..=5;
/// How many are kept in the first search: three of them and what they are preferred to can be taken in at once.
pub const DEFAULT_WIDTH: usize = 3;
/// The term of the glossary that says where the search is taught.
const TERM: &str = "beam search";

/// What is searched, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamInput {
    /// The sentence.
    pub sentence: Arc<str>,
    /// What of the machine is switched off.
    pub off: BTreeSet<MachinePart>,
    /// How many beginnings are kept at each step.
    pub width: usize,
}

impl BeamInput {
    /// The search that a run of the machine is compared with.
    pub fn of(run: &MachineRun, width: usize) -> Self {
        Self { sentence: Arc::clone(&run.sentence), off: run.input.off.clone(), width }
    }
}

/// A search that is over.
#[derive(Clone, Debug)]
pub struct BeamTree {
    /// What was asked.
    pub input: BeamInput,
    /// The tree.
    pub search: BeamSearch,
    /// The piece of each node of the tree; that of `[BOS]` is first.
    pub pieces: Vec<Arc<str>>,
    /// The best sentences that were found, as text, the best first.
    pub translations: Vec<Arc<str>>,
}

impl BeamTree {
    /// The pieces from the first to a node, `[BOS]` left out.
    pub fn beginning(&self, node: usize) -> String {
        let pieces: Vec<&str> = self.search.path(node)[1..].iter().map(|node| &*self.pieces[*node]).collect();
        pieces.join(" ")
    }

    /// The last step of the search, from 0.
    pub fn last_step(&self) -> usize {
        self.search.steps().saturating_sub(1)
    }

    /// The node of the most probable sequence at a step, of those that go on and of those that are finished.
    pub fn most_probable(&self, step: usize) -> Option<usize> {
        let search = &self.search;
        let living = search.alive.get(step).and_then(|alive| alive.first()).copied();
        let all = living.into_iter().chain(search.found(step));
        all.max_by(|one, other| search.nodes[*one].sum.total_cmp(&search.nodes[*other].sum))
    }

    /// The step at which a tree is shown after another one was shown at `step`: the same of the same sentence, or its end where that was
    /// shown; of another sentence the first.
    pub fn step_after(&self, before: &Self, step: usize) -> usize {
        if before.input.sentence != self.input.sentence {
            0
        } else if step > 0 && step == before.last_step() {
            self.last_step()
        } else {
            step.min(self.last_step())
        }
    }
}

/// The term of the glossary that says where a beam search is taught.
pub fn term() -> Option<&'static GlossaryTerm> {
    let glossary = Glossary::embedded();
    glossary.terms().get(*glossary.in_text(TERM).first()?)
}

/// Searches.
///
/// # Errors
/// The sentence is empty or too long, in words for its reader.
pub fn search(input: BeamInput) -> Result<Arc<BeamTree>> {
    let translator = machine::translator_without(&input.off, &input.sentence)?;
    let source = translator.read(&input.sentence)?;
    let search = translator.search(&source, input.width)?;
    let pieces = search.nodes.iter().map(|node| Arc::from(translator.words.targets.word(node.token))).collect();
    let translations = search.best.iter().map(|best| translator.text(&source, &best.ids).into()).collect();
    Ok(Arc::new(BeamTree { input, search, pieces, translations }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::machine::{AttentionPlace, MachineInput};
    use crate::nn::decoding::Fate;

    fn searched(width: usize, off: &[MachinePart]) -> (Arc<MachineRun>, Arc<BeamTree>) {
        let input = MachineInput { sentence: Some("the small red house".into()), off: off.iter().copied().collect() };
        let run = machine::run(input).unwrap();
        let tree = search(BeamInput::of(&run, width)).unwrap();
        (run, tree)
    }

    #[test]
    fn beam_of_one_is_the_machine_with_and_without_a_layer() {
        let cross = MachinePart { place: AttentionPlace::Cross, layer: 0, head: None };
        for off in [&[][..], &[cross]] {
            let (run, tree) = searched(1, off);
            let last = tree.search.best[0].node;
            assert_eq!(tree.beginning(last), run.written.join(" "));
            assert_eq!(tree.translations[0], run.translation);
        }
    }

    #[test]
    fn another_width_keeps_the_step_and_another_sentence_begins() {
        let (run, narrow) = searched(1, &[]);
        let wide = search(BeamInput::of(&run, 3)).unwrap();
        assert_eq!(wide.step_after(&narrow, 2), 2);
        assert_eq!(wide.step_after(&narrow, 0), 0);
        assert_eq!(wide.step_after(&narrow, narrow.last_step()), wide.last_step());
        let other = search(BeamInput { sentence: "she sleeps".into(), ..wide.input.clone() }).unwrap();
        assert_eq!(other.step_after(&wide, 2), 0);
    }

    #[test]
    fn most_probable_is_never_one_that_was_dropped() {
        let (_, tree) = searched(3, &[]);
        for step in 0..tree.search.steps() {
            let best = tree.most_probable(step).unwrap();
            assert!(!matches!(tree.search.fate(best), Fate::Dropped { .. }));
            let living = &tree.search.alive[step];
            assert!(living.iter().all(|node| tree.search.nodes[*node].sum <= tree.search.nodes[best].sum));
        }
    }

    #[test]
    fn every_node_has_its_piece_and_a_wider_beam_finds_nothing_worse() {
        let (_, narrow) = searched(1, &[]);
        let (_, wide) = searched(4, &[]);
        assert_eq!(wide.pieces.len(), wide.search.nodes.len());
        // In a larger batch the same sum is rounded otherwise.
        assert!(wide.search.best[0].score >= narrow.search.best[0].score - 1e-6);
        let first: Vec<usize> = wide.search.looked_at(0).collect();
        assert_eq!(first.len(), 8, "twice the width are looked at");
        assert_eq!(first.iter().filter(|node| wide.search.fate(**node) == Fate::GoesOn).count(), 4);
        assert_eq!(wide.beginning(first[0]), "la");
    }
}
