use super::*;

const HEADER: &str = "---\ntitle: T\nid: t\n---\n";

fn lesson(body: &str) -> Lesson {
    Lesson::read("t.md", &format!("{HEADER}{body}")).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// The problems of a body, as `line:column message`; the body's first line is line 5.
fn problems(body: &str) -> Vec<String> {
    let problems = Lesson::read("t.md", &format!("{HEADER}{body}")).expect_err("a broken lesson");
    problems.iter().map(|problem| problem.to_string().trim_start_matches("t.md:").to_owned()).collect()
}

const EXERCISE: &str = "\
```python
#| role: start
#| exercise: blind
#| ask: Make it `blind`.
#| hint: One.
#| hint: Another.
#| view: heatmap
a = ...
```

Between.

```python
#| role: check
#| exercise: blind
assert a
```

```python
#| role: wrong
#| exercise: blind
a = 0
```

```python
#| role: solution
#| exercise: blind
a = 1
```
";

#[test]
fn blocks_come_in_page_order_and_know_their_lines() {
    let lesson = lesson("Intro.\n\n# One\n\nText.\n\n```python\n#| label: x\n\nx = 1\n```\n\n## Two\n");
    let sketch: Vec<_> = lesson.blocks.iter().map(|block| (block.line, &*block.id)).collect();
    assert_eq!(sketch, [(5, "prose"), (7, "one"), (11, "x"), (17, "two")]);
    let source = lesson.blocks[2].editable().unwrap();
    assert_eq!((&**source.text(), source.line), ("x = 1", 14));
    assert!(lesson.file.text()[source.at..].starts_with("x = 1\n```"));
}

#[test]
fn a_cell_takes_its_options() {
    let lesson = lesson(
        "```python\n#| label: w\n#| view: bars # not heatmap\n#| rows: query\n#| col_names: tokens\n#| show: [a, b]\n#| lazy: true\na = 1\n\nb = 2\n```\n",
    );
    let BlockKind::Cell(cell) = &lesson.blocks[0].kind else { panic!("a cell") };
    assert_eq!(
        cell.display,
        Display {
            view: Some(ViewKind::Bars),
            rows: Some("query".into()),
            col_names: Some("tokens".into()),
            show: Some(vec!["a".into(), "b".into()]),
            ..Display::default()
        }
    );
    assert!(cell.lazy && !cell.hidden);
    assert_eq!(&**cell.source.text(), "a = 1\n\nb = 2");
}

#[test]
fn a_question_has_texts_with_numbers() {
    let lesson = lesson(
        "```python\n#| role: question\n#| ask: What is `softmax` of {{ n }} zeros?\n#| options: `a|b` | {{ 1 / n :.2f }}\n#| varies: n\nanswer = 1\n```\n",
    );
    let BlockKind::Question(question) = &lesson.blocks[0].kind else { panic!("a question") };
    assert_eq!(question.options.len(), 2);
    assert_eq!(question.varies, ["n".into()]);
    assert_eq!(&*lesson.blocks[0].id, "question-what-is-softmax-of-zeros");
    let numbers: Vec<_> = lesson.blocks[0].numbers().map(|number| (number.index, &*number.expression)).collect();
    assert_eq!(numbers, [(0, "n"), (1, "1 / n")]);
}

#[test]
fn an_exercise_is_joined_from_its_cells() {
    let lesson = lesson(EXERCISE);
    assert_eq!(lesson.blocks.len(), 2, "the exercise and the prose between its cells");
    let BlockKind::Exercise(exercise) = &lesson.block("blind").unwrap().kind else { panic!("an exercise") };
    assert_eq!((&**exercise.start.text(), &**exercise.check.text()), ("a = ...", "assert a"));
    assert_eq!((&**exercise.solution.text(), exercise.wrong.len()), ("a = 1", 1));
    assert_eq!(exercise.hints.len(), 2);
    assert_eq!(exercise.display.view, Some(ViewKind::Heatmap));
}

