//! What an open question hides is told by no command: a listener is to predict, as on the screen.

use super::*;

/// A block that would tell the answer, asked for by each command that could.
#[test]
fn no_command_tells_what_a_question_hides() {
    let ways = [
        "show weights",
        "show weights sat",
        "why weights sat cat",
        "why weights[2, 1]",
        "uses weights sat cat",
        "gradient weights[0, 1] of temperature",
        "gradient output[2, 0] of weights[2, 1]",
        "save weights never.csv",
    ];
    let heard = told("attention", &[&["go 36"], &ways[..]].concat());
    for way in ways {
        let said = behind(&heard, way);
        assert!(said.starts_with("weights: hidden until you answer the question in block "), "{way}: {said}");
        assert!(!said.contains("0.760") && said.lines().count() == 1, "{way}: {said}");
    }
    assert!(behind(&told_revealed("attention", &["show weights sat"]), "show weights sat").contains("cat 0.76"));
}

/// What is made of hidden values says so in their place, and they cannot be asked on.
#[test]
fn a_reason_leaves_out_what_is_hidden() {
    let heard = told("attention", &["go 36", "why output sat who", "1"]);
    let why = behind(&heard, "why output sat who");
    assert!(why.contains("(hidden) times ") && why.contains(": weights at query sat, key the (0), (hidden)"), "{why}");
    assert!(!why.contains("0.760"), "{why}");
    assert!(behind(&heard, "1").starts_with("weights: hidden until you answer"), "{heard}");
    let shown = told_revealed("attention", &["why output sat who"]);
    assert!(shown.contains("0.760") && !shown.contains("(hidden)"), "{shown}");
}

/// What a leak test moves of a hidden value, and in which rows, may be what is asked.
#[test]
fn a_leak_test_does_not_answer_a_question() {
    let heard = told("attention", &["go 36", "leak sentence sat"]);
    let said = behind(&heard, "leak sentence sat");
    assert!(!said.contains("weights changed") && said.contains("weights"), "{said}");
    assert!(said.contains("hidden until you answer the question in block "), "{said}");
    assert!(told_revealed("attention", &["leak sentence sat"]).contains("weights changed"));
}

/// The numbers of a question are never among what depends on a number, and hidden ones of a text are said to be hidden.
#[test]
fn uses_tell_no_number_that_the_page_does_not() {
    let text = "---\ntitle: T\nid: t\n---\n```python\n#| label: x\nx = torch.tensor(20.5)\n```\n\n```python\n#| label: c\ny = x * 2\n```\n\n\
                Twice is {{ y.item() }}.\n\n```python\n#| role: question\n#| label: q\n#| ask: How much is y?\n#| options: 41 | 42\n\
                #| explain: It is {{ y.item() }} here.\nanswer = int(y) - 41\n```\n";
    let start = || Start::Lesson(Box::new(Lesson::read("t.md", text).unwrap()));
    let heard = |lines: &str| told_bytes(start(), lines.as_bytes(), None, &Interrupt::default());
    let hidden = heard("go c\nuses x\nshow y\nshow");
    let uses = hidden.split("> uses x\n").nth(1).and_then(|rest| rest.split("t, block").next()).unwrap();
    assert!(uses.contains("“(hidden)” in the text of block 3") && !uses.contains("block 4"), "{uses}");
    assert!(!hidden.contains("41.0") && behind(&hidden, "show").starts_with("y: hidden until"), "{hidden}");
    let shown = heard("reveal\ngo c\nuses x");
    assert!(shown.contains("“41.0” in the text of block 3") && !shown.contains("the text of block 4"), "{shown}");
}

/// Whoever shows what a question hides hears where it is, and who is elsewhere where the question is.
#[test]
fn a_skip_says_where_the_values_are() {
    let heard = told("attention", &["go 36", "go 37", "skip"]);
    let elsewhere = behind(&heard, "skip");
    assert!(elsewhere.starts_with("No question in this block hides anything."), "{elsewhere}");
    let block = elsewhere.split("say go ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
    let heard = told("attention", &[&format!("go {block}"), "skip"]);
    let skipped = behind(&heard, "skip");
    let place =
        skipped.split("in block ").nth(1).or(skipped.split("in blocks ").nth(1)).unwrap_or_else(|| panic!("{skipped}"));
    assert!(place.starts_with(|letter: char| letter.is_ascii_digit()), "{skipped}");
}
