use super::*;

/// The problems of a lesson's body, as `line message`; the body's first line is line 6.
fn problems(body: &str) -> Vec<String> {
    let text = format!("---\ntitle: T\nid: t\nneeds: []\n---\n{body}");
    let lesson = Lesson::read("t.md", &text).unwrap_or_else(|problems| panic!("{problems:?}"));
    check(&Arc::new(lesson), &LessonLibrary::embedded())
        .iter()
        .map(|problem| problem.to_string().trim_start_matches("t.md:").to_owned())
        .collect()
}

fn cell(code: &str) -> String {
    format!("```python\n{code}\n```\n\n")
}

fn question(options: &str, code: &str) -> String {
    cell(&format!("#| role: question\n#| ask: Which?\n{options}\n{code}"))
}

fn exercise(start: &str, check: &str, solution: &str, wrong: &str) -> String {
    let part = |role: &str, code: &str| cell(&format!("#| exercise: e\n#| role: {role}\n{code}"));
    let start = cell(&format!("#| exercise: e\n#| role: start\n#| ask: Do it.\n{start}"));
    start + &part("check", check) + &part("solution", solution) + &part("wrong", wrong)
}

#[test]
fn an_honest_lesson_has_no_problems() {
    let body =
        "# Title\n\nIt is {{ x :.2f }}, not `0.5`; see [attention](05-attention.md), [here](#title), [this](t).\n\n"
            .to_owned()
            + &cell("#| show: x\nx = slider(0, 4, value=1)")
            + &question("#| options: no | yes\n#| varies: x", "answer = 1 if x == 1 else 0")
            + &exercise("y = ...", "assert y == x * 2", "y = x + x", "y = x");
    assert_eq!(problems(&body), [""; 0]);
}

