#!/usr/bin/env python3
"""Writes decorators.json: programs with decorators of one's own and of Python's, and what Python and PyTorch print.

    PYTHONPATH=. ~/torch/bin/python -W ignore decorators.py
"""

from tensor_references import NAMES, write_programs

# Prints each call.
LOUD = """def loud(f):
    def inner(*args, **kwargs):
        print('before', args, kwargs)
        result = f(*args, **kwargs)
        print('after', result)
        return result
    return inner
"""

# Decorators of functions.
FUNCTIONS = [
    ("before and after", LOUD + """@loud
def add(a, b=2):
    return a + b
add(1), add(1, b=5), add(*[3], **{'b': 4})
"""),
    ("it is a call and a name", """def twice(f):
    print('decorates', f.__name__)
    return lambda x: f(f(x))
@twice
def add3(x):
    return x + 3
def add4(x):
    return x + 4
add4 = twice(add4)
add3(0), add4(0), twice(lambda x: x * x)(3)
"""),
    ("with arguments", """def repeat(n, between='-'):
    def decorator(f):
        def inner(*args):
            return between.join(f(*args) for _ in range(n))
        return inner
    return decorator
@repeat(3)
def hi(name):
    return 'hi ' + name
@repeat(2, between=' and ')
def bye():
    return 'bye'
hi('x'), bye(), repeat(1)(str)(5)
"""),
    ("stacked", """def tag(t):
    print('make', t)
    def decorator(f):
        print('apply', t)
        def inner(*a):
            print('enter', t)
            return f'<{t}>{f(*a)}</{t}>'
        return inner
    return decorator
@tag('a')
@tag('b')
@tag('c')
def text(s):
    return s
print('defined')
text('x')
"""),
    ("with and without arguments", """def deco(f=None, *, k=1):
    def wrap(g):
        return lambda x: g(x) * k
    return wrap if f is None else wrap(f)
@deco
def a(x):
    return x
@deco(k=10)
def b(x):
    return x
@deco()
def c(x):
    return x
a(2), b(2), c(2)
"""),
    ("one that returns something else", """def length(f):
    return len(f())
@length
def n():
    return [1, 2, 3]
@(lambda f: f.__name__.upper())
def name():
    pass
@str
def text():
    pass
n, name, type(text).__name__
"""),
    ("one that is no function", """try:
    @5
    def f():
        pass
except TypeError as e:
    print(e)
try:
    @nothing
    def g():
        pass
except NameError as e:
    print(e)
def none(f):
    pass
@none
def h():
    pass
try:
    h()
except TypeError as e:
    print(e)
"""),
    ("expressions as decorators", """tools = {'double': lambda f: lambda x: 2 * f(x)}
decos = [lambda f: lambda x: f(x) + 1]
class Tools:
    def half(f):
        return lambda x: f(x) / 2
@tools['double']
@decos[0]
@Tools.half
@(d := lambda f: lambda x: -f(x))
def f(x):
    return x
f(4), d(abs)(-3)
"""),
    ("the order of decorators and defaults", """def say(x):
    print(x)
    return x
def deco(name):
    print('deco', name)
    def apply(f):
        print('apply', name)
        return f
    return apply
@deco('first')
@deco('second')
def f(a=say('default a'), b=say('default b')):
    print('body', a, b)
f()
"""),
    ("on a nested function, in a loop", """def plus(n):
    return lambda f: lambda x: f(x) + n
def make(n):
    @plus(n)
    def inner(x):
        return x * 10
    return inner
fs = []
for i in range(3):
    @plus(i)
    def g(x):
        return x
    fs.append(g)
make(5)(1), [f(1) for f in fs]
"""),
    ("recursion goes through the decorator", """depth = 0
def trace(f):
    def inner(n):
        global depth
        print('.' * depth + f'{f.__name__}({n})')
        depth += 1
        result = f(n)
        depth -= 1
        print('.' * depth + f'-> {result}')
        return result
    return inner
@trace
def fact(n):
    return 1 if n == 0 else n * fact(n - 1)
fact(3)
"""),
    ("checks of arguments", """def typed(*kinds):
    def decorator(f):
        def inner(*args):
            for i, (a, k) in enumerate(zip(args, kinds)):
                if not isinstance(a, k):
                    raise TypeError(f'argument {i} of {f.__name__} is {type(a).__name__}, not {k.__name__}')
            return f(*args)
        return inner
    return decorator
@typed(int, str)
def f(n, s):
    return s * n
print(f(2, 'ab'))
try:
    f('2', 'ab')
except TypeError as e:
    print(e)
@typed(list)
def g(xs):
    return sum(xs)
try:
    g(5)
except TypeError as e:
    print(e)
"""),
    ("arguments that go wrong", LOUD + """@loud
def f(a, *, k):
    return a, k
for act in (lambda: f(), lambda: f(1), lambda: f(1, 2), lambda: f(1, k=2, j=3)):
    try:
        act()
    except TypeError as e:
        print(e)
f(1, k=2)
"""),
    ("arguments of an inner function that go wrong", """def deco(f):
    def inner(x):
        return f(x)
    return inner
@deco
def f(x):
    return x
g = lambda a: a
for act in (lambda: f(), lambda: f(1, 2), lambda: f(y=1), lambda: g(), lambda: g(b=1), lambda: deco()):
    try:
        act()
    except TypeError as e:
        print(e)
f(1)
"""),
    ("on a generator function", """def as_list(f):
    return lambda *args: list(f(*args))
@as_list
def upto(n):
    for i in range(n):
        yield i * i
def numbered(f):
    def inner(*args):
        for i, x in enumerate(f(*args)):
            print(i, x)
            yield x
    return inner
@numbered
def letters(s):
    yield from s
upto(4), list(letters('ab'))
"""),
    ("a list of decorators", """def compose(*decorators):
    def apply(f):
        for d in reversed(decorators):
            f = d(f)
        return f
    return apply
def add(n):
    return lambda f: lambda x: f(x) + n
def times(n):
    return lambda f: lambda x: f(x) * n
@compose(add(1), times(10))
def f(x):
    return x
@times(10)
@add(1)
def g(x):
    return x
f(2), g(2)
"""),
    ("a pipeline of decorators by reduce", """from functools import reduce
def compose(*decorators):
    return lambda f: reduce(lambda g, d: d(g), reversed(decorators), f)
def add(n):
    return lambda f: lambda x: f(x) + n
def times(n):
    return lambda f: lambda x: f(x) * n
@compose(add(1), times(10))
def f(x):
    return x
@add(1)
@times(10)
def g(x):
    return x
f(2), g(2)
"""),
]

