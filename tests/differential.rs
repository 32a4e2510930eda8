//! Thousands of random programs, and what PyTorch answered to them.
//!
//! `tests/differential/generate.py` made the programs, `answers.py` beside it wrote PyTorch's answers into `answers/`, one JSON line a
//! program; this test needs neither Python nor PyTorch. A program must give PyTorch's values, dtypes and shapes, or be refused if
//! PyTorch refuses it. An element may be off by four units in the last place, and by more only where its line says how far
//! rounding can move it.
//!
//! `answers/known.txt` lists the programs whose answer is still another one, while mends are on their way. A program of the list that
//! passes fails this test, so the list can only shrink; `GLASSFORMER_UPDATE_KNOWN=1` takes those that pass out of it, and deletes the
//! file when none is left.
//!
//! Programs about aliases, which print, have answers of another shape: see `differential/aliases.rs`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking and reports by printing"
)]

#[path = "differential/aliases.rs"]
mod aliases;

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use glassformer::lang::{Evaluation, Limits, Scope, Value, evaluate, parse};
use glassformer::notebook::evaluate::STACK;
use glassformer::notebook::tensor_file::data;
use glassformer::tensor::stop::Flag;
use serde_json::{Value as Json, json};

/// Units in the last place that any real number may be off.
const UNITS: f64 = 4.0;

/// Below the smallest normal number of float32 kernels may round to 0.
const TINY: f64 = f32::MIN_POSITIVE as f64;

/// How far an element of a gradient may be off, as a share of the largest: 16 units in the last place.
const SHARP: f64 = 16.0 / 8_388_608.0;

/// At most so many failures are shown.
const SHOWN: usize = 30;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/differential/answers")
}

/// The programs of values by their ids.
fn lines() -> BTreeMap<String, Json> {
    let mut lines = BTreeMap::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "jsonl") && !path.ends_with(aliases::ANSWERS) {
            for line in fs::read_to_string(&path).unwrap().lines() {
                let line: Json =
                    serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let id = line["id"].as_str().unwrap().to_owned();
                assert!(lines.insert(id.clone(), line).is_none(), "{id} is there twice");
            }
        }
    }
    lines
}

/// The ids of the programs that are known to answer otherwise, from a list beside the answers.
fn known(list: &str) -> Vec<String> {
    let text = fs::read_to_string(folder().join(list)).unwrap_or_default();
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// Takes these ids out of a list.
fn forget(list: &str, mended: &[&String]) {
    let path = folder().join(list);
    let text = fs::read_to_string(&path).unwrap();
    let is_left =
        |line: &&str| line.split_whitespace().next().is_some_and(|id| !mended.iter().any(|mended| *mended == id));
    let left: String = text.lines().filter(is_left).flat_map(|line| [line, "\n"]).collect();
    if left.is_empty() { fs::remove_file(path) } else { fs::write(path, left) }.unwrap();
}

/// Runs a program as a cell.
fn run(source: &str) -> Evaluation {
    let parsed = parse(source);
    assert_eq!(parsed.errors, vec![], "{source}");
    evaluate(&parsed.program, source, &Scope::new(), &Limits::default(), &Flag::default())
}

/// A value as the answers have it.
fn packed(value: &Value) -> Json {
    match value {
        Value::Tensor(tensor) => json!([tensor.now().dtype().to_string(), tensor.now().shape(), data(&tensor.now())]),
        Value::Int(value, _) => json!(["int", value]),
        Value::Float(value, _) => json!(["float", glassformer::notebook::tensor_file::number(*value)]),
        // In the answers a plain bool and a tensor of one are written alike.
        Value::Bool(value) => json!(["bool", [], [value]]),
        Value::Str(text) => json!(["str", &**text]),
        Value::None => json!(["none"]),
        Value::Tuple(_) | Value::List(_) => {
            json!(["seq", value.items().unwrap().iter().map(packed).collect::<Vec<_>>()])
        }
        _ => json!(["other"]),
    }
}

/// A number of an answer.
fn real(value: &Json) -> Option<f64> {
    match value.as_str() {
        Some("NaN") => Some(f64::NAN),
        Some("Infinity") => Some(f64::INFINITY),
        Some("-Infinity") => Some(f64::NEG_INFINITY),
        _ => value.as_f64(),
    }
}

/// The distance from 1 to the next number of a dtype.
fn epsilon(dtype: &str) -> f64 {
    match dtype {
        "float64" | "float" => f64::EPSILON,
        "float16" => 1.0 / 1024.0,
        "bfloat16" => 1.0 / 128.0,
        _ => f64::from(f32::EPSILON),
    }
}

/// Whether two real numbers are equal but for rounding.
fn is_near(ours: &Json, theirs: &Json, epsilon: f64, slack: f64) -> bool {
    let (Some(ours), Some(theirs)) = (real(ours), real(theirs)) else { return ours == theirs };
    if ours.is_nan() || theirs.is_nan() {
        return ours.is_nan() && theirs.is_nan();
    }
    #[expect(clippy::float_cmp, reason = "infinities are equal to themselves")]
    let is_same = ours == theirs;
    is_same || (ours - theirs).abs() <= UNITS * epsilon * theirs.abs() + slack + TINY
}

fn are_near(ours: &[Json], theirs: &[Json], epsilon: f64, slack: Option<&Json>) -> bool {
    let slack = |place: usize| slack.and_then(|slack| slack[place].as_f64()).unwrap_or_default();
    ours.len() == theirs.len()
        && ours
            .iter()
            .zip(theirs)
            .enumerate()
            .all(|(place, (ours, theirs))| is_near(ours, theirs, epsilon, slack(place)))
}

/// Whether a value is what PyTorch gives.
fn is_equal(ours: &Json, theirs: &Json) -> bool {
    let (Some(kind), Some(of)) = (ours[0].as_str(), theirs[0].as_str()) else { return false };
    if kind != of {
        return false;
    }
    match kind {
        "seq" => {
            let (ours, theirs) = (ours[1].as_array().unwrap(), theirs[1].as_array().unwrap());
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| is_equal(ours, theirs))
        }
        "float" => {
            let slack = theirs[2][0].as_f64().unwrap_or_default();
            is_near(&ours[1], &theirs[1], epsilon(kind), slack)
        }
        "float16" | "bfloat16" | "float32" | "float64" => {
            let (elements, expected) = (ours[2].as_array().unwrap(), theirs[2].as_array().unwrap());
            ours[1] == theirs[1] && are_near(elements, expected, epsilon(kind), theirs.get(3))
        }
        _ => ours == theirs,
    }
}

