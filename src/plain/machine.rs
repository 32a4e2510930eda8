//! The machine, told: what it reads and writes, how sure it is of each token, what its heads attend to, and what is switched off.

use std::sync::Arc;

use super::speech::{clean, label, listed, number};
use super::transcript::Transcript;
use crate::app::machine::{AttentionPlace, MachineInput, MachinePart, MachineRun};
use crate::tensor::Axis;
use crate::words::{say, word};

/// So many of the likeliest tokens are told at each step, the others only where they are this likely.
const LIKELIEST: usize = 3;
const WORTH_TELLING: f64 = 0.005;
/// The mark of a piece that goes on with the word before it.
const GOES_ON: char = '·';

/// What the machine was asked last, and what came of it.
#[derive(Debug, Default)]
pub(super) struct Machine {
    pub(super) input: MachineInput,
    pub(super) run: Option<Arc<MachineRun>>,
}

/// A sentence and its translation, without what, and of which token it was least sure.
pub(super) fn translation(run: &MachineRun) -> Transcript {
    let mut transcript =
        Transcript::of(say!("plain-machine-translation", sentence = &*run.sentence, translation = &*run.translation));
    if let Some(whole) = &run.whole {
        let parts: Vec<String> = run.input.off.iter().map(|part| name(*part)).collect();
        transcript.say(say!("plain-machine-off", parts = listed(&parts)));
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
    let sources = names(&run.source);
    for (step, token) in names(&run.written).iter().enumerate() {
        let likely = run.next.get(step).into_iter().flatten().take(LIKELIEST).enumerate();
        let likely =
            likely.filter(|(place, (_, share))| *place == 0 || *share >= WORTH_TELLING).map(|(_, likely)| likely);
        let likely = likely.map(|(piece, share)| format!("{} {}", piece_name(piece), percent(*share)));
        let mut said = say!("plain-machine-token", at = step + 1, likely = listed(&likely.collect::<Vec<_>>()));
        let attended = cross.and_then(|cross| most(run, (cross, None), step, sources.len()));
        if let Some((key, share)) = attended {
            said = format!("{said} {}.", say!("plain-training-reads", word = &**token, read = &*sources[key], share));
        }
        transcript.say(said);
    }
    transcript
}

/// The attentions, how many heads each has, and what is switched off.
pub(super) fn parts(run: &MachineRun) -> Transcript {
    let mut transcript = Transcript::of(say!("plain-machine-parameters", count = run.parameters));
    for (at, attention) in run.attentions.iter().enumerate() {
        let off: Vec<String> =
            run.input.off.iter().filter(|part| part.is_of(attention.part)).map(|part| name(*part)).collect();
        let said = say!("plain-machine-part", part = name(attention.part), count = run.heads(at));
        let off = if off.is_empty() {
            String::new()
        } else {
            format!(" {}", say!("plain-machine-off", parts = listed(&off)))
        };
        transcript.say(format!("{said}{off}"));
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
    for (query, word) in queries.iter().enumerate() {
        if let Some((key, share)) = most(run, (at, part.head), query, keys.len()) {
            transcript.say(say!("plain-training-reads", word = &**word, read = &*keys[key], share));
        }
    }
    transcript
}

/// The key with the largest weight for a query, and its share in percent.
fn most(run: &MachineRun, (at, head): (usize, Option<usize>), query: usize, keys: usize) -> Option<(usize, String)> {
    let weight = |key: &usize| run.weight(at, head, (query, *key));
    let most = (0..keys).max_by(|one, other| weight(one).total_cmp(&weight(other)))?;
    Some((most, percent(weight(&most))))
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

fn name(part: MachinePart) -> String {
    let layer = part.layer;
    let attention = match part.place {
        AttentionPlace::Encoder => say!("plain-machine-encoder", layer),
        AttentionPlace::Decoder => say!("plain-machine-decoder", layer),
        AttentionPlace::Cross => say!("plain-machine-cross", layer),
    };
    part.head.map_or_else(|| attention.clone(), |head| say!("plain-machine-head", part = &*attention, head))
}

/// The tokens so that they can be heard; of those that are written alike each has the number of its place.
fn names(words: &[Arc<str>]) -> Vec<String> {
    let axis = Axis::default().with_labels(words);
    (0..words.len()).map(|place| piece_name(&axis.place(place).unwrap_or_default())).collect()
}

fn piece_name(piece: &str) -> String {
    match piece.strip_prefix(GOES_ON) {
        Some(rest) => say!("plain-machine-piece", text = label(rest)),
        None => label(piece),
    }
}

fn percent(share: f64) -> String {
    number((100.0 * share).round(), false)
}