# What is kept between calls.
STATE = [
    ("counting with nonlocal", """def counted(f):
    n = 0
    def inner(*args):
        nonlocal n
        n += 1
        print(f.__name__, 'call', n)
        return f(*args)
    return inner
@counted
def a():
    return 'a'
@counted
def b(x):
    return x
a(), a(), b(1), a(), b(2)
"""),
    ("counting with an attribute", """def counted(f):
    def inner(*args):
        inner.calls += 1
        return f(*args)
    inner.calls = 0
    inner.f = f
    return inner
@counted
def square(x):
    return x * x
xs = [square(i) for i in range(4)]
xs, square.calls, square.f(9), square.calls
"""),
    ("attributes of functions", """def f(x):
    f.calls += 1
    f.seen.append(x)
    return x
f.calls = 0
f.seen = []
f('a'), f('b')
g = f
g.extra = 5
print(f.calls, g.seen, f.extra, hasattr(f, 'nothing'), getattr(f, 'nothing', 'no'), f is g)
del f.extra
try:
    f.extra
except AttributeError as e:
    print(e)
setattr(f, 'more', [1])
f.more, hasattr(f, 'extra')
"""),
    ("attributes of a lambda and of a nested function", """def make(n):
    def f():
        return f.n
    f.n = n
    return f
a, b = make(1), make(2)
a.n += 10
k = lambda: 0
k.note = 'lambda'
a(), b(), a.n, k.note, k.__name__, a.__name__
"""),
    ("memoize", """def memoize(f):
    memo = {}
    def inner(*args):
        if args not in memo:
            print('works out', args)
            memo[args] = f(*args)
        return memo[args]
    return inner
@memoize
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(5))
print(fib(5))
fib(6)
"""),
    ("functools.cache and lru_cache", """from functools import lru_cache, cache
import functools
calls = []
@cache
def f(n):
    calls.append(n)
    return n if n < 2 else f(n - 1) + f(n - 2)
@lru_cache(maxsize=None)
def g(a, b=1):
    calls.append((a, b))
    return a + b
@functools.lru_cache
def h(x):
    calls.append('h')
    return x
f(30), g(1), g(1), g(1, 2), h(1), h(1), len(calls), calls[-4:], f.__name__
"""),
    ("a registry", """registry = {}
def register(f):
    registry[f.__name__] = f
    return f
@register
def add(a, b):
    return a + b
@register
def mul(a, b):
    return a * b
add(1, 2), {k: f(3, 4) for k, f in registry.items()}, registry['add'] is add
"""),
    ("a registry by name, with classes", """class Registry:
    def __init__(self):
        self.items = {}
    def register(self, name=None):
        def decorator(thing):
            self.items[name or thing.__name__] = thing
            return thing
        return decorator
    def make(self, name, *args):
        return self.items[name](*args)
models = Registry()
@models.register()
class Small:
    def __init__(self, n):
        self.n = n
@models.register('big')
class Large(Small):
    pass
@models.register('function')
def f(n):
    return n * 2
list(models.items), models.make('big', 5).n, type(models.make('Small', 1)).__name__, models.make('function', 4)
"""),
    ("handlers of events", """handlers = {}
def on(*events):
    def add(f):
        for e in events:
            handlers.setdefault(e, []).append(f)
        return f
    return add
@on('start', 'stop')
def log(e):
    print('log', e)
@on('stop')
def clean(e):
    print('clean', e)
for e in ['start', 'stop', 'none']:
    for h in handlers.get(e, []):
        h(e)
sorted(handlers), [h.__name__ for h in handlers['stop']]
"""),
    ("retry", """def retry(times, *errors):
    def decorator(f):
        def inner(*args):
            for i in range(times):
                try:
                    return f(*args)
                except errors as e:
                    print('try', i + 1, 'failed:', e)
                    last = e
            raise RuntimeError(f'{f.__name__} failed {times} times') from last
        return inner
    return decorator
tries = 0
@retry(3, ValueError, KeyError)
def flaky(n):
    global tries
    tries += 1
    if tries < n:
        raise ValueError(f'bad {tries}')
    if n < 0:
        raise TypeError('not retried')
    return 'good'
print(flaky(3))
tries = -10
try:
    flaky(5)
except RuntimeError as e:
    print(e, repr(e.__cause__))
try:
    flaky(-100)
except TypeError as e:
    print(e)
"""),
    ("errors to a default", """def default(value, error=Exception):
    def decorator(f):
        def inner(*args, **kwargs):
            try:
                return f(*args, **kwargs)
            except error as e:
                print(type(e).__name__, e)
                return value
        return inner
    return decorator
@default(None)
def div(a, b):
    return a / b
@default(-1, KeyError)
def get(d, k):
    return d[k]
print(div(1, 0), div(4, 2), get({}, 'x'))
try:
    get(5, 1)
except TypeError as e:
    print(e)
"""),
    ("only once", """def once(f):
    done = False
    result = None
    def inner(*args):
        nonlocal done, result
        if not done:
            result, done = f(*args), True
        return result
    return inner
@once
def setup(x):
    print('set up', x)
    return [x]
setup(1) is setup(2), setup(3)
"""),
]

