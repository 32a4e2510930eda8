//! `glassformer eval`: the values of a lesson or a program, without a screen.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde_json::{Map, Value as Json, json};

use super::arguments::headless::Eval;
use super::complaint::Complaint;
use super::subject::{CellText, Subject};
use super::{Failure, json, output, written};
use crate::lang::builtins::tensors;
use crate::lang::{Seed, Value};
use crate::nn::weights::File;
use crate::notebook::evaluate::{Blocked, TaskReport, TaskState};
use crate::notebook::library::LessonLibrary;
use crate::notebook::tensor_file::{self, TensorFormat};
use crate::words::say;

/// Evaluates, and prints or saves what came out. Fails when a cell has an error; what is well is printed all the same.
pub(super) fn run(library: &LessonLibrary, options: &Eval) -> Result<ExitCode, Failure> {
    // A wrong ending is told before anything is computed.
    let form = options.save.as_deref().map(form_of).transpose()?;
    let subject = Subject::open(library, &options.inputs, &options.cell)?;
    if let Some(path) = &options.save {
        written::spare(path, options.inputs.files().chain(subject.paths.iter().cloned()).chain(library.paths()))?;
    }
    let complaints = subject.complaints();
    // Values may be millions of lines, which standard output would hand on one by one.
    let mut out = io::BufWriter::with_capacity(1 << 16, output::stdout());
    if options.json {
        // What a program prints must not stand in the object.
        write!(output::stderr(), "{}", printed(&subject))?;
        writeln!(out, "{:#}", object(&subject, &complaints))?;
    } else if subject.is_program {
        write!(out, "{}", printed(&subject))?;
        // Who prints nothing wants to know what came out, unless it is written to a file.
        if printed(&subject).is_empty() && complaints.is_empty() && form.is_none() {
            results(&subject, &mut out)?;
        } else {
            // A program's output is its own.
            out.flush()?;
            seeds(&subject, &mut output::stderr())?;
        }
    } else if form.is_none() {
        results(&subject, &mut out)?;
    }
    out.flush()?;
    for complaint in &complaints {
        complaint.write(&mut output::stderr())?;
    }
    if !complaints.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    if let (Some(path), Some(form)) = (&options.save, form) {
        save(&subject, &options.cell, path, form)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the cells printed, also what one printed before it failed.
fn printed(subject: &Subject) -> String {
    subject.cells.iter().map(|cell| of_report(subject.report(cell))).collect()
}

/// A line for each cell that drew random numbers without having seeded them.
fn seeds(subject: &Subject, out: &mut impl Write) -> io::Result<()> {
    for _ in subject.cells.iter().filter(|cell| subject.report(cell).seed() == Seed::Default) {
        writeln!(out, "{}", default_seed())?;
    }
    Ok(())
}

fn default_seed() -> String {
    say!("default-seed", seed = Seed::DEFAULT)
}

/// So many bytes of a value are shown: more than anybody reads, and no more than a terminal bears.
const MAX_SHOWN: usize = 1_000_000;

fn of_report(report: &TaskReport) -> &str {
    match &report.state {
        TaskState::Error(fault) => &fault.printed,
        _ => report.current().map_or("", |run| &run.printed),
    }
}

/// The object that DESIGN promises: `names`, `cells`, `errors`.
fn object(subject: &Subject, complaints: &[Complaint]) -> Json {
    let (mut names, mut writer) = (Map::new(), json::Writer::default());
    for cell in &subject.cells {
        for name in subject.names(cell) {
            let value = subject.run(cell).and_then(|run| run.values.get(&name));
            names.extend(value.and_then(|binding| writer.named(&binding.value)).map(|json| (name.to_string(), json)));
        }
    }
    let cells: Vec<Json> = subject
        .cells
        .iter()
        .map(|cell| {
            let names: Vec<_> = subject.names(cell).iter().map(ToString::to_string).collect();
            let report = subject.report(cell);
            let mut told = json!({ "label": &*cell.id, "state": state(&report.state), "names": names });
            if report.seed() == Seed::Default {
                told["seed"] = json!(Seed::DEFAULT);
            }
            told
        })
        .collect();
    json!({ "names": names, "cells": cells, "errors": complaints.iter().map(Complaint::json).collect::<Vec<_>>() })
}

fn state(state: &TaskState) -> &'static str {
    match state {
        TaskState::Fresh => "fresh",
        TaskState::Ok => "ok",
        TaskState::Stale => "stale",
        TaskState::Lazy => "lazy",
        TaskState::Error(_) => "error",
        TaskState::Blocked(_) => "blocked",
    }
}

/// Each cell with what it printed and the values of its names, as people read them.
fn results(subject: &Subject, out: &mut impl Write) -> io::Result<()> {
    for (place, cell) in subject.cells.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        let report = subject.report(cell);
        match &report.state {
            TaskState::Blocked(Blocked { by, name }) => writeln!(out, "{}: waits for `{name}` of `{by}`", cell.id)?,
            TaskState::Error(_) => writeln!(out, "{}: failed", cell.id)?,
            _ => writeln!(out, "{}:", cell.id)?,
        }
        for line in of_report(report).lines() {
            writeln!(out, "  {line}")?;
        }
        values(subject, cell, out)?;
        if report.seed() == Seed::Default {
            writeln!(out, "  {}", default_seed())?;
        }
    }
    Ok(())
}

