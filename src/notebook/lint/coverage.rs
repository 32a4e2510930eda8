//! What the linter asks of the pages of coverage and of the course's words: every row of their tables says where something is shown,
//! and that place is there.

use std::collections::BTreeMap;

use super::prose;
use crate::notebook::lesson::{Lesson, LessonFile};
use crate::notebook::library::{LessonEntry, LessonLibrary};
use crate::notebook::problem::LessonProblem;
use crate::notebook::table::{cells, links, rows};

/// What a row says that no cell shows so far, or that none will: it must be said.
const EXCUSES: [&str; 2] = ["not yet", "words only"];

/// Checks a page of tables whose last column leads to blocks: `[label](05-attention.md#scale)`. Other columns, and what is no
/// table, may say anything.
pub fn check(file: &LessonFile, library: &LessonLibrary) -> Vec<LessonProblem> {
    let mut pages: BTreeMap<&str, Option<Lesson>> = BTreeMap::new();
    let mut problems = Vec::new();
    let place = |part: &str| part.as_ptr() as usize - file.text().as_ptr() as usize;
    for shown in rows(file.text()).filter_map(|row| cells(row).next_back()) {
        let at = place(shown);
        let links: Vec<&str> = links(shown).collect();
        if links.is_empty() && !EXCUSES.iter().any(|excuse| shown.contains(excuse)) {
            let problem = file.problem(at, "this row does not link to where its topic is shown");
            problems.push(problem.with_help("write `[label](file.md#label)`, or `not yet`"));
        }
        for link in links {
            let at = place(link);
            let (page, block) = link.split_once('#').unwrap_or((link, ""));
            let lesson = pages.entry(page).or_insert_with(|| library.find(page).and_then(|entry| entry.open().ok()));
            problems.extend(match lesson {
                Some(_) if block.is_empty() => {
                    Some(file.problem(at, format!("`{page}` is a whole lesson: name the cell, `{page}#label`")))
                }
                Some(lesson) => prose::no_block(file, lesson, at, block),
                None => {
                    let problem = file.problem(at, format!("the link leads to `{page}`, which is not a lesson"));
                    Some(problem.with_nearest(page, library.entries().iter().map(LessonEntry::id)))
                }
            });
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(rows: &str) -> Vec<String> {
        let text = format!("# Coverage\n\n| What | Where |\n|---|---|\n{rows}\n");
        let problems = check(&LessonFile::new("COVERAGE.md", &text), &LessonLibrary::embedded());
        problems.iter().map(|problem| problem.to_string().trim_start_matches("COVERAGE.md:").to_owned()).collect()
    }

    #[test]
    fn a_row_leads_to_a_block_by_the_lessons_id_or_file() {
        assert_eq!(problems("| a | [scale](05-attention.md#scale), [mix](attention#mix) |"), [""; 0]);
        assert_eq!(problems("| [b](nowhere) | not yet: lesson 30 |\n| c | words only: a name |"), [""; 0]);
    }

    #[test]
    fn a_label_that_is_not_there_is_told_with_the_nearest() {
        let found = problems("| a | [scale](05-attention.md#scael) |");
        assert_eq!(
            found,
            ["5:15: the link leads to `#scael`, but there is no such block on that page; did you mean `scale`?"]
        );
        let found = problems("| a | [scale](05-atention.md#scale) |");
        assert!(found[0].starts_with("5:15: the link leads to `05-atention.md`, which is not a lesson"), "{found:?}");
        assert!(problems("| a | [it](attention) |")[0].contains("name the cell"));
    }

    #[test]
    fn a_row_without_a_place_is_told() {
        assert!(problems("| a | somewhere |")[0].starts_with("5:6: this row does not link to where"));
        assert!(problems("| [a](attention#mix) | |")[0].contains("does not link to where"));
    }
}
