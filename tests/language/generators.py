#!/usr/bin/env python3
"""Writes generators.json: programs with `yield` and generator expressions, and what Python and PyTorch print.

    PYTHONPATH=. ~/torch/bin/python -W ignore generators.py
"""

from tensor_references import NAMES, write_programs

# A generator that says what happens to it.
SAYS = """def says():
    print('start')
    try:
        yield 1
        print('between')
        yield 2
        print('after')
    finally:
        print('finally')
"""

# One that is sent values, and adds them up.
TOTAL = """def total():
    sum = 0
    while True:
        x = yield sum
        if x is None:
            break
        sum += x
    return sum
"""

# One that catches what is thrown into it.
CATCHES = """def catches():
    n = 0
    while True:
        try:
            yield n
        except ValueError as e:
            print('caught', e)
            n += 10
        else:
            n += 1
"""

# Counts for ever.
COUNT = """def count(n=0):
    while True:
        yield n
        n += 1
"""

# When each part runs, and what next() gives.
ORDER = [
    ("nothing runs before next", SAYS + """g = says()
print('made')
print(next(g))
print('had one')
print(next(g))
print(next(g, 'default'))
"""),
    ("prints of a loop and of a generator take turns", """def g():
    for i in range(3):
        print('give', i)
        yield i
    print('end')
for x in g():
    print('take', x)
"""),
    ("a pipeline takes one at a time", """def numbers():
    for i in range(1, 5):
        print('number', i)
        yield i
def squares(xs):
    for x in xs:
        print('square', x)
        yield x * x
def big(xs):
    for x in xs:
        if x > 3:
            yield x
for y in big(squares(numbers())):
    print('got', y)
"""),
    ("next of an iterator that is empty", """def g():
    yield 1
it = g()
next(it), next(it, None), next(it, 'd'), next(it, [])
"""),
    ("the end raises StopIteration, again and again", """def g():
    yield 1
it = g()
next(it)
for _ in range(2):
    try:
        next(it)
    except StopIteration as e:
        print(repr(e), e.value, e.args)
"""),
    ("the value of StopIteration", """def g():
    yield 1
    return 'result'
it = g()
print(next(it))
try:
    next(it)
except StopIteration as e:
    print(e.value, e.args, repr(e))
try:
    next(it)
except StopIteration as e:
    print(e.value, e.args)
"""),
    ("a tuple is returned", """def g():
    yield 1
    return 1, 2
it = g()
next(it)
try:
    next(it)
except StopIteration as e:
    got = e.value
got
"""),
    ("an infinite one with a break", COUNT + """out = []
for x in count(5):
    if x > 9:
        break
    out.append(x)
out
"""),
    ("an infinite one with next", COUNT + """a, b = count(), count(10)
[next(a), next(b), next(a), next(a), next(b)]
"""),
    ("fibonacci", """def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
g = fib()
[next(g) for _ in range(15)]
"""),
    ("the first that fits", COUNT + """next(x for x in count(1) if x * x > 200), next((x for x in [1, 3] if x % 2 == 0), 'none')
"""),
    ("primes by a sieve of generators", COUNT + """def sieve(xs):
    p = next(xs)
    yield p
    yield from sieve(x for x in xs if x % p)
g = sieve(count(2))
[next(g) for _ in range(10)]
"""),
    ("return at once", """def g(n):
    if n < 0:
        return
    for i in range(n):
        if i == 2:
            return
        yield i
list(g(-1)), list(g(0)), list(g(2)), list(g(9))
"""),
    ("a function with a yield that is never reached", """def g():
    print('runs')
    return 5
    yield
def h():
    if False:
        yield 1
list(g()), list(h())
"""),
    ("a bare yield", """def g():
    yield
    x = yield
    print('x', x)
    yield ()
    yield 1, 2
list(g())
"""),
    ("its type and itself", """def g():
    yield 1
it = g()
iter(it) is it, it is g(), it == it, hasattr(it, '__next__'), hasattr(it, '__iter__'), hasattr(it, 'nothing'), callable(g), callable(it)
"""),
    ("its type", """def g():
    yield 1
type(g()).__name__, type(x for x in []).__name__, type(g).__name__, type(g()) is type(x for x in 'ab')
"""),
    ("its name", """def g():
    yield 1
g().__name__, (x for x in []).__name__, (lambda it: it.__name__)(g())
"""),
    ("arguments are bound at the call, and the body later", """def g(a, b=2, *c, d=4, **e):
    print('body')
    yield a, b, c, d, e
it = g(1, 3, 5, 6, d=7, f=8)
print('called')
print(next(it))
try:
    g()
except TypeError as e:
    print(e)
"""),
    ("an argument that changes before the first next", """def g(xs):
    for x in xs:
        yield x
xs = [1]
it = g(xs)
xs.append(2)
print(next(it), next(it))
xs.append(3)
print(next(it))
"""),
    ("two of one function do not share", """def g(name):
    for i in range(2):
        yield name, i
a, b = g('a'), g('b')
next(a), next(b), next(b), next(a), list(a), list(b)
"""),
    ("a global is read when it is needed", """k = 1
def g():
    yield k
    yield k
it = g()
k = 2
print(next(it))
k = 3
print(next(it))
"""),
    ("by its dunder methods", """def g():
    x = yield 1
    yield x
it = g()
it.__next__(), it.__iter__() is it, it.__next__()
"""),
    ("a countdown", """def countdown(n):
    while n:
        yield n
        n -= 1
    yield 'lift off'
' '.join(str(x) for x in countdown(3))
"""),
]

