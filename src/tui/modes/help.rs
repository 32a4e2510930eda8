//! Every key of the place below, over it.

use ratatui::layout::Rect;

use super::{Mode, Offer, finder, program};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::finder::Kind;
use crate::tui::widgets::help;

/// The help is shown.
pub(super) struct Help;

impl Mode for Help {
    fn offer(&self, _model: &Model, action: Action) -> Offer {
        if program::has(action) { Offer::Below } else { Offer::Does }
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        if action == Action::Search {
            model.help = None;
            return finder::open(model, Kind::Keys);
        }
        scroll(model, action);
        Vec::new()
    }
}

/// Scrolls it; any action but that closes it.
pub fn scroll(model: &mut Model, action: Action) {
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
