//! The steps by which a cell came to its values: the parts that the screen stops at, or every single operation.

use super::super::{old, speech, transcript::Transcript, values};
use super::PlainApp;
use crate::notebook::steps::{StepKind, Steps, value};
use crate::notebook::walk::Walk;
use crate::notebook::walk::outline::{Outline, Stop, StopPart};
use crate::tensor::Tensor;
use crate::words::architecture::role_in_full;
use crate::words::steps::{stop_meaning, stop_name};
use crate::words::{say, word};

/// What is asked of the steps of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StepsQuery {
    /// Whether every operation is told.
    is_whole: bool,
    /// The steps that are asked for, from 0: one, or the first and the last of a part.
    steps: Option<(usize, usize)>,
}

/// `all`, `12`, `30 to 33`, `all 12`.
fn query(rest: &str) -> Option<StepsQuery> {
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    let is_whole = words.first().is_some_and(|first| ["all", word!("plain-all")].contains(first));
    if is_whole {
        words.remove(0);
    }
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    let steps = match words[..] {
        [] => None,
        [step] => Some((number(step)?, number(step)?)),
        [first, "to", last] => Some((number(first)?, number(last)?)),
        [first, to, last] if to == word!("plain-rows-to") => Some((number(first)?, number(last)?)),
        _ => return None,
    };
    Some(StepsQuery { is_whole, steps })
}

/// How a stop is asked for: `12`, or `30 to 33` where it is several steps.
fn asked(walk: &Walk, stop: &Stop) -> String {
    let steps = stop.steps();
    if is_group(walk, stop) {
        say!("plain-step-range", first = steps.start + 1, last = steps.end)
    } else {
        (stop.at + 1).to_string()
    }
}

/// Whether a stop is several steps, and not one with those inside of it.
fn is_group(walk: &Walk, stop: &Stop) -> bool {
    stop.steps() != (stop.at..walk.steps.end(stop.at))
}

/// The stop that is asked for by the numbers of its steps.
fn found(walk: &Walk, outline: &Outline, (first, last): (usize, usize)) -> Option<usize> {
    let is_it = |stop: &Stop| {
        if first == last { stop.at == first && !is_group(walk, stop) } else { stop.steps() == (first..last + 1) }
    };
    outline.all().iter().position(is_it)
}

/// What a stop is there for, and its formula.
fn meaning(walk: &Walk, stop: &Stop) -> Vec<String> {
    let name = walk.heart(stop).map(|step| step.name.as_str()).unwrap_or_default();
    let formula = walk
        .plain_formula(stop)
        .map(|formula| say!("plain-step-formula", name, formula = speech::spoken(&formula.text)));
    stop_meaning(walk, stop).map(str::to_owned).into_iter().chain(formula).collect()
}

/// A stop in a line: its numbers, what it is, its name and its shape.
fn line(walk: &Walk, stop: &Stop) -> String {
    let shape = walk.value(stop.at).filter(|tensor| tensor.ndim() > 0).map(values::shape);
    let shape = shape.unwrap_or_else(|| word!("plain-one-number").to_owned());
    let name = match &stop.part {
        Some(StopPart::Layer(role)) => role_in_full(role),
        _ => speech::with_tokens(&stop_name(walk, stop)),
    };
    if is_group(walk, stop) {
        return say!("plain-step-part", steps = asked(walk, stop), name, shape);
    }
    let kind = match walk.steps.all().get(stop.at).map(|step| step.kind) {
        Some(StepKind::Module) => word!("plain-step-module"),
        Some(StepKind::Stage) => word!("plain-step-stage"),
        _ => word!("plain-step-operation"),
    };
    say!("plain-step", number = stop.at + 1, kind, name, shape)
}

