//! Every class of error: its words, its place, and what it says to do.

use glassformer::lang::{Limits, Scope, Seed, evaluate, parse};
use glassformer::tensor::stop::Flag;

use crate::{error, error_with, run, show};

#[test]
fn shapes_that_do_not_fit_are_spoken_of_by_name() {
    let cell = "Q = named(torch.ones(4, 8), query=None, d_k=None)\nK = named(torch.ones(4, 8), key=None, d_k=None)\n";
    let wrong = format!("{cell}scores = Q @ K / sqrt(8)");
    assert_eq!(
        error(&wrong),
        "3:10 cannot multiply: Q is [query 4, d_k 8] and K is [key 4, d_k 8]: the inner sizes 8 and 4 differ → did you mean Q @ K.T?"
    );
    let labels = run(&wrong).error.unwrap().labels.clone();
    let labelled: Vec<_> = labels.iter().map(|(span, text)| (span.of(&wrong), text.as_str())).collect();
    assert_eq!(labelled, [("Q", "[query 4, d_k 8]"), ("K", "[key 4, d_k 8]")]);
    assert!(error("a = torch.ones(2, 3, 4)\na @ a").ends_with("did you mean a @ a.mT?"));
    assert!(error("a = torch.ones(2, 3)\nb = torch.ones(2, 5)\na @ b").ends_with("did you mean a.T @ b?"));
    assert!(error("a = torch.ones(2, 3)\nb = torch.ones(3, 5)\na @ b.T").ends_with("did you mean a @ b?"));
    assert_eq!(
        error("torch.ones(2, 3) + torch.ones(2)"),
        "1:1 `+` cannot combine these shapes: torch.ones(2, 3) is [2, 3] and torch.ones(2) is [2]: the sizes 3 and 2 of axis -1 differ, and neither is 1 → shapes are compared from the right: sizes must be equal, or one of them 1"
    );
    assert!(
        error("a = torch.ones(2, 3)\nb = torch.ones(3, 4)\na * b").ends_with("for the matrix product, write a @ b")
    );
    assert!(error("torch.ones(2) @ 2").ends_with("to multiply by a number, write `*`"));
    assert!(
        error("torch.ones(2, 3).view(4, 2)")
            .starts_with("1:1 shape '[4, 2]' is invalid for input of size 6: cannot reshape")
    );
    assert!(
        error("torch.ones(2, 3).sum(dim=2)")
            .starts_with("1:1 Dimension out of range (expected to be in range of [-2, 1], but got 2): sum")
    );
    assert!(error("torch.ones(2, 3, 4).H").starts_with("1:21 tensor.H is only supported on matrices (2-D tensors)."));
    assert!(error("torch.ones(2, 3) == torch.ones(2)").starts_with("1:1 `==` cannot combine these shapes"));
}

#[test]
fn unknown_names_are_named_with_the_nearest() {
    assert_eq!(error("scores = 1\nweights = scroes + 1"), "2:11 `scroes` is not defined → did you mean `scores`?");
    assert_eq!(error("x = sofmax(1)"), "1:5 `sofmax` is not defined → did you mean `softmax`?");
    assert_eq!(error("x = quxxx"), "1:5 `quxxx` is not defined → define it here or in another cell");
    assert_eq!(
        error("x = open('a.txt')"),
        "1:10 there is no file \"a.txt\": a cell can read only the files built into the program, not the disk → there is \"translator.json\"; write other values you need into the code"
    );
    // What Python or PyTorch has is no misspelling of something else.
    assert_eq!(error("x = dir(1)"), "1:5 `dir` is not defined → name the attributes one by one: x.name");
    assert_eq!(
        error("torch.svd(1)"),
        "1:7 torch has no `svd` here → this is part of PyTorch, but is not supported here"
    );
    assert_eq!(
        error("torch.ones(2).svd()"),
        "1:15 a tensor has no `svd` → this is part of PyTorch, but is not supported here"
    );
    assert_eq!(error("torch.ones(2).mena()"), "1:15 a tensor has no `mena` → did you mean `.mean`?");
    assert_eq!(error("torch.sofmax(1)"), "1:7 torch has no `sofmax` here → did you mean `softmax`?");
    assert_eq!(
        error("import torchvision"),
        "1:8 there is no module `torchvision` here → a cell cannot load data sets or models: write the values you need into the code"
    );
    assert_eq!(error("from math import sqr"), "1:18 math has no `sqr` here → did you mean `sqrt`?");
    assert_eq!(error("{'query': 1}['qurey']"), "1:14 there is no key 'qurey' → did you mean 'query'?");
    assert_eq!(
        error("def f():\n    y = x\n    x = 1\nx = 2\nf()"),
        "2:9 `x` has no value yet → this function assigns it only later: assign it before this line"
    );
    assert!(error("x = torch.ones(2)\nx.exp_()").ends_with("put its result into the tensor: x.copy_(result)"));
    assert!(
        error("x = torch.ones(2)\nx.index_add_(0, x, x)")
            .ends_with("PyTorch's method without `_` is not supported here, either")
    );
    assert!(error("x = torch.ones(2)\nx.fold_up_()").ends_with("there is no such method without `_` either"));
    assert!(error("x = torch.ones(2)\nx.grad.zero_()").ends_with("`.grad` is None until backward() has run"));
}

