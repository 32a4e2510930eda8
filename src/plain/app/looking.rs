//! Looking closer: values whole, words of the course, and the page beside another state of it.

use std::sync::Arc;

use super::super::inputs::Input;
use super::super::transcript::Transcript;
use super::super::{changes, hidden, missing, old, speech, values};
use super::{Focus, PlainApp};
use crate::app::lesson::OpenLesson;
use crate::lang::{ControlKind, Value};
use crate::notebook::compare::summary;
use crate::notebook::element::{self, Missing, NameLookup};
use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::glossary::{Glossary, GlossaryTerm};
use crate::notebook::leak::{InputChange, Probe};
use crate::notebook::lesson::BlockKind;
use crate::notebook::library::LessonLibrary;
use crate::notebook::passages;
use crate::notebook::problem::nearest;
use crate::tensor::Tensor;
use crate::words::{Said, say, word};

impl PlainApp<'_> {
    /// All of a value: `weights`, `weights[sat]`, `weights rows 3 to 5`; without a name those of the block.
    pub(super) fn show_value(&mut self, rest: &str) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        if rest.is_empty() {
            let names = open.block().map(|block| open.shown(block)).unwrap_or_default();
            if names.is_empty() {
                return self.nothing_shown();
            }
            let mut transcript = Transcript::default();
            for name in names {
                if let Some(value) = open.names().value(&name) {
                    transcript.append(old::describe(&name, open.names().standing(&name)));
                    transcript.append(values::whole(&name, &value, None));
                }
            }
            return self.tell_long(transcript);
        }
        let (target, rows) = split_rows(rest);
        let (name, items) = named_places(open, target);
        if let Some(refusal) = hidden::refusal(open, name) {
            return self.words(refusal);
        }
        let names = open.names();
        let Some(value) = self.step_named(name).map(Value::from).or_else(|| names.value(name)) else {
            return self.words(missing::words(&names.no_value(name)));
        };
        let part = part(name, &value, &items);
        let part = part.and_then(|value| {
            let rows = rows.map_or(Ok(None), |asked| rows_of(target, &value, &asked))?;
            Ok((value, rows))
        });
        match part {
            Ok((value, rows)) => {
                let mut transcript = old::describe(name, names.standing(name));
                transcript.append(values::whole(target, &value, rows));
                self.tell_long(transcript);
            }
            Err(words) => self.words(words),
        }
    }

    /// That a block shows no value: there are none, or questions hide them.
    fn nothing_shown(&mut self) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let hidden = open.block().map(|block| open.veiled(block)).unwrap_or_default();
        let mut transcript = hidden::all_told(open, hidden);
        if transcript.is_empty() {
            transcript.say(say!("plain-nothing-shown", block = open.at + 1));
            transcript.say(word!("plain-show-what"));
        }
        self.tell(&transcript);
    }

    /// What a word of the course means, and where it is taught; without a word those of the block.
    pub(super) fn look_up(&mut self, rest: &str) {
        let glossary = Glossary::embedded();
        let terms = glossary.terms();
        let lower = rest.to_lowercase();
        let is_it = |term: &&GlossaryTerm| term.name.to_lowercase().split(", ").any(|name| name == lower);
        let mut transcript = Transcript::default();
        if rest.is_empty() {
            let places = match self.workspace.open.as_ref().and_then(|open| self.workspace.lessons.get(open)) {
                Some(open) => text_of(open).map(|text| glossary.in_text(&text)).unwrap_or_default(),
                None => (0..terms.len()).collect(),
            };
            places
                .iter()
                .filter_map(|place| terms.get(*place))
                .for_each(|term| transcript.say(meaning(&self.services.library, term)));
            if transcript.is_empty() {
                transcript.say(word!("plain-no-terms"));
            }
        } else if let Some(term) = terms.iter().find(is_it) {
            transcript.say(meaning(&self.services.library, term));
        } else {
            let has = |term: &&GlossaryTerm| term.name.to_lowercase().contains(&lower);
            terms.iter().filter(has).for_each(|term| transcript.say(meaning(&self.services.library, term)));
            if transcript.is_empty() {
                let names = terms.iter().flat_map(|term| term.name.split(", "));
                transcript.say(match nearest(rest, names) {
                    Some(near) => say!("plain-no-term-near", name = rest, near),
                    None => say!("plain-no-term", name = rest),
                });
            }
        }
        self.tell(&transcript);
    }

    /// Holds the page as it is now, or lets it go.
    pub(super) fn pin(&mut self) {
        let Some(open) = self.lesson_mut() else { return self.no_lesson() };
        let was_pinned = open.end_comparison();
        if !was_pinned {
            open.pin();
        }
        self.words(if was_pinned { word!("plain-unpinned") } else { word!("plain-pinned") });
    }

    /// What has moved since the page was pinned.
    pub(super) fn compare(&mut self) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        match &open.comparison {
            Some(comparison) => self.tell(&changes::describe(open, &comparison.other, None)),
            None => self.words(word!("plain-pin-first")),
        }
    }

    /// Changes an input on a copy of the page, and tells what moves: what does had seen it.
    pub(super) fn leak(&mut self, rest: &str) {
        let Some(open) = self.lesson() else { return self.no_lesson() };
        let (name, items) = target(rest);
        if name.is_empty() {
            return self.words(word!("plain-leak-what"));
        }
        let Some(input) = super::super::inputs::named(open, name) else {
            return self.words(say!("plain-no-input", name));
        };
        if matches!(input.block.kind, BlockKind::Exercise(_)) {
            return self.words(say!("plain-leak-exercise", name));
        }
        let probe = match probe(open, &input, &items) {
            Ok(probe) => probe,
            Err(words) => return self.words(words),
        };
        let probed = match probe.change(&open.document) {
            Ok(probed) => probed,
            Err(none) => return self.words(none.said()),
        };
        let what = changed(open, &probed.change);
        let other = self.compute(Arc::clone(&probed.snapshot));
        self.focus = Focus::Page;
        self.tell_copy(say!("plain-leak-change", what), &other);
    }

    /// What of a copy of the page differs from the page itself.
    pub(super) fn tell_copy(&mut self, title: String, other: &EvaluationOutcome) {
        let Some(open) = self.lesson() else { return };
        let mut transcript = Transcript::of(title);
        let summary = summary(open.document.lesson(), other, &open.outcome);
        let (veils, mut veiled) = (open.veils(), Vec::new());
        for moved in &summary.moved {
            let cell = open.document.lesson().block(&moved.cell);
            match cell.and_then(|cell| veils.over(cell, &moved.name)) {
                Some(question) => veiled.push((Arc::clone(&moved.name), Arc::clone(question))),
                None => transcript.say(changes::leaked(open, other, moved)),
            }
        }
        transcript.say(say!("plain-leak-still", count = summary.still));
        transcript.append(hidden::all_told(open, veiled));
        self.tell(&transcript);
    }
}