# functools.wraps, names and docs.
NAMED = [
    ("without wraps", """def deco(f):
    def inner():
        "The doc of inner."
        return f()
    return inner
@deco
def f():
    "The doc of f."
    return 1
f.__name__, f.__doc__, f()
"""),
    ("functools.wraps", """import functools
def deco(f):
    @functools.wraps(f)
    def inner(*args):
        "The doc of inner."
        return f(*args)
    return inner
@deco
def f(x):
    \"\"\"The doc of f.\"\"\"
    return x
f.__name__, f.__doc__, f(5), f.__wrapped__(6), f.__wrapped__ is f
"""),
    ("wraps copies attributes", """from functools import wraps
def deco(f):
    @wraps(f)
    def inner():
        return f()
    inner.own = 'own'
    return inner
def f():
    return 1
f.note = 'note'
f.calls = 0
g = deco(f)
g.calls += 1
g.note, g.own, f.calls, g.calls, hasattr(f, 'own'), g.__wrapped__ is f
"""),
    ("wraps in layers", """from functools import wraps
def outer(name):
    def deco(f):
        @wraps(f)
        def inner(*args):
            print(name, f.__name__)
            return f(*args)
        return inner
    return deco
@outer('a')
@outer('b')
def work(x):
    "Works."
    return x
print(work(1))
work.__name__, work.__doc__, work.__wrapped__.__name__, work.__wrapped__.__wrapped__(2)
"""),
    ("names and docs of functions", """def f():
    "One line."
    return 1
def g():
    \"\"\"First line.

    More of it.
    \"\"\"
def h():
    x = 'no doc'
def k():
    'single'
    'second'
def m():
    f'not a doc'
print(f.__doc__, h.__doc__, k.__doc__, m.__doc__)
print(repr(g.__doc__.strip()[:11]), 'More' in g.__doc__)
f.__name__, (lambda: 0).__name__, f.__doc__ == 'One line.', g()
"""),
    ("names and docs of classes and methods", """class A:
    \"\"\"The doc of A.\"\"\"
    def f(self):
        "The doc of A.f."
    @property
    def p(self):
        "The doc of p."
        return 1
class B(A):
    def f(self):
        pass
A.__name__, A.__doc__, A().__doc__, A.f.__doc__, A().f.__name__, B.__doc__, B.f.__doc__, B.__name__, type(B()).__name__, A.p.__doc__
"""),
    ("names that are set", """def f():
    return f.__name__
g = f
f.__name__ = 'renamed'
f.__doc__ = 'new doc'
class A:
    pass
A.__name__ = 'Z'
g(), g.__doc__, A.__name__, type(A()).__name__
"""),
    ("__qualname__", """class A:
    def f(self):
        def inner():
            pass
        return inner
    class B:
        def g(self):
            pass
def top():
    return lambda: 0
top.__qualname__, A.f.__qualname__, A.B.__qualname__, A.B.g.__qualname__, A().f().__qualname__, top().__qualname__
"""),
    ("__module__", """class A:
    def f(self):
        pass
def f():
    pass
A.__module__, f.__module__, A.f.__module__, A().__module__
"""),
]

