//! Models that a learner trained in PyTorch: read, run on their page as PyTorch runs them, and refused where they must be.
//!
//! `tests/opened/make.py` makes the models and what PyTorch computes with them.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by stopping")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use glassformer::lang::Value;
use glassformer::nn::Learned;
use glassformer::nn::tasks::words::Lists;
use glassformer::nn::weights::File;
use glassformer::notebook::document::Document;
use glassformer::notebook::evaluate::{EvaluationOutcome, evaluate_now};
use glassformer::notebook::lesson::Lesson;
use glassformer::notebook::library::LessonLibrary;
use glassformer::notebook::lint;
use glassformer::notebook::opened::OpenedModel;
use glassformer::tensor::{DType, Tensor};
use serde_json::{Map, Value as Json, json};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/opened");
/// Single precision, after a whole small Transformer.
const NEAR: f64 = 2e-5;

fn file(name: &str) -> File {
    File::read(&fs::read(format!("{FOLDER}/{name}.safetensors")).unwrap()).unwrap()
}

/// What is said of a model beside its file.
fn said(name: &str) -> Map<String, Json> {
    let said = match name {
        "other" => json!({ "nhead": 2, "activation": "gelu", "norm_first": true, "scale_embeddings": false }),
        "third" => json!({ "nhead": 2, "layer_norm_eps": 1e-3 }),
        _ => json!({}),
    };
    said.as_object().unwrap().clone()
}

fn opened(name: &str) -> OpenedModel {
    let bytes = fs::read(format!("{FOLDER}/{name}.json")).unwrap();
    let Lists { source, target } = Lists::read(&bytes).unwrap();
    let words = (format!("{name}.json"), bytes);
    OpenedModel {
        learned: Learned::new(file(name), said(name), [source, target]).unwrap(),
        id: format!("opened-{name}"),
        weights: (format!("{name}.safetensors"), file(name)),
        words: [words.clone(), words],
        renames: Vec::new(),
        sentence: None,
    }
}

/// The page of a model after a change of its text, with one more cell.
fn page(opened: &OpenedModel, change: impl Fn(&str) -> String, cell: &str) -> EvaluationOutcome {
    let text = change(&opened.text().unwrap()) + &format!("\n```python\n#| label: probe\n{cell}\n```\n");
    let files = opened.lesson().unwrap().files;
    let lesson = Lesson { files, ..Lesson::read("page.md", &text).unwrap() };
    let outcome = evaluate_now(&Document::new(Arc::new(lesson.clone())).snapshot(), &EvaluationOutcome::default());
    for block in &lesson.blocks {
        if let glassformer::notebook::evaluate::TaskState::Error(fault) = &outcome.cell(&block.id).state {
            panic!(
                "{}: {}",
                block.id,
                fault.diagnostic.render(&outcome.cell(&block.id).program.as_ref().unwrap().source)
            );
        }
    }
    outcome
}

fn tensor(outcome: &EvaluationOutcome, name: &str) -> Tensor {
    match outcome.definition(name).unwrap().1.value.clone() {
        Value::Tensor(tensor) => tensor.now(),
        other => panic!("{name} is {}", other.description()),
    }
}

fn near(ours: &Tensor, theirs: &Tensor, what: &str) {
    assert_eq!(ours.len(), theirs.len(), "{what}: {:?} {:?}", ours.shape(), theirs.shape());
    for (a, b) in ours.to_vec().into_iter().zip(theirs.to_vec()) {
        assert!((a - b).abs() <= NEAR * (1.0 + b.abs()), "{what}: {a} {b}");
    }
}

fn ids(tensor: &Tensor) -> String {
    format!("torch.tensor([{:?}])", tensor.to_vec().into_iter().map(|id| id as i64).collect::<Vec<_>>())
}

/// The light of head 1 of the decoder's first cross-attention goes out.
fn without_a_head(text: &str) -> String {
    let (before, after) = text.split_once("cross_heads = mask([[1, 1").unwrap();
    format!("{before}cross_heads = mask([[1, 0{after}")
}

