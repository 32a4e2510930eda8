//! What a change has moved, told name by name: how many elements, and which moved the most.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::app::lesson::OpenLesson;
use crate::lang::{Control, Value};
use crate::notebook::compare::{ChangedValue, moved_by, summary, valid};
use crate::notebook::evaluate::{EvaluationOutcome, EvaluationTask, TaskState, Verdict};
use crate::notebook::lesson::{Block, BlockId, BlockKind};
use crate::tensor::Tensor;
use crate::tensor::ravel::unravel;
use crate::words::{say, word};

use super::speech::{self, label, listed};
use super::transcript::Transcript;
use super::{prose, signs, values};

/// How many names are told one by one.
const MOST: usize = 40;
/// How many of those that are not are at least named.
const MOST_NAMED: usize = 20;
/// A value that takes more characters is not told before and after a change.
const LONGEST: usize = 120;
/// How many rows are named.
const MOST_ROWS: usize = 16;

/// From `before` to the values of now. What somebody has set in the changed block comes first.
pub(super) fn describe(open: &OpenLesson, before: &EvaluationOutcome, changed: Option<&BlockId>) -> Transcript {
    let summary = summary(open.document.lesson(), &open.outcome, before);
    let (shown, hidden): (Vec<_>, Vec<_>) = summary.moved.iter().partition(|moved| is_shown(open, moved));
    let (set, follows): (Vec<_>, Vec<_>) = shown.into_iter().partition(|moved| is_set(open, moved, changed));
    let mut transcript = Transcript::default();
    for moved in &set {
        transcript.say(line(open, before, moved));
    }
    transcript.append(faults(open, before));
    for moved in follows.iter().take(MOST) {
        transcript.say(line(open, before, moved));
    }
    let rest: Vec<String> = follows.iter().skip(MOST).chain(&hidden).map(|moved| moved.name.to_string()).collect();
    transcript.append(unseen(&rest));
    for (_, line) in words(open, before) {
        transcript.say(line);
    }
    transcript.append(exercises(open, before));
    if transcript.is_empty() {
        transcript.say(word!("plain-nothing-moved"));
    }
    transcript
}

/// The names that have changed and are not told one by one: no cell shows them, or they are too many.
fn unseen(names: &[String]) -> Transcript {
    match names {
        [] => Transcript::default(),
        few if few.len() <= MOST_NAMED => {
            Transcript::of(say!("plain-moved-unseen", count = few.len(), names = listed(few)))
        }
        _ => Transcript::of(say!("plain-moved-more", count = names.len())),
    }
}

/// Whether a name is told: its cell shows it, or somebody can set it there.
pub(super) fn is_shown(open: &OpenLesson, moved: &ChangedValue) -> bool {
    open.document.lesson().block(&moved.cell).is_some_and(|block| {
        let is_it = |control: &Control| control.name == moved.name;
        open.shown(block).contains(&moved.name) || open.controls(block).iter().any(is_it)
    })
}

/// Whether somebody has set this: it is an input of the block whose text has changed.
pub(super) fn is_set(open: &OpenLesson, moved: &ChangedValue, changed: Option<&BlockId>) -> bool {
    let block = open.document.lesson().block(&moved.cell).filter(|_| changed == Some(&moved.cell));
    block.is_some_and(|block| open.controls(block).iter().any(|control| control.name == moved.name))
}

/// Whether a tensor has another shape now.
pub(super) fn is_reshaped(open: &OpenLesson, before: &EvaluationOutcome, moved: &ChangedValue) -> bool {
    match (value(&open.outcome, moved), value(before, moved)) {
        (Some(Value::Tensor(now)), Some(Value::Tensor(was))) => now.now().shape() != was.now().shape(),
        _ => false,
    }
}

/// What has become of a name.
pub(super) fn line(open: &OpenLesson, before: &EvaluationOutcome, moved: &ChangedValue) -> String {
    between(moved, value(before, moved), value(&open.outcome, moved))
}

fn value(outcome: &EvaluationOutcome, moved: &ChangedValue) -> Option<Value> {
    let run = valid(outcome, &EvaluationTask::Cell(Arc::clone(&moved.cell)))?;
    run.values.get(&moved.name).map(|binding| binding.value.clone())
}

fn between(moved: &ChangedValue, was: Option<Value>, now: Option<Value>) -> String {
    match (was, now) {
        (Some(was), Some(now)) => name(&moved.name, &was, &now),
        _ => say!("plain-moved-other", name = &*moved.name),
    }
}

/// `weights changed: 4 of 9 values; the largest change at query sat, key cat, from 0.500 to 0.620.`
fn name(name: &str, was: &Value, now: &Value) -> String {
    if let (Some(was), Some(now)) = (was.tensor(), now.tensor()) {
        return tensor(name, &was, &now);
    }
    let (was, now) = (values::brief(was), values::brief(now));
    if was.chars().count().max(now.chars().count()) > LONGEST {
        return say!("plain-moved-other", name);
    }
    exchanged(name, was, now)
}

/// The same of a tensor.
fn tensor(name: &str, was: &Tensor, now: &Tensor) -> String {
    if was.shape() != now.shape() {
        return say!("plain-reshaped", name, was = values::shape(was), now = values::shape(now));
    }
    match largest(was, now) {
        Some((_, count)) if now.ndim() == 0 && count > 0 => {
            let (was, now) = values::apart(was, now, &[]);
            exchanged(name, was, now)
        }
        Some((place, count)) => {
            let (before, after) = values::apart(was, now, &place);
            say!(
                "plain-moved",
                name,
                count,
                all = now.len(),
                rows = rows(was, now).map(|rows| format!(", {rows}")).unwrap_or_default(),
                place = speech::place(now.axes(), &place),
                was = before,
                now = after
            )
        }
        None => say!("plain-moved-other", name),
    }
}

