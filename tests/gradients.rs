//! The gradient of every lesson's numbers: as central differences of the page evaluated anew have it, as PyTorch has it, and as
//! its own explanations say.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by stopping, and counts aloud"
)]
#![expect(clippy::float_cmp, reason = "the two ends of an exact number are one number")]

#[path = "support/intervals.rs"]
mod intervals;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;

use glassformer::lang::{Control, ControlKind, Value, controls, parse};
use glassformer::nn::weights::File;
use glassformer::notebook::document::{Document, DocumentState};
use glassformer::notebook::evaluate::{EvaluationOutcome, EvaluationTask, evaluate_now};
use glassformer::notebook::lesson::{BlockId, BlockKind, Lesson};
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::why::gradient::{
    Gradient, GradientNote, GradientOutput, NoGradient, Without, gradient, why, without,
};
use glassformer::notebook::why::{ElementRef, WhyNote, WhyQuery};
use glassformer::tensor::Tensor;
use glassformer::tensor::ops::matmul::places;

/// The same as in `tests/golden/lessons/gradients.py`.
const LESSONS: [&str; 5] = ["embedding", "positional", "attention", "masking", "sampling"];

fn open(lesson: &str) -> Document {
    Document::new(Arc::new(LessonLibrary::embedded().open(lesson).unwrap()))
}

/// A page of these cells.
fn page(cells: &[(&str, &str)]) -> Document {
    let cells: Vec<String> =
        cells.iter().map(|(label, code)| format!("```python\n#| label: {label}\n{code}\n```\n")).collect();
    Document::new(Arc::new(
        Lesson::read("l.md", &format!("---\ntitle: L\nid: l\n---\n# L\n\n{}", cells.join("\n"))).unwrap(),
    ))
}

/// The values of a page, its lazy cells included.
fn run(page: &Document, before: &EvaluationOutcome) -> EvaluationOutcome {
    let changes = Arc::new(page.changes().clone());
    evaluate_now(&DocumentState { changes, ..DocumentState::written(Arc::clone(page.lesson())) }, before)
}

fn tensor(value: &Value) -> Option<Tensor> {
    match value {
        Value::Tensor(tensor) => Some(tensor.now()),
        Value::Float(value, _) => Some(Tensor::number(*value)),
        Value::Int(value, _) => Some(Tensor::integer(*value)),
        _ => None,
    }
}

/// The value of a name of the page.
fn value(outcome: &EvaluationOutcome, name: &str) -> Value {
    outcome.definition(name).unwrap_or_else(|| panic!("no {name}")).1.value.clone()
}

fn element(outcome: &EvaluationOutcome, name: &str, index: &[usize]) -> ElementRef {
    ElementRef { origin: value(outcome, name).origin().unwrap(), index: index.to_vec() }
}

fn read(outcome: &EvaluationOutcome, name: &str, index: &[usize]) -> Gradient {
    gradient(outcome, &element(outcome, name, index)).unwrap()
}

/// Every public real tensor of the page.
fn outputs(outcome: &EvaluationOutcome) -> Vec<(String, Tensor)> {
    let runs = outcome.reports().iter().filter(|(task, _)| matches!(task, EvaluationTask::Cell(_)));
    let values = runs.filter_map(|(_, report)| report.run.as_ref()).flat_map(|run| &run.values);
    let real = values.filter_map(|(name, binding)| Some((name.to_string(), tensor(&binding.value)?)));
    real.filter(|(name, tensor)| !name.starts_with('_') && tensor.dtype().is_float() && !tensor.is_empty()).collect()
}

/// Every number that can be moved by hand: the block, its control, and the place in it.
fn inputs(page: &Document) -> Vec<(BlockId, Control, Vec<usize>)> {
    let mut found = Vec::new();
    for block in page.lesson().blocks.iter().filter(|block| matches!(block.kind, BlockKind::Cell(_))) {
        let source = page.source(&block.id).unwrap_or_default();
        for control in controls(&parse(&source).program) {
            let indices: Vec<Vec<usize>> = match &control.kind {
                // At an end of its way a slider can be moved to one side only.
                ControlKind::Slider(slider) if slider.value <= slider.min || slider.value >= slider.max => Vec::new(),
                ControlKind::Slider(_) => vec![Vec::new()],
                ControlKind::Matrix(matrix) => places(&[matrix.rows.len(), matrix.rows[0].len()]).collect(),
                _ => Vec::new(),
            };
            found.extend(indices.into_iter().map(|index| (Arc::clone(&block.id), control.clone(), index)));
        }
    }
    found
}

