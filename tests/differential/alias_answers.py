#!/usr/bin/env python3
"""Writes what Python and PyTorch print in a fixed set of programs about aliases, for `tests/differential/aliases.rs` to compare with.

    python tests/differential/alias_answers.py --seed 31 --count 400

Each line of `answers/aliases.jsonl` has a program, what it `prints`, and the `line` of the error that ends it, or null. For an error about
gradients `says` is the first sentence of its message. A program of the top level also has `borders`, the lines before which it can be split
into cells, and `writes`, the statements that change what an earlier one made: `[line, [the lines of the makers]]`.

With `--program target/debug/glassformer` it also writes `known_aliases.txt`, the programs to which that program gives another answer.
"""

import argparse
import ast
import collections
import json
import os
import re
import resource

import aliases
import paging
import transcripts
from answers import FOLDER
from compare import EQUAL, REFUSED
from draw import Program
from guards import Unspecified

# Characters that a line may have, and how many statements a program grows by.
LONGEST, FEWEST, MOST = 850, 1, 4
# Bytes that all may take.
MEMORY = 6 << 30
# The share of programs whose answers are kept for an error, and not for what they print.
FAILING = 0.35


def pruned(source):
    """A program without the imports, functions, classes and methods that it does not use."""
    tree = ast.parse(source)
    definitions = (ast.FunctionDef, ast.ClassDef, ast.Import)

    def is_used(statement, block):
        if not isinstance(statement, definitions) or getattr(statement, "name", "").startswith("__") or getattr(statement, "decorator_list", []):
            return True
        name = statement.name if not isinstance(statement, ast.Import) else statement.names[0].asname or statement.names[0].name
        others = [other for other in [*tree.body, *block] if other is not statement and getattr(other, "body", None) is not block]
        return any(re.search(rf"\b{name}\b", ast.unparse(other)) for other in others)

    before = None
    while before != ast.unparse(tree):
        before = ast.unparse(tree)
        blocks = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
        for block in blocks:
            block[:] = [statement for statement in block if is_used(statement, block)] or [ast.Pass()]
    return before


def answer(program):
    """A program as it is kept, with its answer; `None` if it has none or is too long."""
    source = pruned(program.source)
    is_page = "def main():" not in source and " = None\n" not in f"{source}\n"
    try:
        if is_page:
            source = paging.renamed(source)
        found = transcripts.run_there(source)
        wrote = paging.writes(source) if is_page else None
    except (transcripts.TooSlow, Unspecified, RecursionError, SyntaxError):
        return None
    # Addresses are other ones in each run, and what a name is missing in says nothing.
    if " at 0x" in found.printed or re.search("is not defined|MemoryError", found.message) or found.printed.count("\n") < 3:
        return None
    line = {"program": source, "prints": found.printed, "line": found.line}
    if found.sentence:
        line["says"] = found.sentence.split(": ", 1)[1]
    if is_page:
        line |= {"borders": paging.borders(source), "writes": wrote}
    return line if len(json.dumps(line)) <= LONGEST else None


def answers(seed, count):
    """Lines by id: of each kind its share."""
    total = sum(weight for _, weight in aliases.KINDS.values())
    seen = set()
    for kind, (_, weight) in aliases.KINDS.items():
        wanted, numbers, place = count * weight // total, collections.Counter(), 0
        while numbers.total() < wanted:
            program = aliases.program(f"{seed}.{place}", kind, FEWEST, MOST)
            place += 1
            line = answer(program)
            if line is None or line["program"] in seen:
                continue
            is_error = line["line"] is not None
            if numbers[is_error] >= wanted * (FAILING if is_error else 1 - FAILING) + 1:
                continue
            seen.add(line["program"])
            numbers[is_error] += 1
            yield {"id": f"aliases-{kind}-{numbers.total()}", **line}


def known(here, lines):
    """A line for each program that has another answer here."""
    for line in lines:
        theirs = transcripts.Transcript(line["prints"], line["line"], f"Error: {line['says']}" if "says" in line else "")
        program = Program(aliases.FAMILY, line["program"].split("\n"))
        difference = transcripts.compared(here.run(program.source), theirs)
        if difference.kind not in (EQUAL, REFUSED):
            yield f"{line['id']} {difference.kind}: {difference.what[:150]}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--program", help="also writes what this program answers otherwise to known_aliases.txt")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    lines = list(answers(options.seed, options.count))
    with open(os.path.join(FOLDER, "aliases.jsonl"), "w") as file:
        file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    if options.program:
        found = list(known(transcripts.Here(options.program), lines))
        path = os.path.join(FOLDER, "known_aliases.txt")
        if found:
            with open(path, "w") as file:
                file.writelines(found)
        elif os.path.exists(path):
            os.remove(path)


if __name__ == "__main__":
    main()
