//! A cell, told: its code line by line, its inputs, what it printed, its values; or what is wrong, and where.

use std::sync::Arc;

use super::transcript::Transcript;
use super::{curve, diagram, hidden, inputs, signs, values};
use crate::app::lesson::OpenLesson;
use crate::lang::{Control, Diagnostic, Seed, Value};
use crate::notebook::evaluate::{TaskReport, TaskRun, TaskState};
use crate::notebook::lesson::{Block, Display, LiveCell, ViewKind};
use crate::words::{say, word};

/// The most lines of output that are told unasked.
const MOST_PRINTED: usize = 40;

/// A cell of the lesson.
pub(super) fn describe(open: &OpenLesson, block: &Block, cell: &LiveCell, numbered: bool) -> Transcript {
    let mut transcript = Transcript::of(heading(open, block));
    let failed = open.report(block).is_some_and(|report| matches!(report.state, TaskState::Error(_)));
    if !cell.hidden || failed {
        transcript.append(code(open, block, numbered));
    }
    transcript.append(results(open, block));
    transcript
}

fn heading(open: &OpenLesson, block: &Block) -> String {
    let mut said = say!("plain-cell", name = &*block.id);
    if block.is_scratch() {
        said = format!("{said} {}", word!("plain-own-cell"));
    } else if let Some(example) = block.shared_example() {
        said = format!("{said} {}", say!("plain-from-example", title = &*example.title));
    }
    if open.document.is_changed(&block.id) && !block.is_scratch() {
        said = format!("{said} {}", word!("plain-changed"));
    }
    said
}

/// The code of a block, line by line.
pub(super) fn code(open: &OpenLesson, block: &Block, numbered: bool) -> Transcript {
    let Some(source) = open.source(block) else { return Transcript::default() };
    lines_of(&source, numbered)
}

/// A text of code, line by line.
pub(super) fn lines_of(source: &str, numbered: bool) -> Transcript {
    let lines = source.lines().count();
    if lines == 0 {
        return Transcript::of(word!("plain-no-code"));
    }
    let mut transcript = Transcript::of(say!("plain-code", lines));
    for (place, line) in source.lines().enumerate() {
        transcript.code(if numbered { format!("{} {line}", place + 1) } else { line.to_owned() });
    }
    transcript.say(word!("plain-code-end"));
    transcript
}

/// What is below the code: how it stands, inputs, output, values.
pub(super) fn results(open: &OpenLesson, block: &Block) -> Transcript {
    let Some(report) = open.report(block) else { return Transcript::default() };
    let mut transcript = standing(report);
    let controls = open.controls(block);
    for control in &controls {
        transcript.say(inputs::describe(open, block, control));
    }
    let Some(run) = &report.run else {
        transcript.append(default_seed(report));
        transcript.append(hidden_names(report));
        return transcript;
    };
    let values = values_of(open, block, run, &controls);
    if report.state != TaskState::Ok && !values.is_empty() {
        transcript.say(word!("plain-old-values"));
    }
    transcript.append(values);
    transcript.append(default_seed(report));
    transcript.append(hidden_names(report));
    transcript
}

/// That a text gives names that are always there another meaning.
fn hidden_names(report: &TaskReport) -> Transcript {
    match report.program.as_ref().and_then(|program| program.names.hidden_text()) {
        Some(names) => Transcript::of(say!("plain-hides-built-in", names = names)),
        None => Transcript::default(),
    }
}

/// That a text drew random numbers without having seeded them.
fn default_seed(report: &TaskReport) -> Transcript {
    match report.seed() {
        Seed::Own => Transcript::default(),
        Seed::Default => Transcript::of(say!("plain-default-seed", seed = Seed::DEFAULT)),
    }
}

/// What a run printed, and its values, but for those of which an input has told all.
fn values_of(open: &OpenLesson, block: &Block, run: &TaskRun, controls: &[Control]) -> Transcript {
    let is_unnamed_hidden = open.veils().over_unnamed(block).is_some();
    let mut transcript = if is_unnamed_hidden { Transcript::default() } else { printed(&run.printed) };
    let display = block.display();
    if display.is_some_and(|display| display.view == Some(ViewKind::Hidden)) {
        return transcript;
    }
    for name in open.shown(block) {
        let is_said = controls.iter().any(|control| control.name == name && inputs::says_all(control));
        if let Some(binding) = run.values.get(&name).filter(|_| !is_said) {
            transcript.append(value_of(&name, &binding.value, display));
        }
    }
    if let Some(value) = run.result.as_ref().filter(|_| !is_unnamed_hidden) {
        transcript.append(values::describe(word!("plain-last-line"), value));
    }
    if draws_diagram(block) && !is_unnamed_hidden {
        transcript.append(diagram::describe(run));
    }
    transcript.append(veiled(open, block, run));
    transcript
}

