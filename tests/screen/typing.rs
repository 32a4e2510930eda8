//! Typing text and code, pasting, and what a broken text does.

use super::*;

#[test]
fn a_sentence_is_typed_and_counted_with_every_key() {
    let pilot = go(to(tiny(80, 24), "words"), "e");
    sees(&pilot, "typing sentence");
    let pilot = go(pilot, "<space> c");
    sees(&pilot, "n  3");
    assert!(source(&pilot, "words").contains("text(\"a b c\")"));
    // Letters are text here, also those that are commands elsewhere.
    let pilot = go(pilot, "<space> q ?");
    sees(&pilot, "a b c q?");
    assert!(!pilot.has_quit());
    let pilot = go(pilot, "<enter> u");
    assert!(!source(&pilot, "words").contains("q?"));
}

#[test]
fn typing_is_undone_word_by_word_while_it_goes_on_and_at_once_afterwards() {
    let typed = || go(to(tiny(80, 24), "words"), "e <end> <space> dog <space> cat");
    let pilot = go(typed(), "<c-z>");
    assert!(!source(&pilot, "words").contains("cat") && source(&pilot, "words").contains("dog"));

    let pilot = typed();
    let history = |pilot: &Pilot| pilot.model.reading().unwrap().lesson.document.history();
    assert!((2..=4).contains(&history(&pilot).0));
    let pilot = go(pilot, "<enter>");
    assert_eq!(history(&pilot), (1, 0));
    let pilot = go(pilot, "e <end> s <enter>");
    assert_eq!(history(&pilot), (2, 0), "what was typed another time is another step");
    let pilot = go(pilot, "u");
    assert!(source(&pilot, "words").contains("a b dog cat\""));
    let pilot = go(pilot, "u");
    assert!(source(&pilot, "words").contains("text(\"a b\")"));
    assert!(source(&go(pilot, "U"), "words").contains("a b dog cat\""));

    let pilot = go(to(tiny(80, 24), "words"), "e <end> s <backspace> <enter>");
    assert_eq!(history(&pilot), (0, 0), "nothing has changed in the end");
}

#[test]
fn any_text_can_be_typed_and_pasted() {
    let pilot = go(to(tiny(80, 24), "words"), "e <c-k> <home> <c-k>");
    for text in ["", "猫 が 座る", "e\u{301} 👩‍👩‍👧 🦀", "\"quoted\" \\ {x}", "tab\there\nline"] {
        let pilot = go(paste(go(to(tiny(80, 24), "words"), "e <home> <c-k>"), text), "<enter>");
        let words = text.split_whitespace().count();
        sees(&pilot, &format!("n  {words}"));
    }
    sees(&pilot, "n  0");
}

#[test]
fn ten_thousand_tokens_are_cut_and_said_and_nothing_is_lost() {
    let pilot = go(to(tiny(80, 24), "words"), "e");
    let pilot = paste(pilot, &"token ".repeat(10_000));
    sees(&pilot, "The text was too long: only its first 4093 bytes were pasted.");
    let pilot = paste(pilot, "more");
    sees(&pilot, "This text has reached its maximum length.");
    let pilot = go(paste(pilot, ""), "x");
    sees(&pilot, "This text has reached its maximum length.");
    // What was taken is a sentence: its cell holds all of it.
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "n  684");
    assert!(source(&pilot, "words").len() > 4096);
    let pilot = go(pilot, "u");
    sees(&pilot, "n  2");
}

#[test]
fn a_paste_has_a_place_or_says_where_one_is() {
    let pilot = paste(tiny(80, 24), "hello");
    sees(&pilot, "No text is being edited");
    assert!(pilot.model.reading().unwrap().lesson.document.changes().is_empty());
}

#[test]
fn code_is_typed_in_place_and_its_errors_are_shown_in_place() {
    let pilot = go(to(tiny(80, 24), "knob"), "E");
    sees(&pilot, "typing knob");
    let pilot = go(pilot, "<enter> third <space> = <space> t <space> / <space> (");
    // The page lives on while the text is broken.
    sees(&pilot, "╰ ");
    sees(&pilot, "Half of it is");
    let pilot = go(pilot, "3)");
    sees(&pilot, "third  0.3333");
    let pilot = go(pilot, "<c-z> <c-z> <c-z>");
    let pilot = go(pilot, "<esc> R");
    misses(&pilot, "third");
}

#[test]
fn an_error_names_its_place_and_blocks_only_what_needs_it() {
    let pilot = go(to(tiny(80, 60), "grid"), "E <end> + <enter> <esc>");
    sees(&pilot, "waits for `W` from `grid`");
    sees(&pilot, "Half of it is 0.50.");
    let pilot = go(pilot, "r");
    misses(&pilot, "waits for");
}

#[test]
fn an_endless_loop_is_stopped_and_said() {
    let pilot = go(to(tiny(80, 24), "grid"), "E <enter> while <space> True: <enter> pass <esc>");
    let report = pilot.model.reading().unwrap();
    let block = report.lesson.position("grid").unwrap();
    assert!(report.is_stale(block));
    sees(&pilot, "╰ ");
}