/// What is wrong with the answer to a program; nothing if it is PyTorch's.
fn fault(line: &Json) -> Option<String> {
    let source = line["program"].as_str().unwrap();
    let evaluation = run(source);
    if let Some(error) = evaluation.error {
        return line["error"].is_null().then(|| format!("is refused: {}", error.message));
    }
    if !line["gradient"].is_null() {
        return gradient_fault(line, &evaluation);
    }
    if let Some(error) = line["error"].as_str() {
        return Some(format!("runs, and PyTorch says {error}"));
    }
    let differs = |(name, theirs): (&String, &Json)| {
        let ours = evaluation.defined.get(name.as_str()).map_or(Json::Null, packed);
        (!is_equal(&ours, theirs)).then(|| format!("gives {name} = {ours}, and PyTorch {theirs}"))
    };
    line["results"].as_object().unwrap().iter().find_map(differs)
}

/// The same for the gradient of `r_0`.
fn gradient_fault(line: &Json, evaluation: &Evaluation) -> Option<String> {
    let theirs = line["gradient"].as_array().unwrap();
    let tensor = |name: &str| match evaluation.defined.get(name) {
        Some(Value::Tensor(tensor)) => tensor,
        _ => panic!("{name} is no tensor in {line}"),
    };
    let input = tensor(line["wrt"].as_str().unwrap());
    let ours = match evaluation.tape.gradients(&tensor("r_0").now()) {
        Ok(gradients) => gradients.of(&input.now()).map_or_else(|| vec![json!(0.0); theirs.len()], data),
        Err(error) => return Some(format!("has no gradient: {error}")),
    };
    // A small element is a difference of large ones: all are as sharp as the largest.
    let largest =
        theirs.iter().filter_map(real).filter(|element| element.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()));
    let slack = |place: usize| line["slack"][place].as_f64().unwrap_or_default() + SHARP * largest;
    let slack = json!((0..theirs.len()).map(slack).collect::<Vec<_>>());
    let is_near = are_near(&ours, theirs, epsilon("float32"), Some(&slack));
    (!is_near).then(|| format!("has the gradient {ours:?}, and in PyTorch {theirs:?}"))
}

/// The faults of all programs, by their ids.
fn faults(lines: &BTreeMap<String, Json>, fault: impl Fn(&Json) -> Option<String> + Sync) -> BTreeMap<&str, String> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let all: Vec<(&String, &Json)> = lines.iter().collect();
    let work = || {
        while let Some((id, line)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let fault = catch_unwind(AssertUnwindSafe(|| fault(line))).unwrap_or_else(|_| Some("panics".to_owned()));
            if let Some(fault) = fault {
                found.lock().unwrap().insert(id.as_str(), fault);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).unwrap();
        }
    });
    found.into_inner().unwrap()
}

/// Compares all programs. Fails where one has a fault that the list does not know, and where one of the list has none.
fn hold(lines: &BTreeMap<String, Json>, list: &str, fault: impl Fn(&Json) -> Option<String> + Sync) {
    let known = known(list);
    assert!(!lines.is_empty(), "there are no answers in {}", folder().display());
    let faults = faults(lines, fault);
    println!("{} programs, {} with another answer, {} of them known", lines.len(), faults.len(), known.len());
    let new: Vec<_> = faults.iter().filter(|(id, _)| !known.iter().any(|known| known == *id)).collect();
    let mended: Vec<_> = known.iter().filter(|id| !faults.contains_key(id.as_str())).collect();
    for (id, fault) in new.iter().take(SHOWN) {
        println!("\n{id} {fault}\n{}", lines[**id]["program"].as_str().unwrap());
    }
    assert!(new.is_empty(), "{} programs have another answer than PyTorch's", new.len());
    if std::env::var_os("GLASSFORMER_UPDATE_KNOWN").is_some() && !mended.is_empty() {
        return forget(list, &mended);
    }
    assert!(mended.is_empty(), "these pass, or are no programs: take them out of {list}: {mended:?}");
}

#[test]
fn programs_give_what_pytorch_gives() {
    hold(&lines(), "known.txt", fault);
}
