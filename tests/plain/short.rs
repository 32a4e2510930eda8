//! Short first: what is long is told in a few lines, and all of it when somebody asks for more.

use super::*;

/// What is told behind a command, up to the next prompt.
fn behind<'t>(heard: &'t str, command: &str) -> &'t str {
    let (_, rest) = heard.split_once(&format!("> {command}\n")).unwrap_or_else(|| panic!("{command}: {heard}"));
    let is_prompt = |line: &&str| line.contains("> ") && line.chars().next().is_some_and(char::is_numeric);
    let end = rest.lines().take_while(|line| !is_prompt(line)).map(|line| line.len() + 1).sum();
    rest.get(..end).unwrap_or(rest)
}

#[test]
fn a_curve_is_told_by_its_course() {
    let heard = told("what-a-score-says", &["go learn", "show curves"]);
    let cell = behind(&heard, "go learn");
    assert!(cell.contains("To hear the numbers: show curves."), "{cell}");
    let line = |name: &str| cell.lines().find(|line| line.starts_with(&format!("At line {name}: From "))).unwrap();
    assert!(line("train").contains("It falls all the way."), "{cell}");
    assert!(line("test").contains("It falls, then rises.") && line("test").contains("The least is "), "{cell}");
    assert!(line("test").contains(", at step 6"), "{cell}");
    assert!(behind(&heard, "show curves").contains("Row 40:"), "{heard}");
    let waves = told("positional", &["go waves"]);
    assert!(waves.contains("At column 0: From ") && waves.contains("It goes up and down and turns "), "{waves}");
    let bends = told("feed-forward", &["go bends"]);
    assert!(bends.contains("It stays level, then rises."), "{bends}");
}
