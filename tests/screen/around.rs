//! Getting around: actions, search, outline, names, and the way back from every jump.

use super::mouse::{click, mouse, place};
use super::*;
use glassformer::tui::frame::footer;
use glassformer::tui::keymap::Context;
use glassformer::tui::message::{Msg, PointerKind};
use glassformer::tui::screen::styled;

fn at(pilot: &Pilot) -> (String, String) {
    let reading = pilot.model.reading().unwrap();
    (reading.lesson.document.lesson().front.id.to_string(), reading.lesson.id().unwrap().to_string())
}

fn block(pilot: &Pilot) -> String {
    at(pilot).1
}

#[test]
fn the_palette_finds_an_action_by_a_few_letters_and_does_it() {
    let pilot = go(to(tiny(80, 24), "knob"), "<right> : undo");
    sees(&pilot, "╭ Actions");
    sees(&pilot, "undo");
    let pilot = go(pilot, "<enter>");
    assert!(source(&pilot, "knob").contains("value=1.0"));
    sees(&pilot, "Undone: knob: ");
    let pilot = go(pilot, ": e d i t <space> c o d e <enter>");
    assert_eq!(pilot.model.context(), Context::CodeEditor);
}

#[test]
fn the_palette_offers_what_acts_here_and_nothing_else() {
    let pilot = go(to(tiny(80, 40), "knob"), ": undo");
    misses(&pilot, "▸ undo");
    let pilot = go(to(tiny(80, 40), "guess"), ": answer");
    sees(&pilot, "answer 3");
    misses(&pilot, "answer 4");
    sees(&go(pilot, "<home> <esc> : answer <space> 2 <enter> <enter>"), "✓ Right.");
    let pilot = go(to(tiny(80, 24), "grid"), "<enter> : sign <enter>");
    assert!(source(&pilot, "grid").contains("[[-1.0"), "{}", source(&pilot, "grid"));
    // The first block is prose: there is no cell to step through, nothing to look at otherwise, and no input.
    let prose = go(attention(80, 60), ":");
    sees(&prose, "outline");
    for action in ["previous view", "step through", "leak test", "ten steps"] {
        misses(&prose, action);
    }
    let cell = go(to(attention(80, 60), "score"), ":");
    sees(&cell, "previous view");
    sees(&cell, "step through it");
}

#[test]
fn the_palette_goes_to_lessons_headings_and_names() {
    let pilot = go(attention(80, 24), ": mask <space> who <enter>");
    assert_eq!(block(&pilot), "mask-who-may-look-at-whom");
    assert_eq!(block(&go(pilot, ": scores <enter>")), "score");
    let pilot = go(attention(80, 24), ": decoding <enter>");
    assert_eq!(at(&pilot).0, "decoding");
    assert_eq!(at(&go(pilot, "<backspace>")).0, "attention");
}

#[test]
fn a_list_with_nothing_in_it_says_so_and_stays() {
    let pilot = go(attention(80, 24), ": qqqq");
    sees(&pilot, "No action or place matches.");
    sees(&go(pilot, "<enter>"), "╭ Actions");
    let pilot = go(attention(80, 24), "/");
    sees(&pilot, "words in the text or the code");
    sees(&go(pilot, "zebraxy"), "No paragraph or line of code contains");
}

#[test]
fn what_is_typed_above_a_list_is_edited_as_any_line() {
    let query = |pilot: &Pilot| pilot.model.finder.as_ref().unwrap().query.text();
    let pilot = go(attention(80, 24), "/ mask <space> futurx <backspace>");
    assert_eq!(query(&pilot), "mask futur");
    let rows = pilot.model.finder.as_ref().unwrap().rows.len();
    assert!(rows > 0, "taking a letter back lists again what has the words");
    let pilot = go(pilot, "<c-w>");
    assert_eq!(query(&pilot), "mask ");
    let pilot = go(pilot, "<c-a> un <end> ed <left> <left> <c-k>");
    assert_eq!(query(&pilot), "unmask ");
    let pilot = go(pilot, "<c-u>");
    assert_eq!(query(&pilot), "");
    sees(&pilot, "words in the text or the code");
    assert!(go(pilot, "<esc>").model.finder.is_none());
}

#[test]
fn a_search_lists_lights_and_goes_on() {
    let pilot = go(attention(100, 30), "/ MASK <space> future");
    sees(&pilot, "The causal mask hides the future");
    let all = pilot.model.finder.as_ref().unwrap().rows.len();
    assert!(all > 2, "{all}");
    let pilot = go(pilot, "<enter>");
    assert_eq!(pilot.model.context(), Context::Page);
    let lit = |pilot: &Pilot| {
        let frame = pilot.frame();
        let cells = frame.content.iter().filter(|cell| cell.bg == ratatui::style::Color::Yellow);
        cells.map(|cell| cell.symbol().to_lowercase()).collect::<String>()
    };
    assert!(lit(&pilot).contains("mask"), "{}", lit(&pilot));
    let first = at(&pilot);
    let pilot = go(pilot, "n");
    sees(&pilot, "2 of ");
    assert_ne!(at(&pilot), first);
    let pilot = go(pilot, "N");
    assert_eq!(at(&pilot), first);
    sees(&pilot, "Esc ends the search");
    let pilot = go(pilot, "<esc>");
    assert_eq!((lit(&pilot), pilot.model.context()), (String::new(), Context::Page));
    sees(&go(pilot, "n"), "No search is active");
}

