//! Contents, lessons, questions, exercises, help: going anywhere and back.

use super::*;
use glassformer::tui::message::Msg;
use ratatui::layout::Size;

#[test]
fn contents_lesson_and_back_lose_nothing() {
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24));
    sees(&pilot, "Begin here: why attention");
    let pilot = go(pilot, "j j j j j");
    sees(&pilot, "Scaled dot-product attention");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "Who listens to whom?");
    let pilot = go(to(pilot, "scale"), "<right> <esc> <esc>");
    sees(&pilot, "1 change");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "✎ changed");
    let pilot = go(pilot, "]");
    sees(&pilot, "Why divide by");
    sees(&go(pilot, "c c G <enter> ]"), "This is the last lesson.");
}

#[test]
fn what_the_selected_lesson_is_about_is_always_seen() {
    for height in [18, 24, 25, 26] {
        let mut pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 120, height));
        for _ in 0..pilot.model.contents.entries.len() {
            let entry = &pilot.model.contents.entries[pilot.model.contents.selected];
            let about: String = entry.summary.split_whitespace().take(5).collect::<Vec<_>>().join(" ");
            sees(&pilot, &about);
            pilot = go(pilot, "j");
        }
    }
}

#[test]
fn a_broken_lesson_is_listed_with_its_problem() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("15-broken.md"), "---\nid: broken\n---\nText.\n").unwrap();
    std::fs::write(
        folder.path().join("16-cell.md"),
        "---\ntitle: Later\nid: later\n---\n```python\n#| vieww: x\na = 1\n```\n",
    )
    .unwrap();
    let library = LessonLibrary::embedded().with_overlay(folder.path()).unwrap();
    let pilot = on_rust(|| Pilot::new(library, ThemeName::Dark, 100, 30));
    let pilot = go(pilot, "G k");
    sees(&pilot, "broken: 1 problem");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "15-broken.md:");
    let pilot = go(pilot, "j <enter> k j");
    sees(&pilot, "Later broken: 1 problem");
    sees(&go(pilot, "g <enter>"), "Two minutes with your hands");
}

#[test]
fn a_question_gives_nothing_away_before_it_is_answered() {
    let pilot = to(tiny(80, 24), "guess");
    misses(&pilot, "is the sum");
    misses(&pilot, "Right.");
    sees(&pilot, "1-9 answer");
    let pilot = go(pilot, "i");
    sees(&pilot, "hint  Count your fingers.");
    let pilot = go(pilot, "1 <enter>");
    sees(&pilot, "✗ The right answer is number 2.");
    sees(&pilot, "Because 2 is the sum.");
    let pilot = go(pilot, "<enter> j <enter>");
    sees(&pilot, "✓ Right.");
    sees(&go(pilot, "9"), "There are 3 options.");
}

#[test]
fn an_exercise_gives_help_and_is_solved() {
    let pilot = to(tiny(80, 40), "double");
    sees(&pilot, "○ not solved yet");
    let pilot = go(pilot, "i");
    sees(&pilot, "hint  Multiply.");
    let pilot = go(pilot, "i i");
    sees(&pilot, "There are no more hints.");
    let pilot = go(pilot, "S");
    sees(&pilot, "Press S again to show the solution");
    misses(&pilot, "return 2 * x");
    let pilot = go(pilot, "S");
    sees(&pilot, "return 2 * x");
    let pilot = go(pilot, "<enter> *3");
    sees(&pilot, "✗ Not yet: ");
    sees(&pilot, "twice three is six");
    let pilot = go(pilot, "<backspace> 2 <esc>");
    sees(&pilot, "✓ Solved: every check passes.");
}

#[test]
fn help_opens_everywhere_and_scrolls() {
    let pilot = go(tiny(80, 24), "?");
    sees(&pilot, "Keys");
    sees(&pilot, "Lesson");
    let pilot = go(pilot, "G");
    misses(&pilot, "more lines");
    let pilot = go(pilot, "? j");
    misses(&pilot, "Keys");
    let pilot = go(to(pilot, "words"), "e <f1>");
    sees(&pilot, "Typing text");
    sees(&go(pilot, "<esc>"), "typing sentence");
}

#[test]
fn the_program_is_left_from_anywhere() {
    for keys in ["q", "? q", "<esc> q", "<tab> e <c-c>", "<tab> E <c-c>"] {
        assert!(go(tiny(80, 24), keys).has_quit(), "{keys}");
    }
}

#[test]
fn a_high_block_is_read_by_half_screens_and_nothing_is_unreachable() {
    let mut pilot = attention(60, 12);
    let mut seen = String::new();
    for _ in 0..600 {
        seen.push_str(&pilot.screen());
        pilot = go(pilot, "j");
    }
    let mut up = String::new();
    for _ in 0..600 {
        up.push_str(&pilot.screen());
        pilot = go(pilot, "k");
    }
    for words in ["Who listens to whom?", "X = torch.stack(", "def embed(word)", "Attention does not know the order"] {
        assert!(seen.contains(words), "down: {words}");
        assert!(up.contains(words), "up: {words}");
    }
    sees(&pilot, "Who listens to whom?");
}

#[test]
fn pages_turn_to_the_end_and_back() {
    let pilot = go(attention(80, 24), &"<pagedown> ".repeat(40));
    sees(&pilot, "Attention does not know the order");
    let pilot = go(pilot, &"<pageup> ".repeat(40));
    sees(&pilot, "Who listens to whom?");
    sees(&go(pilot, "G"), "Attention does not know the order");
}

#[test]
fn a_resize_keeps_the_cursor_in_view() {
    let mut pilot = go(to(attention(120, 40), "softmax"), "<enter> <end>");
    for (width, height) in [(60, 12), (40, 10), (200, 60), (3, 2), (80, 24)] {
        pilot.take(Msg::Resize(Size { width, height }));
        if width >= 40 {
            sees(&pilot, "[");
        }
    }
    sees(&pilot, "inside weights");
}

#[test]
fn blocks_of_a_lesson_are_as_many_whether_its_shared_cells_are_shown_or_not() {
    let transformer =
        on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 120, 40).open("transformer").unwrap());
    let all = |pilot: &Pilot| {
        let first = pilot.screen().lines().next().unwrap_or_default().to_owned();
        let counts = first.split("block ").nth(1).and_then(|rest| rest.split('/').nth(1)).map(str::to_owned);
        counts.map(|rest| rest.split_whitespace().next().unwrap_or_default().to_owned())
    };
    let before = all(&transformer).unwrap();
    let pilot = go(transformer, "O decoder_layer_of <enter>");
    sees(&pilot, "shared cell ");
    assert_eq!(all(&pilot), None);
    assert_eq!(all(&go(pilot, "<up> <home>")), Some(before));
}
