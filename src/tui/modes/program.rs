//! What holds wherever the cursor is: leaving, help, the lists to choose from, the way back.

use super::{ActionOffer, Mode, does, finder, menu, refused};
use crate::app::review::NextReview;
use crate::notebook::session::Saved;
use crate::tui::commands::{bookmark, copy, jumps, review, talk, training};
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::finder::Kind;
use crate::tui::model::review::next_question;
use crate::tui::theme::Role;
use crate::words::{id, say, word};

/// Below everything else.
pub(super) struct ProgramMode;

impl Mode for ProgramMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let jumps = &model.workspace.jumps;
        match action {
            Action::Quit => does(quit),
            Action::ForceQuit => does(|_| vec![Effect::Quit]),
            Action::Help => does(|model| model.help = Some(0)),
            Action::Menu => does(menu::open),
            Action::Palette => does(|model| finder::open(model, Kind::Actions)).says(id!("actions")),
            Action::Search => does(|model| finder::open(model, Kind::Search)),
            Action::Outline => does(|model| finder::open(model, Kind::Outline)),
            Action::Names => does(|model| finder::open(model, Kind::Names))
                .when_or(finder::has_names(model), id!("no-related-names")),
            Action::Glossary => does(|model| finder::open(model, Kind::Glossary)),
            Action::Take => does(|model| finder::open(model, Kind::Take)),
            Action::Bookmarks => {
                let list = does(|model| finder::open(model, Kind::Bookmarks));
                list.when_or(finder::has_bookmarks(model), id!("nothing-is-marked"))
            }
            Action::Bookmark => does(bookmark::toggle),
            Action::Mouse => does(toggle_mouse),
            Action::AskAgain => match next_question(model) {
                NextReview::Ask { .. } => does(review::ask_next).says(id!("ask-again")),
                NextReview::Nothing { first_day: Some(day) } => {
                    refused(say!("not-again-before", day = day.to_string()))
                }
                NextReview::Nothing { first_day: None } => refused(id!("nothing-missed")),
            },
            Action::GoBack => does(jumps::back)
                .says(id!("back"))
                .when_or(jumps.leads_back(model.here().as_ref()), id!("nowhere-back")),
            Action::GoForward => {
                does(jumps::forward).when_or(jumps.leads_forward(model.here().as_ref()), id!("nowhere-forward"))
            }
            Action::CopyOut => match model.reading().and_then(copy::words) {
                Some(words) => does(copy::copy).says(words),
                None => refused(id!("nothing-to-copy")),
            },
            Action::Notes => match &model.talk {
                Some(talk) if talk.notes => does(talk::toggle_notes).says(id!("put-the-notes-away")),
                Some(_) => does(talk::toggle_notes).says(id!("notes")),
                None => refused(id!("notes-are-for-talks")),
            },
            Action::Suspend => does(|_| vec![Effect::Suspend]).when(cfg!(unix)),
            _ => ActionOffer::Below,
        }
    }
}

/// Ends the program; before something is lost, a training or work that could not be written, it asks.
fn quit(model: &mut Model) -> Vec<Effect> {
    if model.asked.take() == Some(Action::Quit) {
        return vec![Effect::Quit];
    }
    let Some(Saved::No(why)) = &model.saved else {
        return if training::asks_before_the_end(model) { Vec::new() } else { vec![Effect::Quit] };
    };
    let words = say!("unsaved-would-be-lost", why = why.as_str());
    model.say(Role::Warning, words);
    model.asked = Some(Action::Quit);
    Vec::new()
}

fn toggle_mouse(model: &mut Model) -> Vec<Effect> {
    model.mouse = !model.mouse;
    let words = if model.mouse { word!("clicks-come") } else { word!("mouse-is-the-terminals") };
    model.say(Role::Text, words);
    vec![Effect::Mouse(model.mouse)]
}
