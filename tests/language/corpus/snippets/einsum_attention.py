import torch

q = torch.arange(16.0).view(1, 2, 2, 4) / 10
k = torch.arange(24.0).view(1, 3, 2, 4) / 7
v = torch.ones(1, 3, 2, 4) * torch.arange(3.0).view(1, 3, 1, 1)
energy = torch.einsum("nqhd,nkhd->nhqk", [q, k])
weights = torch.softmax(energy / (4 ** 0.5), dim=3)
out = torch.einsum("nhqk, nkhd -> nqhd", weights, v).reshape(1, 2, 8)
square = torch.einsum("ij,kj->ik", torch.eye(2), torch.ones(3, 2))
total = torch.einsum("ij->", energy[0, 0])
turned = torch.einsum("ij->ji", energy[0, 0])
outer = torch.einsum("i,j->ij", torch.arange(2.0), torch.arange(3.0))
print(energy.shape, weights.shape)
print(out)
