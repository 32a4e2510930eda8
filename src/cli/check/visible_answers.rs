//! Questions whose answer can be read off the page: near the question, with all that it hides hidden.

use std::ops::Range;

use crate::notebook::evaluate::EvaluationOutcome;
use crate::notebook::lesson::{Block, BlockKind, Lesson, Question};
use crate::notebook::library::LessonLibrary;
use crate::notebook::lint::options;
use crate::notebook::markdown::TextRun;
use crate::notebook::problem::LessonProblem;
use crate::tui::render::Pilot;
use crate::tui::theme::ThemeName;

/// The columns of the terminal that a page is laid out for.
const COLUMNS: u16 = 80;
/// More rows than a lesson has.
const ROWS: u16 = 6000;
/// How many rows above and below a question are read.
const NEAR: usize = 40;

/// A problem for each question of a lesson whose answer is visible near it.
pub(super) fn problems(lesson: &Lesson, library: &LessonLibrary) -> Vec<LessonProblem> {
    if !lesson.blocks.iter().any(|block| matches!(block.kind, BlockKind::Question(_))) {
        return Vec::new();
    }
    let pilot = Pilot::new(library.clone(), ThemeName::Mono, COLUMNS, ROWS).read(lesson.clone());
    let Some(reading) = pilot.model.reading() else { return Vec::new() };
    let page = Page::new(pilot.page_lines());
    let question = |(place, block): (usize, &Block)| match &block.kind {
        BlockKind::Question(question) => problem(lesson, &page, &reading.lesson.outcome, place, question),
        _ => None,
    };
    lesson.blocks.iter().enumerate().filter_map(question).collect()
}

/// The page as text.
struct Page {
    lines: Vec<String>,
    /// The lines of each block.
    blocks: Vec<Range<usize>>,
}

impl Page {
    fn new(blocks: Vec<Vec<String>>) -> Self {
        let mut page = Self { lines: Vec::new(), blocks: Vec::new() };
        for lines in blocks {
            let start = page.lines.len();
            page.lines.extend(lines);
            page.blocks.push(start..page.lines.len());
        }
        page
    }

    /// What stands near a block, as words; each with the line that it is on, counted from the block: above it less than 0.
    fn near(&self, block: usize) -> Vec<(isize, String)> {
        let Some(own) = self.blocks.get(block) else { return Vec::new() };
        let lines = own.start.saturating_sub(NEAR)..self.lines.len().min(own.end + NEAR);
        let seen = lines.filter(|line| !own.contains(line));
        let words = |line: usize| {
            let distance =
                if line < own.start { line as isize - own.start as isize } else { (line - own.end) as isize + 1 };
            words(self.lines.get(line).map_or("", String::as_str)).map(move |word| (distance, word))
        };
        seen.flat_map(words).collect()
    }
}

/// The words of a line: numbers whole, everything in small letters, without what stands around them.
fn words(line: &str) -> impl Iterator<Item = String> {
    let is_around = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '-' | '+' | '.' | '_' | '%'));
    let words = line.split(is_around).map(|word| word.trim_end_matches('.').trim_start_matches('+').to_lowercase());
    words.filter(|word| word.chars().any(char::is_alphanumeric))
}

fn problem(
    lesson: &Lesson,
    page: &Page,
    outcome: &EvaluationOutcome,
    place: usize,
    question: &Question,
) -> Option<LessonProblem> {
    let block = lesson.blocks.get(place)?;
    let near = page.near(place);
    let shown = |option: &[TextRun]| options::shown(&block.id, option, outcome);
    let answer = question.options.get(outcome.answer(&block.id)?).and_then(|option| shown(option))?;
    let distance = found(&near, &answer)?;
    // Where every option is seen, none of them is told.
    if question.options.iter().all(|option| shown(option).is_some_and(|text| found(&near, &text).is_some())) {
        return None;
    }
    let side = if distance < 0 { "above" } else { "below" };
    let message = format!("the answer `{answer}` is visible on the page, {} rows {side} the question", distance.abs());
    let problem = lesson.file_of(block).problem(question.source.at, message);
    Some(problem.with_help("hide it with `veils`, or ask for something that the page does not show"))
}

/// The line on which a text is found, word for word; a number also where it is written otherwise. A single word (`no`, `both`, a word of
/// the sentence) stands everywhere, and tells nothing.
fn found(near: &[(isize, String)], text: &str) -> Option<isize> {
    let sought: Vec<String> = words(text).collect();
    let is_number = |word: &String| word.parse::<f64>().is_ok();
    if sought.len() < 2 && !sought.iter().all(is_number) || sought.is_empty() {
        return None;
    }
    let is_same = |word: &str, sought: &str| match (word.parse::<f64>(), sought.parse::<f64>()) {
        (Ok(word), Ok(sought)) => (word - sought).abs() < f64::EPSILON,
        _ => word == sought,
    };
    let at = near
        .windows(sought.len())
        .find(|words| words.iter().zip(&sought).all(|((_, word), sought)| is_same(word, sought)));
    at.and_then(|words| words.first()).map(|(distance, _)| *distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(options: &str, veils: &str, below: &str) -> Vec<String> {
        let text = format!(
            "---\ntitle: T\nid: t\n---\n# Start\n\n```python\n#| role: question\n#| label: q\n#| ask: How many?\n\
             #| options: {options}\n{veils}answer = 1\n```\n\n{below}"
        );
        let lesson = Lesson::read("t.md", &text).unwrap();
        problems(&lesson, &LessonLibrary::embedded()).iter().map(ToString::to_string).collect()
    }

    const CELL: &str = "```python\n#| label: c\nx = torch.tensor([7.5]) + 1\n```\n";

    #[test]
    fn an_answer_that_stands_near_its_question_is_refused() {
        let told_of = told("4.5 | 8.50", "#| veils: []\n", CELL);
        assert_eq!(told_of.len(), 1, "{told_of:?}");
        assert!(told_of[0].contains("the answer `8.50` is visible"), "{told_of:?}");
        assert_eq!(told("4.5 | 8.50", "", CELL), Vec::<String>::new(), "it is hidden");
        let text = "It has the seven words that you see.\n";
        assert_eq!(told("nine words | seven words", "", text).len(), 1);
        assert_eq!(told("nine | seven", "", text).len(), 0, "a word alone tells nothing");
        assert_eq!(told("seven words | the seven words", "", text).len(), 0, "every option is seen");
    }

    #[test]
    fn an_answer_far_away_is_not() {
        let far = format!("{}\n\n{CELL}", "More words.\n\n".repeat(NEAR));
        assert_eq!(told("4.5 | 8.50", "#| veils: []\n", &far), Vec::<String>::new());
    }
}
