//! What is on the screen as a file of the current folder: as text, or as a picture.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::draw;
use crate::tui::commands::files::{place, stem};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::finder::ScreenFormat;
use crate::tui::theme::ThemeName;
use crate::tui::{screen, svg};

/// Has it written.
pub fn write(model: &Model, shot: ScreenFormat) -> Effect {
    let mut frame = Buffer::empty(Rect::new(0, 0, model.size.width, model.size.height));
    draw(model, frame.area, &mut frame);
    let place = place(model);
    let (ending, text) = match shot {
        ScreenFormat::Text => ("txt", screen::text(&frame)),
        ScreenFormat::Svg => {
            let is_light = model.theme.name() == ThemeName::Light;
            let window = if is_light { svg::Window::light(&place) } else { svg::Window::dark(&place) };
            ("svg", svg::svg(&frame, &window))
        }
    };
    Effect::Write { stem: stem(&[&place, "screen"]), ending, bytes: text.into_bytes() }
}
