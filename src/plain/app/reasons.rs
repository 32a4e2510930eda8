//! *Why*: asking for the reasons of a number, going down to what it was made of, and up again.

use std::sync::Arc;

use super::super::reason::{Descent, Way, uses_told};
use super::super::transcript::Transcript;
use super::super::{hidden, missing, values};
use super::{Focus, PATIENCE, PlainApp};
use crate::app::event::{AppEvent, AppRequest};
use crate::lang::Value;
use crate::notebook::element::{self, Missing};
use crate::notebook::why::{self, ElementRef, Gradient};
use crate::tensor::Tensor;
use crate::words::{Said as _, say, word};

/// With respect to what a gradient is told.
enum Variable {
    /// A number.
    Element(ElementRef),
    /// All numbers of a tensor, by its name.
    Whole(String, Tensor),
}

impl PlainApp<'_> {
    /// Why an element is what it is: `weights[2, 1]`, `weights sat cat`, `loss`.
    pub(super) fn why(&mut self, rest: &str) {
        match self.element(rest) {
            Ok(element) => self.explain(Way::from(element)),
            Err(words) => self.words(words),
        }
    }

    /// Begins an explanation. Whoever goes through steps gets back to them.
    fn explain(&mut self, way: Way) {
        match std::mem::replace(&mut self.focus, Focus::Why(way)) {
            Focus::Steps(walk) => self.walk = Some(walk),
            Focus::Why(_) => {}
            _ => self.walk = None,
        }
        self.tell_way();
    }

    /// The element that a text means; without one the number that the block shows, if it is the only one.
    fn element(&self, asked: &str) -> Result<ElementRef, String> {
        let Some(open) = self.lesson() else { return Err(word!("plain-no-lesson").to_owned()) };
        let names = open.names();
        if asked.is_empty() {
            let shown = open.block().map(|block| open.shown(block)).unwrap_or_default();
            return match shown.as_slice() {
                [one] => names.find(one).map_err(|missing| missing::words(&missing)),
                _ => Err(word!("plain-why-what").to_owned()),
            };
        }
        let name = asked.split(|letter: char| letter.is_whitespace() || letter == '[').next().unwrap_or_default();
        if let Some(refusal) = hidden::refusal(open, name) {
            return Err(refusal);
        }
        if let Some(found) = self.step_element(asked) {
            return found.map_err(|missing| missing::words(&missing));
        }
        let found = names.find(asked).or_else(|first| {
            let mut words = asked.split_whitespace();
            let name = words.next().unwrap_or_default();
            let items: Vec<&str> = words.map(|item| item.trim_matches(',')).filter(|item| !item.is_empty()).collect();
            if items.is_empty() || asked.contains('[') { Err(first) } else { names.of_items(name, &items) }
        });
        found.map_err(|missing| missing::words(&missing))
    }

    /// The element of a step of the block: `step 40 sat cat`, `step 40[2, 1]`.
    fn step_element(&self, asked: &str) -> Option<Result<ElementRef, Missing>> {
        let (name, mut items) = element::split(asked);
        let mut words = name.split_whitespace();
        let name = format!("{} {}", words.next()?, words.next()?);
        items.extend(words.map(|item| item.trim_matches(',')).filter(|item| !item.is_empty()));
        let tensor = self.step_named(&name)?;
        let index = element::index(&name, &tensor, &items);
        Some(index.and_then(|index| why::element(&tensor, &index).ok_or(Missing::Lost(name))))
    }

    fn tell_way(&mut self) {
        if let Some(transcript) = self.way_told() {
            return self.tell(&transcript);
        }
        self.focus = Focus::Page;
        self.words(word!("plain-why-lost"));
    }

    /// The number that is asked about, told in short; what that leaves out is there for who asks for more.
    pub(super) fn way_told(&mut self) -> Option<Transcript> {
        let open = self.workspace.lesson()?;
        let Focus::Why(way) = &self.focus else { return None };
        let (transcript, more) = way.describe(open, &mut self.told_reasons)?;
        self.more = more;
        Some(transcript)
    }

    /// Asks on: the operand of this number.
    pub(super) fn ask_on(&mut self, number: usize) {
        let (Some(open), Focus::Why(way)) = (self.workspace.lesson(), &mut self.focus) else { return };
        match way.down(open, number) {
            Descent::Done => self.tell_way(),
            Descent::Hidden(name) => {
                let question = open.question_over_code(&open.veils(), &name);
                let words = question.map(|question| hidden::told(open, &[name], &question)).unwrap_or_default();
                self.words(words);
            }
            Descent::Nowhere => self.words(say!("plain-no-operand", number)),
        }
    }

    /// Back to what was asked before, or to the page.
    pub(super) fn up(&mut self) {
        let is_inside = match &mut self.focus {
            Focus::Steps(_) => return self.leave_step(),
            Focus::Beam(_) => return self.leave_beam(),
            Focus::Why(way) => way.up(),
            _ => return self.words(word!("plain-nothing-above")),
        };
        if is_inside {
            return self.tell_way();
        }
        if let Some(walk) = self.walk.take() {
            self.focus = Focus::Steps(walk);
            return self.again();
        }
        self.focus = Focus::Page;
        self.words(word!("plain-back-on-page"));
    }

    /// What depends on an element: on the one that is asked about, or on another.
    pub(super) fn uses(&mut self, rest: &str) {
        let asked = match &self.focus {
            Focus::Why(way) if rest.is_empty() => way.element().cloned(),
            _ => None,
        };
        match asked.map_or_else(|| self.element(rest), Ok) {
            Ok(element) => {
                if let Some(open) = self.lesson() {
                    self.tell(&uses_told(open, &element));
                }
            }
            Err(words) => self.words(words),
        }
    }

    /// The gradient of one number with respect to another, `loss of W[0, 1]`, or to a tensor, `loss of W`; while a number is asked about,
    /// of that.
    pub(super) fn gradient(&mut self, rest: &str) {
        let by = [" of ".to_owned(), format!(" {} ", word!("plain-of"))];
        let parts = by.iter().find_map(|by| rest.split_once(by.as_str()));
        let found = match (parts, &self.focus) {
            (Some((output, of)), _) => {
                self.element(output.trim()).and_then(|output| Ok((output, self.variable(of.trim())?)))
            }
            (None, Focus::Why(way)) if !rest.is_empty() => match way.element().cloned() {
                Some(of) => self.element(rest).map(|output| (output, Variable::Element(of))),
                None => Err(word!("plain-gradient-what").to_owned()),
            },
            _ => Err(word!("plain-gradient-what").to_owned()),
        };
        match found {
            Ok((output, of)) => self.read_gradient(output, of),
            Err(words) => self.words(words),
        }
    }

    /// With respect to what a gradient is asked for: a tensor by its name alone, else an element.
    fn variable(&self, asked: &str) -> Result<Variable, String> {
        let value = self.lesson().filter(|open| hidden::refusal(open, asked).is_none());
        let value =
            value.and_then(|open| self.step_named(asked).map(Value::from).or_else(|| open.names().value(asked)));
        match value {
            Some(Value::Tensor(tensor)) if tensor.ndim() > 0 => Ok(Variable::Whole(asked.to_owned(), tensor.now())),
            _ => self.element(asked).map(Variable::Element),
        }
    }

    /// Waits for the gradient of a number, and tells it with respect to an element or to a tensor.
    fn read_gradient(&mut self, output: ElementRef, of: Variable) {
        let Some(open) = self.lesson() else { return };
        let (lesson, outcome) = (Arc::clone(&open.document.lesson().front.id), Arc::clone(&open.outcome));
        let request = AppRequest::ReadGradient { lesson, outcome, element: output };
        let read = self.wait_for(request, word!("plain-computing"), PATIENCE, |event| match event {
            AppEvent::GradientRead { read, .. } => Some(read),
            _ => None,
        });
        match read {
            Some(Ok(gradient)) => match of {
                Variable::Element(of) => self.explain(Way::of_gradient(gradient, of)),
                Variable::Whole(name, tensor) => self.tell_gradient(&gradient, &name, &tensor),
            },
            Some(Err(none)) => self.words(none.said()),
            // It was stopped, which has been told.
            None => {}
        }
    }

    /// The gradient with respect to a whole tensor.
    fn tell_gradient(&mut self, gradient: &Gradient, name: &str, tensor: &Tensor) {
        let slopes = tensor.origin().and_then(|origin| gradient.at(origin));
        let Some(slopes) = slopes else { return self.words(say!("plain-gradient-none", name)) };
        let mut transcript = Transcript::of(say!("plain-gradient-of", name = gradient.name()));
        let title = say!("plain-gradient-whole", name);
        transcript.append(values::slopes(&title, &slopes.clone().with_axes(tensor.axes().to_vec())));
        self.tell_long(transcript);
    }
}
