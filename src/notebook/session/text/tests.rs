use proptest::prelude::*;

use super::*;
use crate::notebook::lesson::BlockId;
use crate::notebook::session::Day;
use crate::notebook::session::history::{DocumentChange, SavedHistory, UndoStep};

const EXAMPLE: &str = "\
glassformer session 5

lesson attention
at scale
top 2 scale
answer 0 twins
= they are exactly equal
sure sure twins
again 2026-11-25 1 twins
help 1 2 twins
passed attend
bookmark scale
= Scores, divided = by the root
cell scale
- t = 1
- u = 2
+ t = 3
+ 
scratch scratch-1
after scale
+ scaled.max()

lesson masking
scratch scratch-1
+ 
edition 12
done
added 0 scratch-1
+ 
done
added 0 scratch-2
below scale
+ a = 1
undone
chose 1 - twins
text scale
- t = 1
- 
+ t = 2
undone
end
";

#[test]
fn a_session_reads_like_a_patch() {
    let records = read(EXAMPLE).unwrap();
    assert_eq!(write(&records), EXAMPLE);
    let edit = &records[0].edits[0];
    assert_eq!((&*edit.block, &*edit.was, &*edit.text), ("scale", "t = 1\nu = 2", "t = 3\n"));
    assert_eq!(records[0].help["twins"], HelpGiven { hints: 1, asked: 2 });
    assert_eq!(records[0].answers[0].words, "they are exactly equal");
    assert_eq!((&*records[1].scratch[0].text, &records[1].scratch[0].after), ("", &None));
}

#[test]
fn a_session_of_the_first_version_is_read_as_it_is() {
    let is_newer = |line: &&str| ["sure", "again", "bookmark", "= Scores"].iter().any(|newer| line.starts_with(newer));
    let lines = EXAMPLE.lines().filter(|line| !is_newer(line));
    let first = (lines.collect::<Vec<_>>().join("\n") + "\n").replace("session 3", "session 1");
    let records = read(&first).unwrap();
    assert!(records[0].reviews.is_empty() && records[0].answers.len() == 1 && records[0].edits.len() == 1);
}

#[test]
fn a_text_has_the_lowest_version_that_knows_all_of_it() {
    let mut records = read(EXAMPLE).unwrap();
    assert_eq!(records[1].history.edition, 12);
    assert_eq!([records[1].history.done.len(), records[1].history.undone.len()], [2, 2]);
    records[1].history = SavedHistory::default();
    records[0].skipped = ["widths".into()].into();
    let text = write(&records);
    assert!(text.starts_with("glassformer session 4\n") && text.contains("\nskipped widths\n"), "{text}");
    assert_eq!(read(&text).unwrap(), records);
    records[0].skipped.clear();
    assert!(write(&records).starts_with("glassformer session 3\n"));
    assert_eq!(&*records[0].bookmarks[0].block, "scale");
    assert_eq!(records[0].bookmarks[0].words, "Scores, divided = by the root");
    records[0].bookmarks.clear();
    let text = write(&records);
    assert!(text.starts_with("glassformer session 2\n"), "{text}");
    assert_eq!(read(&text).unwrap(), records);
}

#[test]
fn a_text_that_was_carried_between_systems_or_trimmed_is_the_same() {
    let records = read(EXAMPLE).unwrap();
    assert_eq!(read(&EXAMPLE.replace('\n', "\r\n")).unwrap(), records);
    assert_eq!(read(&EXAMPLE.replace("+ \n", "+\n")).unwrap(), records);
}

#[test]
fn what_is_damaged_is_told_with_its_line() {
    let message = |text: &str| read(text).unwrap_err().to_string();
    assert!(message("").starts_with("line 1: a session file must begin with"));
    assert!(message("{\"json\": true}").starts_with("line 1:"));
    assert!(message("glassformer session 6\n???").contains("newer Glassformer"), "whatever it says");
    assert!(message(&EXAMPLE.replace("passed", "pasted")).starts_with("line 11: `pasted attend` is not a valid line"));
    assert!(message(&EXAMPLE.replace("- u = 2\n+ t = 3\n", "+ t = 3\n- u = 2\n")).starts_with("line 17:"));
    assert!(message(&EXAMPLE.replace("answer 0", "answer x")).starts_with("line 6:"));
    assert!(message(&EXAMPLE.replace("sure sure", "sure very")).starts_with("line 8:"));
    assert!(message(&EXAMPLE.replace("2026-11-25", "2026-11-31")).starts_with("line 9:"));
    assert!(message(&format!("{EXAMPLE}more\n")).contains("after `end`"));
    assert!(message("glassformer session 1\nat a\nend\n").starts_with("line 2: this line comes before"));
    for end in (0..EXAMPLE.len() - 1).filter(|&end| EXAMPLE.is_char_boundary(end)) {
        assert!(read(&EXAMPLE[..end]).is_err(), "cut off at {end}");
    }
}

