use super::*;
use crate::notebook::lesson::Lesson;

fn lesson(body: &str) -> Lesson {
    Lesson::read("t.md", &format!("---\ntitle: T\nid: t\n---\n{body}")).unwrap()
}

fn cell(label: &str, code: &str) -> String {
    format!("```python\n#| label: {label}\n{code}\n```\n\n")
}

fn question(label: &str, veils: &str, code: &str) -> String {
    let head = format!("#| role: question\n#| label: {label}\n#| ask: Which?\n#| options: a | b\n");
    format!("```python\n{head}{veils}{code}\n```\n\n")
}

/// All that is hidden while every question is open: `block.name` for values, `block{index}` for numbers, `block!` for what has no name.
fn hidden(lesson: &Lesson) -> Vec<String> {
    let veils = Veils::of(&QuestionVeil::all(lesson), |_| true);
    let mut hidden = Vec::new();
    for block in &lesson.blocks {
        if let BlockKind::Cell(cell) = &block.kind {
            let names = cell.source.program().names.defines.iter().map(|(name, _)| name);
            let names = names.filter(|name| veils.over(block, name).is_some());
            hidden.extend(names.map(|name| format!("{}.{name}", block.id)));
            hidden.extend(veils.over_unnamed(block).map(|_| format!("{}!", block.id)));
        }
        let numbers = block.numbers().filter(|number| veils.over_number(&block.id, number.index).is_some());
        hidden.extend(numbers.map(|number| format!("{}{{{}}}", block.id, number.index)));
    }
    hidden
}

#[test]
fn everything_below_a_question_is_hidden_up_to_the_next_heading() {
    let text = question("q", "", "answer = 1")
        + &cell("below", "y = 2 + 3\nk = slider(0, 4, value=1)")
        + "It is {{ y }}.\n\n# Next\n\nHere {{ y }} stands.\n\n"
        + &cell("later", "z = y + 1");
    assert_eq!(hidden(&lesson(&text)), ["below.y", "below!", "prose{0}"]);
}

#[test]
fn what_the_answer_reads_is_hidden_everywhere_but_inputs_are_not() {
    let text = cell("made", "x = tensor([1.0, 2.0])\nt = 0.5\ny = x * t\nw = matrix([[1.0]])\nz = y + 1")
        + "Now {{ y[0] }} and {{ z[0] }} and {{ t }}.\n\n"
        + &question("q", "", "answer = int(y[0] > t + w[0, 0] + x[0])")
        + "# Next\n\n"
        + &cell("printed", "print(y)")
        + &cell("last", "a = z\ny[0]")
        + &cell("silent", "b = y\nprint(z)");
    assert_eq!(hidden(&lesson(&text)), ["made.y", "prose{0}", "printed!", "last!"]);
}

#[test]
fn words_and_lengths_are_inputs_too() {
    let text = cell("count", "n = len(words)\nhalf = n / 2")
        + &cell(
            "cut",
            "line = text(\"a dog ran\")\nwords = line.lower().split()\nx = [1, 2]\nrows = torch.tensor(x).shape[0]",
        )
        + &question("q", "", "answer = half - n + len(words) + rows");
    assert_eq!(hidden(&lesson(&text)), ["count.half"]);
}

#[test]
fn who_reads_a_size_reads_no_value() {
    let text = cell("made", "y = ones(3) + 1\nz = y + 1\nu = z.sum(dim=0)")
        + "There are {{ len(y) }} in {{ z.shape[0] }}, and {{ u }}.\n\n"
        + &question("q", "", "answer = len(y) + z.shape[0] + z.numel() - u");
    assert_eq!(hidden(&lesson(&text)), ["made.u", "prose{2}"]);
    let both = cell("made", "y = ones(3) + 1") + "Of {{ len(y) }}.\n\n" + &question("q", "", "answer = len(y) - y[0]");
    assert_eq!(hidden(&lesson(&both)), ["made.y"]);
}

#[test]
fn a_question_that_names_what_it_hides_hides_that_alone() {
    let cells = cell("one", "x = 1 + 1\ny = x + 1") + &cell("two", "z = x + 2");
    let below = cell("three", "u = x + 3");
    let with = |veils: &str| hidden(&lesson(&(cells.clone() + &question("q", veils, "answer = x - 1") + &below)));
    assert_eq!(with(""), ["one.x", "three.u", "three!"]);
    assert_eq!(with("#| veils: y\n"), ["one.y"]);
    assert_eq!(with("#| veils: [two, x]\n"), ["one.x", "two.z", "two!"]);
    assert_eq!(with("#| veils: below\n"), ["three.u", "three!"]);
    assert_eq!(with("#| veils: []\n"), Vec::<String>::new());
}

#[test]
fn only_open_questions_hide_anything() {
    let text = question("first", "#| veils: y\n", "answer = 1")
        + &question("second", "#| veils: z\n", "answer = 1")
        + &question("third", "#| veils: []\n", "answer = 1")
        + &cell("made", "y = 1 + 1\nz = 2 + 2");
    let lesson = lesson(&text);
    let all = QuestionVeil::all(&lesson);
    let made = lesson.block("made").unwrap();
    let veils = Veils::of(&all, |question| &**question == "second");
    assert_eq!((veils.over(made, "y"), veils.over(made, "z").map(|id| &**id)), (None, Some("second")));
    let asked: Vec<_> = all.iter().map(|veil| &*veil.question).collect();
    assert_eq!(asked, ["first", "second"], "the third hides nothing");
}

#[test]
fn the_learners_own_cells_show_what_they_ask_for() {
    let lesson = lesson(&(cell("made", "y = 1 + 1") + &question("q", "", "answer = y - 1")));
    let veils = Veils::of(&QuestionVeil::all(&lesson), |_| true);
    assert!(veils.over(lesson.block("made").unwrap(), "y").is_some());
    assert_eq!(veils.over(&Block::scratch("scratch-1".into()), "y"), None);
}
