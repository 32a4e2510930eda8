//! The translator inside the program: its words, its scores, and `glassformer translate`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use glassformer::grammar::{Grammar, Language, joined, spaced};
use glassformer::nn::doubt::{Doubt, SURE_FROM, doubt, least_sure};
use glassformer::nn::heads::costs::costs;
use glassformer::nn::intervention::{Change, Intervention};
use glassformer::nn::tasks::Part;
use glassformer::nn::tasks::pieces::Pieces;
use glassformer::nn::tasks::score::{Score, TestSentence, Vocabularies};
use glassformer::nn::tasks::translation::{Pair, draw, french_text, part_of, read_english, references, word_by_word};
use glassformer::nn::weights::File;
use glassformer::nn::{Task, Translator, shipped};
use glassformer::tensor::Tensor;
use glassformer::tensor::random::Generator;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");

/// `GLASSFORMER_UPDATE_WORDS=1 cargo test --test translator words` writes them anew.
#[test]
fn the_words_are_the_grammars() {
    let path = format!("{ASSETS}/translator.json");
    let task = Task::Translation;
    let words = json!({
        "source": task.sources().list(),
        "target": task.targets().list(),
        "merges": include_str!("../assets/grammar/english.merges").lines().collect::<Vec<_>>(),
        "names": Grammar::shipped().unwrap().names(Language::English),
    });
    let words = serde_json::to_string_pretty(&words).unwrap() + "\n";
    if std::env::var_os("GLASSFORMER_UPDATE_WORDS").is_some() {
        fs::write(&path, &words).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    assert!(written == words, "run GLASSFORMER_UPDATE_WORDS=1 cargo test --test translator words");
    assert!(shipped::bytes(shipped::WORDS).unwrap() == words.as_bytes(), "build again: the words have changed");
}

/// `GLASSFORMER_UPDATE_MERGES=1 cargo test --test translator merges` writes them anew: then a model must be trained anew, too.
#[test]
fn the_merges_are_learned_from_the_grammar() {
    const SENTENCES: usize = 30_000;
    let mut generator = Generator::manual_seed(0);
    let pairs: Vec<Pair> = (0..SENTENCES).map(|_| draw(&mut generator).unwrap()).collect();
    let learned = [
        ("english", Pieces::learn(pairs.iter().map(|pair| pair.english.as_str()), 2700).unwrap()),
        ("french", Pieces::learn(pairs.iter().map(|pair| pair.french.as_str()), 3200).unwrap()),
    ];
    for (name, merges) in learned {
        let path = format!("{ASSETS}/grammar/{name}.merges");
        if std::env::var_os("GLASSFORMER_UPDATE_MERGES").is_some() {
            fs::write(&path, &merges).unwrap();
        }
        assert!(fs::read_to_string(&path).unwrap() == merges, "{name}.merges is not what is learned today");
    }
}

/// Fails below the share of sentences that must be right as a whole, and from the share on that a dictionary may have.
fn scored(part: Part, count: usize, at_least: f64) -> Score {
    let task = Task::Translation;
    let sentences: Vec<_> =
        task.set(part, count).unwrap().iter().map(|example| TestSentence::of(task, example)).collect();
    assert_eq!(sentences.len(), count);
    let words = Vocabularies::of(task);
    let score = words.score(shipped::translator().unwrap(), &sentences).unwrap();
    assert!(score.share() >= at_least, "{part:?}: {} of {count} right: {:#?}", score.right(), score.wrong);
    let dictionary = Score::of(&sentences, word_by_word);
    assert!(dictionary.share() < 0.15, "{part:?}: a dictionary has {} of {count} right", dictionary.right());
    score
}

#[test]
fn sentences_that_it_never_saw_are_translated() {
    scored(Part::Test, 500, 0.97);
}

#[test]
fn so_are_adjectives_with_nouns_that_it_never_saw_together() {
    scored(Part::Unseen, 200, 0.94);
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
    let mut hash = String::new();
    for byte in Sha256::digest(shipped::bytes(shipped::WEIGHTS).unwrap()) {
        write!(hash, "{byte:02x}").unwrap();
    }
    assert!(card.contains(&hash), "the weights are {hash}, and the card says another hash");
    let parameters: usize = shipped::tensors().unwrap().tensors.values().map(Tensor::len).sum();
    assert_eq!(parameters, 1_988_768);
    assert!(card.contains("1,988,768"));
    let bytes = shipped::bytes(shipped::WEIGHTS).unwrap().len();
    assert!(
        bytes < 4_000_000 && fs::metadata(format!("{ASSETS}/translator.safetensors")).unwrap().len() == bytes as u64
    );
}

/// Words of many meanings, and *it*: the French that stands for one is what the sentence asks for. Sentences are held out.
#[test]
fn words_that_context_decides_are_told_apart() {
    let count = if std::env::var_os("GLASSFORMER_FULL").is_some() { 2000 } else { 200 };
    let grammar = Grammar::shipped().unwrap();
    let is_open = |word: &str| word == "it" || grammar.meanings(&word.to_lowercase()).len() > 1;
    let translator = Translator::new(shipped::translator().unwrap()).unwrap();
    let mut generator = Generator::manual_seed(28);
    let (mut total, mut wrong) = (0, Vec::new());
    while total < count {
        let pair = draw(&mut generator).unwrap();
        if part_of(&pair.sentence) != Part::Test {
            continue;
        }
        let english: Vec<&str> = pair.english.split(' ').collect();
        let open: Vec<usize> = (0..english.len()).filter(|&at| is_open(english[at])).collect();
        let french: Vec<&str> = pair.french.split(' ').collect();
        let wanted = |at: &usize| {
            let aligned = pair.sentence.alignment.iter().zip(&french).filter(|(places, _)| places.contains(at));
            aligned.map(|(_, word)| *word).collect::<Vec<_>>()
        };
        let wanted: Vec<Vec<&str>> = open.iter().map(wanted).filter(|words| !words.is_empty()).collect();
        if wanted.is_empty() {
            continue;
        }
        let source = translator.read(&pair.english).unwrap();
        let written = translator.words.targets.text(&translator.write(&source).unwrap().ids);
        let pieces = read_english(&pair.english);
        let is_right = TestSentence { references: references(&pieces), source: pieces }.accepts(&written);
        let words = spaced(&french_text(&written));
        for wanted in wanted {
            total += 1;
            if !is_right && !wanted.iter().all(|word| words.split(' ').any(|written| written == *word)) {
                wrong.push(format!("{}: {words}, not {wanted:?}", pair.english));
            }
        }
    }
    if count == 2000 {
        let said = format!("| {} of {total} |", total - wrong.len());
        let card = fs::read_to_string(format!("{ASSETS}/translator.md")).unwrap();
        assert!(card.contains(&said), "the card does not say `{said}`");
    }
    assert!(20 * wrong.len() <= total, "{} of {total} wrong: {wrong:#?}", wrong.len());
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
        "Elle ne mange jamais d'œuf.\nle chapeau du roi est rouge\n"
    );
    assert_eq!(said(&["Wait for me!"]), "Attends-moi !\n");
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
    assert_eq!((rows.len(), said["attention"].as_array().unwrap().len()), (4, 3));
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
    assert_eq!(file.tensors["generator.logits"].shape(), [1, 4, 3460]);
    let order: Vec<String> = serde_json::from_str(&file.metadata["order"]).unwrap();
    assert_eq!(order.first().map(String::as_str), Some("src_emb.lookup"));
    assert!(refused(&["he sleeps", "she sings", "--trace", path.to_str().unwrap()]).contains("one sentence"));
}

