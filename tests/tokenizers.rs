//! Every case of the golden files of tokenizers, which real ones made, against `text`.
//!
//! The files lie in `tests/golden/`; `GLASSFORMER_GOLDEN=DIR cargo test --test tokenizers` reads another folder of files of the
//! same form. Vocabularies, texts and options come from the files. A part of a file that no test knows is an error, and so is a file
//! of which nothing is compared; a part that a file lacks is listed and not run.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by stopping, and counts aloud"
)]

#[path = "support/golden.rs"]
mod folder;

#[path = "tokenizers/errors.rs"]
mod errors;
#[path = "tokenizers/laws.rs"]
mod laws;
#[path = "tokenizers/spans.rs"]
mod spans;

use std::collections::BTreeMap;
use std::path::Path;

use glassformer::text::batch::Side;
use glassformer::text::byte_pair::{END_OF_WORD, Training, TrainingStep};
use glassformer::text::wordpiece::Options;
use glassformer::text::{Batch, ByteLevel, BytePair, Encoding, Special, Step, Tokenizer, Vocabulary, WordPiece};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// The kinds of file that are compared here.
const KINDS: [&str; 3] = ["12_wordpiece", "12_bpe", "12_byte_bpe"];

#[test]
fn every_json_file_is_compared() {
    let strangers = folder::strangers(&folder::folder(), &KINDS, "json", |ending| ending == "json");
    assert!(strangers.is_empty(), "nothing of these files is compared: {strangers:?}");
}

