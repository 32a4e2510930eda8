use std::sync::Arc;

use super::*;
use crate::tensor::Tensor;

fn page() -> Scope {
    let tensor = Tensor::from_f32(&[1, 2], vec![1.0, 2.0]).unwrap();
    let names = [("weights", Value::from(tensor)), ("words", Value::text("a b"))];
    names.into_iter().map(|(name, value)| (Arc::from(name), value)).collect()
}

/// The words that are offered where `|` stands.
fn offered(source: &str) -> Vec<String> {
    let at = source.find('|').unwrap();
    let found = complete(&source.replace('|', ""), at, &page());
    found.candidates.into_iter().map(|candidate| candidate.word).collect()
}

fn signed(source: &str) -> Option<String> {
    let at = source.find('|').unwrap();
    signature(&source.replace('|', ""), at, &page()).map(|candidate| candidate.usage)
}

#[test]
fn names_of_the_page_come_before_what_is_always_there() {
    assert_eq!(offered("x = w|"), ["weights", "words", "while"]);
    assert_eq!(offered("x = softm|"), ["softmax"]);
    assert_eq!(offered("weird = 1\ny = wei|"), ["weights", "weird"]);
    assert_eq!(offered("y = Wei|"), ["weights"], "in any case");
    assert_eq!(offered("def f(Weights):\n    return Weights|"), [""; 0], "what is written is known");
}

#[test]
fn behind_a_dot_stands_what_belongs_there() {
    assert_eq!(offered("torch.tri|")[0], "tril");
    assert_eq!(offered("F.log_s|"), ["log_softmax"]);
    assert_eq!(offered("nn.functional.log_s|"), ["log_softmax"]);
    assert!(offered("nn.Lin|").contains(&"Linear".to_owned()));
    assert!(offered("weights.masked_f|").contains(&"masked_fill".to_owned()));
    assert!(offered("words.spl|").contains(&"split".to_owned()));
    assert!(offered("words.masked_f|").is_empty());
    assert!(offered("(weights @ weights.T).sof|").contains(&"softmax".to_owned()), "a tensor is the best guess");
    assert!(offered("x = 1.|").is_empty());
}

#[test]
fn a_call_offers_its_keywords_first() {
    assert_eq!(offered("softmax(weights, d|")[0], "dim=");
    assert_eq!(offered("weights.sum([1, (2)], kee|")[0], "keepdim=");
    assert_eq!(offered("nn.Linear(4, 4, bi|")[0], "bias=");
}

#[test]
fn strings_and_comments_are_left_alone() {
    assert!(offered("x = 'wei|'").is_empty());
    assert!(offered("x = 1  # wei|").is_empty());
    assert_eq!(offered("x = ')('; y = wei|"), ["weights"]);
}

#[test]
fn the_function_of_the_open_bracket_is_named() {
    assert_eq!(signed("softmax(|").as_deref(), Some("softmax(input, dim, dtype=None)"));
    assert_eq!(signed("softmax(weights[(0)], |").as_deref(), Some("softmax(input, dim, dtype=None)"));
    assert_eq!(signed("softmax((1 + |").as_deref(), Some("softmax(input, dim, dtype=None)"));
    assert_eq!(signed("softmax(x)|"), None);
    assert_eq!(signed("|"), None);
}

#[test]
fn no_place_of_any_text_is_too_much() {
    let source = "def f(é, *猫):\n\tx = torch.ones((1, [2], {'a': \"b\nreturn x.\n..)]}# 👩‍👩‍👧 (";
    for at in (0..=source.len()).filter(|at| source.is_char_boundary(*at)) {
        complete(source, at, &page());
        signature(source, at, &page());
    }
}
