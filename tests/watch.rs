//! `glassformer train --watch` in a real terminal: what is done there is kept, and has the same bits as without a screen.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by stopping")]

#[expect(dead_code, reason = "other tests also turn the terminal's own screws")]
#[path = "support/session.rs"]
mod session;

use std::fs;
use std::path::Path;
use std::process::Command;

use session::{Session, command, size};

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");
const TRAINING: &str =
    "train copy --steps 120 --every 60 --batch 4 --set d_model=8 --set heads=2 --set d_ff=8 --set layers=1";

/// The arguments of a training that is kept in a file.
fn arguments<'a>(file: &'a str, more: &'a str) -> Vec<&'a str> {
    TRAINING.split(' ').chain(["--save", file]).chain(more.split_whitespace()).collect()
}

fn alone(file: &Path, more: &str) {
    let ended =
        Command::new(PROGRAM).env("LC_ALL", "C").args(arguments(file.to_str().unwrap(), more)).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn a_training_that_is_watched_paused_saved_left_and_resumed_ends_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, watched) = (folder.path().join("whole.safetensors"), folder.path().join("watched.safetensors"));
    alone(&whole, "");
    let file = watched.to_str().unwrap();
    let mut session = Session::start(command(PROGRAM, &arguments(file, "--watch")), size(100, 30));
    session.wait_until("learning", |session| session.text().contains("▶ learning"));
    session.press("\r");
    session.wait_until("a pause", |session| session.text().contains("‖ paused"));
    session.press("s");
    session.press("w");
    session.wait_until("a checkpoint", |session| session.text().contains("contains step"));
    session.press("q");
    assert!(session.end().success());
    assert!(watched.exists());

    // Once more on the screen, left by Esc and by closing the program while it learns.
    let mut session = Session::start(command(PROGRAM, &arguments(file, "--watch --resume")), size(80, 24));
    session.wait_until("learning", |session| session.text().contains("▶ learning"));
    session.press("\x1b");
    session.wait_until("the lessons", |session| session.text().contains("paused at step"));
    session.press("q");
    assert!(session.end().success());

    alone(&watched, "--resume");
    assert!(fs::read(&watched).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn a_file_that_is_there_is_not_written_over_and_no_screen_opens() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.safetensors");
    fs::write(&file, "mine").unwrap();
    let ended =
        Command::new(PROGRAM).env("LC_ALL", "C").args(arguments(file.to_str().unwrap(), "--watch")).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.code() == Some(2) && said.contains("already exists: use --resume"), "{said}");
    assert_eq!(fs::read(&file).unwrap(), b"mine");
}
