//! `glassformer list --certificate`: what the learner has really solved.

use std::io::{self, Write};

use serde_json::json;

use crate::cli::Failure;
use crate::notebook::library::{Entry, Library};
use crate::notebook::session::{Certificate, Store};

/// Runs every lesson of the session again, and prints what holds.
pub(super) fn run(library: &Library, store: Option<&Store>, as_json: bool) -> Result<(), Failure> {
    let of = |entry: &Entry| Some(Certificate::of(library.open(entry.id()).ok()?, &store?.peek(entry.id())?));
    let all = library.entries().iter().filter_map(|entry| Some((entry, of(entry)?)));
    let solved: Vec<(&Entry, Certificate)> = all.filter(|(_, certificate)| !certificate.is_empty()).collect();
    let mut out = io::stdout().lock();
    if as_json {
        let lessons: Vec<_> = solved.iter().map(|(entry, certificate)| object(entry, certificate)).collect();
        return Ok(writeln!(out, "{:#}", json!(lessons))?);
    }
    if solved.is_empty() {
        return Ok(writeln!(out, "Nothing is solved yet: answer a question, or solve an exercise.")?);
    }
    writeln!(out, "Solved, and computed again just now\n")?;
    for (entry, certificate) in &solved {
        lesson(&mut out, entry, certificate)?;
    }
    let sum =
        |count: fn(&Certificate) -> usize| solved.iter().map(|(_, certificate)| count(certificate)).sum::<usize>();
    let (right, exercises) = (sum(|own| own.right.len()), sum(|own| own.solved.len()));
    let complete = sum(|own| usize::from(own.is_complete()));
    writeln!(
        out,
        "\n{}, {}; {complete} of {} complete",
        counted(right, "right answer"),
        counted(exercises, "solved exercise"),
        counted(library.entries().len(), "lesson"),
    )?;
    Ok(())
}

/// `✓  5  Attention`, then how much of it, and what was solved with a look at the solution.
fn lesson(out: &mut impl Write, entry: &Entry, certificate: &Certificate) -> io::Result<()> {
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
        writeln!(out, "      sure and wrong, worth another look: {}", certificate.sure_and_wrong.join(", "))?;
    }
    if !certificate.shown.is_empty() {
        writeln!(out, "      not counted, the solution was shown: {}", certificate.shown.join(", "))?;
    }
    Ok(())
}

/// `1 question`, `2 questions`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn object(entry: &Entry, certificate: &Certificate) -> serde_json::Value {
    let names = |ids: &[crate::notebook::lesson::BlockId]| ids.iter().map(|id| json!(&**id)).collect::<Vec<_>>();
    json!({
        "id": entry.id(), "number": entry.number, "complete": certificate.is_complete(),
        "questions": certificate.questions, "right": names(&certificate.right),
        "sure_and_wrong": names(&certificate.sure_and_wrong),
        "exercises": certificate.exercises, "solved": names(&certificate.solved), "shown": names(&certificate.shown),
    })
}
