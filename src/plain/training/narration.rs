//! What is told of a training.

use std::sync::Arc;

use super::{Order, PartsQuestion, PastQuestion, Training};
use crate::nn::Task;
use crate::nn::stages::AttentionPlace;
use crate::notebook::training::preview::{END, START};
use crate::notebook::training::session::{StepSummary, TrainingStart};
use crate::notebook::training::{Exam, ModelPreview, ValueSpread};
use crate::plain::attends::strongest;
use crate::plain::speech::{label, listed, number};
use crate::plain::transcript::Transcript;
use crate::tensor::Axis;
use crate::words::training::unit;
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
            // What is kept or written and where it went back to has reports of its own.
            (Order::Begin | Order::Turn(_) | Order::Keep | Order::Save | Order::Export | Order::Back(_), _) => {
                Transcript::default()
            }
            (Order::Stop, _) => Transcript::of(say!("plain-training-stopped", step = self.step)),
            (Order::Go, _) => Transcript::of(say!("plain-training-going", step = self.step)),
            (Order::Step, Some(newest)) if !self.has_gone_back => {
                let mut transcript = self.point();
                transcript.say(say!("plain-training-norm", norm = number(newest.norm, true)));
                transcript
            }
            (Order::Pause | Order::Step, _) => Transcript::of(say!("plain-training-paused", step = self.step)),
            (Order::Heads(place), _) => self.look.as_deref().map_or_else(no_heads, |look| heads(look, place)),
            (Order::Parts(_), None) if !self.has_gone_back => Transcript::of(word!("plain-training-no-parts")),
            (Order::Parts(reading), newest) => Transcript::of(self.parts(reading, newest.as_deref())),
            (Order::Past(question), _) => self.past(question),
        }
    }

    /// Answers a question about its past.
    pub(in crate::plain) fn past(&self, question: PastQuestion) -> Transcript {
        match question {
            PastQuestion::Snapshots => self.list(),
            PastQuestion::Compare(one, other) => self.compared(one, other).unwrap_or_else(|error| error),
            PastQuestion::Earlier(run) => self.beside_earlier(run).unwrap_or_else(|error| error),
        }
    }

    /// How far it has come; before the first step nothing.
    pub(super) fn point(&self) -> Transcript {
        let Some(newest) = &self.newest else { return Transcript::default() };
        let right = 100.0 * newest.right as f64 / newest.words.max(1) as f64;
        let mut said = say!(
            "plain-training-point",
            step = newest.step,
            steps = self.start.as_ref().map_or(0, |start| start.steps),
            loss = number(newest.loss, true),
            words = number(right.round(), false),
            unit = unit(self.task)
        );
        if let Some(look) = self.look.as_deref().filter(|look| look.step == newest.step) {
            if let Some(loss) = look.validation_loss {
                said = format!("{said} {}", say!("plain-training-validation", loss = number(loss, true)));
            }
            said = format!("{said} {}", sample(look));
        }
        Transcript::of(said)
    }

    /// What each part is like: how long its gradients were at the newest step, or what the newest look found in it.
    fn parts(&self, reading: PartsQuestion, newest: Option<&StepSummary>) -> String {
        let names = || self.start.iter().flat_map(|start| &start.parts).map(Said::said);
        let looked = self.look.iter().flat_map(|look| &look.parts);
        let said = |values: Vec<Option<String>>| {
            let told = names().zip(values).filter_map(|(name, value)| Some(format!("{name} {}", value?)));
            listed(&told.collect::<Vec<_>>())
        };
        let spread = |histogram: &ValueSpread| {
            say!("plain-spread", mean = number(histogram.mean, true), deviation = number(histogram.deviation, true))
        };
        match reading {
            PartsQuestion::Gradients => {
                let Some(newest) = newest else { return say!("plain-training-no-parts-since", step = self.step) };
                let lengths = newest.parts.iter().map(|length| Some(number(*length, true)));
                say!("plain-training-parts", parts = said(lengths.collect()))
            }
            PartsQuestion::Updates => {
                let ratios = looked.map(|part| part.update.map(|ratio| number(ratio, true)));
                say!("plain-training-updates", parts = said(ratios.collect()))
            }
            PartsQuestion::Weights => {
                say!("plain-training-weights", parts = said(looked.map(|part| Some(spread(&part.weights))).collect()))
            }
            PartsQuestion::Activations => {
                let spreads = looked.map(|part| part.activations.as_ref().map(spread));
                say!("plain-training-activations", parts = said(spreads.collect()))
            }
        }
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
    let source = without_end(&sample.source);
    match sample.text.trim() {
        "" => say!("plain-training-silent", source),
        written => say!("plain-training-sample", source, written),
    }
}

/// The words of a sentence without its end.
pub(super) fn without_end(words: &[Arc<str>]) -> String {
    words[..words.len().saturating_sub(1)].join(" ")
}

/// The words of a sentence so that they can be heard; of those that are the same each has the number of its place.
pub(super) fn names(words: &[Arc<str>]) -> Vec<String> {
    let axis = Axis::default().with_labels(words);
    let name = |(place, word): (usize, &Arc<str>)| match &**word {
        END => word!("plain-training-end").to_owned(),
        START => word!("plain-training-start").to_owned(),
        _ => label(&axis.place(place).unwrap_or_default()),
    };
    words.iter().enumerate().map(name).collect()
}

fn no_heads() -> Transcript {
    Transcript::of(word!("plain-training-no-heads"))
}

/// Where each head of these attentions reads for a sentence while the right words are given: for each row the place with the largest
/// share.
fn heads(look: &ModelPreview, place: AttentionPlace) -> Transcript {
    let has_heads = look.heads.iter().any(|head| head.place == place);
    let Some(sample) = look.samples.first().filter(|_| has_heads) else { return no_heads() };
    let (source, wanted) = (listed(&names(&sample.source)), listed(&names(&sample.wanted)));
    let step = look.step;
    let mut transcript = Transcript::of(match place {
        AttentionPlace::Encoder => say!("plain-training-encoder-heads", step, source),
        AttentionPlace::Decoder => say!("plain-training-decoder-heads", step, wanted),
        AttentionPlace::Cross => say!("plain-training-heads", step, source, wanted),
    });
    let (rows, columns) = sample.axes(place);
    let (rows, columns) = (names(rows), names(columns));
    for (at, head) in look.heads.iter().enumerate().filter(|(_, head)| head.place == place) {
        let weight = |row: usize, column: usize| sample.weight(at, (row, column), columns.len());
        let reads: Vec<String> = strongest(&rows, &columns, weight).collect();
        let (layer, head) = (head.layer, head.head);
        transcript.say(say!("plain-training-head", layer, head, reads = reads.join(", ")));
    }
    transcript
}
