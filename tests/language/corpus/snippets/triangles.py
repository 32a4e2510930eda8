import torch

n = 4
ones = torch.ones(n, n)
lower = torch.tril(ones)
upper = torch.triu(ones, diagonal=1)
band = torch.tril(ones, diagonal=1) - torch.tril(ones, diagonal=-1)
low_places = torch.tril_indices(3, 3)
up_places = torch.triu_indices(3, 3, offset=1)
mask = lower == 0
print(mask)
print(low_places)
