//! The house keeps its shape: rooms know only the rooms below them, each foreign crate has its one place, and no file grows
//! beyond what one sitting can read.
//!
//! ```text
//! tensor <- nn <- lang <- notebook <- app, words <- tui, plain <- cli <- main.rs   text is used by lang and above
//! ```

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use source::paths;

/// The rooms and whom each may name besides itself.
const ROOMS: [(&str, &[&str]); 11] = [
    ("tensor", &[]),
    ("nn", &["tensor", "text", "grammar"]),
    ("text", &[]),
    ("grammar", &[]),
    ("lang", &["tensor", "nn", "text"]),
    ("notebook", &["tensor", "nn", "text", "lang"]),
    ("app", &["tensor", "nn", "text", "lang", "notebook"]),
    ("words", &["tensor", "nn", "text", "lang", "notebook"]),
    ("tui", &["tensor", "nn", "text", "lang", "notebook", "app", "words"]),
    ("plain", &["tensor", "nn", "text", "lang", "notebook", "app", "words"]),
    ("cli", &["tensor", "nn", "text", "grammar", "lang", "notebook", "words", "tui", "plain"]),
];

/// The storeys of the language and of the screen: each part may name its neighbours and what lies below. The file of the room itself
/// may name them all.
const STOREYS: [(&str, &[&[&str]]); 2] = [
    (
        "lang",
        &[
            &["diagnostic", "files", "syntax", "known_names"],
            &["builtin", "class", "limits", "namespace", "object", "value"],
            &["controls", "flow", "names", "parse"],
            &["evaluate"],
            &["builtins"],
            &["complete", "page"],
        ],
    ),
    (
        "tui",
        &[
            &["external", "graphics", "screen", "settings", "shot", "svg", "terminal", "theme"],
            &["keymap"],
            &["widgets"],
            &["message", "model"],
            &["layout"],
            &["view"],
            &["commands"],
            &["modes"],
            &["frame"],
            &["update"],
            &["timers"],
            &["inbox", "render", "runner"],
        ],
    ),
];

/// The folders in which no files name each other in a circle, nor do those of a folder below them.
const WITHOUT_CIRCLES: [&str; 3] = ["src/app", "src/plain", "src/tui"];

/// Crates and standard modules that only some places may name. A place is a file, or a folder with the file of its name.
const RESERVED: [(&str, &[&str]); 20] = [
    ("ruff_python_ast", &["src/lang/parse"]),
    ("ruff_python_parser", &["src/lang/parse"]),
    ("ruff_text_size", &["src/lang/parse"]),
    ("ratatui", &["src/tui"]),
    ("ratatui_core", &["src/tui"]),
    ("ratatui_textarea", &["src/tui"]),
    ("ratatui_widgets", &["src/tui"]),
    ("crossterm", &["src/tui"]),
    ("fluent_bundle", &["src/words"]),
    ("toml", &["src/tui/keymap", "src/tui/settings"]),
    ("cudarc", &["src/tensor/backend/cuda"]),
    ("libc", &["src/tensor/backend/memory", "src/tui/terminal/rescue"]),
    ("rustix", &["src/tui", "src/cli/grade", "src/notebook/evaluate/room"]),
    ("fancy_regex", &["src/lang/builtins/regular_expressions"]),
    ("blas_src", &["src/tensor/backend/openblas"]),
    // No control character of a stranger's goes through these doors.
    ("io::stdout", &["src/cli/output", "src/tui/terminal"]),
    ("io::stderr", &["src/cli/output"]),
    // The lower rooms compute. What reads files, talks to the world or starts threads lives above them.
    ("std::fs", &["src/notebook", "src/tui", "src/cli"]),
    ("std::net", &[]),
    (
        "std::thread",
        &["src/tensor/backend/parallel", "src/notebook", "src/app/files", "src/tui", "src/plain", "src/cli"],
    ),
];

/// Words that only some places may use, as macros or as keywords.
const WORDS: [(&str, &[&str]); 8] = [
    ("print!", &["src/cli"]),
    ("println!", &["src/cli"]),
    ("eprint!", &["src/cli"]),
    ("eprintln!", &["src/cli"]),
    ("dbg!", &[]),
    ("todo!", &[]),
    ("unimplemented!", &[]),
    ("unsafe", &["src/tensor/backend", "src/tui/terminal/rescue"]),
];

