#!/usr/bin/env python3
"""Writes scopes.json: programs with `global`, `nonlocal`, walrus, `__name__` and deep recursion, and what Python prints.

    PYTHONPATH=. ~/torch/bin/python -W ignore scopes.py
"""

from tensor_references import NAMES, write_programs

# `global`.
GLOBAL = [
    ("a counter", """n = 0
def up():
    global n
    n += 1
    return n
up(), up(), up(), n
"""),
    ("a global in a loop", """total = 0
def add(x):
    global total
    total += x
for i in range(5):
    add(i)
    print(total)
total
"""),
    ("a loop within the function", """total, last = 0, None
def add(xs):
    global total, last
    for last in xs:
        total += last
add([1, 2, 3])
total, last
"""),
    ("global creates a name", """def make():
    global made
    made = 'here'
try:
    made
except NameError as e:
    print(e)
make()
made
"""),
    ("global creates a function, a class and a module", """def make():
    global f, A, math
    def f(x):
        return x + 1
    class A:
        k = 2
    import math
make()
f(1), A.k, math.floor(2.5), A.__name__
"""),
    ("targets of other statements", """def g():
    global i, e2, w, a, b
    for i in range(3):
        pass
    (a, b) = 'xy'
    if (w := 7) > 5:
        pass
    class C:
        def __enter__(self):
            return 'entered'
        def __exit__(self, *rest):
            pass
    with C() as e2:
        pass
g()
i, e2, w, a, b
"""),
    ("del of a global", """x = 1
def drop():
    global x
    del x
drop()
try:
    x
except NameError as e:
    print(e)
try:
    drop()
except NameError as e:
    print(e)
"""),
    ("a local hides a global", """x = 'global'
def f():
    x = 'local'
    return x
def g():
    return x
def h(x):
    x += '!'
    return x
f(), g(), h('a'), x
"""),
    ("global in the inner function only", """x = 'global'
def outer():
    x = 'outer'
    def inner():
        global x
        x = 'changed'
        return x
    return inner(), x
outer(), x
"""),
    ("a nested function reads a global past a local", """x = 1
def f():
    global x
    x = 2
    def g():
        return x
    def h():
        x = 3
        return g(), x
    return g(), h()
f(), x
"""),
    ("two functions with one global", """stack = []
depth = 0
def enter(name):
    global depth
    stack.append((depth, name))
    depth += 1
def leave():
    global depth
    depth -= 1
enter('a'); enter('b'); leave(); enter('c'); leave(); leave()
stack, depth
"""),
    ("global in a method", """count = 0
class A:
    def __init__(self):
        global count
        count += 1
        self.number = count
    def reset(self):
        global count
        count = 0
a, b = A(), A()
before = count
a.reset()
a.number, b.number, before, count
"""),
    ("global in a class body", """class A:
    global k
    k = 5
    m = k + 1
k, A.m, hasattr(A, 'k')
"""),
    ("mutation needs no global", """xs, d = [], {}
def f(x):
    xs.append(x)
    d[x] = len(xs)
f('a')
f('b')
xs, d
"""),
    ("a builtin that is hidden", """print(len('abc'))
def f():
    global len
    len = lambda x: 'mine'
f()
print(len('abc'))
del len
len('abc')
"""),
]

