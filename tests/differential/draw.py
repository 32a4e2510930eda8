"""What programs are made of: random shapes, dtypes and literals, drawn from one seeded generator."""

import random
from dataclasses import dataclass, field

REALS = ("float32", "float64")
WHOLES = ("int64", "uint8")
HALVES = ("float16", "bfloat16")

# How often each dtype is drawn.
WEIGHTS = {
    "float32": 8,
    "float64": 2,
    "int64": 4,
    "uint8": 1,
    "bool": 2,
    "int32": 1,
    "float16": 1,
    "bfloat16": 1,
}

PLAIN = (0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, -2.0, 0.1, 7.25, -0.3, 1.5, 2.5, -1.5, 100.5)
SPECIAL = ("nan", "inf", "-inf", "1e10", "-1e10", "1e-10", "1e20", "-0.0", "16777217.0", "1e38")
WHOLE = (0, 1, -1, 2, 3, -2, 5, 7, -7, 10)
LARGE = (2**31, -(2**31) - 1, 2**40, 2**53 + 1, 2**62, 1000000007)
BYTES = (0, 1, 2, 3, 7, 127, 128, 200, 255)


@dataclass
class Program:
    """A few lines of the cell language. What is assigned to a name `r_...` is compared; with `wrt`, the gradient of the scalar
    `r_0` with respect to the tensor of that name is compared, too."""

    family: str
    lines: list = field(default_factory=list)
    wrt: str | None = None

    @property
    def source(self):
        return "\n".join(self.lines)


class Draw:
    """Draws from a seed. `dtypes` are those that programs may use."""

    def __init__(self, seed, dtypes=("float32", "float64", "int64", "uint8", "bool")):
        self.random = random.Random(seed)
        self.dtypes = tuple(dtypes)

    def one(self, *options):
        """One of these; a tuple (weight, option) is not special."""
        return self.random.choice(options)

    def of(self, options):
        return self.random.choice(tuple(options))

    def chance(self, p):
        return self.random.random() < p

    def int(self, low, high):
        return self.random.randint(low, high)

    def dtype(self, among=None):
        among = [dtype for dtype in (among or self.dtypes) if dtype in self.dtypes]
        return self.random.choices(among, [WEIGHTS[dtype] for dtype in among])[0]

    def real(self):
        return self.dtype(REALS + HALVES)

    def whole(self):
        return self.dtype(("int64", "uint8", "int32"))

    def shape(self, low=0, high=3, empty=0.03):
        """The sizes of a small tensor; seldom one of them is 0."""
        sizes = [self.random.choice((1, 2, 2, 3, 3, 4)) for _ in range(self.int(low, high))]
        if sizes and self.chance(empty):
            sizes[self.int(0, len(sizes) - 1)] = 0
        return sizes

    def fitting(self, shape):
        """A shape that broadcasts with another one, most of the time."""
        sizes = [1 if self.chance(0.2) else size for size in shape[self.int(0, len(shape)) if self.chance(0.4) else 0 :]]
        if self.chance(0.1):
            sizes = [self.int(1, 3), *sizes]
        if sizes and self.chance(0.03):
            sizes[-1] += 1
        return sizes

    def number(self, dtype, special=0.0):
        """The text of one element."""
        if dtype == "bool":
            return self.one("True", "False")
        if dtype == "uint8":
            return str(self.of(BYTES))
        if dtype == "int32":
            return str(self.of(WHOLE) if self.chance(0.9) else self.one(2**31 - 1, -(2**31), 65537))
        if dtype == "int64":
            return str(self.of(LARGE) if self.chance(special / 2) else self.of(WHOLE))
        if self.chance(special):
            return self.of(SPECIAL)
        if self.chance(0.6):
            return repr(self.of(PLAIN))
        return repr(round(self.random.gauss(0, 2), 3))

    def scalar(self, special=0.1):
        """The text of a plain number."""
        kind = self.random.random()
        if kind < 0.45:
            return self.number("int64", special / 2)
        return self.number("bool") if kind < 0.52 else self.number("float32", special)

    def nested(self, shape, element):
        """A list of lists of this shape."""
        if not shape:
            return element()
        return "[" + ", ".join(self.nested(shape[1:], element) for _ in range(shape[0])) + "]"

    def tensor(self, dtype, shape, special=None, element=None):
        """An expression that makes a tensor. One program in three has special values in it, one in ten has ties everywhere."""
        special = special if special is not None else (0.15 if self.chance(0.3) else 0.0)
        if 0 in shape:
            return f"torch.zeros({', '.join(map(str, shape))}, dtype=torch.{dtype})"
        element = element or (lambda: self.number(dtype, special))
        if self.chance(0.1):
            few = [element(), element()]
            element = lambda: self.of(few)  # noqa: E731
        text = self.nested(shape, element)
        # Without a dtype the literal says it: reals are float32, whole numbers int64.
        plain = dtype in ("float32", "int64", "bool") and self.chance(0.85)
        return f"torch.tensor({text})" if plain else f"torch.tensor({text}, dtype=torch.{dtype})"

    def any(self, shape=None, among=None):
        """A tensor of any dtype and shape: its dtype, its shape and its expression."""
        dtype = self.dtype(among)
        shape = self.shape() if shape is None else shape
        return dtype, shape, self.tensor(dtype, shape)

    def dim(self, rank):
        """An axis, sometimes counted from the end, seldom one that is not there."""
        if self.chance(0.03):
            return self.one(rank, -rank - 1, rank + 2)
        if rank == 0:
            return self.one(0, -1)
        dim = self.int(0, rank - 1)
        return dim - rank if self.chance(0.4) else dim

    def dims(self, rank):
        """An axis or a tuple of axes, seldom the same one twice."""
        if rank == 0 or self.chance(0.7):
            return str(self.dim(rank))
        chosen = self.random.sample(range(rank), self.int(1, rank))
        if self.chance(0.1):
            chosen.append(chosen[0])
        chosen = [dim - rank if self.chance(0.3) else dim for dim in chosen]
        return "(" + ", ".join(map(str, chosen)) + ("," if len(chosen) == 1 else "") + ")"

    def call(self, name, tensor, *arguments):
        """A function of a tensor, called as a method or from `torch`."""
        arguments = [argument for argument in arguments if argument]
        if self.chance(0.5):
            return f"{tensor}.{name}({', '.join(arguments)})"
        return f"torch.{name}({', '.join([tensor, *arguments])})"

    def flags(self, **options):
        """Keywords that are there by chance: a name to its texts."""
        return ", ".join(f"{name}={self.of(texts)}" for name, texts in options.items() if self.chance(0.3))
