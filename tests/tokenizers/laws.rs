//! Laws that hold for every text and every vocabulary.

use std::collections::HashMap;

use glassformer::text::byte_level::pattern;
use glassformer::text::byte_pair::Training;
use glassformer::text::{
    ByteLevel, BytePair, Change, Characters, Encoding, Order, Special, Stage, Step, Tokenizer, Vocabulary, WordPiece,
    Words,
};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::{each_merge_joins_what_it_says, wordpiece};

const CORPUS: &str = "the cat sat on the mat. the cats sat on the mats; über Überall 你好 don't don't";

/// Texts with much of what makes tokenizers stumble, beside any characters at all.
fn texts() -> impl Strategy<Value = String> {
    let hard = prop::sample::select(vec![
        "[MASK]",
        "[SEP",
        "[[CLS]]",
        "hello",
        "Hello",
        "##s",
        "un",
        "able",
        "é",
        "e\u{301}",
        "\u{301}",
        "\u{323}\u{301}",
        "\u{302e}\u{301}",
        "\u{344}",
        "\u{f73}",
        "\u{1d15e}",
        "한글",
        "İ",
        "ß",
        "ΟΔΟΣ",
        "你好",
        "か\u{3099}",
        "\u{200d}",
        "\u{200b}",
        "\u{feff}",
        "🥖",
        "👩\u{200d}👧",
        "🇫🇷",
        "\u{fffd}",
        "\0",
        "\u{85}",
        "\u{2028}",
        "\u{a0}",
        "\u{3000}",
        "\t",
        " ",
        "  ",
        "\r\n",
        "'s",
        "'ll",
        "’",
        "...",
        "$+^",
        "½",
        "Ⅷ",
        "٣",
        "low",
        "est",
        "the cat",
        "</w>",
        "Ġ",
        "aaaa",
    ]);
    prop_oneof![any::<String>(), "\\PC{0,12}", prop::collection::vec(hard, 0..12).prop_map(|parts| parts.concat()),]
}

fn byte_level() -> ByteLevel {
    let training = ByteLevel::train(CORPUS, 60, 1).unwrap();
    ByteLevel::new(training.vocabulary, &training.merges).unwrap()
}

fn byte_pair() -> BytePair {
    let words = [("low", 5), ("lower", 2), ("newest", 6), ("widest", 3), ("aaaa", 2)];
    let training = BytePair::train(&words, 14, 1, &["[UNK]"]).unwrap();
    BytePair::new(training.vocabulary, &training.merges, "[UNK]").unwrap()
}

fn every() -> Vec<Box<dyn Tokenizer>> {
    let bert = wordpiece();
    vec![
        Box::new(bert),
        Box::new(byte_pair()),
        Box::new(byte_level()),
        Box::new(Words::learn(CORPUS, Order::Frequency, &["[UNK]"], "[UNK]").unwrap()),
        Box::new(Characters::learn(CORPUS, Order::Appearance, &["[UNK]"], "[UNK]").unwrap()),
    ]
}

/// The pieces of a stage lie side by side in its text; in the input they keep their order, and only what an earlier stage dropped
/// is missing between them.
fn pieces_cover(stage: &Stage, dropped: &mut [bool]) {
    let (mut written, mut read) = (0, 0);
    let gap = |span: std::ops::Range<usize>, dropped: &[bool]| {
        assert!(dropped[span.clone()].iter().all(|&gone| gone), "{}: {span:?} is lost", stage.name);
    };
    for piece in &stage.pieces {
        assert_eq!(piece.at.start, written, "{}", stage.name);
        written = piece.at.end;
        if piece.span.start >= read {
            gap(read..piece.span.start, dropped);
        } else {
            // Two parts of what one character became.
            assert!(stage.pieces.iter().any(|other| other.span.contains(&piece.span.start) && other != piece));
        }
        read = read.max(piece.span.end);
    }
    gap(read..dropped.len(), dropped);
    assert_eq!(written, stage.text.len(), "{}", stage.name);
    for piece in stage.pieces.iter().filter(|piece| piece.change == Change::Dropped || piece.at.is_empty()) {
        dropped[piece.span.clone()].fill(true);
    }
}

