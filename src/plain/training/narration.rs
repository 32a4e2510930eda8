//! What is told of a training.

use std::sync::Arc;

use super::{Answer, End, News, Point, Sample, Trouble};
use crate::nn::Task;
use crate::notebook::training::preview::END;
use crate::notebook::training::{ModelPreview, ParameterGroup};
use crate::plain::speech::{label, listed, number};
use crate::plain::transcript::Transcript;
use crate::tensor::Axis;
use crate::words::{Said, say, word};

/// What is new.
pub(super) fn news(news: &News) -> Transcript {
    match news {
        News::Begun { task, weights, layers, steps } => begun_told(*task, *weights, *layers, *steps),
        News::Point(point) => point_told(point),
        News::Answer(answer) => answer_told(answer),
        News::Rewound { fault, step } => {
            Transcript::of(say!("plain-training-rewound", why = fault.said(), step = *step))
        }
        News::Over(end) => end_told(end),
        News::Stopped { step } => Transcript::of(say!("plain-training-stopped", step = *step)),
        News::Broken(trouble) => Transcript::of(say!("plain-training-failed", why = why(trouble))),
    }
}

fn why(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Refused(refusal) => refusal.said(),
        Trouble::Fault(fault) => fault.said(),
        Trouble::Panic => word!("plain-training-broke").to_owned(),
    }
}

fn begun_told(task: Task, weights: usize, layers: (usize, usize), steps: u64) -> Transcript {
    let learning = match task {
        Task::Copy => word!("learning-to-copy"),
        Task::Reverse => word!("learning-to-reverse"),
        Task::Sort => word!("learning-to-sort"),
        Task::Dates => word!("learning-to-write-dates"),
        Task::Translation => word!("learning-to-translate"),
    };
    let mut transcript =
        Transcript::of(say!("plain-training-begun", learning, encoder = layers.0, decoder = layers.1, weights, steps));
    transcript.say(word!("plain-training-beside"));
    transcript
}

fn point_told(point: &Point) -> Transcript {
    let mut said = say!(
        "plain-training-point",
        step = point.step,
        steps = point.steps,
        loss = number(point.loss, true),
        words = number(point.words.round(), false),
        unit = if point.of_letters { word!("plain-training-letters") } else { word!("plain-training-words") }
    );
    if let Some(sample) = &point.sample {
        said = format!("{said} {}", sample_told(sample));
    }
    Transcript::of(said)
}

fn answer_told(answer: &Answer) -> Transcript {
    match answer {
        Answer::Paused { step } => Transcript::of(say!("plain-training-paused", step = *step)),
        Answer::Going { step } => Transcript::of(say!("plain-training-going", step = *step)),
        Answer::Stepped { point, norm } => {
            let mut transcript = point_told(point);
            transcript.say(say!("plain-training-norm", norm = number(*norm, true)));
            transcript
        }
        Answer::Paced { pace } => Transcript::of(say!("plain-training-paced", factor = number(pace.factor(), false))),
        Answer::Heads(look) => heads_told(look),
        Answer::Parts(parts) if parts.is_empty() => Transcript::of(word!("plain-training-no-parts")),
        Answer::Parts(parts) => {
            let said = |(part, length): &(ParameterGroup, f64)| format!("{} {}", part.said(), number(*length, true));
            let parts = listed(&parts.iter().map(said).collect::<Vec<_>>());
            Transcript::of(say!("plain-training-parts", parts))
        }
    }
}

/// Where each head reads for a sentence while the right words are given: for each of them the place with the largest share.
fn heads_told(look: &ModelPreview) -> Transcript {
    let Some(sample) = look.samples.first().filter(|sample| !sample.attention.is_empty()) else {
        return Transcript::of(word!("plain-training-no-heads"));
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

fn sample_told(sample: &Sample) -> String {
    match sample.written.trim() {
        "" => say!("plain-training-silent", source = sample.source.as_str()),
        written => say!("plain-training-sample", source = sample.source.as_str(), written),
    }
}

fn end_told(end: &End) -> Transcript {
    let mut transcript = Transcript::of(say!("plain-training-over", step = end.step));
    let (first, last) = (number(end.loss.0, true), number(end.loss.1, true));
    let mut learned = vec![say!("plain-training-loss", first, last)];
    for (right, all) in &end.scores {
        learned.push(say!("plain-training-score", right = *right, all = *all));
    }
    transcript.say(learned.join(" "));
    transcript
}