# `yield from`.
FROM = [
    ("lists, strings, ranges and dicts", """def g():
    yield from [1, 2]
    yield from 'ab'
    yield from range(3)
    yield from {'k': 1, 'l': 2}
    yield from ()
    yield from (x * x for x in range(3))
    yield from {'k': 1}.items()
list(g())
"""),
    ("the value that comes back", """def inner():
    yield 1
    return 'inner done'
def outer():
    said = yield from inner()
    print('said', said)
    nothing = yield from [2]
    print('nothing', nothing)
    return said.upper()
it = outer()
for x in it:
    print(x)
def asks():
    said = yield from outer()
    yield said
list(asks())
"""),
    ("a flat list", """def flat(x):
    if isinstance(x, (list, tuple)):
        for y in x:
            yield from flat(y)
    else:
        yield x
list(flat([1, [2, (3, [4, []])], [[5]], 'six']))
"""),
    ("values that are sent go to the inner one", TOTAL + """def outer():
    while True:
        result = yield from total()
        print('result', result)
g = outer()
print(next(g))
for x in (1, 2, None, 10, 20, None):
    print(x, g.send(x))
"""),
    ("what is thrown goes to the inner one", CATCHES + """def outer():
    try:
        yield from catches()
    except KeyError as e:
        print('outer', e)
        yield 'rescued'
g = outer()
print(next(g), next(g))
print(g.throw(ValueError('v')))
print(next(g))
print(g.throw(KeyError('k')))
print(next(g, 'end'))
"""),
    ("close goes to the inner one first", """def inner():
    try:
        yield 1
    finally:
        print('inner closed')
def outer():
    try:
        yield from inner()
    finally:
        print('outer closed')
g = outer()
next(g)
g.close()
next(g, 'nothing')
"""),
    ("an error of the inner one", """def inner():
    yield 1
    raise ValueError('inside')
def outer():
    try:
        yield from inner()
    except ValueError as e:
        yield f'caught {e}'
    yield 'goes on'
list(outer())
"""),
    ("of what is no iterable", """def g():
    yield 1
    yield from 5
it = g()
print(next(it))
try:
    next(it)
except TypeError as e:
    print(e)
"""),
    ("an inner one that was begun", """def g(it):
    yield 'first'
    yield from it
it = iter([1, 2, 3])
next(it)
list(g(it)), list(it)
"""),
    ("send of a value to a list's iterator", """def g():
    yield from [1, 2]
it = g()
next(it)
try:
    it.send(5)
except AttributeError as e:
    print(e)
print(next(it, 'over'))
"""),
    ("throw while in a list", """def g():
    try:
        yield from [1, 2, 3]
    except ValueError as e:
        print('caught', e)
    yield 'last'
it = g()
next(it), it.throw(ValueError('v')), next(it, 'end')
"""),
    ("a chain of them", """def chain(*its):
    for it in its:
        yield from it
def take(n, it):
    for _, x in zip(range(n), it):
        yield x
def cycle(xs):
    while True:
        yield from xs
list(chain('ab', [1], (), take(4, cycle([7, 8]))))
"""),
    ("from an object with __iter__ and __next__", """class Down:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        if self.n == 0:
            raise StopIteration('zero')
        self.n -= 1
        return self.n
def g():
    said = yield from Down(3)
    yield said
list(g())
"""),
    ("two hundred deep", """def g(n):
    if n:
        yield from g(n - 1)
    yield n
xs = list(g(200))
len(xs), xs[:3], xs[-1]
"""),
]

# `send`, `throw` and `close`.
PROTOCOL = [
    ("a running total", TOTAL + """g = total()
print(next(g), g.send(3), g.send(4), g.send(0.5))
try:
    g.send(None)
except StopIteration as e:
    print(e.value)
"""),
    ("send(None) is next", """def g():
    x = yield 'a'
    print(x)
    x = yield 'b'
    print(x)
it = g()
print(it.send(None))
print(it.send(None))
try:
    it.send('last')
except StopIteration as e:
    print('over', e.value)
"""),
    ("send before the first yield", """def g():
    yield 1
it = g()
try:
    it.send(5)
except TypeError as e:
    print(e)
print(next(it))
"""),
    ("send after the end", """def g():
    yield 1
it = g()
list(it)
try:
    it.send(5)
except StopIteration as e:
    print('StopIteration', e.value)
"""),
    ("a loop gives None", """def g():
    for i in range(3):
        x = yield i
        print('got', x)
for x in g():
    print('x', x)
"""),
    ("targets of an assignment", """class Box:
    pass
box, d, xs = Box(), {}, [0, 0]
def g():
    box.it = yield 1
    d['k'] = yield 2
    xs[1] = yield 3
    a, (b, *c) = yield 4
    n = yield 5
    yield a, b, c, n
it = g()
next(it)
for x in ('box', 'item', 'second', (1, 'xyz')):
    it.send(x)
it.send(9), box.it, d, xs
"""),
    ("with an annotation", """def g():
    n: int = yield 1
    m: list = yield from [2, 3]
    yield n, m
it = g()
next(it), it.send(5), next(it), next(it)
"""),
    ("an average", """def average():
    total, n, mean = 0.0, 0, None
    while True:
        x = yield mean
        total += x
        n += 1
        mean = total / n
g = average()
next(g)
[g.send(x) for x in (10, 20, 60, -30)]
"""),
    ("a machine with states", """def door():
    state = 'closed'
    while True:
        word = yield state
        if word == 'open' and state == 'closed':
            state = 'opened'
        elif word == 'close' and state == 'opened':
            state = 'closed'
        elif word == 'lock' and state == 'closed':
            state = 'locked'
            while word != 'unlock':
                word = yield state
            state = 'closed'
d = door()
next(d)
[d.send(w) for w in ['lock', 'open', 'unlock', 'open', 'lock', 'close']]
"""),
    ("throw in a place that catches", CATCHES + """g = catches()
print(next(g), next(g), g.throw(ValueError('a')), next(g), g.throw(ValueError('b')))
"""),
    ("throw of a class, and of what is not caught", CATCHES + """g = catches()
next(g)
print(g.throw(ValueError))
try:
    g.throw(KeyError('k'))
except KeyError as e:
    print('through', e)
print(next(g, 'it is over'))
"""),
    ("throw into one that has not begun", SAYS + """g = says()
try:
    g.throw(ValueError('early'))
except ValueError as e:
    print('ValueError', e)
print(list(g))
"""),
    ("throw into one that has ended", """def g():
    yield 1
it = g()
list(it)
try:
    it.throw(ValueError('late'))
except ValueError as e:
    print('ValueError', e)
"""),
    ("throw with no more yield", """def g():
    try:
        yield 1
    except ValueError:
        return 'handled'
it = g()
next(it)
try:
    it.throw(ValueError())
except StopIteration as e:
    print(e.value)
"""),
    ("throw of what is no exception", """def g():
    yield 1
it = g()
next(it)
try:
    it.throw(5)
except TypeError as e:
    print(e)
"""),
    ("what is thrown runs finally", SAYS + """g = says()
next(g)
try:
    g.throw(ValueError('v'))
except ValueError as e:
    print('out', e)
"""),
    ("another error in a handler", """def g():
    try:
        yield 1
    except ValueError as e:
        raise KeyError('other') from e
it = g()
next(it)
try:
    it.throw(ValueError('v'))
except KeyError as e:
    print(e, repr(e.__cause__))
"""),
    ("close runs finally", SAYS + """g = says()
next(g)
print(g.close())
print(g.close())
next(g, 'closed')
"""),
    ("close before the first next", SAYS + """g = says()
g.close()
list(g)
"""),
    ("close after the end", SAYS + """g = says()
print(list(g))
g.close()
list(g)
"""),
    ("except GeneratorExit", """def g():
    try:
        yield 1
    except GeneratorExit as e:
        print('closing', repr(e))
        raise
    finally:
        print('finally')
    print('never')
it = g()
next(it)
it.close()
"""),
    ("GeneratorExit that ends by return", """def g():
    try:
        yield 1
    except GeneratorExit:
        print('leaves')
        return
it = g()
next(it)
it.close()
next(it, 'over')
"""),
    ("GeneratorExit is no Exception", """def g():
    try:
        yield 1
    except Exception:
        print('never')
    except BaseException as e:
        print(type(e).__name__, isinstance(e, Exception), issubclass(GeneratorExit, BaseException))
it = g()
next(it)
it.close()
"""),
    ("one that ignores GeneratorExit", """def g():
    try:
        yield 1
    except GeneratorExit:
        pass
    yield 2
it = g()
next(it)
try:
    it.close()
except RuntimeError as e:
    print(e)
print(next(it, 'over'))
"""),
    ("an error while it closes", """def g():
    try:
        yield 1
    finally:
        raise ValueError('from finally')
it = g()
next(it)
try:
    it.close()
except ValueError as e:
    print(e)
print(list(it))
"""),
    ("a break leaves the generator open", SAYS + """g = says()
for x in g:
    print(x)
    break
print('after the loop')
print(next(g))
g.close()
"""),
    ("a break closes one that has no name", SAYS + """for x in says():
    print(x)
    break
print('after the loop')
"""),
    ("already executing", """def g():
    yield 1
    yield next(it)
it = g()
print(next(it))
try:
    next(it)
except ValueError as e:
    print(e)
print(next(it, 'over'))
"""),
    ("already executing, and caught inside", """def g():
    for act in (lambda: next(it), lambda: it.send(1), lambda: it.close(), lambda: it.throw(KeyError('k')), lambda: list(it)):
        try:
            act()
        except ValueError as e:
            print(e)
    yield 'fine'
it = g()
next(it), next(it, 'over')
"""),
    ("two that talk", """def ping(n):
    for i in range(n):
        word = yield f'ping {i}'
        print('ping heard', word)
def pong():
    word = yield
    while True:
        print('pong heard', word)
        word = yield word.replace('ping', 'pong')
a, b = ping(3), pong()
next(b)
said = next(a)
try:
    while True:
        said = a.send(b.send(said))
except StopIteration:
    print('done')
"""),
    ("a scheduler of tasks", """def task(name, n):
    for i in range(n):
        print(name, i)
        yield
    return name + ' is done'
queue = [task('a', 2), task('b', 1), task('c', 3)]
while queue:
    t = queue.pop(0)
    try:
        next(t)
    except StopIteration as e:
        print(e.value)
    else:
        queue.append(t)
"""),
    ("a coroutine that is started by a decorator", """def started(f):
    def make(*args):
        g = f(*args)
        next(g)
        return g
    return make
@started
def grep(word):
    found = []
    while True:
        line = yield found
        if word in line:
            found.append(line)
g = grep('at')
for line in ['a cat', 'a dog', 'that']:
    last = g.send(line)
last
"""),
]

