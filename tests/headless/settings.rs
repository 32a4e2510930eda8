//! `glassformer keys`, and files of settings that are not as they should be.

use super::*;

#[test]
fn the_table_is_printed_as_a_file_that_is_right() {
    let ended = call(&["keys"]).ended(0);
    assert!(ended.out.contains("[lesson]\n") && ended.out.contains("next-control = [\"<tab>\"]"), "{}", ended.out);
    let (_folder, path) = file("keys.toml", &ended.out);
    let checked = call(&["keys", "--check", &path]).ended(0);
    assert_eq!(checked.out, format!("{path}: no problems\n"));
    let changed = ended.out.replace("next-control = [\"<tab>\"]", "next-control = [\"<f10>\"]");
    let (_folder, path) = file("keys.toml", &changed);
    assert_eq!(call(&["keys", "--keys", &path]).ended(0).out, changed);
}

#[test]
fn every_problem_of_a_file_of_keys_is_told() {
    let (_folder, path) = file("keys.toml", "[lesson]\nundoo = [\"x\"]\n\nopen = [\"<entre>\"]\n");
    let ended = call(&["keys", "--check", &path]).ended(1);
    let lines: Vec<&str> = ended.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ended.out);
    assert!(lines[0].starts_with(&format!("{path}:2:1: there is no action `undoo`; did you mean `undo`?")));
    assert!(lines[1].starts_with(&format!("{path}:4:9: `<entre>` is not a key")));
    assert!(ended.err.contains("2 problems"), "{}", ended.err);
    call(&["keys", "--check", "nowhere.toml"]).ended(2);
}

#[test]
#[cfg(unix)]
fn settings_are_no_must_where_there_is_no_folder_for_them() {
    let (_folder, home) = file("home", "a file where a folder should be");
    let output = Command::new(PROGRAM)
        .args(["--plain", "attention"])
        .env("HOME", &home)
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("XDG_STATE_HOME")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(out.contains("Scaled dot-product attention"), "{err}");
    assert!(!err.contains("cannot read"), "{err}");
}

/// Calls the program with a theme of the reader's own.
fn with_theme(arguments: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let themes = folder.path().join("glassformer/themes");
    std::fs::create_dir_all(&themes).unwrap();
    std::fs::write(themes.join("own.toml"), "base = \"light\"\n\n[text]\ntitle = \"#010203\"\n").unwrap();
    let output = Command::new(PROGRAM)
        .args(arguments)
        .env("XDG_CONFIG_HOME", folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
#[cfg(unix)]
fn picture_is_drawn_in_the_readers_own_theme() {
    let (status, own, err) = with_theme(&["render", "attention", "--svg", "--theme", "own"]);
    assert_eq!(status, 0, "{err}");
    assert!(own.contains("#010203"), "{own}");
    let (_, light, _) = with_theme(&["render", "attention", "--svg", "--theme", "light"]);
    assert!(!light.contains("#010203"));
    // Its window is that of the theme that it changes.
    let background =
        |picture: &str| picture.split("<rect").nth(1).and_then(|rest| rest.split("/>").next()).map(str::to_owned);
    assert_eq!(background(&own), background(&light));
    let (status, _, err) = with_theme(&["render", "attention", "--theme", "other"]);
    assert_eq!(status, 2);
    assert!(err.contains("the themes are auto, dark, light, mono, contrast, own"), "{err}");
}

#[test]
#[cfg(unix)]
fn unknown_theme_is_told_in_plain_mode() {
    let (status, out, err) = with_theme(&["--plain", "attention", "--theme", "other"]);
    assert_eq!((status, &*out), (2, ""), "{err}");
    assert!(err.contains("the themes are auto, dark, light, mono, contrast, own"), "{err}");
    assert_eq!(with_theme(&["--plain", "attention", "--theme", "own"]).0, 0);
}
