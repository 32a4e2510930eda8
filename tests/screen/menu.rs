//! The menu, and that thirteen keys are enough: the arrows, Enter, Esc, Tab, Space, `:`, `/`, `?`, `u` and `U`.

use glassformer::notebook::lesson::{BlockId, BlockKind};
use glassformer::tui::keymap::Context;
use glassformer::tui::model::focus::Focus;

use super::*;

/// The rows of the open menu.
fn rows(pilot: &Pilot) -> Vec<&'static str> {
    pilot.model.menu.as_ref().unwrap().hints.iter().map(|hint| hint.description).collect()
}

#[test]
fn space_lists_what_can_be_done_here_and_a_letter_does_it() {
    let pilot = go(to(tiny(80, 24), "grid"), "<space>");
    assert_eq!(pilot.model.context(), Context::Menu);
    for words in ["What you can do here", "See", "Try", "pin to compare", "add a cell"] {
        sees(&pilot, words);
    }
    assert!(!rows(&pilot).contains(&"undo"), "nothing was changed: {:?}", rows(&pilot));
    let pilot = go(pilot, "p");
    assert!(pilot.model.menu.is_none());
    assert!(pilot.model.reading().unwrap().lesson.comparison.is_some());
    // What was pinned is ended by the same row.
    assert!(rows(&go(pilot, "<space>")).contains(&"end comparing"));
}

#[test]
fn space_opens_it_wherever_no_blank_is_typed() {
    let lesson = Lesson::read("tiny.md", TINY).unwrap();
    let talk = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).presenting().read(lesson));
    let opens = |context: Context, place: Pilot, row: &str| {
        assert_eq!(place.model.context(), context);
        let pilot = go(place, "<space>");
        assert_eq!(pilot.model.context(), Context::Menu, "{context:?}");
        assert!(rows(&pilot).contains(&row), "{context:?}: {:?}", rows(&pilot));
        // The same key closes it, and nothing has happened.
        assert_eq!(go(pilot, "<space>").model.context(), context);
    };
    opens(Context::Fill, go(to(tiny(80, 24), "grid"), "<enter> f"), "column");
    opens(Context::NumberInput, go(to(tiny(80, 24), "grid"), "<enter> 7"), "set the number");
    opens(Context::Sureness, go(to(tiny(80, 24), "guess"), "1"), "fairly sure");
    opens(Context::Timeline, go(to(tiny(80, 24), "knob"), "<right> t"), "stay here");
    opens(Context::Page, go(talk, "j"), "outline");
    let filled = choose(go(to(tiny(80, 24), "grid"), "<enter> f <space>"), "all");
    sees(&filled, "fill everything with");
    let answered = choose(go(to(tiny(80, 24), "guess"), "1 <space>"), "fairly sure");
    sees(&answered, "You were fairly sure.");
}

#[test]
fn alt_m_opens_it_everywhere_also_where_a_blank_is_typed() {
    let opens = |context: Context, place: Pilot| {
        assert_eq!(place.model.context(), context);
        let is_typed = context != Context::Page;
        assert_eq!(place.screen().contains("Alt-m menu"), is_typed, "{context:?}:\n{}", place.screen());
        let pilot = go(place, "<a-m>");
        assert_eq!(pilot.model.context(), Context::Menu, "{context:?}");
        assert_eq!(go(pilot, "<esc>").model.context(), context);
    };
    opens(Context::Page, to(tiny(80, 24), "grid"));
    opens(Context::TextInput, go(to(tiny(80, 24), "words"), "e"));
    opens(Context::CodeEditor, go(to(tiny(80, 24), "grid"), "E"));
    opens(Context::Finder, go(to(tiny(80, 24), "grid"), ":"));
    // What is chosen is done to the text.
    let typed = go(to(tiny(80, 24), "words"), "e <end> x <space> y");
    let pilot = choose(go(typed, "<a-m>"), "delete next word");
    assert_eq!(pilot.model.context(), Context::TextInput);
}

#[test]
fn arrows_and_enter_do_it_and_esc_and_space_close_it() {
    for close in ["<esc>", "<space>"] {
        let pilot = go(to(tiny(80, 24), "grid"), &format!("<space> {close}"));
        assert_eq!(pilot.model.context(), Context::Page);
        misses(&pilot, "What you can do here");
    }
    let pilot = go(to(tiny(80, 24), "grid"), "<space>");
    let pilot = choose(pilot, "outline");
    sees(&pilot, "a heading, a cell, a question");
}

#[test]
fn a_click_chooses_and_one_beside_it_closes() {
    use glassformer::tui::message::{Pointer, PointerKind};
    let click = |mut pilot: Pilot, words: &str| {
        let screen = pilot.screen();
        let (row, line) = screen.lines().enumerate().filter(|(_, line)| line.contains(words)).last().unwrap();
        let column = line[..line.find(words).unwrap()].chars().count() as u16;
        on_rust(|| pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column, row: row as u16 })));
        pilot
    };
    let open = || go(to(tiny(80, 24), "grid"), "<space>");
    assert_eq!(click(open(), "add a cell").model.context(), Context::CodeEditor);
    assert_eq!(click(open(), "Program").model.context(), Context::Menu, "a heading is no row");
    assert_eq!(click(open(), "Glassformer").model.context(), Context::Page);
}