# Statements around a `yield`.
FLOW = [
    ("if, elif and else", """def g(xs):
    for x in xs:
        if x < 0:
            yield 'less'
        elif x == 0:
            y = yield 'zero'
            print('y', y)
        elif x < 10:
            yield from 'ab'
        else:
            yield 'more'
        yield x
list(g([-1, 0, 5, 50]))
"""),
    ("while with else", """def g(n):
    while n:
        n -= 1
        if n == 5:
            yield 'five'
            break
        yield n
    else:
        yield 'else'
    yield 'end'
list(g(3)), list(g(8))
"""),
    ("for with else", """def find(xs, y):
    for x in xs:
        yield 'look', x
        if x == y:
            yield 'found'
            break
    else:
        yield 'not found'
list(find([1, 2, 3], 2)), list(find([1, 2], 7)), list(find([], 1))
"""),
    ("nested loops with break and continue", """def g():
    for i in range(4):
        if i == 1:
            continue
        for j in range(4):
            if j == 1:
                continue
            yield i, j
            if i == j:
                break
        else:
            yield 'row', i
            continue
        yield 'broke', i
        if i == 3:
            break
    else:
        yield 'never'
list(g())
"""),
    ("while in for in while", """def g(n):
    while n > 0:
        for i in range(n):
            k = i
            while k:
                yield n, i, k
                k -= 1
        n -= 2
list(g(3))
"""),
    ("try, except, else and finally", """def g(xs):
    for x in xs:
        try:
            yield 'try', x
            y = 10 // x
            yield 'fine'
        except ZeroDivisionError as e:
            yield 'except', str(e)
        except TypeError:
            yield 'type'
        else:
            yield 'else', y
        finally:
            yield 'finally', x
list(g([5, 0, 'a']))
"""),
    ("continue and break through finally", """def g():
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            yield i
        finally:
            yield 'f', i
    yield 'end'
list(g())
"""),
    ("return through finally", """def g():
    try:
        yield 1
        return 'value'
    finally:
        yield 2
        print('cleaned')
def h():
    said = yield from g()
    yield said
list(h())
"""),
    ("a return in finally", """def g():
    try:
        yield 1
        1 / 0
    finally:
        return 'swallowed'
it = g()
next(it)
try:
    next(it)
except StopIteration as e:
    print(e.value)
"""),
    ("an error waits while finally yields", """def g():
    try:
        raise ValueError('waits')
    finally:
        yield 'cleaning'
        yield 'still'
it = g()
print(next(it), next(it))
try:
    next(it)
except ValueError as e:
    print(e)
"""),
    ("the handled exception stays the same across a yield", """def g():
    try:
        raise ValueError('mine')
    except ValueError as e:
        yield 'waiting'
        print(e)
        raise
it = g()
print(next(it))
try:
    raise KeyError('other')
except KeyError:
    try:
        next(it)
    except ValueError as e:
        print('got', e)
"""),
    ("raise again after a yield", """def g():
    while True:
        try:
            yield 'ok'
        except ValueError:
            yield 'saw it'
            raise
it = g()
print(next(it), it.throw(ValueError('v')))
try:
    next(it)
except ValueError as e:
    print('again', e)
"""),
    ("try in try", """def g():
    try:
        try:
            yield 1
        except KeyError:
            yield 'key'
        finally:
            yield 'inner finally'
    except ValueError as e:
        yield f'value {e}'
    finally:
        yield 'outer finally'
a, b = g(), g()
next(a), next(b)
print(a.throw(ValueError('v')), list(a))
print(b.throw(KeyError('k')), list(b))
"""),
    ("with", """class C:
    def __init__(self, name):
        self.name = name
    def __enter__(self):
        print('enter', self.name)
        return self.name.upper()
    def __exit__(self, kind, error, traceback):
        print('exit', self.name, kind.__name__ if kind else None)
        return kind is ValueError
def g():
    with C('a') as a, C('b') as b:
        yield a
        yield b
    yield 'out'
print(list(g()))
it = g()
next(it)
print(it.throw(ValueError()))
it = g()
next(it)
it.close()
"""),
    ("with of which the loop breaks out", """class C:
    def __enter__(self):
        print('enter')
    def __exit__(self, *rest):
        print('exit', [r is None for r in rest])
def g():
    for i in range(4):
        with C():
            if i == 1:
                continue
            if i == 2:
                break
            yield i
    yield 'end'
list(g())
"""),
    ("match", """def g(xs):
    for x in xs:
        match x:
            case 0:
                yield 'zero'
            case [a, b]:
                yield a
                yield b
            case str():
                yield from x
            case _:
                yield 'other'
list(g([0, [1, 2], 'ab', 1.5]))
"""),
    ("del, assert, pass and names of a block", """def g():
    x = [1, 2, 3]
    yield len(x)
    del x[0]
    yield x
    del x
    try:
        x
    except UnboundLocalError as e:
        yield str(e)
    assert True
    pass
    try:
        assert False, 'no'
    except AssertionError as e:
        yield e.args
list(g())
"""),
    ("locals live on between yields", """def g():
    a = 1
    b = [a]
    yield b
    a += 1
    b.append(a)
    for c in range(2):
        yield c
    b.append(c)
    yield b[:]
it = g()
first = next(it)
first.append('from outside')
list(it), first
"""),
    ("functions and classes made inside", """def g():
    n = 0
    def up(by):
        nonlocal n
        n += by
        return n
    class P:
        def __init__(self, x):
            self.x = x
    yield up
    yield n
    yield P(n).x + 1
it = g()
up = next(it)
up(5), up(2), next(it), up(1), next(it)
"""),
    ("a global counter", """calls = 0
def g():
    global calls
    for i in range(3):
        calls += 1
        yield calls
a, b = g(), g()
next(a), next(b), next(a), calls, list(b), calls
"""),
    ("walrus between yields", """def chunks(xs, n):
    i = 0
    while chunk := xs[i:i + n]:
        yield chunk
        i += n
list(chunks('abcdefg', 3)), list(chunks([], 2))
"""),
]

