#!/usr/bin/env python3
"""Writes `references.json`: programs in which lists, dicts and sets have several names, and what CPython prints for them.

    python3 tests/language/references.py
"""

import ast
import contextlib
import io
import json
import pathlib

# What a program prints, and the `repr` of its last line, are compared. The last group runs inside a function.
GROUPS = {
    # Names: two of one list, and what only gives a name something else.
    "names": [
        ("a second name shows the change", "xs = [1]\nys = xs\nys.append(2)\nxs, ys, xs is ys"),
        ("an item set through a second name", "xs = [1, 2]\nys = xs\nys[0] = 9\nxs"),
        ("a dict has two names", "d = {'a': 1}\ne = d\ne['b'] = 2\nd, d is e"),
        ("a set has two names", "s = {1}\nt = s\nt.add(2)\ns, s is t"),
        ("a chain of `=` makes one list", "a = b = []\na.append(1)\na, b, a is b"),
        ("a chain of `=` into items", "d = {}\nd['a'] = d['b'] = []\nd['a'].append(1)\nd"),
        ("two displays are two lists", "a, b = [], []\na.append(1)\na, b"),
        ("another value for a name is no change", "xs = [1]\nys = xs\nys = [2]\nxs, ys"),
        ("names swapped", "a, b = [1], [2]\na, b = b, a\na.append(3)\na, b"),
        ("numbers, strings and tuples are never changed", "n, t, u = 1, 'a', (1,)\nm, v, w = n, t, u\nm += 1\nv += 'b'\nw += (2,)\n(n, t, u), (m, v, w)"),
        ("an if chooses one of two lists", "xs, ys = [], []\nfor i in range(4):\n    (xs if i % 2 else ys).append(i)\nxs, ys"),
        ("`or` gives the list itself", "xs = [1]\nys = xs or []\nys.append(2)\nxs"),
        ("a loop's name is the row itself", "rows = [[1], [2]]\nfor r in rows:\n    r.append(0)\nrows"),
        ("a loop's name given something else", "rows = [[1], [2]]\nfor r in rows:\n    r = []\nrows"),
        ("a loop's name extended in place", "rows = [[1], [2]]\nfor r in rows:\n    r += [0]\nrows"),
        ("unpacked names are the rows themselves", "rows = [[1], [2]]\na, b = rows\na.append(9)\nrows, b is rows[1]"),
        ("a starred name is a new list", "xs = [1, 2, 3]\nfirst, *rest = xs\nrest.append(4)\nxs, rest"),
        ("a starred name holds the same rows", "rows = [[1], [2], [3]]\nfirst, *rest = rows\nrest[0].append(0)\nrows"),
        ("a method in a name", "xs = []\nadd = xs.append\nadd(1)\nadd(2)\nxs"),
    ],
    # Functions: parameters are names of what was given, and a default is made once.
    "functions": [
        ("an argument is changed", "def add(items):\n    items.append(2)\nxs = [1]\nadd(xs)\nxs"),
        ("an argument is changed by `+=`", "def add(items):\n    items += [2]\nxs = [1]\nadd(xs)\nxs"),
        ("a parameter given something else", "def add(items):\n    items = items + [2]\n    return items\nxs = [1]\nadd(xs), xs"),
        ("a dict and a set are changed", "def fill(d, s):\n    d['k'] = 1\n    s.add(1)\nd, s = {}, set()\nfill(d, s)\nd, s"),
        ("what is returned is what was given", "def same(items):\n    return items\nxs = [1]\nsame(xs).append(2)\nxs, same(xs) is xs"),
        ("a default is one list for all calls", "def f(x, acc=[]):\n    acc.append(x)\n    return acc\nf(1)\nf(2)\nf(3, []), f(4)"),
        ("a default is what was returned", "def f(acc=[]):\n    return acc\nf().append(1)\nf(), f() is f()"),
        ("a default that is a dict", "def count(k, seen={}):\n    seen[k] = seen.get(k, 0) + 1\n    return seen\ncount('a')\ncount('b')\ncount('a')"),
        ("a default of None makes a list each time", "def f(x, acc=None):\n    if acc is None:\n        acc = []\n    acc.append(x)\n    return acc\nf(1)\nf(2)"),
        ("a default is the list of a name", "xs = []\ndef f(x, acc=xs):\n    acc.append(x)\nf(1)\nf(2)\nxs"),
        ("a function changes a list of the cell", "xs = []\ndef add(x):\n    xs.append(x)\nadd(1)\nadd(2)\nxs"),
        ("a function sets an item of the cell's dict", "counts = {}\ndef count(w):\n    counts[w] = counts.get(w, 0) + 1\nfor w in 'a b a'.split():\n    count(w)\ncounts"),
        ("a function keeps what it made in the cell's dict", "made = {}\ndef square(n):\n    if n not in made:\n        print('make', n)\n        made[n] = n * n\n    return made[n]\nsquare(3), square(3), made"),
        ("`*items` is a new tuple of the same rows", "def f(*rows):\n    rows[0].append(0)\nrows = [[1], [2]]\nf(*rows)\nrows"),
        ("`**options` is a new dict", "def f(**options):\n    options['a'] = 2\n    return options\nd = {'a': 1}\nf(**d), d"),
        ("a lambda changes its argument", "add = lambda items, x: items.append(x)\nxs = []\nadd(xs, 1), xs"),
        ("a recursion fills one list", "def walk(n, path):\n    path.append(n)\n    if n:\n        walk(n - 1, path)\npath = []\nwalk(3, path)\npath"),
        ("a recursion takes back what it put", "def walk(n, path, found):\n    if n == 0:\n        found.append(path[:])\n        return\n    for bit in (0, 1):\n        path.append(bit)\n        walk(n - 1, path, found)\n        path.pop()\nfound = []\nwalk(2, [], found)\nfound"),
        ("sorted by a function that notes its calls", "seen = []\ndef key(x):\n    seen.append(x)\n    return -x\nsorted([2, 3, 1], key=key), seen"),
    ],
    # Objects: an attribute is a name like any other.
    "objects": [
        ("an attribute is the list that was given", "class Box:\n    def __init__(self, xs):\n        self.xs = xs\nxs = [1]\nb = Box(xs)\nb.xs.append(2)\nxs.append(3)\nxs, b.xs, b.xs is xs"),
        ("an attribute extended in place", "class Box:\n    def __init__(self, xs):\n        self.xs = xs\n    def add(self, x):\n        self.xs += [x]\nxs = [1]\nBox(xs).add(2)\nxs"),
        ("an attribute given a new list", "class Box:\n    def __init__(self, xs):\n        self.xs = xs\n    def add(self, x):\n        self.xs = self.xs + [x]\nxs = [1]\nb = Box(xs)\nb.add(2)\nxs, b.xs"),
        ("two objects of one list", "class Box:\n    def __init__(self, xs):\n        self.xs = xs\nxs = []\na, b = Box(xs), Box(xs)\na.xs.append(1)\nb.xs, a.xs is b.xs"),
        ("a method gives the list itself", "class Box:\n    def __init__(self):\n        self.xs = []\n    def get(self):\n        return self.xs\nb = Box()\nb.get().append(1)\nb.xs"),
        ("a list of a class belongs to all its objects", "class Box:\n    xs = []\na, b = Box(), Box()\na.xs.append(1)\nb.xs, Box.xs"),
        ("a default of `__init__` is one list", "class Box:\n    def __init__(self, xs=[]):\n        self.xs = xs\na, b = Box(), Box()\na.xs.append(1)\nb.xs"),
        ("an item of an attribute", "class Net:\n    def __init__(self):\n        self.sizes = {'a': [1]}\nn = Net()\nsizes = n.sizes\nn.sizes['a'][0] += 5\nn.sizes['b'] = []\nsizes"),
        ("an object in a list knows the list", "class Node:\n    def __init__(self, all_of_them):\n        self.others = all_of_them\n        all_of_them.append(self)\nnodes = []\na, b = Node(nodes), Node(nodes)\nlen(a.others), a.others[1] is b"),
    ],
    # Class attributes: a class is a place that its objects and subclasses read.
    "class attributes": [
        ("one is set, and an old object sees it", "class A:\n    n = 0\na = A()\nA.n = 1\na.n, A.n, A().n"),
        ("`+=` of one", "class A:\n    n = 0\na = A()\nA.n += 1\nA.n += 1\na.n, A.n"),
        ("a new one", "class A:\n    pass\na = A()\nA.n = 5\na.n, hasattr(a, 'n'), hasattr(A, 'm')"),
        ("`setattr` and `getattr`", "class A:\n    pass\nsetattr(A, 'n', 5)\nsetattr(A, 'm', getattr(A, 'n') + 1)\nA().n, A.m, getattr(A(), 'k', 0)"),
        ("`self.n += 1` shadows it", "class A:\n    n = 0\n    def up(self):\n        self.n += 1\na, b = A(), A()\na.up()\na.up()\nA.n += 10\na.n, b.n, A.n"),
        ("an object counts on its class", "class A:\n    count = 0\n    def __init__(self):\n        A.count += 1\n        self.number = A.count\na, b, c = A(), A(), A()\n[x.number for x in (a, b, c)], A.count, a.count"),
        ("`type(self)` and `self.__class__`", "class A:\n    n = 0\n    def up(self):\n        type(self).n += 1\n        self.__class__.n += 10\nclass B(A):\n    pass\nA().up()\nB().up()\nA().up()\nA.n, B.n"),
        ("a class method", "class A:\n    n = 0\n    @classmethod\n    def up(cls):\n        cls.n += 1\n        return cls\nclass B(A):\n    pass\nA.up().up()\nB.up()\nA.n, B.n"),
        ("an inherited one follows until it is set", "class A:\n    x = 1\nclass B(A):\n    pass\nA.x = 2\nseen = [B.x]\nB.x = 3\nA.x = 4\nseen + [A.x, B.x, B().x]"),
        ("`+=` of an inherited one", "class A:\n    n = 1\nclass B(A):\n    pass\nB.n += 1\nA.n, B.n"),
        ("`+=` of an inherited list", "class A:\n    xs = []\nclass B(A):\n    pass\nB.xs += [1]\nA.xs.append(2)\nA.xs, B.xs, A.xs is B.xs"),
        ("another list for a class", "class A:\n    xs = []\na = A()\nold = a.xs\nA.xs = [1]\nold.append(2)\na.xs, old"),
        ("a function becomes a method", "class A:\n    pass\na = A()\na.n = 3\ndef twice(self, k=2):\n    return self.n * k\nA.twice = twice\nA.plus = lambda self, x: self.n + x\na.twice(), a.twice(k=3), a.plus(1), A.twice(a), A.twice is twice"),
        ("a function in an object is none", "class A:\n    pass\na = A()\na.f = lambda x: x\nA.g = lambda self, x: x\na.f(1), a.g(2)"),
        ("a method of another class", "class A:\n    def name(self):\n        return 'A' + self.end\nclass B:\n    end = '!'\nB.name = A.name\nB().name()"),
        ("a method of another class in the block", "class A:\n    def name(self):\n        return 'A' + self.end\nclass B:\n    end = '!'\n    name = A.name\nB().name()"),
        ("a method of an object stays bound", "class A:\n    def me(self):\n        return self.n\na, b = A(), A()\na.n, b.n = 1, 2\nA.first = a.me\nb.first(), b.me()"),
        ("a builtin is no method", "class A:\n    pass\nA.size = len\nA.make = list\nA().size([1, 2]), A().make('ab')"),
        ("`__init__` is set", "class A:\n    pass\ndef init(self, n):\n    self.n = n\nA.__init__ = init\nA(4).n"),
        ("`__init__` of another class", "class A:\n    def __init__(self, n):\n        self.n = n\nclass B:\n    pass\nB.__init__ = A.__init__\nB(4).n"),
        ("special methods are set", "class A:\n    pass\na = A()\nA.__call__ = lambda self, x: x + 1\nA.__len__ = lambda self: 3\nA.__getitem__ = lambda self, i: i * 10\nA.__repr__ = lambda self: 'it'\nA.__contains__ = lambda self, x: x == 7\na(1), len(a), a[2], str(a), 7 in a, callable(a)"),
        ("a method is replaced under its objects", "class A:\n    def f(self):\n        return 1\na = A()\nbound = a.f\nA.f = lambda self: 2\na.f(), bound()"),
        ("`super()` finds what the base was given", "class A:\n    pass\nclass B(A):\n    def f(self):\n        return super().f() + 1\nA.f = lambda self: 1\nB().f()"),
        ("a property is replaced", "class A:\n    @property\n    def x(self):\n        return 1\na = A()\nbefore = a.x\nA.x = 5\nbefore, a.x"),
        ("a chain, a tuple and a loop", "class A:\n    pass\nclass B:\n    pass\nA.x = B.x = []\nA.x.append(1)\nA.y, (B.y, A.z) = 1, (2, 3)\nfor A.i in range(3):\n    pass\nA.x, B.x, A.y, B.y, A.z, A.i"),
        ("a class in an attribute of its own", "class A:\n    pass\nA.me = A\nA.me.me.n = 2\nA.n, A().me is A"),
        ("two classes that know each other", "class A:\n    pass\nclass B:\n    pass\nA.other, B.other = B, A\nA.other.other.n = 1\nA.n, A.other is B"),
        ("a registry", "class Base:\n    known = {}\n    @classmethod\n    def register(cls, name):\n        Base.known[name] = cls\n        cls.name = name\nclass X(Base):\n    pass\nclass Y(Base):\n    pass\nX.register('x')\nY.register('y')\nsorted(Base.known), Base.known['y'] is Y, X.name, Y().name, hasattr(Base, 'name')"),
        ("objects in an attribute", "class A:\n    made = []\n    last = None\n    def __init__(self):\n        self.before = A.last\n        A.made.append(self)\n        A.last = self\na, b = A(), A()\nA.last is b, b.before is a, a.before, len(a.made)"),
        ("a cache that is made when it is needed", "class A:\n    cache = None\n    def get(self, k):\n        if A.cache is None:\n            A.cache = {}\n        if k not in self.cache:\n            self.cache[k] = k * k\n        return self.cache[k]\n[A().get(k) for k in (2, 3, 2)], A.cache"),
        ("two classes of one statement", "def make(n):\n    class A:\n        k = n\n    return A\nX, Y = make(1), make(2)\nX.k += 10\nX.k, Y.k, make(3).k, X is Y"),
        ("a class of a function", "def f():\n    class A:\n        n = 0\n    def up():\n        A.n += 1\n        return A.n\n    return up\ng, h = f(), f()\ng(), g(), h()"),
        ("a nested class", "class A:\n    class B:\n        n = 0\nA.B.n += 1\nkeep = A.B\nA.B = None\nkeep.n, A.B"),
        ("a method sets one through a name of the cell", "class A:\n    n = 0\ndef reset(kind, n):\n    kind.n = n\nreset(A, 7)\nA.n"),
        ("an attribute of the block is read at the moment", "class A:\n    n = 1\n    def get(self, k=n):\n        return k, A.n\nA.n = 2\nA().get()"),
        ("an object of an object's class", "class A:\n    pass\na = A()\ntype(a).n = 1\na.__class__.m = 2\nA.n, A.m"),
        ("an attribute that counts in a loop", "class A:\n    total = 0\nfor i in range(5):\n    A.total += i\nA.total"),
    ],
    # Lists in lists, dicts and tuples.
    "containers in containers": [
        ("repeated rows are one row", "rows = [[0] * 2] * 2\nrows[0][0] = 1\nrows, rows[0] is rows[1]"),
        ("rows of a comprehension are several", "rows = [[0] * 2 for _ in range(2)]\nrows[0][0] = 1\nrows, rows[0] is rows[1]"),
        ("a row stands in two lists", "row = [1]\na, b = [row], [row, row]\nrow.append(2)\na, b"),
        ("a list in a dict", "xs = [1]\nd = {'a': xs, 'b': xs}\nd['a'].append(2)\nxs, d"),
        ("a list in a tuple", "xs = [1]\nt = (xs, 0)\nt[0].append(2)\nxs, t"),
        ("a tuple extended keeps its lists", "t = ([1],)\nu = t + ([2],)\nu[0].append(0)\nt, u"),
        ("a dict in a list", "d = {}\nxs = [d, d]\nxs[0]['k'] = 1\nd, xs"),
        ("a tuple in a set", "s = {(1, 2)}\nt = s\ns.add((3, 4))\nlen(t), (3, 4) in t"),
        ("rows added are the same rows", "rows = [[1]]\nboth = rows + rows\nboth[1].append(2)\nrows, both"),
        ("values of a dict in a loop", "d = {'a': [], 'b': []}\nfor xs in d.values():\n    xs.append(0)\nfor k, xs in d.items():\n    xs.append(k)\nd"),
        ("what `get` gives is the value itself", "d = {'a': [1]}\nd.get('a').append(2)\nd.get('b', []).append(3)\nd"),
        ("`zip` and `enumerate` give the rows themselves", "rows = [[], []]\nfor r, x in zip(rows, 'ab'):\n    r.append(x)\nfor i, r in enumerate(rows):\n    r.append(i)\nrows"),
        ("`sorted` gives a new list of the same rows", "rows = [[2], [1]]\nordered = sorted(rows)\nordered[0].append(0)\nrows, ordered"),
        ("a comprehension gives a new list of the same rows", "rows = [[1], [2]]\nchosen = [r for r in rows if r[0] > 1]\nchosen[0].append(0)\nchosen.append(3)\nrows, chosen"),
        ("a graph of lists", "graph = {'a': [], 'b': []}\nfor x, y in [('a', 'b'), ('b', 'a'), ('a', 'a')]:\n    graph[x].append(y)\ngraph"),
        ("a depth of three", "x = {'a': [{'b': [1]}]}\ny = x['a'][0]\ny['b'].append(2)\nx['a'][0]['b'][0] += 9\nx, y"),
    ],
    # `+=` and its like change a list, `+` makes a new one.
    "operators": [
        ("`+=` changes", "xs = [1]\nys = xs\nxs += [2]\nys, xs is ys"),
        ("`x = x + y` does not", "xs = [1]\nys = xs\nxs = xs + [2]\nxs, ys"),
        ("`*=` changes", "xs = [1, 2]\nys = xs\nxs *= 2\nys"),
        ("`*= 0` empties", "xs = [1, 2]\nys = xs\nxs *= 0\nys, xs is ys"),
        ("`+=` takes any items", "xs = []\nys = xs\nxs += 'ab'\nxs += (1, 2)\nxs += range(2)\nxs += {'k': 0}\nys"),
        ("`+=` of itself", "xs = [1, 2]\nxs += xs\nxs"),
        ("`+=` of an item", "rows = [[1], [2]]\nfirst = rows[0]\nrows[0] += [9]\nfirst, rows"),
        ("`+=` of a value of a dict", "d = {'a': [1]}\nxs = d['a']\nd['a'] += [2]\nxs, d['a'] is xs"),
        ("`|=` of a set", "s = {1}\nt = s\ns |= {2}\nt, s is t"),
        ("`&=`, `-=` and `^=` of a set", "s = {1, 2, 3}\nt = s\ns &= {2, 3, 4}\ns -= {3}\ns ^= {5}\nt, s is t"),
        ("`s = s | t` makes a new set", "s = {1}\nt = s\ns = s | {2}\ns, t"),
    ],
    # Copies: of a list, and of all that it holds.
    "copies": [
        ("`.copy()` of a list", "xs = [1]\nys = xs.copy()\nys.append(2)\nxs, ys"),
        ("`.copy()` of a dict and of a set", "d, s = {'a': 1}, {1}\ne, t = d.copy(), s.copy()\ne['b'] = 2\nt.add(2)\nd, e, s, t"),
        ("`list(xs)`, `dict(d)` and `set(s)`", "xs, d, s = [1], {'a': 1}, {1}\nys, e, t = list(xs), dict(d), set(s)\nys.append(2)\ne['b'] = 2\nt.add(2)\n(xs, d, s), (ys, e, t)"),
        ("`xs[:]`", "xs = [1, 2]\nys = xs[:]\nys.append(3)\nxs, ys, xs == xs[:], xs is xs[:]"),
        ("`[*xs]` and `{**d}`", "xs, d = [1], {'a': 1}\nys, e = [*xs], {**d}\nys.append(2)\ne['b'] = 2\nxs, d"),
        ("a shallow copy holds the same rows", "rows = [[1]]\ncopies = [rows.copy(), list(rows), rows[:], [*rows], rows + [], rows * 1]\nrows[0].append(2)\ncopies"),
        ("`copy.copy`", "import copy\nrows = [[1]]\nother = copy.copy(rows)\nother.append(2)\nother[0].append(3)\nrows, other, rows[0] is other[0]"),
        ("`copy.deepcopy`", "import copy\nrows = [[1], {'a': [2]}]\nother = copy.deepcopy(rows)\nother[0].append(3)\nother[1]['a'].append(4)\nrows, other"),
        ("`copy.deepcopy` keeps what is shared", "import copy\nrow = [1]\nrows = copy.deepcopy([row, row])\nrows[0].append(2)\nrows, row, rows[0] is rows[1]"),
        ("`copy.deepcopy` of a tuple with a list", "import copy\nt = ([1], 2)\nu = copy.deepcopy(t)\nu[0].append(3)\nt, u"),
        ("`copy.copy` of an object", "import copy\nclass Box:\n    pass\na = Box()\na.xs = [1]\nb, c = copy.copy(a), copy.deepcopy(a)\nb.xs.append(2)\na.xs, b.xs is a.xs, c.xs"),
        ("a snapshot in a loop", "path, whole, parts = [], [], []\nfor i in range(3):\n    path.append(i)\n    whole.append(path)\n    parts.append(path[:])\nwhole, parts"),
    ],
    # Methods that change what they belong to, seen through another name.
    "methods": [
        ("sort and reverse", "xs = [2, 3, 1]\nys = xs\nxs.sort()\nprint(ys)\nxs.reverse()\nprint(ys)\nxs.sort(key=lambda x: -x, reverse=True)\nys"),
        ("insert and extend", "xs = [1]\nys = xs\nxs.insert(0, 0)\nxs.insert(99, 9)\nxs.extend(x for x in (5, 6))\nys"),
        ("extend by itself", "xs = [1, 2]\nys = xs\nxs.extend(xs)\nys"),
        ("pop and remove", "xs = [1, 2, 3, 2]\nys = xs\nxs.remove(2)\nxs.pop(), xs.pop(0), ys"),
        ("clear", "xs, d, s = [1], {'a': 1}, {1}\nys, e, t = xs, d, s\nxs.clear()\nd.clear()\ns.clear()\nys, e, t, xs is ys"),
        ("a queue", "queue = [1]\nseen = queue\norder = []\nwhile queue:\n    n = queue.pop(0)\n    order.append(n)\n    if n < 4:\n        queue.extend([2 * n, 2 * n + 1])\norder, seen"),
        ("they give None", "xs, d, s = [2, 1], {}, set()\n[xs.append(3), xs.extend([4]), xs.insert(0, 0), xs.sort(), xs.reverse(), xs.remove(1)], [d.update(a=1), d.clear()], [s.add(1), s.update({2}), s.discard(1), s.remove(2), s.clear()], xs"),
        ("a name of what append gives", "xs = [1]\nys = xs.append(2)\nys is None, xs"),
        ("append in a comprehension", "xs = []\n[xs.append(i * i) for i in range(3)], xs"),
        ("append in a condition", "seen = []\n[x for x in 'abac' if not (x in seen or seen.append(x))], seen"),
        ("setdefault and append", "d = {}\nfor w in 'ab ac b'.split():\n    d.setdefault(w[0], []).append(w)\nd"),
        ("what setdefault gives is in the dict", "d = {}\nxs = d.setdefault('a', [])\nxs.append(1)\nd.setdefault('a', [9]).append(2)\nd, d['a'] is xs"),
        ("update", "d = {'a': 1}\ne = d\nxs = [1]\nd.update({'b': xs}, c=2)\nxs.append(3)\ne"),
        ("pop of a dict", "d = {'a': [1], 'b': 2}\ne = d\nxs = d.pop('a')\nxs.append(2)\nxs, e, d.pop('z', 0)"),
        ("add, discard and remove", "s = {1, 2}\nt = s\ns.add(3)\ns.discard(1)\ns.discard(9)\ns.remove(2)\nt"),
        ("update of a set", "s = {1}\nt = s\ns.update([2])\nt.update('a')\nlen(s), s is t"),
        ("a method of a value in a dict", "d = {'a': [3, 1], 'b': {1}}\nd['a'].sort()\nd['b'].add(2)\nd"),
        ("a method of what an index gives", "rows = [[1, 2], [3]]\nrow = rows[0]\nrows[0].pop(), rows[-1].append(4), rows, row"),
        ("each argument before the change", "xs = [1]\nxs.append(len(xs))\nxs.insert(len(xs), xs[-1] + 1)\nxs.append(xs.pop())\nxs"),
    ],
    # `is`, `==` and `in`.
    "identity": [
        ("the whole of a tuple", "t = (1, [2])\nt[:] is t, t[::-1] is t, t[1:] is t, (t,)[0] is t"),
        ("tuples of two lists", "x, y = [1], [1]\n(x,) is (y,), (x,) == (y,)"),
        ("an object that equals nothing", "class E:\n    def __eq__(self, other):\n        return False\ne = E()\ne == e, e in [e], [e] == [e], (e,) == (e,), [e].count(e), [0, e].index(e)"),
        ("a method of two lists", "x, y = [], []\nx.append == y.append, x.append == x.append"),
        ("two displays", "[] is [], [] is not [], [] == [], {} is {}, {1} is {1}"),
        ("two names", "a = [1]\nb = a\nc = [1]\na is b, a is c, a is not c, a == c, b != c"),
        ("after a change", "a = [1]\nb = a\na.append(2)\na is b, a == b"),
        ("after another value", "a = [1]\nb = a\na = a + []\na is b, a == b"),
        ("items", "xs = [1]\nrows = [xs, [1]]\nrows[0] is xs, rows[1] is xs, rows[0] is rows[0], xs in rows"),
        ("a default is itself, a display is new", "def f():\n    return []\ndef g(x=[]):\n    return x\nf() is f(), g() is g()"),
        ("a list that is shared equals one that is not", "x = [1]\nshared = [x, x]\nshared == [[1], [1]], [[1], [1]] == shared, {'a': x, 'b': x} == {'a': [1], 'b': [1]}"),
        ("a search by identity", "a, b = [1], [1]\nrows = [a, b]\n[i for i, r in enumerate(rows) if r is b], rows.index(b), rows.count(a)"),
    ],
    # Functions inside functions read the variables around them as these are at the call.
    "closures": [
        ("a lambda reads what its name holds at the call", "x = 1\ng = lambda: x\nx = 2\ng()"),
        ("a later assignment in the function around it", "def f():\n    x = 1\n    g = lambda: x\n    x = 2\n    return g\nf()()"),
        ("an inner function sees an assignment after its def", "def f():\n    def g():\n        return y\n    y = 5\n    return g()\nf()"),
        ("a parameter that is given something else", "def f(x):\n    g = lambda: x\n    x = x + 1\n    return g()\nf(1)"),
        ("`+=` of a number", "def f():\n    n = 0\n    def get():\n        return n\n    seen = []\n    for i in range(3):\n        n += i\n        seen.append(get())\n    return seen\nf()"),
        ("a loop's name is one variable", "def f():\n    gs = []\n    for i in range(3):\n        gs.append(lambda: i)\n    return [g() for g in gs]\nf()"),
        ("a loop's name at the level of the cell", "gs = []\nfor i in range(3):\n    gs.append(lambda: i)\n[g() for g in gs]"),
        ("a comprehension's name is one variable", "[g() for g in [lambda: i for i in range(3)]]"),
        ("a comprehension's name in a function", "def f(n):\n    return [lambda: i * n for i in range(3)]\n[g() for g in f(10)]"),
        ("two runs of a comprehension have two variables", "def row(n):\n    return [lambda: (n, i) for i in range(n)]\n[g() for n in (2, 3) for g in row(n)]"),
        ("comprehensions in a comprehension", "[[g() for g in row] for row in [[lambda: (i, j) for j in range(2)] for i in range(2)]]"),
        ("a default is the value of the moment", "gs = []\nfor i in range(3):\n    gs.append(lambda i=i: i)\n[g() for g in gs], [g() for g in [lambda i=i: i for i in range(3)]]"),
        ("each call has a variable of its own", "def adder(n):\n    return lambda x: x + n\nadd_1, add_5 = adder(1), adder(5)\nadd_1(10), add_5(10)"),
        ("two functions share a variable", "def f():\n    x = 1\n    a = lambda: x\n    b = lambda: x * 10\n    x = 2\n    return a, b\na, b = f()\na(), b()"),
        ("a counter in a list", "def counter():\n    n = [0]\n    def step():\n        n[0] += 1\n        return n[0]\n    return step\na, b = counter(), counter()\na(), a(), b(), a()"),
        ("a memo of a recursion", "def fibs():\n    seen = {}\n    def fib(n):\n        if n not in seen:\n            seen[n] = n if n < 2 else fib(n - 1) + fib(n - 2)\n        return seen[n]\n    return fib\nfibs()(20)"),
        ("a recursion of an inner function", "def f(n):\n    def fact(k):\n        return 1 if k == 0 else k * fact(k - 1)\n    return fact(n)\nf(5)"),
        ("a recursion of an inner lambda", "def f(n):\n    fact = lambda k: 1 if k == 0 else k * fact(k - 1)\n    return fact(n)\nf(5)"),
        ("even and odd call each other", "def f(n):\n    def even(k):\n        return True if k == 0 else odd(k - 1)\n    def odd(k):\n        return False if k == 0 else even(k - 1)\n    return even(n), odd(n)\nf(7), f(4)"),
        ("an old function under another name calls the new one", "def f(n):\n    return 'old' if n == 0 else f(n - 1)\ng = f\ndef f(n):\n    return 'new'\ng(0), g(3)"),
        ("the same inside a function", "def outer():\n    def f(n):\n        return 'old' if n == 0 else f(n - 1)\n    g = f\n    def f(n):\n        return 'new'\n    return g(0), g(3)\nouter()"),
        ("three functions deep", "def a():\n    x = 1\n    def b():\n        y = 2\n        def c():\n            return x, y, z\n        z = 3\n        y = 20\n        return c\n    c = b()\n    x = 10\n    return c()\na()"),
        ("a name of a function hides the cell's", "x = 'cell'\ndef f():\n    x = 'f'\n    def g():\n        return x\n    return g\nf()(), x"),
        ("a function reads the cell's name at the call", "def f():\n    return lambda: x\ng = f()\nx = 1\na = g()\nx = 2\na, g()"),
        ("a method reads a later local", "def f():\n    class A:\n        def get(self):\n            return x\n    x = 1\n    a = A()\n    x = 2\n    return a.get()\nf()"),
        ("a method reads its own class", "def f():\n    class A:\n        def make(self):\n            return A()\n    return type(A().make()).__name__\nf()"),
        ("the block of a class reads the function around it", "def f(n):\n    class A:\n        m = n + 1\n        def get(self):\n            return self.m, n\n    n = 5\n    return A().get()\nf(1)"),
        ("a class in a class in a function", "def f():\n    x = 1\n    class A:\n        x = 'A'\n        class B:\n            y = x\n            def get(self):\n                return x\n    x = 2\n    return A.x, A.B.y, A.B().get()\nf()"),
        ("a lambda in a comprehension in a class", "class A:\n    gs = [lambda: i for i in range(3)]\n[g() for g in A.gs]"),
        ("a method does not see the names of its class", "x = 'cell'\nclass A:\n    x = 'A'\n    def get(self):\n        return x\nA().get()"),
        ("a lambda around `self`", "class A:\n    def __init__(self):\n        self.n = 1\n    def later(self):\n        return lambda: self.n\na = A()\ng = a.later()\na.n = 2\ng()"),
        ("super() where `self` is captured", "class A:\n    def name(self):\n        return 'A'\nclass B(A):\n    def name(self):\n        own = lambda: self.tag\n        self.tag = 'B'\n        return own() + super().name()\nB().name()"),
        ("a function that is given on", "def twice(f):\n    return lambda x: f(f(x))\ntwice(twice(lambda x: x + 1))(0)"),
        ("compose in a loop", "def f():\n    fs = []\n    for n in (1, 2, 3):\n        def add(x, n=n):\n            return x + n\n        fs.append(add)\n    total = 0\n    for g in fs:\n        total = g(total)\n    return total\nf()"),
        ("sorted by a variable", "def f(names):\n    order = {'b': 0, 'a': 1}\n    key = lambda s: order[s]\n    order = {'a': 0, 'b': 1}\n    return sorted(names, key=key)\nf(['b', 'a'])"),
        ("a list that a function captured is the list itself", "def f():\n    xs = []\n    add = lambda x: xs.append(x)\n    return xs, add\nxs, add = f()\nadd(1)\nadd(2)\nxs"),
        ("two functions of one factory are two", "def make(n):\n    return lambda: n\nf, g, h = make(1), make(1), make(2)\nf == g, f == h, f is f, f == f, [f, g, h].index(g), g in [f, h]"),
        ("two functions of one line are two", "fs = [lambda: 0 for _ in range(2)]\nfs[0] == fs[1], fs[0] == fs[0], fs[0] is fs[1]"),
        ("`or` and a conditional read at the call", "def f():\n    g = lambda: 'yes' if flag else 'no'\n    flag = True\n    a = g()\n    flag = False\n    return a, g()\nf()"),
        ("a parameter that is captured and given by name", "def f(a, b=2):\n    g = lambda: (a, b)\n    a = 0\n    return g()\nf(1), f(1, b=3)"),
        ("rest and keywords are captured", "def f(*rest, **more):\n    g = lambda: (rest, more)\n    rest = rest + (9,)\n    more['k'] = 1\n    return g()\nf(1, a=2)"),
        ("a loop that unpacks into captured names", "def f():\n    get = lambda: (a, b)\n    seen = []\n    for a, b in [(1, 2), (3, 4)]:\n        seen.append(get())\n    return seen\nf()"),
        ("an inner import", "def f():\n    def root(x):\n        return math.sqrt(x)\n    import math\n    return root(4)\nf()"),
        ("a function does not see a comprehension that calls it", "i = 'cell'\ndef f():\n    return i\n[f() for i in range(2)]"),
    ],
    # Each part of an assignment or a call is evaluated once, and in Python's order.
    "evaluated once": [
        ("an index of `+=`", "def at():\n    print('at')\n    return 0\nx = [1]\nx[at()] += 1\nx"),
        ("two indices of `+=`", "def at(i):\n    print('at', i)\n    return i\nx = [[1, 2]]\nx[at(0)][at(1)] += 5\nx"),
        ("a key of `+=`", "def key():\n    print('key')\n    return 'a'\nd = {'a': [1]}\nd[key()] += [2]\nd"),
        ("an object of `+=`", "def get():\n    print('get')\n    return xs\nxs = [1]\nget()[0] += 4\nxs"),
        ("an attribute of `+=`", "class Box:\n    pass\ndef get():\n    print('get')\n    return box\nbox = Box()\nbox.n = 1\nget().n += 4\nbox.n"),
        ("pop of what a call gives", "def make():\n    print('make')\n    return [1, 2]\nmake().pop()"),
        ("append to what a call gives", "def make():\n    print('make')\n    return made\nmade = []\nmake().append(1)\nmade"),
        ("append to what an index gives", "def at():\n    print('at')\n    return 0\nrows = [[1], [2]]\nrows[at()].append(9)\nrows[at()].sort()\nrows[at()].pop(), rows"),
        ("setdefault of a call", "def key():\n    print('key')\n    return 'a'\nd = {}\nd.setdefault(key(), []).append(1)\nd"),
        ("the value before the target", "def note(x):\n    print(x)\n    return 0\nx = [9]\nx[note('target')] = note('value')\nx"),
        ("the target of `+=` before the value", "def note(x):\n    print(x)\n    return 0\nx = [9]\nx[note('target')] += note('value')\nx"),
        ("the targets of a chain from left to right", "i = 0\nxs = [0, 0]\ni = xs[i] = 1\ni, xs"),
        ("the targets of a tuple from left to right", "xs = [0, 0]\ni = 0\ni, xs[i] = 1, 9\ni, xs"),
        ("the value of `+=` is read before the right side", "xs = [1]\ndef bump():\n    xs[0] = 100\n    return 1\nxs[0] += bump()\nxs"),
    ],
    # Items that are assigned, and unpacked into.
    "items": [
        ("two items swapped", "xs = [1, 2]\nys = xs\nxs[0], xs[1] = xs[1], xs[0]\nys"),
        ("two rows swapped", "rows = [[1], [2]]\nfirst = rows[0]\nrows[0], rows[1] = rows[1], rows[0]\nrows, rows[1] is first"),
        ("unpacking into items and keys", "xs, d = [0, 0], {}\nys, e = xs, d\nxs[0], d['a'] = 1, 2\nys, e"),
        ("a starred target among items", "xs = [0, 0]\nxs[0], *rest, xs[1] = range(4)\nxs, rest"),
        ("a loop over items as a target", "xs = [0]\nys = xs\nfor xs[0] in range(3):\n    pass\nys"),
        ("an item from the end", "xs = [1, 2]\nys = xs\nxs[-1] = 9\nys"),
        ("a matrix is filled", "m = [[0] * 3 for _ in range(2)]\nrow = m[1]\nfor i in range(2):\n    for j in range(3):\n        m[i][j] = i * 3 + j\nm, row"),
        ("a bubble sort in a function", "def bubble(xs):\n    for i in range(len(xs)):\n        for j in range(len(xs) - 1 - i):\n            if xs[j] > xs[j + 1]:\n                xs[j], xs[j + 1] = xs[j + 1], xs[j]\nxs = [3, 1, 2]\nbubble(xs)\nxs"),
        ("an item of what a call gives", "xs = [1, 2]\ndef get():\n    return xs\nget()[0] = 5\nget()[1] += 5\nxs"),
    ],
    # A loop over a list sees it as it is at each step.
    "loops": [
        ("it grows", "xs = [1, 2]\nfor x in xs:\n    if len(xs) < 5:\n        xs.append(x)\nxs"),
        ("it shrinks", "xs = [1, 2, 3, 4]\nfor x in xs:\n    xs.remove(x)\nxs"),
        ("it is emptied", "xs = [1, 2, 3]\nfor x in xs:\n    print(x)\n    xs.clear()\nxs"),
        ("items ahead are changed", "xs = [1, 2, 3]\nseen = []\nfor x in xs:\n    seen.append(x)\n    xs[-1] = 9\nseen"),
        ("an item is put in front", "xs = [1, 2]\nseen = []\nfor x in xs:\n    seen.append(x)\n    if len(xs) < 4:\n        xs.insert(0, 0)\nseen, xs"),
        ("its name is given something else", "xs = [1, 2]\nseen = []\nfor x in xs:\n    xs = [7]\n    seen.append(x)\nseen, xs"),
        ("a copy is walked", "xs = [1, 2, 3, 4]\nfor x in xs[:]:\n    if x % 2 == 0:\n        xs.remove(x)\nxs"),
        ("a comprehension over what it takes from", "xs = [1, 2, 3, 4]\n[xs.pop() for x in xs], xs"),
        ("values of a dict are changed", "d = {'a': 1, 'b': 2}\nfor k in d:\n    d[k] *= 10\nd"),
        ("a dict grows, and the loop ends", "d = {'a': 1}\nfor k in d:\n    d['b'] = 2\n    break\nd"),
        ("a while loop takes", "xs = [1, 2, 3]\nys = xs\ntotal = 0\nwhile xs:\n    total += xs.pop()\ntotal, ys"),
    ],
    # How deep a list nests is asked of it as it is, and not as it was.
    "depth": [
        ("lists that held each other in turn", "a, b = [], []\nfor i in range(300):\n    a.append(b)\n    a.pop()\n    b.append(a)\n    b.pop()\na, b"),
        ("a chain that is cut", "cur = {}\nfor i in range(300):\n    nxt = {'prev': cur}\n    nxt['prev'] = None\n    cur = nxt\ncur"),
        ("a list that is emptied", "a = []\nfor i in range(300):\n    b = [a]\n    b.clear()\n    a = b\na"),
        ("an item that is replaced", "xs = []\nfor i in range(300):\n    ys = [xs]\n    ys[0] = i\n    xs = ys\nxs"),
    ],
    # What contains itself.
    "circles": [
        ("a list", "xs = [1]\nxs.append(xs)\nxs"),
        ("a dict", "d = {}\nd['me'] = d\nd"),
        ("print, str and an f-string", "xs = [1]\nxs.append(xs)\nprint(xs, str(xs), repr(xs))\nf'{xs}'"),
        ("a list in a tuple in it", "xs = []\nt = (xs, 1)\nxs.append(t)\nprint(xs)\nt"),
        ("two lists that contain each other", "a = [1]\nb = [2, a]\na.append(b)\nprint(a)\nb"),
        ("a list in a dict in it", "d = {'xs': [1]}\nd['xs'].append(d)\nprint(d)\nd['xs']"),
        ("what is shared is no circle", "x = [1]\n[x, [x, x]]"),
        ("a way through it", "xs = [1]\nxs.append(xs)\nxs[1][1][1][0], xs[1] is xs, len(xs)"),
        ("it equals itself", "xs = [1]\nxs.append(xs)\nxs == xs, xs in xs, xs == [1, xs]"),
        ("a deep copy", "import copy\nxs = [1]\nxs.append(xs)\nys = copy.deepcopy(xs)\nys[0] = 2\nxs, ys, ys[1] is ys, ys[1] is xs"),
        ("a shallow copy", "import copy\nxs = [1]\nxs.append(xs)\nys = copy.copy(xs)\nys[1] is xs, ys is xs, ys"),
        ("a circle is opened again", "xs = [1]\nxs.append(xs)\nxs.pop()\nxs"),
        ("parents and children", "class Node:\n    def __init__(self, name, parent=None):\n        self.name, self.parent, self.children = name, parent, []\n        if parent is not None:\n            parent.children.append(self)\nroot = Node('root')\na, b = Node('a', root), Node('b', root)\n[c.name for c in a.parent.children], root.children[1] is b"),
        ("lists with one tuple in a circle", "xs, ys = [], []\nt = (xs, ys)\nxs.append(t)\nys.append(t)\nxs == ys, [t, 1] == [t, 1], [t, 1] == [t, 2]"),
        ("objects of a class with a circle", "class A:\n    xs = []\nA.xs.append(A.xs)\na, b = A(), A()\na == b, a == a, a is b, A == A, [a, b].index(b), (a, 1) == (b, 1)"),
        ("two tuples in circles", "p, q = [], []\nt, u = (p,), (q,)\np.append(t)\nq.append(u)\nt is u, t is t, p.append == q.append, p.append == p.append"),
        ("a function in a circle", "p = []\ndef g():\n    return p\np.append(g)\ng is g, g == g, g in p"),
        ("a tuple in a circle", "p = []\nt = (p,)\np.append(t)\nt is t, t == t, t in p"),
        ("a deep copy of a tuple in a circle", "import copy\nd = {}\nt = ([1], d)\nd[0] = t\nd[1] = t\nu = copy.deepcopy(t)\nu, u[1][0] is u[1][1], u[1][0][1] is u[1], u[0] is t[0]"),
        ("an item of itself", "xs = [0, 1]\nxs[0] = xs\nxs.insert(0, xs)\nxs"),
    ],
}

