"""Runs programs under PyTorch, in this process, and finds how far its own rounding could have moved their results."""

import math
import warnings

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode

from here import DIRECTION, Refused

torch.set_num_threads(1)
warnings.filterwarnings("ignore")

# What rounds: its inputs are moved by a unit in the last place, and so is what it gives. All else is exact, or rounded once and
# everywhere alike (a number divided by a tensor is not: PyTorch multiplies it by the reciprocal).
ROUNDS = set("""exp exp2 log rsqrt sin cos tan tanh sigmoid erf expm1 log1p log2 log10 gelu silu softplus pow __pow__ __rpow__ sum mean prod
var std norm logsumexp softmax log_softmax layer_norm rms_norm normalize cosine_similarity mse_loss l1_loss kl_div cross_entropy nll_loss linear
matmul __matmul__ __rmatmul__ bmm mm mv dot einsum cumsum multi_head_attention_forward scaled_dot_product_attention polar randn rand normal
linspace arange xavier_normal_ __rtruediv__ __rdiv__ trace embedding randn_like rand_like
_transformer_encoder_layer_fwd _native_multi_head_attention""".split())
# Functions whose slope is a difference of numbers near 1.
FROM_VALUES = {"tanh", "sigmoid", "erf"}
# How far the error function of half precision is off, besides its rounding: the bound of Abramowitz and Stegun 7.1.26.
ERF_OF_HALF = 1.5e-7
TIMES = 4


class _Moved(TorchFunctionMode):
    """Moves the operands and results of what rounds by a unit in the last place, at random."""

    def __init__(self, seed):
        super().__init__()
        self.random = torch.Generator().manual_seed(seed)

    def _move(self, value):
        if isinstance(value, torch.Tensor) and value.dtype == torch.complex64:
            return torch.view_as_complex(self._move(torch.view_as_real(value.resolve_conj())))
        if isinstance(value, torch.Tensor) and value.is_floating_point():
            step = torch.randint(-1, 2, value.shape, generator=self.random).to(value.dtype)
            return value * (1 + step * torch.finfo(value.dtype).eps)
        if type(value) in (list, tuple):
            return type(value)(self._move(item) for item in value)
        return value

    def __torch_function__(self, function, types, arguments=(), keywords=None):
        keywords = keywords or {}
        if getattr(function, "__name__", "") not in ROUNDS:
            return function(*arguments, **keywords)
        if function.__name__ in ("arange", "linspace"):
            # Steps are added up in a way that PyTorch leaves open: what is off is off by a share of the largest element.
            made = function(*arguments, **keywords)
            if not made.is_floating_point() or not made.numel():
                return made
            epsilon = torch.finfo(made.dtype).eps
            return made + (2 * torch.rand(made.shape, generator=self.random) - 1).to(made.dtype) * made.abs().max() * epsilon
        if function.__name__ == "gelu" and isinstance(arguments[0], torch.Tensor):
            # 1 + erf(x) cancels where x is below zero: what is left is off by a share of x.
            made = function(*arguments, **keywords)
            epsilon = torch.finfo(made.dtype).eps
            return made + (2 * torch.rand(made.shape, generator=self.random) - 1).to(made.dtype) * arguments[0].abs() * epsilon
        if function.__name__ == "erf" and arguments and arguments[0].dtype in (torch.float16, torch.bfloat16):
            # PyTorch's kernel for half precision takes a polynomial from 1: what is left near 0 is off by a share of 1.
            made = function(arguments[0].float(), **keywords)
            return (made + (2 * torch.rand(made.shape, generator=self.random) - 1) * ERF_OF_HALF).to(arguments[0].dtype)
        if function.__name__ in FROM_VALUES and arguments and isinstance(arguments[0], torch.Tensor):
            # Their slopes are made of their values, and cancel where those reach a bound: what is left is off by a share of 1.
            x, made = arguments[0], self._move(function(*self._move(tuple(arguments)), **keywords))
            if not made.is_floating_point() or made.shape != x.shape:
                return made
            noise = (2 * torch.rand(made.shape, generator=self.random) - 1).to(made.dtype) * torch.finfo(made.dtype).eps
            return made + noise * (x - x.detach()).nan_to_num(0.0, 0.0, 0.0).to(made.dtype)
        keywords = {name: self._move(value) for name, value in keywords.items()}
        return self._move(function(*self._move(tuple(arguments)), **keywords))


