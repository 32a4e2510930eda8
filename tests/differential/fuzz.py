#!/usr/bin/env python3
"""Looks for programs to which Glassformer and PyTorch give different answers.

    python tests/differential/fuzz.py --seed 1 --count 2000 --program target/debug/glassformer

Prints how many programs fell into which class and, for each cluster of findings, one program that was made as small as possible.
Exits with 1 when a value differs, a cell panics, or something runs here that PyTorch refuses. Programs of the family `aliases` print, and
what they print is compared:

    python tests/differential/fuzz.py --family aliases --count 10000 --program target/debug/glassformer
"""

import argparse
import collections
import functools
import os
import resource
import sys

import alias_fuzz
import aliases
import compare
import generate
import guards
import shrink
import there
from compare import FINDINGS, NAMED, STRICT
from findings import Finding, clusters, report
from here import Here, Refused
from strange import strange

# What a program may take, in bytes: one that asks for a trillion elements is an error in both, not the end of the machine.
MEMORY = 8 << 30


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


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000, help="programs of values")
    parser.add_argument("--gradients", type=int, help="programs of gradients; a twentieth of the count, if not given")
    parser.add_argument("--family", choices=sorted([*generate.FAMILIES, aliases.FAMILY]))
    parser.add_argument("--dtypes", default=",".join(generate.DTYPES))
    parser.add_argument("--program", default="target/debug/glassformer")
    parser.add_argument("--strict", action="store_true", help="also makes small what is refused here alone")
    parser.add_argument("--strange", action="store_true", help="gives each program one argument of another kind")
    parser.add_argument("--kind", choices=sorted(aliases.KINDS), help="of aliases: one kind of program only")
    parser.add_argument("--without", help="of aliases: draws no statement that matches this pattern")
    parser.add_argument("--unguarded", action="append", default=[], choices=sorted(guards.NAMES), help="of aliases: draws what a guard leaves out")
    parser.add_argument("--save", help="of aliases: writes each program with a finding into this folder")
    parser.add_argument("--report", help="writes the clusters to this file, too")
    return parser.parse_args()


def found_of_values(options):
    """The counts of programs of values by class, and the clusters of their findings."""
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
    found = clusters([finding for finding in findings if finding.kind in wanted], functools.partial(made_small, here))
    return counts, found


def main():
    options = arguments()
    if not os.path.exists(options.program):
        sys.exit(f"{options.program} is not there: build it with cargo build, or name it with --program")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if options.family == aliases.FAMILY:
        counts, found = alias_fuzz.found(options)
    else:
        counts, found = found_of_values(options)
    report(found, counts, sys.stdout)
    if options.report:
        with open(options.report, "w") as file:
            report(found, counts, file)
    return 1 if any(counts[kind] for kind in FINDINGS) else 0


if __name__ == "__main__":
    sys.exit(main())
