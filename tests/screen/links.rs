//! Links, footnotes, and the cells of shared examples.

use super::*;
use glassformer::tui::message::{Msg, Pointer, PointerKind};

const FIRST: &str = "---
title: First
id: first
---
# One

Read [the second](second#deep) and **[attention](attention)**, or look [above](#one)[^why].

```python
#| label: a
a = 1
```

[^why]: Because it is there.
";

const SECOND: &str = "---
title: Second
id: second
uses: [example]
---
# Top

Words.

```python
#| label: deep
deep = shared * 2
```

```python
#| shared: shown
```
";

const EXAMPLE: &str = "---
title: The example
id: example
shared: true
---
```python
#| label: hidden
base = torch.tensor([1.0, 2.0])
```

```python
#| label: shown
shared = base + 1
```
";

fn pilot(width: u16) -> (tempfile::TempDir, Pilot) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("01-first.md", FIRST), ("02-second.md", SECOND), ("example.md", EXAMPLE)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let library = LessonLibrary::embedded().with_overlay(folder.path()).unwrap();
    let pilot = on_rust(|| Pilot::new(library, ThemeName::Dark, width, 24).open("first").unwrap());
    (folder, pilot)
}

fn here(pilot: &Pilot) -> (String, String) {
    let reading = pilot.model.reading().unwrap();
    (reading.lesson.document.lesson().front.id.to_string(), reading.lesson.id().unwrap().to_string())
}

#[test]
fn a_link_is_followed_and_backspace_comes_back() {
    let (_folder, pilot) = pilot(80);
    sees(&pilot, "above¹");
    sees(&pilot, "Tab next link");
    // Nobody is led out of a lesson who did not choose a link.
    let pilot = go(pilot, "<enter>");
    assert_eq!(here(&pilot), ("first".into(), "one".into()));
    sees(&pilot, "Press Tab to go to a link");
    let pilot = go(pilot, "<tab>");
    sees(&pilot, "Enter follow   Tab next link");
    let pilot = go(pilot, "<enter>");
    assert_eq!(here(&pilot), ("second".into(), "deep".into()));
    sees(&pilot, "Backspace back");
    let pilot = go(pilot, "<backspace>");
    assert_eq!(here(&pilot), ("first".into(), "one".into()));
    let pilot = go(pilot, "<tab> <enter>");
    assert_eq!(here(&pilot).0, "attention");
    let pilot = go(pilot, "<backspace>");
    assert_eq!(here(&pilot), ("first".into(), "one".into()));
    assert_eq!(pilot.model.reading().unwrap().control, Some(1), "at the link that was followed");
    sees(&go(pilot, "<backspace>"), "nowhere to go back to");
}

#[test]
fn a_footnote_is_read_and_left() {
    let (_folder, pilot) = pilot(80);
    let pilot = go(pilot, "<tab> <tab> <tab> <tab> <enter>");
    assert_eq!(here(&pilot).1, "notes");
    sees(&pilot, "¹ Because it is there.");
    assert_eq!(here(&go(pilot, "<backspace>")).1, "one");
}

#[test]
fn a_click_follows_a_link_also_where_lines_break() {
    for width in [40, 60, 80] {
        let (_folder, mut pilot) = pilot(width);
        let (row, line) = pilot
            .screen()
            .lines()
            .enumerate()
            .find_map(|(row, line)| line.contains("second").then(|| (row, line.to_owned())))
            .unwrap();
        let column = line.split("second").next().unwrap().chars().count() + 2;
        let place = |column| Pointer { kind: PointerKind::Press, column, row: row as u16 };
        pilot.take(Msg::Pointer(place(4)));
        assert_eq!(here(&pilot).0, "first", "`Read` is no link");
        on_rust(|| pilot.take(Msg::Pointer(place(column as u16))));
        assert_eq!(here(&pilot), ("second".into(), "deep".into()), "{width}");
    }
}

#[test]
fn shared_cells_are_shown_where_asked_and_reached_by_why() {
    let (_folder, pilot) = pilot(80);
    let pilot = on_rust(|| pilot.open("second").unwrap());
    sees(&to(pilot, "shown"), "shared = base + 1");
    let (_folder, pilot) = self::pilot(80);
    let pilot = on_rust(|| pilot.open("second").unwrap());
    misses(&go(pilot, "G"), "base = torch");
    let (_folder, pilot) = self::pilot(80);
    let pilot = on_rust(|| pilot.open("second").unwrap());
    let pilot = go(pilot, "o");
    sees(&pilot, "from “The example”");
    sees(&pilot, "base = torch");
    let pilot = go(pilot, "o");
    misses(&pilot, "base = torch");
    let pilot = go(to(pilot, "deep"), "<enter> <enter> <tab> <enter>");
    sees(&pilot, "inside shared");
    let pilot = go(pilot, "<enter>");
    sees(&pilot, "inside base");
    sees(&go(pilot, "<esc> <esc>"), "base = torch");
    let (_folder, pilot) = self::pilot(80);
    sees(&go(to(pilot, "a"), "o"), "This page already shows every cell of the lesson.");
}

#[test]
fn the_link_that_tab_goes_to_is_seen_in_a_block_that_is_higher_than_the_screen() {
    let links: Vec<String> = (0..14).map(|number| format!("- go to [place {number}](#start)\n")).collect();
    let text = format!("---\ntitle: T\nid: t\n---\n# Start\n\n{}", links.concat());
    let mut pilot = page_of(&text, 60, 12);
    for number in 0..14 {
        pilot = go(pilot, "<tab>");
        sees(&pilot, &format!("place {number}"));
    }
    let pilot = go(pilot, "<tab>");
    sees(&pilot, "place 0");
}