#[test]
fn a_search_finds_what_the_learner_wrote_and_never_an_answer() {
    let pilot = go(to(tiny(80, 24), "knob"), "a my <space> = <space> 42 <esc> k k / my <space> 42 <enter>");
    assert_eq!(block(&pilot), "scratch-1");
    for secret in ["your fingers", "twice three is", "return 2 * x"] {
        let keys: String = secret.chars().map(|c| if c == ' ' { " <space> ".into() } else { c.to_string() }).collect();
        sees(&go(tiny(80, 24), &format!("/ {keys}")), "No paragraph or line of code contains");
    }
    let pilot = go(on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24)), "/ softmax <enter>");
    assert!(pilot.model.workspace.open.is_some(), "from the contents, too");
}

#[test]
fn a_name_that_is_typed_whole_is_found_before_a_longer_one() {
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open("18").unwrap());
    assert_eq!(block(&go(pilot, "O p a t i e n t <enter>")), "patient");
}

#[test]
fn the_outline_tells_how_things_stand_and_goes_there() {
    let pilot = go(tiny(80, 40), "O");
    for words in ["Start", "knob  t, half", "○ not answered", "○ not solved", "Enter runs it"] {
        sees(&pilot, words);
    }
    let pilot = go(to(go(pilot, "<esc>"), "guess"), "1 O");
    sees(&pilot, "✗ not right");
    let pilot = go(to(go(pilot, "<esc>"), "knob"), "<right> O");
    sees(&pilot, "✎ changed");
    sees(&pilot, "▸   knob");
    assert_eq!(block(&go(pilot, "<down> <enter>")), "grid");
    // A paragraph has no row: the cursor is on what stands above it.
    let pilot = go(to(attention(80, 24), "masked"), "<down> O");
    sees(&pilot, "▸   masked");
}

#[test]
fn a_name_leads_to_its_cell_and_to_where_it_is_used() {
    let pilot = go(to(attention(100, 30), "scale"), "d");
    sees(&pilot, "scores   scores = ");
    sees(&pilot, "defined in score");
    let pilot = go(pilot, "scores <enter>");
    assert_eq!(block(&pilot), "score");
    let pilot = go(pilot, "d used");
    let pilot = go(pilot, "<c-u> <esc>");
    assert_eq!(block(&go(pilot, "<backspace>")), "scale");
    let pilot = go(to(tiny(80, 24), "start"), "d");
    sees(&pilot, "half   half = t / 2");
    assert_eq!(block(&go(pilot, "<enter>")), "knob");
    sees(&go(to(tiny(80, 24), "guess"), "d"), "This block shares no names");
}

#[test]
fn back_and_forward_walk_the_same_way() {
    let pilot = go(attention(80, 24), "O score <enter> ] : embedding <enter>");
    let pilot = go(pilot, "<c-o>");
    assert_eq!(at(&pilot).0, "why-scale");
    let pilot = go(pilot, "<a-left>");
    assert_eq!(at(&pilot), ("attention".into(), "score".into()));
    let pilot = go(pilot, "<backspace>");
    assert_eq!(at(&pilot), ("attention".into(), "who-listens-to-whom".into()));
    sees(&go(pilot, "<backspace>"), "nowhere to go back to");
    let pilot = go(attention(80, 24), "] <c-o> <a-right>");
    assert_eq!(at(&pilot).0, "why-scale");
    sees(&go(pilot, "<a-right>"), "nowhere to go forward to");
    let pilot = go(attention(80, 24), "G <esc> <c-o>");
    assert_eq!(at(&pilot).0, "attention", "from the contents back into the lesson");
}

#[test]
fn every_list_closes_with_esc_and_a_click_beside_it() {
    for key in [":", "/", "O", "d"] {
        let pilot = go(to(attention(120, 40), "scale"), key);
        assert_eq!(pilot.model.context(), Context::Finder, "{key}");
        let pilot = go(pilot, "x <f1> <esc>");
        assert_eq!(pilot.model.context(), Context::Finder, "{key}: the help closes first");
        let pilot = mouse(pilot, PointerKind::Press, (1, 3));
        assert_eq!(pilot.model.context(), Context::Page, "{key}");
        assert_eq!(go(pilot, &format!("{key} <esc>")).model.context(), Context::Page, "{key}");
    }
}

