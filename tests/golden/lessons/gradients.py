"""Runs the lessons under PyTorch and keeps the gradients that its autograd finds.

    python tests/golden/lessons/gradients.py target/debug/glassformer [FOLDER]

writes FOLDER/ID.safetensors for five lessons: under `output / input` the gradient of the last element of a real tensor with respect
to an input of the page, a matrix or a slider of real numbers. It needs PyTorch and nothing else.
"""

import contextlib
import io
import pathlib
import subprocess
import sys

import torch
from make import safetensors

# The same as in tests/gradients.rs.
LESSONS = ["embedding", "positional", "attention", "masking", "sampling"]
MATRIX = "return torch.as_tensor(rows, dtype=torch.float32)\n"
SLIDER = "return lo if value is None else value\n"
# A slider's number becomes a tensor without axes, which promotes nothing, as a number does.
LEAF = """value = lo if value is None else value
    if isinstance(lo, int) and isinstance(value, int):
        return value
    return torch.tensor(value, dtype=torch.float64, requires_grad=True)
"""


def run(lesson, program):
    """The names that a lesson's code leaves behind, with its inputs as leaves of autograd."""
    command = [program, "export", lesson, "--to", "py"]
    source = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    source = source.replace(MATRIX, MATRIX.strip() + ".clone().requires_grad_()\n").replace(SLIDER, LEAF)
    names = {"__name__": lesson}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(source, lesson, "exec"), names)
    return {name: value for name, value in names.items() if not name.startswith("_") and torch.is_tensor(value)}


def gradients(tensors):
    """Of the last element of each tensor with respect to each leaf that it depends on."""
    leaves = {name: value for name, value in tensors.items() if value.is_leaf and value.requires_grad}
    found = {}
    for output, value in sorted(tensors.items()):
        if output in leaves or not value.requires_grad or value.numel() == 0:
            continue
        last = value.reshape(-1)[-1]
        read = torch.autograd.grad(last, list(leaves.values()), retain_graph=True, allow_unused=True)
        for input, gradient in zip(leaves, read):
            if gradient is not None:
                found[f"{output} / {input}"] = gradient
    return found


def main(program, folder=pathlib.Path(__file__).parent / "gradients"):
    pathlib.Path(folder).mkdir(exist_ok=True)
    for lesson in LESSONS:
        found = gradients(run(lesson, program))
        print(lesson, len(found))
        (pathlib.Path(folder) / f"{lesson}.safetensors").write_bytes(safetensors(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
