//! Short first: what is long is told in a few lines, and all of it when somebody asks for more.

use super::*;

#[test]
fn the_shift_of_softmax_is_told_once_and_in_full_when_asked_for() {
    let heard =
        told("attention", &["reveal", "why weights sat cat", "more", "up", "why weights sat sat", "more", "1", "more"]);
    let first = behind(&heard, "why weights sat cat");
    let sum = "the sum of e to the power of each of 0.130, 2.82, 0.339, 0.222, 0.130 and minus 0.996";
    assert!(first.contains(&format!("It is fraction e to the power 2.82 over {sum}, end of fraction.")), "{first}");
    let reason = "the largest score is subtracted first so that exp does not overflow; the quotient is the same";
    assert!(first.contains(&format!("The program computes it slightly differently: {reason}.")), "{first}");
    assert!(first.contains("Say more to hear the program's formula."), "{first}");
    assert!(!first.contains("minus max"), "{first}");
    let second = behind(&heard, "why weights sat sat");
    assert!(!second.contains("machine") && !second.contains(reason), "{second}");
    let asked: Vec<&str> = heard.split("> more\n").skip(1).collect();
    for (more, own) in asked.iter().zip(["2.82", "0.339"]) {
        let formula = format!("The program computes: fraction e to the power open bracket {own} minus max");
        assert!(more.starts_with(&formula) && more.contains("Where max is 2.82: the largest of"), "{more}");
    }
    assert!(asked[2].starts_with("There is nothing more to say about that."), "{heard}");
}

#[test]
fn a_new_sentence_is_told_in_a_few_lines() {
    let heard = told(
        "attention",
        &[
            "reveal",
            "go softmax",
            "set sentence the big cat sat on the mat",
            "more",
            "go softmax",
            "undo",
            "where",
            "more",
        ],
    );
    for command in ["set sentence the big cat sat on the mat", "undo"] {
        let short = behind(&heard, command);
        assert!(short.lines().count() <= 8, "{short}");
        assert!(short.contains("25 values on the page changed, and 20 of them changed shape."), "{short}");
        assert!(short.contains("sentence changed from"), "what was set: {short}");
        assert!(short.contains("Numbers in the text also changed; blocks affected: 16, 20, 39 and 42."), "{short}");
        assert!(short.contains("Say more to hear all the changes."), "{short}");
    }
    // What the reader is at, which undo makes the block where it was set; the first to follow from that.
    let set = behind(&heard, "set sentence the big cat sat on the mat");
    assert!(set.contains("weights changed its shape from") && !set.contains("X has"), "{set}");
    assert!(behind(&heard, "undo").contains("X changed its shape from"), "{heard}");
    let (_, whole) = heard.split_once("> more\n").unwrap();
    assert!(whole.contains("heard changed its shape from 6 by 2, word by knows"), "{whole}");
    assert!(whole.contains("In the text of block 42: 51% became 75%; sat became big."), "{whole}");
    // It belongs to the command before it.
    assert!(
        heard.rsplit_once("> more\n").unwrap().1.starts_with("There is nothing more to say about that."),
        "{heard}"
    );
}

/// Where nothing of the block has moved, the next that has is told; what moves little is told whole.
#[test]
fn what_is_near_is_told_first() {
    let heard =
        told("attention", &["reveal", "set sentence the dog sat", "go softmax", "undo", "set allowed[sat, cat] off"]);
    let short = behind(&heard, "set sentence the dog sat");
    assert!(short.contains("X changed its shape") && !short.contains("words changed"), "{short}");
    let few = behind(&heard, "set allowed[sat, cat] off");
    assert!(few.contains("weights changed: 6 of 36 values") && !few.contains("Say more"), "{few}");
}

#[test]
fn a_curve_is_told_by_its_course() {
    let heard = told_revealed("what-a-score-says", &["go learn", "show curves", "more", "more"]);
    let cell = behind(&heard, "go learn");
    assert!(cell.contains("To hear the numbers: show curves."), "{cell}");
    let line = |name: &str| cell.lines().find(|line| line.starts_with(&format!("At line {name}: From "))).unwrap();
    assert!(line("train").contains("It falls, then stays level."), "{cell}");
    assert!(line("test").contains("It falls, then rises.") && line("test").contains("The smallest is "), "{cell}");
    assert!(line("test").contains(", at step 6"), "{cell}");
    assert!(!behind(&heard, "show curves").contains("Row 40:") && heard.contains("Row 40:"), "{heard}");
    let waves = told("positional", &["go waves"]);
    assert!(
        waves.contains("At column 0: From ") && waves.contains("It rises and falls, changing direction "),
        "{waves}"
    );
    let bends = told("feed-forward", &["go bends"]);
    assert!(bends.contains("It stays level, then rises."), "{bends}");
}
