import torch

column = torch.arange(3).unsqueeze(1)
row = torch.arange(4)
table = column * 10 + row
scaled = table / torch.tensor([[1.0], [2.0], [4.0]])
mask = (torch.arange(3).view(3, 1, 1) != 1) & (torch.arange(4) < 3).view(1, 1, 4)
far = torch.broadcast_to(row, (2, 4))
outer = torch.outer(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0, 5.0]))
print(table)
print(mask.shape)
