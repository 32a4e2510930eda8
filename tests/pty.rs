//! The program in a real terminal: it leaves nothing behind, whichever way it ends.
#![cfg(unix)]

#[path = "pty/colors.rs"]
mod colors;
#[path = "pty/endings.rs"]
mod endings;
#[path = "pty/graphics.rs"]
mod graphics;
#[path = "pty/idle.rs"]
mod idle;
#[path = "support/session.rs"]
mod session;

use std::io::Read as _;
use std::process::Command;
use std::time::{Duration, Instant};

use portable_pty::native_pty_system;
use session::{Session, command, size};
use vt100::{MouseProtocolMode, Screen};

const PROGRAM: &str = env!("CARGO_BIN_EXE_glassformer");
/// What the first screen of the lesson shows.
const TITLE: &str = "Scaled dot-product attention";

/// The lesson, opened below a line that another program has written.
fn lesson() -> Session {
    lesson_with("--mouse")
}

/// The same with one more argument.
fn lesson_with(argument: &str) -> Session {
    let shell = ["-c", "echo before; exec \"$0\" \"$@\"", PROGRAM, "attention", "--theme", "dark", argument];
    let mut session = Session::start(command("sh", &shell), size(80, 24));
    session.wait_until("the lesson", |session| session.text().contains(TITLE));
    session
}

/// That the screen is as it was before the program came.
fn assert_given_back(session: &Session) {
    let screen: &Screen = session.emulator.screen();
    assert_eq!(screen.contents().trim_end(), "before");
    assert_eq!(screen.cursor_position(), (1, 0));
    assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
    assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
    assert_eq!((screen.fgcolor(), screen.bgcolor()), (vt100::Color::Default, vt100::Color::Default));
}

#[test]
fn leaving_by_a_key_gives_the_terminal_back() {
    for keys in ["q", "\x03"] {
        let untouched = Session::start(command("true", &[]), size(80, 24)).terminal.get_termios();
        let mut session = lesson();
        session.wait_until("a terminal taken over", |session| {
            let screen = session.emulator.screen();
            // No movements without a button: they mean nothing, and each would be sent.
            let takes_mouse = screen.mouse_protocol_mode() == MouseProtocolMode::ButtonMotion;
            takes_mouse && screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste()
        });
        assert_ne!(session.terminal.get_termios(), untouched, "the terminal hands over keys, not lines");

        session.press(keys);
        assert!(session.end().success(), "{keys:?}");
        assert_given_back(&session);
        assert_eq!(session.terminal.get_termios(), untouched);
    }
}

#[test]
fn being_ended_from_outside_gives_the_terminal_back_and_says_so() {
    let mut session = lesson();
    session.signal("-TERM");
    assert_eq!(session.end().exit_code(), 128 + 15);
    assert_given_back(&session);
}

#[test]
fn the_screen_speaks_the_language_of_the_environment_or_the_one_that_is_asked_for() {
    for (environment, arguments, help) in
        [("de_AT.UTF-8", &["attention"][..], "? Hilfe"), ("de_AT.UTF-8", &["attention", "--language", "en"], "? help")]
    {
        let mut command = command(PROGRAM, arguments);
        command.env("LC_ALL", environment);
        let mut session = Session::start(command, size(80, 24));
        session.wait_until(help, |session| session.text().contains(help));
        session.press("\x03");
        assert!(session.end().success());
    }
}

#[test]
fn no_colour_is_written_where_none_is_wanted() {
    let colours = |no_color: Option<&str>| {
        let mut command = command(PROGRAM, &["attention", "--theme", "dark"]);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        let mut session = Session::start(command, size(80, 24));
        session.wait_until("the lesson", |session| session.text().contains(TITLE));
        session.press("jj?");
        session.wait_until("the help", |session| session.text().contains("╭ Keys"));
        session.press("\x03");
        assert!(session.end().success());
        String::from_utf8_lossy(&session.written).split("\x1b[").filter(|sequence| sets_colour(sequence)).count()
    };
    assert_eq!(colours(Some("1")), 0);
    assert!(colours(None) > 0);
}

