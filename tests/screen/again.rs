//! How sure one is of an answer, and asking again what was missed.

use super::mouse::click;
use super::*;
use glassformer::notebook::session::{Confidence, Day, SessionStore};
use glassformer::tui::keymap::Context;

/// The course and the tiny lesson with a session in this folder, so many days after the first.
fn on_day(folder: &std::path::Path, days: i64) -> Pilot {
    let lessons = folder.join("lessons");
    std::fs::create_dir_all(&lessons).unwrap();
    std::fs::write(lessons.join("30-tiny.md"), TINY).unwrap();
    let library = LessonLibrary::embedded().with_overlay(&lessons).unwrap();
    let mut pilot = on_rust(|| Pilot::new(library, ThemeName::Dark, 80, 24).with_store(SessionStore::folder(folder)));
    pilot.take(Msg::Today(Day::default().after(20_000 + days)));
    pilot
}

fn at_guess(folder: &std::path::Path, days: i64) -> Pilot {
    let pilot = on_day(folder, days);
    to(on_rust(|| pilot.open("tiny").unwrap()), "guess")
}

fn sure(pilot: &Pilot) -> Option<Confidence> {
    pilot.model.reading().unwrap().lesson.document.reviews().get("guess").and_then(|review| review.confidence)
}

#[test]
fn an_answer_is_shown_after_one_key_that_says_how_sure_one_is() {
    let pilot = go(to(tiny(80, 24), "guess"), "1");
    assert_eq!(pilot.model.context(), Context::Sureness);
    sees(&pilot, "● 1) one");
    sees(&pilot, "How sure are you?  1 a guess   2 fairly   3 sure   Enter just show it");
    sees(&pilot, "1 a guess   2 fairly sure   3 sure   Enter show answer   Space menu");
    misses(&pilot, "Number 2");
    misses(&pilot, "is the sum");
    let pilot = go(pilot, "i");
    sees(&pilot, "This is the last hint.");
    assert_eq!(pilot.model.context(), Context::Sureness, "a hint shows no answer");
    let pilot = go(pilot, "i");
    sees(&pilot, "There are no more hints.");
    misses(&pilot, "Number 2");
    let pilot = go(pilot, "3");
    sees(&pilot, "✗ The right answer is number 2. You were sure.");
    sees(&pilot, "Because 2 is the sum.");
    assert_eq!((pilot.model.context(), sure(&pilot)), (Context::Page, Some(Confidence::Sure)));
    let pilot = go(to(tiny(80, 24), "guess"), "<enter> j <enter> 1");
    sees(&pilot, "✓ Right. You guessed.");
    assert_eq!(sure(&pilot), Some(Confidence::Guess));
}

#[test]
fn who_says_nothing_is_not_in_the_way_of_anything() {
    for keys in ["<enter>", "<esc>", "9"] {
        let pilot = go(to(tiny(80, 24), "guess"), &format!("2 {keys}"));
        sees(&pilot, "✓ Right.");
        misses(&pilot, "You ");
        assert_eq!((pilot.model.context(), sure(&pilot)), (Context::Page, None), "{keys}");
    }
    let pilot = go(to(tiny(80, 24), "guess"), "2 k");
    assert_eq!(&*pilot.model.reading().unwrap().lesson.id().unwrap(), "slow", "any other key does what it does");
    assert!(go(to(tiny(80, 24), "guess"), "2 q").has_quit());
    let pilot = click(go(to(tiny(80, 40), "guess"), "2"), "◆ Predict");
    assert_eq!(pilot.model.context(), Context::Page);
    sees(&pilot, "✓ Right.");
}

#[test]
fn who_has_seen_the_answer_is_not_asked_how_sure() {
    let pilot = go(to(tiny(80, 24), "guess"), "1 3 2");
    sees(&pilot, "✓ Right.");
    assert_eq!(pilot.model.context(), Context::Page);
    let again = pilot.model.reading().unwrap().lesson.document.reviews()["guess"].schedule;
    assert_eq!(again.unwrap().right, 0, "and it is asked again all the same");
}

