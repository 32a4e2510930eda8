//! What the interpreter itself costs: a loop of plain additions, and attention on eight tokens after it was parsed.

use glassformer::tensor::stop::Flag;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use glassformer::lang::{Limits, Parsed, Scope, evaluate, parse};

const ADDITIONS: &str = "
def count():
    total = 0
    for i in range(100000):
        total = total + i
    return total
total = count()";

const TENSORS: &str = "
torch.manual_seed(0)
Q, K, V = torch.randn(8, 16), torch.randn(8, 16), torch.randn(8, 16)
allowed = torch.tril(torch.ones(8, 8)).bool()";

const ATTENTION: &str = "
scores = Q @ K.T / math.sqrt(Q.size(-1))
weights = F.softmax(scores.masked_fill(~allowed, float('-inf')), dim=-1)
out = weights @ V";

fn parsed(source: &str) -> Parsed {
    let parsed = parse(source);
    assert!(parsed.errors.is_empty());
    parsed
}

/// The names that a program defines.
fn run(program: &Parsed, source: &str, given: &Scope) -> Scope {
    let evaluation = evaluate(&program.program, source, given, &Limits::default(), &Flag::default());
    assert!(evaluation.error.is_none());
    evaluation.defined
}

fn language(criterion: &mut Criterion) {
    let nothing = Scope::new();
    let additions = parsed(ADDITIONS);
    criterion.bench_function("100,000 additions", |bencher| {
        bencher.iter(|| black_box(run(&additions, ADDITIONS, &nothing)));
    });
    let given = run(&parsed(TENSORS), TENSORS, &nothing);
    let attention = parsed(ATTENTION);
    criterion.bench_function("attention on 8 tokens", |bencher| {
        bencher.iter(|| black_box(run(&attention, ATTENTION, &given)));
    });
}

criterion_group!(benches, language);
criterion_main!(benches);
