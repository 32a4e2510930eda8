"""Greedy longest-match-first splitting into word pieces, with ids, padding and a mask."""
from typing import Dict, List

import torch

pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "play", "##ing", "##ed", "the", "cat", "##s", "."]
piece_to_id: Dict[str, int] = {piece: i for i, piece in enumerate(pieces)}


def split_word(word: str) -> List[str]:
    start, found = 0, []
    while start < len(word):
        end = len(word)
        current = None
        while start < end:
            part = word[start:end]
            if start > 0:
                part = "##" + part
            if part in piece_to_id:
                current = part
                break
            end -= 1
        if current is None:
            return ["[UNK]"]
        found.append(current)
        start = end
    return found


def tokenize(text: str) -> List[str]:
    tokens = ["[CLS]"]
    for word in text.lower().replace(".", " .").split():
        tokens.extend(split_word(word))
    return tokens + ["[SEP]"]


sentences = ["The cats played.", "Unaffable cat", "xyz playing the cat."]
tokenized = [tokenize(sentence) for sentence in sentences]
longest = max(len(tokens) for tokens in tokenized)
ids = []
for tokens in tokenized:
    row = [piece_to_id[token] for token in tokens]
    ids.append(row + [piece_to_id["[PAD]"]] * (longest - len(row)))
batch = torch.tensor(ids)
attention_mask = (batch != piece_to_id["[PAD]"]).long()
unknown = sum(row.count(piece_to_id["[UNK]"]) for row in ids)
decoded = [" ".join(pieces[i] for i in row if i > 3).replace(" ##", "") for row in batch.tolist()]
print(batch)
for tokens, text in zip(tokenized, decoded):
    print(f"{len(tokens):2d} {'|'.join(tokens):<45} {text}")
