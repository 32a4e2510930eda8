import torch

batch, length, heads, d_k = 2, 3, 2, 4
x = torch.arange(batch * length * heads * d_k).reshape(batch, length, heads * d_k)
split = x.view(batch, length, heads, d_k).transpose(1, 2)
other = x.reshape(batch, -1, heads, d_k).permute(0, 2, 1, 3)
merged = split.transpose(1, 2).contiguous().view(batch, length, heads * d_k)
per_head = [split[:, h] for h in range(heads)]
joined = torch.cat(per_head, dim=-1)
print(split.shape, torch.equal(split, other), torch.equal(merged, x), torch.equal(joined, x))
print(split[0, 1])
