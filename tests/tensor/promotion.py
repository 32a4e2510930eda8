"""Writes promotion.tsv: the dtype that PyTorch gives to every pair of the dtypes that tensors have here.

    python tests/tensor/promotion.py > tests/tensor/promotion.tsv
"""
import warnings

import torch

warnings.simplefilter("ignore")
DTYPES = "bool uint8 int32 int64 float16 bfloat16 float32 float64 complex64".split()
NUMBERS = {"bool": True, "int": 2, "float": 2.5, "complex": 2j}
SHAPES = {"dim": (2,), "zero": ()}


def name(dtype):
    return str(dtype).removeprefix("torch.")


def operands():
    for kind, shape in SHAPES.items():
        for dtype in DTYPES:
            yield f"{kind}:{dtype}", torch.ones(shape, dtype=getattr(torch, dtype))


print(f"# torch {torch.__version__.split('+')[0]}: promote_types and result_type")
for left in DTYPES:
    for right in DTYPES:
        promoted = torch.promote_types(getattr(torch, left), getattr(torch, right))
        print("types", left, right, name(promoted), sep="\t")
for left, a in operands():
    for right, b in operands():
        print("result", left, right, name(torch.result_type(a, b)), sep="\t")
    for right, b in NUMBERS.items():
        print("result", left, f"number:{right}", name(torch.result_type(a, b)), sep="\t")
