//! The list of lessons, and going from one to another.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app::event::{AppRequest, ReadLesson};
use crate::notebook::lesson::Lesson;
use crate::notebook::library::OpenError;
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::contents::Shape;
use crate::tui::model::reading::{Reading, Stage};
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::{machine, places, talk};

/// Shows what was really solved, as soon as it has been computed again. Of a lesson that is open its page knows best.
pub(crate) fn certify(model: &mut Model) -> Vec<Effect> {
    model.contents.shape = Shape::Certificate;
    model.contents.solved = None;
    vec![Effect::App(AppRequest::Certify(model.workspace.lessons.values().map(Reading::record).collect()))]
}

/// Opens the lesson at a place of the list, as it was left.
pub(crate) fn open(model: &mut Model, place: usize) -> Vec<Effect> {
    let Some(entry) = model.contents.entries.get(place) else { return Vec::new() };
    let id = Arc::clone(&entry.id);
    model.contents.selected = place;
    // A broken lesson is read again: its file may have been mended.
    if model.workspace.lessons.contains_key(&id) { show(model, id) } else { vec![Effect::App(AppRequest::Open(id))] }
}

/// Shows a lesson that has been opened before.
pub(crate) fn show(model: &mut Model, id: Arc<str>) -> Vec<Effect> {
    let Some(reading) = model.workspace.lessons.get_mut(&id) else { return Vec::new() };
    let request = reading.lesson.awaits_values().then(|| Effect::App(reading.lesson.request_values()));
    model.contents.selected = model.contents.position(&id).unwrap_or(model.contents.selected);
    model.show(Some(id));
    request.into_iter().collect()
}

/// The lesson `step` places after the open one, by its place in the list.
pub(crate) fn neighbour(model: &Model, step: isize) -> Option<usize> {
    let here = model.workspace.open.as_ref().and_then(|id| model.contents.position(id))?;
    here.checked_add_signed(step).filter(|place| *place < model.contents.entries.len())
}

/// Goes to the lesson `step` places after the open one.
pub(crate) fn go_to_neighbour(model: &mut Model, step: isize) -> Vec<Effect> {
    let Some(place) = neighbour(model, step) else { return Vec::new() };
    places::leave(model);
    open(model, place)
}

/// Goes back to the list when `action` asks for it twice: who pressed a key too often is still where they read.
pub(crate) fn leave(model: &mut Model, action: Action) -> Vec<Effect> {
    if model.asked.take() == Some(action) {
        return if action == Action::Contents { to_list(model) } else { back(model) };
    }
    model.asked = Some(action);
    model.say(Role::Text, word!("once-more-leaves"));
    Vec::new()
}

/// Goes to the list of lessons, whatever the lesson was opened from.
pub(crate) fn to_list(model: &mut Model) -> Vec<Effect> {
    model.contents.shape = Shape::List;
    back(model)
}

/// Goes back to what the lesson was opened from, the list of lessons, say; where it says what is solved, that may have become more.
pub(crate) fn back(model: &mut Model) -> Vec<Effect> {
    places::leave(model);
    close(model)
}

/// Puts the open lesson away, for what lies beside the lessons.
pub(crate) fn close(model: &mut Model) -> Vec<Effect> {
    if let Some(id) = model.workspace.open.take()
        && let Some(place) = model.contents.position(&id)
    {
        model.contents.selected = place;
        model.contents.last = Some(id);
    }
    model.show(None);
    let mut effects = machine::ask(model);
    if model.contents.shape == Shape::Certificate {
        effects.extend(certify(model));
    }
    effects
}

/// A lesson has been read, or is broken.
pub(crate) fn opened(model: &mut Model, opened: Result<Box<ReadLesson>, OpenError>) -> Vec<Effect> {
    match opened {
        Ok(opened) => {
            let ReadLesson { lesson, record, trouble } = *opened;
            let id = Arc::clone(&lesson.front.id);
            let entry = model.contents.position(&id);
            let number = entry.and_then(|place| model.contents.entries.get(place)).and_then(|entry| entry.number);
            if let Some(place) = entry {
                model.contents.selected = place;
            }
            let mut reading = Reading::new(lesson, number);
            reading.stage = model.talk.is_some().then(Stage::default);
            let record = record.map(|record| if model.talk.is_some() { talk::prepared(record) } else { record });
            let changed = record.and_then(|record| reading.resume(&record).message());
            if let Some(words) = trouble.or(changed) {
                model.say(Role::Warning, words);
            }
            let effect = Effect::App(reading.lesson.request_values());
            model.workspace.lessons.insert(Arc::clone(&id), reading);
            model.show(Some(id));
            places::arrived(model);
            vec![effect]
        }
        Err(error) => {
            failed(model, &error);
            Vec::new()
        }
    }
}

/// Files have changed: lessons that are open are read again if they are of them.
pub(crate) fn reread(model: &Model, changed: Arc<[PathBuf]>) -> Vec<Effect> {
    let lessons = model.workspace.lessons.values().map(|reading| Arc::clone(reading.lesson.document.lesson()));
    let reread = |lesson| Effect::App(AppRequest::Reread { lesson, changed: Arc::clone(&changed) });
    lessons.map(reread).collect()
}

/// The file of an open lesson has changed: its page follows, or says what is wrong with it and stays.
pub(crate) fn reloaded(model: &mut Model, id: &Arc<str>, fresh: Result<Box<Lesson>, OpenError>) -> Vec<Effect> {
    model.course = None;
    let Some(reading) = model.workspace.lessons.get_mut(id) else { return Vec::new() };
    let trouble = match fresh {
        Ok(lesson) if lesson.front.id == *id => {
            let is_gone = reading.lesson.document.lesson().path().is_some() && lesson.path().is_none();
            let restored = reading.reload(*lesson);
            let effect = Effect::App(reading.lesson.request_values());
            let is_open = model.workspace.open.as_ref() == Some(id);
            if is_open {
                match restored.message() {
                    Some(words) => model.say(Role::Warning, words),
                    None if is_gone => model.say(Role::Warning, word!("read-from-the-course")),
                    None => model.say(Role::Success, word!("read-again")),
                }
            }
            return if is_open { vec![effect] } else { Vec::new() };
        }
        Ok(lesson) => broken(&lesson.file.problem(0, say!("id-is-another", id = *lesson.front.id)).to_string()),
        Err(OpenError::Unknown { .. }) => word!("file-is-gone").to_owned(),
        Err(error) => broken(&error.to_string()),
    };
    reading.trouble = Some(trouble);
    model.notice = None;
    Vec::new()
}

fn broken(why: &str) -> String {
    say!("file-is-broken", why = why.lines().next().unwrap_or_default())
}

/// What is wrong with a lesson stands in the list from now on.
fn failed(model: &mut Model, error: &OpenError) {
    model.landing = None;
    let text = error.to_string();
    model.say(Role::Error, text.lines().next().unwrap_or_default());
    let selected = model.contents.selected;
    if let (OpenError::Broken(_) | OpenError::Unreadable { .. }, Some(entry)) =
        (error, model.contents.entries.get_mut(selected))
    {
        entry.problems = text.lines().map(str::to_owned).collect();
    }
}
