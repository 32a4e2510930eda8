"""Runs the lessons, as `glassformer export` writes them, under PyTorch and keeps every tensor that they name.

    python tests/golden/lessons/make.py target/debug/glassformer [FOLDER]

writes FOLDER/ID.safetensors for every lesson of the program; without a folder, beside this file. It needs PyTorch, and for lessons
that read the program's weights the package safetensors.
"""

import contextlib
import io
import json
import pathlib
import runpy
import struct
import subprocess
import sys
import tempfile

import torch

NAMES = {
    torch.float32: "F32",
    torch.float64: "F64",
    torch.int64: "I64",
    torch.uint8: "U8",
    torch.bool: "BOOL",
}


def tensors_of(lesson, program):
    """The public tensors that a lesson's code leaves behind."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{lesson}.py"
        subprocess.run([program, "export", lesson, "--to", "py", "--output", path], check=True)
        with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
            names = runpy.run_path(str(path))
    public = {name: value for name, value in names.items() if not name.startswith("_")}
    return {name: value.detach() for name, value in sorted(public.items()) if isinstance(value, torch.Tensor)}


def raw(tensor):
    """A tensor's bytes, row by row."""
    values = tensor.contiguous()
    if values.dtype == torch.bool:
        values = values.to(torch.uint8)
    return bytes(values.reshape(-1).view(torch.uint8).tolist())


def safetensors(tensors):
    """The bytes of a safetensors file."""
    header, body = {"__metadata__": {"torch": torch.__version__}}, b""
    for name, tensor in tensors.items():
        data = raw(tensor)
        offsets = [len(body), len(body) + len(data)]
        header[name] = {"dtype": NAMES[tensor.dtype], "shape": list(tensor.shape), "data_offsets": offsets}
        body += data
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + body


def main(program, folder=pathlib.Path(__file__).parent):
    lessons = subprocess.run([program, "list", "--json"], check=True, capture_output=True).stdout
    for lesson in json.loads(lessons):
        name = lesson["id"]
        (pathlib.Path(folder) / f"{name}.safetensors").write_bytes(safetensors(tensors_of(name, program)))


if __name__ == "__main__":
    main(*sys.argv[1:])