/// The page with a number moved by hand, also between the steps of a slider.
fn moved(page: &Document, (block, control, index): &(BlockId, Control, Vec<usize>), by: f64) -> Document {
    let source = page.source(block).unwrap();
    let text = match &control.kind {
        ControlKind::Slider(slider) => glassformer::notebook::inputs::with_input(
            &source,
            &parse(&source).program,
            &control.name,
            &(slider.value + by).to_string(),
        )
        .unwrap(),
        ControlKind::Matrix(matrix) => {
            matrix.with_numbers(&source, [(index[0], index[1], matrix.rows[index[0]][index[1]] + by)])
        }
        _ => panic!("{} is no number", control.name),
    };
    let mut page = page.clone();
    page.edit(block, &text, false);
    page
}

/// Whether two tensors can be subtracted: the page may have written another sentence.
fn slope(up: &Tensor, down: &Tensor, index: &[usize], by: f64) -> Option<f64> {
    (up.shape() == down.shape()).then(|| (up.at(index) - down.at(index)) / (2.0 * by))
}

#[test]
fn every_gradient_of_every_lesson_is_that_of_central_differences() {
    const STEP: f64 = 0.01;
    for lesson in LESSONS {
        let page = open(lesson);
        let now = run(&page, &EvaluationOutcome::default());
        let read: Vec<(String, Tensor, Vec<usize>, Gradient)> = outputs(&now)
            .into_iter()
            .flat_map(|(name, tensor)| {
                let all: Vec<Vec<usize>> = places(tensor.shape()).collect();
                let some: BTreeSet<usize> = [all.len() / 3, all.len() - 1].into();
                some.into_iter().map(move |at| (name.clone(), tensor.clone(), all[at].clone())).collect::<Vec<_>>()
            })
            .map(|(name, tensor, index)| {
                let gradient = gradient(&now, &element(&now, &name, &index)).unwrap();
                (name, tensor, index, gradient)
            })
            .collect();
        let (mut same, mut zeros, mut rough) = (0, 0, 0);
        for input in inputs(&page).into_iter().step_by(2) {
            let origin = value(&now, &input.1.name).origin().unwrap();
            if !tensor(&value(&now, &input.1.name)).unwrap().dtype().is_float() {
                continue;
            }
            let at = |by: f64| run(&moved(&page, &input, by), &now);
            let states = [at(STEP), at(-STEP), at(STEP / 2.0), at(-STEP / 2.0)];
            for (name, before, index, gradient) in &read {
                let values: Vec<Tensor> = states
                    .iter()
                    .filter_map(|state| tensor(&state.definition(name)?.1.value))
                    .filter(|tensor| tensor.shape() == before.shape())
                    .collect();
                let [up, down, half_up, half_down] = values.as_slice() else {
                    rough += 1;
                    continue;
                };
                let (coarse, fine) =
                    (slope(up, down, index, STEP).unwrap(), slope(half_up, half_down, index, STEP / 2.0).unwrap());
                let expected = (4.0 * fine - coarse) / 3.0;
                let size = before.at(index).abs().max(1.0);
                let found = gradient.at(origin).map_or(0.0, |gradient| gradient.at(&input.2));
                // Where a corner, a jump or an infinity lies between the steps, there is nothing to compare with.
                if !expected.is_finite() || !found.is_finite() || (coarse - fine).abs() > 0.02 * fine.abs().max(0.05) {
                    rough += 1;
                    continue;
                }
                if gradient.at(origin).is_none() && expected.abs() > 1e-3 {
                    let without = without(&now, gradient, &ElementRef { origin, index: input.2.clone() });
                    assert!(matches!(without, Some(Without::Counted(_) | Without::Jump(_))), "{name}: {without:?}");
                    rough += 1;
                    continue;
                }
                let room = 2e-4 * size + (coarse - fine).abs() + 2e-3 * expected.abs();
                assert!(
                    (found - expected).abs() <= room,
                    "{lesson}: d {name}{index:?} / d {}{:?} is {found}, and differences give {expected}",
                    input.1.name,
                    input.2
                );
                if expected.abs() > room { same += 1 } else { zeros += 1 }
            }
        }
        println!("{lesson}: {same} slopes, {zeros} zeros, {rough} not comparable");
        assert!(same > 30 && rough * 4 < same + zeros, "{lesson}");
    }
}