def value(found):
    """A result as a tuple: ("tensor", dtype, shape, elements), ("int", 3), ("seq", items), ("none",), ("other",)."""
    if isinstance(found, torch.Tensor):
        found = found.detach()
        dtype = str(found.dtype).removeprefix("torch.")
        if found.is_complex():
            pairs = torch.view_as_real(found.resolve_conj())
            return ("tensor", dtype, list(found.shape), pairs.reshape(-1).tolist())
        return ("tensor", dtype, list(found.shape), found.reshape(-1).tolist())
    if isinstance(found, (np.ndarray, np.generic)):
        return ("tensor", str(found.dtype), list(found.shape), found.reshape(-1).tolist())
    if isinstance(found, bool):
        return ("tensor", "bool", [], [found])
    if isinstance(found, (int, float, str)):
        return (type(found).__name__, found)
    if isinstance(found, (list, tuple)):
        return ("seq", [value(item) for item in found])
    return ("none",) if found is None else ("other",)


def _space():
    return {"torch": torch, "nn": nn, "F": F, "np": np, "math": math, "nan": math.nan, "inf": math.inf, "pi": math.pi, "softmax": torch.softmax,
            "log_softmax": torch.log_softmax}


def _results(program):
    space = _space()
    torch.manual_seed(12345)
    exec(compile(program.source, "program", "exec"), space)  # noqa: S102 - these programs are ours
    return {name: value(found) for name, found in sorted(space.items()) if name.startswith("r_")}


def _refused(error):
    return Refused(str(error).split("\n")[0], type(error).__name__)


def run(program):
    """The results of a program: a dict of values by name, or `Refused`."""
    try:
        return _results(program)
    except Exception as error:  # noqa: BLE001 - any error is an answer
        return _refused(error)


def moved(program):
    """The results of a few runs whose roundings were moved; `None` for a run that ended otherwise."""
    runs = []
    for seed in range(TIMES):
        try:
            with _Moved(seed):
                runs.append(_results(program))
        except Exception:  # noqa: BLE001
            runs.append(None)
    return runs


def _gradient(program):
    space = _space()
    torch.manual_seed(12345)
    for line in program.source.split("\n"):
        exec(line, space)  # noqa: S102
        if line.startswith(f"{program.wrt} = "):
            space[program.wrt].requires_grad_(True)
    if not space["r_0"].is_floating_point():
        raise RuntimeError("no gradient of whole numbers")
    if space["r_0"].requires_grad:
        space["r_0"].backward()
    found = space[program.wrt].grad
    found = torch.zeros_like(space[program.wrt]) if found is None else found
    return found.reshape(-1).tolist()


def gradient(program):
    """The gradient of `r_0`, element by element, or `Refused`."""
    try:
        return _gradient(program)
    except Exception as error:  # noqa: BLE001
        return _refused(error)


def indices(program):
    """The indices of the elements of the input of a program."""
    space = _space()
    for line in program.source.split("\n"):
        exec(line, space)  # noqa: S102
        if line.startswith(f"{program.wrt} = "):
            return [tuple(index) for index in torch.ones(space[program.wrt].shape).nonzero().tolist()]
    return []


def moved_gradients(program):
    """The same of a few runs whose roundings were moved."""
    runs = []
    for seed in range(TIMES):
        try:
            with _Moved(seed):
                runs.append(_gradient(program))
        except Exception:  # noqa: BLE001
            runs.append(None)
    return runs


def along(elements):
    """A gradient along `DIRECTION`."""
    return sum(element * weight for element, weight in zip(elements, DIRECTION))