#[test]
fn what_nobody_would_see_is_told() {
    assert_eq!(
        problems(""),
        ["6:1: the lesson has no content after its header; add text, cells, questions or exercises"]
    );
    let found = problems("Words with \u{7} a bell, and \u{1b}[31m more.\n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("6:12: the control character U+0007 cannot be displayed; remove it"), "{found:?}");
}

#[test]
fn every_cell_and_number_must_evaluate() {
    let body = "It is {{ x + nobody }}.\n\n".to_owned() + &cell("x = 1\ny = x / 0") + &cell("z = y");
    let problems = problems(&body);
    assert_eq!(problems.len(), 1, "what is blocked is not at fault: {problems:?}");
    assert!(problems[0].starts_with("10:5: "), "{problems:?}");
    let body = "It is {{ x + nobody }}.\n\n".to_owned() + &cell("x = 1");
    assert!(self::problems(&body)[0].starts_with("6:14: `nobody` is not defined"), "{:?}", self::problems(&body));
}

#[test]
fn a_question_has_an_answer_among_its_options_that_follows_its_inputs() {
    let x = cell("x = slider(0, 4, value=1)");
    let ask = |options: &str, code: &str| problems(&(x.clone() + &question(options, code)));
    assert_eq!(ask("#| options: a | b", "answer = 2"), ["14:1: the answer is 2, but the options are numbered 0 to 1"]);
    assert!(ask("#| options: a | b", "other = 1")[0].contains("the code must set `answer`"));
    assert!(ask("#| options: a | b", "answer = 0.5")[0].contains("the code must set `answer`"));
    assert_eq!(
        ask("#| options: a | b\n#| varies: x", "answer = 1"),
        ["15:1: the answer is 1 for every value of `x` that was tried"]
    );
    assert_eq!(
        ask("#| options: a | b\n#| varies: x", "answer = int(x)"),
        ["15:1: changing `x` can make the answer 2, but the options are numbered 0 to 1"]
    );
    assert_eq!(
        ask("#| options: a | b\n#| varies: xx", "answer = 1 if x == 1 else 0"),
        ["15:1: `varies` names `xx`, which is not an input of this page; did you mean `x`?",]
    );
}

#[test]
fn what_looks_like_a_control_can_be_moved() {
    let hint = "so readers cannot change it; write `name = ...` on a line of its own, with literal values";
    let fixed = |place: &str, name: &str| vec![format!("{place}: this `{name}` is not shown as a control, {hint}")];
    assert_eq!(problems(&cell("x = 0.1 * slider(0, 20, value=3)")), fixed("7:11", "slider"));
    assert_eq!(problems(&cell("lo = 0\ny = text('a')\nx = slider(lo, 2)")), fixed("9:5", "slider"));
    assert_eq!(problems(&cell("m = matrix([[1.0]])\nx = mask(m)")), fixed("8:5", "mask"));
    let others = "k = mask(torch.ones(2, 2), flipped=[[1, 0]])\nx = torch.ones(2)\nprint('slider(2)', x.sum())";
    assert_eq!(problems(&cell(others)), [""; 0]);
}

#[test]
fn what_a_control_cannot_hold_is_told_with_the_reason() {
    let found = problems(&cell("x = slider(0.0, 1.0, value=0.5, step=0)"));
    assert_eq!(
        found,
        ["7:5: this `slider` is not shown as a control, so readers cannot change it; the step must be above 0"]
    );
    let found = problems(&cell("x = toggle(3)"));
    assert!(
        found.iter().any(|problem| problem.ends_with("so readers cannot change it; a toggle must be True or False")),
        "{found:?}"
    );
}

#[test]
fn a_lesson_needs_what_comes_before_it() {
    let written = |id: &str, needs: &str| format!("---\ntitle: T\nid: {id}\nneeds: [{needs}]\n---\nWords.\n");
    let folder = tempfile::tempdir().unwrap();
    for (id, needs) in [("a", "b"), ("b", "c, attention"), ("c", "a"), ("d", "b")] {
        std::fs::write(folder.path().join(format!("{id}.md")), written(id, needs)).unwrap();
    }
    let library = LessonLibrary::embedded().with_neighbours(folder.path());
    let told = |id: &str, needs: &str| {
        let lesson = Lesson::read("t.md", &written(id, needs)).unwrap();
        check(&Arc::new(lesson), &library).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        told("x", "x"),
        ["t.md:4:1: the lesson needs itself; `needs` lists the lessons that come before this one"]
    );
    let help = "a learner could start none of them: remove one from the `needs` of another";
    assert_eq!(
        told("a", "b"),
        [format!("t.md:4:1: circular dependency: a -> b -> c -> a, where each needs the next; {help}")]
    );
    assert_eq!(told("d", "b"), [""; 0], "it is in no circle itself");
}

#[test]
fn two_footnotes_of_one_name_are_told() {
    let found = problems("One[^n].\n\n[^n]: A.\n\n[^n]: B.\n");
    let said = "10:1: another footnote has this name, so both get the same number; give one of them another name";
    assert_eq!(found, [said]);
}

#[test]
fn a_comment_that_was_to_be_a_note_is_told() {
    let help = "begin a note with `<!-- note:`, in lowercase and with the colon";
    let said = |line: usize| format!("{line}:1: this comment is not a note, so the presenter never sees it; {help}");
    let body = "Words.\n\n<!-- Note: a -->\n\n<!--note b -->\n\n<!-- todo: c -->\n\n<!-- note: d -->\n";
    assert_eq!(problems(body), [said(8), said(10)]);
}

#[test]
fn options_below_the_code_are_told() {
    let help = "put options in the first lines of the cell";
    let said = format!("9:1: this option comes after the code, where it is only a comment; {help}");
    assert_eq!(problems(&cell("#| label: a\nx = torch.ones(2)\n#| view: bars")), [said]);
}

#[test]
fn an_exercise_tells_right_from_wrong() {
    let check = "assert y == 2";
    assert_eq!(problems(&exercise("y = 1", check, "y = 2", "y = 3")), [""; 0]);
    assert_eq!(
        problems(&exercise("y = 2", check, "y = 2", "y = 3")),
        ["10:1: the exercise passes before it is solved: its check tests nothing",]
    );
    assert!(problems(&exercise("y = 1", check, "y = 4", "y = 3"))[0].starts_with("16:8: the solution does not pass: "));
    assert!(problems(&exercise("y = 1", check, "y = 1 / 0", "y = 3"))[0].starts_with("22:5: the solution fails: "));
    assert_eq!(
        problems(&exercise("y = 1", check, "y = 2", "y = 1 + 1")),
        ["28:1: this wrong solution passes: the check does not detect the mistake",]
    );
}

#[test]
fn a_par_is_what_the_solution_scores() {
    let scored = |par: &str, check: &str| {
        problems(
            &exercise("y = 1", check, "y = 2", "y = 3").replace("#| role: start\n", &format!("#| role: start\n{par}")),
        )
    };
    let check = "assert y == 2\nscore = y + 1";
    assert_eq!(scored("#| par: 3\n", check), [""; 0]);
    assert!(scored("#| par: 2\n", check)[0].ends_with("the solution scores 3, but `par` is 2"));
    assert!(scored("#| par: 3\n", "assert y == 2")[0].ends_with("its check does not set `score` to an integer"));
    assert!(scored("", check)[0].ends_with("the check sets a `score`: give the exercise `par: 3`"));
}

#[test]
fn words_are_checked_too() {
    assert_eq!(
        problems("About 0.5 of [it](attentoin).\n"),
        [
            "6:7: the number 0.5 is written by hand, not computed; compute it with `{{ expression :.2f }}`, or put it in backquotes",
            "6:15: the link leads to `attentoin`, which is not a lesson; did you mean `attention`?",
        ]
    );
    assert_eq!(
        problems("Half is `{{ 1 / 2 }}`, and `{ {x} }` is two braces.\n"),
        [
            "6:9: `{{ 1 / 2 }}` is not computed inside backquotes; remove the backquotes; to show two braces, put a space between them",
        ]
    );
    let text = "---\ntitle: T\nid: t\nneeds: [attentoin]\n---\n";
    let problems = check(&Arc::new(Lesson::read("t.md", text).unwrap()), &LessonLibrary::embedded());
    assert_eq!(
        problems[0].to_string(),
        "t.md:4:1: the lesson needs `attentoin`, which does not exist; did you mean `attention`?"
    );
}

#[test]
fn links_and_footnotes_lead_somewhere() {
    let body = "# Title\n\nSee [a](#titel), [b](attention#softmx) and [c](attention#softmax)[^n].\n\n".to_owned()
        + "[^n]: Said.\n\n[^m]: Never said.\n\nMore[^x].\n\n"
        + &question("#| options: [one](attention) | two", "answer = 0");
    assert_eq!(
        problems(&body),
        [
            "8:6: the link leads to `#titel`, but there is no such block on that page; did you mean `title`?",
            "8:19: the link leads to `#softmx`, but there is no such block on that page; did you mean `softmax`?",
            "12:1: nothing refers to this footnote",
            "14:5: there is no footnote with this name; add a line `[^name]: ...` to the text",
            "19:14: a link here cannot be followed; put links in the text, where Enter follows them",
        ]
    );
}

#[test]
fn formulas_are_written_in_what_can_be_drawn() {
    let body = "# Title\n\nThe $\\softmx(x)$ of $\\tanh x$.\n\n$$\\sqrt{\\foo}$$\n\nSo $\\frac{a}$ and $x^$.\n\n$$\nz =\n\\frac{1}\n$$\n";
    let help = "write a name of your own as `\\operatorname{name}`";
    assert_eq!(
        problems(body),
        [
            format!("8:6: the formula contains `\\softmx`, which is not supported; {help}"),
            format!("10:9: the formula contains `\\foo`, which is not supported; {help}"),
            "12:5: `\\frac` needs 2 arguments, but has 1; write `\\frac{above}{below}`".to_owned(),
            "12:21: there is nothing after `^`; write `^{...}`, or remove it".to_owned(),
            "16:1: `\\frac` needs 2 arguments, but has 1; write `\\frac{above}{below}`".to_owned(),
        ]
    );
}

#[test]
fn what_is_no_formula_is_told_by_its_commands() {
    let help = "write a formula between two `$`, without spaces inside them, and close all its braces";
    let said = |place: &str| format!("{place}: `\\frac` is outside a formula and is not displayed; {help}");
    assert_eq!(problems("It is $\\frac{a$, and on.\n"), [said("6:8")]);
    assert_eq!(problems("It is $ \\frac{a}{b} $, and on.\n"), [said("6:9")]);
    assert_eq!(problems("A `\\frac`, a C:\\tools, and $5 or $6.\n"), [""; 0]);
}

#[test]
fn a_fence_that_slips_is_told_itself() {
    let body = "# Title\n\n```pyhton\nx = 1\n```\n\n```text\nx = 1\n```\n\n".to_owned() + &cell("y = x");
    let problems = problems(&body);
    let help = "did you mean `python`? for code that should only be shown, write `text`";
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert_eq!(problems[0], format!("8:1: the fence says `pyhton`, so its code is shown and never runs; {help}"));
}

#[test]
fn options_of_a_cell_make_no_cell_without_its_word() {
    let said = "there is no language after this fence, so its code is shown but never runs; did you mean `python`? for code that should only be shown, write `text`";
    assert_eq!(problems("# Title\n\n```\n#| label: x\nx = 1\n```\n"), [format!("8:1: {said}")]);
    assert_eq!(problems("```\nx = 1\n```\n\n```text\n#| label: x\n```\n\n    #| label: x\n"), [""; 0]);
}

#[test]
fn a_link_leads_somewhere_and_a_picture_is_called_one() {
    let nowhere = "the link leads nowhere: there is no address between its parentheses; write the id of a lesson, `#` and the label of a block, or an address";
    assert_eq!(problems("See [x]() and [*y*](#).\n"), [format!("6:6: {nowhere}"), format!("6:17: {nowhere}")]);
    let help = "describe it in words, or draw it with a cell";
    let picture = |place: &str| format!("{place}: the picture `a.png` cannot be shown in a terminal; {help}");
    assert_eq!(problems("See ![x](a.png), ![**y**](a.png).\n"), [picture("6:7"), picture("6:22")]);
    assert_eq!(problems("See ![x](https://a.b/c.png), [x](t).\n"), [""; 0]);
}

#[test]
fn what_markdown_reads_otherwise_is_told_with_its_place() {
    let found = problems("# Title\n\nIt is **large, $x_{1$.\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n");
    let starts: Vec<_> = found.iter().filter_map(|problem| problem.split(" is").next()).collect();
    assert_eq!(starts.len(), 3, "{found:?}");
    assert!(found[0].starts_with("8:7: this `**` is never closed in its paragraph"), "{found:?}");
    assert!(found[1].starts_with("8:19: this brace is never closed"), "{found:?}");
    assert!(found[2].starts_with("12:1: this row has 3 cells, but the header of its table has 2"), "{found:?}");
}

#[test]
fn options_that_read_the_same_are_told() {
    let help = "give each option a different text";
    let asked = |options: &str| problems(&question(&format!("#| options: {options}"), "answer = 0"));
    assert_eq!(asked("yes | no |  yes"), [format!("9:25: the options 0 and 2 both read `yes`; {help}")]);
    let found = asked("{{ 1 + 1 }} words | {{ 4 // 2 }} words");
    assert!(found.len() == 1 && found[0].contains("0 and 1 both read `2 words`"), "{found:?}");
    assert_eq!(asked("yes | Yes | {{ 1 }} | {{ 2 }} | `x` | $x_1$"), [""; 0]);
}

#[test]
fn an_assertion_is_told_with_its_code_and_its_sides() {
    let told = |code: &str| problems(&cell(code));
    assert_eq!(told("x = 1\nassert x == 2"), ["8:8: the assertion `x == 2` does not hold, as `x` is 1"]);
    assert_eq!(
        told("x = 1\ny = 2\nassert x == y, \"they are twins\""),
        ["9:8: the assertion `x == y` does not hold, as `x` is 1 and `y` is 2: they are twins"]
    );
    assert_eq!(told("x = False\nassert (x or\n    x)"), ["8:9: the assertion `x or x` does not hold"]);
    assert!(told("assert nobody")[0].starts_with("7:8: `nobody` is not defined"));
    let found = problems(&exercise("y = 1", "assert y == 2, \"twice one\"", "y = 3", "y = 4"));
    let said = "16:8: the solution does not pass: the assertion `y == 2` does not hold, as `y` is 3: twice one";
    assert_eq!(found, [said]);
    let elsewhere = cell("def f():\n    assert 1 == 2") + &cell("f()");
    assert_eq!(problems(&elsewhere).len(), 1);
    assert!(problems(&elsewhere)[0].contains(": in f: this does not hold: "), "{:?}", problems(&elsewhere));
}

#[test]
fn a_circle_is_told_once_with_all_its_places() {
    let help = "change one of these cells so that it does not need the next one";
    assert_eq!(
        problems(&(cell("a = b") + &cell("x = 1\nb = a"))),
        [format!("7:5: circular dependency: a -> b -> a, where each needs the next: this line and line 12; {help}")]
    );
    let two = cell("a = b + c") + &cell("b = a") + &cell("c = a");
    assert_eq!(problems(&two).len(), 2, "two circles: {:?}", problems(&two));
}

#[test]
fn a_shared_cell_is_told_in_its_own_file() {
    let running = "---\ntitle: R\nid: r\nshared: true\n---\n".to_owned() + &cell("#| label: a\na = 1 / 0");
    let shared = Lesson::read("r.md", &running).unwrap();
    let text = "---\ntitle: T\nid: t\nuses: [r]\n---\n".to_owned() + &cell("b = a") + &cell("c = nobody");
    let file = crate::notebook::lesson::LessonFile::new("t.md", &text);
    let lesson = Lesson::read_with(file, &[shared]).unwrap();
    let problems: Vec<_> =
        check(&Arc::new(lesson), &LessonLibrary::embedded()).iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].starts_with("t.md:11:5: "), "{}", problems[0]);
    assert!(problems[1].starts_with("r.md:8:5: "), "{}", problems[1]);
}

