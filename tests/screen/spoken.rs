//! Other languages: no word of the program itself is left in English, and the screen keeps its shape.

use std::collections::BTreeSet;

use glassformer::nn::Task;
use glassformer::notebook::glossary::Glossary;
use glassformer::notebook::training::ParameterGroup;
use glassformer::tui::model::dashboard::Dashboard;
use glassformer::words::{Language, with};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::*;
use crate::trainings;
use glassformer::app::machine::{self, MachineInput};

/// A lesson in which nothing has three Latin letters but its code.
pub(super) const PLAIN: &str = r#"---
title: Урок
id: ur
---
# Начало

Это {{ h :.2f }}, [там](https://пример.рф) и [тут](#сетка).

```python
#| label: вход
s = text("а б")
n = len(s.split())
```

```python
#| label: ряд
t = slider(0.0, 2.0, value=1.0, step=0.5)
h = t / 2
```

```python
#| label: сетка
#| rows: р
#| cols: к
W = matrix([[1.0, 2.0], [3.0, 4.0]])
```

```python
#| label: дыры
m = mask([[1, 1], [1, 1]])
M = W.masked_fill(~m, -inf)
P = softmax(M, dim=-1)
```

```python
#| label: выбор
k = choice(["я", "ю"], "я")
o = toggle(True)
```

```python
#| label: потом
#| lazy: true
z = n + 1
```

```python
#| role: question
#| label: да
#| ask: 1 + 1?
#| options: 1 | 2 | 3
#| hint: Раз.
#| hint: Два.
#| explain: Вот.
answer = 1
```

```python
#| exercise: два
#| role: start
#| ask: Дважды икс.
#| hint: Раз.
#| hint: Два.
#| par: 3
def f(x):
    return x
```

```python
#| exercise: два
#| role: check
assert f(3) == 6, "шесть"
```

```python
#| exercise: два
#| role: solution
def f(x):
    return 2 * x
```
"#;

/// What stays as it is in every language: keys, names of the program and of what computes, numbers that are none.
pub(super) const NAMES: [&str; 21] = [
    // A cell of the learner's own.
    "scratch",
    "scratch-1",
    // Functions are called in a formula as in the language.
    "exp",
    "mean",
    "var",
    // What a list in front of the code leaves of a name.
    "softma",
    "Glassformer",
    "Rust",
    "Enter",
    "Esc",
    "Tab",
    "Space",
    "Backspace",
    "Home",
    "End",
    "PgUp",
    "PgDn",
    "Shift",
    "Ctrl",
    "Alt",
    "Del",
];

/// What stays on these screens: a name of an operation, and what the cell language calls its values.
const OF_OTHERS: [&str; 5] = ["div", "matmul", "False", "True", "the string"];

/// One screen: the block that it begins at, and the keys that lead there.
const SCREENS: [(&str, &str); 39] = [
    ("", ""),
    ("", "<f1> <esc> <tab> <tab> <enter>"),
    ("вход", ""),
    ("вход", "e"),
    ("ряд", "E"),
    ("ряд", "<right>"),
    ("ряд", "<right> t"),
    ("ряд", "p <right> P"),
    ("ряд", "L"),
    ("ряд", "y"),
    ("ряд", "u"),
    ("ряд", "e"),
    ("сетка", "<enter>"),
    ("сетка", "<enter> <enter>"),
    ("сетка", "<enter> f"),
    ("сетка", "<enter> f r 7"),
    ("сетка", "<enter> f x x x"),
    ("сетка", "p <enter> + P P"),
    ("сетка", "<enter> w w"),
    ("дыры", ""),
    ("дыры", "<enter> x"),
    ("ряд", "<enter> <tab> <enter> <enter>"),
    ("дыры", "<enter> <tab> <tab> <enter> w"),
    ("дыры", "<enter> <tab> <tab> F"),
    ("дыры", "<enter> <tab> <tab> F P"),
    ("дыры", "v"),
    ("дыры", "v v"),
    ("дыры", "s"),
    ("дыры", "s <right> <down> <down>"),
    ("выбор", ""),
    ("потом", ""),
    ("да", "i i i"),
    ("да", "2"),
    ("да", "2 3"),
    ("да", "1 1"),
    ("два", "i S"),
    ("два", "S S"),
    ("два", "e <down> <end> <backspace> 3 * x <esc>"),
    ("вход", "a 1 <esc>"),
];

/// The lists and the help, which can be opened anywhere on the page.
const LISTS: [&str; 10] = [
    "?",
    "? <pagedown>",
    "? <pagedown> <pagedown> <pagedown>",
    "? <end>",
    ":",
    "O",
    "d",
    "/",
    "? /",
    ": 9 9 9 <enter>",
];

/// The screen that the keys lead to from a block.
fn shown(block: &str, keys: &str) -> String {
    on_rust(|| {
        let mut pilot = page_of(PLAIN, 200, 60);
        if let Some(reading) = pilot.model.reading_mut() {
            reading.select(reading.lesson.position(block).unwrap_or(0));
        }
        pilot.keys(keys).unwrap_or_else(|error| panic!("{keys}: {error}")).screen()
    })
}

/// The same in English and in accents.
pub(super) fn both(mut screen: impl FnMut() -> String) -> (String, String) {
    (screen(), with(Language::Pseudo, &mut screen))
}

pub(super) fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphabetic()).filter(|run| run.len() >= 3)
}

