//! Keys of the reader's own: what they do, and that whatever names keys names these.

use super::*;
use glassformer::tui::keymap::file;

/// At the matrix of the tiny lesson, with these keys.
fn remapped(keys: &str) -> Pilot {
    let mut pilot = to(tiny(120, 24), "grid");
    pilot.model.keymap = file::read("keys.toml", keys).unwrap();
    pilot
}

#[test]
fn other_keys_act_and_the_old_ones_no_longer() {
    let pilot = remapped("[lesson]\ndown = [\"<f5>\"]\nopen = [\"<f6>\"]\ntoggle = []\n");
    let before = pilot.model.reading().unwrap().lesson.at;
    let pilot = go(pilot, "j <down>");
    assert_eq!(pilot.model.reading().unwrap().lesson.at, before);
    let pilot = go(pilot, "<f5>");
    assert_eq!(pilot.model.reading().unwrap().lesson.at, before + 1);
    sees(&pilot, "↑ F5 move");
    sees(&pilot, "F6 go in to ask why");
}

#[test]
fn the_help_the_list_of_actions_and_the_list_of_keys_show_them() {
    let keys = "[lesson]\noutline = [\"<f7>\"]\nhelp = [\"<f2>\"]\nglossary = []\n[help]\nback = [\"<f2>\"]\nsearch = [\"z\"]\n";
    let pilot = go(remapped(keys), "?");
    assert!(pilot.model.help.is_none());
    let pilot = go(pilot, "<f2>");
    sees(&pilot, "F2 back");
    let pilot = go(pilot, "z o u t l i n e");
    sees(&pilot, "F7");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "a heading, a cell, a question");
    // What has no key any more is still in the list of all actions.
    let pilot = go(pilot, "<esc> K");
    assert!(pilot.model.finder.is_none());
    let pilot = go(pilot, ": g l o s s a r y <enter>");
    assert!(pilot.model.finder.is_some(), "{}", pilot.screen());
}

#[test]
fn a_click_on_the_footer_does_what_the_other_key_does() {
    use glassformer::tui::message::{Pointer, PointerKind};
    let pilot = remapped("[lesson]\nhelp = [\"<f2>\"]\n");
    let screen = pilot.screen();
    let column = screen.lines().last().unwrap().find("F2 help").unwrap();
    let column = screen.lines().last().unwrap()[..column].chars().count() as u16;
    let mut pilot = pilot;
    on_rust(|| pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column, row: 23 })));
    assert!(pilot.model.help.is_some());
}
