//! What the footer, the help and `docs/keys.md` say of the keys.

use std::fmt::Write as _;

use ratatui::crossterm::event::KeyCode;

use super::Action as A;
use super::{Action, Context, Group, Key, Keymap, Keys, Row};
use crate::words::word;

/// The longest that two keys may be together.
const LONGEST_PAIR: usize = 9;

/// The keys of the options of a question.
const DIGITS: &str = "1-9";

/// The two directions of a thing, the one first by whose words both are known.
const WAYS: [(Action, Action); 14] = [
    (A::Down, A::Up),
    (A::Right, A::Left),
    (A::PageDown, A::PageUp),
    (A::Last, A::First),
    (A::NextControl, A::PreviousControl),
    (A::NextSlice, A::PreviousSlice),
    (A::NextView, A::PreviousView),
    (A::NextHit, A::PreviousHit),
    (A::NextLesson, A::PreviousLesson),
    (A::NextToken, A::PreviousToken),
    (A::GoBack, A::GoForward),
    (A::Increase, A::Decrease),
    (A::IncreaseMuch, A::DecreaseMuch),
    (A::Complete, A::CompletePrevious),
];

/// One line of footer or help: the keys as a reader sees them, and what they do here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// `↑ k`, `Enter`, `Ctrl-C`.
    pub keys: String,
    /// A few words: `undo`, `into the tensor`.
    pub description: &'static str,
    /// The heading of the help.
    pub group: Group,
    /// The keys themselves: any of them does it, or for a pair of directions one of the two.
    pub acts: Keys,
}

