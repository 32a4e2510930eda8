//! The steps by which a cell came to its values: the parts that the screen stops at, or every single operation; listed, told, and gone
//! through one by one.

use super::super::{old, speech, transcript::Transcript, values};
use super::{Focus, PlainApp};
use crate::notebook::left_out::LeftOut;
use crate::notebook::lesson::BlockId;
use crate::notebook::steps::{StepKind, Steps, value};
use crate::notebook::walk::Walk;
use crate::notebook::walk::outline::{Outline, Stop, StopPart};
use crate::notebook::walk::pieces::pieces;
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
    let formula =
        walk.plain_formula(stop).map(|formula| say!("plain-step-formula", name, formula = formula_said(&formula.text)));
    stop_meaning(walk, stop).map(str::to_owned).into_iter().chain(formula).collect()
}

/// The formula of a step in words. A tensor without a name is called by its shape, which would be heard as a list of numbers.
fn formula_said(text: &str) -> String {
    let (mut said, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once('[') {
        said.push_str(before);
        // Right behind a name it is an index.
        let is_index = before.ends_with(|letter: char| letter.is_alphanumeric() || "_])".contains(letter));
        let shape = behind.split_once(']').and_then(|(inside, after)| Some((values::unnamed(inside)?, after)));
        if let Some((words, after)) = shape.filter(|_| !is_index) {
            said.push_str(&words);
            rest = after;
        } else {
            said.push('[');
            rest = behind;
        }
    }
    said.push_str(rest);
    speech::spoken(&said.replace(" + ", &format!(" {} ", word!("plain-sign-plus")))).trim_end().to_owned()
}

/// What a stop is called.
fn name(walk: &Walk, stop: &Stop) -> String {
    match &stop.part {
        Some(StopPart::Layer(role)) => role_in_full(role),
        _ => speech::with_tokens(&stop_name(walk, stop)),
    }
}

/// What kind of step a stop is.
fn kind(walk: &Walk, stop: &Stop) -> &'static str {
    match walk.steps.all().get(stop.at).map(|step| step.kind) {
        Some(StepKind::Module) => word!("plain-step-module"),
        Some(StepKind::Stage) => word!("plain-step-stage"),
        _ => word!("plain-step-operation"),
    }
}

/// A stop in a line: its numbers, what it is, its name and its shape.
fn line(walk: &Walk, stop: &Stop) -> String {
    let shape = walk.value(stop.at).filter(|tensor| tensor.ndim() > 0).map(values::shape);
    let shape = shape.unwrap_or_else(|| word!("plain-one-number").to_owned());
    if is_group(walk, stop) {
        return say!("plain-step-part", steps = asked(walk, stop), name = name(walk, stop), shape);
    }
    say!("plain-step", number = stop.at + 1, kind = kind(walk, stop), name = name(walk, stop), shape)
}

/// The same of a stop that the reader stands at: which of those beside it, without the shape, which its values begin with.
fn title(walk: &Walk, outline: &Outline, at: usize, stop: &Stop) -> String {
    let (place, all) = outline.numbers(at).last().copied().unwrap_or_default();
    let name = name(walk, stop);
    let title = if is_group(walk, stop) {
        say!("plain-step-part-title", steps = asked(walk, stop), name)
    } else {
        say!("plain-step-title", number = stop.at + 1, kind = kind(walk, stop), name)
    };
    say!("plain-step-of", number = place + 1, all, title)
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

/// Every stop, with how many others it is inside of.
fn every(walk: &Walk, outline: &Outline, is_asked: impl Fn(&Stop) -> bool) -> Transcript {
    let mut transcript = Transcript::default();
    for stop in outline.all().iter().filter(|stop| !stop.is_heading && is_asked(stop)) {
        let line = line(walk, stop);
        transcript.say(if stop.level > 0 { say!("plain-step-level", level = stop.level + 1, line) } else { line });
    }
    transcript
}

/// What a stop is there for, how it was computed, and its values.
fn told(walk: &Walk, stop: &Stop) -> Transcript {
    let mut transcript = Transcript::default();
    for words in meaning(walk, stop) {
        transcript.say(words);
    }
    if let Some(tensor) = walk.value(stop.at) {
        let step = walk.steps.all().get(stop.at);
        let name = step.map(|step| step.path.as_deref().unwrap_or(&step.name)).unwrap_or_default();
        let ask = format!("{} {}", word!("plain-step-word"), stop.at + 1);
        transcript.append(values::tensor_told(name, &ask, tensor));
    }
    transcript
}

/// A reader who goes through a run stop by stop, as with a debugger.
#[derive(Debug)]
pub(super) struct StepWalk {
    walk: Walk,
    outline: Outline,
    /// Whether it stops at every operation.
    is_whole: bool,
    /// The line of the outline that the reader is at; before the first there is none.
    at: Option<usize>,
}

/// A way from one stop to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepMove {
    /// To the next one that is not inside of it.
    Next,
    /// To the one before.
    Back,
    /// To the first one inside of it.
    Into,
}