/// The stops right inside one, or the outermost, each with what only holds it wherever that changes.
fn listed(walk: &Walk, outline: &Outline, outer: Option<usize>) -> Transcript {
    let mut transcript = Transcript::default();
    let mut around = Vec::new();
    for place in outline.inner(outer) {
        let Some(stop) = outline.all().get(place) else { continue };
        let holds = |line: &usize| Some(*line) > outer && outline.all().get(*line).is_some_and(|stop| stop.is_heading);
        let headings: Vec<usize> = outline.inside_of(place).into_iter().filter(holds).collect();
        if headings != around && !headings.is_empty() {
            let names = headings.iter().filter_map(|line| outline.all().get(*line)).map(|stop| stop_name(walk, stop));
            transcript.say(say!("plain-step-inside", names = names.collect::<Vec<_>>().join(", ")));
        }
        around = headings;
        transcript.say(line(walk, stop));
    }
    transcript
}

impl PlainApp<'_> {
    /// The value of a step of the block: `step 40`.
    pub(super) fn step_named(&self, asked: &str) -> Option<Tensor> {
        let (said, number) = asked.split_once(char::is_whitespace)?;
        let place = number.trim().parse::<usize>().ok()?.checked_sub(1)?;
        let open = self.lesson().filter(|_| ["step", word!("plain-step-word")].contains(&said))?;
        let block = open.block().filter(|block| open.hides_steps(block).is_none())?;
        let run = open.report(block)?.run.clone()?;
        value(&run, Steps::of(&run).all().get(place)?).cloned()
    }

    /// The steps by which the cell came to its values; `steps 4` tells the value of one, and the steps inside it; `steps all` every
    /// operation.
    pub(super) fn steps(&mut self, rest: &str) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let run = open.block().and_then(|block| open.report(block)?.run.clone());
        let Some(run) = run else { return self.words(word!("plain-no-steps")) };
        if let Some(question) = open.block().and_then(|block| open.hides_steps(block)) {
            let place = open.position(&question).map_or(0, |place| place + 1);
            return self.words(say!("plain-hidden-steps", block = place, ask = open.asked(&question)));
        }
        let walk = Walk::of(&run);
        let count = walk.steps.all().len();
        if count == 0 {
            return self.words(word!("plain-no-steps"));
        }
        let Some(query) = query(rest) else { return self.words(say!("plain-which-step", count)) };
        let (parts, every) = (walk.outline(false), walk.outline(true));
        let is_folded = parts != every;
        let (mut outline, mut at) = (if query.is_whole { &every } else { &parts }, None);
        if let Some(asked) = query.steps {
            at = found(&walk, outline, asked);
            // An operation that is folded away can be asked for by its number as well.
            if at.is_none() {
                (outline, at) = (&every, found(&walk, &every, asked));
            }
            if at.is_none() {
                return self.words(say!("plain-which-step", count));
            }
        }
        let standing = open.block().and_then(|block| Some((&block.id, &open.report(block)?.state)));
        let mut transcript = old::describe(&open.id().unwrap_or_default(), standing);
        if let Some(stop) = at.and_then(|at| outline.all().get(at)) {
            for words in meaning(&walk, stop) {
                transcript.say(words);
            }
            if let Some(tensor) = walk.value(stop.at) {
                let step = walk.steps.all().get(stop.at);
                let name = step.map(|step| step.path.as_deref().unwrap_or(&step.name)).unwrap_or_default();
                let number = stop.at + 1;
                let ask = format!("{} {number}", word!("plain-step-word"));
                transcript.append(values::tensor_told(name, &ask, tensor));
                transcript.say(say!("plain-step-why", number));
            }
        }
        let inside = listed(&walk, outline, at);
        if inside.is_empty() {
            transcript.say(word!("plain-no-inner-steps"));
        }
        transcript.append(inside);
        if is_folded && at.is_none() && !query.is_whole {
            transcript.say(word!("plain-steps-folded"));
        }
        self.tell_long(transcript);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_asked_for_by_their_numbers() {
        let asked = |is_whole, steps| Some(StepsQuery { is_whole, steps });
        assert_eq!(query(""), asked(false, None));
        assert_eq!(query("12"), asked(false, Some((11, 11))));
        assert_eq!(query("30 to 33"), asked(false, Some((29, 32))));
        assert_eq!(query("all"), asked(true, None));
        assert_eq!(query("all 12"), asked(true, Some((11, 11))));
        assert_eq!([query("0"), query("nine"), query("1 2")], [None, None, None]);
    }
}