# Classes, and what is iterable.
CLASSES = [
    ("__iter__ is a generator", """class Tree:
    def __init__(self, value, *children):
        self.value, self.children = value, children
    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child
t = Tree(1, Tree(2, Tree(3)), Tree(4))
list(t), sum(t), max(t), 3 in t, 9 in t, [a for a, b in zip(t, t) if a == b], sorted(t, reverse=True)
"""),
    ("__iter__ gives self, with __next__", """class Down:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n
d = Down(5)
print(next(d), list(d), list(d), next(d, 'over'))
print([x for x in Down(3)], sum(Down(4)), 2 in Down(5), tuple(Down(2)), dict(zip('ab', Down(2))))
a, *b = Down(4)
a, b
"""),
    ("__getitem__ until IndexError", """class Squares:
    def __getitem__(self, i):
        print('item', i)
        if i >= 3:
            raise IndexError('no more')
        return i * i
s = Squares()
print(list(s))
print(4 in s)
it = iter(s)
print(next(it), next(it))
a, b, c = s
"""),
    ("__getitem__ with __len__, and reversed", """class Data:
    def __init__(self, xs):
        self.xs = xs
    def __len__(self):
        return len(self.xs)
    def __getitem__(self, i):
        return self.xs[i]
d = Data('abc')
print([x for x in d], list(reversed(d)), list(enumerate(d)), max(d), 'b' in d)
def g():
    yield from d
''.join(g())
"""),
    ("__next__ without __iter__", """class N:
    def __next__(self):
        return 1
print(next(N()))
try:
    for x in N():
        pass
except TypeError as e:
    print(e)
class I:
    def __iter__(self):
        return N()
it = iter(I())
print(next(it))
class Bad:
    def __iter__(self):
        return [1, 2]
try:
    list(Bad())
except TypeError as e:
    print(e)
"""),
    ("methods that are generators", """class Shelf:
    def __init__(self, **books):
        self.books = books
    def names(self):
        yield from self.books
    def longer(self, n):
        for name, pages in self.books.items():
            if pages > n:
                yield name
    @staticmethod
    def numbers(n):
        for i in range(n):
            yield i
    @classmethod
    def kind(cls):
        yield cls.__name__
    @property
    def pages(self):
        for p in self.books.values():
            yield p
s = Shelf(a=100, b=300, c=250)
list(s.names()), list(s.longer(200)), list(Shelf.numbers(2)), next(s.kind()), sum(s.pages), sum(s.pages)
"""),
    ("super() in a generator", """class A:
    def parts(self):
        yield 'a1'
        yield 'a2'
class B(A):
    def parts(self):
        yield 'b1'
        yield from super().parts()
        for p in super().parts():
            yield p.upper()
class C(B):
    def parts(self):
        print('C')
        yield from super().parts()
list(C().parts())
"""),
    ("a generator that writes to self", """class Counter:
    def __init__(self):
        self.n = 0
    def __iter__(self):
        while self.n < 3:
            self.n += 1
            yield self.n
c = Counter()
for x in c:
    print(x, c.n)
    if x == 2:
        break
list(c), c.n, list(c)
"""),
    ("a generator kept in an object", """class Source:
    def __init__(self, xs):
        self.it = (x for x in xs)
        self.seen = 0
    def take(self, n):
        out = []
        for x in self.it:
            self.seen += 1
            out.append(x)
            if len(out) == n:
                break
        return out
s = Source(range(7))
s.take(3), s.take(2), s.seen, s.take(9), s.take(1), s.seen
"""),
    ("generators in a list and a dict", """def g(n):
    for i in range(n):
        yield i
gs = [g(i) for i in range(4)]
d = {'a': g(2), 'b': (c for c in 'xyz')}
[next(x, None) for x in gs], [list(x) for x in gs], next(d['a']), next(d['b']), {k: list(v) for k, v in d.items()}
"""),
    ("a linked list", """class Node:
    def __init__(self, value, rest=None):
        self.value, self.rest = value, rest
    def __iter__(self):
        node = self
        while node is not None:
            yield node.value
            node = node.rest
xs = Node(1, Node(2, Node(3)))
a, b, c = xs
print(a, b, c, *xs)
[*xs, *xs], list(xs) == [1, 2, 3], dict(enumerate(xs))
"""),
    ("one that was partly read", """def g():
    for i in range(8):
        yield i
it = g()
print(next(it), next(it))
for x in it:
    if x == 3:
        break
print([x for x in it if x % 2])
print(list(it), next(it, 'none'))
"""),
    ("a loop in a loop over one iterator", """it = (i for i in range(9))
out = []
for a in it:
    for b in it:
        out.append((a, b))
        break
out
"""),
    ("pairs and threes of one iterator", """def g():
    yield from range(7)
it = g()
print(list(zip(it, it)))
print(list(zip(*[g()] * 3)))
it = g()
print(list(zip(it, 'ab')), next(it))
"""),
    ("closures bind late", """def g():
    for i in range(3):
        yield lambda: i
print([f() for f in g()], [f() for f in list(g())])
def h():
    for i in range(3):
        yield lambda i=i: i
print([f() for f in list(h())])
[f() for f in list((lambda: i) for i in range(3))]
"""),
    ("iter with a sentinel", """xs = [1, 2, 3, 0, 4]
list(iter(lambda: xs.pop(0), 0)), xs
"""),
]

