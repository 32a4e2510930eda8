//! Words that no table knows, in pictures of what comes of them.

use super::*;

/// A table of two words, a sentence with a third, and what is made of it.
const ZEBRA: &str = r#"---
title: Zebra
id: zebra
---
# Zebra

```python
#| label: sentence
#| show: X
#| rows: word
#| row_names: words
#| known: vocabulary
sentence = text("the zebra")
words = sentence.split()
vocabulary = ["the", "cat"]
table = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
X = torch.stack([table[vocabulary.index(w)] if w in vocabulary else torch.ones(2) for w in words])
```

```python
#| label: asks
#| show: Q
Q = named(X @ torch.ones(2, 2), word=words, channel=None)
```

```python
#| label: weights
#| show: shares
#| row_names: words
#| col_names: words
shares = softmax(Q @ Q.T, dim=-1)
```

```python
#| label: own
#| show: seen
#| row_names: words
#| col_names: words
seen = torch.ones(len(words), len(words)) * 0.5
```
"#;

/// The lines of the picture of this name.
fn picture(pilot: &Pilot, name: &str) -> String {
    let screen = pilot.screen();
    let lines: Vec<&str> = screen.lines().skip_while(|line| !line.contains(&format!(" {name}  ["))).take(5).collect();
    assert!(!lines.is_empty(), "no {name} in\n{screen}");
    lines.join("\n")
}

#[test]
fn rows_of_made_up_numbers_are_marked_wherever_they_go() {
    for theme in ThemeName::ALL {
        let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), theme, 80, 80));
        let pilot = on_rust(|| pilot.read(Lesson::read("page.md", ZEBRA).unwrap()));
        for name in ["X", "Q", "shares"] {
            let picture = picture(&pilot, name);
            assert!(picture.contains("zebra?") && !picture.contains("the?"), "{picture}");
            assert!(picture.contains("? not in the table: its numbers are made up"), "{picture}");
        }
        // What is made of the words' count alone is not made up.
        let seen = picture(&pilot, "seen");
        assert!(seen.contains("zebra") && !seen.contains('?'), "{seen}");
    }
}

#[test]
fn a_word_that_becomes_known_loses_its_mark() {
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 80));
    let known = ZEBRA.replace("\"cat\"]", "\"zebra\"]");
    let pilot = on_rust(|| pilot.read(Lesson::read("page.md", &known).unwrap()));
    misses(&pilot, "made up");
    misses(&pilot, "zebra?");
}

#[test]
fn the_first_lessons_mark_a_word_of_ones_own() {
    let pilot = on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).open("begin").unwrap());
    let pilot = to(pilot, "embed");
    misses(&pilot, "made up");
    let pilot = go(to(pilot, "sentence"), "e <home> <c-k> the <space> zebra <enter>");
    let pilot = to(pilot, "embed");
    sees(&pilot, "zebra?");
    sees(&pilot, "its numbers are made up");
}
