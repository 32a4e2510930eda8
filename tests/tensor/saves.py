"""Writes saves.tsv: what PyTorch keeps of each operation for its gradient.

Each call is made with every choice of arguments that want a gradient, as often as there is something to write to. PyTorch kept an
argument, or the value, if `backward()` refuses once it was written to. It kept anything at all if a second `backward()` is refused.

    python tests/tensor/saves.py > tests/tensor/saves.tsv

The columns: the operation, the kinds of its arguments, which of them want a gradient (1) and which don't (0), the arguments that are
kept, `value` if the value is kept, and whether backward can be called `once` or `twice`. It is `never` if it is not implemented.
"""
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")

# The kinds of arguments: a matrix, a vector, a complex vector, places, a mask.
KINDS = {
    "x": lambda: torch.tensor([[0.5, 1.5], [2.5, 0.25]]),
    "v": lambda: torch.tensor([0.5, 1.5]),
    "z": lambda: torch.tensor([0.5 + 1j, 1.5 - 2j]),
    "i": lambda: torch.tensor([1, 0]),
    "m": lambda: torch.tensor([[True, False], [False, True]]),
}
WANTS = "xvz"


def assigned(x, part):
    x = x.clone()
    x[0] = part
    return x


CALLS = {
    "add": ("xx", lambda a, b: a + b),
    "sub": ("xx", lambda a, b: a - b),
    "mul": ("xx", lambda a, b: a * b),
    "div": ("xx", lambda a, b: a / b),
    "pow": ("xx", lambda a, b: a**b),
    "div_floor": ("xx", lambda a, b: torch.div(a, b, rounding_mode="floor")),
    "div_trunc": ("xx", lambda a, b: torch.div(a, b, rounding_mode="trunc")),
    "floor_divide": ("xx", lambda a, b: a // b),
    "remainder": ("xx", lambda a, b: a % b),
    "fmod": ("xx", torch.fmod),
    "maximum": ("xx", torch.maximum),
    "minimum": ("xx", torch.minimum),
    "xlogy": ("xx", torch.xlogy),
    "lerp": ("xxx", torch.lerp),
    "lerp by a number": ("xx", lambda a, b: torch.lerp(a, b, 0.25)),
    "addcmul": ("xxx", lambda a, b, c: torch.addcmul(a, b, c, value=2)),
    "addcdiv": ("xxx", lambda a, b, c: torch.addcdiv(a, b, c, value=2)),
    "x + 2": ("x", lambda a: a + 2),
    "2 - x": ("x", lambda a: 2 - a),
    "x * 2": ("x", lambda a: a * 2),
    "2 * x": ("x", lambda a: 2 * a),
    "x / 2": ("x", lambda a: a / 2),
    "2 / x": ("x", lambda a: 2 / a),
    "x ** 2": ("x", lambda a: a**2),
    "x ** 0": ("x", lambda a: a**0),
    "2 ** x": ("x", lambda a: 2**a),
    "x ** tensor": ("x", lambda a: a ** torch.tensor(2.0)),
    "x * tensor": ("x", lambda a: a * torch.tensor(2.0)),
    "x // 2": ("x", lambda a: a // 2),
    "div_floor(x, 2)": ("x", lambda a: torch.div(a, 2, rounding_mode="floor")),
    "x % 2": ("x", lambda a: a % 2),
    "2 % x": ("x", lambda a: 2 % a),
    "fmod(x, 2)": ("x", lambda a: torch.fmod(a, 2)),
    "xlogy(x, 2)": ("x", lambda a: torch.xlogy(a, 2)),
    "xlogy(2, x)": ("x", lambda a: torch.xlogy(2, a)),
    "complex add": ("zz", lambda a, b: a + b),
    "complex mul": ("zz", lambda a, b: a * b),
    "complex div": ("zz", lambda a, b: a / b),
    "clamp(0, 1)": ("x", lambda a: a.clamp(0, 1)),
    "clamp(0)": ("x", lambda a: a.clamp(0)),
    "clamp(max=1)": ("x", lambda a: a.clamp(max=1)),
    "clamp(tensor)": ("xx", lambda a, b: a.clamp(b)),
    "clamp(tensor, tensor)": ("xxx", lambda a, b, c: a.clamp(b, c)),
    "matmul": ("xx", torch.matmul),
    "matmul batched": ("xx", lambda a, b: a[None] @ b[None]),
    "matmul vector": ("xv", torch.matmul),
    "matmul dot": ("vv", torch.matmul),
    "linear": ("xxv", F.linear),
    "linear batched": ("xxv", lambda a, b, c: F.linear(a[None], b, c)),
    "linear without bias": ("xx", F.linear),
    "einsum": ("xx", lambda a, b: torch.einsum("ij,jk->ik", a, b)),
    "neg": ("x", torch.neg),
    "abs": ("x", torch.abs),
    "sign": ("x", torch.sign),
    "exp": ("x", torch.exp),
    "expm1": ("x", torch.expm1),
    "log": ("x", torch.log),
    "log2": ("x", torch.log2),
    "log10": ("x", torch.log10),
    "log1p": ("x", torch.log1p),
    "sqrt": ("x", torch.sqrt),
    "sin": ("x", torch.sin),
    "cos": ("x", torch.cos),
    "tan": ("x", torch.tan),
    "tanh": ("x", torch.tanh),
    "sigmoid": ("x", torch.sigmoid),
    "relu": ("x", torch.relu),
    "gelu": ("x", F.gelu),
    "gelu(tanh)": ("x", lambda a: F.gelu(a, approximate="tanh")),
    "silu": ("x", F.silu),
    "erf": ("x", torch.erf),
    "floor": ("x", torch.floor),
    "ceil": ("x", torch.ceil),
    "trunc": ("x", torch.trunc),
    "round": ("x", torch.round),
    "softmax": ("x", lambda a: a.softmax(-1)),
    "log_softmax": ("x", lambda a: a.log_softmax(-1)),
    "logsumexp": ("x", lambda a: a.logsumexp(-1)),
    "cosine_similarity": ("xx", lambda a, b: F.cosine_similarity(a, b, -1)),
    "layer_norm": ("xvv", lambda a, b, c: F.layer_norm(a, (2,), b, c)),
    "layer_norm without bias": ("xv", lambda a, b: F.layer_norm(a, (2,), b)),
    "layer_norm without weight": ("x", lambda a: F.layer_norm(a, (2,))),
    "sum": ("x", lambda a: a.sum()),
    "sum(0)": ("x", lambda a: a.sum(0)),
    "mean": ("x", lambda a: a.mean(0)),
    "prod": ("x", lambda a: a.prod()),
    "prod(0)": ("x", lambda a: a.prod(0)),
    "var": ("x", lambda a: a.var(0)),
    "std": ("x", lambda a: a.std(0)),
    "norm": ("x", lambda a: a.norm()),
    "norm(p=0)": ("x", lambda a: a.norm(p=0)),
    "norm(p=1)": ("x", lambda a: a.norm(p=1)),
    "norm(p=3)": ("x", lambda a: a.norm(p=3)),
    "norm(p=inf)": ("x", lambda a: a.norm(p=float("inf"))),
    "norm(dim=0)": ("x", lambda a: torch.linalg.vector_norm(a, dim=0)),
    "max": ("x", lambda a: a.max()),
    "min": ("x", lambda a: a.min()),
    "median": ("x", lambda a: a.median()),
    "amax": ("x", lambda a: a.amax(0)),
    "amin": ("x", lambda a: a.amin(0)),
    "max(0)": ("x", lambda a: a.max(0)[0]),
    "min(0)": ("x", lambda a: a.min(0)[0]),
    "median(0)": ("x", lambda a: a.median(0)[0]),
    "topk": ("x", lambda a: a.topk(1)[0]),
    "cumsum": ("x", lambda a: a.cumsum(0)),
    "where": ("mxx", torch.where),
    "where(m, x, 2)": ("mx", lambda m, a: torch.where(m, a, 2.0)),
    "masked_fill": ("xm", lambda a, m: a.masked_fill(m, 0.0)),
    "masked_fill(tensor)": ("xmv", lambda a, m, v: a.masked_fill(m, v[0])),
    "x[mask]": ("xm", lambda a, m: a[m]),
    "masked_select": ("xm", torch.masked_select),
    "x[index]": ("xi", lambda a, i: a[i]),
    "index_select": ("xi", lambda a, i: a.index_select(0, i)),
    "embedding": ("ix", F.embedding),
    "gather": ("xi", lambda a, i: a.gather(0, i[None])),
    "tril": ("x", torch.tril),
    "triu": ("x", torch.triu),
    "cat": ("xx", lambda a, b: torch.cat([a, b])),
    "stack": ("xx", lambda a, b: torch.stack([a, b])),
    "slice": ("x", lambda a: a[:, 1:]),
    "select": ("x", lambda a: a[0]),
    "transpose": ("x", lambda a: a.T),
    "reshape": ("x", lambda a: a.reshape(4)),
    "expand": ("x", lambda a: a.expand(2, 2, 2)),
    "diagonal": ("x", torch.diagonal),
    "unfold": ("x", lambda a: a.unfold(0, 1, 1)),
    "clone": ("x", torch.clone),
    "double": ("x", lambda a: a.double()),
    "x[0] = v": ("xv", assigned),
    "scatter_add": ("xx", lambda a, b: a.scatter_add(0, torch.tensor([[0, 1], [1, 1]]), b)),
    "polar": ("vv", torch.polar),
    "real": ("z", torch.real),
    "imag": ("z", torch.imag),
    "conj": ("z", torch.conj),
    "angle": ("z", torch.angle),
    "complex abs": ("z", torch.abs),
    "complex neg": ("z", torch.neg),
    "view_as_real": ("z", torch.view_as_real),
    "view_as_complex": ("x", torch.view_as_complex),
}


def computed(kinds, call, wanted):
    """The arguments and the value; what wants a gradient was computed, so that it may be written to."""
    given = [KINDS[kind]() for kind in kinds]
    given = [x.requires_grad_().clone() if wants == "1" else x for x, wants in zip(given, wanted)]
    return given, call(*given)


def refusal(loss):
    try:
        loss.backward()
    except RuntimeError as error:
        return str(error)
    return ""


def loss_of(value):
    """A number made of the value by operations that keep nothing, and leave alone what a view shares with its base."""
    total = (value + 0).sum()
    return total.real if total.is_complex() else total


def is_kept(kinds, call, wanted, place):
    given, value = computed(kinds, call, wanted)
    loss = loss_of(value)
    # As if it was written to, which no tensor refuses.
    torch.autograd.graph.increment_version(value if place is None else given[place])
    refused = refusal(loss)
    assert not refused or "modified by an inplace operation" in refused or "not implemented" in refused, refused
    return "modified" in refused


def times(kinds, call, wanted):
    loss = loss_of(computed(kinds, call, wanted)[1])
    first, second = refusal(loss), refusal(loss)
    if first:
        assert "is not implemented" in first, first
        return "never"
    assert not second or "backward through the graph a second time" in second, second
    return "once" if second else "twice"


def choices(kinds):
    """Every choice of arguments that want a gradient, but not that of none."""
    chosen = [""]
    for kind in kinds:
        chosen = [before + wants for before in chosen for wants in ("01" if kind in WANTS else "0")]
    return [wanted for wanted in chosen if "1" in wanted]


print(f"# torch {torch.__version__.split('+')[0]}: what is kept for a gradient; written by saves.py")
for name, (kinds, call) in CALLS.items():
    for wanted in choices(kinds):
        kept = [str(place) for place in range(len(kinds)) if is_kept(kinds, call, wanted, place)]
        value = "value" if is_kept(kinds, call, wanted, None) else "-"
        print(name, kinds, wanted, ",".join(kept) or "-", value, times(kinds, call, wanted), sep="\t")
