//! The terminal is asked for its colors, once and after the first frame, and answers or does not.

use std::time::Duration;

use vt100::Color;

use super::session::{Session, command, size};
use super::{PROGRAM, TITLE, with_settings};

/// The end of the question.
const FENCE: &str = "\x1b[c";
/// A text in the color of titles.
const NAME: &str = "Glassformer";
const LIGHT: &str = "\x1b]10;rgb:6565/7b7b/8383\x07\x1b]11;rgb:fdfd/f6f6/e3e3\x07\x1b[?62;4c";

/// The lesson in a terminal that was asked.
fn asked() -> Session {
    let mut session = Session::start(command(PROGRAM, &["attention"]), size(80, 24));
    session.wait_until("the lesson", |session| session.text().contains(TITLE));
    session.wait_until("the question", |session| written(session).contains(FENCE));
    session
}

fn written(session: &Session) -> String {
    String::from_utf8_lossy(&session.written).into_owned()
}

/// The color of a text on the screen.
fn color_of(session: &Session, text: &str) -> Option<Color> {
    let screen = session.emulator.screen();
    let (row, line) = screen.rows(0, 80).enumerate().find(|(_, line)| line.contains(text))?;
    let column = line.split(text).next()?.chars().count();
    Some(screen.cell(u16::try_from(row).ok()?, u16::try_from(column).ok()?)?.fgcolor())
}

fn leave(mut session: Session) {
    session.press("\x03");
    assert!(session.end().success());
}

#[test]
fn light_background_turns_the_screen_light() {
    let mut session = asked();
    assert_eq!(color_of(&session, NAME), Some(Color::Idx(14)), "dark until the terminal answers");
    session.drain();
    // Only another theme draws the title again.
    let drawn = |session: &Session| written(session).matches(NAME).count();
    let before = drawn(&session);
    session.press(LIGHT);
    session.wait_until("the light theme", |session| color_of(session, NAME) == Some(Color::Idx(4)));
    session.drain();
    assert_eq!(drawn(&session), before + 1, "it is drawn once");
    assert_eq!(written(&session).matches(FENCE).count(), 1, "it is asked once");
    leave(session);
}

#[test]
fn question_comes_after_the_first_frame() {
    let session = asked();
    let text = written(&session);
    let frame = text.find("\x1b[?2026l").expect("a frame");
    assert!(text.find("\x1b]4;0;?").expect("a question") > frame, "{text:?}");
    leave(session);
}

#[test]
fn dark_or_silent_terminal_stays_dark() {
    for answer in ["", "\x1b]11;rgb:0000/2b2b/3636\x1b\\\x1b[?1;2c", "\x1b]11;rgb:nonsense\x07\x1b[?6c", "\x1b[?6c"] {
        let mut session = asked();
        session.press(answer);
        session.drain();
        assert_eq!(color_of(&session, NAME), Some(Color::Idx(14)), "{answer:?}");
        assert!(session.text().contains("? help"), "{answer:?}: {}", session.text());
        leave(session);
    }
}

