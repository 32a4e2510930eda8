import torch

d, length = 4, 3
theta = 1.0 / (10000 ** (torch.arange(0, d, 2).float() / d))
angles = torch.outer(torch.arange(length).float(), theta)
cos, sin = angles.cos(), angles.sin()
x = torch.arange(12.0).view(length, d) / 10
even, odd = x[:, 0::2], x[:, 1::2]
rotated = torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1).flatten(-2)
norms = torch.norm(x, dim=-1), torch.norm(rotated, dim=-1)
print(rotated)
