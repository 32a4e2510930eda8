//! A text as a vocabulary: a token a line, a JSON object or list, or tokens and merges with an empty line between them.

use glassformer::nn::tasks::words::{Ends, Lists};
use glassformer::text::byte_pair::parse_merges;
use glassformer::text::{ByteLevel, BytePair, Tokenizer, Vocabulary, WordPiece};

/// What is cut into tokens, where the vocabulary can do that.
const SENTENCE: &str = "The unaffable caf\u{e9} sat\ton \u{732b} 1234 \u{1f980}!";

/// Takes any bytes for a vocabulary's file.
pub(crate) fn survive(bytes: &[u8]) {
    if let Ok(lists) = Lists::read(bytes) {
        for (found, is_target) in [(&lists.source, false), (&lists.target, true)] {
            if let Ok(words) = found.words(&Ends::default(), is_target) {
                let ids = words.ids(SENTENCE);
                let _ = words.text(&ids);
            }
        }
    }
    let text = String::from_utf8_lossy(bytes);
    let (tokens, merges) = text.split_once("\n\n").unwrap_or((&text, ""));
    for vocabulary in [Vocabulary::parse(tokens), Vocabulary::from_json(tokens)].into_iter().flatten() {
        cut(vocabulary, merges);
    }
}

/// Cuts a sentence with each kind of tokenizer that a vocabulary may be of.
fn cut(vocabulary: Vocabulary, merges: &str) {
    if let Ok(tokenizer) = WordPiece::new(vocabulary.clone()) {
        whole(&tokenizer);
    }
    let Ok(merges) = parse_merges(merges) else { return };
    if let Ok(tokenizer) = BytePair::new(vocabulary.clone(), &merges, "[UNK]") {
        whole(&tokenizer);
    }
    if let Ok(tokenizer) = ByteLevel::new(vocabulary, &merges) {
        whole(&tokenizer);
    }
}

/// Every token lies in the sentence.
fn whole(tokenizer: &impl Tokenizer) {
    for token in tokenizer.encode(SENTENCE).tokens {
        assert!(SENTENCE.get(token.span.clone()).is_some(), "{token:?}");
    }
}