#[test]
fn no_word_is_unknown_since_every_text_has_pieces() {
    let text = said(&["the smål red elephant sneezzes ☃", "--json"]);
    let said: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(said["unknown"], json!([]));
    let pieces: Vec<&str> = said["source"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!((pieces[0], *pieces.last().unwrap()), ("the", "[EOS]"));
    assert!(pieces.iter().any(|piece| piece.starts_with('·')), "{pieces:?}");
}

#[test]
fn what_cannot_be_translated_is_refused_in_a_sentence() {
    assert!(refused(&["   "]).contains("nothing to translate"));
    assert!(refused(&[&"very ".repeat(5000)]).contains("the sentence has 5000 words"));
    assert!(refused(&["he sleeps", "--head", "7"]).contains("0 to 2"));
    assert!(refused(&["he sleeps", "--head", "2.9"]).contains("0 to 3"));
    assert!(refused(&["he sleeps", "--weights", "nowhere.safetensors"]).contains("nowhere.safetensors"));
    let (folder, bytes) = (tempfile::tempdir().unwrap(), shipped::bytes(shipped::WEIGHTS).unwrap());
    let path = folder.path().join("cut.safetensors");
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let output = run(&["he sleeps", "--weights", path.to_str().unwrap()], "");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("the file is truncated") && told.lines().count() == 1, "{told}");
}

