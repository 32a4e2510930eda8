//! Greedy decoding of 64 tokens with Transformer-base, with a key/value cache and without, beside PyTorch where there is one (see
//! `benches/rival.py`). Encoding is included, and no token ends the text.
//!
//! A token's products are all with one row, so a step costs what reading its weights costs. The last row says how long this machine
//! takes to read as many numbers and do nothing else with them: that is the least that a step with a cache can take here, and how much
//! faster a cache can make decoding.
//!
//! They take turns, so that whatever else the machine does slows all. `OPENBLAS_CORETYPE` in the environment decides which kernels
//! OpenBLAS runs; the table says which these were, so compare with it unset: `env -u OPENBLAS_CORETYPE cargo bench --bench decode`.

#[path = "support/figures.rs"]
mod figures;
#[path = "support/rival.rs"]
mod rival;

use std::hint::black_box;
use std::time::{Duration, Instant};

use figures::{median, row, time};
use glassformer::nn::decoding::{Autoregressive, Bounds, Cached, Recomputed, greedy};
use glassformer::nn::{Config, Edition, Parameters, Transformer};
use glassformer::tensor::random::Generator;
use glassformer::tensor::{Result, Tensor, backend};
use rival::Rival;

/// How many tokens are read, and how many are written.
const TOKENS: usize = 64;
/// How often each is measured, after one turn that is thrown away.
const TURNS: usize = 5;

fn main() {
    // As the program does.
    backend::memory::keep();
    let config = Config { max_len: 2 * TOKENS, ..Config::of(Edition::PyTorch) };
    let Ok(model) = Transformer::new(&config, &mut Generator::manual_seed(0)) else { return };
    let ids = (0..TOKENS as i64).map(|at| 3 + at * 7919 % 30_000).collect();
    let Ok(src) = Tensor::from_i64(&[1, TOKENS], ids) else { return };
    let mut rival = Rival::start();
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let kernels = backend::library().map_or("none".to_owned(), |library| library.kernels);
    let beside = rival.as_ref().map_or("no PyTorch here".to_owned(), |rival| format!("PyTorch {}", rival.version));
    figures::head(&format!("Greedy decoding of {TOKENS} tokens; OpenBLAS kernels: {kernels}; beside {beside}"));
    for threads in if all > 1 { vec![1, all] } else { vec![1] } {
        measure(&model, &src, rival.as_mut(), threads);
    }
}

/// The times of the two ways, ours and PyTorch's.
#[derive(Default)]
struct Times {
    cached: Vec<Duration>,
    plain: Vec<Duration>,
    cached_there: Vec<Duration>,
    plain_there: Vec<Duration>,
}

fn measure(model: &Transformer, src: &Tensor, mut rival: Option<&mut Rival>, threads: usize) {
    backend::set_threads(threads);
    let mut times = Times::default();
    for turn in 0..=TURNS {
        let (text, cached) = timed(|| Cached::new(model, src));
        let (same, plain) = timed(|| Recomputed::new(model, src));
        // Only what writes the same text may be compared.
        assert_eq!(text, same);
        let mut ask = |work| rival.as_mut().and_then(|rival| rival.time(work, threads, TOKENS));
        let (cached_there, plain_there) = (ask("cached"), ask("uncached"));
        if turn > 0 {
            times.cached.push(cached);
            times.plain.push(plain);
            times.cached_there.extend(cached_there);
            times.plain_there.extend(plain_there);
        }
    }
    report(&times, threads);
    let plain = median(&repeated(|| last_step(Recomputed::new(model, src))));
    let cached = median(&repeated(|| last_step(Cached::new(model, src))));
    let what =
        format!("of the last of {TOKENS} tokens alone, threads: {threads}, {} against {}", time(plain), time(cached));
    row(&what, &ratio(plain, cached), "");
    let weights = weights_of_a_step(model);
    let least = median(&repeated(|| reading(weights, threads)));
    let step = median(&times.cached).as_secs_f64() / TOKENS as f64;
    let what = format!("a cached step against reading its weights ({}), threads: {threads}", time(least));
    row(&what, &format!("{:.2}", step / least.as_secs_f64()), "");
}

fn repeated(work: impl Fn() -> Duration) -> Vec<Duration> {
    (0..TURNS).map(|_| work()).collect()
}

/// How long the last token takes after all others.
fn last_step<A: Autoregressive>(model: Result<A>) -> Duration {
    let Ok(mut model) = model else { return Duration::ZERO };
    for _ in 1..TOKENS {
        let _ = black_box(model.step(&[1]));
    }
    let start = Instant::now();
    let _ = black_box(model.step(&[1]));
    start.elapsed()
}

/// How many numbers a step with a cache multiplies with: the decoder's, but for the keys and values of the memory, and the generator's.
fn weights_of_a_step(model: &Transformer) -> usize {
    let mut model = model.clone();
    let of = |(name, parameter): &(String, &mut Tensor)| {
        let kept = name.contains("multihead_attn.k_proj") || name.contains("multihead_attn.v_proj");
        let used = name.starts_with("decoder") || name.starts_with("generator");
        // Held together, they are three parts of one matrix.
        let parts = if name.contains("multihead_attn.in_proj") { 3 } else { 1 };
        if used && !kept { parameter.len() / parts } else { 0 }
    };
    model.parameters().iter().map(of).sum()
}

/// How long reading so many numbers takes, shared by so many threads.
fn reading(count: usize, threads: usize) -> Duration {
    let numbers = vec![1.0_f32; count];
    let start = Instant::now();
    std::thread::scope(|scope| {
        for part in numbers.chunks(count.div_ceil(threads).max(1)) {
            scope.spawn(move || black_box(sum(part)));
        }
    });
    start.elapsed()
}

/// In sixteen sums side by side, so that no addition waits for the one before.
fn sum(numbers: &[f32]) -> f32 {
    let mut sums = [0.0; 16];
    for part in numbers.chunks_exact(sums.len()) {
        sums.iter_mut().zip(part).for_each(|(sum, x)| *sum += x);
    }
    sums.iter().sum()
}

/// Writes a sequence with a fresh model state; no token ends it.
fn timed<A: Autoregressive>(start: impl FnOnce() -> Result<A>) -> (Option<Vec<i64>>, Duration) {
    let bounds = Bounds { bos: 1, eos: -1, max_new: TOKENS };
    let began = Instant::now();
    let paths = start().and_then(|mut model| greedy(black_box(&mut model), 1, bounds));
    let text = paths.ok().and_then(|mut paths| paths.pop()).map(|path| path.ids);
    (text, began.elapsed())
}

fn ratio(one: Duration, other: Duration) -> String {
    format!("{:.2}", one.as_secs_f64() / other.as_secs_f64())
}

fn report(times: &Times, threads: usize) {
    let [cached, plain] = [&times.cached, &times.plain].map(|times| median(times));
    let rate = |time: Duration| format!("{:.0} tokens/s", TOKENS as f64 / time.as_secs_f64());
    let there = [&times.cached_there, &times.plain_there].map(|times| median(times));
    let what = |name: &str, own: Duration, their: Duration| {
        format!("{name}, threads: {threads}, {} ({}) against {}", time(own), rate(own), time(their))
    };
    row(&what("cached", cached, there[0]), &ratio(cached, there[0]), "<= 1.00");
    row(&what("uncached", plain, there[1]), &ratio(plain, there[1]), "");
    row(&format!("the cache makes it faster, threads: {threads}"), &ratio(plain, cached), ">= 5.00");
}
