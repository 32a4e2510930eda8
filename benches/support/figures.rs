//! Figures that a bench prints beside criterion's own: medians, percentiles and a small table with the targets.

#![expect(clippy::print_stdout, reason = "the figures are what a bench is run for")]

use std::time::Duration;

/// One line of the table: what was measured, how much it is, and what it should be.
pub(crate) fn row(what: &str, figure: &str, target: &str) {
    println!("| {what:<58} | {figure:>18} | {target:>12} |");
}

/// The head of the table, below the words that say how it was measured.
pub(crate) fn head(how: &str) {
    println!("\n{how}\n");
    row("what", "figure", "target");
    println!("| {:-<58} | {:->17}: | {:->11}: |", "", "", "");
}

/// The time below which the given share (0 to 1) of the times lies.
pub(crate) fn percentile(times: &[Duration], share: f64) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let place = (share * sorted.len() as f64) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// The time in the middle.
pub(crate) fn median(times: &[Duration]) -> Duration {
    percentile(times, 0.5)
}

/// A time in the unit that fits it.
pub(crate) fn time(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1000.0 { format!("{micros:.0} us") } else { format!("{:.2} ms", micros / 1000.0) }
}
