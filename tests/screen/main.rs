//! The whole program without a terminal: keys in, screens out.
//!
//! Everything evaluates on the pure Rust backend, so that no last bit and no word of a screen depends on the machine.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by stopping")]

mod again;
mod around;
mod beam;
mod bookmarks;
mod certificate;
mod coding;
mod compare;
mod controls;
mod course;
mod filling;
mod footer;
mod front;
mod glossary;
mod gradient;
mod inspector;
mod keys;
mod lens;
mod lesson;
mod links;
mod made_up;
mod map;
mod menu;
mod motion;
mod mouse;
mod places;
mod promises;
mod reload;
mod remapped;
mod scratch;
mod seen;
mod session;
mod sizes;
mod spoken;
mod step;
mod stops;
mod taken;
mod talk;
mod told;
mod training;
#[path = "../support/trainings.rs"]
mod trainings;
mod typing;
#[path = "../support/veils.rs"]
mod unveiled;
mod veils;
mod views;

use glassformer::notebook::lesson::Lesson;
use glassformer::notebook::library::LessonLibrary;
use glassformer::tensor::backend::{self, BackendChoice};
use glassformer::tui::message::Msg;
use glassformer::tui::render::Pilot;
use glassformer::tui::theme::ThemeName;

/// A lesson with one of everything.
const TINY: &str = r#"---
title: Tiny
id: tiny
---
# Start

Half of it is {{ half :.2f }}.

```python
#| label: words
sentence = text("a b")
n = len(sentence.split())
```

```python
#| label: knob
t = slider(0.0, 2.0, value=1.0, step=0.5)
half = t / 2
```

```python
#| label: grid
#| rows: row
#| cols: column
W = matrix([[1.0, 2.0], [3.0, 4.0]])
```

```python
#| label: holes
m = mask([[1, 1], [1, 1]])
masked = W.masked_fill(~m, -inf)
shares = softmax(masked, dim=-1)
```

```python
#| label: switches
kind = choice(["relu", "gelu", "tanh"], "relu")
on = toggle(True)
```

```python
#| label: slow
#| lazy: true
late = n + 1
```

```python
#| role: question
#| label: guess
#| ask: What is one and one?
#| options: one | two | three
#| hint: Count your fingers.
#| explain: Because {{ 1 + 1 }} is the sum.
answer = 1
```

```python
#| exercise: double
#| role: start
#| ask: Return twice x.
#| hint: Multiply.
#| hint: By two.
def double(x):
    return x
```

```python
#| exercise: double
#| role: check
assert double(3) == 6, "twice three is six"
```

```python
#| exercise: double
#| role: solution
def double(x):
    return 2 * x
```
"#;

/// Runs a test on the backend that is the same everywhere.
fn on_rust<T>(test: impl FnOnce() -> T) -> T {
    backend::with(BackendChoice::Rust, test)
}

/// A lesson of this text on a screen of this size.
fn page_of(text: &str, width: u16, height: u16) -> Pilot {
    let lesson = Lesson::read("page.md", text).unwrap();
    on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height).read(lesson))
}

/// The tiny lesson on a screen of this size.
fn tiny(width: u16, height: u16) -> Pilot {
    page_of(TINY, width, height)
}

/// The lesson on attention.
fn attention(width: u16, height: u16) -> Pilot {
    unveiled::shown(on_rust(|| {
        Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, width, height).open("attention").unwrap()
    }))
}

/// Presses keys.
fn go(pilot: Pilot, keys: &str) -> Pilot {
    on_rust(|| pilot.keys(keys).unwrap())
}

/// Goes to a block by its name.
fn to(mut pilot: Pilot, block: &str) -> Pilot {
    let reading = pilot.model.reading_mut().unwrap();
    let place = reading.lesson.position(block).unwrap();
    reading.select(place);
    // Any key brings it into view; this one does nothing else.
    go(pilot, "<f1> <esc>")
}

/// The present source of a block.
fn source(pilot: &Pilot, block: &str) -> String {
    pilot.model.reading().unwrap().lesson.document.source(block).unwrap().to_string()
}

/// Text comes from the clipboard.
fn paste(mut pilot: Pilot, text: &str) -> Pilot {
    on_rust(|| pilot.take(Msg::Paste(text.to_owned())));
    pilot
}

/// Fails with the screen if it does not hold `words`.
#[track_caller]
fn sees(pilot: &Pilot, words: &str) {
    let screen = pilot.screen();
    assert!(screen.contains(words), "no {words:?} in\n{screen}");
}

/// Fails with the screen if it holds `words`.
#[track_caller]
fn misses(pilot: &Pilot, words: &str) {
    let screen = pilot.screen();
    assert!(!screen.contains(words), "there is {words:?} in\n{screen}");
}