# What is not bound.
UNBOUND = [
    ("read before assignment", """n = 0
def f():
    n += 1
def g():
    print(n)
    n = 2
def h():
    for i in []:
        pass
    return i
def k(x):
    if x:
        y = 1
    return y
for act in (f, g, h, lambda: k(0)):
    try:
        act()
    except UnboundLocalError as e:
        print(type(e).__name__, '|', e)
k(1), n
"""),
    ("UnboundLocalError is a NameError", """def f():
    x = x + 1
try:
    f()
except NameError as e:
    print(type(e).__name__)
issubclass(UnboundLocalError, NameError)
"""),
    ("a free name that is not bound yet", """def outer():
    def inner():
        return late
    try:
        inner()
    except NameError as e:
        print(type(e).__name__, '|', e)
    late = 'now'
    return inner()
outer()
"""),
    ("del and except make a name local", """e = x = 'global'
def f():
    try:
        1 / 0
    except ZeroDivisionError as e:
        pass
    return e
def g():
    del x
def h():
    x = 1
    del x
    return x
for act in (f, g, h):
    try:
        act()
    except UnboundLocalError as error:
        print(error)
e, x
"""),
    ("a global that comes after the function", """def f():
    return later + 1
try:
    f()
except NameError as e:
    print(e)
later = 1
print(f())
later = 5
f()
"""),
    ("the loop's name of a comprehension is its own", """i = 'outside'
def f():
    xs = [i for i in range(3)]
    return xs, i
def g():
    try:
        return [x for x in range(2)], x
    except NameError as e:
        return str(e)
f(), g(), i
"""),
    ("a class body is no scope of its methods", """x = 'global'
class A:
    x = 'class'
    y = x + '!'
    def f(self):
        return x, self.x
    g = lambda self: x
    xs = [x for _ in range(1)]
a = A()
a.f(), a.y, a.g(), A.xs
"""),
]

# `nonlocal`.
NONLOCAL = [
    ("a counter that is closed over", """def counter():
    n = 0
    def up(by=1):
        nonlocal n
        n += by
        return n
    return up
a, b = counter(), counter()
a(), a(), b(10), a(5), b()
"""),
    ("three deep", """def f():
    x = 1
    def g():
        nonlocal x
        x += 10
        def h():
            nonlocal x
            x += 100
            return x
        return h
    h = g()
    return h(), h(), x
f()
"""),
    ("the nearest one that binds it", """def f():
    x = 'f'
    def g():
        x = 'g'
        def h():
            nonlocal x
            x = 'h'
        h()
        return x
    return g(), x
x = 'global'
f(), x
"""),
    ("past a function that only passes it on", """def f():
    x = []
    n = 0
    def g():
        def h(v):
            nonlocal n
            n += 1
            x.append((n, v))
        return h
    h = g()
    h('a')
    h('b')
    return x, n
f()
"""),
    ("in loops", """def f():
    total = 0
    def add(xs):
        nonlocal total
        for x in xs:
            if x < 0:
                continue
            total += x
            while total > 10:
                total -= 10
    for i in range(4):
        add([i, -1, i * 3])
    return total
f()
"""),
    ("get, set and reset share one", """def box(value):
    start = value
    def get():
        return value
    def set(x):
        nonlocal value
        old, value = value, x
        return old
    def reset():
        nonlocal value
        value = start
    return get, set, reset
get, set_, reset = box(1)
set_(5), get(), set_(7), get(), reset(), get()
"""),
    ("a parameter and a loop's name", """def f(n):
    def less():
        nonlocal n, i
        n -= 1
        i = 'changed'
    for i in range(3):
        less()
        print(i, n)
    return n, i
f(10)
"""),
    ("two names, and one in a try", """def f():
    a, b = 0, []
    def g(x):
        nonlocal a, b
        try:
            a += 10 // x
        except ZeroDivisionError:
            b = b + ['zero']
        else:
            b = b + [x]
    for x in (5, 0, 2):
        g(x)
    return a, b
f()
"""),
    ("global and nonlocal of one name", """x = 'global'
def f():
    x = 'f'
    def g():
        nonlocal x
        x += '1'
        def h():
            global x
            x += '2'
            return x
        return h(), x
    return g(), x
f(), x
"""),
    ("nonlocal in a method of a local class", """def f():
    made = 0
    class A:
        def __init__(self):
            nonlocal made
            made += 1
            self.n = made
    xs = [A().n for _ in range(3)]
    return xs, made
f()
"""),
    ("del of a nonlocal", """def f():
    x = 1
    def drop():
        nonlocal x
        del x
    drop()
    try:
        return x
    except NameError as e:
        return type(e).__name__, str(e)
f()
"""),
    ("nonlocal in a recursive function", """def count(tree):
    leaves = depth = 0
    def walk(t, d):
        nonlocal leaves, depth
        depth = max(depth, d)
        if isinstance(t, list):
            for x in t:
                walk(x, d + 1)
        else:
            leaves += 1
    walk(tree, 0)
    return leaves, depth
count([1, [2, [3, 4], []], 5])
"""),
    ("a moving average", """def average(size):
    xs, total = [], 0
    def add(x):
        nonlocal total
        xs.append(x)
        total += x
        if len(xs) > size:
            total -= xs.pop(0)
        return total / len(xs)
    return add
add = average(3)
[add(x) for x in [1, 2, 3, 4, 10]]
"""),
    ("closures in a list share a name", """def f():
    n = 0
    fs = []
    for by in (1, 10, 100):
        def add(by=by):
            nonlocal n
            n += by
            return n
        fs.append(add)
    return [g() for g in fs], [g() for g in fs], [(lambda: n)() for _ in range(2)]
f()
"""),
]

