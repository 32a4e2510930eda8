import torch

x = torch.tensor([0.3, -1.0, 2.5, 0.3, 1.0])
ordered, places = torch.sort(x)
down = torch.sort(x, descending=True)
order = x.argsort(descending=True)
top = torch.topk(x, 2)
low_values, low_places = x[:3].topk(2, largest=False)
table = torch.tensor([[2, 7, 1], [9, 3, 5]])
by_row, _ = table.sort(dim=1)
by_column = table.sort(dim=0).values
best_two = table.topk(2, dim=1).indices
distinct = torch.unique(torch.tensor([3, 1, 3, 2, 1]))
print(top)
print(down.values, order)
