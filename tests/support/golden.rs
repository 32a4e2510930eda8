//! The folder of golden files: finds the files of a kind and those that no test compares, and lists what is not run.
//!
//! A kind is how a file's name begins: `03_attention` is the kind of `03_attention.safetensors` and of `03_attention_wide.safetensors`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The folder that holds the golden files: the repository's, or the one that `GLASSFORMER_GOLDEN` names.
pub(crate) fn folder() -> PathBuf {
    std::env::var_os("GLASSFORMER_GOLDEN")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"), PathBuf::from)
}

/// The files of a kind in a folder, in order.
pub(crate) fn of_kind(folder: &Path, kind: &str, ending: &str) -> Vec<PathBuf> {
    files(folder).into_iter().filter(|path| has_ending(path, ending) && is_of_kind(path, kind)).collect()
}

/// The files that nothing compares: of the endings that a test answers for, those that are of none of its kinds.
pub(crate) fn strangers(
    folder: &Path,
    kinds: &[&str],
    ending: &str,
    answers_for: impl Fn(&str) -> bool,
) -> Vec<PathBuf> {
    let is_compared = |path: &Path| has_ending(path, ending) && kinds.iter().any(|kind| is_of_kind(path, kind));
    let is_ours = |path: &Path| {
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        !is_hidden && answers_for(&path.extension().unwrap_or_default().to_string_lossy())
    };
    files(folder).into_iter().filter(|path| is_ours(path) && !is_compared(path)).collect()
}

/// Lists a case that is not run, even where the test passes: Rust's test harness keeps back what `println!` writes. The repository's
/// own files lack no case.
pub(crate) fn list(case: &str) {
    let _ = writeln!(std::io::stderr(), "not run: {case}");
    assert!(std::env::var_os("GLASSFORMER_GOLDEN").is_some(), "the repository's own files lack {case}");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

fn is_of_kind(path: &Path, kind: &str) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    stem.strip_prefix(kind).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}
