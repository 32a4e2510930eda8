use super::*;

#[test]
fn a_thread_speaks_the_language_that_it_was_told() {
    assert_eq!((spoken(), word("saved")), (Language::English, "saved"));
    speak(Language::German);
    assert_eq!(word("saved"), "gespeichert");
}

#[test]
fn what_is_put_in_stands_in_its_place() {
    let said = say("block-of", &[("here", 3.into()), ("all", 12.into())]);
    assert_eq!(said, "block 3/12");
}

#[test]
fn a_name_that_nobody_wrote_down_is_given_back() {
    assert_eq!(word("no-such-word"), "no-such-word");
    assert_eq!(say("no-such-word", &[]), "no-such-word");
}

#[test]
fn the_accents_are_on_our_own_letters_and_change_no_width() {
    speak(Language::Pseudo);
    assert_eq!(word("saved"), "śáṽéď");
    assert_eq!(say("block-of", &[("here", "x".into()), ("all", 12.into())]), "ḃĺóćḱ x/12");
    for c in accents::accented(&('A'..='z').collect::<String>()).chars() {
        assert_eq!(unicode_width::UnicodeWidthChar::width(c), Some(1), "{c}");
    }
}
