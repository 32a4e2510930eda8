"""Writes `memory_marks.json`: which functions of PyTorch share memory with their tensors or write to them.

What a function's schema says is taken as it stands: `Tensor(a)`, `Tensor(a)[]`, `Tensor(a!)`. Functions that are composed of others say
nothing there, or have no schema. What those do is measured.

    ~/torch/bin/python tests/language/memory_marks.py
"""

import json
import os

import torch
import torch.nn.functional as F
from torch.autograd import Variable

# Calls that share memory with `x`, or would if something had to be done: nothing has to be done to a tensor of the dtype that is asked for.
MEASURED = {
    "dropout": lambda x: F.dropout(x, 0.5, training=False),
    "einsum": lambda x: torch.einsum("ij->ji", x),
    "from_numpy": lambda x: torch.from_numpy(x.numpy()),
    "meshgrid": lambda x: torch.meshgrid(x[0], x[1], indexing="ij"),
    "numpy": lambda x: torch.from_numpy(x.numpy()),
    "type": lambda x: x.type(x.dtype),
    "type_as": lambda x: x.type_as(x),
    "Variable": Variable,
}
CASTS = {"bfloat16": torch.bfloat16, "bool": torch.bool, "byte": torch.uint8, "double": torch.float64, "float": torch.float32, "half": torch.float16, "int": torch.int32, "long": torch.int64}


def schemas():
    """The mark of each function whose schema has one."""
    marks = {}
    for schema in torch._C._jit_get_all_schemas():
        if not schema.name.startswith("aten::") or any(argument.is_out for argument in schema.arguments):
            continue
        for made in schema.returns:
            if made.alias_info is None or "Tensor" not in str(made.type):
                continue
            several = "[]" if "List" in str(made.type) else ""
            mark = "Tensor(a!)" if made.alias_info.is_write else f"Tensor(a){several}"
            marks.setdefault(schema.name.removeprefix("aten::"), set()).add(mark)
    assert all(len(mark) == 1 for mark in marks.values()), marks
    return {name: mark.pop() for name, mark in sorted(marks.items()) if not name.startswith("_")}


def shares(call, x):
    made = call(x)
    made = made if isinstance(made, (list, tuple)) else [made]
    return all(one.untyped_storage().data_ptr() == x.untyped_storage().data_ptr() for one in made)


def main():
    calls = {name: (call, torch.ones(2, 2)) for name, call in MEASURED.items()}
    calls |= {name: (lambda x, name=name: getattr(x, name)(), torch.ones(2, 2).to(dtype)) for name, dtype in CASTS.items()}
    measured = {name: "Tensor(a)" for name, (call, x) in sorted(calls.items()) if shares(call, x)}
    assert len(measured) == len(calls), set(calls) - set(measured)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "memory_marks.json")
    with open(path, "w") as file:
        json.dump({"schemas": schemas(), "measured": measured}, file, indent=1)
        file.write("\n")


main()
