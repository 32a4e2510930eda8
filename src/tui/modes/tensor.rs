//! Inside a tensor of the page.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::{Mode, Offer};
use crate::lang::ControlKind;
use crate::tui::commands::{change, fill, first_nan, inspect, number, page, tensor, views};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::exhibit::Figure;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::word;

/// How many rows a page up or down goes.
const PAGE: isize = 10;
/// How many steps are one where many are wanted.
const MANY: f64 = 10.0;

/// The cursor is on an element.
pub(super) struct Tensor;

impl Mode for Tensor {
    fn offer(&self, model: &Model, action: Action) -> Offer {
        let Some(reading) = model.reading() else { return Offer::Below };
        let control = reading.inner_control().map(|control| &control.kind);
        let is_number = matches!(control, Some(ControlKind::Matrix(_) | ControlKind::Slider(_)));
        let is_mask = matches!(control, Some(ControlKind::Mask(_)));
        match action {
            Action::Up | Action::Down | Action::Left | Action::Right => moves_offer(reading),
            Action::Increase | Action::Decrease | Action::IncreaseMuch | Action::DecreaseMuch | Action::Negate => {
                if is_number {
                    Offer::Does
                } else {
                    Offer::Quiet
                }
            }
            Action::Toggle => Offer::when_or(is_mask, word("only-masks-toggle")),
            Action::Fill => Offer::when_or(fill::can_fill(reading), word("number-is-computed")),
            Action::Edit if is_number => Offer::Says(word("type-a-number")),
            Action::Edit if is_mask => Offer::told(word("space-toggles")),
            Action::Edit if reading.selected_text().is_some() => Offer::Quiet,
            Action::Edit | Action::EditCode => {
                Offer::when_or(reading.selected_text().is_some(), word("nothing-to-edit"))
            }
            Action::NextControl => Offer::when(figures(reading) > 1),
            Action::NextSlice if slices(reading) > 1 => Offer::Says(word("next-slice")),
            Action::NextSlice => Offer::Refused(None),
            Action::NextView | Action::PreviousView => {
                let views = reading.inner_figure().map_or(0, |figure| figure.views().len());
                Offer::when_or(views > 1, word("one-way-to-draw"))
            }
            // Of nothing there is nothing to ask.
            Action::Uses if reading.inner_figure().is_some_and(|figure| figure.tensor.shape().contains(&0)) => {
                Offer::Quiet
            }
            Action::Birth => birth_offer(reading),
            Action::PreviousControl
            | Action::PreviousSlice
            | Action::NextAxes
            | Action::PageUp
            | Action::PageDown
            | Action::First
            | Action::Last
            | Action::Open
            | Action::Uses
            | Action::Back => Offer::Does,
            _ => Offer::Below,
        }
    }

    fn begin(&self, model: &mut Model, _action: Action) {
        // Whatever is changed here is changed where the cursor is, wherever an explanation has led the page.
        model.reading_mut().into_iter().for_each(inspect::return_to_cursor);
    }

    fn act(&self, model: &mut Model, action: Action, _key: Key) -> Vec<Effect> {
        let Some(reading) = model.reading_mut() else { return Vec::new() };
        match action {
            Action::Up => tensor::step(model, -1, 0),
            Action::Down => tensor::step(model, 1, 0),
            Action::Left => tensor::step(model, 0, -1),
            Action::Right => tensor::step(model, 0, 1),
            Action::PageUp => tensor::step(model, -PAGE, 0),
            Action::PageDown => tensor::step(model, PAGE, 0),
            Action::First => tensor::walk(reading, isize::MIN, isize::MIN),
            Action::Last => tensor::walk(reading, isize::MAX, isize::MAX),
            Action::NextView => views::turn(model, 1),
            Action::PreviousView => views::turn(model, -1),
            Action::NextAxes if !views::turn_axes(reading) => model.say(Role::Dim, word("no-other-axes")),
            Action::NextControl => tensor::next_figure(reading, 1),
            Action::PreviousControl => tensor::next_figure(reading, -1),
            Action::NextSlice => tensor::next_slice(reading, 1),
            Action::PreviousSlice => tensor::next_slice(reading, -1),
            Action::Open => inspect::open(reading),
            Action::Uses => inspect::toggle_uses(reading),
            Action::Birth => first_nan::go(model),
            Action::Back => tensor::back(reading),
            Action::Edit if number::can_type(reading) => number::begin(model, String::new()),
            Action::Edit | Action::EditCode => page::edit_code(model),
            Action::Fill => fill::ask(model),
            Action::Toggle => return change::toggle(model),
            Action::Increase => return change::nudge(model, 1.0),
            Action::Decrease => return change::nudge(model, -1.0),
            Action::IncreaseMuch => return change::nudge(model, MANY),
            Action::DecreaseMuch => return change::nudge(model, -MANY),
            Action::Negate => return change::negate(model),
            _ => {}
        }
        Vec::new()
    }

    /// A digit begins a number where one can be typed.
    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        if let (KeyCode::Char(letter @ ('0'..='9' | '.')), KeyModifiers::NONE) = (key.code, key.modifiers) {
            number::begin(model, letter.to_string());
        }
        Vec::new()
    }

    fn paste(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        fill::paste(model, text)
    }
}

/// In a single element there is nowhere to go.
fn moves_offer(reading: &Reading) -> Offer {
    let elements = reading.inner_figure().map(Figure::size).map_or(0, |(rows, columns)| rows * columns);
    if elements > 1 { Offer::Does } else { Offer::Quiet }
}

fn figures(reading: &Reading) -> usize {
    reading.exhibits(reading.lesson.at).map_or(0, |exhibits| exhibits.figures.len())
}

fn slices(reading: &Reading) -> usize {
    reading.inner_figure().map_or(0, |figure| figure.lead().iter().product())
}

/// Worth an offer is a birth of the element that is explained, or of a NaN that the block shows.
pub(super) fn birth_offer(reading: &Reading) -> Offer {
    match () {
        () if first_nan::can_go(reading) => Offer::Does,
        () if first_nan::is_there(reading) => Offer::Quiet,
        () => Offer::refused(word("no-nan-here")),
    }
}
