#!/usr/bin/env python3
"""Looks for programs to which Glassformer and PyTorch give different answers.

    python tests/differential/fuzz.py --seed 1 --count 2000 --program target/debug/glassformer

Prints how many programs fell into which class and, for each cluster of findings, one program that was made as small as possible.
Exits with 1 when a value differs, a cell panics, or something runs here that PyTorch refuses.
"""

import argparse
import ast
import collections
import os
import re
import resource
import sys

import compare
import generate
import shrink
import there
from compare import DIFFERS, FINDINGS, LENIENT, NAMED, PANIC, STRICT
from here import Here, Refused
from strange import strange

# How many programs of a group are made small: findings of one group may still be of two kinds.
TRIES = 2
# What a program may take, in bytes: one that asks for a trillion elements is an error in both, not the end of the machine.
MEMORY = 8 << 30


class Finding:
    """A program, both answers, and the class."""

    def __init__(self, program, here, there, difference):
        self.program, self.here, self.there, self.difference = program, here, there, difference

    @property
    def kind(self):
        return self.difference.kind

    def what(self):
        what = self.difference.what
        return what if what.startswith("dtype") else generalized(what)

    def group(self):
        """Findings of one group probably have one cause."""
        return (self.kind, self.what(), "" if self.kind in (LENIENT, STRICT, NAMED) else calls(self.program.source))


DTYPES = r"'?\b(long int|unsigned char|float|double|bool|byte|long|int|char|half|bfloat16|float32|float64|int64|uint8)\b'?"


def generalized(text):
    """A message without its numbers and dtypes."""
    return re.sub(rf"-?\d+(\.\d+)?|\[[\d, ]*\]|`[a-z]`|{DTYPES}", "N", text, flags=re.I)[:110]


def calls(source):
    """The functions and operators of the lines of results."""
    found = set()
    for statement in ast.parse(source).body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Attribute) and node.attr not in ("tensor", "float32", "float64", "int64", "bool", "uint8", "values", "nn"):
                found.add(node.attr)
            elif isinstance(node, ast.operator | ast.unaryop) and not isinstance(node, ast.USub):
                found.add(type(node).__name__)
            elif isinstance(node, ast.Compare):
                found.add("compare")
            elif isinstance(node, ast.Subscript):
                found.add("index")
    return ", ".join(sorted(found))


def judged(here, programs):
    """Runs programs through both and compares."""
    plain = [program for program in programs if not program.wrt]
    answers = dict(zip(map(id, plain), here.run(plain)))
    findings = []
    for program in programs:
        if program.wrt:
            ours, theirs = here.gradient(program), there.gradient(program)

            def each(program=program):
                return [here.gradient_at(program, index) for index in there.indices(program)]

            difference = compare.gradients(ours, theirs, lambda: there.moved_gradients(program), there.along, each)
        else:
            ours, theirs = answers[id(program)], there.run(program)
            difference = compare.results(ours, theirs, lambda: there.moved(program))
        findings.append(Finding(program, ours, theirs, difference))
    return findings


def run_there(program):
    return there.gradient(program) if program.wrt else there.run(program)


def made_small(here, finding):
    """The same finding of the smallest program that shows it."""
    kind, what = finding.kind, finding.what()

    def same(other):
        return other is not None and other.kind == kind and other.what() == what

    is_refused = isinstance(finding.there, Refused)

    def judge(programs):
        # What PyTorch takes otherwise than before need not be run here.
        fit = [program for program in programs if isinstance(run_there(program), Refused) == is_refused]
        verdicts = {id(found.program): found for found in judged(here, fit)} if fit else {}
        return [verdicts.get(id(program)) for program in programs]

    batch = 6 if finding.program.wrt else 40
    program = shrink.shrink(finding.program, judge, same, batch)
    return judged(here, [program])[0]


def clusters(here, findings):
    """(count, the smallest finding) of each cluster, the largest first."""
    groups = collections.defaultdict(list)
    for finding in findings:
        groups[finding.group()].append(finding)
    merged = {}
    for members in groups.values():
        members.sort(key=lambda finding: len(finding.program.source))
        for place, member in enumerate(members[:TRIES]):
            small = made_small(here, member)
            count = len(members) - min(TRIES, len(members)) + 1 if place == 0 else 1
            known, smallest = merged.get(small.group(), (0, small))
            smallest = min(smallest, small, key=lambda finding: len(finding.program.source))
            merged[small.group()] = (known + count, smallest)
    return sorted(merged.values(), key=lambda pair: -pair[0])


def shown(answer):
    """An answer as people read it."""
    if isinstance(answer, Refused):
        return repr(answer)[:300]
    if not isinstance(answer, dict):
        return str(answer)[:300]

    def one(value):
        if value[0] == "tensor":
            return f"{value[1]} {value[2]} {value[3]}"
        return f"({', '.join(map(one, value[1]))})" if value[0] == "seq" else f"{value[0]} {value[1:] and value[1]}"

    return "; ".join(f"{name} = {one(value)}" for name, value in answer.items())[:400]


def report(found, counts, out):
    """Writes the counts and the clusters."""
    print("\n".join(f"{kind:14} {count:6}" for kind, count in counts.most_common()), file=out)
    order = [PANIC, DIFFERS, LENIENT, STRICT, NAMED]
    for kind in order:
        of_kind = [(count, finding) for count, finding in found if finding.kind == kind]
        if of_kind:
            print(f"\n## {kind}: {len(of_kind)} clusters", file=out)
        for count, finding in of_kind:
            print(f"\n{count} x {finding.difference.what[:160]} ({finding.program.family})", file=out)
            print("\n".join(f"    {line}" for line in finding.program.source.split("\n")), file=out)
            print(f"  here:    {shown(finding.here)}\n  PyTorch: {shown(finding.there)}", file=out)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000, help="programs of values")
    parser.add_argument("--gradients", type=int, help="programs of gradients; a twentieth of the count, if not given")
    parser.add_argument("--family", choices=sorted(generate.FAMILIES))
    parser.add_argument("--dtypes", default=",".join(generate.DTYPES))
    parser.add_argument("--program", default="target/debug/glassformer")
    parser.add_argument("--strict", action="store_true", help="also makes small what is refused here alone")
    parser.add_argument("--strange", action="store_true", help="gives each program one argument of another kind")
    parser.add_argument("--report", help="writes the clusters to this file, too")
    return parser.parse_args()


def main():
    options = arguments()
    if not os.path.exists(options.program):
        sys.exit(f"{options.program} is not there: build it with cargo build, or name it with --program")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    here = Here(options.program)
    dtypes = tuple(options.dtypes.split(","))
    count = 0 if options.family == "gradients" else options.count
    slopes = options.gradients if options.gradients is not None else options.count // (1 if options.family == "gradients" else 20)
    slopes = 0 if options.family not in (None, "gradients") else slopes
    programs = list(generate.programs(options.seed, count, options.family, dtypes)) if count else []
    programs += generate.programs(options.seed, slopes, "gradients", dtypes) if slopes else []
    if options.strange:
        programs = [strange(program, f"{options.seed}.{place}") for place, program in enumerate(programs)]
    findings = judged(here, programs)
    counts = collections.Counter(finding.kind for finding in findings)
    wanted = (*FINDINGS, STRICT, NAMED) if options.strict else FINDINGS
    found = clusters(here, [finding for finding in findings if finding.kind in wanted])
    report(found, counts, sys.stdout)
    if options.report:
        with open(options.report, "w") as file:
            report(found, counts, file)
    return 1 if any(counts[kind] for kind in FINDINGS) else 0


if __name__ == "__main__":
    sys.exit(main())
