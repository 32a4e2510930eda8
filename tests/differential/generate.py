"""Random programs of the cell language, by family and seed.

A family is a function that takes a `Draw` and returns lines; its docstring says what it is about. To extend the generator, write one
more in `operations.py` or `models.py` and give it a weight in the table at the end of that file.
"""

import models
import operations
from draw import Draw, Program

FAMILIES = {function.__name__: function for function in [*operations.FAMILIES, *models.FAMILIES]}
WEIGHTS = {function.__name__: weight for function, weight in [*operations.FAMILIES.items(), *models.FAMILIES.items()]}
DTYPES = ("float32", "float64", "int64", "uint8", "bool", "int32", "float16", "bfloat16")


def program(seed, family=None, dtypes=DTYPES):
    """The program of a seed: always the same one."""
    draw = Draw(f"{family}/{seed}", dtypes)
    name = family or draw.random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    lines = FAMILIES[name](draw)
    return Program(name, lines, "x" if name == "gradients" else None)


def programs(seed, count, family=None, dtypes=DTYPES):
    """So many programs, each once, from this seed on."""
    seen = set()
    place = 0
    while len(seen) < count and place < 20 * count:
        made = program(f"{seed}.{place}", family, dtypes)
        place += 1
        if made.source not in seen:
            seen.add(made.source)
            yield made
