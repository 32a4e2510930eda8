//! What an edit costs before it is drawn: the values of the lesson on attention, from nothing and after a change.

#![expect(clippy::unwrap_used, reason = "a bench of a lesson that is broken stops")]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use glassformer::lang::{ControlKind, controls, parse};
use glassformer::notebook::evaluate::{Outcome, evaluate_now};
use glassformer::notebook::library::Library;
use glassformer::notebook::page::{Page, Snapshot};

const SENTENCES: [&str; 2] = ["the dog ran under a tree", "a cat sat on the mat"];

fn page() -> Page {
    Page::new(Arc::new(Library::embedded().open("attention").unwrap()))
}

/// The page with one control of a block moved, as a learner moves it: in the text.
fn moved(block: &str, change: impl Fn(&ControlKind, &str) -> Option<String>) -> Arc<Snapshot> {
    let mut page = page();
    let source = page.source(block).unwrap();
    let controls = controls(&parse(&source).program);
    let text = controls.iter().find_map(|control| change(&control.kind, &source)).unwrap();
    assert!(page.edit(block, &text, false));
    page.snapshot()
}

fn with_sentence(sentence: &str) -> Arc<Snapshot> {
    moved("sentence", |control, source| match control {
        ControlKind::Text(text) => Some(text.with_text(source, sentence)),
        _ => None,
    })
}

fn with_weight(weight: f64) -> Arc<Snapshot> {
    moved("weights-to-learn", |control, source| match control {
        ControlKind::Matrix(matrix) => Some(matrix.with_number(source, 2, 0, weight)),
        _ => None,
    })
}

fn lesson(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lesson 05");
    let written = page().snapshot();
    group.bench_function("from scratch", |bencher| {
        bencher.iter(|| black_box(evaluate_now(&written, &Outcome::default())));
    });
    let changes = [
        ("another sentence", SENTENCES.map(with_sentence)),
        ("another weight", [1.5, -0.5].map(with_weight)),
        // What is bit for bit the same wakes nobody up.
        ("nothing new", [written.clone(), written]),
    ];
    for (name, pages) in changes {
        let mut outcome = evaluate_now(&pages[0], &Outcome::default());
        let mut turns = pages.iter().cycle();
        group.bench_function(name, |bencher| {
            bencher.iter(|| outcome = evaluate_now(turns.next().unwrap(), black_box(&outcome)));
        });
    }
    group.finish();
}

criterion_group!(benches, lesson);
criterion_main!(benches);
