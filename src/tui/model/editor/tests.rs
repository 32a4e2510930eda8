use std::sync::LazyLock;

use super::*;
use crate::tui::keymap::{Context, Keymap, parse_keys};

/// Presses keys as the program does while code is typed.
fn typed(editor: &mut Editor, keys: &str) -> Vec<Typed> {
    static KEYMAP: LazyLock<Keymap> = LazyLock::new(Keymap::new);
    let press = |key| match KEYMAP.action(Context::CodeEditor, key) {
        Some(Action::Complete) => editor.act(Action::Indent, key),
        Some(action) => editor.act(action, key),
        None => editor.key(key),
    };
    parse_keys(keys).unwrap().into_iter().map(press).collect()
}

#[test]
fn the_cursor_counts_bytes() {
    let mut editor = Editor::new("é猫\nab", Lines::Many);
    assert_eq!((editor.cursor(), editor.text().as_str()), (8, "é猫\nab"));
    typed(&mut editor, "<up>");
    assert_eq!(editor.cursor(), 2, "two columns to the left of where a wide character ends");
    typed(&mut editor, "x");
    assert_eq!(editor.text(), "éx猫\nab");
}

#[test]
fn words_are_undone_whole() {
    let mut editor = Editor::new("", Lines::One);
    let merged: Vec<bool> = typed(&mut editor, "a b <space> c <backspace> <backspace>")
        .into_iter()
        .map(|typed| typed == Typed::Change { merge: true })
        .collect();
    assert_eq!(merged, [false, true, true, false, false, true]);
    assert_eq!(editor.text(), "ab");
    let texts = ["<c-z>", "<c-z>", "<c-z>", "<c-z>", "<c-y>", "<a-z>", "x", "<c-y>"].map(|key| {
        typed(&mut editor, key);
        editor.text()
    });
    assert_eq!(texts, ["ab c", "ab ", "", "", "ab ", "ab c", "ab cx", "ab cx"]);
}

#[test]
fn a_new_line_is_as_deep_as_its_block() {
    let mut editor = Editor::new("def f():", Lines::Many);
    typed(&mut editor, "<enter> x <enter> return <enter> y");
    assert_eq!(editor.text(), "def f():\n    x\n    return\ny");
    let mut editor = Editor::new("if x:  # so", Lines::Many);
    typed(&mut editor, "<enter> z");
    assert_eq!(editor.text(), "if x:  # so\n    z");
}

#[test]
fn behind_brackets_that_close_a_new_line_is_as_deep_as_the_one_that_opened_them() {
    let below = |text: &str| {
        let mut editor = Editor::new(text, Lines::Many);
        typed(&mut editor, "<enter> x");
        editor.text().lines().last().unwrap().to_owned()
    };
    assert_eq!(below("a = f([1, 2],\n      [3, 4])"), "x");
    assert_eq!(below("    a = f([1, 2],\n      [3, \")\", # (\n      4])"), "    x");
    assert_eq!(below("if (a and\n        b):"), "    x");
    assert_eq!(below("    return [1,\n            2]"), "x");
    assert_eq!(below("a = f([1, 2],\n      [3, 4],"), "      x", "they are open");
    assert_eq!(below("  ]) }"), "  x", "nothing opened them");
}

#[test]
fn one_line_stays_one() {
    let mut editor = Editor::new("a\nb", Lines::One);
    typed(&mut editor, "<enter> <c-m>");
    editor.paste("c\r\nd");
    assert_eq!(editor.text(), "a bc d");
}

#[test]
fn code_that_is_cut_is_cut_at_the_end_of_a_line() {
    let mut editor = Editor::new("", Lines::Many).at_most(20);
    assert_eq!(editor.paste("one = 1\ntwo = 2\nthree = 3\n"), Some(15));
    assert_eq!(editor.text(), "one = 1\ntwo = 2");
    let mut huge = Editor::new("", Lines::Many).at_most(20);
    huge.paste(&"x = 1\n".repeat(1000));
    assert_eq!(huge.text(), "x = 1\nx = 1\nx = 1");
}

#[test]
fn a_huge_paste_is_cut_between_characters() {
    let mut editor = Editor::new("", Lines::Many);
    // Lines of a hundred bytes: the last one, which does not fit, is left out.
    let taken = editor.paste(&("猫".repeat(33) + "\n").repeat(30_000));
    assert_eq!(taken, Some(LONGEST / 100 * 100 - 1));
    assert_eq!(Some(editor.text().len()), taken);
    let room = LONGEST % 100 + 1;
    assert_eq!(editor.paste(&"猫".repeat(100)), Some(room - room % 3));
    // What comes behind it has no more room than that, but in place of it.
    assert_eq!(editor.paste("more"), Some(room % 3));
    assert_eq!(editor.paste("more"), Some(0));
    editor.area.select_all();
    assert_eq!(editor.paste("more"), None);
    assert_eq!(editor.text(), "more");
}

#[test]
fn what_a_reader_sees_as_one_character_is_one() {
    let mut editor = Editor::new("e\u{301}👩‍👩‍👧猫", Lines::Many);
    let mut places = vec![editor.cursor()];
    for _ in 0..3 {
        typed(&mut editor, "<left>");
        places.push(editor.cursor());
    }
    assert_eq!(places, [24, 21, 3, 0]);
    typed(&mut editor, "<right> <right> <backspace>");
    assert_eq!(editor.text(), "e\u{301}猫");
    typed(&mut editor, "<home> <del>");
    assert_eq!(editor.text(), "猫");
}

