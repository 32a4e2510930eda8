#!/usr/bin/env python3
"""Writes `printing.json`: tensors, and how PyTorch prints each.

    python3 tests/language/printing.py
"""

import json
import math
import pathlib
import random

import torch

random.seed(20)
CASES = []


def number(value):
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    return value


def case(tensor):
    """A tensor with its data written out."""
    data = [number(x) for x in tensor.flatten().tolist()]
    dtype = str(tensor.dtype).removeprefix("torch.")
    CASES.append({"dtype": dtype, "shape": list(tensor.shape), "data": data, "text": repr(tensor)})


def large(shape, dtype, scale=7.0):
    """A tensor too large to write out: element i is (i * i % 97) / scale - 3."""
    count = math.prod(shape)
    data = [(i * i % 97) / scale - 3 for i in range(count)]
    tensor = torch.tensor(data, dtype=torch.float64).to(getattr(torch, dtype)).reshape(shape)
    CASES.append({"dtype": dtype, "shape": list(shape), "scale": scale, "text": repr(tensor)})


nan, inf = math.nan, math.inf
for values in [
    [0.5], [1.0, 2.0], [1.0, -2.5, 3.25], [1e-5, 1.0], [1e-4, 1.0], [1000.5, 1.0], [1001.0, 1.0], [1e8, 1e6], [1e8 + 8, 1e6],
    [123456.0, 1000.0], [0.0, 0.0], [0.0, -0.0], [nan], [inf, -inf], [nan, 1.0], [nan, 1.5], [-inf, 0.25, 0.0], [inf, 2.0, -3.0],
    [1e-10], [1e30, 1.0], [0.00012, 0.5], [99999.9999, 0.5], [1 / 3, 2 / 3], [-1e-5, 1e-6], [1e-4, 9.9e-5], [100.0, 0.1, 0.11],
    [3.0, 1e9], [-0.00001, 2.0], [16777216.0, 1.0], [12345.678, -1.0], [1e-45, 1e-40], [3.4e38, -3.4e38], [0.99999, 0.5],
]:
    case(torch.tensor(values))
    case(torch.tensor(values, dtype=torch.float64))
    case(torch.tensor(values[0]))
for values in [[1, 2, 3], [-1, 10, 100], [0], [2**40, 1], [-5], [7, -7, 70, -700]]:
    case(torch.tensor(values))
    case(torch.tensor([v % 256 for v in values], dtype=torch.uint8))
    case(torch.tensor(values[0]))
    case(torch.tensor([v > 1 for v in values]))
for dtype in [torch.float32, torch.float64, torch.int64, torch.uint8, torch.bool]:
    for shape in [(0,), (2, 0), (0, 3), (1, 0, 2), (1,), (1, 1), (2, 3), (3, 1), (2, 2, 3), (1, 2, 1, 2), (2, 1, 2, 2), (1, 1, 1, 1, 2)]:
        numbers = [random.randrange(0, 200) for _ in range(math.prod(shape))]
        case(torch.tensor(numbers, dtype=torch.float64).div(8 if dtype.is_floating_point else 1).to(dtype).reshape(shape))
for width in [3, 8, 10, 11, 12, 18, 19, 25, 40]:
    case(torch.tensor([random.randrange(-999, 999) / 100 for _ in range(width)]))
    case(torch.tensor([[random.randrange(-9, 99) for _ in range(width)] for _ in range(2)]))
    case(torch.tensor([[[random.random() > 0.5 for _ in range(width)]]]))
    case(torch.tensor([random.random() * 10 ** random.randrange(-6, 6) for _ in range(width)]))
    case(torch.tensor([[float(random.randrange(-99, 99))] * width], dtype=torch.float64))
for shape in [(1000,), (1001,), (2000,), (40, 40), (7, 200), (6, 200), (3, 400), (20, 10, 10), (2, 3, 200), (8, 8, 2, 16), (1100, 1)]:
    for dtype in ["float32", "float64", "int64", "bool"]:
        large(shape, dtype)
large((50, 50), "float32", scale=0.001)
large((50, 50), "float32", scale=1.0)
large((50, 50), "float64", scale=1e9)

lines = ",\n".join(json.dumps(case) for case in CASES)
pathlib.Path(__file__).with_suffix(".json").write_text(f"[\n{lines}\n]\n")
print(len(CASES), "tensors")
