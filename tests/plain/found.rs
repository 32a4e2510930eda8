//! What is asked for by its name is what the reader stands at, and what is told of it is told apart from all else.

use super::*;

/// Two exercises of a lesson may have inputs of one name, of different sizes: the name means that of the block.
#[test]
fn an_exercise_s_own_names_go_before_those_of_others() {
    let heard = told("parts-together", &["go 10", "set W_K[5, 2] 1", "show W_K", "set W_K[after a, a] 1"]);
    let first = behind(&heard, "go 10");
    assert!(first.contains("Input W_K: a matrix, 6 by 3"), "{first}");
    let shown = behind(&heard, "show W_K");
    assert!(shown.starts_with("W_K: 6 by 3"), "{shown}");
    assert!(!heard.contains("has no index 5") && !heard.contains("W_K has no position"), "{heard}");
    let heard = told("set-the-weights", &["go 18", "set W_Q[1, 0] 5", "show W_Q[1, 0]", "why W_Q 1 0", "leak W_Q"]);
    assert!(behind(&heard, "show W_Q[1, 0]").contains("5.00"), "{heard}");
    assert!(behind(&heard, "why W_Q 1 0").contains("is 5.00."), "{heard}");
    assert!(behind(&heard, "leak W_Q").starts_with("W_Q is an input of an exercise"), "{heard}");
}

/// A leak is told by the rows that it reaches, and a change of a number as far as it goes.
#[test]
fn what_has_moved_is_told_by_its_rows() {
    let heard = told("bugs", &["go 19", "leak push 3"]);
    assert!(
        behind(&heard, "leak push 3").contains("best_score changed: 4 of 6 values, at place 2, 3, 4 and 5;"),
        "{heard}"
    );
    let heard = told("attention", &["set allowed[2, 1] off", "set focus 3", "set focus 3.01", "set allowed[4, 0] off"]);
    assert!(behind(&heard, "set allowed[2, 1] off").contains("values, at query sat;"), "{heard}");
    assert!(behind(&heard, "set allowed[4, 0] off").contains("at query the (4), key the (0)"), "{heard}");
    let small = behind(&heard, "set focus 3.01");
    for line in small.lines().filter(|line| line.contains(", from ")) {
        let (was, now) = line.rsplit_once(", from ").unwrap().1.trim_end_matches('.').split_once(" to ").unwrap();
        assert_ne!(was, now, "{line}");
    }
    let rows =
        told_revealed("attention", &["show weights rows sat to on", "show weights rows nobody", "show weights rows"]);
    let shown = behind(&rows, "show weights rows sat to on");
    assert!(shown.contains("Row sat") && shown.contains("Row on") && !shown.contains("Row mat"), "{shown}");
    assert!(behind(&rows, "show weights rows nobody").contains("weights has no position named"), "{rows}");
    assert!(behind(&rows, "show weights rows").starts_with("Say which rows"), "{rows}");
}

/// A gradient is no value: each line says with respect to what it is one.
#[test]
fn a_gradient_is_told_as_one() {
    let heard = told_revealed("attention", &["gradient output[2, 0] of V[1, 0]"]);
    let said = behind(&heard, "gradient output[2, 0] of V[1, 0]");
    assert!(said.contains("With respect to V at word cat, knows who, it is 0.760."), "{said}");
    assert!(said.contains("1: with respect to output at word sat, knows who, 1.00"), "{said}");
    let whole = told_revealed("attention", &["gradient output[2, 0] of V", "gradient output[2, 0] of weights"]);
    let said = behind(&whole, "gradient output[2, 0] of V");
    assert!(said.starts_with("The gradient of output[sat, who]:\nWith respect to V: "), "{said}");
    // Of V only the column that is asked for counts, as much as each word is attended to.
    assert!(said.contains("Row cat: who 0.76, place 0.00."), "{said}");
    let none = told_revealed("begin", &["gradient week of cups"]);
    assert!(behind(&none, "gradient week of cups").contains("There is no gradient with respect to cups."), "{none}");
}

/// What a function of another cell does on the way is called by what it is, and not by the call.
#[test]
fn steps_inside_a_function_have_names_of_their_own() {
    let heard = told_revealed("masking", &["go 40", "set open_keys[0, 1] on", "why answers 0 0", "1", "1"]);
    let shares = heard.rsplit("> 1\n").next().unwrap();
    assert!(!shares.contains("shares(row, open_keys, way) at"), "{shares}");
    assert!(shares.contains("masked_fill"), "{shares}");
}