/// What a leak test changes: a row and an element by their names, where they have any.
fn changed(open: &OpenLesson, change: &InputChange) -> String {
    let place = |input: &str, index: &[usize]| match open.names().value(input) {
        Some(Value::Tensor(tensor)) => tensor.now().axes().get(..index.len()).map(|axes| speech::place(axes, index)),
        _ => None,
    };
    let said = match change {
        InputChange::Row { input, row } => {
            place(input, &[*row]).map(|place| say!("plain-leak-row", input = &**input, place))
        }
        InputChange::Mask { input, row, column } => {
            place(input, &[*row, *column]).map(|place| say!("plain-leak-mask", input = &**input, place))
        }
        _ => None,
    };
    said.unwrap_or_else(|| speech::spoken(&change.said()))
}

/// A name with the places behind it: `W[1, 2]`, `W 1 2`, `sentence cat`.
fn target(rest: &str) -> (&str, Vec<&str>) {
    if rest.ends_with(']') {
        return element::split(rest);
    }
    let mut words = rest.split_whitespace();
    (words.next().unwrap_or_default(), words.collect())
}

/// Where an input is changed: of a text the word, by itself or by its number from 1; of a matrix the row and of a mask the element, by
/// name or by number from 0. Where nothing is said, it is the last word or row: what nobody before it may have seen.
fn probe(open: &OpenLesson, input: &Input<'_>, items: &[&str]) -> Result<Probe, String> {
    let Input { block, control, .. } = input;
    let fresh = Probe { block: Arc::clone(&block.id), input: Arc::clone(&control.name), row: 0, column: 0 };
    let Some(first) = items.first() else { return Ok(fresh.last(control)) };
    if let ControlKind::Text(text) = &control.kind {
        let by_number = first.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let row = by_number.or_else(|| text.value.split_whitespace().position(|word| word == *first));
        return row
            .map(|row| Probe { row, ..fresh })
            .ok_or_else(|| say!("plain-leak-no-word", name = &*control.name, word = *first));
    }
    let Some(Value::Tensor(tensor)) = NameLookup::at(&open.outcome, &block.id).value(&control.name) else {
        return Ok(fresh);
    };
    let place = |axis: usize| match items.get(axis).filter(|_| axis < tensor.ndim()) {
        Some(item) => {
            element::place(&control.name, &tensor.now(), axis, item).map_err(|missing| missing::words(&missing))
        }
        None => Ok(0),
    };
    Ok(Probe { row: place(0)?, column: place(1)?, ..fresh })
}

