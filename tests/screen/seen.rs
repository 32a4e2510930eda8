//! What is on the screen when somebody does something: what belongs together is seen together where it fits, and what was asked for
//! is not below the screen.

use super::*;

/// Blocks that are higher than a small screen, and inputs whose pictures stand elsewhere.
fn lesson() -> String {
    let filler = "\n\nA paragraph.".repeat(12);
    let long = "    x = x + 1\n".repeat(24);
    format!(
        r#"---
title: Seen
id: seen
---
# Start{filler}

```python
#| label: bend
bend = slider(0.0, 2.0, value=1.0, step=0.5)
```

Between them stands a sentence.

```python
#| label: bent
bent = torch.arange(6) * bend
```

```python
#| label: unseen
#| hidden: true
#| view: hidden
held = 4
```

```python
#| label: tall
#| view: bars
step = slider(0.0, 2.0, value=1.0, step=0.5)
a0 = 1
a1 = 1
a2 = 1
a3 = 1
a4 = 1
a5 = 1
grown = torch.arange(14) * step
```

```python
#| exercise: long
#| role: start
#| ask: Return twice x.
#| hint: The last line decides.
def double(x):
{long}    return x
```

```python
#| exercise: long
#| role: check
assert double(3) == 6, "twice three is six"
```

```python
#| exercise: long
#| role: solution
def double(x):
    return 2 * x
```

The end.
"#
    )
}

fn seen(width: u16, height: u16) -> Pilot {
    page_of(&lesson(), width, height)
}

fn here(pilot: &Pilot) -> String {
    pilot.model.reading().unwrap().lesson.id().unwrap().to_string()
}

#[test]
fn how_a_long_exercise_stands_is_seen_after_typing() {
    let pilot = go(to(seen(80, 24), "long"), "");
    misses(&pilot, "not solved yet");
    // Typing at the end of the code, the verdict below is seen, too.
    let pilot = go(pilot, "<enter> <c-end> 2");
    sees(&pilot, "return x2");
    sees(&pilot, "✗ Not yet");
    // At its start there is no room for both; and after it the verdict is what one wants to see.
    let pilot = go(pilot, "<backspace> <c-home>");
    sees(&pilot, "def double(x):");
    misses(&pilot, "✗ Not yet");
    let pilot = go(pilot, "<end> <enter> return <space> x <esc>");
    sees(&pilot, "✗ Not yet: twice three is six");
    // The check's own code comes with the first hint.
    misses(&pilot, "double(3) == 6");
    let pilot = go(pilot, "i");
    sees(&pilot, "double(3) == 6");
    let pilot = go(pilot, "<enter> <c-home> <end> <enter> return <space> 2*x <esc>");
    sees(&pilot, "✓ Solved");
}

#[test]
fn a_hint_and_a_solution_are_seen_when_they_are_asked_for() {
    let pilot = go(to(seen(80, 24), "long"), "i");
    sees(&pilot, "hint  The last line decides.");
    let pilot = go(go(pilot, "k k"), "S S");
    sees(&pilot, "return 2 * x");
}

#[test]
fn an_input_is_seen_with_the_picture_that_it_makes_in_another_cell() {
    let mut pilot = seen(80, 24);
    while here(&pilot) != "bend" {
        pilot = go(pilot, "j");
    }
    sees(&pilot, "bend  ");
    sees(&pilot, "bent  [6]");
    let pilot = go(pilot, "<right>");
    sees(&pilot, "7.50");
}

#[test]
fn a_picture_is_seen_with_the_input_above_it() {
    let pilot = go(to(seen(80, 24), "tall"), "<enter>");
    sees(&pilot, "inside");
    sees(&pilot, "grown  [14]");
    sees(&pilot, "step  ");
    // Who moves an input sees what it moves.
    let pilot = go(to(seen(80, 24), "tall"), "<right>");
    sees(&pilot, "19.50");
}

#[test]
fn a_cell_that_shows_nothing_is_passed_over() {
    let pilot = go(to(seen(80, 24), "bent"), "j");
    assert_eq!(here(&pilot), "tall");
    assert_eq!(here(&go(pilot, "g k")), "start");
    let below = |pilot: &Pilot| {
        let screen = pilot.screen();
        let mut lines = screen.lines().skip_while(|line| !line.contains("12.50") && !line.contains("5.00"));
        lines.nth(1).unwrap_or_default().to_owned()
    };
    let pilot = to(seen(80, 40), "bent");
    assert!(below(&pilot).trim().is_empty(), "{}", pilot.screen());
}