/// The longest file.
const LINES: usize = 600;

/// Everything in which one file breaks the rules, each with its line.
fn violations(file: &str, text: &str) -> Vec<String> {
    let mut violations = Vec::new();
    let lines = text.lines().count();
    if lines > LINES {
        violations.push(format!("{file}: {lines} lines are more than {LINES}: it holds more than one concept"));
    }
    if file.ends_with("/mod.rs") {
        violations.push(format!("{file}: a module lies in a file of its own name, not in mod.rs"));
    }
    let tests_begin = text.lines().position(|line| line == "#[cfg(test)]").unwrap_or(lines);
    for path in paths(text) {
        let names: Vec<_> = path.names.iter().map(String::as_str).collect();
        let upwards = || if path.line > tests_begin { None } else { upstairs(file, &names) };
        if let Some(complaint) = complaint(file, &names).or_else(upwards) {
            violations.push(format!("{file}:{}: {complaint}", path.line));
        }
    }
    violations
}

/// What is wrong with naming this path in this file.
fn complaint(file: &str, names: &[&str]) -> Option<String> {
    let written = names.join("::");
    let reserved = RESERVED.iter().find(|(path, _)| written == *path || written.starts_with(&format!("{path}::")));
    let word = WORDS.iter().find(|(word, _)| names.contains(word));
    for (name, places) in reserved.into_iter().chain(word) {
        if !places.iter().any(|place| lies_in(file, place)) {
            return Some(format!("{name} has no business here, only in {places:?}"));
        }
    }
    let (room, may_name) = ROOMS.iter().find(|(room, _)| lies_in(file, &format!("src/{room}")))?;
    let named = from_the_root(file, names)?;
    let is_room = ROOMS.iter().any(|(other, _)| other == named);
    match named {
        &"*" => Some(format!("{written} names every room at once")),
        named if is_room && named != room && !may_name.contains(named) => {
            Some(format!("{room} may not know {named} ({written})"))
        }
        _ => None,
    }
}

/// What is wrong with a part of a room that names one above it.
fn upstairs(file: &str, names: &[&str]) -> Option<String> {
    let (room, storeys) = STOREYS.iter().find(|(room, _)| file.starts_with(&format!("src/{room}/")))?;
    let own: Vec<_> = file.strip_prefix(&format!("src/{room}/"))?.trim_end_matches(".rs").split('/').collect();
    let named = part_of(room, &own, names)?;
    let storey = |part: &str| storeys.iter().position(|parts| parts.contains(&part));
    let (here, there) = (storey(own.first()?)?, storey(named)?);
    (there > here).then(|| format!("{} lies below {named} and may not know it ({})", own[0], names.join("::")))
}

