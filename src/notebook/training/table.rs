//! The curves of a training as a table of values between commas.

use std::collections::BTreeMap;

use super::history::History;
use crate::notebook::csv;

/// A row for each step at which something is known. `parts` are the names of the model's parts; `scores` are right answers of all at
/// some steps. Where a point stands for several steps, its values are their means, and its row is that of the last.
pub fn csv(history: &History, parts: &[&str], scores: &[(u64, (usize, usize))]) -> String {
    let mut titles: Vec<String> =
        ["step", "steps", "loss", "right", "rate", "validation loss", "whole"].map(str::to_owned).into();
    let (of_points, of_looks, of_scores) = (1, 5, 6);
    titles.extend(parts.iter().map(|part| format!("gradient of {part}")));
    titles.extend(parts.iter().map(|part| format!("update to weight of {part}")));
    let mut rows: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let empty = vec![String::new(); titles.len()];
    let mut set = |step: u64, at: usize, value: String| {
        if let Some(field) = rows.entry(step).or_insert_with(|| empty.clone()).get_mut(at) {
            *field = value;
        }
    };
    for point in history.points() {
        let values = [point.count as f64, point.loss, point.share, point.rate];
        values.iter().enumerate().for_each(|(at, value)| set(point.step, of_points + at, number(*value)));
        point
            .parts
            .iter()
            .enumerate()
            .for_each(|(at, length)| set(point.step, titles.len() - 2 * parts.len() + at, number(*length)));
    }
    for look in history.looks() {
        if let Some(loss) = look.validation_loss {
            set(look.step, of_looks, number(loss));
        }
        look.updates
            .iter()
            .enumerate()
            .for_each(|(at, ratio)| set(look.step, titles.len() - parts.len() + at, number(*ratio)));
    }
    for (step, (right, all)) in scores {
        set(*step, of_scores, number(*right as f64 / (*all).max(1) as f64));
    }
    let mut lines = vec![csv::line(&titles)];
    for (step, mut row) in rows {
        row[0] = step.to_string();
        lines.push(csv::line(&row));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// All digits; nothing where there is no number.
fn number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::notebook::training::session::StepSummary;

    #[test]
    fn a_step_is_a_row_and_what_is_not_known_is_empty() {
        let mut history = History::default();
        for step in [1, 2] {
            let (loss, rate) = (4.0 / step as f64, 0.001);
            let took = Duration::ZERO;
            history.push(&StepSummary { step, loss, rate, norm: 1.0, parts: vec![0.5], words: 4, right: 1, took });
        }
        let table = csv(&history, &["encoder 0"], &[(2, (3, 4))]);
        let wanted = "step,steps,loss,right,rate,validation loss,whole,gradient of encoder 0,update to weight of encoder 0\n\
                      1,1,4,0.25,0.001,,,0.5,\n2,1,2,0.25,0.001,,0.75,0.5,\n";
        assert_eq!(table, wanted);
    }
}
