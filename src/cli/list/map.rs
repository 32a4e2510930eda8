//! `glassformer list --map`: which lesson needs which.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::cli::Failure;
use crate::notebook::library::Library;
use crate::notebook::map::Standing;
use crate::notebook::session::Progress;
use crate::tui::model::contents::Contents;
use crate::tui::widgets::rails;

/// Prints one row a lesson, with lines from what it needs, as the screen draws them.
pub(super) fn run(library: &Library, progress: &BTreeMap<Arc<str>, Progress>) -> Result<(), Failure> {
    let contents = Contents::new(library);
    let known: Vec<_> = contents.entries.iter().map(|entry| progress.get(&entry.id).copied()).collect();
    let standings = contents.map.standings(&known);
    let mut out = io::stdout().lock();
    let legend: Vec<_> =
        Standing::ALL.iter().map(|standing| format!("{} {}", standing.mark(), standing.words())).collect();
    writeln!(out, "{}\n", legend.join("   "))?;
    for (at, row) in contents.map.rows.iter().enumerate() {
        let (Some(entry), Some(standing)) = (contents.entries.get(row.lesson), standings.get(row.lesson)) else {
            continue;
        };
        let mut signs = rails::row(&contents.map, at, |_| false);
        if let Some(own) = signs.get_mut(row.lane * 2) {
            *own = standing.mark();
        }
        let number = entry.number.map_or_else(|| "·".to_owned(), |number| number.to_string());
        writeln!(out, "{} {number:>2} {}", signs.concat(), entry.title)?;
    }
    Ok(())
}
