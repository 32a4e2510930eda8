//! Inputs, told and set: a slider by a number, a choice by a word, a matrix by an element. What is set is the text, as everywhere.

use std::sync::Arc;

use crate::app::lesson::OpenLesson;
use crate::lang::{Control, ControlKind, Value};
use crate::notebook::document::SwitchedCell;
use crate::notebook::element::{self, NameLookup};
use crate::notebook::evaluate::TaskState;
use crate::notebook::inputs::{InputError, names, with_input};
use crate::notebook::lesson::{Block, BlockId, BlockKind};
use crate::notebook::problem::nearest;
use crate::tensor::Tensor;
use crate::words::{say, word};

use super::elements::Elements;
use super::speech::{listed, number};
use super::{prose, speech, values};

/// A control of a block, with its value and what it can be.
pub(super) fn describe(open: &OpenLesson, block: &Block, control: &Control) -> String {
    let name = &*control.name;
    let shape =
        || tensor(open, block, name).map_or_else(|| word!("plain-unknown").to_owned(), |own| values::shape(&own));
    match &control.kind {
        ControlKind::Slider(slider) => say!(
            "plain-slider",
            name,
            value = number(slider.value, false),
            min = number(slider.min, false),
            max = number(slider.max, false),
            step = number(slider.step, false)
        ),
        ControlKind::Text(text) => {
            let transcript = say!("plain-text", name, value = &*text.value);
            if text.is_outside() { format!("{transcript} {}", word!("text-outside")) } else { transcript }
        }
        ControlKind::Choice(choice) => {
            let options: Vec<String> = choice.options.iter().map(|option| option_said(option)).collect();
            say!(
                "plain-choice",
                name,
                value = options.get(choice.selected).cloned().unwrap_or_default(),
                options = listed(&options)
            )
        }
        ControlKind::Toggle(toggle) => say!("plain-toggle", name, value = on_or_off(toggle.value)),
        ControlKind::Matrix(_) => say!("plain-matrix", name, shape = shape()),
        ControlKind::Mask(_) => say!("plain-mask", name, shape = shape()),
    }
}

/// Whether a control in words leaves nothing to tell of its value.
pub(super) fn says_all(control: &Control) -> bool {
    !matches!(control.kind, ControlKind::Matrix(_) | ControlKind::Mask(_))
}

/// The tensor that a name is in a block.
fn tensor(open: &OpenLesson, block: &Block, name: &str) -> Option<Tensor> {
    match NameLookup::at(&open.outcome, &block.id).value(name)? {
        Value::Tensor(tensor) => Some(tensor.now()),
        _ => None,
    }
}

fn on_or_off(on: bool) -> &'static str {
    if on { word!("plain-on") } else { word!("plain-off") }
}

/// A cell of a mask that was switched: where it is, what it was, and what it became.
pub(super) fn switched(open: &OpenLesson, block: &BlockId, input: &str, switched: &SwitchedCell) -> Option<String> {
    let block = open.document.lesson().block(block)?;
    let control = open.controls(block).into_iter().find(|control| *control.name == *input)?;
    let ControlKind::Mask(mask) = control.kind else { return None };
    let now = tensor(open, block, input)?;
    let (row, column) = (switched.row, switched.column);
    let is_there = matches!(now.shape(), [rows, columns] if row < *rows && column < *columns);
    // Of a computed mask the text only says whether a cell is the opposite of what is computed.
    let is_on = is_there.then(|| now.at(&[row, column]) != 0.0)?;
    let was_on = is_on ^ mask.is_marked(row, column) ^ switched.was_marked;
    let place = speech::place(now.axes(), &[row, column]);
    Some(say!("plain-switched", input, place, was = on_or_off(was_on), now = on_or_off(!was_on)))
}

/// A block whose text is another one now.
pub(super) struct Moved {
    /// The block.
    pub(super) block: BlockId,
    /// Its new text.
    pub(super) source: String,
}

