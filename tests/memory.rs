//! Memory that is freed: kept while something is computed, given back at rest; and flat while somebody edits all day. A program of its
//! own without a harness, for these settings are the process's and come before its first thread.
//!
//! `GLASSFORMER_EDITS=100000 cargo test --release --test memory` edits so often.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test fails by stopping, and says what it saw")]

use glassformer::lang::{Limits, Scope, evaluate, parse};
use glassformer::notebook::lesson::Lesson;
use glassformer::notebook::library::LessonLibrary;
use glassformer::tensor::stop::Flag;
use glassformer::tensor::{DType, Result, Tensor, backend::memory};
use glassformer::tui::keymap::parse_keys;
use glassformer::tui::message::Msg;
use glassformer::tui::render::Pilot;
use glassformer::tui::theme::ThemeName;

/// A number of a line of `/proc/self/status`, in kB.
fn status(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// What is resident now.
fn resident() -> Option<u64> {
    status("VmRSS:")
}

/// The most that was ever resident.
fn peak() -> Option<u64> {
    status("VmHWM:")
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

/// A page with each kind of edit: a slider, a matrix, a text, code, and a cell of the learner's own.
const PAGE: &str = "---\ntitle: Soak\nid: soak\n---\n# Soak\n\n```python\nt = slider(0.0, 9.0, value=1.0, step=0.5)\n```\n\n```python\n\
    W = matrix([[1.0, -2.0], [3.0, 4.0]])\nA = softmax(W * t, dim=-1)\n```\n\n```python\ns = text(\"the cat\")\n\
    counts = {w: len(w) for w in s.split()}\nprint(counts, A.sum())\n```\n";

/// Keys that edit, so that each round ends where it began but for the text of a cell.
const ROUND: [&str; 4] =
    ["gg <tab> <right> <right> <left>", "<tab> <enter> <right> + - <esc>", "<tab> E <end> 1 <esc>", "u r ?  <esc>"];

/// Edits a page again and again, each time evaluated and drawn; says what is resident after a tenth and at the end, in kB.
fn soak(edits: u64) -> (u64, u64) {
    let lesson = Lesson::read("soak.md", PAGE).unwrap();
    let mut pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).read(lesson);
    let rounds = ROUND.map(|keys| parse_keys(keys).unwrap());
    let (mut revision, mut done, mut early) = (0, 0, None);
    while done < edits {
        for keys in &rounds {
            for key in keys {
                pilot.take(Msg::Key(*key));
                pilot.frame();
            }
        }
        let now = pilot.model.reading().unwrap().lesson.document.revision();
        assert!(now > revision, "nothing was edited on\n{}", pilot.screen());
        done += now - revision;
        revision = now;
        if early.is_none() && done >= edits / 10 {
            early = resident();
        }
    }
    (early.unwrap(), resident().unwrap())
}

/// What a day leaves behind: nothing that grows.
fn stays_flat() {
    let edits = std::env::var("GLASSFORMER_EDITS").ok().and_then(|text| text.parse().ok()).unwrap_or(4000);
    let (early, late) = soak(edits);
    println!("{early} kB were resident after {} edits, {late} kB after {edits}", edits / 10);
    assert!(late < early + 16_000, "{early} kB became {late}");
    println!("test memory_is_flat_while_somebody_edits ... ok");
}

/// A cell that asks for millions of parts is told so before the first of them is made: they would take two gigabytes.
fn is_refused_before_it_is_made() {
    for source in ["x = torch.zeros(8000000).split(1)", "x = torch.zeros(8000000).unbind()"] {
        let parsed = parse(source);
        let evaluation = evaluate(&parsed.program, source, &Scope::new(), &Limits::default(), &Flag::default());
        assert!(evaluation.error.is_some(), "{source} was not refused");
    }
    let peak = peak().unwrap();
    assert!(peak < 300_000, "{peak} kB were resident at most");
    println!("test what_is_refused_was_not_made ... ok");
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
    println!("test memory_is_kept_in_a_pass_and_given_back_at_rest ... ok");
    stays_flat();
    is_refused_before_it_is_made();
    println!("\ntest result: ok. 3 passed");
}
