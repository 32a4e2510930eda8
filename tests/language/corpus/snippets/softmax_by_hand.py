import torch

scores = torch.tensor([[1.0, 2.0, 3.0], [1000.0, 1001.0, 999.0]])
shifted = scores - scores.max(dim=-1, keepdim=True).values
weights = torch.exp(shifted) / torch.exp(shifted).sum(dim=-1, keepdim=True)
same = torch.allclose(weights, torch.softmax(scores, dim=-1))
for temperature in (0.5, 1.0, 2.0):
    print(temperature, torch.softmax(scores[0] / temperature, dim=0))
entropy = -(weights * torch.log(weights)).sum(dim=-1)
print(same, entropy)
