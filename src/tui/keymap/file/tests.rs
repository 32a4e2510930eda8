//! What a file of keys may say, and what is told of one that says something else.

use super::*;

fn keymap(text: &str) -> Keymap {
    read("keys.toml", text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn told(text: &str) -> Vec<String> {
    read("keys.toml", text).expect_err("it has problems").iter().map(ToString::to_string).collect()
}

fn action(keymap: &Keymap, context: Context, key: &str) -> Option<Action> {
    keymap.action(context, parse_keys(key).unwrap()[0])
}

#[test]
fn an_empty_file_changes_nothing() {
    assert_eq!(keymap("# nothing yet\n"), Keymap::new());
}

#[test]
fn an_action_gets_other_keys_in_one_place_and_loses_its_own() {
    let changed = keymap("[lesson]\nnext-control = [\"<c-n>\", \"<f5>\"]\npin = []\n");
    assert_eq!(action(&changed, Context::Page, "<f5>"), Some(Action::NextControl));
    assert_eq!(action(&changed, Context::Page, "<tab>"), None);
    assert_eq!(action(&changed, Context::Page, "p"), None);
    assert_eq!(action(&changed, Context::Tensor, "<tab>"), Some(Action::NextControl));
    assert_eq!(action(&changed, Context::Tensor, "p"), Some(Action::Pin));
}

#[test]
fn everywhere_means_wherever_the_action_is_and_a_place_says_it_better() {
    let changed = keymap("[lesson]\nundo = [\"<c-t>\"]\n[everywhere]\nundo = [\"Z\", \"<f8>\"]\n");
    assert_eq!(action(&changed, Context::Tensor, "Z"), Some(Action::Undo));
    assert_eq!(action(&changed, Context::Page, "Z"), None);
    assert_eq!(action(&changed, Context::Page, "<c-t>"), Some(Action::Undo));
    // Where letters are typed a letter stays one.
    assert_eq!(action(&changed, Context::CodeEditor, "Z"), None);
    assert_eq!(action(&changed, Context::CodeEditor, "<f8>"), Some(Action::Undo));
    let letters = keymap("[everywhere]\nundo = [\"Z\"]\n");
    assert_eq!(action(&letters, Context::CodeEditor, "<c-z>"), Some(Action::Undo), "nothing is lost there");
}

#[test]
fn everything_that_is_wrong_is_told_at_once_with_its_line_and_the_nearest_name() {
    let told = told(concat!(
        "[lessn]\nup = [\"k\"]\n",
        "[lesson]\nnxt-control = [\"<f5>\"]\nopen = [\"<entre>\"]\nfill-row = [\"a\"]\nanswer = [\"a\"]\nundo = \"z\"\nredo = [3]\n",
        "hint = [\"ii\", \"<c-i>\", \"\"]\n",
    ));
    let shown = told.join("\n");
    insta::assert_snapshot!(shown, @r#"
    keys.toml:1:2: there is no section `lessn`; did you mean `lesson`?
    keys.toml:4:1: there is no action `nxt-control`; did you mean `next-control`?
    keys.toml:5:9: `<entre>` is not a key; did you mean `<enter>`?
    keys.toml:6:1: `fill-row` does nothing in [lesson]; it works in [filling-a-matrix-or-a-mask]
    keys.toml:7:1: the keys of `answer` cannot be changed: each key has its own meaning; remove this line
    keys.toml:8:8: the keys of `undo` are not a list; write undo = ["n", "<down>"], or undo = [] for none
    keys.toml:9:9: a key must be in quotes
    keys.toml:10:9: `ii` is a sequence of keys, but each entry must be a single key; put each key in its own quotes
    keys.toml:10:15: terminals send <tab> for `<c-i>`; write <tab>
    keys.toml:10:24: an empty text is not a key; for no key, write []
    "#);
}

#[test]
fn a_key_means_one_thing_in_one_place() {
    let told = told(concat!(
        "[lesson]\nnext-control = [\"n\"]\npin = [\"<f5>\"]\nleak = [\"<f5>\"]\nundo = [\"3\"]\nredo = [\"<c-c>\"]\n",
        "[everywhere]\noutline = [\"d\"]\n",
    ));
    insta::assert_snapshot!(told.join("\n"), @"
    keys.toml:2:1: `n` cannot be `next-control` in [lesson], because it is already `next-hit`; give `next-hit` other keys in [lesson], or none: next-hit = []
    keys.toml:4:1: `<f5>` cannot be `leak` in [lesson], because it is already `pin`; see line 3
    keys.toml:5:1: `3` cannot be `undo` in [lesson], because it is already `answer`; the keys of that action cannot be changed
    keys.toml:6:1: `<c-c>` cannot be `redo` in [lesson], because it is already `force-quit`; the keys of that action cannot be changed
    keys.toml:8:1: `d` cannot be `outline` in [lesson], because it is already `names`; give `names` other keys in [lesson], or none: names = []
    ");
    // Both ends of an exchange are said, so there is no conflict.
    let swapped = keymap("[lesson]\nnext-hit = [\"<tab>\"]\nnext-control = [\"n\"]\n");
    assert_eq!(action(&swapped, Context::Page, "<tab>"), Some(Action::NextHit));
}

#[test]
fn what_is_typed_stays_what_it_is() {
    let told = told(
        "[typing-code]\nundo = [\"z\"]\nback = [\"<enter>\"]\n[typing-a-number]\nup = [\"5\"]\n[inside-a-tensor]\nopen = [\"7\"]\n",
    );
    insta::assert_snapshot!(told.join("\n"), @"
    keys.toml:2:1: `z` types a character in [typing-code] and cannot do anything else there; combine it with Ctrl or Alt, such as <c-n> or <a-n>
    keys.toml:3:1: `<enter>` types a character in [typing-code] and cannot do anything else there; combine it with Ctrl or Alt, such as <c-n> or <a-n>
    keys.toml:5:1: `5` types a character in [typing-a-number] and cannot do anything else there; combine it with Ctrl or Alt, such as <c-n> or <a-n>
    keys.toml:7:1: `7` types a character in [inside-a-tensor] and cannot do anything else there; combine it with Ctrl or Alt, such as <c-n> or <a-n>
    ");
}

#[test]
fn nobody_is_locked_in() {
    let told = told("[everywhere]\nforce-quit = [\"<c-q>\"]\n[help]\nback = []\n");
    insta::assert_snapshot!(told.join("\n"), @r#"
    keys.toml:2:1: <c-c> always leaves the program; you can add other keys: force-quit = ["<c-c>", …]
    keys.toml:4:1: `back` has no key in [help], so you could not leave it; give it a key
    "#);
    let more = keymap("[everywhere]\nforce-quit = [\"<c-q>\", \"<c-c>\"]\nquit = []\n");
    for context in Context::ALL {
        assert_eq!(action(&more, context, "<c-c>"), Some(Action::ForceQuit));
        assert_eq!(action(&more, context, "<c-q>"), Some(Action::ForceQuit));
    }
    assert_eq!(action(&more, Context::Page, "q"), None);
}

#[test]
fn what_is_no_toml_is_told_in_its_place() {
    assert!(told("[lesson\n")[0].starts_with("keys.toml:1:"), "{:?}", told("[lesson\n"));
}

#[test]
fn what_the_program_writes_is_what_it_reads() {
    let own = Keymap::new();
    let text = own.written();
    assert_eq!(keymap(&text), own, "{text}");
    // Any other table, too.
    let other = keymap(
        "[lesson]\nopen = [\"\\\"\", \"\\\\\"]\nundo = []\n[help]\nquit = [\"<c-q>\"]\n[everywhere]\nhelp = [\"<f2>\"]\n",
    );
    assert_ne!(other, own);
    assert_eq!(keymap(&other.written()), other, "{}", other.written());
}

#[test]
fn a_broken_file_never_stops_the_program() {
    // Each text is cut off at every byte.
    let text = Keymap::new().written();
    for end in (0..text.len()).step_by(37).filter(|end| text.is_char_boundary(*end)) {
        let _ = read("keys.toml", &text[..end]);
    }
}
