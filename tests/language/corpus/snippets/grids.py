import torch

rows, columns = torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
distance = (rows - columns).abs()
above = columns > rows
diagonal = torch.diag(torch.arange(9.0).view(3, 3))
flipped = torch.flip(torch.arange(6).view(2, 3), dims=[0, 1])
counts = torch.bincount(torch.tensor([0, 1, 1, 3]))
tiled = torch.tile(torch.tensor([1, 2]), (2, 2))
side = torch.hstack([torch.ones(2, 1), torch.zeros(2, 2)])
under = torch.vstack([torch.ones(2), torch.zeros(2)])
print(distance, above)
print(counts, tiled)
