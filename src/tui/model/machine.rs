//! The machine on the screen: what it was asked, what came of it, and where the cursor is in it.

use std::sync::Arc;

use super::beam::Beam;
use crate::app::beam::BeamInput;
use crate::app::machine::{MachineInput, MachinePart, MachineRun};

/// The trained translator at work, and the cursor in it.
#[derive(Debug, Clone, Default)]
pub struct Machine {
    /// What it is asked now.
    pub input: MachineInput,
    /// What it was asked before, the last at the end.
    pub before: Vec<MachineInput>,
    /// What came of it; of an older question until the newest is answered.
    pub run: Option<Arc<MachineRun>>,
    /// Why nothing came of the newest question.
    pub trouble: Option<String>,
    /// Whether an answer is awaited.
    pub is_asked: bool,
    /// The attention that the cursor is on, by its place in the run.
    pub attention: usize,
    /// The head that the cursor is on; all of them where it is on none.
    pub head: Option<usize>,
    /// How many pieces are written so far, while the machine is played; otherwise all.
    pub played: Option<usize>,
    /// The beam search for the same sentence.
    pub beam: Beam,
}

impl Machine {
    /// What a beam search is to search now.
    pub fn beam_input(&self) -> Option<BeamInput> {
        self.run.as_ref().map(|run| BeamInput::of(run, self.beam.width))
    }

    /// The part under the cursor.
    pub fn part(&self) -> Option<MachinePart> {
        let attention = self.run.as_ref()?.attentions.get(self.attention)?;
        Some(MachinePart { head: self.head, ..attention.part })
    }

    /// How many pieces are written.
    pub fn step(&self) -> usize {
        let all = self.run.as_ref().map_or(0, |run| run.written.len());
        self.played.unwrap_or(all).min(all)
    }

    /// Writes one piece more or less; behind the last it begins anew, before the first it stays.
    pub fn play(&mut self, forwards: bool) {
        let all = self.run.as_ref().map_or(0, |run| run.written.len());
        let step = self.step();
        self.played = Some(match forwards {
            true if step >= all => 1.min(all),
            true => step + 1,
            false => step.saturating_sub(1).max(1).min(all),
        });
    }

    /// The cursor goes to the attention before or behind.
    pub fn walk(&mut self, step: isize) {
        let last = self.run.as_ref().map_or(0, |run| run.attentions.len().saturating_sub(1));
        self.attention = self.attention.saturating_add_signed(step).min(last);
        let heads = self.run.as_ref().map_or(0, |run| run.heads(self.attention));
        self.head = self.head.map(|head| head.min(heads.saturating_sub(1)));
    }

    /// The cursor goes to the head to the right or to the left; left of the first all heads are meant.
    pub fn walk_heads(&mut self, right: bool) {
        let heads = self.run.as_ref().map_or(0, |run| run.heads(self.attention));
        self.head = match (self.head, right) {
            (None, true) => (heads > 0).then_some(0),
            (Some(head), true) => Some((head + 1).min(heads.saturating_sub(1))),
            (Some(head), false) => head.checked_sub(1),
            (None, false) => None,
        };
    }
}