impl StepWalk {
    fn to(&self, by: StepMove) -> Option<usize> {
        match (self.at, by) {
            (None, StepMove::Back) => None,
            (None, _) => self.outline.inner(None).first().copied(),
            (Some(at), StepMove::Next) => self.outline.over(at),
            (Some(at), StepMove::Back) => self.outline.back(at),
            (Some(at), StepMove::Into) => self.outline.enter(at),
        }
    }

    /// What the attention that the reader is at, or inside of, could be computed without.
    pub(super) fn pieces(&self, block: &BlockId) -> Vec<LeftOut> {
        self.at.map(|at| pieces(&self.walk, &self.outline, at, block)).unwrap_or_default()
    }

    /// The stop that the reader is at.
    pub(super) fn describe(&self) -> Transcript {
        let Some((at, stop)) = self.at.and_then(|at| Some((at, self.outline.all().get(at)?))) else {
            return Transcript::of(word!("plain-steps-keys"));
        };
        let mut transcript = Transcript::of(title(&self.walk, &self.outline, at, stop));
        transcript.append(told(&self.walk, stop));
        let inside = self.outline.inner(Some(at)).len();
        if inside > 0 {
            transcript.say(say!("plain-step-contains", count = inside));
        }
        transcript
    }
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

    /// The steps of the block, or in words why none are told.
    fn walk_here(&self) -> Result<Walk, String> {
        let Some(open) = self.lesson() else { return Err(word!("plain-no-lesson").to_owned()) };
        let run = open.block().and_then(|block| open.report(block)?.run.clone());
        let none = || word!("plain-no-steps").to_owned();
        let run = run.ok_or_else(none)?;
        if let Some(question) = open.block().and_then(|block| open.hides_steps(block)) {
            let place = open.position(&question).map_or(0, |place| place + 1);
            return Err(say!("plain-hidden-steps", block = place, ask = open.asked(&question)));
        }
        let walk = Walk::of(&run);
        if walk.steps.all().is_empty() { Err(none()) } else { Ok(walk) }
    }

    /// The steps by which the cell came to its values; `steps 4` tells the value of one, and the steps inside it; `steps all` every
    /// operation. From there they are gone through one by one.
    pub(super) fn steps(&mut self, rest: &str) {
        let walk = match self.walk_here() {
            Ok(walk) => walk,
            Err(words) => return self.words(words),
        };
        let wanted = say!("plain-which-step", count = walk.steps.all().len());
        let Some(query) = query(rest) else { return self.words(wanted) };
        match query.steps {
            None => self.list_steps(walk, query.is_whole),
            Some(asked) => self.tell_steps(walk, query.is_whole, asked, wanted),
        }
    }

    /// Lists the steps, and stands before the first of them.
    fn list_steps(&mut self, walk: Walk, is_whole: bool) {
        let (parts, whole) = (walk.outline(false), walk.outline(true));
        let mut transcript = self.age_of_steps();
        transcript.say(word!("plain-steps-keys"));
        transcript.append(if is_whole { every(&walk, &whole, |_| true) } else { listed(&walk, &parts, None) });
        if !is_whole && parts != whole {
            transcript.say(word!("plain-steps-folded"));
        }
        let outline = if is_whole { whole } else { parts };
        self.focus = Focus::Steps(StepWalk { walk, outline, is_whole, at: None });
        self.tell_long(transcript);
    }

