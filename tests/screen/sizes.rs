//! Every place of the program at every size: nothing panics.

use super::*;
use glassformer::tui::frame::draw;
use glassformer::tui::message::Msg;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

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
            if pilot.model.workspace.open.is_none() {
                pilot = go(pilot, "<enter>");
            }
            pilot.screen();
        }
    }
}

#[test]
fn every_block_of_the_course_at_the_usual_sizes() {
    for (width, height) in LARGE {
        let blocks = attention(width, height).model.reading().unwrap().lesson.blocks().len();
        let mut pilot = attention(width, height);
        for block in 0..blocks {
            pilot.model.reading_mut().unwrap().select(block);
            pilot = go(pilot, "<f1> <esc> <enter> <enter>");
            pilot.screen();
            pilot = go(pilot, "<esc> <esc> <esc>");
            if pilot.model.workspace.open.is_none() {
                pilot = go(pilot, "<enter>");
            }
        }
    }
}

#[test]
fn arrows_lead_on_from_every_control_of_a_block_that_is_higher_than_the_screen() {
    for lesson in ["attention", "sampling"] {
        let mut pilot =
            on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 40, 10).open(lesson).unwrap());
        let place = |pilot: &Pilot| {
            let reading = pilot.model.reading().unwrap();
            (reading.lesson.at, reading.control_place())
        };
        let mut seen = Vec::new();
        loop {
            pilot = go(pilot, "<tab>");
            let (block, control) = place(&pilot);
            if seen.contains(&(block, control)) {
                break;
            }
            seen.push((block, control));
            let last = pilot.model.reading().unwrap().lesson.blocks().len() - 1;
            for presses in 0.. {
                if place(&pilot).0 != block || block == last {
                    break;
                }
                assert!(presses < 60, "stuck at control {control} in {lesson}\n{}", pilot.screen());
                pilot = go(pilot, "<down>");
            }
            // Back to where the next control is looked for.
            let reading = pilot.model.reading_mut().unwrap();
            reading.select(block);
            reading.control = Some(control);
        }
        assert!(seen.len() > 8);
    }
}

/// The terminal has shrunk since the program heard of its size: the frame in between gets what it has room for.
#[test]
fn a_terminal_that_shrank_before_a_frame_gets_a_part_of_it() {
    for keys in ["", ":", "?", "<tab> e xyz", "/ softmax"] {
        let mut pilot = go(tiny(200, 60), keys);
        for (width, height) in [(100, 24), (40, 10), (199, 59), (1, 1), (200, 24), (40, 60)] {
            let area = Rect::new(0, 0, width, height);
            let mut buffer = Buffer::empty(area);
            on_rust(|| draw(&pilot.model, area, &mut buffer));
        }
        // It hears of it at once.
        on_rust(|| pilot.take(Msg::Resize(Size { width: 100, height: 24 })));
        assert_eq!(pilot.frame().area.width, 100);
    }
}