/// The part of a room that a path names in the file of the module `own`, written from there or from the root.
fn part_of<'a>(room: &str, own: &[&'a str], names: &[&'a str]) -> Option<&'a str> {
    let ups = names.iter().take_while(|&&name| name == "super").count();
    match names {
        ["crate" | "glassformer", name, part, ..] if *name == room => Some(part),
        ["super", ..] if ups == own.len() => names.get(ups).copied(),
        _ => None,
    }
}

/// Whether `file` is the file of this place, or below its folder.
fn lies_in(file: &str, place: &str) -> bool {
    file.strip_prefix(place).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// The first name of a path below the crate's root, if it begins there.
fn from_the_root<'a, 'b>(file: &str, names: &'a [&'b str]) -> Option<&'a &'b str> {
    // src/tensor/backend/rust.rs is three modules deep, and so many times `super` is the root.
    let depth = file.split('/').count() - 1;
    let ups = names.iter().take_while(|&&name| name == "super").count();
    match names.first() {
        Some(&("crate" | "glassformer")) => names.get(1),
        Some(&"super") if ups >= depth => names.get(ups),
        _ => None,
    }
}

/// Every Rust file below a folder of the repository, with its path from the root and its text.
fn files(folder: &Path, found: &mut Vec<(String, String)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(&path);
            found.push((name.to_string_lossy().replace('\\', "/"), fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

#[test]
fn every_file_keeps_to_its_place() {
    let mut found = Vec::new();
    for folder in ["src", "tests", "benches", "fuzz/fuzz_targets"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        if folder.exists() {
            files(&folder, &mut found).expect("the sources can be read");
        }
    }
    assert!(found.iter().any(|(file, _)| file == "src/lib.rs"), "it looks where the sources are");
    let of_source = |violation: &str| violation.starts_with("src/") && !violation.contains("/tests.rs:");
    let violations: Vec<_> = found
        .iter()
        .flat_map(|(file, text)| violations(file, text))
        // Tests may do anything, but not be too long.
        .filter(|violation| {
            of_source(violation) || violation.contains(" lines are more ") || violation.contains("mod.rs")
        })
        .collect();
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

#[test]
fn every_room_is_known_here() {
    let library = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).expect("it is there");
    let modules: Vec<_> = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert!(modules.len() > 5, "{modules:?}");
    let unknown: Vec<_> = modules.iter().filter(|module| ROOMS.iter().all(|(room, _)| room != *module)).collect();
    assert!(unknown.is_empty(), "{unknown:?} are rooms without a place in the order");
}

/// The paths between backticks that end like a file.
fn files_named_in(page: &str) -> impl Iterator<Item = &str> {
    let is_path = |word: &&str| {
        let name = word.trim_start_matches(|c: char| c.is_ascii_lowercase() || matches!(c, '/' | '_'));
        word.len() > name.len() && matches!(name, ".rs" | ".sh" | ".ftl")
    };
    page.split('`').skip(1).step_by(2).filter(is_path)
}

#[test]
fn every_file_that_the_map_names_is_there() {
    assert_eq!(
        files_named_in("`ops/a_b.rs` and `fn f()`, not a.rs, `x.rs`").collect::<Vec<_>>(),
        ["ops/a_b.rs", "x.rs"]
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["src", "tests", "build", "fuzz"] {
        files(&root.join(folder), &mut found).expect("the sources can be read");
    }
    let map = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("it is there");
    let is_there =
        |named: &str| root.join(named).is_file() || found.iter().any(|(file, _)| file.ends_with(&format!("/{named}")));
    let missing: Vec<_> = files_named_in(&map).filter(|named| !is_there(named)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names files that are not there: {missing:?}");
}

#[test]
fn one_version_of_what_must_agree() {
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).expect("it is committed");
    for package in ["crossterm", "ratatui-core", "ndarray", "ruff_python_parser"] {
        let versions = lock.lines().filter(|line| *line == format!("name = \"{package}\"")).count();
        assert_eq!(versions, 1, "{package} is in Cargo.lock {versions} times");
    }
}

/// The mutants take hours and run now and then; that each could be made is seen every time.
#[test]
#[cfg(unix)]
fn every_mutant_stands_where_it_should() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutants.sh");
    let said = std::process::Command::new("bash").arg(script).arg("--texts").output().expect("bash is everywhere");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
}

#[test]
fn a_room_that_looks_up_is_found() {
    for (file, text) in [
        ("src/tensor/array.rs", "use crate::nn::Linear;"),
        ("src/tensor.rs", "fn f() { super::lang::parse(\"\") }"),
        ("src/tensor/ops/softmax.rs", "use super::super::super::notebook;"),
        ("src/nn.rs", "use crate::{tensor::{self, Tensor}, lang as language};"),
        ("src/nn/norm.rs", "use crate::tensor;\nuse crate\n    ::tui;"),
        ("src/lang/value.rs", "type A = Vec<crate::notebook::Page>;"),
        ("src/notebook.rs", "use glassformer::tui::Screen;"),
        ("src/tui/view.rs", "pub(in crate::cli) fn f() {}"),
        ("src/text.rs", "use crate::tensor::Tensor;"),
        ("src/tensor.rs", "use crate::text;"),
        ("src/notebook/why.rs", "use crate::words::say;"),
        ("src/words/reasons.rs", "use crate::tui::model::Model;"),
        ("src/plain/prose.rs", "use crate::tui::theme;"),
        ("src/tui.rs", "use crate::plain::run;"),
        ("src/lang.rs", "use crate::*;"),
        ("src/lang.rs", "use crate::{*};"),
    ] {
        assert_eq!(violations(file, text).len(), 1, "{file}: {text}\n{:?}", violations(file, text));
    }
}

#[test]
fn a_room_that_looks_down_is_left_alone() {
    for (file, text) in [
        ("src/cli.rs", "use crate::{lang, nn, notebook, tensor, text, tui};"),
        ("src/tensor/ops/softmax.rs", "use super::super::record; use super::nn; mod lang { use super::tui; }"),
        ("src/tensor.rs", "// crate::nn\n/* crate::nn /* crate::tui */ crate::lang */ /// [`crate::cli`]"),
        ("src/tensor.rs", r##"const A: &str = "crate::nn"; const B: &str = r#"" crate::nn "#; const C: char = '"';"##),
        (
            "src/tensor.rs",
            "fn f<'a>(nn: &'a str) -> Option<char> { let crater = nn; lang::find('\\'', \"\\\" crate::nn\") }",
        ),
        ("src/main.rs", "fn main() { glassformer::cli::main() }"),
        ("src/lang/parse.rs", "use ruff_python_parser::parse_module;"),
        ("src/lang/parse/lower.rs", "use ruff_python_ast as ast;"),
        ("src/tui/view/help.rs", "use ratatui::{Frame, layout::Rect};"),
        ("src/cli/list.rs", "fn f() { println!(\"crate::tui\") }"),
        ("src/tensor.rs", "fn f(todo: bool, dbg: bool) -> bool { todo != (dbg) }"),
    ] {
        assert_eq!(violations(file, text), [""; 0], "{file}: {text}");
    }
}

#[test]
fn the_language_is_built_in_storeys() {
    for (file, text) in [
        ("src/lang/value.rs", "use super::evaluate::Interpreter;"),
        ("src/lang/value/show.rs", "use crate::lang::builtins::nn;"),
        ("src/lang/value/show.rs", "fn f() { super::super::names::names() }"),
        ("src/lang/names.rs", "use super::builtins;"),
        ("src/lang/evaluate/calls.rs", "use crate::lang::{builtins::nn, class::Class};"),
        ("src/lang/evaluate.rs", "use super::complete::complete;"),
        ("src/lang/syntax.rs", "use super::value::Value;"),
    ] {
        assert_eq!(violations(file, text).len(), 1, "{file}: {text}\n{:?}", violations(file, text));
    }
    for (file, text) in [
        ("src/lang.rs", "use builtins::Builtins; use super::lang::evaluate;"),
        ("src/lang/builtins/nn.rs", "use crate::lang::evaluate::Interpreter; use super::Builtin;"),
        ("src/lang/evaluate/calls.rs", "use super::statements::Flow; use super::super::class::Class;"),
        ("src/lang/class.rs", "use super::value::Value; use super::syntax::MAX_DEPTH;"),
        ("src/lang/names.rs", "fn f() {}\n#[cfg(test)]\nmod tests { use crate::lang::builtins; }"),
    ] {
        assert_eq!(violations(file, text), [""; 0], "{file}: {text}");
    }
}

#[test]
fn the_screen_is_built_in_storeys() {
    for (file, text) in [
        ("src/tui/layout/page.rs", "use crate::tui::commands::page;"),
        ("src/tui/commands/jumps.rs", "use crate::tui::modes;"),
        ("src/tui/model.rs", "use super::layout::areas;"),
        ("src/tui/view/footer.rs", "fn f() { super::super::modes::offer() }"),
    ] {
        assert_eq!(violations(file, text).len(), 1, "{file}: {text}\n{:?}", violations(file, text));
    }
    assert_eq!(violations("src/tui/modes/page.rs", "use crate::tui::{commands, layout, view};"), [""; 0]);
}

#[test]
fn every_part_has_its_storey() {
    for (room, storeys) in STOREYS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{room}.rs"));
        let root = fs::read_to_string(path).expect("it is there");
        let part = |line: &str| {
            let declared = line.strip_prefix("pub mod ").or_else(|| line.strip_prefix("mod "))?;
            declared.strip_suffix(';').map(str::to_owned)
        };
        let parts: Vec<_> = root.lines().filter_map(part).collect();
        assert!(parts.len() > 10, "{parts:?}");
        let unknown: Vec<_> = parts.iter().filter(|part| !storeys.concat().contains(&part.as_str())).collect();
        assert!(unknown.is_empty(), "{unknown:?} have no storey");
    }
}

#[test]
fn no_files_of_a_folder_name_each_other_in_a_circle() {
    for room in WITHOUT_CIRCLES {
        let folders = folders_of(room);
        assert!(names_in(room).len() > 10 && folders.contains(room), "{room} is not read");
        for folder in folders {
            assert_eq!(circle(&names_in(&folder)), None, "in {folder}");
        }
    }
    let circled = [("a", vec!["b"]), ("b", vec!["c"]), ("c", vec!["a"]), ("d", vec!["a"])];
    let circled = circled.into_iter().map(|(from, to)| (from.to_owned(), to.into_iter().map(str::to_owned).collect()));
    assert!(circle(&circled.collect()).is_some());
}

/// The folders with files below this one, and itself.
fn folders_of(folder: &str) -> BTreeSet<String> {
    let mut all = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all).unwrap_or_default();
    all.into_iter().filter_map(|(file, _)| Some(file.rsplit_once('/')?.0.to_owned())).collect()
}

/// Which files of a folder each of them names, by their modules; tests are left out, and so is what lies in folders below.
fn names_in(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all).unwrap_or_default();
    let module = |file: &str| {
        file.strip_prefix(folder).map(|rest| rest.trim_start_matches('/').trim_end_matches(".rs").to_owned())
    };
    let own: Vec<(String, String)> = all
        .into_iter()
        .filter_map(|(file, text)| Some((module(&file)?, text)))
        .filter(|(name, _)| !name.contains('/') && name != "tests")
        .collect();
    let modules: BTreeSet<String> = own.iter().map(|(name, _)| name.clone()).collect();
    let here: Vec<&str> = folder.split('/').skip(1).collect();
    let named = |text: &str| -> BTreeSet<String> {
        let end = text.lines().position(|line| line == "#[cfg(test)]").unwrap_or(usize::MAX);
        let there = paths(text).into_iter().filter(|path| path.line <= end).filter_map(|path| {
            let names: Vec<&str> = path.names.iter().map(String::as_str).collect();
            match names.as_slice() {
                ["super", name, ..] => Some((*name).to_owned()),
                ["crate", rest @ ..] => rest.strip_prefix(here.as_slice())?.first().map(|name| (*name).to_owned()),
                _ => None,
            }
        });
        there.filter(|name| modules.contains(name)).collect()
    };
    own.iter()
        .map(|(name, text)| (name.clone(), named(text).into_iter().filter(|other| other != name).collect()))
        .collect()
}

/// Files that name each other in a circle, if there are any.
fn circle(names: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    let mut left = names.clone();
    // What names none of the rest is in no circle.
    while let Some(last) = left.iter().find(|(_, named)| !named.iter().any(|name| left.contains_key(name))) {
        let last = last.0.clone();
        left.remove(&last);
    }
    (!left.is_empty()).then(|| left.into_keys().collect())
}

#[test]
fn what_has_its_one_place_is_found_elsewhere() {
    for (file, text) in [
        ("src/lang/evaluate.rs", "use ruff_python_ast::Expr;"),
        ("src/lang/parser.rs", "use ruff_python_ast::Expr;"),
        ("src/notebook/page.rs", "fn f() -> ratatui::text::Text<'static> { Default::default() }"),
        ("src/cli.rs", "use crossterm::event;"),
        ("src/tensor/array.rs", "use std::{fmt, fs::File};"),
        ("src/nn/weights.rs", "std::fs::read(\"w\")"),
        ("src/tensor/backend.rs", "use std::thread;"),
        ("src/cli/eval.rs", "use std::io::{self, Write}; fn f() { io::stdout().lock() }"),
        ("src/tui/runner.rs", "use std::net::TcpStream;"),
        ("src/tui/view.rs", "fn f() { println!(\"here\") }"),
        ("src/cli.rs", "fn f() { std::dbg![1]; }"),
        ("src/lang.rs", "fn f() { todo!() }"),
        ("src/tensor/array.rs", "fn f() { unsafe { g() } }"),
        ("src/nn/mod.rs", "//! nn"),
    ] {
        assert_eq!(violations(file, text).len(), 1, "{file}: {text}\n{:?}", violations(file, text));
    }
    assert_eq!(violations("src/nn.rs", &"\n".repeat(LINES + 1)).len(), 1);
    assert_eq!(violations("src/nn.rs", &"\n".repeat(LINES)), [""; 0]);
}

#[test]
fn a_violation_says_where() {
    let text = "//! A module.\n\nuse crate::{\n    tensor,\n    lang::{parse, names},\n};\n";
    let found = violations("src/nn.rs", text);
    assert_eq!(
        found,
        [
            "src/nn.rs:5: nn may not know lang (crate::lang::parse)",
            "src/nn.rs:5: nn may not know lang (crate::lang::names)"
        ]
    );
}
