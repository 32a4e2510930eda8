//! The commands without a screen, called as a person or a script calls them: what goes to which stream, and how they end.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by stopping")]

#[path = "headless/authoring.rs"]
mod authoring;
#[path = "headless/eval.rs"]
mod eval;
#[path = "headless/grade.rs"]
mod grade;
#[path = "headless/manual.rs"]
mod manual;
#[path = "headless/settings.rs"]
mod settings;
#[path = "headless/why.rs"]
mod why;
#[path = "headless/written.rs"]
mod written;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");

/// What a call wrote and how it ended.
struct Ended {
    status: i32,
    out: String,
    err: String,
}

impl Ended {
    /// Its standard output as JSON.
    fn json(&self) -> Json {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}\n{}\n{}", self.out, self.err))
    }

    /// Fails unless it ended so, and gives itself back.
    fn ended(self, status: i32) -> Self {
        assert_eq!(self.status, status, "out:\n{}\nerr:\n{}", self.out, self.err);
        self
    }
}

fn call(arguments: &[&str]) -> Ended {
    call_in(Path::new("."), arguments)
}

fn call_in(folder: &Path, arguments: &[&str]) -> Ended {
    let output = Command::new(PROGRAM).env("LC_ALL", "C").args(arguments).current_dir(folder).output().unwrap();
    Ended {
        status: output.status.code().unwrap_or_else(|| panic!("{arguments:?} was killed")),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder with one file in it, and the file's path.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// A lesson with these cells, each of one line or more.
fn lesson(cells: &[(&str, &str)]) -> (tempfile::TempDir, String) {
    let cell = |(label, code): &(&str, &str)| format!("```python\n#| label: {label}\n{code}\n```\n\n");
    let text = format!("---\ntitle: T\nid: t\n---\n{}", cells.iter().map(cell).collect::<String>());
    file("t.md", &text)
}

#[test]
fn what_stands_before_a_command_is_not_ignored_and_a_slip_is_understood() {
    let refused = call(&["--language", "de", "render", "5"]).ended(2).err;
    assert!(refused.contains("`--language` before a command has no effect"), "{refused}");
    let refused = call(&["lits"]).ended(2).err;
    assert!(refused.contains("did you mean `glassformer list`?"), "{refused}");
    for call in [&["trian", "reverse"][..], &["evla", "5", "--json"], &["trian", "--steps", "5"]] {
        let refused = self::call(call).ended(2).err;
        assert!(refused.contains(&format!("no lesson or command `{}`; did you mean", call[0])), "{refused}");
    }
    // What is wrong behind a lesson or a command is told of that.
    for (call, says) in [(["attention", "reverse"], "'reverse'"), (["train", "revers"], "revers")] {
        let refused = self::call(&call).ended(2).err;
        assert!(refused.contains(says) && !refused.contains("did you mean `glassformer"), "{refused}");
    }
    assert!(call(&["new"]).ended(2).err.contains("did you mean `glassformer new-lesson`?"));
    assert!(call(&["help"]).ended(2).err.contains("glassformer --help"));
    // What is near to no command is a lesson that there is not.
    assert!(call(&["atention"]).ended(2).err.contains("did you mean `attention`?"));
}

#[test]
fn a_screen_is_drawn_in_the_language_that_is_asked_for() {
    let screen = call(&["render", "5", "--language", "de"]).ended(0).out;
    assert!(screen.contains("? Hilfe"), "{screen}");
    let screen = call(&["render", "5"]).ended(0).out;
    assert!(screen.contains("? help"), "{screen}");
    let refused = call(&["render", "5", "--language", "xx"]).ended(2).err;
    assert!(refused.contains("the available languages are en and de"), "{refused}");
}