/// What questions hide, and what is to be answered first.
fn veiled(open: &OpenLesson, block: &Block, run: &TaskRun) -> Transcript {
    let mut hidden = open.veiled(block);
    if let Some(question) = open.veils().over_unnamed(block) {
        let unnamed = [
            (!run.printed.trim().is_empty(), word!("what-it-prints")),
            (run.result.is_some(), word!("last-line")),
            (draws_diagram(block), word!("the-diagram")),
        ];
        let there = unnamed.into_iter().filter(|(is_there, _)| *is_there);
        hidden.extend(there.map(|(_, name)| (Arc::from(name), Arc::clone(question))));
    }
    hidden::all_told(open, hidden)
}

fn draws_diagram(block: &Block) -> bool {
    block.display().is_some_and(|display| display.view == Some(ViewKind::Diagram))
}

/// A value as its cell shows it: what is drawn as a curve is told as one.
fn value_of(name: &str, value: &Value, display: Option<&Display>) -> Transcript {
    let is_curve = display.is_some_and(|display| display.view == Some(ViewKind::Curve));
    let curve = match value {
        Value::Tensor(tensor) if is_curve => curve::describe(name, &tensor.now()),
        _ => None,
    };
    curve.unwrap_or_else(|| values::describe(name, value))
}

fn printed(text: &str) -> Transcript {
    let mut transcript = Transcript::default();
    let text = text.trim_end();
    if text.is_empty() {
        return transcript;
    }
    transcript.say(word!("plain-prints"));
    text.lines().take(MOST_PRINTED).for_each(|line| transcript.code(line));
    let more = text.lines().skip(MOST_PRINTED).count();
    if more > 0 {
        transcript.say(say!("plain-more-lines", count = more));
    }
    transcript
}

/// How a text stands that has not simply run.
pub(super) fn standing(report: &TaskReport) -> Transcript {
    let mut transcript = Transcript::default();
    match &report.state {
        TaskState::Ok => {}
        TaskState::Fresh | TaskState::Stale => transcript.say(word!("plain-stopped")),
        TaskState::Lazy => transcript.say(word!("plain-lazy")),
        TaskState::Blocked(blocked) => {
            transcript.say(say!("plain-waits", name = &*blocked.name, cell = &*blocked.by));
        }
        TaskState::Error(fault) => {
            let source = report.program.as_ref().map(|program| &*program.source).unwrap_or_default();
            let slips = report.program.as_ref().map_or(&[][..], |program| &program.parsed.errors);
            match slips {
                [] => transcript.append(error(&fault.diagnostic, source)),
                slips => slips.iter().for_each(|slip| transcript.append(error(slip, source))),
            }
            transcript.append(printed(&fault.printed));
            for (cell, _) in &fault.elsewhere {
                transcript.say(say!("plain-see-also", cell = &**cell));
            }
        }
    }
    transcript
}

/// An error of the language, its place, the line itself, and the way out.
pub(super) fn error(diagnostic: &Diagnostic, source: &str) -> Transcript {
    let at = diagnostic.position(source);
    let mut transcript = Transcript::of(say!(
        "plain-error",
        message = signs::named(&diagnostic.message),
        line = at.line,
        column = at.column
    ));
    if let Some(line) = source.lines().nth(at.line - 1).filter(|line| !line.trim().is_empty()) {
        transcript.say(word!("plain-error-line"));
        transcript.code(line);
    }
    for (span, text) in &diagnostic.labels {
        let (what, text) = (span.of(source), signs::named(text));
        transcript.say(match signs::name(what) {
            Some(name) => say!("plain-error-label-sign", name, text),
            None => say!("plain-error-label", code = what, text),
        });
    }
    if let Some(help) = &diagnostic.help {
        // A question ends as one; a voice needs the stop of all else.
        let help = signs::named(help);
        let help = if help.ends_with(['?', '.']) { help } else { format!("{help}.") };
        transcript.say(say!("plain-error-help", help));
    }
    transcript
}
