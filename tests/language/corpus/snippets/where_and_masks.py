import torch

scores = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.0, -0.5]])
allowed = torch.tensor([[1, 0, 1], [1, 1, 0]])
hidden = scores.masked_fill(allowed == 0, float("-inf"))
weights = torch.softmax(hidden, dim=-1)
clipped = torch.where(scores > 0, scores, torch.zeros_like(scores))
number = torch.where(scores > 0, 1, 0)
places = torch.where(scores > 0)
chosen = torch.masked_select(scores, allowed.bool())
either = (scores > 1) | (scores < 0)
neither = ~either
both = torch.logical_and(scores > 0, allowed == 1)
print(hidden)
print(weights)
print(places)
