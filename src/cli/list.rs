//! `glassformer list`: the lessons there are, and how far the learner is in them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Failure, open, output};
use crate::notebook::library::{LessonEntry, LessonLibrary};
use crate::notebook::session::{Day, LessonProgress, SavedProgress};

mod certificate;
mod map;

/// What of the course is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The lessons, and how far the learner is in them.
    Lessons,
    /// Which needs which.
    Map,
    /// What has been solved.
    Certificate,
}

/// Prints one line a lesson, or two where something has been done; or their map; or what has been solved.
pub(super) fn run(library: &LessonLibrary, session: Option<&Path>, form: Form, as_json: bool) -> Result<(), Failure> {
    let store = open::store(session)?;
    if form == Form::Certificate {
        return certificate::run(library, store.as_ref(), as_json);
    }
    let records = store.map(|store| SavedProgress::of_all(library, &store)).unwrap_or_default();
    if form == Form::Map {
        return map::run(library, &records);
    }
    let progress = LessonProgress::of_all(library, &records);
    let today = Day::today();
    let due = |id: &str| {
        let record = records.iter().find(|record| *record.lesson == *id);
        record.map_or(0, |record| record.reviews.values().filter(|review| review.is_due(today)).count())
    };
    let mut out = output::stdout();
    if as_json {
        let lessons: Vec<_> = library.entries().iter().map(|entry| object(entry, &progress, due(entry.id()))).collect();
        return Ok(writeln!(out, "{:#}", json!(lessons))?);
    }
    let width = library.entries().iter().map(|entry| entry.id().len()).max().unwrap_or_default();
    let mut chapter = "";
    for entry in library.entries() {
        let own = entry.front.as_ref().map_or("", |front| &*front.chapter);
        if own != chapter {
            writeln!(out, "{own}")?;
            chapter = own;
        }
        let number = entry.number_in_columns();
        let minutes = entry.preview.minutes;
        match &entry.front {
            Ok(front) => {
                writeln!(out, "{number} {:<width$} {}: {} ({minutes} min)", entry.id(), front.title, front.summary)?;
            }
            Err(problems) => {
                let first = problems.first().map_or_else(|| "broken".to_owned(), ToString::to_string);
                writeln!(out, "{number} {:<width$} cannot be read: {first}", entry.id())?;
            }
        }
        if let Some(progress) = progress.get(entry.id()) {
            let again = match due(entry.id()) {
                0 => String::new(),
                due => format!(" · {due} due for review"),
            };
            writeln!(out, "{:>1$}{progress}{again}", "", width + 5)?;
        }
    }
    Ok(())
}

fn object(entry: &LessonEntry, progress: &BTreeMap<Arc<str>, LessonProgress>, due: usize) -> Value {
    let front = entry.front.as_ref().ok();
    let problems: Vec<String> = entry.front.as_ref().err().into_iter().flatten().map(ToString::to_string).collect();
    let progress = progress.get(entry.id()).map(|progress| {
        json!({
            "changes": progress.changes,
            "questions": progress.questions, "answered": progress.answered,
            "exercises": progress.exercises, "passed": progress.passed,
        })
    });
    json!({
        "id": entry.id(), "number": entry.number,
        "title": front.map(|front| &*front.title), "summary": front.map(|front| &*front.summary),
        "chapter": front.map(|front| &*front.chapter), "minutes": entry.preview.minutes,
        "needs": front.map(|front| front.needs.iter().map(|id| &**id).collect::<Vec<_>>()),
        "problems": problems, "progress": progress, "ask_again": due,
    })
}
