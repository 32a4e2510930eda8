//! What each kind of input must survive. The coverage-guided fuzzer in `fuzz/` calls the same functions; here every file of its
//! corpora is tried with the stable compiler.

#[path = "targets/keymap.rs"]
mod keymap;
#[path = "targets/language.rs"]
pub(crate) mod language;
#[path = "targets/lesson.rs"]
pub(crate) mod lesson;
#[path = "targets/session.rs"]
mod session;
#[path = "targets/vocabulary.rs"]
mod vocabulary;
#[path = "targets/weights.rs"]
mod weights;

use std::fs;
use std::path::Path;

use super::watched;

/// A name, and what takes any bytes.
type Target = (&'static str, fn(&[u8]));

/// The targets of `fuzz/`.
const TARGETS: [Target; 6] = [
    ("keymap", keymap::survive),
    ("language", language::survive),
    ("lesson", lesson::survive),
    ("session", session::survive),
    ("vocabulary", vocabulary::survive),
    ("weights", weights::survive),
];

#[test]
fn every_file_of_the_corpora_is_survived() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    for (name, survive) in TARGETS {
        assert!(root.join("fuzz_targets").join(name).with_extension("rs").exists(), "fuzz/ has no target {name}");
        let mut count = 0;
        for entry in fs::read_dir(root.join("corpus").join(name)).unwrap() {
            let path = entry.unwrap().path();
            watched(fs::read(&path).unwrap(), move |bytes| survive(bytes))
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            count += 1;
        }
        assert!(count >= 4, "{name} begins with {count} files");
    }
}
