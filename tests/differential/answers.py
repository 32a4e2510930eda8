#!/usr/bin/env python3
"""Writes what PyTorch answers to a fixed set of random programs, for `tests/differential.rs` to compare with.

    python tests/differential/answers.py --seed 27 --count 5000

One file of JSON lines a family: the program with its answer, values as `[dtype, shape, elements]`, and where PyTorch's own rounding could move an
element by more than a few units in the last place, by how much, as a fourth item.

With `--program target/debug/glassformer` it also writes `known.txt`, the programs to which that program gives another answer.
"""

import argparse
import collections
import json
import math
import os

import compare
import fuzz
import generate
import there
from here import Here, Refused

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answers")
SHARE_OF_GRADIENTS = 15
# Characters that a line may have.
LONGEST = 6000


def number(value, digits):
    """A number as JSON has it."""
    if isinstance(value, float):
        if math.isnan(value):
            return "NaN"
        if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        return float(f"{value:.{digits}g}")
    return value


def slacks(numbers, runs, path, epsilon):
    """How far the elements of a result may be off; `None` where all are sharp. Fails where an element is not determined."""
    spread = [compare._spread(there_, runs, path, place) for place, there_ in enumerate(numbers)]
    if None in spread:
        raise Unstable
    is_sharp = all(slack <= compare.UNITS * epsilon * abs(there_) / 2 for slack, there_ in zip(spread, numbers) if math.isfinite(there_))
    return None if is_sharp else [float(f"{slack:.1e}") for slack in spread]


class Unstable(Exception):
    """PyTorch's answer depends on how it rounds."""


def packed(value, runs, path, inner=""):
    """A value as JSON has it."""
    if value[0] == "seq":
        return ["seq", [packed(item, runs, path, f"{inner}[{place}]") for place, item in enumerate(value[1])]]
    if value[0] == "float":
        slack = slacks([value[1]], runs, (path, inner), 2.0**-52)
        return ["float", number(value[1], 17)] + ([slack] if slack else [])
    if value[0] != "tensor":
        return list(value)
    _, dtype, shape, elements = value
    digits = {"float64": 17}.get(dtype, 9)
    made = [dtype, shape, [number(element, digits) for element in elements]]
    if elements and isinstance(elements[0], float):
        slack = slacks(elements, runs, (path, inner), compare.EPSILON[dtype])
        made += [slack] if slack else []
    elif any(compare._spread(element, runs, (path, inner), place) is None for place, element in enumerate(elements)):
        raise Unstable
    return made


def answer(program):
    """A program with its answer; `None` where it is not determined."""
    try:
        return _answer(program)
    except Unstable:
        return None


def _answer(program):
    line = {"program": program.source}
    if program.wrt:
        found = there.gradient(program)
        if isinstance(found, Refused):
            return None
        runs = [run and {"g": run} for run in there.moved_gradients(program)]
        slack = slacks(found, runs, "g", 2.0**-23)
        return {**line, "wrt": program.wrt, "gradient": [number(element, 9) for element in found]} | ({"slack": slack} if slack else {})
    found = there.run(program)
    if isinstance(found, Refused):
        return {**line, "error": repr(found)[:100]}
    runs = compare.by_path(there.moved(program))
    return {**line, "results": {name: packed(value, runs, name) for name, value in found.items()}}


def answers(seed, count):
    """Programs with their answers, by id."""
    slopes = count // SHARE_OF_GRADIENTS
    kinds = [(None, generate.DTYPES, count - slopes), ("gradients", generate.DTYPES, slopes)]
    numbers = collections.Counter()
    for place, (family, dtypes, wanted) in enumerate(kinds):
        made = 0
        for program in generate.programs(f"{seed}/{place}", 20 * wanted, family, dtypes):
            line = answer(program)
            if line is None or len(json.dumps(line)) > LONGEST:
                continue
            made += 1
            numbers[program.family] += 1
            yield f"{program.family}-{numbers[program.family]}", program, line
            if made == wanted:
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=27)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--program", help="also writes what this program answers otherwise to known.txt")
    options = parser.parse_args()
    os.makedirs(FOLDER, exist_ok=True)
    # `alias_answers.py` writes the others.
    for name in [name for name in os.listdir(FOLDER) if "aliases" not in name]:
        os.remove(os.path.join(FOLDER, name))
    families, programs = {}, {}
    for label, program, line in answers(options.seed, options.count):
        families.setdefault(program.family, []).append({"id": label, **line})
        programs[label] = program
    for family, lines in sorted(families.items()):
        with open(os.path.join(FOLDER, f"{family}.jsonl"), "w") as file:
            file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    with open(os.path.join(FOLDER, "torch.txt"), "w") as file:
        file.write(f"torch {there.torch.__version__}, seed {options.seed}, {len(programs)} programs\n")
    if options.program:
        known(Here(options.program), programs)


def known(here, programs):
    """Writes the programs that have another answer here, with the cluster of each."""
    labels = {id(program): label for label, program in programs.items()}
    lines = []
    for finding in fuzz.judged(here, programs.values()):
        if finding.kind not in (compare.EQUAL, compare.REFUSED, compare.UNSTABLE):
            lines.append(f"{labels[id(finding.program)]} {finding.kind}: {finding.what()}\n")
    if lines:
        with open(os.path.join(FOLDER, "known.txt"), "w") as file:
            file.writelines(lines)


if __name__ == "__main__":
    main()