/// Runs a case on every golden file of that kind. It gives the number of things that it compared, of the sort that is named.
fn each<T: DeserializeOwned>(kind: &str, sort: &str, case: impl Fn(&T) -> usize) {
    assert!(KINDS.contains(&kind));
    let files = folder::of_kind(&folder::folder(), kind, "json");
    if files.is_empty() {
        folder::list(&format!("{kind}, {sort}: the folder has no such file"));
    }
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        match case(&read(&path)) {
            0 => folder::list(&format!("{name}: {sort}")),
            compared => println!("{name}: {compared} {sort}"),
        }
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> T {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Holds an encoding to its tokens and ids.
fn hold(encoding: &Encoding, text: &str, tokens: &[String], ids: &[u32]) {
    assert_eq!(encoding.texts(), tokens, "{text:?}");
    assert_eq!(encoding.ids(), ids, "{text:?}");
}

// --- WordPiece ------------------------------------------------------------------------------------------------------------

#[derive(Deserialize)]
struct WordPieceFile {
    #[serde(rename = "meta")]
    _meta: IgnoredAny,
    lowercase: bool,
    max_input_chars_per_word: usize,
    vocab: Vec<String>,
    #[serde(default)]
    cases: Vec<Case>,
    #[serde(default)]
    pairs: Vec<PairCase>,
    padded_batch: Option<PaddedBatch>,
    /// Tutorials' examples, each tutorial's under its own name: whatever else the file has must be of that form.
    #[serde(flatten)]
    tutorials: BTreeMap<String, Seed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    text: String,
    tokens: Vec<String>,
    ids: Vec<u32>,
    decoded: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PairCase {
    text: String,
    pair: String,
    tokens: Vec<String>,
    ids: Vec<u32>,
    type_ids: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaddedBatch {
    texts: Vec<String>,
    ids: Vec<Vec<u32>>,
    attention_mask: Vec<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seed {
    sparse_vocab: BTreeMap<String, u32>,
    cases: Vec<SeedCase>,
    #[serde(rename = "note")]
    _note: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedCase {
    text: String,
    ids: Vec<u32>,
    tokens: Vec<String>,
    printed_in_seed: Vec<u32>,
    agrees: bool,
}

impl WordPieceFile {
    fn tokenizer(&self, vocabulary: Vocabulary) -> WordPiece {
        let options = Options { lowercase: self.lowercase, longest_word: self.max_input_chars_per_word };
        WordPiece::with(vocabulary, options).unwrap()
    }

    fn own_tokenizer(&self) -> WordPiece {
        self.tokenizer(Vocabulary::new(&self.vocab).unwrap())
    }

    fn compared(&self) -> usize {
        let examples: usize = self.tutorials.values().map(|tutorial| tutorial.cases.len()).sum();
        self.cases.len() + self.pairs.len() + usize::from(self.padded_batch.is_some()) + examples
    }
}

/// The tokenizer of the repository's own file, for laws that hold for every vocabulary.
fn wordpiece() -> WordPiece {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/12_wordpiece.json");
    read::<WordPieceFile>(&path).own_tokenizer()
}

#[test]
fn some_part_of_every_wordpiece_file_is_compared() {
    each("12_wordpiece", "comparisons", |file: &WordPieceFile| {
        assert!(file.compared() > 0, "nothing of a file is compared");
        file.compared()
    });
}

#[test]
fn wordpiece_makes_the_golden_tokens_and_reads_them_back() {
    each("12_wordpiece", "cases", |file: &WordPieceFile| {
        let tokenizer = file.own_tokenizer();
        for Case { text, tokens, ids, decoded } in &file.cases {
            hold(&tokenizer.encode(text), text, tokens, ids);
            assert_eq!(tokenizer.decode(ids, Special::Skip).unwrap(), *decoded, "{text:?}");
        }
        file.cases.len()
    });
}

#[test]
fn wordpiece_joins_the_golden_pairs() {
    each("12_wordpiece", "pairs", |file: &WordPieceFile| {
        let tokenizer = file.own_tokenizer();
        for PairCase { text, pair, tokens, ids, type_ids } in &file.pairs {
            let got = tokenizer.encode_pair(text, pair, None).unwrap();
            assert_eq!(got.texts(), *tokens, "{text:?} {pair:?}");
            assert_eq!(got.ids(), *ids, "{text:?} {pair:?}");
            assert_eq!(got.type_ids, *type_ids, "{text:?} {pair:?}");
        }
        file.pairs.len()
    });
}

#[test]
fn wordpiece_pads_the_golden_batch() {
    each("12_wordpiece", "rows of the padded batch", |file: &WordPieceFile| {
        let Some(PaddedBatch { texts, ids, attention_mask }) = &file.padded_batch else { return 0 };
        let tokenizer = file.own_tokenizer();
        let pad = tokenizer.vocabulary().id("[PAD]").unwrap();
        let sequences: Vec<_> = texts.iter().map(|text| tokenizer.encode(text).ids()).collect();
        let batch = Batch::pad(&sequences, pad, Side::Right);
        assert_eq!(batch.ids, *ids);
        let mask: Vec<Vec<u8>> =
            batch.mask.iter().map(|row| row.iter().map(|&real| u8::from(real)).collect()).collect();
        assert_eq!(mask, *attention_mask);
        texts.len()
    });
}

#[test]
fn the_tutorials_examples_have_the_ids_that_bert_gives() {
    each("12_wordpiece", "examples of tutorials", |file: &WordPieceFile| {
        for (tutorial, Seed { sparse_vocab, cases, .. }) in &file.tutorials {
            let entries = sparse_vocab.iter().map(|(token, &id)| (token, id));
            let tokenizer = file.tokenizer(Vocabulary::with_ids(entries).unwrap());
            for SeedCase { text, ids, tokens, printed_in_seed, agrees } in cases {
                let encoding = tokenizer.encode(text);
                hold(&encoding, text, tokens, ids);
                assert_eq!(encoding.ids() == *printed_in_seed, *agrees, "{text:?}: what {tutorial} prints");
            }
        }
        file.tutorials.values().map(|tutorial| tutorial.cases.len()).sum()
    });
}

#[test]
fn wordpiece_files_may_lack_parts_and_rename_tutorials() {
    let vocab = r#""lowercase": true, "max_input_chars_per_word": 9, "vocab": ["[UNK]", "[CLS]", "[SEP]", "a"]"#;
    let parsed = |more: &str| serde_json::from_str::<WordPieceFile>(&format!(r#"{{"meta": {{}}, {vocab}{more}}}"#));
    assert_eq!(parsed("").unwrap().compared(), 0);
    let case = r#"{"text": "a", "ids": [1], "tokens": ["a"], "printed_in_seed": [1], "agrees": true}"#;
    let seed = format!(r#", "seed009": {{"sparse_vocab": {{"a": 1}}, "note": "", "cases": [{case}]}}"#);
    assert_eq!(parsed(&seed).unwrap().compared(), 1);
    assert!(parsed(r#", "offsets": [1]"#).is_err());
}

// --- Byte-pair encoding ---------------------------------------------------------------------------------------------------

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BytePairFile {
    #[serde(rename = "meta")]
    _meta: IgnoredAny,
    end_of_word_suffix: String,
    word_counts: BTreeMap<String, u64>,
    special_tokens: Vec<String>,
    alphabet: Vec<String>,
    merges: Vec<(String, String)>,
    trace: Vec<TraceStep>,
    vocab: Vec<String>,
    encodings: Vec<Encoded>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TraceStep {
    step: usize,
    pair: (String, String),
    count: u64,
    new: String,
    id: u32,
    tied_with: usize,
    segmentation: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Encoded {
    text: String,
    tokens: Vec<String>,
    ids: Vec<u32>,
}

impl BytePairFile {
    fn special(&self) -> Vec<&str> {
        self.special_tokens.iter().map(String::as_str).collect()
    }

    fn train(&self) -> Training {
        let words: Vec<_> = self.word_counts.iter().map(|(word, &count)| (word.as_str(), count)).collect();
        BytePair::train(&words, self.merges.len(), 1, &self.special()).unwrap()
    }
}

#[test]
fn byte_pair_training_takes_the_golden_steps() {
    each("12_bpe", "steps of training", |file: &BytePairFile| {
        assert_eq!(file.end_of_word_suffix, END_OF_WORD);
        let training = file.train();
        let tokens = training.vocabulary.tokens();
        assert_eq!(training.merges, file.merges);
        assert_eq!(tokens, file.vocab);
        let learned = file.special_tokens.len()..file.special_tokens.len() + file.alphabet.len();
        assert_eq!(tokens[learned], file.alphabet);
        assert_eq!(training.steps.len(), file.trace.len());
        for (step, want) in training.steps.iter().zip(&file.trace) {
            hold_step(&training, step, want);
        }
        file.trace.len()
    });
}

fn hold_step(training: &Training, step: &TrainingStep, want: &TraceStep) {
    let name = |id: u32| training.vocabulary.tokens()[id as usize].to_owned();
    assert_eq!((name(step.pair.0), name(step.pair.1)), want.pair, "step {}", want.step);
    assert_eq!((step.count, step.id, step.tied), (want.count, want.id, want.tied_with), "step {}", want.step);
    assert_eq!(name(step.id), want.new, "step {}", want.step);
    let parts = training.segmentation(want.step);
    assert_eq!(parts.len(), want.segmentation.len());
    for ((word, _), parts) in training.words.iter().zip(parts) {
        assert_eq!(parts, want.segmentation[word], "step {}, {word}", want.step);
    }
}

#[test]
fn byte_pair_training_ends_where_pairs_are_rare() {
    let training = BytePair::train(&[("hug", 3), ("pug", 2), ("bun", 2)], 9, 3, &[]).unwrap();
    let merges: Vec<_> = training.merges.iter().map(|(left, right)| [left.as_str(), right]).collect();
    assert_eq!(merges, [["u", "g</w>"], ["h", "ug</w>"]]);
}

#[test]
fn byte_pair_training_joins_a_pair_wherever_it_stands_in_a_word() {
    let training = BytePair::train(&[("anana", 1)], 1, 1, &[]).unwrap();
    assert_eq!(training.segmentation(1), [["an", "an", "a</w>"]]);
}

#[test]
fn byte_pair_encodes_as_the_golden_file_says() {
    each("12_bpe", "encodings", |file: &BytePairFile| {
        let unknown = file.special()[0];
        let tokenizer = BytePair::new(file.train().vocabulary, &file.merges, unknown).unwrap();
        for Encoded { text, tokens, ids } in &file.encodings {
            let encoding = tokenizer.encode(text);
            hold(&encoding, text, tokens, ids);
            each_merge_joins_what_it_says(&encoding, &file.merges);
        }
        file.encodings.len()
    });
}

/// Every merge of an encoding joins the two tokens of its rank, and its result is found in the parts after it.
fn each_merge_joins_what_it_says(encoding: &Encoding, merges: &[(String, String)]) {
    for word in &encoding.words {
        for (number, step) in word.steps.iter().enumerate() {
            let Step::Merge { rank, left, right, .. } = step else { panic!("{step:?}") };
            let (first, second) = &merges[*rank];
            assert_eq!((encoding.text_at(left), encoding.text_at(right)), (first.as_str(), second.as_str()));
            assert!(word.parts(number).contains(left) && word.parts(number).contains(right));
            assert!(word.parts(number + 1).contains(&(left.start..right.end)));
        }
        assert_eq!(word.parts(word.steps.len()).len(), word.tokens.len());
    }
}

// --- Byte-level -----------------------------------------------------------------------------------------------------------

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByteLevelFile {
    #[serde(rename = "meta")]
    _meta: IgnoredAny,
    corpus: String,
    merges: Vec<(String, String)>,
    vocab: Vec<String>,
    encodings: Vec<Encoded>,
    #[serde(rename = "note")]
    _note: IgnoredAny,
}

#[test]
fn byte_level_learns_the_golden_merges_from_the_golden_text() {
    each("12_byte_bpe", "merges", |file: &ByteLevelFile| {
        let training = ByteLevel::train(&file.corpus, file.merges.len(), 1).unwrap();
        assert_eq!(training.merges, file.merges);
        assert_eq!(training.vocabulary.tokens(), file.vocab);
        file.merges.len()
    });
}

#[test]
fn byte_level_encodes_as_the_golden_file_says_and_reads_it_back() {
    each("12_byte_bpe", "encodings", |file: &ByteLevelFile| {
        let tokenizer = ByteLevel::new(Vocabulary::new(&file.vocab).unwrap(), &file.merges).unwrap();
        for Encoded { text, tokens, ids } in &file.encodings {
            let encoding = tokenizer.encode(text);
            hold(&encoding, text, tokens, ids);
            each_merge_joins_what_it_says(&encoding, &file.merges);
            assert_eq!(tokenizer.decode(ids, Special::Keep).unwrap(), *text);
        }
        file.encodings.len()
    });
}