/// A terminal of 16 colours would read `38;5;9` as three things, one of which blinks.
#[test]
fn sixteen_colours_are_named_as_every_terminal_knows_them() {
    let mut command = command(PROGRAM, &["attention", "--theme", "dark"]);
    command.env("TERM", "linux");
    command.env_remove("COLORTERM");
    let mut session = Session::start(command, size(80, 24));
    session.wait_until("the lesson", |session| session.text().contains(TITLE));
    session.press("\x03");
    assert!(session.end().success());
    let written = String::from_utf8_lossy(&session.written);
    assert!(!written.contains("38;5;") && !written.contains("48;5;") && !written.contains(";2;"));
    assert!(written.split("\x1b[").any(sets_colour));
}

/// Whether what follows `ESC [` chooses a colour: 30 to 38, 40 to 48, 90 to 97 or 100 to 107 before an `m`. (39 and 49 go back to
/// the terminal's own.)
fn sets_colour(sequence: &str) -> bool {
    let parameters = sequence.split_once(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or_default();
    let is_style = sequence[parameters.0.len()..].starts_with('m');
    let is_colour = |number: &str| matches!(number.parse(), Ok(30..=38 | 40..=48 | 90..=97 | 100..=107));
    is_style && parameters.0.split(';').any(is_colour)
}

#[test]
fn a_pipe_is_refused_in_one_line() {
    let output = Command::new(PROGRAM)
        .env("LC_ALL", "C")
        .arg("attention")
        .env("XDG_STATE_HOME", session::state_folder())
        .output();
    let output = output.expect("it starts");
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.starts_with("glassformer: standard output is not a terminal"), "{message}");
    assert_eq!((message.lines().count(), output.stdout.len()), (1, 0));
    assert!(matches!(output.status.code(), Some(1 | 2)), "{:?}", output.status);
}

#[test]
fn a_terminal_that_shrinks_and_grows_again_shows_the_lesson_again() {
    let mut session = lesson();
    for (columns, rows, shown) in [(20, 4, "needs"), (80, 24, TITLE), (10, 3, "needs"), (120, 40, TITLE)] {
        session.emulator.screen_mut().set_size(rows, columns);
        session.terminal.resize(size(columns, rows)).expect("a terminal has a size");
        session.wait_until(shown, |session| session.text().contains(shown));
    }
    session.press("q");
    assert!(session.end().success());
    assert!(session.text().contains("before"));
}

/// A closed window, a lost connection: nobody is left to press a key, and the program must not run on for ever.
#[test]
fn a_terminal_that_goes_away_takes_the_program_with_it() {
    let pair = native_pty_system().openpty(size(80, 24)).expect("a terminal");
    let mut program = pair.slave.spawn_command(command(PROGRAM, &["attention", "--theme", "dark"])).expect("it starts");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("the other end");
    let mut emulator = vt100::Parser::new(24, 80, 0);
    let mut bytes = [0; 4096];
    while !emulator.screen().contents().contains(TITLE) {
        let count = reader.read(&mut bytes).expect("the program writes");
        emulator.process(&bytes[..count]);
    }
    drop((reader, pair.master));
    let start = Instant::now();
    let ended = loop {
        if let Some(ended) = program.try_wait().expect("a child") {
            break ended;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "the program runs on without a terminal");
        std::thread::sleep(Duration::from_millis(20));
    };
    // As a shell reports who was told so, and not as one that broke down.
    assert_eq!(ended.exit_code(), 129);
}

/// The lesson with a session of its own; on its page the temperature is the only slider.
fn kept(folder: &std::path::Path, columns: u16) -> Session {
    let mut command = command(PROGRAM, &["attention", "--theme", "dark"]);
    command.env("XDG_STATE_HOME", folder);
    let mut session = Session::start(command, size(columns, 24));
    session.wait_until("the lesson", |session| session.text().contains(TITLE));
    session
}

fn session_file(folder: &std::path::Path) -> String {
    std::fs::read_to_string(folder.join("glassformer/sessions/attention.session")).unwrap_or_default()
}

