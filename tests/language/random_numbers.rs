//! Random numbers, held against Python, NumPy and PyTorch.
//!
//! `random_numbers.json` has what they print; `random_numbers.py` writes it.

use glassformer::lang::Seed;

use crate::{answers, error, error_with, run};

#[test]
fn programs_print_what_python_prints() {
    answers::assert_programs(&answers::read(include_str!("random_numbers.json")));
}

#[test]
fn a_generator_is_of_its_cell() {
    let first = run("g = torch.Generator().manual_seed(1)\ngs = [g]\nx = torch.rand(1, generator=g)");
    assert!(first.error.is_none());
    let message = "this random generator was made in another cell, and only that cell can draw from it → each draw changes a generator: make one here, as in g = torch.Generator().manual_seed(0)";
    assert_eq!(error_with("torch.rand(2, generator=g)", &first.defined), format!("1:25 {message}"));
    assert_eq!(error_with("gs[0].manual_seed(2)", &first.defined), format!("1:7 {message}"));
}

#[test]
fn seeds_of_the_system_are_refused() {
    let message =
        "seed() takes a seed from the operating system, so no two runs would give the same numbers → choose one:";
    assert_eq!(error("torch.Generator().seed()"), format!("1:1 {message} g.manual_seed(0)"));
    assert_eq!(error("torch.seed()"), format!("1:1 {message} torch.manual_seed(0)"));
}

#[test]
fn a_generator_has_a_seed_of_its_own() {
    assert_eq!(run("torch.rand(2, generator=torch.Generator())").seed, Seed::Own);
    assert_eq!(run("torch.rand(2, generator=None)").seed, Seed::Default);
}
