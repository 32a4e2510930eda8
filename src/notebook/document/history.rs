//! The page's history, for a reader who walks back and forth in it.

use std::sync::Arc;

use super::Document;
use crate::lang::syntax::{StatementKind, Target};
use crate::lang::{ControlKind, Span, controls, parse};
use crate::notebook::lesson::BlockId;
use crate::notebook::session::history::{DocumentChange, UndoStep};

/// One step of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The block that it changed, the first of several.
    pub block: Option<BlockId>,
    /// What it did.
    pub deed: HistoryAction,
    /// Of a change of one text what it said and what it says.
    texts: Option<[Arc<str>; 2]>,
}

/// What a step of the history did. It is data, which `words` says in the language that is spoken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryAction {
    /// A text was changed: `value=0.7 → value=0.9`.
    Edited(String),
    /// A cell of a mask was switched.
    Switched {
        /// The mask, by its name.
        input: Arc<str>,
        /// The cell.
        cell: SwitchedCell,
    },
    /// A question was answered with this option, from 0.
    Answered(usize),
    /// An answer was taken back.
    Unanswered,
    /// A cell of the learner's own was added.
    Added,
    /// It was deleted.
    Deleted,
    /// So many blocks became what the lesson wrote.
    Reset(usize),
}

/// A cell of a mask that was switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchedCell {
    /// Its row.
    pub row: usize,
    /// Its column.
    pub column: usize,
    /// Whether the text [marked](crate::lang::controls::Mask::is_marked) it before.
    pub was_marked: bool,
}

impl Document {
    /// The steps that can be undone, in the order in which they were made, and behind them those that can be made again, from the one at
    /// place `first` on: [`Document::history`] says how many are done. What a step did is read off its texts when it is asked for.
    pub fn moments(&self, first: usize) -> impl Iterator<Item = HistoryEntry> {
        self.done.iter().chain(self.undone.iter().rev()).skip(first).map(HistoryEntry::of)
    }

    /// The step that is done again next, or that is taken back next.
    pub fn next_step(&self, forward: bool) -> Option<HistoryEntry> {
        if forward { self.undone.last() } else { self.done.back() }.map(HistoryEntry::of)
    }
}

impl HistoryEntry {
    fn of(step: &UndoStep) -> Self {
        let deed = match step.0.as_slice() {
            [change] => HistoryAction::of(change),
            changes => HistoryAction::Reset(changes.len()),
        };
        let texts = match step.0.as_slice() {
            [DocumentChange::Text { before, after, .. }] => Some([before, after].map(Arc::clone)),
            _ => None,
        };
        Self { block: step.block(), deed, texts }
    }

    /// The name whose value in the text it changed, if it changed nothing else.
    pub fn name(&self) -> Option<Arc<str>> {
        let [before, after] = self.texts.as_ref()?;
        edited_name(before, after)
    }
}

impl HistoryAction {
    fn of(change: &DocumentChange) -> Self {
        match change {
            DocumentChange::Text { before, after, .. } => {
                switched(before, after).unwrap_or_else(|| Self::Edited(exchange(before, after)))
            }
            DocumentChange::Answer { after: Some(option), .. } => Self::Answered(*option),
            DocumentChange::Answer { after: None, .. } => Self::Unanswered,
            DocumentChange::Cell { added: true, .. } => Self::Added,
            DocumentChange::Cell { added: false, .. } => Self::Deleted,
        }
    }
}

/// That one cell of a mask was switched, if that is all that was changed.
fn switched(before: &str, after: &str) -> Option<HistoryAction> {
    // Most texts have no mask, and may be as long as a paste.
    if ![before, after].iter().all(|text| text.contains("mask")) {
        return None;
    }
    let [was, now] = [before, after].map(|text| controls(&parse(text).program));
    was.iter().zip(&now).find_map(|pair| {
        let (ControlKind::Mask(was), ControlKind::Mask(now)) = (&pair.0.kind, &pair.1.kind) else { return None };
        let (row, column) = was.difference(now)?;
        let cell = SwitchedCell { row, column, was_marked: was.is_marked(row, column) };
        let is_all = was.toggled(before, row, column) == after || now.toggled(after, row, column) == before;
        is_all.then(|| HistoryAction::Switched { input: Arc::clone(&pair.0.name), cell })
    })
}

