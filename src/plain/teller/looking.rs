//! Looking closer: values whole, words of the course, the steps of a cell, and the page beside another state of it.

use std::io;
use std::sync::Arc;

use super::super::reading::Reading;
use super::super::told::Told;
use super::super::{changes, missing, old, speech, values};
use super::{Focus, Out, Teller};
use crate::lang::{Control, Value};
use crate::notebook::compare::summary;
use crate::notebook::element::{self, Missing};
use crate::notebook::glossary::{Glossary, Term};
use crate::notebook::leak::Probe;
use crate::notebook::library::Library;
use crate::notebook::passages;
use crate::notebook::problem::nearest;
use crate::notebook::steps::{Kind, Steps, value};
use crate::tensor::Tensor;
use crate::words::{Said, say, word};

/// How many steps are told at once.
const MOST_STEPS: usize = 60;

impl Teller<'_> {
    /// All of a value: `weights`, `weights[sat]`, `weights rows 3 to 5`; without a name those of the block.
    pub(super) fn show_value(&mut self, rest: &str, out: Out<'_>) -> io::Result<()> {
        let Some(reading) = self.reading() else { return self.no_lesson(out) };
        if rest.is_empty() {
            let names = reading.block().map(|block| reading.shown(block)).unwrap_or_default();
            if names.is_empty() {
                return self.words(word("plain-show-what"), out);
            }
            let mut told = Told::default();
            for name in names {
                if let Some(value) = element::value(&reading.outcome, &name) {
                    told.append(old::told(&name, element::standing(&reading.outcome, &name)));
                    told.append(values::whole(&name, &value, None));
                }
            }
            return self.tell(&told, out);
        }
        let (target, rows) = split_rows(rest);
        let (name, items) = element::split(target);
        let Some(value) = element::value(&reading.outcome, name) else {
            return self.words(missing::words(&element::no_value(&reading.outcome, name)), out);
        };
        match part(name, &value, &items) {
            Ok(value) => {
                let mut told = old::told(name, element::standing(&reading.outcome, name));
                told.append(values::whole(target, &value, rows));
                self.tell(&told, out)
            }
            Err(words) => self.words(words, out),
        }
    }

    /// What a word of the course means, and where it is taught; without a word those of the block.
    pub(super) fn look_up(&mut self, rest: &str, out: Out<'_>) -> io::Result<()> {
        let glossary = self.glossary.get_or_insert_with(Glossary::embedded);
        let terms = glossary.terms();
        let lower = rest.to_lowercase();
        let is_it = |term: &&Term| term.name.to_lowercase().split(", ").any(|name| name == lower);
        let mut told = Told::default();
        if rest.is_empty() {
            let places = match self.open.as_ref().and_then(|open| self.readings.get(open)) {
                Some(reading) => text_of(reading).map(|text| glossary.in_text(&text)).unwrap_or_default(),
                None => (0..terms.len()).collect(),
            };
            places.iter().filter_map(|place| terms.get(*place)).for_each(|term| told.say(meaning(&self.library, term)));
            if told.is_empty() {
                told.say(word("plain-no-terms"));
            }
        } else if let Some(term) = terms.iter().find(is_it) {
            told.say(meaning(&self.library, term));
        } else {
            let has = |term: &&Term| term.name.to_lowercase().contains(&lower);
            terms.iter().filter(has).for_each(|term| told.say(meaning(&self.library, term)));
            if told.is_empty() {
                let names = terms.iter().flat_map(|term| term.name.split(", "));
                told.say(match nearest(rest, names) {
                    Some(near) => say("plain-no-term-near", &[("name", rest.into()), ("near", near.into())]),
                    None => say("plain-no-term", &[("name", rest.into())]),
                });
            }
        }
        self.tell(&told, out)
    }

    /// The steps by which the cell came to its values; `steps 4` tells the value of one, and the steps inside it.
    pub(super) fn steps(&mut self, rest: &str, out: Out<'_>) -> io::Result<()> {
        let Some(reading) = self.reading() else { return self.no_lesson(out) };
        let run = reading.block().and_then(|block| reading.report(block)?.run.clone());
        let Some(run) = run else { return self.words(word("plain-no-steps"), out) };
        let steps = Steps::of(&run);
        let all = steps.all();
        if all.is_empty() {
            return self.words(word("plain-no-steps"), out);
        }
        let at = rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|at| *at < all.len());
        if at.is_none() && !rest.is_empty() {
            return self.words(say("plain-which-step", &[("count", all.len().into())]), out);
        }
        let depth = at.map_or(0, |at| all[at].depth + 1);
        let from = at.map_or(0, |at| at + 1);
        let end = all[from..].iter().position(|step| step.depth < depth).map_or(all.len(), |end| from + end);
        let standing = reading.block().and_then(|block| Some((&block.id, &reading.report(block)?.state)));
        let name = reading.id().unwrap_or_default();
        let mut told = old::told(&name, standing);
        if let Some(step) = at.and_then(|at| all.get(at)) {
            let name = step.path.as_deref().unwrap_or(&step.name);
            if let Some(tensor) = value(&run, step) {
                told.append(values::told(name, &Value::Tensor(tensor.clone())));
            }
        }
        let inside: Vec<usize> = (from..end).filter(|place| all[*place].depth == depth).collect();
        for place in inside.iter().take(MOST_STEPS) {
            let step = &all[*place];
            let shape = value(&run, step).filter(|tensor| tensor.ndim() > 0).map(values::shape);
            let kind = word(match step.kind {
                Kind::Module => "plain-step-module",
                Kind::Stage => "plain-step-stage",
                Kind::Operation => "plain-step-operation",
            });
            let shape = shape.unwrap_or_else(|| word("plain-one-number").to_owned());
            told.say(say(
                "plain-step",
                &[
                    ("number", (place + 1).into()),
                    ("kind", kind.into()),
                    ("name", step.name.as_str().into()),
                    ("shape", shape.into()),
                ],
            ));
        }
        if inside.len() > MOST_STEPS {
            told.say(say("plain-more-steps", &[("count", (inside.len() - MOST_STEPS).into())]));
        }
        if inside.is_empty() {
            told.say(word("plain-no-inner-steps"));
        }
        self.tell(&told, out)
    }

    /// Holds the page as it is now, or lets it go.
    pub(super) fn pin(&mut self, out: Out<'_>) -> io::Result<()> {
        let Some(reading) = self.reading_mut() else { return self.no_lesson(out) };
        let was_pinned = reading.pinned.take().is_some();
        if !was_pinned {
            reading.pinned = Some(Arc::clone(&reading.outcome));
        }
        self.words(word(if was_pinned { "plain-unpinned" } else { "plain-pinned" }), out)
    }

    /// What has moved since the page was pinned.
    pub(super) fn compare(&mut self, out: Out<'_>) -> io::Result<()> {
        let Some(reading) = self.reading() else { return self.no_lesson(out) };
        match &reading.pinned {
            Some(pinned) => self.tell(&changes::told(reading, pinned), out),
            None => self.words(word("plain-pin-first"), out),
        }
    }

    /// Changes an input on a copy of the page, and tells what moves: what does had seen it.
    pub(super) fn leak(&mut self, rest: &str, out: Out<'_>) -> io::Result<()> {
        let Some(reading) = self.reading() else { return self.no_lesson(out) };
        let mut words = rest.split_whitespace();
        let Some(name) = words.next() else { return self.words(word("plain-leak-what"), out) };
        let Ok(places) = words.map(str::parse).collect::<Result<Vec<usize>, _>>() else {
            return self.words(word("plain-leak-what"), out);
        };
        let found = super::super::inputs::all(reading)
            .into_iter()
            .find(|(_, control): &(usize, Control)| *control.name == *name);
        let Some((place, control)) = found else {
            return self.words(say("plain-no-input", &[("name", name.into())]), out);
        };
        let Some(block) = reading.page.lesson().blocks.get(place) else { return Ok(()) };
        let fresh = Probe { block: Arc::clone(&block.id), input: Arc::clone(&control.name), row: 0, column: 0 };
        // The last word or row is what nobody before it may have seen.
        let probe = match places.as_slice() {
            [] => fresh.last(&control),
            [row] => Probe { row: *row, ..fresh },
            [row, column, ..] => Probe { row: *row, column: *column, ..fresh },
        };
        let probed = match probe.change(&reading.page) {
            Ok(probed) => probed,
            Err(none) => return self.words(none.said(), out),
        };
        let probed_outcome = self.compute(Arc::clone(&probed.snapshot), out)?;
        let Some(reading) = self.reading() else { return Ok(()) };
        let mut told = Told::of(say("plain-leak-change", &[("what", speech::spoken(&probed.change.said()).into())]));
        let summary = summary(reading.page.lesson(), &probed_outcome, &reading.outcome);
        for moved in &summary.moved {
            told.say(changes::leaked(reading, &probed_outcome, moved));
        }
        told.say(say("plain-leak-still", &[("count", summary.still.into())]));
        self.focus = Focus::Page;
        self.tell(&told, out)
    }
}

