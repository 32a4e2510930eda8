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
    assert!(!heard.contains("has no place 5") && !heard.contains("No place of W_K"), "{heard}");
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
    let rows = told("attention", &["show weights rows sat to on", "show weights rows nobody", "show weights rows"]);
    let shown = behind(&rows, "show weights rows sat to on");
    assert!(shown.contains("Row sat") && shown.contains("Row on") && !shown.contains("Row mat"), "{shown}");
    assert!(behind(&rows, "show weights rows nobody").contains("No place of weights is called"), "{rows}");
    assert!(behind(&rows, "show weights rows").starts_with("Say which rows"), "{rows}");
}

/// A gradient is no value: each line says with respect to what it is one.
#[test]
fn a_gradient_is_told_as_one() {
    let heard = told("attention", &["gradient output[2, 0] of V[1, 0]"]);
    let said = behind(&heard, "gradient output[2, 0] of V[1, 0]");
    assert!(said.contains("With respect to V at word cat, knows who it is 0.760."), "{said}");
    assert!(said.contains("1: with respect to output at word sat, knows who, 1.00"), "{said}");
    let none = told("begin", &["gradient week of cups"]);
    assert!(behind(&none, "gradient week of cups").contains("With respect to cups there is none."), "{none}");
}

/// What a function of another cell does on the way is called by what it is, and not by the call.
#[test]
fn steps_inside_a_function_have_names_of_their_own() {
    let heard = told("masking", &["go 40", "set open_keys[0, 1] on", "why answers 0 0", "1", "1"]);
    let shares = heard.rsplit("> 1\n").next().unwrap();
    assert!(!shares.contains("shares(row, open_keys, way) at"), "{shares}");
    assert!(shares.contains("masked_fill"), "{shares}");
}