fn holds_together(encoding: &Encoding, text: &str) {
    let mut dropped = vec![false; text.len()];
    for stage in &encoding.stages {
        pieces_cover(stage, &mut dropped);
        for piece in &stage.pieces {
            let is_as_given = text.get(piece.span.clone()) == Some(stage.text_of(piece));
            assert_eq!(piece.is_as_given, is_as_given, "{}: {piece:?}", stage.name);
        }
    }
    for pair in encoding.tokens.windows(2) {
        assert!(pair[0].span.start <= pair[1].span.start && pair[0].span.end <= pair[1].span.end, "{pair:?}");
    }
    assert!(encoding.tokens.iter().all(|token| token.span.end <= text.len()));
    for pair in encoding.words.windows(2) {
        assert!(pair[0].at.end <= pair[1].at.start && pair[0].tokens.end == pair[1].tokens.start);
    }
}

proptest! {
    #[test]
    fn every_text_has_tokens_whose_steps_hold_together(text in texts()) {
        for tokenizer in every() {
            let encoding = tokenizer.encode(&text);
            holds_together(&encoding, &text);
            for token in &encoding.tokens {
                prop_assert_eq!(tokenizer.vocabulary().token(token.id), Some(&token.text));
            }
            tokenizer.decode(&encoding.ids(), Special::Skip).unwrap();
        }
    }

    #[test]
    fn bytes_read_back_as_the_text(text in texts()) {
        let gpt = byte_level();
        let encoding = gpt.encode(&text);
        prop_assert_eq!(gpt.decode(&encoding.ids(), Special::Keep).unwrap(), text.as_str());
        each_merge_joins_what_it_says(&encoding, &ByteLevel::train(CORPUS, 60, 1).unwrap().merges);
        // And each token is the bytes that it points to.
        let mut end = 0;
        for token in &encoding.tokens {
            prop_assert_eq!(token.span.start, end);
            end = token.span.end;
            let bytes = gpt.decode_bytes(&[token.id], Special::Keep).unwrap();
            prop_assert_eq!(bytes, &text.as_bytes()[token.span.clone()]);
        }
        prop_assert_eq!(end, text.len());
    }

    #[test]
    fn the_words_of_the_pattern_are_the_text(text in texts()) {
        prop_assert_eq!(pattern::words(&text).collect::<String>(), text.as_str());
        // White space belongs to the word after it, one space of it, or stands alone.
        for word in pattern::words(&text) {
            let inside = word.strip_prefix(' ').unwrap_or(word);
            prop_assert!(inside.chars().all(char::is_whitespace) || !inside.contains(char::is_whitespace), "{:?}", word);
        }
    }

    #[test]
    fn words_and_characters_that_were_learned_come_back(text in texts()) {
        let words = Words::learn(&text, Order::Frequency, &["[UNK]"], "[UNK]").unwrap();
        let split: Vec<_> = text.split_whitespace().collect();
        let encoding = words.encode(&text);
        prop_assert_eq!(encoding.texts(), split.clone());
        prop_assert_eq!(words.decode(&encoding.ids(), Special::Keep).unwrap(), split.join(" "));
        let characters = Characters::learn(&text, Order::Appearance, &["[UNK]"], "[UNK]").unwrap();
        prop_assert_eq!(characters.decode(&characters.encode(&text).ids(), Special::Skip).unwrap(), text);
    }

    #[test]
    fn accents_are_stripped_as_if_the_text_were_one(text in texts()) {
        let text = text.replace('[', "");
        let encoding = wordpiece().tokenize(&text);
        let (before, after) = (&encoding.stages[2].text, &encoding.stages[3].text);
        let is_mark = |c: &char| c.general_category() == GeneralCategory::NonspacingMark;
        prop_assert_eq!(after, &before.nfd().filter(|c| !is_mark(c)).collect::<String>());
        prop_assert_eq!(&encoding.stages[4].text, &after.chars().flat_map(char::to_lowercase).collect::<String>());
    }

    #[test]
    fn a_match_is_the_longest_there_is(
        pieces in prop::collection::btree_set("(##)?[abé]{1,4}", 0..14),
        word in "[abé]{1,12}",
    ) {
        let tokens = ["[UNK]", "[CLS]", "[SEP]"].into_iter().map(str::to_owned).chain(pieces.iter().cloned());
        let options = glassformer::text::wordpiece::Options { lowercase: false, ..Default::default() };
        let bert = WordPiece::with(Vocabulary::new(tokens).unwrap(), options).unwrap();
        let encoding = bert.tokenize(&word);
        let mut rest = word.as_str();
        for step in &encoding.words[0].steps {
            let Step::Match { at, id, tried } = step else { panic!("{step:?}") };
            let mark = if at.start == 0 { "" } else { "##" };
            let fits = |piece: &&String| piece.strip_prefix(mark).is_some_and(|piece| !piece.starts_with('#') && rest.starts_with(piece));
            let longest = pieces.iter().filter(fits).max_by_key(|piece| piece.len());
            prop_assert_eq!(longest.and_then(|piece| bert.vocabulary().id(piece)), *id);
            let longer = bert.candidates(&word, at.start).filter(|(length, _)| *length > at.len() || id.is_none());
            prop_assert_eq!(*tried, longer.count());
            rest = &word[at.end..];
        }
        prop_assert!(rest.is_empty());
        let is_whole = encoding.words[0].steps.iter().all(|step| matches!(step, Step::Match { id: Some(_), .. }));
        let joined: String = encoding.texts().iter().map(|token| token.trim_start_matches("##")).collect();
        prop_assert_eq!(joined, if is_whole { word } else { "[UNK]".to_owned() });
    }

    #[test]
    fn training_takes_the_most_frequent_pair_and_shortens_the_words(
        words in prop::collection::vec(("[abc]{1,9}", 1_u64..5), 1..8),
        merges in 0_usize..12,
        least in 0_u64..4,
    ) {
        let words: Vec<_> = words.iter().map(|(word, count)| (word.as_str(), *count)).collect();
        let training = BytePair::train(&words, merges, least, &["[UNK]"]).unwrap();
        prop_assert_eq!(&training, &BytePair::train(&words, merges, least, &["[UNK]"]).unwrap());
        prop_assert!(training.steps.len() <= merges && training.steps.len() == training.merges.len());
        for number in 0..training.steps.len() {
            step_is_right(&training, number);
            prop_assert!(training.steps[number].count >= least.max(1));
        }
        // What was learned cuts the words as learning left them.
        let last = training.segmentation(training.steps.len());
        let tokenizer = BytePair::new(training.vocabulary.clone(), &training.merges, "[UNK]").unwrap();
        for ((word, _), parts) in words.iter().zip(last) {
            let encoding = tokenizer.encode(word);
            prop_assert_eq!(encoding.texts(), parts);
            each_merge_joins_what_it_says(&encoding, &training.merges);
            prop_assert_eq!(tokenizer.decode(&encoding.ids(), Special::Keep).unwrap(), *word);
        }
    }
}

