//! Functions that read the variables of functions around them, in the cell that made them and in others.
//!
//! What they do in one cell is held against CPython in `references.rs`.

use std::sync::Arc;

use crate::owners::{are_well, now, page, refused, rerun, shown};
use crate::{error, run, show};
use glassformer::lang::Value;
use glassformer::lang::value::Closure;

/// A function of a cell, by its name.
fn function(evaluation: &glassformer::lang::Evaluation, name: &str) -> Arc<Closure> {
    match &evaluation.defined[name] {
        Value::Function(closure) => Arc::clone(closure),
        other => panic!("{name} is {}", other.repr()),
    }
}

/// A cell that gives the first numbers of its heap to variables of its own.
const OWN_VARIABLES: &str = "(lambda a, b, c: lambda: (a, b, c))('x', 'y', 'z')\n";

#[test]
fn a_function_made_by_another_cells_function_reads_variables_of_both() {
    let tools = "def outer():\n    x = 1\n    def mid():\n        y = [2]\n        def inner():\n            return x, y\n        return inner\n    return mid\nmid = outer()";
    let outcome = now(&page(&[
        ("tools", tools),
        ("maker", "whole = outer()()\nhalf = mid()"),
        ("caller", &format!("{OWN_VARIABLES}told = (whole(), half(), whole()[1] is whole()[1])")),
    ]));
    are_well(&outcome, &["tools", "maker", "caller"]);
    assert_eq!(shown(&outcome, "told"), "((1, [2]), (1, [2]), True)");
}

#[test]
fn a_lambda_around_self_is_called_two_cells_further() {
    let outcome = now(&page(&[
        (
            "class",
            "class N:\n    def __init__(self):\n        self.n = 1\n    def keep(self, tag):\n        return lambda: (self.n, tag)",
        ),
        ("maker", &format!("{OWN_VARIABLES}k = N().keep('a')")),
        ("caller", &format!("{OWN_VARIABLES}told = k()")),
    ]));
    are_well(&outcome, &["class", "maker", "caller"]);
    assert_eq!(shown(&outcome, "told"), "(1, 'a')");
}

#[test]
fn functions_that_call_each_other_do_so_in_another_cell() {
    let tools = "def parity():\n    def even(n):\n        return True if n == 0 else odd(n - 1)\n    def odd(n):\n        return False if n == 0 else even(n - 1)\n    return even, odd\neven, odd = parity()";
    let outcome = now(&page(&[
        ("tools", tools),
        ("caller", &format!("{OWN_VARIABLES}told = (even(6), odd(6), even(7))\nown_even, own_odd = parity()")),
        ("last", &format!("{OWN_VARIABLES}also = (own_even(6), own_odd(6), own_even == even, even == even)")),
    ]));
    are_well(&outcome, &["tools", "caller", "last"]);
    assert_eq!(shown(&outcome, "told"), "(True, False, False)");
    assert_eq!(shown(&outcome, "also"), "(True, False, False, True)");
}

#[test]
fn a_class_of_another_cells_function_belongs_to_the_cell_that_runs_it() {
    let tools = "def make(n):\n    class Kept:\n        def get(self):\n            return n\n    return Kept\nFirst = make('tools')";
    let outcome = now(&page(&[
        ("tools", tools),
        ("maker", &format!("{OWN_VARIABLES}Second = make(['maker'])\nobject = Second()")),
        (
            "caller",
            &format!(
                "{OWN_VARIABLES}told = (First is Second, First().get(), Second().get(), object.get(), isinstance(object, First), isinstance(object, Second))"
            ),
        ),
    ]));
    are_well(&outcome, &["tools", "maker", "caller"]);
    assert_eq!(shown(&outcome, "told"), "(False, 'tools', ['maker'], ['maker'], False, True)");
}

