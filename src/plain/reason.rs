//! *Why*, told: the formula in words with the real numbers, what the machine does where that differs, and what it was made of, each
//! by a number that asks on.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::lesson::OpenLesson;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::why::{
    ElementRef, Gradient, NamedValue, WhyAnswer, WhyQuery, first_nan, gradient, standing, uses, why,
};
use crate::tensor::explain::{AsComputed, Otherwise};
use crate::tensor::{Explanation, Expr};
use crate::words::{Said, say, word};

use super::speech::{number, raised, said_digits};
use super::transcript::Transcript;
use super::{maths, old, prose};

/// How many operands are told at once.
const MOST: usize = 24;
/// The longest expression that is told, in characters: a table that somebody typed has hundreds.
const LONGEST: usize = 160;

/// A reader on the way down from a number to what it was made of.
#[derive(Debug)]
pub(super) struct Way {
    /// What was asked, the first question first.
    trail: Vec<WhyQuery>,
    /// The gradient that is read; without one the reasons of the values are.
    gradient: Option<Arc<Gradient>>,
}

impl Way {
    /// From an element.
    pub(super) fn from(element: ElementRef) -> Self {
        Self { trail: vec![WhyQuery::Element(element)], gradient: None }
    }

    /// A gradient, with respect to an element.
    pub(super) fn of_gradient(gradient: Arc<Gradient>, element: ElementRef) -> Self {
        Self { trail: vec![WhyQuery::Element(element)], gradient: Some(gradient) }
    }

    /// The element that is asked about, if it is one.
    pub(super) fn element(&self) -> Option<&ElementRef> {
        match self.trail.last()? {
            WhyQuery::Element(element) => Some(element),
            _ => None,
        }
    }

    fn why(&self, outcome: &EvaluationOutcome) -> Option<WhyAnswer> {
        let asked = self.trail.last()?;
        match &self.gradient {
            Some(gradient) => gradient::why(outcome, gradient, asked),
            None => why(outcome, asked),
        }
    }

    /// Asks on: the operand of this number, from 1. Returns whether there is one that can be asked.
    pub(super) fn down(&mut self, outcome: &EvaluationOutcome, number: usize) -> bool {
        let asked = self.why(outcome).and_then(|why| {
            let way = number.checked_sub(1).and_then(|place| why.ways().nth(place).cloned());
            way?.asked
        });
        let is_there = asked.is_some();
        self.trail.extend(asked);
        is_there
    }

    /// Back to what was asked before. Returns whether there was anything.
    pub(super) fn up(&mut self) -> bool {
        let is_deep = self.trail.len() > 1;
        if is_deep {
            self.trail.pop();
        }
        is_deep
    }

    /// The explanation, in words; nothing where the page no longer knows how it was made. Why the machine does it otherwise than the
    /// textbook is told once to each listener: `known` holds the reasons that were told. The second is what that leaves out: how the
    /// machine does it where that differs.
    pub(super) fn describe(
        &self,
        outcome: &EvaluationOutcome,
        known: &mut BTreeSet<Otherwise>,
    ) -> Option<(Transcript, Transcript)> {
        let why = self.why(outcome)?;
        let mut transcript =
            why.subject.element().map(|element| age(outcome, element, &why.subject.name)).unwrap_or_default();
        if let Some(gradient) = &self.gradient {
            transcript.say(say!("plain-gradient-of", name = gradient.name()));
        }
        transcript.say(if self.gradient.is_some() { slope(&why) } else { subject(&why) });
        transcript.append(formulas(&why, known));
        transcript.append(made_in(&why));
        if self.gradient.is_none()
            && let Some(born) = self.element().and_then(|element| first_nan(outcome, element))
        {
            transcript.say(say!("plain-born", reason = born.cause.said()));
        }
        transcript.append(ways(&why, self.gradient.is_some()));
        let more = why.explanation.computed.as_ref().map(machine).unwrap_or_default();
        Some((transcript, more))
    }
}

/// That an element is of an old value, if it is.
fn age(outcome: &EvaluationOutcome, element: &ElementRef, name: &str) -> Transcript {
    old::describe(name, standing(outcome, element.origin))
}

/// `weights at query sat, key cat is 0.499.`
fn subject(why: &WhyAnswer) -> String {
    let named = &why.subject;
    let value = shown(named);
    if value.is_empty() {
        return say!("plain-why-whole", name = named.name.as_str(), shape = why.shape.as_str());
    }
    let name = placed(named);
    say!("plain-is", name, value = said_value(value))
}

/// `With respect to weights at query sat, key cat it is 0.0312.`
fn slope(why: &WhyAnswer) -> String {
    let name = placed(&why.subject);
    match &why.subject.value {
        Some(value) => say!("plain-gradient-at", name, value = said_value(value)),
        None => say!("plain-gradient-none", name),
    }
}

