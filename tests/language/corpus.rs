//! Programs in the style of the tutorials, run here as they stand, against what PyTorch made of them.
//!
//! `tests/language/corpus/make.py` runs them under PyTorch and writes the `.json` beside each.

use glassformer::tensor::stop::Flag;
use std::fs;
use std::path::{Path, PathBuf};

use glassformer::lang::value::Items;
use glassformer::lang::{Limits, Scope, Value, evaluate, parse};
use glassformer::tensor::Tensor;
use serde_json::Value as Json;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/language/corpus");
/// Single precision, after a whole small Transformer.
const RELATIVE: f64 = 2e-5;
const ABSOLUTE: f64 = 2e-6;

fn programs(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(Path::new(FOLDER).join(folder)).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "py"));
    files.sort();
    files
}

/// What differs from PyTorch, one line each.
fn differences(path: &Path) -> Vec<String> {
    let source = fs::read_to_string(path).unwrap();
    let expected: Json = serde_json::from_str(&fs::read_to_string(path.with_extension("json")).unwrap()).unwrap();
    let parsed = parse(&source);
    if let Some(error) = parsed.errors.first() {
        return vec![error.render(&source)];
    }
    let evaluation = evaluate(&parsed.program, &source, &Scope::new(), &Limits::default(), &Flag::default());
    if let Some(error) = evaluation.error {
        return vec![error.render(&source)];
    }
    let mut differences = Vec::new();
    for (name, wanted) in expected["names"].as_object().unwrap() {
        match evaluation.defined.get(name.as_str()) {
            None => differences.push(format!("{name} is missing")),
            Some(value) => differences.extend(unlike(value, wanted).map(|how| format!("{name}: {how}"))),
        }
    }
    let printed = expected["printed"].as_str().unwrap();
    if evaluation.printed != printed {
        differences.push(format!("prints\n{}\nand PyTorch prints\n{printed}", evaluation.printed));
    }
    differences
}

fn real(json: &Json) -> f64 {
    match json {
        Json::String(text) => text.replace("Infinity", "inf").parse().unwrap(),
        Json::Bool(truth) => f64::from(u8::from(*truth)),
        number => number.as_f64().unwrap(),
    }
}

fn near(a: f64, b: f64) -> bool {
    (a.is_nan() && b.is_nan()) || a.to_bits() == b.to_bits() || (a - b).abs() <= ABSOLUTE + RELATIVE * b.abs()
}

/// How a value differs from what PyTorch has, if it does.
fn unlike(value: &Value, wanted: &Json) -> Option<String> {
    let (kind, json) = wanted.as_object().unwrap().iter().next().unwrap();
    let same = match (value, kind.as_str()) {
        (Value::None, "none") => true,
        (Value::Bool(truth), "bool") => json.as_bool() == Some(*truth),
        (Value::Int(number, _), "int") => json.as_i64() == Some(*number),
        (Value::Float(number, _), "float") => near(*number, real(json)),
        (Value::Str(text), "str") => json.as_str() == Some(text),
        (Value::List(_), "list") | (Value::Tuple(_), "tuple") => {
            return unlike_items(&value.items().unwrap(), json);
        }
        (Value::Dict(table), "dict") => {
            let (table, wanted) = (table.now(), json.as_array().unwrap());
            let pairs = table.entries().iter().zip(wanted);
            let differ = |((key, item), pair): (&(Value, Value), &Json)| {
                unlike(key, &pair[0]).or_else(|| unlike(item, &pair[1]))
            };
            table.entries().len() == wanted.len() && pairs.map(differ).all(|how| how.is_none())
        }
        (Value::Tensor(tensor), "tensor") => return unlike_tensor(&tensor.now(), json),
        // NumPy's functions give numbers where those here give tensors without axes.
        (Value::Tensor(tensor), "float" | "int") if tensor.now().ndim() == 0 => near(tensor.now().at(&[]), real(json)),
        _ => false,
    };
    (!same).then(|| format!("{} is not {wanted}", value.repr()))
}

fn unlike_items(items: &Items, json: &Json) -> Option<String> {
    let wanted = json.as_array().unwrap();
    if items.len() != wanted.len() {
        return Some(format!("{} items, not {}", items.len(), wanted.len()));
    }
    items.iter().zip(wanted).find_map(|(item, wanted)| unlike(item, wanted))
}

fn unlike_tensor(tensor: &Tensor, json: &Json) -> Option<String> {
    let shape: Vec<usize> =
        json["shape"].as_array().unwrap().iter().map(|size| size.as_u64().unwrap() as usize).collect();
    if tensor.shape() != shape || json["dtype"].as_str() != Some(&tensor.dtype().to_string()) {
        return Some(format!("{} {:?} is not {} {shape:?}", tensor.dtype(), tensor.shape(), json["dtype"]));
    }
    let wanted = json["data"].as_array().unwrap();
    let differ =
        |(place, (a, b)): (usize, (&f64, &Json))| (!near(*a, real(b))).then(|| format!("[{place}] {a} is not {b}"));
    tensor.to_vec().iter().zip(wanted).enumerate().find_map(differ)
}

/// Runs all programs of a folder, and says which pass.
fn pass_rate(folder: &str, at_least: usize) {
    let programs = programs(folder);
    assert!(programs.len() >= at_least, "there are only {} {folder}", programs.len());
    let mut failures = Vec::new();
    for path in &programs {
        let differences = differences(path);
        if !differences.is_empty() {
            failures.push(format!("{}:\n  {}", path.file_stem().unwrap().display(), differences.join("\n  ")));
        }
    }
    println!("{} of {} {folder} agree with PyTorch", programs.len() - failures.len(), programs.len());
    assert!(failures.is_empty(), "{} of {} {folder} differ\n{}", failures.len(), programs.len(), failures.join("\n"));
}

#[test]
fn snippets_agree_with_pytorch() {
    pass_rate("snippets", 50);
}

#[test]
fn whole_programs_agree_with_pytorch() {
    pass_rate("programs", 8);
}
