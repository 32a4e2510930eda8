"""Findings: programs with two answers, sorted into clusters that probably have one cause."""

import ast
import collections
import re

from compare import DIFFERS, LENIENT, NAMED, PANIC, STRICT, WORDS
from here import Refused

# How many programs of a group are made small: findings of one group may still be of two kinds.
TRIES = 2


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


def clusters(findings, made_small, most=TRIES):
    """(count, the smallest finding) of each cluster, the largest first. `made_small` gives the smallest program with the same finding."""
    groups = collections.defaultdict(list)
    for finding in findings:
        groups[finding.group()].append(finding)
    merged = {}
    for members in groups.values():
        members.sort(key=lambda finding: len(finding.program.source))
        for place, member in enumerate(members[:most]):
            small = made_small(member)
            count = len(members) - min(most, len(members)) + 1 if place == 0 else 1
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
    order = [PANIC, DIFFERS, LENIENT, WORDS, STRICT, NAMED]
    for kind in order:
        of_kind = [(count, finding) for count, finding in found if finding.kind == kind]
        if of_kind:
            print(f"\n## {kind}: {len(of_kind)} clusters", file=out)
        for count, finding in of_kind:
            print(f"\n{count} x {finding.difference.what[:160]} ({finding.program.family})", file=out)
            print("\n".join(f"    {line}" for line in finding.program.source.split("\n")), file=out)
            print(f"  here:    {shown(finding.here)}\n  PyTorch: {shown(finding.there)}", file=out)
