//! Tokens point back to the text that they came from, whatever the stages did to it.

use glassformer::text::batch::{Batch, Side, truncate, truncate_before_end};
use glassformer::text::{Change, Encoding, Tokenizer, Vocabulary, WordPiece};

use super::wordpiece;

fn bert(tokens: &[&str]) -> WordPiece {
    let special = ["[UNK]", "[CLS]", "[SEP]", "[MASK]"];
    WordPiece::new(Vocabulary::new(special.iter().chain(tokens)).unwrap()).unwrap()
}

/// Each token with the text that its span covers.
fn origins<'a>(encoding: &'a Encoding, text: &'a str) -> Vec<(&'a str, &'a str)> {
    encoding.tokens.iter().map(|token| (&*token.text, &text[token.span.clone()])).collect()
}

#[test]
fn a_token_covers_the_letters_that_it_was_before() {
    let pieces = ["cafe", "na", "##ive", "a", "##b", "i", "ᄒ", "##ᅡ", "##ᆫ", "你", "b", "!"];
    for (text, want) in [
        ("Café", vec![("cafe", "Café")]),
        ("Cafe\u{301} a", vec![("cafe", "Cafe\u{301}"), ("a", "a")]),
        ("NAÏVE", vec![("na", "NA"), ("##ive", "ÏVE")]),
        ("a\u{200d}b", vec![("a", "a"), ("##b", "b")]),
        ("\u{200b}a\0b\u{feff}", vec![("a", "a"), ("##b", "b")]),
        ("İ", vec![("i", "İ")]),
        ("한", vec![("ᄒ", "한"), ("##ᅡ", "한"), ("##ᆫ", "한")]),
        ("a你B!", vec![("a", "a"), ("你", "你"), ("b", "B"), ("!", "!")]),
        ("a [MASK]B", vec![("a", "a"), ("[MASK]", "[MASK]"), ("b", "B")]),
        ("a \u{301}Xy\u{301} a", vec![("a", "a"), ("[UNK]", "Xy\u{301}"), ("a", "a")]),
    ] {
        assert_eq!(origins(&bert(&pieces).tokenize(text), text), want, "{text:?}");
    }
}

#[test]
fn begin_and_end_come_from_no_text() {
    let encoding = bert(&["a"]).encode(" a ");
    let spans: Vec<_> = encoding.tokens.iter().map(|token| token.span.clone()).collect();
    assert_eq!(spans, [0..0, 1..2, 3..3]);
    assert_eq!(encoding.words[0].tokens, 1..2);
}

#[test]
fn each_stage_says_what_it_did_and_to_what() {
    let text = "\0Ça\t[MASK]你!";
    let encoding = bert(&[]).tokenize(text);
    let stages: Vec<_> = encoding
        .stages
        .iter()
        .map(|stage| {
            let changes = stage.changes().map(|(piece, now)| (piece.change, &text[piece.span.clone()], now));
            (stage.name, stage.text.as_str(), changes.collect::<Vec<_>>())
        })
        .collect();
    let mask = (Change::Special, "[MASK]", "[MASK]");
    assert_eq!(
        stages,
        [
            ("special tokens", text, vec![mask]),
            ("clean", "Ça [MASK]你!", vec![(Change::Dropped, "\0", ""), (Change::Blanked, "\t", " "), mask]),
            ("ideographs", "Ça [MASK] 你 !", vec![mask, (Change::SetApart, "你", " 你 ")]),
            ("accents", "Ca [MASK] 你 !", vec![(Change::Stripped, "Ç", "C"), mask]),
            ("lower case", "ca [MASK] 你 !", vec![(Change::Lowered, "Ç", "c"), mask]),
            (
                "words",
                "ca [MASK] 你 !",
                vec![(Change::Dropped, "\t", " "), mask, (Change::Dropped, "你", " "), (Change::Dropped, "你", " "),]
            ),
            (
                "punctuation",
                "ca [MASK] 你 !",
                vec![(Change::Dropped, "\t", " "), mask, (Change::Dropped, "你", " "), (Change::Dropped, "你", " "),]
            ),
        ]
    );
}