fn values(subject: &Subject, cell: &CellText, out: &mut impl Write) -> io::Result<()> {
    let Some(run) = subject.run(cell) else { return Ok(()) };
    for name in subject.names(cell) {
        let Some(value) = run.values.get(&name).map(|binding| &binding.value) else { continue };
        if !json::holds_data(value) {
            continue;
        }
        let axes = match value {
            Value::Tensor(tensor) if tensor.now().ndim() > 0 => format!("{name} {}", tensor.now().shape_text()),
            _ => name.to_string(),
        };
        // Continued lines stand under the first, as they do behind a prompt.
        let indent = " ".repeat(name.chars().count() + 5);
        let text = value.shortened(MAX_SHOWN).replace('\n', &format!("\n{indent}"));
        let heading = axes != *name;
        if heading {
            writeln!(out, "  {axes}")?;
        }
        writeln!(out, "  {name} = {text}")?;
    }
    Ok(())
}

/// A table is one tensor.
fn csv(file: &File) -> Result<Vec<u8>, Failure> {
    let mut tensors = file.tensors.iter();
    match (tensors.next(), tensors.next()) {
        (Some((name, tensor)), None) => {
            tensor_file::bytes(name, tensor, TensorFormat::Csv).map_err(|error| Failure::failed(error.to_string()))
        }
        (None, _) => Err(Failure::failed("there are no tensors to write")),
        _ => {
            let names: Vec<&str> = file.tensors.keys().map(String::as_str).collect();
            Err(Failure::wrong(format!(
                "a CSV file can hold only one tensor, but these would be written: {}. Choose a cell with --cell, or save as .json or .safetensors",
                names.join(", ")
            )))
        }
    }
}

/// The form that the ending of a file's name says.
fn form_of(path: &Path) -> Result<TensorFormat, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    TensorFormat::of_ending(&ending.to_lowercase()).ok_or_else(|| {
        let endings = TensorFormat::ALL.map(|form| format!(".{}", form.ending()));
        Failure::wrong(format!(
            "--save {}: the file's ending chooses the format; use one of {}",
            path.display(),
            endings.join(" ")
        ))
    })
}

/// Writes every named tensor, those in a named dict, and the parameters and buffers of every named module.
fn save(subject: &Subject, asked: &[String], path: &Path, form: TensorFormat) -> Result<(), Failure> {
    // What a cell needs is computed with it; a table is of that cell alone.
    let is_asked = |cell: &&CellText| {
        form != TensorFormat::Csv || asked.is_empty() || asked.iter().any(|label| **label == *cell.id)
    };
    let mut file = File::default();
    for cell in subject.cells.iter().filter(is_asked) {
        for name in subject.names(cell) {
            let value = subject.run(cell).and_then(|run| run.values.get(&name));
            for (path, tensor) in value.map(|binding| tensors(&binding.value)).unwrap_or_default() {
                let full = if path.is_empty() { name.to_string() } else { format!("{name}.{path}") };
                file.tensors.insert(full, tensor);
            }
        }
    }
    let bytes = match form {
        TensorFormat::Csv => csv(&file)?,
        TensorFormat::Json => {
            let all: Vec<Json> = file.tensors.iter().map(|(name, tensor)| tensor_file::object(name, tensor)).collect();
            format!("{:#}\n", json!(all)).into_bytes()
        }
        TensorFormat::Safetensors => file.write().map_err(|error| Failure::failed(error.to_string()))?,
    };
    written::write(path, &bytes)
}
