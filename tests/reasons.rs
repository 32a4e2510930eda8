//! Every number of every lesson answers *why*, down to what somebody typed: no way ends in the middle, no printed formula is
//! wrong. And what the answers say of each other agrees.

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

use glassformer::lang::Value;
use glassformer::notebook::document::{Document, DocumentState};
use glassformer::notebook::evaluate::{EvaluationOutcome, EvaluationTask, evaluate_now};
use glassformer::notebook::lesson::Lesson;
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::why::{ElementRef, WhyAnswer, WhyNote, WhyQuery, uses, why};
use glassformer::tensor::Leaf;
use glassformer::tensor::ops::matmul::places;

/// Lessons of which every number is asked. Of the others it is some numbers that are spread over the page, and so many steps from
/// them on.
const WHOLE: [&str; 5] = ["begin", "tokens", "positional", "attention", "masking"];
const SOME_NUMBERS: usize = 30;
const SOME_STEPS: usize = 4_000;

fn outcome_of(lesson: Lesson) -> EvaluationOutcome {
    evaluate_now(&DocumentState::written(Arc::new(lesson)), &EvaluationOutcome::default())
}

/// A lesson of these cells.
fn page(cells: &[(&str, &str)]) -> Lesson {
    let cells: Vec<String> =
        cells.iter().map(|(label, code)| format!("```python\n#| label: {label}\n{code}\n```\n")).collect();
    Lesson::read("l.md", &format!("---\ntitle: L\nid: l\n---\n# L\n\n{}", cells.join("\n"))).unwrap()
}

/// Every number that the cells of a page show.
fn numbers(outcome: &EvaluationOutcome) -> Vec<WhyQuery> {
    let mut found = Vec::new();
    for (task, report) in outcome.reports() {
        let (EvaluationTask::Cell(_) | EvaluationTask::Attempt(_), Some(run)) = (task, &report.run) else { continue };
        let named = run.values.iter().map(|(name, binding)| (name.to_string(), &binding.value));
        for (name, value) in named.chain(run.result.iter().map(|value| ("last line".to_owned(), value))) {
            let (shape, is_number) = match value {
                Value::Tensor(tensor) => (tensor.now().shape().to_vec(), true),
                other => (Vec::new(), matches!(other, Value::Int(..) | Value::Float(..))),
            };
            if is_number {
                let origin = value.origin().unwrap_or_else(|| panic!("{task:?}: nothing is known of {name}"));
                found.extend(places(&shape).map(|index| WhyQuery::Element(ElementRef { origin, index })));
            }
        }
    }
    found
}

/// Follows all ways down from some numbers, up to so many steps, and looks at every step. Returns how many there were.
fn walk(outcome: &EvaluationOutcome, from: Vec<WhyQuery>, most: usize, mut look: impl FnMut(&WhyAnswer)) -> usize {
    let mut rest = from;
    let mut seen = BTreeSet::new();
    while let Some(asked) = rest.pop().filter(|_| seen.len() < most) {
        if !seen.insert(asked.clone()) {
            continue;
        }
        let why = why(outcome, &asked).unwrap_or_else(|| panic!("nothing is known of {asked:?}"));
        look(&why);
        rest.extend(why.ways().filter_map(|way| way.asked.clone()));
    }
    seen.len()
}

/// Why a way may end here; nothing where it may not.
fn end(why: &WhyAnswer) -> Option<&str> {
    let explanation = &why.explanation;
    match &why.note {
        Some(WhyNote::Source(Leaf::Control(_) | Leaf::Literal)) if explanation.leaf.is_none() => Some("text"),
        Some(WhyNote::Source(leaf)) => match leaf {
            Leaf::Control(kind) => Some(kind),
            Leaf::Random => Some("random"),
            Leaf::Literal => Some("literal"),
            // A number that a function has of its own, and whose call reads nothing.
            Leaf::Given(text) if text.is_empty() => Some("code"),
            // A weight that was learned elsewhere says the file it is from.
            Leaf::Given(text) if text.contains(".safetensors[") => Some("weight"),
            Leaf::Given(_) | Leaf::Outer(_) | Leaf::Part { .. } => None,
        },
        // A zero that an operation puts there itself.
        _ => (explanation.textbook.is_some() && why.operands.is_empty()).then_some("constant"),
    }
}