/// What stands in code is the learner's.
fn code() -> BTreeSet<&'static str> {
    let lines = PLAIN.split("```").skip(1).step_by(2).flat_map(str::lines);
    let code = lines.skip(1).filter(|line| !line.starts_with("#|") && !line.starts_with("python"));
    code.flat_map(runs).chain(NAMES).chain(["nan", "inf"]).collect()
}

/// The text without its accents.
fn without_accents(text: &str) -> String {
    // No accent stands on a q.
    let text = text.replace('ʠ', "q").replace('Ɋ', "Q");
    text.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

/// The text without words that are cut: of `othe…` nobody knows whose it is.
fn without_cut_words(text: &str) -> String {
    let whole = |line: &str| {
        let words = line.split(' ').map(|word| if word.contains('…') { "" } else { word });
        words.collect::<Vec<_>>().join(" ")
    };
    text.lines().map(whole).collect::<Vec<_>>().join("\n")
}

/// What is left in English, and where another language moves what it does not say.
pub(super) fn wrong(what: &str, (english, spoken): &(String, String), names: &BTreeSet<&str>) -> Vec<String> {
    let ours = OF_OTHERS.iter().fold(without_cut_words(spoken), |text, words| text.replace(words, " "));
    let left: BTreeSet<&str> = runs(&ours).filter(|run| !names.contains(run)).collect();
    let lines = ours.lines().filter(|line| runs(line).any(|run| left.contains(run)));
    let mut wrong: Vec<String> = lines.map(|line| format!("{what}: not saved of words: {line}")).collect();
    let (spoken, english) = (without_accents(spoken), without_accents(english));
    let moved = spoken.lines().zip(english.lines()).filter(|(spoken, english)| spoken != english);
    wrong.extend(moved.map(|(spoken, english)| format!("{what}: looks otherwise:\n{english}\n{spoken}")));
    wrong
}

pub(super) fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_word_of_a_page_is_left_in_english() {
    let names = code();
    let of = |(block, keys): (&str, &str)| wrong(&format!("{block} {keys}"), &both(|| shown(block, keys)), &names);
    assert_none(&SCREENS.into_iter().flat_map(of).collect::<Vec<_>>());
}

#[test]
fn no_word_of_a_talk_is_left_in_english() {
    let talk = |keys: &str| {
        on_rust(|| {
            let lesson = Lesson::read("page.md", PLAIN).unwrap();
            let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 60, 20).presenting().read(lesson);
            pilot.keys(keys).unwrap().screen()
        })
    };
    let of = |keys: &str| wrong(keys, &both(|| talk(keys)), &code());
    // At the last question, too: with its answer kept back, with a vote, and with the answer.
    let steps = ["", "T", "j T", "G k k", "G k k 1", "G k k S", "G k k 1 S"];
    assert_none(&steps.into_iter().flat_map(of).collect::<Vec<_>>());
}