# `:=`.
WALRUS = [
    ("in if, elif and while", """def kind(s):
    if (n := len(s)) > 5:
        return f'long {n}'
    elif half := n // 2:
        return f'half {half} of {n}'
    else:
        return n, half
xs = [1, 2, 3]
seen = []
while (x := xs.pop()) != 1:
    seen.append(x)
kind('abcdefg'), kind('abcd'), kind('a'), seen, x, xs
"""),
    ("in comprehensions", """data = [3, -1, 4, -1, 5]
print([y for x in data if (y := x * 2) > 0], y)
print({k: v for k in 'ab' if (v := k.upper())}, v)
print([total := total + x for x in data] if (total := 0) == 0 else None, total)
any((big := x) > 3 for x in data), big, [(z := x, z * z) for x in data[:2]], z, sorted({(s := x % 3) for x in data}), s
"""),
    ("a comprehension in a function binds in the function", """last = 'global'
def f(xs):
    out = [last := x for x in xs]
    return out, last
def g(xs):
    global last
    return [last := x for x in xs]
def h():
    n = 0
    def add(xs):
        nonlocal n
        return [n := n + x for x in xs]
    return add([1, 2]), add([3]), n
f([1, 2]), last, g([7, 8]), last, h()
"""),
    ("in f-strings, arguments, subscripts and lambdas", """print(f'{(x := 5)} {x * 2} {(y := x + 1):>4}|{y:03d}')
def f(a, b=0, *c):
    return a, b, c
print(f(n := 3, b=(m := n + 1)), n, m)
xs = [10, 20, 30]
g = lambda v: (w := v * 2) + w
xs[i := 1], i, g(5), [p := 1, p + 1], {(k := 'a'): k * 2}, (q := 1, q + 1), xs[(a := 0):(b := 2)], a, b
"""),
    ("with and, or and not", """a = None
if a and (b := 5):
    pass
try:
    b
except NameError as e:
    print(e)
if not (c := 0) or (d := 1):
    print(c)
r = (e := 3) if (t := False) else (u := 4)
c, t, u, r, (z := 1) + (z := z + 5), z, 1 < (v := 2) < 3, v
"""),
    ("in a chain of and", """def parse(s):
    if (p := s.find('=')) >= 0 and (key := s[:p].strip()) and (value := s[p + 1:].strip()):
        return key, value
    return p
parse('a = 1'), parse('nothing'), parse('= 5'), parse('x=')
"""),
    ("a function's walrus is local", """x = 'global'
def f():
    print((x := 'local'))
    return x
f(), x
"""),
    ("in assert and return", """def f(xs):
    assert (n := len(xs)) > 1, f'only {n}'
    return (m := max(xs)) - min(xs), m
try:
    f([1])
except AssertionError as e:
    print(e)
f([3, 8])
"""),
]

