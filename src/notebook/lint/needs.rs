//! What a lesson says it needs: lessons that there are, and that can be learned before it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::notebook::lesson::Lesson;
use crate::notebook::library::{LessonEntry, LessonLibrary};
use crate::notebook::problem::LessonProblem;

/// What is wrong with the `needs` of a lesson.
pub(super) fn check(lesson: &Lesson, library: &LessonLibrary) -> Vec<LessonProblem> {
    let own = &lesson.front.id;
    let place = lesson.front.needs_at;
    let problem =
        |message: String| LessonProblem { line: place.line, column: place.column, ..lesson.file.problem(0, message) };
    let mut problems = Vec::new();
    for id in &lesson.front.needs {
        if id == own {
            let help = "`needs` lists the lessons that come before this one";
            problems.push(problem("the lesson needs itself".to_owned()).with_help(help));
        } else if library.find(id).is_none() {
            let unknown = problem(format!("the lesson needs `{id}`, which does not exist"));
            problems.push(unknown.with_nearest(id, library.entries().iter().map(LessonEntry::id)));
        } else if let Some(way) = way(id, own, library) {
            let message =
                format!("circular dependency: {own} -> {} -> {own}, where each needs the next", way.join(" -> "));
            problems.push(
                problem(message)
                    .with_help("a learner could start none of them: remove one from the `needs` of another"),
            );
        }
    }
    problems
}

/// The lessons from `first` to one that needs `last`, along what each needs.
fn way(first: &Arc<str>, last: &Arc<str>, library: &LessonLibrary) -> Option<Vec<Arc<str>>> {
    let mut seen = BTreeSet::new();
    let mut open = vec![vec![Arc::clone(first)]];
    while let Some(way) = open.pop() {
        let Some(entry) = way.last().and_then(|id| library.find(id)) else { continue };
        if !seen.insert(entry.id()) {
            continue;
        }
        for next in entry.front.iter().flat_map(|front| &front.needs) {
            if next == last {
                return Some(way);
            }
            open.push(way.iter().chain([next]).cloned().collect());
        }
    }
    None
}
