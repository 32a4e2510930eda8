#!/usr/bin/env python3
"""Writes inheritance.json: classes with several bases and `super()`, and what Python and PyTorch print."""

from tensor_references import write_programs

# Each of these is caught; printed are the class and the words, on one line: until 3.12 those of an order that cannot be have two.
CAUGHT = """try:
    %s
except Exception as e:
    print(type(e).__name__, '|', ' '.join(str(e).split()))
"""
# Four classes in a diamond, each of which says that it was asked.
DIAMOND = """class A:
    def who(self):
        return ['A']
class B(A):
    def who(self):
        return ['B'] + super().who()
class C(A):
    def who(self):
        return ['C'] + super().who()
class D(B, C):
    def who(self):
        return ['D'] + super().who()
def names(classes):
    return [c.__name__ for c in classes]
"""
RAISING = [
    # Orders that cannot be.
    "class X:\n        pass\n    class Y(X):\n        pass\n    class Z(X, Y):\n        pass",
    "class A:\n        pass\n    class B:\n        pass\n    class P(A, B):\n        pass\n    class Q(B, A):\n        pass\n    class R(P, Q):\n        pass",
    "class A:\n        pass\n    class B(A, A):\n        pass",
    "class A(object, int):\n        pass",
    "class A:\n        pass\n    class B(object, A):\n        pass",
    "class A(nn.Module, nn.Linear):\n        pass",
    "class A(int, str):\n        pass",
    "class A(dict, list):\n        pass",
    "class A(bool):\n        pass",
    "class A(missing):\n        pass",
    # Nothing more above.
    "class A:\n        def f(self):\n            return super().f()\n    A().f()",
    "class A:\n        pass\n    class B(A):\n        def f(self):\n            return super().g()\n    B().f()",
    "class A:\n        def __init__(self, **kwargs):\n            super().__init__(**kwargs)\n    A(size=3)",
    "class A:\n        def __init__(self, *args):\n            super().__init__(*args)\n    A(1, 2)",
    "class A:\n        pass\n    A(5)",
    "class A:\n        pass\n    class B:\n        pass\n    class C(A, B):\n        pass\n    C(x=1)",
    "class A:\n        def __init__(self, n):\n            self.n = n\n    class B(A):\n        def __init__(self):\n            super().__init__()\n    B()",
    "class A:\n        def __init__(self, n):\n            self.n = n\n    class B:\n        def __init__(self):\n            self.m = 0\n    class C(A, B):\n        pass\n    C()",
    "class A:\n        def f(self):\n            pass\n    class B(A):\n        def f(self):\n            return super().f(1)\n    B().f()",
    "class A:\n        pass\n    class B:\n        pass\n    class C(A, B):\n        pass\n    C().missing",
    "class A:\n        pass\n    class B(A):\n        pass\n    B.missing",
    "class A:\n        pass\n    super(A, A()).missing",
    "def f():\n        return super().g()\n    f()",
    "super()",
    # What is no class.
    "isinstance(5, 5)", "issubclass(5, int)", "issubclass(int, 5)", "isinstance(5, [int])", "isinstance('a', (int, 'str'))", "issubclass(int, (float, 'x'))",
    # A module that is not begun.
    "class M(nn.Module):\n        def __init__(self):\n            self.a = nn.Linear(1, 1)\n    M()",
    "class Mixin:\n        def __init__(self):\n            self.n = 1\n    class M(Mixin, nn.Module):\n        def __init__(self):\n            super().__init__()\n            self.a = nn.Linear(1, 1)\n    M()",
    "class M(nn.Module):\n        def __init__(self, **kwargs):\n            super().__init__(**kwargs)\n    M(size=3)",
    "class M(nn.Module):\n        pass\n    M()(torch.ones(2))",
    "class Mixin:\n        pass\n    class M(Mixin, nn.Module):\n        pass\n    M().missing",
]
PROGRAMS = [(" ".join(code.split()), CAUGHT % code) for code in RAISING] + [
    ("two bases", r"""class Swims:
    def swim(self):
        return 'swims'
class Flies:
    def fly(self):
        return 'flies'
class Duck(Swims, Flies):
    def both(self):
        return self.swim(), self.fly()
d = Duck()
d.swim(), d.fly(), d.both(), isinstance(d, Swims), isinstance(d, Flies), issubclass(Duck, Swims), issubclass(Swims, Flies)"""),
    ("the first base comes first", r"""class A:
    x = 'A'
    def f(self):
        return 'A.f'
class B:
    x = 'B'
    y = 'B'
    def f(self):
        return 'B.f'
    def g(self):
        return 'B.g', self.f()
class C(A, B):
    pass
class D(B, A):
    pass
C.x, C.y, C().f(), C().g(), D.x, D().f(), D().g()"""),
    ("a diamond", DIAMOND + r"""D().who(), B().who(), C().who(), names(D.__mro__), names(B.__mro__)"""),
    ("the order without super", r"""class A:
    x = 'A'
    y = 'A'
    z = 'A'
class B(A):
    y = 'B'
class C(A):
    x = 'C'
    y = 'C'
class D(B, C):
    pass
D.x, D.y, D.z, D().x, [c.__name__ for c in D.__mro__]"""),
    ("super goes on to a sister", DIAMOND + r"""class E(B):
    pass
class F(E, C):
    pass
E().who(), F().who(), names(F.__mro__)"""),
    ("a longer order", r"""class O: pass
class A(O): pass
class B(O): pass
class C(O): pass
class D(O): pass
class E(O): pass
class K1(A, B, C): pass
class K2(D, B, E): pass
class K3(D, A): pass
class Z(K1, K2, K3): pass
print([c.__name__ for c in Z.__mro__])
[c.__name__ for c in K3.__mro__]"""),
    ("orders of other shapes", r"""class A: pass
class B: pass
class C(A): pass
class D(B, C): pass
class E(C, B): pass
class F(D): pass
def names(k):
    return [c.__name__ for c in k.__mro__]
names(A), names(D), names(E), names(F), names(object), names(bool), names(KeyError)"""),
    ("an order that cannot be", DIAMOND + r"""try:
    class E(A, B):
        pass
except TypeError as e:
    print(str(e).split())
try:
    class F(B, C, A, D):
        pass
except TypeError as e:
    print(str(e).split())
class G(B, C, A):
    pass
names(G.__mro__)"""),
    ("mro, bases and base", DIAMOND + r"""print(D.mro() == list(D.__mro__), type(D.__mro__).__name__, type(D.mro()).__name__, len(D.__mro__))
names(D.__bases__), names(B.__bases__), names(A.__bases__), object.__bases__, D.__base__.__name__, D.__mro__[-1] is object, B in D.__mro__, D.__mro__[1] is B"""),
    ("bases of builtin classes", r"""[c.__name__ for c in bool.__mro__], [c.__name__ for c in int.__bases__], [c.__name__ for c in ZeroDivisionError.__mro__], [c.__name__ for c in type.__mro__], issubclass(bool, int), issubclass(int, object)"""),
    ("type of an object and its order", DIAMOND + r"""d = D()
names(type(d).__mro__), type(d) is D, d.__class__.__name__, names(d.__class__.__bases__), type(D).__name__, D.__name__"""),
    ("isinstance through all bases", DIAMOND + r"""d, b = D(), B()
print([isinstance(d, c) for c in (A, B, C, D, object, int)])
print([isinstance(b, c) for c in (A, B, C, D)])
print([issubclass(D, c) for c in (A, B, C, D, object)], [issubclass(c, D) for c in (A, B, C, D)])
isinstance(d, (int, C)), isinstance(b, (C, D)), isinstance(b, ()), issubclass(B, (C, A)), issubclass(D, (str, (int, (A,))))"""),
    ("super with a class and an object", DIAMOND + r"""d = D()
super(D, d).who(), super(B, d).who(), super(C, d).who()"""),
    ("super(A, self) within methods", r"""class A:
    def __init__(self):
        self.seen = ['A']
    def f(self):
        return 'A.f'
class B(A):
    def __init__(self):
        super(B, self).__init__()
        self.seen.append('B')
    def f(self):
        return 'B.f'
class C(B):
    def __init__(self):
        super(C, self).__init__()
        self.seen.append('C')
    def f(self):
        return super(B, self).f(), super(C, self).f()
C().seen, C().f()"""),
    ("a base that is called by its name", r"""class A:
    def __init__(self, a):
        self.a = a
    def f(self):
        return 'A', self.a
class B:
    def __init__(self, b):
        self.b = b
    def f(self):
        return 'B', self.b
class C(A, B):
    def __init__(self, a, b):
        A.__init__(self, a)
        B.__init__(self, b)
    def f(self):
        return A.f(self), B.f(self)
c = C(1, 2)
c.a, c.b, c.f(), C.f(c), A.f(c)"""),
    ("a base that is called twice", r"""class A:
    def __init__(self):
        print('A')
class B(A):
    def __init__(self):
        A.__init__(self)
        print('B')
class C(A):
    def __init__(self):
        A.__init__(self)
        print('C')
class D(B, C):
    def __init__(self):
        B.__init__(self)
        C.__init__(self)
        print('D')
d = D()"""),
    ("__init__ of all of a diamond", r"""class A:
    def __init__(self):
        print('A begins')
        super().__init__()
        print('A ends')
class B(A):
    def __init__(self):
        print('B begins')
        super().__init__()
        print('B ends')
class C(A):
    def __init__(self):
        print('C begins')
        super().__init__()
        print('C ends')
class D(B, C):
    def __init__(self):
        print('D begins')
        super().__init__()
        print('D ends')
d = D()"""),
    ("__init__ that hands names on", r"""class Named:
    def __init__(self, name, **kwargs):
        super().__init__(**kwargs)
        self.name = name
class Sized:
    def __init__(self, size=1, **kwargs):
        super().__init__(**kwargs)
        self.size = size
class Colored:
    def __init__(self, *, color, **kwargs):
        super().__init__(**kwargs)
        self.color = color
class Thing(Named, Sized, Colored):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.done = True
t = Thing(name='a', size=3, color='red')
print(t.name, t.size, t.color, t.done)
u = Thing(color='blue', name='b')
print(u.name, u.size, u.color)
try:
    Thing(name='c', color='x', weight=3)
except TypeError as e:
    print(e)
try:
    Thing(name='c')
except TypeError as e:
    print(e)"""),
    ("__init__ that hands places on", r"""class A:
    def __init__(self, a, *args):
        super().__init__(*args)
        self.a = a
class B:
    def __init__(self, b, *args):
        super().__init__(*args)
        self.b = b
class C(A, B):
    pass
c = C(1, 2)
print(c.a, c.b)
try:
    C(1)
except TypeError as e:
    print(e)
try:
    C(1, 2, 3)
except TypeError as e:
    print(e)"""),
    ("the first __init__ is the one", r"""class A:
    def __init__(self):
        self.a = 1
class B:
    def __init__(self):
        self.b = 2
class C(A, B):
    pass
class D(B, A):
    pass
class E:
    pass
class F(E, B):
    pass
hasattr(C(), 'a'), hasattr(C(), 'b'), hasattr(D(), 'b'), F().b"""),
    ("a mixin uses what the class has", r"""class Shown:
    def show(self):
        return f'{type(self).__name__}({", ".join(f"{k}={v!r}" for k, v in sorted(self.__dict__.items()))})'
class Compared:
    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__
    def __lt__(self, other):
        return self.key() < other.key()
class Word(Shown, Compared):
    def __init__(self, text, n):
        self.text, self.n = text, n
    def key(self):
        return self.n, self.text
a, b = Word('a', 2), Word('b', 1)
a.show(), a == b, a == Word('a', 2), a != b, a < b, [w.text for w in sorted([a, b])], min(a, b).text"""),
    ("a mixin before and after", r"""class Loud:
    def say(self):
        return super().say().upper() + '!'
class Twice:
    def say(self):
        return super().say() * 2
class Dog:
    def say(self):
        return 'woof'
class A(Loud, Dog): pass
class B(Twice, Loud, Dog): pass
class C(Loud, Twice, Dog): pass
class D(Dog, Loud): pass
A().say(), B().say(), C().say(), D().say()"""),
    ("mixins with methods of operators", r"""class Adds:
    def __add__(self, other):
        return type(self)(self.value + other.value)
class Says:
    def __repr__(self):
        return f'{type(self).__name__}({self.value})'
    def __str__(self):
        return f'<{self.value}>'
class Counts:
    def __len__(self):
        return self.value
    def __bool__(self):
        return self.value > 1
class N(Adds, Says, Counts):
    def __init__(self, value):
        self.value = value
class M(N):
    def __repr__(self):
        return 'M:' + super().__repr__()
print(N(1) + N(2), [N(1) + N(2)], len(N(4)), bool(N(1)), bool(N(2)), M(1) + M(2), [M(5)])
f'{N(3)} {N(3)!r} {M(3)!r}'"""),
    ("a mixin with a state of its own", r"""class Counted:
    made = 0
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        Counted.made += 1
        self.number = Counted.made
class Base:
    def __init__(self, x):
        self.x = x
class A(Counted, Base): pass
class B(Counted, Base): pass
items = [A(1), B(x=2), A(3)]
[(type(i).__name__, i.x, i.number) for i in items], Counted.made, A.made"""),
    ("attributes of classes", r"""class A:
    n = 1
    xs = []
class B(A):
    pass
class C(A):
    n = 3
class D(B, C):
    pass
a, d = A(), D()
print(A.n, B.n, C.n, D.n, d.n)
A.n = 10
print(A.n, B.n, C.n, D.n, d.n)
B.n = 20
print(A.n, B.n, C.n, D.n, d.n)
d.n = 30
print(A.n, D.n, d.n)
D.xs.append(1)
del B.n
del d.n
A.xs, C().xs is A.xs, B.n, D.n, d.n"""),
    ("an attribute that comes later", r"""class A: pass
class B: pass
class C(A, B): pass
c = C()
B.f = lambda self: 'B'
print(c.f())
A.f = lambda self: 'A'
print(c.f())
C.f = lambda self: 'C'
print(c.f())
c.f = lambda: 'its own'
print(c.f())
del C.f, A.f, c.f
c.f()"""),
    ("what a class has itself", DIAMOND + r"""class E(D):
    n = 1
'who' in D.__dict__, 'who' in E.__dict__, 'n' in E.__dict__, hasattr(E, 'who'), hasattr(E, 'nothing'), getattr(E, 'n'), getattr(E, 'm', 'none')"""),
    ("super in a method of more arguments", r"""class A:
    def f(self, x, y=2, *args, z=3, **kwargs):
        return x, y, args, z, kwargs
class B(A):
    def f(self, x, *args, **kwargs):
        return 'B', super().f(x + 1, *args, **kwargs)
class C(B):
    def f(self, *args, **kwargs):
        return 'C', super().f(*args, w=4, **kwargs)
C().f(1), C().f(1, 5, 6, z=7), B().f(0)"""),
    ("super over a class without the method", r"""class A:
    def f(self):
        return 'A'
class B(A):
    pass
class C(B):
    pass
class D(C):
    def f(self):
        return 'D' + super().f()
D().f(), C().f(), C.f is A.f"""),
    ("super calls another method", r"""class A:
    def f(self):
        return 'A.f', self.g()
    def g(self):
        return 'A.g'
class B(A):
    def f(self):
        return 'B.f', super().g(), super().f()
    def g(self):
        return 'B.g'
A().f(), B().f()"""),
    ("super for attributes and properties", r"""class A:
    kind = 'a'
    @property
    def size(self):
        return self.n
class B(A):
    kind = 'b'
    def __init__(self, n):
        self.n = n
    @property
    def size(self):
        return super().size * 10
    def kinds(self):
        return self.kind, super().kind, B.kind
b = B(4)
b.size, b.kinds()"""),
    ("super in class methods and static methods", r"""class A:
    name = 'a'
    @classmethod
    def make(cls, *args):
        return cls.__name__, cls.name, args
    @staticmethod
    def add(x, y):
        return x + y
class B(A):
    name = 'b'
    @classmethod
    def make(cls, *args):
        return 'B.make', super().make(*args, 'more')
    def add(self, x):
        return super().add(x, 100)
class C(B):
    name = 'c'
A.make(1), B.make(2), C.make(3), C().make(4), B().add(5), C.make()"""),
    ("a class method makes what it is called on", r"""class Base:
    def __init__(self, xs):
        self.xs = xs
    @classmethod
    def of(cls, *xs):
        return cls(list(xs))
class Mixin:
    def total(self):
        return sum(self.xs)
class Both(Mixin, Base):
    pass
b = Both.of(1, 2, 3)
type(b).__name__, b.total(), type(Base.of(1)).__name__, isinstance(b, Mixin)"""),
    ("super kept in a name", r"""class A:
    def f(self):
        return 'A.f'
    def g(self, n):
        return 'A.g', n
class B(A):
    def f(self):
        up = super()
        g = up.g
        return up.f(), g(1), [h(2) for h in (up.g,)]
    def g(self, n):
        return 'B.g'
B().f()"""),
    ("super in an inner function", r"""class A:
    def f(self, n):
        return n * 2
class B(A):
    def f(self, n):
        def inner():
            return super(B, self).f(n)
        h = lambda x: A.f(self, x) + 1
        return inner(), h(n), [super(B, self).f(i) for i in range(n)]
B().f(3)"""),
    ("a property of one base and a method of another", r"""class A:
    @property
    def area(self):
        return self.w * self.h
class B:
    def scaled(self, k):
        return self.area * k
class Box(A, B):
    def __init__(self, w, h):
        self.w, self.h = w, h
Box(2, 3).area, Box(2, 3).scaled(10)"""),
    ("methods that a class must have", r"""class Shape:
    def area(self):
        raise NotImplementedError(f'{type(self).__name__} has no area')
    def describe(self):
        return f'{type(self).__name__} of {self.area()}'
class Square(Shape):
    def __init__(self, a):
        self.a = a
    def area(self):
        return self.a ** 2
class Blob(Shape):
    pass
print(Square(3).describe())
try:
    Blob().describe()
except NotImplementedError as e:
    print(e)"""),
    ("names of two underscores", r"""class A:
    def __init__(self):
        self.__x = 'A'
    def a(self):
        return self.__x
class B(A):
    def __init__(self):
        super().__init__()
        self.__x = 'B'
    def b(self):
        return self.__x
b = B()
b.a(), b.b(), sorted(b.__dict__), hasattr(b, '__x'), b._A__x"""),
    ("__call__, __getitem__ and __contains__ of bases", r"""class Called:
    def __call__(self, x):
        return self[x] * 2
class Items:
    def __getitem__(self, i):
        return i + 10
    def __contains__(self, i):
        return i > 5
    def __iter__(self):
        return iter([1, 2])
class Both(Called, Items):
    def __getitem__(self, i):
        return super().__getitem__(i) + 100
b = Both()
b(1), b[2], 6 in b, 3 in b, list(b), callable(b), callable(Items())"""),
    ("__getattr__ of a base", r"""class Falls:
    def __getattr__(self, name):
        if name.startswith('get_'):
            return lambda: name[4:]
        raise AttributeError(f'no {name}')
class A(Falls):
    here = 'here'
a = A()
print(a.here, a.get_x())
try:
    a.other
except AttributeError as e:
    print(e)
hasattr(a, 'other'), getattr(a, 'other', 5)"""),
    ("__enter__ and __exit__ of bases", r"""class Opens:
    def __enter__(self):
        print('in', type(self).__name__)
        return self
class Closes:
    def __exit__(self, kind, error, traceback):
        print('out', kind.__name__ if kind else None)
        return True
class Both(Opens, Closes):
    def __enter__(self):
        print('first')
        return super().__enter__()
with Both() as b:
    print(isinstance(b, Opens))
    raise KeyError('k')
print('after')"""),
    ("exceptions of two bases", r"""class Ours(Exception):
    pass
class NotThere(Ours, KeyError):
    pass
class Wrong(Ours, ValueError):
    def __init__(self, what, n):
        super().__init__(f'{what}: {n}')
        self.n = n
def f(e):
    try:
        raise e
    except KeyError as error:
        return 'key', str(error), error.args
    except Ours as error:
        return 'ours', str(error), error.n, isinstance(error, ValueError)
f(NotThere('k')), f(Wrong('size', 3)), [c.__name__ for c in NotThere.__mro__], repr(Wrong('a', 1))"""),
    ("a mixin on an exception", r"""class Coded:
    code = 0
    def coded(self):
        return f'{self.code}: {self}'
class Missing(Coded, LookupError):
    code = 404
try:
    raise Missing('page')
except LookupError as e:
    print(e.coded(), isinstance(e, Coded), type(e).__name__)
try:
    raise Missing
except Missing as e:
    print(repr(e.coded()))"""),
    ("a class that is taken from a name", r"""def make(*bases):
    class Made(*bases):
        pass
    return Made
class A:
    def f(self):
        return 'A'
class B:
    def f(self):
        return 'B'
table = {'a': A, 'b': B}
make(A, B)().f(), make(B, A)().f(), make(table['b'])().f(), [c.__name__ for c in make(B, A).__mro__], [c.__name__ for c in make().__mro__]"""),
    ("object as a base", r"""class A(object):
    pass
class B():
    pass
class C(A, object):
    pass
class D(A, B):
    def __init__(self):
        super().__init__()
        self.n = 1
[[k.__name__ for k in c.__mro__] for c in (A, B, C, D)], [k.__name__ for k in C.__bases__], D().n, isinstance(D(), object)"""),
    ("sorted by a base", r"""class Ordered:
    def __lt__(self, other):
        return self.rank < other.rank
class Card:
    def __init__(self, rank):
        self.rank = rank
class OrderedCard(Ordered, Card):
    pass
cards = [OrderedCard(r) for r in (3, 1, 2)]
[c.rank for c in sorted(cards)], max(cards).rank, OrderedCard(1) < OrderedCard(2), OrderedCard(1) > OrderedCard(2)"""),
    ("equal and hash of bases", r"""class Eq:
    def __eq__(self, other):
        return self.k == other.k
    def __hash__(self):
        return hash(self.k)
class K(Eq):
    def __init__(self, k):
        self.k = k
class L(K):
    pass
len({K(1), K(1), L(1), K(2)}), {K('a'): 5}[L('a')], K(1) in [L(1)], K(1) == L(1)"""),
    ("a registry", r"""class Registry:
    known = {}
    @classmethod
    def register(cls, kind):
        cls.known[kind.__name__] = kind
        return kind
    @classmethod
    def make(cls, name, *args):
        return cls.known[name](*args)
@Registry.register
class A:
    def __init__(self, n=0):
        self.n = n
@Registry.register
class B(A, Registry):
    pass
sorted(B.known), Registry.make('B', 5).n, type(B.make('A')).__name__"""),
    ("a hook in the middle", r"""class Trainer:
    def fit(self, n):
        log = []
        for i in range(n):
            log.append(self.step(i))
            log.extend(self.after(i))
        return log
    def step(self, i):
        return i * i
    def after(self, i):
        return []
class Logs:
    def after(self, i):
        return super().after(i) + [f'log {i}']
class Stops:
    def after(self, i):
        return super().after(i) + (['stop'] if i == 1 else [])
class Mine(Logs, Stops, Trainer):
    def step(self, i):
        return -super().step(i)
Mine().fit(3)"""),
    ("modules of two bases", r"""torch.manual_seed(0)
class Counts:
    def count(self):
        return sum(p.numel() for p in self.parameters())
class Net(Counts, nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 2)
        self.b = nn.Linear(2, 1)
    def forward(self, x):
        return self.b(torch.relu(self.a(x)))
net = Net()
print(net.count(), [name for name, _ in net.named_parameters()], net(torch.ones(4, 3)).shape)
print(net)
isinstance(net, Counts), isinstance(net, nn.Module), [c.__name__ for c in Net.__mro__]"""),
    ("a mixin after nn.Module", r"""class Saves:
    def saved(self):
        return {name: tuple(p.shape) for name, p in self.state_dict().items()}
class Net(nn.Module, Saves):
    def __init__(self, n):
        super().__init__()
        self.layer = nn.Linear(n, 1)
        self.register_buffer('mean', torch.zeros(n))
net = Net(2)
net.saved(), [c.__name__ for c in Net.__mro__], [c.__name__ for c in Net.__bases__]"""),
    ("nn.Module hands nothing on", r"""class After:
    def __init__(self):
        print('After')
        self.n = 1
class Before:
    def __init__(self):
        print('Before begins')
        super().__init__()
        print('Before ends')
class Net(Before, nn.Module, After):
    def __init__(self):
        super().__init__()
        self.layer = nn.ReLU()
net = Net()
len(list(net.children())), hasattr(net, 'n')"""),
    ("a mixin that hands names on to nn.Module", r"""class Configured:
    def __init__(self, config, **kwargs):
        super().__init__(**kwargs)
        self.config = config
class Scaled:
    def __init__(self, scale=2.0, **kwargs):
        super().__init__(**kwargs)
        self.scale = nn.Parameter(torch.tensor(scale))
    def forward(self, x):
        return super().forward(x) * self.scale
class Core(nn.Module):
    def forward(self, x):
        return x + self.config['shift']
class Net(Configured, Scaled, Core):
    pass
net = Net({'shift': 1.0}, scale=3.0)
net(torch.tensor([1., 2.])).tolist(), [n for n, _ in net.named_parameters()], [c.__name__ for c in Net.__mro__]"""),
    ("a diamond of modules", r"""class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = ['Base']
    def forward(self, x):
        return x
class Adds(Base):
    def __init__(self):
        super().__init__()
        self.steps.append('Adds')
    def forward(self, x):
        return super().forward(x) + 1
class Doubles(Base):
    def __init__(self):
        super().__init__()
        self.steps.append('Doubles')
    def forward(self, x):
        return super().forward(x) * 2
class AB(Adds, Doubles): pass
class BA(Doubles, Adds): pass
x = torch.tensor([3.])
AB()(x).item(), BA()(x).item(), AB().steps, BA().steps"""),
    ("a layer that is extended", r"""torch.manual_seed(0)
class Residual:
    def forward(self, x):
        return x + super().forward(x)
class ResidualLinear(Residual, nn.Linear):
    pass
class Zero(ResidualLinear):
    def __init__(self, n):
        super().__init__(n, n)
        nn.init.zeros_(self.weight)
        nn.init.zeros_(self.bias)
z = Zero(2)
print(z)
z(torch.tensor([1., 2.])).tolist(), isinstance(z, nn.Linear), [c.__name__ for c in Zero.__mro__]"""),
    ("super(Net, self).__init__()", r"""class Net(nn.Module):
    def __init__(self, n):
        super(Net, self).__init__()
        self.w = nn.Parameter(torch.ones(n))
    def forward(self, x):
        return (self.w * x).sum()
class Half(Net):
    def __init__(self, n):
        super(Half, self).__init__(n * 2)
    def forward(self, x):
        return super(Half, self).forward(x) / 2
Half(1)(torch.tensor([3., 5.])).item(), Half(2).w.shape, Net(1)(torch.tensor([3.])).item()"""),
    ("train and eval with super", r"""class Notes:
    def train(self, mode=True):
        print('train', mode)
        return super().train(mode)
class Net(Notes, nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)
net = Net()
net.train(False) is net, net.training, net.drop.training"""),
    ("what a module says with a mixin", r"""class Says:
    def extra_repr(self):
        return f'n={self.n}, ' + super().extra_repr()
class Layer(Says, nn.Linear):
    n = 7
class Act(Says, nn.Module):
    n = 8
print(Layer(1, 2))
print(nn.Sequential(Layer(2, 1), nn.ReLU()))"""),
    ("a tensor in an attribute of a class", r"""class A:
    w = torch.zeros(2)
class B:
    w = torch.ones(2)
class C(A, B):
    def f(self):
        return self.w + super(A, self).w
c = C()
C.w[0] = 5
c.f().tolist(), A.w.tolist(), B.w.tolist(), C.w is A.w"""),
]

if __name__ == "__main__":
    write_programs(__file__, PROGRAMS)
