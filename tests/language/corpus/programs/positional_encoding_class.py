"""Positions as a buffer of a module, added to scaled embeddings."""
import math

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, dropout=0.1, max_len=50):
        super(PositionalEncoding, self).__init__()
        self.dropout = nn.Dropout(p=dropout)
        pe = torch.zeros(max_len, d_model)
        position = torch.arange(0, max_len, dtype=torch.float).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe.unsqueeze(0))

    def forward(self, x):
        x = x + self.pe[:, : x.size(1)].requires_grad_(False)
        return self.dropout(x)


class Embeddings(nn.Module):
    def __init__(self, vocab, d_model):
        super().__init__()
        self.lut = nn.Embedding(vocab, d_model)
        self.d_model = d_model

    def forward(self, ids):
        return self.lut(ids) * math.sqrt(self.d_model)


torch.manual_seed(5)
embed = nn.Sequential(Embeddings(11, 6), PositionalEncoding(6, dropout=0.0))
ids = torch.tensor([[1, 2, 3], [4, 0, 10]])
vectors = embed(ids).detach()
encoding = embed[1].pe[0, :4]
buffers = [name for name, _ in embed.named_buffers()]
parameters = [name for name, _ in embed.named_parameters()]
print(vectors.shape, buffers, parameters)
print(encoding)
