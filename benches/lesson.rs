//! What an edit costs before it is drawn: the values of the lesson on attention, from nothing and after a change; what attention costs
//! by itself; and what reading the longest lesson costs.

#![expect(clippy::unwrap_used, reason = "a bench of a lesson that is broken stops")]

use glassformer::tensor::stop::Flag;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use glassformer::lang::{ControlKind, Limits, Scope, controls, evaluate, parse};
use glassformer::notebook::document::{Document, DocumentState};
use glassformer::notebook::evaluate::{EvaluationOutcome, evaluate_now};
use glassformer::notebook::library::LessonLibrary;

const SENTENCES: [&str; 2] = ["the dog ran under a tree", "a cat sat on the mat"];

fn page() -> Document {
    Document::new(Arc::new(LessonLibrary::embedded().open("attention").unwrap()))
}

/// The page with one control of a block moved, as a learner moves it: in the text.
fn moved(block: &str, change: impl Fn(&ControlKind, &str) -> Option<String>) -> Arc<DocumentState> {
    let mut page = page();
    let source = page.source(block).unwrap();
    let controls = controls(&parse(&source).program);
    let text = controls.iter().find_map(|control| change(&control.kind, &source)).unwrap();
    assert!(page.edit(block, &text, false));
    page.snapshot()
}

fn with_sentence(sentence: &str) -> Arc<DocumentState> {
    moved("sentence", |control, source| match control {
        ControlKind::Text(text) => Some(text.with_text(source, sentence)),
        _ => None,
    })
}

fn with_weight(weight: f64) -> Arc<DocumentState> {
    moved("weights-to-learn", |control, source| match control {
        ControlKind::Matrix(matrix) => Some(matrix.with_number(source, 2, 0, weight)),
        _ => None,
    })
}

fn lesson(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lesson 05");
    let written = page().snapshot();
    group.bench_function("from scratch", |bencher| {
        bencher.iter(|| black_box(evaluate_now(&written, &EvaluationOutcome::default())));
    });
    let changes = [
        ("another sentence", SENTENCES.map(with_sentence)),
        ("another weight", [1.5, -0.5].map(with_weight)),
        // What is bit for bit the same wakes nobody up.
        ("nothing new", [written.clone(), written]),
    ];
    for (name, pages) in changes {
        let mut outcome = evaluate_now(&pages[0], &EvaluationOutcome::default());
        let mut turns = pages.iter().cycle();
        group.bench_function(name, |bencher| {
            bencher.iter(|| outcome = evaluate_now(turns.next().unwrap(), black_box(&outcome)));
        });
    }
    group.finish();
}

/// Attention of 8 tokens, written as the course writes it.
const ATTENTION: &str = "\
d_k = K.shape[-1]
scores = Q @ K.T / sqrt(d_k)
masked = scores.masked_fill(~allowed, -inf)
weights = softmax(masked, dim=-1)
output = weights @ V
";

/// What the cell above takes from other cells.
const GIVEN: &str = "\
torch.manual_seed(1)
Q, K, V = torch.randn(8, 4), torch.randn(8, 4), torch.randn(8, 4)
allowed = torch.tril(torch.ones(8, 8)).bool()
";

fn run(program: &str, given: &Scope) -> Scope {
    let parsed = parse(program);
    let evaluation = evaluate(&parsed.program, program, given, &Limits::default(), &Flag::default());
    assert_eq!(evaluation.error, None);
    evaluation.defined
}

fn attention(criterion: &mut Criterion) {
    let given = run(GIVEN, &Scope::new());
    let parsed = parse(ATTENTION);
    let cancel = Flag::default();
    let mut group = criterion.benchmark_group("attention on 8 tokens");
    group.bench_function("evaluated", |bencher| {
        bencher.iter(|| black_box(evaluate(&parsed.program, ATTENTION, &given, &Limits::default(), &cancel)));
    });
    group.bench_function("parsed", |bencher| bencher.iter(|| black_box(parse(black_box(ATTENTION)))));
    group.finish();
}

fn reading(criterion: &mut Criterion) {
    let library = LessonLibrary::embedded();
    let longest = library.entries().iter().max_by_key(|entry| entry.open().unwrap().file.text().len()).unwrap();
    criterion.bench_function("longest lesson/read and parsed", |bencher| {
        bencher.iter(|| {
            let lesson = black_box(longest).open().unwrap();
            let cells = lesson.blocks.iter().filter_map(|block| block.editable());
            black_box(cells.map(|source| Arc::clone(source.program())).collect::<Vec<_>>());
        });
    });
}

criterion_group!(benches, lesson, attention, reading);
criterion_main!(benches);
