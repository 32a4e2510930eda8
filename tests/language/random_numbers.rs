//! Random numbers, held against Python, NumPy and PyTorch.
//!
//! `random_numbers.json` has what they print; `random_numbers.py` writes it.

use glassformer::lang::Seed;

use crate::{answers, error, error_with, run, run_with};

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
fn a_generator_of_another_library_is_of_its_cell() {
    let first = run("import random\nr = random.Random(1)\nrng = np.random.default_rng(2)");
    assert!(first.error.is_none());
    let said = |source: &str| error_with(source, &first.defined);
    assert!(said("r.random()").contains("this random generator was made in another cell"), "{}", said("r.random()"));
    assert!(said("rng.normal(size=3)").contains("this random generator was made in another cell"));
    // A function that is made of the cell's own numbers draws from those of the cell that calls it.
    let first = run("import random\ndef roll():\n    return random.randint(1, 6)");
    let later = run_with("import random\nrandom.seed(1)\nroll()", &first.defined);
    assert_eq!((later.result.unwrap().repr().as_str(), later.seed), ("2", Seed::Own));
}

#[test]
fn every_library_without_a_seed_has_the_seed_0() {
    for (drawn, seeded) in [
        ("random.random()", "random.seed(0)"),
        ("random.Random().random()", "random.seed(0)"),
        ("np.random.rand(2)", "np.random.seed(0)"),
        ("np.random.default_rng().random()", "torch.ones(1)"),
    ] {
        let unseeded = run(&format!("import random\n{drawn}"));
        assert_eq!((unseeded.error.is_none(), unseeded.seed), (true, Seed::Default), "{drawn}");
        let own = run(&format!(
            "import random\n{seeded}\n{}",
            drawn.replace("Random()", "Random(0)").replace("rng()", "rng(0)")
        ));
        assert_eq!(own.seed, Seed::Own, "{drawn}");
        assert_eq!(own.result.unwrap().repr(), unseeded.result.unwrap().repr());
    }
}

#[test]
fn what_numpy_draws_of_texts_is_refused() {
    let message = "NumPy would make an array of strings, and tensors hold only numbers";
    assert!(error("np.random.choice(['a', 'b'], 3)").contains(message));
    assert!(run("np.random.seed(0)\nnp.random.choice(['a', 'b'])").error.is_none(), "one of them is no array");
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
