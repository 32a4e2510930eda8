"""Programs of tensors that share: what writes through names and views, and the containers, objects, modules and arrays that hold them."""

import re

import torch
from torch import nn

from alias_views import Views, is_bool, is_real
from growing import NothingFits

BOX = '''class Box:
    def __init__(self, x):
        self.x = x
        self.y = x
    def put(self, i, v):
        self.x[i] = v
        return self.x
    def grow(self, v):
        self.y += v
        return self'''
FUNCTIONS = ('''def F1(p, q=1):
    p[0] = q
    return p''', '''def F1(p, q=2):
    p += q
    return p[0]''', '''def F1(p, q=2):
    p = p * q
    p[-1] = 0
    return p''', '''def F1(p, q=0):
    for i, row in enumerate(p):
        row += i + q
    return p[-1]''', '''def F1(p, q=0):
    v = p.view(-1)
    v[0] = 7
    return v[1:]''', '''def F1(p, acc=torch.zeros(2)):
    acc[0] += 1
    acc[1:] = p.sum()
    return acc''', '''def F1(*ps):
    for p in ps:
        if isinstance(p, torch.Tensor):
            p.mul_(2)
    return list(ps)''', '''def F1(p, n=2):
    if n == 0:
        p.zero_()
        return p
    p -= 1
    return F1(p[:1], n - 1)''', '''def F1(p, q=3):
    kept = p[0]
    def inner(v):
        kept.add_(v)
        return kept
    inner(q)
    return inner(1)''', '''def F1(p, q=1):
    t = p.T
    t.sub_(q)
    return t''')


