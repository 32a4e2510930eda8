//! Lists, dicts and sets are references: programs in which one has several names, held against CPython.
//!
//! `references.json` has what CPython prints; `references.py` writes it.

use std::sync::{Arc, Weak};

use serde_json::Value as Json;

use crate::run;
use glassformer::lang::parse;

/// The programs of a group: name, code, and what CPython prints.
fn group(name: &str) -> Vec<(String, String, String)> {
    let text = |row: &Json, field: &str| row[field].as_str().unwrap().to_owned();
    let rows = answers()["groups"][name].as_array().unwrap().clone();
    assert!(!rows.is_empty(), "{name}");
    rows.iter().map(|row| (text(row, "name"), text(row, "code"), text(row, "prints"))).collect()
}

fn answers() -> Json {
    serde_json::from_str(include_str!("references.json")).unwrap()
}

/// The texts of each row of a list of rows.
fn rows(of: &str) -> Vec<Vec<String>> {
    let text = |text: &Json| text.as_str().unwrap().to_owned();
    let row = |row: &Json| row.as_array().unwrap().iter().map(text).collect();
    answers()[of].as_array().unwrap().iter().map(row).collect()
}

/// What a cell prints, and the value of its last line, as the prompt of Python shows them; or what is wrong with it.
pub(crate) fn told(source: &str) -> String {
    if let Some(error) = parse(source).errors.first() {
        return error.render(source);
    }
    let evaluation = run(source);
    let last = match (evaluation.error, evaluation.result) {
        (Some(error), _) => error.render(source),
        (None, value) => value.map(|value| value.repr()).unwrap_or_default(),
    };
    evaluation.printed + &last
}

/// Holds every program of a table against CPython, and tells all that differ.
fn agree(cases: &[(String, String, String)]) {
    let differs = |(name, source, expected): &(String, String, String)| {
        let told = told(source);
        (told != *expected).then(|| format!("{name}:\n{source}\n  is here: {told}\n  in Python: {expected}"))
    };
    let failures: Vec<String> = cases.iter().filter_map(differs).collect();
    assert!(failures.is_empty(), "{} of {} differ\n\n{}", failures.len(), cases.len(), failures.join("\n\n"));
}

#[test]
fn names_are_references() {
    agree(&group("names"));
}

#[test]
fn functions_change_what_they_are_given() {
    agree(&group("functions"));
}

#[test]
fn objects_hold_lists_of_others() {
    agree(&group("objects"));
}

#[test]
fn classes_are_places() {
    agree(&group("class attributes"));
}

#[test]
fn containers_hold_references() {
    agree(&group("containers in containers"));
}

#[test]
fn some_operators_change_in_place() {
    agree(&group("operators"));
}

#[test]
fn copies_are_others() {
    agree(&group("copies"));
}

#[test]
fn methods_change_and_give_none() {
    agree(&group("methods"));
}

#[test]
fn lists_are_themselves() {
    agree(&group("identity"));
}

#[test]
fn depth_is_that_of_the_moment() {
    agree(&group("depth"));
}

#[test]
fn functions_read_variables_at_the_call() {
    agree(&group("closures"));
}

#[test]
fn each_part_is_evaluated_once() {
    agree(&group("evaluated once"));
}

#[test]
fn items_are_assigned_in_place() {
    agree(&group("items"));
}

#[test]
fn a_loop_sees_what_changes_under_it() {
    agree(&group("loops"));
}

#[test]
fn iterators_give_each_item_once() {
    agree(&group("iterators"));
}

#[test]
fn views_show_the_dict_of_the_moment() {
    agree(&group("dict views"));
}

/// What holds itself does not leave its cell, so these run in a function.
#[test]
fn circles_are_printed_and_compared() {
    let inside = |source: &str| {
        let (before, last) = source.rsplit_once('\n').unwrap();
        format!("def f():\n    {}\n    print(repr(({last})))\nf()", before.replace('\n', "\n    "))
    };
    let cases: Vec<_> =
        group("circles").into_iter().map(|(name, source, told)| (name, inside(&source), format!("{told}\n"))).collect();
    agree(&cases);
}

