//! What the plain mode says of small things is true, complete, and in its own words.

use super::*;

#[test]
fn a_search_tells_formulas_and_numbers_as_the_page_does() {
    let heard = told("why-scale", &["search fraction Q K transposed", "search slope has shrunk", "outline"]);
    assert!(heard.contains("softmax open bracket fraction Q K transposed over square root of d k"), "{heard}");
    assert!(!heard.contains('\\') && !heard.contains("shrunk to ."), "{heard}");
    let shrunk = heard.lines().find(|line| line.contains("the slope has shrunk to")).unwrap();
    let number = shrunk.split_once("shrunk to ").unwrap().1;
    assert!(
        number.starts_with(|letter: char| letter.is_ascii_digit()),
        "a number of the open lesson is known: {shrunk}"
    );
    let heard = told("begin", &["search slope has shrunk"]);
    assert!(heard.contains("the slope has shrunk to a number."), "{heard}");
}

#[test]
fn who_has_filled_in_something_wrong_hears_what_helps() {
    let heard = told("attention", &["go look-up", "fill nobody", "fill softmax(keys @ query)"]);
    let said = heard.lines().find(|line| line.starts_with("There are no dots left")).unwrap();
    for help in ["replace", "write", "reset"] {
        assert!(said.contains(help), "{said}");
    }
}

/// Of the first exercise to be solved and the first question to be answered nothing is said; of the last it is.
#[test]
fn a_lesson_that_is_done_is_said_to_be() {
    let text = "---\ntitle: Own\nid: own\n---\n# One\n\n```python\n#| role: question\n#| label: q\n#| ask: Which?\n\
                #| options: one | two\nanswer = 0\n```\n\n```python\n#| role: start\n#| exercise: e\n#| ask: Two.\nx = ...\n```\n\n\
                ```python\n#| role: check\n#| exercise: e\nassert x == 2\n```\n\n\
                ```python\n#| role: solution\n#| exercise: e\nx = 2\n```\n";
    let own = || Start::Lesson(Box::new(Lesson::read("own.md", text).unwrap()));
    let hear = |lines: &str| told_bytes(own(), lines.as_bytes(), None, &Interrupt::default());
    let done = "This completes the lesson: 1 of 1 questions answered. 1 of 1 exercises solved.";
    let heard = hear("go e\nfill 2\ngo q\n1\n2\n\n");
    assert_eq!(heard.matches(done).count(), 1, "{heard}");
    let end = heard.find(done).unwrap();
    assert!(heard[..end].contains("Right. You were fairly sure."), "the answer is told first: {heard}");
    let heard = hear("go q\n1\n2\ngo e\nfill 3\nreplace 1 x = 2\nagain\n");
    assert_eq!(heard.matches(done).count(), 1, "{heard}");
    assert!(hear("go e\nfill 2\n").contains("Solved") && !hear("go e\nfill 2\n").contains(done));
    let begin = LessonLibrary::embedded().open("begin").unwrap();
    let mut lines: Vec<String> = Vec::new();
    for block in &begin.blocks {
        match &block.kind {
            BlockKind::Question(_) => lines.extend([format!("go {}", block.id), "1".into(), "1".into()]),
            BlockKind::Exercise(of) => {
                lines.extend([format!("go {}", block.id), "write".into()]);
                lines.extend(of.solution.text().lines().map(str::to_owned));
                lines.push(".".into());
            }
            _ => {}
        }
    }
    let heard = told_bytes(at("begin"), lines.join("\n").as_bytes(), None, &Interrupt::default());
    let rest = heard.split_once("This completes the lesson: ").unwrap().1;
    assert!(rest.lines().nth(1).unwrap().starts_with("The next lesson is "), "{heard}");
}

/// An exercise whose page has failed is as it was: nothing is known of it that was not.
#[test]
fn an_exercise_that_waits_is_still_solved() {
    let solution = "    shares = softmax(keys @ query / sqrt(d), dim=-1)";
    let lesson = LessonLibrary::embedded().open("attention").unwrap();
    let exercises = lesson.blocks.iter().filter_map(|block| match &block.kind {
        BlockKind::Exercise(of) => Some((block.id.to_string(), of.solution.text().clone())),
        _ => None,
    });
    let mut lines: Vec<String> = Vec::new();
    for (id, text) in exercises {
        lines.extend([format!("go {id}"), "write".into()]);
        lines.extend(text.lines().map(str::to_owned));
        lines.push(".".into());
    }
    assert!(lines.iter().any(|line| line == solution), "{lines:?}");
    lines.extend(["set sentence \"\"", "where", "undo", "where"].map(str::to_owned));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let heard = told("attention", &lines);
    let (_, after) = heard.split_once("> set sentence \"\"\n").unwrap();
    assert!(after.contains("Cell sentence now fails"), "{after}");
    assert!(!after.contains("no longer solved") && !after.contains("is solved."), "{after}");
    assert_eq!(after.matches("2 of 2 exercises solved.").count(), 2, "{after}");
}

