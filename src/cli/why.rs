//! `glassformer why`: the explanation of one element, step by step down to what somebody wrote.

mod tree;

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;

use super::arguments::headless::Why;
use super::subject::Subject;
use super::{Failure, output};
use crate::notebook::element::NameLookup;
use crate::notebook::library::LessonLibrary;
use crate::notebook::why::{DependentValue, ElementRef, NamedValue, first_nan, gradient, uses};
use crate::words::Said;
use tree::Tree;

/// Explains an element. Errors of the text are told as `eval` tells them; they are fatal only where the element is missing.
pub(super) fn run(library: &LessonLibrary, options: &Why) -> Result<ExitCode, Failure> {
    let subject = Subject::open(library, &options.inputs, &[])?;
    let complaints = subject.complaints();
    for complaint in &complaints {
        complaint.write(&mut output::stderr())?;
    }
    let element = match NameLookup::of(&subject.outcome).find(&options.element).map_err(Failure::from) {
        Ok(element) => element,
        Err(_) if !complaints.is_empty() => return Ok(ExitCode::FAILURE),
        Err(failure) => return Err(failure),
    };
    if let Some(output) = &options.gradient {
        slope(&subject, &element, output, options)?;
        return Ok(if complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let lost = || Failure::failed(format!("how `{}` was computed is not known", options.element));
    let tree = Tree::new(&subject, &element, usize::from(options.depth)).ok_or_else(lost)?;
    if options.uses {
        return dependents(&subject, &element, &tree, options.json);
    }
    let born = first_nan(&subject.outcome, &element);
    let reason = born.as_ref().map(|born| born.cause.said());
    let born = born.filter(|born| tree.element() != Some(&born.element));
    let born = born.and_then(|born| Tree::new(&subject, &born.element, 1));
    let mut out = output::stdout();
    if options.json {
        let mut json = tree.json();
        json["born"] = born.map_or(serde_json::Value::Null, |born| born.json());
        json["reason"] = json!(reason);
        writeln!(out, "{json:#}")?;
    } else {
        tree.write(&mut out, 0)?;
        if let Some(born) = born {
            writeln!(out, "\nthe first {} is", tree.value())?;
            born.write(&mut out, 1)?;
        }
        if let Some(reason) = reason {
            writeln!(out, "    because {reason}")?;
        }
    }
    Ok(if complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The gradient of `output` with respect to an element: step by step up to the output.
fn slope(subject: &Subject, element: &ElementRef, output: &str, options: &Why) -> Result<(), Failure> {
    let output = NameLookup::of(&subject.outcome).find(output)?;
    let gradient = gradient::gradient(&subject.outcome, &output).map_err(|none| Failure::failed(none.said()))?;
    let lost = || Failure::failed(format!("how `{}` was computed is not known", options.element));
    let tree = Tree::of_gradient(subject, &gradient, element, usize::from(options.depth)).ok_or_else(lost)?;
    let mut out = output::stdout();
    if options.json {
        let mut json = tree.json();
        json["output"] = json!(gradient.name());
        writeln!(out, "{json:#}")?;
    } else {
        writeln!(out, "gradient of {}", gradient.name())?;
        tree.write(&mut out, 0)?;
    }
    Ok(())
}

/// What depends on an element, one line a value; as JSON with every index.
fn dependents(subject: &Subject, element: &ElementRef, tree: &Tree, as_json: bool) -> Result<ExitCode, Failure> {
    let uses = uses(&subject.outcome, element);
    let mut out = output::stdout();
    if as_json {
        let indices =
            |value: &DependentValue| value.elements.iter().map(|element| element.index.clone()).collect::<Vec<_>>();
        let value = |value: &DependentValue| json!({ "name": &*value.name, "cell": &*value.block, "elements": value.count, "indices": indices(value) });
        let values: Vec<_> = uses.values.iter().map(value).collect();
        let words: Vec<_> = uses.words.iter().map(|it| json!({ "block": &*it.block, "text": it.text })).collect();
        writeln!(out, "{:#}", json!({ "values": values, "text": words, "whole": uses.is_whole }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (NamedValue { name, place, .. }, value) = (tree.named(), tree.value());
    writeln!(out, "{name}  {place}  = {value}")?;
    writeln!(
        out,
        "    {}",
        if uses.values.is_empty() && uses.words.is_empty() { "nothing depends on it" } else { "depending on it:" }
    )?;
    for value in &uses.values {
        let cell = subject.cells.iter().find(|cell| cell.id == value.block);
        let line = cell.map_or_else(String::new, |cell| format!(", line {}", cell.line));
        writeln!(out, "  {}  {}  in {}{line}", value.name, value.share(), value.block)?;
    }
    for words in &uses.words {
        writeln!(out, "  {} in the text of {}", words.text, words.block)?;
    }
    if !uses.is_whole {
        writeln!(out, "  and too many more to list")?;
    }
    Ok(ExitCode::SUCCESS)
}
