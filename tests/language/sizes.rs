//! The size that each container keeps: it is the size of the tree that somebody would walk over, whatever the program did to get
//! there, and no value is larger than a cell may make it.

use glassformer::lang::value::Closure;
use glassformer::lang::{Evaluation, Limits, Scope, Value, evaluate, parse};
use glassformer::tensor::stop::Flag;
use proptest::prelude::*;

/// Few enough to be counted one by one after every program.
const MOST: u64 = 3000;

/// The size of a value, counted by a walk over all of it.
fn counted(value: &Value) -> u64 {
    let sum = |values: &mut dyn Iterator<Item = &Value>| 1 + values.map(counted).sum::<u64>();
    match value {
        Value::List(_) | Value::Tuple(_) => sum(&mut value.items().unwrap().iter()),
        Value::Dict(table) | Value::Set(table) => {
            let dict = table.now();
            let values = if matches!(value, Value::Dict(_)) {
                dict.values().map(counted).sum::<u64>()
            } else {
                keys(dict.keys())
            };
            1 + dict.keys().map(counted).sum::<u64>() + values
        }
        Value::Str(text) => 1 + text.len() as u64 / 64,
        Value::Tensor(tensor) => 1 + tensor.len() as u64 / 1024,
        Value::Function(closure) => of_closure(closure),
        Value::Bound(bound) => 1 + of_closure(&bound.function) + bound.object.as_ref().map_or(0, counted),
        Value::Method(object, _) => 1 + counted(object),
        Value::Slice(parts) => sum(&mut parts.iter()),
        // An object and a class are named, not held.
        _ => 1,
    }
}

/// A set is a dict whose every value is `None`.
fn keys<'a>(keys: impl Iterator<Item = &'a Value>) -> u64 {
    keys.count() as u64
}

fn of_closure(closure: &Closure) -> u64 {
    // A variable is named, not held.
    1 + closure.defaults.iter().flatten().map(counted).sum::<u64>()
}

fn run(source: &str) -> Evaluation {
    let limits = Limits { tree: MOST, steps: 200_000, ..Limits::default() };
    let parsed = parse(source);
    assert_eq!(parsed.errors, vec![], "{source}");
    evaluate(&parsed.program, source, &Scope::new(), &limits, &Flag::default())
}