# Programs that fail, with words of the error that CPython has as well.
ERRORS = [
    ("a dict grows under a loop", "d = {'a': 1}\nfor k in d:\n    d[k + 'b'] = 1", "dictionary changed size during iteration"),
    ("a dict shrinks under a loop", "d = {'a': 1, 'b': 2}\nfor k in d:\n    d.pop(k)", "dictionary changed size during iteration"),
    ("a dict gets another key in the place of one", "d = {1: 1, 2: 2}\nfor k in d:\n    d[k] = d.pop(k)", "dictionary keys changed during iteration"),
    ("a dict is emptied through another name", "d = {'a': 1, 'b': 2}\ne = d\nfor k in d:\n    e.clear()", "dictionary changed size during iteration"),
    ("a dict changes in a function", "def add(d):\n    d[len(d)] = 1\nd = {0: 1}\nfor k in d:\n    add(d)", "dictionary changed size during iteration"),
    ("a dict changes under a comprehension", "d = {'a': 1, 'b': 2}\n[d.pop(k) for k in d]", "dictionary changed size during iteration"),
    ("a set grows under a loop", "s = {1}\nfor x in s:\n    s.add(x + 1)", "Set changed size during iteration"),
    ("a variable around a function that has no value yet", "def f():\n    def g():\n        return y\n    g()\n    y = 1\nf()", "cannot access free variable"),
    ("a function that is called before its helper is there", "def f():\n    def a():\n        return b()\n    a()\n    def b():\n        return 1\nf()", "in enclosing scope"),
    ("a method that reads a local without a value", "def f():\n    class A:\n        def get(self):\n            return y\n    A().get()\n    y = 1\nf()", "cannot access free variable"),
    ("a class block that reads a local without a value", "def f():\n    class A:\n        z = y\n    y = 1\ny = 2\nf()", "cannot access free variable"),
    ("pop of a list emptied elsewhere", "xs = [1]\nys = xs\nys.clear()\nxs.pop()", "pop from empty list"),
    ("pop at a place that is gone", "xs = [1, 2]\nys = xs\nys.pop()\nxs.pop(1)", "pop index out of range"),
    ("remove of what is gone", "xs = [1]\nys = xs\nys.remove(1)\nxs.remove(1)", "list.remove(x): x not in list"),
    ("an item that is gone", "xs = [1]\nys = xs\nys.pop()\nxs[0]", "out of range"),
    ("an item assigned where none is", "xs = []\nxs[0] = 1", "out of range"),
    ("an item of a shared list that a loop takes away", "xs = [1, 2, 3]\nfor i in range(len(xs)):\n    xs[i]\n    xs.pop()", "out of range"),
    ("an error of the learner's own", "def put(xs, x):\n    if len(xs) > 1:\n        raise ValueError('full: ' + str(xs))\n    xs.append(x)\nxs = []\nfor i in range(3):\n    put(xs, i)", "full: [0, 1]"),
    ("an assertion about a list that another name changed", "xs = [1]\nys = xs\nys.append(2)\nassert len(xs) == 1, f'{len(xs)} items'", "2 items"),
]

