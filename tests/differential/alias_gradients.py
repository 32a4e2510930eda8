"""Programs of tensors that require gradients: leaves, what is made from them, grad mode, and the writes that PyTorch allows or refuses."""

from alias_tensors import Tensors
from growing import NothingFits

# Each runs under `no_grad`, whatever is on outside.
DECORATED = ('''@torch.no_grad()
def N(p):
    p.mul_(2)
    return p''', '''@torch.no_grad()
def N(p):
    print(torch.is_grad_enabled())
    return p * 2''', '''@torch.no_grad()
def N(p):
    return p.view(-1)''', '''def N(p):
    with torch.no_grad():
        p += 1
        q = p[0]
    return q''')


class Gradients(Tensors):
    """A program of tensors with gradients. `self.leaves` are names of leaves; the other names hold what is made from them, too."""

    SIMPLE = {**Tensors.SIMPLE, "module": 1, "array": 1, "leaf": 4, "mark": 3, "derived": 5, "leaf_write": 4, "detached": 3}
    COMPOUND = {"without_gradients": 8, "mode": 3, "views": 5, "decorated": 4, "parameter": 2, "loop": 2, "unpacking": 2, "choice": 1, "function": 1, "deep_copy": 1}
    FAILING = 0.5

    def preamble(self):
        head = super().preamble()
        self.leaves = ["k", "l"]
        self.names = [*self.names[:5], *self.leaves]
        return head

    def first(self):
        yield f"l = {self.real()}.requires_grad_()"
        yield f"x = {self.real()}"
        yield self.derived()

    def there(self):
        """A name that has a value."""
        return self.draw.of([name for name in self.names if name in self.space])

    def real(self):
        """A new tensor that can require gradients."""
        draw = self.draw
        count = draw.one(2, 3, 4, 6)
        return draw.one(f"torch.ones({self.sizes(count)})", f"torch.arange({count}.).view({self.sizes(count)})", f"torch.zeros({self.sizes(count)})")

    def path(self, names):
        """One of these names that has a tensor of real numbers."""
        found = [name for name in names if name in self.space and getattr(self.space[name], "is_floating_point", bool)()]
        if not found:
            raise NothingFits
        return self.draw.of(found)

    def leaf(self):
        draw, name = self.draw, self.draw.of(self.leaves)
        numbers = [float(draw.int(-4, 9)) for _ in range(draw.int(2, 4))]
        return f"{name} = " + draw.one(
            f"torch.tensor({numbers}, requires_grad=True)", f"torch.ones({draw.int(1, 3)}, 2, requires_grad=True)", f"{self.real()}.requires_grad_()",
            f"torch.zeros({draw.int(2, 4)}, requires_grad=True)", f"{self.path(self.names)}.detach().clone().requires_grad_()", f"nn.Parameter({self.real()})",
            f"torch.tensor({draw.int(1, 9)}.0, requires_grad=True)", f"torch.arange(4., requires_grad=True)", f"nn.Parameter({self.real()}, requires_grad=False)",
            f"torch.zeros_like({self.path(self.names)}, requires_grad=True)", f"torch.arange(4).requires_grad_()",
        )  # fmt: skip

    def mark(self):
        """Says of a tensor that it requires gradients, or no more."""
        name = self.draw.of([name for name in self.names if name in self.space])
        return self.draw.one(f"{name}.requires_grad_()", f"{name}.requires_grad_(False)", f"{name}.requires_grad = True", f"{name}.requires_grad = False", f"{self.name()} = {name}.requires_grad_()", f"print({name}.requires_grad, {name}.is_leaf)")

    def derived(self):
        """What is made from a leaf: no leaf any more, and free to be written to."""
        draw = self.draw
        t = self.path(self.leaves)
        return f"{self.draw.of(self.names[:5])} = " + draw.one(f"{t} * 2", f"{t} + 1", f"{t}.clone()", f"({t} * 2)[0]", f"{t}.sum()", f"{t}.reshape(-1)", f"{t}[0]", f"{t}[...]", f"torch.relu({t})", f"torch.stack([{t}, {t}])", f"{t} - {t}.detach()", f"{t}.T")

    def leaf_write(self):
        """A write to a leaf, to a view of one, or from one."""
        draw, t = self.draw, self.path(self.leaves)
        v = self.space[t]
        text, part = self._through(t, v, draw.one(0, 1, 1, 2), 0.0)
        other = draw.of([name for name in self.names if name in self.space])
        return draw.one(
            self.assignment_at(text, part), self.augmented_at(text, part), self.in_place_at(text, part), f"{t} += 1", f"{t}[0] = {self.number()}",
            f"{other}[0] = {t}.sum()", f"{other} += {t}.sum()", f"{other}.copy_({t})", f"{other}[...] = {t}.sum()", f"{other}.mul_({t}.mean())",
            f"nn.init.zeros_({t})", f"{t}.data = {self.real()}", f"{t}.data.zero_()", f"{t}.data[0] += 1",
        )  # fmt: skip

    def detached(self):
        draw, t = self.draw, self.there()
        return draw.one(
            f"{self.name()} = {t}.detach()", f"{self.name()} = {t}.data", f"{t}.detach().add_(1)", f"{t}.data.mul_(2)", f"{t}.detach()[0] = 5",
            f"print({t}.detach().requires_grad, {t}.data.is_leaf)", f"n0 = {t}.detach().numpy()", f"n1 = {t}.numpy()", f"{self.name()} = torch.tensor({t})",
            f"{self.name()} = {t}.detach().clone()",
        )  # fmt: skip

    def without_gradients(self):
        """A block in which no gradients are kept: a write there, or a view that is made there and written to later."""
        draw, t = self.draw, self.path(self.names)
        head = draw.one("with torch.no_grad():", "with torch.no_grad():", "with torch.no_grad():", "with torch.set_grad_enabled(False):", "with torch.enable_grad():")
        view = self.view(t, self.space[t])
        body = draw.one(
            self.statement(is_simple=True), self.leaf_write(), self.leaf_write(), f"{self.name()} = {view}", f"{self.name()} = {t}[0]",
            f"{self.name()}, *ys = {t}", f"{self.name()} = {t} * 2", f"{self.name()} = {view}\n{self.name()} = {self.real()}.requires_grad_()",
            "print(torch.is_grad_enabled())", f"with torch.enable_grad():\n    {self.name()} = {t} * 3\nprint(torch.is_grad_enabled())",
        )  # fmt: skip
        return head + "".join(f"\n    {line}" for line in body.split("\n"))

    def mode(self):
        draw = self.draw
        return draw.one("torch.set_grad_enabled(False)", "torch.set_grad_enabled(True)", "torch.set_grad_enabled(True)", "print(torch.is_grad_enabled())")

    def views(self):
        """Several views of one call, which PyTorch lets nobody write to."""
        draw, t = self.draw, self.path(self.names)
        v = self.space[t]
        if not v.dim():
            raise NothingFits
        first, second = draw.random.sample(self.names[:5], 2)
        many = draw.one(f"{t}.chunk(2)", f"{t}.split(1)", f"{t}.unbind()", f"({t} * 1).chunk(2)", f"({t} + 0).unbind()", f"torch.unbind({t})", f"list({t})")
        write = draw.one(f"{first} += 1", f"{first}.zero_()", f"{first}[...] = 2", f"{first}[0] = 3", f"print({first}.tolist())", f"{t}[0] = 1", f"{first} = {first}.clone()\n{first} += 1", f"with torch.no_grad():\n    {first} += 1")
        return f"{first}, *ys = {many}\n{write}" if draw.chance(0.6) else f"{first}, {second} = {many}\n{write}"

    def decorated(self):
        draw, name = self.draw, f"g{self.draw.int(0, 1)}"
        if name not in self.space or draw.chance(0.3):
            return draw.of(DECORATED).replace("N(", f"{name}(")
        t = self.there()
        return draw.one(f"{self.name()} = {name}({t})", f"{name}({t})", f"print({name}({t}).requires_grad)")

    def shown(self):
        draw = self.draw
        found = self.tensors()
        texts = [draw.of(found)[0] for _ in range(draw.int(1, 3))]
        parts = [draw.one(f"{t}.tolist()", f"{t}.tolist()", f"{t}.requires_grad", f"{t}.is_leaf", f"({t}.requires_grad, {t}.is_leaf)") for t in texts]
        return f"print({', '.join(parts)})"

    def last(self):
        return [f"print({text}.tolist(), {text}.requires_grad)" for text, _ in self.tensors()]
