"""What programs about aliases leave out, because Glassformer differs there from Python and PyTorch on purpose.

Each guard names the entry of lessons/LANGUAGE.md that it follows ("What differs from Python and PyTorch", if it says nothing else). When an
entry goes, so does its guard. `fuzz.py --unguarded NAME` draws programs without one of them.
"""

import re
from dataclasses import dataclass

import torch
import torch._dynamo  # noqa: F401 - else the first statement under a dispatch mode loads it, against the clock
from torch import nn
from torch.utils._python_dispatch import TorchDispatchMode

from parts import of_function

# Guards that a run of the fuzzer switches off.
UNGUARDED = set()


@dataclass(frozen=True)
class Guard:
    """A name, the entry of LANGUAGE.md, and a pattern of the statements that are not drawn."""

    name: str
    entry: str
    pattern: str

    def forbids(self, statement):
        return self.name not in UNGUARDED and re.search(self.pattern, statement) is not None


# Arrays of NumPy have names of their own, `n0` and `n1`, so that a pattern can tell them from tensors.
STATEMENTS = (
    # One element of an array is a view here and a number of its own in NumPy; slices are views in both.
    Guard("number_of_an_array", "Arrays of NumPy are tensors: `a[0]`", r"\bn\d\[[^\]:.]*\](?! *[-+*]?=(?!=))"),
    Guard("flatten_of_an_array", "Arrays of NumPy are tensors: `a.flatten()`", r"\bn\d(\[[^\]]*\])?\.flatten\("),
    Guard("plus_of_an_array", "Arrays of NumPy are tensors: `+a`", r"(^|[=(,] ?)\+n\d\b"),
    Guard("overlap_in_an_array", "Arrays of NumPy are tensors: `a[1:] = a[:-1]`", r"\bn\d\[[^\]]*\] *[-+*]?= *n\d\b"),
    Guard("printed_array", "Arrays of NumPy are tensors, and print as such", r"print\((?:.*[(,] ?)?n\d\b(?!\.tolist|\[[^\]]*\]\.tolist| is )"),
    Guard("part_of_a_complex_number", "Writing to a part of a complex number", r"\.real\b|\.imag\b|view_as_(real|complex)"),
    Guard("generator_expression", "A generator computes all of its items when it is made", r"\((?:\w+\()?\w+ for \w+ in [^\[\]]*\)"),
    # The page lists every name that there is; these are on no list of it.
    Guard("absent", "the lists of functions and methods", r"\.(select|narrow|relu_|neg_|as_tensor)\(|\bn\d\.(copy|fill)\(|\.numpy\(\)\.copy\("),
    # "What is left out": these words have a line of the table there each.
    Guard("left_out", "What is left out: del, global, nonlocal, match, <<", r"\b(del|global|nonlocal|match|async|await)\b|<<|>>"),
    # "Random numbers": a cell seeds itself, and programs about aliases need none but in layers, whose numbers they overwrite.
    Guard("random", "Random numbers", r"\.(normal_|uniform_|bernoulli_|random_)\(|torch\.(rand|randn|randint|randperm)\("),
)


NAMES = (*(guard.name for guard in STATEMENTS), "overlapping_write", "circle")


def forbidding(statement):
    """The name of a guard that forbids a statement, or `None`."""
    return next((guard.name for guard in STATEMENTS if guard.forbids(statement)), None)


class Unspecified(BaseException):
    """PyTorch runs a write whose result follows only from the order of its loops. No program can catch it."""


def addresses(tensor):
    """The addresses of the elements, in logical order."""
    if tensor.numel() == 0:
        return []
    at = torch.zeros(tensor.shape, dtype=torch.int64)
    for axis, (size, stride) in enumerate(zip(tensor.shape, tensor.stride())):
        at = at + (torch.arange(size) * stride).view([size] + [1] * (tensor.dim() - 1 - axis))
    return [tensor.data_ptr() + place * tensor.element_size() for place in at.reshape(-1).tolist()]


class OverlapWatch(TorchDispatchMode):
    """The guard `overlapping_write`: "Writing through a view that overlaps itself ... is refused; so is `x[0] = x[:, 0]`, where PyTorch does
    not look whether both overlap". Raises `Unspecified` for both, and only where PyTorch itself raises nothing."""

    FILLS = ("fill_", "zero_", "masked_fill_", "index_fill_")
    MOVES = ("index_", "_index_", "scatter_", "masked_scatter_", "put_")
    NAME = "overlapping_write"

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if self.NAME in UNGUARDED:
            return function(*args, **kwargs)
        is_open = self._is_unspecified(function._schema, args, kwargs)
        try:
            made = function(*args, **kwargs)
        except RuntimeError as error:
            # The same elements in the same places, but with other strides: PyTorch refuses it by a rule of thumb.
            if "some elements of the input tensor" in str(error) and not is_open:
                raise Unspecified from error
            raise
        if is_open:
            raise Unspecified
        return made

    def _is_unspecified(self, schema, args, kwargs):
        name = schema.name.split("::")[1]
        written = [
            value
            for value, argument in zip(args, schema.arguments)
            if isinstance(value, torch.Tensor) and argument.alias_info is not None and argument.alias_info.is_write
        ]
        # `set_` and `resize_` write no elements.
        if not written or not name.endswith("_"):
            return False
        target = addresses(written[0])
        places = set(target)
        if len(places) < len(target) and not name.startswith(self.FILLS):
            return True
        values = [*args[1:], *kwargs.values()]
        flat = [item for value in values for item in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(item, torch.Tensor)]
        for other in flat:
            if places.isdisjoint(addresses(other)) or (name.startswith(self.FILLS) and other.numel() == 1):
                continue
            try:
                is_same = addresses(other.expand(written[0].shape)) == target
            except RuntimeError:
                is_same = False
            # Even the same elements move where an index says which goes where.
            if not is_same or name.startswith(self.MOVES):
                return True
        return False


def holds_itself(space):
    """Whether a global holds a container that holds itself: the guard `circle`, of "A list or a dict that holds itself cannot leave its cell".
    Objects may hold themselves."""
    if "circle" in UNGUARDED:
        return False
    objects = set()

    def parts(value):
        if isinstance(value, dict):
            return list(value.values())
        if isinstance(value, (list, tuple, set)):
            return list(value)
        if isinstance(value, type):
            return [part for base in value.__mro__ if base.__module__ == "program" for part in vars(base).values()]
        if isinstance(value, (type({}.keys()), type({}.values()), type({}.items()))):
            return list(value.mapping.values())
        if hasattr(value, "__closure__"):
            return of_function(value)
        if isinstance(getattr(value, "__self__", None), (list, dict, set)):
            return [value.__self__]
        if type(value).__module__ == "program" and id(value) not in objects:
            objects.add(id(value))
            return [*vars(value).values(), type(value)]
        return []

    def visit(value, open_):
        if isinstance(value, (torch.Tensor, nn.Module, str)) or (id(value) in open_ and hasattr(value, "__closure__")):
            return False
        return id(value) in open_ or any(visit(part, open_ | {id(value)}) for part in parts(value))

    return any(visit(value, frozenset()) for name, value in space.items() if not name.startswith("__"))
