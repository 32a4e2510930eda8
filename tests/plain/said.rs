//! What the plain mode says of small things is true, complete, and in its own words.

use super::*;

#[test]
fn a_search_tells_formulas_and_numbers_as_the_page_does() {
    let heard =
        told("why-scale", &["search equation 1 of the paper is complete", "search slope has shrunk", "outline"]);
    assert!(
        heard.contains("is complete: softmax open bracket fraction Q K transposed over square root of d k"),
        "{heard}"
    );
    assert!(!heard.contains('\\') && !heard.contains("shrunk to ."), "{heard}");
    let shrunk = heard.lines().find(|line| line.contains("the slope has shrunk to")).unwrap();
    let number = shrunk.split_once("shrunk to ").unwrap().1;
    assert!(
        number.starts_with(|letter: char| letter.is_ascii_digit()),
        "a number of the open lesson is known: {shrunk}"
    );
    let heard = told("begin", &["search slope has shrunk"]);
    assert!(heard.contains("the slope has shrunk to a number."), "{heard}");
}

#[test]
fn who_has_filled_in_something_wrong_hears_what_helps() {
    let heard = told("attention", &["go look-up", "fill nobody", "fill softmax(keys @ query)"]);
    let said = heard.lines().find(|line| line.starts_with("There are no dots left")).unwrap();
    for help in ["replace", "write", "reset"] {
        assert!(said.contains(help), "{said}");
    }
}