#[test]
fn lines_fit_and_options_name_what_is_there() {
    let long = format!("x = \"{}\"", "a".repeat(90));
    assert_eq!(problems(&cell(&long)), ["7:81: this line has 96 characters, but a line of a cell can have at most 80"]);
    assert_eq!(
        problems(&cell("#| label: c\n#| show: wieghts\nweights = 1")),
        ["7:1: `show` names `wieghts`, which this cell does not define; did you mean `weights`?",]
    );
    assert_eq!(
        problems(&(cell("#| row_names: token\nx = 1") + &cell("tokens = 1"))),
        ["7:1: no cell defines `token`, which should name the rows or columns; did you mean `tokens`?",]
    );
    let broken = cell("#| row_names: tokens\nx = 1") + &cell("tokens = nobody");
    assert_eq!(problems(&broken).len(), 1, "what a cell at fault would define, nobody knows: {:?}", problems(&broken));
    let words = cell("three = [\"a\", \"b\", \"c\"]");
    let tensor =
        |option: &str, shape: &str| words.clone() + &cell(&format!("#| {option}: three\nx = torch.ones({shape})"));
    assert_eq!(problems(&tensor("row_names", "3, 2")), [""; 0]);
    assert_eq!(problems(&tensor("col_names", "2, 3")), [""; 0]);
    let found = problems(&tensor("row_names", "2, 3"));
    let said = "there are 3 names, but the tensors of this cell have 2 rows";
    assert!(found.len() == 1 && found[0].ends_with(said), "{found:?}");
    let found = problems(&tensor("col_names", "3, 2"));
    assert!(
        found.len() == 1 && found[0].ends_with("there are 3 names, but the tensors of this cell have 2 columns"),
        "{found:?}"
    );
}

