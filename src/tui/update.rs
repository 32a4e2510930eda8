//! What happens to the model when something happens.
//!
//! [`update()`] is the only way by which the model changes. It does nothing else: what the world has to do comes back as
//! [`Effect`]s. Each place of the cursor has a file of its own; [`change`] holds everything that changes the page, [`scroll`]
//! keeps the cursor in view, and [`offer`] says which keys do something here and now.

use std::sync::Arc;

use super::keymap::{Action, Context, Key};
use super::message::{Effect, Msg};
use super::model::contents::Contents;
use super::model::finder::Kind;
use super::model::{Model, engine};
use super::theme::Role;
use super::widgets::help;
use crate::app::event::AppEvent;
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::session::Saved;
use crate::words::{Said as _, say, word};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

pub mod again;
mod birth;
mod bookmark;
mod change;
mod compare;
pub mod complete;
mod contents;
mod copy;
mod dashboard;
mod fill;
mod finder;
mod inspect;
mod keep;
mod links;
mod look;
mod map;
mod nothing;
mod number;
pub mod offer;
mod outside;
mod page;
mod places;
mod pointer;
mod policy;
mod question;
mod save;
mod scratch;
mod scroll;
mod slopes;
mod step;
mod talk;
mod tensor;
#[cfg(test)]
mod tests;
mod timeline;
mod typing;

/// Takes in what happened and says what is to be done.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = match msg {
        Msg::Key(key) => press(model, key),
        Msg::Paste(text) => paste(model, &text),
        Msg::Pointer(pointer) => pointer::update(model, pointer),
        Msg::Resize(size) => {
            model.size = size;
            Vec::new()
        }
        Msg::App(AppEvent::Opened(lesson)) => contents::opened(model, lesson),
        Msg::App(AppEvent::Evaluated { lesson, outcome, finished }) => evaluated(model, &lesson, outcome, finished),
        Msg::App(AppEvent::GradientRead { lesson, outcome, read }) => {
            slopes::arrived(model, &lesson, &outcome, read);
            Vec::new()
        }
        Msg::App(AppEvent::Probed { lesson, outcome }) => {
            compare::probed(model, &lesson, outcome);
            Vec::new()
        }
        Msg::App(AppEvent::Reloaded { lesson, fresh }) => contents::reloaded(model, &lesson, fresh),
        Msg::App(AppEvent::CourseListed(library)) => {
            model.contents.replace(Contents::new(&library));
            model.course = None;
            Vec::new()
        }
        Msg::App(AppEvent::FilesChanged(changed)) => contents::reread(model, changed.into()),
        Msg::App(AppEvent::CourseRead(lessons)) => {
            finder::course(model, lessons);
            Vec::new()
        }
        Msg::App(AppEvent::Certified(solved)) => {
            model.contents.solved = Some(solved);
            Vec::new()
        }
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
            Vec::new()
        }
        Msg::Today(day) => {
            model.workspace.today = day;
            Vec::new()
        }
        Msg::Leaving => keep::places(model),
        Msg::EditedOutside { lesson, block, text } => outside::edited(model, &lesson, &block, text),
        Msg::Written(file) => {
            save::written(model, file);
            Vec::new()
        }
        Msg::Watch(task) => dashboard::watch(model, task),
        Msg::App(AppEvent::TrainingReported { task, reports }) => {
            dashboard::reported(model, task, reports);
            Vec::new()
        }
        Msg::App(AppEvent::EngineChanged(trouble)) => {
            model.engine = engine();
            model.say(Role::Warning, trouble);
            Vec::new()
        }
    };
    talk::set_stage(model);
    scroll::settle(model);
    if effects.iter().any(|effect| matches!(effect, Effect::Quit)) {
        effects.extend(keep::places(model));
    }
    effects.extend(keep::changes(model));
    effects.extend(dashboard::leave_unwatched(model));
    effects.extend(talk::prompt(model));
    effects
}

fn press(model: &mut Model, key: Key) -> Vec<Effect> {
    let context = model.context();
    match model.keymap.action(context, key) {
        // A line feed ends a line as Enter does: so comes what was typed before the program had the terminal.
        None if key == Key::LINE_FEED => {
            let enter = Key::new(KeyCode::Enter);
            act(model, model.keymap.action(context, enter), enter)
        }
        action => act(model, action, key),
    }
}

