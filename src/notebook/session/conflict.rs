//! Two programs with one text: whose it is now, and where the other one is.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::saved_progress::SavedProgress;
use crate::notebook::lesson::BlockId;

/// That another program has changed a text which this one has changed, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// This program's text has taken the place of the other one's.
    Won {
        /// The cell or exercise.
        block: BlockId,
        /// The file that holds what was kept before.
        aside: String,
    },
    /// The other program's text is the one that is kept, and this program still has its own.
    Lost {
        /// The cell or exercise.
        block: BlockId,
    },
}

/// A block whose text this program has changed since `before`, and another one in another way.
pub(super) fn won(before: &SavedProgress, now: &SavedProgress, kept: &SavedProgress) -> Option<BlockId> {
    find(before, now, kept, |was, mine, theirs| theirs.is_some() && was != theirs && mine != theirs && was != mine)
}

/// A block in which this program has a text of its own that it has not changed since `before`, while another one has.
pub(super) fn lost(before: &SavedProgress, now: &SavedProgress, kept: &SavedProgress) -> Option<BlockId> {
    find(before, now, kept, |was, mine, theirs| mine.is_some() && was == mine && theirs != mine)
}

type SavedText<'r> = Option<&'r Arc<str>>;

fn find(
    before: &SavedProgress,
    now: &SavedProgress,
    kept: &SavedProgress,
    is_so: impl Fn(SavedText<'_>, SavedText<'_>, SavedText<'_>) -> bool,
) -> Option<BlockId> {
    let (before, now, kept) = (texts(before), texts(now), texts(kept));
    let is_so = |block: &&&BlockId| is_so(before.get(*block), now.get(*block), kept.get(*block));
    now.keys().chain(kept.keys()).find(is_so).map(|block| Arc::clone(block))
}

/// What the learner has written, by block: no cell of the learner's own has the name of another block.
fn texts(record: &SavedProgress) -> BTreeMap<&BlockId, Arc<str>> {
    let edits = record.edits.iter().map(|edit| (&edit.block, Arc::clone(&edit.text)));
    edits.chain(record.scratch.iter().map(|cell| (&cell.id, Arc::clone(&cell.text)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::session::saved_progress::Edit;

    fn record(edits: &[(&str, &str)]) -> SavedProgress {
        let edit =
            |(block, text): &(&str, &str)| Edit { block: (*block).into(), was: "x".into(), text: (*text).into() };
        SavedProgress { lesson: "a".into(), edits: edits.iter().map(edit).collect(), ..SavedProgress::default() }
    }

    #[test]
    fn a_text_that_both_have_changed_is_won_by_who_writes_last() {
        let before = record(&[("one", "1"), ("two", "2")]);
        let won = |now: &[(&str, &str)], kept: &[(&str, &str)]| {
            won(&before, &record(now), &record(kept)).map(|block| block.to_string())
        };
        let mine = &[("one", "1"), ("two", "mine")][..];
        assert_eq!(won(mine, &[("one", "1"), ("two", "theirs")]).as_deref(), Some("two"));
        assert_eq!(won(&[("one", "1")], &[("two", "theirs")]).as_deref(), Some("two"), "taken back here");
        assert_eq!(won(&[("new", "a")], &[("new", "b")]).as_deref(), Some("new"));
        // The same in both, only here, only there: nobody's text is gone.
        assert_eq!(won(mine, mine), None);
        assert_eq!(won(mine, &[("one", "theirs"), ("two", "2")]), None);
        assert_eq!(won(mine, &[("two", "2"), ("theirs", "3")]), None);
    }

    #[test]
    fn a_text_of_ones_own_that_another_has_changed_since_is_lost() {
        let before = record(&[("one", "1"), ("two", "2")]);
        let lost = |now: &[(&str, &str)], kept: &[(&str, &str)]| {
            lost(&before, &record(now), &record(kept)).map(|block| block.to_string())
        };
        assert_eq!(lost(&[("one", "1"), ("two", "mine")], &[("one", "theirs"), ("two", "2")]).as_deref(), Some("one"));
        assert_eq!(lost(&[("one", "1")], &[("two", "2")]).as_deref(), Some("one"), "the other one took it back");
        // What this program has nothing of its own in, it has not lost.
        assert_eq!(lost(&[("one", "1"), ("two", "2")], &[("one", "1"), ("two", "2"), ("new", "theirs")]), None);
    }
}
