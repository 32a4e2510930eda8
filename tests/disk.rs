//! A disk that is full, a home that cannot be written, files that are damaged or of a newer program: it is said what is wrong, nothing
//! is lost, and the program goes on.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

#[expect(dead_code, reason = "other tests also turn the terminal's own screws")]
#[path = "support/session.rs"]
mod session;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use session::{Session, command, size};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");
const TITLE: &str = "Scaled dot-product attention";

/// The lesson with its work kept in `home`, behind what a shell does first.
fn begin(home: &Path, first: &str) -> Session {
    let script = format!("{first}; exec \"$0\" \"$@\"");
    let mut command = command("sh", &["-c", &script, PROGRAM, "attention", "--theme", "dark"]);
    command.env("XDG_STATE_HOME", home);
    let mut session = Session::start(command, size(120, 30));
    session.wait_until("the lesson", |session| session.text().contains(TITLE));
    session
}

/// Types a letter into the sentence, and waits for these words.
fn typed(session: &mut Session, letter: char, words: &str) {
    session.press(&format!("\te{letter}\r"));
    session.wait_until(words, |session| {
        session.text().contains(&format!("mat{letter}")) && session.text().contains(words)
    });
}

fn sessions(home: &Path) -> PathBuf {
    home.join("glassformer/sessions")
}

fn kept(home: &Path) -> String {
    fs::read_to_string(sessions(home).join("attention.session")).unwrap_or_default()
}

/// The names in the folder of sessions.
fn names(home: &Path) -> Vec<String> {
    let entries = fs::read_dir(sessions(home)).into_iter().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// A limit on the size of files stands for a disk that is full.
const FULL: &str = "trap '' XFSZ; ulimit -f 0";

#[test]
fn a_lesson_that_finds_no_place_leaves_nothing_in_the_way() {
    let folder = folder();
    let new_lesson = |first: &str| {
        let script = format!("{first}; exec \"$0\" new-lesson mine");
        Command::new("sh").args(["-c", &script, PROGRAM]).current_dir(folder.path()).output().unwrap()
    };
    let full = new_lesson(FULL);
    assert_eq!(full.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&full.stderr).contains("cannot write ./mine.md"), "{full:?}");
    assert!(!folder.path().join("mine.md").exists());
    assert!(new_lesson("true").status.success());
}

