//! Choosing one of the words that are offered while code is typed.

use ratatui::buffer::Buffer;

use super::{ActionOffer, Mode, Viewport, does};
use crate::tui::commands::typing;
use crate::tui::keymap::{Action, Context, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::view::completion;

/// Words are offered.
pub(super) struct CompletionMode;

impl Mode for CompletionMode {
    fn offer(&self, _model: &Model, action: Action) -> ActionOffer {
        match action {
            Action::Complete | Action::CompletePrevious | Action::Accept | Action::Back => {
                does(move |model| typing::complete(model, action))
            }
            _ => ActionOffer::Below,
        }
    }

    /// What means something only while words are offered is for the text here.
    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        let action = model.keymap.action(Context::CodeEditor, key);
        typing::type_key(model, action, key)
    }

    fn draw(&self, viewport: &Viewport<'_>, buffer: &mut Buffer) {
        viewport.draw_page(buffer);
        viewport.page.iter().for_each(|page| completion::draw(page, buffer));
    }
}
