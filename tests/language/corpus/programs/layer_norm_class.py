"""Layer norm with learned gain and bias, its standard deviation unbiased and its eps outside the root."""
import torch
import torch.nn as nn


class LayerNorm(nn.Module):
    def __init__(self, features: int, eps: float = 1e-6):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(features))
        self.beta = nn.Parameter(torch.zeros(features))
        self.eps = eps

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean = x.mean(-1, keepdim=True)
        std = x.std(-1, keepdim=True)
        return self.gamma * (x - mean) / (std + self.eps) + self.beta


class Residual(nn.Module):
    def __init__(self, size, dropout=0.0):
        super().__init__()
        self.norm = LayerNorm(size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, sublayer):
        return x + self.dropout(sublayer(self.norm(x)))


torch.manual_seed(2)
x = torch.randn(2, 3, 4)
norm = LayerNorm(4)
ours = norm(x).detach()
theirs = nn.LayerNorm(4)(x).detach()
ratio = (ours / theirs).mean()
linear = nn.Linear(4, 4)
residual = Residual(4)
out = residual(x, lambda y: torch.relu(linear(y))).detach()
print(f"{ratio.item():.4f}", torch.allclose(ours, theirs, atol=1e-3))
print(out)