# Programs that fail, and a name whose value then is compared.
AFTER = [
    ("what was changed before the error stays", "xs = [1]\nys = xs\nys.append(2)\nxs.pop(9)", "xs"),
    ("what a function changed before its error stays", "def f(items):\n    items.append(2)\n    items.pop(9)\nxs = [1]\nf(xs)", "xs"),
    ("an argument that fails changes nothing", "xs = [1]\nxs.append(1 / 0)", "xs"),
    ("a sum that fails changes nothing", "xs = [1]\nxs += 5", "xs"),
    ("a tuple refuses the item, and its list has grown", "t = ([1],)\nt[0] += [2]", "t"),
    ("a loop stops at the size", "d = {'a': 1}\nfor k in d:\n    d[k + 'b'] = 1", "d"),
    ("an extension that fails at once changes nothing", "xs = [1]\nxs.extend(None)", "xs"),
    ("a target that fails after another", "xs = [0, 0]\nxs[0], xs[5] = 1, 2", "xs"),
]


def prompt(code):
    """What is printed, then the `repr` of the last expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    scope, out = {}, io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "cell", "exec"), scope)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), scope) if last else None
    return out.getvalue() + ("" if value is None else repr(value))


def failure(code):
    """The sentence of the error, and the names at that moment."""
    scope = {}
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            exec(code, scope)
        except Exception as error:
            return f"{type(error).__name__}: {error}", scope
    raise AssertionError(f"no error: {code}")


def fails(code, words):
    assert words in failure(code)[0], code
    return [code, words]


answers = {
    "groups": {
        group: [{"name": name, "code": code, "prints": prompt(code)} for name, code in rows] for group, rows in GROUPS.items()
    },
    "errors": [[name, *fails(code, words)] for name, code, words in ERRORS],
    "after": [[name, code, of, repr(failure(code)[1][of])] for name, code, of in AFTER],
}
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(answers, indent=1, ensure_ascii=False) + "\n")
