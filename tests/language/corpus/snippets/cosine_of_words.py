import torch
import torch.nn.functional as F

words = ["king", "queen", "apple"]
table = torch.tensor([[0.9, 0.8, 0.1], [0.85, 0.9, 0.15], [0.1, 0.05, 0.95]])
units = table / table.norm(dim=1, keepdim=True)
similar = units @ units.T
pair = F.cosine_similarity(table[0:1], table[1:2])
nearest = (similar - 2 * torch.eye(3)).argmax(dim=1)
for word, index in zip(words, nearest):
    print(f"{word:>6} -> {words[index]}")
print(similar)
