//! The beam search of the built-in translator in the plain mode: its steps, what became of each continuation, and the ranking.

use glassformer::app::beam::{BeamInput, BeamTree, DEFAULT_WIDTH, search};
use glassformer::nn::decoding::{Fate, LengthPenalty};
use glassformer::tui::render::Pilot;
use glassformer::tui::theme::ThemeName;
use glassformer::words::beam::{FateWords, hundredths};

use super::*;

const SENTENCE: &str = "some old friends open a big box";

fn tree(width: usize) -> Arc<BeamTree> {
    search(BeamInput { sentence: SENTENCE.into(), off: BTreeSet::new(), width }).unwrap()
}

/// What is told to these lines after the sentence is translated.
fn heard(lines: &[&str]) -> String {
    let translate = format!("translate {SENTENCE}");
    let heard = told("begin", &[&[translate.as_str()], lines].concat());
    assert_readable(&heard);
    heard
}

/// What is told at a step, from 1: from its title to the next prompt.
fn at_step(heard: &str, step: usize, all: usize) -> Vec<&str> {
    let title = format!("Step {step} of {all}");
    let lines = heard.lines().skip_while(|line| !line.starts_with(&title));
    lines.take_while(|line| !line.contains("> ")).collect()
}

/// The continuations of a step as they are told, the best first.
fn continuations<'t>(heard: &'t str, step: usize, tree: &BeamTree) -> Vec<&'t str> {
    let lines = at_step(heard, step + 1, tree.search.steps());
    lines.into_iter().filter(|line| line.contains("log-probability")).collect()
}

/// All steps of a search of this width, told.
fn walked(width: usize, tree: &BeamTree) -> String {
    let (begin, steps) = (format!("beam {width}"), tree.search.steps());
    let more = vec!["next"; steps - 1];
    heard(&[&[begin.as_str()][..], &more].concat())
}

fn spoken(number: f64) -> String {
    hundredths(number).replace('-', "minus ")
}

/// The first sentence of a reason, up to what it names: a number or a sequence.
fn beginning(reason: &str) -> &str {
    let end = reason.find(|letter: char| letter.is_ascii_digit() || "-“".contains(letter));
    &reason[..end.unwrap_or(reason.len())]
}

#[test]
fn every_continuation_has_its_numbers_and_its_fate() {
    for width in [1, 3] {
        let tree = tree(width);
        let heard = walked(width, &tree);
        for step in 0..tree.search.steps() {
            let told = continuations(&heard, step, &tree);
            let nodes: Vec<usize> = tree.search.looked_at(step).collect();
            assert_eq!(told.len(), nodes.len(), "step {step} of width {width}\n{heard}");
            for (place, (line, node)) in told.iter().zip(&nodes).enumerate() {
                let of = &tree.search.nodes[*node];
                let fate = match tree.search.fate(*node) {
                    Fate::GoesOn => "kept",
                    Fate::Ends => "finished",
                    Fate::Dropped { .. } => "dropped",
                    Fate::GivenUp => "abandoned",
                };
                assert!(line.starts_with(&format!("{}, {fate}: ", place + 1)), "{line}");
                let numbers = format!("log-probability {}, sum {}.", spoken(of.log_prob), spoken(of.sum));
                assert!(line.contains(&numbers), "{numbers}: {line}");
                let percent = (100.0 * of.log_prob.exp()).round();
                let share = if percent < 1.0 { "below 1".to_owned() } else { percent.to_string() };
                assert!(line.contains(&format!("Probability {share} percent")), "{share}: {line}");
            }
            let kept = told.iter().filter(|line| line.contains(", kept: ")).count();
            assert!(kept <= width, "{kept} are kept of width {width}");
        }
    }
}

/// The reason for a fate is that of the screen, but for how numbers and sequences are written.
#[test]
fn reasons_are_those_of_the_screen() {
    let tree = tree(3);
    let heard = walked(3, &tree);
    let mut fates = BTreeSet::new();
    for step in 0..tree.search.steps() {
        for (line, node) in continuations(&heard, step, &tree).iter().zip(tree.search.looked_at(step)) {
            let words = FateWords { search: &tree.search, step };
            let reason = words.reason(node, |node| tree.beginning(node), str::to_owned);
            let (_, why) = line.split_once(". ").unwrap();
            if tree.search.fate(node) == Fate::GoesOn {
                assert!(!why.contains(beginning(&reason)), "of what is kept the reason is told by its number: {line}");
            } else {
                assert!(why.contains(beginning(&reason)), "{reason}: {line}");
            }
            if let Fate::Dropped { winner } = tree.search.fate(node)
                && tree.search.nodes[node].token != tree.search.eos
            {
                let printed = |node: usize| hundredths(tree.search.nodes[node].sum).parse::<f64>().unwrap();
                let less = hundredths(printed(winner) - printed(node));
                assert!(line.contains(&format!("Its sum is {less} below that of “")), "{less}: {line}");
            }
            fates.insert(words.fate(node));
        }
        // What was kept before and led nowhere is said to be dropped, and nothing else is.
        let before = step.checked_sub(1).map(|before| tree.search.alive[before].clone()).unwrap_or_default();
        let ends = before.iter().filter(|node| tree.search.children(**node).next().is_none()).count();
        let lines = at_step(&heard, step + 1, tree.search.steps());
        let told = lines.iter().filter(|line| line.starts_with("From the step before, dropped: “")).count();
        assert_eq!(told, ends, "step {step}\n{heard}");
    }
    assert!(fates.len() >= 3, "{fates:?}");
}