fn placed(named: &NamedValue) -> String {
    if named.place.is_empty() {
        return named.said();
    }
    say!("plain-at", name = named.said(), place = raised(&named.place))
}

/// The value of a number, or that it has none.
fn shown(named: &NamedValue) -> &str {
    named.value.as_deref().unwrap_or_else(|| word!("value-none"))
}

/// A number in words; of what is no number the text as it is.
fn said_value(value: &str) -> String {
    if value.parse::<f64>().is_ok() { said_digits(value) } else { value.to_owned() }
}

fn formulas(why: &WhyAnswer, known: &mut BTreeSet<Otherwise>) -> Transcript {
    let explanation = &why.explanation;
    let mut transcript = Transcript::default();
    if let Some(textbook) = &explanation.textbook {
        let said = maths::formula(textbook);
        // Of what was only moved there is no formula to tell.
        if said != said_digits(&explanation.value_text()) {
            transcript.say(say!("plain-it-is", formula = said));
        }
        transcript.append(definitions(textbook));
    }
    if let Some(computed) = &explanation.computed {
        if !is_right(explanation) {
            // Without it the number could not be understood.
            transcript.append(machine(computed));
        } else if known.insert(computed.reason) {
            transcript.say(say!("plain-machine-otherwise", reason = computed.reason.said()));
        }
    }
    if let Some(note) = &why.note {
        transcript.say(say!("plain-remark", note = note.said()));
    }
    transcript
}

/// Whether the formula of the textbook comes to the value: far from zero its numbers may be too large for that.
fn is_right(explanation: &Explanation) -> bool {
    const TOLERANCE: f64 = 1e-2;
    let value = explanation.value;
    let is_near = |said: f64| (said - value).abs() <= TOLERANCE * value.abs() + f64::from(f32::EPSILON);
    explanation.textbook.as_ref().is_some_and(|textbook| is_near(textbook.value()) || value.is_nan())
}

/// How the machine does it.
fn machine(computed: &AsComputed) -> Transcript {
    let mut transcript = Transcript::of(say!("plain-machine", formula = maths::formula(&computed.formula)));
    transcript.append(definitions(&computed.formula));
    transcript.say(say!("plain-machine-why", reason = computed.reason.said()));
    transcript
}

fn definitions(formula: &Expr) -> Transcript {
    let mut transcript = Transcript::default();
    for (name, definition) in formula.definitions() {
        let value = number(definition.value(), true);
        transcript.say(say!("plain-with", name, value, formula = maths::formula(definition)));
    }
    transcript
}

fn made_in(why: &WhyAnswer) -> Transcript {
    let Some(source) = &why.made_in else { return Transcript::default() };
    let mut transcript = Transcript::of(say!("plain-made-in", cell = &*source.block, line = source.line));
    let mut text: String = source.text.chars().take(LONGEST).collect();
    if text.len() < source.text.len() {
        text.push_str(" ...");
    }
    transcript.code(text);
    transcript
}

/// What it was made of, numbered.
fn ways(why: &WhyAnswer, is_gradient: bool) -> Transcript {
    let all = why.ways().count();
    let mut transcript = Transcript::default();
    if all == 0 {
        return transcript;
    }
    transcript.say(say!("plain-made-of", count = all));
    for (place, named) in why.ways().enumerate().take(MOST) {
        let (number, name, value) = (place + 1, placed(named), said_value(shown(named)));
        transcript.say(match named.asked {
            Some(_) if is_gradient => say!("plain-gradient-operand", number, name, value),
            Some(_) => say!("plain-operand", number, name, value),
            None => say!("plain-operand-own", number, name, value),
        });
    }
    if all > MOST {
        transcript.say(say!("plain-more-operands", count = all - MOST));
    }
    transcript
}

/// What depends on an element.
pub(super) fn uses_told(open: &OpenLesson, element: &ElementRef) -> Transcript {
    let uses = uses(&open.outcome, element);
    if uses.values.is_empty() && uses.words.is_empty() {
        return Transcript::of(word!("plain-no-uses"));
    }
    let mut transcript = Transcript::of(word!("plain-uses"));
    for value in &uses.values {
        transcript.say(say!(
            "plain-use",
            name = &*value.name,
            cell = &*value.block,
            some = value.elements.len(),
            all = value.count
        ));
    }
    for words in &uses.words {
        let place = open.position(&words.block).map_or(0, |place| place + 1);
        transcript.say(say!("plain-use-words", text = prose::computed(&words.text), block = place));
    }
    if !uses.is_whole {
        transcript.say(word!("plain-uses-cut"));
    }
    transcript
}