#[test]
fn work_is_kept_soon_on_leaving_and_on_signals() {
    for ending in ["q", "-TERM", "-HUP", "-QUIT"] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = kept(folder.path(), 120);
        session.wait_until("saved", |session| session.text().contains("saved"));
        session.press("\t");
        session.press("e");
        session.press("X");
        session.wait_until("the letter", |session| session.text().contains("matX"));
        session.press("\r");
        if ending == "q" {
            // First by itself, a moment after the change.
            session.wait_until("a save", |session| {
                session.text().contains("   saved") && session_file(folder.path()).contains("matX")
            });
            session.press("q");
        } else {
            session.signal(ending);
        }
        session.end();
        let text = session_file(folder.path());
        assert!(text.contains("+ sentence = text(\"the cat sat on the matX\")"), "{ending}: {text}");
        let mut session = kept(folder.path(), 80);
        session.wait_until("the sentence", |session| session.text().contains("matX"));
        session.press("q");
        session.end();
    }
}

/// The window is closed right after a key: nobody is left to press `q`, and crossterm does not come back.
#[test]
fn a_terminal_that_goes_away_takes_no_work_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let pair = native_pty_system().openpty(size(120, 24)).expect("a terminal");
    let mut command = command(PROGRAM, &["attention", "--theme", "dark"]);
    command.env("XDG_STATE_HOME", folder.path());
    let mut program = pair.slave.spawn_command(command).expect("it starts");
    drop(pair.slave);
    let mut keyboard = pair.master.take_writer().expect("a keyboard");
    let mut reader = pair.master.try_clone_reader().expect("the other end");
    let mut emulator = vt100::Parser::new(24, 120, 0);
    let mut bytes = [0; 4096];
    let mut until = |words: &str| {
        while !emulator.screen().contents().contains(words) {
            let count = reader.read(&mut bytes).expect("the program writes");
            emulator.process(&bytes[..count]);
        }
    };
    until(TITLE);
    std::io::Write::write_all(&mut keyboard, b"\teX").expect("keys");
    until("matX");
    drop((reader, keyboard, pair.master));
    let start = Instant::now();
    while program.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "the program runs on without a terminal");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(session_file(folder.path()).contains("matX"));
}

#[test]
fn a_lesson_is_read_again_when_its_file_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.md");
    let text = |words: &str| {
        format!("---\ntitle: Mine\nid: mine\n---\n# Mine\n\n{words}\n\n```python\nt = slider(0, 4, value=1)\n```\n")
    };
    std::fs::write(&path, text("First words.")).expect("a file");
    let lessons = folder.path().to_str().expect("a name").to_owned();
    let mut command = command(PROGRAM, &["mine", "--lessons", &lessons]);
    command.env("XDG_STATE_HOME", folder.path());
    let mut session = Session::start(command, size(80, 24));
    session.wait_until("the lesson", |session| session.text().contains("First words."));
    session.press("\t");
    session.press("l");
    session.wait_until("the slider", |session| session.text().contains("value=2"));
    let start = Instant::now();
    std::fs::write(&path, text("Second words.")).expect("a file");
    session.wait_until("the new words", |session| session.text().contains("Second words."));
    let took = start.elapsed();
    assert!(session.text().contains("value=2"), "the input stays");
    std::fs::write(&path, text("Third {{ words.")).expect("a file");
    session.wait_until("the problem", |session| session.text().contains("mine.md:7:7: `{{` is not closed"));
    assert!(session.text().contains("Second words."), "the old page stays");
    session.press("q");
    assert!(session.end().success());
    // Half a second is the promise; a machine that does other things as well gets more.
    assert!(took < Duration::from_secs(3), "{took:?}");
}

/// Ctrl-Z, `kill -TSTP`: the shell gets its terminal as it was. `fg`: the lesson is there again, with what was typed.
#[test]
fn a_program_that_is_stopped_gives_the_terminal_back_and_takes_it_again() {
    for way in ["\x1a", "-TSTP"] {
        let untouched = Session::start(command("true", &[]), size(80, 24)).terminal.get_termios();
        let mut session = lesson();
        session.press("\teX\r");
        session.wait_until("the letter", |session| session.text().contains("matX"));
        if way == "-TSTP" {
            session.signal(way);
        } else {
            session.press(way);
        }
        session.wait_until("a stop", Session::is_stopped);
        // All is written by then, but may come here in many pieces.
        session.wait_until("the shell's screen", |session| !session.emulator.screen().alternate_screen());
        session.drain();
        assert_given_back(&session);
        assert_eq!(session.terminal.get_termios(), untouched);
        session.signal("-CONT");
        session.wait_until("the lesson again", |session| {
            let screen = session.emulator.screen();
            screen.alternate_screen() && screen.bracketed_paste() && session.text().contains("matX")
        });
        assert_ne!(session.terminal.get_termios(), untouched);
        session.press("q");
        assert!(session.end().success());
        assert_given_back(&session);
    }
}

