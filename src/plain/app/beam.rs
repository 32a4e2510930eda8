//! The beam search of the machine, gone through step by step.

use std::sync::Arc;

use super::super::transcript::Transcript;
use super::super::{beam, speech};
use super::commands::find;
use super::{Focus, PATIENCE, PlainApp};
use crate::app::beam::{BeamInput, BeamTree, WIDTHS, term};
use crate::app::event::{AppEvent, AppRequest};
use crate::words::{say, word};

/// A reader who goes through a beam search step by step.
#[derive(Debug)]
pub(super) struct BeamWalk {
    tree: Arc<BeamTree>,
    /// The step that the reader is at, from 0.
    step: usize,
    /// What greedy decoding wrote for the same sentence.
    greedy: Arc<str>,
}

/// A way from one step of a search to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BeamMove {
    /// To the first.
    First,
    /// To the one before.
    Back,
    /// To the next.
    Next,
    /// To the last.
    Last,
}

impl BeamMove {
    /// The way that a command names, in English or in the spoken language.
    fn named(asked: &str) -> Option<Self> {
        let command = find(asked)?;
        let moves = [("first", Self::First), ("back", Self::Back), ("next", Self::Next), ("last", Self::Last)];
        moves.into_iter().find(|(word, _)| command.is(word)).map(|(_, by)| by)
    }
}

impl BeamWalk {
    /// Where a way leads, if anywhere.
    fn to(&self, by: BeamMove) -> Option<usize> {
        match by {
            BeamMove::First => Some(0),
            BeamMove::Back => self.step.checked_sub(1),
            BeamMove::Next => Some(self.step + 1).filter(|step| *step <= self.tree.last_step()),
            BeamMove::Last => Some(self.tree.last_step()),
        }
    }

    /// The step that the reader is at.
    pub(super) fn describe(&self) -> Transcript {
        beam::step(&self.tree, self.step, &self.greedy)
    }

    /// Where the reader is, in a few words.
    pub(super) fn prompt(&self) -> String {
        say!("plain-prompt-beam", step = self.step + 1, all = self.tree.search.steps())
    }
}

impl PlainApp<'_> {
    /// Goes through the beam search for the sentence of the machine: from its first step, with another width (`beam 5`), or to a step
    /// (`beam last`).
    pub(super) fn beam(&mut self, rest: &str) {
        if rest.is_empty() {
            return self.begin_beam(self.beam_width, Some(BeamMove::First));
        }
        if let Some(width) = rest.parse().ok().filter(|width| WIDTHS.contains(width)) {
            return self.begin_beam(width, None);
        }
        match BeamMove::named(rest) {
            Some(by) if matches!(self.focus, Focus::Beam(_)) => _ = self.move_in_beam(by),
            Some(by) => self.begin_beam(self.beam_width, Some(by)),
            None => {
                let (asked, least, most) = (speech::clean(rest), *WIDTHS.start(), *WIDTHS.end());
                let is_number = rest.parse::<f64>().is_ok();
                self.words(if is_number {
                    say!("plain-beam-width", asked, least, most)
                } else {
                    say!("plain-beam-which", asked, least, most)
                });
            }
        }
    }

    /// Searches and tells the first step, or the last where that is asked for; without a way the reader stays at the step.
    fn begin_beam(&mut self, width: usize, by: Option<BeamMove>) {
        let Some((tree, greedy)) = self.search_beam(width) else { return };
        let step = match (&self.focus, by) {
            (_, Some(BeamMove::Last)) => tree.last_step(),
            (Focus::Beam(walk), None) => tree.step_after(&walk.tree, walk.step),
            _ => 0,
        };
        self.beam_width = width;
        let mut transcript = beam::title(&tree);
        if !matches!(self.focus, Focus::Beam(_)) {
            transcript.say(say!("plain-beam-keys", least = *WIDTHS.start(), most = *WIDTHS.end()));
            let taught = term().and_then(|term| Some((term, self.services.library.find(&term.page)?)));
            if let Some((term, entry)) = taught {
                transcript.say(say!("plain-beam-lesson", lesson = entry.id(), block = term.block.as_str()));
            }
        }
        let walk = BeamWalk { tree, step, greedy };
        transcript.append(walk.describe());
        self.focus = Focus::Beam(walk);
        self.tell_long(transcript);
    }

    /// Lets the machine search and waits for it: the tree, and what greedy decoding writes. What it refuses is told.
    fn search_beam(&mut self, width: usize) -> Option<(Arc<BeamTree>, Arc<str>)> {
        let run = self.machine_run()?;
        let request = AppRequest::SearchBeam(BeamInput::of(&run, width));
        let searched = self.wait_for(request, word!("plain-computing"), PATIENCE, |event| match event {
            AppEvent::BeamSearched(searched) => Some(searched),
            _ => None,
        })?;
        match searched {
            Ok(tree) => Some((tree, Arc::clone(&run.translation))),
            Err(error) => {
                self.words(error.said(word!("machine-broken")));
                None
            }
        }
    }

    /// Goes from step to step. Returns whether a beam search is gone through now.
    pub(super) fn move_in_beam(&mut self, by: BeamMove) -> bool {
        let Focus::Beam(walk) = &mut self.focus else { return false };
        match walk.to(by) {
            Some(step) => {
                walk.step = step;
                let transcript = walk.describe();
                self.tell_long(transcript);
            }
            None if by == BeamMove::Back => self.words(word!("plain-beam-first-step")),
            None => self.words(word!("plain-beam-last-step")),
        }
        true
    }

    /// The continuation of this number while a beam search is gone through.
    pub(super) fn continuation_of_number(&mut self, number: usize) {
        if let Focus::Beam(walk) = &self.focus {
            let transcript = beam::continuation(&walk.tree, walk.step, number);
            self.tell(&transcript);
        }
    }

    /// Back to the page, or to the list of lessons.
    pub(super) fn leave_beam(&mut self) {
        self.focus = Focus::Page;
        self.words(word!("plain-beam-left"));
    }
}