    /// Tells the step that is asked for, and stands at it; where the numbers are no part of the outline, lists these operations.
    fn tell_steps(&mut self, walk: Walk, is_whole: bool, asked: (usize, usize), wanted: String) {
        let (parts, whole) = (walk.outline(false), walk.outline(true));
        let in_parts = found(&walk, &parts, asked).filter(|_| !is_whole);
        // An operation that is folded away can be asked for by its number as well.
        let found = in_parts.map(|at| (at, parts)).or_else(|| Some((found(&walk, &whole, asked)?, whole.clone())));
        let mut transcript = self.age_of_steps();
        let Some((at, outline)) = found else {
            let (first, last) = asked;
            if first >= last || last >= walk.steps.all().len() {
                return self.words(wanted);
            }
            transcript.append(every(&walk, &whole, |stop| (first..=last).contains(&stop.at)));
            return self.tell_long(transcript);
        };
        if let Some(stop) = outline.all().get(at) {
            transcript.append(told(&walk, stop));
            transcript.say(say!("plain-step-why", number = stop.at + 1));
        }
        let inside = listed(&walk, &outline, Some(at));
        if inside.is_empty() {
            transcript.say(word!("plain-no-inner-steps"));
        }
        transcript.append(inside);
        let is_whole = is_whole || outline == whole;
        self.focus = Focus::Steps(StepWalk { walk, outline, is_whole, at: Some(at) });
        self.tell_long(transcript);
    }

    /// That the values of the steps are old, where they are.
    fn age_of_steps(&self) -> Transcript {
        let Some(open) = self.lesson() else { return Transcript::default() };
        let standing = open.block().and_then(|block| Some((&block.id, &open.report(block)?.state)));
        old::describe(&open.id().unwrap_or_default(), standing)
    }

    /// The step of this number while steps are gone through.
    pub(super) fn step_of_number(&mut self, number: usize) {
        let is_whole = matches!(&self.focus, Focus::Steps(walk) if walk.is_whole);
        self.steps(&if is_whole { format!("all {number}") } else { number.to_string() });
    }

    /// Goes from step to step. Returns whether steps are gone through now.
    pub(super) fn move_step(&mut self, by: StepMove) -> bool {
        let Focus::Steps(walk) = &mut self.focus else { return false };
        match walk.to(by) {
            Some(at) => {
                walk.at = Some(at);
                self.tell_step();
            }
            None => self.words(match by {
                StepMove::Next => word!("plain-last-step"),
                StepMove::Back => word!("plain-first-step"),
                StepMove::Into => word!("plain-no-inner-steps"),
            }),
        }
        true
    }

    /// Into the step that the reader is at.
    pub(super) fn go_into(&mut self) {
        if !self.move_step(StepMove::Into) {
            self.words(word!("plain-into-what"));
        }
    }

    /// Out of the step that the reader is inside of, or back to the page.
    pub(super) fn leave_step(&mut self) {
        let Focus::Steps(walk) = &mut self.focus else { return };
        let outer = walk.at.and_then(|at| walk.outline.out(at));
        if outer.is_some() {
            walk.at = outer;
            return self.tell_step();
        }
        self.focus = Focus::Page;
        self.words(word!("plain-steps-left"));
    }

    fn tell_step(&mut self) {
        if let Focus::Steps(walk) = &self.focus {
            let transcript = walk.describe();
            self.tell_long(transcript);
        }
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

    #[test]
    fn a_tensor_without_a_name_is_said_by_its_shape() {
        assert_eq!(formula_said("h · [128, 128] + [128]"), "h times a 128 by 128 matrix plus 128 values");
        assert_eq!(formula_said("x · [2, 3, 4]"), "x times a 2 by 3 by 4 tensor");
        assert_eq!(formula_said("embed([PAD], ids)"), "embed([PAD], ids)");
        assert_eq!(formula_said("sqrt(W.shape[1]) + [3, 2]"), "sqrt(W.shape[1]) plus a 3 by 2 matrix");
    }
}
