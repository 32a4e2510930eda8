//! `glassformer diff`: the first stage at which two forward passes part.

use std::io::Write;

use serde_json::{Value, json};

use super::arguments::models::Diff;
use super::{Failure, model, output};
use crate::nn::difference::{Difference, Element, Report, Stage, compare};

/// How many stages, and names, are printed.
const SHOWN: usize = 12;

/// Compares, prints, and fails when something differs.
pub(super) fn run(options: &Diff) -> Result<(), Failure> {
    let first = model::rename(model::read(&options.first, Failure::wrong)?, &options.rename);
    let second = model::read(&options.second, Failure::wrong)?;
    let mut report = compare([&first, &second], options.tol);
    if options.common {
        report.only = Default::default();
    }
    let files = [&options.first, &options.second].map(|path| path.display().to_string());
    let mut out = output::stdout();
    if options.json {
        writeln!(out, "{:#}", as_json(&report, &files))?;
    } else {
        print(&mut out, &report, &files)?;
    }
    verdict(&report)
}

fn verdict(report: &Report) -> Result<(), Failure> {
    let (different, alone) = (report.different().count(), report.only.concat().len());
    match (report.stages.len(), different, alone) {
        (0, ..) => Err(Failure::failed("the files have no tensor in common")),
        (_, 0, 0) => Ok(()),
        (all, 0, alone) => Err(Failure::failed(format!(
            "{all} tensors agree, but {alone} are in only one of the files; to compare only the shared ones, add --common"
        ))),
        (all, different, _) => Err(Failure::failed(format!("{different} of {all} tensors differ"))),
    }
}

fn print(out: &mut impl Write, report: &Report, files: &[String; 2]) -> Result<(), Failure> {
    if let Some(stage) = report.different().next() {
        writeln!(out, "first difference: {}", described(stage, files))?;
        let before = report.stages.iter().take_while(|stage| stage.difference.is_none()).count();
        writeln!(out, "{before} tensors before it are equal\n")?;
        table(out, report)?;
        let more = report.different().count().saturating_sub(SHOWN);
        if more > 0 {
            writeln!(out, "and {more} more")?;
        }
        writeln!(out)?;
    }
    let agree = report.stages.len() - report.different().count();
    writeln!(out, "{agree} of {} tensors are equal", report.stages.len())?;
    for (names, file) in report.only.iter().zip(files) {
        if !names.is_empty() {
            let more = if names.len() > SHOWN { " ..." } else { "" };
            let first = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
            writeln!(out, "{} only in {file}: {first}{more}", names.len())?;
        }
    }
    Ok(())
}

fn described(stage: &Stage, files: &[String; 2]) -> String {
    let name = both_names(stage);
    if let Some(Difference::Elements { first, .. }) = &stage.difference {
        let ([a, b], apart) = (first.values.map(short), first.distance());
        return format!(
            "{name} at {:?} is {a} in {} and {b} in {}, {apart:.2e} apart",
            first.index, files[0], files[1]
        );
    }
    let [a, b] = &stage.shapes;
    let hint = if is_turned(a, b) {
        " (is the batch on the second axis? Build the PyTorch model with batch_first=True)"
    } else {
        ""
    };
    format!("{name} is {a:?} in {} and {b:?} in {}{hint}", files[0], files[1])
}

/// Whether the first two axes are the other way round.
fn is_turned(a: &[usize], b: &[usize]) -> bool {
    matches!((a, b), ([i, j, rest @ ..], [k, l, others @ ..]) if (i, j, rest) == (l, k, others))
}

/// One line for each of the first stages that differ.
fn table(out: &mut impl Write, report: &Report) -> Result<(), Failure> {
    let heading = ["tensor", "shape", "max. difference", "elements"].map(str::to_owned);
    let rows: Vec<[String; 4]> = std::iter::once(heading).chain(report.different().take(SHOWN).map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (name_width, shape_width) = (width(0), width(1));
    for [name, shape, distance, count] in &rows {
        writeln!(out, "{name:<name_width$}  {shape:<shape_width$}  {distance:>12}  {count:>16}")?;
    }
    Ok(())
}

fn row(stage: &Stage) -> [String; 4] {
    let [a, b] = &stage.shapes;
    let [shape, distance, count] = match &stage.difference {
        Some(Difference::Elements { worst, count, .. }) => {
            let all: usize = a.iter().product();
            [format!("{a:?}"), format!("{:.2e}", worst.distance()), format!("{count} of {all}")]
        }
        _ => [format!("{a:?} and {b:?}"), "shapes".to_owned(), String::new()],
    };
    [stage.names[0].clone(), shape, distance, count]
}

/// A number of float32 with as many digits as it needs.
fn short(x: f64) -> String {
    let single = x as f32;
    if f64::from(single).total_cmp(&x).is_eq() { single.to_string() } else { x.to_string() }
}

fn both_names(stage: &Stage) -> String {
    let [first, second] = &stage.names;
    if first == second { first.clone() } else { format!("{first} ({second})") }
}

fn as_json(report: &Report, files: &[String; 2]) -> Value {
    let stages: Vec<Value> = report.different().map(stage_as_json).collect();
    json!({
        "files": files,
        "compared": report.stages.len(),
        "different": stages.len(),
        "first": stages.first(),
        "stages": stages,
        "only": report.only,
    })
}

fn stage_as_json(stage: &Stage) -> Value {
    let mut value = json!({ "names": stage.names, "shapes": stage.shapes });
    if let Some(Difference::Elements { first, worst, count }) = &stage.difference {
        value["elements"] = json!(count);
        value["first"] = element_as_json(first);
        value["worst"] = element_as_json(worst);
    }
    value
}

fn element_as_json(element: &Element) -> Value {
    let [a, b] = element.values;
    json!({ "index": element.index, "values": [number(a), number(b)], "distance": number(element.distance()) })
}

/// JSON has no NaN and no infinities: they are the strings `NaN`, `Infinity` and `-Infinity`.
fn number(x: f64) -> Value {
    let text = if x.is_nan() {
        "NaN"
    } else if x > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    };
    serde_json::Number::from_f64(x).map_or_else(|| Value::from(text), Value::Number)
}
