"""Sorts what both gave into classes."""

import math
import re

from here import Refused

EPSILON = {"float32": 2.0**-23, "float64": 2.0**-52, "float16": 2.0**-10, "bfloat16": 2.0**-7, "complex64": 2.0**-23, "float": 2.0**-52}
# Units in the last place that any result may be off: libraries of elementary functions differ by so much.
UNITS = 4
# Below the smallest normal number of float32 kernels may round to 0.
TINY = 2.0**-126
# By how much more than the moved runs a result may be off.
SLACK = 8

# Programs of values and transcripts have these classes; `WORDS` only transcripts.
EQUAL, REFUSED, DIFFERS, PANIC, LENIENT, STRICT, NAMED, UNSTABLE, WORDS = (
    "equal", "both refuse", "DIFFERS", "PANIC", "LENIENT", "STRICT", "strict, named", "unstable", "WORDS",
)
FINDINGS = (DIFFERS, PANIC, LENIENT, WORDS)
# Words of a refusal that names what is not here.
MISSING = re.compile(r"has no `|unexpected keyword argument|invalid keyword argument|no keyword arguments|is not here|takes None as|is not defined|takes .*, not |left out", re.I)


class Difference:
    """A class, and for a difference what differs in a word."""

    def __init__(self, kind, what="", name=""):
        self.kind, self.what, self.name = kind, what, name


def _leaves(value, path=""):
    """The parts of a value that hold no others."""
    if value[0] == "seq":
        yield path + "[]", ("length", len(value[1]))
        for place, item in enumerate(value[1]):
            yield from _leaves(item, f"{path}[{place}]")
    else:
        yield path, value


def _numbers(value):
    return value[3] if value[0] == "tensor" else [value[1]] if value[0] == "float" else None


def near(here, there, epsilon, slack=0.0):
    """Whether two numbers are equal but for rounding."""
    if isinstance(here, bool) or isinstance(there, bool) or not isinstance(there, float):
        return here == there
    if math.isnan(there) or math.isnan(here):
        return math.isnan(there) and math.isnan(here)
    return here == there or abs(here - there) <= UNITS * epsilon * abs(there) + slack + TINY


def _spread(there, runs, path, place):
    """How far moved roundings took one number; `None` where they took it to another kind of answer."""
    base = there
    widest = 0.0
    for run in runs:
        numbers = None if run is None else run.get(path)
        if numbers is None or place >= len(numbers):
            return None
        other = numbers[place]
        if isinstance(base, bool) or not isinstance(base, float):
            if other != base:
                return None
        elif math.isnan(other) != math.isnan(base) or math.isinf(other) != math.isinf(base):
            return None
        elif math.isfinite(base):
            widest = max(widest, abs(other - base))
    return SLACK * widest


def by_path(runs):
    """The numbers of each run by the name and the path of a leaf."""
    return [run and {(name, path): _numbers(leaf) for name in run for path, leaf in _leaves(run[name])} for run in runs]


def results(here, there, moved):
    """Compares the results of one program. `moved` gives the runs with moved roundings, when they are needed."""
    if isinstance(here, Refused):
        if here.panic:
            return Difference(PANIC, here.message)
        if isinstance(there, Refused):
            return Difference(REFUSED)
        return Difference(NAMED if MISSING.search(here.message) else STRICT, here.message)
    if isinstance(there, Refused):
        return Difference(LENIENT, repr(there))
    runs = None
    for name in there:
        ours, theirs = dict(_leaves(here.get(name, ("other",)))), dict(_leaves(there[name]))
        if ours.keys() != theirs.keys():
            return Difference(DIFFERS, "structure", name)
        for path, wanted in theirs.items():
            got = ours[path]
            if got[0] != wanted[0]:
                return Difference(DIFFERS, f"{got[0]} for {wanted[0]}", name)
            if wanted[0] == "tensor" and got[1] != wanted[1]:
                return Difference(DIFFERS, f"dtype {got[1]} for {wanted[1]}", name)
            if wanted[0] == "tensor" and got[2] != wanted[2]:
                return Difference(DIFFERS, "shape", name)
            if wanted[0] not in ("tensor", "float"):
                if got != wanted:
                    return Difference(DIFFERS, "value", name)
                continue
            epsilon = EPSILON.get(wanted[1] if wanted[0] == "tensor" else "float", 0.0)
            far = [place for place, (a, b) in enumerate(zip(_numbers(got), _numbers(wanted))) if not near(a, b, epsilon)]
            if not far:
                continue
            if runs is None:
                runs = by_path(moved())
            for place in far:
                ours_, theirs_ = _numbers(got)[place], _numbers(wanted)[place]
                slack = _spread(theirs_, runs, (name, path), place)
                if slack is None:
                    return Difference(UNSTABLE)
                if not near(ours_, theirs_, epsilon, slack):
                    return Difference(DIFFERS, "NaN" if ours_ != ours_ or theirs_ != theirs_ else "value", name)
    return Difference(EQUAL)


def gradients(here, there, moved, along, each):
    """Compares gradients along a direction; where that is NaN or infinite, the elements that `each` gives."""
    if isinstance(here, Refused):
        if here.panic:
            return Difference(PANIC, here.message)
        if isinstance(there, Refused):
            return Difference(REFUSED)
        return Difference(NAMED if MISSING.search(here.message) else STRICT, here.message)
    if isinstance(there, Refused):
        return Difference(LENIENT, repr(there))
    if math.isfinite(here):
        ours, theirs, run_elements = [here], [along(there)], lambda run: [along(run)]
    else:
        # One NaN or infinity hides all other elements, and a sum may overflow that no element does.
        ours, theirs, run_elements = each(), there, list
        for element in ours:
            if isinstance(element, Refused):
                return Difference(STRICT, element.message)
    size = max((abs(element) for element in there if math.isfinite(element)), default=0.0)
    rounding = 16 * 2.0**-23 * size
    far = [place for place, (a, b) in enumerate(zip(ours, theirs)) if not near(a, b, 2.0**-23, rounding)]
    if not far:
        return Difference(EQUAL)
    runs = [run and {"g": run_elements(run)} for run in moved()]
    for place in far:
        slack = _spread(theirs[place], runs, "g", place)
        if slack is None:
            return Difference(UNSTABLE)
        if not near(ours[place], theirs[place], 2.0**-23, 2 * slack + rounding):
            return Difference(DIFFERS, "gradient", "x")
    return Difference(EQUAL)
