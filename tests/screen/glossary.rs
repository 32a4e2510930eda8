//! The words of the course, looked up where they are read.

use super::*;
use glassformer::notebook::glossary::Glossary;
use glassformer::tui::keymap::Context;

fn at(pilot: &Pilot) -> (String, String) {
    let reading = pilot.model.reading().unwrap();
    (reading.lesson.document.lesson().front.id.to_string(), reading.lesson.id().unwrap().to_string())
}

/// The words that are listed.
fn listed(pilot: &Pilot) -> Vec<&str> {
    let finder = pilot.model.finder.as_ref().unwrap();
    finder.rows.iter().map(|row| finder.items[row.item].text.as_str()).collect()
}

#[test]
fn the_words_of_a_block_are_explained_and_lead_to_where_they_are_taught() {
    let pilot = go(to(attention(80, 24), "softmax"), "K");
    sees(&pilot, "╭ Glossary");
    assert_eq!(listed(&pilot)[0], "softmax");
    // The other terms follow: nobody has to know one to see that there are more.
    assert_eq!(listed(&pilot).len(), Glossary::embedded().terms().len());
    sees(&pilot, "here · 5 Scaled dot-product att");
    sees(&pilot, "divided by their sum: positive shares");
    sees(&pilot, "5 Scaled dot-product attention");
    let pilot = go(pilot, "<esc>");
    assert_eq!((pilot.model.context(), at(&pilot).1.as_str()), (Context::Page, "softmax"));
    let pilot = go(pilot, "K mask <enter>");
    assert_eq!(at(&pilot), ("masking".into(), "both".into()));
    assert_eq!(at(&go(pilot, "<backspace>")), ("attention".into(), "softmax".into()));
}

#[test]
fn a_low_screen_has_room_for_a_meaning_where_words_are_few() {
    let decoder = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 60, 12).open("decoder").unwrap());
    let pilot = go(decoder, "K");
    sees(&pilot, "▸ encoder");
    sees(&pilot, "The half that reads: all words look at all words.");
}

#[test]
fn arrows_choose_a_word_and_its_meaning_follows() {
    let pilot = go(to(attention(80, 24), "project"), "K");
    let first = pilot.screen();
    assert!(listed(&pilot).len() > 1, "{first}");
    let pilot = go(pilot, "<down>");
    assert_ne!(pilot.screen(), first);
    assert_eq!(pilot.model.finder.as_ref().unwrap().selected, 1);
}

#[test]
fn typing_looks_among_all_words_and_in_what_they_mean() {
    let pilot = go(to(attention(80, 24), "softmax"), "K dropout");
    sees(&pilot, "Numbers set to 0 by chance");
    let pilot = go(attention(80, 24), "K fantastically");
    sees(&pilot, "No term matches");
    let pilot = go(attention(80, 24), "K hesitates");
    assert_eq!(listed(&pilot), ["perplexity"], "its meaning has the word");
    assert_eq!(at(&go(pilot, "<enter>")), ("what-a-score-says".into(), "clueless".into()));
}

#[test]
fn a_block_without_any_word_of_the_course_shows_all_of_them() {
    let pilot = go(to(tiny(80, 24), "knob"), "K");
    sees(&pilot, "Glossary");
    assert_eq!(listed(&pilot)[0], Glossary::embedded().terms()[0].name);
    assert!(listed(&pilot).len() > 100);
    let pilot = go(on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24)), "K B L E U <enter>");
    assert_eq!(at(&pilot), ("what-a-score-says".into(), "bleu".into()), "from the contents, too");
}

#[test]
fn inside_a_tensor_the_operation_and_the_axes_come_first() {
    let pilot = go(to(attention(80, 24), "softmax"), "<enter> K");
    assert_eq!(listed(&pilot)[..2], ["query", "key"]);
    let pilot = go(pilot, "<esc> <enter> K");
    assert_eq!(listed(&pilot)[0], "softmax");
    assert_eq!(go(pilot, "<esc>").model.context(), Context::Explained);
}

#[test]
fn a_question_does_not_give_its_answer_away() {
    let text =
        TINY.replace("Because {{ 1 + 1 }}", "Because the softmax of {{ 1 + 1 }}").replace("one and one", "a mask");
    let pilot = go(to(page_of(&text, 80, 24), "guess"), "K");
    assert_eq!(listed(&pilot)[0], "mask");
    let told = pilot.screen();
    let here: Vec<&str> = told.lines().filter(|line| line.contains("here · ")).collect();
    assert!(here.len() == 1 && here[0].contains("mask"), "{told}");
}
