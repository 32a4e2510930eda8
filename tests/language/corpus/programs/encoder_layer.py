"""An encoder layer that normalizes first, and a stack of copies of it."""
import copy
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


def attention(query, key, value, mask=None, dropout=None):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    weights = scores.softmax(dim=-1)
    if dropout is not None:
        weights = dropout(weights)
    return weights @ value, weights


class SelfAttention(nn.Module):
    def __init__(self, heads, d_model, dropout=0.1):
        super().__init__()
        self.heads, self.d_k = heads, d_model // heads
        self.linears = nn.ModuleList([nn.Linear(d_model, d_model) for _ in range(4)])
        self.dropout = nn.Dropout(dropout)
        self.weights = None

    def forward(self, query, key, value, mask=None):
        batch = query.size(0)
        query, key, value = [
            linear(x).view(batch, -1, self.heads, self.d_k).transpose(1, 2)
            for linear, x in zip(self.linears, (query, key, value))
        ]
        x, self.weights = attention(query, key, value, mask=mask, dropout=self.dropout)
        x = x.transpose(1, 2).contiguous().view(batch, -1, self.heads * self.d_k)
        return self.linears[-1](x)


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.1):
        super().__init__()
        self.w_1 = nn.Linear(d_model, d_ff)
        self.w_2 = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return self.w_2(self.dropout(F.relu(self.w_1(x))))


class EncoderLayer(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.self_attn = SelfAttention(heads, d_model)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)

    def forward(self, x, mask):
        y = self.norm1(x)
        x = x + self.self_attn(y, y, y, mask)
        return x + self.feed_forward(self.norm2(x))


class Encoder(nn.Module):
    def __init__(self, layer, count):
        super().__init__()
        self.layers = nn.ModuleList([copy.deepcopy(layer) for _ in range(count)])
        self.norm = nn.LayerNorm(8)

    def forward(self, x, mask=None):
        for layer in self.layers:
            x = layer(x, mask)
        return self.norm(x)


torch.manual_seed(3)
encoder = Encoder(EncoderLayer(8, 2, 16), 2)
encoder.eval()
x = torch.randn(2, 4, 8)
mask = torch.tensor([[1, 1, 1, 1], [1, 1, 0, 0]]).view(2, 1, 1, 4)
memory = encoder(x, mask).detach()
weights = encoder.layers[0].self_attn.weights.detach()
same_start = torch.equal(encoder.layers[0].norm1.weight, encoder.layers[1].norm1.weight)
print(memory.shape, same_start, sum(p.numel() for p in encoder.parameters()))
print(weights[1, 0])
