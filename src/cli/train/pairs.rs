//! Files of pairs to score a model on.

use std::fmt::Display;
use std::path::Path;

use crate::cli::Failure;
use crate::nn::Task;
use crate::nn::tasks::{Example, translation};
use crate::notebook::disk;

/// The pairs of a file: source, tab, target. Sentences may be as people write them.
pub(super) fn read(task: Task, path: &Path) -> Result<Vec<Example>, Failure> {
    let unreadable = |reason: &dyn Display| Failure::wrong(format!("{}: {reason}", path.display()));
    let bytes = disk::read_whole(path).map_err(|error| unreadable(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| unreadable(&"it is not UTF-8 text"))?;
    let words = |text: &str| if task == Task::Translation { translation::spaced(text) } else { text.trim().to_owned() };
    let mut pairs = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let Some((source, target)) = line.split_once('\t') else {
            let place = format!("{}:{}", path.display(), number + 1);
            return Err(Failure::failed(format!(
                "{place}: a line is a source, a tab and a target; this one has no tab"
            )));
        };
        pairs.push(Example { source: words(source), target: words(target) });
    }
    if pairs.is_empty() {
        return Err(Failure::failed(format!("{}: there are no pairs in it", path.display())));
    }
    Ok(pairs)
}
