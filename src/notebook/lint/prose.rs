//! What the linter asks of a lesson's words: links that lead somewhere, and no number that could have been computed.

use std::collections::BTreeSet;

use crate::nn::Task;
use crate::notebook::lesson::{Block, BlockKind, Lesson, LessonFile};
use crate::notebook::library::{LessonEntry, LessonLibrary};
use crate::notebook::markdown::{Content, ElementKind, Marker, TextRun, next_hole, slips, wordless};
use crate::notebook::math;
use crate::notebook::problem::{LessonProblem, nearest};
use crate::notebook::training::LINK;

/// Checks the words of a lesson.
pub(super) fn check(lesson: &Lesson, library: &LessonLibrary, problems: &mut Vec<LessonProblem>) {
    let mut last_link = None;
    for piece in lesson.blocks.iter().flat_map(|block| block.texts()).flatten() {
        if let Content::Text(words) = &piece.content
            && let Some((at, number)) = bare_decimal(words)
        {
            problems.push(
                lesson
                    .file
                    .problem(piece.at + at, format!("the number {number} is written by hand, not computed"))
                    .with_help("compute it with `{{ expression :.2f }}`, or put it in backquotes"),
            );
        }
        if let Content::Code(code) = &piece.content
            && let Some(hole) = next_hole(code, 0)
        {
            let problem = lesson.file.problem(piece.at, format!("`{}` is not computed inside backquotes", &code[hole]));
            problems.push(problem.with_help("remove the backquotes; to show two braces, put a space between them"));
        }
        if let Content::Text(words) = &piece.content
            && let Some(at) = words.find("[^")
        {
            let problem = lesson.file.problem(piece.at + at, "there is no footnote with this name");
            problems.push(problem.with_help("add a line `[^name]: ...` to the text"));
        }
        if let Content::Text(words) = &piece.content
            && let Some((at, name)) = math::first_command(words)
        {
            let problem =
                lesson.file.problem(piece.at + at, format!("`\\{name}` is outside a formula and is not displayed"));
            problems
                .push(problem.with_help(
                    "write a formula between two `$`, without spaces inside them, and close all its braces",
                ));
        }
        if let Content::Math(latex) = &piece.content {
            problems.extend(formula(&lesson.file, piece.at, latex));
        }
        // A link with code or emphasis in it is several pieces.
        if piece.link != last_link {
            problems.extend(piece.link.as_deref().and_then(|target| broken_link(lesson, library, piece, target)));
        }
        last_link.clone_from(&piece.link);
    }
    for block in &lesson.blocks {
        // Who speaks reads a number aloud, and it must be the one on the screen.
        let typed = block
            .notes
            .iter()
            .find_map(|note| Some((note.place.start, bare_decimal(&unquoted(&note.text))?.1.to_owned())));
        problems.extend(typed.filter(|_| block.shared_example().is_none()).map(|(at, number)| {
            let problem = lesson.file.problem(at, format!("the number {number} is written by hand in a note"));
            problem.with_help(
                "notes are not computed: say where the number is shown, or put text that you will type in backquotes",
            )
        }));
        let is_prose = matches!(block.kind, BlockKind::Prose(_));
        let lost = block.texts().into_iter().flatten().find(|piece| piece.link.is_some() && !is_prose);
        problems.extend(lost.map(|piece| {
            let problem = lesson.file.problem(piece.at, "a link here cannot be followed");
            problem.with_help("put links in the text, where Enter follows them")
        }));
    }
    lines(lesson, problems);
    problems.extend(slips(&lesson.file, lesson.body()));
}

/// What of a formula, which stands at or a little behind the byte `at`, cannot be drawn as it was meant.
fn formula<'l>(file: &'l LessonFile, at: usize, latex: &'l str) -> impl Iterator<Item = LessonProblem> + 'l {
    let start = behind_dollars(file.text(), at, latex);
    math::flaws(latex).into_iter().map(move |(place, flaw)| {
        let place = start.map_or(at, |start| start + place);
        file.problem(place, flaw.message()).with_help(flaw.help())
    })
}

/// Where a formula stands behind its dollars, if it stands there as it was read.
fn behind_dollars(text: &str, at: usize, latex: &str) -> Option<usize> {
    let before = text.get(at..)?.find('$')?;
    let dollars = &text[at + before..];
    let inner = dollars.trim_start_matches('$').trim_start();
    inner.starts_with(latex).then(|| at + before + dollars.len() - inner.len())
}

/// Whether the word behind a fence is one for which a cell was meant: `pyhton`, `Python`, `py`, `{python}`.
fn is_nearly_python(language: &str) -> bool {
    let word =
        language.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or("").to_lowercase();
    // These are languages of their own.
    let is_other = ["cython", "jython"].contains(&&*word);
    !is_other && (["py", "py3"].contains(&&*word) || nearest(&word, ["python"]).is_some())
}

/// Formulas on lines of their own, blocks to read, and footnotes: one that nothing refers to is never read.
fn lines(lesson: &Lesson, problems: &mut Vec<LessonProblem>) {
    let links: Vec<&str> = lesson.blocks.iter().flat_map(Block::links).map(|link| &**link).collect();
    let elements = lesson.blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::Prose(elements) => Some(elements),
        _ => None,
    });
    let mut notes = BTreeSet::new();
    for element in elements.flatten() {
        problems.extend(wordless(&lesson.file, element));
        let at = lesson.file.line_start(element.line - 1);
        match &element.kind {
            ElementKind::Math(latex) => problems.extend(formula(&lesson.file, at, latex)),
            ElementKind::Code { language, .. } if is_nearly_python(language) => {
                let message = format!("the fence says `{language}`, so its code is shown and never runs");
                let problem = lesson.file.problem(at, message);
                problems
                    .push(problem.with_help("did you mean `python`? for code that should only be shown, write `text`"));
            }
            ElementKind::Item { marker: Marker::Note(number), .. } if !notes.insert(*number) => {
                let problem = lesson.file.problem(at, "another footnote has this name, so both get the same number");
                problems.push(problem.with_help("give one of them another name"));
            }
            ElementKind::Item { marker: Marker::Note(number), .. } if !links.contains(&&*format!("^{number}")) => {
                problems.push(lesson.file.problem(at, "nothing refers to this footnote"));
            }
            _ => {}
        }
    }
}