/// Follows all ways from some numbers towards the output and looks at every step. Returns how many there were.
fn walk(outcome: &EvaluationOutcome, gradient: &Gradient, from: Vec<ElementRef>) -> usize {
    let mut rest = from;
    let mut seen = BTreeSet::new();
    while let Some(element) = rest.pop() {
        if !seen.insert(element.clone()) {
            continue;
        }
        let why = why(outcome, gradient, &WhyQuery::Element(element.clone())).unwrap();
        let explanation = &why.explanation;
        let value = explanation.value;
        if let Some(formula) = &explanation.textbook {
            let interval = intervals::evaluate(&formula.to_string());
            let name = &why.subject.name;
            let is_undefined = value.is_nan() && !interval.low.is_finite();
            assert!(
                is_undefined || interval.contains(value, 1e-5),
                "{name}{:?}: {value} = {formula} gives {interval:?}",
                element.index
            );
            assert!(why.operands.iter().all(|operand| operand.element().is_some()), "every way goes on");
        } else if value != 0.0 {
            assert_eq!(element, *gradient.output(), "{} = {value} ends before the output", why.subject.name);
        } else {
            assert!(why.note.is_some(), "{}: a zero has its reason", why.subject.name);
        }
        rest.extend(why.operands.iter().filter_map(|operand| operand.element().cloned()));
    }
    seen.len()
}

/// In two threads, since this alone takes longer than all the other tests here.
#[test]
fn every_gradient_is_what_its_formula_says_up_to_the_output() {
    thread::scope(|scope| {
        for lessons in LESSONS.chunks(3) {
            scope.spawn(|| formulas_say_every_gradient(lessons));
        }
    });
}

fn formulas_say_every_gradient(lessons: &[&str]) {
    for lesson in lessons {
        let page = open(lesson);
        let now = run(&page, &EvaluationOutcome::default());
        let mut steps = 0;
        for (name, tensor) in outputs(&now).into_iter().step_by(6) {
            let index = places(tensor.shape()).last().unwrap();
            let gradient = read(&now, &name, &index);
            let inputs = inputs(&page);
            let starts = inputs.iter().map(|(_, control, index)| element(&now, &control.name, index));
            steps += walk(&now, &gradient, starts.collect());
        }
        println!("{lesson}: {steps} steps");
        assert!(steps > 100);
    }
}

#[test]
fn a_value_that_several_cells_read_gets_the_sum_of_all_ways() {
    let page = page(&[
        ("a", "x = slider(0.0, 4.0, value=3.0, step=0.5)\nw = matrix([[2.0, 0.5]])"),
        ("b", "def twice(v):\n    return v * 2 + w[0, 1]\ny = w * x"),
        ("c", "z = twice(y.sum()) + x * x"),
    ]);
    let now = run(&page, &EvaluationOutcome::default());
    let gradient = read(&now, "z", &[]);
    assert_eq!(gradient.name(), "z");
    let of = |name: &str| gradient.at(value(&now, name).origin().unwrap()).unwrap().to_vec();
    assert_eq!(of("x"), [2.0 * 2.5 + 6.0]);
    assert_eq!(of("w"), [6.0, 7.0], "once as a factor, and once inside of a function of another cell");
    assert_eq!(of("y"), [2.0, 2.0]);
    let why = why(&now, &gradient, &WhyQuery::Element(element(&now, "w", &[0, 1]))).unwrap();
    assert_eq!(why.explanation.operation, "d z / d w");
    assert_eq!(why.explanation.to_string(), "7.00 = 1.00 + 2.00 · 3.00");
    assert_eq!(why.operands[1].name, "y");
}

#[test]
fn what_has_no_gradient_says_why() {
    let page = page(&[
        ("a", "s = text(\"the cat\")\nn = slider(1, 8, value=3)\nx = matrix([[2.0, 0.5]])\nallowed = mask([[1, 0]])"),
        ("b", "best = x.argmax()\nbits = x > 1\nfar = x + 1"),
        ("c", "words = s.split()\ny = x.masked_fill(~allowed, 0.0).sum() * n + len(words)\nz = best * 2.0 + n"),
    ]);
    let now = run(&page, &EvaluationOutcome::default());
    let gradient = read(&now, "y", &[]);
    let none = |gradient: &Gradient, name: &str, index: &[usize]| without(&now, gradient, &element(&now, name, index));
    assert_eq!(none(&gradient, "n", &[]), Some(Without::Whole));
    assert_eq!(none(&gradient, "allowed", &[0, 0]), Some(Without::Truth));
    assert_eq!(none(&gradient, "best", &[]), Some(Without::Whole));
    assert_eq!(
        none(&gradient, "far", &[0, 0]),
        Some(Without::Counted("len(words)".into())),
        "nobody knows what is counted"
    );
    assert_eq!(none(&read(&now, "z", &[]), "far", &[0, 0]), Some(Without::Apart));
    assert_eq!(none(&gradient, "x", &[0, 1]), None, "hidden, so 0, but it has one");
    assert_eq!(none(&read(&now, "z", &[]), "x", &[0, 0]), Some(Without::Jump("argmax".into())));
    for (name, index, called, none) in
        [("best", vec![], "best", Without::Whole), ("bits", vec![0, 0], "bits[0, 0]", Without::Truth)]
    {
        let refused = refused(&now, &element(&now, name, &index));
        assert_eq!(refused, NoGradient::Without { name: called.to_owned(), why: none });
    }
    let text = why(&now, &gradient, &held(&now, "y", "words")).unwrap();
    assert_eq!(text.note, Some(WhyNote::Slope(GradientNote::None(Without::Text))));
}