# Decorators in classes.
METHODS = [
    ("on methods", """def logged(f):
    def inner(self, *args):
        self.log.append((f.__name__, args))
        return f(self, *args)
    return inner
class Account:
    def __init__(self, money):
        self.money, self.log = money, []
    @logged
    def put(self, n):
        self.money += n
        return self.money
    @logged
    def take(self, n, fee=1):
        self.money -= n + fee
        return self.money
a, b = Account(10), Account(0)
a.put(5), a.take(3), a.take(2, 0), b.put(1), a.log, b.log
"""),
    ("a decorator that is written in the class", """class A:
    def checked(f):
        def inner(self, x):
            if x < self.least:
                raise ValueError(f'{f.__name__}: {x} < {self.least}')
            return f(self, x)
        return inner
    least = 0
    @checked
    def root(self, x):
        return x ** 0.5
    @checked
    def name(self, x):
        return str(x)
a = A()
print(a.root(9), a.name(5))
try:
    a.root(-1)
except ValueError as e:
    print(e)
a.least = 6
try:
    a.name(5)
except ValueError as e:
    print(e)
"""),
    ("on __init__ and __call__", LOUD + """class A:
    @loud
    def __init__(self, n=0):
        self.n = n
    @loud
    def __call__(self, x):
        return self.n + x
    def __repr__(self):
        return 'A'
    @loud
    def __len__(self):
        return 3
a = A(n=1)
a(5), len(a)
"""),
    ("property with a setter and a deleter", """class T:
    def __init__(self):
        self._c = 0
    @property
    def c(self):
        print('get')
        return self._c
    @c.setter
    def c(self, value):
        print('set', value)
        if value < -273:
            raise ValueError('too cold')
        self._c = value
    @c.deleter
    def c(self):
        print('delete')
        self._c = None
    @property
    def f(self):
        return self.c * 9 / 5 + 32
t = T()
t.c = 100
print(t.c, t.f)
t.c += 5
try:
    t.c = -300
except ValueError as e:
    print(e)
del t.c
try:
    t.f = 5
except AttributeError as e:
    print(e)
try:
    del t.f
except AttributeError as e:
    print(e)
t.c, hasattr(t, 'f2')
"""),
    ("property by a call, and inherited", """class A:
    def get(self):
        return self.kind()
    def kind(self):
        return 'A'
    p = property(get)
class B(A):
    def kind(self):
        return 'B'
class C(A):
    @property
    def p(self):
        return 'C over ' + super().p
A().p, B().p, C().p
"""),
    ("a property below a decorator of one's own", """def cached(f):
    def inner(self):
        name = '_' + f.__name__
        if not hasattr(self, name):
            print('works out', f.__name__)
            setattr(self, name, f(self))
        return getattr(self, name)
    return inner
class A:
    def __init__(self, n):
        self.n = n
    @property
    @cached
    def square(self):
        return self.n ** 2
a = A(5)
a.square, a.square, a._square, A(3).square
"""),
    ("staticmethod and classmethod", """class P:
    made = 0
    def __init__(self, x, y):
        self.x, self.y = x, y
        P.made += 1
    @classmethod
    def square(cls, n):
        return cls(n, n)
    @classmethod
    def count(cls):
        return cls.__name__, cls.made
    @staticmethod
    def add(a, b):
        return a + b
class Q(P):
    @staticmethod
    def add(a, b):
        return a - b
p, q = P.square(2), Q.square(3)
type(p).__name__, type(q).__name__, q.x, P.add(1, 2), Q.add(1, 2), p.add(1, 2), q.count(), P.count()
"""),
    ("staticmethod and classmethod with one's own", """def loud(f):
    def inner(*args):
        print('call', len(args))
        return f(*args)
    return inner
class A:
    @staticmethod
    @loud
    def s(x):
        return x
    @classmethod
    @loud
    def c(cls, x):
        return cls.__name__, x
    @property
    @loud
    def p(self):
        return 'p'
    @loud
    def m(self, x):
        return x
a = A()
A.s(1), a.s(2), A.c(3), a.c(4), a.p, a.m(5), A.m(a, 6)
"""),
    ("classmethod and property of a subclass", """class Base:
    names = []
    @classmethod
    def register(cls, f):
        cls.names.append(f.__name__)
        return f
    @classmethod
    def make(cls, *args, **kwargs):
        self = cls(*args, **kwargs)
        return self
    @property
    def kind(self):
        return type(self).__name__.lower()
class Child(Base):
    names = []
    def __init__(self, a, b=2):
        self.a, self.b = a, b
@Base.register
def f():
    pass
@Child.register
def g():
    pass
c = Child.make(1, b=5)
Base.names, Child.names, c.a, c.b, c.kind, Base.make().kind
"""),
    ("functools.cached_property", """from functools import cached_property
class A:
    def __init__(self):
        self.calls = 0
    @cached_property
    def p(self):
        self.calls += 1
        return [self.calls]
a, b = A(), A()
a.p is a.p, a.calls, b.calls, b.p, b.calls
"""),
    ("cached without functools", """def cached(f):
    def get(self):
        if f.__name__ not in self.kept:
            self.kept[f.__name__] = f(self)
        return self.kept[f.__name__]
    return property(get)
class A:
    def __init__(self):
        self.kept = {}
    @cached
    def p(self):
        print('works out p')
        return [1]
a = A()
a.p is a.p, a.kept
"""),
    ("a wrapped bound method", LOUD + """class A:
    def __init__(self, n):
        self.n = n
    def add(self, x):
        return self.n + x
a = A(5)
f = loud(a.add)
a.add = f
a.add(1), A(1).add(1), f.__name__
"""),
    ("a chain with self", """def chained(f):
    def inner(self, *args):
        f(self, *args)
        return self
    return inner
class B:
    def __init__(self):
        self.parts = []
    @chained
    def add(self, x):
        self.parts.append(x)
    @chained
    def twice(self):
        self.parts *= 2
B().add(1).add('b').twice().add(None).parts
"""),
    ("an abstract method by hand", """def abstract(f):
    def inner(self, *args):
        raise NotImplementedError(f'{type(self).__name__}.{f.__name__}')
    return inner
class Shape:
    @abstract
    def area(self):
        pass
class Square(Shape):
    def area(self):
        return 4
class Odd(Shape):
    pass
try:
    Odd().area()
except NotImplementedError as e:
    print(e)
Square().area(), Shape.area.__name__
"""),
]

