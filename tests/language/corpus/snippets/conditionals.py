import torch

x = torch.tensor([1.0, 2.0])
mask = None
label = "none" if mask is None else "some"
if x.sum() > 2 and not mask:
    branch = "large"
elif x.sum() > 1:
    branch = "middle"
else:
    branch = "small"
default = mask or "default"
chain = 0 < x[0] <= 1 < 3
kind = also = "tensor" if isinstance(x, torch.Tensor) else "other"
checks = isinstance(3, int), isinstance("a", (int, str)), isinstance([1], list), x is not None
same = x.shape == (2,), x.shape[0] == 2, (1, 2) == (1, 2)
print(label, branch, default, chain, kind, checks, same)
