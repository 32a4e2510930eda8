"""Makes the models of this folder with PyTorch, and what PyTorch computes with them: python make.py

It needs `pip install torch safetensors`, and takes some seconds. `digits` is trained: it writes German numbers in English, in the
opposite order. It is built as in PyTorch's tutorial "Language Translation with nn.Transformer", and saved by the snippet of
docs/your-own-model.md. The others are small, not trained, and each differs in what can differ.
"""

import json
import math
import os
import pathlib
import re

import torch
import torch.nn as nn
from safetensors.torch import save_file

here = pathlib.Path(__file__).resolve().parent
os.chdir(here)
torch.set_num_threads(1)
guide = (here.parents[1] / "docs" / "your-own-model.md").read_text()
SNIPPET = re.search(r"```python\n(.*?)```", guide, re.S).group(1)


class PositionalEncoding(nn.Module):
    def __init__(self, emb_size, maxlen=32):
        super().__init__()
        den = torch.exp(-torch.arange(0, emb_size, 2) * math.log(10000) / emb_size)
        pos = torch.arange(0, maxlen).reshape(maxlen, 1)
        pos_embedding = torch.zeros((maxlen, emb_size))
        pos_embedding[:, 0::2] = torch.sin(pos * den)
        pos_embedding[:, 1::2] = torch.cos(pos * den)
        self.register_buffer("pos_embedding", pos_embedding.unsqueeze(-2))

    def forward(self, token_embedding):
        return token_embedding + self.pos_embedding[: token_embedding.size(0), :]


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, emb_size):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, emb_size)
        self.emb_size = emb_size

    def forward(self, tokens):
        return self.embedding(tokens.long()) * math.sqrt(self.emb_size)


class Seq2SeqTransformer(nn.Module):
    def __init__(self, encoder_layers, decoder_layers, emb_size, nhead, src, tgt, hidden):
        super().__init__()
        self.transformer = nn.Transformer(emb_size, nhead, encoder_layers, decoder_layers, hidden, 0.0)
        self.generator = nn.Linear(emb_size, tgt)
        self.src_tok_emb = TokenEmbedding(src, emb_size)
        self.tgt_tok_emb = TokenEmbedding(tgt, emb_size)
        self.positional_encoding = PositionalEncoding(emb_size)

    def forward(self, src, tgt, tgt_mask):
        src_emb = self.positional_encoding(self.src_tok_emb(src))
        tgt_emb = self.positional_encoding(self.tgt_tok_emb(tgt))
        return self.generator(self.transformer(src_emb, tgt_emb, tgt_mask=tgt_mask))


class Other(nn.Module):
    """Batch first, one table for both languages and the generator, learned positions, nothing scaled."""

    def __init__(self, words, d, nhead):
        super().__init__()
        self.embed = nn.Embedding(words, d)
        self.pos_embedding = nn.Embedding(12, d)
        self.core = nn.Transformer(d, nhead, 2, 1, 10, 0.0, activation="gelu", batch_first=True, norm_first=True)

    def forward(self, src, tgt, tgt_mask):
        def placed(ids):
            return self.embed(ids) + self.pos_embedding(torch.arange(ids.shape[1]))

        return self.core(placed(src), placed(tgt), tgt_mask=tgt_mask) @ self.embed.weight.T


class Third(nn.Transformer):
    """The nn.Transformer itself is extended; two tables of positions, a generator without a bias, no norms at the end."""

    def __init__(self, src, tgt, d, nhead):
        super().__init__(d, nhead, 1, 2, 14, 0.0, batch_first=True, layer_norm_eps=1e-3)
        self.encoder.norm = self.decoder.norm = None
        self.input_table, self.output_table = nn.Embedding(src, d), nn.Embedding(tgt, d)
        self.enc_pos, self.dec_pos = nn.Parameter(torch.randn(1, 9, d)), nn.Parameter(torch.randn(1, 9, d))
        self.head = nn.Linear(d, tgt, bias=False)

    def forward(self, src, tgt, tgt_mask):
        root = math.sqrt(self.d_model)
        x = self.input_table(src) * root + self.enc_pos[:, : src.shape[1]]
        y = self.output_table(tgt) * root + self.dec_pos[:, : tgt.shape[1]]
        return self.head(super().forward(x, y, tgt_mask=tgt_mask))


