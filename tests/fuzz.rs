//! Nothing that can be written panics, hangs, or points outside of itself: random lessons, heads, options and programs, put together
//! from pieces of real ones and then spoiled.
//!
//! Each test takes a few seconds of every run, with new texts each time; `GLASSFORMER_FUZZ_SECONDS=600 cargo test --test fuzz` looks for
//! longer. What fails is made as small as possible before it is shown. The fuzzer in `fuzz/` looks by coverage; its corpora are tried here.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by stopping and reports by printing"
)]

#[path = "fuzz/lessons.rs"]
mod lessons;
#[path = "fuzz/programs.rs"]
mod programs;
#[path = "fuzz/targets.rs"]
mod targets;

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestError, TestRunner};

/// How long one text may take before it counts as hanging: a thousand times what any should, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// The stack that everything must fit: what a thread has by itself.
const STACK: usize = 2 << 20;

/// Tries texts until the time is up.
fn fuzz(texts: &impl Strategy<Value = String>, try_one: fn(&str)) {
    let seconds = std::env::var("GLASSFORMER_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3.0);
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let config = Config {
        cases: 8,
        failure_persistence: None,
        max_shrink_iters: 2000,
        max_shrink_time: 60_000,
        ..Config::default()
    };
    let mut count = 0;
    while Instant::now() < end {
        let mut runner = TestRunner::new(config.clone());
        match runner.run(texts, |text| watched(text, move |text| try_one(text))) {
            Ok(()) => count += config.cases,
            Err(TestError::Fail(reason, text)) => panic!("{reason}\n{text}\n{text:?}"),
            Err(TestError::Abort(reason)) => panic!("{reason}"),
        }
    }
    println!("{count} texts");
}

/// Tries one input on a thread of its own, so that one that hangs is found and told.
fn watched<T: Send + 'static>(input: T, try_one: impl FnOnce(&T) + Send + 'static) -> Result<(), TestCaseError> {
    let (sender, done) = channel();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        try_one(&input);
        let _ = sender.send(());
    });
    match done.recv_timeout(PATIENCE) {
        Ok(()) => Ok(()),
        Err(RecvTimeoutError::Timeout) => Err(TestCaseError::fail(format!("it takes longer than {PATIENCE:?}"))),
        Err(RecvTimeoutError::Disconnected) => {
            let message = thread.unwrap().join().err().and_then(|panic| {
                panic
                    .downcast_ref::<String>()
                    .cloned()
                    .or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()))
            });
            Err(TestCaseError::fail(message.unwrap_or_default()))
        }
    }
}

/// A text with pieces taken out, doubled, exchanged and put in, at places that need not be sensible.
fn spoiled(texts: impl Strategy<Value = String>, words: &'static [&'static str]) -> impl Strategy<Value = String> {
    let slip = (0..5_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::sample::select(words));
    (texts, prop::collection::vec(slip, 0..6)).prop_map(|(mut text, slips)| {
        for (kind, from, to, word) in slips {
            let places: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
            let (a, b) = (places[from.index(places.len())], places[to.index(places.len())]);
            let (a, b) =
                (a.min(b), a.max(b).min(places[(from.index(places.len()) + 40).min(places.len() - 1)].max(a.min(b))));
            match kind {
                0 => text.replace_range(a..b, ""),
                1 => text = format!("{}{}", &text[..b], &text[a..]),
                2 => text.truncate(b),
                _ => text.insert_str(a, word),
            }
        }
        text
    })
}
