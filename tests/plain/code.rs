//! Code in the plain mode: written, filled in, run, and taken back.

use super::*;

/// A lesson of one exercise, which no change of the course touches.
const OWN: &str = "---
title: Own
id: own
---
# One exercise

```python
#| role: start
#| exercise: doubled
#| ask: Return twice the number x.
def doubled(x):
    return ...
```

```python
#| role: check
#| exercise: doubled
assert doubled(4) == 8, \"twice 4 is 8\"
assert doubled(-1.5) == -3
```

```python
#| role: solution
#| exercise: doubled
def doubled(x):
    return 2 * x
```
";

#[test]
fn code_is_written_filled_replaced_and_checked() {
    let lines = [
        "go doubled",
        "solution",
        "code",
        "fill x +",
        "replace 2 return x ** 2",
        "replace 2 return x + x",
        "insert 2 # twice",
        "delete 2",
        "write",
        "def doubled(x):",
        "    return 2 * x",
        ".",
        "undo",
        "solution",
        "solution",
        "delete 99",
        "go 1",
        "code",
        "cell",
        "write",
        "mine = 6 * 7",
        ".",
        "again",
        "remove",
        "remove",
    ];
    let lesson = Box::new(Lesson::read("own.md", OWN).unwrap());
    let heard = told_bytes(Start::Lesson(lesson), lines.join("\n").as_bytes(), None, &Interrupt::default());
    assert!(heard.contains("Error in line 2, column"), "{heard}");
    assert!(heard.contains("Not yet: twice 4 is 8."), "{heard}");
    assert!(heard.matches("Solved: every check passes.").count() >= 3, "{heard}");
    assert!(heard.contains("Say solution again to hear the solution."), "{heard}");
    assert!(heard.contains("Say which line to delete, from 1 to 2."), "{heard}");
    assert!(heard.contains("There is no code in this block."), "{heard}");
    assert!(heard.contains("mine is 42."), "{heard}");
    assert!(heard.contains("You can delete only your own cells."), "{heard}");
}

/// What is written is taken whole or not at all.
#[test]
fn no_line_of_code_is_lost_without_a_word() {
    let written = |line: &str, count: usize| {
        let lines = [vec!["cell", "write"], vec![line; count], vec!["mine = 6 * 7", ".", "show mine"]].concat();
        told("attention", &lines)
    };
    let heard = written("", 12_000);
    assert!(heard.contains("mine is 42."), "{}", &heard[heard.len() - 500..]);
    let heard = written("# a line", 30_000);
    assert!(heard.contains("The text has 270012 bytes, too many for a cell: nothing was changed."));
    assert!(heard.contains("There is no value"));
}

/// Who goes on to other code asks no longer why: a number is no operand there.
#[test]
fn reasons_end_where_something_else_begins() {
    for begun in ["cell", "run"] {
        let heard = told_revealed("attention", &["go softmax", "why weights sat cat", begun, "where"]);
        assert_eq!(heard.matches(", why>").count(), 1, "{begun}: {heard}");
    }
}

/// Behind the page lie blocks of shared examples that the lesson does not show: who takes back a cell at its end does not fall among them.
#[test]
fn a_cell_that_has_gone_leaves_its_reader_on_the_page() {
    let library = LessonLibrary::embedded();
    let lesson = library.lessons().into_iter().find(|lesson| lesson.appendix < lesson.blocks.len()).unwrap();
    let (id, end) = (lesson.front.id.to_string(), lesson.appendix.to_string());
    for taken in ["undo", "reset all"] {
        let heard = told(&id, &[&format!("go {end}"), "cell", taken]);
        let prompt = heard.lines().rfind(|line| line.trim_end().ends_with('>')).unwrap();
        assert!(prompt.contains(&format!("block {end} of {end}>")), "{taken}: {heard}");
    }
}

/// Who has begun to write code anew may think better of it.
#[test]
fn what_is_being_written_can_be_left() {
    let begun = ["cell", "write", "mine = 6 * 7", ".", "write", "mine = 1", ".cancel", "code", "show mine"];
    let heard = told("attention", &begun);
    assert!(
        heard.matches("To leave the code as it was, enter .cancel, which is a period and the word cancel.").count()
            == 2,
        "{heard}"
    );
    assert!(heard.contains("code line 2> .cancel\nThe code is unchanged.\n"), "{heard}");
    assert!(heard.contains("mine is 42.") && !heard.contains("mine is 1."), "{heard}");
    let command = told("attention", &["cell", "write", "mine = 6 * 7", ".", "write", ". Cancel ", "show mine"]);
    assert!(command.contains("mine is 42."), "{command}");
}

/// Lines that somebody types at a terminal; before some of them Ctrl-C is pressed.
#[cfg(unix)]
struct Typist<'t> {
    lines: Vec<(bool, &'t str)>,
    interrupt: Interrupt,
}

#[cfg(unix)]
impl std::io::Read for Typist<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Some((presses, line)) = self.lines.first().copied() else { return Ok(0) };
        if presses {
            assert!(self.interrupt.press(), "Ctrl-C ends the program at {line:?}");
        }
        self.lines.remove(0);
        let line = format!("{line}\n");
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

/// At a terminal Ctrl-C does it as well; what is typed next is a command again.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_is_being_written() {
    let interrupt = Interrupt::default();
    let typed = [
        (false, "cell"),
        (false, "write"),
        (false, "mine = 6 * 7"),
        (false, "."),
        (false, "write"),
        (false, "mine = 1"),
        (true, "show mine"),
        (false, "write"),
        (true, ""),
        (false, "where"),
    ];
    let typist = Typist { lines: typed.to_vec(), interrupt: interrupt.clone() };
    let mut output = Vec::new();
    let console = Console {
        input: &mut std::io::BufReader::new(typist),
        output: &mut output,
        editor: None,
        interrupt: interrupt.clone(),
        width: 0,
        echo: false,
    };
    plain::run(LessonLibrary::embedded(), at("attention"), None, console).unwrap();
    let heard = String::from_utf8(output).unwrap();
    assert!(heard.contains("Pressing Ctrl-C and then Enter also leaves the code as it was."), "{heard}");
    assert_eq!(heard.matches("The code is unchanged.").count(), 2, "{heard}");
    assert!(heard.contains("> code line 2> The code is unchanged.\nmine is 42.\n"), "{heard}");
    // The empty line behind it goes to no other block.
    assert!(heard.contains("block 2 of 52> Lesson 5, Scaled dot-product attention, block 2 of 52."), "{heard}");
    assert!(!interrupt.press(), "at the prompt Ctrl-C ends the program");
}
