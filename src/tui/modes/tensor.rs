//! Inside a tensor of the page.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::{ActionOffer, Mode, does, does_in_lesson, refused, say_outside, told};
use crate::lang::ControlKind;
use crate::tui::commands::{
    change::{self, MANY},
    fill, first_nan, inspect, number, page, tensor, views,
};
use crate::tui::keymap::{Action, Key};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::exhibit::Figure;
use crate::tui::model::reading::Reading;
use crate::words::id;

/// How many rows a page up or down goes.
const PAGE: isize = 10;

/// The cursor is on an element.
pub(super) struct TensorMode;

impl Mode for TensorMode {
    fn offer(&self, model: &Model, action: Action) -> ActionOffer {
        let Some(reading) = model.reading() else { return ActionOffer::Below };
        let is_number = number::can_type(reading);
        let step = |down, right| does(move |model| tensor::step(model, down, right));
        // In a single element there is nowhere to go.
        let arrow = |down, right| step(down, right).quiet_unless(elements(reading) > 1);
        let nudge = |steps| does(move |model| change::nudge(model, steps)).quiet_unless(is_number);
        match action {
            Action::Up => arrow(-1, 0),
            Action::Down => arrow(1, 0),
            Action::Left => arrow(0, -1),
            Action::Right => arrow(0, 1),
            Action::PageUp => step(-PAGE, 0),
            Action::PageDown => step(PAGE, 0),
            Action::First => does_in_lesson(|reading| tensor::walk(reading, isize::MIN, isize::MIN)),
            Action::Last => does_in_lesson(|reading| tensor::walk(reading, isize::MAX, isize::MAX)),
            Action::NextControl => does_in_lesson(|reading| tensor::next_figure(reading, 1)).when(figures(reading) > 1),
            Action::PreviousControl => {
                does_in_lesson(|reading| tensor::next_figure(reading, -1)).when(figures(reading) > 1)
            }
            Action::NextSlice => does_in_lesson(|reading| tensor::next_slice(reading, 1))
                .says(id!("next-slice"))
                .when(slices(reading) > 1),
            Action::PreviousSlice => {
                does_in_lesson(|reading| tensor::next_slice(reading, -1)).when(slices(reading) > 1)
            }
            Action::NextView => view_offer(reading, 1),
            Action::PreviousView => view_offer(reading, -1),
            Action::NextAxes => {
                let has_others = reading.inner_figure().is_some_and(|figure| figure.tensor.ndim() > 2);
                does_in_lesson(views::turn_axes).when_or(has_others, id!("no-other-axes"))
            }
            Action::Increase => nudge(1.0),
            Action::Decrease => nudge(-1.0),
            Action::IncreaseMuch => nudge(MANY),
            Action::DecreaseMuch => nudge(-MANY),
            Action::Negate => does(change::negate).quiet_unless(is_number),
            // Where Enter does it, one key is enough in the footer.
            Action::Toggle => {
                does(change::toggle).quiet().when_or(number::fills_mask(reading), id!("only-masks-toggle"))
            }
            Action::Fill => does(fill::ask).when_or(fill::can_fill(reading), id!("number-is-computed")),
            Action::Edit => edit_offer(reading),
            Action::EditCode => {
                does(page::edit_code).when_or(reading.selected_text().is_some(), id!("nothing-to-edit"))
            }
            Action::Open if number::fills_mask(reading) => does(change::toggle).says(id!("switch")),
            Action::Open => open_offer(reading),
            // Of nothing there is nothing to ask.
            Action::Uses => does_in_lesson(inspect::toggle_uses).quiet_unless(!is_empty(reading)),
            Action::Birth => first_nan_offer(reading),
            Action::Back => does(tensor::back),
            _ => ActionOffer::Below,
        }
    }

    fn begin(&self, model: &mut Model, _action: Action) {
        // Whatever is changed here is changed where the cursor is, wherever an explanation has led the page.
        model.reading_mut().into_iter().for_each(inspect::return_to_cursor);
    }

    /// A digit begins a number where one can be typed; of a key of the page it is said that it is one.
    fn key(&self, model: &mut Model, key: Key) -> Vec<Effect> {
        match (key.code, key.modifiers) {
            (KeyCode::Char(letter @ ('0'..='9' | '.')), KeyModifiers::NONE) => number::begin(model, letter.to_string()),
            _ => say_outside(model, key),
        }
        Vec::new()
    }

    fn paste(&self, model: &mut Model, text: &str) -> Vec<Effect> {
        fill::paste(model, text)
    }
}

/// Whether the tensor has no elements at all.
fn is_empty(reading: &Reading) -> bool {
    reading.inner_figure().is_some_and(|figure| figure.tensor.shape().contains(&0))
}

/// The elements of the matrix that is drawn.
fn elements(reading: &Reading) -> usize {
    reading.inner_figure().map(Figure::size).map_or(0, |(rows, columns)| rows * columns)
}

fn figures(reading: &Reading) -> usize {
    reading.exhibits(reading.lesson.at).map_or(0, |exhibits| exhibits.figures.len())
}

fn slices(reading: &Reading) -> usize {
    reading.inner_figure().map_or(0, |figure| figure.lead().iter().product())
}

fn view_offer(reading: &Reading, step: isize) -> ActionOffer {
    let views = reading.inner_figure().map_or(0, |figure| figure.views().len());
    does(move |model| views::turn(model, step)).when_or(views > 1, id!("one-way-to-draw"))
}

/// Asks why, or where the lens says that already goes to what the number is made of.
fn open_offer(reading: &Reading) -> ActionOffer {
    let open = does_in_lesson(inspect::open);
    match reading.inside().and_then(|inside| inside.why.as_ref()) {
        Some(inspection) => open.says(id!("to-its-operands")).when_or(inspection.ways() > 0, id!("reasons-end")),
        None => open,
    }
}

/// A number is typed over where one can be changed; elsewhere the code is what can be changed.
fn edit_offer(reading: &Reading) -> ActionOffer {
    match reading.inner_control().map(|control| &control.kind) {
        Some(ControlKind::Matrix(_) | ControlKind::Slider(_)) => {
            does(|model| number::begin(model, String::new())).says(id!("type-a-number"))
        }
        Some(ControlKind::Mask(_)) => told(id!("enter-toggles")),
        _ => does(page::edit_code).quiet().when_or(reading.selected_text().is_some(), id!("nothing-to-edit")),
    }
}

/// Worth an offer is the first NaN behind the element that is explained, or that the block shows.
pub(super) fn first_nan_offer(reading: &Reading) -> ActionOffer {
    if first_nan::is_there(reading) {
        does(first_nan::go).quiet_unless(first_nan::can_go(reading))
    } else {
        refused(id!("no-nan-here"))
    }
}
