//! A cell, told: its code line by line, its inputs, what it printed, its values; or what is wrong, and where.

use super::told::Told;
use super::{curve, diagram, inputs, values};
use crate::app::lesson::OpenLesson;
use crate::lang::{Control, Diagnostic, Value};
use crate::notebook::evaluate::{TaskReport, TaskRun, TaskState};
use crate::notebook::lesson::{Block, Display, LiveCell, ViewKind};
use crate::words::{say, word};

/// The most lines of output that are told unasked.
const MOST_PRINTED: usize = 40;

/// A cell of the lesson.
pub(super) fn told(open: &OpenLesson, block: &Block, cell: &LiveCell, numbered: bool) -> Told {
    let mut told = Told::of(heading(open, block));
    let failed = open.report(block).is_some_and(|report| matches!(report.state, TaskState::Error(_)));
    if !cell.hidden || failed {
        told.append(code(open, block, numbered));
    }
    told.append(results(open, block));
    told
}

fn heading(open: &OpenLesson, block: &Block) -> String {
    let mut said = say("plain-cell", &[("name", (&*block.id).into())]);
    if block.is_scratch() {
        said = format!("{said} {}", word("plain-own-cell"));
    } else if let Some(example) = block.shared_example() {
        said = format!("{said} {}", say("plain-from-example", &[("title", (&*example.title).into())]));
    }
    if open.document.is_changed(&block.id) && !block.is_scratch() {
        said = format!("{said} {}", word("plain-changed"));
    }
    said
}

/// The code of a block, line by line.
pub(super) fn code(open: &OpenLesson, block: &Block, numbered: bool) -> Told {
    let Some(source) = open.source(block) else { return Told::default() };
    lines_of(&source, numbered)
}

/// A text of code, line by line.
pub(super) fn lines_of(source: &str, numbered: bool) -> Told {
    let lines = source.lines().count();
    if lines == 0 {
        return Told::of(word("plain-no-code"));
    }
    let mut told = Told::of(say("plain-code", &[("lines", lines.into())]));
    for (place, line) in source.lines().enumerate() {
        told.code(if numbered { format!("{} {line}", place + 1) } else { line.to_owned() });
    }
    told.say(word("plain-code-end"));
    told
}

/// What is below the code: how it stands, inputs, output, values.
pub(super) fn results(open: &OpenLesson, block: &Block) -> Told {
    let Some(report) = open.report(block) else { return Told::default() };
    let mut told = standing(report);
    let controls = open.controls(block);
    for control in &controls {
        told.say(inputs::told(open, block, control));
    }
    let Some(run) = &report.run else { return told };
    let values = values_of(open, block, run, &controls);
    if report.state != TaskState::Ok && !values.is_empty() {
        told.say(word("plain-old-values"));
    }
    told.append(values);
    told
}

/// What a run printed, and its values, but for those of which an input has told all.
fn values_of(open: &OpenLesson, block: &Block, run: &TaskRun, controls: &[Control]) -> Told {
    let mut told = printed(&run.printed);
    let display = block.display();
    if display.is_some_and(|display| display.view == Some(ViewKind::Hidden)) {
        return told;
    }
    for name in open.shown(block) {
        let is_said = controls.iter().any(|control| control.name == name && inputs::says_all(control));
        if let Some(binding) = run.values.get(&name).filter(|_| !is_said) {
            told.append(value_of(&name, &binding.value, display));
        }
    }
    if let Some(value) = &run.result {
        told.append(values::told(word("plain-last-line"), value));
    }
    if display.is_some_and(|display| display.view == Some(ViewKind::Diagram)) {
        told.append(diagram::told(run));
    }
    told
}

/// A value as its cell shows it: what is drawn as a curve is told as one.
fn value_of(name: &str, value: &Value, display: Option<&Display>) -> Told {
    let is_curve = display.is_some_and(|display| display.view == Some(ViewKind::Curve));
    let curve = match value {
        Value::Tensor(tensor) if is_curve => curve::told(name, tensor),
        _ => None,
    };
    curve.unwrap_or_else(|| values::told(name, value))
}

fn printed(text: &str) -> Told {
    let mut told = Told::default();
    let text = text.trim_end();
    if text.is_empty() {
        return told;
    }
    told.say(word("plain-prints"));
    text.lines().take(MOST_PRINTED).for_each(|line| told.code(line));
    let more = text.lines().skip(MOST_PRINTED).count();
    if more > 0 {
        told.say(say("plain-more-lines", &[("count", more.into())]));
    }
    told
}

/// How a text stands that has not simply run.
pub(super) fn standing(report: &TaskReport) -> Told {
    let mut told = Told::default();
    match &report.state {
        TaskState::Ok => {}
        TaskState::Fresh | TaskState::Stale => told.say(word("plain-stopped")),
        TaskState::Lazy => told.say(word("plain-lazy")),
        TaskState::Blocked(blocked) => {
            told.say(say("plain-waits", &[("name", (&*blocked.name).into()), ("cell", (&*blocked.by).into())]));
        }
        TaskState::Error(fault) => {
            let source = report.program.as_ref().map(|program| &*program.source).unwrap_or_default();
            let slips = report.program.as_ref().map_or(&[][..], |program| &program.parsed.errors);
            match slips {
                [] => told.append(error(&fault.diagnostic, source)),
                slips => slips.iter().for_each(|slip| told.append(error(slip, source))),
            }
            told.append(printed(&fault.printed));
            for (cell, _) in &fault.elsewhere {
                told.say(say("plain-see-also", &[("cell", (&**cell).into())]));
            }
        }
    }
    told
}

/// An error of the language, its place, the line itself, and the way out.
pub(super) fn error(diagnostic: &Diagnostic, source: &str) -> Told {
    let at = diagnostic.position(source);
    let mut told = Told::of(say(
        "plain-error",
        &[("message", diagnostic.message.as_str().into()), ("line", at.line.into()), ("column", at.column.into())],
    ));
    if let Some(line) = source.lines().nth(at.line - 1).filter(|line| !line.trim().is_empty()) {
        told.say(word("plain-error-line"));
        told.code(line);
    }
    for (span, text) in &diagnostic.labels {
        let what = span.of(source);
        told.say(say("plain-error-label", &[("code", what.into()), ("text", text.as_str().into())]));
    }
    if let Some(help) = &diagnostic.help {
        // A question ends as one; a voice needs the stop of all else.
        let help = if help.ends_with(['?', '.']) { help.clone() } else { format!("{help}.") };
        told.say(say("plain-error-help", &[("help", help.into())]));
    }
    told
}
