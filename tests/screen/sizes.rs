//! Every place of the program at every size: nothing panics.

use super::*;
use glassformer::tui::message::Msg;
use ratatui::layout::Size;

const LARGE: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

/// Draws the pilot's place at every size from 1×1 to 40×15 and at the usual ones.
fn sweep(mut pilot: Pilot) {
    let small = (1..=15).flat_map(|height| (1..=40).map(move |width| (width, height)));
    for (width, height) in small.chain(LARGE) {
        on_rust(|| pilot.take(Msg::Resize(Size { width, height })));
        let frame = pilot.frame();
        assert_eq!((frame.area.width, frame.area.height), (width, height));
    }
}

#[test]
fn every_place_at_every_size() {
    let keys = [
        "",
        ":",
        "/ softmax",
        "/ softmax <enter>",
        "O",
        "<tab> d",
        "?",
        "<esc>",
        "<esc> ?",
        "<tab> e xyz",
        "<tab> E (",
    ];
    for keys in keys {
        sweep(go(tiny(80, 24), keys));
    }
    let places = [
        ("holes", "<enter>"),
        ("holes", "<enter> <tab> <tab> <enter>"),
        ("holes", "<enter> <tab> <tab> <enter> <tab> <enter> <enter>"),
        ("grid", "<enter> 12"),
        ("guess", "<enter> j"),
        ("guess", "1 i"),
        ("double", "i S S <enter>"),
        ("switches", "<right>"),
    ];
    for (block, keys) in places {
        sweep(go(to(tiny(80, 24), block), keys));
    }
}

#[test]
fn keys_at_every_small_size() {
    for (width, height) in [(1, 1), (5, 3), (40, 10), (41, 11), (60, 20)] {
        let mut pilot = attention(width, height);
        for _ in 0..12 {
            pilot = go(pilot, "j <enter> j l <enter> <tab> j <enter> <backspace> <esc> <esc> <esc> <pagedown> <tab>");
            if pilot.model.open.is_none() {
                pilot = go(pilot, "<enter>");
            }
            pilot.screen();
        }
    }
}

#[test]
fn every_block_of_the_course_at_the_usual_sizes() {
    for (width, height) in LARGE {
        let blocks = attention(width, height).model.reading().unwrap().blocks().len();
        let mut pilot = attention(width, height);
        for block in 0..blocks {
            pilot.model.reading_mut().unwrap().select(block);
            pilot = go(pilot, "<f1> <esc> <enter> <enter>");
            pilot.screen();
            pilot = go(pilot, "<esc> <esc> <esc>");
            if pilot.model.open.is_none() {
                pilot = go(pilot, "<enter>");
            }
        }
    }
}
