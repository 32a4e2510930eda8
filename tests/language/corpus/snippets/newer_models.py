import torch
import torch.nn as nn
import torch.nn.functional as F

x = torch.tensor([[1.0, -2.0, 0.5], [0.0, 2.5, -1.0], [0.0, 0.0, 0.0]])
rms = F.rms_norm(x, (3,))
wide = F.rms_norm(x, [3], weight=torch.tensor([1.0, 2.0, 3.0]), eps=0.1)
double = F.rms_norm(x.double(), (3,))
layer = nn.RMSNorm(3)
normed = layer(x)
kept = nn.RMSNorm(3, eps=1e-3, elementwise_affine=False)(x)
print(layer, nn.RMSNorm(3, eps=1e-3, elementwise_affine=False))
print([name for name, _ in layer.named_parameters()])

q = torch.arange(48.0).view(1, 6, 2, 4) / 20
k = torch.arange(24.0).view(1, 3, 2, 4).flip(2) / 10
v = torch.arange(24.0).view(1, 3, 2, 4)
shared = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
causal = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
single = F.scaled_dot_product_attention(q, k[:, :1], v[:, :1], enable_gqa=True)
same = F.scaled_dot_product_attention(q[:, :3], k, v, enable_gqa=True)