/// NumPy's names for parameters are for PyTorch's own functions, and not for those that it wrote in Python.
#[test]
fn names_of_numpy_are_taken_where_pytorch_takes_them() {
    for legal in [
        "torch.softmax(x, axis=0)",
        "torch.sum(a=x, axis=0, keepdims=True)",
        "torch.add(x1=x, x2=x)",
        "np.tril(x, k=1)",
    ] {
        assert_eq!(show(&format!("x = torch.ones(2, 2)\n{legal}.shape[-1]")), "2", "{legal}");
    }
    for (refused, name) in [
        ("F.softmax(x, axis=0)", "axis"),
        ("x.norm(axis=0)", "axis"),
        ("torch.split(x, 1, axis=0)", "axis"),
        ("torch.tril(x, k=1)", "k"),
        ("x.permute(axes=(1, 0))", "axes"),
    ] {
        let error = error(&format!("x = torch.ones(2, 2)\n{refused}"));
        assert!(error.contains("unexpected keyword argument") || error.contains("missing"), "{refused}: {error}");
        assert!(error.contains(name) || error.contains("dims"), "{refused}: {error}");
    }
}

#[test]
fn arguments_are_checked_against_the_signature() {
    assert_eq!(
        error("softmax(torch.ones(2), dm=0)"),
        "1:24 softmax() got an unexpected keyword argument 'dm' → did you mean `dim`? usage: softmax(input, dim, dtype=None)"
    );
    assert_eq!(
        error("softmax(torch.ones(2))"),
        "1:1 softmax() missing 1 required positional arguments: \"dim\" → usage: softmax(input, dim, dtype=None)"
    );
    assert_eq!(
        error("softmax('hello', dim=0)"),
        "1:9 softmax(): argument 'input' (position 1) must be Tensor, not str → usage: softmax(input, dim, dtype=None)"
    );
    assert_eq!(
        error("softmax([1.0], dim=0)"),
        "1:9 softmax(): argument 'input' (position 1) must be Tensor, not list → write torch.tensor(items)"
    );
    assert_eq!(error("len([1], 2)"), "1:10 len() takes exactly one argument (2 given) → usage: len(obj)");
    assert_eq!(
        error("softmax(torch.ones(2), 0, dim=0)"),
        "1:27 softmax() got multiple values for argument 'dim' → usage: softmax(input, dim, dtype=None)"
    );
    assert_eq!(
        error("def f(x, y=1):\n    return x\nf(y=2)"),
        "3:1 f() missing 1 required positional argument: 'x' → usage: f(x, y=…)"
    );
    assert_eq!(
        error("def f(x, y=1):\n    return x\nf(1, 2, 3)"),
        "3:9 f() takes from 1 to 2 positional arguments but 3 were given → usage: f(x, y=…)"
    );
    assert_eq!(
        error("def f(x):\n    return x\nf(1, xx=2)"),
        "3:6 f() got an unexpected keyword argument 'xx' → did you mean `x`? usage: f(x)"
    );
    assert!(
        error("x = torch.ones(2)\nx.masked_fill(x, 0.0)").ends_with("True is where to fill: write x == 0, or x.bool()")
    );
    assert!(error("torch.sqrt(2.0)").ends_with("for Python numbers, use the functions of `math`"));
    let shared = "k = torch.ones(3, 5, 2)\nF.scaled_dot_product_attention(torch.ones(4, 5, 2), k, k, enable_gqa=True)";
    assert!(error(shared).starts_with("2:1 4 query heads cannot be divided evenly among 3 key heads"));
    let flat = "k = torch.ones(5, 2)\nF.scaled_dot_product_attention(k, k, k, enable_gqa=True)";
    assert!(error(flat).contains("enable_gqa requires a key with the axes heads, positions, features"));
}