/// The text without what lessons call themselves and say of themselves, also where it is wrapped or cut.
fn without_lessons(screen: &str) -> String {
    let library = LessonLibrary::embedded();
    let said = library.lessons().into_iter().map(|lesson| format!("{}  {}", lesson.front.title, lesson.front.summary));
    let openings = library.entries().iter().flat_map(|entry| &entry.preview.opening).map(ToString::to_string);
    let terms = Glossary::embedded().terms().iter().map(|term| term.meaning.clone());
    let said: Vec<String> = said.collect();
    // Lines of prose are long; in a short one our own words may stand, too.
    let prose: Vec<String> = openings.chain(terms).collect();
    let of_lessons = |piece: &str| {
        let piece = piece.trim_end_matches('…').trim_matches(|c: char| !c.is_alphanumeric() && !"`().,:?".contains(c));
        let numbered = piece.split_once(' ').filter(|(number, _)| number.starts_with(|c: char| c.is_ascii_digit()));
        let piece = numbered.map_or(piece, |(_, title)| title.trim());
        let is_rest = |said: &String| said.ends_with(piece) && piece.len() > 2;
        let is_of = |said: &String, least: usize| is_rest(said) || (piece.len() > least && said.contains(piece));
        said.iter().any(|said| is_of(said, 12)) || prose.iter().any(|said| is_of(said, 20))
    };
    let mut titles: Vec<String> = library.lessons().iter().map(|lesson| lesson.front.title.to_string()).collect();
    // A term stands before what it means; the same word elsewhere may be ours.
    titles.extend(Glossary::embedded().terms().iter().map(|term| {
        let begins: Vec<&str> = term.meaning.split(' ').take(2).collect();
        format!("{}  {}", term.name, begins.join(" "))
    }));
    for entry in library.entries() {
        let Ok(front) = &entry.front else { continue };
        titles.extend(["●", "◐", "◎", "○"].map(|mark| format!("{mark} {}", front.short)));
        titles.extend(entry.number.map(|number| format!("{number} {}", front.short)));
        titles.push(format!("  {}  ", front.chapter));
        titles.extend(entry.preview.headings.iter().map(|heading| format!("  {heading}")));
    }
    titles.sort_by_key(|title| std::cmp::Reverse(title.len()));
    let line = |line: &str| titles.iter().fold(line.to_owned(), |line, title| line.replace(title, ""));
    let screen = screen.lines().map(line).collect::<Vec<_>>().join("\n");
    // Beside what is cut something else may begin at once.
    let screen = screen.replace('…', "…  ");
    let line = |line: &str| line.split("  ").filter(|piece| !of_lessons(piece)).collect::<Vec<_>>().join("  ");
    screen.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn without_lessons_both((english, spoken): (String, String)) -> (String, String) {
    (without_lessons(&english), without_lessons(&spoken))
}

#[test]
fn no_word_of_the_lists_and_of_the_help_is_left_in_english() {
    let mut names = code();
    // A task is called as the command line calls it.
    let tasks: Vec<String> = Task::ALL.map(|task| task.to_string()).to_vec();
    names.extend(tasks.iter().map(String::as_str));
    let of = |(block, keys): (&str, &str)| {
        let screens = both(|| shown(block, keys));
        wrong(keys, &if keys.starts_with(':') { without_lessons_both(screens) } else { screens }, &names)
    };
    let lists = LISTS.into_iter().flat_map(|keys| [("сетка", keys), ("да", keys)]);
    assert_none(&lists.flat_map(of).collect::<Vec<_>>());
}

#[test]
fn no_word_of_the_contents_the_map_and_the_certificate_is_left_in_english() {
    let run = machine::run(MachineInput::default()).unwrap();
    let pieces = run.source.iter().chain(&run.written).chain(run.next.iter().flatten().map(|(piece, _)| piece));
    let said: Vec<String> = pieces.chain([&run.sentence, &run.translation]).map(ToString::to_string).collect();
    let mut names = code();
    names.extend(said.iter().flat_map(|text| runs(text)));
    let mut found = Vec::new();
    for keys in ["", "M", "M j j", "C", "A", "m", "m j l", "<backspace>"] {
        let screen = || {
            on_rust(|| {
                let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 200, 60);
                pilot.keys(keys).unwrap().screen()
            })
        };
        found.extend(wrong(keys, &without_lessons_both(both(screen)), &names));
    }
    let small = || on_rust(|| page_of(PLAIN, 30, 9).screen());
    found.extend(wrong("a small terminal", &both(small), &names));
    assert_none(&found);
}