/// The same node on the screen and in lines: the sentence under the screen's tree is heard, word for word.
#[test]
fn screen_and_plain_mode_tell_a_fate_alike() {
    let heard = told("begin", &["beam", "1", "4"]);
    for (number, down, of) in
        [("1", "", "so the search continues from it"), ("4", " <down> <down> <down>", "Its sum is")]
    {
        let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Mono, 160, 40).with_machine();
        let screen = pilot.keys(&format!("m b{down}")).unwrap().screen();
        let told = screen.lines().find(|line| line.contains(of)).unwrap_or_else(|| panic!("{of}: {screen}")).trim();
        assert!(behind_prompt(&heard, number).contains(told), "{told}\n{heard}");
    }
}

#[test]
fn last_step_ranks_what_was_found_by_its_score() {
    for width in [3, 5] {
        let tree = tree(width);
        let heard = heard(&[&format!("beam {width}"), "beam last", "more", "", "back"]);
        let steps = tree.search.steps();
        assert!(heard.contains(&format!("Step {steps} of {steps}, the last.")), "{heard}");
        let ranked: Vec<&str> = heard.lines().filter(|line| line.contains(" tokens.")).collect();
        assert_eq!(ranked.len(), tree.search.best.len(), "{heard}");
        assert!((1..=width).contains(&ranked.len()));
        for (place, (line, best)) in ranked.iter().zip(&tree.search.best).enumerate() {
            let tokens = best.ids.len() - 1;
            // By hand: the paper's penalty is ((5 + length) / 6) to the power 0.6.
            let score = best.sum / ((5.0 + tokens as f64) / 6.0).powf(0.6);
            assert!(
                (score - best.score).abs() < 1e-9 && (LengthPenalty::GNMT.score(best.sum, tokens) - score).abs() < 1e-9
            );
            let (text, score, sum) = (&tree.translations[place], spoken(score), spoken(best.sum));
            let said = match tree.translations.iter().position(|other| other == text) {
                Some(first) if first < place => format!("the text of number {} again, from other tokens.", first + 1),
                _ => format!("“{text}”."),
            };
            assert_eq!(*line, format!("{}: {said} Score {score}, sum {sum}, {tokens} tokens.", place + 1));
        }
        assert!(tree.search.best.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert!(heard.contains("Greedy decoding wrote "), "{heard}");
        assert!(heard.contains("This was the last step. To leave the beam search, say up."), "{heard}");
        assert!(heard.contains(&format!("Step {} of {steps}. Most probable", steps - 1)), "{heard}");
    }
}

#[test]
fn search_of_width_one_is_greedy() {
    let heard = heard(&["beam 1", "beam last"]);
    let translation = heard.lines().find(|line| line.contains("is translated as")).unwrap();
    let (_, text) = translation.split_once("is translated as ").unwrap();
    assert!(heard.contains(&format!("\n1: {text}")), "{heard}");
    assert!(heard.contains("Greedy decoding wrote the same sentence as number 1."), "{heard}");
}

#[test]
fn width_stays_and_another_one_keeps_the_step() {
    let steps = tree(5).search.steps();
    let heard = heard(&["beam", "next", "beam 5", "more", "again", "up", "be", "translate she sleeps", "beam"]);
    assert!(heard.contains(&format!("Beam search of width {DEFAULT_WIDTH} for “{SENTENCE}”")), "{heard}");
    let wider = behind_prompt(&heard, "beam 5");
    assert!(wider.contains("Beam search of width 5 ") && wider.contains(&format!("Step 2 of {steps}")), "{wider}");
    assert!(!wider.contains("To go through the search"), "the keys are told once: {wider}");
    assert!(behind_prompt(&heard, "again").starts_with(&format!("Step 2 of {steps}")), "{heard}");
    assert!(behind_prompt(&heard, "up").contains("You have left the beam search."), "{heard}");
    let again = behind_prompt(&heard, "be");
    assert!(again.contains("Beam search of width 5 ") && again.contains(&format!("Step 1 of {steps}")), "{again}");
    assert!(behind_prompt(&heard, "translate she sleeps").starts_with("You have left the beam search."), "{heard}");
    assert!(behind_prompt(&heard, "beam").contains("Beam search of width 3"), "{heard}");
    assert!(heard.contains("Beam search of width 5 for “she sleeps”"), "{heard}");
}

/// What is told behind a command, up to the next prompt of any kind.
fn behind_prompt<'t>(heard: &'t str, command: &str) -> &'t str {
    let (_, rest) = heard.split_once(&format!("> {command}\n")).unwrap_or_else(|| panic!("{command}: {heard}"));
    let end = rest.lines().take_while(|line| !line.contains("> ")).map(|line| line.len() + 1).sum();
    rest.get(..end).unwrap_or(rest)
}