fn check(why: &WhyAnswer) {
    let name = &why.subject.name;
    if why.ways().next().is_none() {
        let end = end(why);
        assert!(end.is_some(), "the way ends in {name} = {:?}: {:?}", why.subject.value, why.explanation);
    }
    for way in why.ways().filter(|way| way.asked.is_none()) {
        assert!(way.is_constant, "{name} is made of {way:?}");
    }
    let explanation = &why.explanation;
    let value = explanation.value;
    let computed = explanation.computed.as_ref().map(|computed| &computed.formula);
    for formula in explanation.textbook.iter().chain(computed) {
        let interval = intervals::evaluate(&formula.to_string());
        // The digits of exp(-1e9 - -1e9) say nothing; there the shifted form with all its digits has to.
        let is_lost = interval.low.is_nan() && value.is_finite();
        let exact = computed.unwrap_or(formula).value();
        let holds = if is_lost { (exact - value).abs() < 1e-5 } else { interval.contains(value, 2e-6) };
        assert!(holds, "{name}: {value} = {formula} gives {interval:?}");
    }
}

#[test]
fn every_number_of_every_lesson_has_a_chain_of_true_reasons_down_to_what_was_typed() {
    let library = LessonLibrary::embedded();
    for entry in library.entries() {
        let name = entry.id();
        let outcome = outcome_of(entry.open().unwrap());
        let all = numbers(&outcome);
        let (from, most) = if WHOLE.contains(&name) {
            (all, usize::MAX)
        } else {
            (all.iter().step_by(all.len() / SOME_NUMBERS + 1).cloned().collect(), SOME_STEPS)
        };
        let steps = walk(&outcome, from, most, check);
        println!("{name}: {steps} steps");
        assert!(steps > 30, "{name}: {steps} steps");
    }
}

/// The ends of all ways down from one number.
fn ends(outcome: &EvaluationOutcome, name: &str) -> BTreeSet<String> {
    let value = outcome.values().get(name).cloned().unwrap();
    let index = match &value {
        Value::Tensor(tensor) => vec![0; tensor.now().ndim()],
        _ => Vec::new(),
    };
    let mut found = BTreeSet::new();
    let asked = WhyQuery::Element(ElementRef { origin: value.origin().unwrap(), index });
    walk(outcome, vec![asked], usize::MAX, |why| {
        check(why);
        if why.ways().next().is_none() {
            found.insert(format!("{}: {}", why.subject.name, end(why).unwrap_or("nothing")));
        }
    });
    found
}

fn has(ends: &BTreeSet<String>, wanted: &[&str]) {
    for wanted in wanted {
        assert!(ends.contains(*wanted), "no {wanted:?} among {ends:#?}");
    }
}

#[test]
fn what_is_counted_goes_on_to_the_text_that_was_typed() {
    let outcome = outcome_of(page(&[
        ("typed", "sentence = text(\"the cat sat\")\nwords = sentence.split()"),
        ("rows", "table = matrix([[1.0], [2.0]])\nvocabulary = [\"the\", \"cat\"]"),
        ("functions", "def row(word):\n    return table[vocabulary.index(word) if word in vocabulary else 0]"),
        ("counted", "n = len(words)\nmean = torch.stack([row(word) for word in words]).sum(dim=0) / n"),
        ("loops", "total = 0.0\nfor word in words:\n    total = total + row(word)[0] * len(word)"),
    ]));
    has(&ends(&outcome, "n"), &["sentence: text"]);
    has(&ends(&outcome, "mean"), &["sentence: text", "table: matrix"]);
    has(&ends(&outcome, "total"), &["sentence: text", "table: matrix"]);
}

#[test]
fn reasons_go_through_modules_and_classes_of_other_cells() {
    let outcome = outcome_of(page(&[
        ("layer", "torch.manual_seed(0)\nlayer = nn.Linear(2, 3)"),
        (
            "class",
            "class Twice(nn.Module):\n    def __init__(self, inner):\n        super().__init__()\n        self.inner = inner\n        self.factor = torch.tensor([2.0]) * 3\n    def forward(self, x):\n        return self.inner(x) * self.factor",
        ),
        ("model", "torch.manual_seed(1)\nmodel = Twice(nn.Linear(2, 3))"),
        ("out", "x = matrix([[1.0, -1.0]])\ny = model(x) + layer(x)"),
    ]));
    let ends = ends(&outcome, "y");
    has(&ends, &["x: matrix", "nn.Linear(2, 3): random"]);
    assert!(ends.iter().any(|end| end.ends_with(": code")), "{ends:#?}");
}

