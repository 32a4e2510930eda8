import torch

a = torch.arange(6).reshape(2, 3)
b = a + 10
rows = torch.cat([a, b])
columns = torch.cat((a, b), dim=1)
stacked = torch.stack([a, b])
last = torch.stack([a, b], dim=-1)
first, second = rows.chunk(2)
parts = torch.split(torch.arange(7), 3)
uneven = torch.arange(6).split([1, 2, 3])
slices = a.unbind(dim=1)
print(rows.shape, columns.shape, stacked.shape, last.shape)
print([part.tolist() for part in parts])