/// `weights rows 3 to 5`: the value, and which of its rows.
fn split_rows(rest: &str) -> (&str, Option<(usize, usize)>) {
    let is_rows = |said: &str| ["rows", "row", word("plain-rows"), word("plain-row-word")].contains(&said);
    // Only a word of its own says it: `arrows` and `row_names` are names.
    let gaps = rest.match_indices(char::is_whitespace);
    let mut parts = gaps.map(|(at, gap)| (&rest[..at], rest[at + gap.len()..].trim_start()));
    let found = parts.find_map(|(target, behind)| {
        let (said, numbers) = behind.split_once(char::is_whitespace).unwrap_or((behind, ""));
        is_rows(said).then_some((target.trim_end(), numbers))
    });
    let Some((target, numbers)) = found else { return (rest, None) };
    let numbers: Vec<usize> = numbers.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let rows = match numbers.as_slice() {
        [] => None,
        [row] => Some((*row, *row)),
        [from, to, ..] => Some((*from, *to)),
    };
    (target, rows)
}

/// The part of a value whose first places are told, or in words why it has none.
fn part(name: &str, value: &Value, items: &[&str]) -> Result<Value, String> {
    match value {
        _ if items.is_empty() => Ok(value.clone()),
        Value::Tensor(tensor) => part_of(name, tensor, items).map_err(|missing| missing::words(&missing)),
        Value::Int(..) | Value::Float(..) => Err(missing::words(&Missing::Single(name.to_owned()))),
        other => Err(say("plain-no-places", &[("name", name.into()), ("what", other.description().into())])),
    }
}

