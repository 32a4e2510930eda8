use super::*;

const LESSON: &str = "\
---
title: Dots
id: dots
summary: Products of numbers.
---
# One

There are {{ n }} of **them**; `{{ n }}` is code.

<!-- note: Say it slowly. -->

```python
#| role: question
#| label: q
#| ask: Is {{ n }} *many*?
#| options: no | yes
#| explain: It is few.
answer = 1 if total > 10 else 0
```

```python
#| label: total
total = sqrt(n) * scale
```

```python
#| label: inputs
n = slider(1, 9, value=4)
scale = 2.0
```

```python
#| role: start
#| exercise: twice
#| ask: Double it.
#| hint: Add it to itself.
n = ... + 1
```

```python
#| role: check
#| exercise: twice
assert n == 8
```

```python
#| role: solution
#| exercise: twice
n = 8
```

<!-- note: Let them
go. -->

The end.
";

fn lesson() -> Arc<Lesson> {
    Arc::new(Lesson::read("dots.md", LESSON).unwrap())
}

/// Where a text stands in another.
fn at(text: &str, part: &str) -> usize {
    text.find(part).unwrap_or_else(|| panic!("{part:?} is missing in:\n{text}"))
}

#[test]
fn code_stands_behind_what_it_needs_and_prose_stays() {
    let text = to_python(&lesson());
    let order = [
        "import torch",
        "# There are 4 of **them**",
        "n = slider(1, 9, value=4)",
        "total = sqrt(n)",
        "answer = 1 if",
        "# The end.",
    ];
    let places: Vec<usize> = order.iter().map(|part| at(&text, part)).collect();
    assert!(places.is_sorted(), "{places:?} in\n{text}");
    assert!(at(&text, "# **Question.** Is 4 *many*?") < at(&text, "n = slider"), "the question itself stays");
    assert!(text.contains("`{{ n }}` is code"));
}

#[test]
fn a_task_is_a_comment_in_a_program_and_its_solution_runs_in_a_scope() {
    let text = to_python(&lesson());
    assert!(text.contains("# n = ... + 1"), "{text}");
    assert!(text.contains("__open()\nn = 8\n\nassert n == 8\n__close()"), "{text}");
}

#[test]
fn what_is_for_who_speaks_is_in_no_export() {
    for text in [to_python(&lesson()), to_jupyter(&lesson()), to_markdown(&lesson())] {
        assert!(!text.contains("note:") && !text.contains("slowly") && !text.contains("go."), "{text}");
        assert!(text.contains("is code") && text.contains("The end."), "{text}");
    }
}

#[test]
fn a_notebook_has_cells_with_names_of_their_own() {
    let notebook: serde_json::Value = serde_json::from_str(&to_jupyter(&lesson())).unwrap();
    assert_eq!((notebook["nbformat"].as_u64(), notebook["nbformat_minor"].as_u64()), (Some(4), Some(5)));
    let cells = notebook["cells"].as_array().unwrap();
    let ids: Vec<&str> = cells.iter().map(|cell| cell["id"].as_str().unwrap()).collect();
    let expected = [
        "lesson",
        "shim",
        "one",
        "q",
        "inputs",
        "total",
        "q-answer-to",
        "q-answer",
        "q-why",
        "twice",
        "twice-hint-1",
        "twice-start",
        "twice-solution",
        "prose",
    ];
    assert_eq!(ids, expected);
    for cell in cells {
        let is_code = cell["cell_type"] == "code";
        assert!(is_code || cell["cell_type"] == "markdown");
        assert_eq!(is_code, cell.get("outputs").is_some() && cell.get("execution_count").is_some());
        assert!(cell["metadata"].is_object() && cell["source"].is_array());
    }
    let start = cells.iter().find(|cell| cell["id"] == "twice-start").unwrap();
    assert!(
        start["source"].as_array().unwrap().contains(&"# n = ... + 1\n".into()),
        "what would fail does not run: {start}"
    );
}

#[test]
fn markdown_is_free_of_options_and_folds_what_gives_away() {
    let text = to_markdown(&lesson());
    assert!(!text.contains("#|"));
    assert!(text.contains("```python\ntotal = sqrt(n) * scale\n```"));
    assert!(at(&text, "<summary>Solution</summary>") < at(&text, "n = 8"));
    assert!(text.contains("<summary>Hint</summary>\n\nAdd it to itself."));
}

/// Markdown is read: the code of a question and of an exercise is what its author wrote, without what only a run needs.
#[test]
fn markdown_has_the_code_as_it_was_written() {
    let text = to_markdown(&lesson());
    assert!(!text.contains("__"), "{text}");
    assert!(text.contains("```python\nanswer = 1 if total > 10 else 0\n```"), "{text}");
    assert!(text.contains("```python\nn = 8\n\nassert n == 8\n```"), "{text}");
    assert!(to_jupyter(&lesson()).contains("__open()"), "a notebook runs");
}

const LINKED: &str = "\
---
title: Links
id: links
---
# Here

As [in *five*](attention), or [`there`](attention#softmax), **[here](#here)** and [below](#sum), [here too](links#here). `[no](link)`
and $[a](b)$ are none; [the paper](https://arxiv.org/abs/1706.03762) is. [Watch it](train:reverse).

```python
#| label: sum
total = 1 + 1
```

```python
#| role: question
#| label: q
#| ask: As [in five](attention), is [the sum](#sum) 2?
#| options: no | yes
answer = total - 1
```
";

#[test]
fn links_lead_to_what_is_there() {
    let lesson = Arc::new(Lesson::read("links.md", LINKED).unwrap());
    for (text, form) in [(to_markdown(&lesson), "md"), (to_jupyter(&lesson).replace("\\\"", "\""), "ipynb")] {
        let parts = [
            "As in *five*, or `there`, **[here](#here)** and [below](#sum), [here too](#here). `[no](link)`",
            "[the paper](https://arxiv.org/abs/1706.03762) is. Watch it (`glassformer train reverse --watch`).",
            "As in five, is [the sum](#sum) 2?",
            "<a id=\"here\"></a>",
            "<a id=\"sum\"></a>",
        ];
        for part in parts {
            at(&text, part);
        }
        assert!(!text.contains("](attention") && !text.contains("id=\"q\""), "{form}: {text}");
    }
    let markdown = to_markdown(&lesson);
    assert!(
        at(&markdown, "id=\"here\"") < at(&markdown, "# Here")
            && at(&markdown, "# Links") < at(&markdown, "id=\"here\"")
    );
    assert!(at(&markdown, "id=\"sum\"></a>\n\n```python\ntotal") > at(&markdown, "Watch it"));
    let program = to_python(&lesson);
    assert!(program.contains("**here** and below, here too.") && !program.contains("<a "), "{program}");
}

#[test]
fn the_files_that_a_lesson_reads_are_told() {
    assert!(files(&lesson()).is_empty());
    let reads = LESSON.replace("scale = 2.0", "scale = len(json.load(open('translator.json'))['source'])");
    let names =
        |text: &str| files(&Lesson::read("dots.md", text).unwrap()).iter().map(|file| file.0).collect::<Vec<_>>();
    assert_eq!(names(&reads), ["translator.json"]);
    let both = LESSON.replace("n = 8", "n = 8 + len(load_file(\"translator.safetensors\")) # translator.json");
    assert_eq!(names(&both), ["translator.safetensors"]);
}