# Classes that decorate, and classes that are decorated.
DECORATING = [
    ("a class as a decorator", """class Counted:
    def __init__(self, f):
        self.f, self.calls = f, 0
    def __call__(self, *args):
        self.calls += 1
        return self.f(*args)
@Counted
def square(x):
    return x * x
square(2), square(3), square.calls, type(square).__name__, square.f.__name__
"""),
    ("a class as a decorator with arguments", """class Limit:
    def __init__(self, n):
        self.n = n
    def __call__(self, f):
        def inner(*args):
            if self.n == 0:
                raise RuntimeError(f'{f.__name__} was called too often')
            self.n -= 1
            return f(*args)
        return inner
@Limit(2)
def f(x):
    return x + 1
print(f(1), f(2))
try:
    f(3)
except RuntimeError as e:
    print(e)
"""),
    ("a memory as a class", """class Memo:
    def __init__(self, f):
        self.f, self.memo, self.hits = f, {}, 0
        self.__name__ = f.__name__
    def __call__(self, *args):
        if args in self.memo:
            self.hits += 1
        else:
            self.memo[args] = self.f(*args)
        return self.memo[args]
@Memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
fib(60), len(fib.memo), fib.hits, fib.__name__
"""),
    ("a class that is decorated", """def shown(cls):
    def __repr__(self):
        return f'{cls.__name__}(x={self.x}, y={self.y})'
    cls.__repr__ = __repr__
    cls.kind = 'shown'
    return cls
@shown
class P:
    def __init__(self, x, y):
        self.x, self.y = x, y
@shown
class Q(P):
    pass
[P(1, 2), Q(3, 4)], P.kind, f'{P(5, 6)}'
"""),
    ("__dict__ of objects in a decorator of classes", """def shown(cls):
    cls.__repr__ = lambda self: cls.__name__ + str(self.__dict__)
    return cls
@shown
class P:
    def __init__(self, x):
        self.x = x
p = P(1)
p.y = 'new'
p, vars(p) == p.__dict__
"""),
    ("a singleton", """def singleton(cls):
    made = []
    def get(*args):
        if not made:
            made.append(cls(*args))
        return made[0]
    return get
@singleton
class A:
    def __init__(self, n):
        print('made', n)
        self.n = n
@singleton
class B:
    pass
A(1) is A(2), A(3).n, B() is B(), A(0) is B()
"""),
    ("classes and functions as keys", """made = {}
def singleton(cls):
    def get(*args):
        if cls not in made:
            made[cls] = cls(*args)
        return made[cls]
    return get
@singleton
class A:
    pass
def f():
    pass
made[f] = 'f'
made[len] = 'len'
A() is A(), len(made), made[f], made[len], len({f, f, len, int})
"""),
    ("one class in place of another", """def counted(cls):
    class Counted(cls):
        made = 0
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            Counted.made += 1
    return Counted
@counted
class A:
    def __init__(self, n=0):
        self.n = n
    def double(self):
        return self.n * 2
a, b = A(), A(n=4)
A.made, b.double(), A.__name__, isinstance(a, A), type(a) is A
"""),
    ("a decorator of a class with arguments, stacked", """def with_field(name, value):
    def decorator(cls):
        print('set', name)
        setattr(cls, name, value)
        return cls
    return decorator
def frozen_names(cls):
    cls.names = sorted(k for k in ('a', 'b', 'c', 'd') if hasattr(cls, k))
    return cls
@frozen_names
@with_field('a', 1)
@with_field('b', [2])
class A:
    c = 3
A.a, A.b, A.names, A().c
"""),
    ("all methods of a class", """def traced(cls):
    for name in ('f', 'g', 'k', 'h'):
        f = getattr(cls, name, None)
        if callable(f):
            def wrap(f=f, name=name):
                def inner(*args):
                    print('call', name)
                    return f(*args)
                return inner
            setattr(cls, name, wrap())
    return cls
@traced
class A:
    k = 1
    def f(self):
        return self.g() + 1
    def g(self):
        return 10
A().f(), A.k
"""),
    ("vars of a class", """def names(cls):
    cls.names = sorted(k for k in vars(cls) if not k.startswith('__'))
    return cls
@names
class A:
    c = 3
    _d = 4
    def f(self):
        pass
A.names, vars(A)['c'], A.__dict__['_d'], callable(vars(A)['f'])
"""),
    ("functools.total_ordering", """from functools import total_ordering
@total_ordering
class V:
    def __init__(self, n):
        self.n = n
    def __eq__(self, o):
        return self.n == o.n
    def __lt__(self, o):
        return self.n < o.n
a, b = V(1), V(2)
a < b, a <= b, a > b, a >= b, a != b, max(a, b).n
"""),
    ("a dataclass below a decorator of one's own", """from dataclasses import dataclass
def named(cls):
    cls.title = cls.__name__.title()
    return cls
@named
@dataclass
class point:
    x: int
    y: int = 2
point(1), point(1) == point(1, 2), point.title, point(3, 4).y
"""),
    ("functools.partial in a decorator", """from functools import partial, wraps
def deco(f=None, *, n=1):
    if f is None:
        return partial(deco, n=n)
    @wraps(f)
    def inner(*args):
        return [f(*args)] * n
    return inner
@deco
def a():
    return 'a'
@deco(n=3)
def b(x):
    return x
a(), b('b'), b.__name__
"""),
    ("a context that is a decorator", """class Context:
    def __init__(self, name):
        self.name = name
    def __enter__(self):
        print('enter', self.name)
        return self
    def __exit__(self, kind, error, traceback):
        print('exit', self.name, error)
        return False
    def __call__(self, f):
        def inner(*args):
            with self:
                return f(*args)
        return inner
@Context('outer')
@Context('inner')
def f(x):
    return 10 / x
print(f(5))
try:
    f(0)
except ZeroDivisionError as e:
    print('caught', e)
with Context('plain') as c:
    print(c.name)
"""),
]

