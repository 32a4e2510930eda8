import torch

steps = torch.linspace(-1, 1, 5)
ends = torch.linspace(0, 10, steps=3)
identity = torch.eye(3)
wide = torch.eye(2, 4)
seven = torch.full((2, 3), 7)
half = torch.full((2,), 0.5)
zeros = torch.zeros_like(seven)
ones = torch.ones_like(half)
minus = torch.full_like(half, -1)
print(steps)
print(identity)
print(seven, half)