/// What `steps` tells can be heard whole and asked why, though it has no name on the page.
#[test]
fn a_step_is_shown_and_asked_by_its_number() {
    let heard = told(
        "transformer",
        &["go 11", "steps 40", "show step 40", "why step 40 0 0 0", "why step 40 0", "show step 9999"],
    );
    assert!(behind(&heard, "steps 40").contains("why step 40"), "{heard}");
    assert!(behind(&heard, "show step 40").lines().count() > 3, "{heard}");
    let why = behind(&heard, "why step 40 0 0 0");
    assert!(why.contains("Computed in cell"), "{why}");
    assert!(behind(&heard, "why step 40 0").contains("give 3 indices"), "{heard}");
    assert!(behind(&heard, "show step 9999").contains("There is no value"), "{heard}");
}

/// Blocks are marked here as on the screen, and the marks of all lessons lead back to them.
#[test]
fn marks_lead_back_to_their_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let hear = |lesson: &str, lines: &str| {
        told_bytes(at(lesson), lines.as_bytes(), Some(SessionStore::folder(folder.path())), &Interrupt::default())
    };
    let marked = hear("masking", "bookmarks\ngo 3\nbookmark\ngo 5\nbookmark\nbookmark\nquit\n");
    assert!(marked.contains("There are no bookmarks.") && marked.contains("This block is bookmarked"), "{marked}");
    assert!(marked.contains("This block is no longer bookmarked."), "{marked}");
    let there = hear("begin", "bookmarks\nbookmarks 2\nbookmarks 1\nquit\n");
    assert!(behind(&there, "bookmarks").starts_with("1: masking, block "), "{there}");
    assert!(behind(&there, "bookmarks 2").contains("There is one"), "{there}");
    assert!(there.contains("Block 3 of 57."), "{there}");
}

/// A value goes into a file of its own for another program, and never into one that is there.
#[test]
fn a_value_is_written_into_a_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (csv, other) = (file("weights.csv"), file("weights.txt"));
    let lines = [
        format!("save weights {csv}"),
        format!("save weights[sat] {csv}"),
        format!("save weights {other}"),
        format!("save words {csv}"),
        "save weights".to_owned(),
    ];
    let heard = told_revealed("attention", &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let written = std::fs::read_to_string(&csv).unwrap();
    assert!(written.starts_with("query,the,cat,sat,on,the,mat"), "{written}");
    assert!(behind(&heard, &lines[0]).contains("weights.csv"), "{heard}");
    assert!(behind(&heard, &lines[1]).contains("already exists"), "{heard}");
    assert!(behind(&heard, &lines[2]).starts_with("Say which value to save"), "{heard}");
    assert!(behind(&heard, &lines[3]).contains("only tensors can be saved to a file"), "{heard}");
    assert!(behind(&heard, &lines[4]).starts_with("Say which value to save"), "{heard}");
}

/// Each command says what came of it, also where that is nothing, and why it could not be done.
#[test]
fn no_command_is_silent() {
    let heard = told_revealed(
        "attention",
        &["help 5", "sol", "run", "why weights 1 2 3", "go recall-dot", "1", "3", "reset", "delete 99"],
    );
    assert!(behind(&heard, "help 5").starts_with("There is no command “5”."), "{heard}");
    assert!(behind(&heard, "sol").starts_with("sol could be several commands: solution and solved."), "{heard}");
    assert!(behind(&heard, "why weights 1 2 3").starts_with("weights has 2 axes"), "{heard}");
    assert!(behind(&heard, "reset").starts_with("Your answer was removed."), "{heard}");
    let own = told("attention", &["cell", "replace 1 z = 2", "insert 1 z = 2", "delete 99"]);
    assert!(behind(&own, "replace 1 z = 2").starts_with("This code has no lines yet"), "{own}");
    assert!(behind(&own, "delete 99").starts_with("Say which line to delete, from 1 to 1."), "{own}");
}

/// A listener hears which of two values was taken, and not a condition to decide.
#[test]
fn the_mask_of_a_number_is_told_by_what_it_did() {
    let heard = told_revealed("attention", &["set allowed[2, 1] off", "why masked sat cat", "why masked sat sat"]);
    let hidden = behind(&heard, "why masked sat cat");
    assert!(hidden.contains("minus infinity, because the condition holds; otherwise it would be 2.82"), "{hidden}");
    let seen = behind(&heard, "why masked sat sat");
    assert!(seen.contains("because the condition does not hold; otherwise it would be minus infinity"), "{seen}");
}

/// What is long is told in parts, and nothing of it is lost.
#[test]
fn long_values_are_told_in_parts() {
    let heard = told_revealed("inside-a-translator", &["show french", "show trained_weights", "more"]);
    let words = behind(&heard, "show french");
    assert!(words.starts_with("french: ") && words.lines().all(|line| line.chars().count() < 500), "{words}");
    let weights = behind(&heard, "show trained_weights");
    assert!(weights.contains("more line") && weights.lines().count() <= 22, "{weights}");
    let rest = behind(&heard, "more");
    assert!(!rest.contains("nothing more to say"), "{rest}");
}
