"""A decoder layer: attention to itself, to the encoder's memory, then the feed-forward network."""
import torch
import torch.nn as nn


class DecoderLayer(nn.Module):
    def __init__(self, d_model, num_heads, d_ff, dropout=0.1):
        super().__init__()
        self.self_attention = nn.MultiheadAttention(d_model, num_heads, dropout=dropout, batch_first=True)
        self.cross_attention = nn.MultiheadAttention(d_model, num_heads, dropout=dropout, batch_first=True)
        self.feed_forward = nn.Sequential(nn.Linear(d_model, d_ff), nn.ReLU(), nn.Linear(d_ff, d_model))
        self.norms = nn.ModuleList([nn.LayerNorm(d_model) for _ in range(3)])
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, memory, causal):
        attended, _ = self.self_attention(x, x, x, attn_mask=causal)
        x = self.norms[0](x + self.dropout(attended))
        attended, weights = self.cross_attention(x, memory, memory)
        x = self.norms[1](x + self.dropout(attended))
        x = self.norms[2](x + self.dropout(self.feed_forward(x)))
        return x, weights


torch.manual_seed(9)
layer = DecoderLayer(8, 2, 16).eval()
memory = torch.randn(1, 5, 8)
target = torch.randn(1, 3, 8)
causal = torch.triu(torch.ones(3, 3, dtype=torch.bool), diagonal=1)
with torch.no_grad():
    out, weights = layer(target, memory, causal)
    shorter, _ = layer(target[:, :2], memory, causal[:2, :2])
blind = torch.allclose(out[:, :2], shorter, atol=1e-5)
print(out.shape, weights.shape, blind)
print(weights)
