//! What holds wherever the cursor is: leaving, help, the lists to choose from, the way back.

use super::finder;
use super::{Mode, Offer};
use crate::app::review::NextReview;
use crate::notebook::session::Saved;
use crate::tui::commands::{bookmark, copy, jumps, review, talk, training};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::finder::Kind;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// Below everything else.
pub(super) struct Program;

impl Mode for Program {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let here = model.here();
        match action {
            Action::Quit
            | Action::ForceQuit
            | Action::Help
            | Action::Search
            | Action::Outline
            | Action::Names
            | Action::Glossary
            | Action::Take
            | Action::Bookmark
            | Action::Bookmarks
            | Action::Mouse => Offer::Does,
            Action::Palette => Offer::Says(word("actions")),
            Action::AskAgain => match review::next_question(model) {
                NextReview::Ask { .. } => Offer::Says(word("ask-again")),
                NextReview::Nothing { first_day: Some(day) } => {
                    Offer::refused(say("not-again-before", &[("day", day.to_string().into())]))
                }
                NextReview::Nothing { first_day: None } => Offer::refused(word("nothing-missed")),
            },
            Action::GoBack if model.workspace.jumps.leads_back(here.as_ref()) => Offer::Says(word("back")),
            Action::GoBack => Offer::refused(word("nowhere-back")),
            Action::GoForward => {
                Offer::when_or(model.workspace.jumps.leads_forward(here.as_ref()), word("nowhere-forward"))
            }
            Action::CopyOut => match model.reading().and_then(copy::words) {
                Some(words) => Offer::Says(words),
                None => Offer::refused(word("nothing-to-copy")),
            },
            Action::Notes => match &model.talk {
                Some(talk) => Offer::Says(if talk.notes { word("put-the-notes-away") } else { word("notes") }),
                None => Offer::refused(word("notes-are-for-talks")),
            },
            Action::Suspend => Offer::when(cfg!(unix)),
            _ => Offer::Below,
        }
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        match action {
            Action::Quit if !std::mem::take(&mut model.leaving) && asks_before_the_end(model) => Vec::new(),
            Action::Quit | Action::ForceQuit => vec![Effect::Quit],
            Action::Help => {
                model.help = Some(0);
                Vec::new()
            }
            Action::Palette => finder::open(model, Kind::Actions),
            Action::Search => finder::open(model, Kind::Search),
            Action::Outline => finder::open(model, Kind::Outline),
            Action::Names => finder::open(model, Kind::Names),
            Action::Glossary => finder::open(model, Kind::Glossary),
            Action::Take => finder::open(model, Kind::Take),
            Action::Bookmarks => finder::open(model, Kind::Bookmarks),
            Action::Bookmark => {
                bookmark::toggle(model);
                Vec::new()
            }
            Action::AskAgain => review::ask_next(model),
            Action::GoBack => jumps::back(model),
            Action::GoForward => jumps::forward(model),
            Action::CopyOut => copy::copy(model),
            Action::Notes => {
                talk::toggle_notes(model);
                Vec::new()
            }
            Action::Suspend => vec![Effect::Suspend],
            Action::Mouse => toggle_mouse(model),
            _ => Vec::new(),
        }
    }
}

/// Whether an action is the program's, for modes that have all others.
pub(super) fn has(action: Action) -> bool {
    matches!(action, Action::Quit | Action::ForceQuit | Action::Help)
}

/// Asks before something is lost: a training, or work that could not be written.
fn asks_before_the_end(model: &mut Model) -> bool {
    if let Some(Saved::No(why)) = &model.saved {
        let words = say("unsaved-would-be-lost", &[("why", why.as_str().into())]);
        model.say(Role::Warning, words);
        model.leaving = true;
        return true;
    }
    training::asks_before_the_end(model)
}

fn toggle_mouse(model: &mut Model) -> Vec<Effect> {
    model.mouse = !model.mouse;
    let words = if model.mouse { word("clicks-come") } else { word("mouse-is-the-terminals") };
    model.say(Role::Text, words);
    vec![Effect::Mouse(model.mouse)]
}