impl Keymap {
    /// What the footer offers in `context`, the most useful first: the actions to which `wording` gives a word.
    ///
    /// `wording` is asked with an action and the words of the table; it may return others, or none where the action has nothing to do.
    pub fn footer(
        &self,
        context: Context,
        wording: impl Fn(Action, &'static str) -> Option<&'static str>,
    ) -> Vec<Hint> {
        let mut rows: Vec<&Row> = self.rows(context).iter().filter(|row| row.binding.footer > 0).collect();
        rows.sort_by_key(|row| row.binding.footer);
        rows.into_iter().filter_map(|row| self.short(context, row, &wording)).collect()
    }

    /// Every row of `context` that has keys, in the order of its groups.
    pub fn help(&self, context: Context) -> Vec<Hint> {
        let mut rows: Vec<&Row> = self.rows(context).iter().filter(|row| !row.keys.is_empty()).collect();
        rows.sort_by_key(|row| row.binding.group);
        rows.into_iter().map(hint).collect()
    }

    /// The rows of `context` to which `wording` gives a word, in the order of their groups, in little room: the two directions of a thing
    /// share a row, and of several keys for the same the first is shown.
    pub fn overview(
        &self,
        context: Context,
        wording: impl Fn(Action, &'static str) -> Option<&'static str>,
    ) -> Vec<Hint> {
        let mut rows: Vec<&Row> = self.rows(context).iter().filter(|row| !row.keys.is_empty()).collect();
        rows.sort_by_key(|row| row.binding.group);
        let partner = |on: Action, group: Group| {
            let back = WAYS.iter().find(|(first, _)| *first == on).map(|(_, back)| *back)?;
            rows.iter().copied().find(|row| (row.binding.action, row.binding.group) == (back, group))
        };
        let is_other_way = |row: &&Row| {
            let way_on = WAYS.iter().find(|(_, back)| *back == row.binding.action).map(|(on, _)| *on);
            way_on.is_some_and(|on| {
                rows.iter().any(|other| (other.binding.action, other.binding.group) == (on, row.binding.group))
            })
        };
        let shown = rows.iter().copied().filter(|row| !is_other_way(row));
        let overview = shown.filter_map(|row| {
            let (action, group) = (row.binding.action, row.binding.group);
            let said = |row: &Row| wording(row.binding.action, row.binding.words());
            let back = partner(action, group).and_then(|back| Some((back, said(back)?)));
            let Some(description) = said(row) else {
                // Only the way back is open.
                let (back, description) = back?;
                let acts: Keys = back.keys.first().copied().into_iter().collect();
                return Some(Hint { keys: together(&acts), description, group, acts });
            };
            let is_plain = description == row.binding.words();
            let on = row.keys.first().copied();
            let back = back.and_then(|(back, _)| back.keys.first().copied());
            let both = back.and_then(|_| both_ways_in_words(action, context)).filter(|_| is_plain);
            let keys = match action {
                A::Answer => hint(row).keys,
                _ => both_ways(on, back),
            };
            let description = both.unwrap_or(description);
            Some(Hint { keys, description, group, acts: on.into_iter().collect() })
        });
        overview.collect()
    }

    /// The whole table as Markdown, one section a context, for `docs/keys.md`.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        for context in Context::ALL {
            let _ = writeln!(text, "### {}\n\n| Keys | |\n|---|---|", context.title());
            for Hint { keys, description, .. } in self.help(context) {
                let keys: Vec<_> = keys.split(' ').map(|key| format!("`{}`", key.replace('|', "\\|"))).collect();
                let _ = writeln!(text, "| {} | {description} |", keys.join(" "));
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    /// The footer has little room: the first key of each binding, and one hint for pairs and for all arrows.
    fn short(
        &self,
        context: Context,
        row: &Row,
        wording: impl Fn(Action, &'static str) -> Option<&'static str>,
    ) -> Option<Hint> {
        let (action, group) = (row.binding.action, row.binding.group);
        let own = wording(action, row.binding.words());
        let pair: &[Action] = match (action, context) {
            // Increase says it; and Enter, where both answer.
            (A::Decrease, _) | (A::Answer, Context::Question) => return None,
            (A::Down, _) => &[A::Up, A::Down],
            (A::Right, Context::Page | Context::Stepping | Context::Training | Context::Beam | Context::Map) => {
                &[A::Left, A::Right]
            }
            (A::Right, _) => &[A::Left, A::Up, A::Down, A::Right],
            (A::NextToken, _) => &[A::PreviousToken, A::NextToken],
            (A::EarlierStep, _) => &[A::EarlierStep, A::LaterStep],
            (A::Increase, _) => &[A::Increase, A::Decrease],
            _ => &[],
        };
        let first = |action: &Action| self.first_key(context, *action);
        if pair.is_empty() {
            let (description, key) = (own?, *row.keys.first()?);
            let keys = match (action, context) {
                (A::Answer, _) => DIGITS.to_owned(),
                (A::Open, Context::Question) => format!("{key} {DIGITS}"),
                _ => key.to_string(),
            };
            return Some(Hint { keys, description, group, acts: vec![key] });
        }
        let said = |wanted: Action| match own {
            own if wanted == action => own,
            _ => self.words(context, wanted).and_then(|words| wording(wanted, words)),
        };
        // Where only some of the ways are open, the others are not shown.
        let open: Vec<Action> = pair.iter().copied().filter(|way| said(*way).is_some()).collect();
        let description = match (open.as_slice(), pair.len()) {
            ([], _) => return None,
            ([way], 2) => said(*way).map(|words| one_way_in_words(*way, context).unwrap_or(words))?,
            _ => pair_in_words(action, context, own, row.binding.words()),
        };
        // A click does what stands first in the table: on, not back.
        let on = row.keys.first().copied().filter(|_| own.is_some());
        let shown: Keys = open.iter().filter_map(first).collect();
        let acts: Keys = on.into_iter().chain(shown.iter().copied().filter(|key| Some(*key) != on)).collect();
        (!acts.is_empty()).then(|| Hint { keys: together(&shown), description, group, acts })
    }

    /// What the table says of an action in a place.
    fn words(&self, context: Context, action: Action) -> Option<&'static str> {
        self.rows(context).iter().find(|row| row.binding.action == action).map(|row| row.binding.words())
    }
}

/// What the footer says of a pair of directions of which both are open; `own` is said of the first here, and `table` in general.
fn pair_in_words(action: Action, context: Context, own: Option<&'static str>, table: &'static str) -> &'static str {
    let own = own.unwrap_or(table);
    match (action, context) {
        (A::Down, Context::Stepping) | (A::Right, Context::Beam) => word!("back-over"),
        (A::Right, Context::Stepping) => word!("out-into"),
        (A::NextToken, _) => word!("token"),
        (A::Down, Context::Training) => word!("sentence"),
        (A::Right, Context::Training) => word!("head"),
        (A::EarlierStep, _) => word!("read-curves"),
        (A::Right, Context::Map) => word!("along-lines"),
        // What it does here is said where it is more than moving.
        (A::Down, _) if own != table => own,
        (A::Right, Context::Page) => own,
        (A::Right, _) => word!("move"),
        _ => both_ways_in_words(action, context).unwrap_or(own),
    }
}

/// What the footer says of one way of a pair, where the table's words are not those of the footer.
fn one_way_in_words(action: Action, context: Context) -> Option<&'static str> {
    match (action, context) {
        (A::EarlierStep, _) => Some(word!("read-curves")),
        (A::Up | A::Down, Context::Beam) => Some(word!("move")),
        _ => None,
    }
}

/// What both directions of a thing are called together, where the words of one would mislead.
fn both_ways_in_words(action: Action, context: Context) -> Option<&'static str> {
    match (action, context) {
        (A::Down, _) => Some(word!("move")),
        (A::Increase, Context::Training) => Some(word!("rate")),
        (A::Increase, Context::Beam) => Some(word!("beam-width")),
        (A::Increase, _) => Some(word!("more-or-less")),
        (A::Right, Context::Page) => Some(word!("a-step")),
        (A::PageDown, _) => Some(word!("a-page")),
        (A::Last, _) => Some(word!("start-or-end")),
        (A::NextView, _) => Some(word!("another-view")),
        (A::NextHit, _) => Some(word!("another-match")),
        (A::NextLesson, _) => Some(word!("another-lesson")),
        _ => None,
    }
}