/// PyTorch refuses the gradient of `//`, of all that comes before it, and of nothing else.
#[test]
fn what_pytorch_does_not_differentiate_has_no_gradient_in_any_cell() {
    let page = page(&[
        ("a", "x = matrix([[2.0, 5.0]])\nw = matrix([[3.0, 4.0]])"),
        ("b", "y = x * w.detach()\nhalves = y // 2"),
        ("c", "z = (halves * w).sum() + x.sum() + torch.div(w, 2, rounding_mode='floor').sum()"),
    ]);
    let now = run(&page, &EvaluationOutcome::default());
    let gradient = read(&now, "z", &[]);
    let none = |name: &str| without(&now, &gradient, &element(&now, name, &[0, 1]));
    assert_eq!(none("x"), Some(Without::Underivable("floor_divide")), "also by the way that has one");
    assert_eq!(none("y"), Some(Without::Underivable("floor_divide")));
    assert_eq!((none("halves"), none("w")), (None, None));
    let why = why(&now, &gradient, &WhyQuery::Element(element(&now, "x", &[0, 1]))).unwrap();
    assert_eq!((why.subject.value, why.explanation.textbook), (None, None));
}

fn refused(outcome: &EvaluationOutcome, element: &ElementRef) -> NoGradient {
    gradient(outcome, element).unwrap_err()
}

/// What is no number, as the reasons of a name reach it.
fn held(outcome: &EvaluationOutcome, name: &str, wanted: &str) -> WhyQuery {
    let mut rest = vec![WhyQuery::Element(element(outcome, name, &[]))];
    let mut seen = BTreeSet::new();
    while let Some(asked) = rest.pop() {
        let Some(why) = glassformer::notebook::why::why(outcome, &asked).filter(|_| seen.insert(asked.clone())) else {
            continue;
        };
        if why.subject.name == wanted {
            return asked;
        }
        rest.extend(why.ways().filter_map(|way| way.asked.clone()));
    }
    panic!("{name} does not lead to {wanted}")
}

#[test]
fn an_output_is_found_again_when_its_cell_has_run_anew() {
    let mut page =
        page(&[("a", "x = slider(0.0, 4.0, value=3.0, step=0.5)"), ("b", "y = torch.ones(2) * x\nz = y.sum() * x")]);
    let before = run(&page, &EvaluationOutcome::default());
    let output = GradientOutput::of(&before, &element(&before, "z", &[])).unwrap();
    page.edit("a", "x = slider(0.0, 4.0, value=2.0, step=0.5)", false);
    let after = run(&page, &before);
    let gradient = gradient(&after, &output.element(&after).unwrap()).unwrap();
    assert_eq!(gradient.at(value(&after, "x").origin().unwrap()).unwrap().to_vec(), [8.0]);
    page.edit("b", "w = x * 2", false);
    assert_eq!(output.element(&run(&page, &after)), None, "it is gone");
}

/// PyTorch's own gradients of the last number of each real tensor that a lesson names, with respect to all its inputs; made by
/// `tests/golden/lessons/gradients.py`.
#[test]
fn pytorch_reads_the_same_gradients() {
    const GOLDENS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/lessons/gradients");
    for lesson in LESSONS {
        let file = File::read(&std::fs::read(format!("{GOLDENS}/{lesson}.safetensors")).unwrap()).unwrap();
        let now = run(&open(lesson), &EvaluationOutcome::default());
        let mut compared = 0;
        for (key, expected) in &file.tensors {
            let (output, input) = key.split_once(" / ").unwrap();
            let last = places(tensor(&value(&now, output)).unwrap().shape()).last().unwrap();
            let gradient = read(&now, output, &last);
            let found = gradient.at(value(&now, input).origin().unwrap());
            let found = found.map_or_else(|| vec![0.0; expected.len()], Tensor::to_vec);
            for (found, expected) in found.iter().zip(expected.to_vec()) {
                let same =
                    (found - expected).abs() <= 1e-6 + 1e-5 * expected.abs() || (found.is_nan() && expected.is_nan());
                assert!(same, "{lesson}: d {key} is {found}, and PyTorch has {expected}");
                compared += usize::from(expected != 0.0);
            }
        }
        println!("{lesson}: {compared} numbers");
        assert!(compared > 10);
    }
}
