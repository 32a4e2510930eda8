//! Every lesson runs under PyTorch as it is exported, and every tensor that it names is the same there and here.
//!
//! What PyTorch makes of the lessons is committed (`tests/golden/lessons/`, written by `make.py` there), so the comparison needs no
//! PyTorch. Where there is one the lessons are run anew: `GLASSFORMER_TORCH_PYTHON` names the Python to ask (`python3` without it), and
//! `GLASSFORMER_REQUIRE_TORCH=1` turns a missing one from a message into a failure.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking and reports by printing"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use glassformer::lang::Value;
use glassformer::nn::weights::File;
use glassformer::notebook::document::DocumentState;
use glassformer::notebook::evaluate::{EvaluationOutcome, evaluate_now};
use glassformer::notebook::export::to_python;
use glassformer::notebook::lesson::{BlockKind, Lesson, LessonFile};
use glassformer::notebook::library::LessonLibrary;
use glassformer::tensor::Tensor;

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");
const GOLDENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/lessons");

/// Single precision, after a whole page of steps.
const TOLERANCE: f64 = 1e-5;

fn lessons() -> Vec<Arc<Lesson>> {
    let library = LessonLibrary::embedded();
    library.entries().iter().map(|entry| Arc::new(entry.open().unwrap())).collect()
}

/// Every public tensor of a lesson as its author wrote it.
fn ours(lesson: &Arc<Lesson>) -> BTreeMap<String, Tensor> {
    let outcome = evaluate_now(&DocumentState::written(Arc::clone(lesson)), &EvaluationOutcome::default());
    let tensors = outcome.values().into_iter().filter_map(|(name, value)| match value {
        Value::Tensor(tensor) => Some((name.to_string(), tensor.now())),
        _ => None,
    });
    tensors.collect()
}

fn read(path: &Path) -> BTreeMap<String, Tensor> {
    let bytes = std::fs::read(path)
        .unwrap_or_else(|error| panic!("{}: {error}; run python {GOLDENS}/make.py {PROGRAM}", path.display()));
    File::read(&bytes).unwrap().tensors
}

/// How two tensors differ, if they do.
fn difference(ours: &Tensor, theirs: &Tensor) -> Option<String> {
    if (ours.dtype(), ours.shape()) != (theirs.dtype(), theirs.shape()) {
        return Some(format!(
            "{} {:?} here, {} {:?} there",
            ours.dtype(),
            ours.shape(),
            theirs.dtype(),
            theirs.shape()
        ));
    }
    let near = |a: f64, b: f64| {
        a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()) || (a - b).abs() <= TOLERANCE * (1.0 + b.abs())
    };
    let pairs = ours.to_vec().into_iter().zip(theirs.to_vec());
    pairs.enumerate().find_map(|(at, (a, b))| (!near(a, b)).then(|| format!("element {at} is {a} here, {b} there")))
}

/// Holds every lesson against a folder of PyTorch's tensors.
fn compare(folder: &Path) {
    for lesson in lessons() {
        let id = &lesson.front.id;
        let (ours, theirs) = (ours(&lesson), read(&folder.join(format!("{id}.safetensors"))));
        let names = |tensors: &BTreeMap<String, Tensor>| tensors.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&ours), names(&theirs), "{id}: other names here than under PyTorch");
        assert!(!ours.is_empty(), "{id} names no tensor");
        for (name, tensor) in &ours {
            if let Some(how) = difference(tensor, &theirs[name]) {
                panic!("{id}: {name}: {how}");
            }
        }
        println!("{id}: {} tensors agree with PyTorch", ours.len());
    }
}

#[test]
fn every_lesson_agrees_with_what_pytorch_made_of_it() {
    compare(Path::new(GOLDENS));
}

#[test]
fn every_cell_of_a_page_is_exported_also_those_of_shared_examples() {
    for lesson in lessons() {
        let text = to_python(&lesson);
        for block in lesson.blocks.iter().filter(|block| matches!(block.kind, BlockKind::Cell(_))) {
            let head = format!("# %% {}\n", block.id);
            assert_eq!(text.matches(&head).count(), 1, "{}: {}", lesson.front.id, block.id);
        }
    }
}

