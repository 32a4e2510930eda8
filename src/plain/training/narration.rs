//! What is told of a training.

use std::sync::Arc;

use super::{Order, Training};
use crate::nn::Task;
use crate::notebook::training::preview::END;
use crate::notebook::training::session::{StepSummary, TrainingStart};
use crate::notebook::training::{Exam, ModelPreview, ParameterGroup};
use crate::plain::speech::{label, listed, number};
use crate::plain::transcript::Transcript;
use crate::tensor::Axis;
use crate::words::{Said, say, word};

/// That it begins, and with what; how many layers the encoder and the decoder have.
pub(super) fn begun(start: &TrainingStart, layers: (usize, usize)) -> Transcript {
    let learning = match start.task {
        Task::Copy => word!("learning-to-copy"),
        Task::Reverse => word!("learning-to-reverse"),
        Task::Sort => word!("learning-to-sort"),
        Task::Dates => word!("learning-to-write-dates"),
        Task::Translation => word!("learning-to-translate"),
    };
    let ((encoder, decoder), weights, steps) = (layers, start.parameters, start.steps);
    let mut transcript = Transcript::of(say!("plain-training-begun", learning, encoder, decoder, weights, steps));
    transcript.say(word!("plain-training-beside"));
    transcript
}

impl Training {
    /// What comes of an order.
    pub(super) fn answer(&self, order: Order) -> Transcript {
        match (order, &self.newest) {
            (Order::Begin | Order::Turn(_), _) => Transcript::default(),
            (Order::Stop, _) => Transcript::of(say!("plain-training-stopped", step = self.step)),
            (Order::Go, _) => Transcript::of(say!("plain-training-going", step = self.step)),
            (Order::Step, Some(newest)) if !self.has_gone_back => {
                let mut transcript = self.point();
                transcript.say(say!("plain-training-norm", norm = number(newest.norm, true)));
                transcript
            }
            (Order::Pause | Order::Step, _) => Transcript::of(say!("plain-training-paused", step = self.step)),
            (Order::Heads, _) => self.look.as_deref().map_or_else(no_heads, heads),
            (Order::Parts, Some(newest)) => Transcript::of(say!("plain-training-parts", parts = self.parts(newest))),
            (Order::Parts, None) => Transcript::of(word!("plain-training-no-parts")),
        }
    }

    /// How far it has come; before the first step nothing.
    pub(super) fn point(&self) -> Transcript {
        let Some(newest) = &self.newest else { return Transcript::default() };
        let of_letters = matches!(self.task, Task::Copy | Task::Reverse | Task::Sort);
        let right = 100.0 * newest.right as f64 / newest.words.max(1) as f64;
        let mut said = say!(
            "plain-training-point",
            step = newest.step,
            steps = self.start.as_ref().map_or(0, |start| start.steps),
            loss = number(newest.loss, true),
            words = number(right.round(), false),
            unit = if of_letters { word!("plain-training-letters") } else { word!("plain-training-words") }
        );
        if let Some(look) = self.look.as_deref().filter(|look| look.step == newest.step) {
            said = format!("{said} {}", sample(look));
        }
        Transcript::of(said)
    }

    /// How long the gradients of each part were at the newest step.
    fn parts(&self, newest: &StepSummary) -> String {
        let parts = self.start.iter().flat_map(|start| &start.parts).zip(&newest.parts);
        let said = |(part, length): (&ParameterGroup, &f64)| format!("{} {}", part.said(), number(*length, true));
        listed(&parts.map(said).collect::<Vec<_>>())
    }

    /// That it is over, and what was learned.
    pub(super) fn over(&self, scores: &[(Exam, usize, usize)]) -> Transcript {
        let mut transcript = Transcript::of(say!("plain-training-over", step = self.step));
        let last = self.newest.as_ref().map_or(f64::NAN, |newest| newest.loss);
        let (first, last) = (number(self.first.unwrap_or(last), true), number(last, true));
        let mut learned = say!("plain-training-loss", first, last);
        if let Some((_, right, all)) = scores.first() {
            learned = format!("{learned} {}", say!("plain-training-score", right = *right, all = *all));
        }
        transcript.say(learned);
        transcript
    }
}

/// What the model makes of the first example.
fn sample(look: &ModelPreview) -> String {
    let Some(sample) = look.samples.first() else { return String::new() };
    let source = sample.source[..sample.source.len() - 1].join(" ");
    match sample.text.trim() {
        "" => say!("plain-training-silent", source),
        written => say!("plain-training-sample", source, written),
    }
}

fn no_heads() -> Transcript {
    Transcript::of(word!("plain-training-no-heads"))
}

/// Where each head reads for a sentence while the right words are given: for each of them the place with the largest share.
fn heads(look: &ModelPreview) -> Transcript {
    let Some(sample) = look.samples.first().filter(|sample| !sample.attention.is_empty()) else {
        return no_heads();
    };
    let names = |words: &[Arc<str>]| {
        let axis = Axis::default().with_labels(words);
        let name = |place: usize| match &*words[place] {
            END => word!("plain-training-end").to_owned(),
            _ => label(&axis.place(place).unwrap_or_default()),
        };
        (0..words.len()).map(name).collect::<Vec<_>>()
    };
    let (source, wanted) = (names(&sample.source), names(&sample.wanted));
    let mut transcript = Transcript::of(say!(
        "plain-training-heads",
        step = look.step,
        source = listed(&source),
        wanted = listed(&wanted)
    ));
    for head in 0..sample.attention.len() {
        let reads = |row: usize| {
            let weight = |column: &usize| sample.weight(head, row, *column);
            let most = (0..source.len()).max_by(|a, b| weight(a).total_cmp(&weight(b)))?;
            let share = number((100.0 * weight(&most)).round(), false);
            let (word, read) = (wanted.get(row)?.as_str(), source.get(most)?.as_str());
            Some(say!("plain-training-reads", word, read, share))
        };
        let reads: Vec<String> = (0..wanted.len()).filter_map(reads).collect();
        let (layer, head) = (head / look.heads.1.max(1) + 1, head % look.heads.1.max(1) + 1);
        transcript.say(say!("plain-training-head", layer, head, reads = reads.join(", ")));
    }
    transcript
}
