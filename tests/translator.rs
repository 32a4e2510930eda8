//! The translator inside the program: its words, its scores, and `glassformer translate`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use glassformer::nn::tasks::Part;
use glassformer::nn::tasks::score::{Score, TestSentence, Vocabularies};
use glassformer::nn::tasks::translation::word_by_word;
use glassformer::nn::weights::File;
use glassformer::nn::{Task, shipped};
use glassformer::tensor::Tensor;
use serde_json::{Value, json};

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

/// `GLASSFORMER_UPDATE_WORDS=1 cargo test --test translator words` writes them anew.
#[test]
fn the_words_are_the_grammars() {
    let path = format!("{ASSETS}/translator.json");
    let task = Task::Translation;
    let words = json!({ "source": task.sources().list(), "target": task.targets().list() });
    let words = serde_json::to_string_pretty(&words).unwrap() + "\n";
    if std::env::var_os("GLASSFORMER_UPDATE_WORDS").is_some() {
        fs::write(&path, &words).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    assert!(written == words, "run GLASSFORMER_UPDATE_WORDS=1 cargo test --test translator words");
    assert!(shipped::bytes(shipped::WORDS).unwrap() == words.as_bytes(), "build again: the words have changed");
}

/// Fails below the share of sentences that must be right as a whole, and from the share on that a dictionary may have.
fn scored(part: Part, count: usize, at_least: f64) -> Score {
    let sentences: Vec<_> = Task::Translation.set(part, count).unwrap().iter().map(TestSentence::from).collect();
    assert_eq!(sentences.len(), count);
    let words = Vocabularies::of(Task::Translation);
    let score = words.score(shipped::translator().unwrap(), &sentences).unwrap();
    assert!(score.share() >= at_least, "{part:?}: {} of {count} right: {:#?}", score.right(), score.wrong);
    let dictionary = Score::of(&sentences, word_by_word);
    assert!(dictionary.share() < 0.3, "{part:?}: a dictionary has {} of {count} right", dictionary.right());
    score
}

#[test]
fn a_thousand_sentences_that_it_never_saw_are_translated() {
    scored(Part::Test, 1000, 0.99);
}

#[test]
fn so_are_adjectives_with_nouns_that_it_never_saw_together() {
    scored(Part::Unseen, 300, 0.9);
}

/// What the card says of the weights is what they score; a machine with other kernels may differ in a sentence or two.
#[test]
fn the_card_says_what_is_so() {
    let card = fs::read_to_string(format!("{ASSETS}/translator.md")).unwrap();
    if std::env::var_os("GLASSFORMER_FULL").is_some() {
        for (part, count) in [(Part::Test, 1200), (Part::Unseen, 400)] {
            let said = format!("| {} of {count} |", scored(part, count, 0.9).right());
            assert!(card.contains(&said), "the card does not say `{said}`");
        }
    }
    let parameters: usize = shipped::tensors().unwrap().tensors.values().map(Tensor::len).sum();
    assert_eq!(parameters, 295_463);
    assert!(card.contains("295,463"));
    let bytes = shipped::bytes(shipped::WEIGHTS).unwrap().len();
    assert!(
        bytes < 2_000_000 && fs::metadata(format!("{ASSETS}/translator.safetensors")).unwrap().len() == bytes as u64
    );
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_glassformer"));
    program.arg("translate").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn said(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_pipe_is_given_translations_and_nothing_else() {
    assert_eq!(said(&["the small red house"]), "la petite maison rouge\n");
    assert_eq!(said(&["the", "small", "red", "house"]), "la petite maison rouge\n");
    assert_eq!(
        said(&["She never eats an egg.", "the king's hat is red"]),
        "elle ne mange jamais d'œuf\nle chapeau du roi est rouge\n"
    );
    let output = run(&[], "the cat sleeps\n\nwe sing\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "le chat dort\n\nnous chantons\n");
}

#[test]
fn who_looked_where_is_shown_and_red_is_read_where_rouge_is_written() {
    let text = said(&["the small red house", "--attention"]);
    let lines: Vec<&str> = text.lines().collect();
    let head: Vec<&str> = lines.iter().find(|line| line.contains("[EOS]")).unwrap().split_whitespace().collect();
    assert_eq!(head, ["the", "small", "red", "house", "[EOS]"]);
    let row = lines.iter().find(|line| line.starts_with("rouge ")).unwrap();
    assert!(row.contains('█') && row.split_whitespace().filter(|cell| *cell == "·").count() >= 3, "{text}");
    assert_ne!(
        said(&["the red house", "--attention", "--head", "0.1"]),
        said(&["the red house", "--attention", "--head", "0"])
    );
}

#[test]
fn json_has_the_words_the_weights_and_the_tree() {
    let text = said(&["the red house", "--json", "--beam", "2"]);
    let said: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(said["translation"], "la maison rouge");
    assert_eq!(said["words"], json!(["la", "maison", "rouge", "[EOS]"]));
    let rows = said["attention"][1][3].as_array().unwrap();
    assert_eq!((rows.len(), said["attention"].as_array().unwrap().len()), (4, 2));
    for row in rows {
        let sum: f64 = row.as_array().unwrap().iter().map(|weight| weight.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-5);
    }
    let found = said["beam"].as_array().unwrap();
    assert_eq!((found.len(), &found[0]["translation"]), (2, &said["translation"]));
    let tree = said["tree"].as_array().unwrap();
    let first = tree.iter().position(|node| node["word"] == "la").unwrap();
    assert_eq!((&tree[first]["parent"], &tree[first]["state"]), (&json!(0), &json!("alive")));
}

#[test]
fn the_tree_shows_what_was_found_and_what_was_given_up() {
    let text = said(&["he sleeps", "--beam", "2", "--attention"]);
    assert!(
        text.contains("il dort\n") && text.contains("├─ ") && text.contains(" ✓\n") && text.contains(" ×\n"),
        "{text}"
    );
}

#[test]
fn stages_are_saved_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stages.safetensors");
    said(&["the red house", "--trace", path.to_str().unwrap()]);
    let file = File::read(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(file.tensors["decoder.layers.1.multihead_attn.weights"].shape(), [1, 4, 4, 4]);
    assert_eq!(file.tensors["generator.logits"].shape(), [1, 4, 359]);
    let order: Vec<String> = serde_json::from_str(&file.metadata["order"]).unwrap();
    assert_eq!(order.first().map(String::as_str), Some("src_emb.lookup"));
    assert!(refused(&["he sleeps", "she sings", "--trace", path.to_str().unwrap()]).contains("one sentence"));
}

#[test]
fn an_unknown_word_is_shown_with_its_place_and_what_may_have_been_meant() {
    let output = run(&["the smal red elephant"], "");
    assert!(output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("\"smal\", word 2,") && told.contains("did you mean \"small\"?"), "{told}");
    assert!(told.contains("\"elephant\", word 4,"), "{told}");
    let json: Value = serde_json::from_str(&said(&["the smal cat", "--json"])).unwrap();
    assert_eq!(json["unknown"], json!([{ "word": "smal", "place": 1, "nearest": "small" }]));
}

#[test]
fn what_cannot_be_translated_is_refused_in_a_sentence() {
    assert!(refused(&["   "]).contains("nothing to translate"));
    assert!(refused(&[&"very ".repeat(5000)]).contains("5000 words are too many"));
    assert!(refused(&["he sleeps", "--head", "7"]).contains("0 to 1"));
    assert!(refused(&["he sleeps", "--head", "1.9"]).contains("0 to 3"));
    assert!(refused(&["he sleeps", "--weights", "nowhere.safetensors"]).contains("nowhere.safetensors"));
    let (folder, bytes) = (tempfile::tempdir().unwrap(), shipped::bytes(shipped::WEIGHTS).unwrap());
    let path = folder.path().join("cut.safetensors");
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let output = run(&["he sleeps", "--weights", path.to_str().unwrap()], "");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("cut short") && told.lines().count() == 1, "{told}");
}

#[test]
fn any_file_of_pairs_scores_it() {
    let folder = tempfile::tempdir().unwrap();
    let pairs = folder.path().join("pairs.tsv");
    let lines = "The king's hat is red.\tLe chapeau du roi est rouge.\nhe sleeps\til mange\nhe sleeps\tIl mange.|Il dort.\n\
                 he eats\til dort | elle mange\n";
    fs::write(&pairs, lines).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_glassformer"));
    let output = program.args(["train", "translation", "--json", "--evaluate"]).arg(&pairs).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["right"], &first["total"], &first["wrong"][0]["written"]),
        (&json!(2), &json!(4), &json!("il dort"))
    );
    assert_eq!(
        first["wrong"][1],
        json!({ "source": "he eats", "wanted": "il dort | elle mange", "written": "il mange" })
    );
    let mut program = Command::new(env!("CARGO_BIN_EXE_glassformer"));
    let output = program.args(["train", "copy", "--evaluate"]).arg(&pairs).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("--save"));
}