#[test]
fn the_page_and_the_reader_compute_what_pytorch_computes() {
    for name in ["digits", "other", "third"] {
        let (opened, golden) = (opened(name), file(&format!("{name}.golden")).tensors);
        let (src, tgt) = (&golden["src"], &golden["tgt"]);
        near(&opened.learned.model.forward(src, tgt).unwrap(), &golden["logits"], name);
        let cell = format!(
            "probe = copy.deepcopy(model)\nprobe.transformer.decoder.layers[-1].multihead_attn.register_forward_hook(look, \
             with_kwargs=True)\nprobed = probe({}, {})\nlooked = probe.transformer.decoder.layers[-1].multihead_attn.weights",
            ids(src),
            ids(tgt)
        );
        let outcome = page(&opened, str::to_owned, &cell);
        near(&tensor(&outcome, "probed"), &golden["logits"], name);
        near(&tensor(&outcome, "looked"), &golden["attention"], name);
        let changed = page(&opened, without_a_head, &cell);
        near(&tensor(&changed, "probed"), &golden["without"], name);
        let moved = golden["without"].sub(&golden["logits"]).unwrap().abs().unwrap().max_all();
        assert!(moved > 100.0 * NEAR, "{name}: the head does nothing, {moved}");
    }
}

trait Largest {
    fn max_all(&self) -> f64;
}

impl Largest for Tensor {
    fn max_all(&self) -> f64 {
        self.to_vec().into_iter().fold(0.0, f64::max)
    }
}

