//! Reading the gradient of a number: which number it is, and whether the figures show gradients or values.

use std::sync::Arc;

use crate::app::gradient::GradientAnswer;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::why::gradient::GradientResult;
use crate::notebook::why::{ElementRef, WhyQuery};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Focus;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{Said, say, word};

use super::inspect;

/// Has the gradient read of the number that the cursor is on, or ends that if it is read already.
pub(crate) fn press(model: &mut Model) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let here = here(reading);
    let is_here = here.is_none() || is_output(reading);
    if reading.lesson.awaits_gradient() || reading.lesson.gradient.is_some() && is_here {
        end(reading);
        model.say(Role::Text, word!("gradient-put-away"));
        return Vec::new();
    }
    let Some(element) = here else { return Vec::new() };
    let request = reading.lesson.ask_for_gradient(&element).map(Effect::App);
    match request {
        Some(_) => model.say(Role::Dim, word!("gradient-on-its-way")),
        None => model.say(Role::Warning, word!("nothing-known")),
    }
    request.into_iter().collect()
}

/// Shows a gradient that has come, or says why there is none.
pub(crate) fn arrived(model: &mut Model, lesson: &Arc<str>, outcome: &Arc<EvaluationOutcome>, read: GradientResult) {
    let is_open = model.workspace.open.as_ref() == Some(lesson);
    let Some(reading) = model.workspace.lessons.get_mut(lesson) else { return };
    let words = match reading.lesson.take_gradient(outcome, read) {
        Some(GradientAnswer::Read { is_new }) => {
            reading.draws_gradient |= is_new;
            show(reading);
            let name = reading.lesson.gradient.as_ref().map_or("", |read| read.gradient.name());
            is_new.then(|| (Role::Success, say!("gradient-is-read", name)))
        }
        Some(GradientAnswer::Failed(why)) => Some((Role::Warning, why.said())),
        Some(GradientAnswer::Lost { name }) => Some((Role::Warning, say!("has-no-gradient-any-more", name))),
        None => None,
    };
    if let Some((role, words)) = words.filter(|_| is_open) {
        model.say(role, words);
    }
}

/// Shows values instead of gradients, or gradients again.
pub(crate) fn turn(reading: &mut Reading) {
    reading.draws_gradient = !reading.draws_gradient;
    show(reading);
}

/// Shows values and nothing else again.
pub(crate) fn end(reading: &mut Reading) {
    if reading.lesson.end_gradient() {
        show(reading);
    }
}

fn show(reading: &mut Reading) {
    reading.exhibit_anew();
    inspect::refresh(reading);
}

/// Whether the cursor is on the number whose gradient is read.
pub(crate) fn is_output(reading: &Reading) -> bool {
    let output = reading.lesson.gradient.as_ref().map(|read| read.gradient.output());
    output.is_some() && output == here(reading).as_ref()
}

/// The number that the cursor is on, or that is explained; on the page the only number that a block shows.
pub(crate) fn here(reading: &Reading) -> Option<ElementRef> {
    let asked = match &reading.focus {
        Focus::Tensor(inside) => match &inside.why {
            Some(why) => why.asked.clone(),
            None => inspect::under_cursor(reading),
        },
        _ => None,
    };
    match asked? {
        WhyQuery::Element(element) => Some(element),
        WhyQuery::Whole(_) | WhyQuery::Named(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::event::{AppEvent, AppRequest};
    use crate::notebook::evaluate::{EvaluationOutcome, evaluate_now};
    use crate::notebook::lesson::Lesson;
    use crate::notebook::library::LessonLibrary;
    use crate::notebook::why::gradient::gradient;
    use crate::tui::keymap::parse_keys;
    use crate::tui::message::Msg;
    use crate::tui::theme::{Theme, ThemeName};
    use crate::tui::update::update;
    use ratatui::layout::Size;

    const LESSON: &str = "---\ntitle: T\nid: t\n---\n```python\nx = torch.tensor([3.0])\ny = x * x\n```\n";

    /// A lesson with a number under the cursor, and the values of its page.
    fn at_a_number() -> (Model, Arc<EvaluationOutcome>) {
        let size = Size { width: 80, height: 24 };
        let mut model = Model::new(&LessonLibrary::embedded(), Theme::new(ThemeName::Dark), size, "Rust".to_owned());
        update(&mut model, Msg::App(AppEvent::Opened(Ok(Lesson::read("t.md", LESSON).unwrap().into()))));
        let outcome = values(&model);
        come(&mut model, &outcome, true);
        press(&mut model, "<enter> G");
        (model, outcome)
    }

    fn values(model: &Model) -> Arc<EvaluationOutcome> {
        Arc::new(evaluate_now(&model.workspace.lessons["t"].lesson.document.snapshot(), &EvaluationOutcome::default()))
    }

    fn press(model: &mut Model, keys: &str) -> Vec<Effect> {
        parse_keys(keys).unwrap().into_iter().flat_map(|key| update(model, Msg::Key(key))).collect()
    }

    fn come(model: &mut Model, outcome: &Arc<EvaluationOutcome>, finished: bool) -> Vec<Effect> {
        update(model, Msg::App(AppEvent::Evaluated { lesson: "t".into(), outcome: Arc::clone(outcome), finished }))
    }

    /// The answer to the gradient that is asked for; nothing where none is.
    fn answer(effects: Vec<Effect>) -> Option<Msg> {
        effects.into_iter().find_map(|effect| match effect {
            Effect::App(AppRequest::ReadGradient { lesson, outcome, element }) => {
                let read = gradient(&outcome, &element).map(Arc::new);
                Some(Msg::App(AppEvent::GradientRead { lesson, outcome, read }))
            }
            _ => None,
        })
    }

    fn is_shown(model: &Model) -> bool {
        model.workspace.lessons["t"].lesson.gradient.is_some()
    }

    #[test]
    fn a_gradient_comes_when_it_comes_and_of_the_values_that_are_shown() {
        let (mut model, _) = at_a_number();
        let first = answer(press(&mut model, "F")).unwrap();
        assert!(model.notice.as_ref().unwrap().text.contains("Computing the gradient") && !is_shown(&model));
        // The page gets other values before the answer.
        let outcome = values(&model);
        let second = answer(come(&mut model, &outcome, true)).unwrap();
        update(&mut model, first);
        assert!(!is_shown(&model), "that was of the values before");
        update(&mut model, second);
        assert!(is_shown(&model), "{:?}", model.notice);
        assert!(model.notice.as_ref().unwrap().text.contains("how fast x[0] changes"), "{:?}", model.notice);

        let outcome = values(&model);
        assert!(answer(come(&mut model, &outcome, false)).is_none() && !is_shown(&model), "half a page is not read");
        let third = answer(come(&mut model, &outcome, true)).unwrap();
        update(&mut model, third);
        assert!(is_shown(&model));
    }

    #[test]
    fn who_thinks_better_of_it_gets_none() {
        let (mut model, _) = at_a_number();
        let late = answer(press(&mut model, "F")).unwrap();
        assert!(answer(press(&mut model, "F")).is_none());
        update(&mut model, late);
        assert!(!is_shown(&model));
        let outcome = values(&model);
        assert!(answer(come(&mut model, &outcome, true)).is_none(), "nor later");
    }
}
