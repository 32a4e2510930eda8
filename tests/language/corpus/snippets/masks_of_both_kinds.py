import torch

pad = 0
src = torch.tensor([[5, 6, 0, 0], [7, 8, 9, 0]])
tgt = torch.tensor([[1, 2, 3], [4, 0, 0]])
src_mask = (src != pad).unsqueeze(1).unsqueeze(2)
length = tgt.size(1)
future = torch.triu(torch.ones((1, length, length)), diagonal=1).type(torch.uint8) == 0
tgt_mask = (tgt != pad).unsqueeze(-2) & future
batch = torch.tril(torch.ones((2, 1, length, length)))
expanded = torch.tril(torch.ones(length, length)).expand(2, 1, length, length)
additive = torch.zeros(length, length).masked_fill(~future[0], float("-inf"))
print(src_mask.shape, tgt_mask.shape, batch.shape, torch.equal(batch, expanded))
print(tgt_mask)
print(additive)
