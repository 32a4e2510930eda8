//! What each head does as a table: `glassformer translate --heads`.

use std::io::Write;

use serde_json::{Value, json};

use crate::cli::{Failure, output};
use crate::nn::Translator;
use crate::nn::heads::{Habits, habits};
use crate::nn::tasks::translation;
use crate::tensor::random::Generator;

/// Draws so many sentences, always the same ones, and shows what heads do with them.
pub(super) fn show(translator: &Translator<'_>, count: u16, as_json: bool) -> Result<(), Failure> {
    let mut generator = Generator::manual_seed(0);
    let sentences = (0..count).map(|_| translation::draw(&mut generator)).collect::<Result<Vec<_>, _>>()?;
    let all = habits(translator, &sentences)?;
    let text = if as_json { json(&all) } else { table(&all, count) };
    Ok(write!(output::stdout(), "{text}")?)
}

fn table(all: &[Habits], count: u16) -> String {
    let wide = all.iter().map(|habits| name(habits).len()).max().unwrap_or(0);
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.0}", 100.0 * share));
    let line = |habits: &Habits| {
        let Habits { previous, same, first, last, aligned, .. } = habits;
        let cells =
            [Some(*previous), Some(*same), Some(*first), *last, *aligned].map(|share| format!("{:>9}", percent(share)));
        format!("{:<wide$}{}\n", name(habits), cells.concat())
    };
    let titles = ["previous", "same", "first", "last", "aligned"].map(|title| format!("{title:>9}")).concat();
    let lines: String = all.iter().map(line).collect();
    format!(
        "Where each head looks, in percent, on average over the words of {count} sentences: at the token before, at the same place, at\n\
         the first, at the last; and in cross-attention at the words that the grammar knows to mean the same.\n\n\
         {:<wide$}{titles}\n{lines}",
        ""
    )
}

fn name(habits: &Habits) -> String {
    format!("{}.heads.{}", habits.module, habits.head)
}

fn json(all: &[Habits]) -> String {
    let one = |habits: &Habits| {
        json!({
            "head": name(habits), "previous": habits.previous, "same": habits.same, "first": habits.first, "last": habits.last,
            "aligned": habits.aligned,
        })
    };
    all.iter().map(one).collect::<Value>().to_string() + "\n"
}