# Generators that call themselves.
RECURSION = [
    ("in, pre and post order", """class T:
    def __init__(self, v, l=None, r=None):
        self.v, self.l, self.r = v, l, r
def pre(t):
    if t:
        yield t.v
        yield from pre(t.l)
        yield from pre(t.r)
def within(t):
    if t is None:
        return
    yield from within(t.l)
    yield t.v
    yield from within(t.r)
def post(t):
    if t:
        for x in post(t.l):
            yield x
        for x in post(t.r):
            yield x
        yield t.v
t = T(4, T(2, T(1), T(3)), T(6, T(5)))
list(pre(t)), list(within(t)), list(post(t))
"""),
    ("permutations", """def permutations(xs):
    if len(xs) <= 1:
        yield xs
        return
    for i in range(len(xs)):
        for rest in permutations(xs[:i] + xs[i + 1:]):
            yield xs[i:i + 1] + rest
[''.join(p) for p in permutations('abc')], list(permutations([1, 2])), sum(1 for _ in permutations([1, 2, 3, 4, 5]))
"""),
    ("hanoi", """def hanoi(n, a, b, c):
    if n == 0:
        return 0
    left = yield from hanoi(n - 1, a, c, b)
    yield a + c
    right = yield from hanoi(n - 1, b, a, c)
    return left + 1 + right
def counted(n):
    moves = yield from hanoi(n, 'A', 'B', 'C')
    yield moves
list(counted(3))
"""),
    ("subsets and combinations", """def subsets(xs):
    if not xs:
        yield []
        return
    for s in subsets(xs[1:]):
        yield s
        yield [xs[0]] + s
def combinations(xs, k):
    if k == 0:
        yield ()
    elif xs:
        for c in combinations(xs[1:], k - 1):
            yield (xs[0],) + c
        yield from combinations(xs[1:], k)
list(subsets([1, 2, 3])), list(combinations('abcd', 2))
"""),
    ("queens", """def queens(n, placed=()):
    if len(placed) == n:
        yield placed
    else:
        for c in range(n):
            if all(c != p and abs(c - p) != len(placed) - i for i, p in enumerate(placed)):
                yield from queens(n, placed + (c,))
list(queens(4)), next(queens(6)), len(list(queens(5)))
"""),
    ("a walk through a graph", """graph = {'a': ['b', 'c'], 'b': ['d'], 'c': ['d', 'a'], 'd': []}
def deep(node, seen=None):
    seen = set() if seen is None else seen
    if node in seen:
        return
    seen.add(node)
    yield node
    for n in graph[node]:
        yield from deep(n, seen)
def wide(node):
    queue, seen = [node], {node}
    while queue:
        n = queue.pop(0)
        yield n
        for m in graph[n]:
            if m not in seen:
                seen.add(m)
                queue.append(m)
def paths(a, b, path=()):
    path += (a,)
    if a == b:
        yield '-'.join(path)
        return
    for n in graph[a]:
        if n not in path:
            yield from paths(n, b, path)
list(deep('a')), list(wide('a')), list(paths('a', 'd'))
"""),
    ("words of a language", """def words(n, letters='ab'):
    if n == 0:
        yield ''
        return
    for w in words(n - 1, letters):
        for c in letters:
            yield w + c
def brackets(n, opened=0, text=''):
    if n == 0 and opened == 0:
        yield text
    if n:
        yield from brackets(n - 1, opened + 1, text + '(')
    if opened:
        yield from brackets(n, opened - 1, text + ')')
list(words(2)), list(brackets(3))
"""),
    ("merges of what is sorted", """def merge(a, b):
    a, b = iter(a), iter(b)
    end = []
    x, y = next(a, end), next(b, end)
    while x is not end or y is not end:
        if y is end or (x is not end and x <= y):
            yield x
            x = next(a, end)
        else:
            yield y
            y = next(b, end)
def sort(xs):
    if len(xs) < 2:
        yield from xs
    else:
        m = len(xs) // 2
        yield from merge(sort(xs[:m]), sort(xs[m:]))
list(merge([1, 4, 6], [2, 3, 9, 10])), list(sort([5, 2, 8, 1, 9, 3])), ''.join(sort('hello'))
"""),
    ("collatz, digits and Gray codes", """def collatz(n):
    yield n
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        yield n
def digits(n, base=10):
    if n >= base:
        yield from digits(n // base, base)
    yield n % base
def gray(n):
    if n == 0:
        yield ''
    else:
        for g in gray(n - 1):
            yield '0' + g
        for g in reversed(list(gray(n - 1))):
            yield '1' + g
list(collatz(6)), list(digits(2024)), list(digits(10, 2)), list(gray(2))
"""),
    ("pascal", """def pascal():
    row = [1]
    while True:
        yield row
        row = [a + b for a, b in zip([0] + row, row + [0])]
[row for _, row in zip(range(5), pascal())]
"""),
]

