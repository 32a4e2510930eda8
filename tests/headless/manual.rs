//! `man`, `completions` and `info`: what a system and a bug report want.

use std::fs;

use super::call;

/// Every command, as the help names them.
fn commands() -> Vec<String> {
    let help = call(&["--help"]).ended(0).out;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    list.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    call(&["man", "--dir", pages.to_str().unwrap()]).ended(0);
    for command in commands() {
        let page = fs::read_to_string(pages.join(format!("glassformer-{command}.1"))).unwrap();
        assert!(page.contains(".TH ") && page.contains(".SH SYNOPSIS"), "{page}");
    }
    let whole = call(&["man"]).ended(0).out;
    assert!(whole.contains(".SH OPTIONS") && whole.contains("grade"), "{whole}");
    for (option, text) in whole.split(".TP\n").filter_map(|item| item.split_once('\n')) {
        assert!(!text.trim().is_empty() && !text.starts_with(".SH"), "nothing is said of {option}");
    }
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(call(&["man", "--dir", file.to_str().unwrap()]).ended(1).err.contains("cannot write the manual pages"));
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = call(&["completions", shell]).ended(0).out;
        for command in commands() {
            assert!(text.contains(&command), "{shell} does not know {command}");
        }
    }
    assert_eq!(call(&["completions", "csh"]).status, 2);
}

#[test]
fn a_bug_report_has_what_is_asked_for_first() {
    let facts = call(&["info", "--json"]).ended(0).json();
    for name in ["version", "backend", "system", "processor", "terminal", "sessions", "colours", "threads"] {
        assert!(!facts[name].is_null(), "{name} is missing");
    }
    assert!(facts["terminal"].as_str().unwrap().contains("TERM "));
}

#[test]
#[cfg(unix)]
fn a_bug_report_says_where_settings_lie_and_which_there_are() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("glassformer");
    let said = || {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_glassformer"))
            .args(["info", "--json"])
            .env("XDG_CONFIG_HOME", home.path())
            .output()
            .unwrap();
        let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        facts["settings"].as_str().unwrap().to_owned()
    };
    assert_eq!(said(), format!("{}: none", folder.display()));
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("keys.toml"), "").unwrap();
    assert_eq!(said(), format!("{}: keys.toml", folder.display()));
    // What cannot be used is what a report is about.
    std::fs::write(folder.join("config.toml"), "theme = 3").unwrap();
    assert_eq!(said(), format!("{}: config.toml keys.toml", folder.display()));
}