/// The text in which the input of a name has another value: `cups` and `5`, `W[1, 2]` and `0.5`, `allowed` and `row sat off`. An
/// input of the block that the reader is at goes before others of its name.
///
/// # Errors
/// In words for the reader: there is no such input, or it cannot have this value.
pub(super) fn set(open: &OpenLesson, target: &str, value: &str) -> Result<Moved, String> {
    let (name, items) = element::split(target);
    let blocks = open.block().into_iter().chain(&open.document.lesson().blocks);
    for block in blocks.filter(|block| block.editable().is_some()) {
        let Some(source) = open.source(block) else { continue };
        let program = crate::lang::parse(&source).program;
        if !names(&program).iter().any(|known| known == name) {
            continue;
        }
        let control = open.controls(block).into_iter().find(|control| *control.name == *name);
        let source = match &control {
            Some(control) => match elements(control, items, value) {
                Some((elements, value)) => elements_set(open, block, control, &source, &elements, value),
                None => moved(control, &source, &program, value),
            },
            None if !items.is_empty() => Err(say!("plain-no-element", name)),
            None => with_input(&source, &program, name, value).map_err(|refusal| match refusal {
                InputError::Value(words) => words,
                InputError::NotHere => unknown(open, name),
            }),
        }?;
        return Ok(Moved { block: Arc::clone(&block.id), source });
    }
    Err(unknown(open, name))
}

/// Which elements of a control are meant, and what they are set to; nothing where it is set as a whole.
fn elements<'v>(control: &Control, items: Vec<&'v str>, value: &'v str) -> Option<(Elements<'v>, &'v str)> {
    if !items.is_empty() {
        return Some((Elements::One(items), value));
    }
    Elements::region(value).filter(|_| matches!(control.kind, ControlKind::Matrix(_) | ControlKind::Mask(_)))
}

/// That there is no such input, and which may have been meant.
fn unknown(open: &OpenLesson, name: &str) -> String {
    let controls = all(open).into_iter().map(|input| input.control.name);
    let known: Vec<Arc<str>> = controls.collect();
    let near = nearest(name, known.iter().map(|name| &**name));
    match near {
        Some(near) => say!("plain-no-input-near", name, near),
        None => say!("plain-no-input", name),
    }
}

/// A control of the page.
pub(super) struct Input<'r> {
    /// The place of its block, and the block.
    pub(super) place: usize,
    pub(super) block: &'r Block,
    pub(super) control: Control,
}

impl Input<'_> {
    /// What can be set.
    pub(super) fn describe(&self, open: &OpenLesson) -> String {
        describe(open, self.block, &self.control)
    }
}

/// Every control of the page.
pub(super) fn all(open: &OpenLesson) -> Vec<Input<'_>> {
    let has_text = |block: &Block| matches!(block.kind, BlockKind::Cell(_) | BlockKind::Exercise(_));
    let blocks = open.document.lesson().blocks.iter().enumerate().filter(|(_, block)| has_text(block));
    let of_block =
        |(place, block)| open.controls(block).into_iter().map(move |control| Input { place, block, control });
    blocks.flat_map(of_block).collect()
}

/// The control of this name: one of the block that the reader is at goes before others.
pub(super) fn named<'r>(open: &'r OpenLesson, name: &str) -> Option<Input<'r>> {
    let found = all(open).into_iter().filter(|input| *input.control.name == *name);
    found.min_by_key(|input| input.place != open.at)
}