# Generator expressions.
EXPRESSIONS = [
    ("lazy", """def f(x):
    print('f', x)
    return x * 10
g = (f(x) for x in [1, 2, 3])
print('made')
print(next(g))
print('had one')
print(list(g), list(g))
"""),
    ("the first iterable is read at once", """def xs():
    print('xs is called')
    return [1, 2]
def ys():
    print('ys is called')
    return [3]
g = ((x, y) for x in xs() for y in ys())
print('made')
print(list(g))
try:
    h = (x for x in nowhere)
except NameError as e:
    print(e)
h = (y for x in [1] for y in nowhere)
try:
    list(h)
except NameError as e:
    print('later', e)
"""),
    ("the first iterable is bound, other names are looked up late", """xs, k = [1, 2], 10
g = (x * k for x in xs)
xs, k = [5, 6], 100
list(g)
"""),
    ("late names in a function", """def f():
    k, ys = 1, [1]
    g = ((x, y, k) for x in [1, 2] for y in ys)
    k, ys = 2, ['a', 'b']
    first = next(g)
    k = 3
    return first, list(g)
f()
"""),
    ("what is no iterable", """try:
    list(x for x in 5)
except TypeError as e:
    print(e)
try:
    list(y for x in [1, 2] for y in x)
except TypeError as e:
    print(e)
"""),
    ("clauses with conditions", """list((a, b, c) for c in range(1, 20) for b in range(1, c) if b % 2 == 0 for a in range(1, b) if a * a + b * b == c * c if c != 5)
"""),
    ("nested", """rows = [[1, 2], [3], []]
list(list(x + 1 for x in row) for row in rows), sum(sum(row) for row in rows), list(max((y for y in row), default=None) for row in rows), [x for x in (y * y for y in (z + 1 for z in range(3)))]
"""),
    ("the variable stays inside", """x = 'mine'
print(sum(x for x in range(4)), x)
print(list(x for x in x))
try:
    list(q for q in [1])
    q
except NameError as e:
    print(e)
"""),
    ("a walrus binds outside", """g = (y := x * x for x in range(4))
print(next(g), next(g), y)
print(any((found := n) > 5 for n in [1, 7, 3]), found)
def f(xs):
    total = 0
    sums = list(total := total + x for x in xs)
    return sums, total
f([1, 2, 3]), [y for x in [1, 2, 3] if (y := x * 2) > 2], y
"""),
    ("targets and stars", """list(a + b for a, b in [(1, 2), (3, 4)]), list((a, c) for a, *b, c in ['abc', (1, 2)]), [(i, k, v) for i, (k, v) in enumerate({'x': 1, 'y': 2}.items())]
"""),
    ("the only argument, and one of more", """sum(x for x in range(4)), sum((x for x in range(4)), 10), max((x for x in 'hello'), key=lambda c: -ord(c)), sorted((x for x in [3, 1, 2]), reverse=True), print(*(x for x in 'abc'), sep='-')
"""),
    ("in a class", """class A:
    n = 3
    xs = [1, 2]
    squares = list(x * x for x in xs)
    def __init__(self, k):
        self.k = k
        self.ks = tuple(self.k * x for x in self.xs)
a = A(5)
try:
    class B:
        n = 3
        bad = list(n for _ in range(2))
except NameError as e:
    print(e)
A.squares, a.ks
"""),
    ("an if-else, a call and a conversion", """words = ['a', 'bb', 'ccc']
list(w if len(w) > 1 else w.upper() for w in words), ''.join(f'{w}{len(w)}' for w in words), {w: n for w, n in ((w, len(w)) for w in words)}, {len(w) for w in words} == set(len(w) for w in words)
"""),
    ("send, throw and close of one", """g = (x for x in range(5))
print(next(g), g.send('nothing'))
try:
    g.throw(ValueError('v'))
except ValueError as e:
    print(e)
print(list(g))
h = (x for x in range(5))
next(h)
h.close()
list(h)
"""),
    ("given to a function that reads some", """def first(xs, n):
    out = []
    for x in xs:
        out.append(x)
        if len(out) == n:
            return out
def noisy():
    for i in range(10):
        print('made', i)
        yield i
g = (x * x for x in noisy())
first(g, 2), first(g, 1)
"""),
    ("the list changes while it is read", """xs = [1, 2, 3]
g = (x for x in xs)
print(next(g))
xs.append(4)
xs[1] = 'two'
print(list(g))
d = {'a': 1}
h = (k for k in d)
d['b'] = 2
try:
    next(h)
except RuntimeError as e:
    print(e)
"""),
    ("lambdas in one", """fs = (lambda y: x + y for x in range(3))
print([f(10) for f in fs])
fs = list(lambda y: x + y for x in range(3))
print([f(10) for f in fs])
k = 1
gs = [(x * k for x in range(3)) for k in range(3)]
print([list(g) for g in gs], k)
gs = [(lambda k: (x * k for x in range(3)))(k) for k in range(3)]
print([list(g) for g in gs])
"""),
]

# What reads them.
CONSUMERS = [
    ("sum, max, min, len and sorted", """def g():
    yield from [3, 1, 2]
try:
    len(g())
except TypeError as e:
    print(e)
sum(g()), max(g()), min(g()), sorted(g()), sorted(g(), key=lambda x: -x), sum(g(), 100), max(g(), key=lambda x: x % 3), max((x for x in []), default='empty')
"""),
    ("list, tuple, set and dict", """def pairs():
    yield 'a', 1
    yield 'b', 2
    yield 'a', 3
list(pairs()), tuple(pairs()), dict(pairs()), sorted(set(pairs())), len(set(k for k, _ in pairs())), {*pairs()} == set(pairs())
"""),
    ("any and all stop early", """def g(xs):
    for x in xs:
        print('look', x)
        yield x
it = g([0, 1, 2])
print(any(it), list(it))
it = g([1, 0, 3])
print(all(it), list(it))
print(any(g([])), all(g([])))
any(x > 1 for x in g([1, 2, 3])), all(x < 2 for x in g([1, 2, 3]))
"""),
    ("in stops early", """def g():
    for x in 'abcd':
        print('look', x)
        yield x
it = g()
print('b' in it)
print('a' in it)
print('d' not in g())
3 in (x for x in range(5)), 9 in (x for x in range(5))
"""),
    ("join, extend, update and more", """def g():
    yield from 'abc'
xs = [0]
xs.extend(g())
xs += (c.upper() for c in g())
s = {1}
s.update(x for x in (2, 3))
d = {'a': 0}
d.update((c, i) for i, c in enumerate(g()))
t = [1, 2, 3, 4]
t[1:3] = (x for x in 'xyz')
'-'.join(g()), xs, s, d, t, s.union(x for x in [9]), 'abc' == ''.join(g())
"""),
    ("join of what is no text", """try:
    ''.join(x for x in ['a', 1])
except TypeError as e:
    print(e)
try:
    sum(x for x in ['a'])
except TypeError as e:
    print(e)
try:
    max(x for x in [])
except ValueError as e:
    print(type(e).__name__)
"""),
    ("enumerate, zip, map, filter and reversed are lazy", """def g():
    for c in 'abc':
        print('give', c)
        yield c
e = enumerate(g(), 1)
print(next(e))
z = zip(g(), [1, 2])
print(next(z))
m = map(lambda c: c.upper(), g())
print(next(m))
f = filter(lambda c: c > 'a', g())
print(next(f))
print(list(e), list(z), list(m), list(f))
try:
    reversed(g())
except TypeError as err:
    print(err)
"""),
    ("zip reads one too many", """def g(name, n):
    for i in range(n):
        print(name, i)
        yield i
a, b = g('a', 5), g('b', 2)
print(list(zip(a, b)))
print(next(a))
try:
    list(zip(g('c', 1), g('d', 2), strict=True))
except ValueError as e:
    print(e)
"""),
    ("unpacking", """def g(n):
    for i in range(n):
        yield i * 10
a, b, c = g(3)
first, *rest = g(4)
*init, last = g(3)
(x, y), z = g(2), 5
[p, q] = (i for i in 'pq')
def f(*args):
    return args
print(a, b, c, first, rest, init, last, x, y, z, p, q)
f(*g(2), *(i for i in 'z')), [*g(2), *g(1)], (*g(1),), {*g(2)}, {**{str(i): i for i in g(2)}}
"""),
    ("unpacking of too few and too many", """def g(n):
    for i in range(n):
        print('give', i)
        yield i
try:
    a, b, c = g(2)
except ValueError as e:
    print(e)
it = g(9)
try:
    a, b = it
except ValueError as e:
    print(e)
print(next(it))
try:
    a, *b, c = g(1)
except ValueError as e:
    print(e)
"""),
    ("for with a tuple of names", """def g():
    for i in range(3):
        yield i, (i * i, str(i))
for i, (square, text) in g():
    print(i, square, text)
{i: s for i, (s, _) in g()}
"""),
    ("itertools over generators", """import itertools
from itertools import islice, count, chain, takewhile, accumulate
def squares():
    for i in count():
        yield i * i
print(list(islice(squares(), 3, 6)))
print(list(takewhile(lambda x: x < 30, squares())))
print(list(chain(islice(squares(), 2), 'ab')))
list(accumulate(x for x in range(5))), list(itertools.product((i for i in range(2)), repeat=2))
"""),
    ("functools.reduce", """from functools import reduce
reduce(lambda a, b: a * b, (x for x in range(1, 6))), reduce(lambda a, b: b + a, (c for c in 'abc'), '!')
"""),
    ("Counter", """from collections import Counter
def letters():
    for w in ['hello', 'world']:
        yield from w
c = Counter(letters())
c['l'], c.most_common(2), Counter(x % 3 for x in range(10))
"""),
    ("comparison and truth", """def g():
    yield 1
a = g()
a == a, a == g(), bool(g()), a != g(), a is not g(), not a, isinstance(a, list)
"""),
    ("what generators can not do", """def g():
    yield 1
for act in (lambda: g()[0], lambda: len(g()), lambda: g() + g(), lambda: g()(), lambda: next([1]), lambda: next(5)):
    try:
        act()
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, '|', e)
"""),
    ("an attribute that generators have not", """def g():
    yield 1
try:
    g().nothing
except AttributeError as e:
    print(e)
"""),
    ("a method of a type is mapped", """''.join(map(str.upper, (c for c in 'abc'))), list(map(str.strip, (w for w in [' a', 'b ']))), sorted((w for w in ['b', 'A']), key=str.lower)
"""),
    ("f-strings and printing", """def g():
    yield from 'ab'
print(*g(), sep=', ', end='!\\n')
print(f"{', '.join(g())} {sum(x for x in range(3))} {[*g()]}")
"""),
]

