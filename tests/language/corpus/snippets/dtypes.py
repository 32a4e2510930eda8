import torch

whole = torch.tensor([1, 2, 3])
real = torch.tensor([1, 2.5])
truth = torch.tensor([True, False])
double = torch.tensor([1.0], dtype=torch.float64)
small = torch.tensor([1, 255], dtype=torch.uint8)
promoted = whole * 2.0
mixed = whole + real.double()[0]
divided = whole / 2
floored = whole // 2
truncated = torch.tensor([1.9, -1.9]).long()
cast = whole.float().double().to(torch.bool)
typed = real.type(torch.int64)
name = real.type()
counted = (whole > 1).sum()
mean = truth.float().mean()
kinds = [str(t.dtype) for t in (whole, real, truth, double, small, promoted, mixed, divided, floored)]
print(kinds, name)
print(small, double, truncated)
print(whole.dtype is torch.int64, real.dtype == torch.float32)
