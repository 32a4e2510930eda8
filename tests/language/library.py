#!/usr/bin/env python3
"""Writes what Python and PyTorch print for the programs in the folder `library`, which use modules of Python's library, `torch.utils.data` and NumPy.

Python's own modules are those of Python 3.13, and PyTorch may want another Python, so each is asked by itself:

    python3.13 tests/language/library.py python
    ~/torch/bin/python tests/language/library.py torch
    ~/torch/bin/python -W ignore tests/language/library.py numpy

In the files of the folder a line `## title` begins a program. One that ends with an exception is caught at its end.
"""

import ast
import contextlib
import io
import json
import pathlib
import sys
import textwrap

FOLDER = pathlib.Path(__file__).with_suffix("")
# So that no program finds a file of this folder in place of a module.
sys.path = [path for path in sys.path if pathlib.Path(path or ".").resolve() != FOLDER.parent.resolve()]


def programs(path):
    for block in path.read_text().split("## ")[1:]:
        title, code = block.split("\n", 1)
        yield f"{path.stem}: {title.strip()}", code.strip()


def printed(code):
    """What a program prints, with the value of its last line as at Python's prompt."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    out = io.StringIO()
    names = {"__name__": "__main__"}
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "<cell>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
            if value is not None:
                print(repr(value), end="")
    return out.getvalue()


def answer(name, code):
    try:
        return {"name": name, "code": code, "prints": printed(code)}
    except Exception:
        caught = f"try:\n{textwrap.indent(code, '    ')}\nexcept Exception as error:\n    print(type(error).__name__, '|', error)"
        return {"name": name, "code": caught, "prints": printed(caught)}


def asked(name, code):
    """The answer of one program. How NumPy prints and draws is of the process, and each program begins anew."""
    if "numpy" not in code:
        return answer(name, code)
    import numpy

    with numpy.printoptions():
        numpy.random.seed()
        return answer(name, code)


def group(path):
    first = path.name.split(".")[0]
    return first if first in ("torch", "numpy") else "python"


if __name__ == "__main__":
    which = sys.argv[1]
    paths = [path for path in sorted(FOLDER.glob("*.txt")) if group(path) == which]
    rows = [asked(*program) for path in paths for program in programs(path)]
    assert len({row["name"] for row in rows}) == len(rows)
    (FOLDER / f"{which}.json").write_text(json.dumps({"programs": rows}, indent=1, ensure_ascii=False) + "\n")