/// In Solarized Dark color 8 is the background.
#[test]
fn dim_text_of_solarized_is_not_its_background() {
    let mut session = asked();
    session
        .press("\x1b]4;8;rgb:0000/2b2b/3636\x07\x1b]10;rgb:8383/9494/9696\x07\x1b]11;rgb:0000/2b2b/3636\x07\x1b[?6c");
    session.wait_until("colors of its own", |session| written(session).contains("38;2;"));
    session.drain();
    let screen = session.emulator.screen();
    let cells = (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
    assert!(cells.into_iter().all(|cell| cell.fgcolor() != Color::Idx(8)));
    leave(session);
}

#[test]
fn late_answer_leaves_no_key_in_a_cell() {
    let mut session = asked();
    session.press("\te");
    session.wait_until("typing", |session| session.text().contains("Enter accept"));
    session.press("X");
    session.wait_until("X", |session| session.text().contains("matX"));
    // A slow connection brings it in pieces.
    for piece in ["\x1b]11;rgb:fdfd", "/f6f6/e3e3\x1b", "\\Y\x1b]4;3;rgb:1/2/3\x07Z\x1b[?6", "2c"] {
        session.press(piece);
        std::thread::sleep(Duration::from_millis(10));
    }
    session.wait_until("the letters", |session| session.text().contains("matXYZ"));
    session.wait_until("the light theme", |session| color_of(session, NAME) == Some(Color::Idx(4)));
    session.press("!");
    session.wait_until("only what was typed", |session| session.text().contains("matXYZ!"));
    leave(session);
}

#[test]
fn escape_key_works_while_an_answer_is_due() {
    let mut session = asked();
    session.press("?");
    session.wait_until("the help", |session| session.text().contains("╭ Keys"));
    session.press("\x1b");
    session.wait_until("the lesson", |session| !session.text().contains("╭ Keys"));
    leave(session);
}

#[test]
fn nobody_is_asked_where_the_theme_is_given() {
    let start = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = command(PROGRAM, &[&["attention", "--no-graphics"], arguments].concat());
        for (name, value) in variables {
            command.env(name, value);
        }
        Session::start(command, size(80, 24))
    };
    let sessions = [
        start(&["--theme", "light"], &[]),
        start(&["--color", "mono"], &[]),
        start(&[], &[("NO_COLOR", "1")]),
        start(&[], &[("TERM", "linux"), ("COLORTERM", "")]),
        with_settings(&[("config.toml", "theme = \"dark\"\ngraphics = false\n")], &[]),
        with_settings(&[("themes/own.toml", "base = \"light\"\n")], &["--theme", "own", "--no-graphics"]),
    ];
    for mut session in sessions {
        session.wait_until("the lesson", |session| session.text().contains(TITLE));
        session.drain();
        assert!(!written(&session).contains("]11;?") && !written(&session).contains(FENCE));
        leave(session);
    }
    let mut session = with_settings(&[("config.toml", "theme = \"light\"\n")], &["--theme", "auto"]);
    session.wait_until("the question", |session| written(session).contains(FENCE));
    leave(session);
}

#[test]
fn own_theme_has_its_colors_and_its_mistakes_are_told() {
    let mut session = with_settings(&[("themes/own.toml", "[text]\ntitle = \"#010203\"\n")], &["--theme", "own"]);
    session.wait_until("the lesson", |session| color_of(session, NAME) == Some(Color::Rgb(1, 2, 3)));
    leave(session);

    let files = [("themes/own.toml", "[text]\ntitel = 1\n"), ("config.toml", "theme = \"own\"\n")];
    let mut session = with_settings(&files, &[]);
    assert_eq!(session.end().exit_code(), 2);
    let said = written(&session);
    assert!(said.contains("own.toml:2:1: there is no role called `titel`; did you mean `title`?"), "{said}");

    let mut session = with_settings(&[("themes/own.toml", "")], &["--theme", "other"]);
    assert_eq!(session.end().exit_code(), 2);
    assert!(
        written(&session).contains("the themes are auto, dark, light, mono, contrast, own"),
        "{}",
        written(&session)
    );
}

/// Whoever leaves at once does not find the answer in the shell.
#[test]
fn answer_is_not_left_to_the_next_program() {
    let shell = ["-c", "\"$0\" attention; read line; echo \"got:$line.\"", PROGRAM];
    let mut session = Session::start(command("sh", &shell), size(80, 24));
    session.wait_until("the question", |session| written(session).contains(FENCE));
    session.press("\x03");
    std::thread::sleep(Duration::from_millis(50));
    session.press(LIGHT);
    session.wait_until("the shell", |session| !session.emulator.screen().alternate_screen());
    session.press("ok\n");
    session.wait_until("what the shell reads", |session| session.text().contains("got:"));
    assert!(session.text().contains("got:ok."), "{}", session.text());
}
