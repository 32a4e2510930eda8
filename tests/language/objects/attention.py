import torch
import torch.nn as nn
import torch.nn.functional as F
import math, copy

class MultiheadAttention(nn.Module):
    """Several heads."""
    def __init__(self, d_model: int, heads: int = 2, dropout=0.0):
        super().__init__()
        assert d_model % heads == 0
        self.d_k = d_model // heads
        self.heads = heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out = nn.Linear(d_model, d_model, bias=False)
        self.drop = nn.Dropout(dropout)
        self.scale = nn.Parameter(torch.ones(1))

    def split(self, x):
        B, T, C = x.shape
        return x.view(B, T, self.heads, self.d_k).transpose(1, 2)

    def forward(self, q, k, v, mask=None):
        q, k, v = self.split(self.q_proj(q)), self.split(self.k_proj(k)), self.split(self.v_proj(v))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_k) * self.scale
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        weights = F.softmax(scores, dim=-1)
        self.weights = weights
        x = self.drop(weights) @ v
        B, h, T, d = x.shape
        return self.out(x.transpose(1, 2).contiguous().view(B, T, h * d))

class Block(nn.Module):
    def __init__(self, d):
        super(Block, self).__init__()
        self.attn = MultiheadAttention(d)
        self.norm = nn.LayerNorm(d)
        self.ff = nn.Sequential(nn.Linear(d, 2 * d), nn.ReLU(), nn.Linear(2 * d, d))
    def forward(self, x, mask=None):
        x = x + self.attn(self.norm(x), self.norm(x), self.norm(x), mask)
        return x + self.ff(x)

class Model(nn.Module):
    def __init__(self, vocab, d, n):
        super().__init__()
        self.emb = nn.Embedding(vocab, d)
        self.layers = nn.ModuleList([Block(d) for _ in range(n)])
        self.register_buffer('mask', torch.tril(torch.ones(4, 4)))
        self.head = nn.Linear(d, vocab)
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.xavier_uniform_(p)
    def forward(self, ids):
        x = self.emb(ids)
        for layer in self.layers:
            x = layer(x, self.mask)
        return self.head(x)

torch.manual_seed(0)
model = Model(7, 4, 2)
model.eval()
print(model)
print(sum(p.numel() for p in model.parameters()))
print(list(model.state_dict().keys()))
y = model(torch.tensor([[1, 2, 3, 0]]))
print(y)
print(model.layers[0].attn.weights[0, 0])
print(model.layers[0].attn.scale)