fn broken_link(lesson: &Lesson, library: &LessonLibrary, piece: &TextRun, target: &str) -> Option<LessonProblem> {
    // A footnote that is referred to is there: else the reference is plain text.
    if target.starts_with("https://") || target.starts_with("http://") || target.starts_with('^') {
        return None;
    }
    if let Some(task) = target.strip_prefix(LINK) {
        let problem =
            || lesson.file.problem(piece.at, format!("the link leads to the training `{task}`, which does not exist"));
        let is_task = Task::ALL.into_iter().any(|known| known.name() == task);
        return (!is_task).then(|| problem().with_nearest(task, Task::ALL.into_iter().map(Task::name)));
    }
    if is_picture(lesson.file.text(), piece.at) {
        let problem = lesson.file.problem(piece.at, format!("the picture `{target}` cannot be shown in a terminal"));
        return Some(problem.with_help("describe it in words, or draw it with a cell"));
    }
    if target.is_empty() || target == "#" {
        let problem =
            lesson.file.problem(piece.at, "the link leads nowhere: there is no address between its parentheses");
        return Some(problem.with_help("write the id of a lesson, `#` and the label of a block, or an address"));
    }
    let (page, block) = target.split_once('#').unwrap_or((target, ""));
    if page.is_empty() || *lesson.front.id == *page {
        return no_block(&lesson.file, lesson, piece.at, block);
    }
    if let Some(entry) = library.find(page) {
        // What is wrong with the other lesson is told when it is checked itself.
        return entry.open().ok().and_then(|other| no_block(&lesson.file, &other, piece.at, block));
    }
    let problem = lesson.file.problem(piece.at, format!("the link leads to `{target}`, which is not a lesson"));
    Some(problem.with_nearest(page, library.entries().iter().map(LessonEntry::id)))
}

/// Whether the words at this byte are those of a picture, `![words](...)`; they may begin in bold.
fn is_picture(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|before| before.trim_end_matches(['*', '_']).ends_with("!["))
}

/// A link leads to a block that the page does not have.
pub(super) fn no_block(file: &LessonFile, page: &Lesson, at: usize, block: &str) -> Option<LessonProblem> {
    if block.is_empty() || page.block(block).is_some() {
        return None;
    }
    let problem = file.problem(at, format!("the link leads to `#{block}`, but there is no such block on that page"));
    Some(problem.with_nearest(block, page.blocks.iter().map(|block| &*block.id)))
}

/// What of a note does not stand between backquotes.
fn unquoted(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// The first number with decimals in a text, or times a power of ten: where, and as written. A number with two points or more is a
/// section's or a version's, and so is what stands directly behind a letter; `1e9` is how large something is, and no result.
fn bare_decimal(text: &str) -> Option<(usize, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let mut at = 0;
    while let Some(found) = text[at..].find(is_part) {
        let start = at + found;
        let digits = text[start..].find(|c| !is_part(c)).map_or(text.len(), |end| start + end);
        at = digits;
        let power = power(&text[digits..]);
        let word = text[start..digits + power].trim_end_matches('.');
        let behind_letter = text[..start].chars().next_back().is_some_and(char::is_alphanumeric);
        let has_digits = word.chars().any(|c| c.is_ascii_digit());
        let is_decimal =
            word.matches('.').count() == 1 || power > 0 && !word.contains('.') && &text[start..digits] != "1";
        if is_decimal && has_digits && !(behind_letter && (power > 0 || word.starts_with('.'))) {
            return Some((start, word));
        }
    }
    None
}

/// The length of a power of ten behind a number, `e-4`, if there is one.
fn power(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return 0 };
    let digits = rest.strip_prefix(['-', '+', '\u{2212}']).unwrap_or(rest);
    let count = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let goes_on = digits[count..].starts_with(char::is_alphanumeric);
    if count == 0 || goes_on { 0 } else { text.len() - digits.len() + count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_has_a_point_or_a_power_of_ten() {
        assert_eq!(bare_decimal("about 12.50 of it"), Some((6, "12.50")));
        assert_eq!(bare_decimal("0.5"), Some((0, "0.5")));
        assert_eq!(bare_decimal("a half is .5."), Some((10, ".5")));
        assert_eq!(bare_decimal("a rate of 3e-4, say"), Some((10, "3e-4")));
        assert_eq!(bare_decimal("1.5E6"), Some((0, "1.5E6")));
        for fine in [
            "",
            ".",
            "the year 2017.",
            "figure A.5",
            "2nd, 3em, x3e4 and 1e of them",
            "less than 1e-20 of 1e9",
            "section 3.2.2 of it",
            "well...",
            "1...2",
            "3. first",
            "a.b",
            "…5",
        ] {
            assert_eq!(bare_decimal(fine), None, "{fine}");
        }
    }

    #[test]
    fn who_slips_in_the_word_of_a_cell_means_python() {
        for slip in ["pyhton", "Python", "py", "python3", "{python}", ".python", "python,linenos", "pthon", "ipython"] {
            assert!(is_nearly_python(slip), "{slip}");
        }
        for other in ["", "text", "pycon", "cython", "rust", "markdown", "json", "{}"] {
            assert!(!is_nearly_python(other), "{other}");
        }
    }
}