/// A shared cell behind the page is changed by an input that the page takes from it; who takes that back stays on the page.
#[test]
fn an_undo_behind_the_page_leaves_the_reader_where_he_is() {
    let heard = told("masking", &["go 3", "set table[0, 1] 0.5", "undo", "redo", "go 4", "undo"]);
    let prompts: Vec<&str> = heard.lines().filter(|line| line.contains(", block ")).collect();
    assert!(!prompts.iter().any(|line| line.contains(", block 5")), "{heard}");
    assert!(heard.contains("Undone in the shared cell table."), "{heard}");
    assert!(heard.contains("Redone in the shared cell table."), "{heard}");
    let heard = told("begin", &["go hands", "set cups 9", "go 1", "undo", "where"]);
    assert!(heard.contains("Undone in block "), "{heard}");
}

#[test]
fn small_things_are_said_as_they_are() {
    let heard = told("begin", &["reset all", "reset", "where"]);
    assert!(heard.contains("Nothing has been changed on this page."), "{heard}");
    assert_eq!(heard.matches("reset all.").count(), 1, "{heard}");
    assert!(heard.contains("Under the heading “") && !heard.contains("Below: Heading"), "{heard}");
    let text = "---\ntitle: T\nid: own\n---\n# Own\n\nText.\n";
    let lesson = Box::new(Lesson::read("own.md", text).unwrap());
    let heard = told_bytes(Start::Lesson(lesson), b"where\n", None, &Interrupt::default());
    assert!(heard.contains("Lesson T. One block.") && heard.contains("Lesson T, block 1 of 1."), "{heard}");
}

#[test]
fn what_a_question_hides_is_told_when_it_is_answered_or_skipped() {
    let told_of = |commands: &[&str]| told("begin", &[commands, &["go hands", "next"]].concat());
    let is_hidden = |heard: &str| heard.contains("take (hidden) cups");
    assert!(is_hidden(&told_of(&[])), "{}", told_of(&[]));
    for commands in [&["reveal"][..], &["go first-guess", "skip"], &["go first-guess", "1", "2"]] {
        assert!(told_of(commands).contains("take 10.5 cups"), "{commands:?}");
    }
    assert!(is_hidden(&told_of(&["reveal", "reveal"])), "it is hidden again");
    let heard = told("begin", &["reveal", "reveal", "go first-guess", "skip", "skip"]);
    for said in [
        "say reveal to hide them again.",
        "hidden again until you answer.",
        "this question's hidden values are now read out.",
        "No question in this block hides anything.",
    ] {
        assert!(heard.contains(said), "{said}: {heard}");
    }
    let values = told("attention", &["go softmax"]);
    assert!(values.contains("weights: hidden until you answer the question in block"), "{values}");
}

#[test]
fn what_a_cell_prints_is_said_to_be_hidden_too() {
    let text = "---\ntitle: T\nid: t\n---\n```python\n#| role: question\n#| label: q\n#| ask: How much?\n#| options: 41 | 42\n\
                answer = 1\n```\n\n```python\n#| label: c\nprint(40 + 2)\n3 * 14\n```\n";
    let start = || Start::Lesson(Box::new(Lesson::read("t.md", text).unwrap()));
    let heard = |lines: &str| told_bytes(start(), lines.as_bytes(), None, &Interrupt::default());
    let hidden = heard("go c");
    assert!(hidden.contains("printed text and last line: hidden until you answer the question in block 1"), "{hidden}");
    assert!(!hidden.contains("42."), "{hidden}");
    assert!(heard("reveal\ngo c").contains("42"));
}

#[test]
fn the_steps_of_a_hidden_cell_are_hidden_too() {
    let text = "---\ntitle: T\nid: t\n---\n```python\n#| role: question\n#| label: q\n#| ask: How much?\n#| options: 41 | 42\n\
                answer = 1\n```\n\n```python\n#| label: c\nx = torch.tensor([40.5])\ny = x + 2\n```\n";
    let start = || Start::Lesson(Box::new(Lesson::read("t.md", text).unwrap()));
    let heard = |lines: &str| told_bytes(start(), lines.as_bytes(), None, &Interrupt::default());
    let hidden = heard("go c\nsteps\nsteps 2\nshow step 2");
    assert!(hidden.contains("The steps of this cell are hidden until you answer the question in block 1"), "{hidden}");
    assert!(!hidden.contains("42.5"), "{hidden}");
    let shown = heard("reveal\ngo c\nsteps 2");
    assert!(shown.contains("42.5") && shown.contains("Computed as y = x plus 2."), "{shown}");
}

