//! README.md and the pages under `docs/` say what is so: key table, settings and pictures are the program's own, commands and options
//! exist, links lead somewhere.
//!
//! `GLASSFORMER_UPDATE_README=1 cargo test --test readme` writes the key table and the pictures anew; look at them before you commit them.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by stopping")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::CommandFactory;
use glassformer::cli::arguments::Arguments;
use glassformer::tui::keymap::{Keymap, parse_keys};
use glassformer::tui::settings;
use serde_json::Value as Json;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const KEYS: &str = "docs/keys.md";
const BEGIN: &str = "<!-- keys: begin -->\n";
const END: &str = "<!-- keys: end -->";

fn read(page: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(page)).unwrap()
}

/// README.md and the pages under `docs/`.
fn pages() -> Vec<String> {
    let docs = fs::read_dir(Path::new(ROOT).join("docs")).unwrap();
    let names = docs.map(|entry| format!("docs/{}", entry.unwrap().file_name().display()));
    let mut pages: Vec<String> = names.filter(|name| is_markdown(name)).collect();
    pages.push("README.md".to_owned());
    pages.sort();
    assert!(pages.len() > 8, "{pages:?}");
    pages
}

fn is_markdown(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "md")
}

/// Whether what the pages show is to be written anew, and not compared.
fn is_to_be_written() -> bool {
    std::env::var_os("GLASSFORMER_UPDATE_README").is_some()
}

/// What the program says to a call that succeeds, on the backend that is the same everywhere, so that no last digit depends on the machine.
fn said(call: &[&str]) -> Vec<u8> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_glassformer"));
    let output = program.env("LC_ALL", "C").args(call).args(["--backend", "rust"]).output().unwrap();
    assert!(output.status.success(), "{call:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn readme_is_at_most_150_lines() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 150, "README.md has {lines} lines; move what is not for a first look to a page under docs/");
}

#[test]
fn settings_page_shows_every_setting() {
    let page = read("docs/settings.md");
    let (_, rest) = page.split_once("```toml\n").expect("the settings stand in it");
    let (example, _) = rest.split_once("```").expect("they have an end");
    let said = format!("{:?}", settings::read("docs/settings.md", example, &[]).unwrap());
    assert!(!said.contains("None"), "every setting is shown: {said}");
}

/// The minutes that the list of lessons shows, for somebody who reads alone.
#[test]
fn readme_and_list_agree_on_minutes() {
    let state = tempfile::tempdir().unwrap();
    let session = state.path().join("none.txt");
    let lessons: Json =
        serde_json::from_slice(&said(&["list", "--json", "--session", session.to_str().unwrap()])).unwrap();
    let minutes: BTreeSet<u64> =
        lessons.as_array().unwrap().iter().map(|lesson| lesson["minutes"].as_u64().unwrap()).collect();
    let (least, most) = (minutes.first().unwrap(), minutes.last().unwrap());
    let sentence = format!("takes {least} to {most} minutes");
    assert!(in_one_line(&read("README.md")).contains(&sentence), "README.md does not say {sentence:?}");
}

