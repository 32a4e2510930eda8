//! The tree of a beam search: its steps, what became of each continuation, and how wide it is.

use super::front::{front, machine, typed};
use super::*;
use glassformer::app::event::AppEvent;
use glassformer::app::jumps::JumpPlace;
use glassformer::app::machine::MachineError;
use glassformer::nn::decoding::Fate;
use glassformer::tui::keymap::Context;
use ratatui::layout::Size;

/// A tree in which two beginnings lead for long, and neither is greedy at every step.
fn friends(width: u16, height: u16) -> Pilot {
    let pilot = go(front(width, height), "m e");
    go(on_rust(|| typed(pilot, "some old friends open a big box")), "<enter> b")
}

/// The row of the screen that ends with what became of the node under the cursor.
fn row_of_cursor(pilot: &Pilot) -> String {
    let beam = &pilot.model.machine.beam;
    let sum = format!("{:.2}  ", beam.tree.as_ref().unwrap().search.nodes[beam.node].sum);
    pilot.screen().lines().find(|line| line.contains(&sum)).unwrap().trim_end().to_owned()
}

#[test]
fn every_continuation_of_a_step_says_what_became_of_it() {
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let pilot = go(friends(width, height), "<right> <right> <right>");
        assert_eq!(pilot.model.context(), Context::Beam);
        let beam = &pilot.model.machine.beam;
        let tree = beam.tree.clone().unwrap();
        sees(&pilot, "Beam search of width 3");
        sees(&pilot, &format!("step 4 of {}", tree.search.steps()));
        for node in tree.search.looked_at(3) {
            let numbers = tree.search.nodes[node].clone();
            let numbers = format!("{:.2}{:>8.2}", numbers.log_prob, numbers.sum);
            let word = match tree.search.fate(node) {
                Fate::GoesOn => "→ kept",
                Fate::Dropped { .. } => "× dropped",
                Fate::Ends | Fate::GivenUp => panic!("nothing ends there"),
            };
            let is_told = |line: &str| line.contains(&numbers) && line.contains(word);
            assert!(pilot.screen().lines().any(is_told), "{numbers} {word}\n{}", pilot.screen());
        }
        sees(&pilot, "one of the 3 most probable sequences that do not end here");
    }
}

#[test]
fn what_is_dropped_names_whom_it_lost_against() {
    let mut pilot = go(friends(80, 24), "<right>");
    let tree = pilot.model.machine.beam.tree.clone().unwrap();
    let (loser, winner) = tree
        .search
        .looked_at(1)
        .find_map(|node| match tree.search.fate(node) {
            Fate::Dropped { winner } => Some((node, winner)),
            _ => None,
        })
        .unwrap();
    while pilot.model.machine.beam.node != loser {
        let before = pilot.model.machine.beam.node;
        pilot = go(pilot, "<down>");
        assert_ne!(pilot.model.machine.beam.node, before, "every row is walked");
    }
    let less = tree.search.nodes[winner].sum - tree.search.nodes[loser].sum;
    sees(&pilot, &format!("Its sum is {less:.2} below that of “{}”", tree.beginning(winner)));
    assert!(row_of_cursor(&pilot).ends_with("× dropped"), "{}", pilot.screen());
    sees(&go(pilot, "<up>"), "→ kept");
}

#[test]
fn the_last_step_has_the_sentences_that_were_found() {
    let pilot = go(machine(80, 24), "b <end>");
    let tree = pilot.model.machine.beam.tree.clone().unwrap();
    sees(&pilot, &format!("step {0} of {0}", tree.search.steps()));
    sees(&pilot, "→ la petite maison rouge");
    sees(&pilot, "✓ finished");
    misses(&pilot, "greedy decoding");
    assert_eq!(pilot.model.machine.beam.last_step(), pilot.model.machine.beam.step);
    // The sentence is longer than there is room for: what is cut off is marked.
    let cut = pilot.screen().lines().filter(|line| line.starts_with(" …")).count();
    assert!(cut > 0, "{}", pilot.screen());
    let pilot = go(pilot, "<home>");
    sees(&pilot, "step 1 of");
    assert!(!pilot.screen().lines().any(|line| line.starts_with(" …")), "{}", pilot.screen());
    misses(&pilot, "✓ finished");
}

#[test]
fn beam_is_made_wider_and_narrower() {
    let pilot = go(machine(80, 24), "b <right> + +");
    sees(&pilot, "Beam search of width 5   step 2");
    assert_eq!(pilot.model.machine.beam.tree.as_ref().unwrap().search.looked_at(1).count(), 10);
    sees(&go(pilot, "+"), "width 5");
    let pilot = go(machine(80, 24), "b - - -");
    sees(&pilot, "Beam search of width 1");
}

#[test]
fn another_sentence_and_a_head_that_is_off_are_searched_anew() {
    let pilot = go(friends(120, 40), "<right> e");
    let pilot = go(on_rust(|| typed(pilot, "the small red house")), "<enter>");
    assert_eq!(pilot.model.context(), Context::Beam);
    sees(&pilot, "the small red house");
    sees(&pilot, "step 1 of");
    let pilot = go(pilot, "u");
    sees(&pilot, "some old friends open a big box");
    let pilot = go(go(pilot, "<esc>"), "<end> x b <end>");
    let (run, beam) = (pilot.model.machine.run.clone().unwrap(), &pilot.model.machine.beam);
    assert_eq!(beam.tree.as_ref().unwrap().input.off, run.input.off);
    assert_eq!(run.input.off.len(), 1);
    sees(&pilot, "some old friends");
    assert_eq!(go(pilot, "<esc> <esc>").model.context(), Context::Contents);
}

