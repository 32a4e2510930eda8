//! Many elements at once: filling a row, a column, a triangle or everything; a block from the clipboard; a row or a column more
//! or less. Each is one step that is undone as one, and edits the literals of the source.

use crate::lang::ControlKind;
use crate::lang::controls::{Region, Resize, read_block};
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::focus::Fill;
use crate::tui::model::reading::Reading;
use crate::tui::theme::Role;
use crate::words::{say, word};

use super::change::{self, Hold, hold};

/// The longest text that is looked at for a block of numbers, in bytes.
const LONGEST_BLOCK: usize = 1 << 20;

/// Asks what is to be filled.
pub(crate) fn ask(model: &mut Model) {
    let resizes = model.reading().is_some_and(can_resize);
    set(model, Some(Fill::Asked), None);
    model.say(Role::Text, if resizes { word!("fill-what-or-resize") } else { word!("fill-what") });
}

/// Takes the region that an action names, or does what else it does to rows and columns.
pub(crate) fn choose(model: &mut Model, action: Action) -> Vec<Effect> {
    let region = match action {
        Action::FillRow => Region::Row,
        Action::FillColumn => Region::Column,
        Action::FillLower => Region::Lower,
        Action::FillUpper => Region::Upper,
        Action::FillAll => Region::All,
        _ => {
            set(model, None, None);
            return resize(model, action);
        }
    };
    set(model, Some(Fill::With(region)), Some(String::new()));
    Vec::new()
}

/// Fills a region of the matrix or mask under the cursor.
pub(crate) fn with(model: &mut Model, region: Region, value: f64) -> Vec<Effect> {
    let Some(reading) = model.reading() else { return Vec::new() };
    let (Some(figure), Some(inside)) = (reading.inner_figure(), reading.inside()) else { return Vec::new() };
    let places = region.places((inside.spot.row, inside.spot.column), figure.size());
    let numbers = places.map(|(row, column)| (row, column, value)).collect();
    write(model, numbers)
}

/// A table from the clipboard, with its first number at the cursor. What does not fit changes nothing.
pub(crate) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    set(model, None, None);
    if text.len() > LONGEST_BLOCK {
        model.say(Role::Warning, word!("pasted-too-long"));
        return Vec::new();
    }
    let Some(reading) = model.reading() else { return Vec::new() };
    let Some(figure) = reading.inner_figure().filter(|_| can_fill(reading)) else {
        model.say(Role::Dim, word!("number-is-computed"));
        return Vec::new();
    };
    let Some(spot) = reading.inside().map(|inside| inside.spot.clone()) else { return Vec::new() };
    let block = match read_block(text) {
        Ok(block) => block,
        Err(why) => {
            model.say(Role::Warning, say!("pasted-nothing", why));
            return Vec::new();
        }
    };
    let (rows, columns) = figure.size();
    let room = (rows - spot.row.min(rows), columns - spot.column.min(columns));
    let (high, wide) = (block.len(), block.first().map_or(0, Vec::len));
    if high > room.0 || wide > room.1 {
        let words = say!("pasted-no-room", high, wide, rows = room.0, columns = room.1);
        model.say(Role::Warning, words);
        return Vec::new();
    }
    let cells = block.iter().enumerate().flat_map(|(down, row)| {
        let spot = &spot;
        row.iter().enumerate().map(move |(right, value)| (spot.row + down, spot.column + right, *value))
    });
    let effects = write(model, cells.collect());
    if model.notice.is_none() {
        model.say(Role::Success, say!("pasted-block", high, wide));
    }
    effects
}

/// Sets numbers of the matrix or cells of the mask under the cursor, as one step.
fn write(model: &mut Model, numbers: Vec<(usize, usize, f64)>) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some(Hold { control, source, .. }) = hold(reading) else { return Vec::new() };
    reading.streak = None;
    let source = match &control.kind {
        ControlKind::Matrix(matrix) => matrix.with_numbers(&source, numbers),
        ControlKind::Mask(_) if numbers.iter().any(|(_, _, value)| ![0.0, 1.0].contains(value)) => {
            model.say(Role::Warning, word!("mask-holds-bits"));
            return Vec::new();
        }
        // Which cells to turn around is known from what the mask shows, and that must be what its text says.
        ControlKind::Mask(_) if reading.lesson.awaits_values() || reading.is_stale(reading.lesson.at) => {
            model.say(Role::Warning, word!("mask-is-computed"));
            return Vec::new();
        }
        ControlKind::Mask(mask) => {
            let Some(figure) = reading.inner_figure() else { return Vec::new() };
            let wanted = numbers.into_iter().map(|(row, column, value)| (row, column, value != 0.0));
            mask.with_cells(&source, wanted, |row, column| figure.tensor.at(&[row, column]) != 0.0)
        }
        _ => return Vec::new(),
    };
    change::rewrite(model, &source, false)
}

/// A row or a column more or less, where the page takes any size.
fn resize(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(reading) = model.reading_mut() else { return Vec::new() };
    let Some(Hold { control, source, place: (row, column), .. }) = hold(reading) else { return Vec::new() };
    let resize = match action {
        Action::AddRow => Resize::AddRow(row),
        Action::AddColumn => Resize::AddColumn(column),
        Action::RemoveRow => Resize::RemoveRow(row),
        Action::RemoveColumn => Resize::RemoveColumn(column),
        _ => return Vec::new(),
    };
    if !can_resize(reading) {
        model.say(Role::Dim, word!("size-is-fixed"));
        return Vec::new();
    }
    reading.streak = None;
    let resized = match &control.kind {
        ControlKind::Matrix(matrix) => matrix.resized(&source, resize),
        ControlKind::Mask(mask) => mask.resized(&source, resize),
        _ => None,
    };
    if let Some(source) = resized {
        return change::rewrite(model, &source, false);
    }
    model.say(Role::Dim, word!("one-has-to-stay"));
    Vec::new()
}

/// Whether the cursor is in a matrix or a mask that can be changed.
pub(crate) fn can_fill(reading: &Reading) -> bool {
    let control = reading.inner_control().map(|control| &control.kind);
    matches!(control, Some(ControlKind::Matrix(_) | ControlKind::Mask(_)))
}

/// Whether it may have rows and columns more or less: the learner's own, or one of which the lesson says so.
pub(crate) fn can_resize(reading: &Reading) -> bool {
    let own = reading.lesson.block().is_some_and(crate::notebook::lesson::Block::is_scratch);
    match reading.inner_control().map(|control| &control.kind) {
        Some(ControlKind::Matrix(matrix)) => own || matrix.any_size,
        Some(ControlKind::Mask(mask)) => mask.is_written() && (own || mask.any_size),
        _ => false,
    }
}

fn set(model: &mut Model, fill: Option<Fill>, typed: Option<String>) {
    if let Some(inside) = model.reading_mut().and_then(|reading| reading.inside_mut()) {
        (inside.fill, inside.typed) = (fill, typed);
    }
}
