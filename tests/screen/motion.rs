//! What moves on the screen without a key, by the clock of the test.

use super::*;
use glassformer::tui::model::motion::Motion;
use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};
use std::collections::BTreeSet;
use std::time::Duration;

/// A matrix whose first row a slider moves.
const ROWS: &str = "---\ntitle: Rows\nid: rows\n---\n# Rows\n\n```python\n#| label: knob\n#| show: M, n\n#| view: numbers\n\
                    t = slider(1.0, 9.0, value=3.0, step=1.0)\nM = torch.tensor([[0.5, 0.25], [0.75, 0.25]]) * torch.tensor([[1.0], [0.0]]) * t \
                    + torch.tensor([[0.0, 0.0], [7.25, 8.5]])\nn = M.sum()\n```\n";
const JUST_BEFORE: Duration = Duration::from_millis(299);
const A_MOMENT: Duration = Duration::from_millis(1);

fn rows(width: u16, height: u16) -> Pilot {
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height).in_motion());
    to(on_rust(|| pilot.read(Lesson::read("page.md", ROWS).unwrap())), "knob")
}

/// The words that are inverted on the page, between what is not; the footer is none of it.
fn inverted(pilot: &Pilot) -> Vec<String> {
    let frame = pilot.frame();
    let lines = frame.content.chunks(usize::from(frame.area.width)).take(usize::from(frame.area.height) - 1);
    let mut words = Vec::new();
    for line in lines {
        let runs = line.chunk_by(|a, b| is_inverted(a) == is_inverted(b)).filter(|run| is_inverted(&run[0]));
        words.extend(runs.map(|run| run.iter().map(Cell::symbol).collect::<String>().trim().to_owned()));
    }
    words
}

fn is_inverted(cell: &Cell) -> bool {
    cell.modifier.contains(Modifier::REVERSED)
}

/// The color of the first text that reads so.
fn color_of(pilot: &Pilot, text: &str) -> Color {
    let frame = pilot.frame();
    let width = text.chars().count();
    let reads = |cells: &[Cell]| cells.iter().map(Cell::symbol).collect::<String>() == text;
    frame.content.windows(width).find(|cells| reads(cells)).map_or(Color::Reset, |cells| cells[0].fg)
}

fn wait(mut pilot: Pilot, time: Duration) -> Pilot {
    on_rust(|| pilot.wait(time));
    pilot
}

/// What keys have inverted that is not so after them where nothing moves.
fn flashing(pilot: &Pilot, still: &Pilot) -> Vec<String> {
    let still = inverted(still);
    inverted(pilot).into_iter().filter(|words| !still.contains(words)).collect()
}

/// The same page where motion is reduced.
fn still(mut pilot: Pilot, keys: &str) -> Pilot {
    pilot.model.motion = Motion::Reduced;
    go(pilot, keys)
}

#[test]
fn changed_elements_flash_and_others_do_not() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut pilot = rows(width, height);
        let still = still(rows(width, height), "<right>");
        assert_eq!(pilot.patience(), None);
        pilot = go(pilot, "<right>");
        let new = flashing(&pilot, &still);
        assert!(new.iter().any(|words| words == "2.00  1.00"), "{new:?} in\n{}", pilot.screen());
        assert!(new.iter().any(|words| words == "18.7500"), "{new:?} in\n{}", pilot.screen());
        assert!(!new.iter().any(|words| words.contains("7.25") || words.contains("8.50")), "{new:?}");
        assert_eq!(pilot.patience(), Some(Duration::from_millis(300)));
        pilot = wait(pilot, JUST_BEFORE);
        assert_eq!(flashing(&pilot, &still), new);
        assert_eq!(pilot.patience(), Some(A_MOMENT));
        pilot = wait(pilot, A_MOMENT);
        assert_eq!((pilot.frame(), pilot.patience()), (still.frame(), None));
    }
}

#[test]
fn a_newer_change_has_its_whole_time() {
    let pilot = wait(go(rows(80, 24), "<right>"), JUST_BEFORE);
    let mut pilot = go(pilot, "<right>");
    let twice = still(rows(80, 24), "<right> <right>");
    assert_eq!(pilot.patience(), Some(Duration::from_millis(300)));
    pilot = wait(pilot, JUST_BEFORE);
    assert!(!flashing(&pilot, &twice).is_empty());
    pilot = wait(pilot, A_MOMENT);
    assert_eq!(pilot.frame(), twice.frame());
    // What is taken back flashes as what was done.
    assert!(!flashing(&go(pilot, "u"), &still(rows(80, 24), "<right> <right> u")).is_empty());
}