/// `kill -STOP` cannot be heard: but whoever had the terminal meanwhile, afterwards it is ours again and drawn anew.
#[test]
fn a_program_that_was_frozen_draws_itself_anew() {
    let mut session = lesson();
    session.signal("-STOP");
    session.wait_until("a stop", Session::is_stopped);
    session.emulator.process(b"\x1b[?1049l\x1b[?25h\x1b[2Jscribbled over");
    session.signal("-CONT");
    session.wait_until("the lesson again", |session| {
        session.emulator.screen().alternate_screen() && session.text().contains(TITLE)
    });
    assert!(!session.text().contains("scribbled"));
    session.press("q");
    assert!(session.end().success());
}

#[test]
fn a_storm_of_sizes_ends_with_the_lesson_at_the_last() {
    let mut session = lesson();
    for step in 0..300_u16 {
        let (columns, rows) = (20 + step * 37 % 180, 4 + step * 13 % 50);
        session.terminal.resize(size(columns, rows)).expect("a terminal has a size");
        if step % 16 == 0 {
            session.press("j");
        }
    }
    session.emulator.screen_mut().set_size(24, 100);
    session.terminal.resize(size(100, 24)).expect("a terminal has a size");
    session.wait_until("the lesson", |session| {
        let text = session.text();
        text.contains(TITLE) && text.lines().nth(23).is_some_and(|line| line.contains("Space menu   ? help"))
    });
    session.press("q");
    let ended = session.end();
    assert!(ended.success(), "{ended:?}\n{}", session.text());
}

/// A terminal that cannot move its cursor is told the course in lines; Ctrl-C at the prompt ends it.
#[test]
fn a_terminal_that_cannot_move_its_cursor_is_told_the_course() {
    let mut command = command(PROGRAM, &["attention"]);
    command.env("TERM", "dumb");
    let mut session = Session::start(command, size(80, 24));
    session.wait_until("the first prompt", |session| session.text().contains("5 attention, block 1 of 51>"));
    session.press("go softmax\r");
    session.wait_until("the cell", |session| session.text().contains("weights: hidden until you answer"));
    session.press("\x03");
    session.wait_until("the last words", |session| session.text().contains("Goodbye. Your work is saved."));
    assert_eq!(session.end().exit_code(), 130);
    assert!(!session.written.contains(&0x1b), "no escape sequence was written");
}

/// What is pasted comes in one piece, however long, and is cut at what a cell may hold; the screen is alive at once.
#[test]
fn a_megabyte_that_is_pasted_is_cut_and_said() {
    let mut session = lesson();
    session.press("\tE");
    session.wait_until("typing", |session| session.text().contains("Esc done"));
    let text = "# a comment that is pasted\r".repeat(200_000);
    session.press(&format!("\x1b[200~{text}\x1b[201~"));
    session.wait_until("the warning", |session| session.text().contains("The text was too long"));
    session.press("\x03");
    assert!(session.end().success());
}

/// The lesson with this as the reader's editor, at the cell of the sentence.
fn with_editor(folder: &std::path::Path, editor: Option<&str>) -> Session {
    let mut command = command(PROGRAM, &["attention", "--theme", "dark"]);
    command.env("XDG_STATE_HOME", folder);
    command.env_remove("VISUAL");
    match editor {
        Some(editor) => command.env("EDITOR", editor),
        None => command.env_remove("EDITOR"),
    }
    let mut session = Session::start(command, size(120, 40));
    session.wait_until("the lesson", |session| session.text().contains(TITLE));
    session.press("\t");
    session
}

#[expect(clippy::expect_used, reason = "a test fails by stopping")]
fn script(folder: &std::path::Path, lines: &str) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join("my editor");
    std::fs::write(&path, format!("#!/bin/sh\n{lines}\n")).expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a script");
    format!("'{}'", path.display())
}

