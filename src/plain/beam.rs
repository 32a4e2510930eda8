//! A beam search, told step by step: which continuations were looked at, how probable each is, what became of it, and which sentence won.

use super::attends::percent;
use super::machine::{off_said, piece_name};
use super::speech::{label, listed, said_digits};
use super::transcript::Transcript;
use crate::app::beam::BeamTree;
use crate::nn::decoding::Fate;
use crate::nn::tasks::pieces::GOES_ON;
use crate::words::beam::{FateWords, hundredths};
use crate::words::{say, word};

/// What is searched, and how wide.
pub(super) fn title(tree: &BeamTree) -> Transcript {
    let (width, steps) = (tree.search.width, tree.search.steps());
    let mut transcript = Transcript::of(say!("plain-beam-title", width, sentence = &*tree.input.sentence, steps));
    if !tree.input.off.is_empty() {
        transcript.say(off_said(tree.input.off.iter()));
    }
    transcript
}

/// A step, from 0: every continuation that it looked at, the best first, and what led nowhere. After the last, the ranking; `greedy` is
/// what greedy decoding wrote.
pub(super) fn step(tree: &BeamTree, step: usize, greedy: &str) -> Transcript {
    let is_last = step == tree.last_step();
    let (number, all) = (step + 1, tree.search.steps());
    let mut transcript = match tree.most_probable(step).filter(|_| !is_last) {
        Some(best) => Transcript::of(say!("plain-beam-step", number, all, text = text(tree, best))),
        None => Transcript::of(say!("plain-beam-step-last", number, all)),
    };
    for (place, node) in tree.search.looked_at(step).enumerate() {
        let said = line(tree, step, place + 1, node);
        transcript.say(match tree.search.fate(node) {
            // Of all that are kept the reason is the same.
            Fate::GoesOn => said,
            _ => format!("{said} {}", reason(tree, step, node)),
        });
    }
    let kept_before = step.checked_sub(1).and_then(|before| tree.search.alive.get(before)).into_iter().flatten();
    for node in kept_before.filter(|node| tree.search.is_dead_end(**node, step)) {
        let why = reason(tree, step, *node);
        transcript.say(say!("plain-beam-dead-end", fate = fate(tree, step, *node), text = text(tree, *node), why));
    }
    if is_last {
        transcript.append(ranking(tree, greedy));
    } else {
        transcript.append(found(tree, step));
    }
    transcript
}

/// One continuation of a step by its number, from 1: its numbers, what became of it, and why.
pub(super) fn continuation(tree: &BeamTree, step: usize, number: usize) -> Transcript {
    match number.checked_sub(1).and_then(|place| tree.search.looked_at(step).nth(place)) {
        Some(node) => {
            let mut transcript = Transcript::of(line(tree, step, number, node));
            transcript.say(reason(tree, step, node));
            transcript
        }
        None => Transcript::of(say!("plain-beam-no-continuation", number, count = tree.search.looked_at(step).count())),
    }
}

/// `1, kept: maison after “la petite”. Probability 93 percent, log-probability minus 0.07, sum minus 0.35.`
fn line(tree: &BeamTree, step: usize, number: usize, node: usize) -> String {
    let of = &tree.search.nodes[node];
    let token = piece_name(&tree.pieces[node]);
    let what = match of.parent.map(|parent| text(tree, parent)).filter(|before| !before.is_empty()) {
        Some(text) => say!("plain-beam-token", token, text),
        None => token,
    };
    let (log_prob, sum) = (spoken(of.log_prob), spoken(of.sum));
    say!(
        "plain-beam-line",
        number,
        fate = fate(tree, step, node),
        what,
        share = share(of.log_prob.exp()),
        log_prob,
        sum
    )
}

/// The sentences that were finished up to a step, the best first; nothing where there are none.
fn found(tree: &BeamTree, step: usize) -> Transcript {
    let found = tree.search.found(step);
    let said = found.iter().map(|node| {
        let of = &tree.search.nodes[*node];
        // The end token would be heard with each of them.
        let last = of.parent.filter(|_| of.token == tree.search.eos).unwrap_or(*node);
        say!("plain-beam-score", text = text(tree, last), score = spoken(of.score))
    });
    match &said.collect::<Vec<_>>()[..] {
        [] => Transcript::default(),
        sentences => Transcript::of(say!("plain-beam-found", sentences = listed(sentences))),
    }
}

/// What the search found, ranked by its score, and what greedy decoding wrote.
fn ranking(tree: &BeamTree, greedy: &str) -> Transcript {
    let mut transcript = Transcript::of(word!("plain-beam-over"));
    for (place, (best, text)) in tree.search.best.iter().zip(&tree.translations).enumerate() {
        // `[BOS]` is no token of the length.
        let (rank, tokens) = (place + 1, best.ids.len().saturating_sub(1));
        let (sum, score) = (spoken(best.sum), spoken(best.score));
        // Two sequences of tokens may be heard as one text.
        let first = tree.translations.iter().position(|other| other == text).filter(|first| *first < place);
        transcript.say(match first {
            Some(first) => say!("plain-beam-rank-again", rank, first = first + 1, score, sum, tokens),
            None => say!("plain-beam-rank", rank, text = &**text, score, sum, tokens),
        });
    }
    transcript.say(match tree.translations.first() {
        Some(best) if **best == *greedy => word!("plain-beam-greedy-same").to_owned(),
        _ => say!("plain-beam-greedy", text = greedy),
    });
    transcript
}

fn fate(tree: &BeamTree, step: usize, node: usize) -> &'static str {
    FateWords { search: &tree.search, step }.fate(node)
}

fn reason(tree: &BeamTree, step: usize, node: usize) -> String {
    FateWords { search: &tree.search, step }.reason(node, |node| text(tree, node), said_digits)
}

/// A log-probability, a sum or a score with the digits of the screen: the reasons compare those.
fn spoken(number: f64) -> String {
    said_digits(&hundredths(number))
}

/// A probability in percent.
fn share(probability: f64) -> String {
    let is_tiny = (100.0 * probability).round() < 1.0;
    if is_tiny { word!("plain-beam-below-one").to_owned() } else { percent(probability) }
}

/// The sequence up to a node, its pieces put together to words; of `[BOS]` nothing.
fn text(tree: &BeamTree, node: usize) -> String {
    let mut said = String::new();
    for node in &tree.search.path(node)[1..] {
        match tree.pieces[*node].strip_prefix(GOES_ON) {
            Some(rest) => said.push_str(rest),
            None if said.is_empty() => said.push_str(&label(&tree.pieces[*node])),
            None => said = format!("{said} {}", label(&tree.pieces[*node])),
        }
    }
    said
}
