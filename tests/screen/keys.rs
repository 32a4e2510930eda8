//! Every key that the table names where something is typed or filled does something there; and whatever they do can be undone.

use super::*;
use glassformer::tui::keymap::{BINDINGS, Context, parse_keys};
use proptest::prelude::*;

/// A place in which every one of its keys has something to do.
fn ready(context: Context) -> Pilot {
    match context {
        Context::CodeEditor => {
            let pilot = paste(go(to(tiny(80, 24), "grid"), "a"), "def g(x):\n    return x + 1\n\nc1 = g(2)");
            go(pilot, "z <c-z> <up> <up> <end> <left> <s-left> <a-c> <s-left>")
        }
        Context::TextInput => go(to(tiny(80, 24), "words"), "e <space> dogz <c-z> <left> <s-left> <a-c> <s-left>"),
        Context::Completion => go(paste(go(to(tiny(80, 24), "grid"), "a"), "y = W.s"), "<c-n>"),
        Context::Fill => go(to(tiny(80, 24), "grid"), "<enter> f"),
        other => panic!("no place for {other:?}"),
    }
}

/// Everything that a key can change.
fn state(pilot: &Pilot) -> String {
    let model = &pilot.model;
    let reading = model.reading().unwrap();
    let changes: Vec<_> =
        reading.lesson.document.lesson().blocks.iter().map(|block| reading.lesson.document.source(&block.id)).collect();
    format!(
        "{:?} {:?} {:?} {} {:?} {} {changes:?}",
        reading.focus,
        model.notice,
        model.help,
        model.menu.is_some(),
        model.clipboard,
        pilot.has_quit()
    )
}

#[test]
fn every_key_of_the_places_for_typing_acts() {
    for context in [Context::CodeEditor, Context::TextInput, Context::Completion, Context::Fill] {
        for binding in BINDINGS.iter().filter(|binding| binding.contexts.contains(&context)) {
            for key in parse_keys(binding.keys).unwrap() {
                let mut pilot = ready(context);
                assert_eq!(pilot.model.context(), context);
                let before = state(&pilot);
                on_rust(|| pilot.press(key));
                assert_ne!(state(&pilot), before, "{key} in {context:?} does nothing");
            }
        }
    }
}

#[test]
fn a_key_is_found_by_what_it_does_wherever_it_does_it() {
    let pilot = go(to(tiny(80, 24), "grid"), "? /");
    sees(&pilot, "Keys");
    let pilot = go(pilot, "n e x t <space> s l i c e");
    sees(&pilot, "Inside a tensor: ");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "That key works elsewhere: Inside a tensor");
    // One that acts here is pressed.
    let pilot = go(pilot, "? / o u t l i n e <enter>");
    sees(&pilot, "a heading, a cell, a question");
}

/// What somebody might do to inputs, text and code, one after the other.
const DEEDS: [&str; 26] = [
    "<tab>",
    "<backtab>",
    "<enter>",
    "<esc>",
    "<esc>",
    "<right>",
    "<left>",
    "<down>",
    "<up>",
    "+",
    "-",
    "<s-up>",
    "n",
    "x",
    "f r 5 <enter>",
    "f l -inf <enter>",
    "f u 0",
    "f a 1",
    "f c 1e-3 <enter>",
    "e 7 <enter>",
    "e x <space> y <enter>",
    "E <home> # <enter> <tab> <esc>",
    "E <c-k> <c-w> <esc>",
    "I",
    "r",
    "U",
];
const BLOCKS: [&str; 5] = ["words", "knob", "grid", "holes", "switches"];
const PASTES: [&str; 4] = ["1 2\n3 4", "0", "x = 猫\n", "5\t6"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn any_edits_undone_give_the_lesson_again(
        deeds in prop::collection::vec((0..BLOCKS.len(), 0..DEEDS.len() + PASTES.len()), 1..20),
    ) {
        let mut pilot = tiny(80, 24);
        for (block, deed) in deeds {
            // `c` is the contents on a page, and a column while something is filled.
            pilot.model.workspace.open = Some("tiny".into());
            if matches!(pilot.model.context(), Context::Page) {
                pilot = to(pilot, BLOCKS[block]);
            }
            pilot = match DEEDS.get(deed) {
                Some(keys) => go(pilot, keys),
                None => paste(pilot, PASTES[deed - DEEDS.len()]),
            };
            prop_assert!(pilot.screen().lines().count() == 24);
        }
        let mut pilot = go(pilot, "<esc> <esc> <esc>");
        pilot.model.workspace.open = Some("tiny".into());
        while pilot.model.reading().unwrap().lesson.document.history().0 > 0 {
            pilot = go(pilot, "u");
        }
        let reading = pilot.model.reading().unwrap();
        prop_assert!(reading.lesson.document.changes().is_empty(), "{:?}", reading.lesson.document.changes());
    }
}
