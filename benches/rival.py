"""PyTorch beside Glassformer: answers one request a line with the milliseconds that it took, so that a bench can take turns.

    forward THREADS TOKENS          Transformer-base, one sequence on each side, vocabulary 37000
    cached THREADS TOKENS           greedy decoding of so many tokens with a key/value cache
    uncached THREADS TOKENS         the same, every token's forward from the start
    training THREADS TOKENS         one step of Adam of the tiny model on 32 sequences of 16 tokens
    translator THREADS TOKENS       one step of Adam of a translator on 64 sentences of 6 to 20 tokens
"""
import math
import sys
import time
import warnings

import torch
from torch import nn
from torch.nn import functional as F

warnings.filterwarnings("ignore")
WIDTH, HEADS, LAYERS, HIDDEN, WORDS = 512, 8, 6, 2048, 37000


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.src_emb, self.tgt_emb = nn.Embedding(WORDS, WIDTH), nn.Embedding(WORDS, WIDTH)
        self.transformer = nn.Transformer(WIDTH, HEADS, LAYERS, LAYERS, HIDDEN, batch_first=True)
        self.generator = nn.Linear(WIDTH, WORDS)
        angles = torch.arange(1024)[:, None] / 10000 ** (torch.arange(0, WIDTH, 2) / WIDTH)
        positions = torch.stack([angles.sin(), angles.cos()], -1).reshape(1024, WIDTH)
        self.register_buffer("positions", positions)

    def embed(self, table, ids, start=0):
        return table(ids) * math.sqrt(WIDTH) + self.positions[start:start + ids.shape[1]]

    def encode(self, src):
        return self.transformer.encoder(self.embed(self.src_emb, src))

    def decode(self, tgt, memory):
        mask = nn.Transformer.generate_square_subsequent_mask(tgt.shape[1])
        return self.transformer.decoder(self.embed(self.tgt_emb, tgt), memory, tgt_mask=mask, tgt_is_causal=True)

    def forward(self, src, tgt):
        return self.generator(self.decode(tgt, self.encode(src)))


def project(attention, x, part):
    rows = slice(part * WIDTH, (part + 1) * WIDTH)
    y = F.linear(x, attention.in_proj_weight[rows], attention.in_proj_bias[rows])
    return y.view(*x.shape[:2], HEADS, -1).transpose(1, 2)


def attend(attention, queries, keys, values):
    heads = F.scaled_dot_product_attention(queries, keys, values).transpose(1, 2).flatten(2)
    return attention.out_proj(heads)


def cached(model, src, steps):
    memory, layers = model.encode(src), model.transformer.decoder.layers
    cross = [[project(layer.multihead_attn, memory, part) for part in (1, 2)] for layer in layers]
    kept, token = [None] * len(layers), torch.ones(1, 1, dtype=torch.long)
    for step in range(steps):
        x = model.embed(model.tgt_emb, token, step)
        for at, layer in enumerate(layers):
            q, k, v = (project(layer.self_attn, x, part) for part in range(3))
            if kept[at]:
                k, v = torch.cat([kept[at][0], k], 2), torch.cat([kept[at][1], v], 2)
            kept[at] = k, v
            x = layer.norm1(x + attend(layer.self_attn, q, k, v))
            x = layer.norm2(x + attend(layer.multihead_attn, project(layer.multihead_attn, x, 0), *cross[at]))
            x = layer.norm3(x + layer.linear2(layer.linear1(x).relu()))
        token = model.generator(model.transformer.decoder.norm(x)).argmax(-1)


def uncached(model, src, steps):
    memory, tokens = model.encode(src), torch.ones(1, 1, dtype=torch.long)
    for _ in range(steps):
        token = model.generator(model.decode(tokens, memory)[:, -1:]).argmax(-1)
        tokens = torch.cat([tokens, token], 1)


class Learner(nn.Module):
    def __init__(self, words, width, heads, layers, hidden):
        super().__init__()
        self.scale = math.sqrt(width)
        self.src_emb, self.tgt_emb = (nn.Embedding(count, width) for count in words)
        self.transformer = nn.Transformer(width, heads, layers, layers, hidden, dropout=0.0, batch_first=True)
        self.generator = nn.Linear(width, words[1])
        angles = torch.arange(64)[:, None] / 10000 ** (torch.arange(0, width, 2) / width)
        self.register_buffer("positions", torch.stack([angles.sin(), angles.cos()], -1).reshape(64, width))

    def forward(self, src, tgt):
        x = self.src_emb(src) * self.scale + self.positions[:src.shape[1]]
        y = self.tgt_emb(tgt) * self.scale + self.positions[:tgt.shape[1]]
        mask = nn.Transformer.generate_square_subsequent_mask(tgt.shape[1], dtype=torch.bool)
        hidden = src == 0
        return self.generator(self.transformer(x, y, tgt_mask=mask, src_key_padding_mask=hidden,
                                               tgt_key_padding_mask=tgt == 0, memory_key_padding_mask=hidden))


def learning(model, lengths, words):
    """A step on sequences of these lengths, a pair for each; their ids are those of benches/training.rs."""
    model.train()
    adam = torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.98), eps=1e-9)
    ids = lambda row, length, count: [3 + (at * 31 + row * 17) % (count - 3) for at in range(length)]
    pad = lambda rows: nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
    src = pad([ids(row, length, words[0]) for row, (length, _) in enumerate(lengths)])
    wanted = pad([ids(row + 7, length, words[1]) for row, (_, length) in enumerate(lengths)])
    given = torch.cat([torch.ones(len(lengths), 1, dtype=torch.long), wanted[:, :-1]], 1)

    def step():
        adam.zero_grad()
        logits = model(src, given)
        loss = F.cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=0, label_smoothing=0.1)
        loss.backward()
        adam.step()
        return loss.item()
    return step


def tiny():
    words = (64, 64)
    return learning(Learner(words, 64, 4, 2, 256), [(16, 16)] * 32, words)


def translator():
    words = (1500, 2000)
    lengths = [(6 + row * 7 % 15, 6 + (row * 11 + 3) % 15) for row in range(64)]
    return learning(Learner(words, 128, 8, 3, 512), lengths, words)


def main():
    torch.manual_seed(0)
    model, steps = Base().eval(), {"training": tiny(), "translator": translator()}
    print("ready", torch.__version__, flush=True)
    for line in sys.stdin:
        what, threads, tokens = line.split()
        threads, tokens = int(threads), int(tokens)
        torch.set_num_threads(threads)
        ids = torch.randint(3, WORDS, (1, tokens))
        work = {
            "forward": lambda: model(ids, ids),
            "cached": lambda: cached(model, ids, tokens),
            "uncached": lambda: uncached(model, ids, tokens),
        }.get(what) or steps[what]
        with torch.set_grad_enabled(what in steps):
            start = time.perf_counter()
            work()
        print((time.perf_counter() - start) * 1e3, flush=True)


main()
