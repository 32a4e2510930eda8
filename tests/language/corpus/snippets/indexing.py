import torch

x = torch.arange(20).reshape(4, 5)
row = x[1]
element = x[2, 3]
column = x[:, -1]
block = x[1:3, ::2]
added = x[:, None]
dots = x[..., 0]
picked = x[[3, 0]]
pairs = x[torch.tensor([0, 1, 2]), torch.tensor([4, 3, 2])]
large = x[x > 13]
some_rows = x[torch.tensor([True, False, False, True])]
number = x[0, 4].item()
print(element, number, added.shape)
