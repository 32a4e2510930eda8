//! Files of sentences to score a model on.

use std::path::Path;

use crate::cli::Failure;
use crate::nn::Task;
use crate::nn::tasks::score::TestSentence;
use crate::notebook::disk;

/// Between targets of which each is right.
const OR: char = '|';

/// The sentences of a file: source, tab, target, or several targets parted by `|`. They may be as people write them.
pub(super) fn read(task: Task, path: &Path) -> Result<Vec<TestSentence>, Failure> {
    let text = disk::read_text(path).map_err(|error| Failure::wrong(format!("{}: {error}", path.display())))?;
    let mut sentences = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what: &str| {
            let place = format!("{}:{}", path.display(), number + 1);
            Failure::failed(format!(
                "{place}: {what}; a line is a source, a tab and a target, or several targets separated by `|`"
            ))
        };
        let (source, targets) = line.split_once('\t').ok_or_else(|| wrong("there is no tab in this line"))?;
        let references: Vec<String> = targets.split(OR).map(|target| task.read_target(target)).collect();
        if references.iter().any(String::is_empty) {
            return Err(wrong("a target is empty"));
        }
        sentences.push(TestSentence { source: task.read_source(source), references });
    }
    if sentences.is_empty() {
        return Err(Failure::failed(format!("{}: the file contains no pairs", path.display())));
    }
    Ok(sentences)
}