#[test]
fn ones_own_editor_has_the_terminal_and_gives_the_text_back() {
    let folder = tempfile::tempdir().expect("a folder");
    // It sees a plain terminal, the text and its name, and waits for a key.
    let lines = "stty -a | grep -q ' icanon' && echo plain\ngrep -c sentence \"$1\"\necho \"${1##*.}\"\nread key\n\
        printf 'edited = \"by %s\"\\n' \"$key\" >> \"$1\"";
    let mut session = with_editor(folder.path(), Some(&script(folder.path(), lines)));
    session.press("\x05");
    session.wait_until("the editor", |session| {
        let text = session.text();
        let screen = session.emulator.screen();
        text.contains("plain") && text.contains("py") && !screen.alternate_screen() && !screen.bracketed_paste()
    });
    session.press("me\n");
    session.wait_until("the text", |session| session.text().contains("edited = \"by me\""));
    session.wait_until("the terminal taken again", |session| {
        let screen = session.emulator.screen();
        let takes_mouse = screen.mouse_protocol_mode() != MouseProtocolMode::None;
        let says = session.text().contains("has the text from your editor");
        says && takes_mouse && screen.alternate_screen() && screen.bracketed_paste() && screen.hide_cursor()
    });
    session.press("u");
    // The line across says what was taken back.
    session.wait_until("the lesson's text", |session| {
        session.text().contains("Undone: sentence: ") && !session.text().contains("▌ edited")
    });
    session.press("q");
    assert!(session.end().success());
}

#[test]
fn an_editor_that_is_missing_or_fails_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let fails = script(folder.path(), "echo lost >> \"$1\"; exit 3");
    let writes_bytes = "printf '\\377' > ";
    for (editor, words) in [
        (None, "Set VISUAL or EDITOR"),
        (Some("/nowhere/no-editor"), "was not found: nothing was changed"),
        (Some(fails.as_str()), "ended with status 3: nothing was changed"),
        (Some(writes_bytes), "not UTF-8: nothing was changed"),
    ] {
        // A session of its own: the place is kept, and Tab goes on from there.
        let state = tempfile::tempdir().expect("a folder");
        let mut session = with_editor(state.path(), editor);
        session.press("\x05");
        session.wait_until(words, |session| session.text().contains(words));
        assert!(session.text().contains("the cat sat on the mat"), "{}", session.text());
        session.press("q");
        assert!(session.end().success());
    }
}

/// The clipboard of a terminal is set by OSC 52, in base64.
#[test]
fn what_is_copied_goes_to_the_terminals_clipboard() {
    let copied = |arguments: &[&str]| {
        let arguments: Vec<&str> = ["attention", "--theme", "dark"].iter().chain(arguments).copied().collect();
        let mut session = Session::start(command(PROGRAM, &arguments), size(120, 40));
        session.wait_until("the lesson", |session| session.text().contains(TITLE));
        session.press("\ty");
        session.wait_until("an answer", |session| session.text().contains("Cop"));
        session.press("\x03");
        assert!(session.end().success());
        let written = String::from_utf8_lossy(&session.written).into_owned();
        let code =
            written.split("\x1b]52;c;").nth(1).map(|rest| rest.split('\x07').next().unwrap_or_default().to_owned());
        (session.text(), code)
    };
    let (_, code) = copied(&[]);
    let code = code.expect("a sequence");
    // `words` or `sentence`, as the cell begins.
    assert!(code.len() > 20 && code.chars().all(|c| c.is_ascii_alphanumeric() || "+/=".contains(c)), "{code}");
    assert_eq!(copied(&["--no-clipboard"]).1, None);
}

/// The program on the lesson, with files of settings of the reader's own.
#[expect(clippy::expect_used, reason = "a test fails by stopping")]
fn with_settings(files: &[(&str, &str)], arguments: &[&str]) -> Session {
    let mut own = command(PROGRAM, &[&["attention"], arguments].concat());
    let folder = session::state_folder().join("glassformer");
    for (name, text) in files {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().expect("it lies in one")).expect("a folder of the test's own");
        std::fs::write(file, text).expect("a file in it");
    }
    own.env("XDG_CONFIG_HOME", folder.parent().expect("it lies in one"));
    Session::start(own, size(80, 24))
}