#[test]
fn an_export_that_finds_no_place_leaves_the_one_before() {
    let folder = folder();
    let export = |first: &str| {
        let script = format!("{first}; exec \"$0\" export attention --to md --output out.md");
        Command::new("sh").args(["-c", &script, PROGRAM]).current_dir(folder.path()).output().unwrap()
    };
    assert!(export("true").status.success());
    let before = fs::read(folder.path().join("out.md")).unwrap();
    let full = export(FULL);
    assert_eq!(full.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&full.stderr).contains("cannot write out.md"), "{full:?}");
    assert_eq!(fs::read(folder.path().join("out.md")).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_full_disk_is_told_and_what_was_kept_stays_whole() {
    let home = folder();
    let mut session = begin(home.path(), "true");
    typed(&mut session, 'X', "   saved");
    session.press("q");
    assert!(session.end().success());
    let before = kept(home.path());
    assert!(before.contains("matX"), "{before}");

    let mut session = begin(home.path(), FULL);
    // The place is kept: the sentence is where one is.
    session.press("eY\r");
    session.wait_until("the warning", |session| session.text().contains("not saved"));
    assert!(session.text().contains("could not be saved"), "{}", session.text());
    // It goes on: what is typed next is evaluated and shown.
    session.press("eZ\r");
    // A key that comes together with Esc would be another key.
    let is_typed = |text: &str| text.contains("XYZ") && !text.contains("typing sentence");
    session.wait_until("the next letter", |session| is_typed(&session.text()));
    // The first one is asked about, unless it comes before the disk has answered again.
    session.press("qq");
    assert_eq!(session.end().exit_code(), 1);
    assert!(session.text().contains("glassformer: "), "the shell is told, too: {}", session.text());
    assert_eq!(kept(home.path()), before, "what was kept before is as it was");
    assert_eq!(names(home.path()), ["attention.session"], "and no half of a file lies beside it");
}

/// A folder that cannot be written, also by somebody who may write everything.
#[test]
fn a_home_that_cannot_be_written_is_told_and_the_program_goes_on() {
    let locked = folder();
    fs::set_permissions(locked.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let mut homes = vec![PathBuf::from("/dev/null/home"), PathBuf::from("/proc/self/home")];
    if fs::write(locked.path().join("try"), "").is_err() {
        homes.push(locked.path().to_owned());
    }
    for home in homes.iter().filter(|home| home.parent().is_some_and(Path::exists)) {
        let mut session = begin(home, "true");
        typed(&mut session, 'X', "   not saved");
        session.press("q");
        session.wait_until("the question", |session| session.text().contains("Press q again to quit"));
        session.press("q");
        assert_eq!(session.end().exit_code(), 1, "{}", home.display());
        assert!(session.text().contains("glassformer: "), "{}", session.text());
    }
    fs::set_permissions(locked.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_session_that_is_damaged_or_newer_is_set_aside_and_work_begins_anew() {
    let many = vec![b'x'; (16 << 20) + 1];
    for (bytes, name, words) in [
        (&b"glassformer session 99\n\nlesson attention\nend\n"[..], "newer", "a newer Glassformer"),
        (b"glassformer session 2\n\nlesson attention\nat sc", "damaged", "line"),
        (b"", "damaged", "line 1"),
        (b"\xff\xfe\x00", "damaged", "not UTF-8"),
        (&many, "damaged", "bytes"),
    ] {
        let home = folder();
        let file = sessions(home.path()).join("attention.session");
        fs::create_dir_all(sessions(home.path())).unwrap();
        fs::write(&file, bytes).unwrap();
        let mut session = begin(home.path(), "true");
        let aside = format!("attention.session.{name}");
        session.wait_until("what became of it", |session| session.text().contains(&aside));
        typed(&mut session, 'X', "   saved");
        session.press("q");
        assert!(session.end().success());
        assert!(fs::read(sessions(home.path()).join(&aside)).unwrap() == bytes, "set aside bit for bit: {words}");
        assert!(kept(home.path()).contains("matX"));
    }
}

/// What can be no session is left as it is, and nothing is kept in its place.
#[test]
fn a_session_that_is_no_file_is_left_alone() {
    let home = folder();
    let path = sessions(home.path()).join("attention.session");
    fs::create_dir_all(sessions(home.path())).unwrap();
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let mut session = begin(home.path(), "true");
    session.wait_until("the reason", |session| session.text().contains("it is not a file"));
    typed(&mut session, 'X', "not saved");
    session.press("qq");
    assert_eq!(session.end().exit_code(), 1);
    assert_eq!(names(home.path()), ["attention.session"]);
}

/// Runs a command that must refuse, in a line that names the file.
fn refused(folder: &Path, arguments: &[&str], words: &str) {
    let Output { status, stderr, .. } = Command::new(PROGRAM).args(arguments).current_dir(folder).output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert!(matches!(status.code(), Some(1 | 2)), "{arguments:?}: {status}: {said}");
    assert!(said.starts_with("glassformer: ") && said.lines().count() == 1, "{arguments:?}: {said}");
    assert!(said.contains(words), "{arguments:?}: {said}");
}

#[test]
fn weights_and_vocabularies_that_are_damaged_are_refused_and_named() {
    let folder = folder();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/opened");
    let whole = fs::read(source.join("third.safetensors")).unwrap();
    fs::copy(source.join("third.json"), folder.path().join("third.json")).unwrap();
    let translate = |weights: &str, words: &str, says: &str| {
        refused(folder.path(), &["translate", "--weights", weights, "--vocab", words, "a sentence"], says);
    };
    for cut in [0, 1, 7, 8, 9, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(folder.path().join("cut.safetensors"), &whole[..cut]).unwrap();
        translate("cut.safetensors", "third.json", "cut.safetensors");
        assert_eq!(fs::read(folder.path().join("cut.safetensors")).unwrap(), whole[..cut], "the file was not changed");
    }
    fs::write(folder.path().join("third.safetensors"), &whole).unwrap();
    let deep = vec![b'['; 100_000];
    for words in [&b""[..], b"{", b"[]", b"[1]", b"{\"a\": 7}", b"\xff\xfe", &deep] {
        fs::write(folder.path().join("bad.json"), words).unwrap();
        translate("third.safetensors", "bad.json", "bad.json");
    }
    translate("nowhere.safetensors", "third.json", "nowhere.safetensors");
    translate(".", "third.json", "directory");
}

/// What is written for a person who asked for it is written whole or not at all.
#[test]
fn an_export_onto_a_full_disk_says_so() {
    let folder = folder();
    let script = format!("{FULL}; exec \"$0\" export attention --output out.md --to md");
    let output = Command::new("sh").args(["-c", &script, PROGRAM]).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("out.md"), "{said}");
    let output = Command::new("sh").args(["-c", "exec \"$0\" list > /dev/full", PROGRAM]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "standard output is a full disk");
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("glassformer: "));
}
