//! The front page: all lessons in their chapters, and the machine beside them or full.

use super::*;
use glassformer::app::event::AppEvent;
use glassformer::app::machine::{AttentionPlace, MachineError};
use glassformer::notebook::session::SessionStore;
use glassformer::tui::keymap::Context;
use glassformer::tui::message::PointerKind;
use ratatui::layout::Size;

pub(super) fn front(width: u16, height: u16) -> Pilot {
    on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height).with_machine())
}

/// The machine with a sentence that is known.
pub(super) fn machine(width: u16, height: u16) -> Pilot {
    let pilot = go(front(width, height), "m e");
    go(on_rust(|| typed(pilot, "the small red house")), "<enter>")
}

pub(super) fn typed(pilot: Pilot, text: &str) -> Pilot {
    let keys: Vec<String> = text.chars().map(|c| if c == ' ' { "<space>".to_owned() } else { c.to_string() }).collect();
    go(pilot, &keys.join(" "))
}

#[test]
fn every_lesson_is_seen_on_a_small_terminal() {
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24));
    for entry in &pilot.model.contents.entries {
        let screen = pilot.screen();
        let is_seen =
            ["○", "◎"].iter().any(|mark| screen.contains(&format!("{} {mark} {}", entry.mark(), entry.short)));
        assert!(is_seen, "{}: {screen}", entry.short);
        assert!(screen.contains(&format!("{}′", entry.preview.minutes)));
    }
    for chapter in ["Build", "Write", "Check", "Learn", "Since"] {
        sees(&pilot, &format!("  {chapter}  "));
    }
}

#[test]
fn short_titles_fit_three_side_by_side() {
    for entry in LessonLibrary::embedded().entries() {
        let front = entry.front.as_ref().unwrap();
        assert!(front.short.chars().count() <= 13, "{}", front.short);
        assert!(!front.chapter.is_empty(), "{}", front.title);
        assert!((5..30).contains(&entry.preview.minutes), "{}: {} minutes", front.title, entry.preview.minutes);
    }
}

#[test]
fn arrows_go_down_columns_and_across() {
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24));
    let at = |pilot: &Pilot| pilot.model.contents.entry().unwrap().number.unwrap().to_string();
    let pilot = go(pilot, "<right>");
    assert_eq!(at(&pilot), "5", "beside lesson 0");
    let pilot = go(pilot, "<up>");
    assert_eq!(at(&pilot), "4", "the lesson before");
    let pilot = go(pilot, "<down> <right> <right> <left>");
    assert_eq!(at(&pilot), "5");
    let pilot = go(pilot, "<pagedown>");
    assert_eq!(at(&pilot), "14", "the next chapter");
    let pilot = go(pilot, "<down> <pageup>");
    assert_eq!(at(&pilot), "14", "its first lesson");
    assert_eq!(at(&go(pilot, "<esc>")), "0", "the lesson to continue");
}

#[test]
fn down_and_enter_open_a_lesson_at_every_size() {
    for (width, height) in [(40, 10), (60, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
        let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height));
        let pilot = go(pilot, "<down> <enter>");
        assert_eq!(pilot.model.workspace.open.as_deref(), Some("tokens"), "{width}x{height}");
    }
}

#[test]
fn program_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        on_rust(|| {
            let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24);
            pilot.with_store(SessionStore::folder(folder.path()))
        })
    };
    sees(&start(), "▸ Begin     0 Begin here");
    let pilot = go(on_rust(|| start().open("attention").unwrap()), "<f1> <esc>");
    go(to(pilot, "twins"), "1 <esc> q");
    let pilot = start();
    sees(&pilot, "▸ Go on     5 Attention");
    assert_eq!(go(pilot, "<enter>").model.workspace.open.as_deref(), Some("attention"));
}