/// Does what a key asks for, or what was chosen from a list and may have no key.
fn act(model: &mut Model, action: Option<Action>, key: Key) -> Vec<Effect> {
    let context = model.context();
    model.notice = None;
    let is_sure = std::mem::take(&mut model.leaving);
    if let Some(reading) = model.reading_mut() {
        reading.follow = true;
        reading.left_at = None;
        reading.wanted = None;
    }
    match (action, context) {
        (Some(Action::Quit), _) if !is_sure && asks_before_the_end(model) => Vec::new(),
        (Some(Action::Quit | Action::ForceQuit), _) => vec![Effect::Quit],
        (Some(Action::Search), Context::Help) => {
            model.help = None;
            finder::open(model, Kind::Keys)
        }
        (Some(action), Context::Help) => {
            scroll_help(model, action);
            Vec::new()
        }
        (Some(Action::Help), _) => {
            model.help = Some(0);
            Vec::new()
        }
        (action, Context::Finder) => finder::update(model, action, key),
        (Some(action), Context::Timeline) => timeline::update(model, action),
        (Some(Action::Palette), _) => finder::open(model, Kind::Actions),
        (Some(Action::Search), _) => finder::open(model, Kind::Search),
        (Some(Action::Outline), _) => finder::open(model, Kind::Outline),
        (Some(Action::Names), _) => finder::open(model, Kind::Names),
        (Some(Action::Glossary), _) => finder::open(model, Kind::Glossary),
        (Some(Action::Take), _) => finder::open(model, Kind::Take),
        (Some(Action::Bookmarks), _) => finder::open(model, Kind::Bookmarks),
        (Some(Action::Bookmark), _) => {
            bookmark::toggle(model);
            Vec::new()
        }
        (Some(Action::AskAgain), _) => again::next(model),
        (Some(Action::GoBack), _) => places::back(model),
        (Some(Action::GoForward), _) => places::forward(model),
        (Some(Action::CopyOut), _) => copy::copy(model),
        (Some(Action::Notes), _) => {
            talk::toggle_notes(model);
            Vec::new()
        }
        (Some(Action::Suspend), _) => vec![Effect::Suspend],
        (Some(Action::Mouse), _) => toggle_mouse(model),
        (action, Context::TextInput | Context::CodeEditor | Context::Completion) => typing::update(model, action, key),
        (action, Context::NumberInput) => number::update(model, action, key),
        (Some(action), Context::Fill) => fill::update(model, action),
        (Some(action), Context::Training) => dashboard::update(model, action),
        (Some(action), Context::Moments) => dashboard::moments::update(model, action),
        (Some(action), Context::Contents | Context::Map | Context::Certificate) => contents::update(model, action),
        (Some(action), Context::Page) => {
            let effects = page::update(model, action, key);
            if effects.is_empty() && model.notice.is_none() {
                nothing::tell(model, action);
            }
            effects
        }
        (None, Context::Page) => {
            nothing::tell_where(model, key);
            Vec::new()
        }
        (Some(action), Context::Question) => question::update(model, action, key),
        (Some(action), Context::Sureness) => question::state(model, action),
        (None, Context::Sureness) => question::pass(model, key),
        (Some(action), Context::Tensor | Context::Explained) => tensor::update(model, action),
        (Some(action), Context::Stepping) => step::update(model, action),
        (Some(action), Context::Inspector) => inspect::update(model, action),
        // A digit begins a number where one can be typed.
        (None, Context::Tensor | Context::Explained) => number::begin_with(model, key),
        (_, Context::Help) | (None, _) => Vec::new(),
    }
}

/// Asks before something is lost: a training, or work that could not be written.
fn asks_before_the_end(model: &mut Model) -> bool {
    if let Some(Saved::No(why)) = &model.saved {
        let words = say!("unsaved-would-be-lost", why = why.as_str());
        model.say(Role::Warning, words);
        model.leaving = true;
        return true;
    }
    dashboard::asks_before_the_end(model)
}

/// Text from the clipboard goes where text is typed.
fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    model.notice = None;
    match (&model.help, &mut model.finder) {
        (None, Some(finder)) => {
            finder::paste(finder, text);
            Vec::new()
        }
        _ => typing::paste(model, text),
    }
}

fn scroll_help(model: &mut Model, action: Action) {
    let Some(scroll) = model.help else { return };
    let screen = Rect::new(0, 0, model.size.width, model.size.height);
    let last = help::last_scroll(model.below_help(), &model.keymap, screen, &model.theme);
    let page = model.size.height / 2;
    let scroll = match action {
        Action::Up => scroll.saturating_sub(1),
        Action::Down => scroll + 1,
        Action::PageUp => scroll.saturating_sub(page),
        Action::PageDown => scroll + page,
        Action::First => 0,
        Action::Last => last,
        _ => {
            model.help = None;
            return;
        }
    };
    model.help = Some(scroll.min(last));
}

fn toggle_mouse(model: &mut Model) -> Vec<Effect> {
    model.mouse = !model.mouse;
    let words = if model.mouse { word!("clicks-come") } else { word!("mouse-is-the-terminals") };
    model.say(Role::Text, words);
    vec![Effect::Mouse(model.mouse)]
}

/// Values may come for a lesson that has been left; then they wait there.
fn evaluated(model: &mut Model, lesson: &Arc<str>, outcome: Arc<EvaluationOutcome>, finished: bool) -> Vec<Effect> {
    let today = model.workspace.today;
    let Some(reading) = model.workspace.lessons.get_mut(lesson) else { return Vec::new() };
    reading.take(outcome, finished, today);
    if let Some(top) = reading.left_at.take_if(|_| finished) {
        reading.top = top;
    }
    inspect::refresh(reading);
    if !finished {
        return Vec::new();
    }
    let (mut effects, lost) = slopes::follow(reading);
    effects.extend(compare::follow(reading));
    if let Some(name) = lost.filter(|_| model.workspace.open.as_ref() == Some(lesson)) {
        model.say(Role::Warning, say!("has-no-gradient-any-more", name));
    }
    effects
}