fn part_of(name: &str, tensor: &Tensor, items: &[&str]) -> Result<Value, Missing> {
    if items.len() > tensor.ndim() {
        return Err(Missing::Which { name: name.to_owned(), shape: tensor.shape_text(), axes: tensor.ndim() });
    }
    let mut part = tensor.clone();
    for (axis, item) in items.iter().enumerate() {
        let place = element::place(name, tensor, axis, item)?;
        part = part.select(0, place as i64).map_err(|_| Missing::Lost(name.to_owned()))?;
    }
    Ok(Value::Tensor(part))
}

/// A word and what it means.
fn meaning(library: &Library, term: &Term) -> String {
    let lesson = library.find(&term.page).map_or(&*term.page, |entry| entry.id());
    say(
        "plain-term",
        &[
            ("name", term.name.as_str().into()),
            ("meaning", speech::spoken(&term.meaning.replace(['*', '`', '$'], "")).into()),
            ("lesson", lesson.into()),
            ("block", term.block.as_str().into()),
        ],
    )
}

/// The words of the block that the reader is at, and its code.
fn text_of(reading: &Reading) -> Option<String> {
    let block = reading.block()?;
    let code = reading.source(block).unwrap_or_default();
    Some(format!("{}\n{code}", passages::words(block)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_asked_for_in_words() {
        assert_eq!(split_rows("weights"), ("weights", None));
        assert_eq!(split_rows("weights[sat] rows 3 to 5"), ("weights[sat]", Some((3, 5))));
        assert_eq!(split_rows("W row 2"), ("W", Some((2, 2))));
        assert_eq!(split_rows("rows"), ("rows", None));
        assert_eq!(split_rows("arrows rows 1"), ("arrows", Some((1, 1))));
        assert_eq!(split_rows("row_names  row 2"), ("row_names", Some((2, 2))));
    }
}