#[test]
fn a_par_is_a_whole_number() {
    let with = |par: &str| EXERCISE.replace("#| view: heatmap", &format!("#| par: {par}"));
    let lesson = lesson(&with("6"));
    let BlockKind::Exercise(exercise) = &lesson.block("blind").unwrap().kind else { panic!("an exercise") };
    assert_eq!(exercise.par, Some(6));
    assert_eq!(problems(&with("few")), ["11:9: `par` must be an integer, not `few`"]);
}

#[test]
fn names_are_unique_and_labels_come_first() {
    let lesson = lesson("# One\n\n# One\n\n```python\n#| label: one\nx = 1\n```\n");
    let ids: Vec<_> = lesson.blocks.iter().map(|block| &*block.id).collect();
    assert_eq!(ids, ["one-2", "one-3", "one"]);
    let unlabelled = self::lesson("```python\nscores, n = 1, 2\n```\n\n```python\nprint(1)\n```\n");
    let ids: Vec<_> = unlabelled.blocks.iter().map(|block| &*block.id).collect();
    assert_eq!(ids, ["scores", "cell"], "a cell goes by the first name it defines");
    let twice = "```python\n#| label: a\nx = 1\n```\n\n```python\n#| label: a\ny = 1\n```\n";
    assert_eq!(
        problems(twice),
        ["11:11: two blocks are named `a`; the other one is on line 6: give one of them another name"]
    );
}

#[test]
fn what_is_unknown_is_told_with_its_place_and_the_nearest() {
    assert_eq!(
        problems("```python\n#| vieww: bars\nx = 1\n```\n"),
        ["6:4: unknown option `vieww`; did you mean `view`?",]
    );
    assert_eq!(
        problems("```python\n#| view: heatmop\nx = 1\n```\n"),
        ["6:10: unknown view `heatmop`; did you mean `heatmap`?",]
    );
    assert_eq!(
        problems("```python\n#| role: quetsion\nx = 1\n```\n"),
        ["6:10: unknown role `quetsion`; did you mean `question`?",]
    );
    assert_eq!(
        problems("```python\n#| role: question\n#| ask: a?\n#| option: b | c\nanswer = 0\n```\n"),
        ["5:1: this cell needs the option `options`", "8:4: unknown option `option`; did you mean `options`?",]
    );
    assert_eq!(
        problems("```python\n#| exercise: twice\n#| ask: a?\nx = 1\n```\n"),
        ["6:4: a cell with `exercise` also needs a `role`; roles: start, check, solution, wrong",]
    );
}

#[test]
fn what_is_missing_is_told() {
    assert_eq!(
        problems("```python\nx = 1\n"),
        ["5:1: this cell begins here and is never closed; end it with a line of three backquotes"]
    );
    assert_eq!(
        problems("```python\n#| role: check\n#| exercise: e\nassert a\n```\n"),
        ["7:14: the exercise `e` has no `role: start` cell",]
    );
    let no_solution = EXERCISE.replace("solution", "wrong");
    assert_eq!(problems(&no_solution), ["5:1: the exercise `blind` has no `role: solution` cell"]);
    assert_eq!(
        problems("```python\n#| role: question\n#| ask: a?\n#| options: b\nanswer = 0\n```\n"),
        ["8:13: a question needs at least two options, separated by `|`",]
    );
}

#[test]
fn a_cell_without_its_word_is_told_where_it_is_missed() {
    let wordless = EXERCISE.replacen("```python\n#| role: check", "```\n#| role: check", 1);
    assert_eq!(
        problems(&wordless),
        [
            "5:1: the exercise `blind` has no `role: check` cell",
            "17:1: there is no language after this fence, so its code is shown but never runs; did you mean `python`? for code that should only be shown, write `text`",
        ]
    );
}

