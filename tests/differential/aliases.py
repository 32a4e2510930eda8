"""Random programs in which one value has several names. Each prints as it goes, and may end with an error.

A program grows against live Python and PyTorch (`growing.py`). What it is made of is in `alias_containers.py` (names, lists, dicts, sets,
objects, classes), `alias_functions.py` (closures, iterators), `alias_tensors.py` (views, writes, modules, arrays) and `alias_gradients.py`
(leaves, grad mode). `guards.py` says what is left out, and why.
"""

from alias_containers import Containers
from alias_functions import Functions
from alias_gradients import Gradients
from alias_tensors import Tensors
from draw import Draw, Program

FAMILY = "aliases"
# The kinds of program, and how often each is drawn.
KINDS = {"containers": (Containers, 3), "functions": (Functions, 4), "tensors": (Tensors, 4), "gradients": (Gradients, 3)}
# How many statements a program grows by; it prints after each.
FEWEST, MOST = 4, 16


def program(seed, kind=None, fewest=FEWEST, most=MOST):
    """The program of a seed: always the same one."""
    draw = Draw(f"{FAMILY}/{seed}")
    kind = kind or draw.random.choices(list(KINDS), [weight for _, weight in KINDS.values()])[0]
    grown = KINDS[kind][0](draw).grow(draw.int(fewest, most))
    return Program(f"{FAMILY}, {kind}", grown.source().rstrip("\n").split("\n"))


def programs(seed, count, kind=None):
    """So many programs from this seed on."""
    return (program(f"{seed}.{place}", kind) for place in range(count))
