//! The README says what is so: its key table and its pictures are the program's own, its commands exist.
//!
//! `GLASSFORMER_UPDATE_README=1 cargo test --test readme` writes the table and the pictures anew; look at them before you commit them.

use std::fs;
use std::process::Command;

use clap::CommandFactory;
use glassformer::cli::arguments::Arguments;
use glassformer::tui::keymap::Keymap;
use glassformer::tui::settings;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
const BEGIN: &str = "<!-- keys: begin -->\n";
const END: &str = "<!-- keys: end -->";

/// Whether what the README shows is to be written anew, and not compared.
fn is_to_be_written() -> bool {
    std::env::var_os("GLASSFORMER_UPDATE_README").is_some()
}

#[test]
fn the_settings_are_those_that_the_program_reads() {
    let readme = fs::read_to_string(PATH).unwrap();
    let (_, rest) = readme.split_once("```toml\n").expect("the settings stand in it");
    let (example, _) = rest.split_once("```").expect("they have an end");
    let settings = settings::read("README.md", example, &[]).unwrap();
    let said = format!("{settings:?}");
    assert!(!said.contains("None"), "every setting is shown: {said}");
}

/// What the first note to teachers says of the time: a lesson of 45 or 60 minutes, or two.
#[test]
fn readme_says_how_long_lessons_take() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons");
    let mut double = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let Some((_, rest)) = text.split_once("<!-- note:") else { continue };
        if !name.starts_with(|sign: char| sign.is_ascii_digit()) {
            continue;
        }
        let note = rest.split_once("-->").unwrap().0.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_double =
            ["two lessons", "double lesson", "Too much for one lesson"].iter().any(|plan| note.contains(plan));
        assert!(is_double || note.contains("45 minutes") || note.contains("60 minutes"), "{name}: {note}");
        if is_double {
            double.push(name);
        }
    }
    double.sort();
    assert_eq!(double.len(), 5, "{double:?}");
    let readme = fs::read_to_string(PATH).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(readme.contains(
        "Plan 45 to 60 minutes for a lesson with its questions and exercises, and twice that for four of them and for the capstone"
    ));
}

#[test]
fn the_key_table_is_the_programs_own() {
    let readme = fs::read_to_string(PATH).unwrap();
    let begin = readme.find(BEGIN).expect("the table has a beginning") + BEGIN.len();
    let end = readme.find(END).expect("the table has an end");
    let table = format!("\n{}\n", Keymap::new().markdown().trim());
    if is_to_be_written() {
        let text = format!("{}{table}\n{}", &readme[..begin], &readme[end..]);
        fs::write(PATH, text).unwrap();
        return;
    }
    assert_eq!(readme[begin..end].trim(), table.trim(), "run GLASSFORMER_UPDATE_README=1 cargo test --test readme");
}

/// Each picture: its file, what is drawn, how large, and the keys that lead there.
const PICTURES: [(&str, &str, &str, &str); 3] = [
    ("assets/cross-attention.svg", "translator", "96x46", "<tab> j"),
    (
        "assets/lesson.svg",
        "attention",
        "80x30",
        "<tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> j j j",
    ),
    (
        "assets/why.svg",
        "attention",
        "110x38",
        "<tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> j j j j j <enter> <down> <down> <right> <enter>",
    ),
];

#[test]
fn the_pictures_are_the_programs_own() {
    for (file, what, size, keys) in PICTURES {
        // On the backend that is the same everywhere, so that no last digit depends on the machine.
        let mut program = Command::new(env!("CARGO_BIN_EXE_glassformer"));
        program.env("LC_ALL", "C");
        program.args(["render", what, "--backend", "rust", "--svg", "--size", size, "--keys", keys]);
        let drawn = program.output().unwrap();
        assert!(drawn.status.success(), "{file}: {}", String::from_utf8_lossy(&drawn.stderr));
        let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
        if is_to_be_written() {
            fs::write(path, &drawn.stdout).unwrap();
            continue;
        }
        let kept = fs::read(path).unwrap();
        assert!(
            kept == drawn.stdout,
            "{file} is of another day: run GLASSFORMER_UPDATE_README=1 cargo test --test readme"
        );
    }
}

#[test]
fn every_command_and_option_of_the_readme_exists() {
    let readme = fs::read_to_string(PATH).unwrap();
    let mut program = Arguments::command();
    let help: String = std::iter::once(program.render_long_help().to_string())
        .chain(program.get_subcommands_mut().map(|command| command.render_long_help().to_string()))
        .collect();
    let options =
        readme.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|word| word.starts_with("--"));
    let of_cargo = ["--no-default-features", "--path", "--", "---"];
    for option in options.filter(|option| !of_cargo.contains(option)) {
        assert!(help.contains(option), "the README speaks of {option}, which does not exist");
    }
    let commands = readme.lines().filter_map(|line| line.strip_prefix("    glassformer ")?.split_whitespace().next());
    for command in commands.filter(|command| command.starts_with(|c: char| c.is_ascii_lowercase())) {
        assert!(
            program.find_subcommand(command).is_some(),
            "the README speaks of `glassformer {command}`, which does not exist"
        );
    }
}

/// The architecture in twenty lines names every room, and their order as ARCHITECTURE.md does.
#[test]
fn every_room_is_named_in_the_order_of_the_architecture() {
    let readme = fs::read_to_string(PATH).unwrap();
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let entry = entry.unwrap();
        let line = format!("\n    src/{} ", entry.file_name().display());
        assert!(!entry.path().is_dir() || readme.contains(&line), "the README does not say what {} is", line.trim());
    }
    let chain = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("    tensor") && line.contains("<-")).unwrap_or_default();
        let order = line.split("  a room").next().unwrap_or_default().trim_end_matches("main.rs");
        order.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(" <-").to_owned()
    };
    let architecture = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/ARCHITECTURE.md")).unwrap();
    assert_eq!(chain(&readme), chain(&architecture));
}