/// `0.7 → 0.9`: what stands in `after` where it differs from `before`, whole words at both ends.
fn exchange(before: &Arc<str>, after: &Arc<str>) -> String {
    let start = whole_words(before, common(before.chars(), after.chars()));
    let (before, after) = (&before[start..], &after[start..]);
    let end = common(before.chars().rev(), after.chars().rev());
    let [before, after] = [before, after].map(|text| {
        let kept = text.len() - end;
        let word = text[kept..].chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>();
        one_line(&text[..kept + word])
    });
    match (before.is_empty(), after.is_empty()) {
        (true, false) => format!("+ {after}"),
        (false, true) => format!("− {before}"),
        _ => format!("{before} → {after}"),
    }
}

/// The name that is assigned by the one statement in which two texts differ.
fn edited_name(before: &str, after: &str) -> Option<Arc<str>> {
    let start = common(before.chars(), after.chars());
    let room = before.len().min(after.len()) - start;
    let end = common(before[start..].chars().rev(), after[start..].chars().rev()).min(room);
    let name = |text: &str| {
        let program = parse(text).program;
        let is_it = |span: Span| (span.start as usize) < start && text.len() - end <= span.end as usize;
        let statement = program.into_iter().find(|statement| is_it(statement.span))?;
        let StatementKind::Assign { targets, .. } = statement.kind else { return None };
        match targets.as_slice() {
            [Target::Name(name)] if start >= name.span.end as usize => Some(Arc::clone(&name.name)),
            _ => None,
        }
    };
    name(before).filter(|known| name(after).as_ref() == Some(known))
}

/// How many bytes two texts have in common from one end on.
fn common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

/// `end` without the beginning of a word that goes on behind it.
fn whole_words(text: &str, end: usize) -> usize {
    end - text[..end].chars().rev().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '=')
}

fn one_line(text: &str) -> String {
    text.trim_start_matches([',', ' ']).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switched_cell_is_more_than_an_edit_of_text() {
        let of = |before: &str, after: &str| {
            HistoryAction::of(&DocumentChange::Text { block: "b".into(), before: before.into(), after: after.into() })
        };
        let computed = |cells: &str| format!("n = 3\nm = mask(torch.ones(n, n), flipped=[{cells}])");
        let cell = |row, column, was_marked| SwitchedCell { row, column, was_marked };
        let switched = |cell| HistoryAction::Switched { input: "m".into(), cell };
        assert_eq!(of(&computed(""), &computed("[2, 1]")), switched(cell(2, 1, false)));
        assert_eq!(of(&computed("[2, 1], [0, 1]"), &computed("[0, 1]")), switched(cell(2, 1, true)));
        assert_eq!(of("m = mask([[1, 0]])", "m = mask([[0, 0]])"), switched(cell(0, 0, true)));
        assert_eq!(of(&computed(""), &computed("[2, 1], [0, 0]")), HistoryAction::Edited("+ [2, 1], [0, 0]".into()));
    }

    #[test]
    fn an_edit_of_a_value_has_a_name() {
        let name = |before: &str, after: &str| edited_name(before, after).map(|name| name.to_string());
        let slider = |value: &str| format!("x = 2\ntemperature = slider(0, 1, value={value})\ny = 1");
        assert_eq!(name(&slider("1.0"), &slider("0.3")).as_deref(), Some("temperature"));
        assert_eq!(name("a = 1\nb = 2", "a = 1\nb = 25").as_deref(), Some("b"));
        for (before, after) in
            [("a = 1\nb = 1", "a = 2\nb = 2"), ("a = 1", "b = 1"), ("a = 1\n", "a = 1\nb = 2\n"), ("", "y = 1")]
        {
            assert_eq!(name(before, after), None, "{before} {after}");
        }
    }

    #[test]
    fn an_edit_is_said_by_what_became_what() {
        let said = |before: &str, after: &str| exchange(&before.into(), &after.into());
        assert_eq!(said("t = slider(0, 1, value=0.7)", "t = slider(0, 1, value=0.75)"), "value=0.7 → value=0.75");
        assert_eq!(said("W = [[1, 2], [3, 4]]", "W = [[1, 2], [30, 4]]"), "3 → 30");
        assert_eq!(said("a = 1\n", "a = 1\nb = 2\n"), "+ b = 2");
        assert_eq!(said("a = 1\nb = 2\n", "a = 1\n"), "− b = 2");
        assert_eq!(said("m = [[0, 1]]", "m = [[0, 1], [0, 2]]"), "+ [0, 2]");
        assert_eq!(said("aa", "aaa"), "aa → aaa");
        assert_eq!(said("x = é", "x = è"), "é → è");
        assert_eq!(said("", "y = 1\nz = 2"), "+ y = 1 z = 2");
    }
}
