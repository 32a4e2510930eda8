"""Scaled dot-product attention on three words, one step at a time."""
import math

import torch
import torch.nn.functional as F

words = ["the", "cat", "sat"]
torch.manual_seed(7)
d_model, d_k = 6, 4
x = torch.randn(len(words), d_model)
W_q = torch.randn(d_model, d_k)
W_k = torch.randn(d_model, d_k)
W_v = torch.randn(d_model, d_k)


def attend(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    weights = F.softmax(scores, dim=-1)
    return weights @ v, weights


q, k, v = x @ W_q, x @ W_k, x @ W_v
out, weights = attend(q, k, v)
causal = torch.tril(torch.ones(3, 3))
masked_out, masked_weights = attend(q, k, v, mask=causal)

for i, word in enumerate(words):
    best = weights[i].argmax().item()
    print(f"{word:>4} looks at {words[best]:<4} with {weights[i, best].item():.3f}")
print(masked_weights)
row_sums = weights.sum(dim=-1)
last_column_hidden = bool((masked_weights[:-1, -1] == 0).all())
library = F.scaled_dot_product_attention(q, k, v)
same = torch.allclose(out, library, atol=1e-6)
