"""Runs programs about aliases under both, and makes small those whose transcripts differ."""

import collections
import functools
import os
import sys
import time

import aliases
import growing
import guards
import shrink
import transcripts
from compare import EQUAL, FINDINGS, NAMED, REFUSED, STRICT
from findings import Finding, clusters

# How often a program is made smaller, how many programs are tried at a time, and seconds after which no more are tried.
ROUNDS, BATCH, SECONDS = 150, 8, 10
# How many programs of a group are made small.
TRIES = 4
# Programs without an answer: one ran too long, or PyTorch leaves open what it gives.
OPEN = "no answer"
# After so many programs a line on standard error tells how far the run is.
TELL = 1000


class AliasFinding(Finding):
    """A finding of a program about aliases. Before it is small its calls say little about its cause."""

    is_small = False

    def group(self):
        return super().group() if self.is_small else (self.kind, self.what(), self.program.family)


def finding(here, program):
    """A program with both transcripts and their difference; `None` if it has no answer."""
    judged = transcripts.judged(here, program)
    return judged and AliasFinding(program, *judged)


def made_small(here, of):
    """The same finding of the smallest program that shows it."""
    kind, what, fails, end = of.kind, of.what(), of.there.line is not None, time.monotonic() + SECONDS

    def judge(programs):
        return [finding(here, program) if time.monotonic() < end else None for program in programs]

    def same(other):
        return other is not None and (other.kind, other.what(), other.there.line is not None) == (kind, what, fails)

    small = of.program
    for candidates in (shrink.fewer_statements, shrink.simpler_expressions, shrink.fewer_statements):
        small = shrink.shrink(small, judge, same, BATCH, candidates, ROUNDS)
    of = finding(here, small) or of
    of.is_small = True
    return of


def found(options):
    """The counts of programs by class, and the clusters of their findings."""
    growing.Growing.without = options.without
    guards.UNGUARDED.update(options.unguarded)
    here = transcripts.Here(options.program)
    counts, kept = collections.Counter(), []
    wanted = (*FINDINGS, STRICT, NAMED) if options.strict else FINDINGS
    for place, program in enumerate(aliases.programs(options.seed, options.count, kind=options.kind)):
        if place and place % TELL == 0:
            print(f"{place} programs", file=sys.stderr)
        of = finding(here, program)
        counts[of.kind if of else OPEN] += 1
        if of and of.kind not in (EQUAL, REFUSED):
            save(options, place, of)
            kept += [of] if of.kind in wanted else []
    return counts, clusters(kept, functools.partial(made_small, here), TRIES)


def save(options, place, of):
    """Writes a program with a finding, and what it is, into the folder of the options."""
    if options.save:
        os.makedirs(options.save, exist_ok=True)
        notes = "".join(f"# {line}\n" for line in [f"{of.kind}: {of.what()}", f"here:    {of.here}", f"PyTorch: {of.there}"])
        with open(os.path.join(options.save, f"{options.seed}.{place}.py"), "w") as file:
            file.write(f"{of.program.source}\n\n{notes}")
