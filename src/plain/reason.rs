//! *Why*, told: the formula in words with the real numbers, what the machine does where that differs, and what it was made of, each
//! by a number that asks on.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::lesson::OpenLesson;
use crate::app::veils::hidden_operands;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::why::{
    ElementRef, Gradient, NamedValue, WhyAnswer, WhyQuery, first_nan, gradient, standing, uses, why,
};
use crate::tensor::explain::{AsComputed, Operator, Otherwise, ScalarFunction};
use crate::tensor::{Explanation, Expr};
use crate::words::{Said, say, word};

use super::formula::FormulaSpeaker;
use super::speech::{raised, said_digits};
use super::transcript::Transcript;
use super::{changes, old, prose, values};

/// How many operands are told at once.
const MOST: usize = 24;
/// The longest expression that is told, in characters: a table that somebody typed has hundreds.
const LONGEST: usize = 160;

/// What came of asking on.
#[derive(Debug)]
pub(super) enum Descent {
    /// The operand is asked about now.
    Done,
    /// A question hides the operand, which is called so.
    Hidden(String),
    /// There is no such operand, or nothing made it.
    Nowhere,
}

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

    /// The reasons, without what a question hides.
    fn why(&self, open: &OpenLesson) -> Option<WhyAnswer> {
        let asked = self.trail.last()?;
        let answer = match &self.gradient {
            Some(gradient) => gradient::why(&open.outcome, gradient, asked),
            None => why(&open.outcome, asked),
        };
        answer.map(|answer| open.under_veils(&open.veils(), answer))
    }

    /// Asks on: the operand of this number, from 1.
    pub(super) fn down(&mut self, open: &OpenLesson, number: usize) -> Descent {
        let why = self.why(open);
        let way = why.as_ref().zip(number.checked_sub(1)).and_then(|(why, place)| why.ways().nth(place));
        match way {
            Some(NamedValue { asked: Some(asked), .. }) => {
                self.trail.push(asked.clone());
                Descent::Done
            }
            Some(way) if way.is_hidden() => Descent::Hidden(way.name.clone()),
            _ => Descent::Nowhere,
        }
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
        open: &OpenLesson,
        known: &mut BTreeSet<Otherwise>,
    ) -> Option<(Transcript, Transcript)> {
        let (outcome, why) = (&open.outcome, self.why(open)?);
        let hidden = hidden_operands(&why);
        let speaker = FormulaSpeaker { hidden: &hidden };
        let mut transcript =
            why.subject.element().map(|element| age(outcome, element, &why.subject.name)).unwrap_or_default();
        if let Some(gradient) = &self.gradient {
            transcript.say(say!("plain-gradient-of", name = gradient.name()));
        }
        transcript.say(if self.gradient.is_some() { slope(&why) } else { subject(outcome, &why) });
        transcript.append(formulas(&why, speaker, known));
        transcript.append(made_in(&why));
        if self.gradient.is_none()
            && let Some(born) = self.element().and_then(|element| first_nan(outcome, element))
            && open.question_over_element(&open.veils(), outcome, &born.element).is_none()
        {
            transcript.say(say!("plain-born", reason = born.cause.said()));
        }
        transcript.append(ways(outcome, &why, self.gradient.is_some()));
        let more = why.explanation.computed.as_ref().map(|computed| machine(computed, speaker)).unwrap_or_default();
        Some((transcript, more))
    }
}

/// That an element is of an old value, if it is.
fn age(outcome: &EvaluationOutcome, element: &ElementRef, name: &str) -> Transcript {
    old::describe(name, standing(outcome, element.origin))
}

/// `weights at query sat, key cat is 0.499.`
fn subject(outcome: &EvaluationOutcome, why: &WhyAnswer) -> String {
    let named = &why.subject;
    let value = value_said(outcome, named);
    if value.is_empty() {
        return say!("plain-why-whole", name = named.name.as_str(), shape = why.shape.as_str());
    }
    let is_truth = why.explanation.textbook.as_ref().is_some_and(is_truth);
    let value = match &*value {
        "0" if is_truth => word!("plain-no").to_owned(),
        "1" if is_truth => word!("plain-yes").to_owned(),
        _ => value,
    };
    say!("plain-is", name = placed(named), value)
}