/// `weights rows 3 to 5`: the value, and which of its rows.
fn split_rows(rest: &str) -> (&str, Option<Vec<&str>>) {
    let is_rows = |said: &str| ["rows", "row", word!("plain-rows"), word!("plain-row-word")].contains(&said);
    // Only a word of its own says it: `arrows` and `row_names` are names.
    let gaps = rest.match_indices(char::is_whitespace);
    let mut parts = gaps.map(|(at, gap)| (&rest[..at], rest[at + gap.len()..].trim_start()));
    let found = parts.find_map(|(target, behind)| {
        let (said, rows) = behind.split_once(char::is_whitespace).unwrap_or((behind, ""));
        is_rows(said).then_some((target.trim_end(), rows))
    });
    let Some((target, rows)) = found else { return (rest, None) };
    let between = ["to", word!("plain-rows-to")];
    (target, Some(rows.split_whitespace().filter(|word| !between.contains(word)).collect()))
}

/// A name, and the places of it that are asked for: `weights[sat]`, or as *why* takes them `weights sat`.
fn named_places<'t>(open: &OpenLesson, target: &'t str) -> (&'t str, Vec<&'t str>) {
    let (name, items) = element::split(target);
    let mut words = target.split_whitespace();
    let first = words.next().unwrap_or_default();
    if !items.is_empty()
        || target.contains('[')
        || open.names().value(target).is_some()
        || open.names().value(first).is_none()
    {
        return (name, items);
    }
    (first, words.map(|item| item.trim_matches(',')).filter(|item| !item.is_empty()).collect())
}

/// The first and the last of the rows that are asked for, by number or by name.
fn rows_of(name: &str, value: &Value, asked: &[&str]) -> Result<Option<(usize, usize)>, String> {
    let Value::Tensor(tensor) = value else { return Ok(None) };
    // That there are none is said with those that there are.
    let place = |item: &str| match item.parse::<usize>() {
        Ok(number) => Ok(number),
        Err(_) if tensor.ndim() == 0 => Ok(0),
        Err(_) => element::place(name, &tensor.now(), 0, item).map_err(|missing| missing::words(&missing)),
    };
    match asked {
        [row] => place(row).map(|row| Some((row, row))),
        [from, to] => Ok(Some((place(from)?, place(to)?))),
        _ => Err(word!("plain-which-rows").to_owned()),
    }
}

/// The part of a value whose first places are told, or in words why it has none.
pub(super) fn part(name: &str, value: &Value, items: &[&str]) -> Result<Value, String> {
    match value {
        _ if items.is_empty() => Ok(value.clone()),
        Value::Tensor(tensor) => part_of(name, &tensor.now(), items).map_err(|missing| missing::words(&missing)),
        Value::Int(..) | Value::Float(..) => Err(missing::words(&Missing::Single(name.to_owned()))),
        other => Err(say!("plain-no-places", name, what = other.description())),
    }
}

fn part_of(name: &str, tensor: &Tensor, items: &[&str]) -> Result<Value, Missing> {
    if items.len() > tensor.ndim() {
        let (given, axes) = (items.len(), tensor.ndim());
        return Err(Missing::Which { given, name: name.to_owned(), shape: tensor.shape_text(), axes });
    }
    let mut part = tensor.clone();
    for (axis, item) in items.iter().enumerate() {
        let place = element::place(name, tensor, axis, item)?;
        part = part.select(0, place as i64).map_err(|_| Missing::Lost(name.to_owned()))?;
    }
    Ok(Value::from(part))
}

/// A word and what it means.
fn meaning(library: &LessonLibrary, term: &GlossaryTerm) -> String {
    let lesson = library.find(&term.page).map_or(&*term.page, |entry| entry.id());
    say!(
        "plain-term",
        name = term.name.as_str(),
        meaning = speech::spoken(&term.meaning.replace(['*', '`', '$'], "")),
        lesson,
        block = term.block.as_str()
    )
}

/// The words of the block that the reader is at, and its code.
fn text_of(open: &OpenLesson) -> Option<String> {
    let block = open.block()?;
    let code = open.source(block).unwrap_or_default();
    Some(format!("{}\n{code}", passages::words(block)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_asked_for_in_words() {
        let rows = |text: &'static str| split_rows(text);
        assert_eq!(rows("weights"), ("weights", None));
        assert_eq!(rows("weights[sat] rows 3 to 5"), ("weights[sat]", Some(vec!["3", "5"])));
        assert_eq!(rows("W rows sat to on"), ("W", Some(vec!["sat", "on"])));
        assert_eq!(rows("W row 2"), ("W", Some(vec!["2"])));
        assert_eq!(rows("rows"), ("rows", None));
        assert_eq!(rows("arrows rows 1"), ("arrows", Some(vec!["1"])));
        assert_eq!(rows("row_names  row 2"), ("row_names", Some(vec!["2"])));
    }
}