#[test]
fn nothing_of_the_tree_is_left_out_in_silence() {
    let pilot = go(friends(200, 60), "+ + <end>");
    let beam = &pilot.model.machine.beam;
    let search = &beam.tree.as_ref().unwrap().search;
    let leaves = (1..search.nodes.len()).filter(|node| search.children(*node).next().is_none()).count();
    let rows = pilot
        .screen()
        .lines()
        .filter(|line| ["→ kept", "✓ finished", "× dropped", "× abandoned"].iter().any(|word| line.ends_with(word)))
        .count();
    let told =
        pilot.screen().lines().find_map(|line| line.trim().split_once(" more sequence")?.0.parse::<usize>().ok());
    assert_eq!(rows + told.unwrap_or(0), leaves, "{}", pilot.screen());
    // Where there is hardly room, the sentences that were found come first.
    let low = go(friends(60, 16), "<end>");
    sees(&low, "✓ finished");
    sees(&low, "more sequences do not fit here");
    sees(&go(friends(60, 12), "<right>"), "→ kept");
}

#[test]
fn cursor_is_found_again_where_its_row_has_no_room() {
    let mut pilot = go(friends(100, 30), "<right> <right> <right> <down> <down> <down> <down> <down> <down> <down>");
    on_rust(|| pilot.take(Msg::Resize(Size { width: 100, height: 14 })));
    let pilot = go(pilot, "<down>");
    let beam = &pilot.model.machine.beam;
    assert!(pilot.screen().contains(&format!("{:.2}", beam.tree.as_ref().unwrap().search.nodes[beam.node].sum)));
    assert_ne!(go(pilot, "<down>").model.machine.beam.node, 0);
}

#[test]
fn differences_are_those_of_the_printed_numbers() {
    for step in 1..8 {
        let pilot = go(friends(120, 40), &"<right> ".repeat(step));
        let tree = pilot.model.machine.beam.tree.clone().unwrap();
        let last = tree.search.looked_at(step).last().unwrap();
        let Fate::Dropped { winner } = tree.search.fate(last) else { continue };
        let printed = |node: usize| format!("{:.2}", tree.search.nodes[node].sum).parse::<f64>().unwrap();
        let mut pilot = pilot;
        while pilot.model.machine.beam.node != last {
            let before = pilot.model.machine.beam.node;
            pilot = go(pilot, "<down>");
            if pilot.model.machine.beam.node == before {
                break;
            }
        }
        if pilot.model.machine.beam.node == last && tree.search.nodes[last].token != tree.search.eos {
            sees(&pilot, &format!("Its sum is {:.2} below", printed(winner) - printed(last)));
        }
    }
}

#[test]
fn tree_leads_to_the_lesson_that_teaches_it() {
    let pilot = go(machine(120, 40), "b <enter>");
    assert_eq!(pilot.model.workspace.open.as_deref(), Some("decoding"));
    let Some(JumpPlace::Block(place)) = pilot.model.here() else { panic!("a lesson is open") };
    assert_eq!(place.block.as_ref(), "beam");
}

#[test]
fn node_is_chosen_by_the_mouse() {
    let pilot = go(friends(80, 24), "<right> <right> <right>");
    let pilot = mouse::click(pilot, "cousines");
    let beam = &pilot.model.machine.beam;
    assert_eq!(&*beam.tree.as_ref().unwrap().pieces[beam.node], "cousines");
    sees(&pilot, "cousines · step 3");
}

#[test]
fn tree_is_drawn_in_little_room() {
    let mut pilot = friends(120, 40);
    for keys in ["", "<end>", "+ +"] {
        pilot = go(pilot, keys);
        for (width, height) in (20..100).step_by(13).flat_map(|width| (8..30).map(move |height| (width, height))) {
            on_rust(|| pilot.take(Msg::Resize(Size { width, height })));
            pilot.screen();
        }
    }
}

#[test]
fn search_that_fails_says_so_and_the_tree_stays() {
    let mut pilot = go(machine(80, 24), "b");
    on_rust(|| pilot.take(Msg::App(AppEvent::BeamSearched(Err(MachineError::Broken)))));
    sees(&pilot, "The translator stopped unexpectedly.");
    sees(&pilot, "Beam search of width 3");
}

#[test]
fn way_back_from_the_lesson_leads_to_the_continuation() {
    for back in ["<c-o>", "<backspace>"] {
        let tree = go(friends(120, 40), "<right> <down>");
        let place = (tree.model.machine.beam.step, tree.model.machine.beam.node);
        let lesson = go(tree, "<enter>");
        assert_eq!(lesson.model.context(), Context::Page);
        let walked = go(lesson, "<down>");
        let pilot = go(walked, back);
        assert_eq!(pilot.model.context(), Context::Beam, "{}", pilot.screen());
        assert_eq!((pilot.model.machine.beam.step, pilot.model.machine.beam.node), place);
        sees(&pilot, "Beam search of width 3");
        // And forward again, to where the lesson was left.
        let pilot = go(pilot, "<a-right>");
        assert_eq!(pilot.model.context(), Context::Page);
    }
    // Esc leaves the tree as it does without a jump.
    let pilot = go(friends(120, 40), "<enter> <c-o> <esc>");
    assert_eq!(pilot.model.context(), Context::Machine);
}
