//! Checking grammars: the one inside the program, or the files of a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::Failure;
use crate::grammar::{Error, Files, Grammar};
use crate::notebook::disk;
use crate::notebook::problem::LessonProblem;
use crate::tensor::random::Generator;

/// The files of a grammar.
const NAMES: [&str; 5] = ["features.txt", "english.txt", "french.txt", "lexicon.txt", "patterns.txt"];

/// Whether that is the folder of a grammar.
pub(super) fn is_grammar(path: &Path) -> bool {
    ["features.txt", "patterns.txt"].iter().all(|name| path.join(name).is_file())
}

/// What is wrong with the grammars of these folders, and with that of the program if it is asked for.
pub(super) fn problems(folders: &[PathBuf], with_own: bool) -> Result<Vec<LessonProblem>, Failure> {
    let mut problems = Vec::new();
    for folder in folders {
        let [features, english, french, lexicon, patterns] = NAMES.map(|name| text(&folder.join(name)));
        let (features, english, french, lexicon, patterns) = (features?, english?, french?, lexicon?, patterns?);
        let files =
            Files { features: &features, english: &english, french: &french, lexicon: &lexicon, patterns: &patterns };
        let found = Grammar::read(&files).map_or_else(|error| vec![error], |grammar| checked(&grammar));
        problems.extend(found.into_iter().map(|error| told(error, folder)));
    }
    if with_own {
        let found = Grammar::shipped().map_or_else(|error| vec![error.clone()], checked);
        problems.extend(found.into_iter().map(|error| told(error, Path::new("grammar"))));
    }
    Ok(problems)
}

/// The text of a file.
fn text(path: &Path) -> Result<String, Failure> {
    disk::read_text(path).map_err(|error| Failure::wrong(format!("{}: {error}", path.display())))
}

fn checked(grammar: &Grammar) -> Vec<Error> {
    let mut generator = Generator::manual_seed(0);
    // A generator of which one number is asked always gives one; 0 is a number below every other.
    let mut random = |below: u64| generator.randint(&[1], 0, below as i64).map_or(0, |drawn| drawn[[0]] as u64);
    grammar.check(&mut random)
}

fn told(error: Error, folder: &Path) -> LessonProblem {
    let file: Arc<str> = folder.join(&error.file).display().to_string().into();
    LessonProblem { file, line: error.line, column: 1, message: error.message, help: None }
}