#[test]
fn reduced_motion_flashes_nothing_and_sets_no_timer() {
    let mut pilot = still(rows(120, 40), "<right>");
    assert_eq!(pilot.patience(), None);
    assert_eq!(pilot.frame(), wait(go(rows(120, 40), "<right>"), Duration::from_secs(1)).frame());
}

#[test]
fn every_view_and_theme_flashes_what_changed() {
    for theme in ThemeName::ALL {
        for view in ["numbers", "tiles", "pixels", "bars", "curve", "tokens", "arcs"] {
            let lesson = ROWS.replace("M, n", "M").replace("view: numbers", &format!("view: {view}"));
            let open = || {
                let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), theme, 80, 24).in_motion());
                to(on_rust(|| pilot.read(Lesson::read("page.md", &lesson).unwrap())), "knob")
            };
            let (pilot, still) = (go(open(), "<right>"), still(open(), "<right>"));
            assert_ne!(inverted(&pilot), inverted(&still), "{view} in {theme:?}:\n{}", pilot.screen());
            assert_eq!(wait(pilot, Duration::from_millis(300)).frame(), still.frame(), "{view} in {theme:?}");
        }
    }
}

#[test]
fn operands_are_lit_before_the_result_of_a_played_step() {
    let lesson = "---\ntitle: Product\nid: product\n---\n# Product\n\n```python\n#| label: product\nA = torch.tensor([[1.0, 2.0], [3.0, 4.0]])\n\
                  B = torch.tensor([[5.0, 6.0], [7.0, 8.0]])\nC = A @ B\n```\n";
    let open = || {
        let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 130, 40).in_motion());
        to(on_rust(|| pilot.read(Lesson::read("page.md", lesson).unwrap())), "product")
    };
    let mut pilot = go(open(), "s .");
    // As far as the first step that is computed from something: the product.
    for _ in 0..9 {
        pilot = wait(pilot, Duration::from_secs(1));
        if pilot.model.moment().is_some() {
            break;
        }
    }
    let has = |pilot: &Pilot, words: &str| inverted(pilot).iter().any(|run| run == words);
    // The greatest element is the one that is lit: 22 = 1 · 6 + 2 · 8.
    assert!(["1  2", "6", "8"].iter().all(|words| has(&pilot, words)), "{:?}\n{}", inverted(&pilot), pilot.screen());
    assert!(!has(&pilot, "22"));
    // Then the result fades in, a quarter more each time, and with all of it the element is inverted.
    let mut pilot = wait(pilot, Duration::from_millis(250));
    let mut faded = BTreeSet::new();
    for _ in 0..3 {
        assert!(!has(&pilot, "22") && !has(&pilot, "6"), "{:?}", inverted(&pilot));
        faded.insert(format!("{:?}", color_of(&pilot, "43")));
        pilot = wait(pilot, Duration::from_millis(63));
    }
    assert_eq!(faded.len(), 3, "{faded:?}");
    assert!(has(&pilot, "22") && !has(&pilot, "6"), "{:?}\n{}", inverted(&pilot), pilot.screen());
    let pilot = wait(pilot, Duration::from_millis(250));
    assert!(pilot.model.moment().is_none() && !has(&pilot, "22"), "{:?}", inverted(&pilot));
    // Where motion is reduced the result is there at once.
    let mut still = still(open(), "s .");
    for _ in 0..9 {
        still = wait(still, Duration::from_secs(1));
        assert!(still.model.moment().is_none());
    }
}

#[test]
fn a_scale_that_jumps_flashes_its_end() {
    let lesson = "---\ntitle: Bars\nid: bars\n---\n# Bars\n\n```python\n#| label: knob\n#| show: v\n#| view: bars\n\
                  t = slider(1.0, 9.0, value=4.0, step=1.0)\nv = torch.tensor([1.0, 0.5]) * t\n```\n";
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Mono, 80, 24).in_motion());
    let pilot = to(on_rust(|| pilot.read(Lesson::read("page.md", lesson).unwrap())), "knob");
    let ends = |pilot: &Pilot| inverted(pilot).iter().filter(|words| words.parse() == Ok(10)).count();
    // A full bar is 5 as long as no value is greater.
    let pilot = go(pilot, "<right>");
    assert_eq!(ends(&pilot), 0, "{}", pilot.screen());
    let pilot = go(wait(pilot, Duration::from_secs(1)), "<right>");
    assert_eq!(ends(&pilot), 1, "{:?}\n{}", inverted(&pilot), pilot.screen());
    assert_eq!(ends(&wait(pilot, Duration::from_millis(300))), 0);
}