/// The keys for both directions of a thing; the first alone where they are long.
fn both_ways(on: Option<Key>, back: Option<Key>) -> String {
    let pair: Keys = match on.map(|key| key.code) {
        // Letters stand in the order of their words, signs as on the keyboard.
        Some(KeyCode::Char('a'..='z' | '+')) => on.into_iter().chain(back).collect(),
        _ => back.into_iter().chain(on).collect(),
    };
    let names = together(&pair);
    if names.chars().count() > LONGEST_PAIR { on.as_ref().map(Key::to_string).unwrap_or_default() } else { names }
}

/// Several keys in little room: signs stand together, names apart.
fn together(keys: &[Key]) -> String {
    let names: Vec<String> = keys.iter().map(Key::to_string).collect();
    let gap = if names.iter().all(|name| name.chars().count() == 1) { "" } else { " " };
    names.join(gap)
}

fn hint(row: &Row) -> Hint {
    let shown: Vec<_> = row.keys.iter().map(Key::to_string).collect();
    let keys = if row.binding.action == Action::Answer { DIGITS.to_owned() } else { shown.join(" ") };
    Hint { keys, description: row.binding.words(), group: row.binding.group, acts: row.keys.clone() }
}

#[cfg(test)]
mod tests {
    use super::super::map::Changes;
    use super::super::parse_keys;
    use super::*;

    fn footer(keymap: &Keymap, context: Context) -> Vec<String> {
        let hints = keymap.footer(context, |_, words| Some(words));
        hints.into_iter().map(|hint| format!("{} {}", hint.keys, hint.description)).collect()
    }

    #[test]
    fn the_markdown_has_every_context_and_key() {
        let text = Keymap::new().markdown();
        for context in Context::ALL {
            assert!(text.contains(&format!("### {}", context.title())));
        }
        assert!(text.contains("| `Ctrl-C` | end the program |"));
        assert!(text.ends_with("|\n") && !text.ends_with("\n\n"));
    }

    #[test]
    fn half_of_a_pair_stays_when_the_other_is_impossible() {
        let keymap = Keymap::new();
        let without = |context, closed: &[Action]| {
            let wording = |action, words| Some(words).filter(|_| !closed.contains(&action));
            let said = |hints: Vec<Hint>| -> Vec<String> {
                hints.into_iter().map(|hint| format!("{} {}", hint.keys, hint.description)).collect()
            };
            (said(keymap.footer(context, wording)), said(keymap.overview(context, wording)))
        };
        for (closed, footer, menu) in [
            (A::Increase, "- narrower beam", "- narrower beam"),
            (A::Decrease, "+ wider beam", "+ wider beam"),
            (A::Right, "← previous step", "← previous step"),
            (A::Up, "↓ move", "↓ continuation below"),
        ] {
            let (shown, listed) = without(Context::Beam, &[closed]);
            assert!(shown.contains(&footer.to_owned()), "{closed:?}: {shown:?}");
            assert!(listed.contains(&menu.to_owned()), "{closed:?}: {listed:?}");
        }
        let (shown, listed) = without(Context::Beam, &[A::Increase, A::Decrease]);
        let is_of_width = |hint: &String| ["wider", "narrower", "width"].iter().any(|word| hint.contains(word));
        assert!(!shown.iter().chain(&listed).any(is_of_width), "{shown:?}\n{listed:?}");
        let (shown, _) = without(Context::Tensor, &[A::Right, A::Left]);
        assert!(shown.contains(&"↑↓ move".to_owned()), "{shown:?}");
    }

    #[test]
    fn the_footer_shows_other_keys_and_nothing_where_there_are_none() {
        let own = footer(&Keymap::new(), Context::Tensor);
        assert!(own.contains(&"←↑↓→ move".to_owned()), "{own:?}");
        let keys = |text| parse_keys(text).unwrap();
        let changed = Keymap::with(&Changes::from([
            ((Context::Tensor, Action::Left), keys("a")),
            ((Context::Tensor, Action::Right), keys("<f5> d")),
            ((Context::Tensor, Action::Open), keys("")),
            ((Context::Tensor, Action::Back), keys("<c-g>")),
        ]));
        let shown = footer(&changed, Context::Tensor);
        assert!(shown.contains(&"a ↑ ↓ F5 move".to_owned()), "{shown:?}");
        assert!(shown.contains(&"Ctrl-G back".to_owned()), "{shown:?}");
        assert!(!shown.iter().any(|hint| hint.contains("why?")), "{shown:?}");
        assert!(!changed.help(Context::Tensor).iter().any(|hint| hint.description == "why?"));
    }
}
