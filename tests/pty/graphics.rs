//! The terminal is asked whether it shows pixels, and pictures are sent only to one that says so.

use super::session::{Session, command, size};
use super::{PROGRAM, TITLE, lesson_with};

/// The end of the questions.
const FENCE: &str = "\x1b[c";
const SIXEL: &str = "\x1bP0;1;0q";
const INLINE: &str = "\x1b]1337;File=inline=1";
const KITTY: &str = "\x1b_Ga=T,U=1";
const PLACEHOLDER: char = '\u{10EEEE}';

/// The machine, which shows every head, in a terminal that was asked.
fn asked(arguments: &[&str], colors: &str) -> Session {
    let mut command = command(PROGRAM, arguments);
    command.env("COLORTERM", colors);
    let mut session = Session::start(command, size(120, 40));
    session.wait_until("the machine", |session| session.text().contains("▀"));
    session.wait_until("the questions", |session| written(session).contains(FENCE));
    session
}

fn written(session: &Session) -> String {
    String::from_utf8_lossy(&session.written).into_owned()
}

fn leave(mut session: Session) -> String {
    session.press("\x03");
    assert!(session.end().success());
    written(&session)
}

#[test]
fn every_kind_of_terminal_is_sent_pictures_in_its_way() {
    let answers = [
        ("\x1b[6;16;8t\x1b[?62;4;22c", SIXEL),
        ("\x1b_Gi=1;OK\x1b\\\x1b]1337;ReportCellSize=16.0;8.0;1.0\x07\x1b[?62c", INLINE),
        ("\x1b_Gi=1;OK\x1b\\\x1b[6;16;8t\x1b[?62c", KITTY),
    ];
    for (answer, begin) in answers {
        let mut session = asked(&[], "truecolor");
        session.press(answer);
        session.wait_until("pictures", |session| written(session).contains(begin));
        session.drain();
        assert!(session.text().contains("Glassformer"), "the text is where it was");
        let before = written(&session).matches(begin).count();
        // The list moves; no head has changed.
        session.press("\x1b[B");
        session.drain();
        assert_eq!(written(&session).matches(begin).count(), before, "what is shown already is not sent again");
        // In another size the screen is wiped, and the terminal is asked again; whether or not it answers, everything is drawn anew.
        for answer in ["", answer] {
            let rows = session.emulator.screen().size().0 + 1;
            let before = written(&session).matches(begin).count();
            session.emulator.screen_mut().set_size(rows, 120);
            session.terminal.resize(size(120, rows)).expect("a terminal has a size");
            session.wait_until("pictures again", |session| written(session).matches(begin).count() > before);
            session.press(answer);
            session.drain();
            let marks = '\u{f0000}'..='\u{ffffd}';
            assert!(!written(&session).contains(|sign| marks.contains(&sign)), "no mark is written");
        }
        let all = leave(session);
        if begin == KITTY {
            assert!(all.contains(PLACEHOLDER));
            assert!(all.contains("\x1b_Ga=d,d=I,"), "kitty's memory is given back");
        }
    }
}

#[test]
fn nothing_is_sent_where_nobody_asked_for_it_or_answers() {
    let cases: [(&[&str], &str, &str); 5] = [
        (&[], "truecolor", "\x1b[?62c"),
        (&[], "truecolor", ""),
        // The size of a cell is not known.
        (&[], "truecolor", "\x1b[?62;4c"),
        (&["--no-graphics"], "truecolor", "\x1b[6;16;8t\x1b[?62;4c"),
        (&[], "", "\x1b[6;16;8t\x1b[?62;4c"),
    ];
    for (arguments, colors, answer) in cases {
        let mut session = asked(arguments, colors);
        session.press(answer);
        session.drain();
        assert!(session.text().contains("▀"), "half blocks stay: {arguments:?} {answer:?}");
        let all = leave(session);
        assert!(![SIXEL, INLINE, KITTY].iter().any(|begin| all.contains(begin)), "{arguments:?} {answer:?}");
    }
}

/// This terminal answers nothing, and the program does not wait for it: where colors and pixels are settled, it asks nothing.
#[test]
fn a_terminal_that_answers_nothing_costs_no_time() {
    let mut session = lesson_with("--no-graphics");
    session.emulator.screen_mut().set_size(30, 100);
    session.terminal.resize(size(100, 30)).expect("a terminal has a size");
    session.press("\x1a");
    session.wait_until("a stop", Session::is_stopped);
    session.signal("-CONT");
    session.wait_until("the lesson again", |session| {
        session.emulator.screen().alternate_screen() && session.text().contains(TITLE)
    });
    session.press("q");
    assert!(session.end().success());
    let written = String::from_utf8_lossy(&session.written).into_owned();
    for question in
        ["\x1b[6n", "\x1b[c", "\x1b[0c", "\x1b[>c", "\x1b]10;?", "\x1b]11;?", "\x1b[?u", "\x1b[5n", "\x1b[18t"]
    {
        assert!(!written.contains(question), "{question:?} is a question");
    }
}
