"""Multi-head attention as a module of its own, with the weights that PyTorch's generator gives."""
import math
from typing import Optional

import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, num_heads: int, dropout: float = 0.1):
        super().__init__()
        assert d_model % num_heads == 0, "the heads must share d_model evenly"
        self.num_heads = num_heads
        self.d_k = d_model // num_heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def split(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, _ = x.size()
        return x.view(batch, length, self.num_heads, self.d_k).transpose(1, 2)

    def forward(self, query, key, value, mask: Optional[torch.Tensor] = None):
        q, k, v = self.split(self.W_q(query)), self.split(self.W_k(key)), self.split(self.W_v(value))
        scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(self.d_k)
        if mask is not None:
            scores = scores.masked_fill(mask.unsqueeze(1) == 0, -1e9)
        weights = self.dropout(F.softmax(scores, dim=-1))
        out = torch.matmul(weights, v).transpose(1, 2).contiguous()
        return self.W_o(out.view(query.size(0), -1, self.num_heads * self.d_k)), weights


torch.manual_seed(0)
layer = MultiHeadAttention(8, 2)
layer.eval()
x = torch.randn(2, 5, 8)
mask = torch.tril(torch.ones(1, 5, 5))
with torch.no_grad():
    out, weights = layer(x, x, x, mask)
    plain, _ = layer(x, x, x)
shapes = [tuple(p.shape) for p in layer.parameters()]
count = sum(p.numel() for p in layer.parameters())
print(out.shape, weights.shape, count)
print(weights[0, 0])