fn code() -> impl Strategy<Value = Arc<str>> {
    "([a-z=+\\-# \\\\\"\r\t\n猫\u{85}\u{2028}]|end|lesson|\n\\+ |\n- ){0,30}".prop_map(Arc::from)
}

fn id() -> impl Strategy<Value = BlockId> {
    "[a-z0-9 é+=-]{0,8}[a-z]".prop_map(|id| id.trim().into())
}

/// Something is remembered: of nothing there is no line.
fn review() -> impl Strategy<Value = ReviewState> {
    let confidence = prop::option::of(prop::sample::select(Confidence::ALL.to_vec()));
    let schedule =
        (0_i64..90_000, 0_usize..5).prop_map(|(days, right)| ReviewSchedule { due: Day::default().after(days), right });
    (confidence, prop::option::of(schedule))
        .prop_map(|(confidence, schedule)| ReviewState { confidence, schedule })
        .prop_filter("nothing", |review| *review != ReviewState::default())
}

fn change() -> impl Strategy<Value = DocumentChange> {
    let option = || prop::option::of(0_usize..9);
    let text = (id(), code(), code()).prop_map(|(block, before, after)| DocumentChange::Text { block, before, after });
    let answer = (id(), option(), option()).prop_map(|(question, before, after)| DocumentChange::Answer {
        question,
        before,
        after,
    });
    let cell = (id(), prop::option::of(id()), 0_usize..9, code(), any::<bool>())
        .prop_map(|(id, below, place, text, added)| DocumentChange::Cell { id, below, place, text, added });
    prop_oneof![text, answer, cell]
}

fn history() -> impl Strategy<Value = SavedHistory> {
    let steps = || prop::collection::vec(prop::collection::vec(change(), 1..3).prop_map(UndoStep), 0..3);
    // Of no steps there is no line, and so no edition.
    (any::<u64>(), steps(), steps()).prop_map(|(edition, done, undone)| {
        let is_empty = done.is_empty() && undone.is_empty();
        SavedHistory { edition: if is_empty { 0 } else { edition }, done, undone }
    })
}

proptest! {
    #[test]
    fn every_record_comes_back_bit_for_bit(
        edits in prop::collection::vec((id(), code(), code()), 0..4),
        cells in prop::collection::vec((id(), prop::option::of(id()), code()), 0..3),
        answers in prop::collection::vec((id(), 0_usize..9, "[a-z |=]{0,9}"), 0..3),
        at in prop::option::of(id()),
        passed in prop::collection::btree_set(id(), 0..3),
        reviews in prop::collection::btree_map(id(), review(), 0..3),
        marked in prop::collection::vec((id(), "[a-z |=]{0,9}"), 0..3),
        skipped in prop::collection::btree_set(id(), 0..3),
        history in history(),
    ) {
        let record = SavedProgress {
            lesson: "some-lesson".into(),
            top: at.clone().map(|at| (at, 7)),
            at,
            edits: edits.into_iter().map(|(block, was, text)| Edit { block, was, text }).collect(),
            scratch: cells.into_iter().map(|(id, after, text)| ScratchCell { id, after, text }).collect(),
            answers: answers
                .into_iter()
                .map(|(question, option, words)| SavedAnswer { question, option, words })
                .collect(),
            reviews,
            bookmarks: marked.into_iter().map(|(block, words)| Bookmark { block, words }).collect(),
            help: [("q".into(), HelpGiven { hints: 2, asked: 1 })].into(),
            passed,
            skipped,
            history,
        };
        let records = vec![record.clone(), SavedProgress { lesson: "other".into(), ..record }];
        prop_assert_eq!(read(&write(&records)), Ok(records));
    }

    #[test]
    fn no_text_makes_it_stumble(text in "(glassformer session 1\n)?(lesson a\n)?[a-z+= 0-9\n-]{0,80}") {
        let _ = read(&text);
    }
}
