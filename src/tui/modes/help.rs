//! Every key of the place below, over it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{ActionOffer, Mode, Viewport, does, finder, is_of_program, offer};
use crate::tui::keymap::{Action, Hint};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::finder::Kind;
use crate::tui::view::Click;
use crate::tui::widgets::help;

/// The help is shown.
pub(super) struct HelpMode;

impl Mode for HelpMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        match action {
            action if is_of_program(action) => ActionOffer::Below,
            Action::Search => does(find_a_key),
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::First | Action::Last => {
                does(move |model| scroll(model, action)).when(last_scroll(model) > 0)
            }
            action => does(move |model| scroll(model, action)),
        }
    }

    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        let Viewport { model, screen, .. } = viewport;
        if let Some(scroll) = model.help {
            help::draw(model.below_help(), &hints(model), scroll, *screen, buffer, &model.theme);
        }
    }

    /// Nothing: what lies below shows through.
    fn target_at(&self, _viewport: &Viewport<'_>, _column: u16, _row: u16) -> Option<Click> {
        None
    }

    fn wheel(&self, model: &mut Model, direction: isize) {
        scroll(model, Action::of_wheel(direction));
    }
}

fn find_a_key(model: &mut Model) -> Vec<Effect> {
    model.help = None;
    finder::open(model, Kind::Keys)
}

/// How far it can be scrolled.
fn last_scroll(model: &Model) -> u16 {
    let screen = Rect::new(0, 0, model.size.width, model.size.height);
    help::last_scroll(&hints(model), screen)
}

/// The rows of the place below. Arrows to the side are left out where nothing lies there: most lists have one column.
pub fn hints(model: &Model) -> Vec<Hint> {
    let here = model.below_help();
    let is_open = |action| {
        !matches!(action, Action::Left | Action::Right)
            || !matches!(offer(model, here, action), ActionOffer::Refused(None))
    };
    model.keymap.overview(here, |action, words| is_open(action).then_some(words))
}

/// Scrolls it; any action but that closes it.
fn scroll(model: &mut Model, action: Action) {
    let Some(scroll) = model.help else { return };
    let last = last_scroll(model);
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
