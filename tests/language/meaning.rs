//! What cells give. Every result here is what Python or PyTorch gives for the same text.

use crate::{run, run_with, show};
use glassformer::lang::Scope;

#[test]
fn attention_runs_as_it_is_written_in_pytorch() {
    let source = "
import torch
import torch.nn.functional as F
import math
Q = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
K = torch.tensor([[1.0, 2.0], [0.0, 1.0], [2.0, 0.0]])
V = torch.arange(6).float().view(3, 2)
d_k = Q.size(-1)
scores = Q @ K.transpose(-2, -1) / math.sqrt(d_k)
mask = torch.tril(torch.ones(3, 3))
"
    .replace("mask", "allowed");
    let tail = "weights = F.softmax(scores.masked_fill(allowed == 0, -1e9), dim=-1)\nout = weights @ V\nout";
    assert_eq!(
        show(&(source + tail)),
        "tensor([[0.0000, 1.0000],\n        [0.6605, 1.6605],\n        [1.4160, 2.4160]])"
    );
}

#[test]
fn python_numbers_strings_and_containers() {
    let cases = [
        ("7 // 2, -7 // 2, 7 % -3, 2 ** 10, 2 ** -1", "(3, -4, -2, 1024, 0.5)"),
        ("1 / 3", "0.3333333333333333"),
        ("0.1 + 0.2", "0.30000000000000004"),
        ("1 < 2 < 3, 1 < 2 > 3, 1 == 1.0", "(True, False, True)"),
        ("not 0 and 'a' or 'b'", "'a'"),
        ("[] or None", "None"),
        ("'yes' if [] else 'no'", "'no'"),
        ("3 in [1, 2, 3], 'a' not in 'cat', 'k' in {'k': 1}", "(True, False, True)"),
        ("None is None, 1 is not None", "(True, True)"),
        ("'the cat sat'.split()", "['the', 'cat', 'sat']"),
        ("'a,b,,c'.split(',')", "['a', 'b', '', 'c']"),
        ("' Cat '.strip().lower() + 'x'.upper()", "'catX'"),
        ("'-'.join(['a', 'b']), 'cat'.replace('c', 'b')", "('a-b', 'bat')"),
        ("'cat'.startswith('ca'), 'cat'.endswith('x')", "(True, False)"),
        ("'cat'[0], 'cat'[-1], 'cat'[1:], 'cat'[::-1], '漢字'[1]", "('c', 't', 'at', 'tac', '字')"),
        ("[1, 2, 3][1:], [1, 2, 3][-1], (1, 2)[0], [1, 2, 3][::2]", "([2, 3], 3, 1, [1, 3])"),
        ("[1] + [2] * 2, (1,) + (2,), 'ab' * 2", "([1, 2, 2], (1, 2), 'abab')"),
        ("{'a': 1, **{'b': 2}}", "{'a': 1, 'b': 2}"),
        ("{k: v for k, v in {'a': 1}.items()}", "{'a': 1}"),
        ("{'a': 1}.get('b', 0), list({'a': 1}.keys()), {1: 'x'}[True]", "(0, ['a'], 'x')"),
        ("[x * y for x in range(3) for y in range(3) if x != y]", "[0, 0, 0, 2, 0, 2]"),
        ("[*range(2), *'ab']", "[0, 1, 'a', 'b']"),
        ("sum(range(5)), max(1, 3, 2), min([3, 1]), abs(-2), round(2.5), round(2.675, 2)", "(10, 3, 1, 2, 2, 2.67)"),
        ("sorted([3, 1, 2], reverse=True), sorted(['bb', 'a'], key=len)", "([3, 2, 1], ['a', 'bb'])"),
        ("max(['a', 'ccc', 'bb'], key=lambda s: len(s))", "'ccc'"),
        ("list(zip([1, 2], 'ab')), list(enumerate('ab', start=1))", "([(1, 'a'), (2, 'b')], [(1, 'a'), (2, 'b')])"),
        ("list(map(lambda x: x + 1, [1, 2])), list(reversed([1, 2]))", "([2, 3], [2, 1])"),
        ("any([0, 1]), all([0, 1]), all([]), any(x > 1 for x in [1, 2])", "(True, False, True, True)"),
        ("int('42'), int(-3.9), float('inf'), float('1e3'), bool(''), str(1.5)", "(42, -3, inf, 1000.0, False, '1.5')"),
        ("ord('a'), chr(98), len('漢字')", "(97, 'b', 2)"),
        ("isinstance(1, int), isinstance(1.0, (int, float)), isinstance('a', str)", "(True, True, True)"),
        ("len(range(10)), list(range(10, 0, -3)), 4 in range(0, 10, 2)", "(10, [10, 7, 4, 1], True)"),
        ("True + True, 5 & 3, 5 | 3, 5 ^ 3, ~5, True & False", "(2, 1, 7, 6, -6, False)"),
        ("(1, 2) == (1, 2), [1] == (1,), (1, 2) < (1, 3)", "(True, False, True)"),
        ("dict(a=1, b=2), list('ab'), tuple([1])", "({'a': 1, 'b': 2}, ['a', 'b'], (1,))"),
        (
            "math.sqrt(16), math.pi, math.log(8, 2), math.floor(2.7), math.ceil(2.1)",
            "(4.0, 3.141592653589793, 3.0, 2, 3)",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(show(source), expected, "{source}");
    }
}

#[test]
fn f_strings_are_pythons() {
    let cases = [
        ("x = 0.12345\nf'{x:.2f}|{x=:.3f}|{x = }|{x!r:>10}'", "'0.12|x=0.123|x = 0.12345|   0.12345'"),
        ("w = 6\nf'{7:{w}d}|{\"cat\":<{w}}|{1/3:.1%}'", "'     7|cat   |33.3%'"),
        ("f'{{}} {[1, 2]} {\"a\"} {None}'", "'{} [1, 2] a None'"),
        ("f'{torch.tensor(0.5):.3f} {torch.tensor([1, 2])}'", "'0.500 tensor([1, 2])'"),
    ];
    for (source, expected) in cases {
        assert_eq!(show(source), expected, "{source}");
    }
}

#[test]
fn statements_are_pythons() {
    let cases = [
        ("a, (b, *c) = 1, (2, 3, 4)\na, b, c", "(1, 2, [3, 4])"),
        ("a = b = 2\na += 3\na, b", "(5, 2)"),
        (
            "x = 0\nfor i in range(10):\n    if i == 3:\n        continue\n    if i == 6:\n        break\n    x += i\nelse:\n    x = -1\nx",
            "12",
        ),
        ("x = 1\nwhile x < 100:\n    x *= 2\nelse:\n    x += 1\nx", "129"),
        ("x = 5\nif x < 3:\n    y = 'a'\nelif x < 6:\n    y = 'b'\nelse:\n    y = 'c'\ny", "'b'"),
        (
            "def f(x, y=2, *rest, k=1, **more):\n    return x, y, rest, k, more\nf(1), f(1, 3, 4, k=5, z=6)",
            "((1, 2, (), 1, {}), (1, 3, (4,), 5, {'z': 6}))",
        ),
        ("def f(n):\n    return 1 if n == 0 else n * f(n - 1)\nf(10)", "3628800"),
        ("def outer(n):\n    def inner(x):\n        return x + n\n    return inner\nouter(3)(4)", "7"),
        ("def f():\n    return g()\ndef g():\n    return 7\nf()", "7"),
        ("def f():\n    pass\nf() is None", "True"),
        ("fs = [lambda x, i=i: x + i for i in range(3)]\n[f(10) for f in fs]", "[10, 11, 12]"),
        ("def f(*a, **k):\n    return a, k\nf(*[1, 2], **{'b': 3})", "((1, 2), {'b': 3})"),
        ("xs = []\nfor i in range(3):\n    xs.append(i * i)\nxs.extend([7])\nxs", "[0, 1, 4, 7]"),
        ("xs = [1, 2]\nys = xs\nxs[0] = 9\nxs, ys", "([9, 2], [9, 2])"),
        ("d = {'a': 1}\nd['b'] = [1, 2]\nd['b'][0] = 5\nd", "{'a': 1, 'b': [5, 2]}"),
        ("x: int = 3\ny: float\n\"a docstring\"\nx", "3"),
        ("from math import sqrt as root, pi\nimport torch.nn.functional as F\nroot(9.0)", "3.0"),
        ("x = 1; y = 2; x + y", "3"),
    ];
    for (source, expected) in cases {
        assert_eq!(show(source), expected, "{source}");
    }
}

#[test]
fn tensors_are_pytorchs() {
    let x = "x = torch.arange(12).view(3, 4)\n";
    let cases = [
        (
            "x.shape, x.dtype, x.ndim, x.size(0), x.size(), x.numel(), len(x)",
            "(torch.Size([3, 4]), torch.int64, 2, 3, torch.Size([3, 4]), 12, 3)",
        ),
        ("x[1]", "tensor([4, 5, 6, 7])"),
        (
            "torch.tensor([0, 1, 200], dtype=torch.uint8).clip(-1, 2.0), torch.sign(torch.tensor([True, False]))",
            "(tensor([0., 1., 2.]), tensor([ True, False]))",
        ),
        (
            "torch.where(torch.tensor(True)), torch.where(torch.tensor(False)), (torch.manual_seed(0), torch.randn_like(x[:0]).dtype)[1]",
            "((tensor([0]),), (tensor([], dtype=torch.int64),), torch.int64)",
        ),
        (
            "[F.cross_entropy(x[:2, :2].float(), torch.tensor([0, 1]), weight=w, label_smoothing=0.1) for w in (torch.zeros(2), torch.tensor([1.0, 3.0]), None)]",
            "[tensor(nan), tensor(0.5633), tensor(0.8133)]",
        ),
        ("x[1, 2], x[-1, -1]", "(tensor(6), tensor(11))"),
        ("x[:, 1]", "tensor([1, 5, 9])"),
        ("x[1:, ::2]", "tensor([[ 4,  6],\n        [ 8, 10]])"),
        (
            "x[..., 0], x[None].shape, x[:, None, :].shape, x[..., None].shape",
            "(tensor([0, 4, 8]), torch.Size([1, 3, 4]), torch.Size([3, 1, 4]), torch.Size([3, 4, 1]))",
        ),
        ("x[[2, 0]][:, 0], x[torch.tensor([1, -1]), torch.tensor([0, 3])]", "(tensor([8, 0]), tensor([ 4, 11]))"),
        ("x[x > 8], x[torch.tensor([True, False, True])].shape", "(tensor([ 9, 10, 11]), torch.Size([2, 4]))"),
        (
            "x.T.shape, x.t().shape, x.float().mT.shape, x.transpose(0, -1).shape",
            "(torch.Size([4, 3]), torch.Size([4, 3]), torch.Size([4, 3]), torch.Size([4, 3]))",
        ),
        (
            "x.sum(), x.sum(dim=0), x.sum(axis=1, keepdims=True).shape",
            "(tensor(66), tensor([12, 15, 18, 21]), torch.Size([3, 1]))",
        ),
        ("x.float().mean(), x.float().mean(-1)", "(tensor(5.5000), tensor([1.5000, 5.5000, 9.5000]))"),
        (
            "x.float().std(), x.float().std(unbiased=False), x.float().var(dim=1, correction=0)",
            "(tensor(3.6056), tensor(3.4521), tensor([1.2500, 1.2500, 1.2500]))",
        ),
        (
            "x.max(), x.max(dim=1), torch.max(x, x + 1)[0, 0], x.argmax(), x.argmax(dim=0)",
            "(tensor(11), torch.return_types.max(\nvalues=tensor([ 3,  7, 11]),\nindices=tensor([3, 3, 3])), tensor(1), tensor(11), tensor([2, 2, 2, 2]))",
        ),
        ("(x > 3).any(), (x >= 0).all(), (x == 4).sum()", "(tensor(True), tensor(True), tensor(1))"),
        (
            "x.view(-1)[:3], x.reshape(2, -1).shape, x.reshape((4, 3)).shape, x.flatten().shape",
            "(tensor([0, 1, 2]), torch.Size([2, 6]), torch.Size([4, 3]), torch.Size([12]))",
        ),
        (
            "x.unsqueeze(0).shape, x.unsqueeze(-1).squeeze(-1).shape, x.permute(1, 0).shape",
            "(torch.Size([1, 3, 4]), torch.Size([3, 4]), torch.Size([4, 3]))",
        ),
        (
            "(x // 5)[1], (x % 5)[1], (x ** 2)[0], 2 ** x[0]",
            "(tensor([0, 1, 1, 1]), tensor([4, 0, 1, 2]), tensor([0, 1, 4, 9]), tensor([1, 2, 4, 8]))",
        ),
        (
            "torch.stack([x, x]).shape, torch.cat([x, x], dim=-1).shape, torch.stack((x[0], x[1]), dim=1).shape",
            "(torch.Size([2, 3, 4]), torch.Size([3, 8]), torch.Size([4, 2]))",
        ),
        (
            "[p.shape for p in x.chunk(2, dim=1)], [p.shape for p in x.split(2)]",
            "([torch.Size([3, 2]), torch.Size([3, 2])], [torch.Size([2, 4]), torch.Size([1, 4])])",
        ),
        ("torch.where(x > 5, x, -x)[1]", "tensor([-4, -5,  6,  7])"),
        ("x[0].tolist(), x[0, 1].item(), float(x[0, 1]), int(x[0, 1])", "([0, 1, 2, 3], 1, 1.0, 1)"),
        (
            "x.repeat(2, 1).shape, x[0].expand(2, 4).shape, torch.flip(x, [1])[0]",
            "(torch.Size([6, 4]), torch.Size([2, 4]), tensor([3, 2, 1, 0]))",
        ),
        ("[row.sum().item() for row in x], [i for i, row in enumerate(x)]", "([6, 22, 38], [0, 1, 2])"),
        (
            "~(x > 5)[1], (x > 2)[0] & (x < 4)[0], -x[0]",
            "(tensor([ True,  True, False, False]), tensor([False, False, False,  True]), tensor([ 0, -1, -2, -3]))",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(show(&format!("{x}{source}")), expected, "{source}");
    }
}

#[test]
fn new_tensors_have_pytorchs_dtypes() {
    let cases = [
        (
            "torch.tensor([1, 2]).dtype, torch.tensor([1, 2.0]).dtype, torch.tensor([True]).dtype",
            "(torch.int64, torch.float32, torch.bool)",
        ),
        (
            "torch.zeros(2, 3).dtype, torch.ones((2, 3), dtype=torch.float64).dtype, np.zeros(3).dtype",
            "(torch.float32, torch.float64, dtype('float64'))",
        ),
        (
            "torch.arange(3).dtype, torch.arange(0, 1, 0.25), torch.arange(5, 0, -2)",
            "(torch.int64, tensor([0.0000, 0.2500, 0.5000, 0.7500]), tensor([5, 3, 1]))",
        ),
        ("torch.linspace(0, 1, 5)", "tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])"),
        (
            "torch.eye(2), torch.full((2,), 7), torch.full((2,), 0.5).dtype",
            "(tensor([[1., 0.],\n        [0., 1.]]), tensor([7, 7]), torch.float32)",
        ),
        (
            "(torch.ones(2) * 2.5).dtype, (torch.arange(2) * 2.5).dtype, (torch.arange(2) / 2).dtype",
            "(torch.float32, torch.float32, torch.float32)",
        ),
        (
            "(torch.ones(2, dtype=torch.float64) * torch.ones(2)).dtype, (torch.tensor([True]) + 1).dtype",
            "(torch.float64, torch.int64)",
        ),
        ("(torch.ones(2) * math.pi).dtype, torch.zeros_like(torch.arange(2)).dtype", "(torch.float32, torch.int64)"),
        (
            "torch.ones(2).to(torch.int64).dtype, torch.ones(2).double().dtype, torch.arange(2).bool()",
            "(torch.int64, torch.float64, tensor([False,  True]))",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(show(source), expected, "{source}");
    }
}

#[test]
fn functions_of_networks() {
    let cases = [
        ("softmax(torch.tensor([1.0, 2.0, 3.0]), dim=-1)", "tensor([0.0900, 0.2447, 0.6652])"),
        (
            "torch.tensor([0.0, 0.0]).softmax(0), F.log_softmax(torch.zeros(2), dim=0)",
            "(tensor([0.5000, 0.5000]), tensor([-0.6931, -0.6931]))",
        ),
        (
            "F.relu(torch.tensor([-1.0, 2.0])), F.gelu(torch.tensor([1.0])), sigmoid(torch.tensor([0.0]))",
            "(tensor([0., 2.]), tensor([0.8413]), tensor([0.5000]))",
        ),
        ("F.layer_norm(torch.tensor([[1.0, 2.0, 3.0]]), (3,))", "tensor([[-1.2247,  0.0000,  1.2247]])"),
        ("F.linear(torch.ones(1, 2), torch.tensor([[1.0, 2.0]]), torch.tensor([0.5]))", "tensor([[3.5000]])"),
        (
            "F.embedding(torch.tensor([1, 0]), torch.tensor([[1.0, 2.0], [3.0, 4.0]]))",
            "tensor([[3., 4.],\n        [1., 2.]])",
        ),
        ("F.one_hot(torch.tensor([1, 0]), num_classes=3)", "tensor([[0, 1, 0],\n        [1, 0, 0]])"),
        (
            "x = torch.eye(2)\nF.scaled_dot_product_attention(x, x, x, is_causal=True)",
            "tensor([[1.0000, 0.0000],\n        [0.3302, 0.6698]])",
        ),
        (
            "torch.isnan(torch.tensor([float('nan'), 1.0])), sqrt(torch.tensor([4.0])), exp(0.0), log(1.0)",
            "(tensor([ True, False]), tensor([2.]), 1.0, 0.0)",
        ),
        (
            "torch.tensor([[1.0, 2.0]]).norm(), torch.allclose(torch.ones(2), torch.ones(2) + 1e-9)",
            "(tensor(2.2361), True)",
        ),
        ("torch.clamp(torch.tensor([-2.0, 0.5, 3.0]), min=0, max=1)", "tensor([0.0000, 0.5000, 1.0000])"),
    ];
    for (source, expected) in cases {
        assert_eq!(show(source), expected, "{source}");
    }
}

#[test]
fn items_are_set_in_place() {
    let source =
        "pe = torch.zeros(2, 4)\nold = pe\npe[:, 0::2] = 1\npe[1, 3] = torch.tensor(5.0)\npe[0] += 2\npe, old.sum()";
    assert_eq!(show(source), "(tensor([[3., 2., 3., 2.],\n        [1., 0., 1., 5.]]), tensor(17.))");
    assert_eq!(show("x = torch.arange(4)\nx[x > 1] = 0\nx"), "tensor([0, 1, 0, 0])");
    let sinusoid = "
def positions(length, d_model):
    pe = torch.zeros(length, d_model)
    position = torch.arange(0, length).unsqueeze(1).float()
    div_term = torch.exp(torch.arange(0, d_model, 2).float() * -(math.log(10000.0) / d_model))
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe
positions(2, 4)";
    assert_eq!(show(sinusoid), "tensor([[0.0000, 1.0000, 0.0000, 1.0000],\n        [0.8415, 0.5403, 0.0100, 0.9999]])");
}

#[test]
fn controls_give_their_values() {
    let source = "t = slider(0.1, 2.0, value=0.7)\nn = slider(1, 8)\ns = text('the cat')\na = choice(['relu', 'gelu'], 'gelu')\nb = toggle(True)\nm = matrix([[1, 2], [3, 4]])\nk = mask([[1, 0], [0, 1]])\nt, n, s, a, b, m.dtype, k";
    assert_eq!(
        show(source),
        "(0.7, 1, 'the cat', 'gelu', True, torch.float32, tensor([[ True, False],\n        [False,  True]]))"
    );
}

#[test]
fn random_numbers_are_pytorchs_and_the_same_every_time() {
    let source = "torch.manual_seed(42)\ntorch.rand(3)";
    assert_eq!(show(source), "tensor([0.8823, 0.9150, 0.3829])");
    assert_eq!(show(source), show(source));
}

#[test]
fn the_last_expression_is_the_result_and_print_is_kept() {
    let evaluation = run("x = 3\nprint('x is', x, sep=': ')\nx + 1");
    assert_eq!(evaluation.printed, "x is: 3\n");
    assert_eq!(evaluation.result.unwrap().repr(), "4");
    assert!(run("print(1)").result.is_none());
    assert_eq!(
        run("a = 1\nfor i in range(2):\n    b = i").defined.keys().map(|name| &**name).collect::<Vec<_>>(),
        ["a", "b"]
    );
}

#[test]
fn functions_keep_their_names_in_other_cells() {
    let mut given =
        run("scale = 3\ndef helper(x):\n    return x * scale\ndef f(x):\n    return helper(x) + 1\ntable = {'f': f}")
            .defined;
    given.remove("scale");
    given.remove("helper");
    let second = run_with("scale = 100\ny = f(2)\nz = table['f'](3)\ng = lambda x: f(x) + scale\ny, z", &given);
    assert_eq!(second.result.unwrap().repr(), "(7, 10)");
    let third = run_with("g(1)", &second.defined);
    assert_eq!(third.result.unwrap().repr(), "104");
}

#[test]
fn evaluation_is_pure() {
    let source = "torch.manual_seed(1)\nW = torch.randn(4, 4)\nf = lambda x: x @ W\nd = {'a': [1, (2.5, None)]}";
    let (a, b) = (run(source).defined, run(source).defined);
    assert_eq!(a.len(), 3);
    assert!(a.iter().zip(&b).all(|((x, a), (y, b))| x == y && a.same_bits(b)));
    let other: Scope = run(&source.replace("2.5", "2.25")).defined;
    assert!(!a["d"].same_bits(&other["d"]) && a["W"].same_bits(&other["W"]));
}

#[test]
fn axes_travel_with_their_names() {
    let source = "words = 'the cat'.split()\nX = named(torch.ones(2, 3), query=words, d_k=None)\nX @ X.T";
    let evaluation = run(source);
    let glassformer::lang::Value::Tensor(scores) = evaluation.result.unwrap() else { panic!("no tensor") };
    assert_eq!(scores.now().shape_text(), "[query 2, query 2]");
    assert_eq!(scores.now().axes()[0].label(1), Some("cat"));
}

#[test]
fn what_pop_takes_out_is_given_and_gone() {
    assert_eq!(show("xs = [1, 2, 3]\nlast = xs.pop()\n(last, xs)"), "(3, [1, 2])");
    assert_eq!(show("xs = [1, 2, 3]\nys = xs\nfirst = xs.pop(0)\n(first, xs, ys)"), "(1, [2, 3], [2, 3])");
    assert_eq!(show("xs = [1, 2, 3]\ntotal = 0\nwhile xs:\n    total += xs.pop()\n(total, xs)"), "(6, [])");
    assert_eq!(show("table = {'a': 1}\n(table.pop('a'), table.pop('b', 7), table)"), "(1, 7, {})");
    assert_eq!(
        show("groups = {}\nfor w in 'ab ac b'.split():\n    groups.setdefault(w[0], []).append(w)\ngroups"),
        "{'a': ['ab', 'ac'], 'b': ['b']}"
    );
    assert_eq!(show("rows = [[1, 2], [3]]\n(rows[0].pop(), rows)"), "(2, [[1], [3]])");
    assert_eq!(show("[c for c in 'abc'][1:].pop()"), "'c'");
    assert_eq!(show("xs = [1, 2, 3]\n([xs.pop() for _ in range(2)], xs)"), "([3, 2], [1])");
    assert_eq!(
        show(
            "class Stack:\n    def __init__(self):\n        self.items = [1, 2]\n    def take(self):\n        return self.items.pop()\ns = Stack()\n(s.take(), s.items)"
        ),
        "(2, [1])"
    );
    // A method of the learner's own that has the name is just called.
    assert_eq!(show("class Stack:\n    def pop(self):\n        return 5\ns = Stack()\ns.pop()"), "5");
    assert_eq!(show("xs = [1, 2]\nxs.pop()"), "2");
}

#[test]
fn a_tensor_is_set_where_an_index_or_a_mask_says() {
    let x = "x = torch.zeros(2, 3)\n";
    assert_eq!(
        show(&format!("{x}x[torch.tensor([0, 1]), torch.tensor([2, 0])] = 5.0\nx.tolist()")),
        "[[0.0, 0.0, 5.0], [5.0, 0.0, 0.0]]"
    );
    assert_eq!(
        show(&format!("{x}x[[1, 0]] = torch.tensor([[1.0, 2, 3], [4, 5, 6]])\nx.tolist()")),
        "[[4.0, 5.0, 6.0], [1.0, 2.0, 3.0]]"
    );
    assert_eq!(
        show(&format!("{x}x[:, torch.tensor([0, 2])] = torch.tensor([7.0, 8.0])\nx.tolist()")),
        "[[7.0, 0.0, 8.0], [7.0, 0.0, 8.0]]"
    );
    assert_eq!(
        show(&format!("{x}x[torch.tensor([False, True])] = 9.0\nx.tolist()")),
        "[[0.0, 0.0, 0.0], [9.0, 9.0, 9.0]]"
    );
    assert_eq!(show("x = torch.arange(4)\nx[x > 1] = torch.tensor([8, 9])\nx.tolist()"), "[0, 1, 8, 9]");
    assert_eq!(show("x = torch.arange(4)\nx[x > 1] = 0\nx.tolist()"), "[0, 1, 0, 0]");
    assert_eq!(show("x = torch.arange(4)\nx[torch.tensor([0, 0, 3])] += 5\nx.tolist()"), "[5, 1, 2, 8]");
    assert_eq!(
        show("x = torch.zeros(3)\nx[torch.tensor([0, 1, 0])] = torch.tensor([1.0, 2.0, 3.0])\nx.tolist()"),
        "[3.0, 2.0, 0.0]"
    );
    assert_eq!(show("x = torch.arange(8).view(2, 2, 2)\nm = torch.eye(2).bool()\nx[m].tolist()"), "[[0, 1], [6, 7]]");
    assert_eq!(
        show("x = torch.arange(8).view(2, 2, 2)\nm = torch.eye(2).bool()\nx[m] = 0\nx.tolist()"),
        "[[[0, 0], [2, 3]], [[4, 5], [0, 0]]]"
    );
    assert!(
        show("x = torch.zeros(3)\nx[torch.tensor([0, 1])] = torch.ones(3)")
            .contains("cannot assign [3] to a selection of shape [2]")
    );
    assert!(show("x = torch.zeros(3)\nx[torch.tensor([5])] = 1.0").contains("index 5 is out of range"));
}
