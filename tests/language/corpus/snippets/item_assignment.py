import torch

x = torch.zeros(3, 4)
x[0] = 1.0
x[:, 0::2] += 5
x[1, 3] = -2
x[x == 0] = 9
x[2, 1:3] = torch.tensor([7.0, 8.0])
mask = torch.ones(2, 1, 4).bool()
mask[:, :, -1] = False
mask[0, 0, 1] = False
counts = torch.zeros(5, dtype=torch.long)
for i in [0, 2, 2, 4]:
    counts[i] += 1
print(x)
print(mask)
print(counts)