/// A step of training beside one counted anew.
fn step_is_right(training: &Training, number: usize) {
    let step = &training.steps[number];
    let mut pairs: HashMap<_, u64> = HashMap::new();
    let before = training.segmentation(number);
    for (parts, (_, times)) in before.iter().zip(&training.words) {
        for pair in parts.windows(2) {
            *pairs.entry((pair[0], pair[1])).or_default() += times;
        }
    }
    let (left, right) = &training.merges[number];
    let count = pairs[&(left.as_str(), right.as_str())];
    assert_eq!((count, pairs.values().max()), (step.count, Some(&count)));
    let ids = |pair: &(&str, &str)| (training.vocabulary.id(pair.0), training.vocabulary.id(pair.1));
    let tied: Vec<_> = pairs.iter().filter(|&(_, &times)| times == count).map(|(pair, _)| ids(pair)).collect();
    assert_eq!(tied.len(), step.tied + 1);
    assert_eq!(tied.into_iter().min(), Some((Some(step.pair.0), Some(step.pair.1))));
    let length = |words: &[Vec<&str>]| words.iter().map(Vec::len).sum::<usize>();
    let after = training.segmentation(number + 1);
    assert!(length(&after) < length(&before));
    assert!(after.iter().zip(&before).all(|(after, before)| after.concat() == before.concat()));
}