# What goes wrong.
ERRORS = [
    ("an error in the middle ends it", """def g():
    yield 1
    1 / 0
    yield 2
it = g()
print(next(it))
try:
    next(it)
except ZeroDivisionError as e:
    print(e)
print(next(it, 'over'), list(it))
"""),
    ("an error in a generator expression", """g = (10 // x for x in [5, 0, 2])
print(next(g))
try:
    next(g)
except ZeroDivisionError as e:
    print(e)
list(g)
"""),
    ("an error of what it reads", """def source():
    yield 1
    raise ValueError('source')
def double(xs):
    for x in xs:
        yield x * 2
out = []
try:
    for y in double(source()):
        out.append(y)
except ValueError as e:
    out.append(str(e))
out
"""),
    ("a list in the making is lost", """def g():
    yield 1
    raise KeyError('k')
xs = 'before'
try:
    xs = list(g())
except KeyError as e:
    print(e)
ys = []
try:
    ys.extend(g())
except KeyError:
    pass
xs, ys
"""),
    ("StopIteration raised inside", """def g():
    yield 1
    raise StopIteration('mine')
it = g()
print(next(it))
try:
    next(it)
except RuntimeError as e:
    print(e)
print(next(it, 'over'))
def h():
    next(iter([]))
    yield 1
try:
    list(h())
except RuntimeError as e:
    print(type(e).__name__)
"""),
    ("the cause of StopIteration raised inside", """def g():
    yield 1
    raise StopIteration('mine')
it = g()
next(it)
try:
    next(it)
except RuntimeError as e:
    print(e, '|', repr(e.__cause__))
"""),
    ("next of an empty one inside", """def firsts(its):
    for it in its:
        yield next(it)
try:
    print(list(firsts([iter([1]), iter([]), iter([2])])))
except RuntimeError as e:
    print(e)
def safe(its):
    for it in its:
        try:
            x = next(it)
        except StopIteration:
            return
        yield x
list(safe([iter([1]), iter([]), iter([2])]))
"""),
    ("StopIteration in a generator expression", """its = [iter([1]), iter([])]
try:
    print(list(next(it) for it in its))
except RuntimeError as e:
    print(e)
try:
    [next(it) for it in [iter([])]]
except StopIteration as e:
    print('StopIteration', e.args)
"""),
    ("StopIteration thrown into one", """def g():
    try:
        yield 1
    except StopIteration as e:
        print('caught', e.value)
        yield 2
    yield 3
it = g()
print(next(it), it.throw(StopIteration('v')))
try:
    it.throw(StopIteration('w'))
except RuntimeError as e:
    print(e)
"""),
    ("an error in the loop's body", """def g():
    try:
        for i in range(3):
            yield i
    except ValueError:
        print('never')
    finally:
        print('closed')
it = g()
try:
    for x in it:
        raise ValueError(x)
except ValueError as e:
    print('outside', e)
print(next(it))
it.close()
"""),
    ("an unbound name of a generator", """def g():
    yield 1
    yield late
    late = 2
it = g()
next(it)
try:
    next(it)
except UnboundLocalError as e:
    print(e)
def h():
    yield late
try:
    next(h())
except NameError as e:
    print(e)
"""),
    ("retry with what is thrown", """def attempts(n):
    for i in range(1, n + 1):
        try:
            yield i
        except ValueError as e:
            print('attempt', i, 'failed:', e)
            yield 'again'
        else:
            print('attempt', i, 'was good')
            return
it = attempts(5)
for i in it:
    if i < 3:
        it.throw(ValueError(f'too small {i}'))
"""),
    ("an own exception with data", """class Stop(Exception):
    def __init__(self, at):
        super().__init__(f'stop at {at}')
        self.at = at
def g():
    for i in range(10):
        if i == 3:
            raise Stop(i)
        yield i
seen = []
try:
    for x in g():
        seen.append(x)
except Stop as e:
    print(e, e.at)
seen
"""),
]

