//! `glassformer list`: the lessons there are.

use std::io::{self, Write};

use serde_json::json;

use super::Failure;
use crate::notebook::library::Library;

/// Prints one line a lesson.
pub(super) fn run(library: &Library, as_json: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if as_json {
        let lessons: Vec<_> = library
            .entries()
            .iter()
            .map(|entry| {
                let (title, summary) = entry.front.as_ref().map_or((None, None), |front| (Some(&*front.title), Some(&*front.summary)));
                let problems: Vec<String> = entry.front.as_ref().err().into_iter().flatten().map(ToString::to_string).collect();
                json!({ "id": entry.id(), "number": entry.number, "title": title, "summary": summary, "problems": problems })
            })
            .collect();
        return Ok(writeln!(out, "{:#}", json!(lessons))?);
    }
    for entry in library.entries() {
        let number = entry.number.map_or_else(String::new, |number| number.to_string());
        match &entry.front {
            Ok(front) => writeln!(out, "{number:>3}  {:<14} {}: {}", entry.id(), front.title, front.summary)?,
            Err(problems) => {
                let first = problems.first().map_or_else(|| "broken".to_owned(), ToString::to_string);
                writeln!(out, "{number:>3}  {:<14} cannot be read: {first}", entry.id())?;
            }
        }
    }
    Ok(())
}