/// One line of a program over the names `a` to `d`, which hold lists, tuples, dicts or anything that grew from them.
fn line() -> impl Strategy<Value = String> {
    let name = || prop::sample::select(vec!["a", "b", "c", "d"]);
    let form = prop::sample::select(vec![
        "X = (Y, Z)",
        "X = [Y, Z, Y]",
        "X = [Y]",
        "X = [1, 2.5, 'word', None, torch.ones(3)]",
        "X = {'k': Y, 2: Z}",
        "X = {(1, i): Y for i in range(3)}",
        "X = {1, 'two', (3, 4)}",
        "if isinstance(X, list):\n    X.append(Y)",
        "if isinstance(X, list) and len(X) > 0:\n    X[0] = Y",
        "if isinstance(X, list) and len(X) > 0:\n    X[-1] = 7",
        "if isinstance(X, list) and len(X) > 1:\n    X.pop()",
        "if isinstance(X, list) and len(X) > 1:\n    X.pop(0)",
        "if isinstance(X, list):\n    X.insert(0, Y)\n    X.reverse()",
        "if isinstance(X, list) and isinstance(Y, list):\n    X.extend(Y)",
        "if isinstance(X, dict):\n    X['k'] = Y",
        "if isinstance(X, dict):\n    X[str(len(X))] = Y",
        "if isinstance(X, dict) and 'k' in X:\n    X.pop('k')",
        "if isinstance(X, dict):\n    X.update({2: Y})",
        "if isinstance(X, dict):\n    X.setdefault('s', []).append(Y)",
        "if isinstance(X, (list, tuple)):\n    X = X[1:] + X[:1]",
        "if isinstance(X, (list, tuple)):\n    X = X * 3",
        "if isinstance(X, (list, tuple)) and isinstance(Y, (list, tuple)):\n    X = list(X) + list(Y)",
        "X = [Y for i in range(5)]",
        "X = [(i, Y) for i in range(3) if i != 1]",
        "X = list(zip([Y, Z], [1, 2]))",
        "X = list(enumerate([Y, Z]))",
        "def f(x, y=Y):\n    return lambda: (x, y)\nX = f(Z)",
        "X = (lambda v=Y: v)",
        "class C:\n    v = Y\nX = C",
        "class C:\n    v = Y\nC.v, C.w = Z, [C, Y, C]\nX = C.w",
        "class C:\n    v = Y\n    def m(self):\n        return self.v\nX = C().m",
        "class C:\n    def __init__(self, v):\n        self.v = v\nX = [C(Y), C(Z)]",
        "class C:\n    def __init__(self, v):\n        self.v = v\nX = C(Y).v",
        "X = str(Y)",
        "X = torch.zeros(50, 50)",
        "X = f'{Y} and {Z}'",
        "X = ['a' * 200, Y]",
        "X, Y = Y, X",
        "X = [0, 0]\nX[0], X[1] = Y, Z",
        "first, *X = [Y, Z, Z]",
        "X = dict(k=Y, l=Z)",
        "X = list({'m': Y}.items())",
        "X = copy.deepcopy(Y)",
    ]);
    (form, name(), name(), name()).prop_map(|(form, x, y, z)| {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut out = String::new();
        let mut rest = form;
        while let Some(c) = rest.chars().next() {
            let word = rest.len() - rest.trim_start_matches(is_word).len();
            let taken = word.max(c.len_utf8());
            out.push_str(match &rest[..taken] {
                "X" => x,
                "Y" => y,
                "Z" => z,
                other => other,
            });
            rest = &rest[taken..];
        }
        out
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn kept_sizes_are_those_of_a_count(lines in prop::collection::vec(line(), 1..25)) {
        let source = format!("import copy\na = [1]\nb = (2, 3)\nc = {{'k': 4}}\nd = 5 + 0.5\n{}", lines.join("\n"));
        let evaluation = run(&source);
        for (name, value) in &evaluation.defined {
            prop_assert_eq!(value.size(), counted(value), "{}\n{} = {}", source, name, value.excerpt());
            prop_assert!(value.size() <= MOST || !matches!(value, Value::List(_) | Value::Tuple(_) | Value::Dict(_)), "{}", source);
        }
    }
}

#[test]
fn doubled_pair_is_refused_where_it_grows_too_large() {
    let evaluation = run("x = 1\nfor i in range(40):\n    x = (x, x)");
    let error = evaluation.error.unwrap();
    assert!(error.message.starts_with("this would contain 4,095 values"), "{}", error.message);
    assert_eq!(error.span.of("x = 1\nfor i in range(40):\n    x = (x, x)"), "(x, x)");
    assert_eq!(evaluation.defined["x"].size(), 2047, "what was made before is there");
}

#[test]
fn every_way_to_grow_is_bounded() {
    for source in [
        "x = (1,)\nwhile True:\n    x = x + x",
        "x = [1]\nwhile True:\n    x = x * 2",
        "x = [[[0.5] * 30] * 30] * 30",
        "def f(x):\n    return lambda a=x, b=x: (a, b)\nx = 1\nwhile True:\n    x = (f(x), f(x))",
        "x = (1,)\nwhile True:\n    x = {(x, x)}\n    x = tuple(x)",
    ] {
        let error = run(source).error.unwrap();
        assert!(
            error.message.starts_with("this would contain ") || error.message.contains("is nested too deeply"),
            "{source}: {}",
            error.message
        );
    }
    // A class is named: a tower of classes is as large as it has classes.
    let error = run("x = 1\nwhile True:\n    class C:\n        a = x\n        b = [x, x]\n    x = C").error.unwrap();
    assert!(error.message.contains("takes too many steps"), "{}", error.message);
    // Of a list that may still change only the part of its own is counted on the way. The whole does not leave the cell.
    for source in [
        "x = 1\nwhile True:\n    x = [x, x]",
        "x = 1\nwhile True:\n    x = {'a': x, 'b': x}",
        "x = 1\nwhile True:\n    x = {(1, 2): x, 'b': x}",
        "x = 1\nwhile True:\n    x = list(zip([x], [x]))",
        "x = 1\nwhile True:\n    x = [x for i in range(2)]",
        "x = 1\nwhile True:\n    x = dict(a=x, b=x)",
        "x = [1]\nwhile True:\n    x.append(x)",
        "x = [1]\nwhile True:\n    x.append(1)",
        "x = {}\nwhile True:\n    x[len(x)] = x",
        "x = [0, 0]\nwhile True:\n    x[0] = x\n    x[1] = x",
        "x = [1]\nfor y in x:\n    x.append(y)",
    ] {
        let evaluation = run(source);
        let error = evaluation.error.unwrap();
        let words = ["this would contain ", "takes too many steps"];
        assert!(words.iter().any(|word| error.message.contains(word)), "{source}: {}", error.message);
        assert!(evaluation.defined.is_empty(), "{source}: what is too large does not leave the cell");
    }
    // Shared parts count as often as they are reached, where the whole is gone through or leaves the cell.
    for end in ["y = 1", "print(x)", "x == x[:]", "n = str(x)", "import copy\ny = copy.deepcopy(x)"] {
        let source = format!(
            "x = [1]\nfor i in range(40):\n    y = []\n    y.append(x)\n    y.append(x)\n    x = y\ny = 0\n{end}"
        );
        let error = run(&source).error.unwrap_or_else(|| panic!("{source}"));
        let words = ["this would contain ", "takes too many steps", "is nested too deeply"];
        assert!(words.iter().any(|word| error.message.contains(word)), "{source}: {}", error.message);
    }
}
