//! Greedy decoding of 64 tokens with Transformer-base, with a key/value cache and without: tokens a second.
//!
//! The two take turns, so that whatever else the machine does slows both. `OPENBLAS_CORETYPE` in the environment decides which
//! kernels OpenBLAS runs; the table says which these were. What PyTorch does on the same machine is for its own bench to say.

#[path = "support/figures.rs"]
mod figures;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use figures::{median, row, time};
use glassformer::nn::decoding::{Autoregressive, Bounds, Cached, Path, Recomputed, greedy};
use glassformer::nn::{Config, Edition, Transformer};
use glassformer::tensor::random::Generator;
use glassformer::tensor::{Result, Tensor, backend};

/// How many tokens are read, and how many are written.
const TOKENS: usize = 64;
const TARGET: &str = ">= 5.0";

/// The times of both, encoding included, taken in turns.
#[derive(Default)]
struct Times {
    cached: Vec<Duration>,
    plain: Vec<Duration>,
}

impl Times {
    fn take_turns(&mut self, model: &Transformer, src: &Tensor, turns: u64) -> Duration {
        (0..turns)
            .map(|_| {
                let (cached, fast) = timed(|| Cached::new(model, src));
                let (plain, slow) = timed(|| Recomputed::new(model, src));
                // Only what writes the same text may be compared.
                assert_eq!(cached, plain);
                self.cached.push(fast);
                self.plain.push(slow);
                fast
            })
            .sum()
    }
}

/// Writes a sequence with a fresh model state; no token ends it.
fn timed<A: Autoregressive>(start: impl FnOnce() -> Result<A>) -> (Option<Vec<i64>>, Duration) {
    let bounds = Bounds { bos: 1, eos: -1, max_new: TOKENS };
    let began = Instant::now();
    let paths: Result<Vec<Path>> = start().and_then(|mut model| greedy(black_box(&mut model), 1, bounds));
    let took = began.elapsed();
    (paths.ok().and_then(|mut paths| paths.pop()).map(|path| path.ids), took)
}

fn decoding(criterion: &mut Criterion) {
    let config = Config::of(Edition::PyTorch);
    let mut generator = Generator::manual_seed(0);
    let ids = generator.randint(&[TOKENS], 3, config.v_src as i64).map(|ids| ids.iter().copied().collect());
    let src = ids.and_then(|ids| Tensor::from_i64(&[1, TOKENS], ids));
    let (Ok(model), Ok(src)) = (Transformer::new(&config, &mut generator), src) else { return };
    backend::set_threads(std::thread::available_parallelism().map_or(1, usize::from));
    let mut times = Times::default();
    let mut group = criterion.benchmark_group("greedy");
    group.sample_size(10).measurement_time(Duration::from_secs(1));
    group.bench_function("64 tokens with a cache", |bencher| {
        bencher.iter_custom(|turns| times.take_turns(&model, &src, turns));
    });
    group.finish();
    if !times.cached.is_empty() {
        report(&times);
    }
}

fn report(times: &Times) {
    let kernels = backend::library().map_or("none".to_owned(), |library| library.kernels);
    let threads = backend::threads();
    figures::head(&format!(
        "Transformer-base, 64 tokens read and 64 written; threads: {threads}; OpenBLAS kernels: {kernels}"
    ));
    let (cached, plain) = (median(&times.cached), median(&times.plain));
    for (what, whole) in [("with a cache", cached), ("without one", plain)] {
        let rate = TOKENS as f64 / whole.as_secs_f64();
        row(&format!("{what}, {} in all", time(whole)), &format!("{rate:.1} tokens/s"), "");
    }
    row("the cache's gain", &format!("{:.1}", plain.as_secs_f64() / cached.as_secs_f64()), TARGET);
}

criterion_group!(benches, decoding);
criterion_main!(benches);