#[test]
fn a_small_menu_follows_its_cursor() {
    let mut pilot = go(to(tiny(40, 10), "grid"), "<space>");
    for words in rows(&pilot) {
        sees(&pilot, words);
        pilot = go(pilot, "<down>");
    }
}

#[test]
fn a_text_and_the_timeline_are_left_as_they_were() {
    let pilot = go(to(tiny(80, 24), "words"), "e <end> x y <esc>");
    assert!(source(&pilot, "words").contains("text(\"a b\")"), "Esc takes back what was typed");
    sees(&pilot, "n  2");
    let pilot = go(pilot, "U");
    assert!(source(&pilot, "words").contains("text(\"a bxy\")"), "it is not lost");
    let pilot = go(pilot, "t <up>");
    assert!(source(&pilot, "words").contains("text(\"a b\")"));
    let stayed = go(pilot, "<enter>");
    assert!(source(&stayed, "words").contains("text(\"a b\")"));
    let pilot = go(stayed, "t <down> <esc>");
    assert!(source(&pilot, "words").contains("text(\"a b\")"), "Esc takes back where one went in time");
    misses(&pilot, "timeline   step");
}

#[test]
fn enter_turns_what_can_be_switched() {
    let pilot = go(to(tiny(80, 24), "holes"), "<enter> <right> <enter>");
    assert!(source(&pilot, "holes").contains("mask([[1, 0], [1, 1]])"));
    let pilot = go(to(pilot, "switches"), "<tab> <enter>");
    assert!(source(&pilot, "switches").contains("toggle(False)"), "{}", source(&pilot, "switches"));
}

/// Chooses a row of the open menu with arrows.
fn choose(mut pilot: Pilot, words: &str) -> Pilot {
    let place = rows(&pilot).iter().position(|row| *row == words);
    let place = place.unwrap_or_else(|| panic!("no {words} in {:?}", rows(&pilot)));
    pilot = pilot.keys(&"<down> ".repeat(place)).unwrap();
    pilot.keys("<enter>").unwrap()
}

/// Walks down to a block.
fn walk_to(mut pilot: Pilot, block: &BlockId) -> Pilot {
    for _ in 0..4000 {
        let reading = pilot.model.reading().unwrap();
        if reading.lesson.id().as_ref() == Some(block) {
            return pilot;
        }
        pilot = pilot.keys("<down>").unwrap();
    }
    panic!("{block} is not reached:\n{}", pilot.screen())
}

/// Tries the options one after the other, as somebody who guesses.
fn answer(mut pilot: Pilot, question: &BlockId, options: usize) -> Pilot {
    for option in 0..options {
        pilot = pilot.keys(&format!("<enter> {}<enter>", "<down> ".repeat(option))).unwrap();
        // How sure one was is asked once.
        if pilot.model.context() == Context::Sureness {
            pilot = pilot.keys("<enter>").unwrap();
        }
        if pilot.model.reading().unwrap().lesson.is_settled(question, false) {
            return pilot;
        }
    }
    panic!("no option of {question} is right:\n{}", pilot.screen())
}

/// Writes the solution over what the exercise begins with.
fn solve(mut pilot: Pilot, solution: &str) -> Pilot {
    pilot = pilot.keys("<enter>").unwrap();
    if !matches!(pilot.model.reading().unwrap().focus, Focus::Code(_)) {
        pilot = choose(pilot.keys("<esc> <space>").unwrap(), "edit the code");
    }
    pilot = pilot.keys("<a-a>").unwrap();
    pilot.take(Msg::Paste(solution.to_owned()));
    pilot.keys("<esc>").unwrap()
}

#[test]
fn the_whole_course_is_done_with_thirteen_keys_and_typing() {
    let lessons = LessonLibrary::embedded().entries().len();
    let mut pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24);
    for number in 0..lessons {
        // The cursor of the list is on the lesson to continue; after one it is on that lesson.
        pilot = pilot.keys(if number == 0 { "<enter>" } else { "<down> <enter>" }).unwrap();
        let lesson = std::sync::Arc::clone(pilot.model.reading().unwrap().lesson.document.lesson());
        for block in &lesson.blocks[..lesson.appendix] {
            match &block.kind {
                BlockKind::Question(question) => {
                    pilot = answer(walk_to(pilot, &block.id), &block.id, question.options.len());
                }
                BlockKind::Exercise(exercise) => {
                    pilot = solve(walk_to(pilot, &block.id), exercise.solution.text());
                    let passed = pilot.model.reading().unwrap().lesson.document.passed();
                    assert!(passed.contains(&block.id), "{}: {}\n{}", lesson.front.id, block.id, pilot.screen());
                }
                BlockKind::Prose(_) | BlockKind::Cell(_) => {}
            }
        }
        pilot = pilot.keys("<esc> <esc>").unwrap();
        assert_eq!(pilot.model.context(), Context::Contents, "after {}", lesson.front.id);
    }
    sees(&pilot, &format!("{lessons} of {lessons} lessons done"));
}

#[test]
fn help_of_a_list_has_no_arrows_that_do_nothing() {
    let contents = |width, height| on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height));
    // In one column there is no way to the side.
    misses(&go(contents(44, 40), "?"), "column");
    // From the first column there is one way.
    let wide = go(contents(200, 60), "?");
    sees(&wide, "→         column right");
    misses(&wide, "←");
    // The line above a list: there is nothing to walk through until something is typed.
    misses(&go(contents(80, 24), ": <f1>"), "←→");
    sees(&go(contents(80, 24), ": x <f1>"), "←→");
}
