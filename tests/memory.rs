//! Memory that is freed: kept while something is computed, given back at rest. A program of its own without a harness, for these
//! settings are the process's and come before its first thread.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test fails by stopping, and says what it saw")]

use glassformer::tensor::{DType, Result, Tensor, backend::memory};

/// A number of a line of `/proc/self/status`.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// How many pages this process has touched for the first time.
fn faults() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // What comes before is the name of the program, in which anything may stand.
    stat.rsplit_once(')')?.1.split_whitespace().nth(7)?.parse().ok()
}

/// Eight megabytes at a time, some of which live together.
fn work() -> Result<f64> {
    let x = Tensor::ones(&[1 << 21], DType::F32);
    let (twice, more) = (x.add(&x)?, x.exp()?);
    twice.mul(&more)?.sum(&[0], false)?.item()
}

fn main() {
    if !memory::keep() {
        println!("skipped: this C library has no such settings");
        return;
    }
    let passes = || {
        // Several: what one leaves free may lie otherwise than what the next one takes.
        let pass = |_| {
            let before = faults().unwrap();
            work().unwrap();
            faults().unwrap() - before
        };
        (0..6).map(pass).min().unwrap()
    };
    // They would be 8192, were all given back: in the program's thread, and in another.
    for new in [passes(), std::thread::spawn(passes).join().unwrap()] {
        assert!(new < 100, "a pass touched {new} pages anew");
    }
    let held = resident().unwrap();
    memory::give_back();
    let left = resident().unwrap();
    assert!(held > left + 20_000, "{held} kB were held, and {left} at rest");
    println!("test memory_is_kept_in_a_pass_and_given_back_at_rest ... ok\n\ntest result: ok. 1 passed");
}