#[test]
fn special_tokens_are_found_as_they_are_written_and_nowhere_else() {
    for (text, want) in [
        ("[MASK][SEP]", vec!["[MASK]", "[SEP]"]),
        ("[[MASK]]", vec!["[UNK]", "[MASK]", "[UNK]"]),
        ("[mask]", vec!["[UNK]", "[UNK]", "[UNK]"]),
        ("[MAS K]", vec!["[UNK]"; 4]),
        // Not in this vocabulary, so not special.
        ("[PAD]", vec!["[UNK]"; 3]),
    ] {
        assert_eq!(bert(&[]).tokenize(text).texts(), want, "{text:?}");
    }
}

#[test]
fn special_tokens_need_no_brackets() {
    let vocabulary = Vocabulary::new(["[UNK]", "[CLS]", "[SEP]", "<sep>", "a"]).unwrap();
    let bert = WordPiece::new(vocabulary.with_special(&["<sep>"]).unwrap()).unwrap();
    assert_eq!(bert.tokenize("a<sep>[SEP]a <sep>").texts(), ["a", "<sep>", "[SEP]", "a", "<sep>"]);
}

#[test]
fn capitals_and_accents_stay_if_that_is_chosen() {
    let vocabulary = Vocabulary::new(["[UNK]", "[CLS]", "[SEP]", "É", "a"]).unwrap();
    let options = glassformer::text::wordpiece::Options { lowercase: false, longest_word: 3 };
    let cased = WordPiece::with(vocabulary, options).unwrap();
    assert_eq!(cased.tokenize("É A a").texts(), ["É", "[UNK]", "a"]);
    assert_eq!(cased.tokenize("aaaa").tokens.len(), 1);
}

#[test]
fn the_tutorials_batch_is_filled_up_and_masked() {
    let sequences = [vec![1, 2, 3, 4], vec![5, 6, 7], vec![8, 9], vec![10, 11, 12, 13, 14]];
    let batch = Batch::pad(&sequences, 0, Side::Right);
    assert_eq!(batch.ids, [[1, 2, 3, 4, 0], [5, 6, 7, 0, 0], [8, 9, 0, 0, 0], [10, 11, 12, 13, 14]]);
    let real: Vec<_> = batch.mask.iter().map(|row| row.iter().filter(|&&real| real).count()).collect();
    assert_eq!(real, [4, 3, 2, 5]);
    assert_eq!(batch.mask[1], [true, true, true, false, false]);
}

#[test]
fn batches_are_filled_and_cut_at_either_side() {
    let sequences = [vec![1, 2, 0], vec![], vec![4]];
    let left = Batch::pad(&sequences, 0, Side::Left);
    assert_eq!(left.ids, [[1, 2, 0], [0, 0, 0], [0, 0, 4]]);
    assert_eq!(left.mask, [[true; 3], [false; 3], [false, false, true]]);
    let short = Batch::pad_to(&sequences, 2, 9, Side::Right);
    assert_eq!(short.ids, [[1, 2], [9, 9], [4, 9]]);
    assert_eq!(Batch::pad_to(&sequences, 2, 9, Side::Left).ids, [[2, 0], [9, 9], [9, 4]]);
    assert_eq!(Batch::pad(&[], 0, Side::Left), Batch::default());
    assert_eq!(truncate(&[1, 2], 0, Side::Left), [0_u32; 0]);
    assert_eq!(truncate_before_end(&[1, 2, 3, 4], 4).unwrap(), [1, 2, 3, 4]);
}

#[test]
fn of_two_texts_the_longer_is_cut_first() {
    let tokenizer = wordpiece();
    let shares = |limit| {
        let pair = tokenizer.encode_pair("! ! ! ! ! !", ". . .", Some(limit)).unwrap();
        let of = |kind| pair.type_ids.iter().filter(|&&id| id == kind).count();
        assert!(pair.tokens.len() <= limit);
        (of(0) - 2, of(1) - 1)
    };
    assert_eq!(
        [12, 11, 9, 8, 7, 6, 4, 3].map(shares),
        [(6, 3), (5, 3), (3, 3), (3, 2), (2, 2), (2, 1), (1, 0), (0, 0)]
    );
}
