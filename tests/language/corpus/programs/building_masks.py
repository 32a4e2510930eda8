"""Every mask of an encoder and a decoder, for a padded batch."""
import torch
from torch.nn.utils.rnn import pad_sequence

PAD = 0
source = pad_sequence([torch.tensor([3, 4, 5, 6]), torch.tensor([7, 8])], batch_first=True, padding_value=PAD)
target = pad_sequence([torch.tensor([1, 9, 9]), torch.tensor([1, 9, 9, 2])], batch_first=True, padding_value=PAD)


def padding_mask(tokens):
    return (tokens != PAD).unsqueeze(1).unsqueeze(2)


def future_mask(length):
    shape = (1, length, length)
    hidden = torch.triu(torch.ones(shape), diagonal=1).type(torch.uint8)
    return hidden == 0


def target_mask(tokens):
    return (tokens != PAD).unsqueeze(-2) & future_mask(tokens.size(-1)).type_as(tokens != PAD)


src_mask = padding_mask(source)
tgt_mask = target_mask(target)
scores = torch.zeros(2, 1, 4, 4)
weights = scores.masked_fill(src_mask == 0, float("-inf")).softmax(dim=-1)
seen = tgt_mask.sum(dim=-1)
per_sentence = [int(mask.sum()) for mask in tgt_mask]
additive = torch.zeros(4, 4)
additive[torch.triu(torch.ones(4, 4), diagonal=1).bool()] = float("-inf")
for name, mask in {"source": src_mask, "target": tgt_mask}.items():
    print(name, tuple(mask.shape), mask.dtype)
print(weights[1, 0])
print(additive)
assert torch.all(weights[1, :, :, 2:] == 0)
