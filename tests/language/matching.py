#!/usr/bin/env python3
"""Writes matching.json: programs with `match`, and what Python and PyTorch print."""

import sys

from tensor_references import CAUGHT, prompt, write_programs

# Words that Python has since 3.12, where this one is older.
NEWER = [("called match pattern must be a type", "called match pattern must be a class")] if sys.version_info < (3, 12) else []
POINT = """class Point:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y):
        self.x = x
        self.y = y
"""
RAISING = [
    # Class patterns that cannot be.
    "match 5:\n        case int(1, 2):\n            pass",
    "match 'a':\n        case str(a, b):\n            pass",
    "class A:\n        pass\n    match A():\n        case A(x):\n            pass",
    "class A:\n        __match_args__ = ('x',)\n        x = 1\n    match A():\n        case A(a, b, c):\n            pass",
    "class A:\n        __match_args__ = ('x', 'y')\n        x = y = 1\n    match A():\n        case A(1, x=1):\n            pass",
    "class A:\n        __match_args__ = 'x'\n    match A():\n        case A(x):\n            pass",
    "class A:\n        __match_args__ = (1,)\n    match A():\n        case A(x):\n            pass",
    "class A:\n        __match_args__ = ['x']\n    match A():\n        case A(x):\n            pass",
    "f = len\n    match 5:\n        case f():\n            pass",
    "n = 5\n    match 5:\n        case n(real=5):\n            pass",
    "match 5:\n        case Missing():\n            pass",
    "class K:\n        pass\n    match 5:\n        case K.missing:\n            pass",
    "match 5:\n        case other.name:\n            pass",
    "class K:\n        a = 'x'\n        b = 'x'\n    match {'x': 1, 'y': 2}:\n        case {K.a: 1, K.b: 1}:\n            pass",
    "match 1 / 0:\n        case _:\n            pass",
    "match 5:\n        case x if x / 0:\n            pass",
    "match 5:\n        case 5:\n            raise ValueError('found')",
    "match 5:\n        case x if x.foo:\n            pass",
    "match torch.ones(2):\n        case 1:\n            pass",
    "match torch.ones(3):\n        case t if t > 0:\n            pass",
    "def f():\n        match [1, 2]:\n            case [a, 3]:\n                pass\n        return a\n    f()",
]
PROGRAMS = [(" ".join(code.split()), CAUGHT % code) for code in RAISING] + [
    ("numbers", r"""def name(n):
    match n:
        case 0:
            return 'zero'
        case 1:
            return 'one'
        case 2.5:
            return 'two and a half'
        case _:
            return 'many'
[name(n) for n in (0, 1, 2.5, 2, 1.0, 0.0, True, False, -1, '0', None)]"""),
    ("strings", r"""def act(word):
    match word:
        case 'go':
            return 1
        case "stop" 'ped':
            return 2
        case '''wait
more''':
            return 3
        case '':
            return 4
    return 0
act('go'), act('stopped'), act('stop'), act('wait\nmore'), act(''), act('Go'), act(5)"""),
    ("no case fits", r"""out = []
match 5:
    case 1:
        out.append('one')
    case 'a' | None:
        out.append('a')
out.append('after')
out"""),
    ("only the first that fits", r"""match 3:
    case 3:
        print('first')
    case int():
        print('second')
    case _:
        print('third')"""),
    ("None, True and False are themselves", r"""def f(v):
    match v:
        case None:
            return 'None'
        case True:
            return 'True'
        case False:
            return 'False'
        case 1:
            return 'one'
        case 0:
            return 'zero'
        case _:
            return 'else'
[f(v) for v in (None, True, False, 1, 0, 1.0, '', [])]"""),
    ("1 fits True", r"""def f(v):
    match v:
        case 1:
            return 'one'
        case True:
            return 'True'
f(True), f(1), f(1.0), f(2)"""),
    ("negative numbers", r"""def f(v):
    match v:
        case -1:
            return 'minus one'
        case -2.5:
            return 'minus two and a half'
        case -0:
            return 'zero'
        case [-1, -3]:
            return 'two of them'
        case {-4: x}:
            return x
f(-1), f(-2.5), f(0), f([-1, -3]), f({-4: 'four'}), f(1), f(-1.0)"""),
    ("other forms of numbers", r"""def f(v):
    match v:
        case 0x10:
            return 'sixteen'
        case 1_000:
            return 'thousand'
        case 1e3:
            return 'never'
        case 0b101:
            return 'five'
        case .5:
            return 'half'
f(16), f(1000), f(1000.0), f(5), f(0.5)"""),
    ("a name takes anything", r"""match [1, 'a']:
    case whole:
        print(whole)
whole"""),
    ("a name that is known is taken anew", r"""limit = 10
match 5:
    case limit:
        print('fits')
limit"""),
    ("names stay after the match", r"""match (1, (2, 3)):
    case (a, (b, c)):
        pass
a, b, c"""),
    ("names are given before the guard", r"""x = 'old'
match 5:
    case x if x > 10:
        print('large')
    case _:
        print('not large')
x"""),
    ("names are not given where the pattern does not fit", r"""a = b = 'old'
match [1, 2, 3]:
    case [a, 2, 4]:
        print('no')
    case [1, b]:
        print('no')
    case [1, _, 3]:
        print('yes')
a, b"""),
    ("an underscore takes nothing", r"""_ = 'mine'
match [1, 2]:
    case [_, _]:
        print('two')
_"""),
    ("sequences", r"""def f(v):
    match v:
        case []:
            return 'empty'
        case [x]:
            return 'one', x
        case [x, y]:
            return 'two', x, y
        case [1, _, _]:
            return 'three that begin with 1'
        case _:
            return 'else'
[f(v) for v in ([], (), [5], (5,), [1, 2], (1, 2), [1, 2, 3], (1, 2, 3), [2, 2, 3], [[]], [None])]"""),
    ("round and square brackets are the same", r"""def f(v):
    match v:
        case (1, 2):
            return 'a'
        case [3, 4]:
            return 'b'
        case 5, 6:
            return 'c'
        case 7,:
            return 'd'
        case (8):
            return 'e'
        case ():
            return 'f'
[f(v) for v in ([1, 2], (1, 2), (3, 4), [5, 6], [7], (7,), 8, [8], [], (), (9,))]"""),
    ("what is a sequence", r"""from collections import deque
def f(v):
    match v:
        case [*rest]:
            return rest
        case _:
            return 'no'
print(f([1, 2]), f((1, 2)), f(range(3)), f(deque([4])))
print(f('ab'), f({'a': 1}), f({1}), f(5), f(None), f(x for x in [1]), f(torch.ones(2)), f(np.ones(2)), f(zip([1], [2])))
f(torch.ones(2, 3).shape), f(torch.ones(2).tolist())"""),
    ("the rest of a sequence", r"""def f(v):
    match v:
        case [first, *rest]:
            return first, rest
        case [*rest]:
            return 'nothing', rest
f([1, 2, 3]), f((1, 2, 3)), f([1]), f([]), f(range(3)), f('abc')"""),
    ("the rest in the middle", r"""def f(v):
    match v:
        case [1, *inner, 9]:
            return 'one to nine', inner
        case [first, *_, last]:
            return first, last
        case [*_, only]:
            return 'only', only
f([1, 2, 3, 9]), f([1, 9]), f((4, 5, 6)), f([4, 5]), f([4]), f([1])"""),
    ("the rest is a list", r"""match (1, 2, 3):
    case (a, *b):
        b.append(4)
a, b, type(b).__name__"""),
    ("at least so many", r"""def f(v):
    match v:
        case [_, _, *_]:
            return 'two or more'
        case [_, *_]:
            return 'one'
        case _:
            return 'none'
[f([0] * n) for n in range(4)]"""),
    ("sequences in sequences", r"""def f(v):
    match v:
        case [[a, b], [c, d]]:
            return a * d - b * c
        case [[a, *_], *rows]:
            return a, len(rows)
        case [a, [b, [c, *d]]]:
            return a, b, c, d
f([[1, 2], [3, 4]]), f([[1, 2, 3], [4], [5]]), f([1, (2, [3, 4, 5])]), f([1, 2])"""),
    ("words of a command", r"""def run(line):
    match line.split():
        case ['quit']:
            return 'bye'
        case ['go', ('north' | 'south') as where]:
            return f'going {where}'
        case ['go', where]:
            return f'no way {where}'
        case ['take', *things] if things:
            return things
        case [word, *_]:
            return f'unknown {word}'
        case []:
            return 'nothing'
[run(line) for line in ('quit', 'go north', 'go up', 'take', 'take a b', 'sing a song', '  ')]"""),
    ("mappings", r"""def f(d):
    match d:
        case {'kind': 'dense', 'size': n}:
            return 'dense', n
        case {'kind': 'drop', 'p': float(p)}:
            return 'drop', p
        case {'kind': kind}:
            return 'unknown', kind
        case {}:
            return 'no kind'
        case _:
            return 'no mapping'
print(f({'kind': 'dense', 'size': 3}), f({'size': 3, 'kind': 'dense', 'more': 1}), f({'kind': 'drop', 'p': 0.5}))
f({'kind': 'drop', 'p': 1}), f({'kind': 'dense'}), f({'a': 1}), f({}), f([]), f('kind')"""),
    ("the rest of a mapping", r"""match {'lr': 0.1, 'steps': 5, 'seed': 0}:
    case {'lr': lr, **rest}:
        rest['new'] = 1
        print(lr, rest)
match {'a': 1}:
    case {'a': 1, **rest}:
        print(rest)
match {}:
    case {**everything}:
        print(everything)"""),
    ("only these keys", r"""def f(d):
    match d:
        case {'a': a, **rest} if not rest:
            return 'only a', a
        case {'a': a, **rest}:
            return 'more', rest
        case {**rest}:
            return 'none', rest
f({'a': 1}), f({'a': 1, 'b': 2}), f({'b': 2})"""),
    ("keys of other kinds", r"""def f(d):
    match d:
        case {1: x, None: y}:
            return 'a', x, y
        case {True: x}:
            return 'b', x
        case {2.5: x}:
            return 'c', x
        case {-1: x}:
            return 'd', x
f({1: 'p', None: 'q'}), f({1: 'p'}), f({2.5: 'r'}), f({-1: 's'}), f({'1': 't'})"""),
    ("a value that is None is there", r"""def f(d):
    match d:
        case {'a': None}:
            return 'none'
        case {'a': x}:
            return x
        case _:
            return 'missing'
f({'a': None}), f({'a': 0}), f({})"""),
    ("mappings in mappings", r"""config = {'model': {'layers': [{'n': 4}, {'n': 2}], 'bias': True}, 'opt': ('sgd', 0.1)}
match config:
    case {'model': {'layers': [{'n': first}, *others], 'bias': True | None as bias}, 'opt': [name, lr]}:
        print(first, others, bias, name, lr)"""),
    ("a key that is not there is not made", r"""from collections import defaultdict, Counter, OrderedDict
d = defaultdict(list)
c = Counter('aab')
match d:
    case {'a': x}:
        print('made', x)
    case {}:
        print('a mapping', len(d))
match c:
    case {'z': n}:
        print('z', n)
    case {'a': n, **rest}:
        print('a', n, rest, type(rest).__name__)
match OrderedDict(b=1, a=2):
    case {'a': 2, **rest}:
        print(rest)"""),
    ("classes by keywords", POINT + r"""def f(p):
    match p:
        case Point(x=0, y=0):
            return 'origin'
        case Point(x=0, y=y):
            return 'on the y axis', y
        case Point(y=0, x=x):
            return 'on the x axis', x
        case Point():
            return 'a point', p.x, p.y
        case _:
            return 'no point'
f(Point(0, 0)), f(Point(0, 2)), f(Point(3, 0)), f(Point(1, 2)), f((0, 0))"""),
    ("classes by places", POINT + r"""def f(p):
    match p:
        case Point(0, 0):
            return 'origin'
        case Point(0, y):
            return 'x is 0', y
        case Point(x, y=0):
            return 'y is 0', x
        case Point(x, y) if x == y:
            return 'diagonal', x
        case Point(x):
            return 'x', x
f(Point(0, 0)), f(Point(0, 5)), f(Point(5, 0)), f(Point(2, 2)), f(Point(2, 3))"""),
    ("an attribute that is not there", r"""class A:
    pass
def f(v):
    match v:
        case A(size=n):
            return n
        case A():
            return 'no size'
a = A()
b = A()
b.size = 3
f(a), f(b)"""),
    ("attributes of a class and properties", r"""class Layer:
    kind = 'dense'
    def __init__(self, n):
        self.n = n
    @property
    def double(self):
        print('asked')
        return self.n * 2
match Layer(4):
    case Layer(kind='conv'):
        print('conv')
    case Layer(kind='dense', n=4, double=d):
        print(d)"""),
    ("classes that extend", POINT + r"""class Point3(Point):
    __match_args__ = ('x', 'y', 'z')
    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z
class Named(Point):
    pass
def f(p):
    match p:
        case Point3(x, y, z):
            return 'three', x, y, z
        case Named(x, y):
            return 'named', x, y
        case Point(x, y):
            return 'two', x, y
f(Point(1, 2)), f(Point3(1, 2, 3)), f(Named(4, 5))"""),
    ("a general class comes first", r"""class A:
    pass
class B(A):
    pass
def f(v):
    match v:
        case A():
            return 'A'
        case B():
            return 'B'
        case object():
            return 'object'
f(A()), f(B()), f(5), f(None)"""),
    ("builtin classes", r"""def f(v):
    match v:
        case bool(b):
            return 'bool', b
        case int(n):
            return 'int', n
        case float(x):
            return 'float', x
        case str(s):
            return 'str', s
        case list(xs):
            return 'list', xs
        case tuple(t):
            return 'tuple', t
        case dict(d):
            return 'dict', d
        case set(s):
            return 'set', s
        case _:
            return 'else'
[f(v) for v in (True, 3, 2.5, 'a', [1], (1, 2), {'a': 1}, {7}, None, range(2))]"""),
    ("builtin classes without a name", r"""def f(v):
    match v:
        case int() | float():
            return 'number'
        case str():
            return 'text'
        case list() | tuple():
            return 'items'
        case None:
            return 'nothing'
[f(v) for v in (1, 1.5, True, 'a', [], (), None)]"""),
    ("builtin classes with a value", r"""def f(v):
    match v:
        case int(0):
            return 'int zero'
        case float(0):
            return 'float zero'
        case str('a' | 'b'):
            return 'a or b'
        case list([x, y]):
            return 'list of two', x, y
        case tuple((x, y)):
            return 'tuple of two', x, y
        case _:
            return 'else'
[f(v) for v in (0, 0.0, False, 'a', 'c', [1, 2], (1, 2), [1])]"""),
    ("kinds in a sequence", r"""def f(v):
    match v:
        case [int(a), int(b)]:
            return a + b
        case [str(a), str(b)]:
            return a + ' ' + b
        case [float() as a, *_]:
            return 'float first', a
        case [str(s), int(n)] | [int(n), str(s)]:
            return s * n
[f(v) for v in ([1, 2], ('a', 'b'), [1.5, 'x', 3], ['ab', 2], [3, 'c'], [None, 1])]"""),
    ("one of several", r"""def f(v):
    match v:
        case 1 | 2 | 3:
            return 'small'
        case 'a' | 'b' | None:
            return 'a, b or None'
        case [] | {} | ():
            return 'a mapping or empty'
        case _:
            return 'else'
[f(v) for v in (1, 3, 4, 'b', None, [], {'k': 1}, (), [1])]"""),
    ("one of several with names", r"""def f(v):
    match v:
        case ['add', a, b] | [a, '+', b] | {'left': a, 'right': b}:
            return a + b
        case ('neg', a) | ('-', a):
            return -a
f(['add', 1, 2]), f([1, '+', 2]), f({'left': 5, 'right': 6}), f(('-', 4)), f(('neg', 5)), f([1])"""),
    ("one of several within", r"""def f(v):
    match v:
        case [1 | 2 as n, ('x' | 'y') as s, *_]:
            return n, s
        case {'k': 'a' | 'b' as k}:
            return k
        case [(int() | float()) as x, [] | [_]]:
            return 'number', x
f([1, 'x']), f([2, 'y', 3]), f([3, 'x']), f({'k': 'b'}), f({'k': 'c'}), f([1.5, []]), f([3, [3]])"""),
    ("as", r"""match [1, [2, 3]]:
    case [a, [_, _] as inner] as whole:
        print(a, inner, whole)
match 7:
    case int() as n if n > 5:
        print('large', n)
match {'p': (1, 2)}:
    case {'p': (x, y) as pair}:
        print(x, y, pair)
xs = [1]
match xs:
    case [_] as same:
        print(same is xs)"""),
    ("guards", r"""def f(n):
    match n:
        case x if x < 0:
            return 'negative'
        case 0:
            return 'zero'
        case int(x) if x % 2 == 0 and x < 100:
            return 'even'
        case int() if n > 100:
            return 'very large'
        case _ if isinstance(n, str):
            return 'text'
        case _:
            return 'odd'
[f(n) for n in (-5, 0, 4, 7, 102, 1.5)]"""),
    ("guards are asked only where the pattern fits", r"""def asked(x, answer):
    print('asked', x)
    return answer
match 2:
    case 1 if asked('a', True):
        print('one')
    case 2 if asked('b', False):
        print('two')
    case 2 | 3 if asked('c', []):
        print('again')
    case x if asked('d', [0]):
        print('got', x)
    case _ if asked('e', True):
        print('never')"""),
    ("a guard with a name of its own", r"""match [3, 4]:
    case [a, b] if (n := a * a + b * b) > 20:
        print('long', n)
n"""),
    ("dotted names", r"""class Color:
    RED = 'r'
    GREEN = 'g'
    class Dark:
        RED = 'dr'
def f(v):
    match v:
        case Color.RED:
            return 'red'
        case Color.GREEN | Color.Dark.RED:
            return 'green or dark red'
        case [Color.RED, x]:
            return 'red and', x
        case {Color.GREEN: x}:
            return 'green', x
f('r'), f('g'), f('dr'), f(['r', 5]), f({'g': 6}), f('x')"""),
    ("names of a module and of an object", r"""import math
class Config:
    pass
c = Config()
c.size = 8
c.none = None
def f(v):
    match v:
        case math.pi:
            return 'pi'
        case math.inf:
            return 'inf'
        case math.nan:
            return 'nan'
        case c.size:
            return 'size'
        case c.none:
            return 'none'
f(math.pi), f(float('inf')), f(math.nan), f(8), f(8.0), f(None), f(9)"""),
    ("dtypes", r"""def f(t):
    match t.dtype:
        case torch.float32:
            return 'float'
        case torch.int64:
            return 'long'
        case torch.bool:
            return 'bool'
f(torch.ones(2)), f(torch.arange(3)), f(torch.ones(1) > 0), f(torch.ones(1).double())"""),
    ("values are compared with ==", r"""class V:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        print('compared with', other)
        return self.n == other
match V(3):
    case 1:
        print('one')
    case 'a' | 3:
        print('three')
    case 4:
        print('four')"""),
    ("what is matched is asked for once", r"""def f():
    print('asked')
    return 3
match f():
    case 1:
        print(1)
    case 2:
        print(2)
    case n:
        print('n', n)"""),
    ("several values", r"""def fizz(n):
    match n % 3, n % 5:
        case 0, 0:
            return 'FizzBuzz'
        case 0, _:
            return 'Fizz'
        case _, 0:
            return 'Buzz'
        case _:
            return n
[fizz(n) for n in range(1, 16)]"""),
    ("other forms of what is matched", r"""xs = [2, 3]
match *xs, 4:
    case [a, b, c]:
        print(a, b, c)
match 5,:
    case [n]:
        print(n)
match (n := 6):
    case 6:
        print('six', n)
match {'a': 1}['a']:
    case 1:
        print('item')
match not xs:
    case False:
        print('not empty')
match lambda: 3:
    case f:
        print(f())
match -n:
    case -6:
        print('minus')
match [x for x in xs]:
    case [2, 3]:
        print('comprehension')"""),
    ("match and case are names too", r"""match = 5
case = [1, 2]
print(match + 1, case[0], match, case)
match = match * 2
def f(match, case=3):
    return match * case
match -= 1
print(match, f(match=2), f(2, case=5))
class A:
    match = 'attribute'
    def case(self):
        return self.match
match[0] if isinstance(match, list) else (match), A().case(), A.match"""),
    ("match and case called and indexed", r"""def match(x):
    return 'called', x
case = {'a': 1}
print(match(3), case['a'])
match (4)
x = match (5)
x"""),
    ("match on a name called match", r"""match = [1, 2]
match match:
    case [case, _]:
        print('case', case)
match case:
    case 1:
        print('one')
_ = 3
match _:
    case _:
        print('any', _)"""),
    ("match in a loop", r"""out = []
for t in ['a', 1, None, 2.5, 'stop', 'b']:
    match t:
        case None:
            continue
        case 'stop':
            break
        case str(s):
            out.append(s.upper())
        case int(n) | float(n):
            out.append(n * 2)
else:
    out.append('to the end')
out, t"""),
    ("match in a match", r"""def f(v):
    match v:
        case [kind, value]:
            match kind:
                case 'n':
                    return 'number', value
                case 's':
                    match value:
                        case '':
                            return 'no text'
                        case str():
                            return 'text', value
            return 'unknown', kind
    return 'else'
f(['n', 1]), f(['s', '']), f(['s', 'a']), f(['s', 1]), f(['q', 1]), f(5)"""),
    ("a match on one line each", r"""def f(n):
    match n:
        case 1: return 'one'
        case 2: a = 'two'; return a
        case _: pass
    return 'else'
f(1), f(2), f(3)"""),
    ("nothing comes from a function without a case", r"""def f(v):
    match v:
        case 1:
            return 'one'
print(f(2))
f(1)"""),
    ("an expression worked out", r"""def work_out(e):
    match e:
        case int() | float():
            return e
        case ('+', a, b):
            return work_out(a) + work_out(b)
        case ('*', a, b):
            return work_out(a) * work_out(b)
        case ('-', a):
            return -work_out(a)
        case ('sum', *rest):
            return sum(work_out(a) for a in rest)
        case _:
            raise ValueError(f'what is {e!r}?')
print(work_out(('+', 1, ('*', 2, ('-', 3)))), work_out(('sum', 1, 2, ('*', 2, 2))), work_out(('sum',)))
try:
    work_out(('/', 1, 2))
except ValueError as error:
    print(error)"""),
    ("a tree", r"""class Leaf:
    __match_args__ = ('value',)
    def __init__(self, value):
        self.value = value
class Node:
    __match_args__ = ('left', 'right')
    def __init__(self, left, right):
        self.left, self.right = left, right
def total(t):
    match t:
        case None:
            return 0
        case Leaf(v):
            return v
        case Node(Leaf(a), Leaf(b)):
            return a + b
        case Node(left, right):
            return total(left) + total(right)
def depth(t):
    match t:
        case Node(left=l, right=r):
            return 1 + max(depth(l), depth(r))
    return 0
tree = Node(Node(Leaf(1), Leaf(2)), Node(None, Node(Leaf(3), Leaf(4))))
total(tree), depth(tree), depth(Leaf(0))"""),
    ("a derivative", r"""def d(e):
    match e:
        case 'x':
            return 1
        case int():
            return 0
        case ('+', a, b):
            return ('+', d(a), d(b))
        case ('*', int(k), 'x') | ('*', 'x', int(k)):
            return k
        case ('*', a, b):
            return ('+', ('*', d(a), b), ('*', a, d(b)))
        case ('**', 'x', int(n)) if n > 0:
            return ('*', n, ('**', 'x', n - 1))
d('x'), d(3), d(('*', 3, 'x')), d(('+', ('**', 'x', 2), ('*', 'x', 'x')))"""),
    ("tokens to text", r"""def text(tokens):
    match tokens:
        case []:
            return ''
        case ['<pad>', *rest] | [*rest, '<eos>']:
            return text(rest)
        case [t]:
            return t
        case [a, '##', b, *rest]:
            return text([a + b, *rest])
        case [t, *rest]:
            return t + ' ' + text(rest)
text(['<pad>', 'un', '##', 'do', 'it', '<eos>']), text([]), text(['<pad>', '<eos>'])"""),
    ("layers", r"""torch.manual_seed(0)
def f(layer):
    match layer:
        case nn.Linear(in_features=i, out_features=o) if i == o:
            return f'square {i}'
        case nn.Linear(in_features=i, out_features=o, bias=None):
            return f'{i} to {o} without a bias'
        case nn.Linear(in_features=i, out_features=o):
            return f'{i} to {o}'
        case nn.ReLU() | nn.Tanh():
            return 'activation'
        case nn.Sequential():
            return [f(inner) for inner in layer]
        case nn.Module():
            return 'other'
f(nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 2, bias=False), nn.Tanh(), nn.Linear(2, 1), nn.Dropout())), f(5)"""),
    ("shapes of tensors", r"""def f(x):
    match x.shape:
        case []:
            return 'a number'
        case [n]:
            return f'a row of {n}'
        case (1, n) | (n, 1):
            return f'{n} in a table'
        case [b, t]:
            return f'{b} by {t}'
        case [b, *_, c]:
            return b, c
f(torch.tensor(1.)), f(torch.ones(3)), f(torch.ones(1, 4)), f(torch.ones(5, 1)), f(torch.ones(2, 3)), f(torch.ones(2, 3, 4, 5))"""),
    ("tensors", r"""def f(x):
    match x:
        case torch.Tensor(shape=()):
            return 'number', x.item()
        case torch.Tensor(ndim=1, shape=(n,)) if x.sum() > 2:
            return 'row of more than 2', n
        case torch.Tensor(ndim=2, shape=[rows, 3]):
            return 'table of 3', rows
        case torch.Tensor():
            return 'tensor', x.tolist()
        case [*xs]:
            return [f(t) for t in xs]
        case _:
            return 'else'
f([torch.tensor(4.), torch.ones(3), torch.ones(2), torch.ones(2, 3), 5])"""),
    ("a tensor of one number is compared", r"""def f(t):
    match t:
        case 1:
            return 'one'
        case 2.5:
            return 'two and a half'
        case None:
            return 'none'
        case _:
            return 'else'
f(torch.tensor(1)), f(torch.tensor([2.5])), f(torch.tensor(3)), f(torch.tensor(True)), f(torch.tensor(1).item())"""),
    ("a named tuple", r"""from collections import namedtuple
P = namedtuple('P', 'x y')
def f(v):
    match v:
        case P(0, y):
            return 'x is 0', y
        case P(x=x, y=1):
            return 'y is 1', x
        case [a, b]:
            return 'two', a, b
f(P(0, 5)), f(P(5, 1)), f(P(2, 3)), f((0, 5))"""),
    ("exceptions", r"""def f(e):
    match e:
        case KeyError(args=[key]):
            return 'key', key
        case ValueError(args=()):
            return 'no words'
        case ValueError() | TypeError():
            return 'value or type', str(e)
        case Exception():
            return type(e).__name__
try:
    {}['k']
except KeyError as e:
    print(f(e))
f(ValueError()), f(ValueError('a')), f(TypeError('b', 1)), f(ZeroDivisionError())"""),
    ("functions and classes as values", r"""class Ops:
    add = sum
    kind = int
def f(v):
    match v:
        case Ops.add:
            return 'sum'
        case Ops.kind:
            return 'the class int'
        case int():
            return 'an int'
        case type():
            return 'a class'
f(sum), f(int), f(3), f(float), f(len)"""),
    ("match in a method and a comprehension", r"""class Machine:
    def __init__(self):
        self.stack = []
    def do(self, step):
        match step:
            case 'push', n:
                self.stack.append(n)
            case ('add' | 'mul') as op, :
                b, a = self.stack.pop(), self.stack.pop()
                self.stack.append(a + b if op == 'add' else a * b)
            case ('pop',):
                return self.stack.pop()
        return len(self.stack)
m = Machine()
[m.do(s) for s in (('push', 2), ('push', 3), ('add',), ('push', 4), ('mul',), ('pop',), ('nothing',))]"""),
    ("match gives to what it writes into", r"""totals = {}
def note(event):
    global last
    match event:
        case {'type': str(t), 'n': int(n)}:
            totals[t] = totals.get(t, 0) + n
        case {'type': last}:
            pass
for e in ({'type': 'a', 'n': 2}, {'type': 'b', 'n': 1}, {'type': 'a', 'n': 5}, {'type': 'c'}):
    note(e)
totals, last"""),
    ("match and return through finally", r"""def f(v):
    try:
        match v:
            case 0:
                return 'zero'
            case n if 10 / n > 3:
                return 'small'
            case 'a':
                return 'never'
    except TypeError:
        return 'no number'
    finally:
        print('done', v)
f(0), f(2), f(5), f('b')"""),
    ("patterns over several lines", r"""match {'a': [1, 2], 'b': (3,)}:
    case {
        'a': [
            x,
            y,  # the second
        ],
        'b': (z,),
    }:
        print(x, y, z)
match 'b':
    case (
        'a'
        | 'b'
    ):
        print('a or b')"""),
    ("comments and empty lines between cases", r"""match 2:
    # the first
    case 1:
        print('one')

    # the second

    case 2:  # here
        # nothing yet
        print('two')
"""),
    ("match yields", r"""def g(xs):
    for x in xs:
        match x:
            case [*inner]:
                yield from g(inner)
            case str():
                yield x
            case _:
                yield -x
list(g([1, [2, ['a', 3]], 'b', ()]))"""),
]

def newer(code):
    """What a program prints, in the words of Python 3.12."""
    prints = prompt(code)
    for old, new in NEWER:
        prints = prints.replace(old, new)
    return prints


if __name__ == "__main__":
    write_programs(__file__, PROGRAMS, newer)
