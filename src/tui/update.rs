//! What happens to the model when something happens.
//!
//! [`update()`] is the only way by which the model changes. It does nothing else: what the world has to do comes back as
//! [`Effect`]s. What a key does is said by the [`modes`]; what they do it with are the [`commands`](super::commands).

use std::sync::Arc;

use super::commands::{
    beam, compare, course, external_editor, files, gradient, inspect, lens, machine, scroll, session, steps, talk,
    training,
};
use super::frame::screenshot;
use super::graphics::Images;
use super::message::{Effect, Msg};
use super::model::contents::Contents;
use super::model::motion::Motion;
use super::model::{Model, engine};
use super::modes;
use super::theme::Role;
use crate::app::event::AppEvent;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::session::Saved;
use crate::words::{Said as _, say};

mod pointer;
#[cfg(test)]
mod tests;

/// Takes in what happened and says what is to be done.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    scroll::settle(model);
    model.settled = None;
    let mut effects = take(model, msg);
    if let Some(format) = model.screenshot.take() {
        // A file is not drawn by the terminal.
        let images = model.theme.images.take();
        effects.push(screenshot::write(model, format));
        model.theme.images = images;
    }
    talk::set_stage(model);
    if let Some(reading) = model.reading_mut() {
        reading.follow_veils();
    }
    lens::follow(model);
    if effects.iter().any(|effect| matches!(effect, Effect::Quit)) {
        effects.extend(session::places(model));
    }
    effects.extend(session::changes(model));
    effects.extend(training::leave_unwatched(model));
    effects.extend(talk::prompt(model));
    effects
}

/// What it changes, and what the world has to do for it.
fn take(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key(key) => return modes::press(model, key),
        Msg::Paste(text) => return modes::paste(model, &text),
        Msg::Pointer(pointer) => return pointer::update(model, pointer),
        Msg::Resize(size) => model.size = size,
        Msg::TerminalColors(colors) => model.theme = model.theme.for_terminal(&colors),
        Msg::Graphics(graphics) => model.theme.images = Some(Images::new(graphics)),
        Msg::App(AppEvent::Opened(lesson)) => return course::opened(model, lesson),
        Msg::App(AppEvent::Evaluated { lesson, outcome, finished }) => {
            return evaluated(model, &lesson, outcome, finished);
        }
        Msg::App(AppEvent::GradientRead { lesson, outcome, read }) => gradient::arrived(model, &lesson, &outcome, read),
        Msg::App(AppEvent::Probed { lesson, outcome }) => compare::probed(model, &lesson, outcome),
        Msg::App(AppEvent::Reloaded { lesson, fresh }) => return course::reloaded(model, &lesson, fresh),
        Msg::App(AppEvent::CourseListed(library)) => {
            model.contents.replace(Contents::new(&library));
            model.course = None;
        }
        Msg::App(AppEvent::FilesChanged(changed)) => return course::reread(model, changed.into()),
        Msg::App(AppEvent::CourseRead(lessons)) => modes::finder::course(model, lessons),
        Msg::App(AppEvent::Certified(solved)) => model.contents.solved = Some(solved),
        Msg::App(AppEvent::Saved(saved)) => {
            match &saved {
                Saved::No(why) => model.say(Role::Error, say!("work-not-saved", why = why.as_str())),
                // Each write after it would say it again.
                Saved::Beside(conflict) if model.conflict.as_ref() != Some(conflict) => {
                    model.say(Role::Warning, conflict.said());
                    model.conflict = Some(conflict.clone());
                }
                Saved::Beside(_) | Saved::Yes | Saved::Soon => {}
            }
            model.saved = Some(saved);
        }
        Msg::Today(day) => model.workspace.today = day,
        Msg::Leaving => return session::places(model),
        Msg::EditedOutside { lesson, block, text } => return external_editor::edited(model, &lesson, &block, text),
        Msg::Written(file) => files::written(model, file),
        Msg::Beat => steps::beat(model),
        Msg::MomentOver => steps::end_moment(model),
        Msg::RunMachine => return machine::ask(model),
        Msg::App(AppEvent::MachineRan(ran)) => {
            let mut effects = machine::arrived(model, ran);
            effects.extend(beam::ask(model));
            return effects;
        }
        Msg::App(AppEvent::BeamSearched(searched)) => return beam::arrived(model, searched),
        Msg::Watch(task) => return training::watch(model, task),
        Msg::App(AppEvent::TrainingReported { task, reports }) => training::reported(model, task, reports),
        Msg::App(AppEvent::EngineChanged(trouble)) => {
            model.engine = engine();
            model.say(Role::Warning, trouble);
        }
    }
    Vec::new()
}

/// Values may come for a lesson that has been left; then they wait there.
fn evaluated(model: &mut Model, lesson: &Arc<str>, outcome: Arc<EvaluationOutcome>, finished: bool) -> Vec<Effect> {
    let (today, motion) = (model.workspace.today, model.motion);
    let Some(reading) = model.workspace.lessons.get_mut(lesson) else { return Vec::new() };
    reading.take(outcome, finished, today);
    if motion == Motion::Reduced {
        reading.end_flash();
    }
    if let Some(top) = reading.left_at.take_if(|_| finished) {
        reading.top = top;
    }
    inspect::refresh(reading);
    if !finished {
        return Vec::new();
    }
    let followed = reading.lesson.follow_gradient();
    let mut effects = compare::follow(reading);
    match followed {
        Ok(request) => effects.extend(request.map(Effect::App)),
        Err(name) if model.workspace.open.as_ref() == Some(lesson) => {
            model.say(Role::Warning, say!("has-no-gradient-any-more", name));
        }
        Err(_) => {}
    }
    effects
}