/// A row of made-up numbers is told as one, also of what comes of it.
#[test]
fn made_up_rows_are_told() {
    let heard = told_revealed("attention", &["set sentence the zebra sat on the mat", "show X", "show weights"]);
    for name in ["show X", "show weights"] {
        let said = behind(&heard, name);
        assert!(said.contains("Row zebra (made-up numbers): ") && !said.contains("Row sat ("), "{said}");
    }
}

/// What models write between signs is called by what it is for, and a table of two rows is read pair by pair.
#[test]
fn tokens_and_pairs_can_be_heard() {
    let heard = told("decoder", &["go 11", "go 12", "go 16"]);
    let list = behind(&heard, "go 11");
    assert!(list.contains("shifted is a list of 7 texts: start token, die, katze, saß, auf, der, matte."), "{list}");
    let table = behind(&heard, "go 12");
    assert!(table.contains("Table of 7 pairs, Input and Label:"), "{table}");
    assert!(table.contains("start token, die; die, katze;") && table.contains("matte, end token."), "{table}");
    assert!(behind(&heard, "go 16").contains("Row start token: thing"), "{heard}");
}

/// The steps are the parts that the screen stops at; every operation is heard when it is asked for.
#[test]
fn all_steps_are_told_when_asked_for() {
    let heard = told("decoder", &["go 19", "steps", "steps all 3", "steps 3", "steps 4"]);
    assert!(behind(&heard, "steps").contains("Say steps all to list every operation."), "{heard}");
    assert!(!behind(&heard, "steps 3").contains("transpose"), "{heard}");
    assert!(behind(&heard, "steps all 3").contains("transpose"), "{heard}");
    assert!(behind(&heard, "steps 4").contains("Matrix product"), "{heard}");
    let heard = told("transformer", &["go translate", "steps"]);
    let steps = behind(&heard, "steps");
    assert!(steps.contains("token 2: petite") && steps.lines().count() < 20, "{steps}");
}

/// The history of a mask says what a cell of it was.
#[test]
fn a_switched_cell_is_told() {
    let heard = told("attention", &["set allowed[sat, cat] off", "set allowed[sat, cat] on", "history"]);
    let history = behind(&heard, "history");
    assert!(history.contains("allowed at query sat, key cat changed from on to off"), "{history}");
    assert!(history.contains("allowed at query sat, key cat changed from off to on"), "{history}");
}

/// A voice skips a sign that stands alone: an error says it by its name.
#[test]
fn errors_name_the_signs_that_they_are_about() {
    let heard = told("attention", &["cell", "write", "x = (1, 2", ".", "write", "x = 1)", "."]);
    assert!(heard.contains("this opening bracket is never closed"), "{heard}");
    assert!(heard.contains("Help: add a closing bracket."), "{heard}");
    assert!(heard.contains("this closing bracket has no opening bracket"), "{heard}");
    assert!(!heard.contains('`'), "{heard}");
}

/// Of a mask and its opposite the reason is a yes or a no.
#[test]
fn the_opposite_of_a_mask_is_said_in_words() {
    let lines = ["cell", "write", "m = torch.tensor([True, False])", "opposite = ~m", ".", "why opposite 1"];
    let heard = told("attention", &lines);
    let why = behind(&heard, "why opposite 1");
    assert!(why.contains("opposite at 1 is yes.") && why.contains("It is the opposite of no."), "{why}");
}

/// The input that was set is the first that is said of a change, and the history calls it by its name.
#[test]
fn what_was_set_is_said_first() {
    let heard = told("begin", &["reveal", "go hands", "set cups 9", "history"]);
    assert!(behind(&heard, "set cups 9").starts_with("cups changed from 3 to 9."), "{heard}");
    assert!(behind(&heard, "history").contains(": cups: 3 to 9"), "{heard}");
    let heard = told("attention", &["set sentence the big cat sat on the mat"]);
    let said = behind(&heard, "set sentence the big cat sat on the mat");
    assert!(said.starts_with("sentence changed from "), "{said}");
}

/// A list among what a number was made of is told as the page tells it.
#[test]
fn words_in_a_reason_are_no_code() {
    let heard = told_revealed("attention", &["why X sat alive", "more"]);
    assert!(!heard.contains("['"), "{heard}");
    assert!(heard.contains("a list of 6 texts: the, cat, sat, on, the, mat"), "{heard}");
}

/// What only the screen has is said to be there, and a block without values to have none.
#[test]
fn what_stays_with_the_screen_is_said() {
    let heard = told("begin", &["histogram", "timeline", "go 1", "show"]);
    for word in ["histogram", "timeline"] {
        assert!(behind(&heard, word).contains("only on the screen"), "{heard}");
    }
    assert!(behind(&heard, "show").starts_with("Block 1 has no value to show."), "{heard}");
}

/// A leak test names the row that it changes.
#[test]
fn a_leak_names_its_row() {
    let heard = told("attention", &["reveal", "leak table sat"]);
    let said = behind(&heard, "leak table sat");
    assert!(said.contains("table at word sat changed by +1"), "{said}");
}