/// Whatever holds a function takes its variables along.
#[test]
fn whatever_holds_a_function_takes_its_variables_along() {
    let make = "def make(tag):\n    x = [tag]\n    return lambda: x\n";
    for (holder, use_of) in [
        ("v = make('A')", "v()"),
        ("v = [make('A')]", "v[0]()"),
        ("v = (1, make('A'))", "v[1]()"),
        ("v = {'k': make('A')}", "v['k']()"),
        ("v = ([make('A')], 2)", "v[0][0]()"),
        ("t = (make('A'),)\nv = [t, t]", "v[1][0]()"),
        ("v = [make('A')].copy", "v()[0]()"),
        ("def v(g=make('A')):\n    return g()", "v()"),
        ("def v(gs=[make('A')]):\n    return gs[0]()", "v()"),
        ("class K:\n    g = make('A')\nv = K", "v.g()"),
        ("class K:\n    g = make('A')\nv = K()\nK = 0", "v.__class__.g()"),
        ("class P:\n    g = make('A')\nclass K(P):\n    pass\nv = K\nP = 0", "v.g()"),
        ("class K:\n    gs = [make('A')]\nv = K()\nK = 0", "v.gs[0]()"),
        ("class K:\n    pass\nv = K()\nv.g = make('A')", "v.g()"),
        ("class K:\n    def m(self, g=make('A')):\n        return g()\nv = K().m", "v()"),
        ("class K:\n    pass\nk = K()\nk.g = make('A')\nv = lambda: k.g()", "v()"),
        ("def outer():\n    g = make('A')\n    def v():\n        return g()\n    return v\nv = outer()", "v()"),
        (
            "def outer():\n    g = make('A')\n    class K:\n        def m(self):\n            return g()\n    return K()\nv = outer()",
            "v.m()",
        ),
        (
            "class P:\n    def m(self):\n        return self.g()\nclass Q(P):\n    def up(self):\n        return super()\nq = Q()\nq.g = make('A')\nv = q.up()\nq = 0",
            "v.m()",
        ),
    ] {
        let outcome = now(&page(&[
            ("owner", &format!("{OWN_VARIABLES}{make}{holder}")),
            ("reader", &format!("{OWN_VARIABLES}told = {use_of}\nw = v")),
            ("last", &format!("{OWN_VARIABLES}also = {}", use_of.replacen('v', "w", 1))),
        ]));
        are_well(&outcome, &["owner", "reader", "last"]);
        assert_eq!([shown(&outcome, "told"), shown(&outcome, "also")], ["['A']", "['A']"], "{holder}");
    }
}

#[test]
fn what_a_function_captured_belongs_to_the_cell_that_made_it() {
    let tools = "def make():\n    xs, t = [], torch.zeros(2)\n    def add(x):\n        xs.append(x)\n        return xs\n    def put(x):\n        t[0] = x\n        return t.tolist()\n    return add, put\nadd, put = make()";
    let outcome = now(&page(&[
        ("tools", tools),
        ("mine", "my_add, my_put = make()\ntold = (my_add(1), my_add(2), my_put(5.0), my_put(6.0))"),
        ("list", "add(1)"),
        ("tensor", "put(1.0)"),
        ("theirs", "my_add(3)"),
    ]));
    are_well(&outcome, &["tools", "mine"]);
    assert_eq!(shown(&outcome, "told"), "([1, 2], [1, 2], [5.0, 0.0], [6.0, 0.0])");
    let refusal = |cell: &str| refused(&outcome, cell);
    assert!(refusal("list").contains("made in cell `tools`"), "{}", refusal("list"));
    assert!(refusal("theirs").contains("made in cell `mine`"), "{}", refusal("theirs"));
    assert!(refusal("tensor").contains("this tensor was made in cell `tools`"), "{}", refusal("tensor"));
}

#[test]
fn an_item_of_a_captured_tensor_is_set_for_both_functions() {
    let source = "def f():\n    t = torch.zeros(2)\n    def put(at, x):\n        t[at] = x\n    put(0, 1.0)\n    t[1] = 2.0\n    return t.tolist(), (lambda: t.tolist())()\nf()";
    assert_eq!(show(source), "([1.0, 2.0], [1.0, 2.0])");
}

#[test]
fn two_functions_of_one_factory_are_two_in_another_cell() {
    let outcome = now(&page(&[
        ("tools", "def make(n):\n    return lambda: n\nf, g = make(1), make(1)\nh = f"),
        ("reader", "told = (f == g, f is f, f == f, h is f, [f, g].index(g))"),
    ]));
    are_well(&outcome, &["tools", "reader"]);
    assert_eq!(shown(&outcome, "told"), "(False, True, True, True, 1)");
}