/// Whether a formula gives yes or no.
fn is_truth(formula: &Expr) -> bool {
    match formula {
        Expr::Call(function, _) => {
            matches!(function, ScalarFunction::Not | ScalarFunction::Truth | ScalarFunction::All | ScalarFunction::Any)
        }
        Expr::Binary(operator, ..) => matches!(
            operator,
            Operator::Eq
                | Operator::Ne
                | Operator::Lt
                | Operator::Le
                | Operator::Gt
                | Operator::Ge
                | Operator::And
                | Operator::Or
                | Operator::Xor
        ),
        _ => false,
    }
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
    let name = match named.name.strip_prefix('~') {
        Some(name) => say!("plain-not", name),
        None => named.said(),
    };
    if named.place.is_empty() {
        return name;
    }
    say!("plain-at", name, place = raised(&named.place))
}

/// The value in words, that a question hides it, or that there is none. A text or a list is told as the page tells it.
fn value_said(outcome: &EvaluationOutcome, named: &NamedValue) -> String {
    if named.is_hidden() {
        return word!("plain-hidden-number").to_owned();
    }
    if let Some(WhyQuery::Named(whole)) = &named.asked
        && let Some(value) = whole.value(outcome)
    {
        return values::brief(value);
    }
    said_value(named.value.as_deref().unwrap_or_else(|| word!("value-none")))
}

/// A number in words; of what is no number the text as it is.
fn said_value(value: &str) -> String {
    if value.parse::<f64>().is_ok() { said_digits(value) } else { value.to_owned() }
}

fn formulas(why: &WhyAnswer, speaker: FormulaSpeaker<'_>, known: &mut BTreeSet<Otherwise>) -> Transcript {
    let explanation = &why.explanation;
    let mut transcript = Transcript::default();
    if let Some(textbook) = &explanation.textbook {
        let said = speaker.formula(textbook);
        // Of what was only moved there is no formula to tell.
        if said != said_digits(&explanation.value_text()) {
            transcript.say(say!("plain-it-is", formula = said));
        }
        transcript.append(definitions(textbook, speaker));
    }
    if let Some(computed) = &explanation.computed {
        if !is_right(explanation) {
            // Without it the number could not be understood.
            transcript.append(machine(computed, speaker));
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
fn machine(computed: &AsComputed, speaker: FormulaSpeaker<'_>) -> Transcript {
    let mut transcript = Transcript::of(say!("plain-machine", formula = speaker.formula(&computed.formula)));
    transcript.append(definitions(&computed.formula, speaker));
    transcript.say(say!("plain-machine-why", reason = computed.reason.said()));
    transcript
}

fn definitions(formula: &Expr, speaker: FormulaSpeaker<'_>) -> Transcript {
    let mut transcript = Transcript::default();
    for (name, definition) in formula.definitions() {
        let value = speaker.computed(definition.value(), [definition]);
        transcript.say(say!("plain-with", name, value, formula = speaker.formula(definition)));
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
fn ways(outcome: &EvaluationOutcome, why: &WhyAnswer, is_gradient: bool) -> Transcript {
    let all = why.ways().count();
    let mut transcript = Transcript::default();
    if all == 0 {
        return transcript;
    }
    transcript.say(say!("plain-made-of", count = all));
    for (place, named) in why.ways().enumerate().take(MOST) {
        let (number, name, value) = (place + 1, placed(named), value_said(outcome, named));
        transcript.say(match named.asked {
            Some(_) if is_gradient => say!("plain-gradient-operand", number, name, value),
            Some(_) => say!("plain-operand", number, name, value),
            None if named.is_hidden() => say!("plain-operand", number, name, value),
            None => say!("plain-operand-own", number, name, value),
        });
    }
    if all > MOST {
        transcript.say(say!("plain-more-operands", count = all - MOST));
    }
    transcript
}

/// What depends on an element. Numbers in what a question says may give its answer away, as in [`super::changes`].
pub(super) fn uses_told(open: &OpenLesson, element: &ElementRef) -> Transcript {
    let (mut uses, veils) = (uses(&open.outcome, element), open.veils());
    let is_told = |block: &str| open.document.lesson().block(block).is_some_and(changes::is_told);
    uses.words.retain(|words| is_told(&words.block));
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
        let is_hidden = veils.over_number(&words.block, words.index).is_some();
        let text = if is_hidden { word!("plain-hidden-number").to_owned() } else { prose::computed(&words.text) };
        transcript.say(say!("plain-use-words", text, block = place));
    }
    if !uses.is_whole {
        transcript.say(word!("plain-uses-cut"));
    }
    transcript
}
