//! Looking at tensors in every way: by keys, by clicks, and across edits.

use super::*;
use glassformer::tui::message::{Msg, Pointer, PointerKind};

/// A lesson with something for every view.
fn views(width: u16, height: u16) -> Pilot {
    views_in(ThemeName::Dark, width, height)
}

fn views_in(theme: ThemeName, width: u16, height: u16) -> Pilot {
    let lesson = Lesson::read("views.md", include_str!("../lessons/views.md")).unwrap();
    on_rust(|| Pilot::new(LessonLibrary::embedded(), theme, width, height).read(lesson))
}

#[test]
fn a_key_goes_through_the_views_and_comes_back() {
    // The first round has views that are higher, for which the page scrolls.
    let pilot = go(to(views(120, 40), "strips"), "v v v v v v v");
    sees(&pilot, "strips  [query 6 × key 6]  tokens");
    let before = pilot.screen();
    let pilot = go(pilot, "v");
    sees(&pilot, "strips  [query 6 × key 6]  histogram");
    // Who attends to whom comes first, then how much.
    let pilot = go(pilot, "v");
    sees(&pilot, "strips  [query 6 × key 6]  arcs");
    let pilot = go(pilot, "v");
    sees(&pilot, "strips  [query 6 × key 6]  numbers");
    let pilot = go(pilot, "v v v v");
    assert_eq!(pilot.screen(), before);
    let pilot = go(pilot, "V");
    sees(&pilot, "strips  [query 6 × key 6]  bars of query the");
    let pilot = go(pilot, "v");
    assert_eq!(pilot.screen(), before);
}

#[test]
fn inside_a_tensor_the_key_turns_that_tensor_alone_and_the_choice_stays() {
    let pilot = go(to(tiny(120, 60), "holes"), "<enter> <tab> <tab>");
    sees(&pilot, "inside shares");
    let pilot = go(pilot, "v");
    sees(&pilot, "shares  [row 2 × column 2]  tiles");
    misses(&pilot, "masked  [row 2 × column 2]  tiles");
    // The choice outlives new values, and leaving the tensor and the lesson.
    let pilot = go(pilot, "<esc> <tab> <tab> <tab> x");
    sees(&pilot, "shares  [row 2 × column 2]  tiles");
    let pilot = go(to(pilot, "grid"), "<enter> 7 <enter> <esc>");
    sees(&pilot, "shares  [row 2 × column 2]  tiles");
}

#[test]
fn arrows_go_where_they_point_in_every_view() {
    let place = |pilot: &Pilot| {
        let spot = &pilot.model.reading().unwrap().inside().unwrap().spot;
        (spot.row, spot.column)
    };
    // Bars lie below each other: down is the next element.
    let pilot = go(to(views(120, 40), "bars"), "<enter> j j");
    assert_eq!(place(&pilot), (0, 2));
    sees(&pilot, "change  word sat  = 0.0800");
    // Along a curve right is the next place, and down another line.
    let pilot = go(to(views(120, 40), "waves"), "<enter> l l l j");
    assert_eq!(place(&pilot), (3, 1));
    sees(&pilot, "▴ place 3");
    // In threads down is the next token at the left.
    let pilot = go(to(views(120, 40), "attention"), "<enter> j j l");
    assert_eq!(place(&pilot), (2, 1));
    sees(&pilot, "[0.81]");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "computed from");
}

#[test]
fn a_deeper_tensor_says_which_slice_it_shows_and_can_be_turned() {
    let pilot = go(to(views(120, 40), "heads"), "<enter> j j l");
    sees(&pilot, "heads  [query 6 × key 6]  slice 1/3");
    let pilot = go(pilot, "<gt>");
    sees(&pilot, "slice 2/3");
    let value = |pilot: &Pilot| pilot.screen().lines().rev().nth(1).unwrap().split("= ").nth(1).unwrap().to_owned();
    let before = value(&pilot);
    let pilot = go(pilot, "X");
    sees(&pilot, "heads  [3 × query 6]  key 2/6 (cat)");
    assert_eq!(value(&pilot), before, "the cursor stays on its element");
    let pilot = go(pilot, "X X");
    sees(&pilot, "heads  [query 6 × key 6]  slice 2/3");
    assert_eq!(value(&pilot), before);
}

#[test]
fn what_does_not_sum_to_one_is_said_with_its_sums() {
    let pilot = to(views(120, 40), "late");
    sees(&pilot, "5 of 6 rows do not sum to 1");
    sees(&pilot, "Σ 0.09 !");
    sees(&pilot, "Σ 1.00");
}

