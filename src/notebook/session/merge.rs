//! Two programs with one lesson: what each changed since it wrote last is put into what is there, so neither undoes the other's work.

use std::collections::BTreeMap;

use super::saved_progress::SavedProgress;

/// What is kept, with what has changed from `before` to `now` made in it. Where both changed one thing, `now` wins; the cursor is
/// where `now` has it.
pub(super) fn merged(before: &SavedProgress, now: &SavedProgress, kept: SavedProgress) -> SavedProgress {
    SavedProgress {
        lesson: now.lesson.clone(),
        at: now.at.clone(),
        top: now.top.clone(),
        edits: list(&before.edits, &now.edits, kept.edits, |edit| edit.block.clone()),
        scratch: list(&before.scratch, &now.scratch, kept.scratch, |cell| cell.id.clone()),
        answers: list(&before.answers, &now.answers, kept.answers, |answer| answer.question.clone()),
        reviews: map(&before.reviews, &now.reviews, kept.reviews),
        help: map(&before.help, &now.help, kept.help),
        passed: list(&before.passed, &now.passed, kept.passed, Clone::clone),
        bookmarks: list(&before.bookmarks, &now.bookmarks, kept.bookmarks, |mark| mark.block.clone()),
        skipped: list(&before.skipped, &now.skipped, kept.skipped, Clone::clone),
        // Steps do not mix: those of the page that was saved last. They are dropped where they do not lead to what is kept.
        history: if now.history == before.history { kept.history } else { now.history.clone() },
    }
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
    use crate::notebook::session::saved_progress::{Edit, HelpGiven, SavedAnswer};

    fn edit(block: &str, text: &str) -> Edit {
        Edit { block: block.into(), was: "x".into(), text: text.into() }
    }

    fn record(edits: &[(&str, &str)], passed: &[&str]) -> SavedProgress {
        let edits = edits.iter().map(|(block, text)| edit(block, text)).collect();
        let passed = passed.iter().map(|name| (*name).into()).collect();
        SavedProgress { lesson: "a".into(), edits, passed, ..SavedProgress::default() }
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
    fn what_only_the_other_changed_stays_as_it_changed_it() {
        let before = record(&[("one", "1"), ("two", "2")], &["p"]);
        let kept = record(&[("two", "theirs")], &[]);
        assert_eq!(merged(&before, &before, kept.clone()), kept);
        assert_eq!(merged(&SavedProgress { at: None, ..record(&[], &[]) }, &before, record(&[], &[])), before);
    }

    #[test]
    fn answers_and_help_are_put_together_too() {
        let answer = |question: &str| SavedAnswer { question: question.into(), option: 0, words: "w".into() };
        let with = |question: &str| SavedProgress {
            answers: vec![answer(question)],
            help: [(question.into(), HelpGiven { hints: 1, asked: 0 })].into(),
            ..record(&[], &[])
        };
        let both = merged(&record(&[], &[]), &with("one"), with("two"));
        assert_eq!(both.answers, [answer("two"), answer("one")]);
        assert_eq!(both.help.len(), 2);
    }
}