#[test]
fn a_number_tells_one_continuation_and_why() {
    let tree = tree(3);
    let heard = heard(&["beam 3", "next", "1", "6", "7", "0"]);
    let told = |number: &str| behind_prompt(&heard, number);
    assert!(told("1").starts_with("1, kept: "), "{heard}");
    assert!(told("1").contains("It is one of the 3 most probable sequences that do not end here"), "{heard}");
    let last = tree.search.looked_at(1).last().unwrap();
    let parent = tree.search.nodes[last].parent.unwrap();
    assert!(told("6").contains(&format!(" after “{}”. ", tree.beginning(parent))), "{heard}");
    for number in ["7", "0"] {
        assert_eq!(told(number), format!("This step has 6 continuations, so there is no number {number}.\n"));
    }
}

#[test]
fn what_is_no_width_is_refused_and_nothing_changes() {
    let heard =
        heard(&["beam 0", "beam 6", "beam -1", "beam 2.5", "beam wide", "beam", "beam 6", "back", "into", "beam"]);
    for asked in ["0", "6", "-1", "2.5"] {
        let said = format!("{asked} is not a possible width: a beam search keeps 1 to 5 sequences at each step.");
        assert!(heard.contains(&said), "{said}\n{heard}");
    }
    assert!(heard.contains("“wide” does not go with beam."), "{heard}");
    assert_eq!(heard.matches(&format!("Beam search of width {DEFAULT_WIDTH} for")).count(), 2, "{heard}");
    assert!(!heard.contains("of width 6"), "{heard}");
    assert!(heard.contains("There is no step before this one. To leave the beam search, say up."), "{heard}");
}

/// Before anything is translated the machine works at its example; what it refuses to translate is not searched.
#[test]
fn search_without_a_sentence_takes_the_example() {
    let long = format!("translate {}", "the small red house ".repeat(60));
    let heard = told("begin", &["beam", "next", "up", long.trim_end(), "beam"]);
    let titles: Vec<&str> = heard.lines().filter(|line| line.starts_with("Beam search of width")).collect();
    assert_eq!(titles.len(), 2, "{heard}");
    assert_eq!(titles[0], titles[1], "the refused sentence is not searched\n{heard}");
    let refused = behind_prompt(&heard, long.trim_end());
    assert!(!refused.contains("is translated as") && refused.lines().count() == 1, "{refused}");
    let listed = told_bytes(Start::Lessons, b"beam\nbeam last\nup\nlessons\n", None, &Interrupt::default());
    assert!(listed.contains("beam search, step 1 of ") && listed.contains("The search is over."), "{listed}");
}

#[test]
fn what_is_switched_off_is_off_in_the_search() {
    let heard = told("begin", &["translate the small red house", "switch cross 0", "beam 2"]);
    let title = behind_prompt(&heard, "beam 2");
    assert!(title.contains("Switched off: cross-attention in decoder layer 0."), "{heard}");
}

#[test]
fn beam_is_no_longer_for_the_screen_alone() {
    let heard = told("begin", &["help beam", "glossary beam search", "beam"]);
    assert!(!heard.contains("works only on the screen"), "{heard}");
    assert!(behind(&heard, "help beam").contains("The command is beam; its short form is be."), "{heard}");
    assert!(heard.contains("To read about beam search: open decoding beam."), "{heard}");
}

#[test]
fn german_walks_the_search_with_german_words() {
    std::thread::spawn(|| {
        speak(Language::German);
        let lines = "beamsuche 2\nweiter\nzurück\n1\nbeamsuche schluss\nbu anfang\nbeamsuche 9\nhoch\nbeam\n";
        let heard = told_bytes(at("begin"), lines.as_bytes(), None, &Interrupt::default());
        for said in [
            "Beam Search der Breite 2 für „",
            "Schritt 2 von ",
            "1, geht weiter: ",
            "Die Beam Search ist zu Ende.",
            "9 ist keine mögliche Breite",
            "Du hast die Beam Search verlassen.",
        ] {
            assert!(heard.contains(said), "{said}\n{heard}");
        }
        assert_eq!(heard.matches("Beam Search der Breite 2").count(), 2, "{heard}");
        speak(Language::English);
    })
    .join()
    .unwrap();
}