#[test]
fn what_is_red_becomes_blue_where_the_other_sentence_is_put_in() {
    let patched = |stage: &str, from: &str| said(&["the small red house", "--patch", stage, "--from", from]);
    assert_eq!(patched("encoder@2", "the small blue house"), "la petite maison bleue\n");
    assert_eq!(patched("encoder@1", "the small blue house"), "la petite maison rouge\n");
    assert_eq!(patched("encoder", "the small red house"), "la petite maison rouge\n");
    let reads = "decoder.layers.0.multihead_attn";
    let blind = said(&["the small red house", "--ablate", reads, "--ablate", "decoder.layers.1.multihead_attn"]);
    assert!(!blind.contains("maison"), "{blind}");
    assert!(refused(&["he sleeps", "--ablate", "decoder.layer.1"]).contains("did you mean `decoder.layers.1`?"));
    assert!(refused(&["he sleeps", "--patch", "encoder"]).contains("--from"));
    assert!(refused(&["he sleeps", "--patch", "encoder@x", "--from", "she sings"]).contains("position"));
}

#[test]
fn the_lens_shows_what_each_layer_would_say() {
    let said: Value = serde_json::from_str(&said(&["the red house", "--lens", "--json"])).unwrap();
    let last = &said["lens"][2];
    assert_eq!((&last["stage"], &last["words"][2]["word"]), (&json!("decoder.layers.1"), &json!("rouge")));
    assert_ne!(said["lens"][0]["words"][2]["word"], "rouge");
}

#[test]
fn what_heads_do_is_told_in_numbers() {
    let heads: Value = serde_json::from_str(&said(&["--heads=12", "--json"])).unwrap();
    let heads = heads.as_array().unwrap();
    assert_eq!(heads.len(), 3 * 2 * 4);
    let numbers = |head: &Value| ["previous", "same", "first", "last", "aligned"].map(|what| head[what].as_f64());
    for head in heads {
        assert!(numbers(head).into_iter().flatten().all(|share| (0.0..=1.0001).contains(&share)), "{head}");
        let is_cross = head["head"].as_str().unwrap().contains("multihead_attn");
        assert_eq!(head["aligned"].is_null(), !is_cross);
    }
    // It was never told which words belong together, and has found out.
    let best = heads.iter().filter_map(|head| head["aligned"].as_f64()).fold(0.0, f64::max);
    assert!(best > 0.8, "{best}");
    assert!(said(&["--heads=2"]).contains("decoder.layers.1.multihead_attn.heads.3"));
}
