"""A Transformer put together from small blocks by a function, its weights drawn anew by Xavier's rule."""
import math
from copy import deepcopy

import torch
from torch import nn


class InputBlock(nn.Module):
    def __init__(self, vocab: int, d_model: int):
        super().__init__()
        self.d_model = d_model
        self.embedding = nn.Embedding(vocab, d_model)

    def forward(self, ids):
        return self.embedding(ids) * math.sqrt(self.d_model)


class PositionBlock(nn.Module):
    def __init__(self, d_model: int, length: int, dropout: float):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        encoding = torch.zeros(length, d_model)
        pos = torch.arange(0, length, dtype=float).unsqueeze(1)
        two_i = torch.arange(0, d_model, 2, dtype=float)
        division = torch.exp(two_i * (-math.log(10000.0) / d_model))
        encoding[:, 0::2] = torch.sin(pos * division)
        encoding[:, 1::2] = torch.cos(pos * division)
        self.register_buffer("encoding", encoding.unsqueeze(0))

    def forward(self, x):
        return self.dropout(x + self.encoding[:, : x.shape[1], :])


class AttentionBlock(nn.Module):
    def __init__(self, d_model: int, heads: int, dropout: float):
        super().__init__()
        if d_model % heads != 0:
            raise ValueError("d_model must be divisible by heads")
        self.heads, self.d_k = heads, d_model // heads
        self.W_q, self.W_k, self.W_v, self.W_o = [nn.Linear(d_model, d_model, bias=False) for _ in range(4)]
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        def split(x):
            return x.view(x.shape[0], x.shape[1], self.heads, self.d_k).transpose(1, 2)

        q, k, v = split(self.W_q(query)), split(self.W_k(key)), split(self.W_v(value))
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(self.d_k)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        self.attention_weights = self.dropout(scores.softmax(dim=-1))
        x = self.attention_weights @ v
        x = x.transpose(1, 2).contiguous().view(x.shape[0], -1, self.heads * self.d_k)
        return self.W_o(x)


class NormBlock(nn.Module):
    def __init__(self, eps: float = 1e-6):
        super().__init__()
        self.eps = eps
        self.alpha = nn.Parameter(torch.ones(1))
        self.beta = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        std = x.std(dim=-1, keepdim=True)
        return self.alpha * (x - mean) / (std + self.eps) + self.beta


class SkipBlock(nn.Module):
    def __init__(self, dropout: float):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.norm = NormBlock()

    def forward(self, x, sublayer):
        return x + self.dropout(sublayer(self.norm(x)))


class EncoderBlock(nn.Module):
    def __init__(self, attention: AttentionBlock, feed_forward: nn.Module, dropout: float):
        super().__init__()
        self.attention = attention
        self.feed_forward = feed_forward
        self.skips = nn.ModuleList([SkipBlock(dropout) for _ in range(2)])

    def forward(self, x, mask):
        x = self.skips[0](x, lambda x: self.attention(x, x, x, mask))
        return self.skips[1](x, self.feed_forward)


class DecoderBlock(nn.Module):
    def __init__(self, attention, cross, feed_forward, dropout):
        super().__init__()
        self.attention, self.cross, self.feed_forward = attention, cross, feed_forward
        self.skips = nn.ModuleList([SkipBlock(dropout) for _ in range(3)])

    def forward(self, x, memory, src_mask, tgt_mask):
        x = self.skips[0](x, lambda x: self.attention(x, x, x, tgt_mask))
        x = self.skips[1](x, lambda x: self.cross(x, memory, memory, src_mask))
        return self.skips[2](x, self.feed_forward)


class Transformer(nn.Module):
    def __init__(self, encoder, decoder, src_embed, tgt_embed, generator):
        super().__init__()
        self.encoder, self.decoder = nn.ModuleList(encoder), nn.ModuleList(decoder)
        self.encoder_norm, self.decoder_norm = NormBlock(), NormBlock()
        self.src_embed, self.tgt_embed = src_embed, tgt_embed
        self.generator = generator

    def encode(self, src, src_mask):
        x = self.src_embed(src)
        for block in self.encoder:
            x = block(x, src_mask)
        return self.encoder_norm(x)

    def decode(self, memory, src_mask, tgt, tgt_mask):
        x = self.tgt_embed(tgt)
        for block in self.decoder:
            x = block(x, memory, src_mask, tgt_mask)
        return self.decoder_norm(x)

    def forward(self, src, tgt, src_mask, tgt_mask):
        return torch.log_softmax(self.generator(self.decode(self.encode(src, src_mask), src_mask, tgt, tgt_mask)), dim=-1)


def build(src_vocab, tgt_vocab, d_model=8, heads=2, layers=2, d_ff=16, dropout=0.1, length=12):
    def attention():
        return AttentionBlock(d_model, heads, dropout)

    feed_forward = nn.Sequential(nn.Linear(d_model, d_ff), nn.ReLU(), nn.Dropout(dropout), nn.Linear(d_ff, d_model))
    position = PositionBlock(d_model, length, dropout)
    encoder = [EncoderBlock(attention(), deepcopy(feed_forward), dropout) for _ in range(layers)]
    decoder = [DecoderBlock(attention(), attention(), deepcopy(feed_forward), dropout) for _ in range(layers)]
    model = Transformer(
        encoder,
        decoder,
        nn.Sequential(InputBlock(src_vocab, d_model), position),
        nn.Sequential(InputBlock(tgt_vocab, d_model), deepcopy(position)),
        nn.Linear(d_model, tgt_vocab),
    )
    for p in model.parameters():
        if p.dim() > 1:
            nn.init.xavier_uniform_(p)
    return model


torch.manual_seed(6)
model = build(11, 12)
model.eval()
src = torch.tensor([[1, 2, 3, 4, 0]])
tgt = torch.tensor([[1, 5, 6]])
src_mask = (src != 0).unsqueeze(-2)
tgt_mask = torch.tril(torch.ones(1, 3, 3, dtype=torch.uint8))
log_probs = model(src, tgt, src_mask, tgt_mask).detach()
best = log_probs.argmax(dim=-1)
attended = model.encoder[0].attention.attention_weights.detach()
total = log_probs.exp().sum(dim=-1)
print(log_probs.shape, log_probs.dtype, best)
print(attended[0, 0])
