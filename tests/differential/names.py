"""Writes assets/names.txt: what PyTorch, NumPy and Python have under each of their names.

    python tests/differential/names.py > assets/names.txt

The program answers a name of these that it has not with "is not covered here", and guesses at no other.
"""

import builtins
import math

import numpy
import torch
import torch.nn.functional

# Families of which no tutorial knows: kernels of single libraries, quantization, symbolic sizes, copies of views.
STRANGE = ("cudnn", "mkldnn", "miopen", "fbgemm", "quantize", "q_", "fake_", "sym_", "fused_", "fork", "import_", "parse_")
COPIES = ("_copy", "_scatter", "_scatter_reduce")


def names(of):
    for name in sorted(dir(of), key=lambda name: (name.lower(), name)):
        if name.startswith("_") or name.endswith("_") or name.startswith(STRANGE) or name.endswith(COPIES):
            continue
        yield name


PLACES = {
    "Bare": builtins,
    "Torch": torch,
    "Tensor": torch.Tensor,
    "Functional": torch.nn.functional,
    "Nn": torch.nn,
    "Init": torch.nn.init,
    "Numpy": numpy,
    "Array": numpy.ndarray,
    "Math": math,
    "Str": str,
    "List": list,
    "Dict": dict,
    "Set": set,
}

for place, of in PLACES.items():
    print(place, *names(of))