#[test]
fn any_file_of_pairs_scores_it() {
    let folder = tempfile::tempdir().unwrap();
    let pairs = folder.path().join("pairs.tsv");
    let lines = "The king's hat is red.\tLe chapeau du roi est rouge.\nhe sleeps\til mange\nhe sleeps\til mange|il dort\n\
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
    let [second, third] = ["decoder.layers.1.multihead_attn", "decoder.layers.2.multihead_attn"];
    let blind = said(&["the small red house", "--ablate", reads, "--ablate", second, "--ablate", third]);
    assert!(!blind.contains("maison"), "{blind}");
    let shown =
        |ablated: &str, head: &str| said(&["the small red house", "--ablate", ablated, "--attention", "--head", head]);
    for (ablated, head, is_told) in [(third, "2", true), (third, "2.1", true), (second, "2", false)] {
        assert_eq!(shown(ablated, head).contains("ablated: what it reads is not used"), is_told, "{ablated} {head}");
    }
    let one_head = format!("{third}.heads.1");
    assert!(shown(&one_head, "2.1").contains("ablated"));
    assert!(!shown(&one_head, "2.0").contains("ablated"));
    assert!(refused(&["he sleeps", "--ablate", "decoder.layer.1"]).contains("did you mean `decoder.layers.1`?"));
    assert!(refused(&["he sleeps", "--patch", "encoder"]).contains("--from"));
    assert!(refused(&["he sleeps", "--patch", "encoder@x", "--from", "she sings"]).contains("position"));
}

#[test]
fn the_lens_shows_what_each_layer_would_say() {
    let said: Value = serde_json::from_str(&said(&["the red house", "--lens", "--json"])).unwrap();
    let last = &said["lens"][3];
    assert_eq!((&last["stage"], &last["words"][2]["word"]), (&json!("decoder.layers.2"), &json!("rouge")));
    assert_ne!(said["lens"][0]["words"][2]["word"], "rouge");
}

/// Costs are counted side by side and with a cache; one sentence at a time, without one, the most needed head costs the same.
#[test]
fn what_a_head_costs_is_what_its_ablation_costs() {
    let translator = Translator::new(shipped::translator().unwrap()).unwrap();
    let task = Task::Translation;
    let sentences: Vec<TestSentence> =
        task.set(Part::Test, 24).unwrap().iter().map(|example| TestSentence::of(task, example)).collect();
    let mut told = Vec::new();
    let costs = costs(&translator, &sentences, |done, all| told.push((done, all))).unwrap();
    assert_eq!((costs.heads.len(), told.first(), told.last()), (36, Some(&(1, 36)), Some(&(36, 36))));
    let most = costs.heads.iter().min_by_key(|cost| cost.without).unwrap();
    assert!(2 * most.without < costs.right, "{most:?} of {}", costs.right);
    let spared = costs.heads.iter().filter(|cost| cost.without + 1 >= costs.right).count();
    assert!(spared > 20, "{spared}");
    let right = |off: &[usize]| {
        let mut changed = translator.clone();
        let off = off.iter().map(|head| format!("{}.heads.{head}", most.module));
        changed.interventions = off.map(|stage| Intervention { stage, change: Change::Off }).collect();
        let is_right = |sentence: &&TestSentence| {
            let source = changed.read(&task.source_text(&sentence.source)).unwrap();
            sentence.accepts(&changed.words.targets.text(&changed.write(&source).unwrap().ids))
        };
        sentences.iter().filter(is_right).count()
    };
    let others: Vec<usize> = (0..4).filter(|&head| head != most.head).collect();
    assert_eq!((right(&[]), right(&[most.head]), right(&others)), (costs.right, most.without, most.alone));
}

#[test]
fn what_heads_do_is_told_in_numbers() {
    let heads: Value = serde_json::from_str(&said(&["--heads=40", "--json"])).unwrap();
    let heads = heads.as_array().unwrap();
    assert_eq!(heads.len(), 3 * 3 * 4);
    let habits = ["previous", "next", "same", "first", "last", "subject", "noun", "aligned"];
    let numbers = |head: &Value| habits.map(|what| head[what].as_f64());
    for head in heads {
        assert!(numbers(head).into_iter().flatten().all(|share| (0.0..=1.0001).contains(&share)), "{head}");
        let is_cross = head["head"].as_str().unwrap().contains("multihead_attn");
        assert_eq!(head["aligned"].is_null(), !is_cross);
        assert_eq!((head["subject"].is_null(), head["noun"].is_null()), (is_cross, is_cross));
    }
    // It was never told which words belong together, and has found out.
    let best = |habit: &str| heads.iter().filter_map(|head| head[habit].as_f64()).fold(0.0, f64::max);
    assert!(best("aligned") > 0.8 && best("noun") > 0.6, "{} {}", best("aligned"), best("noun"));
    assert!(refused(&["--costs", "he sleeps"]).contains("--heads"));
    assert!(said(&["--heads=2"]).contains("decoder.layers.1.multihead_attn.heads.3"));
}

/// What is outside of the grammar is said, what is wrong by it, and what was unsure.
#[test]
fn it_says_what_it_does_not_know() {
    let doubt = |sentence: &str| {
        let json: Value = serde_json::from_str(&said(&[sentence, "--json"])).unwrap();
        json["doubt"].clone()
    };
    assert_eq!(doubt("The small red house is old."), Value::Null);
    assert_eq!(doubt("The the house old."), "outside");
    let output = run(&["The the house old."], "");
    assert!(String::from_utf8(output.stderr).unwrap().contains("not trained on sentences like this one"));
    let plain = run(&["The small red house is old."], "");
    assert!(plain.stderr.is_empty());
}

