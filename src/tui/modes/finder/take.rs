//! What can be taken along: a number, its formula, a cell's code to the clipboard; the screen or a tensor into a file.

use std::sync::Arc;

use crate::notebook::tensor_file::TensorFormat;
use crate::tui::commands::copy::{self, Copied};
use crate::tui::model::Model;
use crate::tui::model::finder::{Goal, Item, ScreenFormat};
use crate::tui::model::reading::Reading;
use crate::words::{say, word};

/// What can be copied here, what of a tensor can be written, and the screen.
pub(crate) fn items(model: &Model) -> Vec<Item> {
    let mut items = Vec::new();
    if let Some(reading) = model.reading() {
        let copies = copy::all(reading).into_iter();
        items.extend(copies.map(|Copied { offer, said, text }| {
            Item::new(offer.text(), Goal::Copy { said, text }).with_detail(word!("to-the-clipboard"))
        }));
        for name in tensors(reading) {
            items.extend(TensorFormat::ALL.map(|form| {
                let words = say!("save-tensor-as", name = name.to_string(), form = form.to_string());
                Item::new(words, Goal::SaveTensor(Arc::clone(&name), form)).with_detail(word!("a-file"))
            }));
        }
    }
    if model.dashboard().is_some_and(|training| !training.history.points().is_empty()) {
        items.push(Item::new(word!("save-curves"), Goal::SaveCurves).with_detail(word!("a-file")));
    }
    for (shot, words) in
        [(ScreenFormat::Svg, word!("save-screen-as-picture")), (ScreenFormat::Text, word!("save-screen-as-text"))]
    {
        items.push(Item::new(words, Goal::SaveScreen(shot)).with_detail(word!("a-file")));
    }
    items
}

/// The tensor that the cursor is in, or all of the selected block.
fn tensors(reading: &Reading) -> Vec<Arc<str>> {
    if let Some(figure) = reading.inner_figure() {
        return vec![Arc::clone(&figure.name)];
    }
    let figures = reading.exhibits(reading.lesson.at).map(|exhibits| exhibits.figures.as_slice()).unwrap_or_default();
    figures.iter().map(|figure| Arc::clone(&figure.name)).collect()
}
