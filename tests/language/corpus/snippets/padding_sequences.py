import torch
from torch.nn.utils.rnn import pad_sequence

sentences = [torch.tensor([5, 6, 7]), torch.tensor([8]), torch.tensor([9, 10])]
batch = pad_sequence(sentences, batch_first=True, padding_value=0)
by_time = pad_sequence(sentences)
vectors = pad_sequence([torch.ones(2, 3), torch.zeros(1, 3)], batch_first=True, padding_value=-1.0)
src_mask = batch != 0
lengths = src_mask.sum(dim=1)
print(batch)
print(src_mask)
print(lengths.tolist())
