import torch

x = torch.tensor([[3.0, 9.0, 2.0], [8.0, 1.0, 8.0]])
largest = x.max()
values, indices = x.max(dim=1)
lowest = torch.min(x, dim=0)
named = x.max(dim=-1).values
where = lowest.indices
best = x.argmax(dim=-1)
flat = torch.argmin(x)
ceiling = x.amax(dim=0)
pairwise = torch.maximum(x, torch.tensor(4.0))
capped = torch.clamp(x, min=2.0, max=8.0)
floor = x.clamp(min=3)
print(lowest)
print(x.max(dim=1))
