//! What lies inside the program: the weights of a translator that it has trained itself, the words that they know, and what became of
//! its small siblings.
//!
//! The files are those of `assets/` and `experiments/`, byte for byte; `assets/translator.md` says how they came about. They are read when somebody
//! asks for them, and once.

use std::sync::LazyLock;

use super::Transformer;
use super::weights::{self, Error, File};

/// The weights of the translator, a safetensors file under PyTorch's names.
pub const WEIGHTS: &str = "translator.safetensors";
/// Its pieces, in the order of their ids, the merges by which English becomes pieces, and the English words that have a capital letter
/// wherever they stand: `{"source": [...], "target": [...], "merges": [...], "names": [...]}`.
pub const WORDS: &str = "translator.json";

/// What came of training small siblings of the translator, all but the first with one thing changed; `experiments/README.md` says how.
pub const EXPERIMENTS: &str = "experiments.json";

/// Every file inside the program: its name and its bytes.
pub const FILES: [(&str, &[u8]); 3] = [
    (WEIGHTS, include_bytes!("../../assets/translator.safetensors")),
    (WORDS, include_bytes!("../../assets/translator.json")),
    (EXPERIMENTS, include_bytes!("../../experiments/results.json")),
];

/// The bytes of a file.
pub fn bytes(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

/// The tensors of the translator as they are stored: float16.
///
/// # Errors
/// Never for what is shipped, which a test reads; the signature is the file format's.
pub fn tensors() -> Result<&'static File, &'static Error> {
    static READ: LazyLock<Result<File, Error>> =
        LazyLock::new(|| File::read_as_written(bytes(WEIGHTS).unwrap_or_default()));
    READ.as_ref()
}

/// The translator: English to French.
///
/// ```
/// use glassformer::nn::tasks::score::Vocabularies;
/// use glassformer::nn::{Task, shipped};
///
/// let words = Vocabularies::of(Task::Translation);
/// assert_eq!(words.write(shipped::translator()?, &["the small red house"])?, ["la petite maison rouge"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`tensors`].
pub fn translator() -> Result<&'static Transformer, &'static Error> {
    static BUILT: LazyLock<Result<Transformer, Error>> = LazyLock::new(|| {
        // Read for itself: whoever translates needs no float16 beside what is made of it.
        weights::own(&File::read(bytes(WEIGHTS).unwrap_or_default())?)
    });
    BUILT.as_ref()
}
