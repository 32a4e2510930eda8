import math

import torch

vocab = {word: i for i, word in enumerate(["<pad>", "the", "cat", "sat"])}
torch.manual_seed(1)
table = torch.randn(len(vocab), 6)
ids = torch.tensor([vocab[word] for word in "the cat sat".split()])
vectors = table[ids] * math.sqrt(6)
hot = torch.zeros(3, 4)
for row, index in enumerate(ids):
    hot[row, index] = 1
same = torch.allclose(hot @ table, table[ids])
print(ids, vectors.shape, same)
print(vectors)