#[test]
fn machine_stands_beside_the_list_where_there_is_room() {
    misses(&front(80, 24), "The machine");
    let pilot = front(120, 40);
    let run = pilot.model.machine.run.clone().unwrap();
    sees(&pilot, "The machine");
    sees(&pilot, &run.sentence);
    sees(&pilot, &format!("→ {}", run.translation));
    for layer in 0..2 {
        sees(&pilot, &format!("encoder {layer} · self-attention"));
        sees(&pilot, &format!("decoder {layer} · cross-attention"));
    }
    sees(&pilot, "least sure at token");
}

#[test]
fn click_on_a_head_of_the_machine_opens_it_there_and_the_wheel_walks_on() {
    let pilot = front(120, 40);
    let (column, row) = mouse::place(&pilot, "encoder 1 · self-attention");
    let pilot = mouse::mouse(pilot, PointerKind::Press, (column + 11, row + 1));
    assert_eq!(pilot.model.context(), Context::Machine);
    assert_eq!((pilot.model.machine.attention, pilot.model.machine.head), (1, Some(1)));
    let selected = pilot.model.contents.selected;
    let pilot = mouse::mouse(pilot, PointerKind::ScrollDown, (40, 10));
    assert_eq!((pilot.model.machine.attention, pilot.model.contents.selected), (2, selected));
}

#[test]
fn sentence_of_ones_own_is_translated() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let pilot = machine(width, height);
        assert_eq!(pilot.model.context(), Context::Machine);
        sees(&pilot, "the small red house");
        sees(&pilot, "→ la petite maison rouge");
        let pilot = go(pilot, "u");
        misses(&pilot, "the small red house");
        sees(&pilot, "e translate");
        let pilot = go(pilot, "<esc>");
        assert_eq!(pilot.model.context(), Context::Contents);
    }
}

#[test]
fn why_is_found_in_the_machine_and_leads_to_a_number_of_its_lesson() {
    for (width, height) in [(80, 24), (120, 40)] {
        sees(&go(machine(width, height), "<space>"), "ask a number why");
        let pilot = go(machine(width, height), "W");
        sees(&pilot, "W explains the nearest number.");
        sees(&pilot, "Esc machine");
        let pilot = go(pilot, "W");
        let inside = pilot.model.reading().and_then(|reading| reading.inside()).unwrap();
        assert!(inside.why.is_some(), "{}", pilot.screen());
    }
}

#[test]
fn head_is_switched_off_and_on_again() {
    let pilot = go(machine(120, 40), "<down> <down> <down> <down>");
    sees(&pilot, "decoder 0 · cross-attention · mean of ");
    let pilot = go(pilot, "x");
    let run = pilot.model.machine.run.clone().unwrap();
    assert_eq!(run.attentions[pilot.model.machine.attention].part.place, AttentionPlace::Cross);
    assert_eq!(run.input.off.len(), 1);
    sees(&pilot, "decoder 0 · cross-attention · off");
    let is_same = run.whole.as_ref().is_some_and(|whole| run.translation == whole.translation);
    let said = if is_same { "the same translation as" } else { "with all heads: la petite maison rouge" };
    sees(&pilot, said);
    let step = run.first_change().or_else(|| run.whole.as_ref()?.least_sure()).unwrap();
    let before = run.probability_before(step, &run.next[step][0].0).unwrap();
    sees(&pilot, &format!("was {before:.2}"));
    let pilot = go(pilot, "u <right> <right>");
    misses(&pilot, "all heads");
    sees(&pilot, "decoder 0 · cross-attention · head 1");
    let read = "Rows are queries, columns are keys.";
    sees(&pilot, read);
    let pilot = go(pilot, "x");
    sees(&pilot, "head 1 · off");
    misses(&pilot, read);
    let pilot = go(pilot, "x");
    misses(&pilot, "head 1 · off");
    assert!(pilot.model.machine.input.off.is_empty());
}

