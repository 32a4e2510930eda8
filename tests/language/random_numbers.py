#!/usr/bin/env python3
"""Writes random_numbers.json: programs that draw random numbers, and what Python, NumPy and PyTorch print."""

import json
import pathlib

from tensor_references import prompt

CAUGHT = """try:
    %s
except Exception as e:
    print(type(e).__name__, '|', e)
"""

# What is drawn from a generator g of PyTorch's, twice, with a draw from the cell's own numbers between.
FROM_GENERATOR = [
    "torch.rand(5, generator=g)", "torch.randn(3, generator=g)", "torch.randn(20, generator=g)", "torch.rand(2, 3, generator=g, dtype=torch.float64)",
    "torch.randn(4, generator=g, dtype=torch.float64)", "torch.randint(10, (5,), generator=g)", "torch.randint(-4, 1 << 40, (3,), generator=g)",
    "torch.randint(3, (4,), generator=g, dtype=torch.float32)", "torch.randperm(7, generator=g)", "torch.randperm(4, generator=g, dtype=torch.int32)",
    "torch.bernoulli(torch.full((6,), 0.3), generator=g)", "torch.full((6,), 0.3).bernoulli(generator=g)",
    "torch.multinomial(torch.tensor([1.0, 2.0, 3.0]), 2, generator=g)", "torch.multinomial(torch.tensor([1.0, 2.0, 3.0]), 5, replacement=True, generator=g)",
    "torch.normal(1.0, 2.0, (3,), generator=g)", "torch.empty(4).normal_(1, 2, generator=g)", "torch.empty(4).uniform_(-1, 1, generator=g)",
    "torch.empty(9).bernoulli_(0.4, generator=g)", "torch.empty(9).bernoulli_(generator=g)", "torch.zeros(9, dtype=torch.int64).bernoulli_(0.7, generator=g)",
    "torch.empty((), dtype=torch.int64).random_(generator=g)", "torch.empty(3).random_(generator=g)", "torch.empty(3, dtype=torch.float64).random_(generator=g)",
    "torch.empty(3, dtype=torch.int32).random_(generator=g)", "torch.empty(4, dtype=torch.uint8).random_(generator=g)",
    "torch.empty(6, dtype=torch.bool).random_(generator=g)", "torch.empty(3, dtype=torch.float16).random_(generator=g)",
    "torch.empty(3, dtype=torch.bfloat16).random_(generator=g)", "torch.empty(5).random_(6, generator=g)", "torch.empty(5, dtype=torch.int64).random_(-3, 3, generator=g)",
    "torch.empty(2, dtype=torch.int64).random_(1 << 50, generator=g)", "torch.rand_like(torch.ones(2), generator=g)", "torch.randn_like(torch.ones(2), generator=g)",
    "nn.init.normal_(torch.empty(3), generator=g)", "nn.init.uniform_(torch.empty(3), generator=g)", "nn.init.xavier_uniform_(torch.empty(2, 2), generator=g)",
    "nn.init.xavier_normal_(torch.empty(2, 2), generator=g)", "nn.init.kaiming_uniform_(torch.empty(2, 2), generator=g)",
]
TWICE = "g = torch.Generator().manual_seed(7)\ntorch.manual_seed(3)\na = %s\nb = torch.rand(1)\nc = %s\n[round(x, 5) for x in a.double().flatten().tolist() + b.tolist() + c.double().flatten().tolist()]"
TORCH_ERRORS = [
    "torch.empty(2).normal_(generator=5)", "torch.empty(2).random_(5, 3)", "torch.empty(2).random_(0)", "torch.empty(2, dtype=torch.bool).random_(3)",
    "torch.empty(2, dtype=torch.uint8).random_(0, 300)", "torch.empty(2, dtype=torch.uint8).random_(-1, 3)", "torch.empty(3).bernoulli_(2.0)", "torch.Generator().foo",
]
GENERATORS = [
    ("a seed returns its generator", "g = torch.Generator()\nh = g.manual_seed(5)\nh is g, g.initial_seed(), torch.Generator().initial_seed(), type(g).__name__, isinstance(g, torch.Generator), g == h, g == torch.Generator()"),
    ("names share a state", "g = torch.Generator().manual_seed(1)\nh = g\na = torch.rand(1, generator=g)\nb = torch.rand(1, generator=h)\nc = torch.rand(2, generator=torch.Generator().manual_seed(1))\n[a.item(), b.item()] == c.tolist()"),
    ("a generator that is not seeded", "torch.rand(2, generator=torch.Generator()).tolist()"),
    ("another device of a generator", "torch.Generator(device='cpu').manual_seed(2).device.type, torch.Generator('cpu').device.type"),
    ("the generator of a cell", "g = torch.manual_seed(11)\na = torch.rand(2)\nb = torch.rand(2, generator=g)\ntorch.manual_seed(11)\nc = torch.rand(4)\ntorch.initial_seed(), a.tolist() + b.tolist() == c.tolist(), isinstance(g, torch.Generator)"),
    ("a seed is set again", "g = torch.Generator()\nout = []\nfor seed in (3, 3, 4):\n    g.manual_seed(seed)\n    out.append(round(torch.randn(1, generator=g).item(), 5))\nout"),
    ("the seed of a loader", "g = torch.Generator()\ng.manual_seed(0)\nseed = torch.empty((), dtype=torch.int64).random_(generator=g).item()\nseed, torch.randperm(5, generator=torch.Generator().manual_seed(seed)).tolist()"),
    ("in an object", "class Sampler:\n    def __init__(self, seed):\n        self.g = torch.Generator()\n        self.g.manual_seed(seed)\n    def draw(self):\n        return torch.randint(100, (3,), generator=self.g).tolist()\na, b = Sampler(1), Sampler(1)\na.draw() == b.draw(), a.draw(), b.draw()"),
    ("whole numbers in place", "torch.manual_seed(0)\nx = torch.zeros(2, 2)\ny = x.random_(10)\ny is x, x.tolist(), x.random_(3, 5).tolist(), torch.zeros(2, dtype=torch.int64).random_().tolist()"),
]

PROGRAMS = [(code, TWICE % (code, code)) for code in FROM_GENERATOR]
PROGRAMS += [(code, CAUGHT % code) for code in TORCH_ERRORS]
PROGRAMS += GENERATORS

if __name__ == "__main__":
    seen, programs = set(), []
    for name, code in PROGRAMS:
        assert name not in seen, name
        seen.add(name)
        programs.append({"name": name, "code": code, "prints": prompt(code)})
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(json.dumps({"programs": programs}, indent=1, ensure_ascii=False) + "\n")
