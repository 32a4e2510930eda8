//! Classes, objects and the modules of `torch.nn`, held against what PyTorch prints for the same programs, and their errors.

use std::fs;
use std::path::PathBuf;

use glassformer::lang::{Limits, Scope, Value, evaluate, parse};

use crate::{error, error_with, run, run_with, show};

/// How far a printed number may be from PyTorch's.
const TOLERANCE: f64 = 2e-4;

/// The programs in `objects/` and, in `.txt`, what PyTorch printed for each: `expect.py` there makes it.
#[test]
fn programs_print_what_pytorch_prints() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/language/objects");
    let mut names: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ext| ext == "py") && !path.ends_with("expect.py"));
    names.sort();
    assert!(names.len() >= 2);
    let failures: Vec<String> = names.iter().filter_map(|path| disagreement(path)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Where our text leaves PyTorch's, if it does.
fn disagreement(path: &PathBuf) -> Option<String> {
    let source = fs::read_to_string(path).unwrap();
    let wanted = fs::read_to_string(path.with_extension("txt")).unwrap();
    let evaluation = run(&source);
    if let Some(error) = evaluation.error {
        return Some(format!("{}: {}\n{}", path.display(), error.render(&source), evaluation.printed));
    }
    let (ours, theirs) = (words(&evaluation.printed), words(&wanted));
    let place = ours.iter().zip(&theirs).position(|(a, b)| !alike(a, b));
    let place = place.or((ours.len() != theirs.len()).then(|| ours.len().min(theirs.len())))?;
    let around = |words: &[String]| words[place.saturating_sub(12)..words.len().min(place + 12)].join(" ");
    Some(format!("{}:\n ours: {}\n theirs: {}", path.display(), around(&ours), around(&theirs)))
}

/// Numbers, names and signs, one by one; how they are set does not count.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in text.chars() {
        let joins = c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+');
        match words.last_mut() {
            Some(last) if joins && last.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+')) => {
                last.push(c);
            }
            _ => words.push(c.to_string()),
        }
        if !joins {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.trim().is_empty());
    words
}

fn alike(a: &str, b: &str) -> bool {
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= TOLERANCE || a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
        _ => a == b,
    }
}
