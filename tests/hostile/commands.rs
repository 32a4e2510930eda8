//! What the commands write about hostile files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use glassformer::nn::weights::File;
use glassformer::notebook::session::saved_progress::{Edit, SavedProgress, ScratchCell};
use glassformer::notebook::session::text;
use glassformer::tensor::{DType, Tensor};

use super::{PROGRAM, acting, folder, hostile, lesson};

/// Runs the program, and checks every character that it writes. Gives what it wrote, so that a test can see that it wrote something.
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(PROGRAM)
        .args(["--backend", "rust"])
        .args(arguments)
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .output()
        .unwrap();
    assert_ne!(output.status.code(), None, "{arguments:?} was ended by a signal");
    assert!(!output.stderr.starts_with(b"error: "), "{arguments:?} is no call");
    assert_ne!(output.status.code(), Some(101), "{arguments:?} panicked: {}", String::from_utf8_lossy(&output.stderr));
    for bytes in [&output.stdout, &output.stderr] {
        let text = std::str::from_utf8(bytes).unwrap();
        if let Some((at, c)) = acting(text) {
            let start = text[..at].char_indices().rev().nth(60).map_or(0, |(at, _)| at);
            panic!("{arguments:?} writes {c:?} behind {:?}", &text[start..at]);
        }
    }
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

#[test]
fn no_sign_of_a_lesson_reaches_the_terminal_raw() {
    let folder = folder();
    let (signs, refused) = (lesson("signs", folder.path()), lesson("refused", folder.path()));
    let (signs, refused) = (signs.to_str().unwrap(), refused.to_str().unwrap());
    for arguments in [
        &["check", signs][..],
        &["check", "--json", signs],
        &["check", refused],
        &["check", "--json", refused],
        &["eval", signs],
        &["eval", signs, "--json"],
        &["eval", refused],
        &["why", signs, "s[1,0]"],
        &["why", signs, "s[1,0]", "--json"],
        &["export", signs, "--to", "py"],
        &["export", signs, "--to", "md"],
        &["export", signs, "--to", "ipynb"],
        &["render", signs],
        &["render", signs, "--svg"],
        &["render", signs, "--styles"],
        &["render", signs, "--size", "200x60", "--keys", "<tab> <tab> <enter>"],
        &["render", refused],
        &[signs],
    ] {
        assert!(!said(folder.path(), arguments).is_empty(), "{arguments:?}");
    }
    fs::remove_file(refused).unwrap();
    for command in [&["list"][..], &["list", "--json"], &["list", "--map"], &["list", "--certificate"]] {
        let arguments = [&["--lessons", "."], command].concat();
        assert!(!said(folder.path(), &arguments).is_empty(), "{arguments:?}");
    }
}

#[test]
fn no_sign_of_a_program_reaches_the_terminal_raw() {
    let folder = folder();
    let name = hostile("p␛[31m.py");
    for text in [
        "print('␛[2J', '\\x1b[2J', chr(27))",
        "x = '␛'\ny = undefined␛",
        "raise ValueError('\\x1b[2J')",
        "assert False, '\\x9b\\u202e'",
        "d = {'\\x1b': 1}\nd['\\x07']",
        "def f(a):\n    return a\nf(**{'\\x1b[2J': 1})",
        "x = '\\x1b' + 1",
        "x = torch.ones(2)['\\x1b']",
        "open('␛')",
    ] {
        fs::write(folder.path().join(&name), hostile(text)).unwrap();
        assert!(!said(folder.path(), &["eval", &name]).is_empty(), "{text}");
        said(folder.path(), &["eval", "--json", &name]);
    }
}

