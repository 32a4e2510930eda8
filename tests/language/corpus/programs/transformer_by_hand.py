"""A whole small Transformer of one's own classes: encoder, decoder, generator, greedy decoding."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, embed_size, heads):
        super(Attention, self).__init__()
        self.heads = heads
        self.head_dim = embed_size // heads
        self.to_q = nn.Linear(embed_size, embed_size)
        self.to_k = nn.Linear(embed_size, embed_size)
        self.to_v = nn.Linear(embed_size, embed_size)
        self.fc_out = nn.Linear(heads * self.head_dim, embed_size)

    def forward(self, query, key, value, mask):
        N, q_len, k_len = query.shape[0], query.shape[1], key.shape[1]
        q = self.to_q(query).reshape(N, q_len, self.heads, self.head_dim)
        k = self.to_k(key).reshape(N, k_len, self.heads, self.head_dim)
        v = self.to_v(value).reshape(N, k_len, self.heads, self.head_dim)
        energy = torch.einsum("nqhd,nkhd->nhqk", [q, k])
        if mask is not None:
            energy = energy.masked_fill(mask == 0, float("-1e20"))
        weights = torch.softmax(energy / (self.head_dim ** (1 / 2)), dim=3)
        out = torch.einsum("nhqk,nkhd->nqhd", [weights, v]).reshape(N, q_len, self.heads * self.head_dim)
        return self.fc_out(out)


class Block(nn.Module):
    def __init__(self, embed_size, heads, dropout, expansion=2):
        super(Block, self).__init__()
        self.attention = Attention(embed_size, heads)
        self.norm1 = nn.LayerNorm(embed_size)
        self.norm2 = nn.LayerNorm(embed_size)
        self.feed_forward = nn.Sequential(
            nn.Linear(embed_size, expansion * embed_size),
            nn.ReLU(),
            nn.Linear(expansion * embed_size, embed_size),
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask):
        x = self.dropout(self.norm1(self.attention(query, key, value, mask) + query))
        return self.dropout(self.norm2(self.feed_forward(x) + x))


class Encoder(nn.Module):
    def __init__(self, vocab, embed_size, layers, heads, dropout, max_len):
        super(Encoder, self).__init__()
        self.words = nn.Embedding(vocab, embed_size)
        self.places = nn.Embedding(max_len, embed_size)
        self.layers = nn.ModuleList([Block(embed_size, heads, dropout) for _ in range(layers)])
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask):
        N, length = x.shape
        positions = torch.arange(0, length).expand(N, length)
        out = self.dropout(self.words(x) + self.places(positions))
        for layer in self.layers:
            out = layer(out, out, out, mask)
        return out


class Decoder(nn.Module):
    def __init__(self, vocab, embed_size, layers, heads, dropout, max_len):
        super(Decoder, self).__init__()
        self.words = nn.Embedding(vocab, embed_size)
        self.places = nn.Embedding(max_len, embed_size)
        self.self_attention = nn.ModuleList([Attention(embed_size, heads) for _ in range(layers)])
        self.norms = nn.ModuleList([nn.LayerNorm(embed_size) for _ in range(layers)])
        self.blocks = nn.ModuleList([Block(embed_size, heads, dropout) for _ in range(layers)])
        self.fc_out = nn.Linear(embed_size, vocab)

    def forward(self, x, memory, src_mask, tgt_mask):
        N, length = x.shape
        x = self.words(x) + self.places(torch.arange(0, length).expand((N, length)))
        for attention, norm, block in zip(self.self_attention, self.norms, self.blocks):
            query = norm(attention(x, x, x, tgt_mask) + x)
            x = block(query, memory, memory, src_mask)
        return self.fc_out(x)


class Transformer(nn.Module):
    def __init__(self, src_vocab, tgt_vocab, src_pad, embed_size=8, layers=2, heads=2, dropout=0.0, max_len=20):
        super(Transformer, self).__init__()
        self.encoder = Encoder(src_vocab, embed_size, layers, heads, dropout, max_len)
        self.decoder = Decoder(tgt_vocab, embed_size, layers, heads, dropout, max_len)
        self.src_pad = src_pad

    def make_src_mask(self, src):
        return (src != self.src_pad).unsqueeze(1).unsqueeze(2)

    def make_tgt_mask(self, tgt):
        N, length = tgt.shape
        return torch.tril(torch.ones((length, length))).expand(N, 1, length, length)

    def forward(self, src, tgt):
        memory = self.encoder(src, self.make_src_mask(src))
        return self.decoder(tgt, memory, self.make_src_mask(src), self.make_tgt_mask(tgt))


torch.manual_seed(4)
src = torch.tensor([[1, 5, 6, 4, 3, 0, 0], [1, 8, 7, 3, 4, 5, 6]])
tgt = torch.tensor([[1, 7, 4, 3, 5], [1, 5, 6, 2, 4]])
model = Transformer(10, 9, src_pad=0)
logits = model(src, tgt[:, :-1]).detach()
loss = F.cross_entropy(logits.reshape(-1, 9), tgt[:, 1:].reshape(-1)).item()
ys = torch.tensor([[1]])
for _ in range(4):
    scores = model(src[:1], ys)[:, -1]
    ys = torch.cat([ys, scores.argmax(dim=-1, keepdim=True)], dim=1)
decoded = ys.squeeze(0).tolist()
print(logits.shape, f"{loss:.4f}", decoded)
print(logits[0, 0])
