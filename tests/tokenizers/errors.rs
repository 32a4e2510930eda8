//! Broken vocabularies, merges and ids are refused with a sentence that says what is wrong, where, and what to do.

use glassformer::text::batch::truncate_before_end;
use glassformer::text::byte_pair::parse_merges;
use glassformer::text::wordpiece::Options;
use glassformer::text::{ByteLevel, BytePair, Error, Order, Special, Tokenizer, Vocabulary, WordPiece, Words};

fn says<T: std::fmt::Debug>(result: Result<T, Error>, sentence: &str) {
    assert_eq!(result.unwrap_err().to_string(), sentence);
}

fn merge(left: &str, right: &str) -> (String, String) {
    (left.to_owned(), right.to_owned())
}

#[test]
fn a_token_has_one_id_and_an_id_one_token() {
    says(
        Vocabulary::parse("[UNK]\nthe\ncat\nthe\n"),
        "the vocabulary has the token \"the\" twice, as id 1 and as id 3: a token has one id; remove one of them",
    );
    says(
        Vocabulary::with_ids([("a", 7), ("b", 7)]),
        "the vocabulary gives the id 7 to both \"a\" and \"b\": give one of them an unused id",
    );
    says(
        Vocabulary::parse("[UNK]\n\nthe"),
        "token 1 of the vocabulary (line 2 of its file) is empty: no text has an empty token; remove the line",
    );
    says(
        Vocabulary::from_json(r#"{"a": 0, "b": 1, "a": 2}"#),
        "the vocabulary has the token \"a\" twice, as id 0 and as id 2: a token has one id; remove one of them",
    );
}

#[test]
fn a_vocabulary_file_is_lines_or_an_object_of_ids() {
    assert_eq!(Vocabulary::parse("[UNK]\r\na b\r\n").unwrap().tokens(), ["[UNK]", "a b"]);
    assert!(Vocabulary::parse("").unwrap().is_empty());
    assert_eq!(Vocabulary::from_json(r#"{"Ġthe": 5, "a": 2}"#).unwrap().tokens(), ["a", "Ġthe"]);
    for (file, why) in [("[1]", "object"), (r#"{"a": -1}"#, "u32"), (r#"{"a": 0"#, "EOF"), (r#"{"a": "0"}"#, "u32")] {
        let error = Vocabulary::from_json(file).unwrap_err().to_string();
        assert!(error.starts_with("the vocabulary is not JSON of the form ") && error.contains(why), "{file}: {error}");
    }
}

#[test]
fn what_a_tokenizer_needs_must_be_there() {
    for missing in ["[UNK]", "[CLS]", "[SEP]"] {
        let tokens = ["[UNK]", "[CLS]", "[SEP]", "a"].into_iter().filter(|token| *token != missing);
        let error = WordPiece::new(Vocabulary::new(tokens).unwrap()).unwrap_err();
        assert!(error.to_string().starts_with(&format!("the vocabulary has no token \"{missing}\", which is needed ")));
    }
    says(
        Words::learn("a b", Order::Appearance, &["<pad>"], "<unk>"),
        "the vocabulary has no token \"<unk>\", which is needed for unknown words; add it",
    );
    says(
        ByteLevel::new(Vocabulary::new(["a"]).unwrap(), &[]),
        "the vocabulary has no token \"Ā\", which is needed to write every byte; add it",
    );
    says(
        Vocabulary::build(["a"], Order::Appearance, 1, &["<pad>", "<pad>"]),
        "the vocabulary has the token \"<pad>\" twice, as id 0 and as id 1: a token has one id; remove one of them",
    );
}

#[test]
fn merges_are_two_tokens_a_line() {
    let merges = parse_merges("#version: 0.2\nĠ t\nh e\n").unwrap();
    assert_eq!(merges, [merge("Ġ", "t"), merge("h", "e")]);
    assert_eq!(parse_merges("").unwrap(), []);
    assert_eq!(parse_merges("#version: 0.2\r\n# #\r\n").unwrap(), [merge("#", "#")]);
    for (file, line, text) in
        [("a b\nab\n", 2, "ab"), ("a  b", 1, "a  b"), ("a b c", 1, "a b c"), ("a b\n\nc d", 2, ""), ("a ", 1, "a ")]
    {
        assert_eq!(parse_merges(file), Err(Error::MergeLine { line, text: text.to_owned() }), "{file:?}");
    }
}

#[test]
fn merges_are_of_tokens_that_are_there_and_each_once() {
    let new = |merges: &[(String, String)]| {
        BytePair::new(Vocabulary::new(["[UNK]", "a", "b", "ab", "c"]).unwrap(), merges, "[UNK]").map(|_| ())
    };
    assert_eq!(new(&[merge("a", "b")]), Ok(()));
    says(
        new(&[merge("a", "b"), merge("x", "a")]),
        "merge 2 joins \"x\" and \"a\", and \"x\" is not in the vocabulary: use the vocabulary and merges of the same tokenizer",
    );
    says(
        new(&[merge("ab", "c")]),
        "merge 1 joins \"ab\" and \"c\", and \"abc\" is not in the vocabulary: use the vocabulary and merges of the same tokenizer",
    );
    says(
        new(&[merge("a", "b"), merge("a", "b")]),
        "merge 2 joins \"a\" and \"b\", and merge 1 already does: remove one of them",
    );
}

#[test]
fn ids_come_from_the_vocabulary() {
    let bert = WordPiece::with(Vocabulary::new(["[UNK]", "[CLS]", "[SEP]", "a"]).unwrap(), Options::default()).unwrap();
    says(
        bert.decode(&[3, 9], Special::Skip),
        "there is no token with the id 9 in this vocabulary of 4: use ids from the same tokenizer",
    );
}

#[test]
fn a_limit_has_room_for_the_special_tokens() {
    let bert = WordPiece::new(Vocabulary::new(["[UNK]", "[CLS]", "[SEP]", "a"]).unwrap()).unwrap();
    says(
        bert.encode_pair("a", "a", Some(2)),
        "a limit of 2 tokens is too small even for the 3 special tokens; allow at least 3",
    );
    assert_eq!(bert.encode_pair("a", "a", Some(3)).unwrap().ids(), [1, 2, 2]);
    assert_eq!(truncate_before_end(&[1, 3, 2], 1), Err(Error::Limit { limit: 1, needed: 2 }));
}
