use super::*;

#[test]
fn a_thread_speaks_the_language_that_it_was_told() {
    assert_eq!((spoken(), word!("saved")), (Language::English, "saved"));
    assert_eq!(with(Language::German, || word!("saved")), "gespeichert");
    assert_eq!((spoken(), word!("saved")), (Language::English, "saved"));
}

#[test]
fn what_is_put_in_stands_in_its_place() {
    let said = say!("block-of", here = 3, all = 12);
    assert_eq!(said, "block 3/12");
}

#[test]
fn the_accents_are_on_our_own_letters_and_change_no_width() {
    assert_eq!(with(Language::Pseudo, || word!("saved")), "śáṽéď");
    let said = with(Language::Pseudo, || say!("block-of", here = "x", all = 12));
    assert_eq!(said, "ḃĺóćḱ x/12");
    for c in accents::accented(&('A'..='z').collect::<String>()).chars() {
        assert_eq!(unicode_width::UnicodeWidthChar::width(c), Some(1), "{c}");
    }
}