fn exchanged(name: &str, was: String, now: String) -> String {
    say!("plain-became", name, was, now)
}

/// In which rows elements have moved, of a vector at which places: what had seen a change is told apart by that. Where it is all of
/// them there is nothing to tell apart.
fn rows(was: &Tensor, now: &Tensor) -> Option<String> {
    let axis = now.ndim().checked_sub(if now.ndim() > 1 { 2 } else { 1 })?;
    let moves = now.to_vec().into_iter().zip(was.to_vec()).enumerate();
    let moved: BTreeSet<usize> = moves
        .filter(|(_, (now, was))| moved_by(*now, *was) != 0.0)
        .filter_map(|(place, _)| unravel(place, now.shape()).get(axis).copied())
        .collect();
    let all = now.shape()[axis];
    if moved.len() == all {
        return None;
    }
    if moved.len() > MOST_ROWS {
        return Some(say!("plain-moved-in-many", count = moved.len(), all));
    }
    let of = now.axes().get(axis);
    let named = |place: &usize| of.and_then(|of| of.place(*place)).map_or_else(|| place.to_string(), |it| label(&it));
    let places = listed(&moved.iter().map(named).collect::<Vec<_>>());
    let axis = of
        .and_then(|of| of.name.as_deref())
        .unwrap_or_else(|| if now.ndim() > 1 { word!("plain-moved-row") } else { word!("plain-moved-place") });
    Some(say!("plain-moved-in", axis, places))
}

/// Where a tensor has moved the most, and how many of its elements have. To be no number any more, or one again, is the most.
fn largest(was: &Tensor, now: &Tensor) -> Option<(Vec<usize>, usize)> {
    let moves = now.to_vec().into_iter().zip(was.to_vec()).map(|(now, was)| moved_by(now, was).abs());
    let moves: Vec<f64> = moves.map(|by| if by.is_nan() { f64::INFINITY } else { by }).collect();
    let count = moves.iter().filter(|by| **by != 0.0).count();
    let (place, _) = moves.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(Ordering::Greater))?;
    (count > 0).then(|| (unravel(place, now.shape()), count))
}

/// The cells that fail now, and those that no longer do.
pub(super) fn faults(open: &OpenLesson, before: &EvaluationOutcome) -> Transcript {
    let mut transcript = Transcript::default();
    for block in &open.document.lesson().blocks {
        let BlockKind::Cell(_) = block.kind else { continue };
        let (now, was) = (open.outcome.cell(&block.id), before.cell(&block.id));
        match (&now.state, &was.state) {
            (now, was) if now == was => {}
            (TaskState::Error(fault), _) => {
                let message = signs::named(&fault.diagnostic.message);
                transcript.say(say!("plain-fails-now", cell = &*block.id, message));
            }
            (TaskState::Ok, TaskState::Error(_)) => transcript.say(say!("plain-runs-again", cell = &*block.id)),
            (TaskState::Fresh | TaskState::Stale, _) => transcript.say(say!("plain-not-finished", cell = &*block.id)),
            _ => {}
        }
    }
    transcript
}

/// The computed numbers of the prose that read otherwise now: a line for each block, with its place.
pub(super) fn words(open: &OpenLesson, before: &EvaluationOutcome) -> Vec<(usize, String)> {
    let (mut lines, veils) = (Vec::new(), open.veils());
    for (place, block) in open.document.lesson().blocks.iter().enumerate() {
        let numbers = block.numbers().filter_map(|number| {
            let now = open.outcome.number(&block.id, number.index).text()?;
            let was = before.number(&block.id, number.index).text()?;
            let is_hidden = veils.over_number(&block.id, number.index).is_some();
            (now != was && is_told(block) && !is_hidden)
                .then(|| say!("plain-number-became", was = prose::computed(was), now = prose::computed(now)))
        });
        let numbers: Vec<String> = numbers.collect();
        if !numbers.is_empty() {
            let numbers = numbers.join("; ");
            lines.push((place, say!("plain-text-moved", block = place + 1, numbers)));
        }
    }
    lines
}

/// What of a name moves when an input is changed on a copy of the page: how many elements, and in which rows.
pub(super) fn leaked(open: &OpenLesson, probed: &EvaluationOutcome, moved: &ChangedValue) -> String {
    between(moved, value(&open.outcome, moved), value(probed, moved))
}

/// Whether the numbers of a block may be told: those of a question may give its answer away.
pub(super) fn is_told(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Prose(_))
}

/// The exercises that are solved now, or no longer.
pub(super) fn exercises(open: &OpenLesson, before: &EvaluationOutcome) -> Transcript {
    let mut transcript = Transcript::default();
    for block in open.document.lesson().blocks.iter().filter(|block| matches!(block.kind, BlockKind::Exercise(_))) {
        // Of what waits for another cell nothing new is known: it is as solved as it was.
        let is_passed = |outcome: &EvaluationOutcome| match outcome.verdict(&block.id) {
            Verdict::Passed => Some(true),
            Verdict::Failed(_) | Verdict::Error(_) => Some(false),
            Verdict::Blocked(_) | Verdict::Waiting => None,
        };
        let was_passed = is_passed(before).unwrap_or_else(|| open.was_passed.contains(&block.id));
        match (was_passed, is_passed(&open.outcome)) {
            (false, Some(true)) => transcript.say(say!("plain-now-solved", name = &*block.id)),
            (true, Some(false)) => transcript.say(say!("plain-no-longer-solved", name = &*block.id)),
            _ => {}
        }
    }
    transcript
}
