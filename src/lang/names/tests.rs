//! What cells define and use, by name.

use super::*;
use crate::lang::builtins::Builtins;
use crate::lang::{names, parse};

#[test]
fn what_a_method_changes_is_no_name_of_the_cell() {
    let changes = |source: &str| {
        let names = names(&parse(source).program);
        names.changes.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(changes("xs.append(a)\nxs.append(b)\ngroups[k].reverse()"), "xs groups");
    assert_eq!(changes("last = xs.pop() + table.pop(k)"), "xs table");
    assert_eq!(changes("both = [xs.pop() for _ in ys]\nd.setdefault(k, []).append(1)"), "xs d");
    assert_eq!(changes("def f(stack):\n    stack.append(1)\n    return xs.pop()"), "");
    assert_eq!(changes("model.layers.append(x)\nx.sort()"), "");
}

/// `defines | uses` of a cell, in order.
fn summary(source: &str) -> String {
    let program = parse(source).program;
    let names = names(&program);
    assert_eq!(definitions(&program, &Builtins, true), names.defines, "{source}");
    let list = |names: &[(Arc<str>, Span)]| names.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(" ");
    format!("{} | {}", list(&names.defines), list(&names.uses))
}

#[test]
fn assignments_define_and_expressions_use() {
    assert_eq!(summary("scores = Q @ K.T / sqrt(d_k)"), "scores | Q K d_k");
    assert_eq!(summary("a, (b, *c) = d = e"), "a b c d | e");
    assert_eq!(summary("_hidden = x[i:j, None, ...]"), "_hidden | x i j");
    assert_eq!(summary("print(f'{a:{width}} {b=}')"), " | a width b");
    assert_eq!(summary("y = f(x, dim=axis, *more, **rest)"), "y | f x axis more rest");
}

#[test]
fn binding_again_within_a_cell_is_its_own_affair() {
    assert_eq!(summary("x = a\nx = x + 1"), "x | a");
    assert_eq!(summary("x = x + 1"), "x | x");
    assert_eq!(summary("x += 1"), "x | x");
    assert_eq!(summary("x = 0\nx += b"), "x | b");
    assert_eq!(summary("pe = zero\npe[:, 0] = s"), "pe | zero s");
    assert_eq!(summary("pe[:, 0] = s"), "pe | pe s");
    assert_eq!(summary("model.pe[:, 0] = s\nmodel.scale = t"), " | model s t");
    assert_eq!(summary("xs = []\nxs.append(a)"), "xs | a");
    assert_eq!(summary("last = xs.pop()"), "last | xs");
    assert_eq!(summary("both = [xs.pop() for _ in range(2)]"), "both | xs");
    assert_eq!(summary("def f(stack):\n    return stack.pop() + table[k].pop()"), "f | table k");
}

#[test]
fn what_is_bound_inside_stays_inside() {
    assert_eq!(summary("y = [i * k for i in xs for k in i if k > m]"), "y | xs m");
    assert_eq!(summary("y = {k: v for k, v in pairs}"), "y | pairs");
    assert_eq!(summary("y = lambda a, b=c: a + b + d"), "y | c d");
    assert_eq!(summary("for i in xs:\n    y = i\nz = i"), "y z | xs");
    assert_eq!(summary("x = [x for x in x]"), "x | x");
}

#[test]
fn a_function_uses_what_it_does_not_bind() {
    assert_eq!(summary("def f(x, y=a):\n    z = x + b\n    return g(z, y)"), "f | a b g");
    assert_eq!(summary("def f():\n    return g()\ndef g():\n    return f() + h"), "f g | h");
    assert_eq!(summary("def f():\n    def inner(a):\n        return a + b + c\n    c = 1\n    return inner"), "f | b");
    assert_eq!(summary("def f():\n    return later\nlater = 1"), "f later | ");
}

#[test]
fn a_class_uses_what_its_methods_read_and_its_own_names_are_attributes() {
    assert_eq!(
        summary("class Net(Base):\n    k = a\n    j = k\n    def f(self, x=b):\n        return k + c"),
        "Net | Base a b k c"
    );
    assert_eq!(
        summary("class Net:\n    def f(self):\n        self.x = y\n        return Net()\nn = Net().f().x"),
        "Net n | y"
    );
    assert_eq!(
        summary("def make():\n    d = 1\n    class A:\n        def f(self):\n            return d + e\n    return A"),
        "make | e"
    );
    assert_eq!(summary("class A:\n    k = [i * m for i in q]"), "A | m q");
}

#[test]
fn names_that_are_always_there_are_no_edges() {
    assert_eq!(summary("import torch\nimport torch.nn.functional as F\nx = F.softmax(y)"), "x | y");
    assert_eq!(summary("import math as m\nx = m.pi"), "m x | ");
    let names = names(&parse("print(softmax)\nsoftmax = 3\ndef f(softmax):\n    return softmax").program);
    assert_eq!(names.hides, ["softmax".into()]);
    let read: Vec<_> = names.always_there.iter().map(|(name, _)| &**name).collect();
    assert_eq!(read, ["print", "softmax"]);
}

#[test]
fn a_broken_cell_keeps_its_names() {
    assert_eq!(summary("K = softmax(X @ Wk\nscores = Q @ K.T\nV = "), "K scores V | X Wk Q");
    assert_eq!(summary("class Head(A, B):\n    pass\nx = Head()"), "Head x | A B");
    assert_eq!(summary("from .model import Head, Tail as Rest\nx = Head(y)"), "Head Rest x | y");
    assert_eq!(summary("with a as b:\n    y = c"), "b y | a c");
    assert_eq!(summary("y = x << n\nz = {p, q}"), "y z | x n p q");
}

#[test]
fn spans_point_at_the_first_mention() {
    let source = "y = x\nz = x + y";
    let names = names(&parse(source).program);
    assert_eq!(names.uses, vec![(Arc::from("x"), Span::new(4, 5))]);
    assert_eq!(names.defines[1], (Arc::from("z"), Span::new(6, 7)));
}