#[test]
fn a_circle_does_not_leave_its_cell() {
    for source in ["xs = [1]\nxs.append(xs)", "d = {}\nd['me'] = d", "a = []\nb = (a, 1)\na.append(b)\nc = 2"] {
        let evaluation = run(source);
        let error = evaluation.error.unwrap();
        assert!(error.message.contains("holds itself"), "{source}: {}", error.message);
        assert_eq!(error.span.start, 0, "{source}: said where the name is bound");
    }
    let after = run("xs = [1]\nxs.append(xs)\nxs = None\ny = 1");
    assert_eq!((after.error, after.defined["y"].repr()), (None, "1".to_owned()));
    let field = run("class C: pass\nc = C()\nc.xs = []\nc.xs.append(c.xs)\nn = 1");
    assert!(field.error.unwrap().message.contains("holds itself"));
    assert_eq!(field.defined.keys().map(|name| &**name).collect::<Vec<_>>(), ["n"]);
    for hidden in ["A.xs.append(A.xs)", "y = []\nfor i in range(60):\n    y = [y, y]\nA.xs.append(y)\ny = 0"] {
        let class =
            format!("def made():\n    class A:\n        xs = []\n    return A\nA = made()\n{hidden}\na = A()\nA = 0");
        let error = run(&class).error.unwrap_or_else(|| panic!("{hidden}: only the object leads to the list"));
        assert!(
            ["holds itself", "nested too deeply", "would contain"].iter().any(|word| error.message.contains(word)),
            "{}",
            error.message
        );
    }
    // An object is named, not held: it may be in a circle, through its class as well.
    let all =
        "class Node:\n    all = []\n    def __init__(self):\n        Node.all.append(self)\na, b = Node(), Node()\n";
    for source in [all.to_owned(), format!("{all}xs = Node.all"), format!("{all}Kept = Node\nNode = None\nn = [a]")] {
        assert_eq!(run(&source).error, None, "{source}");
    }
    let named = run("class C: pass\nc = C()\nc.all = [c]\nn = c.all[0].all[0] is c");
    assert_eq!((named.error, named.defined["n"].repr()), (None, "True".to_owned()));
}

/// Iterators may take from each other as deep as anybody likes, as long as nobody asks for an item.
#[test]
fn long_chains_of_iterators_are_dropped_and_refused() {
    for chain in [
        "m = map(str, m)",
        "m = zip(m, m)",
        "m = enumerate(m)",
        "m = filter(None, m)",
        "m = iter((m,))",
        "m = iter([m])",
    ] {
        let made = format!("def f():\n    m = iter([1])\n    for i in range(20000):\n        {chain}\n    return m\n");
        assert_eq!(run(&format!("{made}m = f()\nn = str(m)")).error, None, "{chain}");
        if !chain.contains("iter(") {
            let error = run(&format!("{made}next(f())")).error.unwrap();
            assert!(error.message.contains("nested too deeply"), "{chain}: {}", error.message);
        }
    }
}

/// A list that holds an iterator over itself would keep itself alive.
#[test]
fn a_circle_through_an_iterator_is_given_back() {
    use glassformer::lang::{Limits, Scope, Value, evaluate};
    use glassformer::tensor::stop::Flag;
    let maker = run("xs = [1]\nxs.append(iter(xs))\nd = {'a': 1}\nd['z'] = zip(d, xs)");
    assert_eq!(maker.error, None);
    assert_eq!(maker.defined["xs"].repr(), "[1, <list_iterator object>]");
    assert_eq!(maker.defined["d"].repr(), "{'a': 1, 'z': <zip object>}");
    // What another cell has made shows when it is given back.
    let Value::Function(given) = run("def given():\n    pass").defined["given"].clone() else { panic!("no function") };
    let source = "def f():\n    xs = [given]\n    xs.append(iter(xs))\n    ys = [given]\n    ys.append(map(lambda y: ys, ys))\n    return 1\nf()";
    let scope: Scope = [("given".into(), Value::Function(given.clone()))].into();
    let evaluation = evaluate(&parse(source).program, source, &scope, &Limits::default(), &Flag::default());
    assert_eq!(evaluation.error, None);
    drop((evaluation, scope));
    assert_eq!(Arc::strong_count(&given), 1);
}