/// What a training reads and writes, and what its parts are called.
pub(super) fn of_training(dashboard: &Dashboard) -> BTreeSet<String> {
    let look = dashboard.look.as_ref().unwrap();
    let sentences = look.samples.iter().flat_map(|sample| [&sample.source, &sample.wanted, &sample.written]);
    // What the model itself calls a part is no word of ours.
    let parts = dashboard.begun.iter().flat_map(|begun| &begun.parts).filter_map(|part| match part {
        ParameterGroup::Own(name) => Some(name.clone()),
        ParameterGroup::Embeddings | ParameterGroup::LastNorms => None,
    });
    sentences
        .map(|words| words.concat())
        .chain(parts)
        .flat_map(|text| runs(&text).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

#[test]
fn no_word_of_the_dashboard_is_left_in_english() {
    let mut found = Vec::new();
    let tasks: Vec<String> = Task::ALL.map(|task| task.to_string()).to_vec();
    for keys in ["", "<enter>", "+ p", "r", "r x <up>", "c", "c P", "w", "X", "?", "v v"] {
        let training = || {
            on_rust(|| {
                let folder = tempfile::tempdir().unwrap();
                let mut pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 140, 50);
                pilot = pilot.with_trainings(trainings::tiny, folder.path().to_owned());
                pilot.take(Msg::Watch(Task::Reverse));
                pilot.train(25);
                let mut pilot = pilot.keys(keys).unwrap();
                pilot.train(1);
                let (screen, names) = (pilot.screen(), of_training(pilot.model.dashboard().unwrap()));
                (
                    screen
                        .replace(&folder.path().display().to_string(), "")
                        .replace("safetensors", "")
                        .replace("reverse-weights", ""),
                    names,
                )
            })
        };
        let mut names = BTreeSet::new();
        let screens = both(|| {
            let (screen, of_training) = training();
            names.extend(of_training);
            screen
        });
        let names: BTreeSet<&str> = names.iter().chain(&tasks).map(String::as_str).chain(NAMES).collect();
        found.extend(wrong(keys, &screens, &names));
    }
    assert_none(&found);
}

#[test]
fn actions_are_found_by_their_own_words_and_by_the_english_ones() {
    for query in ["r ü c k g", "u n d o"] {
        let screen = with(Language::German, || shown("ряд", &format!("<right> : {query}")));
        assert!(screen.contains("rückgängig"), "{query}\n{screen}");
    }
}

#[test]
fn a_german_reads_trainings_numbers_and_a_narrow_list() {
    let screen = with(Language::German, || shown("ряд", ": w a t c h <space> c o p y"));
    assert!(screen.contains("beim Lernen zusehen: Buchstaben abschreiben"), "{screen}");
    let narrow =
        || on_rust(|| Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 40, 10).open("attention").unwrap());
    let screen = with(Language::German, || go(narrow(), "Y").screen());
    assert!(screen.contains("Bild (SVG)") && screen.contains("Text dieses"), "{screen}");
    let learning = || {
        let folder = tempfile::tempdir().unwrap();
        let pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 120, 40);
        let mut pilot = pilot.with_trainings(trainings::tiny, folder.path().to_owned());
        pilot.take(glassformer::tui::message::Msg::Watch(Task::Copy));
        pilot.train(2);
        pilot.screen()
    };
    let (english, german) = (on_rust(learning), with(Language::German, || on_rust(learning)));
    let count = english.split_once(" parameters").unwrap().0.rsplit(' ').next().unwrap();
    assert!(count.contains(','), "{english}");
    assert!(german.contains(&format!("{} Parameter", count.replace(',', "\u{a0}"))), "{german}");
}
