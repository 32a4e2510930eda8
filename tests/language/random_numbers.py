#!/usr/bin/env python3
"""Writes random_numbers.json: programs that draw random numbers, and what Python, NumPy and PyTorch print."""

from tensor_references import CAUGHT, write_programs

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
    "torch.empty(2).random_(5, 3)", "torch.empty(2).random_(0)", "torch.empty(2, dtype=torch.bool).random_(3)",
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

# What Python draws, several times.
OF_PYTHON = [
    "random.random()", "random.getrandbits(1)", "random.getrandbits(32)", "random.getrandbits(40)", "random.getrandbits(63)", "random.getrandbits(0)",
    "random.randrange(10)", "random.randrange(5, 50, 5)", "random.randrange(50, 5, -7)", "random.randrange(1 << 40)", "random.randint(1, 6)", "random.randint(-3, -3)",
    "random.uniform(-1, 3)", "random.choice('python')", "random.choice([3, 5, 8])", "random.choice(range(100))", "random.choices('abc', k=4)",
    "random.choices([1, 2, 3], weights=[5, 1, 1], k=6)", "random.choices((1, 2, 3), cum_weights=[1, 1, 4], k=3)", "random.choices('ab', [0.5, 2.5])",
    "random.sample(range(30), 4)", "random.sample(range(100), 6)", "random.sample(list('glass'), 5)", "random.sample(range(1000), 25)", "random.sample([1, 2], counts=[3, 4], k=5)", "random.sample([1, 2, 3], 0)",
    "random.gauss()", "random.gauss(5, 0.5)", "random.normalvariate(1, 2)", "random.expovariate(0.5)", "random.triangular()", "random.triangular(1, 9, 2)", "random.triangular(2, 2, 2)",
    "random.betavariate(2, 3)", "random.gammavariate(2.5, 1.0)", "random.gammavariate(1.0, 2.0)", "random.gammavariate(0.4, 1.0)", "random.lognormvariate(0, 1)", "random.paretovariate(3)", "random.weibullvariate(1, 2)",
]
SEEDED = "import random\nrandom.seed(2024)\n[%s for _ in range(5)]"
PYTHON_ERRORS = [
    "random.choice([])", "random.randrange(0)", "random.randrange(5, 5)", "random.randint(3, 1)", "random.randrange(1, 5, 0)", "random.randrange(5, 1, 2)", "random.sample([1], 2)",
    "random.sample({1, 2}, 1)", "random.choices([1, 2], [1])", "random.choices([1, 2], [0, 0])", "random.choices([1, 2], [1, 1], cum_weights=[1, 2])", "random.getrandbits(-1)",
    "random.sample([1, 2], 1, counts=[1])", "random.gammavariate(0, 1)", "random.seed([1])", "random.choices([1, 2], 3)", "random.randrange(3, step=2)", "random.sample([1], -1)",
]
OBJECTS_OF_PYTHON = [
    ("seeds of Python", "import random\nout = []\nfor seed in (0, 1, -1, 12345678901234, True, 'glass', '', 'ä€', 2.0, 0.5, -1.5, 1e300, 5e-324, float('inf')):\n    random.seed(seed)\n    out.append(random.random())\nout"),
    ("a list is shuffled", "import random\nrandom.seed(3)\nxs = list(range(12))\nys = xs\nrandom.shuffle(xs)\nxs, ys is xs, random.random()"),
    ("generators of Python", "import random\na, b = random.Random(5), random.Random(5)\nrandom.seed(5)\nx = [a.random(), a.gauss(0, 1), a.randint(0, 9)]\nc = a\ny = [b.random(), b.gauss(0, 1), b.randint(0, 9)]\nx == y, random.random() == x[0], c.random() == b.random(), a.sample('abcdef', 3), isinstance(a, random.Random)"),
    ("a seed forgets the second normal number", "import random\nrandom.seed(1)\na = random.gauss(0, 1)\nrandom.seed(1)\na == random.gauss(0, 1), random.gauss(0, 1), random.gauss(0, 1)"),
    ("names from random", "from random import seed, randint, shuffle, Random\nseed(7)\nxs = [randint(1, 100) for _ in range(5)]\nshuffle(xs)\nr = Random(8)\nr.shuffle(xs)\nxs, r.choices(xs, k=3)"),
    ("a random walk", "import random\nrandom.seed(0)\nplace, path = 0, []\nfor _ in range(20):\n    place += random.choice([-1, 1])\n    path.append(place)\npath"),
    ("three libraries have three states", "import random\nimport numpy as np\nrandom.seed(0)\nnp.random.seed(0)\ntorch.manual_seed(0)\na = [random.random(), np.random.rand(), torch.rand(1).item()]\nrandom.seed(0)\n[a[0] == random.random(), a[1] != np.random.rand(), [round(x, 6) for x in a]]"),
    ("a copy goes its own way", "import random\nimport copy\nr = random.Random(3)\ns = copy.deepcopy(r)\nr.random() == s.random(), r is s"),
    ("items of other kinds", "import random\nrandom.seed(9)\nrandom.choice((1, 'a', None)), random.sample('letters', 3), random.choices(range(5), k=2), random.choice({'a': 1, 0: 2})"),
]