/// A translation of something else is wrong, and what is right is written as the sentence is.
#[test]
fn a_translation_that_the_grammar_does_not_give_is_wrong() {
    let translator = Translator::new(shipped::translator().unwrap()).unwrap();
    let source = translator.read("The dog sleeps!").unwrap();
    let other = translator.write(&translator.read("The cat sleeps!").unwrap()).unwrap().ids;
    let tape = translator.trace(&source, &other).unwrap();
    let doubted = doubt(&translator, "The dog sleeps!", &source, &other, &tape).unwrap();
    assert_eq!(doubted, Some(Doubt::Wrong { right: "Le chien dort !".to_owned() }));
}

/// The nearest right sentence differs in one word, and the grammar itself says that it is right.
#[test]
fn it_says_what_is_right_and_what_is_nearest() {
    let why = |sentence: &str| {
        let json: Value = serde_json::from_str(&said(&[sentence, "--json", "--why"])).unwrap();
        (json["why"].clone(), json["words"].as_array().unwrap().len())
    };
    let (why_it, pieces) = why("The dentist cannot see the mole.");
    assert!(why_it["right"].as_array().unwrap().contains(&json!("Le dentiste ne peut pas voir le grain de beauté.")));
    let [source, translation] = ["source", "translation"].map(|key| why_it["nearest"][key].as_str().unwrap());
    let words = "The dentist cannot see the mole.".split(' ');
    assert_eq!(words.zip(source.split(' ')).filter(|(one, other)| one != other).count(), 1, "{source}");
    let right = Grammar::shipped().unwrap().translations(source);
    assert!(right.iter().any(|right| joined(right, Language::French) == translation), "{source}: {translation}");
    let looks = why_it["looks"].as_array().unwrap();
    assert_eq!(looks.len(), pieces);
    assert!(looks.iter().all(|look| (0.0..=1.0001).contains(&look["share"].as_f64().unwrap())));
    assert!(why("The the house old.").0["right"].as_array().unwrap().is_empty());
    assert!(said(&["--why", "The small red house is old."]).contains("This is right."));
}

/// A page that says when the translator is unsure has the threshold that the program has.
#[test]
fn pages_doubt_as_the_program_does() {
    let lesson = |name: &str| fs::read_to_string(format!("{}/lessons/{name}.md", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(lesson("machine").contains(&format!("if chances[least] >= {SURE_FROM}:")));
    assert!(lesson("13-transformer").contains(&format!("if that has less than `{SURE_FROM}`, expect")));
}

/// All that is wrong is told. Of what is right, few are doubted: of a thousand sentences with `GLASSFORMER_FULL` a twentieth, of a hundred without it, which are fewer, a tenth. `GLASSFORMER_DOUBTS` names a
/// file for the numbers of fifteen thousand.
#[test]
fn all_that_is_wrong_and_little_that_is_right_is_doubted() {
    let is_given = |name: &str| std::env::var_os(name).is_some();
    let (count, one_in) = match (is_given("GLASSFORMER_DOUBTS"), is_given("GLASSFORMER_FULL")) {
        (true, _) => (15_000, 20),
        (false, true) => (1000, 20),
        (false, false) => (100, 10),
    };
    let task = Task::Translation;
    let translator = Translator::new(shipped::translator().unwrap()).unwrap();
    let (mut right, mut doubted, mut lines) = (0, 0, String::new());
    for example in task.set(Part::Validation, count).unwrap() {
        let text = task.source_text(&example.source);
        let source = translator.read(&text).unwrap();
        let ids = translator.write(&source).unwrap().ids;
        let tape = translator.trace(&source, &ids).unwrap();
        let is_right = TestSentence::of(task, &example).accepts(&translator.words.targets.text(&ids));
        let (_, least) = least_sure(&ids, &tape).unwrap().unwrap();
        let doubt = doubt(&translator, &text, &source, &ids, &tape).unwrap();
        assert_ne!(doubt, Some(Doubt::Outside), "{text}");
        assert_eq!(matches!(doubt, Some(Doubt::Wrong { .. })), !is_right, "{text}");
        right += usize::from(is_right);
        doubted += usize::from(is_right && doubt.is_some());
        let written = translator.text(&source, &ids);
        writeln!(lines, "{}\t{least:.4}\t{text}\t{written}", u8::from(is_right)).unwrap();
    }
    if let Some(path) = std::env::var_os("GLASSFORMER_DOUBTS") {
        fs::write(path, lines).unwrap();
    }
    assert!(one_in * doubted <= right, "{doubted} of {right} right translations are doubted");
}
