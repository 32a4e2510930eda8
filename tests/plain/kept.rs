//! What the plain mode says of the work at its end: that it is kept, or that it is not, and why.

use std::process::Output;

use super::*;

/// A question of the first lesson is answered, and that is all.
fn answered(arguments: &[&str], state: Option<&Path>) -> (Output, String) {
    let mut command = Command::new(PROGRAM);
    command.args(["--plain", "--width", "0", "attention"]).args(arguments).env("LC_ALL", "C");
    command.env_remove("HOME").env_remove("XDG_STATE_HOME").env_remove("LOCALAPPDATA");
    if let Some(state) = state {
        command.env("XDG_STATE_HOME", state);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"go recall-dot\n1\n3\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    (output, said)
}

#[test]
fn work_that_is_kept_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let (output, said) = answered(&[], Some(folder.path()));
    assert!(output.status.success() && said.ends_with("Goodbye. Your work is saved.\n"), "{said}");
    assert!(!said.contains("Nothing is saved"), "{said}");
}

#[test]
fn work_that_has_no_place_is_not() {
    let (_, said) = answered(&[], None);
    assert_eq!(
        said.matches(
            "Nothing is saved: no folder for saved work was found. To save, start the program with --session FILE."
        )
        .count(),
        2,
        "{said}"
    );
    assert!(said.contains("Goodbye.") && !said.contains("is kept.\n"), "{said}");
}

#[test]
fn work_that_cannot_be_written_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "no session").unwrap();
    let within = file.join("below");
    // A place in which nothing can be made.
    let (output, said) = answered(&[], Some(&within));
    assert!(!output.status.success(), "{said}");
    let end = said.rsplit_once("Goodbye.").unwrap().1;
    assert!(end.contains("Your work could not be saved: ") && !said.contains("is kept.\n"), "{said}");
    // What was named is looked at before the course is opened: a folder, a file that is no session, and again that place.
    for named in [folder.path(), &file, &within] {
        let (output, said) = answered(&["--session", named.to_str().unwrap()], None);
        assert!(output.status.code() == Some(2) && !said.contains("Goodbye"), "{said}");
    }
}

#[test]
fn the_end_of_the_input_says_it_too() {
    let folder = tempfile::tempdir().unwrap();
    let heard = told_bytes(at("begin"), b"next\n", Some(SessionStore::folder(folder.path())), &Interrupt::default());
    assert!(heard.ends_with("Goodbye. Your work is saved.\n"), "{heard}");
    let heard = told("begin", &["next"]);
    assert!(!heard.contains("Your work is saved."), "{heard}");
}

/// What could not be written is said once a command, and once more at the end.
#[test]
fn what_cannot_be_saved_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut output = Vec::new();
    let console = Console {
        input: &mut Cursor::new(b"go recall-dot\nsave\nquit\n"),
        output: &mut output,
        editor: None,
        interrupt: Interrupt::default(),
        width: 0,
        echo: true,
    };
    let saver = Saver::spawn(SessionStore::file(folder.path()), || {}).unwrap();
    assert!(plain::run(LessonLibrary::embedded(), at("attention"), Some(saver), console).unwrap().is_some());
    let heard = String::from_utf8(output).unwrap();
    assert_eq!(heard.matches("Your work could not be saved: ").count(), 2, "{heard}");
}

/// An output that looks, when a command is echoed, whether whoever ends the program waits for it.
struct Watching {
    interrupt: Interrupt,
    waits: bool,
}

impl std::io::Write for Watching {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if bytes.starts_with(b"set cups 5") {
            self.waits = self.interrupt.settle(std::time::Duration::ZERO).is_none();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_command_that_is_heard_is_waited_for() {
    let interrupt = Interrupt::default();
    let mut output = Watching { interrupt: interrupt.clone(), waits: false };
    let input = &mut Cursor::new(b"set cups 5\nquit\n");
    let console = Console { input, output: &mut output, editor: None, interrupt, width: 0, echo: true };
    plain::run(LessonLibrary::embedded(), at("begin"), None, console).unwrap();
    assert!(output.waits);
}

/// A signal that comes while a command computes: what the command changed is kept.
#[cfg(unix)]
#[test]
fn what_was_sent_before_a_signal_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let lesson = "---\ntitle: Slow\nid: slow\n---\n```python\nn = slider(0.0, 9.0, value=0.0, step=1.0)\n\
                  for _ in range(int(n) * 150_000):\n    pass\n```\n";
    std::fs::write(folder.path().join("slow.md"), lesson).unwrap();
    let mut child = Command::new(PROGRAM)
        .args(["--plain", "--session", "work.txt", "slow.md"])
        .current_dir(folder.path())
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    // It is ready when it has told the lesson's end.
    while !line.contains("Input n") {
        line.clear();
        assert_ne!(said.read_line(&mut line).unwrap(), 0, "it ended");
    }
    input.write_all(b"set n 9\n").unwrap();
    while !line.contains("set n 9") {
        line.clear();
        assert_ne!(said.read_line(&mut line).unwrap(), 0, "it ended");
    }
    signal::send("-TERM", child.id());
    let rest = std::thread::spawn(move || said.read_to_string(&mut String::new()));
    assert_eq!(child.wait().unwrap().code(), Some(128 + 15));
    let _ = rest.join();
    let kept = std::fs::read_to_string(folder.path().join("work.txt")).unwrap();
    assert!(kept.contains("value=9"), "{kept}");
}

/// Who changes something with every command hears that nothing is kept, and need not wait for the end.
#[test]
fn what_cannot_be_saved_is_said_to_who_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (mut input, lines) = std::io::pipe().map(|(read, write)| (BufReader::new(read), write)).unwrap();
    let typing = std::thread::spawn(move || {
        let mut lines = lines;
        for value in [5, 6, 7] {
            lines.write_all(format!("set cups {value}\n").as_bytes()).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(900));
        }
        lines.write_all(b"set cups 8\n").unwrap();
    });
    let mut output = Vec::new();
    let interrupt = Interrupt::default();
    let console = Console { input: &mut input, output: &mut output, editor: None, interrupt, width: 0, echo: true };
    let saver = Saver::spawn(SessionStore::file(folder.path()), || {}).unwrap();
    assert!(plain::run(LessonLibrary::embedded(), at("begin"), Some(saver), console).unwrap().is_some());
    typing.join().unwrap();
    let heard = String::from_utf8(output).unwrap();
    let told = heard.find("Your work could not be saved: ").unwrap();
    assert!(told < heard.find("> set cups 8").unwrap(), "{heard}");
    assert!(heard.contains("--session FILE"), "{heard}");
}
