//! What each head does as a table: `glassformer translate --heads`.

use std::io::Write;

use indicatif::ProgressBar;
use serde_json::{Value, json};

use crate::cli::{Failure, output};
use crate::nn::heads::costs::{Cost, Costs, costs};
use crate::nn::heads::{Habits, habits};
use crate::nn::tasks::Example;
use crate::nn::tasks::score::TestSentence;
use crate::nn::tasks::translation::{self, Pair};
use crate::nn::{Task, Translator};
use crate::tensor::random::Generator;

/// Draws so many sentences, always the same ones, and shows what heads do with them, and what it costs to switch them off.
pub(super) fn show(translator: &Translator<'_>, count: u16, with_costs: bool, as_json: bool) -> Result<(), Failure> {
    let mut generator = Generator::manual_seed(0);
    let sentences = (0..count).map(|_| translation::draw(&mut generator)).collect::<Result<Vec<_>, _>>()?;
    let all = habits(translator, &sentences)?;
    let costs = with_costs.then(|| measured(translator, &sentences)).transpose()?;
    let text = if as_json { json(&all, costs.as_ref()) } else { table(&all, costs.as_ref(), count) };
    Ok(write!(output::stdout(), "{text}")?)
}

/// What each head costs. It takes a while, and somebody who waits sees how far it is.
fn measured(translator: &Translator<'_>, sentences: &[Pair]) -> Result<Costs, Failure> {
    let pieces = |pair: &Pair| Example {
        source: translation::english().cut(&pair.english),
        target: translation::french().cut(&pair.french),
    };
    let sentences: Vec<TestSentence> =
        sentences.iter().map(|pair| TestSentence::of(Task::Translation, &pieces(pair))).collect();
    let bar = ProgressBar::new(0);
    let costs = costs(translator, &sentences, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(costs?)
}

fn table(all: &[Habits], costs: Option<&Costs>, count: u16) -> String {
    let wide = all.iter().map(|habits| name(habits).len()).max().unwrap_or(0);
    let percent = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{:.0}", 100.0 * share));
    let line = |(at, habits): (usize, &Habits)| {
        let Habits { previous, next, same, first, last, subject, noun, aligned, .. } = habits;
        let shares = [Some(*previous), *next, Some(*same), Some(*first), *last, *subject, *noun, *aligned];
        let cells = shares.map(|share| format!("{:>9}", percent(share)));
        let cost = costs.and_then(|costs| costs.heads.get(at));
        let cost = cost.map(|Cost { without, alone, .. }| format!("{without:>9}{alone:>9}")).unwrap_or_default();
        format!("{:<wide$}{}{cost}\n", name(habits), cells.concat())
    };
    let titles = ["previous", "next", "same", "first", "last", "subject", "noun", "aligned"];
    let of_costs: &[&str] = if costs.is_some() { &["without", "alone"] } else { &[] };
    let titles = titles.iter().chain(of_costs).map(|title| format!("{title:>9}")).collect::<Vec<_>>().concat();
    let lines: String = all.iter().enumerate().map(line).collect();
    let costs = costs.map_or_else(String::new, |costs| {
        format!(
            "\nWith all heads, {} of the {count} translations are right. The last two columns show how many are right without this head, and how many \
             are\nright with only this head in its attention module.\n",
            costs.right
        )
    });
    format!(
        "The mean attention weight of each head, in percent, over the tokens of {count} sentences: on the previous token, the next token, the\n\
         same position, the first token, the last token; from a verb to its subject, from an adjective to its noun; and, in\n\
         cross-attention, to the source words that the grammar aligns with the target word.\n\n\
         {:<wide$}{titles}\n{lines}{costs}",
        ""
    )
}

fn name(habits: &Habits) -> String {
    format!("{}.heads.{}", habits.module, habits.head)
}

fn json(all: &[Habits], costs: Option<&Costs>) -> String {
    let one = |(at, habits): (usize, &Habits)| {
        let mut one = json!({
            "head": name(habits), "previous": habits.previous, "next": habits.next, "same": habits.same, "first": habits.first,
            "last": habits.last, "subject": habits.subject, "noun": habits.noun, "aligned": habits.aligned,
        });
        if let Some((costs, cost)) = costs.and_then(|costs| Some((costs, costs.heads.get(at)?))) {
            one["right"] = json!({ "all": costs.right, "without": cost.without, "alone": cost.alone });
        }
        one
    };
    all.iter().enumerate().map(one).collect::<Value>().to_string() + "\n"
}