#[test]
fn machine_is_drawn_in_little_room() {
    let mut pilot = front(120, 40);
    for (keys, width) in [("", 100), ("", 120), ("m", 40), ("<end>", 60), (". x", 80), ("<home>", 200)] {
        pilot = go(pilot, keys);
        for height in 8..30 {
            on_rust(|| pilot.take(Msg::Resize(Size { width, height })));
            pilot.screen();
        }
    }
    on_rust(|| pilot.take(Msg::Resize(Size { width: 60, height: 12 })));
    sees(&go(pilot, "<end>"), "decoder 2 · cross-attention");
}

#[test]
fn machine_writes_token_by_token() {
    let pilot = go(machine(120, 40), ".");
    sees(&pilot, "next token 1 of 5");
    misses(&pilot, "petite maison");
    let pilot = go(pilot, ". .");
    sees(&pilot, "next token 3 of 5");
    sees(&pilot, "→ la petite maison");
    sees(&go(pilot, ","), "next token 2 of 5");
}

#[test]
fn what_cannot_be_translated_is_said_and_the_machine_stays() {
    let mut pilot = machine(120, 40);
    on_rust(|| pilot.take(Msg::App(AppEvent::MachineRan(Err(MachineError::Broken)))));
    sees(&pilot, "The translator stopped unexpectedly.");
    sees(&pilot, "→ la petite maison rouge");
}

#[test]
fn part_leads_to_the_lesson_that_teaches_it() {
    let pilot = machine(120, 40);
    assert_eq!(go(pilot, "<enter>").model.workspace.open.as_deref(), Some("queries-keys-values"));
    let pilot = go(machine(120, 40), "<end> <enter>");
    assert_eq!(pilot.model.workspace.open.as_deref(), Some("decoder"));
    assert_eq!(go(pilot, "<esc> <esc>").model.context(), Context::Machine, "and back");
}

#[test]
fn translation_is_seen_wherever_it_was_asked_for() {
    for (width, height) in [(80, 24), (120, 40)] {
        let pilot = go(front(width, height), "e");
        let pilot = go(on_rust(|| typed(pilot, "the small red house")), "<enter>");
        sees(&pilot, "→ la petite maison rouge");
    }
}

#[test]
fn a_small_terminal_has_a_line_for_the_machine() {
    let pilot = front(80, 24);
    let first = |pilot: &Pilot| pilot.screen().lines().nth(2).unwrap().to_owned();
    let run = pilot.model.machine.run.clone().unwrap();
    assert!(
        first(&pilot).contains("m Machine ")
            && first(&pilot).contains(&format!("{} → {}", run.sentence, run.translation)),
        "{}",
        first(&pilot)
    );
    // Another sentence is translated where one is.
    let pilot = go(on_rust(|| typed(go(pilot, "e"), "the small red house")), "<enter>");
    assert_eq!(pilot.model.context(), Context::Contents);
    assert!(first(&pilot).contains("the small red house → la petite maison rouge"), "{}", first(&pilot));
    every_lesson_of(&pilot);
    // Lessons come first: in less room there is no such line.
    misses(&front(80, 18), "m Machine");
    assert_eq!(go(front(80, 18), "e c a t <enter>").model.context(), Context::Machine);
}

/// Every lesson has its place in sight.
fn every_lesson_of(pilot: &Pilot) {
    for entry in &pilot.model.contents.entries {
        sees(pilot, &entry.short);
    }
}

#[test]
fn what_a_head_is_for_is_told_by_the_token_that_changes_without_it() {
    let pilot = go(front(120, 40), "m x");
    let run = pilot.model.machine.run.clone().unwrap();
    let change = run.first_change().expect("the first attention matters to the example");
    sees(&pilot, &format!("first change: token {} of {}", change + 1, run.written.len()));
    let whole = run.whole.as_ref().unwrap();
    let (written, now) = &run.next[change][0];
    let before = run.probability_before(change, written).unwrap();
    assert!(*now > before && whole.next[change][0].0 != *written);
    sees(&pilot, &format!("was {before:.2}"));
    misses(&go(pilot, "u"), "first change");
}