class Tensors(Views):
    """A program of tensors and of statements that write to them."""

    SIMPLE = {"binding": 4, "view_binding": 3, "copy_binding": 1, "assignment": 7, "augmented": 4, "in_place": 6, "chained": 1, "in_list": 2, "in_dict": 1, "in_object": 2, "call": 1, "array": 2, "module": 2}
    COMPOUND = {"swap": 2, "unpacking": 2, "loop": 3, "list_loop": 1, "recurrence": 2, "parameter": 3, "choice": 1, "deep_copy": 1, "function": 2}

    def preamble(self):
        draw = self.draw
        self.copies = draw.chance(0.3)
        imports = ["import torch", "import torch.nn as nn", "import torch.nn.functional as F", "import numpy as np"]
        self.head = [*(["import copy"] if self.copies else []), *imports, *self.head]
        self.boxes = draw.chance(0.5)
        self.functions = [f"f{place}" for place in range(draw.int(0, 2))]
        return ([BOX] if self.boxes else []) + [re.sub(r"\bF1\b", name, draw.of(FUNCTIONS)) for name in self.functions]

    def first(self):
        yield f"x = {self.fresh()}"
        yield "y = x"
        yield f"a = {self.fresh()}"

    def last(self):
        return [f"print({text}.tolist())" for text, _ in self.tensors()]

    def is_telling(self, error):
        # PyTorch's own words for what it lacks say nothing about aliases.
        return super().is_telling(error) and (not isinstance(error, NotImplementedError) or self.draw.chance(0.05))

    # Statements that write.

    def statement(self, is_simple=False):
        kinds = self.SIMPLE if is_simple else {**self.SIMPLE, **self.COMPOUND}
        return getattr(self, self.draw.random.choices(list(kinds), list(kinds.values()))[0])()

    def augmented_at(self, t, v):
        draw = self.draw
        if is_bool(v):
            return f"{t} {draw.one('|=', '&=', '^=')} {draw.one('True', 'False', self.value(v))}"
        operator = draw.of(["+=", "+=", "+=", "-=", "-=", "*=", "*="] + (["/=", "**="] if draw.chance(0.3) else ["//=", "%="] if draw.chance(0.2) else []))
        value = {"/=": draw.one("2", "4", "0.5", "-1"), "**=": "2", "//=": draw.one("2", "3"), "%=": draw.one("2", "3")}
        return f"{t} {operator} {value.get(operator) or self.value(v)}"

    def assignment_at(self, t, v):
        """An assignment to items: through a view, a mask, or places."""
        draw, kind = self.draw, self.draw.random.random()
        if kind < 0.7:
            index = self.index(v)
            part = self.at(f"{t}[{index}]")
            return self.augmented_at(f"{t}[{index}]", part) if draw.chance(0.35) else f"{t}[{index}] = {self.value(part)}"
        if v.dim() == 0:
            return f"{t}[...] = {self.number(v)}"
        mask = t if is_bool(v) else f"{t} > {draw.int(-1, 4)}"
        if kind < 0.78 or is_bool(v):
            return f"{t}[{mask}] = {self.number(v)}"
        if kind < 0.84:
            return f"{t}[{mask}] {draw.one('+=', '*=', '-=')} {draw.int(1, 3)}"
        size = v.shape[0]
        if not size:
            raise NothingFits
        # No place twice: "`x[places] = y` that names a place twice keeps the last value; PyTorch leaves open which" (LANGUAGE.md).
        places = draw.random.sample(range(size), draw.int(1, size))
        text = f"{t}[{places}]" if draw.chance(0.4) else f"{t}[torch.tensor({places})]"
        part = v.detach()[places]
        return f"{text} = {self.value(part)}" if kind < 0.93 else self.augmented_at(text, part)

    def in_place_at(self, t, v):
        """A method or a function that writes."""
        draw = self.draw
        options = [f"{t}.zero_()", f"{t}.fill_({self.number(v)})", f"{t}.copy_({self.value(v)})", f"{t}.copy_({self.value(v)})"]
        options += [f"nn.init.{draw.one('ones_', 'zeros_')}({t})", f"nn.init.constant_({t}, {self.number(v)})"]
        if is_bool(v):
            options.append(f"{t}.masked_fill_({t}, False)")
        else:
            options += [f"{t}.add_({self.value(v)})", f"{t}.sub_({self.value(v)})", f"{t}.mul_({self.value(v)})", f"{t}.clamp_({draw.one('0, 5', 'min=1', 'max=3', '-2, 2')})", f"{t}.masked_fill_({t} > {draw.int(0, 4)}, {self.number(v)})"]
        if is_real(v):
            options += [f"{t}.div_({draw.one(2, 4, 0.5)})", f"F.relu({t}, inplace=True)", f"{t}.relu_()", f"{t}.neg_()"]
        if v.dim() and 0 not in v.shape:
            options += [self._placed(t, v), self._placed(t, v)]
        return draw.of(options)

    def _placed(self, t, v):
        """A write to places along an axis."""
        draw, axis = self.draw, self.axis(v)
        size = v.shape[axis]
        places = draw.random.sample(range(size), draw.int(1, size))
        index = torch.zeros([len(places) if of == axis else v.shape[of] for of in range(v.dim())], dtype=torch.int64)
        index += torch.tensor(places).view([-1 if of == axis else 1 for of in range(v.dim())])
        some = [place - size if draw.chance(0.2) else place for place in places]
        options = [f"{t}.index_fill_({axis}, torch.tensor({some}), {self.number(v)})", f"{t}.scatter_({axis}, torch.tensor({index.tolist()}), {self.number(v)})"]
        if not is_bool(v):
            options.append(f"{t}.scatter_add_({axis}, torch.tensor({index.tolist()}), torch.ones({', '.join(map(str, index.shape))}, dtype={v.dtype}))")
        return draw.of(options)

    def assignment(self):
        return self.assignment_at(*self.writable())

    def augmented(self):
        return self.augmented_at(*self.tensor())

    def in_place(self):
        statement = self.in_place_at(*self.writable())
        return f"{self.name()} = {statement}" if self.draw.chance(0.15) else statement

    def chained(self):
        t, v = self.writable()
        first = self.in_place_at(t, v)
        if is_bool(v) or first.startswith(("nn", "F")):
            return first
        return first + self.draw.one(".add_(1)", ".mul_(2)", ".sub_(3)", "[0].add_(1)", ".view(-1)[0].zero_()", ".clamp_(-5, 5)", "[...].fill_(4)")

    # Statements that give names and hold.

    def binding(self):
        draw, value = self.draw, self.any()
        return draw.one(
            f"{self.name()} = {value}", f"{self.name()} = {value}", f"{self.name()} = {value}", f"{self.name()}, {self.name()} = {self.any()}, {value}",
            f"{self.name()} = {self.name()} = {value}", f"{self.name()} = (lambda q: q[0])({value})", f"{self.name()} = [{value}, {value}][0]",
            f"{self.name()} = max([{value}, {value}], key=lambda q: q.sum().item())", f"{self.name()}, {self.name()} = {self.name()}, {self.name()}",
        )  # fmt: skip

    def view_binding(self):
        return f"{self.name()} = {self.view(*self.tensor())}"

    def copy_binding(self):
        return f"{self.name()} = {self.copied(*self.tensor())}"

    def in_list(self):
        draw, name, value = self.draw, self.draw.of(self.lists), self.any()
        kept = self.space.get(name)
        if not isinstance(kept, list) or not kept or draw.chance(0.3):
            return f"{name} = " + draw.one(
                f"[{value}, {self.any()}]", f"[{value}] * 2", f"list({value})", f"[{value}, {value}]", f"[q for q in {value}]",
                f"list({value}.chunk(2))", f"list({value}.unbind())", f"[{value}]", f"list({value}.split(1))",
            )  # fmt: skip
        return draw.one(
            f"{name}.append({value})" if len(kept) < 4 else f"{name}.pop()", f"{name}[{draw.int(0, len(kept) - 1)}] = {value}", f"{name}[0] += 1",
            f"{name}[0], {name}[-1] = {name}[-1], {name}[0]", f"{self.name()} = {name}[-1]", f"{name} = {name}[:1] + [{value}]", f"{name}.reverse()",
            f"{draw.of(self.lists)} = {name}",
        )  # fmt: skip

    def in_dict(self):
        value = self.any()
        if "d" not in self.space:
            return f"d = {{'k': {value}, 'v': {self.any()}}}"
        return self.draw.one(f"d['k'] = {value}", "d['v'] = d['k']", f"d['n'] = {value}", f"d = {{'k': {value}}}", "d['k'] += 1", "d.update(v=d['k'])")

    def in_object(self):
        if not self.boxes:
            raise NothingFits
        draw, o, value = self.draw, self.draw.of(self.objects), self.any()
        if o not in self.space:
            return f"{o} = Box({value})"
        other = draw.of([name for name in self.objects if name in self.space])
        return draw.one(
            f"{o}.x = {value}", f"{o}.y = {value}", f"{o}.put(0, {draw.int(0, 9)})", f"{o}.grow({draw.int(1, 4)})",
            f"{self.name()} = {o}.put(-1, {draw.int(0, 9)})", f"{o} = Box({value})", f"{o}.x += 1", f"{o}.x[0] = 4", f"{draw.of(self.objects)} = {other}",
        )  # fmt: skip

    def call(self):
        if not self.functions:
            raise NothingFits
        return f"{self.draw.one(f'{self.name()} = ', '')}{self.draw.of(self.functions)}({self.any()})"

    def array(self):
        """Arrays of NumPy, which share with tensors."""
        draw, name = self.draw, self.draw.of(self.arrays)
        if name not in self.space or draw.chance(0.3):
            t, v = self.tensor(lambda v: v.dim() >= 1 and not is_bool(v))
            return f"{name} = " + draw.one(f"{t}.numpy()", f"{t}.detach().numpy()", f"{t}.numpy()[1:]", f"{t}.numpy().reshape(-1)", f"{t}.numpy().T", f"np.array({t})", f"np.asarray({t})", f"{t}.numpy().copy()")
        return draw.one(
            f"{name}[0] = {draw.int(0, 9)}", f"{name}[1:] = {draw.int(0, 9)}", f"{name} += 1", f"{name} *= 2", f"{name}[...] = 3", f"{name}[:1] += 2",
            f"print({name}.tolist())", f"{self.name()} = torch.from_numpy({name})", f"{self.name()} = torch.tensor({name})", f"{self.name()} = torch.as_tensor({name})",
            f"{draw.of(self.arrays)} = {name}[::2]", f"{draw.of(self.arrays)} = {name}", f"{draw.of(self.arrays)} = {name}.copy()", f"{name}.fill(6)",
        )  # fmt: skip

    def module(self):
        """Modules of constants: their parameters, `state_dict` and `load_state_dict`."""
        draw, name = self.draw, self.draw.of(self.modules)
        if name not in self.space or draw.chance(0.2):
            # "Random numbers": a cell seeds itself (LANGUAGE.md). The numbers are overwritten, so that nothing is rounded.
            return f"torch.manual_seed(0)\n{name} = nn.Linear(2, {draw.int(1, 2)})\nnn.init.constant_({name}.weight, {draw.int(1, 4)})\nnn.init.zeros_({name}.bias)"
        other = draw.of([module for module in self.modules if module in self.space])
        return draw.one(
            f"d = {name}.state_dict()", f"{other}.load_state_dict({name}.state_dict())", f"{name}.state_dict()['weight'].zero_()",
            f"{name}.state_dict()['bias'][0] = {draw.int(1, 9)}", f"{name}.weight.data[0] = {draw.int(1, 9)}", f"nn.init.ones_({name}.{draw.one('weight', 'bias')})",
            f"with torch.no_grad():\n    {name}.weight.add_(1)", f"with torch.no_grad():\n    {name}.bias += 1", f"{name}.weight = {other}.weight",
            f"{self.name()} = {name}.weight.data", f"{self.name()} = {name}.bias.detach()", f"{name}.weight.data = torch.ones({draw.int(1, 2)}, 2)",
            f"for q in {name}.parameters():\n    q.data.mul_(2)", f"print([q.tolist() for q in {name}.parameters()])",
            f"print({name}(torch.ones(2)).tolist())", f"xs = list({name}.parameters())", f"{self.draw.of(self.parameters)} = {name}.weight",
        )  # fmt: skip

    # Statements of several lines.

    def swap(self):
        t, v = self.writable()
        if not v.dim() or v.shape[0] < 2:
            raise NothingFits
        i, j = self.draw.random.sample(range(v.shape[0]), 2)
        return self.draw.one(f"{t}[{i}], {t}[{j}] = {t}[{j}], {t}[{i}]", f"{t}[{i}], {t}[{j}] = {t}[{j}].clone(), {t}[{i}].clone()", f"{t}[[{i}, {j}]] = {t}[[{j}, {i}]]")

    def unpacking(self):
        t, v = self.writable()
        if not v.dim():
            raise NothingFits
        return f"{self.name()}, {self.name()} = {t}" if v.shape[0] == 2 else f"{self.name()}, *ys = {t}"

    def loop(self):
        """A loop over the rows of a tensor, which are views."""
        draw = self.draw
        t, v = self.writable()
        if not v.dim() or not v.shape[0]:
            raise NothingFits
        head = draw.one(f"for q in {t}:", f"for i, q in enumerate({t}):", f"for q in list({t}):", f"for q in {t}.unbind():")
        bodies = ["q += 1", "q.mul_(2)", "q[...] = 3", "q -= q.clone()", f"{t}[0] = 5\n    q += 1", "q = q + 1", f"{t}[-1] -= 1\n    print(q.tolist())", f"{self.name()} = q", "q.fill_(q.sum())", "q *= 2\n    print(q.sum().item())"]
        return f"{head}\n    {'q.fill_(True)' if is_bool(v) else draw.of(bodies)}"

    def list_loop(self):
        name = self.draw.of(self.lists)
        if not isinstance(self.space.get(name), list):
            raise NothingFits
        return f"for q in {name}:\n    " + self.draw.one("q += 1", "q.zero_()", "q[0] = 4", "q = q * 2", "q.mul_(2)\n    print(q.tolist())", f"{self.name()} = q")

    def recurrence(self):
        """A loop over places in which each write reads what an earlier one wrote."""
        draw = self.draw
        t, v = self.writable()
        if v.dim() == 1 and v.shape[0] > 1:
            return f"for i in range(1, {v.shape[0]}):\n    {t}[i] " + draw.one(f"= {t}[i - 1] + 1", f"+= {t}[i - 1]", "= i", "*= i", f"= {t}[i] - {t}[0]", f"= {t}.sum()")
        if v.dim() != 2 or v.numel() < 2:
            raise NothingFits
        body = draw.one("row[j] = i * 10 + j", f"{t}[i, j] = i - j", f"row[j] += {t}[0, j]", f"{t}[i][j] *= 2", f"row[j] = {t}.max()")
        return f"for i in range({v.shape[0]}):\n    row = {t}[i]\n    for j in range({v.shape[1]}):\n        {body}"

    def parameter(self):
        draw, name = self.draw, self.draw.of(self.parameters)
        if not isinstance(self.space.get(name), nn.Parameter) or draw.chance(0.3):
            return f"{name} = nn.Parameter({self.tensor(is_real)[0]})"
        v = self.space[name].data
        return "with torch.no_grad():\n    " + draw.one(self.assignment_at(name, v), self.augmented_at(name, v), self.in_place_at(name, v), f"{self.name()} = {name}.detach()[...]")

    def choice(self):
        draw = self.draw
        test = draw.one(f"{self.any()}.sum() > {draw.int(0, 20)}", f"{self.name()} is {self.name()}", f"{self.any()}.numel() > 3")
        blocks = ["\n".join(f"    {line}" for line in self.statement(is_simple=True).split("\n")) for _ in range(2)]
        return f"if {test}:\n{blocks[0]}\nelse:\n{blocks[1]}"

    def deep_copy(self):
        if not self.copies:
            raise NothingFits
        options = [f"{self.name()} = copy.deepcopy({self.any()})", f"{self.name()} = copy.copy({self.any()})", "ys = copy.deepcopy(xs)", "ys = copy.copy(xs)"]
        return self.draw.of(options + (["u = copy.deepcopy(o)"] if "o" in self.space else []) + (["g = copy.deepcopy(f)"] if "f" in self.space else []))

    def function(self):
        """A function that writes to a tensor it captured, or to its default."""
        draw, name = self.draw, self.draw.of([name for name in self.names if name in self.space])
        made = f"h{draw.int(0, 3)}"
        if draw.chance(0.5):
            body = draw.one("w[0] = v", "w += v", "w.fill_(v)", "w = w + v")
            return f"def {made}(v, w={name}):\n    {body}\n    return w\n{self.name()} = {made}({draw.int(0, 9)})\n{made}(1)"
        body = draw.one(f"{name}[0] = v", f"{name}.add_(v)", f"{name}.view(-1)[-1] = v", f"{name}[...] = v")
        return f"def {made}(v):\n    {body}\n    return {name}\n{self.name()} = {made}({draw.int(0, 9)})"

    # What is printed.

    def shown(self):
        draw, parts = self.draw, []
        found = self.tensors()
        for _ in range(draw.int(1, 3)):
            t, v = draw.of(found)
            kind = draw.random.random()
            if kind < 0.6:
                parts.append(f"{t}.tolist()")
            elif kind < 0.7:
                parts.append(f"{t}.shape")
            elif kind < 0.78 and not is_bool(v):
                parts.append(f"{t}.sum().item()")
            elif kind < 0.85:
                parts.append(f"{t} is {draw.of(found)[0]}")
            elif kind < 0.9:
                parts.append(f"{t}.dtype")
            else:
                parts.append(f"{self.any()}.tolist()")
        names = [name for name in self.lists if isinstance(self.space.get(name), list)]
        if names and draw.chance(0.3):
            parts.append(f"[q.tolist() for q in {draw.of(names)}]")
        return f"print({', '.join(parts)})"
