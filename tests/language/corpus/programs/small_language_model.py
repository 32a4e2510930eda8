# A decoder-only language model in the modern spelling: a configuration, tied weights, a mask kept as a buffer, top-k sampling.
import math
from dataclasses import dataclass
from typing import Optional, Tuple

import torch
import torch.nn as nn
from torch.nn import functional as F


@dataclass
class Settings:
    vocabulary: int = 11
    width: int = 16
    heads: int = 4
    layers: int = 2
    context: int = 8
    dropout: float = 0.0


class CausalAttention(nn.Module):
    def __init__(self, settings: Settings):
        super().__init__()
        assert settings.width % settings.heads == 0
        self.qkv = nn.Linear(settings.width, 3 * settings.width, bias=False)
        self.out = nn.Linear(settings.width, settings.width, bias=False)
        self.heads = settings.heads
        mask = torch.tril(torch.ones(settings.context, settings.context))
        self.register_buffer("mask", mask.view(1, 1, settings.context, settings.context))

    def forward(self, x: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        B, T, C = x.size()
        q, k, v = self.qkv(x).split(C, dim=2)
        q, k, v = (part.view(B, T, self.heads, C // self.heads).transpose(1, 2) for part in (q, k, v))
        scores = torch.einsum("...qd,...kd->...qk", q, k) * (1.0 / math.sqrt(k.size(-1)))
        scores = scores.masked_fill(self.mask[:, :, :T, :T] == 0, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        mixed = (weights @ v).transpose(1, 2).contiguous().view(B, T, C)
        return self.out(mixed), weights


class Block(nn.Module):
    def __init__(self, settings: Settings):
        super().__init__()
        self.norm1 = nn.LayerNorm(settings.width)
        self.attention = CausalAttention(settings)
        self.norm2 = nn.LayerNorm(settings.width)
        self.mlp = nn.Sequential(
            nn.Linear(settings.width, 4 * settings.width),
            nn.GELU(),
            nn.Linear(4 * settings.width, settings.width),
            nn.Dropout(settings.dropout),
        )

    def forward(self, x):
        mixed, self.seen = self.attention(self.norm1(x))
        x = x + mixed
        return x + self.mlp(self.norm2(x))


class Model(nn.Module):
    def __init__(self, settings: Settings):
        super().__init__()
        self.settings = settings
        self.parts = nn.ModuleDict({
            "tokens": nn.Embedding(settings.vocabulary, settings.width),
            "places": nn.Embedding(settings.context, settings.width),
            "blocks": nn.ModuleList([Block(settings) for _ in range(settings.layers)]),
            "norm": nn.LayerNorm(settings.width),
        })
        self.head = nn.Linear(settings.width, settings.vocabulary, bias=False)
        self.parts["tokens"].weight = self.head.weight
        self.apply(self._start)

    def _start(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
            if isinstance(module, nn.Linear) and module.bias is not None:
                torch.nn.init.zeros_(module.bias)

    def forward(self, ids, targets: Optional[torch.Tensor] = None):
        device = ids.device
        _, T = ids.shape
        places = torch.arange(0, T, dtype=torch.long, device=device)
        x = self.parts["tokens"](ids) + self.parts["places"](places)
        for block in self.parts["blocks"]:
            x = block(x)
        logits = self.head(self.parts["norm"](x))
        loss = None
        if targets is not None:
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        return logits, loss

    @torch.no_grad()
    def generate(self, ids, count: int, temperature: float = 1.0, top_k: Optional[int] = None):
        for _ in range(count):
            recent = ids if ids.size(1) <= self.settings.context else ids[:, -self.settings.context:]
            logits, _ = self(recent)
            logits = logits[:, -1, :] / temperature
            if top_k is not None:
                best, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < best[:, [-1]]] = -float("Inf")
            chances = F.softmax(logits, dim=-1)
            _, following = torch.topk(chances, k=1, dim=-1)
            ids = torch.cat((ids, following), dim=1)
        return ids


torch.manual_seed(1337)
settings = Settings(layers=3)
model = Model(settings)
model.eval()
count = sum(p.numel() for p in model.parameters())
print(f"{count:,} parameters, {settings.width // settings.heads} a head")

ids = torch.tensor([[1, 5, 9, 2], [3, 3, 0, 7]])
targets = torch.roll(ids, -1, dims=1)
targets[:, -1] = -1
logits, loss = model(ids, targets)
print(logits.shape, f"{loss.item():.4f}")
written = model.generate(ids, count=6, temperature=0.8, top_k=4)
print(written.tolist())
seen = model.parts["blocks"][0].seen
