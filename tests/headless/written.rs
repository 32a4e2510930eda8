//! What the commands write: never over what they read, and never half a file.

use super::*;

#[test]
fn an_export_of_what_python_cannot_read_is_written_and_told() {
    let (_folder, path) = lesson(&[("good", "x = 1"), ("bad", "y = (x\nz = 2)")]);
    let ended = call(&["export", &path, "--to", "py"]).ended(1);
    assert!(ended.out.contains("y = (x\nz = 2)"), "{}", ended.out);
    assert!(ended.err.contains(&format!("{path}:13:")), "{}", ended.err);
    assert!(ended.err.contains("that Python cannot parse"), "{}", ended.err);
}

/// A device that is always full: what was to be written is named, also by what the arguments' reader prints.
#[test]
#[cfg(target_os = "linux")]
fn standard_output_that_is_full_is_named() {
    for arguments in [&["--help"][..], &["--version"], &["list"], &["info"], &["keys"], &["eval", "attention"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(PROGRAM).args(arguments).stdout(full).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {err}");
        assert!(err.contains("cannot write to standard output: No space left"), "{arguments:?}: {err}");
    }
}

#[test]
fn no_command_overwrites_what_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    let here = |name: &str| folder.path().join(name);
    let run = |arguments: &[&str]| call_in(folder.path(), arguments);
    run(&["new-lesson", "mine"]).ended(0);
    let before = std::fs::read(here("mine.md")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(here("mine.md"), here("link.md")).unwrap();
    #[cfg(not(unix))]
    std::fs::write(here("link.md"), "").unwrap();
    std::fs::write(here("one.py"), "x = torch.ones(2)\n").unwrap();
    run(&["eval", "one.py", "--save", "a.safetensors"]).ended(0);
    let refused: [&[&str]; 6] = [
        &["export", "mine.md", "--to", "md", "-o", "mine.md"],
        &["export", "mine.md", "--to", "md", "-o", "./mine.md"],
        &["--lessons", ".", "export", "mine", "--to", "md", "-o", "mine.md"],
        &["eval", "one.py", "--load", "a=a.safetensors", "--save", "a.safetensors"],
        &["forward", "--weights", "a.safetensors", "--inputs", "b.safetensors", "--save", "a.safetensors"],
        &["train", "copy", "--save", "c.safetensors", "--export", "c.safetensors"],
    ];
    for arguments in refused {
        let err = run(arguments).ended(2).err;
        assert!(err.contains("is one of the input files and would be overwritten"), "{arguments:?}: {err}");
    }
    if cfg!(unix) {
        run(&["export", "mine.md", "--to", "md", "-o", "link.md"]).ended(2);
        run(&["export", "link.md", "--to", "md", "-o", "mine.md"]).ended(2);
    }
    assert_eq!(std::fs::read(here("mine.md")).unwrap(), before);
    assert!(!here("c.safetensors").exists());
    // An earlier export is no input.
    for _ in 0..2 {
        run(&["export", "mine.md", "--to", "md", "-o", "out.md"]).ended(0);
    }
    let err = run(&["export", "translator", "--to", "py", "-o", "translator.safetensors"]).ended(2).err;
    assert!(err.contains("choose another name for the export"), "{err}");
}