/// A whole control moved.
fn moved(control: &Control, source: &str, program: &[crate::lang::Statement], value: &str) -> Result<String, String> {
    let value = value.trim();
    match &control.kind {
        ControlKind::Slider(slider) => {
            let bounds = || {
                let (name, min, max) = (&*control.name, number(slider.min, false), number(slider.max, false));
                if slider.whole {
                    say!("plain-slider-whole", name, min, max)
                } else {
                    say!("plain-slider-bounds", name, min, max)
                }
            };
            let wanted: f64 = value.parse().map_err(|_| bounds())?;
            slider.with_exact(source, wanted).ok_or_else(bounds)
        }
        ControlKind::Choice(choice) => {
            let wanted = value.trim_matches(['"', '\'']);
            choose(&choice.options, wanted).map(|option| choice.with_option(source, option)).ok_or_else(|| {
                let options: Vec<String> = choice.options.iter().map(|option| option_said(option)).collect();
                say!("plain-choice-of", name = &*control.name, options = listed(&options))
            })
        }
        ControlKind::Toggle(toggle) => {
            let on = truth(value).ok_or_else(|| say!("plain-toggle-of", name = &*control.name))?;
            Ok(toggle.with_value(source, on))
        }
        ControlKind::Text(_) | ControlKind::Matrix(_) | ControlKind::Mask(_) => {
            with_input(source, program, &control.name, value).map_err(|refusal| match (refusal, &control.kind) {
                (_, ControlKind::Matrix(_) | ControlKind::Mask(_)) => say!("plain-rows-wanted", name = &*control.name),
                (InputError::Value(words), _) => words,
                (InputError::NotHere, _) => say!("plain-no-input", name = &*control.name),
            })
        }
    }
}

/// An option as it is said: many of them are numbers, `-1e9`.
fn option_said(option: &str) -> String {
    prose::computed(option)
}

/// The option that is meant: by its words or as it is said, large or small, by its beginning, or by its number from 1.
fn choose(options: &[Arc<str>], wanted: &str) -> Option<usize> {
    let lower = wanted.to_lowercase();
    let exact = options.iter().position(|option| **option == *wanted);
    let is_same = |option: &str| option.to_lowercase() == lower || option_said(option).to_lowercase() == lower;
    let same = || options.iter().position(|option| is_same(option));
    let begins = || {
        let mut found = (0..options.len()).filter(|place| options[*place].to_lowercase().starts_with(&lower));
        found.next().filter(|_| !lower.is_empty() && found.next().is_none())
    };
    let counted = || wanted.parse::<usize>().ok()?.checked_sub(1).filter(|place| *place < options.len());
    exact.or_else(same).or_else(begins).or_else(counted)
}

fn truth(value: &str) -> Option<bool> {
    let lower = value.to_lowercase();
    let is = |yes: &[&str], word: &str| yes.contains(&&*lower) || lower == word.to_lowercase();
    match () {
        () if is(&["on", "true", "yes", "1"], word!("plain-on")) || lower == word!("plain-yes") => Some(true),
        () if is(&["off", "false", "no", "0"], word!("plain-off")) || lower == word!("plain-no") => Some(false),
        () => None,
    }
}

/// Elements of a matrix or a mask set.
fn elements_set(
    open: &OpenLesson,
    block: &Block,
    control: &Control,
    source: &str,
    elements: &Elements<'_>,
    value: &str,
) -> Result<String, String> {
    let name = &*control.name;
    let unknown = || say!("plain-no-values", name);
    let table = || tensor(open, block, name).ok_or_else(unknown);
    match &control.kind {
        ControlKind::Matrix(matrix) => {
            let places = elements.places(name, &table()?)?;
            let wanted =
                crate::lang::controls::read_number(value.trim()).ok_or_else(|| say!("plain-no-number", value))?;
            Ok(matrix.with_numbers(source, places.into_iter().map(|(row, column)| (row, column, wanted))))
        }
        ControlKind::Mask(mask) => {
            // Whether an element is on is known of present values alone.
            let is_present = NameLookup::at(&open.outcome, &block.id).standing(name);
            let is_present = is_present.is_some_and(|(_, state)| *state == TaskState::Ok);
            let table = table().and_then(|table| if is_present { Ok(table) } else { Err(unknown()) })?;
            let places = elements.places(name, &table)?;
            let wanted = truth(value.trim()).ok_or_else(|| say!("plain-toggle-of", name))?;
            let cells = places.into_iter().map(|(row, column)| (row, column, wanted));
            Ok(mask.with_cells(source, cells, |row, column| table.at(&[row, column]) != 0.0))
        }
        _ => Err(say!("plain-no-element", name)),
    }
}
