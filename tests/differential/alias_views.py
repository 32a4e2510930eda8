"""Expressions of tensors: paths to them, views of every kind, copies, and what can be written into one."""

import torch
from torch import nn

from growing import Growing, NothingFits

# How many elements a tensor may have, how many axes, and how large a number.
ELEMENTS, AXES, LARGEST = 40, 4, 1e5


def is_real(tensor):
    return tensor.is_floating_point()


def is_bool(tensor):
    return tensor.dtype == torch.bool


class Views(Growing):
    """A program of tensors that knows its names and draws expressions of them. What is drawn is a text and its tensor: `t, v`."""

    def __init__(self, draw):
        self.names, self.lists, self.dicts = ["a", "b", "c", "e", "x", "y", "z"], ["xs", "ys"], ["d"]
        self.objects, self.parameters, self.arrays, self.modules = ["o", "u"], ["p", "w"], ["n0", "n1"], ["f", "g"]
        super().__init__(draw)

    def is_small(self):
        for _, v in self.tensors():
            if v.numel() > ELEMENTS or v.dim() > AXES:
                return False
            if v.numel() and not is_bool(v) and not bool((v.detach().double().abs() <= LARGEST).all()):
                return False
        return True

    # Paths.

    def tensors(self):
        """(text, tensor) of every path."""
        draw, found = self.draw, []

        def visit(text, value, depth):
            if isinstance(value, nn.Parameter):
                found.append((text + ".data" if draw.chance(0.8) else text, value))
            elif isinstance(value, torch.Tensor):
                found.append((text, value))
            elif isinstance(value, (list, tuple)) and depth < 2:
                for place, item in enumerate(value[:4]):
                    visit(f"{text}[{place if draw.chance(0.8) else place - len(value)}]", item, depth + 1)
            elif isinstance(value, dict) and depth < 2:
                for key, item in value.items():
                    visit(f"{text}[{key!r}]", item, depth + 1)
            elif isinstance(value, nn.Linear):
                visit(f"{text}.weight", value.weight, depth + 1)
                visit(f"{text}.bias", value.bias, depth + 1)
            elif type(value).__name__ == "Box":
                for name, item in vars(value).items():
                    visit(f"{text}.{name}", item, depth + 1)

        for name in [*self.names, *self.lists, *self.dicts, *self.objects, *self.parameters, *self.modules]:
            if name in self.space:
                visit(name, self.space[name], 0)
        return found

    def tensor(self, is_wanted=lambda tensor: True):
        """A tensor that has a path."""
        found = [pair for pair in self.tensors() if is_wanted(pair[1])]
        if not found:
            raise NothingFits
        return self.draw.of(found)

    def name(self):
        return self.draw.of(self.names)

    def axis(self, v):
        if not v.dim():
            raise NothingFits
        return self.draw.int(0, v.dim() - 1)

    # Expressions.

    def index(self, v):
        """The text of an index that makes a view."""
        draw = self.draw
        if v.dim() == 0:
            return draw.one("...", "None", "...", "...")
        parts = []
        for axis in range(draw.int(1, v.dim())):
            size, kind = v.shape[axis], draw.random.random()
            if kind < 0.45 and size:
                place = draw.int(0, size - 1)
                parts.append(str(place if draw.chance(0.7) else place - size))
            elif kind < 0.6:
                parts.append(":")
            elif kind < 0.7:
                parts.append(draw.one("1:", ":1", ":-1", "-2:", ":2"))
            elif kind < 0.85:
                parts.append(draw.one("::2", "1::2", "::3"))
            else:
                start = draw.int(0, size)
                parts.append(f"{start}:{draw.int(start, size)}")
        if draw.chance(0.12):
            parts.insert(draw.int(0, len(parts)), "None")
        if draw.chance(0.12) and len(parts) < v.dim():
            parts.insert(0, "...")
        return ", ".join(parts)

    def sizes(self, count):
        """A shape of so many elements."""
        sizes = []
        for prime in (2, 3, 2):
            if count % prime == 0 and self.draw.chance(0.5):
                sizes.append(prime)
                count //= prime
        sizes.append(count)
        if self.draw.chance(0.2):
            sizes.append(1)
        self.draw.random.shuffle(sizes)
        return ", ".join(map(str, sizes))

    def view(self, t, v):
        """The text of a view of a tensor, or of what may be the tensor itself."""
        draw, axes = self.draw, v.dim()
        kind = draw.random.random()
        if kind < 0.4 or (axes == 0 and kind < 0.8):
            return f"{t}[{self.index(v)}]"
        makers = [self._reshaped, self._same] + ([self._of_one_axis] * 2 if axes else []) + ([self._turned] * 2 if axes >= 2 else [])
        return draw.of(makers)(t, v)

    def _reshaped(self, t, v):
        draw = self.draw
        if not v.numel():
            return f"{t}.reshape(-1)"
        sizes = self.sizes(v.numel())
        options = [f"{t}.reshape({sizes})", f"{t}.reshape(-1)", f"{t}.flatten()", f"torch.flatten({t})"]
        if v.is_contiguous() or draw.chance(0.1):
            options += [f"{t}.view({sizes})", f"{t}.view(-1)", f"{t}.view_as(torch.zeros({sizes}))"]
        if v.dim() <= 2:
            options.append(f"{t}.expand({', '.join(['2'] + ['-1'] * v.dim())})")
        return draw.of(options)

    def _turned(self, t, v):
        draw = self.draw
        i, j = draw.random.sample(range(v.dim()), 2)
        order = ", ".join(map(str, draw.random.sample(range(v.dim()), v.dim())))
        options = [
            f"{t}.transpose({i}, {j})", f"{t}.mT", f"{t}.swapaxes({i}, {j - v.dim()})", f"{t}.movedim({i}, {j})", f"{t}.diagonal()",
            f"{t}.diagonal({draw.int(-1, 1)}, {i}, {j})", f"torch.transpose({t}, {i}, {j})", f"{t}.flatten({min(i, j)}, {max(i, j)})",
            f"{t}.permute({order})", f"nn.Flatten()({t})",
        ]  # fmt: skip
        if v.dim() == 2:
            options += [f"{t}.T", f"{t}.t()", f"{t}.T"] + ([f"torch.einsum('ij->ji', {t})"] if is_real(v) else [])
        return draw.of(options)

    def _of_one_axis(self, t, v):
        draw, axis = self.draw, self.axis(v)
        size = v.shape[axis]
        options = [f"{t}.unsqueeze({draw.int(0, v.dim())})", f"{t}.squeeze()", f"{t}.squeeze({axis})"]
        if size:
            options += [
                f"{t}.chunk({draw.int(1, 3)}, {axis})[0]", f"{t}.chunk(2, dim={axis})[-1]", f"{t}.split({draw.int(1, size)}, {axis})[-1]",
                f"{t}.unbind({axis})[{draw.int(0, size - 1)}]", f"{t}.unfold({axis}, {draw.int(1, size)}, {draw.int(1, 2)})",
                f"{t}.narrow({axis}, 0, {draw.int(1, size)})", f"{t}.select({axis}, {draw.int(0, size - 1)})",
            ]  # fmt: skip
        if size and axis == 0:
            options += [f"list({t})[{draw.int(0, size - 1)}]", f"[*{t}][-1]", f"tuple({t})[0]"]
        if size and size % 2 == 0:
            options.append(f"{t}.unflatten({axis}, (2, -1))")
        if size == 1:
            options += [
                f"{t}.expand({', '.join('2' if place == axis else '-1' for place in range(v.dim()))})",
                f"{t}.expand_as(torch.zeros({', '.join('3' if place == axis else str(of) for place, of in enumerate(v.shape))}))",
            ]
        return draw.of(options)

    def _same(self, t, v):
        """What may be the tensor itself, or a tensor of its elements."""
        options = [
            f"{t}.detach()", f"{t}.data", f"{t}.contiguous()", f"{t}.float()", f"{t}.to({t}.dtype)", f"{t}.cpu()", f"torch.from_numpy({t}.numpy())",
            f"nn.Identity()({t})", f"{t}.double()", f"{t}.reshape_as({t})", f"nn.Dropout(0.5).eval()({t})", f"{t}.view_as({t})",
            f"{t}.type_as({t})", f"torch.as_tensor({t})", f"{t}.bool()" if is_bool(v) else f"+{t}",
            f"F.dropout({t}, 0.5, False)" if is_real(v) else f"{t}.data",
        ]  # fmt: skip
        return self.draw.of(options)

    def copied(self, t, v):
        """The text of what shares nothing with a tensor."""
        axes = v.dim()
        options = [
            f"{t}.clone()", f"{t}.clone()", f"({t} + 1)", f"torch.tensor({t}.tolist())", f"({t} * 2)", f"torch.where({t} > 1, {t}, 0)", f"({t} > 2)",
            f"torch.zeros_like({t})", f"{t}.masked_fill({t} > 1, 0)", f"torch.stack([{t}, {t}])", f"torch.tensor({t})",
        ]  # fmt: skip
        if not is_bool(v):
            options += [f"{t}.clamp(0, 5)", f"{t}.abs()", f"{t}.long()"]
        if axes:
            options += [
                f"{t}.flip(0)", f"torch.cat([{t}, {t}])", f"{t}.sum(0)", f"{t}.repeat({', '.join(['1'] * axes)})", f"{t}[[0]]",
                f"{t}[torch.tensor([0, -1])]", f"{t}[{t} > 1]", f"{t}.cumsum(0)", f"{t}.roll(1, 0)", f"{t}.index_select(0, torch.tensor([0]))",
                f"torch.sort({t}, 0)[0]",
            ]  # fmt: skip
        if axes == 2:
            options += [f"{t}.tril()", f"{t}.diag()"]
        return self.draw.of(options)

    def fresh(self):
        draw, count, kind = self.draw, self.draw.one(2, 3, 4, 4, 6, 6, 8, 12), self.draw.random.random()
        if kind < 0.15:
            return f"torch.zeros({self.sizes(count)})"
        if kind < 0.25:
            return f"torch.ones({self.sizes(count)})"
        if kind < 0.35:
            return f"torch.arange({count}).view({self.sizes(count)})"
        if kind < 0.7:
            return f"torch.arange({count}.).view({self.sizes(count)})"
        if kind < 0.75:
            return f"torch.full(({count},), {draw.int(-3, 3)}.0)"
        if kind < 0.8:
            return f"torch.tensor({[draw.chance(0.5) for _ in range(count)]})"
        if kind < 0.85:
            return f"torch.from_numpy(np.array({[float(draw.int(-9, 9)) for _ in range(count)]}))"
        if kind < 0.9:
            return f"torch.tensor({float(draw.int(-4, 9))})"
        columns = draw.one(2, 3)
        return f"torch.tensor({[[float(draw.int(-9, 9)) for _ in range(columns)] for _ in range(draw.one(2, 2, 3))]})"

    def is_fit(self, value):
        return isinstance(value, torch.Tensor) and value.numel() <= ELEMENTS and value.dim() <= AXES

    def _through(self, t, v, steps, copies):
        """A tensor seen through so many views; some steps are copies."""
        for _ in range(steps):
            text = self.copied(t, v) if self.draw.chance(copies) else self.view(t, v)
            try:
                value = self.at(text)
            except Exception:  # noqa: BLE001, S112 - this step is left out
                continue
            if self.is_fit(value):
                t, v = text, value
        return t, v

    def any(self):
        """An expression of a tensor, without effects."""
        if self.draw.chance(0.1):
            return self.fresh()
        return self._through(*self.tensor(), self.draw.one(0, 1, 1, 1, 2, 3), 0.15)[0]

    def writable(self):
        """A tensor to write to: a path, or views of it."""
        return self._through(*self.tensor(), self.draw.one(0, 0, 0, 1, 1, 2), 0.0)

    def number(self, v=None):
        if v is not None and is_bool(v):
            return self.draw.one("True", "False")
        return self.draw.of(["0", "1", "2", "3", "-1", "5", "7", "9"] + (["0.5", "2.0", "1.5"] if v is None or is_real(v) else []))

    def value(self, v):
        """A number, or a tensor that can be written into another."""
        draw = self.draw
        if draw.chance(0.45):
            return self.number(v)

        def goes(other):
            is_in_shape = other.dim() <= v.dim() and all(size in (1, of) for size, of in zip(other.shape[::-1], v.shape[::-1]))
            return is_in_shape and (is_real(v) or not is_real(other)) and (not is_bool(v) or is_bool(other))

        for _ in range(8 if draw.chance(0.8) else 0):
            text = self.any()
            with_value = self._through(text, self.at(text), 0, 0.0)[1]
            if isinstance(with_value, torch.Tensor) and goes(with_value):
                return text + (".clone()" if draw.chance(0.3) else "")
        if is_bool(v):
            return self.number(v)
        if v.dim() and draw.chance(0.7):
            return f"torch.arange({v.shape[-1]}{'.' if is_real(v) else ''})"
        return f"torch.ones({', '.join(map(str, v.shape)) or '()'})" if is_real(v) else self.number(v)
