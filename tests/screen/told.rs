//! What other rooms tell as data is said in the language that is spoken: reasons, births, gradients, the history, leak tests, the pieces
//! of a Transformer, and where a training went wrong.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use glassformer::nn::Task;
use glassformer::notebook::training::TrainingPlan;

use super::spoken::{NAMES, PLAIN, assert_none, both, of_training, runs, wrong};
use super::training::exploding;
use super::*;
use crate::trainings;

/// A lesson of reasons, in which nothing has three Latin letters but its code.
const REASONS: &str = r#"---
title: Урок
id: ur
---
```python
#| label: вход
s = text("а б")
n = len(s)
W = matrix([[1.0, 2.0], [3.0, 4.0]])
```

```python
#| label: части
A = torch.cat([W, W])
B = torch.stack([W, W])
C = W * 1
C[0] = 7.0
```

```python
#| label: места
D = W[torch.tensor([1, 0])]
E = W.gather(1, torch.tensor([[1, 0], [0, 1]]))
O = W[W > 2]
G = W.masked_fill(W > 2, 0.0)
H = torch.tril(W)
```

```python
#| label: вид
I = W.to(torch.float64)
J = W.T
K = W.cumsum(0)
L = torch.isnan(W)
M = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
```

```python
#| label: доли
P = softmax(W, dim=-1)
```

```python
#| label: свои
N = F.one_hot(torch.tensor([0, 1]), 2)
```

```python
#| label: длинно
U = (W.reshape(4) @ W.reshape(4)) + torch.arange(12.0).sum()
```

```python
#| label: случай
torch.manual_seed(0)
R = torch.rand(2, 2)
```

```python
#| label: счёт
V = W * n
```

```python
#| label: пусто
X = (W - W) / (W - W)
```

```python
#| label: дыры
Y = softmax(torch.full((2, 2), -inf), dim=-1)
```

```python
#| label: много
Z = (W + 800).exp()
```

```python
#| label: корень
Q = (W - 9).sqrt()
```

```python
#| label: делим
T = 1 / (W - W)
```
"#;

/// A lesson with a Transformer.
const LAYERS: &str = r"---
title: Урок
id: ur
---
```python
#| label: слой
#| show: y
torch.manual_seed(0)
layer = nn.TransformerDecoderLayer(8, 2, 16, batch_first=True).eval()
y = layer(torch.rand(1, 3, 8), torch.rand(1, 4, 8), tgt_mask=torch.ones(3, 3).triu(1).bool())
```

```python
#| label: иначе
#| show: z
torch.manual_seed(0)
other = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, norm_first=True).eval()
z = other(torch.rand(1, 3, 8))
```
";

/// Goes from block to block and presses the keys there.
fn visit(text: &str, visits: &[(&str, &str)]) -> Pilot {
    visits.iter().fold(page_of(text, 200, 60), |pilot, (block, keys)| go(to(pilot, block), keys))
}

/// What is written in the lesson's code, and what computes: operations, modules and axes.
fn names(pilot: &Pilot, text: &str) -> BTreeSet<String> {
    let outcome = &pilot.model.reading().unwrap().lesson.outcome;
    let records = outcome.reports().values().filter_map(|report| Some(&report.run.as_deref()?.tape));
    let mut names: BTreeSet<String> = text.lines().flat_map(runs).map(str::to_owned).collect();
    for node in records.flat_map(|record| record.nodes()) {
        let axes = node.value.axes().iter().filter_map(|axis| axis.name.as_deref());
        let own = axes.chain(node.name.as_deref()).chain([node.operation.name()]);
        names.extend(own.flat_map(runs).map(str::to_owned));
    }
    // Functions in formulas, kinds of values where an operation stands else, and the id of the learner's own cell.
    names.extend(["max", "trunc", "int", "where", "value", "text", "nan", "NaN", "inf", "scratch"].map(str::to_owned));
    names.extend(NAMES.map(str::to_owned));
    names
}

/// What is left in English of some visits to a page.
fn left(text: &str, visits: &[(&str, &str)]) -> Vec<String> {
    let mut known = BTreeSet::new();
    let screens = both(|| {
        let pilot = visit(text, visits);
        known.extend(names(&pilot, text));
        pilot.screen()
    });
    let known: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    wrong(&format!("{visits:?}"), &screens, &known)
}

#[test]
fn no_word_of_a_reason_is_left_in_english() {
    let tensors = [
        ("вход", 1),
        ("части", 3),
        ("места", 5),
        ("вид", 5),
        ("доли", 1),
        ("свои", 1),
        ("длинно", 1),
        ("случай", 1),
        ("счёт", 1),
        ("пусто", 1),
        ("дыры", 1),
        ("много", 1),
        ("корень", 1),
        ("делим", 1),
    ];
    let mut found = Vec::new();
    for (block, count) in tensors {
        for tensor in 0..count {
            let there = format!("<enter> {}", "<tab> ".repeat(tensor));
            for keys in ["<enter>", "<down> <right> <enter>"] {
                found.extend(left(REASONS, &[(block, &format!("{there}{keys}"))]));
            }
        }
    }
    // Down to a number of the operation itself, and to a sum of more terms than are printed.
    found.extend(left(REASONS, &[("свои", "<enter> <enter> <enter> <enter>")]));
    found.extend(left(REASONS, &[("длинно", "<enter> <enter> <enter> <down> <enter>")]));
    // Down to what is no number, to where a number was born, and to all of a tensor.
    found.extend(left(REASONS, &[("счёт", "<enter> <enter> <enter> <down> <enter>")]));
    found.extend(left(REASONS, &[("счёт", "<enter> <enter> <enter> <down> <enter> <enter>")]));
    for block in ["пусто", "дыры", "много", "корень", "делим"] {
        found.extend(left(REASONS, &[(block, "<enter> b")]));
    }
    assert_none(&found);
}