# What NumPy draws, several times, as lists.
OF_NUMPY = [
    "rand()", "rand(3)", "rand(2, 2)", "randn()", "randn(3)", "randn(2, 3)", "random()", "random(2)", "random((2, 1))", "random_sample(3)", "standard_normal()", "standard_normal((2, 2))",
    "normal()", "normal(1.0, 2.0)", "normal(0, 1, 5)", "normal(3, 0.1, size=(2, 2))", "normal(np.array([0.0, 100.0]), 1.0)", "uniform()", "uniform(-1, 1, 4)", "uniform(5, 6)",
    "randint(10)", "randint(3, 7)", "randint(5, size=4)", "randint(-5, 5, (2, 3))", "randint(0, 1 << 40, 3)", "randint(1 << 32, size=2)", "randint(7, size=3, dtype=np.int32)", "randint(1)",
    "permutation(8)", "permutation([5, 6, 7, 8])", "permutation(np.arange(6).reshape(3, 2))", "choice(5)", "choice(5, 3)", "choice(np.array([1.5, 2.5, 3.5]), 4)", "choice([10, 20, 30])",
    "choice(8, 4, replace=False)", "choice(4, 6, p=[0.1, 0.2, 0.3, 0.4])", "choice(5, 3, replace=False, p=[0.1, 0.3, 0.2, 0.2, 0.2])", "choice(6, size=(2, 2))", "choice([1, 2, 3], p=[0.5, 0.25, 0.25])",
]
LISTED = "import numpy as np\n%s\nout = []\nfor _ in range(3):\n    x = %s\n    out.append(x.tolist() if hasattr(x, 'tolist') else x)\nout"
OF_DEFAULT_RNG = [
    "random()", "random(5)", "random((2, 2))", "integers(10)", "integers(10, size=7)", "integers(3, 9, 4)", "integers(0, 1 << 40, 3)", "integers(1 << 32, size=3)", "integers(6, endpoint=True, size=5)",
    "integers(7, size=3, dtype=np.int32)", "standard_normal()", "standard_normal(400)", "normal(2.0, 3.0, 5)", "normal()", "uniform(-2, 2, 3)", "uniform()", "permutation(9)",
    "permutation([4, 5, 6])", "permutation(np.arange(6).reshape(3, 2))", "choice(5)", "choice(5, 3)", "choice(20, 5, replace=False)", "choice(20, 5, replace=False, shuffle=False)",
    "choice(20000, 500, replace=False)", "choice(4, 6, p=[0.1, 0.2, 0.3, 0.4])", "choice(5, 3, replace=False, p=[0.1, 0.3, 0.2, 0.2, 0.2])", "choice([1.5, 2.5], 3)", "choice([10, 20, 30], size=(2, 2))", "choice(np.arange(6).reshape(3, 2), 2)",
]
NUMPY_ERRORS = [
    "np.random.seed(-1)", "np.random.seed(1 << 32)", "np.random.randint(0)", "np.random.randint(5, 5)", "np.random.choice(3, 4, replace=False)", "np.random.choice(3, p=[0.5, 0.5])",
    "np.random.choice(2, p=[0.5, 0.6])", "np.random.choice(2, p=[-0.5, 1.5])", "np.random.choice(0)", "np.random.choice([])", "np.random.choice(np.ones((2, 2)))", "np.random.normal(0, -1)",
    "np.random.default_rng(-1)", "np.random.default_rng(0).integers(0)", "np.random.default_rng(0).integers(5, 2)", "np.random.default_rng(0).integers(5, 2, endpoint=True)",
    "np.random.default_rng(0).choice(3, 4, replace=False)", "np.random.default_rng(0).choice(2, p=[0.5, 0.6])", "np.random.choice(3, 2, replace=False, p=[1.0, 0.0, 0.0])",
]
OBJECTS_OF_NUMPY = [
    ("seeds of NumPy", "import numpy as np\nout = []\nfor seed in (0, 1, 4294967295, [1, 2, 3], [7]):\n    np.random.seed(seed)\n    out.append([np.random.rand(), np.random.randint(1000)])\nout"),
    ("seeds of default_rng", "import numpy as np\n[np.random.default_rng(seed).random() for seed in (0, 1, 12345678901234, [1, 2, 3], [0, 0, 0, 0, 0, 9])]"),
    ("rows are shuffled", "import numpy as np\nnp.random.seed(4)\nx = np.arange(10)\nnp.random.shuffle(x)\nm = np.arange(8).reshape(4, 2)\nnp.random.shuffle(m)\nxs = list('abcdef')\nnp.random.shuffle(xs)\nx.tolist(), m.tolist(), xs"),
    ("rows are shuffled by default_rng", "import numpy as np\nrng = np.random.default_rng(4)\nx = np.arange(10)\nrng.shuffle(x)\nm = np.arange(8).reshape(4, 2)\nrng.shuffle(m)\nxs = list('abcdef')\nrng.shuffle(xs)\nx.tolist(), m.tolist(), xs"),
    ("states of NumPy", "import numpy as np\na = np.random.RandomState(3)\nnp.random.seed(3)\nx = a.randn(3)\ny = np.random.randn(3)\na.seed(3)\nx.tolist() == y.tolist(), a.randn() == x.tolist()[0], np.random.default_rng(np.random.default_rng(1)).random() == np.random.default_rng(1).random()"),
    ("halves of a word", "import numpy as np\nrng = np.random.default_rng(8)\nout = [int(rng.integers(100)), rng.random(), int(rng.integers(100)), rng.standard_normal(), int(rng.integers(1 << 50)), int(rng.integers(100))]\nout"),
    ("many normal numbers", "import numpy as np\nrng = np.random.default_rng(5)\nx = rng.standard_normal(20000)\n[x.tolist()[i] for i in (0, 999, 5000, 19999)], max(x.tolist()), min(x.tolist())"),
    ("numbers of a data set", "import numpy as np\nrng = np.random.default_rng(0)\nx = rng.normal(size=(3, 2))\ny = x @ np.array([2.0, -1.0]) + 0.1 * rng.normal(size=3)\n[round(v, 10) for v in y.tolist()]"),
    ("types of what is drawn", "import numpy as np\nnp.random.seed(0)\ntype(np.random.rand()).__name__, type(np.random.randn()).__name__, type(np.random.randint(3)).__name__, 'float64' in str(np.random.rand(2).dtype), 'int64' in str(np.random.randint(3, size=2).dtype), tuple(np.random.rand(2, 0).shape)"),
]

PROGRAMS = [(code, TWICE % (code, code)) for code in FROM_GENERATOR]
PROGRAMS += [(code, CAUGHT % code) for code in TORCH_ERRORS]
PROGRAMS += GENERATORS
PROGRAMS += [(code, SEEDED % code) for code in OF_PYTHON]
PROGRAMS += [(code, CAUGHT % f"import random\n    random.seed(0)\n    {code}") for code in PYTHON_ERRORS]
PROGRAMS += OBJECTS_OF_PYTHON
PROGRAMS += [(f"np.random.{code}", LISTED % ("np.random.seed(12)", f"np.random.{code}")) for code in OF_NUMPY]
PROGRAMS += [(f"default_rng: {code}", LISTED % ("rng = np.random.default_rng(12)", f"rng.{code}")) for code in OF_DEFAULT_RNG]
PROGRAMS += [(code, CAUGHT % f"import numpy as np\n    np.random.seed(0)\n    {code}") for code in NUMPY_ERRORS]
PROGRAMS += OBJECTS_OF_NUMPY

if __name__ == "__main__":
    write_programs(__file__, PROGRAMS)
