//! The machine, told: what it reads and writes, how sure it is of each token, what its heads attend to, and what is switched off.

use std::sync::Arc;

use super::attends::{percent, strongest};
use super::speech::{clean, label, listed};
use super::transcript::Transcript;
use crate::app::machine::{AttentionPlace, MachinePart, MachineRun};
use crate::nn::tasks::pieces::GOES_ON;
use crate::tensor::Axis;
use crate::words::{say, word};

/// So many of the likeliest tokens are told at each step, the others only where they are this likely.
const LIKELIEST: usize = 3;
const WORTH_TELLING: f64 = 0.005;

/// A sentence and its translation, without what, and of which token it was least sure.
pub(super) fn translation(run: &MachineRun) -> Transcript {
    let mut transcript =
        Transcript::of(say!("plain-machine-translation", sentence = &*run.sentence, translation = &*run.translation));
    if let Some(whole) = &run.whole {
        transcript.say(off_said(run.input.off.iter()));
        transcript.say(if whole.translation == run.translation {
            word!("plain-machine-same").to_owned()
        } else {
            say!("plain-machine-whole", translation = &*whole.translation)
        });
    }
    if let Some(step) = run.least_sure()
        && let Some((_, probability)) = run.next[step].first()
    {
        let token = names(&run.written).swap_remove(step);
        let (at, all) = (step + 1, run.written.len());
        transcript.say(say!("plain-machine-least-sure", token, at, all, share = percent(*probability)));
    }
    transcript.say(word!("plain-machine-more"));
    transcript
}

/// Token by token what was likely, and what the last cross-attention attended to.
pub(super) fn tokens(run: &MachineRun) -> Transcript {
    let mut transcript = Transcript::of(say!("plain-machine-reads", tokens = listed(&names(&run.source))));
    let cross = run.attentions.iter().rposition(|attention| attention.part.place == AttentionPlace::Cross);
    if let Some(cross) = cross {
        transcript.say(say!("plain-machine-attends", part = name(run.attentions[cross].part)));
    }
    let (written, sources) = (names(&run.written), names(&run.source));
    let weight = |query: usize, key: usize| cross.map_or(0.0, |cross| run.weight(cross, None, (query, key)));
    let attended: Vec<String> = cross.iter().flat_map(|_| strongest(&written, &sources, weight)).collect();
    for step in 0..written.len() {
        let likely = run.next.get(step).into_iter().flatten().take(LIKELIEST).enumerate();
        let likely = likely.take_while(|(place, (_, share))| *place == 0 || *share >= WORTH_TELLING);
        let likely = likely.map(|(_, (piece, share))| format!("{} {}", piece_name(piece), percent(*share)));
        let mut said = say!("plain-machine-token", at = step + 1, likely = listed(&likely.collect::<Vec<_>>()));
        if let Some(attended) = attended.get(step) {
            said = format!("{said} {attended}.");
        }
        transcript.say(said);
    }
    transcript
}

/// The attentions, how many heads each has, and what is switched off.
pub(super) fn parts(run: &MachineRun) -> Transcript {
    let mut transcript = Transcript::of(say!("plain-machine-parameters", count = run.parameters));
    for (at, attention) in run.attentions.iter().enumerate() {
        let mut said = say!("plain-machine-part", part = name(attention.part), count = run.heads(at));
        let mut off = run.input.off.iter().filter(|part| part.is_of(attention.part)).peekable();
        if off.peek().is_some() {
            said = format!("{said} {}", off_said(off));
        }
        transcript.say(said);
    }
    transcript.say(word!("plain-machine-keys"));
    transcript
}

/// What an attention, or one head of it, attends to: for each query the key with the largest weight.
pub(super) fn heads(run: &MachineRun, part: MachinePart) -> Transcript {
    if run.input.is_off(part) {
        return Transcript::of(say!("plain-machine-is-off", part = name(part)));
    }
    let Some(at) = run.attentions.iter().position(|attention| part.is_of(attention.part)) else {
        return Transcript::default();
    };
    let [queries, keys] = run.axes(part.place, word!("plain-training-start")).map(|words| names(&words));
    let mut transcript = Transcript::of(match part.head {
        Some(_) => say!("plain-machine-head-attends", part = name(part)),
        None => say!("plain-machine-attends", part = name(part)),
    });
    for said in strongest(&queries, &keys, |query, key| run.weight(at, part.head, (query, key))) {
        transcript.say(said);
    }
    transcript
}

/// The part that somebody names: `cross 1`, `encoder 0 head 2`. What is wrong with the name otherwise.
pub(super) fn part(asked: &str, run: &MachineRun) -> Result<MachinePart, String> {
    let which = || say!("plain-machine-which", asked = clean(asked));
    let lower = asked.to_lowercase();
    let mut words = lower.split_whitespace();
    let place = match words.next().unwrap_or_default() {
        "encoder" => AttentionPlace::Encoder,
        "decoder" => AttentionPlace::Decoder,
        "cross" => AttentionPlace::Cross,
        _ => return Err(which()),
    };
    let numbers: Result<Vec<usize>, String> = words
        .filter(|word| !["layer", "head", word!("plain-layer"), word!("plain-head")].contains(word))
        .map(|word| word.parse().map_err(|_| which()))
        .collect();
    let (layer, head) = match numbers?[..] {
        [layer] => (layer, None),
        [layer, head] => (layer, Some(head)),
        _ => return Err(which()),
    };
    let part = MachinePart { place, layer, head };
    let at = run.attentions.iter().position(|attention| part.is_of(attention.part));
    match at {
        Some(at) if head.is_none_or(|head| head < run.heads(at)) => Ok(part),
        _ => Err(say!("plain-machine-no-part", part = name(part))),
    }
}

/// What is switched off.
pub(super) fn off_said<'p>(parts: impl Iterator<Item = &'p MachinePart>) -> String {
    say!("plain-machine-off", parts = listed(&parts.map(|part| name(*part)).collect::<Vec<_>>()))
}

/// An attention by its place and its layer.
pub(super) fn attention_name(place: AttentionPlace, layer: usize) -> String {
    match place {
        AttentionPlace::Encoder => say!("plain-machine-encoder", layer),
        AttentionPlace::Decoder => say!("plain-machine-decoder", layer),
        AttentionPlace::Cross => say!("plain-machine-cross", layer),
    }
}

fn name(part: MachinePart) -> String {
    let attention = attention_name(part.place, part.layer);
    part.head.map_or_else(|| attention.clone(), |head| say!("plain-machine-head", part = &*attention, head))
}

/// The tokens so that they can be heard; of those that are written alike each has the number of its place.
fn names(words: &[Arc<str>]) -> Vec<String> {
    let axis = Axis::default().with_labels(words);
    (0..words.len()).map(|place| piece_name(&axis.place(place).unwrap_or_default())).collect()
}

/// A token so that it can be heard.
pub(super) fn piece_name(piece: &str) -> String {
    match piece.strip_prefix(GOES_ON) {
        Some(rest) => say!("plain-machine-piece", text = label(rest)),
        None => label(piece),
    }
}
