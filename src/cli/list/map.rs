//! `glassformer list --map`: which lesson needs which.

use std::io::Write;

use crate::cli::{Failure, output};
use crate::notebook::library::LessonLibrary;
use crate::notebook::map::LessonStatus;
use crate::notebook::session::SavedProgress;
use crate::tui::model::contents::Contents;
use crate::tui::widgets::rails;
use crate::words::Said as _;

/// Prints one row a lesson, with lines from what it needs, as the screen draws them.
pub(super) fn run(library: &LessonLibrary, records: &[SavedProgress]) -> Result<(), Failure> {
    let mut contents = Contents::new(library);
    contents.set_kept(library, records, None);
    let known: Vec<_> = contents.entries.iter().map(|entry| entry.progress).collect();
    let standings = contents.map.standings(&known);
    let mut out = output::stdout();
    let legend: Vec<_> =
        LessonStatus::ALL.iter().map(|standing| format!("{} {}", standing.mark(), standing.said())).collect();
    writeln!(out, "{}\n", legend.join("   "))?;
    for (at, row) in contents.map.rows.iter().enumerate() {
        let (Some(entry), Some(standing)) = (contents.entries.get(row.lesson), standings.get(row.lesson)) else {
            continue;
        };
        let mut signs = rails::row(&contents.map, at, |_| false);
        if let Some(own) = signs.get_mut(row.lane * 2) {
            *own = standing.mark();
        }
        writeln!(out, "{} {} {}", signs.concat(), entry.mark(), entry.title)?;
    }
    Ok(())
}