#[test]
fn every_page_is_a_sound_lesson() {
    let shipped = OpenedModel::shipped().unwrap();
    for opened in [opened("digits"), opened("other"), opened("third"), shipped] {
        let problems = lint::check(&Arc::new(opened.lesson().unwrap()), &LessonLibrary::embedded());
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}

fn glassformer(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_glassformer"))
        .env("LC_ALL", "C")
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

fn out(arguments: &[&str]) -> String {
    let output = glassformer(Path::new(FOLDER), arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const DIGITS: [&str; 3] = ["digits.safetensors", "--vocab", "digits.json"];

fn values(arguments: &[&str]) -> Json {
    let all: Vec<&str> = ["eval"].into_iter().chain(arguments.iter().copied()).chain(["--json"]).collect();
    let json: Json = serde_json::from_str(&out(&all)).unwrap();
    assert_eq!(json["errors"], json!([]));
    json["names"].clone()
}

fn translated(arguments: &[&str]) -> Json {
    let all: Vec<&str> = ["translate", "--json"].into_iter().chain(arguments.iter().copied()).collect();
    serde_json::from_str(&out(&all)).unwrap()
}

#[test]
fn a_learners_model_translates_at_the_command_line() {
    let weights = ["translate", "--weights", "digits.safetensors", "--vocab", "digits.json"];
    assert_eq!(
        out(&[&weights[..], &["eins zwei drei acht", "Null fünf"]].concat()),
        "eight three two one\nfive zero\n"
    );
    assert_eq!(out(&[&weights[..], &["--words"]].concat()).lines().count(), 10);
    let output = glassformer(Path::new(FOLDER), &[&weights[..], &["eins zwölf"]].concat());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && error.contains("\"zwölf\" (word 2) is not in the vocabulary"), "{error}");
    let said = translated(&["--weights", "digits.safetensors", "--vocab", "digits.json", "eins zwei"]);
    assert_eq!(said["source"], json!(["<bos>", "eins", "zwei", "<eos>"]));
}

/// The page says what the command says, with all heads and without, and patched.
#[test]
fn what_is_switched_off_on_the_page_is_what_is_switched_off_at_the_command_line() {
    let cases: [(&[&str], &[&str]); 6] = [
        (&[], &[]),
        (&["--set", "cross_heads=[[1,0,1],[1,1,1]]"], &["--ablate", "decoder.layers.0.multihead_attn.heads.1"]),
        (&["--set", "encoder_heads=[[0,1,1]]"], &["--ablate", "encoder.layers.0.self_attn.heads.0"]),
        (&["--set", "decoder_parts=[[1,1,1],[0,1,1]]"], &["--ablate", "decoder.layers.1.self_attn"]),
        (&["--set", "decoder_parts=[[0,0,0],[1,1,1]]"], &["--ablate", "decoder.layers.0"]),
        (
            &["--set", "patched=encoder", "--set", "place=2", "--set", "other=neun sechs sechs vier"],
            &["--patch", "encoder@2", "--from", "neun sechs sechs vier"],
        ),
    ];
    let sentence = "eins zwei drei acht";
    let mut seen = std::collections::HashSet::new();
    for (of_page, of_command) in cases {
        let set = format!("sentence={sentence}");
        let page = values(&[&DIGITS[..], &["--set", &set], of_page].concat());
        let command = translated(
            &[&["--weights", "digits.safetensors", "--vocab", "digits.json", sentence], of_command].concat(),
        );
        assert_eq!(page["said"]["data"], command["words"], "{of_page:?}");
        let attention: Vec<f64> = numbers(&command["attention"]);
        let ours: Vec<f64> = numbers(&page["all_across"]["data"]);
        assert_eq!(ours.len(), attention.len());
        // A head that is off still looks; what it saw is not added. So the page shows its look, and the command's stage is the same.
        let far = ours.iter().zip(&attention).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(far < 1e-5, "{of_page:?}: {far}");
        assert!(seen.insert(page["sure"]["data"].to_string()), "{of_page:?} changes nothing");
    }
}

fn numbers(json: &Json) -> Vec<f64> {
    match json {
        Json::Array(items) => items.iter().flat_map(numbers).collect(),
        other => other.as_f64().into_iter().collect(),
    }
}

#[test]
fn why_goes_from_a_look_down_to_the_learners_file() {
    let text = out(&[&["why"][..], &DIGITS, &["looks_across[0, 1]", "--depth", "64"]].concat());
    assert!(text.contains("watched.transformer.decoder.layers.1.multihead_attn"), "{text}");
    assert!(text.contains("digits.safetensors[\"transformer.decoder.layers."), "{text}");
    // The other way, from a light through the hook that takes the output's place.
    let light = [
        "why",
        "digits.safetensors",
        "--vocab",
        "digits.json",
        "--set",
        "cross_heads=[[1,0,1],[1,1,1]]",
        "cross_heads[0, 1]",
    ];
    let uses = out(&[&light[..], &["--uses"]].concat());
    assert!(
        uses.contains("  sure  all 4") && uses.contains("  scores  all 56") && !uses.contains("all_in_source"),
        "{uses}"
    );
}

/// The page is PyTorch: exported, it reads the same files. (What PyTorch makes of it was compared by hand.)
#[test]
fn the_page_can_be_exported() {
    let python = out(&[&["export"][..], &DIGITS, &["--to", "py"]].concat());
    assert!(
        python.contains("file = load_file(\"digits.safetensors\")") && python.contains("register_forward_hook"),
        "{python}"
    );
    assert!(python.contains("json.load(open(\"digits.json\"))[\"target\"]"));
}

/// On the screen: a sentence is typed, a light goes out, and what it says follows.
#[test]
fn on_the_screen_a_sentence_is_typed_and_a_light_put_out() {
    let render = |keys: &str| out(&[&["render"][..], &DIGITS, &["--size", "110x60", "--keys", keys]].concat());
    let first = render("");
    assert!(first.contains("Opened: digits.safetensors") && first.contains("two one zero"), "{first}");
    let typed = render("<tab> e <c-u> neun <space> eins <enter>");
    assert!(typed.contains("It says one nine <eos>"), "{typed}");
    let lit = render("/cross_heads <enter> <enter>");
    let out = render("/cross_heads <enter> <enter> x");
    assert_ne!(lit, out);
    assert!(out.contains('·') || out.contains("changed"), "{out}");
}

/// A folder with the weights of the digits changed, or something else in their place.
struct Bad {
    folder: tempfile::TempDir,
}

impl Bad {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in
            ["digits.safetensors", "digits.json", "other.safetensors", "other.json", "third.safetensors", "third.json"]
        {
            fs::copy(format!("{FOLDER}/{name}"), folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn weights(&self, change: impl Fn(&mut BTreeMap<String, Tensor>)) {
        let mut file = file("digits");
        change(&mut file.tensors);
        fs::write(self.path("digits.safetensors"), file.write().unwrap()).unwrap();
    }

    /// The first line of what is said, of all commands that open a model, which are one.
    fn refused(&self, more: &[&str]) -> String {
        let open = [&["open"][..], &DIGITS, more].concat();
        let translate = [&["translate", "--weights"][..], &DIGITS, more, &["eins"]].concat();
        let said = [open, translate].map(|arguments| {
            let output = glassformer(self.folder.path(), &arguments);
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {error}");
            assert!(!error.contains("panicked"), "{error}");
            error
        });
        assert_eq!(said[0], said[1]);
        said[0].clone()
    }
}

#[test]
fn broken_and_foreign_files_are_refused_in_a_sentence() {
    type Change = fn(&mut BTreeMap<String, Tensor>);
    let cases: [(Change, &str); 12] = [
        (
            |all| drop(all.insert("x`}}{{ 1 }}\n```\n.weight".to_owned(), Tensor::zeros(&[14, 24], DType::F32))),
            "contains characters that a module name cannot have",
        ),
        (
            |all| drop(all.insert("pos_encoder.alpha".to_owned(), Tensor::zeros(&[1], DType::F32))),
            "contains `pos_encoder.alpha`, which the model does not have",
        ),
        (
            |all| {
                let mark = "transformer.encoder.layers.0.self_attn.in_proj_weight";
                drop(all.insert(mark.to_owned(), Tensor::number(1.0).to(DType::F32).unwrap()));
            },
            "must be a matrix",
        ),
        (
            |all| {
                let layer = format!("transformer.encoder.layers.{}.norm1.weight", u64::MAX);
                drop(all.insert(layer, Tensor::zeros(&[24], DType::F32)));
            },
            "the model of this configuration is too large",
        ),
        (
            |all| drop(all.remove("transformer.decoder.layers.1.norm2.bias")),
            "does not contain `transformer.decoder.layers.1.norm2.bias`",
        ),
        (|all| drop(all.insert("extra.thing".to_owned(), Tensor::zeros(&[3], DType::F32))), "contains `extra.thing`"),
        (
            |all| {
                drop(all.insert(
                    "transformer.encoder.layers.0.linear2.weight".to_owned(),
                    Tensor::zeros(&[2, 2], DType::F32),
                ));
            },
            "`transformer.encoder.layers.0.linear2.weight` has the shape [2, 2]",
        ),
        (|all| all.retain(|name, _| !name.starts_with("transformer.")), "the file contains no nn.Transformer"),
        (|all| all.retain(|name, _| !name.starts_with("transformer.decoder.")), "an encoder but no decoder"),
        (|all| all.retain(|name, _| name.starts_with("transformer.")), "the file contains no embedding"),
        (
            |all| drop(all.insert("third.weight".to_owned(), Tensor::zeros(&[14, 24], DType::F32))),
            "add --rename src_tok_emb.embedding=src_emb",
        ),
        (
            |all| drop(all.insert("generator.bias".to_owned(), Tensor::from_i64(&[1], vec![1]).unwrap())),
            "`generator.bias`",
        ),
    ];
    for (change, words) in cases {
        let bad = Bad::new();
        bad.weights(change);
        let said = bad.refused(&[]);
        assert!(said.contains(words) && said.contains("digits.safetensors"), "{words}: {said}");
    }
    let bad = Bad::new();
    for (bytes, words) in [(&b"PK\x03\x04 a pickle"[..], "not a safetensors file"), (&[][..], "not a safetensors file")]
    {
        fs::write(bad.path("digits.safetensors"), bytes).unwrap();
        assert!(bad.refused(&[]).contains(words));
    }
    let whole = fs::read(format!("{FOLDER}/digits.safetensors")).unwrap();
    for cut in [9, 200, whole.len() / 2, whole.len() - 1] {
        fs::write(bad.path("digits.safetensors"), &whole[..cut]).unwrap();
        assert!(bad.refused(&[]).starts_with("glassformer: digits.safetensors: "));
    }
    fs::remove_file(bad.path("digits.safetensors")).unwrap();
    assert!(bad.refused(&[]).contains("No such file"));
}

#[test]
fn wrong_words_and_wrong_choices_are_refused_in_a_sentence() {
    let bad = Bad::new();
    for (text, words) in [
        (
            r#"{"source": ["<pad>"], "target": ["<bos>", "<eos>"]}"#,
            "14 source tokens and 14 target tokens, but the vocabulary has 1 and 2",
        ),
        (r#"["<bos>", "<eos>""#, "digits.json: this is not valid JSON"),
        (r#"{"a": 0, "b": 2}"#, "digits.json: the token \"b\" has the id 2"),
        (r#"["a", "b"]"#, "such as <bos>: name it with --model bos=TOKEN"),
    ] {
        fs::write(bad.path("digits.json"), text).unwrap();
        let said = bad.refused(&[]);
        assert!(said.contains(words), "{said}");
    }
    let bad = Bad::new();
    for (choice, words) in [
        ("nhead=5", "must be divisible by the number of heads (5)"),
        ("nheads=3", "did you mean `heads`"),
        ("bos=<go>", "no token \"<go>\", which is set as `bos`"),
        ("activation=swish", "activation"),
        ("edition=thread", "only models built around nn.Transformer"),
        ("heads=three", "three"),
    ] {
        let said = bad.refused(&["--model", choice]);
        assert!(said.contains(words), "{choice}: {said}");
    }
    let output = glassformer(bad.folder.path(), &["open", "other.safetensors", "--vocab", "other.json"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(
            "the file does not show the number of heads: give it with --model heads=N; 8 is divisible by 1, 2, 4, 8"
        ),
        "{error}"
    );
    let output = glassformer(bad.folder.path(), &["open", "other.safetensors"]);
    assert_eq!(output.status.code(), Some(2));
    let output = glassformer(bad.folder.path(), &["translate", "--weights", "digits.safetensors", "eins"]);
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("To translate with your own model, add its vocabulary: --vocab FILE")
    );
    // No token for unknown words: an unknown word is an error that names it.
    let third = ["translate", "--weights", "third.safetensors", "--vocab", "third.json", "--model", "nhead=2", "x w"];
    let error = String::from_utf8(glassformer(bad.folder.path(), &third).stderr).unwrap();
    assert!(error.contains("\"w\", word 2, is not in the vocabulary, which has no token for unknown words"), "{error}");
}

/// The translator inside the program is a name that `open` takes as the other commands do, with a sentence.
#[test]
fn the_translator_inside_the_program_opens_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_glassformer"))
        .env("LC_ALL", "C")
        .env("XDG_STATE_HOME", folder.path())
        .args(["open", "translator", "the blue cat", "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(b"show sentence\n").unwrap();
    let told = String::from_utf8(program.wait_with_output().unwrap().stdout).unwrap();
    assert!(told.contains("sentence is “the blue cat”."), "{told}");
}

/// Half numbers are widened, and names that say nothing are told.
#[test]
fn names_can_be_told() {
    let bad = Bad::new();
    bad.weights(|all| {
        for (theirs, ours) in [("src_tok_emb", "first"), ("tgt_tok_emb", "second")] {
            let table = all.remove(&format!("{theirs}.embedding.weight")).unwrap();
            all.insert(format!("{ours}.weight"), table);
        }
    });
    assert!(bad.refused(&[]).contains("`first.weight`, `second.weight`"));
    let renamed = ["--rename", "first=src_emb", "--rename", "second=tgt_emb"];
    let translate = [&["translate", "--weights"][..], &DIGITS, &renamed, &["eins zwei"]].concat();
    assert_eq!(String::from_utf8(glassformer(bad.folder.path(), &translate).stdout).unwrap(), "two one\n");
    let eval = [&["eval"][..], &DIGITS, &renamed, &["--set", "sentence=eins zwei", "--json"]].concat();
    let json: Json = serde_json::from_slice(&glassformer(bad.folder.path(), &eval).stdout).unwrap();
    assert_eq!((&json["errors"], &json["names"]["said"]["data"]), (&json!([]), &json!(["two", "one", "<eos>"])));
}

/// Every `--rename` that an error advises is added as it is written, until the model opens or the file is at its end.
fn follow(bad: &Bad) -> (Vec<String>, String) {
    let mut options = Vec::new();
    loop {
        let arguments: Vec<&str> = options.iter().map(String::as_str).collect();
        let output = glassformer(
            bad.folder.path(),
            &[&["translate", "--weights"][..], &DIGITS, &arguments, &["eins zwei"]].concat(),
        );
        if output.status.success() {
            return (options, String::from_utf8(output.stdout).unwrap());
        }
        let error = String::from_utf8(output.stderr).unwrap();
        let advice =
            error.split_once("--rename ").map(|(_, rest)| rest.split([';', ' ', '\n']).next().unwrap().to_owned());
        let Some(advice) = advice.filter(|advice| !options.contains(advice)) else { return (options, error) };
        options.extend(["--rename".to_owned(), advice]);
    }
}

#[test]
fn advice_about_names_works_as_written() {
    let call = |all: &mut BTreeMap<String, Tensor>, theirs: &str, other: &str| {
        let names: Vec<String> = all.keys().filter(|name| name.starts_with(theirs)).cloned().collect();
        assert!(!names.is_empty());
        for name in names {
            let tensor = all.remove(&name).unwrap();
            all.insert(name.replacen(theirs, other, 1), tensor);
        }
    };
    let two = Bad::new();
    two.weights(|all| {
        call(all, "src_tok_emb.embedding", "net.first");
        call(all, "tgt_tok_emb.embedding", "net.second");
    });
    assert_eq!(follow(&two), (vec!["--rename".to_owned(), "net.first=src_emb".to_owned()], "two one\n".to_owned()));

    let three = Bad::new();
    three.weights(|all| drop(all.insert("zero.weight".to_owned(), Tensor::zeros(&[14, 24], DType::F32))));
    let (options, error) = follow(&three);
    assert_eq!(options, ["--rename", "src_tok_emb.embedding=src_emb", "--rename", "tgt_tok_emb.embedding=tgt_emb"]);
    assert!(error.contains("the file contains `zero.weight`, which the model does not have"), "{error}");

    let layers = Bad::new();
    layers.weights(|all| {
        call(all, "generator", "fc_one");
        drop(all.insert("fc_two.weight".to_owned(), Tensor::zeros(&[14, 24], DType::F32)));
    });
    let (options, error) = follow(&layers);
    assert_eq!(options, ["--rename", "fc_one=generator"]);
    assert!(error.contains("the file contains `fc_two.weight`, which the model does not have"), "{error}");
}

/// A lesson of a stranger reads nothing of the disk, also beside the files; a page reads its own and no others.
#[test]
fn only_the_page_of_a_file_reads_it() {
    let bad = Bad::new();
    let lesson = |read: &str| format!("---\ntitle: T\nid: stranger\n---\n# T\n\n```python\n#| label: a\n{read}\n```\n");
    let reads = "from safetensors.torch import load_file\nx = load_file(\"digits.safetensors\")";
    fs::write(bad.path("stranger.md"), lesson(reads)).unwrap();
    let output = glassformer(bad.folder.path(), &["eval", "stranger.md"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && error.contains("there is no file \"digits.safetensors\": a cell can read only"),
        "{error}"
    );
    let opened = opened("digits");
    let other = Lesson {
        files: opened.lesson().unwrap().files,
        ..Lesson::read("stranger.md", &lesson("import json\nx = json.load(open(\"other.json\"))")).unwrap()
    };
    let outcome = evaluate_now(&Document::new(Arc::new(other)).snapshot(), &EvaluationOutcome::default());
    assert!(outcome.definition("x").is_none());
}

/// What the file of `make.py` says is what the guide's snippet writes, which `make.py` runs.
#[test]
fn the_guide_says_how_the_model_here_was_saved() {
    let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/your-own-model.md")).unwrap();
    let snippet = guide.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let script = fs::read_to_string(format!("{FOLDER}/make.py")).unwrap();
    assert!(script.contains("exec(SNIPPET") && script.contains("your-own-model.md"));
    let said: Map<String, Json> = serde_json::from_str(&file("digits").metadata["config"]).unwrap();
    for (key, value) in &said {
        let value = value.to_string().replace("true", "True").replace("false", "False");
        assert!(snippet.contains(&format!("\"{key}\": {value},")), "{key}");
    }
    assert_eq!(snippet.matches("\": ").count(), said.len() + 3, "the snippet says more than the file");
    let size: u64 = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
    assert!(size < 200_000);
}