#[test]
fn no_golden_is_left_of_a_lesson_that_is_gone() {
    let known: Vec<String> = lessons().iter().map(|lesson| format!("{}.safetensors", lesson.front.id)).collect();
    for file in std::fs::read_dir(GOLDENS).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(!name.ends_with(".safetensors") || known.contains(&name), "{name} belongs to no lesson");
    }
}

/// A Python that has PyTorch. Where there is none, `None`, or a failure if one is required.
fn torch() -> Option<String> {
    let python = std::env::var("GLASSFORMER_TORCH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let answer = Command::new(&python).args(["-c", "import torch; print(torch.__version__)"]).output();
    if let Ok(Output { status, stdout, .. }) = &answer
        && status.success()
    {
        println!("PyTorch {}", String::from_utf8_lossy(stdout).trim());
        return Some(python);
    }
    let message =
        format!("`{python}` has no PyTorch: `pip install torch`, or name another by GLASSFORMER_TORCH_PYTHON");
    assert!(std::env::var_os("GLASSFORMER_REQUIRE_TORCH").is_none(), "{message}");
    println!("skipped: {message}");
    None
}

fn succeed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(status.success(), "{command:?}\n{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

#[test]
fn every_lesson_runs_under_pytorch_and_agrees() {
    let Some(python) = torch() else { return };
    let folder = tempfile::tempdir().unwrap();
    let make = PathBuf::from(GOLDENS).join("make.py");
    succeed(Command::new(python).arg(make).arg(PROGRAM).arg(folder.path()));
    compare(folder.path());
}

/// The code of an exported notebook or of exported Markdown, from top to bottom.
fn code(form: &str, text: &str) -> String {
    if form == "ipynb" {
        let notebook: serde_json::Value = serde_json::from_str(text).unwrap();
        let cells = notebook["cells"].as_array().unwrap().iter().filter(|cell| cell["cell_type"] == "code");
        let lines = |cell: &serde_json::Value| {
            let lines = cell["source"].as_array().unwrap().iter();
            lines.map(|line| line.as_str().unwrap().to_owned()).collect::<String>()
        };
        return cells.map(lines).collect::<Vec<_>>().join("\n");
    }
    // What is folded, and what is to be filled in, belongs to a question or an exercise and stands for itself.
    let unfolded = text.split("<details>").map(|part| part.rsplit("</details>").next().unwrap());
    let unfolded = unfolded.collect::<String>();
    let fences = unfolded.split("```python\n").skip(1).map(|rest| rest.split("\n```").next().unwrap());
    fences.filter(|code| !code.contains("# Done? ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_other_forms_run_under_pytorch_as_well() {
    let Some(python) = torch() else { return };
    let folder = tempfile::tempdir().unwrap();
    for lesson in lessons() {
        for form in ["ipynb", "md"] {
            let exported = folder.path().join(format!("lesson.{form}"));
            succeed(Command::new(PROGRAM).args(["export", &lesson.front.id, "--to", form, "--output"]).arg(&exported));
            let path = folder.path().join("lesson.py");
            let code = code(form, &std::fs::read_to_string(exported).unwrap());
            std::fs::write(&path, &code).unwrap();
            let printed = succeed(Command::new(&python).arg(path).current_dir(folder.path()));
            let questions = code.matches(r#"print("answer:""#).count();
            assert_eq!(printed.matches("answer:").count(), questions, "{printed}");
        }
    }
}

#[test]
fn exported_markdown_is_no_worse_to_read_than_the_lesson() {
    for lesson in lessons() {
        let text = succeed(Command::new(PROGRAM).args(["export", &lesson.front.id, "--to", "md"]));
        let file = LessonFile::new("export.md", &text);
        assert!(!file.text().contains("{{ "), "every computed number is filled in");
        assert!(!file.text().contains("#|"), "options are for the notebook");
        assert!(!file.text().contains("__open") && !file.text().contains("__close"), "the code is as it was written");
        // Of what stands between two fences.
        let prose = text.split("```").step_by(2).collect::<String>();
        for target in prose.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let place = target.strip_prefix('#').map(|place| format!("<a id=\"{place}\"></a>"));
            let is_there = target.starts_with("https://") || place.is_some_and(|place| text.contains(&place));
            assert!(is_there, "{}: {target}", lesson.front.id);
        }
    }
}