/// What the first note to teachers says of the time in class: a lesson of 45 or 60 minutes, or two.
#[test]
fn pages_and_notes_agree_on_class_time() {
    let mut double = Vec::new();
    for path in fs::read_dir(Path::new(ROOT).join("lessons")).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let Some((_, rest)) = text.split_once("<!-- note:") else { continue };
        if !name.starts_with(|sign: char| sign.is_ascii_digit()) {
            continue;
        }
        let note = in_one_line(rest.split_once("-->").unwrap().0);
        let is_double =
            ["two lessons", "double lesson", "Too much for one lesson"].iter().any(|plan| note.contains(plan));
        assert!(is_double || note.contains("45 minutes") || note.contains("60 minutes"), "{name}: {note}");
        if is_double {
            double.push(name.split('-').next().unwrap().trim_start_matches('0').to_owned());
        }
    }
    let teachers = in_one_line(&read("docs/teachers.md"));
    for number in &double {
        assert!(teachers.contains(&format!("({number})")), "docs/teachers.md does not name lesson {number}");
    }
    assert_eq!(double.len(), 5, "{double:?}");
    assert!(teachers.contains("Plan 45 to 60 minutes for most lessons, and twice that for five of them"));
    assert!(
        in_one_line(&read("README.md")).contains("plan 45 to 60 minutes for a lesson, and twice that for five of them")
    );
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn key_table_is_the_programs_own() {
    let page = read(KEYS);
    let begin = page.find(BEGIN).expect("the table has a beginning") + BEGIN.len();
    let end = page.find(END).expect("the table has an end");
    let table = format!("\n{}\n", Keymap::new().markdown().trim());
    if is_to_be_written() {
        let text = format!("{}{table}\n{}", &page[..begin], &page[end..]);
        fs::write(Path::new(ROOT).join(KEYS), text).unwrap();
        return;
    }
    assert_eq!(page[begin..end].trim(), table.trim(), "run GLASSFORMER_UPDATE_README=1 cargo test --test readme");
}

/// Each still picture: its file, what is drawn, how large, and the keys that lead there.
const PICTURES: [(&str, &str, &str, &str); 3] = [
    ("assets/cross-attention.svg", "translator", "96x46", "<tab> j"),
    (
        "assets/lesson.svg",
        "attention",
        "80x30",
        "H <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> j j j",
    ),
    (
        "assets/why.svg",
        "attention",
        "110x38",
        "H <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> <tab> j j j j j <enter> <down> <down> <right> <enter>",
    ),
];

/// The moving picture begins with the machine; then these keys are pressed.
const MOVING: &str = "assets/moving.svg";
const MOVING_KEYS: &str =
    ". . . . . . . x u <esc> <right> <enter> H O w e i <enter> <enter> <down> <down> <right> <enter> <enter>";

fn is_up_to_date(file: &str, drawn: &[u8]) {
    let path = Path::new(ROOT).join(file);
    if is_to_be_written() {
        fs::write(path, drawn).unwrap();
        return;
    }
    let kept = fs::read(path).unwrap();
    assert!(kept == drawn, "{file} is of another day: run GLASSFORMER_UPDATE_README=1 cargo test --test readme");
}

#[test]
fn still_pictures_are_the_programs_own() {
    for (file, what, size, keys) in PICTURES {
        is_up_to_date(file, &said(&["render", what, "--svg", "--size", size, "--keys", keys]));
    }
}

#[test]
fn moving_picture_is_the_programs_own() {
    let drawn =
        said(&["render", "--svg", "--size", "120x36", "--keys", "m", "--animate", MOVING_KEYS, "--each", "900"]);
    is_up_to_date(MOVING, &drawn);
    let picture = String::from_utf8(drawn).unwrap();
    let frames = 1 + parse_keys(MOVING_KEYS).unwrap().len();
    let seconds = format!("{:.1}s", 0.9 * (frames + 2) as f32);
    assert!(picture.contains(&seconds), "each frame has its time, and the last one three times as much: {seconds}");
    for text in ["The machine", "C'était une vieille reine.", "Elle était une vieille reine.", ">Enter<", "0.760"] {
        assert!(picture.contains(text), "no frame says {text:?}");
    }
    assert!(picture.len() < 400_000, "{MOVING} has {} bytes", picture.len());
    is_well_formed(&picture);
}

/// Whether every element of an XML text is closed where it should be, every attribute is quoted, and every reference is one of XML's own.
fn is_well_formed(text: &str) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        let references = before.split('&').skip(1);
        references.for_each(|part| assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|name| part.starts_with(name))));
        let (tag, after) = after.split_once('>').expect("a tag has an end");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        assert!(tag.matches('"').count().is_multiple_of(2) && !tag.contains('<'), "<{tag}>");
        if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} is never closed");
}