#[test]
fn shift_selects_and_typing_takes_the_place() {
    let mut editor = Editor::new("the cat\nsat", Lines::Many);
    typed(&mut editor, "<c-home> <c-s-right> <s-left>");
    assert_eq!(editor.selected().as_deref(), Some("the"));
    typed(&mut editor, "a");
    assert_eq!((editor.text().as_str(), editor.selection()), ("a cat\nsat", None));
    typed(&mut editor, "<home> <s-down>");
    assert_eq!(editor.selected().as_deref(), Some("a cat\n"));
    assert_eq!(editor.cut().as_deref(), Some("a cat\n"));
    assert_eq!(editor.text(), "sat");
    typed(&mut editor, "<c-z>");
    assert_eq!(editor.text(), "a cat\nsat");
    // An arrow leaves a selection at its end, and nothing is deleted that is not selected.
    typed(&mut editor, "<a-a> <left> x");
    assert_eq!(editor.text(), "xa cat\nsat");
    editor.move_to(3, false);
    editor.move_to(9, true);
    assert_eq!(editor.selected().as_deref(), Some("cat\nsa"));
}

#[test]
fn words_and_lines_are_deleted() {
    let mut editor = Editor::new("scores = softmax(x)", Lines::Many);
    typed(&mut editor, "<home> <a-d>");
    assert!(editor.text().starts_with("= softmax") || editor.text().starts_with(" = softmax"), "{}", editor.text());
    typed(&mut editor, "<end> <c-left> <c-k>");
    assert!(!editor.text().contains("x)"), "{}", editor.text());
    typed(&mut editor, "<c-u>");
    assert_eq!(editor.text(), "");
    typed(&mut editor, "<backspace> <del> <c-w> <a-d> <c-u> <c-k>");
    assert_eq!(editor.text(), "");
}

#[test]
fn selected_lines_are_moved_in_and_out() {
    let mut editor = Editor::new("if x:\na\n\nb\nc", Lines::Many);
    typed(&mut editor, "<c-home> <down> <s-down> <s-down> <s-down> <tab>");
    assert_eq!(editor.text(), "if x:\n    a\n\n    b\nc");
    typed(&mut editor, "<tab> <backtab>");
    assert_eq!(editor.text(), "if x:\n    a\n\n    b\nc");
    typed(&mut editor, "<c-end> <a-gt> y");
    assert_eq!(editor.text(), "if x:\n    a\n\n    b\n    cy");
    typed(&mut editor, "<home> <right> <right> <right> <right> <backspace>");
    assert!(editor.text().ends_with("\ncy"), "blanks before a line go together");
    typed(&mut editor, "<backtab> <backtab>");
    assert!(editor.text().ends_with("\ncy"));
}

#[test]
fn strange_keys_do_nothing_bad() {
    let mut editor = Editor::new("👩‍👩‍👧 e\u{301}", Lines::One);
    typed(&mut editor, "<pageup> <pagedown> <c-v> <a-v> <left> <left> <del> <home> <end> <c-k> <c-u> <c-r> <c-n>");
    assert!(editor.cursor() <= editor.text().len());
}

mod laws {
    use proptest::prelude::*;

    use super::*;

    const KEYS: [&str; 34] = [
        "a",
        "(",
        "猫",
        "<space>",
        "<enter>",
        "<backspace>",
        "<del>",
        "<left>",
        "<right>",
        "<up>",
        "<down>",
        "<home>",
        "<end>",
        "<c-left>",
        "<c-right>",
        "<s-left>",
        "<s-right>",
        "<s-up>",
        "<s-down>",
        "<c-s-left>",
        "<a-a>",
        "<c-w>",
        "<a-d>",
        "<c-k>",
        "<c-u>",
        "<tab>",
        "<backtab>",
        "<a-gt>",
        "<c-z>",
        "<c-y>",
        "<pageup>",
        "<pagedown>",
        "<c-home>",
        ":",
    ];
    const TEXTS: [&str; 5] = ["", "def f():\n    return 1\n", "e\u{301}👩‍👩‍👧猫\n\t#", "a b\n\n  c", "\u{301}"];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Whatever is typed: the cursor stands between characters, and taking it all back gives the first text.
        #[test]
        fn all_typing_can_be_taken_back(
            text in 0..TEXTS.len(),
            one in any::<bool>(),
            strokes in prop::collection::vec((0..KEYS.len() + 1, 0..TEXTS.len()), 0..40),
        ) {
            let lines = if one { Lines::One } else { Lines::Many };
            let mut editor = Editor::new(TEXTS[text], lines);
            let first = editor.text();
            for (key, pasted) in strokes {
                match KEYS.get(key) {
                    Some(keys) => _ = typed(&mut editor, keys),
                    None => _ = editor.paste(TEXTS[pasted]),
                }
                let (now, cursor) = (editor.text(), editor.cursor());
                prop_assert!(now.is_char_boundary(cursor), "{cursor} in {now:?}");
                if let Some(range) = editor.selection() {
                    prop_assert!(now.get(range).is_some());
                }
                prop_assert!(lines == Lines::Many || !now.contains('\n'));
            }
            // Nothing that was taken back is lost: all of it comes again.
            while typed(&mut editor, "<c-y>") != [Typed::Nothing] {}
            let last = editor.text();
            while typed(&mut editor, "<c-z>") != [Typed::Nothing] {}
            prop_assert_eq!(editor.text(), first);
            while typed(&mut editor, "<c-y>") != [Typed::Nothing] {}
            prop_assert_eq!(editor.text(), last);
        }
    }
}