/// A file of weights whose every name means harm.
fn weights(folder: &Path, name: &str, config: &str) -> String {
    let tensor = || Tensor::ones(&[2, 2], DType::F32);
    let names = ["a␛[2J", "encoder.layers.0.␛.weight", "⟲", "logits␇"];
    let tensors: BTreeMap<_, _> = names.iter().map(|name| (hostile(name), tensor())).collect();
    let metadata = [("glassformer".to_owned(), hostile(config)), ("order".to_owned(), hostile("[\"a␛[2J\"]"))];
    let path = folder.join(hostile(name));
    fs::write(&path, File { tensors, metadata: metadata.into() }.write().unwrap()).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn no_name_in_weights_or_vocabularies_reaches_the_terminal_raw() {
    let folder = folder();
    let config = "{\"d_model\": 2, \"heads\": 1, \"edition\": \"␛[2J\"}";
    let one = weights(folder.path(), "one␛[31m.safetensors", config);
    let other = weights(folder.path(), "other.safetensors", "{\"d_model\": 2, \"heads\": 1, \"␛[2J\": 3}");
    let vocabulary = folder.path().join("words.json");
    let words = "[\"<pad>\", \"<s>\", \"</s>\", \"\\u001b[2J\", \"\\u202e\", \"\\u0007\"]";
    fs::write(&vocabulary, words).unwrap();
    let twice = folder.path().join("twice.json");
    fs::write(&twice, "[\"\\u001b[2J\", \"\\u001b[2J\"]").unwrap();
    fs::write(folder.path().join("config.json"), hostile(config)).unwrap();
    let (words, twice) = (vocabulary.to_str().unwrap(), twice.to_str().unwrap());
    for arguments in [
        &["diff", &one, &other][..],
        &["diff", &one, &other, "--common"],
        &["diff", &one, &other, "--json"],
        &["forward", "--weights", &one, "--inputs", &other, "--save", "out"],
        &["forward", "--weights", &other, "--inputs", &one, "--save", "out"],
        &["translate", "--weights", &one, "--vocab", words, "a sentence"],
        &["translate", "--weights", &one, "--vocab", twice, "a sentence"],
        &["open", &one, "--vocab", words],
        &["cost", "--config", "config.json"],
    ] {
        assert!(!said(folder.path(), arguments).is_empty(), "{arguments:?}");
    }
    let sentence = hostile("the ␛[2J mouse ⟲ \u{9b}2J");
    for form in [&["translate"][..], &["translate", "--json"], &["translate", "--attention", "always"]] {
        let arguments = [form, &[&sentence]].concat();
        assert!(!said(folder.path(), &arguments).is_empty(), "{arguments:?}");
    }
}

#[test]
fn no_sign_of_a_session_reaches_the_terminal_raw() {
    let folder = folder();
    let sign: &str = &hostile("x = \"␛[2J ⟲ ␇\"");
    let edit = Edit { block: "table".into(), was: sign.into(), text: sign.into() };
    let scratch = ScratchCell { id: "scratch-1".into(), after: None, text: sign.into() };
    let record = SavedProgress {
        lesson: "attention".into(),
        edits: vec![edit],
        scratch: vec![scratch],
        ..SavedProgress::default()
    };
    fs::write(folder.path().join("sent"), text::write(&[record])).unwrap();
    fs::write(folder.path().join("damaged"), hostile("glassformer session 2\n\nlesson ␛[2J\n␛[31m\n")).unwrap();
    for arguments in [
        &["render", "--session", "sent"][..],
        &["list", "--session", "sent"],
        &["eval", "attention", "--mine", "--session", "sent"],
        &["render", "--session", "damaged"],
        &["list", "--session", "damaged"],
    ] {
        assert!(!said(folder.path(), arguments).is_empty(), "{arguments:?}");
    }
}

/// Each of these cells makes no more than a cell may; all of them together would make more than most machines have.
#[cfg(unix)]
#[test]
fn a_page_of_many_hungry_cells_is_stopped() {
    let folder = folder();
    let cell = |number| format!("```python\nx{number} = [torch.ones(1000, 1000) for _ in range(7)]\n```\n\n");
    let lesson = format!("---\ntitle: Hog\nid: hog\n---\n# Hog\n\n{}", (0..150).map(cell).collect::<String>());
    fs::write(folder.path().join("hog.md"), lesson).unwrap();
    let check = format!("ulimit -v 4000000 && exec '{PROGRAM}' --backend rust check hog.md");
    let output = Command::new("sh").args(["-c", &check]).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("the cells of this page together take too much memory"), "{said}");
}

/// Lessons without measure, each in a way of its own.
#[cfg(unix)]
fn endless(folder: &Path) -> Vec<String> {
    let numbers = "{{ 1 }} ".repeat(50_000);
    let needs = (0..50_000).map(|n| format!("n{n}")).collect::<Vec<_>>().join(", ");
    let cell = |code: &str| format!("```python\n{code}\n```\n");
    let lessons = [
        ("tree", String::new(), "```python\n#| view: tree\nx = [list(range(100000))]\n```\n".to_owned()),
        ("wide-tree", String::new(), "```python\n#| view: tree\nx = [[n] for n in range(50000)]\n```\n".to_owned()),
        ("numbers", String::new(), numbers),
        ("needs", format!("needs: [{needs}]\n"), String::new()),
        ("roots", String::new(), format!("${} x$\n", r"\sqrt".repeat(20_000))),
        ("braces", String::new(), format!("$$\n{}x\n$$\n", r"\sqrt{".repeat(20_000))),
        ("fractions", String::new(), format!("$$\n{}\n$$\n", r"\frac1".repeat(20_000))),
        ("scripts", String::new(), format!("$$\n{}x\n$$\n", "x^".repeat(20_000))),
        ("hungry", String::new(), cell("x = [torch.ones(1000, 1000) for _ in range(7)]").repeat(60)),
        ("quotes", String::new(), "> ".repeat(20_000)),
        ("lists", String::new(), "- ".repeat(20_000)),
        ("table", String::new(), format!("{}\n{}\n", "| a ".repeat(3000), "|---".repeat(3000))),
        ("brackets", String::new(), cell(&format!("x = {}{}", "[".repeat(50_000), "]".repeat(50_000)))),
    ];
    let write = |(name, front, body): (&str, String, String)| {
        let text = format!("---\ntitle: {name}\nid: {name}\n{front}---\n# {name}\n\n{body}");
        fs::write(folder.join(format!("{name}.md")), text).unwrap();
        format!("{name}.md")
    };
    lessons.into_iter().map(write).collect()
}

/// Every command says what is wrong and ends by itself, in little memory and time.
#[cfg(unix)]
#[test]
fn no_lesson_ends_a_command_by_a_signal() {
    let folder = folder();
    for lesson in endless(folder.path()) {
        for command in [
            "check LESSON",
            "eval LESSON",
            "eval LESSON --json",
            "why LESSON x",
            "render LESSON",
            "export LESSON --to py",
            "export LESSON --to md",
            "export LESSON --to ipynb",
            "--plain LESSON",
        ] {
            let call = command.replace("LESSON", &lesson);
            let script = format!("ulimit -c 0; ulimit -v 2000000; exec '{PROGRAM}' --backend rust {call}");
            let start = std::time::Instant::now();
            let output = Command::new("sh")
                .args(["-c", &script])
                .current_dir(folder.path())
                .env("XDG_STATE_HOME", folder.path().join("state"))
                .output()
                .unwrap();
            let took = start.elapsed().as_secs_f64();
            println!("{call}: {took:.2} s, {}", output.status);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0..=2)), "{call}: {}: {said}", output.status);
            // Alone on a machine each takes less than 2 s; here other tests run as well.
            assert!(took < 20.0, "{call} took {took:.1} s");
        }
    }
}