#[test]
fn keys_of_the_readers_own_hold_from_the_start_and_are_shown() {
    let mut session = with_settings(&[("keys.toml", "[everywhere]\nquit = [\"Q\"]\nhelp = [\"J\"]\n")], &[]);
    session.wait_until("the key in the footer", |session| session.text().contains("J help"));
    session.press("Q");
    assert!(session.end().success());
}

#[test]
fn files_of_settings_that_are_wrong_stop_the_program_before_it_takes_the_terminal() {
    let keys = "[lesson]\nquti = [\"Q\"]\nopen = \"a\"\n";
    let mut session = with_settings(&[("keys.toml", keys), ("config.toml", "theme = \"drak\"\n")], &[]);
    assert_eq!(session.end().exit_code(), 2);
    let said = String::from_utf8_lossy(&session.written).into_owned();
    for place in ["config.toml:1:9", "keys.toml:2:1", "keys.toml:3:8"] {
        assert!(said.contains(place), "{said}");
    }
    assert!(!said.contains("\x1b["), "{said:?}");
}

#[test]
fn what_is_set_holds_and_the_command_line_wins() {
    let config = [("config.toml", "theme = \"contrast\"\nmouse = false\n")];
    let colours = |arguments: &[&str]| {
        let mut session = with_settings(&config, arguments);
        session.wait_until("the lesson", |session| session.text().contains(TITLE));
        let takes_mouse = session.emulator.screen().mouse_protocol_mode() != MouseProtocolMode::None;
        session.press("\x03");
        assert!(session.end().success());
        let written = String::from_utf8_lossy(&session.written).into_owned();
        (written.split("\x1b[").any(sets_colour), takes_mouse)
    };
    assert_eq!(colours(&[]), (false, false));
    assert_eq!(colours(&["--theme", "dark", "--mouse"]), (true, true));
}

#[test]
fn a_screen_is_written_into_the_current_folder_and_the_last_line_says_where() {
    let folder = session::state_folder();
    std::fs::create_dir_all(&folder).expect("a folder of the test's own");
    let mut own = command(PROGRAM, &["attention", "--theme", "dark"]);
    own.cwd(&folder);
    let mut session = Session::start(own, size(80, 24));
    session.wait_until("the lesson", |session| session.text().contains(TITLE));
    session.press("Y");
    session.wait_until("the list", |session| session.text().contains("Copy or save"));
    session.press("as text\r");
    session.wait_until("the file", |session| session.text().contains("Written: attention-screen-1.txt"));
    session.press("\x03");
    assert!(session.end().success());
    let text = std::fs::read_to_string(folder.join("attention-screen-1.txt")).expect("it lies there");
    assert!(text.contains(TITLE) && !text.contains("Copy or save"), "{text}");
}

#[test]
fn notes_are_read_at_another_terminal_until_the_talk_ends() {
    let state = session::state_folder();
    let start = |arguments: &[&str]| {
        let mut command = command(PROGRAM, arguments);
        command.env("XDG_STATE_HOME", &state);
        Session::start(command, size(80, 24))
    };
    let mut notes = start(&["notes"]);
    notes.wait_until("the waiting", |session| session.text().contains("Waiting for a presentation"));
    let mut talk = start(&["--present", "attention"]);
    talk.wait_until("the first slide", |session| session.text().contains("slide 1/"));
    notes.wait_until("the first slide", |session| session.text().contains("slide 1/"));
    for _ in 0..4 {
        talk.press("j");
    }
    talk.wait_until("another slide", |session| !session.text().contains("slide 1/"));
    notes.wait_until("another slide", |session| session.text().contains("slide 2/"));
    talk.press("q");
    assert!(talk.end().success());
    notes.wait_until("the end", |session| session.text().contains("The presentation has ended."));
    assert!(notes.end().success());
    // Nothing of a talk is kept.
    let kept: Vec<_> = std::fs::read_dir(state.join("glassformer")).expect("the notes lay there").collect();
    assert!(kept.is_empty(), "{kept:?}");
}
