"""Programs of containers with closures, whose variables and defaults are shared, and with iterators, which are used up."""

from alias_containers import Containers
from growing import NothingFits

# `N` is a name, `L` a path to a list, `V` a value.
CLOSURES = ('''def N(start=0):
    count = [start]
    def step(by=1):
        count[0] += by
        return count[0]
    return step''', '''def N(xs):
    def put(v):
        xs.append(v)
        return xs
    def take():
        return xs.pop() if xs else None
    return put, take''', '''def N(k):
    seen = {}
    def look(v):
        seen[k] = seen.get(k, []) + [v]
        return seen
    return look''', '''def N(n, acc=[]):
    if n <= 0:
        return acc
    acc.append(n)
    return N(n - 1, acc)''', '''def N(n):
    fs = []
    for i in range(n):
        def f(v=[]):
            v.append(i)
            return v
        fs.append(f)
    return fs''', '''def N(v):
    L.append(v)
    return L''', '''def N(v, w=L):
    w.append(v)
    return w is L''', '''def N(x):
    total = 0
    def inner(xs):
        if not isinstance(xs, (list, tuple)):
            return 1
        return sum([inner(q) for q in xs]) + total
    total = 1
    return inner(x)''')


class Functions(Containers):
    """A program of closures and iterators over containers."""

    SIMPLE = {**Containers.SIMPLE, "closure_call": 5, "iterator": 6, "use": 8, "dict_view": 3}
    COMPOUND = {**Containers.COMPOUND, "closure": 5, "late": 3, "iterator_loop": 5}

    def preamble(self):
        head = super().preamble()
        # Names of makers, of what they make, of iterators and of views of dicts.
        self.makers = ["g0", "g1"]
        self.made = ["h0", "h1", "h2"]
        self.iterators = ["it", "jt", "kt"]
        self.views = ["ks", "vs"]
        return head

    def there(self, names):
        """One of these names that has a value."""
        return self.draw.of([name for name in names if name in self.space] or self._none())

    def _none(self):
        raise NothingFits

    # Closures.

    def closure(self):
        template = self.draw.of(CLOSURES)
        return template.replace("L", self.path(list)).replace("N(", f"{self.draw.of(self.makers)}(")

    def closure_call(self):
        draw = self.draw
        if draw.chance(0.4):
            return f"{draw.of(self.made)} = {self.there(self.makers)}({draw.one(self.path(list), str(draw.int(0, 3)), '')})"
        function = self.there(self.made)
        value = self.space[function]
        if isinstance(value, (list, tuple)):
            function = f"{function}[{draw.int(0, max(len(value) - 1, 0))}]"
            if not value or not callable(value[0]):
                return f"print({function})"
        elif not callable(value):
            return f"print({function})"
        return draw.one(f"print({function}())", f"print({function}({self.small()}))", f"{self.name()} = {function}({draw.int(0, 4)})", f"{function}({self.small()})")

    def late(self):
        """Functions of a loop, which see its variable after it has ended."""
        draw, name = self.draw, self.draw.of(self.made)
        made = draw.one("lambda: i", "lambda j=i: j", "lambda: [i, q]", "lambda v=q: v", "lambda: q")
        return draw.one(
            f"{name} = []\nfor i, q in enumerate({self.path(list, tuple)}):\n    {name}.append({made})\nprint([f() for f in {name}])",
            f"{name} = [lambda: i for i in range(3)]\nprint([f() for f in {name}])",
            f"{name} = [lambda v=i: v for i in range(3)]\nprint([f() for f in {name}])",
            f"{name} = [(lambda xs: lambda v: xs.append(v))({self.path(list)}) for _ in range(2)]\n{name}[0]({self.small()})",
        )

    # Iterators.

    def function(self):
        return self.draw.one("str", "lambda q: [q]", "lambda q: q", "type", "lambda q: (q, q)", "repr")

    def iterator(self):
        draw, name, xs = self.draw, self.draw.of(self.iterators), self.path(list, tuple)
        ys = self.path(list, tuple)
        return f"{name} = " + draw.one(
            f"iter({xs})", f"iter({xs})", f"enumerate({xs})", f"enumerate({xs}, {draw.int(1, 5)})", f"zip({xs}, {ys})", f"zip({xs}, range(3))",
            f"map({self.function()}, {xs})", f"map({self.function()}, {xs})", f"filter(None, {xs})", f"filter(lambda q: isinstance(q, list), {xs})",
            f"reversed({xs})", f"iter({self.path(dict)})", f"iter({self.path(dict)}.items())", f"zip({self.there([*self.iterators, 'a'])}, {xs})",
            f"enumerate({self.there([*self.iterators, 'a'])})", f"map(lambda q, w: [q, w], {xs}, {ys})", f"iter({self.there([*self.iterators, 'a'])})",
        )  # fmt: skip

    def use(self):
        """Takes something out of an iterator, or all that is left. A list never grows by its own iterator: Python would not end."""
        draw, it, name = self.draw, self.there(self.iterators), self.name()
        xs = self.path(list)
        return draw.one(
            f"print(next({it}))", f"print(next({it}, None))", f"{name} = next({it}, [])", f"{name} = list({it})", f"print(list({it}), list({it}))",
            f"{name} = tuple({it})", f"{xs}.extend(zip({it}, range(4)))", f"{xs} += zip({it}, range(3))", f"{name} = [*{it}]", f"print({self.small()} in {it})",
            f"{name} = dict(enumerate({it}))", f"{name}, *{self.name()} = {it}", f"{name} = sorted({it}, key=str)", f"print(any({it}), list({it}))",
            f"print(all({it}), list({it}))", f"{xs}.append(next({it}))", f"print(*{it})", f"{name} = [q for q in {it}]",
            f"print(list(zip({it}, {it})))", f"{name} = list(map(lambda q: [q], {it}))", f"print(max({it}, key=str))", f"print(iter({it}) is {it})",
            f"{xs}[:] = {it}", f"{xs}[1:] = {it}", f"print(len(list({it})))", f"print([next({it}, 0) for q in range(2)])",
        )  # fmt: skip

    def dict_view(self):
        draw, name = self.draw, self.draw.of(self.views)
        if name not in self.space or draw.chance(0.3):
            return f"{name} = {self.path(dict)}.{draw.one('keys', 'values', 'items')}()"
        return draw.one(f"print({name})", f"print(len({name}), list({name}))", f"print('k' in {name})", f"{self.name()} = list({name})", f"{draw.of(self.iterators)} = iter({name})", f"print({name}, {name} == {name})", f"print(sorted({name}, key=str))")

    def iterator_loop(self):
        """A loop over an iterator that ends early, goes on later, or sees its list grow."""
        draw, it, xs = self.draw, self.draw.of(self.iterators), self.path(list)
        if it not in self.space or draw.chance(0.5):
            change = draw.one(f"if len({xs}) < 7:\n        {xs}.append(q)", f"if {xs}:\n        {xs}.pop()", f"if len({xs}) < 7:\n        {xs}.insert(0, 1)")
            over = draw.one(f"map({self.function()}, {xs})", f"enumerate({xs})", f"zip({xs}, {xs})", f"reversed({xs})", f"filter(None, {xs})", f"iter({xs})")
            return f"for q in {over}:\n    {change}\n    print(q)"
        body = draw.one("break", f"print(next({it}, 'end'))", f"if len({xs}) < 7:\n        {xs}.append(1)", f"for w in {it}:\n        print('inner', w)", f"{self.name()} = q")
        return f"for q in {it}:\n    print(q)\n    {body}"
