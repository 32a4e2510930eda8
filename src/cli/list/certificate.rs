//! `glassformer list --certificate`: what the learner has really solved.

use std::io::{self, Write};

use serde_json::json;

use crate::cli::{Failure, output};
use crate::notebook::counted::counted;
use crate::notebook::library::{LessonEntry, LessonLibrary};
use crate::notebook::session::{Certificate, SavedProgress, SessionStore};
use crate::tensor::stop::Flag;

/// Runs every lesson of the session again, and prints what holds.
pub(super) fn run(library: &LessonLibrary, store: Option<&SessionStore>, as_json: bool) -> Result<(), Failure> {
    let records = store.map(|store| SavedProgress::of_all(library, store)).unwrap_or_default();
    let certificates = Certificate::of_all(library, &records, &Flag::default());
    let all = library.entries().iter().filter_map(|entry| Some((entry, certificates.get(entry.id())?)));
    let solved: Vec<(&LessonEntry, &Certificate)> = all.filter(|(_, certificate)| !certificate.is_empty()).collect();
    let mut out = output::stdout();
    if as_json {
        let lessons: Vec<_> = solved.iter().map(|(entry, certificate)| object(entry, certificate)).collect();
        return Ok(writeln!(out, "{:#}", json!(lessons))?);
    }
    if solved.is_empty() {
        return Ok(writeln!(out, "Nothing is solved yet: answer a question, or solve an exercise.")?);
    }
    writeln!(out, "What you have solved; every check was run again just now\n")?;
    for (entry, certificate) in &solved {
        lesson(&mut out, entry, certificate)?;
    }
    let all: Vec<&Certificate> = solved.iter().map(|(_, certificate)| *certificate).collect();
    Ok(writeln!(out, "\n{}", Certificate::summary(&all, library.entries().len()))?)
}

/// `✓  5  Attention`, then how much of it, and what was solved with a look at the solution.
fn lesson(out: &mut impl Write, entry: &LessonEntry, certificate: &Certificate) -> io::Result<()> {
    let mark = if certificate.is_complete() { "✓" } else { " " };
    let number = entry.number_in_columns();
    let title = entry.front.as_ref().map_or(entry.id(), |front| &*front.title);
    writeln!(out, "{mark} {number} {title}")?;
    let mut said = Vec::new();
    if certificate.questions > 0 {
        said.push(format!("{} of {} right", certificate.right.len(), counted(certificate.questions, "question")));
    }
    if certificate.exercises > 0 {
        said.push(format!("{} of {} solved", certificate.solved.len(), counted(certificate.exercises, "exercise")));
    }
    writeln!(out, "      {}", said.join(" · "))?;
    if !certificate.sure_and_wrong.is_empty() {
        writeln!(out, "      sure but wrong, worth another look: {}", certificate.sure_and_wrong.join(", "))?;
    }
    if !certificate.shown.is_empty() {
        writeln!(out, "      not counted, because the solution was shown: {}", certificate.shown.join(", "))?;
    }
    Ok(())
}

fn object(entry: &LessonEntry, certificate: &Certificate) -> serde_json::Value {
    let names = |ids: &[crate::notebook::lesson::BlockId]| ids.iter().map(|id| json!(&**id)).collect::<Vec<_>>();
    json!({
        "id": entry.id(), "number": entry.number, "complete": certificate.is_complete(),
        "questions": certificate.questions, "right": names(&certificate.right),
        "sure_and_wrong": names(&certificate.sure_and_wrong),
        "exercises": certificate.exercises, "solved": names(&certificate.solved), "shown": names(&certificate.shown),
    })
}