#[test]
fn a_digit_too_many_does_not_lose_a_right_answer() {
    let given = |pilot: &Pilot| pilot.model.reading().unwrap().lesson.document.answers().get("guess").copied();
    let mut pilot = go(to(tiny(80, 24), "guess"), "2 3");
    for keys in ["1", "<enter>"] {
        pilot = go(pilot, keys);
        sees(&pilot, "Your answer is right. r removes it, so you can answer again.");
        sees(&pilot, "✓ Right. You were sure.");
        assert_eq!((pilot.model.context(), given(&pilot)), (Context::Page, Some(1)));
    }
    let pilot = go(pilot, "r 1 1");
    sees(&pilot, "✗ The right answer is number 2. You guessed.");
    // How sure one was of the first answer says nothing of the second.
    let pilot = go(pilot, "2");
    sees(&pilot, "✓ Right. You will be asked again");
    assert_eq!((given(&pilot), sure(&pilot)), (Some(1), None));
}

#[test]
fn a_page_that_is_reset_says_that_answers_go_along_and_undo_brings_them_back() {
    let pilot = go(to(tiny(80, 24), "guess"), "2 3 R");
    sees(&pilot, "1 block has the lesson's text again; 1 answer was removed. u undoes this.");
    misses(&pilot, "✓ Right");
    sees(&go(pilot, "u"), "✓ Right.");
}

#[test]
fn what_was_missed_is_asked_again_until_it_is_known() {
    let folder = tempfile::tempdir().unwrap();
    go(at_guess(folder.path(), 0), "1 3 q");
    let pilot = on_day(folder.path(), 0);
    misses(&pilot, "Ask again");
    sees(&go(pilot, "A"), "The next question is due on 2024-10-05.");
    for (day, next) in [(1, "in 3 days"), (4, "in 7 days"), (11, "in 14 days"), (25, "")] {
        let pilot = on_day(folder.path(), day);
        sees(&pilot, "A Ask again: 1 question that you missed");
        let pilot = go(pilot, "A");
        sees(&pilot, "What is one and one?");
        sees(&pilot, "Ask again: 1 question");
        misses(&pilot, "Number 2");
        misses(&pilot, "runs only on request");
        let pilot = go(pilot, "2");
        misses(&pilot, "runs only on request");
        let pilot = go(pilot, "2");
        sees(&pilot, "runs only on request");
        sees(&pilot, "✓ Right. You were fairly sure.");
        sees(&pilot, next);
        let pilot = go(pilot, "<esc>");
        misses(&pilot, "Ask again");
        go(pilot, "q");
    }
    sees(&go(on_day(folder.path(), 400), "A"), "you have not missed any");
}

#[test]
fn the_page_comes_back_to_who_walks_on_and_the_old_answer_does_not() {
    let folder = tempfile::tempdir().unwrap();
    go(at_guess(folder.path(), 0), "1 3 q");
    let pilot = go(on_day(folder.path(), 1), "A");
    misses(&pilot, "late = n + 1");
    let pilot = go(pilot, "k");
    sees(&pilot, "late = n + 1");
    misses(&pilot, "Number 2");
    misses(&go(pilot, "j"), "late = n + 1");
}

#[test]
fn a_second_miss_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    go(at_guess(folder.path(), 0), "1 <enter> q");
    go(on_day(folder.path(), 1), "A 2 <enter> q");
    let pilot = go(on_day(folder.path(), 4), "A 3 <enter>");
    sees(&pilot, "✗ The right answer is number 2. You will be asked again tomorrow.");
}

#[test]
fn one_key_goes_from_question_to_question() {
    let folder = tempfile::tempdir().unwrap();
    go(at_guess(folder.path(), 0), "1 3 q");
    let pilot = on_day(folder.path(), 0);
    let pilot = to(on_rust(|| pilot.open("attention").unwrap()), "twins");
    let wrong =
        if pilot.model.reading().unwrap().lesson.outcome.answer(&"twins".into()) == Some(0) { "2" } else { "1" };
    go(pilot, &format!("{wrong} 1 q"));
    let pilot = on_day(folder.path(), 1);
    sees(&pilot, "A Ask again: 2 questions that you missed");
    let block = |pilot: &Pilot| pilot.model.reading().unwrap().lesson.id().unwrap().to_string();
    let pilot = go(pilot, "A");
    assert_eq!(block(&pilot), "twins", "in the order of the course");
    let pilot = go(pilot, "A");
    assert_eq!(block(&pilot), "guess", "one may be passed over");
    let pilot = go(pilot, "2 3");
    sees(&pilot, "Ask again: 1 question   (A continues)");
    let pilot = go(pilot, "A");
    assert_eq!(block(&pilot), "twins");
    let pilot = go(pilot, &format!("{wrong} <enter> A"));
    sees(&pilot, "The next question is due on 2024-10-06.");
}
