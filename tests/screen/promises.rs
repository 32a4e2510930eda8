//! The list of actions names what does something: an action that would only say why it does nothing is not in it.

use glassformer::tui::keymap::Action;
use glassformer::tui::modes::offer;

use super::*;

const LESSON: &str = r"---
title: Alone
id: alone
---
# Words

Nothing here has a name.

```python
#| label: matrix
numbers = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
```
";

fn alone() -> Pilot {
    Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24).read(Lesson::read("alone.md", LESSON).unwrap())
}

/// Whether the list of actions names an action, and what is said where its key is pressed all the same.
fn promised(pilot: Pilot, action: Action, key: &str) -> (bool, String) {
    let is_named = offer(&pilot.model, pilot.model.context(), action).words("named").is_some();
    let said = pilot.keys(key).unwrap().model.notice.map(|notice| notice.text);
    (is_named, said.unwrap_or_default())
}

#[test]
fn names_are_offered_where_there_are_any() {
    let told = "This block shares no names with other blocks.";
    assert_eq!(promised(alone(), Action::Names, "d"), (false, told.to_owned()));
}

#[test]
fn bookmarks_are_offered_where_there_are_any() {
    let told = "There are no bookmarks yet. Bookmarked blocks are listed here.";
    assert_eq!(promised(alone(), Action::Bookmarks, "'"), (false, told.to_owned()));
    assert!(promised(alone().keys("B").unwrap(), Action::Bookmarks, "'").0);
}

#[test]
fn the_timeline_is_offered_after_a_change() {
    let told = "Nothing has changed since this page was opened.";
    assert_eq!(promised(alone(), Action::Timeline, "t"), (false, told.to_owned()));
    assert!(promised(alone().keys("a x <esc>").unwrap(), Action::Timeline, "t").0);
}

#[test]
fn a_lone_matrix_has_no_neighbours_and_no_other_axes() {
    let inside = || alone().keys("<down> <down> <enter>").unwrap();
    assert_eq!(promised(inside(), Action::NextAxes, "X"), (false, "This tensor has no other axes to show.".to_owned()));
    assert_eq!(promised(inside(), Action::PreviousControl, "<backtab>"), (false, String::new()));
    assert_eq!(promised(inside(), Action::PreviousSlice, "<lt>"), (false, String::new()));
}

#[test]
fn no_gradient_is_offered_while_the_page_is_compared() {
    let inside = alone().keys("<down> <down> <enter>").unwrap();
    assert!(offer(&inside.model, inside.model.context(), Action::Gradient).words("named").is_some());
    let told = "A comparison is active. Press p to end it; then you can read a gradient.";
    assert_eq!(promised(inside.keys("p").unwrap(), Action::Gradient, "F"), (false, told.to_owned()));
}

#[test]
fn what_a_key_does_is_decided_where_it_is_done() {
    let lesson = r"---
title: Born
id: born
---
Words.

```python
#| label: first
total = (torch.zeros(2) / 0).sum()
```

```python
#| label: second
twice = torch.ones(2) * total
```
";
    let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 80, 24);
    // The first NaN leads the page to the first cell, which was changed; the cursor is in the second, which was not.
    let pilot = go(pilot.read(Lesson::read("born.md", lesson).unwrap()), "<down> E <c-end> # <esc> <down> <enter> b r");
    let said = pilot.model.notice.map(|notice| notice.text);
    assert_eq!(said.as_deref(), Some("This block already has the lesson's text."));
}
