#!/usr/bin/env python3
"""Runs every program of this folder under PyTorch and writes down what came of it.

Beside each `NAME.py` there is a `NAME.json`: every name that the program leaves behind with its value, and what it printed.
`cargo test --test language` runs the same programs here and compares. Needs torch and numpy:

    python3 tests/language/corpus/make.py            # all of them
    python3 tests/language/corpus/make.py NAME ...   # some
"""

import ast
import contextlib
import io
import json
import math
import pathlib
import sys

import numpy as np
import torch

FOLDER = pathlib.Path(__file__).parent


def number(value):
    """A float as JSON has it: what is not finite becomes a string."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def described(value):
    """A value as JSON, or None for what is not compared: modules, functions, classes and their objects."""
    if value is None:
        return {"none": True}
    if isinstance(value, (bool, np.bool_)):
        return {"bool": bool(value)}
    if isinstance(value, (int, np.integer)):
        return {"int": int(value)}
    if isinstance(value, (float, np.floating)):
        return {"float": number(float(value))}
    if isinstance(value, str):
        return {"str": value}
    if isinstance(value, np.ndarray):
        value = torch.from_numpy(value)
    if isinstance(value, torch.Tensor):
        data = [number(x) if isinstance(x, float) else x for x in value.detach().flatten().tolist()]
        return {"tensor": {"dtype": str(value.dtype).removeprefix("torch."), "shape": list(value.shape), "data": data}}
    if isinstance(value, (list, tuple)):
        items = [described(item) for item in value]
        kind = "list" if isinstance(value, list) else "tuple"
        return None if None in items else {kind: items}
    if isinstance(value, dict):
        entries = [[described(key), described(item)] for key, item in value.items()]
        return None if any(None in entry for entry in entries) else {"dict": entries}
    return None


def names_kept(tree):
    """The names that assignments bind: loops bind theirs too, but those are nobody's result."""
    kept = set()
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            stored = (n for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
            kept.update(n.id for n in stored if isinstance(n.ctx, ast.Store))
        waiting.extend(ast.iter_child_nodes(node))
    return kept


def run(path):
    source = path.read_text()
    scope = {"__name__": "__main__"}
    printed = io.StringIO()
    torch.manual_seed(0)
    with contextlib.redirect_stdout(printed):
        exec(compile(source, str(path), "exec"), scope)
    kept = names_kept(ast.parse(source))
    names = {}
    for name, value in scope.items():
        found = described(value) if name in kept else None
        if found is not None:
            names[name] = found
    return {"names": names, "printed": printed.getvalue()}


def main():
    wanted = set(sys.argv[1:])
    for path in sorted(FOLDER.glob("*/*.py")):
        if wanted and path.stem not in wanted:
            continue
        expected = json.dumps(run(path), ensure_ascii=False)
        path.with_suffix(".json").write_text(expected + "\n")
        print(path.relative_to(FOLDER))


if __name__ == "__main__":
    main()