#[test]
fn a_click_chooses_in_every_view() {
    for block in ["bars", "many", "attention", "strips", "waves", "normal", "pixels"] {
        let mut pilot = to(views(120, 40), block);
        let mut reached = std::collections::BTreeSet::new();
        let first = pilot.screen().lines().position(|line| line.starts_with(" ▎")).unwrap_or(2) as u16;
        for row in (first..38).step_by(2) {
            for column in (4..60).step_by(3) {
                on_rust(|| pilot.take(Msg::Pointer(Pointer { kind: PointerKind::Press, column, row })));
                if let Some(inside) = pilot.model.reading().unwrap().inside() {
                    reached.insert((inside.spot.block, inside.spot.row, inside.spot.column));
                }
            }
        }
        assert!(reached.len() > 3, "{block}: {reached:?}");
    }
}

#[test]
fn every_view_at_every_size() {
    for (block, keys) in [("strips", "<enter> j l"), ("heads", ""), ("waves", "<enter>"), ("many", "<enter> G")] {
        for theme in [ThemeName::Dark, ThemeName::Mono] {
            let mut pilot = go(to(views_in(theme, 80, 24), block), keys);
            for _ in 0..8 {
                pilot = go(pilot, "v");
                for (width, height) in [(41, 11), (60, 20), (80, 24), (120, 40), (200, 60)] {
                    let size = ratatui::layout::Size { width, height };
                    on_rust(|| pilot.take(Msg::Resize(size)));
                    pilot.screen();
                }
            }
        }
    }
}

#[test]
fn a_list_of_paths_is_a_tree_with_its_numbers() {
    let lesson = "---\ntitle: Tree\nid: tree\n---\n# Tree\n\n```python\n#| label: kept\n#| view: tree\n\
                  kept = [(0.5, [\"the\", \"cat\"]), (0.25, [\"the\", \"dog\"]), (0.2, [\"a\"])]\n```\n";
    let lesson = Lesson::read("tree.md", lesson).unwrap();
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Mono, 60, 20).read(lesson));
    for line in ["├─ the", "│  ├─ cat  0.500  ◂ best", "│  └─ dog  0.250", "└─ a  0.200"] {
        sees(&pilot, line);
    }
    misses(&pilot, "kept  [(");
}

/// The line of the screen that begins with a name and the axis of its bar.
fn bar_of(pilot: &Pilot, name: &str) -> String {
    let screen = pilot.screen();
    screen.lines().find(|line| line.contains(&format!("{name} │"))).unwrap_or_else(|| panic!("{screen}")).to_owned()
}

fn length(bar: &str) -> usize {
    bar.chars().filter(|cell| "▄▖▗".contains(*cell)).count()
}

#[test]
fn what_was_before_typing_stays_behind_the_bars_while_one_types() {
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open("2").unwrap());
    let pilot = go(pilot, "O d o t s <enter> e <backspace> <backspace> <backspace> d o g <enter>");
    // `dog` is nearly where `cat` was, and nothing of the empty text is drawn over the words.
    sees(&pilot, "dog");
    let bars: Vec<String> = ["the", "cat", "mat"].map(|word| bar_of(&pilot, word)).to_vec();
    assert!(bars.iter().all(|bar| !bar.contains('░')), "{bars:?}");
}

#[test]
fn bars_grow_while_their_slider_moves() {
    let library = LessonLibrary::embedded();
    let pilot = on_rust(|| Pilot::new(library, ThemeName::Dark, 80, 24).open("0").unwrap());
    let pilot = go(pilot, "<down>");
    let before = length(&bar_of(&pilot, "Tue"));
    let pilot = go(pilot, "<right>");
    let bar = bar_of(&pilot, "Tue");
    assert!(length(&bar) > before, "four cups are more than three: {bar}");
    // Where the bar was is a gap in it, and the other way round a shade behind it, until another thing is changed.
    sees(&pilot, "previous value");
    assert!(bar.contains("▄▗▄") || bar.contains("▄▖▄"), "{bar}");
    let pilot = go(pilot, "<left> <left>");
    assert!(bar_of(&pilot, "Tue").contains('░'));
    let pilot = go(pilot, "u");
    assert_eq!(length(&bar_of(&pilot, "Tue")), before);
}

#[test]
fn figures_that_stand_close_stay_so_when_a_third_has_no_room() {
    let lesson = "---\ntitle: Three\nid: three\n---\n```python\n#| label: all\n\
                  a = torch.linspace(-1, 1, 24).reshape(6, 4)\nb = a * 1\nc = a * 1\n```\n";
    let pilot = page_of(lesson, 80, 60);
    let screen = pilot.screen();
    let titles = screen.lines().find(|line| line.contains("a  [6 × 4]")).unwrap();
    assert!(titles.contains("b  [6 × 4]") && !titles.contains("+1.00"), "{screen}");
    let alone = screen.lines().find(|line| line.contains("c  [6 × 4]")).unwrap();
    assert!(!alone.contains("b  [") && alone.contains("+1.00"), "{screen}");
}