# `__name__`, and calls that go deep.
MAIN = [
    ("if __name__", """def main():
    print('main runs')
    return 5
if __name__ == "__main__":
    result = main()
else:
    result = None
result, __name__
"""),
    ("if __name__ at the end of a program", """import math

LIMIT = 3

def area(r):
    return math.pi * r ** 2

class App:
    runs = 0
    def run(self):
        App.runs += 1
        for r in range(LIMIT):
            print(f'{area(r):.2f}')

def main(args=None):
    app = App()
    app.run()
    return app.runs

if __name__ == '__main__':
    main()
"""),
    ("__name__ in a function and with not", """def f():
    return __name__
def g():
    __name__ = 'mine'
    return __name__
if __name__ != '__main__':
    print('imported')
f(), g(), '__main__' in __name__
"""),
    ("900 levels", """def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)
depth(900)
"""),
    ("900 levels of a list", """def nest(n):
    if n == 0:
        return []
    return [nest(n - 1)]
def count(xs):
    n = 0
    while xs:
        xs = xs[0]
        n += 1
    return n
def add(n):
    if n:
        rest = add(n - 1)
        rest.append(n)
        return rest
    return []
xs = add(900)
count(nest(900)), len(xs), xs[0], xs[-1], sum(xs)
"""),
    ("two functions that call each other", """def even(n):
    if n == 0:
        return True
    return odd(n - 1)
def odd(n):
    if n == 0:
        return False
    return even(n - 1)
even(900), odd(900), even(7)
"""),
    ("a method that goes deep", """class Node:
    def __init__(self, value, rest):
        self.value, self.rest = value, rest
    def total(self):
        if self.rest is None:
            return self.value
        return self.value + self.rest.total()
    def __len__(self):
        return 1 + (0 if self.rest is None else len(self.rest))
node = None
for i in range(900):
    node = Node(i, node)
short = None
for i in range(100):
    short = Node(i, short)
node.total(), len(short)
"""),
    ("memory of a recursive function", """memo = {}
def fib(n):
    if n < 2:
        return n
    if n not in memo:
        memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]
fib(80), len(memo), fib(20)
"""),
    ("RecursionError is caught", """def forever(n):
    return forever(n + 1)
try:
    forever(0)
except RecursionError as e:
    print(type(e).__name__, str(e)[:32])
def fine(n):
    return n if n == 0 else fine(n - 1)
fine(500), issubclass(RecursionError, RuntimeError)
"""),
    ("RecursionError twice, and by other ways", """class A:
    def __init__(self):
        self.a = A()
    def __getattr__(self, name):
        return getattr(self, name + '_')
class B:
    def __len__(self):
        return len(self)
    def __add__(self, o):
        return self + o
    @property
    def p(self):
        return self.p
f = lambda n: f(n) + 1
def g(n):
    return h(n)
def h(n):
    return [g(n) for _ in range(1)]
for act in (A, lambda: len(B()), lambda: B() + 1, lambda: B().p, lambda: f(1), lambda: g(1)):
    for _ in range(2):
        try:
            act()
        except RecursionError as e:
            print(type(e).__name__)
"""),
    ("what was made before a RecursionError stays", """n = 0
seen = []
def f():
    global n
    n += 1
    if n <= 3:
        seen.append(n)
    try:
        f()
    finally:
        n -= 1
try:
    f()
except RuntimeError as e:
    print('caught', type(e).__name__)
n, seen
"""),
    ("a recursion with a default that grows", """def walk(n, path=None):
    path = [] if path is None else path
    path.append(n)
    if n > 0:
        walk(n - 1, path)
    return path
len(walk(800)), walk(3), walk(2)
"""),
    ("ackermann", """calls = 0
def a(m, n):
    global calls
    calls += 1
    if m == 0:
        return n + 1
    if n == 0:
        return a(m - 1, 1)
    return a(m - 1, a(m, n - 1))
a(2, 3), calls
"""),
]

LISTS = [GLOBAL, UNBOUND, NONLOCAL, WALRUS, MAIN]

if __name__ == "__main__":
    NAMES["__name__"] = "__main__"
    write_programs(__file__, sum(LISTS, []))