# With tensors.
TENSORS = [
    ("batches", """def batches(x, y, size):
    for i in range(0, len(x), size):
        yield x[i:i + size], y[i:i + size]
x = torch.arange(10.).view(5, 2)
y = torch.tensor([0, 1, 0, 1, 1])
for xb, yb in batches(x, y, 2):
    print(xb.tolist(), yb.tolist(), tuple(xb.shape))
"""),
    ("shuffled batches for ever", """def forever(n, size):
    epoch = 0
    while True:
        order = torch.randperm(n)
        for i in range(0, n - size + 1, size):
            yield epoch, order[i:i + size]
        epoch += 1
torch.manual_seed(0)
it = forever(6, 4)
[(e, sorted(i.tolist()), len(i)) for e, i in (next(it) for _ in range(3))]
"""),
    ("a training loop over a generator", """torch.manual_seed(0)
def data(n):
    for i in range(n):
        x = torch.tensor([[float(i % 3)], [float(i % 2)]])
        yield x, 2 * x + 1
model = nn.Linear(1, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for x, y in data(200):
    loss = F.mse_loss(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    losses.append(loss.item())
losses[0] > losses[-1], round(model.weight.item(), 2), round(model.bias.item(), 2), len(losses)
"""),
    ("a generator that trains", """def training(model, x, y, lr):
    step = 0
    while True:
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                p -= lr * p.grad
                p.grad = None
        new = yield step, loss.item()
        lr = lr if new is None else new
        step += 1
torch.manual_seed(0)
model = nn.Linear(1, 1)
nn.init.zeros_(model.weight)
nn.init.zeros_(model.bias)
run = training(model, torch.tensor([[1.], [2.]]), torch.tensor([[2.], [4.]]), 0.1)
first = next(run)
second = run.send(0.0)
third = next(run)
first[1], round(second[1], 4), second[1] == third[1], third[0]
"""),
    ("stack and cat of a list of one", """def rows():
    for i in range(3):
        yield torch.full((2,), float(i))
torch.stack(list(rows())).tolist(), torch.cat([r for r in rows()]).tolist(), sum(rows()).tolist(), torch.stack([*rows()], dim=1).tolist(), torch.stack(tuple(r * 2 for r in rows())).shape
"""),
    ("a module list of one", """torch.manual_seed(0)
layers = nn.ModuleList(nn.Linear(2, 2) for _ in range(3))
x = torch.ones(1, 2)
for i in range(len(layers)):
    x = torch.tanh(layers[i](x))
print(len(layers), sum(p.numel() for p in layers.parameters()), [round(v, 4) for v in x[0].tolist()])
net = nn.Sequential(*(nn.Linear(2, 2) for _ in range(2)))
print(net)
[name for name, _ in net.named_parameters()]
"""),
    ("a loop over modules", """torch.manual_seed(0)
layers = nn.ModuleList(nn.Linear(2, 2, bias=i == 1) for i in range(3))
net = nn.Sequential(*layers, nn.ReLU())
def through(layers, x):
    for layer in layers:
        x = layer(x)
        yield x
a, b = torch.ones(1, 2), torch.ones(1, 2)
for layer in layers:
    a = layer(a)
*_, c = through(layers, b)
print(torch.equal(a, c), len(list(through(net, b))), [type(m).__name__ for m in net])
[m.bias is None for m in layers], sum(1 for _ in net), layers[1] in layers, next(iter(layers)) is layers[0]
"""),
    ("no_grad of a generator function", """w = torch.ones(2, requires_grad=True)
@torch.no_grad()
def g():
    print('inside', torch.is_grad_enabled())
    x = yield w * 2
    print('inside', torch.is_grad_enabled(), x)
    yield w * 3
it = g()
print(torch.is_grad_enabled())
a = next(it)
print(torch.is_grad_enabled(), a.requires_grad, (w * 1).requires_grad)
b = it.send('sent')
print(torch.is_grad_enabled(), b.requires_grad)
print(next(it, 'over'), torch.is_grad_enabled(), g.__name__)
"""),
    ("no_grad of a generator with return, throw and close", """@torch.no_grad()
def g():
    try:
        yield torch.is_grad_enabled()
    except ValueError:
        yield 'caught', torch.is_grad_enabled()
    finally:
        print('finally', torch.is_grad_enabled())
    return 'value'
it = g()
print(next(it), it.throw(ValueError()), torch.is_grad_enabled())
try:
    next(it)
except StopIteration as e:
    print(e.value, torch.is_grad_enabled())
it = g()
next(it)
it.close()
torch.is_grad_enabled()
"""),
    ("with no_grad around a yield", """def g():
    with torch.no_grad():
        yield torch.is_grad_enabled()
        yield torch.is_grad_enabled()
    yield torch.is_grad_enabled()
it = g()
print(torch.is_grad_enabled())
print(next(it))
print(torch.is_grad_enabled())
print(next(it), next(it))
torch.is_grad_enabled()
"""),
    ("rows of a tensor", """x = torch.arange(6.).view(3, 2)
def rows(t):
    for row in t:
        yield row.sum().item()
list(rows(x)), max(rows(x)), sum(v for row in x for v in row).item(), [r.tolist() for r in (row * 2 for row in x)]
"""),
    ("a tensor that is changed between yields", """def g(x):
    while x.sum() < 10:
        x += 1
        yield x
x = torch.zeros(3)
it = g(x)
first = next(it)
x[0] = 5
second = next(it)
first is second, first is x, x.tolist(), next(it, None) is None
"""),
    ("tokens one by one", """torch.manual_seed(0)
logits = torch.tensor([[0., 5., 0.], [0., 0., 5.], [5., 0., 0.]])
@torch.no_grad()
def generate(token, steps):
    for _ in range(steps):
        probs = F.softmax(logits[token], dim=-1)
        token = probs.argmax().item()
        if token == 0:
            return
        yield token
list(generate(0, 5)), list(generate(1, 1)), list(generate(0, 0))
"""),
    ("a dataset with __getitem__ and a loader with __iter__", """class Data:
    def __init__(self, n):
        self.x = torch.arange(float(n))
    def __len__(self):
        return len(self.x)
    def __getitem__(self, i):
        return self.x[i], self.x[i] ** 2
class Loader:
    def __init__(self, data, size):
        self.data, self.size = data, size
    def __len__(self):
        return -(-len(self.data) // self.size)
    def __iter__(self):
        batch = []
        for i in range(len(self.data)):
            batch.append(self.data[i])
            if len(batch) == self.size:
                yield self.collate(batch)
                batch = []
        if batch:
            yield self.collate(batch)
    def collate(self, batch):
        xs, ys = zip(*batch)
        return torch.stack(xs), torch.stack(ys)
loader = Loader(Data(5), 2)
for epoch in range(2):
    for i, (x, y) in enumerate(loader):
        print(epoch, i, x.tolist(), y.tolist())
len(loader)
"""),
    ("parameters by a generator", """torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.b = nn.Linear(3, 1)
    def forward(self, x):
        return self.b(self.a(x))
    def weights(self):
        for name, p in self.named_parameters():
            if name.endswith('weight'):
                yield name, p
net = Net()
opt = torch.optim.SGD((p for _, p in net.weights()), lr=1.0)
bias = net.a.bias.tolist()
net(torch.ones(1, 2)).sum().backward()
before = [p.tolist() for _, p in net.weights()]
opt.step()
[name for name, _ in net.weights()], [b != p.tolist() for b, (_, p) in zip(before, net.weights())], bias == net.a.bias.tolist(), all(p.requires_grad for p in net.parameters())
"""),
]

LISTS = [ORDER, FROM, PROTOCOL, FLOW, CLASSES, RECURSION, EXPRESSIONS, CONSUMERS, ERRORS, TENSORS]

if __name__ == "__main__":
    NAMES["__name__"] = "__main__"
    write_programs(__file__, sum(LISTS, []))