#[test]
fn what_is_called_rows_or_columns_must_be_there() {
    let words = cell("three = [\"a\", \"b\", \"c\"]");
    let with = |options: &str, code: &str| problems(&(words.clone() + &cell(&format!("{options}\n{code}"))));
    let vector = "a vector has only columns: use `cols` and `col_names`";
    assert_eq!(
        with("#| row_names: three", "x = torch.ones(3)"),
        [format!("11:1: `row_names` names the rows, but no tensor of this cell has rows; {vector}")]
    );
    assert_eq!(
        with("#| rows: word", "x = torch.ones(3)"),
        [format!("11:1: `rows` names the rows, but no tensor of this cell has rows; {vector}")]
    );
    assert_eq!(
        with("#| cols: word", "x = torch.tensor(1.0)"),
        ["11:1: `cols` names the columns, but no tensor of this cell has columns"]
    );
    assert_eq!(
        with("#| col_names: three", "x = 3"),
        ["11:1: `col_names` names the columns of a tensor, but this cell defines no tensor"]
    );
    assert_eq!(
        with("#| col_names: four", "four = 4\nx = torch.ones(4)"),
        [
            "11:1: `four`, which should name the columns, is not a list of strings; write a list such as `[\"one\", \"two\"]`"
        ]
    );
    for fine in ["x = torch.ones(2, 3)", "x = torch.ones(3)\nn = 2", "x = torch.ones(3)\ny = torch.ones(4)"] {
        assert_eq!(with("#| cols: word\n#| col_names: three", fine), [""; 0], "{fine}");
    }
    let solved = exercise("y = ...", "assert y.ndim == 1", "y = torch.ones(3)", "y = 1");
    let named = solved.replacen("#| ask", "#| row_names: three\n#| ask", 1);
    let found = problems(&(words.clone() + &named));
    assert!(found.len() == 1 && found[0].contains("`row_names` names the rows"), "{found:?}");
}

/// Gathering the page anew for each cell would take minutes here, which no test says and everybody who runs them notices.
#[test]
fn a_lesson_of_very_many_cells_is_checked_soon() {
    let body: String = (0..20_000).map(|number| cell(&format!("x{number} = {number}"))).collect();
    assert_eq!(problems(&body), [""; 0]);
}

#[test]
fn the_course_is_honest() {
    let library = LessonLibrary::embedded();
    for entry in library.entries().iter().chain(library.shared()) {
        let lesson = entry.open().unwrap_or_else(|error| panic!("{error}"));
        let problems: Vec<_> = check(&Arc::new(lesson), &library).iter().map(ToString::to_string).collect();
        assert_eq!(problems, [""; 0]);
    }
}