/// Lists may be put into each other as deep as anybody likes, as long as nobody goes through them.
#[test]
fn what_nests_deep_is_dropped_and_refused_without_a_deep_stack() {
    let deep = "def f():\n    xs = [[] for _ in range(20000)]\n    for i in range(19999):\n        xs[i].append(xs[i + 1])\n    return xs[0]\n";
    assert_eq!(run(&format!("{deep}n = len(f())")).error, None);
    let towers = "def f():\n    first = []\n    last = first\n    for i in range(200):\n        inner = []\n        t = inner\n        for j in range(97):\n            t = (t,)\n        last.append(t)\n        last = inner\n    return first\n";
    for use_of in ["f() == f()", "f() < f()", "f() in [f()]", "sorted([f(), f()])", "print(f())"] {
        let error = run(&format!("{towers}{use_of}")).error.unwrap_or_else(|| panic!("no error: {use_of}"));
        assert!(error.message.contains("nested"), "{use_of}: {}", error.message);
    }
    for use_of in ["print(f())", "f() == f()", "str(f())", "import copy\ncopy.deepcopy(f())", "x = f()", "f() < f()"] {
        let error = run(&format!("{deep}{use_of}")).error.unwrap_or_else(|| panic!("no error: {use_of}"));
        assert!(error.message.contains("nested"), "{use_of}: {}", error.message);
    }
}

#[test]
fn errors_have_the_words_of_cpython() {
    for row in rows("errors") {
        let [name, source, words] = &row[..] else { panic!("{row:?}") };
        let error = run(source).error.unwrap_or_else(|| panic!("{name}: no error in {source:?}"));
        assert!(error.message.contains(words), "{name}: {}", error.message);
    }
}

#[test]
fn what_was_changed_before_an_error_stays() {
    for row in rows("after") {
        let [name, source, of, expected] = &row[..] else { panic!("{row:?}") };
        let evaluation = run(source);
        assert!(evaluation.error.is_some(), "{name}: no error in {source:?}");
        assert_eq!(evaluation.defined[&**of].repr(), *expected, "{name}");
    }
}

#[test]
fn functions_with_lists_of_their_own_are_two() {
    let made = "def make():\n    acc = []\n    def f(x):\n        acc.append(x)\n        return acc\n    return f\nf, g = make(), make()\n";
    assert_eq!(
        told(&format!("{made}f == g, f is g, f == f, [f, g].index(g), f(1), g(2), f(3)")),
        "(False, False, True, 1, [1, 3], [2], [1, 3])"
    );
}

/// A parameter in a list is the one of its module.
#[test]
fn an_item_of_a_parameter_is_set_in_its_module() {
    let module = "torch.manual_seed(1)\nm = nn.Linear(2, 1, bias=False)\nps = list(m.parameters())\nd = {'w': m.weight}\nwith torch.no_grad():\n";
    for change in [
        "ps[0][0] = 1.0",
        "ps[0][0][0] = 1.0\n    ps[0][0][1] = 1.0",
        "d['w'][0] = 1.0",
        "m.weight.data[0] = 1.0",
        "d['w'].data[0] = 1.0",
    ] {
        let source = format!("{module}    {change}\nm.weight.tolist(), m.weight is ps[0]");
        assert_eq!(told(&source), "([[1.0, 1.0]], True)", "{change}");
    }
    let source =
        format!("{module}    d['w'][0] = 1.0\n    ps[0] += 1\n    m.weight *= 2\nm.weight.tolist(), ps[0] is m.weight");
    assert_eq!(told(&source), "([[4.0, 4.0]], True)");
}

#[test]
fn a_list_that_is_changed_while_it_is_sorted_is_refused() {
    let error = run("xs = [3, 1, 2]\ndef key(x):\n    xs.append(x)\n    return x\nxs.sort(key=key)").error.unwrap();
    assert!(error.message.contains("list modified during sort"), "{}", error.message);
}

/// A list of a class may hold objects of the class, and the class itself.
#[test]
fn what_a_cell_leaves_is_given_back_with_it() {
    use glassformer::lang::Value;
    use glassformer::lang::class::Class;
    let evaluation = run(
        "class Node:\n    all = []\n    def __init__(self):\n        Node.all.append((self, Node, torch.ones(3)))\nNode.me = Node\nn = Node()",
    );
    let Value::Class(Class::Written(class)) = &evaluation.defined["Node"] else { panic!("no class") };
    let home = Arc::downgrade(class.home.as_ref().unwrap());
    let Value::List(all) = home.upgrade().unwrap().heap().members(class).unwrap()["all"].clone() else {
        panic!("no list")
    };
    assert_eq!((all.now().len(), Weak::strong_count(&home)), (1, 3), "held by the class, the object and `class`");
    drop(evaluation);
    assert_eq!(Weak::strong_count(&home), 0);
}