#[test]
fn an_open_note_is_told_where_it_begins_and_nothing_of_what_follows() {
    let open = "# One\n\n<!-- note: first\n\n```python\n#| role: start\nx = 1\n```\n\n<!-- note: second -->\n\n```python\n#| role: check\n#| exercise: e\nassert x\n```\n";
    assert_eq!(
        problems(open),
        [
            "7:1: this note is not closed by `-->`, so it continues to the `-->` on line 14; the text that it swallows is not part of the lesson: add the `-->`"
        ]
    );
    assert!(problems("a\n\n<!-- note: on\n\n# and on")[0].starts_with("7:1: this note has no closing `-->`"));
}

#[test]
fn every_option_says_something_and_a_formula_is_one() {
    let asked =
        |options: &str| format!("```python\n#| role: question\n#| ask: a?\n#| options: {options}\nanswer = 0\n```\n");
    let help = "write the option, or remove the bar";
    let said = format!("8:13: an option is empty: there is no text next to one of the `|`; {help}");
    assert_eq!(problems(&asked("below | | above")), [said.as_str()]);
    assert_eq!(problems(&asked("below | above |")), [said.as_str()]);
    let lesson = lesson(&asked("$P(a|b)$ | $P(b|a)$"));
    let BlockKind::Question(question) = &lesson.blocks[0].kind else { panic!("no question") };
    let options: Vec<_> = question.options.iter().map(|option| crate::notebook::markdown::plain(option)).collect();
    assert_eq!(options, ["P(a|b)", "P(b|a)"]);
}

#[test]
fn an_exercise_without_its_question_is_told_once() {
    let unasked = EXERCISE.lines().filter(|line| !line.starts_with("#| ask")).collect::<Vec<_>>().join("\n");
    assert_eq!(problems(&unasked), ["5:1: this cell needs the option `ask`"]);
    let two_starts = EXERCISE.replace("role: check", "role: start");
    let said = ["5:1: the exercise `blind` has no `role: check` cell", "17:1: this cell needs the option `ask`"];
    assert_eq!(problems(&two_starts), said, "nor is it said to be there twice");
}

#[test]
fn an_open_fence_is_told_where_it_begins_and_nothing_of_what_follows() {
    let cell = "```python\n#| labl: a\nx = 1\n\nMore.\n\n```python\ny = (\n```\n\n```python\nz = 1\n";
    assert_eq!(
        problems(cell),
        [
            "5:1: this cell begins here and is never closed: the next one begins on line 11; end it with a line of three backquotes",
            "15:1: this cell begins here and is never closed; end it with a line of three backquotes",
        ]
    );
    let block = "Text.\n\n~~~~text\nsaid\n\n~~~~ python\nx = 1\n~~~~\n";
    assert_eq!(
        problems(block),
        [
            "7:1: this block of code begins here and is never closed: the next one begins on line 10; end it with a line of four tildes; to show a fence, enclose it in longer fences",
        ]
    );
    assert_eq!(
        problems("> ```\n> said\n\nOn.\n"),
        ["5:3: this block of code begins here and is never closed; end it with a line of three backquotes"]
    );
    for closed in [
        "````markdown\n```python\nx = 1\n```\n````\n",
        "~~~\n```python\n~~~\n",
        "> ```\n> said\n> ```\n",
        "1. One\n\n   ```text\n   said\n   ```\n",
        "```python\nx = \"\"\"\n    ```python\n    y\n    ```\n\"\"\"\n```\n",
        "    ```indented\n",
    ] {
        lesson(closed);
    }
}

#[test]
fn nothing_that_can_be_typed_panics() {
    for text in [
        "",
        "\n",
        "---",
        "---\n---",
        "---\ntitle: a\nid: a\n---",
        "---\ntitle: a\nid: a\n---\n```python",
        "---\ntitle: a\nid: a\n---\n```python\n```",
    ] {
        let _ = Lesson::read("t.md", text);
    }
    let whole = format!("{HEADER}# H {{{{ x :.2f }}}}\n\n{EXERCISE}");
    for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
        let _ = Lesson::read("t.md", &whole[..end]);
    }
}

