//! Transformer-base forward, one sequence on each side, beside PyTorch where there is one (see `benches/rival.py`).
//!
//! The two take turns. `OPENBLAS_CORETYPE` in the environment decides which kernels OpenBLAS runs; the table says which these
//! were, so compare with it unset: `env -u OPENBLAS_CORETYPE cargo bench --bench forward`.

#[path = "support/figures.rs"]
mod figures;
#[path = "support/rival.rs"]
mod rival;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use figures::{median, row, time};
use glassformer::nn::{Config, Edition, Transformer};
use glassformer::tensor::{Node, Tape, Tensor, backend, random::Generator, tape};
use rival::Rival;

/// Tokens of each side.
const LENGTHS: [usize; 3] = [64, 256, 512];
/// How often each is measured, after one turn that is thrown away.
const TURNS: usize = 9;

fn main() {
    // As the program does.
    backend::memory::keep();
    let config = Config { max_len: 1024, ..Config::of(Edition::PyTorch) };
    let Ok(model) = Transformer::new(&config, &mut Generator::manual_seed(0)) else { return };
    let mut rival = Rival::start();
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let kernels = backend::library().map_or("none".to_owned(), |library| library.kernels);
    let beside = rival.as_ref().map_or("no PyTorch here".to_owned(), |rival| format!("PyTorch {}", rival.version));
    figures::head(&format!("Transformer-base forward; OpenBLAS kernels: {kernels}; beside {beside}"));
    for length in LENGTHS {
        for threads in if all > 1 { vec![1, all] } else { vec![1] } {
            measure(&model, rival.as_mut(), threads, length);
        }
    }
}

fn measure(model: &Transformer, mut rival: Option<&mut Rival>, threads: usize, length: usize) {
    let ids = (0..length as i64).map(|at| 3 + at * 7919 % 30_000).collect();
    let Ok(ids) = Tensor::from_i64(&[1, length], ids) else { return };
    backend::set_threads(threads);
    let (mut own, mut theirs, mut touched) = (Vec::new(), Vec::new(), Vec::new());
    for turn in 0..=TURNS {
        let before = faults();
        let start = Instant::now();
        let _output = black_box(model.forward(black_box(&ids), black_box(&ids)));
        let took = start.elapsed();
        touched.push(faults() - before);
        let their = rival.as_mut().and_then(|rival| rival.time("forward", threads, length));
        if turn > 0 {
            own.push(took);
            theirs.extend(their);
        }
    }
    let (own, theirs) = (median(&own), median(&theirs));
    // Before anything is recorded, which keeps every intermediate.
    let peak = peak();
    let (_, tape) = tape::record(|| model.forward(&ids, &ids));
    let rate = work(&tape) / own.as_secs_f64() / 1e9;
    let what =
        format!("{length} tokens, threads: {threads}, {} against {} ({rate:.0} GFLOP/s)", time(own), time(theirs));
    row(&what, &format!("{:.2}", own.as_secs_f64() / theirs.as_secs_f64()), "<= 1.00");
    row("  peak memory so far", &peak, "");
    row("  page faults of a pass, the fewest", &touched.iter().min().copied().unwrap_or_default().to_string(), "0");
    shares(&tape);
    let products = median(&[(); TURNS].map(|()| products(&tape)));
    let rest = 1.0 - products.as_secs_f64() / own.as_secs_f64();
    row("  not matmul, of the pass itself", &format!("{:.1} %", 100.0 * rest), "<= 25 %");
}

/// The floating point operations of a pass: two for each multiply-add of a matrix product.
fn work(tape: &Tape) -> f64 {
    let products = tape.nodes().iter().filter(|node| node.operation.name() == "matmul");
    let inner = |x: &Tensor| x.shape().last().copied().unwrap_or(1);
    products.map(|node| 2.0 * node.value.len() as f64 * inner(&node.inputs[0]) as f64).sum()
}

/// How long the matrix products of a recorded pass take, run again by themselves.
fn products(tape: &Tape) -> Duration {
    let products = tape.nodes().iter().filter(|node| node.operation.name() == "matmul");
    products.map(again).sum()
}

/// How long one operation takes, run again by itself.
fn again(node: &Node) -> Duration {
    let inputs: Vec<&Tensor> = node.inputs.iter().collect();
    let start = Instant::now();
    let _value = black_box(node.operation.forward(black_box(&inputs)));
    start.elapsed()
}

/// Runs every operation of a recorded pass again, by itself, and says which share of the time each family takes. A tape
/// divides, hides and weighs in steps what a pass without one does at once.
fn shares(tape: &Tape) {
    let mut times: BTreeMap<&str, Duration> = BTreeMap::new();
    for node in tape.nodes().iter().filter(|node| node.operation.leaf().is_none()) {
        *times.entry(node.operation.name()).or_default() += again(node);
    }
    let total: Duration = times.values().sum();
    let share = |time: Duration| format!("{:.1} %", 100.0 * time.as_secs_f64() / total.as_secs_f64());
    let products = times.remove("matmul").unwrap_or_default();
    let mut rest: Vec<_> = times.into_iter().collect();
    rest.sort_by_key(|&(_, time)| std::cmp::Reverse(time));
    let largest: Vec<String> = rest.iter().take(5).map(|(name, time)| format!("{name} {}", share(*time))).collect();
    row(&format!("  not matmul: {}", largest.join(", ")), &share(total.saturating_sub(products)), "");
}

/// How many pages this process has touched for the first time; 0 where the system does not say.
fn faults() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let counts = stat.rsplit_once(')').map_or("", |(_, counts)| counts);
    counts.split_whitespace().nth(7).and_then(|count| count.parse().ok()).unwrap_or(0)
}

/// The most memory that this process has held, as the system counts it; empty where it does not say.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok());
    kilobytes.map(|kilobytes| format!("{:.0} MiB", kilobytes / 1024.0)).unwrap_or_default()
}
