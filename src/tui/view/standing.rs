//! How far the lessons have been taken, as every list of them says it.

use crate::notebook::map::LessonStatus;
use crate::notebook::session::LessonProgress;
use crate::tui::model::Model;
use crate::tui::model::contents::Entry;
use crate::tui::theme::Role;
use crate::words::{say, word};

/// How each lesson stands.
pub fn standings(model: &Model) -> Vec<LessonStatus> {
    let progress: Vec<_> = model.contents.entries.iter().map(|entry| progress(model, entry)).collect();
    model.contents.map.standings(&progress)
}

/// How far a lesson has been taken: one that is open knows it better than the session.
pub(super) fn progress(model: &Model, entry: &Entry) -> Option<LessonProgress> {
    let open = model.workspace.lessons.get(&entry.id);
    open.map(|reading| LessonProgress::of(&reading.lesson.document)).or(entry.progress)
}

/// The colour of that mark.
pub(super) fn role_of(standing: LessonStatus) -> Role {
    match standing {
        LessonStatus::Done => Role::Success,
        LessonStatus::Begun => Role::Warning,
        LessonStatus::Next => Role::Accent,
        LessonStatus::Later => Role::Dim,
    }
}

/// `2 changes · 1 of 2 questions · 0 of 1 exercises`, or `opened`.
pub(super) fn told(progress: LessonProgress) -> String {
    let changes = (progress.changes > 0).then(|| say!("changes", count = progress.changes));
    let said: Vec<String> = [changes, questions(progress), exercises(progress)].into_iter().flatten().collect();
    if said.is_empty() { word!("opened").to_owned() } else { said.join(" · ") }
}

/// `1 of 2 questions`; of a lesson that asks none its exercises.
pub(super) fn tasks_done(progress: LessonProgress) -> Option<String> {
    questions(progress).or_else(|| exercises(progress))
}

fn questions(progress: LessonProgress) -> Option<String> {
    let LessonProgress { questions, answered, .. } = progress;
    (questions > 0).then(|| say!("of-questions", done = answered, all = questions))
}

fn exercises(progress: LessonProgress) -> Option<String> {
    let LessonProgress { exercises, passed, .. } = progress;
    (exercises > 0).then(|| say!("of-exercises", done = passed, all = exercises))
}

/// `6 Masking`, or the title alone.
pub(super) fn numbered(entry: &Entry) -> String {
    entry.number.map_or_else(|| entry.title.clone(), |number| format!("{number} {}", entry.title))
}

/// `12 min`.
pub(super) fn minutes(count: u32) -> String {
    say!("front-about-minutes", count)
}