#[test]
fn wrong_kinds_are_named() {
    assert_eq!(
        error("1 + 'a'"),
        "1:1 `+` cannot combine the number 1 and the string 'a' → to put a value into text, write an f-string: f\"{x}\""
    );
    assert_eq!(
        error("[1, 2] * 2.0"),
        "1:1 `*` cannot combine a list and the number 2.0 → for arithmetic on all items, write torch.tensor(items)"
    );
    assert_eq!(
        error("def f(x):\n    x + 1\nf(1) + 2"),
        "3:1 `+` cannot combine None and the number 2 → is a `return` missing in that function?"
    );
    assert_eq!(
        error("def f(x):\n    x + 1\nf(1).shape"),
        "3:6 None has no `shape` → is a `return` missing in that function?"
    );
    assert_eq!(
        error("x = 3\nx(2)"),
        "2:1 the number 3 cannot be called, because it is not a function → to multiply, write `*`"
    );
    assert_eq!(
        error("for i in 3:\n    pass"),
        "1:10 cannot loop over the number 3: it has no items → to count, write range(3)"
    );
    assert_eq!(
        error("1 < 'a'"),
        "1:1 the number 1 and the string 'a' cannot be compared → compare numbers with numbers, and strings with strings"
    );
    assert_eq!(
        error("if torch.ones(2) > 0:\n    pass"),
        "1:4 Boolean value of Tensor with more than one value is ambiguous → this is [2]: use .any() or .all(); to combine masks, write `&`, `|` and `~`"
    );
    assert_eq!(
        error("a, b = 1, 2, 3"),
        "1:1 there are 2 names, but 3 values → write as many names to the left of `=` as there are values to its right"
    );
    assert_eq!(
        error("~torch.ones(2)"),
        "1:1 ~ (operator.invert) is only implemented on integer and Boolean-type tensors, and this one is float32 → write `~(x > 0)`, or `~x.bool()` to treat nonzero values as True"
    );
    assert_eq!(
        error("torch.tensor([[1, 2], [3]])"),
        "1:14 the rows of this list are of different lengths: 2 and 1 → all rows of a tensor must have the same length"
    );
    assert_eq!(error("torch.tensor(['a'])"), "1:14 a tensor can contain only numbers, not the string 'a'");
    assert_eq!(
        error("f'{1:q}'"),
        "1:4 `q` is not a format specifier → write :.2f for two decimals, :8 for a width of 8, :.1% for a percentage"
    );
    assert_eq!(
        error("{[1]: 2}"),
        "1:1 a list cannot be a dict key or a set item → these can be numbers, strings, Booleans, None, classes, objects that are equal only to themselves, or tuples of them"
    );
    assert_eq!(error("int('four')"), "1:5 invalid literal for int() with base 10: 'four'");
}

#[test]
fn places_outside_are_said_with_the_places_there_are() {
    assert_eq!(
        error("[1, 2, 3][3]"),
        "1:11 index 3 is out of range for this list of 3 items → use 0 to 2, or -3 to -1 from the end"
    );
    assert_eq!(
        error("x = torch.ones(2, 3)\nx[0, 5]"),
        "2:6 index 5 is out of range for axis 1, which has size 3 → use 0 to 2, or -3 to -1 from the end"
    );
    assert_eq!(
        error("x = torch.ones(2, 3)\nx[0, 1, 2]"),
        "2:1 too many indices for tensor of dimension 2: 3, and its shape is [2, 3] → remove the extra indices; `None` adds an axis"
    );
    assert_eq!(
        error("x = torch.ones(3)\nx[::-1]"),
        "2:3 a tensor cannot be sliced backwards → write torch.flip(x, [dim])"
    );
    assert_eq!(
        error("x = torch.ones(3)\nx[1.5]"),
        "2:3 the number 1.5 is not an index → index a tensor with integers, slices, None, `...`, masks or tensors of indices"
    );
    assert_eq!(
        error("torch.ones(3)[torch.tensor([5])]"),
        "1:15 index 5 is out of range for an axis of size 3 → use 0 to 2, or -3 to -1 from the end"
    );
}

#[test]
fn arithmetic_that_has_no_value_is_an_error() {
    assert_eq!(error("x = 0\n1 / x"), "2:1 division by zero");
    assert_eq!(error("9223372036854775807 + 1"), "1:1 this integer does not fit in 64 bits");
    assert_eq!(error("math.sqrt(-1)"), "1:1 math domain error → sqrt is not defined for -1.0");
    assert!(error("2.0 ** 20000.0").starts_with("1:1 (34, 'Numerical result out of range')"));
    assert_eq!(
        error("(-8) ** 0.5"),
        "1:1 a negative number to a fractional power is complex, which is not supported here"
    );
}