#[test]
fn of_a_shared_example_a_lesson_takes_what_it_needs() {
    let cell = |code: &str| format!("```python\n{code}\n```\n\n");
    let shared: String =
        ["a = 1", "b = a", "c = b", "names = ['x']", "d = 1", "e = 1", "f = e\ng = f"].map(cell).concat();
    let example = Lesson::read("e.md", &format!("---\ntitle: E\nid: e\nshared: true\n---\n{shared}")).unwrap();
    let behind = |body: &str| {
        let text = format!("---\ntitle: L\nid: l\nuses: [e]\n---\n{body}");
        let file = LessonFile::new("l.md", &text);
        let lesson = Lesson::read_with(file, std::slice::from_ref(&example)).unwrap();
        lesson.blocks[lesson.appendix..].iter().map(|block| block.id.to_string()).collect::<Vec<_>>()
    };
    assert!(behind("Words alone need nothing.\n").is_empty());
    assert_eq!(behind(&cell("mine = b + 1")), ["a", "b"], "and what it needs in turn");
    assert_eq!(behind("It is {{ e }}.\n"), ["e"], "for a computed number");
    assert_eq!(behind(&cell("#| cols: word\n#| col_names: names\nmine = torch.ones(1)")), ["names"], "for a label");
    assert_eq!(behind(&cell("#| role: question\n#| ask: ?\n#| options: 1 | 2\nanswer = d")), ["d"]);
    let start =
        cell("#| role: start\n#| exercise: x\n#| ask: ?\nh = 1") + &cell("#| role: solution\n#| exercise: x\nh = 2");
    assert_eq!(behind(&(start + &cell("#| role: check\n#| exercise: x\nassert h == d"))), ["d"]);
    assert_eq!(behind(&cell("#| shared: c")), ["a", "b"], "for a cell that it shows");
    assert_eq!(behind(&cell("mine = g")), ["e", "f"]);
    assert!(behind(&(cell("#| label: mine\nd = 2") + &cell("more = d"))).is_empty(), "what it defines is its own");
}

#[test]
fn a_note_belongs_to_the_block_above_it() {
    let lesson = lesson(&format!(
        "# One\n\n<!-- note: first -->\n\nText.\n\n<!-- note: second -->\n\n```python\nx = 1\n```\n\n<!-- note: third -->\n\n{EXERCISE}\n<!-- note: last -->\n"
    ));
    let notes = |block: &Block| block.notes.iter().map(|note| note.text.to_string()).collect::<Vec<_>>().join(", ");
    let sketch: Vec<_> = lesson.blocks.iter().map(|block| format!("{}: {}", block.id, notes(block))).collect();
    assert_eq!(sketch, ["one: first, second", "x: third", "blind: ", "prose: last"]);
    assert_eq!(problems("<!-- note: of what? -->\n\n# One\n"), ["5:1: a note must come after the block it belongs to"]);
}

/// A lesson without measure is an error in its place, long before it takes seconds.
#[test]
fn endless_lists_and_numbers_are_refused() {
    let start = std::time::Instant::now();
    let at_most = "{{ 1 }} ".repeat(1000);
    assert_eq!(lesson(&at_most).blocks[0].numbers().count(), 1000);
    let message = "a lesson can compute at most 1000 numbers in its text; this one is one too many";
    assert_eq!(problems(&"{{ 1 }} ".repeat(50_000)), [format!("5:8004: {message}")], "on one line");
    assert_eq!(problems(&"# A\n\n{{ 1 }} {{ 2 }}\n\n".repeat(25_000)), [format!("2007:4: {message}")]);
    let needs = |count: usize| {
        let needs = (0..count).map(|n| format!("n{n}")).collect::<Vec<_>>().join(", ");
        Lesson::read("t.md", &format!("---\ntitle: T\nid: t\nneeds: [{needs}]\n---\n"))
    };
    assert_eq!(needs(1000).unwrap().front.needs.len(), 1000);
    let refused = needs(50_000).unwrap_err();
    assert!(refused[0].message.contains("the list of `needs` has too many items: at most 1000"), "{refused:?}");
    assert!(start.elapsed() < std::time::Duration::from_secs(4), "{:?}", start.elapsed());
}