#[test]
fn every_command_and_option_exists() {
    let mut program = Arguments::command();
    let help: String = std::iter::once(program.render_long_help().to_string())
        .chain(program.get_subcommands_mut().map(|command| command.render_long_help().to_string()))
        .collect();
    let of_others = ["--no-default-features", "--path", "--test"];
    for page in pages() {
        let text = read(&page);
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        let options = words.filter(|word| word.starts_with("--") && word.chars().any(|c| c != '-'));
        for option in options.filter(|option| !of_others.contains(option)) {
            assert!(help.contains(option), "{page} speaks of {option}, which does not exist");
        }
        let commands = text.lines().filter_map(|line| line.strip_prefix("    glassformer ")?.split_whitespace().next());
        let is_command = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase()) && !is_markdown(word);
        for command in commands.filter(is_command) {
            assert!(
                program.find_subcommand(command).is_some(),
                "{page} speaks of `glassformer {command}`, which does not exist"
            );
        }
    }
}

#[test]
fn commands_page_names_every_command() {
    let page = read("docs/commands.md");
    for command in Arguments::command().get_subcommands() {
        let line = format!("\n    glassformer {}", command.get_name());
        assert!(page.contains(&line), "docs/commands.md does not name `{}`", command.get_name());
    }
}

/// ARCHITECTURE.md says what every room is, and where it stands in the order.
#[test]
fn architecture_names_every_room() {
    let page = read("ARCHITECTURE.md");
    let order = page.lines().find(|line| line.starts_with("    tensor") && line.contains("<-")).unwrap_or_default();
    let is_beside_the_order = |room: &str| room == "text" || room == "grammar";
    for entry in fs::read_dir(Path::new(ROOT).join("src")).unwrap().map(|entry| entry.unwrap()) {
        let room = entry.file_name().display().to_string();
        if entry.path().is_dir() {
            assert!(page.contains(&format!("\n| `src/{room}/` |")), "ARCHITECTURE.md does not say what src/{room} is");
            let mut named = order.split(|c: char| !c.is_ascii_lowercase());
            assert!(is_beside_the_order(&room) || named.any(|name| name == room), "{room} has no place in the order");
        }
    }
}

#[test]
fn every_link_leads_somewhere() {
    let others = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "tests/README.md"];
    let mut count = 0;
    for page in pages().into_iter().chain(others.map(str::to_owned)) {
        for link in links(&read(&page)) {
            let (file, fragment) = link.split_once('#').unwrap_or((&link, ""));
            let folder = Path::new(&page).parent().unwrap();
            let target: PathBuf = if file.is_empty() { page.clone().into() } else { folder.join(file) };
            assert!(Path::new(ROOT).join(&target).exists(), "{page}: {link} leads nowhere");
            let is_heading = || headings(&read(target.to_str().unwrap())).contains(fragment);
            assert!(fragment.is_empty() || is_heading(), "{page}: {link} names no heading");
            count += 1;
        }
    }
    assert!(count > 30, "only {count} links were read");
}

#[test]
fn links_are_read_as_markdown_has_them() {
    let text = "[a](b.md) and `[no](c.md)`, ![d](e.svg)\n\n    [no](f.md)\n```\n[no](g.md)\n```\n[far](https://h.i)";
    assert_eq!(links(text), ["b.md", "e.svg"]);
    assert!(headings("## Why `x` and *y*, at last?").contains("why-x-and-y-at-last"));
}

/// Where the links and pictures of a Markdown text lead, those of the web left out.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        let without_code: String = line.split('`').step_by(2).collect();
        let targets = without_code.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        links.extend(targets.filter(|target| !target.contains("://")).map(str::to_owned));
    }
    links
}

/// The lines of a Markdown text that are not code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_fence && !is_code && !line.starts_with("    ")
    })
}

/// The names by which a code host links to the headings of a Markdown text.
fn headings(text: &str) -> BTreeSet<String> {
    let named = |heading: &str| {
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    prose(text).filter(|line| line.starts_with('#')).map(|line| named(line.trim_start_matches('#'))).collect()
}
