//! Two programs with one lesson: what each changed since it wrote last is put into what is there, so neither undoes the other's work.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::record::Record;
use crate::notebook::lesson::BlockId;

/// What is kept, with what has changed from `before` to `now` made in it. Where both changed one thing, `now` wins; the cursor is
/// where `now` has it.
pub(super) fn merged(before: &Record, now: &Record, kept: Record) -> Record {
    Record {
        lesson: now.lesson.clone(),
        at: now.at.clone(),
        top: now.top.clone(),
        edits: list(&before.edits, &now.edits, kept.edits, |edit| edit.block.clone()),
        scratch: list(&before.scratch, &now.scratch, kept.scratch, |cell| cell.id.clone()),
        answers: list(&before.answers, &now.answers, kept.answers, |answer| answer.question.clone()),
        recalls: map(&before.recalls, &now.recalls, kept.recalls),
        help: map(&before.help, &now.help, kept.help),
        passed: list(&before.passed, &now.passed, kept.passed, Clone::clone),
        bookmarks: list(&before.bookmarks, &now.bookmarks, kept.bookmarks, |mark| mark.block.clone()),
    }
}

/// A block whose text both have changed, each in its own way, so that what the other wrote is gone.
pub(super) fn contested(before: &Record, now: &Record, kept: &Record) -> Option<BlockId> {
    let edits = |record: &Record| texts(record.edits.iter().map(|edit| (&edit.block, &edit.text)));
    let scratch = |record: &Record| texts(record.scratch.iter().map(|cell| (&cell.id, &cell.text)));
    let among = |texts: &dyn Fn(&Record) -> BTreeMap<BlockId, Arc<str>>| {
        let (before, now, kept) = (texts(before), texts(now), texts(kept));
        let is_contested = |(block, theirs): &(&BlockId, &Arc<str>)| {
            let (was, mine) = (before.get(*block), now.get(*block));
            was != Some(theirs) && mine != Some(theirs) && was != mine
        };
        kept.iter().find(is_contested).map(|(block, _)| Arc::clone(block))
    };
    among(&edits).or_else(|| among(&scratch))
}

fn texts<'r>(pairs: impl Iterator<Item = (&'r BlockId, &'r Arc<str>)>) -> BTreeMap<BlockId, Arc<str>> {
    pairs.map(|(block, text)| (Arc::clone(block), Arc::clone(text))).collect()
}

/// The same for things that stand in an order and have a name each.
fn list<'r, T, K, C>(before: &'r C, now: &'r C, kept: C, key: impl Fn(&T) -> K) -> C
where
    T: Clone + PartialEq + 'r,
    K: Ord,
    C: IntoIterator<Item = T> + FromIterator<T>,
    &'r C: IntoIterator<Item = &'r T>,
{
    let named = |things: &'r C| things.into_iter().map(|thing| (key(thing), thing)).collect::<BTreeMap<K, &'r T>>();
    let (before, mut changed) = (named(before), named(now));
    let is_gone: Vec<&K> = before.keys().filter(|name| !changed.contains_key(name)).collect();
    let mut things: Vec<T> = kept.into_iter().filter(|thing| !is_gone.contains(&&key(thing))).collect();
    changed.retain(|name, thing| before.get(name) != Some(thing));
    for thing in &mut things {
        if let Some(newer) = changed.remove(&key(thing)) {
            *thing = newer.clone();
        }
    }
    // In the order of the page, as far as that is known.
    let new = now.into_iter().filter(|thing| changed.contains_key(&key(thing)));
    things.into_iter().chain(new.cloned()).collect()
}

fn map<K: Ord + Clone, V: Clone + PartialEq>(
    before: &BTreeMap<K, V>,
    now: &BTreeMap<K, V>,
    mut kept: BTreeMap<K, V>,
) -> BTreeMap<K, V> {
    kept.retain(|name, _| now.contains_key(name) || !before.contains_key(name));
    let changed = now.iter().filter(|(name, value)| before.get(name) != Some(value));
    kept.extend(changed.map(|(name, value)| (name.clone(), value.clone())));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::session::record::{Answer, Edit, HelpGiven};

    fn edit(block: &str, text: &str) -> Edit {
        Edit { block: block.into(), was: "x".into(), text: text.into() }
    }

    fn record(edits: &[(&str, &str)], passed: &[&str]) -> Record {
        let edits = edits.iter().map(|(block, text)| edit(block, text)).collect();
        let passed = passed.iter().map(|name| (*name).into()).collect();
        Record { lesson: "a".into(), edits, passed, ..Record::default() }
    }

    #[test]
    fn what_both_have_done_is_there_and_what_one_took_back_is_not() {
        let before = record(&[("one", "1"), ("two", "2")], &["p"]);
        let now = record(&[("two", "mine"), ("new", "3")], &["p", "q"]);
        let kept = record(&[("one", "1"), ("two", "theirs"), ("theirs", "4")], &["r"]);
        let both = merged(&before, &now, kept);
        assert_eq!(both, record(&[("two", "mine"), ("theirs", "4"), ("new", "3")], &["q", "r"]));
    }

    #[test]
    fn a_text_that_both_have_changed_is_contested() {
        let before = record(&[("one", "1"), ("two", "2")], &[]);
        let contest = |now: &[(&str, &str)], kept: &[(&str, &str)]| {
            contested(&before, &record(now, &[]), &record(kept, &[])).map(|block| block.to_string())
        };
        let mine = &[("one", "1"), ("two", "mine")][..];
        assert_eq!(contest(mine, &[("one", "1"), ("two", "theirs")]).as_deref(), Some("two"));
        assert_eq!(contest(&[("one", "1")], &[("two", "theirs")]).as_deref(), Some("two"), "taken back here");
        assert_eq!(contest(&[("new", "a")], &[("new", "b")]).as_deref(), Some("new"));
        // The same in both, only here, only there: nobody's text is gone.
        assert_eq!(contest(mine, mine), None);
        assert_eq!(contest(mine, &[("one", "theirs"), ("two", "2")]), None);
        assert_eq!(contest(mine, &[("two", "2"), ("theirs", "3")]), None);
    }

    #[test]
    fn what_only_the_other_changed_stays_as_it_changed_it() {
        let before = record(&[("one", "1"), ("two", "2")], &["p"]);
        let kept = record(&[("two", "theirs")], &[]);
        assert_eq!(merged(&before, &before, kept.clone()), kept);
        assert_eq!(merged(&Record { at: None, ..record(&[], &[]) }, &before, record(&[], &[])), before);
    }

    #[test]
    fn answers_and_help_are_put_together_too() {
        let answer = |question: &str| Answer { question: question.into(), option: 0, words: "w".into() };
        let with = |question: &str| Record {
            answers: vec![answer(question)],
            help: [(question.into(), HelpGiven { hints: 1, asked: 0 })].into(),
            ..record(&[], &[])
        };
        let both = merged(&record(&[], &[]), &with("one"), with("two"));
        assert_eq!(both.answers, [answer("two"), answer("one")]);
        assert_eq!(both.help.len(), 2);
    }
}