#[test]
fn no_word_of_a_gradient_is_left_in_english() {
    let read = ("доли", "<enter> F <esc>");
    let mut found = left(REASONS, &[("доли", "<enter> F <enter>")]);
    found.extend(left(REASONS, &[("доли", "<enter> F <down> <enter>")]));
    for block in ["вход", "случай", "счёт"] {
        found.extend(left(REASONS, &[read, (block, "<enter> <enter>")]));
    }
    let whole = ("вид", "<enter> <tab> <tab> <tab> F");
    found.extend(left(REASONS, &[whole]));
    found.extend(left(REASONS, &[read, ("вид", "<enter> <tab> <tab> <tab> <enter>")]));
    found.extend(left(
        REASONS,
        &[("места", "<enter> <tab> <tab> <tab> <tab> <down> F <esc>"), ("вход", "<enter> <right> <enter>")],
    ));
    assert_none(&found);
}

#[test]
fn no_word_of_the_history_and_of_a_leak_test_is_left_in_english() {
    let mut found = Vec::new();
    let histories: [&[(&str, &str)]; 5] = [
        &[("вход", "a 1 <esc> t")],
        &[("вход", "a 1 <esc> D t")],
        &[("да", "1 1"), ("ряд", "t")],
        &[("ряд", "<right>"), ("сетка", "<enter> + <esc>"), ("ряд", "R t")],
        &[("ряд", "<right>"), ("ряд", "u t")],
    ];
    let leaks: [&[(&str, &str)]; 6] = [
        &[("вход", "L")],
        &[("ряд", "L")],
        &[("сетка", "<enter> <down> L")],
        &[("дыры", "<enter> L")],
        &[("выбор", "L")],
        &[("выбор", "<tab> L")],
    ];
    for visits in histories.into_iter().chain(leaks) {
        found.extend(left(PLAIN, visits));
    }
    assert_none(&found);
}

#[test]
fn no_piece_of_a_transformer_is_left_in_english() {
    let found = ["слой", "иначе"].into_iter().flat_map(|block| left(LAYERS, &[(block, "s <right>")]));
    assert_none(&found.collect::<Vec<_>>());
}

/// A training on a wide screen, and the words that are no words of ours: what it reads and writes, and the names in what went wrong.
fn training(plan: fn(Task) -> TrainingPlan, folder: &Path, act: impl Fn(&mut Pilot)) -> (String, BTreeSet<String>) {
    on_rust(|| {
        let mut pilot = Pilot::new(LessonLibrary::embedded(), ThemeName::Dark, 200, 50);
        pilot = pilot.with_trainings(plan, folder.to_owned());
        pilot.take(Msg::Watch(Task::Copy));
        pilot.train(1);
        act(&mut pilot);
        let dashboard = pilot.model.dashboard().unwrap();
        let mut names = of_training(dashboard);
        // Paths of modules stand between backticks, shapes in brackets.
        let trouble = dashboard.trouble.as_deref().unwrap_or_default();
        let quoted = trouble.split(['`', '[', ']']).skip(1).step_by(2);
        names.extend(quoted.flat_map(runs).map(str::to_owned));
        names.extend(Task::ALL.map(|task| task.to_string()));
        names.extend(NAMES.map(str::to_owned));
        names.extend(["NaN", "inf", "matmul", "dev", "null", "nowhere", "safetensors"].map(str::to_owned));
        (pilot.screen(), names)
    })
}

fn left_of_training(
    what: &str,
    plan: fn(Task) -> TrainingPlan,
    folder: &Path,
    act: impl Fn(&mut Pilot),
) -> Vec<String> {
    let mut names = BTreeSet::new();
    let screens = both(|| {
        let (screen, of_training) = training(plan, folder, &act);
        names.extend(of_training);
        screen
    });
    // What the system says is its own.
    names.extend(
        fs::create_dir("/dev/null/nowhere")
            .err()
            .iter()
            .flat_map(|error| runs(&error.to_string()).map(str::to_owned).collect::<Vec<_>>()),
    );
    let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    wrong(what, &screens, &names)
}

#[test]
fn no_word_of_a_training_that_went_wrong_or_came_to_its_end_is_left_in_english() {
    let folder = tempfile::tempdir().unwrap();
    let rewound = |pilot: &mut Pilot| {
        while pilot.model.dashboard().unwrap().trouble.is_none() {
            pilot.train(1);
        }
    };
    let stuck = |pilot: &mut Pilot| pilot.train(60);
    let mut found = left_of_training("rewound", exploding, folder.path(), rewound);
    found.extend(left_of_training("stuck", exploding, folder.path(), stuck));
    found.extend(left_of_training("over", trainings::tiny, folder.path(), stuck));
    let nowhere = Path::new("/dev/null/nowhere");
    found.extend(left_of_training("not written", trainings::tiny, nowhere, |pilot| {
        pilot.press(glassformer::tui::keymap::parse_keys("w").unwrap()[0]);
    }));
    assert_none(&found);
}