#[test]
fn the_mouse_reaches_rows_footer_title_and_bar() {
    let pilot = click(click(attention(120, 40), "Space menu"), "actions");
    sees(&pilot, "╭ Actions");
    let pilot = mouse(pilot, PointerKind::ScrollDown, (60, 10));
    assert_eq!(pilot.model.finder.as_ref().unwrap().selected, 1);
    let pilot = click(go(pilot, "<esc> O"), "score  scores");
    assert_eq!(block(&pilot), "score");
    let (column, row) = place(&pilot, "━");
    let pilot = mouse(pilot, PointerKind::Press, (column + 9, row));
    assert!(pilot.model.reading().unwrap().lesson.at > 20);
    let pilot = click(pilot, "? help");
    assert_eq!(pilot.model.context(), Context::Help);
    let pilot = click(go(pilot, "<esc>"), "Glassformer");
    assert_eq!(pilot.model.context(), Context::Contents);
    assert!(click(pilot, "q quit").has_quit());
}

#[test]
fn a_paste_is_typed_into_the_list_in_one_line() {
    let mut pilot = go(attention(80, 24), ":");
    pilot.take(Msg::Paste("next\nlesson".to_owned()));
    assert_eq!(at(&go(pilot, "<enter>")).0, "why-scale");
    let mut pilot = go(attention(80, 24), "/");
    pilot.take(Msg::Paste("猫 e\u{301} ".repeat(1_000_000)));
    sees(&pilot, "No paragraph or line of code contains");
    let lessons = pilot.model.course.take();
    sees(&pilot, "Reading the lessons");
    pilot.model.course = lessons;
    let query = |pilot: &Pilot| pilot.model.finder.as_ref().unwrap().query.text();
    assert!(
        query(&pilot).len() <= 256,
        "every key would wait until all is compared with {} bytes",
        query(&pilot).len()
    );
    // The beginning of a long text finds it.
    let long: Vec<_> = (0..100).map(|place| format!("word{place}")).collect();
    let text = format!("---\ntitle: Long\nid: long\n---\n# Long\n\n{}\n", long.join(" "));
    let lesson = Lesson::read("long.md", &text).unwrap();
    let mut pilot = go(Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).read(lesson), "/");
    pilot.take(Msg::Paste(long.join(" ")));
    assert_eq!(pilot.model.finder.as_ref().unwrap().rows.len(), 1);
}

/// Nothing that the footer names is dead: it changes the screen, or says why not. The monkey asks the same wherever it comes.
#[test]
fn every_key_of_the_footer_acts() {
    let places = [
        ("start", ""),
        ("words", ""),
        ("words", "<enter>"),
        ("words", "E"),
        ("knob", ""),
        ("grid", "<enter>"),
        ("grid", "<enter> 1"),
        ("holes", "<enter> <tab> <tab> <enter>"),
        ("holes", "<enter> <tab> <tab> <enter> <tab>"),
        ("switches", ""),
        ("guess", ""),
        ("guess", "<enter>"),
        ("guess", "1"),
        ("double", ""),
        ("knob", "<right> a <esc>"),
        ("knob", ":"),
        ("knob", "d"),
        ("knob", "O <enter>"),
        ("knob", "/ half"),
        ("knob", "/ half <enter>"),
        ("knob", "?"),
        ("knob", "<esc>"),
    ];
    for (block, keys) in places {
        let there = || go(to(tiny(200, 40), block), keys);
        for hint in footer::hints(&there().model) {
            let acts = hint.acts.iter().any(|key| {
                let mut pilot = there();
                let before = styled(&pilot.frame());
                on_rust(|| pilot.press(*key));
                pilot.has_quit() || pilot.model.notice.is_some() || styled(&pilot.frame()) != before
            });
            assert!(acts, "at {block:?} after {keys:?}: {} {}", hint.keys, hint.description);
        }
    }
}

#[test]
fn a_search_finds_lessons_by_their_titles_first() {
    let pilot = go(on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 120, 40)), "/");
    let pilot = go(pilot, "whole <space> transformer <enter>");
    assert_eq!(at(&pilot).0, "transformer");
}

#[test]
fn who_goes_on_another_way_has_ended_the_search() {
    let pilot = go(attention(100, 30), "/ MASK <space> future <enter>");
    assert!(pilot.model.search.is_some());
    let pilot = go(pilot, "O soft <enter>");
    assert!(pilot.model.search.is_none());
    misses(&pilot, "ends the search");
}

#[test]
fn contents_are_the_list_whatever_the_lesson_was_opened_from() {
    let front = || on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 120, 40).with_machine());
    let pilot = go(front(), "m <enter> c c");
    assert_eq!(pilot.model.context(), Context::Contents, "{}", pilot.screen());
    // The menu says what the key does: once is enough there.
    let pilot = go(front(), "m <enter> <space> c");
    assert_eq!(pilot.model.context(), Context::Contents, "{}", pilot.screen());
    // Step by step it leads back to where it began.
    let pilot = go(front(), "m <enter> <esc> <esc>");
    assert_eq!(pilot.model.context(), Context::Machine);
}
