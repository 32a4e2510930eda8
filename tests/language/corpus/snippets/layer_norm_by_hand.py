import torch
import torch.nn.functional as F

x = torch.tensor([[1.0, 2.0, 3.0, 4.0], [2.0, 0.0, -2.0, 8.0]])
mean = x.mean(dim=-1, keepdim=True)
var = x.var(dim=-1, keepdim=True, unbiased=False)
normed = (x - mean) / torch.sqrt(var + 1e-5)
same = torch.allclose(normed, F.layer_norm(x, (4,)))
std = x.std(-1, keepdim=True)
tutorial = (x - mean) / (std + 1e-6)
ratio = (tutorial / normed).mean()
rms = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)
print(normed, same, ratio)