#[test]
fn what_runs_too_far_is_stopped_before_it_is_spent() {
    assert!(error("while True:\n    pass").contains("takes too many steps"));
    assert!(error("x = [i for i in range(10**12)]").contains("takes too many steps"));
    assert_eq!(error("zeros(10**9, 10**9)"), "1:7 this needs 8 EB of memory, which is too much → make it smaller");
    assert!(error("torch.ones(3, 1).expand(3, 10**12)").contains("of memory"));
    assert!(error("x = torch.ones(1000000, 1)\nx + x.T").contains("of memory"));
    assert!(error("x = torch.ones(2800, 2800)\nx @ x").contains("multiply-adds"));
    assert!(error("'a' * 10**12").contains("of memory"));
    assert!(error("[0] * 10**12").contains("of memory"));
    assert!(error("'aaaa'.replace('', 'b' * 10**6).replace('', 'b' * 10**6)").contains("of memory"));
    assert!(error("list(range(10**15))").contains("of memory"));
    assert!(error("torch.arange(10**15)").contains("of memory"));
    assert!(error("torch.tensor(range(10**12))").contains("of memory"));
    assert!(error("for i in range(10000):\n    print('x' * 100)").contains("prints more than"));
    assert!(
        error("def f(n):\n    return f(n + 1)\nf(0)").starts_with("2:12 function calls are nested more than 1000 deep")
    );
    assert!(error("x = []\nfor i in range(200):\n    x = [x]").contains("is nested too deeply"));
    assert!(
        error("f = lambda: 0\nfor i in range(200):\n    f = (lambda g: lambda h=g: h)(f)")
            .contains("is nested too deeply")
    );
}

#[test]
fn a_stopped_evaluation_says_so() {
    let source = "x = 1";
    let parsed = parse(source);
    let raised = Flag::default();
    raised.raise();
    let evaluation = evaluate(&parsed.program, source, &Scope::new(), &Limits::default(), &raised);
    assert_eq!(evaluation.error.unwrap().message, "stopped");
}

#[test]
fn randomness_without_a_seed_has_the_seed_0() {
    let of = |source: &str| {
        let evaluation = run(source);
        assert!(evaluation.error.is_none(), "{source}");
        (evaluation.result.map(|value| value.repr()), evaluation.seed)
    };
    let (numbers, seed) = of("torch.randn(2)");
    assert_eq!(seed, Seed::Default);
    assert_eq!(of("torch.manual_seed(0)\ntorch.randn(2)"), (numbers, Seed::Own));
    assert_eq!(of("1 + 1").1, Seed::Own);
    // A seed that comes later does not change what was drawn before.
    assert_eq!(of("x = torch.rand(2)\ntorch.manual_seed(0)\ntorch.rand(2)").1, Seed::Default);
    assert_eq!(of("nn.Linear(4, 2)(torch.ones(4))").1, Seed::Default);
    assert_eq!(of("nn.Dropout(0.5).eval()(torch.ones(4))").1, Seed::Own);
    assert_eq!(run("torch.rand(2)\n1 / 0").seed, Seed::Default, "also where the cell fails");
}

#[test]
fn asserts_say_what_they_found() {
    assert_eq!(error("n = 3\nassert n == 4, f'n is {n}'"), "2:8 n is 3");
    let source = "x = torch.ones(2, 3)\nassert x.shape == (3, 2)";
    assert_eq!(
        run(source).error.unwrap().render(source),
        "2:8 this does not hold: x.shape == (3, 2)\n  2 │ assert x.shape == (3, 2)\n    │        ^^^^^^^^^^^^^^^^^\n    │        ~~~~~~~ is torch.Size([2, 3])\n    │                   ~~~~~~ is (3, 2)\n"
    );
}

#[test]
fn errors_in_functions_of_other_cells_are_said_at_the_call() {
    let given = run("W = torch.ones(3, 3)\ndef project(x):\n    return x @ W").defined;
    assert_eq!(
        error_with("y = 1\nz = project(torch.ones(2, 2))", &given),
        "2:5 in project: cannot multiply: the left side is [2, 2] and the right side is [3, 3]: the inner sizes 2 and 3 differ → the last axis of the left side must have the same size as the second-to-last axis of the right side"
    );
}

#[test]
fn what_was_defined_before_an_error_stays() {
    let evaluation = run("a = 1\nb = 2\nc = a / 0\nd = 4");
    assert_eq!(evaluation.defined.keys().map(|name| &**name).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn a_cell_that_does_not_parse_stops_where_it_is_broken() {
    let source = "a = 1\nb = a +\n";
    let parsed = parse(source);
    let evaluation = evaluate(&parsed.program, source, &Scope::new(), &Limits::default(), &Flag::default());
    assert_eq!(evaluation.error.unwrap().message, "this code has a syntax error");
    assert!(evaluation.defined.contains_key("a"));
}