# With tensors.
TENSORS = [
    ("no_grad on a method", """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
    def forward(self, x):
        return (self.w * x).sum()
    @torch.no_grad()
    def evaluate(self, x):
        "Without gradients."
        return self(x), torch.is_grad_enabled()
    @torch.no_grad()
    def step(self, lr):
        for p in self.parameters():
            p -= lr * p.grad
            p.grad = None
net = Net()
x = torch.tensor([1., 2.])
loss = net(x)
loss.backward()
net.step(0.5)
out, inside = net.evaluate(x)
loss.requires_grad, out.requires_grad, inside, out.item(), net.w.tolist(), net.w.requires_grad, torch.is_grad_enabled(), net.w.grad is None
"""),
    ("no_grad keeps the name and the doc", """@torch.no_grad()
def f(x):
    "The doc of f."
    return x
class A:
    @torch.no_grad()
    def g(self):
        "The doc of g."
f.__name__, f.__doc__, A.g.__name__, A().g.__doc__
"""),
    ("no_grad above and below one's own", """def logged(f):
    def inner(*args):
        print('in the decorator', torch.is_grad_enabled())
        return f(*args)
    return inner
@torch.no_grad()
@logged
def a():
    return torch.is_grad_enabled()
@logged
@torch.no_grad()
def b():
    return torch.is_grad_enabled()
a(), b(), torch.is_grad_enabled()
"""),
    ("enable_grad within no_grad", """@torch.enable_grad()
def inner():
    return torch.is_grad_enabled()
@torch.no_grad()
def outer():
    return torch.is_grad_enabled(), inner(), torch.is_grad_enabled()
outer(), inner()
"""),
    ("no_grad with an error", """@torch.no_grad()
def f():
    raise ValueError(torch.is_grad_enabled())
try:
    f()
except ValueError as e:
    print(e, torch.is_grad_enabled())
@torch.no_grad()
def g(n):
    return torch.is_grad_enabled() if n == 0 else g(n - 1)
g(3), torch.is_grad_enabled()
"""),
    ("no_grad on a static and a class method", """class A:
    @staticmethod
    @torch.no_grad()
    def s(x):
        return (x * 2).requires_grad
    @classmethod
    @torch.no_grad()
    def c(cls, x):
        return cls.__name__, (x * 2).requires_grad
    @property
    @torch.no_grad()
    def p(self):
        return torch.is_grad_enabled()
w = torch.ones(1, requires_grad=True)
A.s(w), A().s(w), A.c(w), A().p, (w * 2).requires_grad
"""),
    ("inference_mode", """@torch.inference_mode()
def a(x):
    return (x * 2).requires_grad, torch.is_grad_enabled()
w = torch.ones(1, requires_grad=True)
a(w), a.__name__, torch.is_grad_enabled()
"""),
    ("no_grad without brackets", """@torch.no_grad
def f(x):
    return (x * 2).requires_grad
w = torch.ones(1, requires_grad=True)
f(w), f.__name__, torch.is_grad_enabled()
"""),
    ("shapes that are logged", """from functools import wraps
shapes = []
def shaped(f):
    @wraps(f)
    def inner(self, x):
        out = f(self, x)
        shapes.append((type(self).__name__, tuple(x.shape), tuple(out.shape)))
        return out
    return inner
class Up(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.layer = nn.Linear(a, b)
    @shaped
    def forward(self, x):
        return self.layer(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = Up(2, 5), Up(5, 1)
    @shaped
    def forward(self, x):
        return self.down(F.relu(self.up(x)))
torch.manual_seed(0)
out = Net()(torch.ones(3, 2))
shapes, Net.forward.__name__
"""),
    ("a forward that is decorated", """def residual(f):
    def forward(self, x):
        return x + f(self, x)
    return forward
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor([2., 3.]))
    @residual
    @residual
    def forward(self, x):
        return self.scale * x
net = nn.Sequential(Block(), Block())
x = torch.ones(2, requires_grad=True)
y = net(x)
y.sum().backward()
y.tolist(), x.grad.tolist(), Block.forward.__name__, net[0].scale.grad.tolist()
"""),
    ("a registry of activations and layers", """ACTIVATIONS = {}
def activation(name):
    def add(f):
        ACTIVATIONS[name] = f
        return f
    return add
@activation('relu')
def relu(x):
    return x.clamp(min=0)
@activation('square')
def square(x):
    return relu(x) ** 2
@activation('swish')
class Swish(nn.Module):
    def forward(self, x):
        return x * torch.sigmoid(x)
x = torch.tensor([-1., 0., 2.])
relu(x).tolist(), ACTIVATIONS['square'](x).tolist(), [round(v, 3) for v in ACTIVATIONS['swish']()(x).tolist()], list(ACTIVATIONS)
"""),
    ("a decorator that seeds", """def seeded(seed):
    def decorator(f):
        def inner(*args):
            torch.manual_seed(seed)
            return f(*args)
        return inner
    return decorator
@seeded(3)
def noise(n):
    return torch.rand(n)
@seeded(3)
def layer():
    return nn.Linear(2, 2)
torch.equal(noise(3), noise(3)), torch.equal(layer().weight, layer().weight), len(noise(2))
"""),
    ("a decorated module class", """def frozen(cls):
    init = cls.__init__
    def __init__(self, *args):
        init(self, *args)
        for p in self.parameters():
            p.requires_grad_(False)
    cls.__init__ = __init__
    return cls
@frozen
class L(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layer = nn.Linear(n, n)
    def forward(self, x):
        return self.layer(x)
torch.manual_seed(0)
m = L(2)
m(torch.ones(1, 2)).requires_grad, [p.requires_grad for p in m.parameters()], L.__name__
"""),
]

LISTS = [FUNCTIONS, STATE, NAMED, METHODS, DECORATING, TENSORS]

if __name__ == "__main__":
    NAMES["__name__"] = "__main__"
    write_programs(__file__, sum(LISTS, []))