#[test]
fn readers_of_a_function_see_what_its_variables_hold_after_an_edit() {
    let owner = |n: u32| format!("def make():\n    n = {n}\n    return lambda: n\nf = make()");
    let cells = [("owner", owner(1)), ("reader", "told = f()".to_owned()), ("other", "m = 1".to_owned())];
    let mut page = page(&cells.each_ref().map(|(label, code)| (*label, code.as_str())));
    let first = now(&page);
    assert_eq!(rerun(&page, &first).1, [""; 0], "nothing changed");
    page.edit("owner", &owner(2), false);
    let (second, ran) = rerun(&page, &first);
    assert_eq!((ran, shown(&second, "told")), (vec!["owner".to_owned(), "reader".to_owned()], "2".to_owned()));
    page.edit("owner", &owner(1), false);
    let (third, _) = rerun(&page, &second);
    let scratch = now(&page);
    for outcome in [&third, &first] {
        let of = |name: &str| outcome.definition(name).unwrap().1.value.clone();
        let from_scratch = |name: &str| scratch.definition(name).unwrap().1.value.clone();
        assert!(of("f").same_bits(&from_scratch("f")), "two runs of one text are one");
        assert_eq!(shown(outcome, "told"), "1");
    }
    assert!(!second.definition("f").unwrap().1.value.same_bits(&third.definition("f").unwrap().1.value));
}

#[test]
fn only_what_a_function_captured_and_others_can_read_must_not_hold_itself() {
    let circle = "def f():\n    xs = []\n    xs.append(xs)\n    g = lambda: xs\n    return g\n";
    for dead in ["n = f()() is None\nh = lambda: n", "f()\nn = 1\nh = lambda: n"] {
        assert_eq!(run(&format!("{circle}{dead}")).error, None, "{dead}");
    }
    assert!(
        error(&format!("{circle}g = f()\nn = 1")).contains("the variable `xs` of a function holds itself"),
        "{}",
        error(&format!("{circle}g = f()\nn = 1"))
    );
    let object = "class C:\n    pass\ndef f():\n    c = C()\n    c.xs = []\n    c.xs.append(c.xs)\nf()\nc = C()";
    assert_eq!(run(object).error, None, "nothing leads to the object");
}

#[test]
fn what_no_function_reads_any_more_is_not_kept() {
    let evaluation = run(
        "def f(i):\n    t = torch.ones(100) * i\n    g = lambda: t\n    return g\nfor i in range(1000):\n    g = f(i)\nlast = g().sum().item()",
    );
    assert_eq!(evaluation.defined["last"].repr(), "99900.0");
    let heap = format!("{:?}", function(&evaluation, "g").home.as_ref().unwrap().heap());
    assert_eq!(heap.matches("Slot").count(), 1000);
    assert_eq!(heap.matches("value: Some(").count(), 1);
}

/// A function that calls itself by the name of a variable is a circle of numbers, which keeps nothing alive.
#[test]
fn a_recursive_inner_function_is_given_back_with_its_cell() {
    let evaluation = run(
        "def make():\n    kept = [1]\n    def walk(n):\n        kept.append(n)\n        return walk(n - 1) if n else kept\n    return walk\nwalk = make()\ntold = walk(2)",
    );
    assert_eq!(evaluation.error, None);
    assert_eq!(evaluation.defined["told"].repr(), "[1, 2, 1, 0]");
    let home = Arc::downgrade(function(&evaluation, "walk").home.as_ref().unwrap());
    assert!(home.upgrade().is_some());
    drop(evaluation);
    assert!(home.upgrade().is_none());
}

#[test]
fn a_long_chain_of_functions_is_no_deep_value() {
    let chain = "f = lambda: 0\nfor i in range(20000):\n    f = (lambda g: lambda: g)(f)\n";
    let evaluation = run(&format!("{chain}n = f()() is None"));
    assert_eq!((evaluation.error, evaluation.defined["n"].repr()), (None, "False".to_owned()));
}

#[test]
fn equal_runs_have_equal_homes() {
    let source = "def make(n):\n    def f(k):\n        return f(k - 1) if k else n\n    class C:\n        def get(self):\n            return f, n\n    return f, C()\nf, c = make([1])\ng, d = make([1])";
    let (a, b, other) = (run(source), run(source), run(&source.replace("g, d = make([1])", "g, d = make([2])")));
    for name in ["f", "g", "c", "d"] {
        assert!(a.defined[name].same_bits(&b.defined[name]), "{name}");
        assert!(!a.defined[name].same_bits(&other.defined[name]), "{name}");
    }
    assert!(!a.defined["f"].same_bits(&a.defined["g"]));
}
