"""Programs of names, lists, dicts, sets, tuples and objects that share, with functions and their defaults."""

import re

from alias_definitions import CLASS_A, CLASS_B, FUNCTIONS
from growing import Growing, NothingFits
from parts import exceeds


class Containers(Growing):
    """A program of containers. `self.names` are the names of values; `paths` finds what leads from them to a container."""

    # Parts that all values may have.
    MOST = 500

    def preamble(self):
        draw = self.draw
        self.names = ["a", "b", "c", "d", "e", "x", "y", "z"]
        head = []
        if draw.chance(0.6):
            head.append(CLASS_A)
            if draw.chance(0.5):
                head.append(CLASS_B)
        self.functions = [f"f{place}" for place in range(draw.int(0, 2))]
        head += [re.sub(r"\bF1\b", name, draw.of(FUNCTIONS)) for name in self.functions]
        self.copies = draw.chance(0.4)
        if self.copies:
            self.head.insert(0, "import copy")
        return head

    def first(self):
        yield "a = [1, [2]]"
        yield f"b = {self.literal()}"
        yield 'c = {"k": a}'

    def is_small(self):
        # Also what classes, defaults and captured variables hold.
        return not exceeds([value for name, value in self.space.items() if not name.startswith("__")], self.MOST)

    def is_telling(self, error):
        return super().is_telling(error) and not isinstance(error, RecursionError)

    # Paths: texts that lead to values that exist.

    def paths(self):
        """(text, value) of what the names lead to, found once for each statement that runs."""
        if self.found is None:
            self.found = self._paths()
        return self.found

    def run(self, statement):
        self.found = None
        return super().run(statement)

    def _paths(self):
        draw, found = self.draw, []
        classes = [self.space[name] for name in "AB" if name in self.space]
        todo = [(name, self.space[name], 0) for name in self.names if name in self.space]
        todo += [(f"{kind.__name__}.{name}", getattr(kind, name), 0) for kind in classes for name in ("shared", "table")]
        while todo:
            text, value, depth = todo.pop()
            found.append((text, value))
            if depth >= 3 or len(found) > 150:
                continue
            if isinstance(value, (list, tuple)):
                for place in draw.random.sample(range(len(value)), min(3, len(value))):
                    index = place if draw.chance(0.7) else place - len(value)
                    todo.append((f"{text}[{index}]", value[place], depth + 1))
            elif isinstance(value, dict):
                todo += [(f"{text}[{key!r}]", value[key], depth + 1) for key in list(value)[:3] if isinstance(key, (int, str))]
            elif type(value) in classes:
                todo += [(f"{text}.{name}", getattr(value, name), depth + 1) for name in [*vars(value), "shared", "table"]]
        return found

    def path(self, *kinds):
        """The text of a path to a value of one of these types."""
        found = [text for text, value in self.paths() if not kinds or type(value) in kinds]
        if not found:
            raise NothingFits
        return self.draw.of(found)

    def object(self):
        """A path to an object."""
        if "A" not in self.space:
            raise NothingFits
        return self.path(*(self.space[name] for name in "AB" if name in self.space))

    def name(self):
        return self.draw.of(self.names)

    def key(self):
        return self.draw.one("'k'", "'n'", "'m'", "0", "1", "2.5", "(1, 2)", "True")

    # Expressions.

    def literal(self, depth=0):
        draw, kind = self.draw, self.draw.int(0, 9)
        if depth > 2 or kind < 3:
            return str(draw.int(0, 9))
        if kind == 3:
            return repr(draw.one("s", "k", "ab", "n"))
        if kind in (4, 5):
            return f"[{', '.join(self.value(depth + 1) for _ in range(draw.int(0, 3)))}]"
        if kind == 6:
            return "{" + ", ".join(f"{draw.one('k', 'n', 'm', 'w')!r}: {self.value(depth + 1)}" for _ in range(draw.int(0, 2))) + "}"
        if kind == 7:
            return "(" + "".join(f"{self.value(depth + 1)}, " for _ in range(draw.int(1, 2))) + ")"
        if kind == 8:
            return "{" + ", ".join(str(draw.int(0, 9)) for _ in range(draw.int(1, 3))) + "}"
        return draw.one("None", "True", "1.5", "[]", "{}", "[[]] * 2", "[[0] * 2] * 2", "[[0] for _ in range(2)]")

    def small(self):
        """A path or a small literal."""
        if self.draw.chance(0.6):
            return self.path()
        return self.draw.one(str(self.draw.int(0, 9)), "[]", "'s'", "[1]", "{}", "None", "[0, 2]", "(1, [2])")

    def value(self, depth=0):
        """Any expression; some have effects."""
        draw = self.draw
        if depth >= 2:
            return self.small()
        kind = draw.random.random()
        try:
            if kind < 0.5:
                return self.path()
            if kind < 0.6 and "A" in self.space:
                return draw.one(f"A({self.small()})", f"A([{self.small()}], {draw.one('k', 'q')!r})", f"B([{self.small()}])" if "B" in self.space else "A([])")
            if kind < 0.7:
                return self.of_list(self.path(list))
            if kind < 0.78:
                return self.of_dict(self.path(dict))
            if kind < 0.82:
                s = self.path(set)
                return draw.one(f"set({s})", f"{s}.copy()", f"{s} | {{3}}", f"{s} - {{1}}", f"{s} & {s}", f"sorted({s})", f"len({s})", f"{s}.union([8])", f"(3 in {s})")
            if kind < 0.87 and self.copies:
                return f"{draw.one('copy.copy', 'copy.deepcopy')}({self.small()})"
            if kind < 0.9 and self.functions:
                return f"{draw.of(self.functions)}({self.small()})"
            if kind < 0.93:
                return f"{self.object()}.{draw.one('both()', f'push({self.small()})', f'keep({self.small()})', 'tick()')}"
        except NothingFits:
            pass
        return self.literal(depth)

    def of_list(self, xs):
        """An expression of a list: a copy, a part, or what a method gives."""
        return self.draw.one(
            f"{xs}[:]", f"list({xs})", f"{xs}.copy()", f"{xs}[1:]", f"{xs}[::-1]", f"{xs} + {xs}", f"{xs} * 2", f"[*{xs}, {self.small()}]",
            f"tuple({xs})", f"[q for q in {xs}]", f"[[q] for q in {xs}]", f"{{q: {xs} for q in range(2)}}", f"({xs} or 1)",
            f"({xs} and {self.small()})", f"{xs}.pop()", f"{xs}.pop(0)", f"{xs}.append({self.small()})", f"len({xs})",
            f"{xs}.count({self.small()})", f"sorted({xs}, key=str)", f"(lambda q: q)({xs})", f"sum([{xs}, {xs}], [])",
            f"max([{xs}, {xs}], key=len)", f"{xs}[-1:] + {xs}[:-1]", f"[{xs}, {xs}]", f"({xs}, {xs})", f"str({xs})", f"repr({xs})",
            f"[{xs}.pop() for q in range(2)]", f"({xs} if {xs} else [])", f"dict(enumerate({xs}))", f"type({xs}) is list",
        )  # fmt: skip

    def of_dict(self, d):
        """An expression of a dict."""
        return self.draw.one(
            f"dict({d})", f"{d}.copy()", f"{{**{d}}}", f'{{**{d}, "n": {self.small()}}}', f'{d}.get("k")', f'{d}.get("k", {self.small()})',
            f'{d}.setdefault("k", {self.small()})', f'{d}.setdefault("m", [])', f'{d}.pop("k", None)', f"list({d}.values())",
            f"list({d}.items())", f"list({d})", f"{{q: w for q, w in {d}.items()}}", f"[w for w in {d}.values()]",
            f"dict({d}, k={self.small()})", f"dict(k={d})", f"len({d})", f'("k" in {d})',
        )  # fmt: skip

    # Statements.

    SIMPLE = {"binding": 8, "list_call": 7, "list_write": 4, "dict_write": 4, "set_write": 2, "unpacking": 3, "call": 2, "object_write": 3, "class_write": 3, "bound": 1}
    COMPOUND = {"loop": 5, "changing_loop": 3, "odd_loop": 4, "choice": 1}

    def statement(self, is_simple=False):
        kinds = self.SIMPLE if is_simple else {**self.SIMPLE, **self.COMPOUND}
        return getattr(self, self.draw.random.choices(list(kinds), list(kinds.values()))[0])()

    def binding(self):
        name, value = self.name(), self.value()
        kind = self.draw.int(0, 7)
        if kind == 0:
            return f"{name} = {self.name()} = {value}"
        if kind == 1:
            return f"{self.path(list)}[{self.draw.int(-2, 2)}] = {name} = {value}"
        if kind == 2:
            return f"{name} = [{self.name()} is q for q in {self.path(list)}]"
        return f"{name} = {value}"

    def list_call(self):
        draw, xs = self.draw, self.path(list)
        is_ordered = all(type(item) is int for item in self.at(xs))
        return f"{xs}." + draw.one(
            f"append({self.value()})", f"append({self.value()})", f"extend({self.path(list, tuple, dict)})", f"insert({draw.int(-3, 4)}, {self.value()})",
            f"remove({self.value()})", "reverse()", "pop()", f"pop({draw.int(-2, 2)})", "clear()", "sort()" if is_ordered else "reverse()",
            "sort(key=lambda q: q if isinstance(q, int) else 0)", "sort(key=lambda q: isinstance(q, list), reverse=True)",
            f"extend({xs})", f"append({xs})", "sort(key=lambda q: 1 if isinstance(q, list) else 0)",
        )  # fmt: skip

    def list_write(self):
        draw, xs = self.draw, self.path(list)
        return draw.one(
            f"{xs}[{draw.int(-2, 2)}] = {self.value()}", f"{xs}[0], {xs}[-1] = {xs}[-1], {xs}[0]", f"{xs} += [{self.value()}]", f"{xs} += {xs}",
            f"{xs} += {self.path(list, tuple, dict)}", f"{xs} *= {draw.int(0, 2)}", f"{xs}[{draw.int(-1, 1)}] += {self.path(list, int)}",
            f"{xs}[{draw.int(-1, 1)}] *= 2",
        )  # fmt: skip

    def dict_write(self):
        draw, d, key = self.draw, self.path(dict), self.key()
        return draw.one(
            f"{d}[{key}] = {self.value()}", f"{d}[{key}] = {d}", f"{d}[{key}] += {self.path(list, int)}", f"{d}.update({self.value()})",
            f"{d}.update(k={self.value()})", f"{d}.setdefault({key}, []).append({self.value()})", f"{d}.pop({key})", f"{d}.clear()",
            f"{d}.setdefault({key}, {self.value()})", f"{d}[{key}] = {d}.get({key}, []) + [{self.value()}]", f"{d}.update({d})",
        )  # fmt: skip

    def set_write(self):
        draw, s = self.draw, self.path(set)
        number = draw.int(0, 9)
        return draw.one(
            f"{s}.add({number})", f"{s}.discard({number})", f"{s}.remove({number})", f"{s}.clear()", f"{s}.update([{number}])", f"{s} |= {{{number}}}",
            f"{s} -= {{{number}}}", f"{s} ^= {s}", f"{s} &= {{1, 2, 3}}", f"{s}.update({s})",
        )  # fmt: skip

    def unpacking(self):
        kind = self.draw.int(0, 3)
        if kind == 0:
            return f"{self.name()}, {self.name()} = {self.value()}, {self.value()}"
        if kind == 1:
            return f"{self.name()}, *{self.name()} = {self.path(list, tuple)}"
        if kind == 2:
            xs = self.path(list)
            return f"{xs}[0], {self.name()}, {xs}[-1] = {self.value()}, {self.value()}, {self.value()}"
        return f"({self.name()}, {self.name()}), {self.name()} = [{self.value()}, {self.value()}], {self.value()}"

    def call(self):
        if not self.functions:
            raise NothingFits
        function = self.draw.of(self.functions)
        return self.draw.one(f"{self.name()} = {function}({self.value()})", f"{function}({self.value()}, {self.value()})")

    def object_write(self):
        """An object's attributes, and what its methods change."""
        draw = self.draw
        try:
            o = self.object()
        except NothingFits:
            if "A" not in self.space:
                raise
            return f"{self.name()} = A({self.value()})"
        return draw.one(
            f"{o}.xs = {self.value()}", f"{o}.xs += {self.path(list)}", f"{o}.push({self.value()})", f"{o}.keep({self.value()})",
            f"{o}.swap({o})", f"{o}.new = {self.value()}", f"{o}.shared = {o}.shared + [1]", f"{o}.shared += [2]",
            f'setattr({o}, "acc", {self.value()})', f"{o}.xs[0] += {self.path(list)}", f"{o}[0] = {self.value()}",
            f"{o}[-1] += {self.path(list, int)}", f"{o}.n += 1\nprint({o}.n, A.n)", f"print({o}.tick(), A.n)", f"{o}.n = 5",
        )  # fmt: skip

    def class_write(self):
        """A class's attributes: seen by objects and subclasses that have none of their own."""
        if "A" not in self.space:
            raise NothingFits
        draw = self.draw
        kind = "B" if "B" in self.space and draw.chance(0.4) else "A"
        return draw.one(
            f"{kind}.n = {draw.int(1, 9)}", f"{kind}.n += {draw.int(1, 3)}", f"{kind}.n += 1", f"{kind}.shared += [{self.small()}]",
            f"{kind}.shared = {self.value()}", f"{kind}.shared.append({self.value()})", f"{kind}.table[{self.key()}] = {self.value()}",
            f"{kind}.table = {{}}", f"{kind}.push = lambda self, v: self.xs.insert(0, v)", f'setattr({kind}, "n", {draw.int(1, 9)})',
            f"{kind}.more = {self.value()}\nprint({kind}.more)", f"{kind}.n, {self.name()} = {draw.int(1, 9)}, {self.value()}",
            f"{kind}.shared[{draw.int(-1, 1)}] = {self.value()}", f"print({kind}.n, A.n)", f"for {kind}.n in range(3):\n    print({kind}.n)",
        )  # fmt: skip

    def bound(self):
        """A method that is kept under a name and called later."""
        name = f"m{self.draw.int(0, 2)}"
        if name in self.space and self.draw.chance(0.6):
            return f"{name}({self.value()})"
        if self.draw.chance(0.7):
            return f"{name} = {self.path(list)}.{self.draw.one('append', 'extend', 'pop', 'remove', 'index')}"
        return f"{name} = {self.path(dict)}.{self.draw.one('get', 'update', 'setdefault')}"

    def inner(self):
        """A statement of the body of a loop over `q`."""
        draw = self.draw
        if draw.chance(0.65):
            return self.statement(is_simple=True)
        xs = self.path(list)
        return draw.one(
            f"if isinstance(q, list):\n    q.append({self.small()})", f"if isinstance(q, list):\n    q += [{self.small()}]",
            f"if isinstance(q, list) and q:\n    q[0] = {self.small()}", f'if isinstance(q, dict):\n    q["k"] = {self.small()}', f"{xs}.append(q)",
            "q = [q]", f"{self.name()} = q", f"if isinstance(q, list) and q is {self.name()}:\n    break", f"if len({xs}) < 9:\n    {xs}.append(q)",
        )  # fmt: skip

    def block(self):
        """The indented body of a loop."""
        lines = [line for _ in range(self.draw.int(1, 2)) for line in self.inner().split("\n")]
        return "\n".join(f"    {line}" for line in lines)

    def loop(self):
        draw, body = self.draw, self.block()
        return draw.one(
            f"for q in {self.path(list, tuple, dict)}:\n{body}", f"for q in {self.path(list, tuple, dict)}:\n{body}",
            f"for i, q in enumerate(list({self.path(list)})):\n{body}", f"for q in [{self.value()}, {self.value()}]:\n{body}",
        )  # fmt: skip

    def changing_loop(self):
        """A loop over a list that it changes."""
        draw, xs = self.draw, self.path(list)
        change = draw.one(f"append({self.value()})", "append(q)", "insert(0, q)", "insert(0, 1)")
        less = draw.one("pop()", "pop(0)", "remove(q)", "clear()", "reverse()")
        return draw.one(
            f"for q in {xs}:\n    if len({xs}) < 8:\n        {xs}.{change}\n    print(q)",
            f"for q in {xs}:\n    {xs}.{less}\n    print(q)",
            f"while {xs}:\n    print({xs}.pop(), len({xs}))\n    if len({xs}) > 4:\n        break",
            f"{self.name()} = [({xs}.append(q), {xs})[1] if len({xs}) < 7 else q for q in {draw.one(xs, self.path(list))}]",
            f"[q.append({self.small()}) for q in {self.path(list, tuple)} if isinstance(q, list) and len(q) < 6]",
        )

    def odd_loop(self):
        """A loop whose target is an item, or whose dict changes."""
        draw = self.draw
        if draw.chance(0.3):
            xs = self.path(list)
            return f"for {xs}[0] in {self.path(list, tuple, dict)}:\n    print({xs})"
        d = self.path(dict)
        return draw.one(
            f"for q in list({d}):\n    {d}.pop(q)\n    print({d})\n    {d}[q] = {self.value()}",
            f"for q, w in {d}.items():\n    {d}[q] = {draw.one('[w]', 'w', '[w, w]', self.value())}",
            f'for {d}["k"] in range(2):\n    print({d})',
            f"for q in {d}:\n    {d}[len({d})] = q",
        )

    def choice(self):
        return f"if {self.name()} == {self.value()}:\n{self.block()}\nelse:\n{self.block()}"

    # What is printed.

    def shown(self):
        draw, parts = self.draw, []
        for name in draw.random.sample(self.names, draw.int(1, 3)):
            if name in self.space:
                parts.append(draw.one(name, name, f"str({name})", f"f'{{{name}}}'"))
        kinds = tuple(self.space[name] for name in "AB" if name in self.space)
        shared = [(text, value) for text, value in self.paths() if isinstance(value, (list, dict, set, *kinds))]
        if shared:
            for _ in range(draw.int(1, 3)):
                parts.append(f"{draw.of(shared)[0]} {draw.one('is', 'is', 'is', '==', '!=', 'is not')} {draw.of(shared)[0]}")
            text, value = draw.of(shared)
            other = draw.of(shared)[0]
            if type(value) is list:
                parts.append(draw.one(f"len({text})", f"{other} in {text}", f"{text}.count({other})", f"{text}[:2]", f"{text}[-1:]", f"bool({text})", f"{text} < {text}", f"[{text} is q for q in {text}]"))
            elif type(value) is dict:
                parts.append(draw.one(f"list({text})", f"list({text}.values())", f"len({text})", f'{text}.get("k")'))
            elif type(value) is set:
                parts.append(f"sorted({text})")
            else:
                parts.append(f"{text}.n")
        return f"print({', '.join(parts)})" if parts else None
