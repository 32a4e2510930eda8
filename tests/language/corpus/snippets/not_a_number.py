import torch

x = torch.tensor([1.0, float("nan"), float("inf"), -float("inf")])
nan = torch.isnan(x)
inf = torch.isinf(x)
finite = torch.isfinite(x)
whole_row = torch.softmax(torch.full((3,), float("-inf")), dim=0)
zero = torch.tensor([0.0, 1.0]) / 0
total = x.sum()
largest = x.max()
equal = torch.equal(x, x)
close = torch.allclose(x, x, equal_nan=True)
print(x, whole_row, zero)
print(total, largest, equal, close)
