"""Runs programs under Glassformer: many as the cells of one lesson, gradients one a process."""

import ast
import json
import math
import os
import subprocess
import tempfile

# A page may spend what four cells may, and small programs spend next to nothing.
BATCH = 150
SECONDS = 120
WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
# The direction along which a gradient is read, one weight an element.
DIRECTION = (1.0, 0.5, -0.75, 1.25, -0.25, 0.875, 0.625, -1.5)


class Refused:
    """A program that ended with an error, and what it said."""

    def __init__(self, message, kind="", panic=False):
        self.message, self.kind, self.panic = message, kind, panic

    def __repr__(self):
        return f"{'panic' if self.panic else 'error'}: {self.kind}{': ' if self.kind else ''}{self.message}"


class _Renamed(ast.NodeTransformer):
    """Gives the names that a program assigns an ending of their own, so that it can share a page with others."""

    def __init__(self, names, ending):
        self.names, self.ending = names, ending

    def visit_Name(self, node):
        if node.id in self.names:
            node.id += self.ending
        return node


def assigned(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _cell(source, place):
    tree = ast.parse(source)
    names = assigned(tree)
    text = ast.unparse(_Renamed(names, f"_{place}").visit(tree))
    return f"```python\n#| label: p{place}\n{text}\n```\n\n", names


def _plain(value):
    """A value inside a list of the answer."""
    if isinstance(value, dict) and set(value) == {"dtype", "shape", "data"}:
        return _value(value)
    if isinstance(value, list):
        return ("seq", [_plain(item) for item in value])
    if value is None:
        return ("none",)
    if isinstance(value, str):
        return ("float", WORDS[value]) if value in WORDS else ("str", value)
    if isinstance(value, bool):
        # In the answer a plain bool and a tensor of one read the same.
        return ("tensor", "bool", [], [value])
    return (type(value).__name__, value)


def _value(answer):
    """A value of a name: see `there.value`."""
    dtype, shape, data = answer["dtype"], answer["shape"], answer["data"]
    if dtype in ("list", "tuple"):
        return _plain(data)
    if dtype == "dict":
        return ("other",)
    if dtype in ("int", "float", "str", "None"):
        made = _plain(data[0])
        return ("float", float(made[1])) if dtype == "float" else ("str", data[0]) if dtype == "str" else made
    if dtype == "complex64":
        data = [part for pair in data for part in pair]
    return ("tensor", dtype, shape, [WORDS[item] if isinstance(item, str) else item for item in data])


class Here:
    """The program under test."""

    def __init__(self, program):
        self.program = os.path.abspath(program)

    def _call(self, arguments, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "programs.md")
            with open(path, "w") as file:
                file.write("---\ntitle: Programs\nid: programs\n---\n" + text)
            environment = {**os.environ, "LC_ALL": "C", "HOME": folder, "XDG_STATE_HOME": folder, "RUST_BACKTRACE": "0"}
            arguments = [path if argument is None else argument for argument in arguments]
            try:
                done = subprocess.run([self.program, *arguments], capture_output=True, text=True, timeout=SECONDS, env=environment)
            except subprocess.TimeoutExpired:
                return None, "it did not end"
            return done.stdout, done.stderr

    def run(self, programs):
        """The results of each program: a dict of values by name, or `Refused`."""
        programs = list(programs)
        answers = []
        for start in range(0, len(programs), BATCH):
            answers += self._batch(programs[start : start + BATCH])
        return answers

    def _batch(self, programs):
        cells = [_cell(program.source, place) for place, program in enumerate(programs)]
        out, err = self._call(["eval", None, "--json"], "".join(text for text, _ in cells))
        try:
            answer = json.loads(out)
        except (TypeError, ValueError):
            # The whole process ended: halves tell which program did it.
            if len(programs) == 1:
                return [Refused(f"the process ended: {err[-200:]}", panic=True)]
            middle = len(programs) // 2
            return self._batch(programs[:middle]) + self._batch(programs[middle:])
        errors = {error["cell"]: error for error in answer["errors"] if error["cell"]}
        states = {cell["label"]: cell["state"] for cell in answer["cells"]}
        results = []
        for place, (_, names) in enumerate(cells):
            error = errors.get(f"p{place}")
            if error and "of this page together" in error["message"] and len(programs) > 1:
                results += self._batch([programs[place]])
            elif error:
                results.append(Refused(error["message"], panic="broke down" in error["message"]))
            elif states.get(f"p{place}") != "ok":
                results.append(Refused(f"the cell is {states.get(f'p{place}')}", "state"))
            else:
                wanted = sorted(name for name in names if name.startswith("r_"))
                found = {name: answer["names"].get(f"{name}_{place}") for name in wanted}
                results.append({name: _value(value) if value else ("other",) for name, value in found.items()})
        return results

    def gradient(self, program):
        """The derivative of `r_0` along `DIRECTION` at the input of a program, or `Refused`."""
        lines = program.source.split("\n")
        place = next(place for place, line in enumerate(lines) if line.startswith(f"{program.wrt} = "))
        name = program.wrt
        weights = f"torch.tensor({list(DIRECTION)}, dtype={name}.dtype)[:{name}.numel()].reshape({name}.shape)"
        lines[place] = f"{lines[place]}\nt = torch.tensor(0.0, dtype={name}.dtype)\n{name} = {name} + t * {weights}"
        return self._slope("t", "\n".join(lines))

    def gradient_at(self, program, index):
        """One element of the gradient."""
        return self._slope(f"{program.wrt}[{', '.join(map(str, index))}]" if index else program.wrt, program.source)

    def _slope(self, element, source):
        text = f"```python\n#| label: p\n{source}\n```\n"
        out, err = self._call(["why", None, element, "--gradient", "r_0", "--depth", "1", "--json"], text)
        try:
            answer = json.loads(out)
            value = answer["value"]
        except (TypeError, ValueError):
            message = err.split(": ", 1)[-1].split("\n")[0]
            return Refused(message, panic="broke down" in err or "panicked" in err)
        if "derivative for aten::" in (answer.get("note") or ""):
            return Refused(answer["note"])
        return WORDS.get(value, value) if isinstance(value, str) else value
