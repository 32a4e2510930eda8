"""The translator that lies inside the program, built of PyTorch's parts."""

import json
import math

import torch
from safetensors.torch import load_file
from torch import nn

words = json.load(open("translator.json"))
ids = {piece: place for place, piece in enumerate(words["source"])}
ranks = {merge: place for place, merge in enumerate(words["merges"])}
begin, end = words["target"].index("[BOS]"), words["target"].index("[EOS]")


def pieces_of(word):
    parts = ["Ġ"] + list(word)
    while len(parts) > 1:
        pairs = [f"{a} {b}" for a, b in zip(parts, parts[1:])]
        best = min(pairs, key=lambda pair: ranks.get(pair, math.inf))
        if best not in ranks:
            break
        i = pairs.index(best)
        parts = parts[:i] + [parts[i] + parts[i + 1]] + parts[i + 2 :]
    return [parts[0][1:]] + ["·" + part for part in parts[1:]]


def read(sentence):
    pieces = [piece for word in sentence.split() for piece in pieces_of(word)]
    return torch.tensor([[ids[piece] for piece in pieces] + [ids["[EOS]"]]])


def positions(length, d_model):
    place = torch.arange(length).unsqueeze(1)
    rates = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    table = torch.zeros(length, d_model)
    table[:, 0::2] = torch.sin(place * rates)
    table[:, 1::2] = torch.cos(place * rates)
    return table


class Translator(nn.Module):
    def __init__(self, d_model=128):
        super().__init__()
        self.d_model = d_model
        self.src_emb = nn.Embedding(len(words["source"]), d_model)
        self.tgt_emb = nn.Embedding(len(words["target"]), d_model)
        self.transformer = nn.Transformer(d_model, 4, 3, 3, 368, batch_first=True, norm_first=True)

    def embed(self, table, ids):
        return table(ids) * math.sqrt(self.d_model) + positions(ids.shape[1], self.d_model)

    def encode(self, src):
        return self.transformer.encoder(self.embed(self.src_emb, src))

    def decode(self, tgt, memory):
        hidden = nn.Transformer.generate_square_subsequent_mask(tgt.shape[1])
        x = self.transformer.decoder(self.embed(self.tgt_emb, tgt), memory, tgt_mask=hidden)
        return x @ self.tgt_emb.weight.T


state = load_file("translator.safetensors")
print(len(state), state["tgt_emb.weight"].shape, state["src_emb.weight"].dtype)

torch.manual_seed(0)
model = Translator()
print(model.load_state_dict(state))
model.eval()


def translate(sentence):
    src = read(sentence)
    written = [begin]
    with torch.no_grad():
        memory = model.encode(src)
        while written[-1] != end and len(written) < 30:
            logits = model.decode(torch.tensor([written]), memory)
            written = written + [logits[0, -1].argmax().item()]
    surprise = logits[0, -1].log_softmax(-1)[end]
    return " ".join(words["target"][place] for place in written[1:-1]), surprise.item()


for sentence in [
    "the small red house",
    "she never eats an egg",
    "my sister does not see the king 's old horses",
    "some old friends open a big box",
]:
    french, surprise = translate(sentence)
    print(f"{sentence}: {french} ({surprise:.4f})")
    print(model.encode(read(sentence))[0, 0, :4])
