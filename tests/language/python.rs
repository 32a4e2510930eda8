//! Python's own functions and the methods of strings: their values and their sentences are CPython's.

use crate::{error, show};

/// The sentence of the only error of a text, without its place and its help.
fn sentence(source: &str) -> String {
    let said = error(source);
    let (_, sentence) = said.split_once(' ').unwrap();
    sentence.split(" → ").next().unwrap().to_owned()
}

#[test]
fn values_are_those_of_cpython() {
    let cases = [
        // A given argument is no default, wherever it is written.
        ("list(map(list, ['ab', 'c']))", "[['a', 'b'], ['c']]"),
        ("list(map(range, [1, 2], [3, 4]))", "[range(1, 3), range(2, 4)]"),
        ("list(map(dict, [[('a', 1)]]))", "[{'a': 1}]"),
        ("dict(items=1)", "{'items': 1}"),
        ("round(1234, -2), round(1250, -2), round(1350, -2)", "(1200, 1200, 1400)"),
        ("round(1234.5, -2), round(2.675, 2), round(1e-20, 21)", "(1200.0, 2.67, 1e-20)"),
        ("round(2.5), round(True)", "(2, 1)"),
        ("int(' 1_000 '), int(-2.7), int(True), float('1_0.5')", "(1000, -2, 1, 10.5)"),
        ("max([1, 3], [1, 2]), min(3, 2, key=lambda x: -x), max([], default=0)", "([1, 3], 3, 0)"),
        ("sum([[1], [2]], [])", "[1, 2]"),
        ("sum(torch.tensor([True, True])), sum([], start=1)", "(tensor(2), 1)"),
        ("list(enumerate('ab', 1))", "[(1, 'a'), (2, 'b')]"),
        (
            "isinstance(torch.ones(2).shape, tuple), isinstance(True, int), isinstance(1, (int, 3))",
            "(True, True, True)",
        ),
        ("isinstance(nn.Parameter(torch.ones(1)), torch.Tensor), isinstance(1, (str, float))", "(True, False)"),
        (
            "len(nn.Parameter(torch.ones(3))), int(nn.Parameter(torch.ones(1))), abs(nn.Parameter(-torch.ones(1)))",
            "(3, 1, tensor([1.], grad_fn=<AbsBackward0>))",
        ),
        ("divmod(-7, 2), pow(2, exp=3), range(True)", "((-4, 1), 8, range(0, 1))"),
        ("ord('é'), chr(128512), 'a-b-c'.split('-', 1), ' a b '.split(None, 0)", "(233, '😀', ['a', 'b-c'], ['a b '])"),
        ("'a\\r\\nb\\x0bc'.splitlines(), 'a\\n'.splitlines(True)", "(['a', 'b', 'c'], ['a\\n'])"),
        ("'--5'.zfill(5), '+5'.zfill(4), 'ab'.center(5, '*')", "('-00-5', '+005', '**ab*')"),
        ("'aaa'.replace('a', 'b', 2), 'ab'.replace('', '-', 2)", "('bba', '-a-b')"),
        (
            "'漢A'.isupper(), '漢'.islower(), 'abc'.startswith(('x', 'ab')), 'abc'.startswith(('a', 1))",
            "(True, False, True, True)",
        ),
        ("'{} {}'.format(1, 2), '{1} {0}'.format(1, 2), '{a:.1f}'.format(a=2)", "('1 2', '2 1', '2.0')"),
        ("f'{True:d} {True:>3} {True:.1f} {True}'", "'1   1 1.0 True'"),
        ("type(1), type(torch.ones(1).shape)", "(<class 'int'>, <class 'torch.Size'>)"),
        ("math.prod([2, 3], start=4), math.prod([])", "(24, 1)"),
        ("[c.isdigit() for c in '²٣Ⅷ½①a1']", "[True, True, False, False, True, False, True]"),
        (
            "[c.isalpha() for c in 'é漢Ⅷ²1'], [c.isalnum() for c in 'é漢Ⅷ²_']",
            "([True, True, False, False, False], [True, True, True, True, False])",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(show(source), expected, "{source}");
    }
}

#[test]
fn wrong_kinds_are_said_as_cpython_says_them() {
    let cases = [
        ("len(1)", "object of type 'int' has no len()"),
        ("len(int)", "object of type 'type' has no len()"),
        ("len(torch.tensor(1))", "len() of a 0-d tensor"),
        ("range('a')", "'str' object cannot be interpreted as an integer"),
        ("range(1, None)", "'NoneType' object cannot be interpreted as an integer"),
        ("range(1, 2, 0)", "range() arg 3 must not be zero"),
        ("map(1, [1])", "'int' object is not callable"),
        ("zip([1], 2)", "'int' object is not iterable"),
        ("divmod(torch.ones(1), 2)", "unsupported operand type(s) for divmod(): 'Tensor' and 'int'"),
        ("pow('a', 1)", "unsupported operand type(s) for ** or pow(): 'str' and 'int'"),
        ("reversed({1})", "'set' object is not reversible"),
        ("sum(['a'], '')", "sum() can't sum strings [use ''.join(seq) instead]"),
        ("max([])", "max() arg is an empty sequence"),
        ("max(1)", "'int' object is not iterable"),
        ("abs('a')", "bad operand type for abs(): 'str'"),
        ("round('a')", "type str doesn't define __round__ method"),
        ("round(torch.ones(1))", "type Tensor doesn't define __round__ method"),
        ("round(float('nan'))", "cannot convert float NaN to integer"),
        ("isinstance(1, 'int')", "isinstance() arg 2 must be a type, a tuple of types, or a union"),
        ("int([1])", "int() argument must be a string, a bytes-like object or a real number, not 'list'"),
        ("int('1.5')", "invalid literal for int() with base 10: '1.5'"),
        ("int(float('inf'))", "cannot convert float infinity to integer"),
        ("float('x')", "could not convert string to float: 'x'"),
        ("ord('ab')", "ord() expected a character, but string of length 2 found"),
        ("chr(-1)", "chr() arg not in range(0x110000)"),
        ("print(1, sep=1)", "sep must be None or a string, not int"),
        ("'a'.split(1)", "must be str or None, not int"),
        ("'a'.split('')", "empty separator"),
        ("'a'.join(1)", "can only join an iterable"),
        ("'a'.join(['b', 2])", "sequence item 1: expected str instance, int found"),
        ("'a'.replace('b', 2)", "replace() argument 2 must be str, not int"),
        ("'a'.removeprefix(2)", "removeprefix() argument must be str, not int"),
        ("'a'.find(2)", "must be str, not int"),
        ("'a'.ljust(3, 'ab')", "The fill character must be exactly one character long"),
        ("'a'.endswith(1)", "endswith first arg must be str or a tuple of str, not int"),
        ("'a'.endswith((1,))", "tuple for endswith must only contain str, not int"),
        ("'{} {0}'.format(1)", "cannot switch from automatic field numbering to manual field specification"),
        ("'}'.format(1)", "Single '}' encountered in format string"),
    ];
    for (source, expected) in cases {
        assert_eq!(sentence(source), expected, "{source}");
    }
}

#[test]
fn wrong_counts_and_names_are_said_as_cpython_says_them() {
    let cases = [
        ("len()", "len() takes exactly one argument (0 given)"),
        ("len(obj=[1])", "len() takes no keyword arguments"),
        ("range()", "range expected at least 1 argument, got 0"),
        ("range(1, 2, 3, 4)", "range expected at most 3 arguments, got 4"),
        ("divmod(1)", "divmod expected 2 arguments, got 1"),
        ("sorted([1], 1)", "sorted expected 1 argument, got 2"),
        ("sorted([1], foo=1)", "'foo' is an invalid keyword argument for sorted()"),
        ("sum()", "sum() takes at least 1 positional argument (0 given)"),
        ("sum([1], 2, 3)", "sum() takes at most 2 arguments (3 given)"),
        ("max()", "max expected at least 1 argument, got 0"),
        ("round()", "round() missing required argument 'number' (pos 1)"),
        ("round(1, ndigits=1, number=2)", "argument for round() given by name ('number') and position (1)"),
        ("'a'.join()", "str.join() takes exactly one argument (0 given)"),
        ("'a'.lower(1)", "str.lower() takes no arguments (1 given)"),
        ("'a'.lower(x=1)", "str.lower() takes no keyword arguments"),
        ("'a'.replace('b')", "replace expected at least 2 arguments, got 1"),
        ("'a'.split(1, 2, 3)", "split() takes at most 2 arguments (3 given)"),
        ("math.sqrt()", "math.sqrt() takes exactly one argument (0 given)"),
        ("{}.get()", "get expected at least 1 argument, got 0"),
    ];
    for (source, expected) in cases {
        assert_eq!(sentence(source), expected, "{source}");
    }
}

#[test]
fn functions_of_a_cell_and_of_pytorch_keep_their_own_words() {
    let f =
        "def f(a, b, c):\n    return a\ndef g(a=1):\n    return a\nclass A:\n    def m(self, x):\n        return x\n";
    let cases = [
        ("f()", "f() missing 3 required positional arguments: 'a', 'b', and 'c'"),
        ("f(1)", "f() missing 2 required positional arguments: 'b' and 'c'"),
        ("g(1, 2)", "g() takes from 0 to 1 positional arguments but 2 were given"),
        ("A().m(1, 2)", "A.m() takes 2 positional arguments but 3 were given"),
        ("A().m()", "A.m() missing 1 required positional argument: 'x'"),
        ("torch.ones(2).unsqueeze()", "unsqueeze() missing 1 required positional arguments: \"dim\""),
        ("torch.ones(2).unsqueeze(1, 2)", "unsqueeze() takes 1 positional argument but 2 were given"),
        ("torch.unsqueeze(torch.ones(2), 1, 2)", "unsqueeze() takes 2 positional arguments but 3 were given"),
        ("nn.Linear(1)", "Linear.__init__() missing 1 required positional argument: 'out_features'"),
    ];
    for (source, expected) in cases {
        assert_eq!(sentence(&format!("{f}{source}")), expected, "{source}");
    }
}

#[test]
fn the_object_of_a_method_has_no_position() {
    let cases = [
        ("torch.ones(2).softmax('a')", "softmax(): argument 'dim' (position 1) must be int, not str"),
        ("torch.softmax(torch.ones(2), 'a')", "softmax(): argument 'dim' (position 2) must be int, not str"),
        ("torch.ones(2).index_select(0, 'a')", "index_select(): argument 'index' (position 2) must be Tensor, not str"),
    ];
    for (source, expected) in cases {
        assert_eq!(sentence(source), expected, "{source}");
    }
}

#[test]
fn other_encodings_are_refused_by_name() {
    assert_eq!(show("import json\nlen(json.load(open('translator.json', encoding='UTF-8'))) > 0"), "True");
    assert_eq!(sentence("open('translator.json', encoding='latin-1')"), "the encoding 'latin-1' is not supported");
}