#[test]
fn after_a_deep_why_the_tensor_is_in_view_again() {
    let text = "---\ntitle: Deep\nid: deep\n---\n```python\n#| label: far\n#| view: hidden\n_far = torch.arange(3.0) + 0.5\n\
        made = _far * 2\n```\n\n";
    let text = format!("{text}{}```python\n#| label: near\nnear = made + 1\n```\n", "A paragraph.\n\n".repeat(30));
    let pilot = go(to(page_of(&text, 80, 24), "near"), "<enter> <enter> <enter> <enter> <enter>");
    sees(&pilot, "made = _far * 2");
    let pilot = go(pilot, "<esc>");
    sees(&pilot, "near = made + 1");
    let pilot = go(pilot, "<esc>");
    sees(&pilot, "near  [3]");
    assert_eq!(here(&go(pilot, "<esc>")), "near");
}

#[test]
fn a_long_list_is_read_whole_and_folded_again() {
    let text = "---\ntitle: Long\nid: long\n---\n```python\n#| label: many\nmany = [f\"word{i}\" for i in range(300)]\n```\n\n\
        ```python\n#| label: said\nfor i in range(40):\n    print(i * 1000, \"is said\")\n```\n\n\
        ```python\n#| label: few\nfew = [1, 2]\n```\n";
    let pilot = page_of(text, 80, 24);
    sees(&pilot, "'word5',");
    sees(&pilot, "Enter show in full");
    misses(&pilot, "word20");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "word20");
    sees(&pilot, "Enter fold it again");
    let pilot = go(pilot, "j j j");
    sees(&pilot, "'word299']");
    let pilot = go(to(pilot, "many"), "<enter>");
    misses(&pilot, "word20");
    // What was printed is read in the same way; what fits is no text to be read, and its code is what can be opened.
    let pilot = go(to(pilot, "said"), "");
    sees(&pilot, "… 24 more lines");
    let pilot = go(pilot, "<enter> j j j");
    sees(&pilot, "39000 is said");
    sees(&go(to(pilot, "few"), ""), "Enter edit code");
}

#[test]
fn a_long_list_is_read_whole_also_where_enter_does_something_else() {
    let text = "---\ntitle: Long\nid: long\n---\n```python\n#| label: many\nsentence = text(\"a b\")\n\
        many = [f\"word{i}\" for i in range(30)]\nrow = torch.ones(3)\n```\n\n```python\n#| label: few\nfew = [1, 2]\n```\n";
    let pilot = page_of(text, 80, 24);
    sees(&pilot, "Enter go in to ask why   z show in full");
    misses(&pilot, "word20");
    let pilot = go(pilot, "z");
    sees(&pilot, "word29");
    sees(&pilot, "z fold it again");
    let pilot = go(pilot, "z");
    misses(&pilot, "word20");
    let pilot = go(to(pilot, "few"), "z");
    sees(&pilot, "Nothing is shortened here");
}

#[test]
fn a_text_that_is_read_whole_comes_into_view_from_below_its_code() {
    for made in ["many = [f\"word{i}\" for i in range(300)]", "print(\" \".join([f\"word{i}\" for i in range(300)]))"] {
        let steps = "_s = 0\n".repeat(60);
        let text = format!("---\ntitle: Deep\nid: deep\n---\n```python\n#| label: deep\n{steps}{made}\n```\n");
        let pilot = page_of(&text, 80, 24);
        misses(&pilot, "word");
        let pilot = go(pilot, "<enter>");
        sees(&pilot, "word20");
        let pilot = go(pilot, "<enter>");
        misses(&pilot, "word20");
        sees(&pilot, "word2");
    }
}

#[test]
fn a_tensor_that_names_its_own_axes_is_titled_by_them() {
    let text = "---\ntitle: Named\nid: named\n---\n```python\n#| label: both\n#| rows: query\n#| cols: key\n\
        plain = torch.ones(2, 3)\nown = named(torch.ones(2, 3), word=[\"a\", \"b\"], knows=None)\n```\n\n\
        ```python\n#| label: later\n#| rows: place\n#| cols: part\ntaken = own * 2\n```\n";
    let pilot = page_of(text, 80, 40);
    sees(&pilot, "plain  [query 2 × key 3]");
    sees(&pilot, "own  [word 2 × knows 3]");
    sees(&pilot, "taken  [place 2 × part 3]");
}