/// What the `tokenizers` library makes of them.
#[test]
fn the_pattern_cuts_as_gpt_2_does() {
    for (text, want) in [
        (
            "I'll we've you're he'd I'm it's don't",
            &["I", "'ll", " we", "'ve", " you", "'re", " he", "'d", " I", "'m", " it", "'s", " don", "'t"][..],
        ),
        ("HE'S", &["HE", "'", "S"]),
        ("rock'n'roll 'tis", &["rock", "'", "n", "'", "roll", " '", "tis"]),
        ("a  b   c ", &["a", " ", " b", "  ", " c", " "]),
        ("\n\n x\t\ty", &["\n\n", " x", "\t", "\t", "y"]),
        ("½kg №5 x²", &["½", "kg", " №", "5", " x", "²"]),
        ("!'s ''s", &["!'", "s", " ''", "s"]),
        ("  ", &["  "]),
        ("naïve e\u{301} 你好, мир!", &["naïve", " e", "\u{301}", " 你好", ",", " мир", "!"]),
        ("a\u{a0}b\u{3000} c", &["a", "\u{a0}", "b", "\u{3000}", " c"]),
    ] {
        assert_eq!(pattern::words(text).collect::<Vec<_>>(), want, "{text:?}");
    }
}

#[test]
fn vocabularies_are_in_the_order_asked_for() {
    let build = |order, least| Vocabulary::build("b a c a b a".split(' '), order, least, &["<pad>", "a"]).unwrap();
    assert_eq!(build(Order::Appearance, 1).tokens(), ["<pad>", "a", "b", "c"]);
    assert_eq!(build(Order::Frequency, 1).tokens(), ["<pad>", "a", "b", "c"]);
    assert_eq!(build(Order::Appearance, 2).tokens(), ["<pad>", "a", "b"]);
    let by = |order| Vocabulary::build("z y x y x y".split(' '), order, 1, &[]).unwrap();
    assert_eq!(by(Order::Appearance).tokens(), ["z", "y", "x"]);
    assert_eq!(by(Order::Frequency).tokens(), ["y", "x", "z"]);
}

/// A million bytes of text take time in proportion: a loop over the text in a loop over the text would take hours.
fn takes_a_megabyte(text: &str, tokenizers: &[Box<dyn Tokenizer>]) {
    let text = text.repeat(1_000_000 / text.len());
    for tokenizer in tokenizers {
        let encoding = tokenizer.encode(&text);
        assert!(encoding.tokens.iter().all(|token| token.span.end <= text.len()));
        assert!(encoding.ids().len() <= text.len() + 2);
    }
}

#[test]
fn a_megabyte_of_prose() {
    takes_a_megabyte("The Transformers are playing, Café au lait… don't! 你好 ", &every());
}

#[test]
fn a_megabyte_without_a_word_border() {
    takes_a_megabyte("a", &every());
}

#[test]
fn a_megabyte_of_marks() {
    takes_a_megabyte("\u{301}\u{323}", &every());
}

#[test]
fn a_megabyte_of_what_might_be_special() {
    takes_a_megabyte("[C", &every());
}
