//! The last line on a small screen: what counts most where the cursor is stands in it.

use super::*;

const LESSON: &str = r#"---
title: Keys
id: keys
---
# Start

Some words.

```python
#| label: said
ask = text("a b")
count = torch.ones(len(ask.split()), 2)
```

```python
#| label: two
a = slider(0.0, 2.0, value=1.0, step=0.5)
b = slider(0.0, 2.0, value=1.0, step=0.5)
both = torch.ones(2, 2) * a + b
```

```python
#| role: question
#| label: which
#| veils: []
#| ask: How many words?
#| options: 2 | 8
#| hint: Count them.
#| explain: There are two.
answer = 0
```

```python
#| exercise: task
#| role: start
#| ask: Make three.
#| hint: One more than two.
three = 4
```

```python
#| exercise: task
#| role: check
assert three == 3, (
    "it must be one more than two")
```

```python
#| exercise: task
#| role: solution
three = 3
```

```python
#| label: broken
#| view: numbers
none = torch.zeros(2, 2) / 0
```
"#;

fn footer(pilot: &Pilot) -> String {
    pilot.screen().lines().last().unwrap().to_owned()
}

#[test]
fn each_kind_of_block_names_its_own_keys_at_eighty_columns() {
    let pilot = page_of(LESSON, 80, 24);
    let names = |pilot: &Pilot, words: &[&str]| {
        let footer = footer(pilot);
        for words in words {
            assert!(footer.contains(words), "{words}: {footer}");
        }
    };
    let pilot = to(pilot, "said");
    names(&pilot, &["Enter go in to ask why", "e edit", "Tab next"]);
    let pilot = to(pilot, "two");
    names(&pilot, &["Enter go in to ask why", "←→ slide", "Tab next"]);
    let pilot = to(pilot, "which");
    names(&pilot, &["Enter choose", "1-9 answer", "i hint"]);
    // Inside it both do the same, and one hint says so.
    let pilot = go(pilot, "<enter>");
    names(&pilot, &["Enter 1-9 answer"]);
    assert_eq!(footer(&pilot).matches("answer").count(), 1, "{}", footer(&pilot));
    let pilot = go(pilot, "2 3");
    names(&pilot, &["Enter choose again"]);
    assert!(!footer(&pilot).contains("hint"), "nothing is left to hint at");
    let pilot = go(pilot, "1");
    assert!(!footer(&pilot).contains("choose"), "nor to choose, once it is right");
    let pilot = to(pilot, "task");
    names(&pilot, &["Enter edit code", "i hint", "S solution"]);
}

#[test]
fn the_way_out_of_an_explanation_is_named_at_eighty_columns() {
    let pilot = go(to(page_of(LESSON, 80, 24), "two"), "<enter> <enter>");
    assert!(footer(&pilot).contains("Esc back"), "{}", footer(&pilot));
}

#[test]
fn a_key_that_does_nothing_here_says_what_would() {
    let pilot = go(page_of(LESSON, 80, 24), "<enter>");
    sees(&pilot, "There is no tensor here: go to a cell, then press Enter.");
    sees(&go(pilot, "v"), "This block draws nothing.");
}

#[test]
fn a_nan_that_the_lesson_means_is_told_where_it_stands_and_one_of_the_learners_everywhere() {
    let pilot = page_of(LESSON, 80, 24);
    misses(&pilot, "nan in");
    let pilot = to(pilot, "broken");
    sees(&pilot, "NaN in none");
    let pilot = go(to(pilot, "two"), "<right>");
    sees(&pilot, "NaN in none");
}

#[test]
fn the_number_of_an_option_is_apart_from_one_that_the_option_says() {
    let pilot = to(page_of(LESSON, 80, 24), "which");
    sees(&pilot, " 1) 2");
    sees(&pilot, " 2) 8");
}

#[test]
fn a_failed_check_says_what_is_missing_and_no_piece_of_its_code() {
    let pilot = go(to(page_of(LESSON, 80, 40), "task"), "<enter> <c-end> <backspace> 2 <esc>");
    sees(&pilot, "Not yet: it must be one more than two");
    misses(&pilot, "three == 3");
    let pilot = go(pilot, "i");
    sees(&pilot, "three == 3");
    misses(&pilot, "assert");
}