#[test]
fn reasons_survive_that_a_cell_ran_again_with_the_same_result() {
    let cells = [
        ("made", "scale = 2\nparts = [torch.ones(2) * scale, torch.zeros(2) + scale]"),
        ("layer", "torch.manual_seed(0)\nlayer = nn.Linear(2, 2)"),
        ("used", "y = parts[0] + parts[1] * layer(parts[0])"),
    ];
    let mut page = Document::new(Arc::new(page(&cells)));
    let before = evaluate_now(&page.snapshot(), &EvaluationOutcome::default());
    let used = |outcome: &EvaluationOutcome| outcome.cell(&"used".into()).run.as_ref().unwrap().tape.id();
    page.edit("made", &format!("{}  # the same", cells[0].1), false);
    page.edit("layer", &format!("\n{}", cells[1].1), false);
    let after = evaluate_now(&page.snapshot(), &before);
    assert_eq!(used(&before), used(&after), "the cell that uses them did not run again");
    let ends = ends(&after, "y");
    has(&ends, &["scale: literal", "nn.Linear(2, 2): random"]);
}

#[test]
fn numbers_of_the_text_depend_on_what_they_are_made_of() {
    let text = "---\ntitle: T\nid: t\n---\n# Words\n\nOf {{ len(x) }}: {{ x[0] :.1f }}, {{ x[1] * 2 :.1f }} and {{ total :.0f }}.\n\n\
                ```python\n#| label: made\nx = torch.tensor([1.5, 2.5])\ntotal = x.sum()\n```\n";
    let outcome = outcome_of(Lesson::read("t.md", text).unwrap());
    let origin = outcome.values()["x"].origin().unwrap();
    let words: Vec<String> =
        uses(&outcome, &ElementRef { origin, index: vec![1] }).words.into_iter().map(|words| words.text).collect();
    assert_eq!(words, ["5.0", "4"]);
}

#[test]
fn what_depends_on_a_number_is_what_its_ways_down_reach() {
    for name in ["attention", "positional"] {
        let outcome = outcome_of(LessonLibrary::embedded().open(name).unwrap());
        for (of, index) in [("table", [2, 1]), ("W_Q", [0, 1])] {
            let origin = outcome.values()[of].origin().unwrap();
            let element = ElementRef { origin, index: index.to_vec() };
            let uses = uses(&outcome, &element);
            assert!(uses.is_whole && !uses.values.is_empty(), "{name}: {of}");
            for used in &uses.values {
                let value = outcome.report(&EvaluationTask::Cell(used.block.clone())).run.as_ref().unwrap().values
                    [&used.name]
                    .clone();
                let shape = match &value.value {
                    Value::Tensor(tensor) => tensor.now().shape().to_vec(),
                    _ => Vec::new(),
                };
                let origin = value.value.origin().unwrap();
                for index in places(&shape) {
                    let from = ElementRef { origin, index };
                    let mut is_reached = false;
                    let numbers_only = |asked: &WhyQuery| matches!(asked, WhyQuery::Element(_));
                    let mut rest = vec![WhyQuery::Element(from.clone())];
                    let mut seen = BTreeSet::new();
                    while let Some(asked) = rest.pop().filter(|_| !is_reached) {
                        let Some(why) = why(&outcome, &asked) else { continue };
                        is_reached |= why.subject.element() == Some(&element);
                        let ways = why.operands.iter().filter_map(|way| way.asked.clone()).filter(numbers_only);
                        rest.extend(ways.filter(|way| seen.insert(way.clone())));
                    }
                    let says = used.elements.contains(&from);
                    assert_eq!(
                        says,
                        is_reached,
                        "{name}: {of} {index:?} and {} {from:?}",
                        used.name,
                        index = element.index
                    );
                }
            }
        }
    }
}