def later(n):
    return nn.Transformer.generate_square_subsequent_mask(n)


def transformer_of(model):
    return next(part for part in model.modules() if isinstance(part, nn.Transformer))


def golden(name, model, src, tgt):
    """What PyTorch computes for ids (1, n) and (1, m): logits, the last layer's cross-attention, and logits without one head."""
    model = model.eval()
    first = transformer_of(model).batch_first
    core = transformer_of(model)

    def run():
        with torch.no_grad():
            logits = model(*([src, tgt] if first else [src.T, tgt.T]), later(tgt.shape[1]))
        return logits if first else logits.transpose(0, 1)

    def look(module, args, kwargs, output):
        more = {**kwargs, "need_weights": True, "average_attn_weights": False}
        module.weights = module.forward(*args, **more)[1].detach()

    logits = run()
    handle = core.decoder.layers[-1].multihead_attn.register_forward_hook(look, with_kwargs=True)
    run()
    handle.remove()
    attention = core.decoder.layers[-1].multihead_attn.weights
    # A head is off when the columns of the output projection that read it are 0.
    output = core.decoder.layers[0].multihead_attn.out_proj.weight
    kept, width = output.detach().clone(), core.d_model // core.nhead
    with torch.no_grad():
        output[:, width : 2 * width] = 0
        without = run()
        output.copy_(kept)
    found = dict(src=src, tgt=tgt, logits=logits, attention=attention, without=without)
    save_file({key: value.contiguous() for key, value in found.items()}, f"{name}.golden.safetensors")


def digits():
    german = "null eins zwei drei vier fünf sechs sieben acht neun".split()
    english = "zero one two three four five six seven eight nine".split()
    source_words = ["<unk>", "<pad>", "<bos>", "<eos>"] + german
    target_words = {word: i for i, word in enumerate(["<unk>", "<pad>", "<bos>", "<eos>"] + english)}
    torch.manual_seed(1)
    model = Seq2SeqTransformer(1, 2, 24, 3, len(source_words), len(target_words), 32)
    for p in model.parameters():
        if p.dim() > 1:
            nn.init.xavier_uniform_(p)
    steps = 1000
    adam = torch.optim.Adam(model.parameters(), lr=5e-3, betas=(0.9, 0.98), eps=1e-9)
    rate = torch.optim.lr_scheduler.OneCycleLR(adam, 5e-3, steps)
    for _ in range(steps):
        n = int(torch.randint(1, 7, (1,)))
        numbers = torch.randint(4, 14, (n, 64))
        bos, eos = torch.full((1, 64), 2), torch.full((1, 64), 3)
        src, tgt = torch.cat([bos, numbers, eos]), torch.cat([bos, numbers.flip(0), eos])
        logits = model(src, tgt[:-1], later(n + 1))
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), tgt[1:].flatten())
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        adam.step()
        rate.step()
    print("loss", float(loss))
    exec(SNIPPET, dict(model=model, source_words=source_words, target_words=target_words))
    for theirs, ours in [("mine.safetensors", "digits.safetensors"), ("words.json", "digits.json")]:
        os.replace(theirs, ours)
    golden("digits", model, torch.tensor([[2, 5, 6, 7, 12, 3]]), torch.tensor([[2, 12, 7, 6, 5]]))


def others():
    words = ["[PAD]", "[BOS]", "[EOS]", "[UNK]", "a", "b", "c"]
    torch.manual_seed(2)
    model = Other(len(words), 8, 2)
    state = {f"module.{name}": tensor for name, tensor in model.state_dict().items()}
    save_file(state, "other.safetensors")
    json.dump(words, open("other.json", "w"))
    golden("other", model, torch.tensor([[1, 4, 6, 5, 2]]), torch.tensor([[1, 5, 4]]))
    torch.manual_seed(3)
    model = Third(5, 6, 6, 2)
    save_file(model.state_dict(), "third.safetensors")
    json.dump({"src": ["x", "y", "z", "u", "v"], "tgt": ["<s>", "</s>", "p", "q", "r", "t"]}, open("third.json", "w"))
    golden("third", model, torch.tensor([[3, 0, 4]]), torch.tensor([[0, 3, 3, 2]]))


digits()
others()
