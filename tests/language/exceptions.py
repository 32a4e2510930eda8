#!/usr/bin/env python3
"""Writes exceptions.json: programs with `try`, `raise`, `with`, `del` and operators of classes, and what Python and PyTorch print."""

from tensor_references import CAUGHT, write_programs

# Each of these is caught; printed are the class and the words.
RAISING = [
    "1 / 0", "1 // 0", "1 % 0", "1.0 / 0", "0 ** -1",
    "[1, 2][5]", "(1, 2)[-3]", "'ab'[7]", "[][0]", "xs = [1]\n    xs[3] = 2", "[].pop()", "[1].pop(4)",
    "{'a': 1}['b']", "{1: 2}[3]", "{}[(1, 'x')]", "{}.pop('k')", "d = {}\n    del d['z']",
    "nothing", "print(undefined + 1)",
    "None.foo", "(1).foo", "'a'.foo", "[].foo", "{}.foo", "torch.ones(2).foo", "(1.5).foo",
    "1 + 'a'", "'a' + 1", "[1] + 'a'", "[1] + (2,)", "None + 1", "{} + {}", "'a' * 'b'", "[1] * 1.5", "'a' - 'b'", "2 ** 'a'", "-'a'", "~1.5",
    "1 < 'a'", "[1] < 1", "None < None", "'a' >= 2",
    "(1)()", "'a'()", "None()", "[1]()", "torch.ones(2)()",
    "len(5)", "len(None)", "for x in 5: pass", "for x in None: pass", "list(3)", "sum(3)", "a, b = 1", "a, b = 1, 2, 3", "a, b, c = [1]",
    "5[0]", "None[0]", "{[1]: 2}", "{{}: 1}", "set([[1]])",
    "int('x')", "int('1.5')", "float('abc')", "[1, 2].index(9)", "[1].remove(5)", "import math\n    math.sqrt(-1)", "import math\n    math.log(0)", "chr(-1)", "ord('ab')",
    "next(iter([]))", "import notthere", "import notthere.deep",
    "assert False", "assert 1 == 2, 'no'", "assert [] , f'{1 + 1} things'",
    "raise ValueError('v')", "raise ValueError", "raise KeyError('k')", "raise RuntimeError('a', 1)", "raise NotImplementedError", "raise 5", "raise",
    "torch.ones(2, 3) @ torch.ones(2, 3)", "torch.ones(2, 3) + torch.ones(2)", "torch.ones(2, 3).view(7)", "torch.ones(2, 3).reshape(4)",
    "torch.ones(2)[5]", "torch.ones(2, 3)[0, 7]", "torch.ones(2, 3).sum(5)", "torch.ones(2, 3).transpose(0, 5)", "torch.ones(2, 3).unsqueeze(7)",
    "torch.ones(3).item()", "bool(torch.ones(3))", "torch.cat([torch.ones(2), torch.ones(2, 2)])", "torch.stack([torch.ones(2), torch.ones(3)])",
    "torch.manual_seed(0)\n    nn.Linear(4, 2)(torch.ones(3, 5))", "F.cross_entropy(torch.ones(1, 3), torch.tensor([5]))", "torch.manual_seed(0)\n    nn.Embedding(3, 2)(torch.tensor([7]))",
    "torch.ones(2).requires_grad_().numpy()", "w = torch.ones(2, requires_grad=True)\n    w += 1", "torch.ones(2).backward()",
    "torch.optim.SGD([], lr=0.1)", "torch.dot(torch.ones(2), torch.ones(3))", "torch.ones(2, 3)[torch.tensor([9])]",
]
PROGRAMS = [(" ".join(code.split()), CAUGHT % code) for code in RAISING] + [
    ("else and finally", "def f(x):\n    try:\n        y = 10 / x\n    except ZeroDivisionError:\n        return 'zero'\n    else:\n        return y\n    finally:\n        print('done', x)\nf(0), f(5)"),
    ("which handler", "def f(e):\n    try:\n        raise e\n    except (KeyError, IndexError) as error:\n        return 'lookup', repr(error)\n    except ValueError as error:\n        return 'value', str(error), error.args\n    except:\n        return 'other'\nf(KeyError('a')), f(IndexError()), f(ValueError('v', 2)), f(TypeError())"),
    ("a class of one's own", "class Mine(ValueError):\n    def __init__(self, code):\n        super().__init__(f'code {code}')\n        self.code = code\nclass Bare(Exception):\n    pass\ndef f(e):\n    try:\n        raise e\n    except Exception as error:\n        return type(error).__name__, str(error), error.args, isinstance(error, ValueError)\nf(Mine(7)), f(Bare()), f(Bare('a', 1)), Mine(3).code, repr(Mine(4))"),
    ("arguments without __init__ of the base", "class Odd(ValueError):\n    def __init__(self, n):\n        self.n = n\ntry:\n    raise Odd(3)\nexcept ValueError as e:\n    print(e, e.args, e.n)"),
    ("from another", "try:\n    try:\n        raise ValueError('inner')\n    except ValueError as e:\n        raise RuntimeError('outer') from e\nexcept RuntimeError as e:\n    print(e, repr(e.__cause__))"),
    ("from what is no exception", CAUGHT % "raise ValueError from 5"),
    ("keys that change", "for key in ([], {}, (1, [2])):\n    try:\n        {}[key]\n    except TypeError as e:\n        print(e)\n    d = {}\n    try:\n        del d[key]\n    except TypeError as e:\n        print(e)"),
    ("a place to delete", CAUGHT % "del [1, 2][5]"),
    ("a slice of no items", CAUGHT % "xs = [1, 2, 3]\n    xs[0:1] = 5"),
    ("raise in __exit__", "class T:\n    def __enter__(self):\n        return self\n    def __exit__(self, *rest):\n        raise\ntry:\n    with T():\n        raise ValueError('bb')\nexcept ValueError as e:\n    print(e)"),
    ("again", "def f():\n    try:\n        raise ValueError('x')\n    except ValueError:\n        print('seen')\n        raise\ntry:\n    f()\nexcept ValueError as e:\n    print('outside', e)"),
    ("an exception in a handler", "try:\n    try:\n        1 / 0\n    except ZeroDivisionError:\n        [][1]\nexcept IndexError as e:\n    print(e)"),
    ("an exception in finally", "try:\n    try:\n        1 / 0\n    finally:\n        print('finally')\nexcept ZeroDivisionError as e:\n    print(e)"),
    ("finally returns", "def f():\n    try:\n        return 1\n    finally:\n        return 2\ndef g():\n    for i in range(3):\n        try:\n            1 / 0\n        finally:\n            break\n    return i\nf(), g()"),
    ("loops go on", "out = []\nfor i in range(6):\n    try:\n        if i == 1:\n            continue\n        if i == 4:\n            break\n        out.append(10 // (i - 2))\n    except ZeroDivisionError:\n        out.append(None)\n    finally:\n        out.append('f')\nout"),
    ("the name is gone", "e = 5\ntry:\n    1 / 0\nexcept ZeroDivisionError as e:\n    pass\ntry:\n    e\nexcept NameError as gone:\n    print(gone)"),
    ("out of deep calls", "def f(n):\n    if n == 0:\n        raise ValueError('deep')\n    return [f(n - 1) for _ in range(1)]\nout = []\nfor i in range(30):\n    try:\n        f(8)\n    except ValueError as e:\n        out.append(str(e))\nlen(out), out[0]"),
    ("out of a comprehension and a module", "class M(nn.Module):\n    def forward(self, x):\n        return [self.check(i) for i in x]\n    def check(self, i):\n        if i > 1:\n            raise ValueError(i)\n        return i\nm = M()\ni = 'mine'\ntry:\n    m([0, 1, 2])\nexcept ValueError as e:\n    print(e, i)\nm([0, 1])"),
    ("gradients are wanted as before", "try:\n    with torch.no_grad():\n        raise ValueError\nexcept ValueError:\n    pass\ntorch.is_grad_enabled()"),
    ("lookups with a default", "def get(d, k, default=None):\n    try:\n        return d[k]\n    except KeyError:\n        return default\nget({'a': 1}, 'a'), get({}, 'a'), get({}, 1, 2)"),
    ("classes of classes", "issubclass(KeyError, LookupError), issubclass(ValueError, Exception), issubclass(Exception, BaseException), issubclass(KeyError, ValueError), KeyError.__name__"),
    ("contexts", "class C:\n    def __init__(self, name, swallows=False):\n        self.name, self.swallows = name, swallows\n    def __enter__(self):\n        print('enter', self.name)\n        return self\n    def __exit__(self, kind, error, traceback):\n        print('exit', self.name, kind.__name__ if kind else None, error)\n        return self.swallows\nwith C('a', True) as a, C('b'):\n    raise ValueError(a.name)\ndef f():\n    with C('c'):\n        return 5\nprint(f())\ntry:\n    with C('d'):\n        raise KeyError('z')\nexcept KeyError as e:\n    print('got', e)"),
    ("del", "xs = list(range(10))\nd = {'a': 1, 'b': 2}\ndel xs[0], xs[-1]\ndel xs[1:3]\ndel xs[::2], d['a']\nclass O:\n    pass\no = O()\no.p = 1\ndel o.p\nxs, d, hasattr(o, 'p')"),
    ("del of a name", "def f():\n    t = 1\n    del t\n    try:\n        return t\n    except UnboundLocalError as e:\n        return str(e)\nn = 1\ndel n\ntry:\n    n\nexcept NameError as e:\n    print(e)\nf()"),
    ("del of one's own items", "class Box:\n    def __init__(self):\n        self.d = {1: 2, 3: 4}\n    def __delitem__(self, key):\n        del self.d[key]\nb = Box()\ndel b[1]\nb.d"),
    ("slices that are assigned", "xs = [0, 1, 2, 3, 4]\nys = xs\nxs[1:3] = ['a', 'b', 'c']\nxs[0:0] = [9]\nxs[::2] = [0] * 4\nxs[-1:] = range(2)\nxs[3:1] = 'z'\nys, xs is ys"),
    ("a slice of another length", CAUGHT % "xs = [1, 2, 3]\n    xs[::2] = [1]"),
    ("shifts", "x = 3\nx <<= 2\n1 << 5, 1024 >> 3, -5 >> 1, 5 >> 70, 0 << 80, True << 2, x"),
    ("shifts the other way", CAUGHT % "1 << -1"),
    ("operators of a class", "class V:\n    def __init__(self, x):\n        self.x = x\n    def __add__(self, o):\n        return V(self.x + (o.x if isinstance(o, V) else o))\n    def __radd__(self, o):\n        return V(o + self.x)\n    def __mul__(self, o):\n        return V(self.x * o)\n    __rmul__ = __mul__\n    def __sub__(self, o):\n        return NotImplemented\n    def __neg__(self):\n        return V(-self.x)\n    def __invert__(self):\n        return 'inverted'\n    def __matmul__(self, o):\n        return ('matmul', self.x, o)\n    def __lt__(self, o):\n        return self.x < o.x\n    def __le__(self, o):\n        return self.x <= o.x\n    def __mod__(self, o):\n        return ('mod', o)\n    def __lshift__(self, o):\n        return ('shift', o)\n    def __repr__(self):\n        return f'V({self.x})'\na, b = V(1), V(2)\nprint(a + b, a + 1, 1 + a, a * 3, 3 * a, -a, ~a, a @ 5, a % 2, a << 1)\nprint(a < b, a > b, a <= b, sorted([b, a]), max([a, b]), sum([a, b]))\ntry:\n    a - b\nexcept TypeError as e:\n    print(e)\ntry:\n    a / 2\nexcept TypeError as e:\n    print(e)"),
    ("operators in place", "class V:\n    def __init__(self, x):\n        self.x = x\n    def __iadd__(self, o):\n        self.x += o\n        return self\n    def __add__(self, o):\n        return V(self.x + o)\n    def __sub__(self, o):\n        return V(self.x - o)\na = V(1)\nb = a\na += 5\na.x, a is b, b.x\n"),
    ("the class that extends comes first", "class A:\n    def __add__(self, o):\n        return 'A'\n    def __radd__(self, o):\n        return 'rA'\nclass B(A):\n    def __radd__(self, o):\n        return 'rB'\nA() + B(), B() + A(), A() + A()"),
    ("operators with tensors", "class V:\n    def __radd__(self, o):\n        return ('radd', o.tolist())\n    def __add__(self, o):\n        return ('add', o.tolist())\ntorch.ones(2) + V(), V() + torch.ones(2)"),
    ("what modules say of themselves", "torch.manual_seed(0)\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(1, 2)\n    def extra_repr(self):\n        return 'n=2'\nclass N(nn.Module):\n    def extra_repr(self):\n        return 'k=3'\nprint(M())\nprint(nn.Sequential(N(), nn.ReLU()))\nprint(N())"),
    ("real numbers", "torch.tensor([0.24577713012695312, 0.5364151000976562, 1e-5, 1e16, 123456789.123]).double().tolist(), 0.1 + 0.2, 1e22, 5e-324, -1.5e-7"),
    ("rounded to nothing", "[str(x) for x in torch.tensor([-0.5, -0.2, 0.5, 1.5]).round().tolist()]"),
]

if __name__ == "__main__":
    write_programs(__file__, PROGRAMS)
